import { day, decimal, F1, F2, F2L, type Fields, int32, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

/** Types of booked entries, as the contract calls them. */
const TYPES = {
  none: 0,
  customerInvoice: 1,
  customerPayment: 2,
  supplierInvoice: 3,
  supplierPayment: 4,
  financeVoucher: 5,
  reminder: 6,
  openingEntry: 7,
  transferredOpeningEntry: 8,
  systemEntry: 9,
  manualCustomerInvoice: 10,
} as const

/** The published booked entry. */
export const bookedEntryFields = {
  entryNumber: int32().required().readOnly().filter(F1).sortable(),
  accountNumber: int32().required().references('account.number').filter(F1).sortable().indexed(),
  projectNumber: int32().references('project.number').filter(F1).sortable().indexed(),
  amount: decimal().present().filter(F2).sortable().indexed(),
  amountInBaseCurrency: decimal().present().filter(F2).sortable(),
  currencyCode: text(3).column('currency').references('currency.code').filter(F1).sortable(),
  date: day().present().filter(F2).sortable().indexed(),
  dueDate: day().filter(F2).sortable().indexed(),
  text: text(250).filter(F2L).hashed(),
  type: int32().present().oneOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).named(TYPES).filter(['eq', 'ne']).sortable(),
  vatAccountNumber: text(5).column('vat_code').references('vat_code.code').filter(F1).sortable().indexed(),
  voucherNumber: int32().filter(F1),
  customerNumber: int32().references('customer.number').filter(F1).sortable().indexed(),
  customerInvoiceNumber: int32().filter(F1),
  supplierNumber: int32().references('supplier.number').filter(F1).indexed(),
  supplierInvoiceNumber: text(250).filter(F1),
  /** Stored beside the entry, because it changes and the entry never does. */
  remainder: decimal().beside('open_item', 'remainder', 'entry_number').filter(F1),
  objectVersion: text(20).computed(`'1'::text`),
}

/** SQL: the current value of dimension 1 of the entry `t`, which can differ from the booked one. */
const TODAY = `CASE WHEN EXISTS (SELECT FROM changed_dimension c
    WHERE c.agreement = t.agreement AND c.entry_number = t.entry_number AND c.dimension_number = 1)
  THEN (SELECT c.dimension_key FROM changed_dimension c
    JOIN department d ON d.agreement = t.agreement AND d.number = c.dimension_key
    WHERE c.agreement = t.agreement AND c.entry_number = t.entry_number AND c.dimension_number = 1)
  ELSE t.department_number END`

/** The dimensions of a booked entry: in the published entry until 3.0.0, and in ours under /daybookapi. */
export const bookedEntryDimensions: Fields = {
  departmentNumber: int32()
    .references('department.number')
    .readAs(TODAY)
    .filter(F1)
    .sortable()
    .describe('As it is today: the data of dimensions of booked entries can change'),
  unit1Number: int32().references('unit1.number').filter(F1).sortable().indexed(),
  quantity1: decimal().filter(F2).sortable().indexed().describe('Of unit 1, with the sign of the amount'),
  unit2Number: int32().references('unit2.number').filter(F1).sortable().indexed(),
  quantity2: decimal().filter(F2).sortable().indexed().describe('Of unit 2, with the sign of the amount'),
}

/** The name of `customerInvoiceNumber` before 2.0.0. */
export const INVOICE_NUMBER = 'invoiceNumber'

/** Booked entries: the ledger itself. They are never changed or deleted. */
export const bookedEntries = resource('BookedEntries', {
  logsBodies: true,
  schema: 'BookedEntry',
  table: 'booked_entry',
  key: ['entryNumber'],
  roles: ['SuperUser', 'Bookkeeping'],
  isGapless: true,
  fields: bookedEntryFields,
  operations: standard('/booked-entries', 'entryNumber', ['cursor', 'paged', 'count']),
})
