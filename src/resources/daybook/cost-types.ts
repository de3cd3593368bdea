import { numbered } from './numbered.ts'

/** Cost types: what a project's money went to, such as materials or travel (contract, CostType). */
export const costTypes = numbered('CostTypes', {
  schema: 'CostType',
  table: 'cost_type',
  path: '/cost-types',
  roles: ['SuperUser', 'Bookkeeping', 'ProjectEmployee'],
  nameMax: 100,
})
