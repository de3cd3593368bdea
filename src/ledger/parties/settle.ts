import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements, textElements } from '../arrays.ts'
import { centsOf, centsToText } from '../money.ts'

/** Open entries of parties, their remainders in cents. */
export interface OpenItem {
  entryNumber: number
  /** Items of the same key may settle each other. */
  key: string
  remainder: bigint
}

/** What a credit settled of a debit, in cents. */
export interface Match {
  debitEntry: number
  creditEntry: number
  amount: bigint
}

interface EntryRange {
  firstEntry: number
  lastEntry: number
}

/** Every booked entry of the range that carries a party becomes an open item, its whole amount still open. */
export async function openItems(transaction: Transaction, agreement: number, range: EntryRange): Promise<void> {
  await transaction.rows(
    `INSERT INTO open_item (agreement, entry_number, customer_number, supplier_number, invoice_number, date, remainder)
     SELECT $1, e.entry_number, e.customer_number, e.supplier_number,
       coalesce(e.customer_invoice_number::text, fold(e.supplier_invoice_number)), e.date, e.amount_in_base_currency
     FROM booked_entry e
     WHERE e.agreement = $1 AND e.entry_number BETWEEN $2 AND $3
       AND (e.customer_number IS NOT NULL OR e.supplier_number IS NOT NULL)`,
    [agreement, range.firstEntry, range.lastEntry],
  )
}

/**
 * Settles what the entries of the range can settle: first a reversing entry and the one it reverses, as far as that is
 * open; then, within a party and an invoice number, debits against credits, oldest first, partial remainders kept
 * (ACCOUNTING.md, Parties and open items). The ledger is locked, so no other settlement runs.
 */
export async function settle(transaction: Transaction, agreement: number, range: EntryRange): Promise<void> {
  await settleReversed(transaction, agreement, range)
  const touched = await transaction.rows<{ party: 'customer' | 'supplier'; number: number; invoice: string }>(TOUCHED, [
    agreement,
    range.firstEntry,
    range.lastEntry,
  ])
  const matches: Match[] = []
  for (const party of ['customer', 'supplier'] as const) {
    const keys = touched.filter((key) => key.party === party)
    if (keys.length === 0) continue
    const rows = await transaction.rows<{ entryNumber: number; key: string; remainder: string }>(SETTLEABLE[party], [
      agreement,
      arrayOf(elements(keys.map(({ number }) => number))),
      arrayOf(textElements(keys.map(({ invoice }) => invoice))),
    ])
    const items = rows.map(({ entryNumber, key, remainder }) => ({ entryNumber, key, remainder: centsOf(remainder) }))
    matches.push(...matchOldestFirst(items))
  }
  await recordMatches(transaction, agreement, matches)
}

async function settleReversed(transaction: Transaction, agreement: number, range: EntryRange): Promise<void> {
  const rows = await transaction.rows<{ entryNumber: number; key: string; remainder: string }>(REVERSED, [
    agreement,
    range.firstEntry,
    range.lastEntry,
  ])
  const items = rows.map(({ entryNumber, key, remainder }) => ({ entryNumber, key, remainder: centsOf(remainder) }))
  await recordMatches(transaction, agreement, matchOldestFirst(items))
}

/** Pairs debits and credits of each key in the order given, the oldest first: each takes of the other what both have left. */
export function matchOldestFirst(items: readonly OpenItem[]): Match[] {
  const matches: Match[] = []
  const waiting = new Map<string, OpenItem[]>()
  for (const item of items) {
    let left = item.remainder
    const queue = waiting.get(item.key) ?? []
    while (left !== 0n && queue.length > 0 && queue[0]!.remainder > 0n !== left > 0n) {
      const other = queue[0]!
      const amount = abs(left) < abs(other.remainder) ? abs(left) : abs(other.remainder)
      const [debit, credit] = left > 0n ? [item, other] : [other, item]
      matches.push({ debitEntry: debit.entryNumber, creditEntry: credit.entryNumber, amount })
      left = towardsZero(left, amount)
      queue[0] = { ...other, remainder: towardsZero(other.remainder, amount) }
      if (queue[0].remainder === 0n) queue.shift()
    }
    if (left !== 0n) queue.push({ ...item, remainder: left })
    waiting.set(item.key, queue)
  }
  return matches
}

