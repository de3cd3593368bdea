import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  PARSER_HEAP_MEGABYTES,
  PARSER_MEGABYTES_MAX,
  PARSER_MILLISECONDS_MAX,
  PARSER_START_MILLISECONDS_MAX,
} from '../limits.ts'
import type { Job } from './job.ts'
import { whenLate } from './late.ts'
import { ANSWERS, buffersOf, type Message, MessageReader } from './message.ts'
import { TOO_MUCH, Unreadable } from './unreadable.ts'

/** A parser that could not be started: nobody's file is to blame. */
export class NoParser extends Error {}

/** A parser that ended, or was ended, amid a job; the reason is for the log. */
export class Ended extends Unreadable {
  readonly reason: string

  constructor(sentence: string, reason: string) {
    super(sentence)
    this.reason = reason
  }
}

const TOO_LONG = 'It takes too long to read.'
const UNREAD = 'It cannot be read.'
/** Why a process ends by these signals: its guard and the system send the first two, V8 gives up with the others. */
const SENTENCES: Readonly<Record<string, string>> = {
  SIGXCPU: TOO_LONG,
  SIGKILL: TOO_MUCH,
  SIGABRT: TOO_MUCH,
  SIGTRAP: TOO_MUCH,
  SIGILL: TOO_MUCH,
}

/**
 * A process that parses. It has no environment and no open file or connection of the service's, only pipes to it. The
 * system limits its memory (its data, not its addresses: V8 reserves far more of those than it uses), writes no core of
 * it, and ends it first when memory runs out.
 */
export class Parser {
  readonly #child: ChildProcess
  readonly #streams: Socket[]
  readonly #reader: MessageReader
  readonly #ready: Promise<void>
  #answered: (answer: Message) => void = () => {}
  #ended: (error: Error) => void = () => {}
  #error: Error | undefined

