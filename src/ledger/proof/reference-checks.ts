/** What an entry may refer to: the columns of `booked_entry` that `booked_reference` has too. */
const PARTIES = ['customer_number', 'supplier_number']
const OTHERS = [
  'account_number',
  'accounting_year',
  'currency',
  'vat_code',
  'department_number',
  'project_number',
  'cost_type_number',
  'unit1_number',
  'unit2_number',
  'employee_number',
  'asset_number',
  'departmental_distribution_number',
  'dimension2_key',
  'dimension3_key',
]
const REFERRING = [...PARTIES, ...OTHERS]

const list = (columns: readonly string[]): string => columns.map((column) => `e.${column}`).join(', ')

/**
 * SQL: a row for each column. No join, which would cost so much without nested loops that PostgreSQL would start
 * workers for it.
 */
const named = (row: string): string =>
  `unnest(ARRAY[${REFERRING.map((column) => `'${column.replaceAll('_', ' ')}'`).join(', ')}]) AS what,
       unnest(ARRAY[${REFERRING.map((column) => `${row}.${column}::text`).join(', ')}]) AS value`

/**
 * What must hold of what entries refer to, each as a statement of the agreement ($1) that answers one row with a
 * `fault` when it does not.
 */
export const REFERENCE_CHECKS: readonly string[] = [
  // What is known as booked is what entries name, no more and no less.
  // Few entries differ in all but their parties, so few rows are left of them before each column is looked at.
  `WITH combined AS MATERIALIZED (
     SELECT ${list(REFERRING)} FROM booked_entry e WHERE e.agreement = $1
     GROUP BY GROUPING SETS ((${list(PARTIES)}), (${list(OTHERS)}))
   ), used AS (
     SELECT v.what, v.value FROM (SELECT ${named('e')} FROM (
       SELECT ${list(REFERRING)} FROM combined e GROUP BY GROUPING SETS (${list(REFERRING)})
     ) AS e) AS v WHERE v.value IS NOT NULL
     UNION ALL SELECT 'booking', b.number::text FROM booking b WHERE b.agreement = $1
   ), known AS (
     SELECT v.what, v.value FROM (SELECT ${named('r')} FROM booked_reference r WHERE r.agreement = $1) AS v
       WHERE v.value IS NOT NULL
     UNION ALL SELECT 'booking', r.booking::text FROM booked_reference r WHERE r.agreement = $1
       AND r.booking IS NOT NULL
   )
   SELECT coalesce(u.what, k.what) || ' ' || coalesce(u.value, k.value)
     || CASE WHEN k.what IS NULL THEN ' is named by booked entries, but not known as booked.'
       ELSE ' is known as booked, but no entry names it.' END AS fault
   FROM used u FULL JOIN known k ON k.what = u.what AND k.value = u.value
   WHERE u.what IS NULL OR k.what IS NULL
   ORDER BY 1 LIMIT 1`,
]
