import { ColumnLists } from '../column-lists.ts'
import { columnsOf } from '../columns.ts'
import { DIMENSION_TYPES, type DraftKeys, type DraftRow, KEY_TYPES } from './input.ts'

/** The properties of a stored draft entry that a client can change, with the types of their columns. */
export const TYPES = {
  entryTypeNumber: 'int',
  journalNumber: 'int',
  voucherNumber: 'int',
  accountingYear: 'text',
  date: 'date',
  amount: 'numeric',
  currency: 'text',
  exchangeRate: 'numeric',
  accountNumber: 'int',
  contraAccountNumber: 'int',
  vatCode: 'text',
  contraVatCode: 'text',
  text: 'text',
  projectNumber: 'int',
  costTypeNumber: 'int',
  customerNumber: 'int',
  customerInvoiceNumber: 'text',
  supplierNumber: 'int',
  supplierInvoiceNumber: 'text',
  supplierPaymentType: 'int',
  supplierPaymentBank: 'text',
  supplierPaymentMessage: 'text',
  dueDate: 'date',
  ...DIMENSION_TYPES,
} as const satisfies Record<keyof Omit<DraftRow, keyof DraftKeys>, string>
export const COLUMNS = columnsOf<Omit<DraftRow, keyof DraftKeys>>(TYPES)
/** The same of a new one, which also has keys of dimensions. */
export const NEW_TYPES = { ...TYPES, ...KEY_TYPES } as const
export const NEW_COLUMNS = columnsOf<DraftRow>(NEW_TYPES)

/** Leaves out the keys of dimensions 2 and 3: an update keeps them, only data of dimensions change them. */
export const changedListsOf = (rows: readonly DraftRow[]): string[] =>
  new ColumnLists<Omit<DraftRow, keyof DraftKeys>>(TYPES).add(rows).arrays()
/**
 * SQL: the journal of an entry that is looked for by its voucher number. `+ 0` leaves the planner the index on voucher
 * numbers. Before the table is first counted, it would as soon read every entry of the journal.
 */
export const journalOf = (entry: string): string => `${entry}.journal_number + 0`

/** Rows as arrays, one of each property. */
export const listsOf = (rows: readonly DraftRow[]): string[] => new ColumnLists<DraftRow>(NEW_TYPES).add(rows).arrays()
