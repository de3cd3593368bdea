import type { DataRow } from './data.ts'

/** A line of a receipt; amounts in hundredths, without tax. */
export interface ReceiptLine {
  item: string
  quantity: bigint
  price: bigint
  amount: bigint
}

/** What stands on a receipt. */
export interface Receipt {
  seller: DataRow
  buyer: DataRow
  invoice: string
  date: string
  dueDate: string
  currency: string
  lines: readonly ReceiptLine[]
  net: bigint
  tax: bigint
  total: bigint
  /** What is said of the tax. */
  taxed: string
}

/** Hundredths as Danes write them: `1.250,00`. */
export function danish(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, '.')
  return `${cents < 0n ? '-' : ''}${whole},${digits.slice(-2)}`
}

/** An ISO day as Danes write it: `24-11-2026`. */
export const danishDay = (day: string): string => day.split('-').toReversed().join('-')
