import { dimensionTotals, TOTALS_FIGURES } from '../../ledger/reports/dimension-totals.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { int32 } from '../../resource/fields.ts'
import type { QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { DIMENSIONS_MAX } from '../dimensions/facts.ts'
import * as answers from './report-answers.ts'
import {
  CSV,
  daysFaults,
  daysOf,
  explainFaults,
  explainParameters,
  figureOf,
  formatOf,
  movementParameters,
  noSuchFigure,
} from './report-parameters.ts'

const totals: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/dimension-totals',
  summary:
    'Opening balance, debit, credit and closing balance of each key of a dimension, or of two crossed, and account',
  answer: answers.dimensionTotals,
  formats: { csv: CSV },
  query: [
    { name: 'dimensionNumber', field: int32(1, DIMENSIONS_MAX), required: true },
    { name: 'by', field: int32(1, DIMENSIONS_MAX).describe('Another dimension, to cross the two.') },
    { name: 'accountNumber', field: int32(1, NUMBER_MAX).describe('All accounts where left out.') },
    ...movementParameters,
    ...explainParameters(TOTALS_FIGURES),
  ],
  check: ({ query }) => [
    ...daysFaults(query, ['from', 'to']),
    ...(query.by !== undefined && query.by === query.dimensionNumber
      ? [{ code: 'QueryParameterInvalid', property: 'by', message: 'by is another dimension.' } as const]
      : []),
    ...explainFaults(query, TOTALS_FIGURES),
  ],
  none: ({ query }) => noSuchFigure(query),
  statement: ({ agreement }, { query }) =>
    dimensionTotals(
      agreement,
      {
        days: daysOf(query),
        dimensionNumber: query.dimensionNumber as number,
        by: query.by as number | undefined,
        accountNumber: query.accountNumber as number | undefined,
        figure: figureOf(query, TOTALS_FIGURES),
      },
      formatOf(query),
    ),
}

/** Reports by dimension (rule 15.2). */
export const dimensionReports = operations('DimensionTotals', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [totals],
})
