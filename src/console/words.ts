import { da } from './words/da.ts'
import { en, type Word } from './words/en.ts'
import { decimalShown } from './money.ts'
import { format, language } from './settings.ts'

const WORDS = { da, en }

/** The console's words for a key in the reader's language, with `{names}` filled in. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  return WORDS[language.value][word].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A count as the reader writes numbers: of nothing that is named by its number. */
export const numbered = (n: number): string => decimalShown(n, format.value)

/** The words for one or for many: `{n}` is the number. */
export const counted = (
  one: Word,
  many: Word,
  n: number,
  values: Readonly<Record<string, string | number>> = {},
): string => t(n === 1 ? one : many, { n: numbered(n), ...values })
