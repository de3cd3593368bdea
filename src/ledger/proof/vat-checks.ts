/**
 * What must hold of settled VAT returns, as a statement of the agreement ($1) that answers one row with a `fault` when
 * it does not: a return is what its hash is of. The sealed trail has the hash, and so have the sealed entries of its
 * voucher.
 */
export const VAT_CHECKS: readonly string[] = [
  `SELECT 'VAT return ' || r.period || ' (' || r.number || ') is not what was settled.' AS fault FROM vat_return r
   WHERE r.agreement = $1 AND r.hash <> sha256(convert_to(r.body, 'UTF8')) ORDER BY r.number LIMIT 1`,
]
