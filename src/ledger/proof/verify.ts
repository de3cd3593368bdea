import type { Database, Transaction } from '../../database/connection.ts'
import { ENTRY_COLUMNS, FIRST_SEAL, type SealedBooking, type SealedEntry, Sealer } from '../booking/seal.ts'
import { CHECKS } from './checks.ts'
import { DIMENSION_CHECKS } from './dimension-checks.ts'
import { HISTORY_CHECKS } from './history-checks.ts'
import { INVOICE_CHECKS, verifyInvoiceSeals } from './invoice-checks.ts'
import { DOCUMENT_CHECKS } from './document-checks.ts'
import { PROJECT_CHECKS } from './project-checks.ts'
import { verifyTrail } from './trail.ts'

/** What verifying found: the entries read, and the first thing that is off. */
export type Verification = { ok: true; entries: number } | { ok: false; entries: number; fault: string }

interface StoredBooking extends SealedBooking {
  previousSeal: string
  seal: string
}

interface StoredEntry extends SealedEntry {
  booking: number
}

const EVERY_CHECK = [
  ...CHECKS,
  ...DIMENSION_CHECKS,
  ...HISTORY_CHECKS,
  ...INVOICE_CHECKS,
  ...PROJECT_CHECKS,
  ...DOCUMENT_CHECKS,
]

/** Rows fetched at a time; at some 500 bytes each, a batch stays under 10 MB whatever the ledger holds. */
const BATCH = 10_000

/**
 * Recomputes an agreement's ledger, or every agreement's, from its entries, and names the first thing that is off. Checks the number series, every
 * seal, the balance of every voucher, every period total, every remainder, booked invoices with their seals, sums and postings, every document with
 * its bytes, and what reports rely on besides: the trail of master data, and what is kept of closed years. Reads one consistent state of the database
 * while bookings go on, entries in batches.
 */
export async function verify(database: Database, agreement?: number): Promise<Verification> {
  return await database.snapshot(async (transaction) => {
    const agreements = await transaction.rows<{ agreement: number }>(
      'SELECT a.agreement FROM agreement a WHERE $1::int IS NULL OR a.agreement = $1::int ORDER BY a.agreement',
      [agreement ?? null],
    )
    if (agreement !== undefined && agreements.length === 0) {
      return { ok: false, entries: 0, fault: `There is no agreement ${agreement}.` }
    }
    let entries = 0
    for (const { agreement: number } of agreements) {
      const result = await verifyAgreement(transaction.at(number), number)
      entries += result.entries
      if (result.fault !== undefined) return { ok: false, entries, fault: `Agreement ${number}: ${result.fault}` }
    }
    return { ok: true, entries }
  })
}

/** Verifies one agreement in a transaction that has to be of one state. @returns the first thing that is off. */
export async function verifyAgreement(
  transaction: Transaction,
  agreement: number,
): Promise<{ entries: number; fault?: string | undefined }> {
  // Every check reads all there is of an agreement, where a nested loop is never the better join, whatever the
  // statistics of freshly filled tables say.
  await transaction.rows('SET LOCAL enable_nestloop = off')
  const chain = await verifyChain(transaction, agreement)
  if (chain.fault !== undefined) return chain
  const fault = (await verifyTrail(transaction, agreement)) ?? (await verifyInvoiceSeals(transaction, agreement))
  if (fault !== undefined) return { entries: chain.entries, fault }
  for (const check of EVERY_CHECK) {
    const [row] = await transaction.rows<{ fault: string }>(check, [agreement])
    if (row) return { entries: chain.entries, fault: row.fault }
  }
  return chain
}

/** Walks bookings and entries side by side: numbers without a gap, each seal over its content and the seal before it. */
async function verifyChain(
  transaction: Transaction,
  agreement: number,
): Promise<{ entries: number; fault?: string | undefined }> {
  const entries = entriesOf(transaction, agreement)
  let last = 0
  let previous: { number: number; seal: Buffer } = { number: 0, seal: FIRST_SEAL }
  for await (const booking of bookingsOf(transaction, agreement)) {
    const fault = bookingFault(booking, previous, last)
    if (fault !== undefined) return { entries: last, fault }
    const sealer = new Sealer(previous.seal, booking)
    while (last < booking.lastEntry) {
      const { value: entry } = await entries.next()
      if (!entry || entry.entryNumber !== last + 1) {
        return { entries: last, fault: `entry ${last + 1} of booking ${booking.number} is missing.` }
      }
      if (entry.booking !== booking.number) {
        return { entries: last, fault: `entry ${last + 1} is in booking ${entry.booking}, not in ${booking.number}.` }
      }
      sealer.add(entry)
      last += 1
    }
    const seal = sealer.seal()
    if (seal.toString('hex') !== booking.seal) {
      const range = `its entries ${booking.firstEntry} to ${booking.lastEntry}`
      return { entries: last, fault: `booking ${booking.number}: its seal does not fit ${range}.` }
    }
    previous = { number: booking.number, seal }
  }
  const { value: left } = await entries.next()
  if (left) return { entries: last, fault: `entry ${left.entryNumber} belongs to no booking.` }
  return { entries: last }
}

function bookingFault(
  booking: StoredBooking,
  previous: { number: number; seal: Buffer },
  lastEntry: number,
): string | undefined {
  if (booking.number !== previous.number + 1) return `booking ${previous.number + 1} is missing.`
  if (booking.firstEntry !== lastEntry + 1) {
    return `booking ${booking.number} begins at entry ${booking.firstEntry}; the one before ended at ${lastEntry}.`
  }
  if (booking.previousSeal !== previous.seal.toString('hex')) {
    return `booking ${booking.number} does not carry the seal of the booking before it.`
  }
  return undefined
}

async function* bookingsOf(transaction: Transaction, agreement: number): AsyncGenerator<StoredBooking> {
  let after = 0
  for (;;) {
    const batch = await transaction.rows<StoredBooking>(
      `SELECT b.number, b.journal_number AS "journalNumber", b.first_entry AS "firstEntry", b.last_entry AS "lastEntry",
         encode(b.previous_seal, 'hex') AS "previousSeal", encode(b.seal, 'hex') AS seal,
         b.app, b.grant_number AS "grant", (
           SELECT string_agg(line_of_document(l), E'\\n' ORDER BY l.number) FROM document_log l
           WHERE l.agreement = $1 AND l.number <= b.last_document AND l.number > coalesce((
             SELECT p.last_document FROM booking p WHERE p.agreement = $1 AND p.number = b.number - 1), 0)
         ) AS documents, to_char(b.booked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "bookedAt"
       FROM booking b WHERE b.agreement = $1 AND b.number > $2 ORDER BY b.number LIMIT $3`,
      [agreement, after, BATCH],
    )
    if (batch.length === 0) return
    yield* batch
    after = batch.at(-1)!.number
  }
}

async function* entriesOf(transaction: Transaction, agreement: number): AsyncGenerator<StoredEntry, undefined> {
  let after = 0
  for (;;) {
    const batch = await transaction.rows<StoredEntry>(
      `SELECT e.booking, ${ENTRY_COLUMNS.read('e')}
       FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number > $2 ORDER BY e.entry_number LIMIT $3`,
      [agreement, after, BATCH],
    )
    if (batch.length === 0) return undefined
    yield* batch
    after = batch.at(-1)!.entryNumber
  }
}
