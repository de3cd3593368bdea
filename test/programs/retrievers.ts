import { expect } from 'vitest'
import { type Program, withTicks } from './program.ts'

/** Sales 4.0.0, documents 1.0.1, booked entries 3.1.0: three tasks of one program. */
export const retrievers: Program = {
  does: 'retrieves lines, documents and entries since its last run, which it writes as .NET does',
  async run({ all, read }) {
    const lines = await all('/q2capi/v4.0.0/invoices/booked/lines')
    expect(lines.length).toBeGreaterThan(0)
    const documents = await all('/documentsapi/v1.0.1/AttachedDocuments?filter=number$gt:0')
    expect(documents.length).toBeGreaterThan(0)
    const since = `filter=date$gte:${withTicks('2026-01-01')}`
    const entries = await all(`/bookedEntriesapi/v3.1.0/booked-entries?${since}`)
    expect(entries.length).toBe(await read(`/bookedEntriesapi/v3.1.0/booked-entries/count?${since}`))
    for (const entry of entries) expect([entry.remainder, entry.text]).toEqual([undefined, undefined])
    const vouchers = await read(
      '/bookedEntriesapi/v3.2.1/booked-entries/paged?filter=type$eq:financeVoucher&pageSize=3',
    )
    expect(vouchers.map(({ type }: { type: number }) => type)).toEqual([5, 5, 5])
  },
}
