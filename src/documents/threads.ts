import { Worker } from 'node:worker_threads'
import {
  PDF_IDLE_MILLISECONDS,
  PDF_MILLISECONDS_MAX,
  PDF_QUEUE_MAX,
  PDF_QUEUE_MAX_OF_AGREEMENT,
  PDF_THREAD_MEGABYTES,
  PDF_THREADS,
} from '../limits.ts'
import { ApiError } from '../errors/catalogue.ts'
import { Unreadable } from './unreadable.ts'
import type { Inspected } from './compose.ts'
import type { Outcome, Task } from './thread.ts'

interface Job {
  agreement: number
  task: Task
  lent: ArrayBuffer[]
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * Threads that read and make PDFs, so that this work delays no request. There are few of them, and an agreement uses one at a time. Memory and time
 * of each are limited: a job that exceeds a limit is refused and its thread ended. Threads start when there is work, and end when there is none.
 */
export class PdfThreads {
  private readonly idle: Worker[] = []
  private readonly waiting: Job[] = []
  private readonly busy = new Set<number>()
  private timer: NodeJS.Timeout | undefined

  /** Inspects a file; its buffer moves to the thread and back. @throws Unreadable, or ApiError 503 when too many jobs wait. */
  async inspect(agreement: number, file: Uint8Array<ArrayBuffer>): Promise<{ inspected: Inspected; file: Uint8Array }> {
    const outcome = await this.run(agreement, { inspect: file }, [file.buffer])
    return outcome as Extract<Outcome, { inspected: Inspected }>
  }

  /** Makes one PDF of the files, whose buffers are gone afterwards. @throws Unreadable, or ApiError 503 when too many jobs wait. */
  async compose(agreement: number, files: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
    const lent = files.map(({ buffer }) => buffer)
    const outcome = await this.run(agreement, { compose: files }, lent)
    return (outcome as Extract<Outcome, { composed: Uint8Array }>).composed
  }

  private async run(agreement: number, task: Task, lent: ArrayBuffer[]): Promise<Outcome> {
    if (this.isFull(agreement)) {
      const message = 'Too many documents wait to be read; this one was not.'
      throw new ApiError({ code: 'Unavailable', property: 'request', message }, { 'retry-after': '1' })
    }
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      this.waiting.push({ agreement, task, lent, resolve, reject })
      this.next()
    })
    if ('unreadable' in outcome) throw new Unreadable(outcome.unreadable)
    return outcome
  }

  /** No agreement takes the whole queue, so none is refused for the many jobs of another. */
  private isFull(agreement: number): boolean {
    const own = this.waiting.filter((job) => job.agreement === agreement).length
    return own >= PDF_QUEUE_MAX_OF_AGREEMENT || this.waiting.length >= PDF_QUEUE_MAX
  }

  /** Begins the oldest waiting job whose agreement has no thread. */
  private next(): void {
    const at = this.waiting.findIndex(({ agreement }) => !this.busy.has(agreement))
    if (at < 0 || this.busy.size >= PDF_THREADS) return
    const [job] = this.waiting.splice(at, 1)
    this.begin(job!, this.idle.pop() ?? newThread())
    this.next()
  }

  private begin(job: Job, thread: Worker): void {
    this.busy.add(job.agreement)
    thread.ref()
    const end = (isReusable: boolean): void => {
      clearTimeout(late)
      thread.off('message', done).off('error', failed)
      this.busy.delete(job.agreement)
      if (isReusable) this.rest(thread)
      else this.discard(thread)
      this.next()
    }
    const done = (outcome: Outcome): void => {
      end(true)
      job.resolve(outcome)
    }
    const failed = (error: { code?: string }): void => {
      end(false)
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      job.reject(isTooLarge ? new Unreadable('It takes too much memory to read.') : error)
    }
    const late = setTimeout(() => {
      end(false)
      job.reject(new Unreadable('It takes too long to read.'))
    }, PDF_MILLISECONDS_MAX)
    thread.on('message', done).on('error', failed)
    thread.postMessage(job.task, job.lent)
  }

  private rest(thread: Worker): void {
    thread.unref()
    this.idle.push(thread)
    clearTimeout(this.timer)
    this.timer = setTimeout(
      () => this.idle.splice(0).forEach((one) => this.discard(one)),
      PDF_IDLE_MILLISECONDS,
    ).unref()
  }

  private discard(thread: Worker): void {
    // Ignores errors of a thread that is ending.
    thread.on('error', () => {})
    void thread.terminate()
  }
}

/** Starts a thread: in the compiled program from a file beside this one, in sources from TypeScript. */
function newThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: PDF_THREAD_MEGABYTES }
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./pdf-thread.js', import.meta.url), { resourceLimits })
  const source = new URL('./thread.ts', import.meta.url).href
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import('${source}')))`
  return new Worker(load, { resourceLimits, eval: true })
}

/** The threads of this process. */
export const threads = new PdfThreads()
