import { cents, divided, ofCents, times } from './naive-money.ts'
import type { NaivePosting } from './naive-postings.ts'

/** A booked entry. */
export interface NaiveEntry extends NaivePosting {
  number: number
  booking: number
  /** Cents that are open, in base currency and in the entry's currency; null without a party. */
  remainder: bigint | null
  open: bigint | null
  /** The entry that reverses this one. */
  reversedBy: number | null
  isReversal: boolean
}

/** Which credit settled how much of which debit, from when on. */
export interface NaiveMatch {
  number: number
  debit: number
  credit: number
  /** In base currency, and in the currencies of both entries. */
  amount: bigint
  debitAmount: bigint
  creditAmount: bigint
  date: string
  belongsTo: number | null
  takesBack: number | null
}

/**
 * A match that has no number yet. `over` has the entry that it settles in full, with what is then left of that in base
 * currency.
 */
export type NaivePair = Pick<NaiveMatch, 'debit' | 'credit' | 'amount' | 'debitAmount' | 'creditAmount' | 'date'> & {
  over: { entry: NaiveEntry; left: bigint } | undefined
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
/** So much of the whole as the part is of all, to the cent. */
const share = (whole: bigint, part: bigint, all: bigint): bigint =>
  cents(divided(times(ofCents(whole), ofCents(part)), ofCents(all)))

export const isOpen = ({ open }: NaiveEntry): boolean => open !== null && open !== 0n

/** What a debit and a credit that are both open settle of each other. */
function settlePair(one: NaiveEntry, other: NaiveEntry, date: string): NaivePair[] {
  if (!isOpen(one) || !isOpen(other) || one.open! > 0n === other.open! > 0n) return []
  const [debit, credit] = one.open! > 0n ? [one, other] : [other, one]
  const [ofDebit, ofCredit] = [size(debit.remainder!), size(credit.remainder!)]
  const [inDebit, inCredit] = [size(debit.open!), size(credit.open!)]
  let [amount, debitAmount, creditAmount] = [least(ofDebit, ofCredit), 0n, 0n]
  if (debit.currency === credit.currency) {
    debitAmount = creditAmount = least(inDebit, inCredit)
    if (inDebit > inCredit) amount = share(ofDebit, inCredit, inDebit)
    if (inDebit < inCredit) amount = share(ofCredit, inDebit, inCredit)
  } else {
    if (amount === 0n) return []
    debitAmount = share(inDebit, amount, ofDebit)
    creditAmount = share(inCredit, amount, ofCredit)
  }
  debit.remainder! -= amount
  credit.remainder! += amount
  debit.open! -= debitAmount
  credit.open! += creditAmount
  const done = [debit, credit].find((entry) => entry.open === 0n && entry.remainder !== 0n)
  const over = done && { entry: done, left: done.remainder! }
  return [{ debit: debit.number, credit: credit.number, amount, debitAmount, creditAmount, date, over }]
}

/** By date, those of one day by number. */
export const oldestFirst = (entries: readonly NaiveEntry[]): NaiveEntry[] =>
  [...entries].sort((a, b) => (a.date === b.date ? a.number - b.number : a.date < b.date ? -1 : 1))

/**
 * Matches every entry with those that wait and with each older one, the oldest first: within each currency, and then
 * across currencies. `dayOf` gives the day of a pair; undefined where the two may not match.
 */
export function settleAll(
  entries: readonly NaiveEntry[],
  waiting: readonly NaiveEntry[],
  dayOf: (one: NaiveEntry, other: NaiveEntry) => string | undefined,
): NaivePair[] {
  const inOrder = oldestFirst(entries)
  const pairs: NaivePair[] = []
  for (const isSame of [true, false]) {
    inOrder.forEach((entry, index) => {
      for (const other of oldestFirst([...waiting, ...inOrder.slice(0, index)])) {
        if (isSame && other.currency !== entry.currency) continue
        const day = dayOf(entry, other)
        if (day === undefined) continue
        const found = settlePair(entry, other, day)
        // A rest in base currency alone is posted, and so settled.
        for (const { over } of found) if (over) over.entry.remainder = 0n
        pairs.push(...found)
      }
    })
  }
  return pairs
}

/** The entry without the properties that booking added. */
export function postingOf(entry: NaiveEntry): NaivePosting {
  const {
    number: _,
    remainder: _remainder,
    open: _open,
    reversedBy: _by,
    booking: _booking,
    isReversal: _is,
    ...posting
  } = entry
  return posting
}

/**
 * A difference of so much in base currency: the party's side, of nothing in its currency, and the side of the account.
 */
export function differencePostings(
  of: NaiveEntry,
  account: number,
  facts: Pick<NaivePosting, 'base' | 'date' | 'year' | 'voucher'>,
): NaivePosting[] {
  const rest = { type: 9, journal: null, amount: 0n, text: 'Kursdifference', vat: null, dueDate: null }
  const own = { ...postingOf(of), ...rest, ...facts }
  const nobody = { customer: null, customerInvoice: null, supplier: null, supplierInvoice: null }
  return [own, { ...own, ...nobody, account, base: -facts.base }]
}

const transferText = 'Overførsel mellem konti'

/** What settles a debit and a credit that stand on two summary accounts: one entry against each. */
export const transferPostings = (
  pair: NaivePair,
  [debit, credit]: readonly NaiveEntry[],
  facts: Pick<NaivePosting, 'date' | 'year' | 'voucher'>,
): NaivePosting[] => {
  const rest = { type: 9, journal: null, text: transferText, vat: null, dueDate: null, ...facts }
  return [
    { ...postingOf(debit!), ...rest, amount: -pair.debitAmount, base: -pair.amount },
    { ...postingOf(credit!), ...rest, amount: pair.creditAmount, base: pair.amount },
  ]
}

/** What an entry stands for once more, the other way. */
export const oppositeOf = (
  entry: NaiveEntry,
  facts: Pick<NaivePosting, 'date' | 'year' | 'voucher'>,
): NaivePosting => ({ ...postingOf(entry), ...facts, amount: -entry.amount, base: -entry.base })

/** The entries of a difference or transfer that came with a match: two that follow each other. */
export function cameWith(match: NaiveMatch, belongs: NaiveMatch, entries: readonly NaiveEntry[]): NaiveEntry[] {
  const own = [belongs.debit, belongs.credit].map((one) => entries[one - 1]!)
  const transfer = own.find(({ number, text }) => text === transferText && number === match.credit + 1)
  const first = transfer ? match.credit : own.find(isDifference)!.number
  return [entries[first - 1]!, entries[first]!]
}

/** A match of an entry with its opposite. */
export function oppositeMatch(entry: NaiveEntry, back: NaiveEntry): Omit<NaiveMatch, 'number' | 'takesBack' | 'date'> {
  const isDebit = entry.amount === 0n ? entry.base > 0n : entry.amount > 0n
  const [debit, credit] = isDebit ? [entry.number, back.number] : [back.number, entry.number]
  const [open, amount] = [size(entry.amount), isDebit ? entry.base : -entry.base]
  return { debit, credit, amount, debitAmount: open, creditAmount: open, belongsTo: null }
}

/** Whether it is the party's side of an exchange difference. */
const isDifference = ({ type, amount, journal }: NaiveEntry): boolean => type === 9 && amount === 0n && journal === null

/** Why entries cannot be matched: they are not there, or not all of one party. */
export function matchFaults(numbers: readonly number[], entries: readonly NaiveEntry[]): string[] {
  const chosen = [...new Set(numbers)].map((one) => ({ index: numbers.indexOf(one), entry: entries[one - 1] }))
  const code = (index: number, name: string): string => `entryIds[${index}]: ENTRYMATCHING_ERROR_${name}`
  const unusable = chosen.flatMap(({ index, entry }) => {
    if (!entry) return [code(index, 'ENTRIESNOTFOUND')]
    return partyOf(entry) === undefined ? [code(index, 'NO_CUSTOMER_OR_SUPPLIER_ENTRIES')] : []
  })
  if (unusable.length > 0) return unusable
  const mixed = chosen.filter(({ entry }) => partyOf(entry!) !== partyOf(chosen[0]!.entry!))
  return mixed.map(({ index }) => code(index, 'SUPPLIER_CUSTOMER_MIXED'))
}

/** In the order in which they get their numbers. */
export const numbered = (pairs: readonly NaivePair[]): NaivePair[] =>
  [...pairs].sort((a, b) => a.debit - b.debit || a.credit - b.credit)

/** Summary account, party and invoice number: entries settle each other where these are equal, regardless of case. */
export function invoiceKey(entry: NaiveEntry): string | undefined {
  if (entry.customer !== null) {
    return entry.customerInvoice === null
      ? undefined
      : `${entry.account} customer ${entry.customer} ${entry.customerInvoice}`
  }
  if (entry.supplier === null || entry.supplierInvoice === null) return undefined
  return `${entry.account} supplier ${entry.supplier} ${entry.supplierInvoice.toLowerCase()}`
}

export const partyOf = ({ customer, supplier }: NaiveEntry): string | undefined =>
  customer !== null ? `customer ${customer}` : supplier !== null ? `supplier ${supplier}` : undefined

/** What of each entry of a party was open on a day. */
export function remaindersOn(
  entries: readonly NaiveEntry[],
  matches: readonly NaiveMatch[],
  day: string,
): { entry: NaiveEntry; amount: bigint; base: bigint }[] {
  return entries.flatMap((entry) => {
    if (partyOf(entry) === undefined || entry.date > day) return []
    let { amount, base } = entry
    for (const match of matches) {
      if (match.date > day) continue
      if (match.debit === entry.number) [amount, base] = [amount - match.debitAmount, base - match.amount]
      if (match.credit === entry.number) [amount, base] = [amount + match.creditAmount, base + match.amount]
    }
    return amount === 0n && base === 0n ? [] : [{ entry, amount, base }]
  })
}

/** The same in text: `party entry inCurrency inBase`. */
export const openOn = (entries: readonly NaiveEntry[], matches: readonly NaiveMatch[], day: string): string[] =>
  remaindersOn(entries, matches, day).map(
    ({ entry, amount, base }) => `${partyOf(entry)} ${entry.number} ${amount} ${base}`,
  )

/** Why a match cannot be taken back, whatever its day. */
export function takeBackFault(matches: readonly NaiveMatch[], number: number): string | undefined {
  const match = matches[number - 1]
  if (!match) return 'number: MatchDoesNotExist'
  if (matches.some(({ takesBack }) => takesBack === number)) return 'number: MatchAlreadyTakenBack'
  return match.belongsTo !== null || match.takesBack !== null ? 'number: MatchCannotBeTakenBack' : undefined
}

/** Opens again what the match took of its entries; answers the match that does so. */
export function givenBack(match: NaiveMatch, entries: readonly NaiveEntry[]): Omit<NaiveMatch, 'number'> {
  const [debit, credit] = [entries[match.debit - 1]!, entries[match.credit - 1]!]
  debit.remainder! += match.amount
  credit.remainder! -= match.amount
  debit.open! += match.debitAmount
  credit.open! -= match.creditAmount
  const amounts = { amount: -match.amount, debitAmount: -match.debitAmount, creditAmount: -match.creditAmount }
  return { ...match, ...amounts, takesBack: match.number }
}
