import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import { AT_THE_END, BALANCES } from './balances.ts'
import { addedBy, explainable, type Figures, LINE, OPENING_COSTS, OPENING_DEPRECIATIONS } from './explain.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type ReportFormat, type ReportParts } from './render.ts'

/**
 * CTEs `register_account(number)`, `part_of_register(position, number, amount)` and `register(number, amount)`:
 * accounts of asset groups, what assets have on them, and what the register says of them, where `until` holds of a
 * `date`.
 */
const ofRegister = (until: string): string => `register_account AS MATERIALIZED (
    SELECT DISTINCT n.number FROM asset_group g
      CROSS JOIN unnest(ARRAY[g.asset_account_number, g.depreciation_account_number]) AS n(number)
    WHERE g.agreement = $1 AND n.number IS NOT NULL
  ), part_of_register AS MATERIALIZED (
    SELECT e.entry_number AS position, e.account_number AS number, e.amount_in_base_currency AS amount
      FROM booked_entry e
    WHERE e.agreement = $1 AND e.asset_number IS NOT NULL AND EXISTS (SELECT FROM register_account)
      AND ${until.replaceAll('date', 'e.date')}
    UNION ALL
    SELECT n.position, n.number, n.amount FROM asset_opening o
    JOIN asset a ON a.agreement = $1 AND a.number = o.asset_number
    JOIN asset_group g ON g.agreement = $1 AND g.number = a.group_number
    CROSS JOIN LATERAL (VALUES ${partsOfOpening('g.asset_account_number', 'g.depreciation_account_number')}
    ) AS n(position, number, amount)
    WHERE o.agreement = $1 AND ${until.replaceAll('date', 'o.date')}
  ), register AS MATERIALIZED (
    SELECT a.number, coalesce(sum(p.amount), 0.00)::numeric(24, 2) AS amount
    FROM register_account a LEFT JOIN part_of_register p ON p.number = a.number
    GROUP BY a.number
  )`

/** SQL: what the asset `o` was brought along with, each with its position among explained parts. */
const partsOfOpening = (cost: string, depreciation: string): string => `
      (o.asset_number + (${OPENING_COSTS}), ${cost}, o.cost),
      (o.asset_number + (${OPENING_DEPRECIATIONS}), ${depreciation}, -o.depreciation)`

/** What an asset stands at on the days asked for. */
const ITEMS = `moved AS MATERIALIZED (
    SELECT a.number, e.entry_number AS position, e.account_number, e.amount_in_base_currency AS amount,
      e.account_number IS NOT DISTINCT FROM g.depreciation_account_number AS is_depreciation
    FROM asked, asset a JOIN asset_group g ON g.agreement = $1 AND g.number = a.group_number
    JOIN booked_entry e ON e.agreement = $1 AND e.asset_number = a.number
    WHERE a.agreement = $1 AND e.date <= asked.last
    UNION ALL
    SELECT o.asset_number, n.position, n.account, n.amount, n.position >= ${OPENING_DEPRECIATIONS}
    FROM asked, asset_opening o
    JOIN asset a ON a.agreement = $1 AND a.number = o.asset_number
    JOIN asset_group g ON g.agreement = $1 AND g.number = a.group_number
    CROSS JOIN LATERAL (VALUES ${partsOfOpening('g.asset_account_number', 'g.depreciation_account_number')}
    ) AS n(position, account, amount)
    WHERE o.agreement = $1 AND o.date <= asked.last
  ), item AS MATERIALIZED (
    SELECT a.number, a.group_number, a.text, a.start_date, a.life_time_months, m.cost, m.depreciation,
      m.cost - m.depreciation AS book_value
    FROM (
      SELECT n.number, coalesce(sum(n.amount) FILTER (WHERE NOT n.is_depreciation), 0)::numeric(24, 2) AS cost,
        -coalesce(sum(n.amount) FILTER (WHERE n.is_depreciation), 0)::numeric(24, 2) AS depreciation
      FROM moved n GROUP BY n.number
    ) AS m JOIN asset a ON a.agreement = $1 AND a.number = m.number
    WHERE m.cost <> 0 OR m.depreciation <> 0
  )`

const sum = (column: string): string => `(SELECT coalesce(sum(x.${column}), 0.00) FROM item x)`

