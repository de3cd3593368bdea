import { ApiError } from '../../errors/catalogue.ts'
import { verifyAgreement } from '../../ledger/proof/verify.ts'
import { flag, int32, list, text } from '../../resource/fields.ts'
import type { ActionOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'

/** The first number of the lock: that of an agreement is the second. */
const VERIFYING = 7_310_362

const verifyBooks: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/verifications',
  status: 200,
  noDryRun: true,
  summary: 'Recompute the books from their entries and tell the first thing that is wrong, as daybook verify does',
  answer: {
    ok: flag().describe('Whether the books are right'),
    entries: int32().present().describe('How many booked entries were read'),
    fault: text(1000).describe('The first thing that is wrong; null where nothing is'),
    notes: list(text(1000), 100).present().describe('What is to be known though nothing is wrong'),
  },
  run: () => Promise.reject(new Error('The books are verified as of one moment.')),
  async runInParts({ caller: { agreement }, database }) {
    const found = await database.snapshot(async (transaction) => {
      // It reads all of the books: one at a time.
      const [lock] = await transaction.rows<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS taken', [
        VERIFYING,
        agreement,
      ])
      if (!lock!.taken) throw new ApiError({ code: 'AgreementBusy', property: 'request' }, { 'retry-after': '1' })
      return await verifyAgreement(transaction, agreement)
    })
    const { entries, fault = null, notes = [] } = found
    return { status: 200, body: JSON.stringify({ ok: fault === null, entries, fault, notes }) }
  },
}

/** The proof of the books, for whoever may see all of them. */
export const verifications = operations('Verifications', {
  logsBodies: true,
  roles: ['SuperUser'],
  // The page of the month calls it `verify` (MONTH.md 7).
  operations: [verifyBooks, { ...verifyBooks, path: '/verify' }],
})
