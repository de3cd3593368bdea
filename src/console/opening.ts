import { PATHS } from './books.ts'
import { type Amount, cents, decimalOf } from './money.ts'

/** What opening balances come to, and what of them does not add up. */
export interface OpeningTold {
  voucherNumber: number
  lines: number
  debit: Amount
  credit: Amount
  differences: { accountNumber: number | null; given: Amount; items: Amount; difference: Amount }[]
}

/** What an account has. */
export interface OpeningAccount {
  accountNumber: number | string
  amount: string
}

/** What a customer owes, or a supplier is owed, by one invoice. */
export interface OpeningItem {
  customerNumber?: number | string
  supplierNumber?: number | string
  invoiceNumber: string
  dueDate?: string
  amount: string
}

/** An asset of the register. */
export interface OpeningAsset {
  number: number | string
  text: string
  groupNumber: number | string
  startDate: string
  lifeTimeMonths?: number | string
  cost: string
  depreciation?: string
}

/** What reads what is typed: amounts, and days. */
export interface Reader {
  amount: (typed: string) => string | undefined
  day: (typed: string) => string
}

/** A list of what books begin with. */
export type OpeningList = 'accounts' | 'items' | 'assets'

/** Where opening balances are sent. */
export const openingPath = `${PATHS.daybook}/opening-balances`

/** The lines of a list that was pasted or read from a file, each with its cells; what has no digit is a head. */
const rowsOf = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => /\d/.test(line))
    .map((line) => line.split(/\t|;|\s{2,}/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))

const numberOf = (cell: string): number | string => (/^\d{1,9}$/.test(cell) ? Number(cell) : cell)

/**
 * Accounts, a line each: number, perhaps a name, and the amount; or debit and credit, of which one may be empty.
 * What cannot be read goes as it is: the API says what is wrong.
 */
export function accountsOf(text: string, { amount }: Reader): OpeningAccount[] {
  return rowsOf(text).map((cells) => {
    const [number = '', ...rest] = cells
    // Names may begin with a figure: amounts are the last one or two cells.
    const last = rest.slice(-2)
    const read = last.map((cell) => (cell === '' ? '0.00' : amount(cell)))
    const [debit, credit] = read
    const isBoth = last.length === 2 && debit !== undefined && credit !== undefined
    const single = read.at(-1) ?? rest.at(-1) ?? ''
    return { accountNumber: numberOf(number), amount: isBoth ? decimalOf(cents(debit) - cents(credit)) : single }
  })
}

/** Open items, a line each: C or K and a customer, or S or L and a supplier; invoice, day that it is due, amount. */
export function itemsOf(text: string, { amount, day }: Reader): OpeningItem[] {
  return rowsOf(text).map((cells) => {
    const [kind = '', party = '', invoiceNumber = '', due = '', open = ''] = cells
    const isSupplier = /^[sl]/i.test(kind)
    return {
      [isSupplier ? 'supplierNumber' : 'customerNumber']: numberOf(party),
      invoiceNumber,
      ...(due === '' ? {} : { dueDate: day(due) }),
      amount: amount(open) ?? open,
    }
  })
}

/** Assets, a line each: number, what it is, group, since when, months of its life, cost, what is depreciated of it. */
export function assetsOf(text: string, { amount, day }: Reader): OpeningAsset[] {
  return rowsOf(text).map((cells) => {
    const [number = '', what = '', group = '', start = '', months = '', cost = '', depreciation = ''] = cells
    return {
      number: numberOf(number),
      text: what,
      groupNumber: numberOf(group),
      startDate: day(start),
      ...(months === '' ? {} : { lifeTimeMonths: numberOf(months) }),
      cost: amount(cost) ?? cost,
      ...(depreciation === '' ? {} : { depreciation: amount(depreciation) ?? depreciation }),
    }
  })
}

/** What is wrong, after the line that it is about, such as `accounts[3].accountNumber`. */
export function lineOf(property: string | undefined): { list: OpeningList; line: number } | undefined {
  const [, list, at] = /^(accounts|items|assets)\[(\d+)\]/.exec(property ?? '') ?? []
  return at === undefined ? undefined : { list: list as OpeningList, line: Number(at) + 1 }
}
