import { PATHS } from './books.ts'
import type { Amount } from './money.ts'
import { dayAfter, periodOf, two } from './period.ts'
import type { SettledReturn } from './today.ts'

const DB = PATHS.daybook

/** A box of a return. */
export interface Box {
  code: string
  amount: Amount
  rounded: Amount
  entries: number
}

/** A VAT return as the API says it, as it would be now or as it was settled. */
export interface Return {
  period: string
  from: string
  to: string
  state: 'preview' | 'settled'
  deadline: string
  boxes: Box[]
  payable: Amount
  rounding: Amount
  /** The sum before it is rounded; returns of older programs have none. */
  exact?: Amount
  settlement: { accountNumber: number; amount: Amount }[]
  accountingYear: string | null
  voucherNumber: number | null
  codes: { vatCode: string; entries: number; base: Amount; tax: Amount }[]
  late: { period: string; side: 'sales' | 'purchases'; box: string; amount: Amount; entries: number }[]
  unexplained: { accountNumber: number; box: string; amount: Amount; entries: number }[]
  checks: { check: string; isPassed?: boolean; count: number }[]
}

/** An entry that counts in a box. */
export interface BoxEntry {
  entryNumber: number
  date: string
  accountNumber: number
  accountingYear: string
  journalNumber: number | null
  voucherNumber: number
  text: string | null
  vatCode: string | null
  amount: Amount
  late: string | null
  currency: string
  amountInCurrency: Amount
  customerNumber: number | null
  supplierNumber: number | null
  /** Of the customer or supplier of its voucher. */
  name: string | null
  vatNumber: string | null
}

/** Sales to the EU without VAT. */
export interface EuSales {
  deadline: string
  items: { vatNumber: string; goods: Amount; services: Amount; amount: Amount }[]
  missing: { customerNumber: number | null; amount: Amount }[]
  goods: Amount
  services: Amount
}

/** How often VAT is reported. */
export type Frequency = 'month' | 'quarter' | 'halfYear'

/** What the VAT screen reads and writes. */
export const vatPaths = {
  settled: `${DB}/vat-returns`,
  setup: `${DB}/vat-setup`,
  one: (period: string) => `${DB}/vat-returns/${period}`,
  entries: (period: string, box: string) => `${DB}/vat-returns/${period}/entries?box=${box}`,
  reported: (period: string) => `${DB}/vat-returns/${period}/reported`,
  euSales: (period: string) => `${DB}/eu-sales-list?period=${period}`,
} as const

/** The names of the boxes on the Danish return, which are the same for every reader; -1 is deducted. */
export const BOXES: Readonly<Record<string, { name: string; sign: 1 | -1; kind: 'tax' | 'duty' | 'value' }>> = {
  salesTax: { name: 'Salgsmoms', sign: 1, kind: 'tax' },
  goodsAbroadTax: { name: 'Moms af varekøb i udlandet', sign: 1, kind: 'tax' },
  servicesAbroadTax: { name: 'Moms af ydelseskøb i udlandet', sign: 1, kind: 'tax' },
  purchaseTax: { name: 'Købsmoms', sign: -1, kind: 'tax' },
  oilDuty: { name: 'Olie- og flaskegasafgift', sign: -1, kind: 'duty' },
  electricityDuty: { name: 'Elafgift', sign: -1, kind: 'duty' },
  gasDuty: { name: 'Naturgas- og bygasafgift', sign: -1, kind: 'duty' },
  coalDuty: { name: 'Kulafgift', sign: -1, kind: 'duty' },
  co2Duty: { name: 'CO2-afgift', sign: -1, kind: 'duty' },
  waterDuty: { name: 'Vandafgift', sign: -1, kind: 'duty' },
  aGoods: { name: 'Rubrik A, varer', sign: 1, kind: 'value' },
  aServices: { name: 'Rubrik A, ydelser', sign: 1, kind: 'value' },
  bGoods: { name: 'Rubrik B, varer', sign: 1, kind: 'value' },
  bGoodsNotListed: { name: 'Rubrik B, varer uden liste', sign: 1, kind: 'value' },
  bServices: { name: 'Rubrik B, ydelser', sign: 1, kind: 'value' },
  c: { name: 'Rubrik C', sign: 1, kind: 'value' },
}

/** The period of VAT that a day lies in. */
export function vatPeriodOf(day: string, frequency: Frequency): string {
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))]
  if (frequency === 'month') return `${year}-${two(month)}`
  return frequency === 'quarter' ? `${year}-Q${Math.ceil(month / 3)}` : `${year}-H${Math.ceil(month / 6)}`
}

const frequencyOf = (period: string): Frequency =>
  period.includes('Q') ? 'quarter' : period.includes('H') ? 'halfYear' : 'month'

/** The period after another one. */
export const nextVatPeriod = (period: string): string =>
  vatPeriodOf(dayAfter(periodOf(period)!.to), frequencyOf(period))

/** The periods to look at, the newest first: those that are settled, the next, and those up to now. */
export function vatPeriods(settled: readonly SettledReturn[], frequency: Frequency, now: string): string[] {
  const known = settled.map(({ period }) => period)
  const last = settled.toSorted((a, b) => (a.to < b.to ? 1 : -1))[0]?.period
  const open = vatPeriodOf(now, frequency)
  const found: string[] = []
  const before = vatPeriodOf(dayAfter(periodOf(open)!.from, -1), frequency)
  for (let at = last === undefined ? before : nextVatPeriod(last); ; at = nextVatPeriod(at)) {
    if (periodOf(at)!.from > now || found.length > 60) break
    found.push(at)
  }
  return [...found.toReversed(), ...known.filter((period) => !found.includes(period))]
}

/** The first period whose return is not reported: settled already, or the one after the last settled one. */
export function dueVatPeriod(settled: readonly SettledReturn[], frequency: Frequency, now: string): string {
  const byDay = settled.toSorted((a, b) => (a.to < b.to ? -1 : 1))
  const open = byDay.find(({ reportedOn }) => reportedOn === null)
  if (open) return open.period
  const last = byDay.at(-1)
  if (last) return nextVatPeriod(last.period)
  return vatPeriodOf(dayAfter(periodOf(vatPeriodOf(now, frequency))!.from, -1), frequency)
}
