import type { Transaction } from '../../database/connection.ts'
import { rateToText } from '../currency.ts'
import { centsToText, quantityToText } from '../money.ts'
import type { LockedLedger } from '../lock.ts'
import type { Posting } from './posting.ts'
import { ENTRY_COLUMNS, FIRST_SEAL, Sealer, type SealedEntry } from './seal.ts'
import { openItems, settle } from '../parties/settle.ts'

/** What one booking wrote. */
export interface Booked {
  booking: number
  firstEntry: number
  lastEntry: number
}

/**
 * The only writer of booked rows: gives the postings the next entry numbers, seals them, and updates totals and open
 * items, in a fixed number of statements. The caller has locked the ledger and the periods and checked the postings; the
 * database checks balance and numbers again at commit.
 */
export async function post(
  transaction: Transaction,
  ledger: LockedLedger,
  journalNumber: number | null,
  postings: readonly Posting[],
): Promise<Booked> {
  const { agreement } = ledger
  const [next] = await transaction.rows<{ first: number; booking: number; seal: string | null }>(
    `SELECT take_numbers($1, 'booked_entry', $2) AS first, take_numbers($1, 'booking', 1) AS booking,
       (SELECT encode(b.seal, 'hex') FROM booking b WHERE b.agreement = $1 ORDER BY b.number DESC LIMIT 1) AS seal`,
    [agreement, postings.length],
  )
  const firstEntry = next!.first
  const booked = { booking: next!.booking, firstEntry, lastEntry: firstEntry + postings.length - 1 }
  const previous = next!.seal === null ? FIRST_SEAL : Buffer.from(next!.seal, 'hex')
  const bookedAt = new Date().toISOString()
  const entries = postings.map((posting, index) => entryOf(posting, firstEntry + index))
  const sealer = new Sealer(previous, {
    number: booked.booking,
    journalNumber,
    firstEntry,
    lastEntry: booked.lastEntry,
    bookedAt,
  })
  for (const entry of entries) sealer.add(entry)
  const seal = sealer.seal().toString('hex')

  await transaction.rows(INSERT_ENTRIES, [agreement, booked.booking, JSON.stringify(entries)])
  await transaction.rows(
    `INSERT INTO booking (agreement, number, journal_number, first_entry, last_entry, previous_seal, seal, booked_at)
     VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), $8)`,
    [agreement, booked.booking, journalNumber, firstEntry, booked.lastEntry, previous.toString('hex'), seal, bookedAt],
  )
  await transaction.rows(ADD_TOTALS, [agreement, firstEntry, booked.lastEntry])
  if (postings.some((posting) => posting.customerNumber !== null || posting.supplierNumber !== null)) {
    await openItems(transaction, agreement, booked)
    await settle(transaction, agreement, booked)
  }
  return booked
}

function entryOf(posting: Posting, entryNumber: number): SealedEntry {
  const { amount, base, exchangeRate, quantity1, quantity2, ...same } = posting
  return {
    entryNumber,
    ...same,
    amount: centsToText(amount),
    amountInBaseCurrency: centsToText(base),
    exchangeRate: rateToText(exchangeRate),
    quantity1: quantityToText(quantity1),
    quantity2: quantityToText(quantity2),
  }
}

const INSERT_ENTRIES = `
  INSERT INTO booked_entry (agreement, booking, ${ENTRY_COLUMNS.names})
  SELECT $1, $2, ${ENTRY_COLUMNS.values} FROM json_to_recordset($3::json) AS e(${ENTRY_COLUMNS.record})`

const ADD_TOTALS = `
  INSERT INTO period_total AS t (agreement, accounting_year, period_number, account_number, opening, debit, credit)
  SELECT $1, p.year, p.period_number, e.account_number,
    coalesce(sum(e.amount_in_base_currency) FILTER (WHERE e.type IN (7, 8)), 0),
    coalesce(sum(greatest(e.amount_in_base_currency, 0)) FILTER (WHERE e.type NOT IN (7, 8)), 0),
    coalesce(sum(greatest(-e.amount_in_base_currency, 0)) FILTER (WHERE e.type NOT IN (7, 8)), 0)
  FROM booked_entry e
  JOIN accounting_period p ON p.agreement = $1 AND p.year = e.accounting_year
    AND e.date BETWEEN p.date_from AND p.date_to
  WHERE e.agreement = $1 AND e.entry_number BETWEEN $2 AND $3
  GROUP BY p.year, p.period_number, e.account_number
  ON CONFLICT (agreement, accounting_year, period_number, account_number) DO UPDATE
    SET opening = t.opening + excluded.opening, debit = t.debit + excluded.debit, credit = t.credit + excluded.credit`
