import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries, type DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { untilBlocked } from '../faults/blocked.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, bookkeeper, change, codeOf, DRAFTS, finance } from './bookkeeping.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const OWN = '/daybookapi/v1.0.0'
const TAKEN = [400, 'JournalVoucherEntityAlreadyExistsError', 'voucherNumber']

async function draft(client: Client, more: object = {}): Promise<number> {
  const made = await client.post(DRAFTS, finance(more))
  expect(made.status, made.text).toBe(201)
  return made.json.entryNumber as number
}

const book = async (client: Client, ...entryNumbers: number[]): Promise<void> => {
  const path = `${API}/journals/1/book`
  const booked =
    entryNumbers.length > 0 ? await client.post(`${path}draftentries`, { entryNumbers }) : await client.post(path)
  expect(booked.status, booked.text).toBe(204)
}

const vouchers = async (client: Client): Promise<number[]> => {
  const { items } = (await client.get(BOOKED)).json as { items: { voucherNumber: number }[] }
  return items.filter((_, index) => index % 2 === 0).map(({ voucherNumber }) => voucherNumber)
}

const reverse = (client: Client, voucher: number, more: object = {}): Promise<Reply> =>
  client.post(`${OWN}/vouchers/1/2026/${voucher}/reverse`, { date: '2026-04-01', ...more })

describe('a voucher number', () => {
  test('that is booked takes no new draft, alone or in a list, in that journal and year', async () => {
    const client = await bookkeeper(service)
    await draft(client, { voucherNumber: 7 })
    await draft(client, { voucherNumber: 7 })
    await book(client)
    expect(codeOf(await client.post(DRAFTS, finance({ voucherNumber: 7 })))).toEqual(TAKEN)
    const list = await client.post(`${DRAFTS}/bulk`, { entries: [finance(), finance({ voucherNumber: 7 })] })
    expect(codeOf(list)).toEqual([400, TAKEN[1], 'entries[1].voucherNumber'])
    expect((await client.post(`${API}/journals`, { name: 'Anden' })).status).toBe(201)
    await draft(client, { voucherNumber: 7, journalNumber: 2 })
    const year = { dateFrom: '2027-01-01', dateTo: '2027-12-31' }
    expect((await client.post('/accountingyearsapi/v2.0.1/AccountingYears', year)).status).toBe(201)
    await draft(client, { voucherNumber: 7, date: '2027-01-05' })
  })

  test('that is booked in part keeps the drafts it has, and takes none that had another', async () => {
    const client = await bookkeeper(service)
    const first = await draft(client, { voucherNumber: 7 })
    const second = await draft(client, { voucherNumber: 7 })
    const other = await draft(client, { voucherNumber: 8 })
    await book(client, first)
    expect(await change(client, DRAFTS, second, { amount: 90 })).toEqual([204])
    expect(await change(client, DRAFTS, other, { voucherNumber: 7 })).toEqual(TAKEN)
    await book(client)
    expect(await vouchers(client)).toEqual([7, 7, 8])
  })

  test('of a standing journal is the next one each time it is booked', async () => {
    const client = await bookkeeper(service)
    expect(await change(client, `${API}/journals`, 1, { isStandingJournal: true })).toEqual([204])
    await draft(client, { voucherNumber: 1 })
    const second = await draft(client, { voucherNumber: 2, date: '2026-03-16' })
    await book(client)
    await book(client)
    await book(client, second)
    expect(await vouchers(client)).toEqual([1, 2, 3, 4, 5])
    const { items } = (await client.get(DRAFTS)).json as { items: { voucherNumber: number }[] }
    expect(items.map(({ voucherNumber }) => voucherNumber)).toEqual([3, 5])
  })

  test('of a standing journal with too few left stops the booking', async () => {
    const client = await bookkeeper(service)
    expect(await change(client, `${API}/journals`, 1, { isStandingJournal: true, maximumVoucherNumber: 1 })).toEqual([
      204,
    ])
    await draft(client)
    await book(client)
    const none = [400, 'JournalVoucherNextNumberNotWithinBoundaries', 'voucherNumber']
    expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual(none)
  })
})

