import type { SealedLog } from './sealed-log.ts'

const ROWS = `
  SELECT l.number, encode(l.seal, 'hex') AS seal,
    l.number || ' ' || l.kind || ' ' || array_to_string(l.numbers, ',') || ' ' || encode(l.hash, 'hex') AS told
  FROM project_log l WHERE l.agreement = $1 AND l.number > $2 ORDER BY l.number LIMIT $3`

/** The log of projects. A row may tell thousands of registrations. */
export const PROJECT_LOG: SealedLog = {
  statement: ROWS,
  batch: 500,
  name: (number) => `row ${number} of the log of projects`,
}

/** SQL: a value of each row of `row`, in order: a line for each property, and for those of `later` that any row has. */
const lines = (row: string, values: readonly string[], order: string, later: readonly string[] = []): string => {
  const line = (value: string): string => `array_agg(${row}.${value} ORDER BY ${order})`
  const ofLater = later.map((value) => `CASE WHEN count(${row}.${value}) > 0 THEN ${line(value)} END`)
  return `concat_ws(E'\\n', ${[...values.map(line), ...ofLater].join(', ')})`
}

/** Days are counted from 2000-01-01. */
const DAY = `date - date '2000-01-01'`
/** What registrations say, in the log's order. */
const SAID = {
  time: {
    table: 'time_entry',
    name: 'time entry',
    values: [
      'number',
      'employee_number',
      'project_number',
      'activity_number',
      DAY,
      'text',
      'number_of_hours',
      'cost_price',
      'sales_price',
    ],
    // Approvals of before there were rates say none.
    laterValues: ['sales_rate'],
  },
  mileage: {
    table: 'mileage',
    name: 'mileage',
    values: [
      'number',
      'employee_number',
      'project_number',
      DAY,
      'from_place',
      'to_place',
      'distance',
      'cost_rate',
      'cost_price',
      'sales_rate',
      'sales_price',
    ],
    laterValues: [],
  },
} as const
/** What postings say. */
const BOOKED = [
  'registration',
  'part',
  'project_number',
  'account_ongoing',
  'account_contra',
  'account_closed',
  'amount',
  'booking',
  'entry_number',
]

/** What was approved is what the log has the hash of: what the registrations say, then what was booked of them. */
function approvedChecks(kind: keyof typeof SAID): string[] {
  const { table, name, values, laterValues } = SAID[kind]
  return [
    `SELECT '${name} ' || coalesce(t.number, l.number) || CASE WHEN l.number IS NULL
      THEN ' is approved, but its approval is not in the log.'
       ELSE ' was approved by row ' || l.row || ' of the log, but is not.' END AS fault
     FROM (SELECT x.number FROM ${table} x WHERE x.agreement = $1 AND x.is_approved) AS t
     FULL JOIN (
       SELECT n.number, min(x.number) AS row FROM project_log x CROSS JOIN LATERAL unnest(x.numbers) AS n(number)
       WHERE x.agreement = $1 AND x.kind = '${kind}' GROUP BY n.number
     ) AS l ON l.number = t.number
     WHERE t.number IS NULL OR l.number IS NULL
     ORDER BY coalesce(t.number, l.number) LIMIT 1`,
    `WITH logged AS (
       SELECT x.number AS row, n.number FROM project_log x CROSS JOIN LATERAL unnest(x.numbers) AS n(number)
       WHERE x.agreement = $1 AND x.kind = '${kind}'
     ), said AS (
       SELECT l.row, min(t.number) AS first, max(t.number) AS last, ${lines('t', values, 't.number', laterValues)}
         AS lines
       FROM logged l JOIN ${table} t ON t.agreement = $1 AND t.number = l.number GROUP BY l.row
     ), booked AS (
       SELECT l.row, ${lines('p', BOOKED, 'p.registration, p.part')} AS lines
       FROM logged l JOIN project_posting p ON p.agreement = $1 AND p.kind = '${kind}' AND p.registration = l.number
         GROUP BY l.row
     )
     SELECT '${name} ' || s.first || CASE WHEN s.last > s.first THEN ', or one to ' || s.last || ',' ELSE '' END
       || ' or what was booked of it is not as it was approved (row ' || x.number || ' of the log).' AS fault
     FROM project_log x
     LEFT JOIN said s ON s.row = x.number
     LEFT JOIN booked b ON b.row = x.number
     WHERE x.agreement = $1 AND x.kind = '${kind}'
       AND sha256(convert_to(concat_ws(E'\\n\\n', coalesce(s.lines, ''), coalesce(b.lines, '')), 'UTF8'))
         IS DISTINCT FROM x.hash
     ORDER BY x.number LIMIT 1`,
  ]
}