  /** @param command the command line of the process, in a test that of another program. */
  constructor(room: string, [command, ...words] = commandOf(room)) {
    this.#child = spawn(command!, words, {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      windowsHide: true,
    })
    this.#streams = [this.#child.stdin as Socket, this.#child.stdio[ANSWERS] as Socket]
    this.#reader = new MessageReader((answer) => this.#answered(answer))
    // The end of the process tells of a broken pipe, too.
    for (const stream of this.#streams) stream?.on('error', () => {})
    this.#streams[1]?.on('data', (chunk: Buffer) => this.#take(chunk))
    // One that cannot answer any more is of no use; one that has ended already keeps its own reason.
    this.#streams[1]?.on('end', () => this.#child.kill('SIGKILL'))
    this.#child.on('error', (error) => this.#fail(new NoParser(error.message)))
    this.#child.on('close', (code, signal) => {
      this.#fail(new Ended(SENTENCES[signal ?? ''] ?? UNREAD, `it ended with ${signal ?? `exit code ${code}`}`))
    })
    this.#ready = this.#started()
    // A job that comes later learns of it.
    this.#ready.catch(() => {})
    this.#unref()
  }

  /** Its process. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether it can take another job. */
  get isAlive(): boolean {
    return this.#error === undefined
  }

  /**
   * Has it do a job. Whatever error there is, the parser has ended or is to be ended, unless it refused the file in
   * words.
   * @throws Unreadable when the file is refused, Ended when the parser did not survive it, NoParser when it never
   * started.
   */
  async run<Result>(job: Job<Result>): Promise<Result> {
    for (const one of [this.#child, ...this.#streams]) one.ref()
    try {
      await this.#ready
      this.#reader.bytesMax = job.answerBytesMax
      const { room, kind, asked, files, cpuMilliseconds } = job
      const answering = this.#next(PARSER_MILLISECONDS_MAX, new Ended(TOO_LONG, 'it was silent for too long'))
      for (const buffer of buffersOf({ facts: { room, kind, asked, cpuMilliseconds }, files }))
        this.#streams[0]!.write(buffer)
      return this.#resultOf(job, await answering)
    } finally {
      this.#unref()
    }
  }

  #resultOf<Result>(job: Job<Result>, answer: Message): Result {
    const { facts } = answer
    const told = (facts ?? {}) as { done?: unknown; unreadable?: unknown; failed?: unknown }
    if (typeof told.unreadable === 'string') throw new Unreadable(told.unreadable.slice(0, 500))
    const result = told.failed === undefined ? job.resultOf({ ...answer, facts: told.done }) : undefined
    if (result !== undefined) return result
    const error = new Ended(UNREAD, typeof told.failed === 'string' ? told.failed : 'its answer was none')
    this.#fail(error)
    throw error
  }

  /** Ends it at once. */
  end(): void {
    this.#fail(new Ended(UNREAD, 'it was ended'))
  }

  async #started(): Promise<void> {
    const late = new NoParser('It did not start in time.')
    const { facts } = await this.#next(PARSER_START_MILLISECONDS_MAX, late).catch((error: Error) => {
      this.#error = error instanceof NoParser ? error : new NoParser((error as Ended).reason)
      throw this.#error
    })
    if ((facts as { isReady?: unknown } | null)?.isReady !== true) this.#fail(new NoParser('It is no parser.'))
    if (this.#error) throw this.#error
  }

  /**
   * The next message.
   * @throws `late` when none comes in time, not counting what the parser waits for a processor, and what ends it.
   */
  async #next(milliseconds: number, late: Error): Promise<Message> {
    if (this.#error) throw this.#error
    const endWatch = whenLate(this.pid, milliseconds, () => this.#fail(late))
    try {
      return await new Promise<Message>((resolve, reject) => {
        this.#answered = (answer) => {
          // From now on it says what nobody asked, also with the same bytes.
          this.#answered = () => this.#fail(new Ended(UNREAD, 'it said more than it was asked'))
          resolve(answer)
        }
        this.#ended = reject
      })
    } finally {
      endWatch()
    }
  }

  #take(chunk: Buffer): void {
    if (this.#error) return
    try {
      this.#reader.push(chunk)
    } catch (error) {
      this.#fail(new Ended(UNREAD, (error as Error).message))
    }
  }

  #fail(error: Error): void {
    if (this.#error) return
    this.#error = error
    this.#child.kill('SIGKILL')
    for (const stream of this.#streams) stream?.destroy()
    this.#ended(error)
  }

  /** A parser without a job holds no process that wants to end. */
  #unref(): void {
    for (const one of [this.#child, ...this.#streams]) one?.unref()
  }
}

const SHELL = '/bin/sh'
/**
 * What V8 of Node 24 reserves for each thread with JavaScript, in MiB. It touches hardly any of it, but all of it
 * counts as data (`VmData`).
 */
const RESERVED_MEGABYTES = Number.parseInt(process.versions.node, 10) >= 24 ? 512 : 0
/** The threads of a parser: its own, and its guard. From sources the loader has one, too. */
const THREADS = 2
/**
 * What the system limits: cores, data in KiB; and what it ends first when memory runs out. A limit that it does not
 * have is left out.
 */
const limited = (threads: number): string =>
  `ulimit -c 0; ulimit -d ${(PARSER_MEGABYTES_MAX + threads * RESERVED_MEGABYTES) * 1024}; ` +
  `echo 1000 > /proc/self/oom_score_adj; exec "$0" "$@"`

/**
 * The command line of a parser: compiled, of the file beside this one; in sources, of TypeScript; in a test of another
 * program.
 * @param isCompiled whether that program needs no loader.
 */
export function commandOf(room: string, program?: string, isCompiled = !import.meta.url.endsWith('.ts')): string[] {
  const path = program ?? fileURLToPath(new URL(isCompiled ? './parser.js' : '../parser.ts', import.meta.url))
  const loader = isCompiled ? [] : ['--import', createRequire(import.meta.url).resolve('tsx')]
  // V8's own threads would compete with requests for the processor.
  const flags = ['--v8-pool-size=0', `--max-old-space-size=${PARSER_HEAP_MEGABYTES}`, '--max-semi-space-size=16']
  const words = [process.execPath, ...flags, ...loader, path, String(process.pid), room]
  return existsSync(SHELL) ? [SHELL, '-c', limited(isCompiled ? THREADS : THREADS + 1), ...words] : words
}
