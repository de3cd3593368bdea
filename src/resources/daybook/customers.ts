import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isBookable } from '../../resource/rules.ts'
import { party, partyEnd } from './party.ts'
import { isNotSummary, keepsGroup, partyConstraints } from '../summary-accounts.ts'

/** Customers: whom the agreement sells to. */
export const customers = resource('Customers', {
  schema: 'Customer',
  table: 'customer',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: { ...party('customer_group'), ...partyEnd },
  operations: standard('/customers', 'number'),
  rules: [isBookable('contraAccountNumber'), isNotSummary('contraAccountNumber'), keepsGroup('customer')],
  constraints: partyConstraints('customer'),
  emits: 'CUSTOMER_UPDATED',
})
