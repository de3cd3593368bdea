import type { Amount } from './money.ts'
import { PATHS } from './books.ts'

/** What customers owe, or suppliers are owed, by how late it is. */
export interface Ages {
  notDue: Amount
  overdue1To30: Amount
  overdue31To60: Amount
  overdue61To90: Amount
  overdueOver90: Amount
}

/** The aged report of one kind of party. */
export interface Aged extends Ages {
  date: string
  total: Amount
  /** What is late, of all ages. */
  overdue: Amount
  items: (Ages & {
    customerNumber: number
    name: string
    total: Amount
    /** The first day on which any of it was due. */
    oldestDue: string | null
    daysLate: number
  })[]
}

/** A line of the budget report: an account or a sum in a period. */
export interface BudgetLine {
  accountNumber: number
  name: string
  type: number
  periodNumber: number
  actual: Amount
  budget: Amount
  lastYear: Amount
  /** Actual less budget. */
  difference: Amount
  /** Actual less last year, where periods are added up. */
  lastYearDifference?: Amount
}

/** The balance sheet at the end of a day. */
export interface BalanceSheet {
  date: string
  items: (StatementLine & { side: 'asset' | 'liability' | null })[]
  assets: Amount
  liabilities: Amount
  result: Amount
  provisional?: { accountNumber: number; amount: Amount }[]
}

/** A line of a statement: an account, a heading or a sum. */
export interface StatementLine {
  accountNumber: number | null
  name: string
  type: number
  amount: Amount | null
}

/** A VAT return in the list of those that are settled. */
export interface SettledReturn {
  period: string
  to: string
  reportedOn: string | null
  reference: string | null
}

/** A VAT return: as it is, or as it would be now. */
export interface VatReturn {
  period: string
  from: string
  to: string
  state: string
  deadline: string
  payable: Amount
  /** Of the voucher that settled it. */
  voucherNumber: number | null
}

/** What waits for somebody; null is what the roles of the session may not list. */
export interface Waits {
  draftEntries: number | null
  inbox: number | null
  bankLines: number | null
  /** The accounts at banks that have such lines. */
  bankAccounts: { number: number; accountNumber: number; name: string; bankLines: number }[] | null
  draftInvoices: number | null
  draftInvoicesAmount: Amount | null
  /** The first VAT return that is not reported. */
  vatPeriod: string | null
  vatState: 'preview' | 'settled' | null
  /** null: long ago. */
  vatDeadline: string | null
  /** Whether anything is booked. */
  hasEntries: boolean
}

/** A profit and loss statement, and what it comes to beside last year and the budget. */
export interface ComparedResult {
  items: StatementLine[]
  totals: { of: 'actual' | 'lastYear' | 'budget'; result: Amount }[]
}

/** A month whose result is far from that of a usual one, and the account that is farthest off. */
export interface UnusualMonth {
  month: string
  result: Amount
  usual: Amount
  /** The result less the usual one. */
  difference: Amount
  /** How many times a usual month it is. */
  times: Amount
  accountNumber: number
  name: string
  /** As in the ledger. */
  amount: Amount
  usualAmount: Amount
}

/** The balance of accounts together, at the end of each day on which it moved. */
export interface DailyBalances {
  from: string
  to: string
  openingBalance: Amount
  items: { date: string; balance: Amount }[]
}

/** What falls due until a day, and what the accounts asked for then come to. */
export interface Deadlines {
  until: string
  /** What comes in is positive. */
  items: {
    kind: 'customers' | 'suppliers' | 'vatSettled' | 'vatReturn'
    amount: Amount
    /** Of a return its deadline. */
    date: string | null
    /** Of a return. */
    period: string | null
  }[]
  closingBalance: Amount
}

const ofDepartment = (department: number | undefined): string =>
  department === undefined ? '' : `&departmentNumber=${department}`

/** What the overview reads. */
export const readings = {
  waiting: (date: string) => `${PATHS.daybook}/waiting?date=${date}`,
  budget: (year: string, department?: number) =>
    `${PATHS.daybook}/budget-report?year=${year}${ofDepartment(department)}`,
  budgetBy: (year: string, by: 'quarter' | 'year', periodTo: number, department?: number) =>
    `${PATHS.daybook}/budget-report?year=${year}&by=${by}&periodTo=${periodTo}${ofDepartment(department)}`,
  result: (from: string, to: string) => `${PATHS.daybook}/profit-and-loss?from=${from}&to=${to}`,
  resultCompared: (from: string, to: string) =>
    `${PATHS.daybook}/profit-and-loss?from=${from}&to=${to}&compare=lastYear,budget`,
  unusual: (from: string, to: string) => `${PATHS.daybook}/unusual-months?from=${from}&to=${to}`,
  sumsByMonth: (year: string) => `${PATHS.daybook}/budget-report?year=${year}&sumsOnly=true`,
  dailyBalances: (from: string, to: string, first: number, last: number) =>
    `${PATHS.daybook}/daily-balances?accountFrom=${first}&accountTo=${last}&from=${from}&to=${to}`,
  balance: (date: string) => `${PATHS.daybook}/balance-sheet?date=${date}`,
  agedCustomers: (date: string) => `${PATHS.daybook}/aged-customers?date=${date}`,
  vatReturn: (period: string) => `${PATHS.daybook}/vat-returns/${period}`,
  bankAccounts: `${PATHS.daybook}/bank-accounts`,
  reconciliation: (account: number, date: string) =>
    `${PATHS.daybook}/reconciliation?bankAccountNumber=${account}&date=${date}`,
  deadlines: (date: string, until: string, from: number, to: number) =>
    `${PATHS.daybook}/deadlines?date=${date}&until=${until}&accountFrom=${from}&accountTo=${to}`,
} as const
