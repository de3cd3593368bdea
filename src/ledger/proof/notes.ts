import { SUMS_OFF } from '../years/currency-sums.ts'

/**
 * What is to be known of books that are right, each as a statement of the agreement ($1) that answers rows with a `note`: what older programs left behind,
 * and nothing can come to be any more.
 */
export const NOTES: readonly string[] = [
  // An account kept in a currency opens in it (rule 8.2).
  `WITH ${SUMS_OFF}
   SELECT 'account ' || o.number || ' is kept in ' || o.currency || ', and was opened with ' || o.other || ' in base currency alone' || CASE
     WHEN o.lacking IS NULL THEN '.' ELSE ': it lacks ' || o.lacking || ' ' || o.currency || '. POST /daybookapi/v1.0.0/currency-corrections mends it.' END AS note
   FROM off o ORDER BY o.number`,
]