/** Writes matches and takes them from the remainders of both their entries, in one statement. */
export async function recordMatches(
  transaction: Transaction,
  agreement: number,
  matches: readonly Match[],
): Promise<void> {
  if (matches.length === 0) return
  await transaction.rows(RECORD, [
    agreement,
    arrayOf(elements(matches.map(({ debitEntry }) => debitEntry))),
    arrayOf(elements(matches.map(({ creditEntry }) => creditEntry))),
    arrayOf(elements(matches.map(({ amount }) => centsToText(amount)))),
  ])
}

function towardsZero(cents: bigint, amount: bigint): bigint {
  return cents > 0n ? cents - amount : cents + amount
}

function abs(cents: bigint): bigint {
  return cents < 0n ? -cents : cents
}

/** Reversing entries of the range and what they reverse, in pairs, where both are open. */
const REVERSED = `
  SELECT o.entry_number AS "entryNumber", pair.key::text AS key, o.remainder
  FROM (
    SELECT l.reversed_entry AS entry, l.reversing_entry AS key FROM entry_reversal l
    WHERE l.agreement = $1 AND l.reversing_entry BETWEEN $2 AND $3
    UNION ALL
    SELECT l.reversing_entry, l.reversing_entry FROM entry_reversal l
    WHERE l.agreement = $1 AND l.reversing_entry BETWEEN $2 AND $3
  ) AS pair
  JOIN open_item o ON o.agreement = $1 AND o.entry_number = pair.entry
  WHERE o.remainder <> 0
  ORDER BY o.entry_number`

const TOUCHED = `
  SELECT DISTINCT CASE WHEN o.customer_number IS NULL THEN 'supplier' ELSE 'customer' END AS party,
    coalesce(o.customer_number, o.supplier_number) AS number, o.invoice_number AS invoice
  FROM open_item o
  WHERE o.agreement = $1 AND o.entry_number BETWEEN $2 AND $3 AND o.invoice_number IS NOT NULL`

/**
 * The keys come as a list, so that the planner knows how many there are, whatever it knows of the agreement: that leads
 * it to one scan or to the index on party and invoice, never to a scan per key.
 */
const settleable = (party: 'customer' | 'supplier') => `
  SELECT o.entry_number AS "entryNumber", o.${party}_number || ' ' || o.invoice_number AS key, o.remainder
  FROM unnest($2::int[], $3::text[]) AS t(number, invoice)
  JOIN open_item o ON o.${party}_number = t.number AND o.invoice_number = t.invoice
  WHERE o.agreement = $1 AND o.remainder <> 0
  ORDER BY o.date, o.entry_number`
const SETTLEABLE = { customer: settleable('customer'), supplier: settleable('supplier') }

const RECORD = `
  WITH matched AS MATERIALIZED (
    SELECT m.debit_entry, m.credit_entry, m.amount
    FROM unnest($2::int[], $3::int[], $4::numeric[]) AS m(debit_entry, credit_entry, amount)
  ), recorded AS (
    INSERT INTO entry_match (agreement, debit_entry, credit_entry, amount)
    SELECT $1, m.debit_entry, m.credit_entry, m.amount FROM matched m
  )
  UPDATE open_item o SET remainder = o.remainder - taken.amount
  FROM (
    SELECT entry_number, sum(amount) AS amount FROM (
      SELECT m.debit_entry AS entry_number, m.amount FROM matched m
      UNION ALL SELECT m.credit_entry, -m.amount FROM matched m
    ) AS both_sides GROUP BY entry_number
  ) AS taken
  WHERE o.agreement = $1 AND o.entry_number = taken.entry_number`
