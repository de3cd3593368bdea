import type { NaivePosting } from './naive-postings.ts'

/** A booked entry. */
export interface NaiveEntry extends NaivePosting {
  number: number
  /** Cents of what is open; null where there is no party. */
  remainder: bigint | null
  /** The entry that reverses this one. */
  reversedBy: number | null
}

/** Which credit settled how much of which debit. */
export interface NaiveMatch {
  debit: number
  credit: number
  amount: bigint
}

const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

/** What a debit and a credit that are both open settle of each other. */
export function settlePair(one: NaiveEntry, other: NaiveEntry): NaiveMatch[] {
  if (!one.remainder || !other.remainder || one.remainder > 0n === other.remainder > 0n) return []
  const [debit, credit] = one.remainder > 0n ? [one, other] : [other, one]
  const amount = size(one.remainder) < size(other.remainder) ? size(one.remainder) : size(other.remainder)
  debit.remainder! -= amount
  credit.remainder! += amount
  return [{ debit: debit.number, credit: credit.number, amount }]
}

/** By date, those of one day by number. */
export const oldestFirst = (entries: readonly NaiveEntry[]): NaiveEntry[] =>
  [...entries].sort((a, b) => (a.date === b.date ? a.number - b.number : a.date < b.date ? -1 : 1))

/** Every entry with each that is older, the oldest first. */
export function settleAll(entries: readonly NaiveEntry[]): NaiveMatch[] {
  const inOrder = oldestFirst(entries.filter(({ remainder }) => remainder !== 0n))
  return inOrder.flatMap((entry, index) => inOrder.slice(0, index).flatMap((older) => settlePair(entry, older)))
}

/** Party and invoice number, which says what settles what; case makes no difference. */
export function invoiceKey(entry: NaiveEntry): string | undefined {
  if (entry.customer !== null) {
    return entry.customerInvoice === null ? undefined : `customer ${entry.customer} ${entry.customerInvoice}`
  }
  if (entry.supplier === null || entry.supplierInvoice === null) return undefined
  return `supplier ${entry.supplier} ${entry.supplierInvoice.toLowerCase()}`
}

export const partyOf = ({ customer, supplier }: NaiveEntry): string | undefined =>
  customer !== null ? `customer ${customer}` : supplier !== null ? `supplier ${supplier}` : undefined
