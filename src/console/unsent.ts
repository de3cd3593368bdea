import { signal } from '@preact/signals'

/** A write that found no connection: it waits with its key, so that it is done once however often it is sent. */
export interface Unsent {
  /** How it is let in: the agreement in which it was asked for. */
  entry: string
  method: string
  path: string
  /** As it goes over the wire. */
  text: string | undefined
  key: string | undefined
  /** When it was first sent, in milliseconds. */
  at: number
}

/** A write of this age asks before it is sent: what it was about may have changed, and its key ends after an hour. */
const OLD_MILLISECONDS = 50 * 60_000

/** Whether somebody has to say that a write is still meant. */
export const isOld = ({ at }: Unsent, now = Date.now()): boolean => now - at > OLD_MILLISECONDS

type Asked = Pick<Unsent, 'entry' | 'method' | 'path' | 'text'>

const isSame = (one: Asked, other: Asked): boolean =>
  one.entry === other.entry && one.method === other.method && one.path === other.path && one.text === other.text

/** The writes that wait for a connection, the first first. */
export function makeUnsent() {
  const list = signal<readonly Unsent[]>([])
  const without = (asked: Asked): readonly Unsent[] => list.value.filter((one) => !isSame(one, asked))

  /**
   * Keeps a write. One that is asked for again while it waits is the same one; one that could be done twice, as it has
   * no key, is not kept.
   * @returns whether it is kept.
   */
  function keep(one: Unsent): boolean {
    if (one.method === 'POST' && one.key === undefined) return false
    if (list.value.every((other) => !isSame(one, other))) list.value = [...list.value, one]
    return true
  }
  /** The key with which the same write was sent before. */
  const keyOf = (asked: Asked): string | undefined => list.value.find((one) => isSame(one, asked))?.key
  /** It was answered, or is no longer meant. */
  function drop(asked: Asked): void {
    const rest = without(asked)
    if (rest.length < list.value.length) list.value = rest
  }
  return { list, keep, keyOf, drop }
}
