import { divideRounded } from '../money.ts'

/** An entry of a party with what is open of it, in cents. */
export interface OpenItem {
  entryNumber: number
  /** Items of the same key may settle each other. */
  key: string
  /** ISO day of the entry. */
  date: string
  currency: string
  /** In base currency. */
  remainder: bigint
  inCurrency: bigint
}

/** What a debit and a credit settle of each other, in cents. */
export interface Match {
  debitEntry: number
  creditEntry: number
  /** In base currency. */
  amount: bigint
  /** In the currencies of the two entries. */
  debitAmount: bigint
  creditAmount: bigint
  /** The day it counts from. */
  date: string
  /**
   * The exchange difference it realises: the rest in base currency of an item with nothing left in its own currency.
   */
  difference: { entryNumber: number; left: bigint } | undefined
}

/** How items settle each other. */
export interface PairingRules {
  /** The day from which a pair counts; undefined where it may not be. */
  day(one: OpenItem, other: OpenItem): string | undefined
  /**
   * Whether the rest of an item in base currency is a difference, once nothing is left in its currency; otherwise it
   * stays open.
   */
  realises: boolean
}

/**
 * Pairs the `items` of each key, the oldest first: each with the open ones before it, and with those of `waiting`,
 * which do not settle each other. Both lists are in the order of dates. Items of one currency settle each other first,
 * in that currency. What is left settles items of other currencies in base currency (rule 7.3). Takes what is settled
 * from the items. The matches are in the order of their debits and credits.
 */
export function matchOldestFirst(
  items: readonly OpenItem[],
  waiting: readonly OpenItem[],
  rules: PairingRules,
): Match[] {
  const matches: Match[] = []
  matchWithin(items, waiting, rules, ({ key, currency }) => `${key} ${currency}`, matches)
  matchWithin(items, waiting, rules, ({ key }) => key, matches)
  return matches.sort((a, b) => a.debitEntry - b.debitEntry || a.creditEntry - b.creditEntry)
}

/**
 * Items in the order of their age; those before `from` have nothing left. Taking each from the array would move all
 * others.
 */
interface Queue {
  items: OpenItem[]
  from: number
}
type Queues = Record<'debits' | 'credits', Queue>

function matchWithin(
  items: readonly OpenItem[],
  waiting: readonly OpenItem[],
  rules: PairingRules,
  group: (item: OpenItem) => string,
  matches: Match[],
): void {
  const groups = new Map<string, Queues>()
  const queuesOf = (item: OpenItem): Queues => {
    const found = groups.get(group(item)) ?? { debits: { items: [], from: 0 }, credits: { items: [], from: 0 } }
    groups.set(group(item), found)
    return found
  }
  for (const item of waiting) {
    if (signOf(item) !== 0) queuesOf(item)[signOf(item) > 0 ? 'debits' : 'credits'].items.push(item)
  }
  for (const item of items) {
    if (signOf(item) === 0) continue
    const { debits, credits } = queuesOf(item)
    settleWith(signOf(item) > 0 ? credits : debits, item, rules, matches)
    if (signOf(item) !== 0) insertInOrder(signOf(item) > 0 ? debits : credits, item)
  }
}

/** Settles the item with those that wait on the other side, and passes over what has nothing left from then on. */
function settleWith(queue: Queue, item: OpenItem, rules: PairingRules, matches: Match[]): void {
  const side = signOf(item)
  for (let at = queue.from; at < queue.items.length; at++) {
    const other = queue.items[at]!
    if (signOf(item) !== side) break
    if (signOf(other) !== -side) continue
    const date = rules.day(item, other)
    const match = date === undefined ? undefined : settlePair(item, other, date, rules.realises)
    if (match) matches.push(match)
  }
  while (queue.from < queue.items.length && signOf(queue.items[queue.from]!) === 0) queue.from += 1
}

/** Inserts the item by its age, mostly at the end. */
function insertInOrder({ items, from }: Queue, item: OpenItem): void {
  let at = items.length
  while (at > from && isOlder(item, items[at - 1]!)) at -= 1
  items.splice(at, 0, item)
}

const isOlder = (one: OpenItem, other: OpenItem): boolean =>
  one.date === other.date ? one.entryNumber < other.entryNumber : one.date < other.date

/**
 * 1 of an open debit, -1 of an open credit, 0 where nothing is open. What is open only in base currency goes by that.
 */
const signOf = ({ inCurrency, remainder }: OpenItem): number => sign(inCurrency === 0n ? remainder : inCurrency)

const sign = (cents: bigint): number => (cents > 0n ? 1 : cents < 0n ? -1 : 0)
const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents)
const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Takes from a debit and a credit what they settle of each other; undefined where that is nothing. */
function settlePair(one: OpenItem, other: OpenItem, date: string, realises: boolean): Match | undefined {
  const [debit, credit] = signOf(one) > 0 ? [one, other] : [other, one]
  const isInCurrency = debit.currency === credit.currency && debit.inCurrency !== 0n && credit.inCurrency !== 0n
  const taken = isInCurrency ? takenInCurrency(debit, credit) : takenInBase(debit, credit)
  if (!taken) return undefined
  const { amount, debitAmount, creditAmount } = taken
  const wasOpen = [debit, credit].filter(({ inCurrency }) => inCurrency !== 0n)
  debit.remainder -= amount
  credit.remainder += amount
  debit.inCurrency -= debitAmount
  credit.inCurrency += creditAmount
  const over = realises ? wasOpen.find(({ inCurrency, remainder }) => inCurrency === 0n && remainder !== 0n) : undefined
  const difference = over && { entryNumber: over.entryNumber, left: over.remainder }
  if (over) over.remainder = 0n
  return { debitEntry: debit.entryNumber, creditEntry: credit.entryNumber, ...taken, date, difference }
}

type Taken = Pick<Match, 'amount' | 'debitAmount' | 'creditAmount'>

/**
 * The lesser of both in their currency; in base currency the share of the one that stays open, at the rate it stands
 * at.
 */
function takenInCurrency(debit: OpenItem, credit: OpenItem): Taken {
  const inCurrency = lesser(debit.inCurrency, -credit.inCurrency)
  const open = debit.inCurrency > inCurrency ? debit : -credit.inCurrency > inCurrency ? credit : undefined
  const amount = open
    ? shareOf(size(open.remainder), inCurrency, size(open.inCurrency))
    : lesser(size(debit.remainder), size(credit.remainder))
  return { amount, debitAmount: inCurrency, creditAmount: inCurrency }
}

/** The lesser of both in base currency; of each in its currency the same share. */
function takenInBase(debit: OpenItem, credit: OpenItem): Taken | undefined {
  const amount = lesser(size(debit.remainder), size(credit.remainder))
  if (amount === 0n) return undefined
  const shareIn = ({ inCurrency, remainder }: OpenItem): bigint => shareOf(size(inCurrency), amount, size(remainder))
  return { amount, debitAmount: shareIn(debit), creditAmount: shareIn(credit) }
}

const shareOf = (whole: bigint, part: bigint, of: bigint): bigint => divideRounded(whole * part, of)
