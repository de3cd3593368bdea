import { F1, F1L, int32, objectVersion, text } from '../../resource/fields.ts'
import { exists, resource, standard } from '../../resource/resource.ts'
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
    {
      property: 'number',
      code: 'SupplierGroupIdAlreadyExists',
      on: ['create'],
      brokenWhen: 'EXISTS (SELECT FROM supplier_group x WHERE x.agreement = $1 AND x.number = r.number)',
    },
    exists('accountNumber', 'account', 'number', 'ERROR_CODE_AccountDoesNotExist'),
    {
      property: 'accountNumber',
      code: 'ERROR_CODE_AccountIsNotBalanceOrProfitAndLossType',
      on: ['create', 'update'],
      brokenWhen:
        'EXISTS (SELECT FROM account x WHERE x.agreement = $1 AND x.number = r.account_number AND x.type NOT IN (1, 2))',
    },
    {
      property: 'number',
      code: 'SupplierGroupIsInUse',
      on: ['delete'],
      brokenWhen: 'EXISTS (SELECT FROM supplier x WHERE x.agreement = $1 AND x.group_number = old.number)',
    },
  ],
  constraints: {
    supplier_group_pkey: { code: 'SupplierGroupIdAlreadyExists', property: 'number' },
    supplier_group_account_fk: { code: 'ERROR_CODE_AccountDoesNotExist', property: 'accountNumber' },
    supplier_group_fk: { code: 'SupplierGroupIsInUse', property: 'number' },
  },
})
