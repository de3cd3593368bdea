import { F1, F1L, int32, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { exists, isBookable, isFree, isUnused } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** Supplier groups, each with the account its suppliers are booked on (spec document 2, Supplier group). */
export const groups = resource('Groups', {
  schema: 'Group',
  table: 'supplier_group',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(50).required('SupplierGroupNameEmpty').filter(F1L),
    accountNumber: int32(1, NUMBER_MAX).required('SupplierGroupDoesNotContainsRequiredAccounts').filter(F1).sortable(),
    objectVersion: objectVersion(),
  },
  operations: standard('/Groups', 'number'),
  rules: [
    isFree('number', 'supplier_group', 'SupplierGroupIdAlreadyExists'),
    exists('accountNumber', 'account', 'number', 'ERROR_CODE_AccountDoesNotExist'),
    isBookable('accountNumber', 'ERROR_CODE_AccountIsNotBalanceOrProfitAndLossType'),
    isUnused('number', ['supplier.group_number'], 'SupplierGroupIsInUse'),
  ],
  constraints: {
    supplier_group_pkey: { code: 'SupplierGroupIdAlreadyExists', property: 'number' },
    supplier_group_account_fk: { code: 'ERROR_CODE_AccountDoesNotExist', property: 'accountNumber' },
    supplier_group_fk: { code: 'SupplierGroupIsInUse', property: 'number' },
  },
})
