/**
 * What must hold of logs that only grow, as statements of the agreement ($1) that answer one row with a `fault` when it
 * does not.
 */
export const LOG_CHECKS: readonly string[] = [
  // Every log goes as far as the last booking says that tells it, and has the row there that was sealed. Rows before it
  // have numbers without a gap.
  `WITH told AS (
     SELECT b.number AS booking, e.key AS log, (e.value ->> 0)::int AS number, e.value ->> 1 AS seal
     FROM (SELECT x.number, x.logs FROM booking x WHERE x.agreement = $1 AND x.logs IS NOT NULL ORDER BY x.number DESC
       LIMIT 1) AS b
     CROSS JOIN LATERAL json_each(b.logs) AS e
   ), there AS (
     SELECT t.log, encode(l.seal, 'hex') AS seal FROM told t JOIN change l ON l.agreement = $1 AND l.number = t.number
       WHERE t.log = 'change'
     UNION ALL SELECT t.log, encode(l.seal, 'hex') FROM told t JOIN project_log l ON l.agreement = $1
       AND l.number = t.number WHERE t.log = 'projectLog'
     UNION ALL SELECT t.log, encode(l.seal, 'hex') FROM told t JOIN issued_document l ON l.agreement = $1
       AND l.number = t.number
       WHERE t.log = 'issuedDocument'
     UNION ALL SELECT t.log, NULL FROM told t JOIN dimension_change l ON l.agreement = $1 AND l.number = t.number
       WHERE t.log = 'dimensionChange'
     UNION ALL SELECT t.log, NULL FROM told t JOIN document_log l ON l.agreement = $1 AND l.number = t.number
       WHERE t.log = 'documentLog'
     UNION ALL SELECT t.log, NULL FROM told t JOIN entry_match l ON l.agreement = $1 AND l.number = t.number
       WHERE t.log = 'entryMatch'
     UNION ALL SELECT t.log, NULL FROM told t JOIN voucher_reversal l ON l.agreement = $1 AND l.number = t.number
       WHERE t.log = 'voucherReversal'
   )
   SELECT 'row ' || t.number || ' of ' || t.log || ', where it ended at booking ' || t.booking || ', is '
     || CASE WHEN h.log IS NULL THEN 'missing.' ELSE 'another.' END AS fault
   FROM told t LEFT JOIN there h ON h.log = t.log
   WHERE h.log IS NULL OR h.seal IS DISTINCT FROM t.seal
   ORDER BY t.log LIMIT 1`,
]
