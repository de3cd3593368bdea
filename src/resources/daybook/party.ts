import { F1, F2, type Fields, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** What bookkeepers have of suppliers and customers alike; `groupTable` has their groups. */
export const party = (groupTable: 'customer_group' | 'supplier_group'): Fields => ({
  number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
  groupNumber: int32(1, NUMBER_MAX)
    .required()
    .references(`${groupTable}.number`, 'GroupDoesNotExist')
    .filter(F1)
    .sortable(),
  currency: text(3).required().references('currency.code', 'CurrencyDoesNotExist').filter(F1).sortable(),
  paymentTermNumber: int32(1, NUMBER_MAX).references('payment_term.number', 'PaymentTermDoesNotExist').filter(F1),
  contraAccountNumber: int32(1, NUMBER_MAX).references('account.number', 'AccountDoesNotExist').filter(F1),
})
export const partyEnd = {
  isBarred: flag().filter(F2),
  lastUpdated: lastUpdated().filter(F2),
  objectVersion: objectVersion(),
}
