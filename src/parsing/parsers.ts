import { ApiError } from '../errors/catalogue.ts'
import { PARSER_IDLE_MILLISECONDS, PARSERS, PARSING_QUEUE_MAX, PARSING_QUEUE_MAX_OF_AGREEMENT } from '../limits.ts'
import type { Job } from './job.ts'
import { Ended, NoParser, Parser } from './parser.ts'

/** What cannot be done while no parser starts, where a job is about no file. */
const UNSTARTED: Readonly<Record<string, string>> = {
  suggestions: 'What lines of the bank may belong to cannot be worked out at the moment.',
  sure: 'What lines of the bank surely belong to cannot be worked out at the moment.',
}

/** A job in the queue. */
interface Waiting {
  agreement: number
  room: string
  begin(parser: Parser): Promise<unknown>
}

/** Told of each parser that ended amid a job, or did not start. */
export type Observer = (of: { agreement: number; room: string; kind: string; reason: string }) => void

/**
 * Processes that parse what others have sent, so that neither the work nor the end of one harms a request. There are
 * few of them, and an agreement uses one at a time. Memory and time of each are limited: a file that exceeds a limit is
 * refused, its parser ends, and the next file gets another. Parsers start when there is work, or soon will be, and end
 * when there is none for a while. None outlives this process.
 */
export class Parsers {
  /** Told of parsers that do not survive. */
  observe: Observer = () => {}
  /** Starts a parser, in a test another program. */
  start: (room: string) => Parser
  readonly #idle: Parser[] = []
  readonly #waiting: Waiting[] = []
  readonly #busy = new Map<number, Parser>()
  #timer: NodeJS.Timeout | undefined

  constructor(start = (room: string): Parser => new Parser(room)) {
    this.start = start
  }

  /** Starts a parser for a job of the room that will come soon, unless one is there. */
  prepare(room: string): void {
    if (this.#idle.some(({ isAlive }) => isAlive) || this.#busy.size >= PARSERS) return
    this.#rest(this.start(room))
  }

  /**
   * Has a parser do a job.
   * @throws Unreadable when the file is refused, or ended its parser; ApiError 503 when too many jobs wait, or no
   * parser starts.
   */
  async run<Result>(agreement: number, job: Job<Result>): Promise<Result> {
    if (this.#isFull(agreement)) throw unavailable('Too many files wait to be read; this one was not.')
    const { room, kind } = job
    try {
      return await new Promise<Result>((resolve, reject) => {
        const begin = (parser: Parser): Promise<void> => parser.run(job).then(resolve, reject)
        this.#waiting.push({ agreement, room, begin })
        this.#next()
      })
    } catch (error) {
      if (!(error instanceof Ended || error instanceof NoParser)) throw error
      this.observe({ agreement, room, kind, reason: 'reason' in error ? error.reason : error.message })
      throw error instanceof Ended
        ? error
        : unavailable(UNSTARTED[kind] ?? 'Files cannot be read at the moment; this one was not.')
    }
  }

  /** Ends all parsers. A job under way is refused; a later one starts a parser again. */
  close(): void {
    for (const parser of [...this.#idle.splice(0), ...this.#busy.values()]) parser.end()
  }

  /** The processes of all parsers. */
  get pids(): number[] {
    return [...this.#idle, ...this.#busy.values()].flatMap(({ isAlive, pid }) => (isAlive && pid ? [pid] : []))
  }

  /** No agreement takes the whole queue, so none is refused for the many jobs of another. */
  #isFull(agreement: number): boolean {
    const own = this.#waiting.filter((job) => job.agreement === agreement).length
    return own >= PARSING_QUEUE_MAX_OF_AGREEMENT || this.#waiting.length >= PARSING_QUEUE_MAX
  }

  /** Begins the oldest waiting jobs whose agreements have no parser. */
  #next(): void {
    while (this.#busy.size < PARSERS) {
      const at = this.#waiting.findIndex(({ agreement }) => !this.#busy.has(agreement))
      if (at < 0) return
      const [job] = this.#waiting.splice(at, 1)
      void this.#begin(job!, this.#rested() ?? this.start(job!.room))
    }
  }

  async #begin({ agreement, begin }: Waiting, parser: Parser): Promise<void> {
    this.#busy.set(agreement, parser)
    await begin(parser)
    this.#busy.delete(agreement)
    if (parser.isAlive) this.#rest(parser)
    this.#next()
  }

  /** An idle parser. */
  #rested(): Parser | undefined {
    for (let parser = this.#idle.pop(); parser; parser = this.#idle.pop()) if (parser.isAlive) return parser
    return undefined
  }

  #rest(parser: Parser): void {
    this.#idle.push(parser)
    clearTimeout(this.#timer)
    const end = (): void => this.#idle.splice(0).forEach((one) => one.end())
    this.#timer = setTimeout(end, PARSER_IDLE_MILLISECONDS).unref()
  }
}

const unavailable = (message: string): ApiError =>
  new ApiError({ code: 'Unavailable', property: 'request', message }, { 'retry-after': '1' })

/** The parsers of this process. */
export const parsers = new Parsers()
