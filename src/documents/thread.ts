import { parentPort } from 'node:worker_threads'
import { Unreadable } from './unreadable.ts'
import { compose, inspect, type Inspected } from './compose.ts'

/** A task for a thread: to inspect a file, or to make one PDF of several files. */
export type Task = { inspect: Uint8Array } | { compose: readonly Uint8Array[] }

/** The answer of a thread. It returns the file, which was transferred, not copied. */
export type Outcome = { inspected: Inspected; file: Uint8Array } | { composed: Uint8Array } | { unreadable: string }

async function outcomeOf(task: Task): Promise<Outcome> {
  try {
    if ('compose' in task) return { composed: await compose(task.compose) }
    return { inspected: await inspect(task.inspect), file: task.inspect }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
}

/** The buffers to transfer; this thread loses them. */
function lent(outcome: Outcome): ArrayBuffer[] {
  const bytes = 'composed' in outcome ? outcome.composed : 'file' in outcome ? outcome.file : undefined
  return bytes && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []
}

parentPort?.on('message', (task: Task) => {
  void outcomeOf(task).then((outcome) => parentPort!.postMessage(outcome, lent(outcome)))
})
