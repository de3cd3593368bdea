import type { SafTFile, SafTPercentage, SafTTax } from '../model.ts'

/** Identifies a VAT code at one rate. A code may have several rates in a file, but only one in the books. */
export function taxKey(
  tax: Pick<SafTTax, 'taxCode' | 'percentage'>,
  date: string,
  file: Pick<SafTFile, 'taxCodes'>,
): string {
  const percentage = taxPercentage(tax, date, file)
  return `${percentage === null ? 'unfit' : (percentage ?? 'none')} ${tax.taxCode}`
}

/** The rate of a line: its own; else that of the tax table on the day; else the first of the table. */
export function taxPercentage(
  { taxCode, percentage }: Pick<SafTTax, 'taxCode' | 'percentage'>,
  date: string,
  { taxCodes }: Pick<SafTFile, 'taxCodes'>,
): SafTPercentage {
  if (percentage !== undefined) return percentage
  let first: SafTPercentage
  for (const one of taxCodes) {
    if (one.taxCode !== taxCode) continue
    if ((one.from ?? '') <= date && date <= (one.to ?? '9')) return one.percentage
    if (first === undefined) first = one.percentage
  }
  return first
}
