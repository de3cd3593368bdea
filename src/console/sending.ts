import { signal } from '@preact/signals'
import { Daybook, DaybookError, type Method } from '../client/client.ts'
import type { Listed } from './books.ts'
import { refusalOf } from './refusal.ts'
import { exact, textOf } from './wire.ts'
import { worded } from './worded.ts'

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
  /** The fault that the sandbox ordered for it. */
  ordered?: string | undefined
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
  /** Nothing of this agreement is read after it: another one comes. */
  isLast?: boolean
  /** How it is let in; as the agreement that is shown, where nothing is said. */
  entry?: Entry
}

/** A form as curl takes it. */
const fieldsOf = (form: FormData): string[] =>
  [...form].map(([name, value]) => `${name}=${typeof value === 'string' ? value : `@${value.name}`}`)

/** The headers that let a request in. */
const entryHeaders = (entry: Entry): Record<string, string> =>
  entry === 'demo'
    ? { 'X-AppSecretToken': 'demo', 'X-AgreementGrantToken': 'demo' }
    : { 'Daybook-Console': '1', 'Daybook-Agreement': entry }

/** Reads a list by cursor to its end, as the first answer with all items. */
export async function toEnd<T>(path: string, read: (path: string) => Promise<Listed<T>>): Promise<Listed<T>> {
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

/** What a write gives, and how its answer is read. */
interface Sending extends Write {
  /** As the bytes that came: a file. */
  as?: 'blob'
}

/** What is sent, and what is noted of it. */
export function makeSending() {
  const sent = signal<readonly Sent[]>([])
  const entry = signal<Entry>('demo')
  const silentSince = signal<Date | undefined>(undefined)
  /** When the service was heard last. */
  const heardAt = signal<Date | undefined>(undefined)
  const hear = (): void => {
    silentSince.value = undefined
    heardAt.value = new Date()
  }
  // Nothing is sent again unasked: the page shows each request, and what waits for a connection.
  const daybook = new Daybook({ url: '', retries: 0, json: exact })

  async function send<T>(method: string, path: string, given: Sending = {}): Promise<T> {
    const { body, form, isDry = false, key, isQuiet = false, as, entry: of = entry.value } = given
    const text = textOf(body)
    const began = performance.now()
    const note = (status: number, trace?: string, ordered?: string): void => {
      if (isQuiet) return
      const milliseconds = performance.now() - began
      const fields = form === undefined ? {} : { form: fieldsOf(form) }
      const one = { method, path, status, began, milliseconds, trace, body: text, isDry, ordered, ...fields }
      sent.value = [...sent.value.filter((before) => before.method !== 'GET' || before.path !== path), one].slice(-50)
    }
    const headers = {
      ...entryHeaders(of),
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(isDry ? { 'Daybook-Dry-Run': 'true' } : {}),
    }
    try {
      const answer = await daybook.send<T>(method as Method, path, {
        body: form ?? text,
        headers,
        idempotencyKey: key,
        as,
      })
      hear()
      note(answer.status, answer.requestId || undefined, answer.orderedFault)
      return answer.body
    } catch (error) {
      if (!(error instanceof DaybookError)) throw error
      if (error.status > 0) hear()
      else silentSince.value ??= new Date()
      note(error.status, error.requestId || undefined, error.orderedFault)
      throw await worded(refusalOf(error))
    }
  }

  /** What has come to a list by cursor, all of it: asked again and again, and remembered nowhere. */
  const poll = async <T>(path: string): Promise<T[]> =>
    (await toEnd<T>(path, (one) => send('GET', one, { isQuiet: true }))).items
  /** A file: its bytes as they came. */
  const file = (path: string): Promise<Blob> => send('GET', path, { as: 'blob' })
  return { sent, entry, silentSince, heardAt, send, file, poll }
}

/** What sends. */
export type Sender = ReturnType<typeof makeSending>
