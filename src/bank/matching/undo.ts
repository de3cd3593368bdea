import { ApiError } from '../../errors/catalogue.ts'
import { reverseVoucher } from '../../ledger/booking/reverse.ts'
import { deleteDraftEntries } from '../../ledger/drafts/drafts.ts'
import { takeBackMatch } from '../../ledger/matching/take-back.ts'
import type { ActionResult, Item, Work } from '../../resource/operations.ts'
import { freePayments } from '../payments/settle.ts'
import { refuseReconciled } from '../reconciliation.ts'

interface StoredMatch {
  account: number
  accountingYear: string | null
  journalNumber: number | null
  voucherNumber: number | null
  /** Whether the voucher was made for the match. */
  isOwn: boolean
}

const MATCH = `SELECT m.bank_account_number AS account, m.accounting_year AS "accountingYear",
  m.journal_number AS "journalNumber",
    m.voucher_number AS "voucherNumber", NOT m.was_there AS "isOwn"
  FROM bank_match m JOIN bank_account b ON b.agreement = $1 AND b.number = m.bank_account_number
  WHERE m.agreement = $1 AND m.number = $2 FOR NO KEY UPDATE OF b, m`

/** Matches that settled entries of a voucher and count still, those that others belong to alone. */
const SETTLED = `SELECT DISTINCT x.number FROM booked_entry e
  JOIN entry_match x ON x.agreement = $1 AND (x.debit_entry = e.entry_number OR x.credit_entry = e.entry_number)
  WHERE e.agreement = $1 AND e.voucher_number = $2 AND e.journal_number = $3 AND e.accounting_year = $4
    AND x.takes_back IS NULL AND x.belongs_to IS NULL
    AND NOT EXISTS (SELECT FROM entry_match b WHERE b.agreement = $1 AND b.takes_back = x.number)
  ORDER BY x.number`

/**
 * Undoes a match. A voucher that was made for it goes: a draft is deleted; of a booked one the matches of open items
 * are taken back first, and then it is reversed on its own day, so that the invoice is open as before. @throws ApiError
 */
export async function undoMatch(work: Work, { path }: { path: Item }): Promise<ActionResult> {
  const { transaction, caller } = work
  const { agreement } = caller
  const number = path.number as number
  const [match] = await transaction.rows<StoredMatch>(MATCH, [agreement, number])
  if (!match) throw new ApiError({ code: 'BankMatchDoesNotExist', property: 'number' })
  const lines = await transaction.rows<{ day: string }>(
    `SELECT b.date::text AS day FROM bank_line b WHERE b.agreement = $1 AND b.match_number = $2`,
    [agreement, number],
  )
  await refuseReconciled(
    transaction,
    agreement,
    lines.map(({ day }) => ({ account: match.account, day })),
  )
  if (match.isOwn && match.voucherNumber !== null) await removeVoucher(work, match)
  await transaction.rows('UPDATE bank_line SET match_number = NULL WHERE agreement = $1 AND match_number = $2', [
    agreement,
    number,
  ])
  await freePayments(transaction, agreement, number)
  await transaction.rows('DELETE FROM bank_match WHERE agreement = $1 AND number = $2', [agreement, number])
  return { status: 204 }
}

async function removeVoucher({ transaction, caller: { agreement } }: Work, match: StoredMatch): Promise<void> {
  const voucher = {
    accountingYear: match.accountingYear!,
    journalNumber: match.journalNumber!,
    voucherNumber: match.voucherNumber!,
  }
  const values = [agreement, voucher.voucherNumber, voucher.journalNumber, voucher.accountingYear]
  const drafts = await transaction.rows<{ number: number }>(
    `SELECT d.entry_number AS number FROM draft_entry d
     WHERE d.agreement = $1 AND d.voucher_number = $2 AND d.journal_number = $3 AND d.accounting_year = $4`,
    values,
  )
  if (drafts.length > 0)
    await deleteDraftEntries(transaction, agreement, { entryNumbers: drafts.map(({ number }) => number) })
  const [booked] = await transaction.rows<{ day: string }>(
    `SELECT max(e.date)::text AS day FROM booked_entry e
     WHERE e.agreement = $1 AND e.voucher_number = $2 AND e.journal_number = $3 AND e.accounting_year = $4
       HAVING count(*) > 0`,
    values,
  )
  if (!booked) return
  for (const { number } of await transaction.rows<{ number: number }>(SETTLED, values)) {
    await takeBackMatch(transaction, agreement, number)
  }
  await reverseVoucher(transaction, { agreement, ...voucher, date: booked.day })
}
