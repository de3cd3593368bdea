import type { Fault } from '../../errors/catalogue.ts'
import { spreadBudget, type YearBudget } from '../../ledger/budgets/spread.ts'
import { BUDGET_FIGURES, BUDGET_SPANS, type BudgetAsked, budgetReport } from '../../ledger/reports/budget.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { decimal, Field, int32, text } from '../../resource/fields.ts'
import type { ActionOperation, Item, QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import * as answers from './report-answers.ts'
import { CSV, explainFaults, explainParameters, figureOf, formatOf, FORMAT, noSuchFigure } from './report-parameters.ts'

const year = text(4).required().describe('An accounting year')

const spread: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/budget-figures/spread',
  status: 201,
  summary: 'Make a budget figure for every period of an accounting year, equal parts of an amount',
  schema: 'BudgetSpread',
  body: {
    accountNumber: int32(1, NUMBER_MAX).required(),
    year,
    amount: decimal(18, 2).required().describe('Of the whole year, in base currency; sales are negative'),
  },
  answer: { numbers: new Field({ type: 'list', items: int32(), nullable: false }) },
  given: ['numbers'],
  async run({ transaction, caller }, { body, faults }) {
    const result = await spreadBudget(transaction, caller.agreement, body as unknown as YearBudget)
    if ('faults' in result) {
      faults.push(...result.faults)
      return { status: 204 }
    }
    const { numbers } = result
    const location = `/budget-report?year=${encodeURIComponent(body.year as string)}`
    return { status: 201, body: JSON.stringify({ numbers }), location }
  },
}

const periodFaults = ({ periodFrom, periodTo }: Item): Fault[] =>
  periodFrom === undefined || periodTo === undefined || (periodFrom as number) <= (periodTo as number)
    ? []
    : [{ code: 'QueryParameterInvalid', property: 'periodTo', message: 'periodTo must not be below periodFrom.' }]

const report: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/budget-report',
  summary:
    'Actual, budget, their difference and last year, of every account and period of an accounting year, with the sums of the chart',
  answer: answers.budget,
  formats: { csv: CSV },
  query: [
    { name: 'year', field: year, required: true },
    {
      name: 'sumsOnly',
      field: text(5).oneOf(['true', 'false']).describe('true: the sums of the chart alone, without accounts.'),
    },
    { name: 'periodFrom', field: int32(1, 999).describe('The first period, by its number; the first of the year.') },
    { name: 'periodTo', field: int32(1, 999).describe('The last period, by its number; the last of the year.') },
    {
      name: 'by',
      field: text(7)
        .oneOf(BUDGET_SPANS)
        .describe(
          'Periods added up: by quarters, which are three periods from the first of the year on, or all of them.',
        ),
    },
    {
      name: 'departmentNumber',
      field: int32(1, NUMBER_MAX).describe(
        'What is of this department, by its data of today, with its part of what distributions share out.',
      ),
    },
    FORMAT,
    ...explainParameters(BUDGET_FIGURES),
  ],
  check: ({ query }) => [...periodFaults(query), ...explainFaults(query, BUDGET_FIGURES)],
  none: ({ query }) => noSuchFigure(query),
  statement: ({ agreement }, { query }) =>
    budgetReport(agreement, query.year as string, formatOf(query), {
      sums: query.sumsOnly === 'true',
      from: query.periodFrom as number | undefined,
      to: query.periodTo as number | undefined,
      by: query.by as BudgetAsked['by'],
      department: query.departmentNumber as number | undefined,
      figure: figureOf(query, BUDGET_FIGURES),
    }),
}

/** The operations on budgets (rule 15.4); /budgetsapi has the figures themselves. */
export const budgets = operations('Budgets', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [spread, report],
  codes: ['AccountNotFound', 'AccountingYearNotFound'],
})
