import { ApiError } from '../errors/catalogue.ts'
import type { ActionResult, Item, Work } from '../resource/operations.ts'
import { LINE_STATE } from './line-state.ts'

/** The state of a line, locked until the transaction ends. @throws ApiError 404 */
async function stateOf({ transaction, caller }: Work, number: number): Promise<string> {
  const [line] = await transaction.rows<{ state: string }>(
    `SELECT ${LINE_STATE} AS state FROM bank_line t WHERE t.agreement = $1 AND t.number = $2 FOR NO KEY UPDATE OF t`,
    [caller.agreement, number],
  )
  if (!line) throw new ApiError({ code: 'BankLineDoesNotExist', property: 'number' })
  return line.state
}

/** Says that an open line belongs to nothing in the ledger. @throws ApiError where it is matched. */
export async function ignoreLine(work: Work, { path, body }: { path: Item; body: Item }): Promise<ActionResult> {
  const state = await stateOf(work, path.number as number)
  if (state === 'matched' || state === 'booked') throw new ApiError({ code: 'BankLineIsMatched', property: 'number' })
  await work.transaction.rows(
    'UPDATE bank_line SET ignored_reason = $3, match_number = NULL WHERE agreement = $1 AND number = $2',
    [work.caller.agreement, path.number as number, body.reason as string],
  )
  return { status: 204 }
}

/** Takes back that a line is ignored. @throws ApiError where it is not. */
export async function reopenLine(work: Work, { path }: { path: Item }): Promise<ActionResult> {
  const state = await stateOf(work, path.number as number)
  if (state !== 'ignored') throw new ApiError({ code: 'BankLineIsNotIgnored', property: 'number' })
  await work.transaction.rows('UPDATE bank_line SET ignored_reason = NULL WHERE agreement = $1 AND number = $2', [
    work.caller.agreement,
    path.number as number,
  ])
  return { status: 204 }
}
