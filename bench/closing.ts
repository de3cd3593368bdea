import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A child that has not ended by itself this long after it was asked to is killed. */
const PATIENCE_MILLISECONDS = 30_000

/** What has to be ended or removed when the bench ends, however it ends. */
export class Closing {
  readonly #steps: (() => Promise<void>)[] = []
  #closed: Promise<void> | undefined

  /** Notes at once how to close what is being opened: a signal may come before it is open. */
  async opened<T>(opening: Promise<T>, close: (it: T) => Promise<void>): Promise<T> {
    this.add(() => opening.then(close, () => {}))
    return await opening
  }

  /** @throws Error when everything is being closed already: nothing may be begun any more. */
  add(step: () => Promise<void>): void {
    if (this.#closed) throw new Error('The bench is ending.')
    this.#steps.push(step)
  }

  /** Ends a child process with the bench, at the latest. */
  child(child: ChildProcess): void {
    this.add(() => endChild(child))
  }

  /** Closes everything, last opened first; once, however often it is called. A step that fails is told, not thrown. */
  close(): Promise<void> {
    this.#closed ??= this.#run()
    return this.#closed
  }

  async #run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: Error) => process.stderr.write(`while closing: ${error.message}\n`))
    }
  }
}

/** Asks a child to end and waits for it. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLISECONDS)
  await exit
  clearTimeout(late)
}
