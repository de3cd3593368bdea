import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements, textElements } from '../arrays.ts'
import type { LockedLedger } from '../lock.ts'
import { IS_OPEN, ITEM, readItem, type StoredItem } from '../parties/items.ts'
import { lockPeriods, periodFault } from '../periods.ts'
import { bookDifferences, type BookOpen, type NumberedMatch } from './difference.ts'
import type { Booked } from './post.ts'
import { matchOldestFirst, type OpenItem, type PairingRules } from '../parties/pairing.ts'
import { recordMatches } from '../parties/record.ts'

/**
 * What happens to entries of parties when they are booked. `settle`: they settle what they can, and exchange differences are booked.
 * `keepDifferences`: they settle, and no difference is added, as the books come from elsewhere with theirs. `stayOpen`: they stay open.
 */
export type Settling = 'settle' | 'keepDifferences' | 'stayOpen'

/** Every booked entry of the booking that carries a party becomes an open item, its whole amount still open. */
export async function openItems(transaction: Transaction, agreement: number, booked: Booked): Promise<void> {
  await transaction.rows(
    `INSERT INTO open_item (agreement, entry_number, customer_number, supplier_number, invoice_number, date, currency, remainder,
       remainder_in_currency)
     SELECT $1, e.entry_number, e.customer_number, e.supplier_number,
       coalesce(e.customer_invoice_number::text, nullif(fold(e.supplier_invoice_number), '')), e.date, e.currency, e.amount_in_base_currency, e.amount
     FROM booked_entry e
     WHERE e.agreement = $1 AND e.entry_number BETWEEN $2 AND $3
       AND (e.customer_number IS NOT NULL OR e.supplier_number IS NOT NULL)`,
    [agreement, booked.firstEntry, booked.lastEntry],
  )
}

/**
 * Settles what the entries of the booking can settle. First each reversing entry with the one it reverses, as far as that is open. Then, within
 * a party's summary account and an invoice number, each with what else is open: oldest first, partial remainders kept (rule 9.1). Entries that
 * were booked before do not settle each other: a match of theirs may have been taken back. The ledger is locked, so no other settlement runs.
 * @throws ApiError ExchangeDifferenceAccountNotSet.
 */
export async function settle(
  transaction: Transaction,
  ledger: LockedLedger,
  booked: Booked,
  settling: Settling,
  bookOpen: BookOpen,
): Promise<void> {
  const { agreement } = ledger
  const realises = settling === 'settle'
  const range = [agreement, booked.firstEntry, booked.lastEntry]
  const [reversed, touched] = await Promise.all([
    transaction.rows<StoredItem>(REVERSED, range),
    transaction.rows<{ party: 'customer' | 'supplier'; number: number; invoice: string }>(TOUCHED, range),
  ])
  const matches = await settleItems(transaction, agreement, booked, reversed, realises)
  // The rest of these is booked as a difference below, and settles nothing else.
  const realised = new Set(matches.flatMap(({ difference }) => difference?.entryNumber ?? []))
  for (const party of ['customer', 'supplier'] as const) {
    const keys = touched.filter((key) => key.party === party)
    if (keys.length === 0) continue
    const rows = await transaction.rows<StoredItem>(SETTLEABLE[party], [
      agreement,
      arrayOf(elements(keys.map(({ number }) => number))),
      arrayOf(textElements(keys.map(({ invoice }) => invoice))),
    ])
    const left = realised.size === 0 ? rows : rows.filter(({ entryNumber }) => !realised.has(entryNumber))
    for (const match of await settleItems(transaction, agreement, booked, left, realises)) matches.push(match)
  }
  if (realises) await bookDifferences(transaction, ledger, matches, bookOpen)
}

async function settleItems(
  transaction: Transaction,
  agreement: number,
  { booking, firstEntry, lastEntry }: Booked,
  stored: readonly StoredItem[],
  realises: boolean,
): Promise<NumberedMatch[]> {
  if (stored.length < 2) return []
  const items = stored.map(readItem)
  const isNew = ({ entryNumber }: OpenItem): boolean => entryNumber >= firstEntry && entryNumber <= lastEntry
  const waiting = items.filter((item) => !isNew(item))
  const day = await openDays(transaction, agreement, waiting)
  const matches = matchOldestFirst(items.filter(isNew), waiting, { day, realises })
  const first = await recordMatches(transaction, agreement, matches, booking)
  return matches.map((match, index) => ({ ...match, number: first + index }))
}

/**
 * A pair counts from the day of its later entry, and only where that day is still open. Only a waiting entry can be of a shut day: those booked
 * now are of open ones.
 */
async function openDays(
  transaction: Transaction,
  agreement: number,
  waiting: readonly OpenItem[],
): Promise<PairingRules['day']> {
  const days = new Set(waiting.map(({ date }) => date))
  const findPeriod = days.size > 0 ? await lockPeriods(transaction, agreement, days) : () => undefined
  const shut = new Set([...days].filter((date) => periodFault(date, findPeriod(date)) !== undefined))
  return (one, other) => {
    const date = laterOf(one.date, other.date)
    return shut.has(date) ? undefined : date
  }
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

/** Reversing entries of the range and what they reverse, in pairs, where both are open. */
const REVERSED = `
  SELECT ${ITEM}, pair.key::text AS key
  FROM (
    SELECT l.reversed_entry AS entry, l.reversing_entry AS key FROM entry_reversal l
    WHERE l.agreement = $1 AND l.reversing_entry BETWEEN $2 AND $3
    UNION ALL
    SELECT l.reversing_entry, l.reversing_entry FROM entry_reversal l
    WHERE l.agreement = $1 AND l.reversing_entry BETWEEN $2 AND $3
  ) AS pair
  JOIN open_item o ON o.agreement = $1 AND o.entry_number = pair.entry
  WHERE ${IS_OPEN}
  ORDER BY o.date, o.entry_number`

const TOUCHED = `
  SELECT DISTINCT CASE WHEN o.customer_number IS NULL THEN 'supplier' ELSE 'customer' END AS party,
    coalesce(o.customer_number, o.supplier_number) AS number, o.invoice_number AS invoice
  FROM open_item o
  WHERE o.agreement = $1 AND o.entry_number BETWEEN $2 AND $3 AND o.invoice_number IS NOT NULL`

/**
 * The keys come as a list, so that the planner knows how many there are, whatever it knows of the agreement. It then chooses
 * one scan, or the index on party and invoice, never a scan per key.
 */
const settleable = (party: 'customer' | 'supplier') => `
  SELECT ${ITEM}, (SELECT e.account_number FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number = o.entry_number)
    || ' ' || o.${party}_number || ' ' || o.invoice_number AS key
  FROM unnest($2::int[], $3::text[]) AS t(number, invoice)
  JOIN open_item o ON o.${party}_number = t.number AND o.invoice_number = t.invoice
  WHERE o.agreement = $1 AND ${IS_OPEN}
  ORDER BY o.date, o.entry_number`
const SETTLEABLE = { customer: settleable('customer'), supplier: settleable('supplier') }
