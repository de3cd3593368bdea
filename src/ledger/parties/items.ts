import { centsOf } from '../money.ts'
import type { OpenItem } from './pairing.ts'

/** An open item as it is read: amounts as decimal text. */
export interface StoredItem extends Omit<OpenItem, 'remainder' | 'inCurrency'> {
  remainder: string
  inCurrency: string
}

/** The item with its amounts in cents. */
export const readItem = (stored: StoredItem): OpenItem => ({
  ...stored,
  remainder: centsOf(stored.remainder),
  inCurrency: centsOf(stored.inCurrency),
})

/** SQL: an item `o` as `StoredItem` has it, but for the key. */
export const ITEM = `o.entry_number AS "entryNumber", o.date, o.currency, o.remainder, o.remainder_in_currency AS "inCurrency"`

/** SQL: whether anything is open of the item `o`. */
export const IS_OPEN = '(o.remainder <> 0 OR o.remainder_in_currency <> 0)'