/**
 * What must hold of the log of projects, each as a statement of the agreement ($1) that answers one row with a `fault`
 * when it does not.
 */
export const PROJECT_LOG_CHECKS: readonly string[] = [
  // What an approval booked has its postings: vouchers of no journal on projects, but for expenses, invoices and closed
  // projects.
  `SELECT 'entry ' || e.entry_number || ' is of no approval, though it is on project ' || e.project_number || '.'
    AS fault
   FROM booked_entry e
   LEFT JOIN (
     SELECT n.entry_number FROM project_posting x
       CROSS JOIN LATERAL (VALUES (x.entry_number), (x.entry_number + 1)) AS n(entry_number)
     WHERE x.agreement = $1
   ) AS p ON p.entry_number = e.entry_number
   LEFT JOIN project j ON j.agreement = $1 AND j.number = e.project_number AND j.is_closed AND j.closed_date = e.date
   WHERE e.agreement = $1 AND e.journal_number IS NULL AND e.type = 5 AND e.project_number IS NOT NULL
     AND e.cost_type_number IS NULL
     AND p.entry_number IS NULL AND j.number IS NULL
   ORDER BY e.entry_number LIMIT 1`,
  ...approvedChecks('time'),
  ...approvedChecks('mileage'),

  // What is on booked invoices is what was on them when they were booked.
  `WITH mark AS (
     SELECT m.* FROM (
       SELECT t.document_id, 1 AS place, 'time' AS what, t.number FROM time_entry t WHERE t.agreement = $1
       UNION ALL SELECT t.document_id, 2, 'mileage', t.number FROM mileage t WHERE t.agreement = $1
       UNION ALL SELECT e.document_id, 3, 'entry', e.entry_number FROM project_expense e WHERE e.agreement = $1
     ) AS m JOIN booked_invoice i ON i.agreement = $1 AND i.number = m.document_id
   ), logged AS (
     SELECT x.number AS row, n.number AS document_id FROM project_log x
       CROSS JOIN LATERAL unnest(x.numbers) AS n(number)
     WHERE x.agreement = $1 AND x.kind = 'invoice'
   ), off AS (
     SELECT m.what || ' ' || m.number || ' is on document ' || m.document_id
       || ', on which nothing was when it was booked.' AS fault, m.document_id
     FROM mark m LEFT JOIN logged l ON l.document_id = m.document_id WHERE l.row IS NULL
     UNION ALL
     SELECT 'what is on document ' || min(l.document_id) || CASE WHEN count(DISTINCT l.document_id) > 1
       THEN ', or one to ' || max(l.document_id) || ',' ELSE '' END
       || ' is not what was on it when it was booked (row ' || l.row || ' of the log of projects).', min(l.document_id)
     FROM logged l
     JOIN project_log x ON x.agreement = $1 AND x.number = l.row
     LEFT JOIN mark m ON m.document_id = l.document_id
     GROUP BY l.row, x.hash
     HAVING sha256(convert_to(coalesce(string_agg(concat_ws(' ', m.document_id, m.what, m.number), E'\\n'
       ORDER BY m.document_id, m.place, m.number)
       FILTER (WHERE m.number IS NOT NULL), ''), 'UTF8')) <> x.hash
   )
   SELECT o.fault FROM off o ORDER BY o.document_id LIMIT 1`,
]
