import { ApiError } from '../errors/catalogue.ts'
import type { ActionOperation } from '../resource/operations.ts'

/**
 * Takes the documents of these numbers off their vouchers, all or none. The database logs who did, and keeps the files
 * of booked vouchers (rule 15.6).
 */
export const deleteDocuments: ActionOperation['run'] = async ({ transaction, caller }, { body, faults }) => {
  const numbers = body.documentNumbers as number[]
  const gone = await transaction.rows<{ number: number }>(
    `DELETE FROM attached_document d
     WHERE d.agreement = $1 AND d.number IN (SELECT n.value::int FROM json_array_elements_text($2::json) AS n)
       RETURNING d.number`,
    [caller.agreement, JSON.stringify(numbers)],
  )
  const found = new Set(gone.map(({ number }) => number))
  for (const [place, number] of numbers.entries()) {
    if (found.has(number)) continue
    const property = `documentNumbers[${place}]`
    faults.push({ code: 'ValueNotAllowed', property, message: `${property}: there is no document ${number}.` })
  }
  return { status: 204 }
}

/** Takes one document off its voucher with the reason given (rule 15.6). @throws ApiError NotFound. */
export const detachDocument: ActionOperation['run'] = async ({ transaction, caller }, { path, body }) => {
  const [gone] = await transaction.rows(
    `WITH told AS MATERIALIZED (SELECT set_config('daybook.reason', $3, true) AS reason)
     DELETE FROM attached_document d USING told WHERE d.agreement = $1 AND d.number = $2 AND told.reason = $3
       RETURNING 1 AS gone`,
    [caller.agreement, path.number as number, body.reason as string],
  )
  if (!gone) throw new ApiError({ code: 'NotFound', message: `There is no document ${path.number as number}.` })
  return { status: 204 }
}
