import type { Fault } from '../../errors/catalogue.ts'
import { monthsTouched } from '../../ledger/booking/accrual.ts'
import {
  type Comparison,
  COMPARISONS,
  type Division,
  DIVISIONS,
  type ReportShape,
} from '../../ledger/reports/compared.ts'
import { type FigureAsked, figureAsked, figureNames, type Figures, isFigure } from '../../ledger/reports/explain.ts'
import type { ReportDays } from '../../ledger/reports/range.ts'
import type { ReportFormat } from '../../ledger/reports/render.ts'
import type { ComparedDays, TrialAsking } from '../../ledger/reports/trial-balance.ts'
import { NUMBER_MAX, REPORT_MONTHS_MAX } from '../../limits.ts'
import { isDay } from '../../records/calendar.ts'
import { date, int32, text } from '../../resource/fields.ts'
import type { Item, Parameter } from '../../resource/operations.ts'

const YEAR: readonly Parameter[] = [
  { name: 'year', field: text(4).describe('An accounting year, instead of dates.') },
  { name: 'period', field: int32(1, 999).describe('A period of the year, by its number; the whole year without it.') },
]
/** The content type of a report in CSV. */
export const CSV = 'text/csv; charset=utf-8'
/** The parameter that asks for a report in CSV. */
export const FORMAT: Parameter = {
  name: 'format',
  field: text(4)
    .oneOf(['json', 'csv'])
    .describe('csv: a header row and the items. Where left out, what Accept wants most: JSON or text/csv.'),
}

/** Whether results of open years stand where they were booked. */
export const AS_BOOKED: Parameter = {
  name: 'asBooked',
  field: text(5)
    .oneOf(['true', 'false'])
    .describe(
      'true: the results of open years stay on the accounts of income and cost, where they were booked. Else they are on the account of the result.',
    ),
}

/** Parameters of a report on movements: `from` and `to`, or `year` and perhaps `period`. */
export const movementParameters: readonly Parameter[] = [
  { name: 'from', field: date().describe('The first day.') },
  { name: 'to', field: date().describe('The last day.') },
  ...YEAR,
  FORMAT,
]
/** Parameters of a report on balances: `date`, or the last day of `year` and perhaps `period`. */
export const balanceParameters: readonly Parameter[] = [
  { name: 'date', field: date().describe('The day at whose end the balances are read.') },
  ...YEAR,
  FORMAT,
]

/** The faults of the days of a report; `dates` are the parameters that name the days. */
export function daysFaults(query: Item, dates: readonly ['from', 'to'] | readonly ['date']): Fault[] {
  const given = dates.filter((name) => query[name] !== undefined)
  const named = dates.join(' and ')
  if (query.year !== undefined) {
    return given.map((property) => ({
      code: 'QueryParameterInvalid',
      property,
      message: `Give ${named}, or year and perhaps period, not both.`,
    }))
  }
  if (query.period !== undefined) {
    const message = 'A period is one of an accounting year: give year, too.'
    return [{ code: 'QueryParameterRequired', property: 'year', message }]
  }
  const missing = dates.filter((name) => query[name] === undefined)
  if (missing.length > 0) {
    const message = `Give ${named}, or year and perhaps period.`
    return missing.map((property) => ({ code: 'QueryParameterRequired', property, message }))
  }
  if ((query.from as string) > (query.to as string)) {
    return [{ code: 'QueryParameterInvalid', property: 'to', message: 'to must not be before from.' }]
  }
  return []
}

/** The days asked for, as checked by `daysFaults`. A single date is both the first and the last day. */
export function daysOf(query: Item): ReportDays {
  if (query.year !== undefined) {
    return { year: query.year as string, periodNumber: query.period as number | undefined }
  }
  return { from: (query.from ?? query.date) as string, to: (query.to ?? query.date) as string }
}

/** The format asked for. */
export const formatOf = (query: Item): ReportFormat => (query.format === 'csv' ? 'csv' : 'json')

/** What is not there of the year and period that are asked for, as in "There is …". */
export const missingDays = ({ year, period }: Item): string =>
  period === undefined
    ? `no accounting year ${year as string}`
    : `no period ${period as number} of an accounting year ${year as string}`

/** The fault of a year or period that does not exist. */
export const noSuchDays = (query: Item): Fault => ({
  code: 'QueryParameterInvalid',
  property: query.period === undefined ? 'year' : 'period',
  message: `There is ${missingDays(query)}.`,
})

/** Customers or suppliers. */
export type PartyKind = 'customer' | 'supplier'

/** The fault of a year, a period or a party that does not exist. */
export function noSuchParty(query: Item, party: PartyKind, number: unknown, fault: Fault): Fault {
  if (number === undefined) return noSuchDays(query)
  const message = `There is no ${party} ${number as number}`
  if (query.year === undefined) return { ...fault, message: `${message}.` }
  return { ...noSuchDays(query), message: `${message}, or ${missingDays(query)}.` }
}

/** Parameters of a report that can be divided and compared. */
export const shapeParameters: readonly Parameter[] = [
  {
    name: 'by',
    field: text(10)
      .oneOf(DIVISIONS)
      .describe(
        'Divides the report: an item for each month or department. Headings, and accounts that have nothing, are left out.',
      ),
  },
  {
    name: 'compare',
    field: text(40).describe(
      'Amounts beside each: `lastYear` (the same days a year earlier), `periodBefore` (as many months or days just before), `budget`. Several with commas.',
    ),
  },
]

