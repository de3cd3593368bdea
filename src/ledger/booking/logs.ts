/** The logs that only grow: the table, what a booking calls it, and whether its rows have seals. */
const LOGS = [
  { table: 'change', name: 'change', hasSeals: true },
  { table: 'dimension_change', name: 'dimensionChange', hasSeals: false },
  { table: 'document_log', name: 'documentLog', hasSeals: false },
  { table: 'entry_match', name: 'entryMatch', hasSeals: false },
  { table: 'issued_document', name: 'issuedDocument', hasSeals: true },
  { table: 'project_log', name: 'projectLog', hasSeals: true },
  { table: 'voucher_reversal', name: 'voucherReversal', hasSeals: false },
] as const

/**
 * SQL: where the logs of the agreement ($1) end, as the JSON that a booking seals: by log the number of its last row,
 * and the seal of that if rows have one. Logs without a row are left out. Asks each key for its end.
 */
export const ENDS_OF_LOGS = `'{' || concat_ws(',', ${LOGS.map(({ table, name, hasSeals }) => {
  const seal = hasSeals ? ` || ',"' || encode(l.seal, 'hex') || '"'` : ''
  return `(SELECT '"${name}":[' || l.number${seal} || ']' FROM ${table} l WHERE l.agreement = $1 ORDER BY l.number DESC
    LIMIT 1)`
}).join(', ')}) || '}'`
