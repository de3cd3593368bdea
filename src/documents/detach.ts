import type { ActionOperation } from '../resource/operations.ts'

/** Deletes the documents of these numbers, all or none. The database keeps the files of booked vouchers. */
export const deleteDocuments: ActionOperation['run'] = async ({ transaction, caller }, { body, faults }) => {
  const numbers = body.documentNumbers as number[]
  const gone = await transaction.rows<{ number: number }>(
    `DELETE FROM attached_document d
     WHERE d.agreement = $1 AND d.number IN (SELECT n.value::int FROM json_array_elements_text($2::json) AS n) RETURNING d.number`,
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
