import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Kills a child that has not ended this long after it was asked to. */
const PATIENCE_MILLISECONDS = 30_000

/** Everything to end or remove when the bench ends, for any reason. */
export class Closing {
  readonly #steps: (() => Promise<void>)[] = []
  #closed: Promise<void> | undefined

  /** Registers the close step before the opening is finished, because a signal may come earlier. */
  async opened<T>(opening: Promise<T>, close: (it: T) => Promise<void>): Promise<T> {
    this.add(() => opening.then(close, () => {}))
    return await opening
  }

  /** @throws Error when closing has begun: then nothing new may start. */
  add(step: () => Promise<void>): void {
    if (this.#closed) throw new Error('The bench is ending.')
    this.#steps.push(step)
  }

  /** Ends a child process at the latest when the bench ends. */
  child(child: ChildProcess): void {
    this.add(() => endChild(child))
  }

  /**
   * Closes everything, last opened first; only once, even when called again. Prints the failure of a step and goes on.
   */
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
