import type { Statement } from '../../database/connection.ts'
import { BALANCES, MOVEMENTS } from './balances.ts'
import { explainable, type FigureAsked, type Figures, LINE, PART } from './explain.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'

/** What totals are asked for: of one dimension, or of two crossed; of all accounts, or one. */
export interface TotalsAsked {
  days: ReportDays
  dimensionNumber: number
  by?: number | undefined
  accountNumber?: number | undefined
  figure?: FigureAsked | undefined
}

/**
 * What each key of a dimension has of each account:
 * `{items: [{accountNumber, dimensionKey, byKey, openingBalance, debit, credit, closingBalance}]}` in base currency, by
 * the data of dimensions as they are today. Each account has a row without keys for the rest of its line in the trial
 * balance, so that both have the same sums. A distribution is shared out entry by entry: each part is rounded, the last
 * takes what is left (rule 15.2). An entry has one distribution at most, so that crossed dimensions share it out once.
 * No row when there is no such year or period.
 */
export function dimensionTotals(agreement: number, asked: TotalsAsked, format: ReportFormat): Statement {
  const { days, dimensionNumber, by = null, accountNumber = null, figure } = asked
  const values = [agreement, ...daysValues(days), dimensionNumber, by, accountNumber]
  return REPORT(format, values, figure)
}

/** SQL: the key that the entry `e` has of a dimension today; of no dimension, none. */
export const keyOf = (dimension: string): string => `
  CASE WHEN ${dimension} IS NULL THEN NULL WHEN EXISTS (SELECT FROM changed_dimension c
      WHERE c.agreement = $1 AND c.entry_number = e.entry_number AND c.dimension_number = ${dimension})
    THEN (SELECT c.dimension_key FROM changed_dimension c
      WHERE c.agreement = $1 AND c.entry_number = e.entry_number AND c.dimension_number = ${dimension})
    ELSE CASE ${dimension} WHEN 1 THEN coalesce(e.department_number, e.departmental_distribution_number)
      WHEN 2 THEN e.dimension2_key WHEN 3 THEN e.dimension3_key END END`

/** SQL: the key of `k` is that of a distribution. */
const isDistribution = (key: string, dimension: string): string =>
  `k.${key} IN (SELECT p.distribution_number FROM distribution_part p WHERE p.agreement = $1
    AND p.dimension_number = ${dimension})`

const AMOUNTS = ['before', 'debit', 'credit']

