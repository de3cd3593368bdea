import { F1, F2, F2L, Field, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { exists, isBookable, isFree, referred } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** What may refer to an account, so that it can neither be deleted nor become one that cannot be booked on. */
const USED = referred('number', [
  'booked_entry.account_number',
  'draft_entry.account_number',
  'draft_entry.contra_account_number',
  'draft_entry_accrual.account_number',
  'supplier_group.account_number',
  'supplier.contra_account_number',
  'customer_group.account_number',
  'customer.contra_account_number',
  'vat_code.account_number',
  'vat_code.contra_account_number',
  'journal.customer_contra_account',
  'journal.supplier_contra_account',
  'system_account.account_number',
])

/** The chart of accounts. */
export const accounts = resource('Accounts', {
  schema: 'Account',
  table: 'account',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).required().codes({ range: 'InvalidAccountId' }).filter(F1).sortable(),
    name: text(125).codes({ tooLong: 'InvalidAccountName' }).filter(F2L).sortable(),
    isBarred: flag().filter(F2),
    type: int32().required().oneOf([1, 2, 3, 4, 5, 6, 7]).codes({ values: 'InvalidAccountType' }),
    vatAccountNumber: int32(),
    contraAccountNumber: int32(),
    totalFromAccountNumber: int32(),
    openingAccountNumber: int32(),
    realisationAccountNumber: int32(),
    totalIntervals: text(1000).readOnly(),
    isBlockedForDirectEntries: flag().filter(F2),
    isCredit: new Field({ type: 'boolean' }).filter(F2),
    currency: text(3).filter(F2L).sortable(),
    assetGroupNumber: int32().filter(F1).sortable(),
    displayNumber: text(20).filter(F2L).sortable(),
    isDepartmentMandatory: flag().filter(F2),
    isUnitMandatory: flag().filter(F2),
    keyFigureCodeNumber: int32(),
    vatCode: text(5).filter(F1),
    lastUpdated: lastUpdated().nullable().filter(F1),
    note: text(100).codes({ tooLong: 'Reference1Maximum100Chars' }),
    objectVersion: objectVersion(),
  },
  operations: standard('/Accounts', 'number'),
  rules: [
    isFree('number', 'account', 'AccountIdAlreadyInUse'),
    {
      property: 'name',
      code: 'InvalidAccountName',
      on: ['create', 'update'],
      always: true,
      brokenWhen: `btrim(coalesce(r.name, '')) = ''`,
    },
    {
      property: 'type',
      code: 'AccountInUse',
      on: ['update'],
      brokenWhen: `r.type NOT IN (1, 2) AND ${USED}`,
    },
    {
      property: 'isBarred',
      code: 'BarredAccountUsedByVatAccounts',
      on: ['update'],
      brokenWhen: `r.is_barred AND EXISTS (SELECT FROM vat_code x WHERE x.agreement = $1 AND r.number IN (x.account_number, x.contra_account_number))`,
    },
    exists('vatAccountNumber', 'account', 'number', 'AccountDoesNotExist'),
    isBookable('vatAccountNumber'),
    exists('contraAccountNumber', 'account', 'number', 'ContraAccountDoesNotExist'),
    isBookable('contraAccountNumber'),
    {
      property: 'contraAccountNumber',
      code: 'ContraAccountIsBarred',
      on: ['create', 'update'],
      brokenWhen:
        'EXISTS (SELECT FROM account x WHERE x.agreement = $1 AND x.number = r.contra_account_number AND x.is_barred)',
    },
    exists('totalFromAccountNumber', 'account', 'number', 'TotalFromAccountDoesNotExist'),
    {
      property: 'totalFromAccountNumber',
      code: 'AccountShouldBeHigherThanTotalFrom',
      on: ['create', 'update'],
      brokenWhen: 'r.total_from_account_number >= r.number',
    },
    exists('openingAccountNumber', 'account', 'number', 'OpeningAccountDoesNotExist'),
    exists('realisationAccountNumber', 'account', 'number', 'RealisationAccountDoesNotExist'),
    exists('currency', 'currency', 'code', 'CurrencyDoesNotExist'),
    exists('vatCode', 'vat_code', 'code', 'VatCodeDoesNotExist'),
    { property: 'number', code: 'AccountInUse', on: ['delete'], brokenWhen: USED },
  ],
  constraints: {
    account_pkey: { code: 'AccountIdAlreadyInUse', property: 'number' },
    account_contra_account_fk: { code: 'AccountInUse', property: 'number' },
    account_total_from_account_fk: { code: 'AccountInUse', property: 'number' },
    account_opening_account_fk: { code: 'AccountInUse', property: 'number' },
    account_realisation_account_fk: { code: 'AccountInUse', property: 'number' },
  },
  // Codes of the published group that nothing served yet can cause: their product groups, cash accounts, standard
  // accounts, intervals and departments of accounts do not exist here.
  codes: [
    'AccountIdChangeNotAllowed',
    'BarredAccountUsedByProductGroups',
    'CashAccountIsBarred',
    'DepartmentNumberDoesNotExist',
    'IntervalHasOverlappingValues',
    'IntervalNotConstructedCorrectly',
    'InvalidStandardAccountId',
  ],
})
