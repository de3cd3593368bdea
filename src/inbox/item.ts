import { ApiError } from '../errors/catalogue.ts'
import type { KeptKind } from '../documents/store.ts'
import type { Work } from '../resource/operations.ts'
import { INBOX_STATE } from './state.ts'

/** A document of the inbox, as it is worked with. */
export interface InboxItem {
  number: number
  kind: KeptKind
  state: 'new' | 'drafted' | 'attached' | 'rejected'
  fileName: string | null
}

/** A document of the inbox, locked until the transaction ends. @throws ApiError 404 */
export async function lockedItem({ transaction, caller }: Work, number: number): Promise<InboxItem> {
  const [item] = await transaction.rows<InboxItem>(
    `SELECT t.number, t.kind, ${INBOX_STATE} AS state, t.file_name AS "fileName" FROM inbox_item t
     WHERE t.agreement = $1 AND t.number = $2 FOR NO KEY UPDATE OF t`,
    [caller.agreement, number],
  )
  if (!item) throw new ApiError({ code: 'InboxItemDoesNotExist', property: 'number' })
  return item
}

/** A document that has no voucher yet and is not rejected, locked. @throws ApiError 404, InboxItemIsUsed */
export async function waitingItem(work: Work, number: number): Promise<InboxItem> {
  const item = await lockedItem(work, number)
  if (item.state === 'new') return item
  throw new ApiError({ code: 'InboxItemIsUsed', property: 'number', message: `Document ${number} is ${item.state}.` })
}

/** A voucher that a document is of. */
export interface OfVoucher {
  accountingYear: string
  source: string
  journalNumber: number | null
  voucherNumber: number
  wasDrafted: boolean
}

/** Notes which voucher a document is of. */
export async function noteVoucher({ transaction, caller }: Work, number: number, voucher: OfVoucher): Promise<void> {
  await transaction.rows(
    `UPDATE inbox_item SET accounting_year = $3, source = $4, journal_number = $5, voucher_number = $6, was_drafted = $7
     WHERE agreement = $1 AND number = $2`,
    [
      caller.agreement,
      number,
      voucher.accountingYear,
      voucher.source,
      voucher.journalNumber,
      voucher.voucherNumber,
      voucher.wasDrafted,
    ],
  )
}
