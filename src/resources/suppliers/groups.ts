import { F1, F1L, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isBookable } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { summaryConstraints, summaryRules } from '../summary-accounts.ts'

/** Supplier groups, each with the account its suppliers are booked on (rule 9.6). */
export const groups = resource('Groups', {
  logsBodies: true,
  schema: 'Group',
  table: 'supplier_group',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('SupplierGroupIdAlreadyExists').filter(F1).sortable(),
    name: text(50).required('SupplierGroupNameEmpty').filter(F1L),
    accountNumber: int32(1, NUMBER_MAX)
      .required('SupplierGroupDoesNotContainsRequiredAccounts')
      .references('account.number', 'ERROR_CODE_AccountDoesNotExist')
      .filter(F1)
      .sortable(),
    objectVersion: objectVersion(),
  },
  operations: standard('/Groups', 'number'),
  rules: [
    isBookable('accountNumber', 'ERROR_CODE_AccountIsNotBalanceOrProfitAndLossType'),
    ...summaryRules('supplier'),
  ],
  constraints: summaryConstraints('supplier'),
  inUse: 'SupplierGroupIsInUse',
})
