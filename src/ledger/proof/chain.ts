import type { Transaction } from '../../database/connection.ts'
import { FIRST_SEAL, type SealedContent, Sealer } from '../booking/seal.ts'
import { SEALED_LINE } from './sealed-lines.ts'

interface StoredBooking extends SealedContent {
  previousSeal: string
  seal: string
}

interface StoredEntry {
  booking: number
  number: number
  /** What its booking's seal has of it. */
  line: string
}

/**
 * Rows fetched at a time; at some 150 bytes each, and rarely more than 500, a batch of entries has a few MB whatever
 * the ledger holds.
 */
const BATCH = 10_000

/**
 * Walks bookings and entries side by side: numbers without a gap, each seal over its content and the seal before it.
 */
export async function verifyChain(
  transaction: Transaction,
  agreement: number,
): Promise<{ entries: number; fault?: string | undefined }> {
  const entries = entriesOf(transaction, agreement)
  try {
    return await walk(bookingsOf(transaction, agreement), entries)
  } finally {
    await entries.return(undefined)
  }
}

async function walk(
  bookings: AsyncGenerator<StoredBooking>,
  entries: AsyncGenerator<StoredEntry, undefined>,
): Promise<{ entries: number; fault?: string }> {
  let last = 0
  let previous: { number: number; seal: Buffer } = { number: 0, seal: FIRST_SEAL }
  for await (const booking of bookings) {
    const fault = bookingFault(booking, previous, last)
    if (fault !== undefined) return { entries: last, fault }
    const sealer = new Sealer(previous.seal, booking)
    while (last < booking.lastEntry) {
      const { value: entry } = await entries.next()
      if (!entry || entry.number !== last + 1) {
        return { entries: last, fault: `entry ${last + 1} of booking ${booking.number} is missing.` }
      }
      if (entry.booking !== booking.number) {
        return { entries: last, fault: `entry ${last + 1} is in booking ${entry.booking}, not in ${booking.number}.` }
      }
      sealer.addLine(entry.line)
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
  if (left) return { entries: last, fault: `entry ${left.number} belongs to no booking.` }
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
         b.app, b.grant_number AS "grant", b.person, b.is_person_claimed AS "isPersonClaimed", CASE
           WHEN b.last_document IS NOT NULL THEN (
           SELECT string_agg(line_of_document(l), E'\\n' ORDER BY l.number) FROM document_log l
           WHERE l.agreement = $1 AND l.number <= b.last_document AND l.number > coalesce((
             SELECT p.last_document FROM booking p WHERE p.agreement = $1 AND p.number = b.number - 1), 0)
         ) END AS documents, b.logs::text AS logs,
           to_char(b.booked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "bookedAt"
       FROM booking b WHERE b.agreement = $1 AND b.number > $2 ORDER BY b.number LIMIT $3`,
      [agreement, after, BATCH],
    )
    if (batch.length === 0) return
    yield* batch
    after = batch.at(-1)!.number
  }
}

/** Entries in the order of their numbers. While a batch is looked at, the database makes the next. */
async function* entriesOf(transaction: Transaction, agreement: number): AsyncGenerator<StoredEntry, undefined> {
  const batchAfter = async (number: number): Promise<string | null> => {
    const [batch] = await transaction.rows<{ lines: string | null }>(LINES, [agreement, number, BATCH])
    return batch!.lines
  }
  let coming = batchAfter(0)
  try {
    for (;;) {
      const lines = await coming
      if (lines === null) return undefined
      coming = batchAfter(entryOf(lines.slice(lines.lastIndexOf('\n') + 1)).number)
      // A failure is thrown where the batch is awaited, if the walk comes so far.
      coming.catch(() => {})
      for (const line of lines.split('\n')) yield entryOf(line)
    }
  } finally {
    await coming.catch(() => {})
  }
}

/** Takes a row of LINES apart. The line is a list that begins with the entry's number. */
function entryOf(row: string): StoredEntry {
  const begin = row.indexOf('[')
  const number = Number(row.slice(begin + 1, row.indexOf(',', begin)))
  return { booking: Number(row.slice(0, begin)), number, line: row.slice(begin) }
}

/** Entries as one text: fetched value by value, they take Node five times as long. */
const LINES = `
  SELECT string_agg(b.row, E'\\n') AS lines
  FROM (
    SELECT e.booking || ${SEALED_LINE} AS row
    FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number > $2 ORDER BY e.entry_number LIMIT $3
  ) AS b`
