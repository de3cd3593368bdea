import type { Database, Transaction } from '../../database/connection.ts'
import { verifyChain } from './chain.ts'
import { CHECKS } from './checks.ts'
import { COUNTER_CHECKS } from './counter-checks.ts'
import { DIMENSION_CHECKS } from './dimension-checks.ts'
import { HISTORY_CHECKS } from './history-checks.ts'
import { INVOICE_CHECKS, INVOICES } from './invoice-checks.ts'
import { DOCUMENT_CHECKS } from './document-checks.ts'
import { LOG_CHECKS } from './log-checks.ts'
import { PROJECT_CHECKS } from './project-checks.ts'
import { PROJECT_LOG, PROJECT_LOG_CHECKS } from './project-log.ts'
import { REFERENCE_CHECKS } from './reference-checks.ts'
import { verifySealedLog } from './sealed-log.ts'
import { TRAIL } from './trail.ts'
import { YEAR_CHECKS } from './year-checks.ts'

/** What verifying found: the entries read, and the first thing that is off. */
export type Verification = { ok: true; entries: number } | { ok: false; entries: number; fault: string }

const EVERY_CHECK = [
  ...CHECKS,
  ...DIMENSION_CHECKS,
  ...HISTORY_CHECKS,
  ...INVOICE_CHECKS,
  ...PROJECT_CHECKS,
  ...DOCUMENT_CHECKS,
  ...REFERENCE_CHECKS,
  ...YEAR_CHECKS,
  ...COUNTER_CHECKS,
  ...PROJECT_LOG_CHECKS,
  ...LOG_CHECKS,
]

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
  for (const log of [TRAIL, INVOICES, PROJECT_LOG]) {
    const fault = await verifySealedLog(transaction, agreement, log)
    if (fault !== undefined) return { entries: chain.entries, fault }
  }
  for (const check of EVERY_CHECK) {
    const [row] = await transaction.rows<{ fault: string }>(check, [agreement])
    if (row) return { entries: chain.entries, fault: row.fault }
  }
  return chain
}
