import { PATHS } from './books.ts'
import type { Amount } from './money.ts'

/** A letter that reminds a customer, or would: number and voucher are null until it is sent. */
export interface Letter {
  number: number | null
  customerNumber: number
  name: string
  currency: string
  level: number
  items: {
    entryNumber: number
    invoiceNumber: string | null
    dueDate: string | null
    remainder: Amount
    days: number
    interest: Amount
  }[]
  fee: Amount
  compensation: Amount
  interest: Amount
  amount: Amount
  voucherNumber: number | null
}

/** A letter in the list of those that were sent. */
export interface SentLetter extends Omit<Letter, 'items' | 'name' | 'number'> {
  number: number
  date: string
  dueDate: string
  accountingYear: string | null
}

/** An item that its customer disputes: nobody is reminded of it. */
export interface DisputedItem {
  entryNumber: number
  reason: string | null
  disputedAt: string
}

/** How customers are reminded. */
export interface ReminderSetup {
  levels: number
  daysBetween: number
  fee: Amount
  compensation: Amount
  feeAccountNumber: number | null
  interestAccountNumber: number | null
  rates: { from: string; rate: Amount }[]
  texts: { level: number; title: string; text: string }[]
}

const DB = PATHS.daybook

/** What the screen of reminders reads and writes. */
export const reminderPaths = {
  remind: `${DB}/reminders`,
  sent: `${DB}/reminders/paged?sort=-number&pageSize=100`,
  pdf: (number: number) => `${DB}/reminders/${number}/pdf`,
  disputed: `${DB}/disputed-items`,
  dispute: (entry: number) => `${DB}/disputed-items/${entry}`,
  setup: `${DB}/reminder-setup`,
} as const

/** Rates of interest as they are typed: a day and a rate on each line. */
export const ratesTyped = (
  rates: ReminderSetup['rates'],
  day: (iso: string) => string,
  rate: (rate: Amount) => string,
): string => rates.map((one) => `${day(one.from)} ${rate(one.rate)}`).join('\n')

/** What is typed as rates, as the API takes them; what is none goes as it is, so that the API says what is wrong. */
export const ratesOf = (
  typed: string,
  day: (typed: string) => string,
  rate: (typed: string) => string | undefined,
): { from: string; rate: string }[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [from = '', ...rest] = line.split(/\s+/)
      return { from: day(from), rate: rate(rest.join('')) ?? rest.join('') }
    })
