import { NUMBER_MAX } from '../../limits.ts'
import { decimal, F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { OF_PROJECTS } from './roles.ts'

/** Kinds of a project's expenses, such as materials or travel (contract, CostType); created under /daybookapi. */
export const costTypes = resource('Cost Types', {
  logsBodies: true,
  schema: 'CostType',
  table: 'cost_type',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(100).required().filter(F1L).sortable(),
    costGroupNumber: int32().references('cost_type_group.number').sortable(),
    vatCode: text(5).references('vat_code.code').sortable(),
    isBarred: flag().filter(F2),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: reads('/costtypes', 'number'),
})

/** Groups of cost types: whether they are invoiced, and their accounts (rule 14.1). */
export const costTypeGroups = resource('Cost Type Groups', {
  logsBodies: true,
  schema: 'CostTypeGroup',
  table: 'cost_type_group',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(100).required().filter(F1L).sortable(),
    type: int32().required().oneOf([1, 2]).describe('1 invoiceable, 2 not'),
    markup: decimal().measure().sortable().describe('The price of an expense above its cost, in per cent'),
    accountOnGoing: int32().required().references('account.number').sortable(),
    accountClosed: int32().required().references('account.number').sortable(),
    objectVersion: objectVersion(),
  },
  operations: reads('/costtypegroups', 'number'),
})