describe('a voucher number that an accrual takes in another year', () => {
  const FIRST_OF_2027 = { voucherNumber: 7, date: '2027-01-05' }

  async function accruing(): Promise<Client> {
    const client = await bookkeeper(service)
    const year = { dateFrom: '2027-01-01', dateTo: '2027-12-31' }
    expect((await client.post('/accountingyearsapi/v2.0.1/AccountingYears', year)).status).toBe(201)
    const entryNumber = await draft(client, { voucherNumber: 7 })
    const months = { startDate: '2026-12-01', endDate: '2027-01-31' }
    const accrual = { journalNumber: 1, entryNumber, accountNumber: 6500, ...months }
    expect((await client.post(`${API}/accruals`, accrual)).status).toBe(201)
    return client
  }

  test('is no draft entry’s that comes while it is booked', async () => {
    const client = await accruing()
    const [made] = await service.database.transaction(async (transaction) => {
      const booking = { agreement: client.agreement, journalNumber: 1, selection: { kind: 'all' } } as const
      await bookEntries(transaction, booking)
      const late = client.post(DRAFTS, finance(FIRST_OF_2027))
      await untilBlocked(service.database, 1)
      return [late]
    })
    expect(codeOf(await made!)).toEqual(TAKEN)
  })

  test('stops the booking where a draft entry takes it meanwhile', async () => {
    const client = await accruing()
    const [booked] = await service.database.transaction(async (transaction) => {
      const entry = finance({ ...FIRST_OF_2027, amount: '125' }) as DraftEntryInput
      await createDraftEntries(transaction, { agreement: client.agreement, baseCurrency: 'DKK' }, [entry])
      const late = client.post(`${API}/journals/1/book`)
      await untilBlocked(service.database, 1)
      return [late]
    })
    expect(codeOf(await booked!)).toEqual(TAKEN)
  })

  test('is booked with the accrual as it was changed last', async () => {
    const client = await accruing()
    const [booked] = await service.database.transaction(async (transaction) => {
      const changed = `UPDATE draft_entry_accrual SET end_date = '2026-12-31', start_date = '2026-11-01', object_version = nextval('object_version') WHERE agreement = $1`
      await transaction.rows(changed, [client.agreement])
      const late = client.post(`${API}/journals/1/book`)
      await untilBlocked(service.database, 1)
      return [late]
    })
    expect((await booked!).status).toBe(204)
    const { items } = (await client.get(BOOKED)).json as { items: { date: string }[] }
    expect(new Set(items.map(({ date }) => date.slice(0, 4)))).toEqual(new Set(['2026']))
  })
})

