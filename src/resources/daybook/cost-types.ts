import { MARK_DOWN_MAX, NUMBER_MAX } from '../../limits.ts'
import { decimal, F1, F1L, F2, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isAtLeast, isBookable, isNotBarred, type Keeper, unlessKept } from '../../resource/rules.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { numbered } from './numbered.ts'

const ROLES = ['SuperUser', 'Bookkeeping', 'ProjectEmployee'] as const
/** Of both APIs (rule 3.3). */
const GROUP_ROLES = ['ProjectEmployee', 'SuperUser'] as const
const base = numbered('CostTypes', {
  schema: 'CostType',
  table: 'cost_type',
  path: '/cost-types',
  roles: ROLES,
  name: 100,
})
const { number, name, ...rest } = base.fields

/** Cost types: kinds of a project's expenses, such as materials or travel. The project-related API reads them. */
export const costTypes = {
  ...base,
  fields: {
    number: number!,
    name: name!,
    costGroupNumber: int32(1, NUMBER_MAX).references('cost_type_group.number', 'CostTypeGroupDoesNotExist').filter(F1),
    vatCode: text(5).references('vat_code.code', 'VatCodeDoesNotExist').filter(F1),
    ...rest,
  },
}

const STORED: Keeper = { table: 'cost_type_group', key: ['number'] }
const ACCOUNTS = ['accountOnGoing', 'accountClosed']
const account = () => int32(1, NUMBER_MAX).required().references('account.number', 'AccountDoesNotExist').filter(F1)

/** Groups of cost types. They say whether a cost is invoiced, with what markup, and where it is booked before and after its project is closed. */
export const costTypeGroups = resource('CostTypeGroups', {
  schema: 'CostTypeGroup',
  table: 'cost_type_group',
  key: ['number'],
  roles: GROUP_ROLES,
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(100).required().filter(F1L).sortable(),
    type: int32().required().oneOf([1, 2]).filter(F2).describe('1 invoiceable, 2 not'),
    markup: decimal(9, 6).measure().describe('The price of an expense above its cost, in per cent'),
    accountOnGoing: account(),
    accountClosed: account(),
    objectVersion: objectVersion(),
  },
  operations: standard('/cost-type-groups', 'number'),
  rules: [
    isAtLeast('markup', -MARK_DOWN_MAX, STORED),
    ...ACCOUNTS.flatMap((property) => [
      isBookable(property),
      isNotSummary(property),
      unlessKept(isNotBarred(property, 'account', 'AccountIsBarred'), STORED),
    ]),
  ],
})
