import { centsToText } from '../../ledger/money.ts'
import type { AskedItem, AskedMatch } from '../matching/asked.ts'
import type { OpenLine, OwedItem } from './facts.ts'
import type { SuggestionFacts } from './suggestion.ts'

/** A line with what is known of it. */
export interface Line extends OpenLine {
  cents: bigint
  numbers: Set<string>
}

/** An open item; `key` is its number as texts have it. */
export type Item = OwedItem & { cents: bigint; key: string }

/** What items come to that are open, and whose they are where they are of one party. */
export const openOf = (items: readonly Item[]): SuggestionFacts => ({
  ...(items.every(({ name }) => name === items[0]!.name) && { name: items[0]!.name }),
  openAmount: centsToText(items.reduce((sum, { cents }) => sum + cents, 0n)),
})

/** The numbers of items, for a reason. */
export const listed = (items: readonly Item[]): string => items.map(({ invoiceNumber }) => invoiceNumber).join(', ')

/** Whether a line may pay an item: both came in, or both went out. */
export const isSameSide = (item: Item, line: Line): boolean => item.cents > 0n === line.cents > 0n

/** The match that has a line pay items. */
export const paying = ({ number }: Line, items: readonly Item[]): AskedMatch => ({
  bankLines: [number],
  items: items.map(({ customerNumber, supplierNumber, invoiceNumber }): AskedItem => ({
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...(supplierNumber === undefined ? {} : { supplierNumber }),
    invoiceNumber,
  })),
})
