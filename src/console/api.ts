import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { Listed } from './books.ts'
import type { Amount } from './money.ts'
import { makeUnsent, type Unsent } from './unsent.ts'
import { parsed, textOf } from './wire.ts'

/** A request that this page sent, for the strip. */
export interface Sent {
  method: string
  path: string
  status: number
  /** When it began, in milliseconds since the page did. */
  began: number
  milliseconds: number
  trace: string | undefined
  body: string | undefined
  /** The fields of a form, a file by its name. */
  form?: readonly string[]
  isDry: boolean
}

/** One fault of a refused request. */
export interface Fault {
  errorCode: string
  message: string
  property?: string
  /** Of a booking: the voucher that it is about, and by how much that is off. */
  voucher?: { voucherNumber: number; difference?: Amount }
}

/** An answer that was no success, with every fault of it; status 0 where none came. */
export class Refusal extends Error {
  readonly status: number
  readonly faults: readonly Fault[]
  readonly trace: string | undefined

  constructor(status: number, message: string, faults: readonly Fault[], trace: string | undefined) {
    super(message)
    this.status = status
    this.faults = faults
    this.trace = trace
  }

  /** What to tell of it: its faults, or where it has none, what it says itself. */
  get told(): readonly Fault[] {
    return this.faults.length > 0 ? this.faults : [{ errorCode: '', message: this.message }]
  }

  /** What it tells, without codes. */
  get messages(): readonly string[] {
    return this.told.map(({ message }) => message)
  }
}

/** What to do with a refusal; every other error is thrown on. */
export const whenRefused =
  (act: (refusal: Refusal) => void) =>
  (error: unknown): void => {
    if (!(error instanceof Refusal)) throw error
    act(error)
  }

/** How requests are let in: the demo's tokens, or the cookie of a session for the agreement named. */
export type Entry = string

/** What a write gives besides its path. */
export interface Write {
  body?: unknown
  /** Files and fields, instead of a body. */
  form?: FormData
  isDry?: boolean
  key?: string
  /** The strip does not name it: it comes again and again by itself. */
  isQuiet?: boolean
  /** Without a connection it is kept, and sent when there is one. */
  mayWait?: boolean
  /** How it is let in; as the agreement that is shown, where nothing is said. */
  entry?: Entry
}

/** What a read has come to. */
export interface Reading<T> {
  data: T | undefined
  refusal: Refusal | undefined
  isLoading: boolean
}

/** The name under which the whole of a list is kept. */
const wholeOf = (path: string): string => `whole ${path}`

/** A form as curl takes it. */
const fieldsOf = (form: FormData): string[] =>
  [...form].map(([name, value]) => `${name}=${typeof value === 'string' ? value : `@${value.name}`}`)

/** The headers that let a request in. */
const entryHeaders = (entry: Entry): Record<string, string> =>
  entry === 'demo'
    ? { 'X-AppSecretToken': 'demo', 'X-AgreementGrantToken': 'demo' }
    : { 'Daybook-Console': '1', 'Daybook-Agreement': entry }

