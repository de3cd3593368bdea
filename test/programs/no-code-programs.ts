import { expect } from 'vitest'
import type { Program } from './program.ts'

const DRAFTS = '/journalsapi/v15.0.1/draft-entries'

/** Booked entries 5.0.0 and journals, from a form whose empty boxes are empty texts. */
export const noCodeVoucher: Program = {
  does: 'drafts a voucher from a form, with empty texts for what was not filled in',
  async run({ read, send }) {
    const { json } = await send('POST', DRAFTS, {
      entryTypeNumber: 5,
      journalNumber: 1,
      date: '2026-02-20',
      amount: 10.280000000000001,
      currency: 'DKK',
      accountNumber: 3605,
      contraAccountNumber: 5820,
      vatCode: '',
      contraVatCode: '',
      text: 'Stamps',
      dueDate: '',
    })
    const draft = await read(`${DRAFTS}/${json.entryNumber}`)
    expect([draft.amount, draft.vatCode ?? null, draft.dueDate ?? null]).toEqual([10.28, null, null])
  },
}

/** Booked entries 5.0.0. */
export const noCodeReport: Program = {
  does: 'reads booked entries page by page, with integers that are written as decimals',
  async run({ read, send }) {
    const page = await read('/bookedEntriesapi/v5.0.0/booked-entries/paged?pageSize=100&skipPages=0&sort=-entryNumber')
    expect(page.length).toBe(100)
    const made = await send('POST', DRAFTS, {
      entryTypeNumber: 5,
      journalNumber: 1,
      date: '2026-02-20T00:00:00.0000000+00:00',
      amount: 0.1 + 0.2,
      currency: 'DKK',
      accountNumber: 3605,
      contraAccountNumber: 5820,
    })
    expect((await read(`${DRAFTS}/${made.json.entryNumber}`)).amount).toBe(0.3)
  },
}

/** Numbers as a program of Java writes them when they come from a column of doubles. */
export const wholeNumbersAsDecimals: Program = {
  does: 'sends 1.0 and 1E+2 for whole numbers',
  async run({ call, read }) {
    const raw = `{"entryTypeNumber": 5.0, "journalNumber": 1.0, "date": "2026-02-21", "amount": 1E+2,
      "currency": "DKK", "accountNumber": 3605.0, "contraAccountNumber": 5820}`
    const made = await call('POST', DRAFTS, { raw, headers: { 'content-type': 'application/json' } })
    expect(made.status, made.text).toBe(201)
    expect(await read(`${DRAFTS}/${made.json.entryNumber}`)).toMatchObject({ amount: 100, accountNumber: 3605 })
  },
}
