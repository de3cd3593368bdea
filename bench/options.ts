import { parseArgs } from 'node:util'

/** The options of the command line. */
export interface Options {
  /** Only the figures of the goals, at 16 clients, so that a run takes under two minutes. */
  quick: boolean
  /** Measured seconds of each figure, for each number of clients and each column. */
  seconds: number
  /** Draft entries loaded, and at least as many booked entries. */
  entries: number
  /** The one figure to measure; undefined for all. */
  only: string | undefined
  /** Where to write the figures as JSON. */
  json: string | undefined
}

/** The options of `growth`. */
export interface GrowthOptions {
  /** Booked entries in one agreement, ascending. */
  sizes: readonly number[]
  /** Agreements in the second round. */
  agreements: number
  /** The folder of the document and the picture. */
  to: string
}

/** The command line is invalid; the message says what is valid. */
export class OptionError extends Error {}

/** The fewest entries that every figure can be measured on: a cursor page has 1,000. */
const ENTRIES_MIN = 2000
const USAGE = `npm run bench -- [--quick] [--seconds N] [--entries N] [--only NAME] [--json FILE]
npm run bench -- growth [--sizes 1000,100000,…] [--agreements N] [--to FOLDER]
npm run bench -- saf-t [--megabytes N]
npm run bench -- neighbours [--entries N] [--seconds N]
npm run bench -- isolation [--entries N] [--rounds N] [--only NAME]
npm run bench -- subscriptions [--subscribers N]
npm run bench -- approvals
npm run bench -- bank [--lines N] [--entries N]
npm run bench -- search [--entries N]
npm run bench -- uploads [--seconds N]
npm run bench -- console
npm run bench -- dimensions [--rounds N]
npm run bench -- distributed [--rounds N] [--seconds N] [--only NAME] [--to FOLDER]
npm run bench -- webhooks [--agreements N] [--seconds N] [--webhooks N]
npm run bench -- week [--agreements N] [--minutes N] [--to FOLDER]`

/**
 * Reads the command line.
 * @param names the names of all figures.
 * @throws OptionError
 */
export function readOptions(words: readonly string[], names: readonly string[]): Options {
  const { quick = false, seconds, entries, only, json } = parse(words)
  onlyOf(names, only)
  return {
    quick,
    seconds: wholeNumber('seconds', seconds ?? (quick ? '3' : '5'), 1, 600),
    entries: wholeNumber('entries', entries ?? (quick ? '20000' : '100000'), ENTRIES_MIN, 10_000_000),
    only,
    json,
  }
}

function parse(words: readonly string[]) {
  const options = {
    quick: { type: 'boolean' },
    seconds: { type: 'string' },
    entries: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
  } as const
  return understood(() => parseArgs({ args: [...words], options, strict: true }).values)
}

/**
 * Reads the words after `growth`.
 * @throws OptionError
 */
export function readGrowthOptions(words: readonly string[]): GrowthOptions {
  const options = { sizes: { type: 'string' }, agreements: { type: 'string' }, to: { type: 'string' } } as const
  const { sizes, agreements, to } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  const listed = (sizes ?? '1000,100000,1000000,10000000').split(',')
  const numbers = listed.map((size) => wholeNumber('sizes', size, 1000, 100_000_000))
  if (numbers.some((size, index) => size % 1000 > 0 || size <= (numbers[index - 1] ?? 0))) {
    throw new OptionError('--sizes are thousands, each larger than the one before.')
  }
  return {
    sizes: numbers,
    agreements: wholeNumber('agreements', agreements ?? '10000', 1, 100_000),
    to: to ?? 'docs',
  }
}

/**
 * Reads the words after `saf-t`: the size of the file.
 * @throws OptionError
 */
export function readMegabytes(words: readonly string[]): number {
  const options = { megabytes: { type: 'string' } } as const
  const { megabytes } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return wholeNumber('megabytes', megabytes ?? '50', 1, 10_000)
}

/**
 * Reads the words after `neighbours`: the entries of the noisy agreement, and the seconds of each figure.
 * @throws OptionError
 */
export function readNeighbourOptions(words: readonly string[]): Pick<Options, 'entries' | 'seconds'> {
  const options = { entries: { type: 'string' }, seconds: { type: 'string' } } as const
  const { entries, seconds } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return {
    entries: wholeNumber('entries', entries ?? '140000', ENTRIES_MIN, 10_000_000),
    seconds: wholeNumber('seconds', seconds ?? '10', 1, 600),
  }
}

/**
 * Reads the words after `uploads`: the seconds of each figure.
 * @throws OptionError
 */
export function readSeconds(words: readonly string[]): number {
  const options = { seconds: { type: 'string' } } as const
  const { seconds } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return wholeNumber('seconds', seconds ?? '20', 1, 600)
}

