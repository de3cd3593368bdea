import { expect } from 'vitest'
import { pdf } from '../documents/files.ts'
import { formOf } from '../documents/uploading.ts'
import type { Program } from './program.ts'

/** Documents 2.0.0: uploads a PDF to the voucher that it has just made. */
export const documentIngestion: Program = {
  does: 'makes a draft voucher and attaches the receipt to it',
  async run({ send, call, read }) {
    const entry = { entryTypeNumber: 5, journalNumber: 1, date: '2026-02-12T00:00:00', currency: 'DKK' }
    const { json } = await send('POST', '/journalsapi/v15.0.1/draft-entries', {
      ...entry,
      amount: 99.95,
      accountNumber: 3605,
      contraAccountNumber: 5820,
      text: 'Receipt',
    })
    const draft = await read(`/journalsapi/v15.0.1/draft-entries/${json.entryNumber}`)
    const form = formOf([
      ['voucherNumber', draft.voucherNumber],
      ['accountingYear', '2026'],
      ['note', 'Receipt'],
      ['file', pdf('Receipt')],
    ])
    const made = await call('POST', '/documentsapi/v2.0.0/AttachedDocuments', { raw: form.raw, headers: form.headers })
    expect(made.status, made.text).toBe(201)
    const [document] = await read(
      `/documentsapi/v2.0.0/AttachedDocuments/paged?filter=voucherNumber$eq:${draft.voucherNumber}`,
    )
    expect(document).toMatchObject({ number: made.json.number, pageCount: 1, note: 'Receipt' })
  },
}
