import type { Transaction } from '../../database/connection.ts'
import { BookingsInTurn, PostingsRefused } from '../../ledger/booking/book-postings.ts'
import { SafTError } from '../error.ts'
import type { Progress } from '../model.ts'
import { type LinePosting, postingsOf } from './entries.ts'
import { CHUNK } from './master-data.ts'
import type { Notes } from './notes.ts'
import { voucherNumberOf } from './plan.ts'
import type { Spool } from './spool.ts'
import type { Survey } from './survey.ts'
import type { EntryContext } from './tax-lines.ts'

/** What booking every transaction needs. */
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
 * Books the transactions of a file in its order. Each booking is a batch of whole transactions of one journal.
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
  // Drops the plans of foreign key checks. They were made while the tables of master data were empty, and read whole
  // tables for every row.
  await transaction.rows('DISCARD PLANS')
  const books = await BookingsInTurn.begin(transaction, agreement)
  try {
    for await (const batch of batches(booking, spool)) {
      await bookBatch(books, batch)
      entries += batch.postings.length
      done += new Set(batch.postings.map(({ line }) => line)).size
      onProgress({ stage: 'booking', done, total: totals.lines })
    }
  } finally {
    await books.end()
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
    const voucherNumber = isNumbered ? voucherNumberOf(transactionId, context.file.own !== undefined)! : count
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

async function bookBatch(books: BookingsInTurn, { journalNumber, postings }: Batch): Promise<void> {
  const only = postings.map(({ posting }) => posting)
  await books.book(journalNumber, only).catch((error: unknown) => {
    throw error instanceof PostingsRefused ? new SafTError(postings[error.posting]!.line, error.message) : error
  })
}
