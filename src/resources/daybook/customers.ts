import { F1L, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isBookable, isNotBarred, unlessKept } from '../../resource/rules.ts'
import { party, partyEnd } from './party.ts'
import { isNotSummary, keepsGroup, partyConstraints } from '../summary-accounts.ts'

/** Customers for bookkeepers: another view of the published ones (src/resources/customers). */
export const customers = resource('Customers', {
  schema: 'Customer',
  table: 'customer',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    ...party('customer_group'),
    vatNumber: text(50).filter(F1L),
    phone: text(255),
    address: text(255),
    address2: text(255),
    ...partyEnd,
  },
  operations: standard('/customers', 'number'),
  rules: [
    isBookable('contraAccountNumber'),
    isNotSummary('contraAccountNumber'),
    unlessKept(isNotBarred('paymentTermNumber', 'payment_term', 'PaymentTermIsBarred'), {
      table: 'customer',
      key: ['number'],
    }),
    keepsGroup('customer'),
  ],
  constraints: partyConstraints('customer'),
  emits: 'CUSTOMER_UPDATED',
})
