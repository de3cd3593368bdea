import { signal } from '@preact/signals'
import type { Listed } from './books.ts'
import { mayCount, turnsAll } from './counts.ts'
import { Refusal } from './refusal.ts'
import { makeSending, type Sender, toEnd, type Write } from './sending.ts'
import { makeTrials, type Trials } from './trials.ts'
import { makeUnsent, type Unsent } from './unsent.ts'
import { textOf } from './wire.ts'

/** What a refusal says of a write that found no connection, and is kept. */
export const WAITS = 'waits'

/** Keeps writes that find no connection, and may wait for one. */
function makeKeeping({ send, entry }: Sender, inTurn: Trials['write']) {
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
      const answer = await inTurn(() => send<T>(method, path, sent))
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

/** The name under which the whole of a list is kept. */
export const wholeOf = (path: string): string => `whole ${path}`

/**
 * Whether a write may have changed what a path was answered: it is of that path, of one below it, or of one above it.
 */
const isTouched = (read: string, written: string): boolean =>
  read.startsWith(written) || written.startsWith(`${read.split('?')[0]!}/`)

/** Whether a write makes read anew what a path was answered, however young that is. */
const isOutdated = (read: string, method: string, written: string): boolean =>
  isTouched(read, written) || turnsAll(written) || mayCount(read, method, written)

/** A way to the service, with what it was answered. */
export function makeApi() {
  const sender = makeSending()
  const { sent, entry, silentSince, heardAt, send, file, poll } = sender
  const generation = signal(0)
  const answered = new Map<string, { data: unknown; at: number }>()
  const underWay = new Map<string, Promise<unknown>>()
  const trials = makeTrials(send, () => underWay.size > 0)
  const { unsent, sendOrKeep } = makeKeeping(sender, trials.write)

  /** Reads a path, once however many ask at the same time. */
  async function read<T>(path: string): Promise<T> {
    let asked = underWay.get(path)
    if (!asked) {
      asked = send<T>('GET', path).finally(() => underWay.delete(path))
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

  /** Writes; one that is only tried waits its turn among the others that are. */
  const write = async <T>(method: string, path: string, what: Write = {}): Promise<T> => {
    if (what.isDry) return (await trials.tryOut<T>(method, path, what, () => true))!
    const answer = await sendOrKeep<T>(method, path, what)
    if (what.isLast) return answer
    for (const [name, last] of answered) if (isOutdated(name.replace('whole ', ''), method, path)) last.at = 0
    generation.value++
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
    heardAt,
    file,
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

/** The way to the service: every request of the console goes through it. */
export const api = makeApi()
