/** Cents of a decimal of at most two places, as the API and the database write it. */
export function centsOf(text: string): bigint {
  const [, sign, whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  const cents = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** Cents as a decimal with two places: 1234n is `12.34`. */
export function decimalOf(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The sum of decimals, in cents. */
export const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + centsOf(amount), 0n)

/** Properties that are amounts. */
const AMOUNTS = /"(amount|openingBalance|closingBalance|originalAmount)":"(-?\d+\.\d\d)"/g

/** JSON in which amounts, which are decimal text here, are numbers with the same digits. Within a text quotation marks are escaped, so nothing else is met. */
export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(AMOUNTS, '"$1":$2')