/** Reads a list by cursor to its end, as the first answer with all items. */
async function toEnd<T>(path: string, read: (path: string) => Promise<Listed<T>>): Promise<Listed<T>> {
  const first = await read(path)
  const items = [...first.items]
  for (let { cursor } = first; cursor !== undefined && cursor !== null;) {
    const next = await read(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`)
    items.push(...next.items)
    cursor = next.cursor
  }
  const { cursor: _, ...rest } = first
  return { ...rest, items }
}

/** What is sent, and what is noted of it. */
function makeWire() {
  const sent = signal<readonly Sent[]>([])
  const entry = signal<Entry>('demo')
  const silentSince = signal<Date | undefined>(undefined)

  async function send(
    method: string,
    path: string,
    { body, form, isDry = false, key, isQuiet = false, entry: of = entry.value }: Write = {},
  ): Promise<Response> {
    const text = textOf(body)
    const began = performance.now()
    const note = (status: number, trace?: string): void => {
      if (isQuiet) return
      const milliseconds = performance.now() - began
      const fields = form === undefined ? {} : { form: fieldsOf(form) }
      const one = { method, path, status, began, milliseconds, trace, body: text, isDry, ...fields }
      sent.value = [...sent.value.filter((before) => before.method !== 'GET' || before.path !== path), one].slice(-50)
    }
    const headers = {
      ...entryHeaders(of),
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(isDry ? { 'Daybook-Dry-Run': 'true' } : {}),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    }
    let response
    try {
      const sentBody = form ?? text
      response = await fetch(path, { method, headers, ...(sentBody === undefined ? {} : { body: sentBody }) })
    } catch {
      silentSince.value ??= new Date()
      note(0)
      throw new Refusal(0, 'offline', [], undefined)
    }
    silentSince.value = undefined
    note(response.status, response.headers.get('x-request-id') ?? undefined)
    if (!response.ok) throw await refusalOf(response)
    return response
  }

  async function json<T>(method: string, path: string, write?: Write): Promise<T> {
    const text = await (await send(method, path, write)).text()
    return (text === '' ? undefined : parsed(text)) as T
  }
  /** What has come to a list by cursor, all of it: asked again and again, and remembered nowhere. */
  const poll = async <T>(path: string): Promise<T[]> =>
    (await toEnd<T>(path, (one) => json('GET', one, { isQuiet: true }))).items
  return { sent, entry, silentSince, send, json, poll }
}

/** How long a dry run waits for that of somebody else, in milliseconds. */
const BUSY_MILLISECONDS = 1000
/** How long nothing may have been written or read, twice over, before what was asked ahead of a write is asked after it. */
const REST_MILLISECONDS = 100

const after = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Asks what writes would do. An agreement has one such question at a time, so they wait for each other, and for those of others.
 * A write waits for the question that is under way; a question that is not yet sent waits until the write has answered and what it
 * changed is read again. It goes unsent if nobody waits for it then: it was about how things stood before the write.
 * @param isReading whether something is being read.
 */
function makeTrials(json: ReturnType<typeof makeWire>['json'], isReading: () => boolean) {
  let begun = 0
  let ended = 0
  let underWay: Promise<unknown> = Promise.resolve()
  let asking: Promise<unknown> = Promise.resolve()

  async function rest(): Promise<void> {
    for (let rests = 0; rests < 2;) {
      await after(REST_MILLISECONDS)
      rests = begun > ended || isReading() ? 0 : rests + 1
    }
  }

  /** Sends a write when no question is under way. */
  async function write<T>(send: () => Promise<T>): Promise<T> {
    begun++
    try {
      await underWay
      return await send()
    } finally {
      ended++
    }
  }

  /** Asks what a write would do; undefined where nobody waited for it when it could be sent. */
  function tryOut<T>(method: string, path: string, body: unknown, isWanted: () => boolean): Promise<T | undefined> {
    const writes = ended
    const ask = async (left: number): Promise<T | undefined> => {
      if (begun > writes) await rest()
      if (!isWanted()) return undefined
      const answer = json<T>(method, path, { body, isDry: true })
      underWay = answer.catch(() => undefined)
      try {
        return await answer
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 429 || left === 0) throw error
        await after(BUSY_MILLISECONDS)
        return await ask(left - 1)
      }
    }
    const asked = asking.then(() => ask(4))
    asking = asked.catch(() => undefined)
    return asked
  }
  return { write, tryOut }
}

/** What a refusal says of a write that found no connection, and is kept. */
export const WAITS = 'waits'

/** Keeps writes that find no connection, and may wait for one. */
function makeKeeping({ json, entry }: ReturnType<typeof makeWire>, inTurn: ReturnType<typeof makeTrials>['write']) {
  const unsent = makeUnsent()

  /**
   * Sends a write to the agreement in which it was asked for, whichever is shown when it can be sent. One that may wait
   * is sent with the key that it had when it found no connection.
   */
  async function sendOrKeep<T>(method: string, path: string, what: Write): Promise<T> {
    const asked = { entry: what.entry ?? entry.value, method, path, text: textOf(what.body) }
    const key = unsent.keyOf(asked) ?? what.key
    const sent = { ...what, entry: asked.entry, ...(key === undefined ? {} : { key }) }
    try {
      const answer = await inTurn(() => json<T>(method, path, sent))
      unsent.drop(asked)
      return answer
    } catch (error) {
      if (!(error instanceof Refusal) || error.status > 0) unsent.drop(asked)
      else if (what.mayWait && unsent.keep({ ...asked, key, at: Date.now() }))
        throw new Refusal(0, WAITS, [], undefined)
      throw error
    }
  }
  return { unsent, sendOrKeep }
}

/** Whether a write may have changed what a path was answered: it is of that path, of one below it, or of one above it. */
const isTouched = (read: string, written: string): boolean =>
  read.startsWith(written) || written.startsWith(`${read.split('?')[0]!}/`)

/** A way to the service, with what it was answered. */
export function makeApi() {
  const wire = makeWire()
  const { sent, entry, silentSince, send, json, poll } = wire
  const generation = signal(0)
  const answered = new Map<string, { data: unknown; at: number }>()
  const underWay = new Map<string, Promise<unknown>>()
  const trials = makeTrials(json, () => underWay.size > 0)
  const { unsent, sendOrKeep } = makeKeeping(wire, trials.write)

  /** Reads a path, once however many ask at the same time. */
  async function read<T>(path: string): Promise<T> {
    let asked = underWay.get(path)
    if (!asked) {
      asked = json<T>('GET', path).finally(() => underWay.delete(path))
      underWay.set(path, asked)
    }
    const data = await asked
    answered.set(path, { data, at: Date.now() })
    return data as T
  }

  /** Reads a list by cursor to its end, and keeps it as one answer. */
  async function readAll<T>(path: string): Promise<T> {
    answered.set(wholeOf(path), { data: await toEnd(path, read<Listed<unknown>>), at: Date.now() })
    return known<T>(wholeOf(path))!
  }

  /** What a path was answered last, and not longer ago than some milliseconds. */
  function known<T>(path: string, within = Number.POSITIVE_INFINITY): T | undefined {
    const last = answered.get(path)
    return last && Date.now() - last.at <= within ? (last.data as T) : undefined
  }

  const write = async <T>(method: string, path: string, what: Write = {}): Promise<T> => {
    const answer = await (what.isDry ? json<T>(method, path, what) : sendOrKeep<T>(method, path, what))
    // What is written is read anew, however young it is, and so is what it is a part of.
    for (const [name, last] of answered) if (isTouched(name.replace('whole ', ''), path)) last.at = 0
    if (!what.isDry) generation.value++
    return answer
  }

  /** Forgets everything that was answered: another agreement is shown. */
  const forget = (): void => {
    answered.clear()
    underWay.clear()
  }
  return {
    sent,
    entry,
    generation,
    silentSince,
    send,
    read,
    readAll,
    poll,
    known,
    write,
    unsent,
    /** Sends what waited for a connection; it waits on where there is none. */
    sendAgain: ({ method, path, text, key, entry: of }: Unsent): Promise<unknown> =>
      write(method, path, { body: text, mayWait: true, entry: of, ...(key === undefined ? {} : { key }) }),
    tryOut: trials.tryOut,
    forget,
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const text = await response.text()
  try {
    const body = JSON.parse(text) as { detail?: string; message?: string; errors?: Fault[]; traceId?: string }
    const message = body.detail ?? body.message ?? response.statusText
    return new Refusal(response.status, message, body.errors ?? [], body.traceId)
  } catch {
    return new Refusal(response.status, response.statusText, [], response.headers.get('x-request-id') ?? undefined)
  }
}

/** The way to the service: every request of the console goes through it. */
export const api = makeApi()

/** How long master data (accounts, journals, the company) is taken as read, in milliseconds. */
const MASTER_MILLISECONDS = 60_000

/**
 * What a path is answered, and again after each write. Figures that are known already stand at once, and are read anew;
 * with `within` they are not, while they are no older than that. `isWhole` reads a list by cursor to its end.
 */
export function useRead<T>(path: string | undefined, within = 0, isWhole = false): Reading<T> {
  const [, show] = useState(0)
  const [refused, refuse] = useState<{ path: string; refusal: Refusal } | undefined>(undefined)
  const generation = api.generation.value
  const name = path === undefined ? undefined : isWhole ? wholeOf(path) : path
  useEffect(() => {
    if (path === undefined || (within > 0 && api.known(name!, within) !== undefined)) return
    let isWanted = true
    const read = isWhole ? api.readAll : api.read
    read(path).then(
      () => isWanted && (refuse(undefined), show((count) => count + 1)),
      whenRefused((refusal) => isWanted && refuse({ path, refusal })),
    )
    return () => {
      isWanted = false
    }
  }, [name, generation, within])
  const data = name === undefined ? undefined : api.known<T>(name)
  const refusal = refused && refused.path === path ? refused.refusal : undefined
  return { data, refusal, isLoading: path !== undefined && data === undefined && refusal === undefined }
}

/** Master data: a list is read to its end; not again for a minute. */
export const useMaster = <T>(path: string | undefined, isList = false): Reading<T> =>
  useRead<T>(path, MASTER_MILLISECONDS, isList)

/** A list by cursor, all of it. */
export const useWhole = <T>(path: string | undefined): Reading<T> => useRead<T>(path, 0, true)

/**
 * What a write would do, asked again when what is written, or the version of what it is about, changes. While it is
 * asked anew nothing is said: `useLast` keeps what was said before.
 * @param body undefined asks nothing.
 */
export function useTrial<T>(method: string, path: string, body: unknown, version: string): Reading<T> {
  const [told, tell] = useState<{ asked: string; data?: T; refusal?: Refusal } | undefined>(undefined)
  const asked = body === undefined ? undefined : `${path} ${JSON.stringify(body)} ${version}`
  useEffect(() => {
    if (asked === undefined) return
    let isWanted = true
    api
      .tryOut<T>(method, path, body, () => isWanted)
      .then(
        (data) => isWanted && tell({ asked, data: data! }),
        whenRefused((refusal) => isWanted && tell({ asked, refusal })),
      )
    return () => {
      isWanted = false
    }
  }, [asked])
  const own = told?.asked === asked ? told : undefined
  return { data: own?.data, refusal: own?.refusal, isLoading: asked !== undefined && own === undefined }
}
