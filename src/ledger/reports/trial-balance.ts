import type { Statement } from '../../database/connection.ts'
import type { Asking } from './asking.ts'
import { BALANCES, MOVEMENTS, PROVISIONAL, PROVISIONAL_BALANCES, SPANS_YEARS } from './balances.ts'
import { PARTS_OF_SUMS } from './chart.ts'
import { comparedDays } from './compared.ts'
import {
  enteredOfDepartment,
  LINES_OF_DEPARTMENT,
  linesOfDepartment,
  PROVISIONAL_OF_DEPARTMENT,
} from './department-lines.ts'
import { addedBy, type ExplainableReport, explainable, type Figures, LINE, weightsOfLine } from './explain.ts'
import { ASKED, CLOSED, daysValues, type ReportDays } from './range.ts'
import { type Column, type ReportFormat, type ReportParts } from './render.ts'

/** What a trial balance is compared with: the same days a year earlier, as many months or days before, or some days. */
export const TRIAL_COMPARISONS = ['lastYear', 'periodBefore', 'days'] as const

/** The days that a trial balance is compared with. */
export interface ComparedDays {
  kind: (typeof TRIAL_COMPARISONS)[number]
  /** Of `days`. */
  from?: string
  to?: string
}

/** How a trial balance is asked for beside its days. */
export interface TrialAsking extends Asking {
  department?: number | undefined
  compared?: ComparedDays | undefined
}

/**
 * The trial balance of some days:
 * `{items: [{accountNumber, openingBalance, debit, credit, closingBalance, name, movement}], sums, totalDebit,
 * totalCredit}` in base currency, every account of type 1 or 2 in order. The movement is debit less credit. `sums`
 * are those of the chart (types 3 and 6), alike. No row when there is no such year or period. Within a year, the
 * results of open years before it are on the account of the result (`provisional`), unless they are wanted
 * `asBooked`.
 *
 * With `department` it has what is of that one, by its data of today, with its part of what distributions share out.
 * `compared` with other days it has their movement and closing balance beside, and how far it is from them; accounts
 * that only those days have are in it, too.
 */
export function trialBalanceReport(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  { asBooked = false, department, compared, figure }: TrialAsking = {},
): Statement {
  const values = [
    agreement,
    ...daysValues(days),
    ...(department === undefined ? [] : [department]),
    ...(compared ? [compared.kind, compared.from ?? null, compared.to ?? null] : []),
  ]
  const kind = { asBooked, ofDepartment: department !== undefined, isCompared: compared !== undefined }
  return REPORTS.get(nameOf(kind))!(format, values, figure)
}

/** The trial balance of the days `from` to `to` (ISO, both included), as the JSON of the report. */
export const trialBalance = (agreement: number, from: string, to: string): Statement =>
  trialBalanceReport(agreement, { from, to }, 'json')

/** What makes the text of a statement. */
interface Kind {
  asBooked: boolean
  ofDepartment: boolean
  isCompared: boolean
}

const nameOf = ({ asBooked, ofDepartment, isCompared }: Kind): string => [asBooked, ofDepartment, isCompared].join()

const DEPARTMENT = '$6::int'

const COLUMNS: readonly Column[] = [
  { name: 'accountNumber', column: 'number' },
  { name: 'openingBalance', column: 'opening' },
  { name: 'debit', column: 'debit' },
  { name: 'credit', column: 'credit' },
  { name: 'closingBalance', column: 'closing' },
  { name: 'name', column: 'name', isText: true },
  { name: 'movement', column: 'moved' },
]
const COMPARED_COLUMNS: readonly Column[] = [
  { name: 'comparedMovement', column: 'compared_moved' },
  { name: 'movementDifference', column: 'moved_difference' },
  { name: 'comparedClosingBalance', column: 'compared_closing' },
  { name: 'closingDifference', column: 'closing_difference' },
]

/** CTEs up to the lines of the days of the CTE `asked`; the name of the last of them. */
const linesOf = ({ asBooked, ofDepartment }: Kind): { with: string; lines: string } => {
  const balances = `${MOVEMENTS}, ${asBooked ? BALANCES : PROVISIONAL_BALANCES}`
  return ofDepartment
    ? { with: `${balances}, ${linesOfDepartment(DEPARTMENT)}`, lines: LINES_OF_DEPARTMENT }
    : { with: balances, lines: 'line' }
}

const ITEM = `item AS (
    SELECT l.number, l.name, l.opening, l.debit, l.credit, l.opening + l.debit - l.credit AS closing,
      l.debit - l.credit AS moved
    FROM shown_line l
  )`

