import { centsOf } from '../ledger/money.ts'

/** The sum of decimals, in cents. */
export const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + centsOf(amount), 0n)

/** Properties that are amounts. */
const AMOUNTS =
  /"(amount|openingBalance|closingBalance|originalAmount|openAmount|lessAmount|moreAmount)":"(-?\d+\.\d\d)"/g

/**
 * JSON in which amounts, which are decimal text here, are numbers with the same digits. Within a text quotation marks
 * are escaped, so nothing else is met.
 */
export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(AMOUNTS, '"$1":$2')