const comparisonsOf = ({ compare }: Item): string[] =>
  compare === undefined ? [] : (compare as string).split(',').map((one) => one.trim())

/** The faults of how a report is divided and compared. */
export function shapeFaults(query: Item): Fault[] {
  const names = comparisonsOf(query)
  const wrong = names.filter((name, at) => !COMPARISONS.includes(name as Comparison) || names.indexOf(name) < at)
  const faults = wrong.map((name): Fault => {
    const message = `${name.slice(0, 20)} is none of ${COMPARISONS.join(', ')}, or is named twice.`
    return { code: 'QueryParameterInvalid', property: 'compare', message }
  })
  const { from, to, by } = query as Record<string, string | undefined>
  if (by !== 'month' || from === undefined || to === undefined || monthsTouched(from, to) <= REPORT_MONTHS_MAX)
    return faults
  const message = `A report has ${REPORT_MONTHS_MAX} months at most.`
  return [...faults, { code: 'QueryParameterInvalid', property: 'to', message }]
}

/** How the report is divided and compared; undefined where it is neither. */
export function shapeOf(query: Item): ReportShape | undefined {
  if (query.by === undefined && query.compare === undefined) return undefined
  return { by: query.by as Division | undefined, compare: comparisonsOf(query) as Comparison[] }
}

/** Parameters of the trial balance: of a department, and compared with other days. */
export const trialParameters: readonly Parameter[] = [
  {
    name: 'departmentNumber',
    field: int32(1, NUMBER_MAX).describe(
      'What is of this department, by its data of today, with its part of what distributions share out.',
    ),
  },
  {
    name: 'compare',
    field: text(22).describe(
      'Movement and closing balance of other days beside: `lastYear` (the same days a year earlier), `periodBefore` (as many months or days just before), or days as `2025-01-01..2025-03-31`.',
    ),
  },
]

/** What a trial balance is compared with; undefined where nothing is, null where that cannot be read. */
function comparedOf({ compare }: Item): ComparedDays | undefined | null {
  if (compare === undefined) return undefined
  if (compare === 'lastYear' || compare === 'periodBefore') return { kind: compare }
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(compare as string) ?? []
  return from !== undefined && to !== undefined && isDay(from) && isDay(to) && from <= to
    ? { kind: 'days', from, to }
    : null
}

/** The faults of what a trial balance is compared with. */
export const trialFaults = (query: Item): Fault[] =>
  comparedOf(query) === null
    ? [
        {
          code: 'QueryParameterInvalid',
          property: 'compare',
          message:
            'compare is lastYear, periodBefore, or two days as 2025-01-01..2025-03-31, the first not after the last.',
        },
      ]
    : []

/** What is asked of a trial balance, as checked by `trialFaults`. */
export const trialAskingOf = (query: Item): Pick<TrialAsking, 'department' | 'compared'> => ({
  department: query.departmentNumber as number | undefined,
  compared: comparedOf(query) ?? undefined,
})

const OF_SHAPES =
  'Of a compared report `NUMBER.amount`, `NUMBER.lastYear`, `result.budget` and so on; of a divided one with its part before: `2026-03/NUMBER.amount`, `7/result.amount` of department 7, `none/result.amount` of none. '

/** Parameters of a report whose figures can be explained; where it `isShaped`, those of parts and comparisons, too. */
export const explainParameters = (figures: Figures, isShaped = false): Parameter[] => [
  {
    name: 'explain',
    field: text(40).describe(
      `A figure: ${figureNames(figures)
        .map((one) => `\`${one}\``)
        .join(
          ', ',
        )}. ${isShaped ? OF_SHAPES : ''}The answer has what makes it, too (\`explained\`); CSV has that alone.`,
    ),
  },
  {
    name: 'explainAfter',
    field: (isShaped || figures.others ? int32() : int32(1)).describe(
      'Goes on from there: `explainedNext` of the answer before.',
    ),
  },
]

/** The faults of a figure that is to be explained. */
export function explainFaults(query: Item, figures: Figures): Fault[] {
  const { explain, explainAfter } = query
  const code = 'QueryParameterInvalid'
  if (explain === undefined) {
    if (explainAfter === undefined) return []
    return [{ code: 'QueryParameterRequired', property: 'explain', message: 'Give the figure to explain.' }]
  }
  if (isFigure(figures, figureAsked(figures, explain as string))) return []
  return [{ code, property: 'explain', message: `The figures of the report are ${figureNames(figures).join(', ')}.` }]
}

/** The figure to explain; undefined where none is asked for. */
export const figureOf = ({ explain, explainAfter }: Item, figures: Figures): FigureAsked | undefined =>
  explain === undefined ? undefined : figureAsked(figures, explain as string, explainAfter as number | undefined)

/** The fault of days that do not exist, or, where a figure is to be explained, of its line. */
export function noSuchFigure(query: Item): Fault {
  if (query.explain === undefined) return noSuchDays(query)
  const message = `The report has no line of ${query.explain as string}`
  const code = 'QueryParameterInvalid'
  if (query.year === undefined) return { code, property: 'explain', message: `${message}.` }
  return { ...noSuchDays(query), message: `${message}, or there is ${missingDays(query)}.` }
}
