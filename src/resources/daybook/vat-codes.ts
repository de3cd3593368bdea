import { decimal, F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { columnName, resource, type Rule } from '../../resource/resource.ts'
import { isBookable, isNotBarred } from '../../resource/rules.ts'
import { VAT_CATEGORIES } from '../../sales/einvoice/vat-categories.ts'
import { TAX_BOXES, VALUE_BOXES } from '../../ledger/vat-returns/boxes.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

/** A property that figures depend on cannot change after the first booked entry with the code (rule 5.2). */
const keeps = (property: string, column: string): Rule => ({
  property,
  code: 'VatCodeInUse',
  on: ['update'],
  always: true,
  brokenWhen: (r, old) => sql`${r[column]} IS DISTINCT FROM ${old[column]}
    AND EXISTS (SELECT FROM ${rowsOf('booked_reference')} x WHERE x.agreement = $1 AND x.vat_code = ${old.code})`,
})

/** A box cannot change after a settled VAT return has used it (MONTH.md 2). */
const staysSettled = (property: string): Rule => {
  const column = columnName(property)
  return {
    property,
    code: 'VatCodeIsSettled',
    on: ['update'],
    always: true,
    brokenWhen: (r, old) => sql`${r[column]} IS DISTINCT FROM ${old[column]} AND EXISTS (
      SELECT FROM ${rowsOf('vat_code_use')} u JOIN ${rowsOf('vat_return')} x ON x.agreement = $1 AND NOT x.undone
        AND u.first_date <= x.date_to
      WHERE u.agreement = $1 AND u.vat_code = ${old.code})`,
  }
}

/** VAT codes (rule 7.1). A code with a contra account posts both sides, for reverse charge. */
export const vatCodes = resource('VatCodes', {
  logsBodies: true,
  schema: 'VatCode',
  table: 'vat_code',
  key: ['code'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    code: text(5).required().unique('CodeAlreadyInUse').filter(F1).sortable(),
    name: text(50).required().filter(F1L).sortable(),
    type: int32().required().oneOf([1, 2]).filter(F1).describe('1 sales, 2 purchase'),
    rate: decimal(7, 4).measure().required().filter(F2).sortable().describe('In per cent'),
    accountNumber: int32(1, NUMBER_MAX)
      .required()
      .references('account.number', 'AccountDoesNotExist')
      .filter(F1)
      .sortable(),
    contraAccountNumber: int32(1, NUMBER_MAX)
      .references('account.number', 'AccountDoesNotExist')
      .filter(F1)
      .describe('Takes the opposite of the tax: reverse charge'),
    deductiblePercentage: decimal(7, 4).measure().fallback('100').filter(F2),
    category: text(2)
      .oneOf(VAT_CATEGORIES)
      .filter(F1)
      .describe(
        'What an e-invoice calls the VAT of sales with the code (UNCL 5305): S, Z, E, AE reverse charge, K goods to the EU, G export, O outside of VAT; by rate and zone where left out',
      ),
    report: text(20).oneOf(VALUE_BOXES).filter(F1).describe('The box of a VAT return that its base counts in'),
    box: text(20)
      .oneOf(TAX_BOXES)
      .filter(F1)
      .describe('The box of a VAT return that its tax counts in; that of accountNumber where left out'),
    contraBox: text(20)
      .oneOf(TAX_BOXES)
      .filter(F1)
      .describe(
        'The box that the other side of a reverse charge counts in; that of contraAccountNumber where left out',
      ),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/vat-codes', 'code'),
  rules: [
    {
      property: 'rate',
      code: 'ValueOutOfRange',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.rate} < 0 OR ${r.rate} > 100`,
    },
    {
      property: 'deductiblePercentage',
      code: 'ValueOutOfRange',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.deductible_percentage} < 0 OR ${r.deductible_percentage} > 100`,
    },
    {
      property: 'deductiblePercentage',
      code: 'ValueNotAllowed',
      message: 'The tax of sales is owed whole: only codes of type 2 have a deductible share',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.type} = 1 AND ${r.deductible_percentage} BETWEEN 0 AND 99.9999`,
    },
    {
      property: 'category',
      code: 'VatCodeCategoryUnfit',
      on: ['create', 'update'],
      always: true,
      brokenWhen: (r) => sql`${r.category} IS NOT NULL AND (${r.type} <> 1
        OR (${r.category} = 'S') <> (${r.rate} > 0 AND ${r.contra_account_number} IS NULL))`,
    },
    ...['report', 'box', 'contraBox'].map(staysSettled),
    isBookable('accountNumber'),
    isBookable('contraAccountNumber'),
    isNotSummary('accountNumber'),
    isNotSummary('contraAccountNumber'),
    isNotBarred('accountNumber', 'account', 'AccountIsBarred'),
    isNotBarred('contraAccountNumber', 'account', 'AccountIsBarred'),
    keeps('type', 'type'),
    keeps('rate', 'rate'),
    keeps('accountNumber', 'account_number'),
    keeps('contraAccountNumber', 'contra_account_number'),
    keeps('deductiblePercentage', 'deductible_percentage'),
  ],
  constraints: {
    vat_code_returned_kept: { code: 'VatCodeIsSettled', property: 'report' },
    vat_code_kept: { code: 'VatCodeInUse', property: 'code' },
    vat_code_no_summary_account: { code: 'AccountIsSummaryAccount', property: 'accountNumber' },
  },
})