/**
 * Reads the words after `dimensions`: how often each kind is booked.
 * @throws OptionError
 */
export function readRounds(words: readonly string[]): number {
  const options = { rounds: { type: 'string' } } as const
  const { rounds } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return wholeNumber('rounds', rounds ?? '4', 1, 100)
}

/**
 * Reads the words after `isolation`: the draft entries, the rounds, in which the kinds take turns, and the one figure
 * of `names` to measure.
 * @throws OptionError
 */
export function readIsolationOptions(
  words: readonly string[],
  names: readonly string[],
): { entries: number; rounds: number; figures: readonly string[] } {
  const options = { entries: { type: 'string' }, rounds: { type: 'string' }, only: { type: 'string' } } as const
  const { entries, rounds, only } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return {
    entries: wholeNumber('entries', entries ?? '20000', ENTRIES_MIN, 10_000_000),
    rounds: wholeNumber('rounds', rounds ?? '7', 1, 100),
    figures: onlyOf(names, only),
  }
}

/**
 * Reads the words after `subscriptions`: how many subscribers there are.
 * @throws OptionError
 */
export function readSubscribers(words: readonly string[]): number {
  const options = { subscribers: { type: 'string' } } as const
  const { subscribers } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return wholeNumber('subscribers', subscribers ?? '10000', 1, 1_000_000)
}

/**
 * Reads the words after `bank`: the lines of a statement, of which another has ten times as many, and the entries
 * beside them.
 * @throws OptionError
 */
export function readBankOptions(words: readonly string[]): { lines: number; entries: number } {
  const options = { lines: { type: 'string' }, entries: { type: 'string' } } as const
  const { lines, entries } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return {
    lines: wholeNumber('lines', lines ?? '10000', 100, 10_000),
    entries: wholeNumber('entries', entries ?? '100000', ENTRIES_MIN, 10_000_000),
  }
}

/**
 * Reads the words after `search`: how many entries are searched.
 * @throws OptionError
 */
export function readSearchOptions(words: readonly string[]): Pick<Options, 'entries'> {
  const options = { entries: { type: 'string' } } as const
  const { entries } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return { entries: wholeNumber('entries', entries ?? '1000000', ENTRIES_MIN, 10_000_000) }
}

/**
 * Reads the words after `distributed`: which of `names` to measure, how often, for how long, and the folder of the
 * picture.
 * @throws OptionError
 */
export function readDistributedOptions(
  words: readonly string[],
  names: readonly string[],
): { kinds: readonly string[]; rounds: number; seconds: number; to: string | undefined } {
  const options = {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    to: { type: 'string' },
  } as const
  const { rounds, seconds, only, to } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return {
    kinds: onlyOf(names, only),
    rounds: wholeNumber('rounds', rounds ?? '3', 1, 100),
    seconds: wholeNumber('seconds', seconds ?? '4', 1, 60),
    to,
  }
}

/**
 * Reads the words after `webhooks`: the agreements that write, the seconds of each figure, and the webhooks to look
 * through.
 * @throws OptionError
 */
export function readWebhookOptions(words: readonly string[]): {
  agreements: number
  seconds: number
  webhooks: number
} {
  const options = { agreements: { type: 'string' }, seconds: { type: 'string' }, webhooks: { type: 'string' } } as const
  const given = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return {
    agreements: wholeNumber('agreements', given.agreements ?? '200', 1, 10_000),
    seconds: wholeNumber('seconds', given.seconds ?? '8', 1, 60),
    webhooks: wholeNumber('webhooks', given.webhooks ?? '100000', 1, 10_000_000),
  }
}

/**
 * Reads the words after `week`: the agreements, the minutes of the week, and the folder of the document and the
 * picture.
 * @throws OptionError
 */
export function readWeekOptions(words: readonly string[]): { agreements: number; minutes: number; to: string } {
  const options = { agreements: { type: 'string' }, minutes: { type: 'string' }, to: { type: 'string' } } as const
  const { agreements, minutes, to } = understood(() => parseArgs({ args: [...words], options, strict: true }).values)
  return {
    agreements: wholeNumber('agreements', agreements ?? '10000', 10, 100_000),
    minutes: wholeNumber('minutes', minutes ?? '10', 1, 600),
    to: to ?? 'docs',
  }
}

/** All names, or the one asked for. */
function onlyOf(names: readonly string[], only: string | undefined): readonly string[] {
  if (only === undefined) return names
  if (!names.includes(only)) throw new OptionError(`--only is '${only}'; there are ${names.join(', ')}.`)
  return [only]
}

function understood<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new OptionError(`${(error as Error).message}\n${USAGE}`)
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new OptionError(`--${name} is '${text}'; give a whole number from ${min} to ${max}.`)
  }
  return value
}
