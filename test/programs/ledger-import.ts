import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Booked entries 6.0.0 and documents 4.0.1. */
export const ledgerImport: Program = {
  does: 'reads every booked entry and the documents of its vouchers, from a version whose text is not public',
  async run({ all, read, call }) {
    const entries = await all('/bookedEntriesapi/v6.0.0/booked-entries?filter=entryNumber$gt:0')
    expect(entries.length).toBe(await read('/bookedEntriesapi/v6.0.0/booked-entries/count'))
    expect((await read('/bookedEntriesapi/v5.0.0/booked-entries/paged?pageSize=1')).length).toBe(1)
    const documents = await all('/documentsapi/v4.0.1/AttachedDocuments')
    expect(documents.length).toBeGreaterThan(0)
    const file = await call('GET', `/documentsapi/v4.0.1/AttachedDocuments/${documents[0].number}/pdf`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  },
}
