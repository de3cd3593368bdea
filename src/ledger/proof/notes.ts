import { REGISTER_NOTES } from '../reports/asset-register.ts'
import { SUMS_OFF } from '../years/currency-sums.ts'

/** SQL: texts that no two rows may share, and that others have in another form; of contacts within a party. */
const doubles = (kind: string, table: string, column: string, within?: string): string => `
  SELECT '${kind}' AS kind, x.${column} AS text FROM ${table} x WHERE x.agreement = $1
    AND x.${column} IS NOT NFC NORMALIZED
    AND EXISTS (SELECT FROM ${table} y WHERE y.agreement = $1 AND fold(y.${column}) = fold(x.${column})
      AND y.${column} <> x.${column}${
        within === undefined ? '' : ` AND y.${within} = x.${within} AND NOT x.is_deleted AND NOT y.is_deleted`
      })`

/**
 * What is to be known of books that are right, each as a statement of the agreement ($1) that answers rows with a
 * `note`: what older programs left behind, and nothing can come to be any more; and where a register beside the ledger
 * says something else than it.
 */
export const NOTES: readonly string[] = [
  // An account kept in a currency opens in it (rule 8.2).
  `WITH ${SUMS_OFF}
   SELECT 'account ' || o.number || ' is kept in ' || o.currency || ', and was opened with ' || o.other
     || ' in base currency alone' || CASE
     WHEN o.lacking IS NULL THEN '.'
       ELSE ': it lacks ' || o.lacking || ' ' || o.currency
       || '. POST /daybookapi/v1.0.0/currency-corrections mends it.' END AS note
   FROM off o ORDER BY o.number`,
  // Two forms of a text are one text (rule 2.2).
  `SELECT d.kind || ' ' || to_json(d.text) || ' is there in two Unicode forms: rename or remove one.' AS note
   FROM (${[
     doubles('product', 'product', 'number'),
     doubles('VAT code', 'vat_code', 'code'),
     doubles('customer contact', 'customer_contact', 'name', 'customer_number'),
     doubles('supplier contact', 'supplier_contact', 'name', 'supplier_number'),
   ].join(' UNION ALL ')}) d ORDER BY d.kind, d.text COLLATE "C"`,
  REGISTER_NOTES,
]
