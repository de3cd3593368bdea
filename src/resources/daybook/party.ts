import { F1, F1L, F2, F2L, type Fields, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** The fields that suppliers and customers have in common; `groupTable` has their groups. */
export const party = (groupTable: 'customer_group' | 'supplier_group'): Fields => ({
  number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
  name: text(255).required().filter(F1L).sortable(),
  groupNumber: int32(1, NUMBER_MAX)
    .required()
    .references(`${groupTable}.number`, 'GroupDoesNotExist')
    .filter(F1)
    .sortable(),
  currency: text(3).required().references('currency.code', 'CurrencyDoesNotExist').filter(F1).sortable(),
  paymentTermNumber: int32(1, NUMBER_MAX).references('payment_term.number', 'PaymentTermDoesNotExist').filter(F1),
  contraAccountNumber: int32(1, NUMBER_MAX).references('account.number', 'AccountDoesNotExist').filter(F1),
  corporateIdentificationNumber: text(40).filter(F1L),
  vatNumber: text(20).filter(F1L),
  email: text(255).filter(F1L),
  phone: text(50),
  address: text(510),
  postalCode: text(30).filter(F2L),
  city: text(50).filter(F2L),
  country: text(50).filter(F2L),
})
export const partyEnd = {
  isBarred: flag().filter(F2),
  lastUpdated: lastUpdated().filter(F2),
  objectVersion: objectVersion(),
}
