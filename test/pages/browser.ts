import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { eventually } from '../patience.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The Chromium of this machine: that of `CHROMIUM`, else the one its packages have; undefined where there is none. */
export function chromium(): string | undefined {
  const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : NAMES
  return names.find((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)
}

interface Told {
  id?: number
  method?: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the protocol's own shapes
  params?: any
  // oxlint-disable-next-line typescript/no-explicit-any -- the protocol's own shapes
  result?: any
  error?: { message: string }
}

const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--no-first-run',
  '--disable-dev-shm-usage',
  // Off: its own requests to its makers, and the sandbox of root, which needs rights that containers lack.
  '--disable-background-networking',
  '--disable-component-update',
  '--no-sandbox',
  '--window-size=1280,1600',
]

/** One page in a real browser, driven by the DevTools protocol over a pipe. */
export class Browser {
  /** What the page complained about: exceptions, errors on the console, what could not be loaded. */
  readonly complaints: string[] = []
  /** The URL of every request that it made. */
  readonly requests: string[] = []
  private readonly child: ChildProcess
  private readonly profile: string
  private readonly waiting = new Map<number, (told: Told) => void>()
  private session = ''
  private asked = 0

  private constructor(child: ChildProcess, profile: string) {
    this.child = child
    this.profile = profile
    let rest = ''
    child.on('exit', () => {
      for (const tell of this.waiting.values()) tell({ error: { message: 'The browser has ended.' } })
    })
    const [, , , , answers] = child.stdio as unknown as [null, null, null, Writable, Readable]
    answers.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\0')
      rest = parts.pop()!
      for (const part of parts) this.hear(JSON.parse(part) as Told)
    })
  }

  static async open(program: string): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'daybook-browser-'))
    const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: profile },
    })
    const browser = new Browser(child, profile)
    const { targetId } = await browser.ask('Target.createTarget', { url: 'about:blank' })
    browser.session = (await browser.ask('Target.attachToTarget', { targetId, flatten: true })).sessionId as string
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await browser.ask(`${domain}.enable`)
    return browser
  }

  async visit(url: string): Promise<void> {
    await this.ask('Page.navigate', { url })
  }

  /** What an expression is in the page; undefined while the page is another's, or the expression throws. */
  async read<T>(expression: string): Promise<T | undefined> {
    const { result } = await this.ask('Runtime.evaluate', {
      expression: `(() => { try { return ${expression} } catch {} })()`,
      returnByValue: true,
    })
    return result?.value as T | undefined
  }

  /** What an expression in the page will be. @throws Error with what it threw. */
  async run<T>(expression: string): Promise<T> {
    const told = await this.ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
    if (told.exceptionDetails) throw new Error(JSON.stringify(told.exceptionDetails).slice(0, 500))
    return told.result.value as T
  }

  /** Draws as a screen of this size and theme does. */
  async screen(width: number, theme: 'light' | 'dark'): Promise<void> {
    await this.ask('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false })
    await this.ask('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] })
  }

  /** Waits until an expression is true in the page, or holds something. */
  async until<T>(expression: string): Promise<T> {
    return (await eventually(async () => (await this.read<T>(expression)) || undefined)) as T
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await ended
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10 })
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the protocol's own shapes
  private ask(method: string, params: object = {}): Promise<any> {
    this.asked += 1
    const id = this.asked
    const asked = { id, method, params, ...(this.session && { sessionId: this.session }) }
    const answer = new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      )
    })
    ;(this.child.stdio[3] as Writable).write(`${JSON.stringify(asked)}\0`)
    return answer
  }

  private hear({ id, method, params, ...told }: Told): void {
    if (id !== undefined) {
      this.waiting.get(id)?.(told)
      this.waiting.delete(id)
    }
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url as string)
    if (method === 'Runtime.exceptionThrown')
      this.complaints.push(JSON.stringify(params.exceptionDetails).slice(0, 500))
    if (method === 'Log.entryAdded' && params.entry.level === 'error')
      this.complaints.push(`${params.entry.text} ${params.entry.url ?? ''}`)
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') {
      this.complaints.push(
        params.args.map((arg: { value?: unknown; description?: string }) => arg.value ?? arg.description).join(' '),
      )
    }
  }
}
