import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, DRAFTS, bookkeeper, change, codeOf, finance } from './bookkeeping.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const OURS = '/daybookapi/v1.0.0'

const reverse = (client: Client, voucherNumber: number, body: object = { date: '2026-06-30' }, year = '2026') =>
  client.post(`${OURS}/vouchers/1/${year}/${voucherNumber}/reverse`, body)

async function book(client: Client, draft: object): Promise<void> {
  const made = await client.post(DRAFTS, draft)
  expect(made.status, made.text).toBe(201)
  const booked = await client.post(`${API}/journals/1/book`)
  expect(booked.status, booked.text).toBe(204)
}

const invoice = {
  entryTypeNumber: 3,
  journalNumber: 1,
  date: '2026-03-15',
  supplierNumber: 501,
  amount: -125,
  currency: 'DKK',
  contraAccountNumber: 1310,
  contraVatCode: 'I25',
  supplierInvoiceNumber: 'F-77',
  text: 'Varer',
}
const payment = {
  entryTypeNumber: 4,
  journalNumber: 1,
  date: '2026-04-01',
  supplierNumber: 501,
  amount: 100,
  currency: 'DKK',
  contraAccountNumber: 5820,
  supplierInvoiceNumber: 'F-77',
}

// oxlint-disable-next-line typescript/no-explicit-any -- bodies are looked into freely
const entriesOf = async (client: Client): Promise<any[]> => (await client.get(BOOKED)).json.items

const remaindersOf = async (client: Client): Promise<number[]> =>
  (await entriesOf(client)).flatMap(({ remainder }) => (remainder === null ? [] : [remainder as number]))

async function sound(client: Client): Promise<void> {
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
}

