import { F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isBookable } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { summaryConstraints, summaryRules } from '../summary-accounts.ts'

/** Customer groups, each with the account its customers are booked on. */
export const customerGroups = resource('CustomerGroups', {
  logsBodies: true,
  schema: 'CustomerGroup',
  table: 'customer_group',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(50).required().filter(F1L).sortable(),
    accountNumber: int32(1, NUMBER_MAX)
      .required()
      .references('account.number', 'AccountDoesNotExist')
      .filter(F1)
      .sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/customer-groups', 'number'),
  rules: [isBookable('accountNumber'), ...summaryRules('customer')],
  constraints: summaryConstraints('customer'),
})
