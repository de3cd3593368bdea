import { da } from './words/da.ts'
import { en, type Word } from './words/en.ts'
import { language } from './settings.ts'

const WORDS = { da, en }

/** The console's words for a key in the reader's language, with `{names}` filled in. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  return WORDS[language.value][word].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The words for one or for many: `{n}` is the number. */
export const counted = (
  one: Word,
  many: Word,
  n: number,
  values: Readonly<Record<string, string | number>> = {},
): string => t(n === 1 ? one : many, { n, ...values })
