import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, DRAFTS, bookkeeper, change, codeOf, finance } from './bookkeeping.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const OURS = '/daybookapi/v1.0.0'
const VOUCHERS = `${OURS}/journals/1/vouchers`

const next = async (client: Client, journal = 1): Promise<number> =>
  (await client.get(`${API}/journals/${journal}`)).json.nextVoucherNumber

/** Salaries: lines that sum to zero. */
const line = (amount: number, accountNumber = 2210, more: object = {}): object => ({
  entryTypeNumber: 5,
  date: '2026-03-15',
  currency: 'DKK',
  accountNumber,
  amount,
  text: 'Løn',
  ...more,
})

describe('the next voucher number', () => {
  test('is answered as what comes next, and numbers given by hand change nothing stored', async () => {
    const client = await bookkeeper(service)
    for (const voucherNumber of [1, 2, 999_999_999]) await client.post(DRAFTS, finance({ voucherNumber }))
    expect(await next(client)).toBe(3)
    const [stored] = await service.database.rows(
      'SELECT next_voucher_number AS next FROM journal WHERE agreement = $1',
      [client.agreement],
    )
    expect(stored).toEqual({ next: 1 })
    // A journal that is sent back as it was read keeps its series.
    expect(await change(client, `${API}/journals`, 1, { name: 'Andet navn' })).toEqual([204])
    await client.post(DRAFTS, finance())
    expect((await client.get(`${DRAFTS}/4`)).json.voucherNumber).toBe(3)
    // Booked vouchers are passed as drafts are; the number of a draft that is gone is free again.
    await client.delete(`${DRAFTS}/2`)
    await client.post(`${API}/journals/1/book`)
    expect(await next(client)).toBe(4)
    const read = await client.get(`${API}/journals?pageSize=10`)
    expect(read.json.items[0].nextVoucherNumber).toBe(4)
  })

  test('passes thousands that were numbered by hand, and says the one above the maximum when all are used', async () => {
    const client = await bookkeeper(service)
    await client.post(`${API}/journals`, { name: 'Kasse', minimumVoucherNumber: 11, maximumVoucherNumber: 12 })
    await service.database.rows(
      `INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year, date,
         amount, currency, exchange_rate, account_number)
       SELECT $1, 1000 + n, 5, CASE WHEN n < 3 THEN 2 ELSE 1 END, CASE WHEN n < 3 THEN 10 + n ELSE n - 2 END, '2026', '2026-01-15', 1, 'DKK', 100, 5820
       FROM generate_series(1, 502) n WHERE n <> 302`,
      [client.agreement],
    )
    expect(await next(client)).toBe(300)
    expect(await next(client, 2)).toBe(13)
    expect(await change(client, `${API}/journals`, 2, { name: 'Fyldt' })).toEqual([204])
    expect(await change(client, `${API}/journals`, 2, { maximumVoucherNumber: 20 })).toEqual([204])
    expect(await next(client, 2)).toBe(13)
  })
})

