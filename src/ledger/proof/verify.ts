import type { Database, Transaction } from '../../database/connection.ts'
import { verifyChain } from './chain.ts'
import { CHECKS } from './checks.ts'
import { COUNTER_CHECKS } from './counter-checks.ts'
import { DIMENSION_CHECKS } from './dimension-checks.ts'
import { HISTORY_CHECKS } from './history-checks.ts'
import { INVOICE_CHECKS, INVOICES, ISSUED } from './invoice-checks.ts'
import { DOCUMENT_CHECKS } from './document-checks.ts'
import { LOG_CHECKS } from './log-checks.ts'
import { masterDataCheck } from './master-data.ts'
import { PROJECT_CHECKS } from './project-checks.ts'
import { PROJECT_LOG, PROJECT_LOG_CHECKS } from './project-log.ts'
import { REFERENCE_CHECKS } from './reference-checks.ts'
import { verifySealedLog } from './sealed-log.ts'
import { TRAIL } from './trail.ts'
import { NOTES } from './notes.ts'
import { VAT_CHECKS } from './vat-checks.ts'
import { YEAR_CHECKS } from './year-checks.ts'

/**
 * What verifying found: the entries read, what is to be known though nothing is wrong, and the first thing that is off.
 */
export type Verification =
  | { ok: true; entries: number; notes?: readonly string[] }
  | { ok: false; entries: number; fault: string }

/** The same of one agreement. */
interface Found {
  entries: number
  fault?: string | undefined
  notes?: readonly string[]
}

const OTHER_CHECKS = [
  ...HISTORY_CHECKS,
  ...INVOICE_CHECKS,
  ...PROJECT_CHECKS,
  ...DOCUMENT_CHECKS,
  ...REFERENCE_CHECKS,
  ...YEAR_CHECKS,
  ...COUNTER_CHECKS,
  ...PROJECT_LOG_CHECKS,
  ...LOG_CHECKS,
  ...VAT_CHECKS,
]

/**
 * Recomputes an agreement's ledger, or every agreement's, from its entries, and names the first thing that is off.
 * Checks the number series, every seal, the balance of every voucher, every period total, every remainder, booked
 * invoices with their seals, sums, postings and files, every document with its bytes, and what reports rely on besides:
 * the trail of master data, and what is kept of closed years. Reads one consistent state of the database while bookings
 * go on, entries in batches.
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
    const checks = await begin(transaction)
    const found = inTurn(agreements, async ({ agreement: number }) => ({
      number,
      ...(await verifyBy(checks, transaction.at(number), number)),
    }))
    let entries = 0
    const notes: string[] = []
    for await (const one of found) {
      entries += one.entries
      if (one.fault !== undefined) return { ok: false, entries, fault: `Agreement ${one.number}: ${one.fault}` }
      for (const note of one.notes ?? []) notes.push(`Agreement ${one.number}: ${note}`)
    }
    return notes.length === 0 ? { ok: true, entries } : { ok: true, entries, notes }
  })
}

/** Verifies one agreement in a transaction that has to be of one state. @returns the first thing that is off. */
export async function verifyAgreement(transaction: Transaction, agreement: number): Promise<Found> {
  return await verifyBy(await begin(transaction), transaction, agreement)
}

/** Makes a transaction ready. @returns every check, in the order in which faults are named. */
async function begin(transaction: Transaction): Promise<readonly string[]> {
  // Every check reads all there is of an agreement, where a nested loop is never the better join, whatever the
  // statistics of freshly filled tables say.
  await transaction.rows('SET LOCAL enable_nestloop = off')
  return [...CHECKS, ...DIMENSION_CHECKS, await masterDataCheck(transaction), ...OTHER_CHECKS]
}

async function verifyBy(checks: readonly string[], transaction: Transaction, agreement: number): Promise<Found> {
  const chain = await verifyChain(transaction, agreement)
  if (chain.fault !== undefined) return chain
  for (const log of [TRAIL, INVOICES, ISSUED, PROJECT_LOG]) {
    const fault = await verifySealedLog(transaction, agreement, log)
    if (fault !== undefined) return { entries: chain.entries, fault }
  }
  // All are sent before the first answer.
  const answers = await Promise.allSettled(
    checks.map((check) => transaction.rows<{ fault: string }>(check, [agreement])),
  )
  for (const answer of answers) {
    if (answer.status === 'rejected') throw answer.reason
    if (answer.value[0]) return { entries: chain.entries, fault: answer.value[0].fault }
  }
  const notes = await Promise.all(NOTES.map((text) => transaction.rows<{ note: string }>(text, [agreement])))
  return { ...chain, notes: notes.flat().map(({ note }) => note) }
}

/**
 * What work on each item results in. The database works on the next one while an answer is read. Ends with all work
 * that has begun.
 */
async function* inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = []
  const beginOne = (item: Item): void => {
    const result = work(item)
    // A failure is thrown in its turn.
    result.catch(() => {})
    begun.push(result)
  }
  try {
    for (const item of items) {
      beginOne(item)
      if (begun.length > AHEAD) yield await begun.shift()!
    }
    while (begun.length > 0) yield await begun.shift()!
  } finally {
    await Promise.allSettled(begun)
  }
}

/** How many agreements are begun behind the one whose answer is awaited. */
const AHEAD = 2
