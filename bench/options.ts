import { parseArgs } from 'node:util'

/** What the command line asks for. */
export interface Options {
  /** Measured seconds of each figure, for each number of clients and each of the three compared. */
  seconds: number
  /** Draft entries loaded, and about as many booked entries. */
  entries: number
  /** The one figure to measure; undefined for all. */
  only: string | undefined
  /** Where to write the figures as JSON. */
  json: string | undefined
}

/** The command line cannot be understood; the message says what would be right. */
export class OptionError extends Error {}

/** The fewest entries that every figure can be measured on: a cursor page has 1,000. */
const ENTRIES_MIN = 2000

/**
 * Reads the command line.
 * @param names the figures there are.
 * @throws OptionError
 */
export function readOptions(words: readonly string[], names: readonly string[]): Options {
  const { seconds, entries, only, json } = parse(words)
  if (only !== undefined && !names.includes(only)) {
    throw new OptionError(`--only is '${only}'; there are ${names.join(', ')}.`)
  }
  return {
    seconds: wholeNumber('seconds', seconds ?? '5', 1, 600),
    entries: wholeNumber('entries', entries ?? '100000', ENTRIES_MIN, 10_000_000),
    only,
    json,
  }
}

function parse(words: readonly string[]) {
  const options = {
    seconds: { type: 'string' },
    entries: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
  } as const
  try {
    return parseArgs({ args: [...words], options, strict: true }).values
  } catch (error) {
    throw new OptionError(
      `${(error as Error).message}\nnpm run bench -- [--seconds N] [--entries N] [--only NAME] [--json FILE]`,
    )
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new OptionError(`--${name} is '${text}'; give a whole number from ${min} to ${max}.`)
  }
  return value
}