/** CTEs `compared_days(first, last)` and `item`, beside the lines of those days. */
function comparedItem(kind: Kind): string {
  const at = kind.ofDepartment ? 7 : 6
  const { with: others, lines } = linesOf(kind)
  return `${comparedDays(`$${at}::text`, `$${at + 1}::date`, `$${at + 2}::date`)}, compared_line AS MATERIALIZED (
    WITH asked AS MATERIALIZED (SELECT d.first, d.last FROM compared_days d), ${CLOSED}, ${others}
    SELECT o.number, o.name, o.debit - o.credit AS moved, o.opening + o.debit - o.credit AS closing FROM ${lines} o
  ), item AS (
    SELECT i.*, i.moved - i.compared_moved AS moved_difference, i.closing - i.compared_closing AS closing_difference
    FROM (
      SELECT coalesce(l.number, o.number) AS number, coalesce(l.name, o.name) AS name,
        coalesce(l.opening, 0.00) AS opening, coalesce(l.debit, 0.00) AS debit, coalesce(l.credit, 0.00) AS credit,
        coalesce(l.opening + l.debit - l.credit, 0.00) AS closing, coalesce(l.debit - l.credit, 0.00) AS moved,
        coalesce(o.moved, 0.00) AS compared_moved, coalesce(o.closing, 0.00) AS compared_closing
      FROM shown_line l FULL JOIN compared_line o ON o.number = l.number
    ) AS i
  )`
}

function partsOf(kind: Kind): ReportParts {
  const columns = kind.isCompared ? [...COLUMNS, ...COMPARED_COLUMNS] : COLUMNS
  const amounts = columns.filter(({ column, isText }) => column !== 'number' && !isText)
  const added = amounts.map(({ column }) => `coalesce(sum(s.${column}), 0.00) AS ${column}`)
  const told = ['number', 'name', ...amounts.map(({ column }) => column)].map((column) => {
    const { name } = columns.find((one) => one.column === column)!
    return `'${name}', s.${column}`
  })
  const { with: own, lines } = linesOf(kind)
  return {
    with: `${ASKED}, ${own}, shown_line AS MATERIALIZED (SELECT * FROM ${lines}
  ), ${kind.isCompared ? comparedItem(kind) : ITEM}, ${PARTS_OF_SUMS}, sum_of_chart AS (
    SELECT a.number, a.name, ${added.join(', ')}
    FROM chart a LEFT JOIN (
      SELECT DISTINCT p.sum_number, i.* FROM part_of_sum p JOIN item i ON i.number BETWEEN p.low AND p.high
    ) AS s ON s.sum_number = a.number
    WHERE a.type IN (3, 6) GROUP BY a.number, a.name
  )`,
    columns,
    order: 'x.number',
    after: {
      sums: `(SELECT coalesce(json_agg(json_build_object(${told.join(', ')}) ORDER BY s.number), '[]')
        FROM sum_of_chart s)`,
      totalDebit: '(SELECT coalesce(sum(l.debit), 0.00) FROM shown_line l)',
      totalCredit: '(SELECT coalesce(sum(l.credit), 0.00) FROM shown_line l)',
      ...(kind.isCompared && {
        comparedFrom: '(SELECT d.first FROM compared_days d)',
        comparedTo: '(SELECT d.last FROM compared_days d)',
      }),
    },
    optional: {
      provisional: kind.ofDepartment ? PROVISIONAL_OF_DEPARTMENT : PROVISIONAL,
      spansYears: SPANS_YEARS,
    },
  }
}

/** The figures of what a department has, or all: those of the days that it is compared with are explained by theirs. */
function figuresFor({ ofDepartment }: Pick<Kind, 'ofDepartment'>): Figures {
  const added = (weights: string): string =>
    ofDepartment ? enteredOfDepartment(weights, DEPARTMENT) : addedBy(weights)
  const ofLine = (weights: string): string => added(weightsOfLine(weights))
  return {
    isThere: `(EXISTS (SELECT FROM item x WHERE x.number::text = ${LINE})
    OR EXISTS (SELECT FROM sum_of_chart s WHERE s.number::text = ${LINE}))`,
    lines: {
      openingBalance: ofLine('1, 0, 0'),
      debit: ofLine('0, 1, 0'),
      credit: ofLine('0, 0, 1'),
      closingBalance: ofLine('1, 1, -1'),
      movement: ofLine('0, 1, -1'),
    },
    ends: {
      totalDebit: added('SELECT l.number, 0, 1, 0 FROM line l'),
      totalCredit: added('SELECT l.number, 0, 0, 1 FROM line l'),
    },
  }
}

/** The figures of the trial balance that can be explained. */
export const TRIAL_FIGURES: Figures = figuresFor({ ofDepartment: false })

const EITHER = [false, true]
const KINDS: readonly Kind[] = EITHER.flatMap((asBooked) =>
  EITHER.flatMap((ofDepartment) => EITHER.map((isCompared) => ({ asBooked, ofDepartment, isCompared }))),
)
const REPORTS: ReadonlyMap<string, ExplainableReport> = new Map(
  KINDS.map((kind) => [nameOf(kind), explainable(partsOf(kind), figuresFor(kind))]),
)