describe('reversing a voucher', () => {
  test('books every entry with the opposite amounts on the date picked, linked both ways', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    const reply = await reverse(client, 1)
    expect([reply.status, reply.json]).toEqual([
      201,
      { number: 1, journalNumber: 1, accountingYear: '2026', voucherNumber: 2, reversedBooking: 1 },
    ])
    const location = reply.headers.get('location')!
    expect(location).toBe(`${OURS}/voucher-reversals/1`)
    expect((await client.get(location)).json).toEqual({
      number: 1,
      journalNumber: 1,
      accountingYear: '2026',
      voucherNumber: 1,
      booking: 1,
      reversingAccountingYear: '2026',
      reversingVoucherNumber: 2,
      date: '2026-06-30',
      reversedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    })
    const entries = await entriesOf(client)
    const changed = { voucherNumber: 2, date: '2026-06-30T00:00:00Z' }
    expect(entries.slice(3)).toEqual(
      entries.slice(0, 3).map((entry, index) => ({
        ...entry,
        ...changed,
        entryNumber: 4 + index,
        amount: -entry.amount,
        amountInBaseCurrency: -entry.amountInBaseCurrency,
      })),
    )
    expect(entries.map(({ remainder }) => remainder as number | null)).toEqual([0, null, null, 0, null, null])
    expect((await client.get(`${OURS}/entry-reversals`)).json.items).toEqual(
      [1, 2, 3].map((entry) => ({ reversedEntry: entry, reversingEntry: entry + 3, reversalNumber: 1 })),
    )
    const back = await client.get(`${OURS}/entry-reversals?filter=reversingEntry$eq:5`)
    expect(back.json.items).toMatchObject([{ reversedEntry: 2 }])
    expect((await client.get(`${OURS}/entry-reversals/2`)).json).toMatchObject({ reversingEntry: 5 })
    const { json } = await client.get(`${OURS}/trial-balance?from=2026-01-01&to=2026-12-31`)
    expect(json.items.every(({ closingBalance }: { closingBalance: number }) => closingBalance === 0)).toBe(true)
    expect((await client.get(`${API}/journals/1`)).json.nextVoucherNumber).toBe(3)
    await sound(client)
  })

  test('gives every reversing entry the text sent', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    expect((await reverse(client, 1, { date: '2026-06-30', text: 'Fejl' })).status).toBe(201)
    expect((await entriesOf(client)).slice(3).map(({ text }) => text as string)).toEqual(['Fejl', 'Fejl', 'Fejl'])
  })

  test('keeps currency, rate and accrual months, and balances to the cent', async () => {
    const client = await bookkeeper(service)
    const euro = { currency: 'EUR', exchangeRate: 745.123456, amount: 99.99, vatCode: 'I25' }
    await client.post(DRAFTS, finance({ ...euro, date: '2026-03-10' }))
    await client.post(`${API}/accruals`, {
      journalNumber: 1,
      entryNumber: 1,
      accountNumber: 6500,
      startDate: '2026-03-10',
      endDate: '2026-05-31',
    })
    expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
    const before = await entriesOf(client)
    expect((await reverse(client, 1)).status).toBe(201)
    const after = (await entriesOf(client)).slice(before.length)
    expect(after).toHaveLength(before.length)
    expect(after.every(({ date }) => date === '2026-06-30T00:00:00Z')).toBe(true)
    await sound(client)
  })

  test('once: a second reversal is refused and says which voucher it was; the reversal can be reversed', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    expect((await reverse(client, 1)).status).toBe(201)
    const second = await reverse(client, 1)
    expect(codeOf(second)).toEqual([409, 'VoucherAlreadyReversed', 'voucherNumber'])
    expect(second.json.detail).toContain('voucher 2 in 2026')
    expect((await reverse(client, 2, { date: '2026-07-01' })).json).toMatchObject({ number: 2, voucherNumber: 3 })
    expect(codeOf(await reverse(client, 1))[1]).toBe('VoucherAlreadyReversed')
    expect(await remaindersOf(client)).toEqual([0, 0, -125])
    await sound(client)
  })

  test('many at once: one wins', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    const replies = await Promise.all(Array.from({ length: 8 }, () => reverse(client, 1)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...(Array(7).fill(409) as number[])])
    expect((await client.get(`${BOOKED}/count`)).text).toBe('6')
    await sound(client)
  })

  test('is a booking on an account and with a party barred since, too', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    await service.database.rows('UPDATE account SET is_barred = true WHERE agreement = $1', [client.agreement])
    await service.database.rows('UPDATE supplier SET is_barred = true WHERE agreement = $1', [client.agreement])
    expect((await reverse(client, 1)).status).toBe(201)
  })

  test('is done once for an Idempotency-Key', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    const path = `${OURS}/vouchers/1/2026/1/reverse`
    const headers = { 'idempotency-key': 'reverse-1' }
    const replies = [1, 2].map(() => client.post(path, { date: '2026-06-30' }, { headers }))
    const [one, two] = await Promise.all(replies)
    expect([one!.status, two!.status, one!.text]).toEqual([201, 201, two!.text])
  })
})

describe('open items', () => {
  test('a paid invoice leaves the party with its payment', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    await book(client, payment)
    expect(await remaindersOf(client)).toEqual([-25, 0])
    expect((await reverse(client, 1)).status).toBe(201)
    expect(await remaindersOf(client)).toEqual([0, 0, 100])
    await sound(client)
  })

  test('a payment reversed leaves the party with what it had paid', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    await book(client, payment)
    expect((await reverse(client, 2)).status).toBe(201)
    expect(await remaindersOf(client)).toEqual([-25, 0, -100])
    await sound(client)
  })

  describe('of a supplier that has moved to a group with another account', () => {
    const accountsOf = async (client: Client): Promise<unknown[]> =>
      (await entriesOf(client)).flatMap(({ accountNumber, remainder }) =>
        remainder === null ? [] : [[accountNumber, remainder]],
      )

    async function moved(client: Client): Promise<void> {
      const group = { number: 2, name: 'Udenlandske', accountNumber: 6810 }
      const account = [client.agreement, 6810, 'Udenlandske leverandører', 2]
      await service.database.rows(
        'INSERT INTO account (agreement, number, name, type) VALUES ($1, $2, $3, $4)',
        account,
      )
      expect((await client.post('/suppliersapi/v2.0.0/Groups', group)).status).toBe(201)
      expect(await change(client, `${OURS}/suppliers`, 501, { groupNumber: 2 })).toEqual([204])
    }

    test('what a reversal leaves open is on the account of its group, and a payment there settles it', async () => {
      const client = await bookkeeper(service)
      await book(client, invoice)
      await book(client, { ...payment, amount: 125 })
      await moved(client)
      expect((await reverse(client, 1)).status).toBe(201)
      expect(await accountsOf(client)).toEqual([
        [6800, 0],
        [6800, 0],
        [6810, 125],
      ])
      await sound(client)
      await book(client, { ...payment, amount: -125 })
      expect((await accountsOf(client)).at(-2)).toEqual([6810, 0])
      expect((await reverse(client, 3, { date: '2026-07-01' })).status).toBe(201)
      expect((await accountsOf(client)).at(-1)).toEqual([6810, -125])
      await sound(client)
    })

    test('what is open again is reversed where it is open', async () => {
      const client = await bookkeeper(service)
      await book(client, invoice)
      await book(client, { ...payment, amount: 125 })
      await moved(client)
      expect((await client.post(`${OURS}/matches/1/take-back`)).status).toBe(204)
      expect((await reverse(client, 1)).status).toBe(201)
      expect(await accountsOf(client)).toEqual([
        [6800, 0],
        [6800, 125],
        [6800, 0],
      ])
      await sound(client)
    })
  })

  test('a reversal settles what it reverses before an older item of the invoice', async () => {
    const client = await bookkeeper(service)
    await book(client, { ...payment, date: '2026-01-10', amount: -50 })
    await book(client, invoice)
    expect((await reverse(client, 2)).status).toBe(201)
    expect(await remaindersOf(client)).toEqual([-50, 0, 0])
    const pairs = await client.get(`${BOOKED}/matched-pairs`)
    expect(pairs.json.items).toMatchObject([{ fromEntry: 6, toEntry: 3 }])
    await sound(client)
  })
})

