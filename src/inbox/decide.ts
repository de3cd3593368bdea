import { findVoucher, type VoucherNamed } from '../documents/voucher.ts'
import { ApiError } from '../errors/catalogue.ts'
import type { ActionResult, Item, Work } from '../resource/operations.ts'
import { lockedItem, noteVoucher, waitingItem } from './item.ts'
import { attachShown } from './store.ts'

/** Attaches a document to a voucher that is there, drafted or booked. @throws ApiError */
export async function attachItem(work: Work, { path, body }: { path: Item; body: Item }): Promise<ActionResult> {
  const { number } = await waitingItem(work, path.number as number)
  const asked = body as unknown as VoucherNamed & { note?: string; onConflict?: number }
  const voucher = await findVoucher(work.transaction, work.caller.agreement, asked)
  const documentNumber = await attachShown(work, number, asked, voucher)
  await noteVoucher(work, number, { ...voucher, voucherNumber: asked.voucherNumber, wasDrafted: false })
  return { status: 200, body: JSON.stringify({ documentNumber }) }
}

const reasoned = (work: Work, number: number, reason: string | null): Promise<unknown> =>
  work.transaction.rows(
    `UPDATE inbox_item SET rejected_reason = $3, accounting_year = NULL, source = NULL, journal_number = NULL,
      voucher_number = NULL,
       was_drafted = NULL WHERE agreement = $1 AND number = $2`,
    [work.caller.agreement, number, reason],
  )

/** Says that a document becomes no voucher, and why. It stays. @throws ApiError */
export async function rejectItem(work: Work, { path, body }: { path: Item; body: Item }): Promise<ActionResult> {
  const { number } = await waitingItem(work, path.number as number)
  await reasoned(work, number, body.reason as string)
  return { status: 204 }
}

/** Takes up a document again that was rejected. @throws ApiError, also where the same has come since. */
export async function reopenItem(work: Work, { path }: { path: Item }): Promise<ActionResult> {
  const { number, state } = await lockedItem(work, path.number as number)
  if (state !== 'rejected') throw new ApiError({ code: 'InboxItemIsNotRejected', property: 'number' })
  await reasoned(work, number, null)
  return { status: 204 }
}
