import { F1, F2, flag, instant, int32, objectVersion } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { groupCodes, resource, type Resource, type Rule } from '../../resource/resource.ts'
import { DIMENSIONS_MAX } from './facts.ts'
import { dimensionData, IS_DISTRIBUTION } from './data.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

const BOOKKEEPING: Resource['roles'] = ['Bookkeeping', 'SuperUser']

/** The keys that new draft entries on an account begin with. */
export const accountData = dimensionData('Account', {
  schema: 'Account',
  schemaOfMany: 'Accounts',
  table: 'account_dimension',
  path: '/dimension-data/accounts',
  roles: BOOKKEEPING,
  owner: {
    accountNumber: int32()
      .required()
      .references('account.number', 'ACCOUNTNOTFOUND', { cascades: true })
      .filter(F1)
      .sortable(),
  },
})

/** The keys that a draft entry is booked with. */
export const draftEntryData = dimensionData('DraftEntry', {
  schema: 'DraftEntry',
  schemaOfMany: 'DraftEntries',
  table: 'draft_entry_dimension',
  path: '/dimension-data/draft-entries',
  roles: BOOKKEEPING,
  owner: {
    journalNumber: int32()
      .required()
      .references('journal.number', 'JOURNALNOTFOUND', { cascades: true })
      .filter(F1)
      .sortable(),
    entryNumber: int32()
      .required()
      .references('draft_entry.entry_number', 'DRAFTENTRYNOTFOUND', {
        alongside: { journalNumber: 'journal_number' },
        cascades: true,
      })
      .filter(F1)
      .sortable(),
  },
  isView: true,
})

const inClosedYear: Rule = {
  property: 'entryNumber',
  code: 'ValueNotAllowed',
  message: 'The entry lies in a year that is closed, whose reports stay as they are',
  brokenWhen: (
    r,
  ) => sql`EXISTS (SELECT FROM ${rowsOf('booked_entry')} x JOIN ${rowsOf('accounting_year')} y ON y.agreement = $1
    AND y.year = x.accounting_year
    WHERE x.agreement = $1 AND x.entry_number = ${r.entry_number} AND y.is_closed)`,
}

/** The keys of a booked entry; they can change while its year is open. */
export const bookedEntryData = dimensionData('BookedEntry', {
  schema: 'BookedEntry',
  schemaOfMany: 'BookedEntries',
  table: 'booked_entry_dimension',
  path: '/dimension-data/booked-entries',
  roles: BOOKKEEPING,
  owner: {
    entryNumber: int32()
      .required()
      .references('booked_entry.entry_number', 'BOOKEDENTRYNOTFOUND', { cascades: true })
      .filter(F1)
      .sortable(),
  },
  isView: true,
  more: {
    rules: [inClosedYear],
    constraints: { booked_entry_dimension_year_open: { code: 'ValueNotAllowed', property: 'entryNumber' } },
  },
})

/** Every change of the keys of booked entries, newest first. The keys from booking are no change. */
export const bookedEntryChanges = resource('BookedEntry', {
  logsBodies: true,
  schema: 'BookedEntryDimensionChangeLog',
  table: 'dimension_change',
  key: ['place'],
  roles: BOOKKEEPING,
  fields: {
    entryNumber: int32().present().references('booked_entry.entry_number').filter(F1).sortable(),
    dimension: int32(1, DIMENSIONS_MAX).present().column('dimension_number').filter(F1).sortable(),
    dimensionKeyFrom: int32().filter(F1),
    dimensionKeyTo: int32().filter(F1),
    timestamp: instant().present().column('changed_at').filter(F2).sortable(),
    place: int32().present().computed('(- t.number)').hidden(),
  },
  operations: [{ kind: 'paged', method: 'GET', path: '/dimension-data/booked-entries/changelog' }],
  codes: groupCodes(bookedEntryData),
})

/** The keys of budget figures. */
export const budgetFigureData = dimensionData('BudgetFigure', {
  schema: 'BudgetFigure',
  schemaOfMany: 'BudgetFigures',
  table: 'budget_figure_dimension',
  path: '/dimension-data/budget-figures',
  roles: BOOKKEEPING,
  owner: {
    budgetFigureNumber: int32()
      .required()
      .references('budget_figure.number', 'BUDGETFIGURENOTFOUND', { cascades: true })
      .filter(F1)
      .sortable(),
  },
})

const SALES: Resource['roles'] = ['Sales', 'SuperUser']
const ofLine = (r: Row): Sql =>
  sql`x.agreement = $1 AND x.document_id = ${r.document_number} AND x.number = ${r.line_number}`

/** The keys that lines of draft invoices, orders and quotes are booked with. */
export const salesLineData = dimensionData('SalesDocumentLine', {
  schema: 'SalesDocumentLine',
  schemaOfMany: 'SalesDocumentLines',
  table: 'sales_line_dimension',
  path: '/dimension-data/sales-document-lines',
  roles: SALES,
  owner: {
    documentNumber: int32().required().filter(F1).sortable(),
    lineNumber: int32().required().filter(F1).sortable(),
  },
  isView: true,
  more: {
    rules: [
      {
        property: 'documentNumber',
        code: 'SALESDOCUMENTNOTFOUND',
        on: ['create'],
        brokenWhen: (r) =>
          sql`NOT EXISTS (SELECT FROM ${rowsOf('open_sales_document')} x WHERE x.agreement = $1
            AND x.number = ${r.document_number})`,
      },
      {
        property: 'lineNumber',
        code: 'SALESDOCUMENTLINENOTFOUND',
        on: ['create'],
        brokenWhen: (r) => sql`NOT EXISTS (SELECT FROM ${rowsOf('open_sales_line')} x WHERE ${ofLine(r)})`,
      },
    ],
  },
})

/** The keys that lines of booked invoices were booked with. */
export const bookedLineData = resource('BookedInvoiceLine', {
  logsBodies: true,
  schema: 'BookedInvoiceLine',
  table: 'booked_line_dimension',
  key: ['invoiceNumber', 'lineNumber', 'dimensionNumber'],
  roles: SALES,
  fields: {
    invoiceNumber: int32().present().filter(F1).sortable(),
    lineNumber: int32().present().filter(F1).sortable(),
    dimensionNumber: int32(1, DIMENSIONS_MAX).present().filter(F1).sortable(),
    dimensionKey: int32(1).present().filter(F1).sortable(),
    isDistribution: flag().computed(IS_DISTRIBUTION),
    objectVersion: objectVersion(),
  },
  operations: standard('/dimension-data/booked-invoice-lines', '', ['cursor', 'paged', 'count']),
  isView: true,
  // Codes of single lines, for which the contract has no path.
  codes: ['BOOKEDINVOICELINENOTFOUND', 'BOOKEDINVOICENOTFOUND'],
})
