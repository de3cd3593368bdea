import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, DRAFTS, bookkeeper, codeOf, finance } from './bookkeeping.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

describe('draft entries', () => {
  test('are created with defaults, read back exact, updated and deleted', async () => {
    const client = await bookkeeper(service)
    const made = await client.call('POST', DRAFTS, {
      raw: JSON.stringify(finance({ amount: 0 })).replace('"amount":0', '"amount":1234567890123456.78'),
    })
    expect([made.status, made.json]).toEqual([201, { entryNumber: 1 }])
    const read = await client.get(made.headers.get('location')!)
    expect(read.text).toContain('"amount":1234567890123456.78,')
    expect(read.json).toMatchObject({ voucherNumber: 1, exchangeRate: 100, date: '2026-03-15T00:00:00Z' })
    const { objectVersion } = read.json
    const put = await client.put(DRAFTS, finance({ entryNumber: 1, voucherNumber: 1, objectVersion, amount: 80 }))
    expect(put.status).toBe(204)
    expect((await client.get(`${DRAFTS}/1`)).json.amount).toBe(80)
    expect((await client.delete(`${DRAFTS}/1`)).status).toBe(204)
    expect(codeOf(await client.get(`${DRAFTS}/1`))).toEqual([404, 'JournalEntryDoesNotExist', 'entryNumber'])
  })

  test.each([
    ['JournalEntryEitherAmountsNotSet', 'amount', { amount: undefined }],
    ['JournalEntryCurrencyNotSet', 'currency', { currency: undefined }],
    ['JournalEntryCurrencyNotFound', 'currency', { currency: 'XXX' }],
    ['JournalEntryTypeNotCorrect', 'entryTypeNumber', { entryTypeNumber: 6 }],
    ['JournalEntryAccountNotFound', 'accountNumber', { accountNumber: 1 }],
    ['JournalEntryWrongAccountType', 'accountNumber', { accountNumber: 5000 }],
    ['JournalEntryAccountNotAccessible', 'accountNumber', { accountNumber: 2290 }],
    ['JournalEntryContraAccountNotFound', 'contraAccountNumber', { contraAccountNumber: 1 }],
    ['JournalEntryTextTooLong', 'text', { text: 'x'.repeat(251) }],
    ['JournalEntryDateAccountingYearDoesNotExist', 'date', { date: '2030-01-01' }],
    ['JournalEntryVoucherNumberNotWithinBoundaries', 'voucherNumber', { voucherNumber: 1_000_000_000 }],
    ['JournalEntryExchangeRateMustBeOneHundredForBaseCurrency', 'exchangeRate', { exchangeRate: 99 }],
  ])('create: %s on %s', async (code, property, more) => {
    const client = await bookkeeper(service)
    expect(codeOf(await client.post(DRAFTS, finance(more)))).toEqual([400, code, property])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    expect((await client.get(`${API}/journals/1`)).json.nextVoucherNumber).toBe(1)
  })

  test('what is wrong in itself and what breaks a rule are told together, in field order', async () => {
    const client = await bookkeeper(service)
    const body = finance({ amount: 'x', contraAccountNumber: 1, accountNumber: 2290, txet: 'x', dueDate: null })
    const reply = await client.post(DRAFTS, body)
    expect(reply.json.errors.map((fault: Record<string, string>) => [fault.errorCode, fault.property])).toEqual([
      ['JournalEntryAccountNotAccessible', 'accountNumber'],
      ['ValueTypeInvalid', 'amount'],
      ['JournalEntryContraAccountNotFound', 'contraAccountNumber'],
      ['ValueNull', 'dueDate'],
      ['PropertyUnknown', 'txet'],
    ])
  })

  test('too many digits are refused', async () => {
    const client = await bookkeeper(service)
    const raw = JSON.stringify(finance({ amount: 0 })).replace('"amount":0', '"amount":12345678901234567.89')
    const reply = await client.call('POST', DRAFTS, { raw })
    expect(codeOf(reply)).toEqual([400, 'JournalEntryAmountExceedsDigitLimit', 'amount'])
  })
})

describe('many draft entries at once', () => {
  test('are created, updated and deleted in one call each', async () => {
    const client = await bookkeeper(service)
    const entries = Array.from({ length: 500 }, (_, index) => finance({ amount: index + 1 }))
    const made = await client.post(`${DRAFTS}/bulk`, { entries })
    expect([made.status, made.json]).toEqual([201, { entryNumbers: entries.map((_, index) => index + 1) }])
    const { items } = (await client.get(made.headers.get('location')!)).json
    expect(items).toHaveLength(500)
    const changed = items.map(({ entryNumber, voucherNumber, objectVersion }: Record<string, unknown>) =>
      finance({ entryNumber, voucherNumber, objectVersion, amount: 7 }),
    )
    expect((await client.put(`${DRAFTS}/bulk`, { entries: changed })).status).toBe(204)
    const after = (await client.get(DRAFTS)).json.items
    expect(new Set(after.map((entry: { amount: number }) => entry.amount))).toEqual(new Set([7]))
    expect((await client.put(`${DRAFTS}/bulk`, { entries: changed })).status).toBe(409)
    expect((await client.delete(`${DRAFTS}/delete/1`)).status).toBe(204)
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
  })

  test('one at fault undoes all, and every fault is named by its place', async () => {
    const client = await bookkeeper(service)
    const entries = [finance(), finance({ accountNumber: 1 }), finance(), finance({ currency: 'XXX' })]
    const reply = await client.post(`${DRAFTS}/bulk`, { entries })
    expect(reply.status).toBe(400)
    expect(reply.json.errors.map((fault: Record<string, string>) => [fault.errorCode, fault.property])).toEqual([
      ['JournalEntryAccountNotFound', 'entries[1].accountNumber'],
      ['JournalEntryCurrencyNotFound', 'entries[3].currency'],
    ])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    expect((await client.post(DRAFTS, finance())).json).toEqual({ entryNumber: 1 })
  })

  test.each([
    ['OneAPIEntriesListCannotBeEmpty', 'entries', { entries: [] }],
    ['OneAPIEntriesListCannotBeEmpty', 'entries', {}],
    ['OneAPIEntriesListCannotBeEmpty', 'entries', { entries: null }],
    ['OneAPITooManyEntries', 'entries', { entries: Array.from({ length: 501 }, () => finance()) }],
    ['JournalVoucherNullEntry', 'entries[1]', { entries: [finance(), null] }],
    ['ValueTypeInvalid', 'entries[0]', { entries: ['x'] }],
    ['PropertyUnknown', 'entries[0].amuont', { entries: [finance({ amuont: 1 })] }],
    ['ValueTypeInvalid', 'entries[0].date', { entries: [finance({ date: '2026-02-30' })] }],
  ])('%s on %s', async (code, property, body) => {
    const client = await bookkeeper(service)
    expect(codeOf(await client.post(`${DRAFTS}/bulk`, body))).toEqual([400, code, property])
  })

  test('of a journal that is not there', async () => {
    const client = await bookkeeper(service)
    expect(codeOf(await client.delete(`${DRAFTS}/delete/9`))).toEqual([404, 'JournalDoesNotExist', 'journalNumber'])
  })
})
