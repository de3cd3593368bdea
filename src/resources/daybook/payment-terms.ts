import { F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { isFree, isUnused } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** When an invoice falls due: days after its date (1), or after the end of its month (2). */
export const paymentTerms = resource('PaymentTerms', {
  schema: 'PaymentTerm',
  table: 'payment_term',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(50).required().filter(F1L).sortable(),
    type: int32().required().oneOf([1, 2]).filter(F1).describe('1 net, 2 end of month'),
    days: int32(0, 365).required().filter(F1).sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/payment-terms', 'number'),
  rules: [
    isFree('number', 'payment_term', 'NumberAlreadyInUse'),
    isUnused('number', ['supplier.payment_term_number', 'customer.payment_term_number']),
  ],
  constraints: {
    payment_term_pkey: { code: 'NumberAlreadyInUse', property: 'number' },
    supplier_payment_term_fk: { code: 'ItemInUse', property: 'number' },
    customer_payment_term_fk: { code: 'ItemInUse', property: 'number' },
  },
})