/** SQL: the rows of `source` with the key of a dimension shared out where it is a distribution's. */
function sharedOut(source: string, dimension: string, key: string, others: string): string {
  const shares = AMOUNTS.map(
    (amount) => `CASE WHEN x.place = x.last
      THEN x.${amount} - coalesce(sum(round(x.${amount} * x.percent / 100, 2)) OVER earlier, 0)
      ELSE round(x.${amount} * x.percent / 100, 2) END AS ${amount}`,
  )
  return `
    SELECT x.entry_number, x.account_number, ${others}, coalesce(x.value_number, x.${key}) AS ${key},
      ${shares.join(', ')}
    FROM (
      SELECT s.*, p.value_number, coalesce(p.percent, 100) AS percent, coalesce(p.place, 1) AS place,
        coalesce(max(p.place) OVER (PARTITION BY s.entry_number, s.account_number, s.own_key, s.by_key), 1) AS last
      FROM ${source} s LEFT JOIN distribution_part p
        ON p.agreement = $1 AND p.dimension_number = ${dimension} AND p.distribution_number = s.${key}
    ) AS x
    WINDOW earlier AS (PARTITION BY x.entry_number, x.account_number, x.own_key, x.by_key
      ORDER BY x.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
}

/** What the totals of keys are asked for, as SQL. */
interface KeysAsked {
  dimension: string
  by: string
  /** The account that the entry `e` counts on. */
  accountOf: string
  /** Whether the entry `e` counts. */
  counts: string
  /** Entries with keys where left out, else those without, too; `each` of them by itself. */
  of?: 'all' | 'each'
}

/**
 * CTEs up to `crossed(entry_number, account_number, own_key, by_key, before, debit, credit)`: entries by their keys, of
 * the CTEs `range` and `begun`. As in the trial balance: opening entries of the year that it begins with are balances,
 * and all other opening entries do not count. `entry_number` is NULL of what is not shared out, unless `each` is looked
 * at.
 */
export const entriesByKey = ({ dimension, by, accountOf, counts, of }: KeysAsked): string => `keyed AS (
    SELECT e.entry_number, ${accountOf} AS account_number, CASE WHEN e.type IN (7, 8) OR e.date < r.first
      THEN e.amount_in_base_currency ELSE 0 END AS before, CASE WHEN e.type IN (7, 8) OR e.date < r.first THEN 0
      ELSE greatest(e.amount_in_base_currency, 0) END AS debit, CASE WHEN e.type IN (7, 8) OR e.date < r.first THEN 0
      ELSE greatest(-e.amount_in_base_currency, 0) END AS credit, ${keyOf(dimension)} AS own_key, ${keyOf(by)} AS by_key
    FROM range r CROSS JOIN begun b
    JOIN booked_entry e ON e.agreement = $1 AND e.date BETWEEN b.day AND r.last AND ${counts}
    WHERE e.type NOT IN (7, 8)
      OR e.accounting_year = (SELECT y.year FROM accounting_year y WHERE y.agreement = $1 AND y.date_from = b.day)
    -- Without it, the keys of an entry would be looked up wherever they are named below.
    OFFSET 0
  ), entry AS MATERIALIZED (
    -- Only what is shared out is looked at entry by entry.
    SELECT ${
      of === 'each'
        ? 'k.entry_number'
        : `CASE WHEN ${isDistribution('own_key', dimension)}
      OR ${isDistribution('by_key', by)} THEN k.entry_number END AS entry_number`
    },
      k.account_number, k.own_key, k.by_key, sum(k.before) AS before, sum(k.debit) AS debit, sum(k.credit) AS credit
    FROM keyed k ${of ? '' : 'WHERE k.own_key IS NOT NULL OR k.by_key IS NOT NULL'}
    GROUP BY 1, k.account_number, k.own_key, k.by_key
  ), own AS (${sharedOut('entry', dimension, 'own_key', 'x.by_key')}
  ), crossed AS MATERIALIZED (${sharedOut('own', by, 'by_key', 'x.own_key')}
  )`

/** SQL: what is asked of departments, which are the first dimension. */
export const DEPARTMENTS = { dimension: '1', by: 'NULL::int' }

/** CTEs `range` and `begun` of what moved in the days of the span `s`: nothing before them is read. */
const MOVED_IN = `range AS MATERIALIZED (SELECT s.first, s.last), begun AS MATERIALIZED (SELECT s.first AS day)`
/** CTEs up to `crossed` of the entries that moved in the span `s`, by department. */
export const movedByDepartment = (counts: string, of: 'all' | 'each'): string =>
  `${MOVED_IN}, ${entriesByKey({ ...DEPARTMENTS, counts, of, accountOf: 'e.account_number' })}`

/**
 * CTE `part_of_line(account_number, own_key, by_key, before, debit, credit)`: the parts of each line of `BALANCES`,
 * with their keys.
 */
export const partsOfLines = (asked: KeysAsked, isAsked = 'true'): string => `${entriesByKey(asked)}, part_of_line AS (
    SELECT c.account_number, c.own_key, c.by_key, c.before, c.debit, c.credit FROM crossed c
    UNION ALL
    SELECT c.account_number, NULL, NULL, - c.before, - c.debit, - c.credit FROM crossed c
    UNION ALL
    SELECT l.number, NULL, NULL, l.opening, l.debit, l.credit FROM line l WHERE ${isAsked}
  )`

const ASKED_KEYS: KeysAsked = {
  dimension: '$6::int',
  by: '$7::int',
  accountOf: 'e.account_number',
  counts: '($8::int IS NULL OR e.account_number = $8::int)',
}
const PARTS: ReportParts = {
  with: `${ASKED}, ${MOVEMENTS}, ${BALANCES}, ${partsOfLines(ASKED_KEYS, '$8::int IS NULL OR l.number = $8::int')},
    item AS (
    SELECT p.account_number, p.own_key, p.by_key, sum(p.before)::numeric(24, 2) AS opening,
      sum(p.debit)::numeric(24, 2) AS debit, sum(p.credit)::numeric(24, 2) AS credit,
      sum(p.before + p.debit - p.credit)::numeric(24, 2) AS closing
    FROM part_of_line p GROUP BY p.account_number, p.own_key, p.by_key
    HAVING sum(p.before) <> 0 OR sum(p.debit) <> 0 OR sum(p.credit) <> 0
  )`,
  columns: [
    { name: 'accountNumber', column: 'account_number' },
    { name: 'dimensionKey', column: 'own_key' },
    { name: 'byKey', column: 'by_key' },
    { name: 'openingBalance', column: 'opening' },
    { name: 'debit', column: 'debit' },
    { name: 'credit', column: 'credit' },
    { name: 'closingBalance', column: 'closing' },
  ],
  order: 'x.account_number, x.own_key NULLS LAST, x.by_key NULLS LAST',
}

/** SQL: the key as a part of the report is called by it. */
export const keyName = (key: string): string => `coalesce(${key}::text, 'none')`
const ofPart = (
  row: string,
): string => `${row}.account_number::text = ${LINE} AND ${PART} = ${keyName(`${row}.own_key`)}
    || CASE WHEN $7::int IS NULL THEN '' ELSE ',' || ${keyName(`${row}.by_key`)} END`
const EVERY_ENTRY: KeysAsked = { ...ASKED_KEYS, counts: `e.account_number::text = ${LINE}`, of: 'each' }
const amountOf = (amount: string): string => `
    WITH ${entriesByKey(EVERY_ENTRY)}
    SELECT c.entry_number, c.account_number, ${amount} FROM crossed c WHERE ${ofPart('c')}`

/**
 * The totals by dimension that can be explained: `3/1010.debit` of a key, `3,7/1010.debit` of two, `none` without one.
 */
export const TOTALS_FIGURES: Figures = {
  part: 'KEY',
  isThere: `EXISTS (SELECT FROM item x WHERE ${ofPart('x')})`,
  lines: {
    openingBalance: amountOf('c.before'),
    debit: amountOf('c.debit'),
    credit: amountOf('c.credit'),
    closingBalance: amountOf('c.before + c.debit - c.credit'),
  },
  ends: {},
}
const REPORT = explainable(PARTS, TOTALS_FIGURES)