const PARTS: ReportParts = {
  with: `${ASKED}, ${AT_THE_END}, ${BALANCES}, ${ofRegister('date <= (SELECT asked.last FROM asked)')}, ${ITEMS}`,
  columns: [
    { name: 'assetNumber', column: 'number' },
    { name: 'groupNumber', column: 'group_number' },
    { name: 'text', column: 'text', isText: true },
    { name: 'startDate', column: 'start_date' },
    { name: 'lifeTimeMonths', column: 'life_time_months' },
    { name: 'cost', column: 'cost' },
    { name: 'depreciation', column: 'depreciation' },
    { name: 'bookValue', column: 'book_value' },
  ],
  order: 'x.group_number, x.number',
  before: { date: '(SELECT asked.last FROM asked)' },
  after: {
    cost: sum('cost'),
    depreciation: sum('depreciation'),
    bookValue: sum('book_value'),
    accounts: `(SELECT coalesce(json_agg(json_build_object('accountNumber', r.number, 'name', l.name, 'register',
      r.amount, 'ledger', coalesce(l.opening, 0.00), 'difference', coalesce(l.opening, 0.00) - r.amount)
      ORDER BY r.number), '[]')
      FROM register r LEFT JOIN line l ON l.number = r.number)`,
  },
}

/**
 * The register of assets at the end of a day, and the accounts of their groups: what the register says of each, and the
 * ledger.
 */
export function assetRegister(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  { figure }: Asking = {},
): Statement {
  const values = [agreement, ...daysValues(days)]
  return REPORT(format, values, figure)
}

/** Assets that have left the books come to nothing, and explain nothing. */
const ofAssets = (sign: string, condition: string): string => `
  SELECT m.position, m.account_number, ${sign}m.amount FROM moved m
  WHERE m.number IN (SELECT x.number FROM item x) AND ${condition}`
const partsWhere = (condition: string): Record<string, string> => ({
  cost: ofAssets('', `NOT m.is_depreciation AND ${condition}`),
  depreciation: ofAssets('-', `m.is_depreciation AND ${condition}`),
  bookValue: ofAssets('', condition),
})
const ofAccount = (sign: string): string => `
  SELECT p.position, p.number, ${sign}p.amount FROM part_of_register p WHERE p.number::text = ${LINE}`
const LEDGER = addedBy(`SELECT l.number, 1, 1, -1 FROM line l WHERE l.number::text = ${LINE}`)

/** The figures of the register that can be explained: of assets, of accounts, and of all. */
export const REGISTER_FIGURES: Figures = {
  line: 'ASSET or ACCOUNT',
  isThere: `(EXISTS (SELECT FROM item x WHERE x.number::text = ${LINE})
    OR EXISTS (SELECT FROM register r WHERE r.number::text = ${LINE}))`,
  lines: {
    ...partsWhere(`m.number::text = ${LINE}`),
    register: ofAccount(''),
    ledger: LEDGER,
    difference: `(${LEDGER}) UNION ALL ${ofAccount('-')}`,
  },
  ends: partsWhere('true'),
  others: 'openingAssets',
}
const REPORT = explainable(PARTS, REGISTER_FIGURES)

/**
 * SQL: a `note` for each account of an asset group whose balance is not what its assets come to. `$1` is the agreement.
 */
export const REGISTER_NOTES = `
  WITH ${ofRegister('date IS NOT NULL')}, begun AS (
    SELECT coalesce(max(y.date_from), '-infinity') AS day FROM accounting_year y
    WHERE y.agreement = $1 AND EXISTS (SELECT FROM register_account) AND (
      EXISTS (SELECT FROM accounting_year b WHERE b.agreement = $1 AND b.date_to = y.date_from - 1 AND b.is_closed)
      OR EXISTS (SELECT FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = y.year AND t.opening <> 0))
  ), stands AS (
    SELECT r.number, r.amount, coalesce((
      SELECT sum(t.opening + t.debit - t.credit) FROM period_total t
      JOIN accounting_year y ON y.agreement = $1 AND y.year = t.accounting_year, begun
      WHERE t.agreement = $1 AND t.account_number = r.number AND y.date_from >= begun.day
    ), 0.00) AS ledger FROM register r
  )
  SELECT 'account ' || s.number || ': its assets come to ' || s.amount || ', the ledger to ' || s.ledger
    || '. GET /daybookapi/v1.0.0/asset-register shows both; what is booked on it without an asset makes the difference.'
      AS note
  FROM stands s WHERE s.ledger <> s.amount ORDER BY s.number`
