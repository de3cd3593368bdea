import { parentPort } from 'node:worker_threads'
import { Unreadable } from './unreadable.ts'
import { compose, inspect, type Inspected } from './compose.ts'

/** What a thread is asked: to look a file through, or to make one PDF of several. */
export type Task = { inspect: Uint8Array } | { compose: readonly Uint8Array[] }

/** What it answers. The file comes back: it was lent, not copied. */
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

/** The buffers that go to the other side, and are gone from this one. */
function lent(outcome: Outcome): ArrayBuffer[] {
  const bytes = 'composed' in outcome ? outcome.composed : 'file' in outcome ? outcome.file : undefined
  return bytes && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []
}

parentPort?.on('message', (task: Task) => {
  void outcomeOf(task).then((outcome) => parentPort!.postMessage(outcome, lent(outcome)))
})
