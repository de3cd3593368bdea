import { ApiError } from '../../errors/catalogue.ts'
import type { ActionResult, Item, Work } from '../../resource/operations.ts'
import { isWaiting } from './payment-state.ts'

/** Locks the proposal, so that it is cancelled once. */
const PROPOSAL = `SELECT f.cancelled_at IS NOT NULL AS "isCancelled" FROM payment_proposal f
  WHERE f.agreement = $1 AND f.number = $2 FOR NO KEY UPDATE OF f`

/** Cancels what waits: the payment of a number, or those of a proposal. */
const cancelling = (by: 'number' | 'proposal_number'): string => `UPDATE payment p SET cancelled_at = clock_of($1)
  WHERE p.agreement = $1 AND p.${by} = $2 AND ${isWaiting('p')} RETURNING 1`
const CANCEL_PAYMENT = cancelling('number')
const CANCEL_PAYMENTS_OF_PROPOSAL = cancelling('proposal_number')

/**
 * Cancels a proposal: payments that no line of the bank has settled, so that others may take their items. @throws
 * ApiError
 */
export async function cancelProposal({ transaction, caller }: Work, { path }: { path: Item }): Promise<ActionResult> {
  const values = [caller.agreement, path.number as number]
  const [found] = await transaction.rows<{ isCancelled: boolean }>(PROPOSAL, values)
  if (!found) throw new ApiError({ code: 'PaymentProposalDoesNotExist', property: 'number' })
  if (found.isCancelled) throw new ApiError({ code: 'PaymentProposalIsCancelled', property: 'number' })
  const cancelled = await transaction.rows(CANCEL_PAYMENTS_OF_PROPOSAL, values)
  if (cancelled.length === 0) throw new ApiError({ code: 'PaymentIsNotWaiting', property: 'number' })
  await transaction.rows(
    'UPDATE payment_proposal SET cancelled_at = clock_of($1) WHERE agreement = $1 AND number = $2',
    values,
  )
  return { status: 204 }
}

/** Cancels one payment, as one that the bank refused. It stays in the file of its proposal. @throws ApiError */
export async function cancelPayment({ transaction, caller }: Work, { path }: { path: Item }): Promise<ActionResult> {
  const values = [caller.agreement, path.number as number]
  const [found] = await transaction.rows(
    'SELECT 1 FROM payment p WHERE p.agreement = $1 AND p.number = $2 FOR NO KEY UPDATE OF p',
    values,
  )
  if (!found) throw new ApiError({ code: 'PaymentDoesNotExist', property: 'number' })
  const cancelled = await transaction.rows(CANCEL_PAYMENT, values)
  if (cancelled.length === 0) throw new ApiError({ code: 'PaymentIsNotWaiting', property: 'number' })
  return { status: 204 }
}
