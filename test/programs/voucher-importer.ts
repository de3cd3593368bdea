import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Journals 6.0.0, booked entries 2.0.0, dimensions 4.3.0 and 5.0.0, as a client in Go sends them. */
export const voucherImporter: Program = {
  does: 'imports vouchers without exchange rates, puts dimensions on them, books, and asks for what is gone',
  async run({ all, read, send, call }) {
    // A journal of its own: others hold drafts that do not balance, and booking a journal books all of it.
    const journalMade = await send('POST', '/journalsapi/v6.0.0/journals', { name: 'Import' })
    const journal = await read(`/journalsapi/v6.0.0/journals/${journalMade.json.number}`)
    const voucherNumber = journal.nextVoucherNumber ?? 1
    const date = '2026-02-10T00:00:00'
    const entry = {
      entryTypeNumber: 5,
      journalNumber: journal.number,
      voucherNumber,
      date,
      currency: 'DKK',
      text: 'Import',
    }
    const made: number[] = []
    for (const [accountNumber, amount] of [
      [3605, 125.5],
      [5820, -125.5],
    ]) {
      const reply = await send('POST', '/journalsapi/v6.0.0/draft-entries', { ...entry, accountNumber, amount })
      made.push(reply.json.entryNumber)
    }
    const draft = await read(`/journalsapi/v6.0.0/draft-entries/${made[0]}`)
    const changed = { ...draft, text: 'Imported' }
    for (const name of Object.keys(changed)) if (changed[name] === null) delete changed[name]
    await send('PUT', '/journalsapi/v6.0.0/draft-entries', changed)
    // Until 6.0.0 the number stands in the path, too.
    const again = await read(`/journalsapi/v6.0.0/draft-entries/${made[0]}`)
    for (const name of Object.keys(again)) if (again[name] === null) delete again[name]
    await send('PUT', `/journalsapi/v6.0.0/draft-entries/${made[0]}`, { ...again, text: 'Import of two' })
    expect((await read(`/journalsapi/v6.0.0/draft-entries/${made[0]}`)).text).toBe('Import of two')
    for (const [version, status, entryNumber] of [
      ['4.3.0', 200, made[0]],
      ['5.0.0', 201, made[1]],
    ] as const) {
      const base = `/dimensionsapi/v${version}`
      // Accounts give new entries their keys (SURFACE.md): the program takes a dimension in which the entry has none
      // yet.
      const given = await read(`${base}/dimension-data/draft-entries/paged?filter=entryNumber$eq:${entryNumber}`)
      const has = new Set(given.map(({ dimensionNumber }: { dimensionNumber: number }) => dimensionNumber))
      const dimension = (await all(`${base}/dimensions`)).find(({ number }) => !has.has(number))
      const [value] = await all(`${base}/values?filter=dimensionNumber$eq:${dimension.number}`)
      const key = { journalNumber: journal.number, entryNumber, dimensionNumber: dimension.number }
      const put = await call('POST', `${base}/dimension-data/draft-entries`, {
        body: { ...key, dimensionKey: value.key },
      })
      expect(put.status, put.text).toBe(status)
      const stored = await read(`${base}/dimension-data/draft-entries/paged?filter=entryNumber$eq:${entryNumber}`)
      expect(stored).toContainEqual(expect.objectContaining({ ...key, dimensionKey: value.key }))
    }
    await send('POST', `/journalsapi/v6.0.0/journals/${journal.number}/book`)
    // Booked entries have a text from 3.2.1 on.
    const ofVoucher = `filter=voucherNumber$eq:${voucherNumber}$and:accountNumber$eq:3605`
    const booked = await read(`/bookedEntriesapi/v2.0.0/booked-entries/paged?${ofVoucher}&pageSize=100`)
    expect(booked).toContainEqual(expect.objectContaining({ accountNumber: 3605, amount: 125.5 }))
    for (const one of booked) expect(one).not.toHaveProperty('remainder')
    const gone = await call('GET', `/journalsapi/v6.0.0/draft-entries/${made[0]}`)
    expect(gone.status).toBe(404)
    expect(gone.text.toLowerCase()).toContain('not found')
  },
}
