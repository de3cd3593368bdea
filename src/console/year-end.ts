import { PATHS } from './books.ts'
import type { Amount } from './money.ts'
import type { Word } from './words/en.ts'

/** A period of an accounting year. What is barred can be opened again; what is closed cannot. */
export interface YearPeriod {
  year: string
  periodNumber: number
  dateFrom: string
  dateTo: string
  isClosed?: boolean
  isBarred?: boolean
}

/** What closing a year would do, what keeps it from being closed, and what is to be looked at before. */
export interface Closing {
  result: Amount
  openingEntries: { accountNumber: number; currency: string; amount: Amount; amountInBaseCurrency: Amount }[]
  faults: { errorCode: string; message: string }[]
  notes: { note: string; count: number; message: string }[]
}

/** What a revaluation books, or would. */
export interface Revaluation {
  date: string
  items: {
    accountNumber: number
    customerNumber: number | null
    supplierNumber: number | null
    customerInvoiceNumber: number | null
    supplierInvoiceNumber: string | null
    currency: string
    amount: Amount
    rate: Amount
    bookedAmount: Amount
    amountInBaseCurrency: Amount
    difference: Amount
  }[]
  gain: Amount
}

/** What the screen of the year end reads and writes. */
export const yearPaths = {
  periods: '/accountingyearsapi/v2.0.1/accountingYears/periods',
  close: (year: string) => `${PATHS.daybook}/accounting-years/${year}/close`,
  preview: (year: string) => `${PATHS.daybook}/accounting-years/${year}/close/preview`,
  bar: ({ year, periodNumber, isBarred }: YearPeriod) =>
    `${PATHS.daybook}/accounting-years/${year}/periods/${periodNumber}/${isBarred ? 'unbar' : 'bar'}`,
  revaluations: `${PATHS.daybook}/revaluations`,
} as const

/** A point of the check list: what the API calls it, what it says in order and not, and where it is mended. */
export interface Check {
  note: string
  fine: Word
  one: Word
  many: Word
  /** What of it the API's own sentence says more about. */
  isTold?: boolean
  path?: string
}

/** The points of the check list in the order in which they are mended. */
export const CHECKS: readonly Check[] = [
  { note: 'UnmatchedBankLines', fine: 'yeBankFine', one: 'yeBankOne', many: 'yeBankMany', path: '/bank' },
  { note: 'UnreconciledBank', fine: 'yeLockFine', one: 'yeLockOne', many: 'yeLockMany', path: '/bank' },
  { note: 'UnsettledVat', fine: 'yeVatFine', one: 'yeVatOne', many: 'yeVatMany', path: '/vat' },
  { note: 'DepreciationNotDrafted', fine: 'yeAssetFine', one: 'yeAssetOne', many: 'yeAssetMany', path: '/assets' },
  { note: 'NotRevalued', fine: 'yeRateFine', one: 'yeRateOne', many: 'yeRateMany' },
  {
    note: 'AssetsDifferFromLedger',
    fine: 'yeRegisterFine',
    one: 'yeRegisterOne',
    many: 'yeRegisterMany',
    path: '/assets',
    isTold: true,
  },
  { note: 'VouchersWithoutDocument', fine: 'yeDocumentFine', one: 'yeDocumentOne', many: 'yeDocumentMany' },
]

/** Where a fault that keeps a year from being closed is mended. */
export const FAULT_PATHS: Readonly<Record<string, string>> = {
  AccountingYearHasDraftEntries: '/journals',
  EarlierAccountingYearIsOpen: '/year-end',
}

/** The years of periods, each with its own, the first first. */
export function byYear(periods: readonly YearPeriod[]): [string, YearPeriod[]][] {
  const years = new Map<string, YearPeriod[]>()
  for (const period of periods) years.set(period.year, [...(years.get(period.year) ?? []), period])
  return [...years]
}

/** The first year that can be closed still; the last one where all are closed. */
export const openYear = (years: readonly (readonly [string, readonly YearPeriod[]])[]): string | undefined =>
  (years.find(([, periods]) => periods.some(({ isClosed = false }) => !isClosed)) ?? years.at(-1))?.[0]
