import { F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { exists, isBookable, isFree, isUnused } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** Customer groups, each with the account its customers are booked on. */
export const customerGroups = resource('CustomerGroups', {
  schema: 'CustomerGroup',
  table: 'customer_group',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(50).required().filter(F1L).sortable(),
    accountNumber: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/customer-groups', 'number'),
  rules: [
    isFree('number', 'customer_group', 'NumberAlreadyInUse'),
    exists('accountNumber', 'account', 'number', 'AccountDoesNotExist'),
    isBookable('accountNumber'),
    isUnused('number', ['customer.group_number']),
  ],
  constraints: {
    customer_group_pkey: { code: 'NumberAlreadyInUse', property: 'number' },
    customer_group_account_fk: { code: 'AccountDoesNotExist', property: 'accountNumber' },
    customer_group_fk: { code: 'ItemInUse', property: 'number' },
  },
})