describe('one voucher of many lines', () => {
  test('gets the next number, whatever was numbered by hand, once per Idempotency-Key, and books as one', async () => {
    const client = await bookkeeper(service)
    await client.post(DRAFTS, finance({ voucherNumber: 1 }))
    const raw = JSON.stringify({ entries: [line(40_000), line(-16_000, 1010), line(-24_000, 5820)] })
    const send = () => client.call('POST', VOUCHERS, { raw, headers: { 'idempotency-key': 'march' } })
    const made = await send()
    expect([made.status, made.json]).toEqual([201, { voucherNumber: 2, entryNumbers: [2, 3, 4] }])
    expect((await send()).json).toEqual(made.json)
    const listed = await client.get(made.headers.get('location')!)
    expect(listed.json.map(({ entryNumber }: { entryNumber: number }) => entryNumber)).toEqual([2, 3, 4])
    expect(await next(client)).toBe(3)
    // A line joins the voucher while it is a draft.
    await client.post(DRAFTS, finance({ voucherNumber: 2, amount: 10 }))
    expect((await client.post(`${API}/journals/1/bookdraftentries`, { entryNumbers: [2, 3, 4, 5] })).status).toBe(204)
    const booked = await client.get(`${BOOKED}/paged?filter=voucherNumber$eq:2`)
    expect(booked.json).toHaveLength(5)
    const second = await client.post(VOUCHERS, { entries: [line(1), line(-1, 5820)] })
    expect(second.json).toEqual({ voucherNumber: 3, entryNumbers: [6, 7] })
  })

  test('has lines without the contra account of their journal, where they say none', async () => {
    const client = await bookkeeper(service)
    const paid = line(-100, undefined, { entryTypeNumber: 2, customerNumber: 201, contraAccountNumber: '' })
    const made = await client.post(VOUCHERS, { entries: [paid, line(100, 5820)] })
    expect(made.status, made.text).toBe(201)
    expect((await client.get(`${DRAFTS}/${made.json.entryNumbers[0]}`)).json.contraAccountNumber).toBe(null)
  })

  test('is refused whole, with all faults of all lines, and takes no number', async () => {
    const client = await bookkeeper(service)
    const entries = [
      line(1),
      line(1, 1),
      line(0, 5820, { amount: 'x', txet: 1 }),
      null,
      { ...line(1), date: undefined },
    ]
    const refused = await client.post(VOUCHERS, { entries })
    expect(refused.status).toBe(400)
    expect(refused.json.errors.map(({ errorCode, property }: Record<string, string>) => [errorCode, property])).toEqual(
      [
        ['JournalEntryAccountNotFound', 'entries[1].accountNumber'],
        ['ValueTypeInvalid', 'entries[2].amount'],
        ['PropertyUnknown', 'entries[2].txet'],
        ['ValueNull', 'entries[3]'],
        ['ValueRequired', 'entries[4].date'],
      ],
    )
    expect(codeOf(await client.post(VOUCHERS, { entries: [] }))[1]).toBe('OneAPIEntriesListCannotBeEmpty')
    expect(codeOf(await client.post(VOUCHERS, {}))[1]).toBe('OneAPIEntriesListCannotBeEmpty')
    expect(codeOf(await client.post(VOUCHERS, { entries: [line(1, 2210, { voucherNumber: 4 })] }))[1]).toBe(
      'PropertyUnknown',
    )
    await service.database.rows(
      `INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES ($1, '2027', '2027-01-01', '2027-01-31')`,
      [client.agreement],
    )
    await service.database.rows(
      `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to) VALUES ($1, '2027', 1, '2027-01-01', '2027-01-31')`,
      [client.agreement],
    )
    const years = [line(1), line(-1, 5820, { date: '2027-01-31' })]
    expect(codeOf(await client.post(VOUCHERS, { entries: years }))).toEqual([
      400,
      'JournalEntryNotWithinEnclosingVoucherAccountingYear',
      'entries[1].date',
    ])
    expect(codeOf(await client.post(`${OURS}/journals/99/vouchers`, { entries: [line(1)] }))[1]).toBe(
      'JournalDoesNotExist',
    )
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    expect(await next(client)).toBe(1)
  })

  test('never shares its number with another at once, and is refused when none is left', async () => {
    const client = await bookkeeper(service)
    await client.post(`${API}/journals`, { name: 'Løn', maximumVoucherNumber: 12, repeatText: true })
    await client.post(DRAFTS, finance({ journalNumber: 2, voucherNumber: 5 }))
    const both = { entries: [line(1), line(-1, 5820, { text: undefined })] }
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 3 === 2
          ? client.post(DRAFTS, finance({ journalNumber: 2 }))
          : client.post(`${OURS}/journals/2/vouchers`, both),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(11)
    const [left] = replies.filter(({ status }) => status !== 201)
    expect(codeOf(left!)[1]).toBe('JournalVoucherNextNumberNotWithinBoundaries')
    const given = replies.flatMap(({ json }) => json.voucherNumber ?? [])
    expect(new Set(given).size).toBe(given.length)
    const drafts = await service.database.rows<{ voucher: number; lines: number; texts: number }>(
      `SELECT voucher_number AS voucher, count(*)::int AS lines, count(DISTINCT text)::int AS texts FROM draft_entry
       WHERE agreement = $1 AND journal_number = 2 GROUP BY 1 ORDER BY 1`,
      [client.agreement],
    )
    expect(drafts.map(({ voucher }) => voucher)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(drafts.every(({ texts }) => texts === 1)).toBe(true)
  })
})
