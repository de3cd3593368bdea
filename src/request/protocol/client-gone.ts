import type { ServerResponse } from 'node:http'
import type { WideRead } from '../../database/connection.ts'

/** Tells work for a client that the client is gone. */
export type Gone = NonNullable<WideRead['gone']>

/** Aborted when the client of a response goes before it has its answer. */
class ClientGone implements Gone {
  aborted = false
  readonly #listeners = new Set<() => void>()

  addEventListener(_event: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_event: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }

  abort(): void {
    this.aborted = true
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener()
  }
}

/** What tells that the client of a response is gone; made at the first use. */
export const goneOf = (response: ServerResponse) => (): Gone => {
  const gone = new ClientGone()
  const check = (): void => void (response.writableFinished || gone.abort())
  if (response.destroyed) check()
  else response.once('close', check)
  return gone
}
