import { resource, standard } from '../../resource/resource.ts'
import { isUnused } from '../../resource/rules.ts'
import { party, partyEnd, partyRules } from './party.ts'

/** Customers: whom the agreement sells to. */
export const customers = resource('Customers', {
  schema: 'Customer',
  table: 'customer',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: { ...party, ...partyEnd },
  operations: standard('/customers', 'number'),
  rules: [
    ...partyRules('customer', 'customer_group'),
    isUnused('number', ['project.customer_number', 'draft_entry.customer_number', 'booked_entry.customer_number']),
  ],
  constraints: {
    customer_pkey: { code: 'NumberAlreadyInUse', property: 'number' },
    customer_group_fk: { code: 'GroupDoesNotExist', property: 'groupNumber' },
    customer_currency_fk: { code: 'CurrencyDoesNotExist', property: 'currency' },
    project_customer_fk: { code: 'ItemInUse', property: 'number' },
    draft_entry_customer_fk: { code: 'ItemInUse', property: 'number' },
    booked_entry_customer_fk: { code: 'ItemInUse', property: 'number' },
  },
})
