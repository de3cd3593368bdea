import { changed, changedAll, faceOf, only, renamed, withProperties } from '../../resource/differences.ts'
import { F1L, F2L } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { isBookable, isNotBarred, unlessKept } from '../../resource/rules.ts'
import { customers as published } from '../customers/customers.ts'
import { isNotSummary, keepsGroup, partyConstraints } from '../summary-accounts.ts'
import { party, partyEnd } from './party.ts'

const NAME = 'Customers'

/**
 * Customers for bookkeepers: a face of the published ones, with the account that manual invoices are booked against.
 */
export const customers = faceOf(
  published,
  {
    name: NAME,
    roles: ['SuperUser', 'Bookkeeping', 'Sales'],
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
  },
  renamed(NAME, 'customerNumber', 'number'),
  renamed(NAME, 'cvrNo', 'corporateIdentificationNumber'),
  renamed(NAME, 'vatNo', 'vatNumber'),
  renamed(NAME, 'address1', 'address'),
  renamed(NAME, 'postCode', 'postalCode'),
  changed(NAME, 'name', (name) => name.required().filter(F1L).sortable()),
  changed(NAME, 'email', (email) => email.undescribed()),
  changedAll(NAME, ['corporateIdentificationNumber', 'vatNumber', 'email'], (text) => text.filter(F1L)),
  changedAll(NAME, ['postalCode', 'city', 'country'], (text) => text.filter(F2L)),
  withProperties(NAME, { ...party('customer_group'), ...partyEnd }),
  only(
    NAME,
    ...['number', 'name', 'groupNumber', 'currency', 'paymentTermNumber', 'contraAccountNumber'],
    ...['corporateIdentificationNumber', 'vatNumber', 'email', 'phone', 'address', 'postalCode', 'city', 'country'],
    ...['address2', 'isBarred', 'lastUpdated', 'objectVersion'],
  ),
)