test('a reversal takes back one booking of a voucher, and of several it must say which', async () => {
  const client = await bookkeeper(service)
  const [first, second] = [
    await draft(client, { voucherNumber: 7 }),
    await draft(client, { voucherNumber: 7, amount: 90 }),
  ]
  await book(client, first)
  await book(client, second)
  const unsaid = await reverse(client, 7)
  expect(codeOf(unsaid)).toEqual([400, 'VoucherHasSeveralBookings', 'booking'])
  expect(unsaid.json.message ?? unsaid.text).toContain('bookings 1, 2')
  expect(codeOf(await reverse(client, 7, { booking: 3 }))).toEqual([404, 'VoucherDoesNotExist', 'booking'])
  const reversed = await reverse(client, 7, { booking: 2 })
  expect([reversed.status, reversed.json]).toMatchObject([201, { number: 1, voucherNumber: 1, reversedBooking: 2 }])
  const { items } = (await client.get(BOOKED)).json as { items: { amount: number }[] }
  expect(items.map(({ amount }) => amount)).toEqual([125, -125, 90, -90, -90, 90])
  expect(codeOf(await reverse(client, 7, { booking: 2 }))[1]).toBe('VoucherAlreadyReversed')
  expect((await reverse(client, 7, { booking: 1 })).status).toBe(201)
  expect((await client.get(`${OWN}/voucher-reversals`)).json.items).toMatchObject([{ booking: 2 }, { booking: 1 }])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

describe("a supplier's invoice number", () => {
  const bill = (more: object = {}): object => ({
    entryTypeNumber: 3,
    journalNumber: 1,
    date: '2026-03-15',
    amount: -100,
    currency: 'DKK',
    text: 'Køb',
    supplierNumber: 501,
    supplierInvoiceNumber: 'Ø-1',
    contraAccountNumber: 1310,
    ...more,
  })
  const post = async (client: Client, more: object = {}, path = DRAFTS): Promise<unknown[]> => {
    const reply = await client.post(path, bill(more))
    return reply.status === 201 ? [201] : codeOf(reply)
  }
  const REPEATED = [400, 'JournalEntrySupplierInvoiceAlreadyBooked', 'supplierInvoiceNumber']

  test('is booked once, whatever its case; as parts of one voucher, as credit note or of another supplier again', async () => {
    const client = await bookkeeper(service)
    expect(await post(client, { voucherNumber: 1 })).toEqual([201])
    expect(await post(client, { voucherNumber: 1, amount: -20 })).toEqual([201])
    await book(client)
    expect(await post(client)).toEqual(REPEATED)
    expect(await post(client, { supplierInvoiceNumber: 'ø-1' })).toEqual(REPEATED)
    expect(await post(client, { amount: 100 })).toEqual([201])
    expect(await post(client, { supplierNumber: 502 })).toEqual([201])
    expect(await post(client, { supplierInvoiceNumber: 'Ø-2' })).toEqual([201])
    await book(client)
  })

  test('of two drafts is booked with the first only', async () => {
    const client = await bookkeeper(service)
    expect(await post(client)).toEqual([201])
    expect(await post(client)).toEqual([201])
    expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual(REPEATED)
    await book(client, 1)
    expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual(REPEATED)
  })

  test('is booked again where the request allows it, and after it was reversed', async () => {
    const client = await bookkeeper(service)
    expect(await post(client)).toEqual([201])
    await book(client)
    const whole = `${OWN}/draft-entries`
    expect(await post(client, {}, whole)).toEqual(REPEATED)
    expect(await post(client, { allowsRepeatedInvoice: true }, whole)).toEqual([201])
    await book(client)
    const other = await bookkeeper(service)
    expect(await post(other)).toEqual([201])
    await book(other)
    expect((await reverse(other, 1)).status).toBe(201)
    expect(await post(other)).toEqual([201])
    await book(other)
  })

  test('is booked once again where its reversal was reversed', async () => {
    const client = await bookkeeper(service)
    expect(await post(client)).toEqual([201])
    await book(client)
    expect((await reverse(client, 1)).json).toMatchObject({ voucherNumber: 2 })
    expect(await post(client)).toEqual([201])
    expect((await reverse(client, 2)).json).toMatchObject({ voucherNumber: 4 })
    expect(await post(client)).toEqual(REPEATED)
    expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual(REPEATED)
    expect((await reverse(client, 4)).status).toBe(201)
    await book(client)
  })

  test('of a credit note is not booked, however often the credit note is reversed', async () => {
    const client = await bookkeeper(service)
    expect(await post(client, { amount: 100 })).toEqual([201])
    await book(client)
    for (const [voucher, reversal] of [
      [1, 2],
      [2, 3],
      [3, 4],
    ] as const) {
      expect((await reverse(client, voucher)).json).toMatchObject({ voucherNumber: reversal })
    }
    expect(await post(client)).toEqual([201])
    await book(client)
    expect(await post(client)).toEqual(REPEATED)
  })
})
