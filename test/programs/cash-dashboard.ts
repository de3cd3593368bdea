import { expect } from 'vitest'
import { expectOnly, type Program } from './program.ts'

/** Journals 14.0.1. */
export const cashDashboard: Program = {
  does: 'shows what waits in each journal',
  async run({ read, all }) {
    const journals = await read('/journalsapi/v14.0.1/journals/paged?pageSize=100&skipPages=0&sort=number')
    expect(journals.length).toBe(await read('/journalsapi/v14.0.1/journals/count'))
    for (const { number } of journals) {
      const waiting = await read(`/journalsapi/v14.0.1/draft-entries/count?filter=journalNumber$eq:${number}`)
      const entries = await all(`/journalsapi/v14.0.1/draft-entries?filter=journalNumber$eq:${number}`)
      expect(entries.length).toBe(waiting)
      for (const entry of entries) {
        expect(typeof entry.voucherNumber).toBe('number')
        expectOnly(entry, DRAFT_ENTRY)
      }
    }
  },
}

/** The properties of a draft entry of journals 10.0.0 to 16.0.1, as the specification's table has them. */
export const DRAFT_ENTRY = [
  'entryNumber',
  'entryTypeNumber',
  'journalNumber',
  'voucherNumber',
  'date',
  'amount',
  'currency',
  'exchangeRate',
  'accountNumber',
  'contraAccountNumber',
  'vatCode',
  'contraVatCode',
  'text',
  'projectNumber',
  'costTypeNumber',
  'customerNumber',
  'customerInvoiceNumber',
  'supplierNumber',
  'supplierInvoiceNumber',
  'supplierPaymentType',
  'supplierPaymentBank',
  'supplierPaymentMessage',
  'dueDate',
  'objectVersion',
]
