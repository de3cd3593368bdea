import type { Transaction } from '../database/connection.ts'
import { bookPostings, PostingsRefused } from '../ledger/booking/book-postings.ts'
import { type EntryContext, type LinePosting, postingsOf } from './entries.ts'
import { SafTError } from './error.ts'
import { CHUNK } from './master-data.ts'
import type { Progress } from './model.ts'
import type { Notes } from './notes.ts'
import { voucherNumberOf } from './plan.ts'
import type { Spool } from './spool.ts'
import type { Survey } from './survey.ts'

/** What every transaction is booked with. */
export interface BookingContext {
  context: EntryContext
  survey: Survey
  /** Journal numbers by JournalID. */
  journals: ReadonlyMap<string, number>
  notes: Notes
}

/** Postings of whole transactions of one journal. */
interface Batch {
  journalNumber: number
  postings: LinePosting[]
}

/**
 * Books the transactions of a file in its order, in batches of whole transactions of one journal, each a booking. While the database
 * takes a batch, the next one is made.
 * @returns how many entries there are.
 */
export async function bookTransactions(
  transaction: Transaction,
  agreement: number,
  booking: BookingContext,
  spool: Spool,
  onProgress: Progress,
): Promise<number> {
  const { totals } = booking.context.file
  let [done, entries] = [0, 0]
  // Checks of foreign keys keep the plans they made while the tables of the master data were empty, which read whole tables for every row.
  await transaction.rows('DISCARD PLANS')
  let before = Promise.resolve()
  try {
    for await (const batch of batches(booking, spool)) {
      const { written, done: whole } = bookBatch(transaction, agreement, batch, before)
      before = whole
      await Promise.race([written, whole])
      entries += batch.postings.length
      done += new Set(batch.postings.map(({ line }) => line)).size
      onProgress({ stage: 'booking', done, total: totals.lines })
    }
    await before
  } catch (error) {
    // Nothing may go on in a transaction that is given up.
    await before.catch(() => {})
    throw error
  }
  return entries
}

async function* batches({ context, survey, journals, notes }: BookingContext, spool: Spool): AsyncGenerator<Batch> {
  const given = new Map<string, number>()
  let batch: Batch | undefined
  for await (const transaction of spool.transactions()) {
    const { journalId, transactionId } = transaction
    const journalNumber = journals.get(journalId)!
    const count = (given.get(journalId) ?? 0) + 1
    given.set(journalId, count)
    const { isNumbered } = survey.journals.get(journalId)!
    if (!isNumbered) notes.add('renumbered')
    const voucherNumber = isNumbered ? voucherNumberOf(transactionId)! : count
    if (batch && (batch.journalNumber !== journalNumber || batch.postings.length >= CHUNK)) {
      yield batch
      batch = undefined
    }
    batch ??= { journalNumber, postings: [] }
    for (const one of postingsOf(transaction, { journalNumber, voucherNumber }, context, notes))
      batch.postings.push(one)
  }
  if (batch) yield batch
}

/** Books a batch behind the one `before`. @returns what tells that it is on its way to the database, and that it is booked. */
function bookBatch(
  transaction: Transaction,
  agreement: number,
  { journalNumber, postings }: Batch,
  before: Promise<void>,
): { written: Promise<void>; done: Promise<void> } {
  let tell: () => void
  const written = new Promise<void>((resolve) => (tell = resolve))
  const booked = bookPostings(transaction, {
    agreement,
    journalNumber,
    postings: postings.map(({ posting }) => posting),
    turn: { before, written: () => tell() },
  })
  const done = booked.then(
    () => {},
    async (error: unknown) => {
      // Where the one before has failed, that is why: nothing can follow it in its transaction.
      await before
      throw error instanceof PostingsRefused ? new SafTError(postings[error.posting]!.line, error.message) : error
    },
  )
  // Waited for by whoever books the next one, or the last; until then it has somebody who knows of its failure.
  done.catch(() => {})
  return { written, done }
}
