import { atPaths, changed, changedAll } from '../../resource/differences.ts'
import type { Api } from '../../resource/versions.ts'
import { budgetFigures } from './figures.ts'

/** Budgets (rule 15.4). */
export const budgetsApi: Api = {
  name: 'budgets',
  title: 'Budgets',
  prefix: '/budgetsapi',
  version: '2.0.0',
  style: 'problem',
  groups: [budgetFigures],
  older: [
    {
      version: '1.0.0',
      differences: [
        atPaths('BudgetFigures', ({ kind, path }) => (kind === 'update' ? `${path}/{number}` : path)),
        changed('BudgetFigures', 'number', (number) => number.readOnly()),
        ...changedAll('BudgetFigures', ['accountNumber', 'fromDate', 'toDate', 'amountDefaultCurrency'], (field) =>
          field.sortable(),
        ),
      ],
    },
  ],
}
