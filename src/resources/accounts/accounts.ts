import { F1, F2, F2L, Field, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { HAS_NO_DEPARTMENTS, isBookable, isNotBarred, unlessKept, WRITTEN } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

const ACCOUNT = { table: 'account', key: ['number'] }

/** A mapped account keeps its type where its mapping cannot be given with it. */
export const typeOfMapped: Rule = {
  property: 'type',
  code: 'AccountInUse',
  message: 'The account is mapped to the standard chart: change both together at /daybookapi/v1.0.0/accounts',
  on: ['update'],
  brokenWhen: (r, old) => sql`${r.type} <> ${old.type} AND ${old.standard_account_number} IS NOT NULL`,
}

/** The chart of accounts. */
export const accounts = resource('Accounts', {
  logsBodies: true,
  schema: 'Account',
  table: 'account',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX)
      .required()
      .codes({ range: 'InvalidAccountId' })
      .unique('AccountIdAlreadyInUse')
      .filter(F1)
      .sortable(),
    name: text(125).neededOn('create', 'update').codes({ tooLong: 'InvalidAccountName' }).filter(F2L).sortable(),
    isBarred: flag().filter(F2),
    type: int32().required().oneOf([1, 2, 3, 4, 5, 6, 7]).codes({ values: 'InvalidAccountType' }),
    vatAccountNumber: int32().references('account.number', 'AccountDoesNotExist'),
    contraAccountNumber: int32().references('account.number', 'ContraAccountDoesNotExist'),
    totalFromAccountNumber: int32().references('account.number', 'TotalFromAccountDoesNotExist'),
    openingAccountNumber: int32().references('account.number', 'OpeningAccountDoesNotExist'),
    realisationAccountNumber: int32().references('account.number', 'RealisationAccountDoesNotExist'),
    totalIntervals: text(1000).readOnly(),
    isBlockedForDirectEntries: flag().filter(F2),
    isCredit: new Field({ type: 'boolean' }).filter(F2).describe('null: no default; false: debit; true: credit'),
    currency: text(3).references('currency.code', 'CurrencyDoesNotExist').filter(F2L).sortable(),
    assetGroupNumber: int32().filter(F1).sortable(),
    displayNumber: text(20).filter(F2L).sortable(),
    isDepartmentMandatory: flag().filter(F2),
    isUnitMandatory: flag().filter(F2),
    keyFigureCodeNumber: int32(0, 21).describe('One of KeyFigureCodes; 0 none'),
    vatCode: text(5).references('vat_code.code', 'VatCodeDoesNotExist').filter(F1),
    lastUpdated: lastUpdated().nullable().filter(F1),
    note: text(100).codes({ tooLong: 'Reference1Maximum100Chars' }),
    objectVersion: objectVersion(),
  },
  operations: standard('/Accounts', 'number'),
  rules: [
    {
      property: 'name',
      code: 'InvalidAccountName',
      on: ['create', 'update'],
      always: true,
      brokenWhen: (r) => sql`btrim(coalesce(${r.name}, '')) = ''`,
    },
    {
      property: 'type',
      code: 'AccountInUse',
      on: ['update'],
      brokenWhen: (r, old, isInUse) => sql`${r.type} NOT IN (1, 2) AND ${r.type} <> ${old.type} AND ${isInUse}`,
    },
    {
      property: 'type',
      code: 'AccountInUse',
      message: 'The account has booked entries, so its type cannot change',
      on: ['update'],
      // Reports of the past depend on the type (rule 5.2).
      brokenWhen: (r, old) => sql`${r.type} IN (1, 2) AND ${r.type} <> ${old.type}
        AND EXISTS (SELECT FROM ${rowsOf('booked_reference')} x WHERE x.agreement = $1
          AND x.account_number = ${old.number})`,
    },
    typeOfMapped,
    {
      property: 'isBarred',
      code: 'BarredAccountUsedByVatAccounts',
      on: ['update'],
      brokenWhen: (r) =>
        sql`${r.is_barred} AND EXISTS (SELECT FROM ${rowsOf('vat_code')} x WHERE x.agreement = $1
          AND ${r.number} IN (x.account_number, x.contra_account_number))`,
    },
    {
      property: 'currency',
      code: 'AccountInUse',
      message: 'The account is a system account, which takes entries in base currency',
      on: ['update'],
      brokenWhen: (
        r,
      ) => sql`${r.currency} <> (SELECT x.base_currency FROM ${rowsOf('agreement')} x WHERE x.agreement = $1)
        AND EXISTS (SELECT FROM ${rowsOf('system_account')} x WHERE x.agreement = $1
          AND x.account_number = ${r.number})`,
    },
    {
      property: 'isBarred',
      code: 'BarredAccountUsedByProductGroups',
      on: ['update'],
      brokenWhen: (
        r,
      ) => sql`${r.is_barred} AND (EXISTS (SELECT FROM ${rowsOf('product_group_zone')} x WHERE x.agreement = $1
        AND x.account_number = ${r.number})
        OR EXISTS (SELECT FROM ${rowsOf('product_group')} x WHERE x.agreement = $1
          AND x.accrual_account_number = ${r.number}))`,
    },
    {
      property: 'isBarred',
      code: 'CashAccountIsBarred',
      on: ['update'],
      // Invoices with the term are settled against the account (rule 11.2).
      brokenWhen: (r) => sql`${r.is_barred} AND EXISTS (SELECT FROM ${rowsOf('payment_term')} x
        WHERE x.agreement = $1 AND NOT x.is_barred
          AND ${r.number} IN (x.contra_account_number, x.contra_account2_number))`,
    },
    {
      property: 'isBarred',
      code: 'AccountInUse',
      message: 'The account is a system account, which the service posts to: name another one first',
      on: ['update'],
      brokenWhen: (r) =>
        sql`${r.is_barred} AND EXISTS (SELECT FROM ${rowsOf('system_account')} x WHERE x.agreement = $1
          AND x.account_number = ${r.number})`,
    },
    {
      property: 'type',
      code: 'InvalidAccountType',
      message: 'The account has intervals, which only type 6 sums: delete them first',
      on: ['update'],
      brokenWhen: (r, old) =>
        sql`${r.type} <> 6 AND EXISTS (SELECT FROM ${rowsOf('total_interval')} x WHERE x.agreement = $1
          AND x.account_number = ${old.number})`,
    },
    {
      property: 'isDepartmentMandatory',
      code: 'ValueNotAllowed',
      message: 'Dimension 1 is not active, so that no entry could have a department',
      on: WRITTEN,
      brokenWhen: (r) => sql`${r.is_department_mandatory} AND ${HAS_NO_DEPARTMENTS}`,
    },
    isBookable('openingAccountNumber'),
    isBookable('realisationAccountNumber'),
    isBookable('vatAccountNumber'),
    isBookable('contraAccountNumber'),
    isNotSummary('contraAccountNumber'),
    unlessKept(isNotBarred('contraAccountNumber', 'account', 'ContraAccountIsBarred'), ACCOUNT),
    unlessKept(isNotBarred('openingAccountNumber', 'account', 'ValueNotAllowed'), ACCOUNT),
    unlessKept(isNotBarred('realisationAccountNumber', 'account', 'ValueNotAllowed'), ACCOUNT),
    {
      property: 'totalFromAccountNumber',
      code: 'AccountShouldBeHigherThanTotalFrom',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.total_from_account_number} >= ${r.number}`,
    },
  ],
  constraints: { account_type_kept: { code: 'AccountInUse', property: 'type' } },
  inUse: 'AccountInUse',
  // No request can cause these published codes: departments of accounts do not exist here, and standard accounts are
  // given by /daybookapi.
  codes: [
    'AccountIdChangeNotAllowed',
    'DepartmentNumberDoesNotExist',
    // A code of intervals, which are a resource of their own.
    'IntervalHasOverlappingValues',
    'IntervalNotConstructedCorrectly',
    'InvalidStandardAccountId',
  ],
})
