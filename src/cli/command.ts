import { constants } from 'node:os'
import type { Config } from '../config.ts'

/** An option of a command. */
export interface Option {
  /** The value's name in the help, such as `NAME`. An option without it takes no value: it is there or not. */
  value?: string
  summary: string
  required?: true
}

/** A checked command line: required options and arguments are there, unknown ones are not. */
export interface Input {
  options: Readonly<Record<string, string>>
  arguments: readonly string[]
  /** Whether the answer is for programs. */
  isJson: boolean
  config: Config
}

/** The answer of a command: `json` with --json; else `text`, or the fields of `json`, one a line. */
export interface Output {
  json: Readonly<Record<string, unknown>>
  text?: string
  /** A remark for stderr: stdout stays what programs read. */
  notice?: string
  /** The command ran, and its answer is bad news: exit code 1, the text on stderr. */
  failed?: true
}

/** One command of the command line: how it is called, and what it does. */
export interface Command {
  /** The words that call it, such as `agreement create`. */
  name: string
  summary: string
  /** Names of its positional arguments, such as `FILE`. */
  arguments: readonly string[]
  options: Readonly<Record<string, Option>>
  /** Undefined: nothing to say. */
  run(input: Input): Promise<Output | undefined>
}

/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {}

/** The program cannot do its work on this machine; the message says why and what to do, and holds no password. */
export class StartError extends Error {}

/** Signals that ask a program to end: Ctrl-C, a service manager, a terminal that closes. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends the program as the signal would have: shells and service managers read 128 plus its number. */
export function exitBy(signal: NodeJS.Signals): never {
  process.exit(128 + constants.signals[signal])
}

/** A repeat within this time is the same signal: under npm, Ctrl-C comes from the terminal and from npm. */
const SAME_SIGNAL_MILLISECONDS = 1000

/**
 * Calls `first` at the first signal that asks the program to end, and `again` at one that comes later than a repeat of
 * it.
 * @returns what stops listening to signals.
 */
export function onEndSignals(
  first: (signal: NodeJS.Signals) => void,
  again: (signal: NodeJS.Signals) => void = exitBy,
): () => void {
  let at: number | undefined
  const receive = (signal: NodeJS.Signals): void => {
    if (at === undefined) {
      at = performance.now()
      first(signal)
    } else if (performance.now() - at > SAME_SIGNAL_MILLISECONDS) again(signal)
  }
  for (const signal of END_SIGNALS) process.on(signal, receive)
  return () => {
    for (const signal of END_SIGNALS) process.off(signal, receive)
  }
}

/** How long a service may take to end. The bounds of requests under way, deliveries and connections fit into it. */
const END_MILLISECONDS = 30_000
/** The same for one that is still starting, or runs a command: the end of its connections undoes its work. */
const END_EARLY_MILLISECONDS = 3_000
/** The same with the embedded database, which may have much to write. */
const END_EMBEDDED_MILLISECONDS = 90_000

/** Ends the program by the signal if it does not end by itself in time: a hanging database must not hold it. */
export function endInTime(
  signal: NodeJS.Signals,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  isServing: boolean,
): void {
  const milliseconds =
    databaseUrl === undefined ? END_EMBEDDED_MILLISECONDS : isServing ? END_MILLISECONDS : END_EARLY_MILLISECONDS
  setTimeout(() => exitBy(signal), milliseconds).unref()
}

/** The items of `A,B`. */
export function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** @throws UsageError, saying `otherwise`, unless the text is a number that identifies something. */
export function numbered(text: string, otherwise: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(otherwise)
  return Number(text)
}

/** @throws UsageError unless the option's text is a number from 1 to `max`. */
export function countOf(option: string, text: string, max: number): number {
  const otherwise = `--${option} is '${text}'; give a whole number from 1 to ${max}.`
  const count = numbered(text, otherwise)
  if (count > max) throw new UsageError(otherwise)
  return count
}

/** Undefined where the option is not given. @throws UsageError unless its text is yes or no. */
export function yesOrNo(option: string, text: string | undefined): boolean | undefined {
  if (text !== undefined && text !== 'yes' && text !== 'no') {
    throw new UsageError(`--${option} is '${text}'; give yes or no.`)
  }
  return text === undefined ? undefined : text === 'yes'
}

/** @throws UsageError unless the option's text is a number such as agreements, apps and grants have. */
export function identifier(option: string, text: string): number {
  return numbered(text, `--${option} is '${text}'; give a number.`)
}

/** The moment that a text names; a day is the moment that it begins with. @throws UsageError */
export function momentOf(option: string, text: string): string {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10))
  if (!isDay) throw new UsageError(`--${option} is '${text}'; give a time such as 2027-01-31T08:00:00Z.`)
  return new Date(time).toISOString()
}

/** @throws UsageError unless the option's text is a day such as 2026-01-31. */
export function dayOf(option: string, text: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  if (!date || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    throw new UsageError(`--${option} is '${text}'; give a date such as 2026-01-31.`)
  }
  return text
}
