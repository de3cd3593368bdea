import { grouped } from '../../ledger/grouped.ts'
import { centsOf } from '../../ledger/money.ts'
import type { DueItem } from './due.ts'
import { interestOf } from './interest.ts'
import type { ReminderSetup } from './setup.ts'

/** An item of a letter, and its interest. */
export interface LetterItem extends DueItem {
  cents: bigint
  /** Days after this one count, up to and with the day of the letter. */
  interestFrom: string
  interest: bigint
}

/** A letter to a customer about what is due in a currency. Cents. */
export interface Letter {
  customerNumber: number
  currency: string
  accountNumber: number
  level: number
  /** What it reminds of. */
  items: LetterItem[]
  /** What else is open: charges of reminders before, and payments and credit notes that settle nothing yet. */
  others: { item: DueItem; cents: bigint }[]
  fee: bigint
  compensation: bigint
  interest: bigint
  /** What it asks for. */
  total: bigint
}

/** Who is a letter to, for what it charges. */
export interface Addressee {
  number: number
  isBusiness: boolean
}

/** What letters are made by. */
interface Terms {
  date: string
  baseCurrency: string
  setup: ReminderSetup
  addressees: ReadonlyMap<number, Addressee>
}

/** The type of what reminders charge. */
export const REMINDER_ENTRY = 6

/**
 * Makes the letters: one for each customer and currency in which more is due than credits cover. Charges are in base
 * currency; in others there is interest alone.
 */
export function lettersOf(found: readonly DueItem[], terms: Terms): Letter[] {
  const groups = grouped(found, ({ customerNumber, currency }) => `${customerNumber} ${currency}`)
  return [...groups.values()].flatMap((items) => letterOf(items, terms) ?? [])
}

function letterOf(found: readonly DueItem[], { date, baseCurrency, setup, addressees }: Terms): Letter | undefined {
  const items = found
    .filter(({ isDue, reminded }) => isDue && reminded < setup.levels)
    .map((item): LetterItem => {
      const cents = centsOf(item.remainder)
      const counted = item.interestTo ?? item.dueDate ?? item.date
      const interestFrom = counted < date ? counted : date
      return { ...item, cents, interestFrom, interest: interestOf(cents, interestFrom, date, setup.rates) }
    })
  if (items.length === 0) return undefined
  const others = found
    .filter(({ type, remainder }) => type === REMINDER_ENTRY || remainder.startsWith('-'))
    .map((item) => ({ item, cents: centsOf(item.remainder) }))
  const owed = [...items, ...others].reduce((sum, { cents }) => sum + cents, 0n)
  if (owed <= 0n) return undefined
  const { customerNumber, currency, accountNumber } = items[0]!
  const isCharged = currency === baseCurrency
  const isFirst = items.some(({ reminded }) => reminded === 0)
  const fee = isCharged ? centsOf(setup.fee) : 0n
  const compensation =
    isCharged && isFirst && addressees.get(customerNumber)?.isBusiness === true ? centsOf(setup.compensation) : 0n
  const interest = items.reduce((sum, one) => sum + one.interest, 0n)
  return {
    ...{ customerNumber, currency, accountNumber, items, others, fee, compensation, interest },
    level: 1 + Math.max(...items.map(({ reminded }) => reminded)),
    total: owed + fee + compensation + interest,
  }
}
