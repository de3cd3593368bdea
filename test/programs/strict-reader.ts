import { cashDashboard, DRAFT_ENTRY } from './cash-dashboard.ts'
import { expectOnly, type Program } from './program.ts'

/** Booked entries 3.1.0 and journals 13.0.1, by models of Java that refuse unknown properties. */
export const strictReader: Program = {
  does: 'reads with models that refuse any property that their version has not',
  async run(api) {
    await cashDashboard.run(api)
    for (const entry of await api.read('/journalsapi/v13.0.1/draft-entries/paged?pageSize=20')) {
      expectOnly(entry, DRAFT_ENTRY)
    }
    for (const entry of await api.read('/bookedEntriesapi/v3.0.0/booked-entries/paged?pageSize=20')) {
      expectOnly(entry, BOOKED_ENTRY)
    }
  },
}

/** The properties of a booked entry of 3.0.0 and 3.1.0. */
const BOOKED_ENTRY = [
  'entryNumber',
  'accountNumber',
  'projectNumber',
  'amount',
  'amountInBaseCurrency',
  'currencyCode',
  'date',
  'dueDate',
  'type',
  'vatAccountNumber',
  'voucherNumber',
  'customerNumber',
  'customerInvoiceNumber',
  'supplierNumber',
  'supplierInvoiceNumber',
  'objectVersion',
]
