import type { Fault } from './refusal.ts'
import { language } from './settings.ts'
import { t } from './words.ts'
import type { Word } from './words/en.ts'

/** Words for the codes that any field can have, and for the ends of codes that name what is wrong with a reference. */
const CODES: readonly (readonly [RegExp, Word])[] = [
  [/^ValueTypeInvalid$/, 'faultType'],
  [/^(ValueTooLong|ValueOutOfRange|ValueNotAllowed|ValueInvalidCharacter)$/, 'faultNotTaken'],
  [/^AmountHasTooManyDecimals$/, 'faultDecimals'],
  [/^JournalEntryExchangeRateError$/, 'faultNoRate'],
  [/DoesNotExist$/, 'faultNone'],
  [/Barred$/, 'faultBarred'],
]

/**
 * A fault of a field in the words of the reader. Where nothing was typed that is all there is to say. The API speaks
 * English and says more than a code: English readers have its message, others too where there are no words for a code.
 */
export function faultSaid({ errorCode, message }: Fault, field: string, typed: string): string {
  const isMissing = typed.trim() === '' && /^Value(TypeInvalid|Required|Null)$/.test(errorCode)
  if (isMissing) return t('faultMissing', { field })
  const word = CODES.find(([code]) => code.test(errorCode))?.[1]
  return word === undefined || language.value === 'en' ? message : t(word, { field, typed: typed.trim() })
}
