import type { Api } from '../../resource/resource.ts'
import { budgetFigures } from './figures.ts'

/** Budgets (rule 15.4). */
export const budgetsApi: Api = {
  name: 'budgets',
  title: 'Budgets',
  prefix: '/budgetsapi',
  version: '2.0.0',
  style: 'problem',
  groups: [budgetFigures],
}
