import { type ChildProcess, fork } from 'node:child_process'
import { type Laboratory, laboratory } from './laboratory.ts'
import type { Asked, ReceivedWebhook, Sandbox, Told } from './messages.ts'

export type { Laboratory, OrderedFault, TakenSnapshot } from './laboratory.ts'
export type { ReceivedWebhook, Sandbox } from './messages.ts'

/** A service that runs for the tests of a program, with a database of its own. */
export interface Daybook extends Laboratory {
  baseUrl: string
  /**
   * Makes a fresh company. Any number may be asked for at once. `template` is `demo` where left out; `compatibility`
   * says how what its app sends is read: `strict` shows what a program should mend.
   */
  sandbox(options?: {
    template?: 'demo' | 'danish' | 'empty'
    compatibility?: 'default' | 'lenient' | 'strict'
  }): Promise<Sandbox>
  /** What the sandboxes send to webhooks whose `url` begins with that of `webhooks`. Every signature is checked. */
  webhooks: {
    /** `https://forward.localhost/`. */
    url: string
    /** The first webhook of the type, or of any, that `next` has not given yet; waits for it half a minute. */
    next(eventType?: string): Promise<ReceivedWebhook>
    /** All that came so far, oldest first. */
    all(): ReceivedWebhook[]
  }
  /** Ends the service and removes its data. The end of the process that started it does the same. */
  stop(): Promise<void>
}

/** How long `webhooks.next` waits. */
const NEXT_MILLISECONDS = 30_000
/** Characters kept of the service's error output, to be told if it does not start. */
const COMPLAINT_MAX = 4000

/**
 * Starts a service on a free port, as a separate process. That process ends when this one does, whatever ends this one.
 * @param options `settings` are those of docs/operators/settings.md, by their names. The place of the data cannot be
 * chosen.
 * @throws Error when it cannot start, with what it said.
 */
export async function startDaybook(options: { settings?: Record<string, string> } = {}): Promise<Daybook> {
  const host = fork(new URL('./testing-host.js', import.meta.url), [JSON.stringify(options.settings ?? {})], {
    // In a session of its own: Ctrl-C in a terminal does not reach it, so it can clear up.
    detached: true,
    // As `npm start`, without the options of the tests themselves.
    execArgv: ['--max-semi-space-size=32'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const waiting = new Waiting(host)
  const baseUrl = await waiting.ready
  let last: Sandbox | undefined
  const newest = (): Sandbox => {
    if (!last) throw new Error('There is no sandbox yet: make one by sandbox().')
    return last
  }
  return {
    ...laboratory(newest),
    baseUrl,
    async sandbox({ template = 'demo', compatibility } = {}) {
      last = await waiting.sandbox({ template, ...(compatibility && { compatibility }) })
      return last
    },
    webhooks: {
      url: 'https://forward.localhost/',
      next: (eventType) => waiting.webhook(eventType),
      all: () => [...waiting.received],
    },
    stop: () => waiting.end(),
  }
}

/** What callers wait for. The service keeps this process alive only while somebody waits. */
class Waiting {
  readonly ready: Promise<string>
  readonly received: ReceivedWebhook[] = []
  private readonly given = new Set<ReceivedWebhook>()
  private readonly expecting = new Set<() => void>()
  private readonly host: ChildProcess
  private readonly exit: Promise<unknown>
  private readonly answers = new Map<number, { resolve(sandbox: Sandbox): void; reject(error: Error): void }>()
  private complaint = ''
  private asked = 0

  constructor(host: ChildProcess) {
    this.host = host
    host.stderr!.on('data', (chunk: Buffer) => {
      this.complaint = (this.complaint + chunk.toString()).slice(-COMPLAINT_MAX)
    })
    // Unlike `once` of node:events, this does not reject when a message cannot be sent.
    this.exit = new Promise((resolve) => host.once('exit', resolve))
    this.ready = new Promise((resolve, reject) => {
      host.on('message', (told: Told) => {
        if ('ready' in told) resolve(told.ready)
        else if ('asked' in told) this.answer(told)
        else if ('webhook' in told) this.receive(told.webhook)
        else {
          this.complaint = told.failed
          reject(new Error(`Daybook does not start: ${told.failed}`))
        }
      })
      host.on('error', reject)
      host.on('exit', () => {
        const gone = new Error(`Daybook has ended.\n${this.complaint}`.trim())
        reject(gone)
        for (const { reject: refuse } of this.answers.values()) refuse(gone)
        this.answers.clear()
      })
    })
    void this.ready.then(
      () => this.rest(),
      () => this.rest(),
    )
  }

  async sandbox(wanted: Omit<Asked, 'asked'>): Promise<Sandbox> {
    this.asked += 1
    const asked: Asked = { asked: this.asked, ...wanted }
    if (!this.host.connected) throw new Error('Daybook has ended.')
    const answer = new Promise<Sandbox>((resolve, reject) => this.answers.set(asked.asked, { resolve, reject }))
    this.wake()
    this.host.send(asked)
    return await answer
  }

  private receive(webhook: ReceivedWebhook): void {
    this.received.push(webhook)
    for (const look of this.expecting) look()
  }

  webhook(eventType: string | undefined): Promise<ReceivedWebhook> {
    const isWanted = (one: ReceivedWebhook): boolean =>
      !this.given.has(one) && (eventType === undefined || one.eventType === eventType)
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer)
        this.expecting.delete(look)
        this.restIfIdle()
      }
      const look = (): void => {
        const found = this.received.find(isWanted)
        if (!found) return
        this.given.add(found)
        done()
        resolve(found)
      }
      const timer = setTimeout(() => {
        done()
        const came = this.received.map((one) => one.eventType).join(', ') || 'none'
        reject(new Error(`No webhook ${eventType ?? ''} came within half a minute; those that came: ${came}.`))
      }, NEXT_MILLISECONDS)
      this.expecting.add(look)
      this.wake()
      look()
    })
  }

  async end(): Promise<void> {
    this.host.ref()
    if (this.host.connected) this.host.disconnect()
    await this.exit
  }

  private answer(told: Extract<Told, { asked: number }>): void {
    const { resolve, reject } = this.answers.get(told.asked)!
    this.answers.delete(told.asked)
    if ('sandbox' in told) resolve(told.sandbox)
    else reject(new Error(told.error))
    this.restIfIdle()
  }

  private restIfIdle(): void {
    if (this.answers.size === 0 && this.expecting.size === 0) this.rest()
  }

  private wake(): void {
    this.host.ref()
    this.host.channel?.ref()
  }

  private rest(): void {
    this.host.unref()
    this.host.channel?.unref()
    ;(this.host.stderr as unknown as { unref(): void }).unref()
  }
}
