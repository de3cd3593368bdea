import { F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** When an invoice falls due: days after its date (1), or after the end of its month (2). */
export const paymentTerms = resource('PaymentTerms', {
  schema: 'PaymentTerm',
  table: 'payment_term',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(50).required().filter(F1L).sortable(),
    type: int32().required().oneOf([1, 2]).filter(F1).describe('1 net, 2 end of month'),
    days: int32(0, 365).required().filter(F1).sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/payment-terms', 'number'),
})
