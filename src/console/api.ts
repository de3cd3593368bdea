import { type ReadonlySignal, signal } from '@preact/signals'
import { makeAnswers } from './answers.ts'
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
  const { ask, known, turn, forget, isAsking } = makeAnswers()
  const trials = makeTrials(send, isAsking)
  const { unsent, sendOrKeep } = makeKeeping(sender, trials.write)

  /** Reads a path, once however many ask at the same time. */
  const read = <T>(path: string, isLasting = false): Promise<T> => ask(path, () => send<T>('GET', path), isLasting)

  /** Reads a list by cursor to its end, and keeps it as one answer. */
  const readAll = <T>(path: string, isLasting = false): Promise<T> => {
    const part = (one: string): Promise<Listed<unknown>> => read(one, isLasting)
    return ask(wholeOf(path), async () => (await toEnd(path, part)) as T, isLasting)
  }

  /** What is shown is asked anew, and answered as things are from now on. */
  function turned(isOutdated: (name: string) => boolean): void {
    turn(isOutdated)
    generation.value++
  }

  /** Writes; one that is only tried waits its turn among the others that are. */
  const write = async <T>(method: string, path: string, what: Write = {}): Promise<T> => {
    if (what.isDry) return (await trials.tryOut<T>(method, path, what, () => true))!
    const answer = await sendOrKeep<T>(method, path, what)
    if (!what.isLast) turned((name) => isOutdated(name.replace('whole ', ''), method, path))
    return answer
  }

  return {
    sent,
    entry,
    /** Counts how often what is shown was asked anew. */
    generation: generation as ReadonlySignal<number>,
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
    /** Something may have changed elsewhere: what is shown is asked anew, unless it lasts. */
    again: (): void => turned(() => false),
    forget,
  }
}

/** The way to the service: every request of the console goes through it. */
export const api = makeApi()
