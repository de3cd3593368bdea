import { F1, F1L, F2, F2L, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import type { Rule } from '../../resource/resource.ts'
import { exists, isBookable, isFree } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** What suppliers and customers have in common. */
export const party = {
  number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
  name: text(255).required().filter(F1L).sortable(),
  groupNumber: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
  currency: text(3).required().filter(F1).sortable(),
  paymentTermNumber: int32(1, NUMBER_MAX).filter(F1),
  contraAccountNumber: int32(1, NUMBER_MAX).filter(F1),
  corporateIdentificationNumber: text(40).filter(F1L),
  vatNumber: text(20).filter(F1L),
  email: text(255).filter(F1L),
  phone: text(50),
  address: text(510),
  postalCode: text(30).filter(F2L),
  city: text(50).filter(F2L),
  country: text(50).filter(F2L),
}
export const partyEnd = {
  isBarred: flag().filter(F2),
  lastUpdated: lastUpdated().filter(F2),
  objectVersion: objectVersion(),
}

/** The rules suppliers and customers have in common; `table` and `groupTable` are theirs. */
export const partyRules = (table: string, groupTable: string): Rule[] => [
  isFree('number', table, 'NumberAlreadyInUse'),
  exists('groupNumber', groupTable, 'number', 'GroupDoesNotExist'),
  exists('currency', 'currency', 'code', 'CurrencyDoesNotExist'),
  exists('paymentTermNumber', 'payment_term', 'number', 'PaymentTermDoesNotExist'),
  exists('contraAccountNumber', 'account', 'number', 'AccountDoesNotExist'),
  isBookable('contraAccountNumber'),
]
