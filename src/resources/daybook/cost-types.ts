import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { isFree, isUnused } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** Cost types: what a project's money went to, such as materials or travel (contract, CostType). */
export const costTypes = resource('CostTypes', {
  schema: 'CostType',
  table: 'cost_type',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'ProjectEmployee'],
  fields: {
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(100).required().filter(F1L).sortable(),
    isBarred: flag().filter(F2),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/cost-types', 'number'),
  rules: [
    isFree('number', 'cost_type', 'NumberAlreadyInUse'),
    isUnused('number', ['draft_entry.cost_type_number', 'booked_entry.cost_type_number']),
  ],
  constraints: {
    cost_type_pkey: { code: 'NumberAlreadyInUse', property: 'number' },
    draft_entry_cost_type_fk: { code: 'ItemInUse', property: 'number' },
    booked_entry_cost_type_fk: { code: 'ItemInUse', property: 'number' },
  },
})