describe('a reversal is refused', () => {
  test.each([
    ['VoucherDoesNotExist', 'voucherNumber', 404, '1/2026/9'],
    ['VoucherDoesNotExist', 'voucherNumber', 404, '1/2025/1'],
    ['JournalDoesNotExist', 'journalNumber', 404, '9/2026/1'],
    ['NotFound', 'voucherNumber', 404, '1/2026/x'],
  ])('%s on %s: %i for %s', async (code, property, status, voucher) => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    const reply = await client.post(`${OURS}/vouchers/${voucher}/reverse`, { date: '2026-06-30' })
    expect(codeOf(reply)).toEqual([status, code, property])
  })

  test.each([
    ['JournalEntryDateAccountingYearDoesNotExist', 'date', { date: '2027-01-01' }],
    ['JournalEntryDateAccountingYearPeriodBarred', 'date', { date: '2026-05-01' }],
    ['ValueRequired', 'date', {}],
    ['ValueTypeInvalid', 'date', { date: '2026-06-30T00:00:00Z' }],
    ['ValueTooLong', 'text', { date: '2026-06-30', text: 'x'.repeat(251) }],
    ['PropertyUnknown', 'voucher', { date: '2026-06-30', voucher: 1 }],
  ])('%s on %s', async (code, property, body) => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    await service.database.rows(
      'UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND period_number = 5',
      [client.agreement],
    )
    expect(codeOf(await reverse(client, 1, body))).toEqual([400, code, property])
    expect((await client.get(`${BOOKED}/count`)).text).toBe('3')
    expect((await client.get(`${OURS}/voucher-reversals/count`)).text).toBe('0')
  })

  test('in a closed year', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    await service.database.rows('UPDATE accounting_year SET is_closed = true WHERE agreement = $1', [client.agreement])
    expect(codeOf(await reverse(client, 1))).toEqual([400, 'JournalEntryDateAccountingYearClosed', 'date'])
  })

  test('when the journal has no voucher number left', async () => {
    const client = await bookkeeper(service)
    await book(client, invoice)
    const { json } = await client.get(`${API}/journals/1`)
    const known = Object.entries(json as object).filter(([, value]) => value !== null)
    const last = { ...Object.fromEntries(known), nextVoucherNumber: 1, maximumVoucherNumber: 1 }
    expect((await client.put(`${API}/journals`, last)).status).toBe(204)
    const code = 'JournalVoucherNextNumberNotWithinBoundaries'
    expect(codeOf(await reverse(client, 1))).toEqual([400, code, 'voucherNumber'])
    expect((await client.get(`${BOOKED}/count`)).text).toBe('3')
  })
})
