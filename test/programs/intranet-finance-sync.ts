import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Journals 13.0.1, booked entries 4.0.0, customers 3.1.0, sales 5.1.0, accounting years. */
export const intranetFinanceSync: Program = {
  does: 'copies the books into an intranet, with page parameters on cursor lists',
  async run({ all, read }) {
    const years = await read('/accountingyearsapi/v2.0.1/AccountingYears/paged?pagesize=100&skippages=0')
    expect(years.length).toBeGreaterThan(0)
    const journals = await all('/journalsapi/v13.0.1/journals?pagesize=1000&skippages=0')
    expect(journals.length).toBeGreaterThan(0)
    for (const journal of journals) expect(journal).not.toHaveProperty('entryTypeRestrictedTo')
    const drafts = await all(
      `/journalsapi/v13.0.1/draft-entries?pagesize=1000&skippages=0&filter=journalNumber$eq:${journals[0].number}`,
    )
    for (const draft of drafts) expect(draft.journalNumber).toBe(journals[0].number)
    const ofYear = `filter=date$gte:${years.at(-1).dateFrom}$and:date$lte:${years.at(-1).dateTo}`
    const booked = await all(`/bookedEntriesapi/v4.0.0/booked-entries?pagesize=1000&skippages=0&${ofYear}`)
    const counted = await read(`/bookedEntriesapi/v4.0.0/booked-entries/count?${ofYear}`)
    expect(booked.length).toBe(counted)
    const customers = await all('/customersapi/v3.1.0/Customers?pagesize=1000')
    expect(customers.length).toBe(await read('/customersapi/v3.1.0/Customers/count'))
    const drafted = await all('/q2capi/v5.1.0/invoices/drafts?pagesize=1000&skippages=0')
    const lines = await all('/q2capi/v5.1.0/invoices/booked/lines?pagesize=1000&skippages=0')
    expect(Array.isArray(drafted)).toBe(true)
    expect(lines.length).toBeGreaterThan(0)
  },
}
