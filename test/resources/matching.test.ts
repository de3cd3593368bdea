import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, DRAFTS, bookkeeper, codeOf, finance } from './bookkeeping.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const PAIRS = `${BOOKED}/matched-pairs`

interface Booked {
  entryNumber: number
  amount: number
  remainder: number | null
}

const entriesOf = async (client: Client): Promise<Booked[]> => (await client.get(BOOKED)).json.items

/**
 * Books an entry of a party, without an invoice number unless `more` has one, and answers the number of the party's
 * entry.
 */
async function book(client: Client, party: 'customer' | 'supplier', day: string, amount: number, more: object = {}) {
  const invoice = (party === 'customer') === amount > 0
  const number = { customer: 201, supplier: 501 }[party]
  const type = { customer: invoice ? 10 : 2, supplier: invoice ? 3 : 4 }[party]
  const draft = {
    entryTypeNumber: type,
    journalNumber: 1,
    date: day,
    amount,
    currency: 'DKK',
    [`${party}Number`]: number,
    contraAccountNumber: invoice ? 1310 : 5820,
    ...more,
  }
  const made = await client.post(DRAFTS, draft)
  expect(made.status, made.text).toBe(201)
  const booked = await client.post(`${API}/journals/1/book`)
  expect(booked.status, booked.text).toBe(204)
  return (await entriesOf(client)).at(-2)!.entryNumber
}

const match = (client: Client, ...entryIds: number[]) => client.post(`${BOOKED}/match`, { entryIds })

const remainders = async (client: Client): Promise<(number | null)[]> =>
  (await entriesOf(client)).filter(({ remainder }) => remainder !== null).map(({ remainder }) => remainder)

async function sound(client: Client): Promise<void> {
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
}

test('match settles the oldest first and keeps what is left', async () => {
  const client = await bookkeeper(service)
  const march = await book(client, 'customer', '2026-03-01', 100)
  const january = await book(client, 'customer', '2026-01-01', 80)
  const payment = await book(client, 'customer', '2026-04-01', -120)
  expect(await remainders(client)).toEqual([100, 80, -120])
  expect(codeOf(await match(client, march, payment, january, payment))).toEqual([400, 'ItemRepeated', 'entryIds[3]'])
  const matched = await match(client, march, payment, january)
  expect([matched.status, matched.text]).toEqual([204, ''])
  expect(await remainders(client)).toEqual([60, 0, 0])
  expect((await client.get(PAIRS)).json.items).toEqual([
    {
      fromEntry: march,
      fromEntryDate: '2026-03-01T00:00:00Z',
      fromEntryAmount: 100,
      fromEntryAmountDKK: 100,
      toEntry: payment,
      toEntryDate: '2026-04-01T00:00:00Z',
      toEntryAmount: -120,
      toEntryAmountDKK: -120,
    },
    expect.objectContaining({ fromEntry: january, toEntry: payment }),
  ])
  expect((await client.get(`${PAIRS}?filter=fromEntry$eq:${january}`)).json.items).toHaveLength(1)
  expect((await client.get(`${PAIRS}?filter=toEntryDate$lt:2026-04-01`)).json.items).toEqual([])
  await sound(client)
})

test("a supplier's payment is the debit, its invoice the credit; amounts in the currency and the base currency", async () => {
  const client = await bookkeeper(service)
  const euro = { supplierNumber: 502, currency: 'EUR', exchangeRate: 745 }
  const invoice = await book(client, 'supplier', '2026-01-10', -100, euro)
  const payment = await book(client, 'supplier', '2026-02-10', 100, { ...euro, exchangeRate: 746 })
  expect((await match(client, invoice, payment)).status).toBe(204)
  const pair = { fromEntry: payment, fromEntryAmount: 100, fromEntryAmountDKK: 746 }
  expect((await client.get(PAIRS)).json.items).toMatchObject([
    { ...pair, toEntry: invoice, toEntryAmount: -100, toEntryAmountDKK: -745 },
    // What the rate cost: settled by the entry of the exchange difference.
    { ...pair, toEntry: payment + 2, toEntryAmount: 0, toEntryAmountDKK: -1 },
  ])
  expect(await remainders(client)).toEqual([0, 0, 0])
  await sound(client)
})

test('what invoice numbers settle when it is booked is a pair, too', async () => {
  const client = await bookkeeper(service)
  const invoice = await book(client, 'customer', '2026-01-10', 125, { customerInvoiceNumber: '7' })
  const payment = await book(client, 'customer', '2026-02-10', -100, { customerInvoiceNumber: '7' })
  expect((await client.get(PAIRS)).json.items).toMatchObject([{ fromEntry: invoice, toEntry: payment }])
})

describe('match refuses', () => {
  test('no entries, and a body that names none', async () => {
    const client = await bookkeeper(service)
    const refused = [400, 'ENTRYMATCHING_ERROR_SELECTATLEASTONEENTRY', 'entryIds']
    expect(codeOf(await match(client))).toEqual(refused)
    expect(codeOf(await client.post(`${BOOKED}/match`, {}))).toEqual(refused)
    expect(codeOf(await client.post(`${BOOKED}/match`, { entryIds: null }))).toEqual(refused)
    expect(codeOf(await client.post(`${BOOKED}/match`, { entryIds: 'x' }))[1]).toBe('ValueTypeInvalid')
    expect(codeOf(await client.post(`${BOOKED}/match`, { entryIds: [null] }))[1]).toBe('ValueNull')
    const tooMany = Array.from({ length: 50_001 }, (_, index) => index)
    expect(codeOf(await match(client, ...tooMany))).toEqual([400, 'ValueOutOfRange', 'entryIds'])
  })

  test('entries that do not exist, or only in another agreement, each by its place', async () => {
    const [client, other] = [await bookkeeper(service), await bookkeeper(service)]
    const theirs = await book(other, 'customer', '2026-01-01', 100)
    const reply = await match(client, theirs, 99)
    expect(codeOf(reply)).toEqual([400, 'ENTRYMATCHING_ERROR_ENTRIESNOTFOUND', 'entryIds[0]'])
    expect(reply.json.errors.map(({ property }: { property: string }) => property)).toEqual([
      'entryIds[0]',
      'entryIds[1]',
    ])
  })

  test('entries without a party', async () => {
    const client = await bookkeeper(service)
    const invoice = await book(client, 'customer', '2026-01-01', 100)
    expect(codeOf(await match(client, invoice, invoice + 1))).toEqual([
      400,
      'ENTRYMATCHING_ERROR_NO_CUSTOMER_OR_SUPPLIER_ENTRIES',
      'entryIds[1]',
    ])
  })

  test.each([
    ['a customer and a supplier', 'supplier', {}],
    ['two customers', 'customer', { customerNumber: 202, dueDate: '2026-02-01' }],
  ] as const)('%s', async (_, party, more) => {
    const client = await bookkeeper(service)
    const one = await book(client, 'customer', '2026-01-01', 100)
    const another = await book(client, party, '2026-01-01', -100, more)
    const mixed = 'ENTRYMATCHING_ERROR_SUPPLIER_CUSTOMER_MIXED'
    expect(codeOf(await match(client, another, one))).toEqual([400, mixed, 'entryIds[1]'])
  })

  test('what has nothing to settle: debits alone, one entry, what is settled', async () => {
    const client = await bookkeeper(service)
    const invoice = await book(client, 'customer', '2026-01-01', 100)
    const another = await book(client, 'customer', '2026-01-02', 100)
    const payment = await book(client, 'customer', '2026-01-03', -100)
    const refused = [400, 'ENTRYMATCHING_ERROR_NO_MATCHES', 'entryIds']
    expect(codeOf(await match(client, invoice, another))).toEqual(refused)
    expect(codeOf(await match(client, payment))).toEqual(refused)
    expect((await match(client, invoice, payment)).status).toBe(204)
    expect(codeOf(await match(client, invoice, payment))).toEqual(refused)
    expect(codeOf(await match(client, another, payment))).toEqual(refused)
    expect(await remainders(client)).toEqual([0, 100, 0])
  })
})

describe('periods', () => {
  const states = {
    BARREDPERIODS: 'UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND period_number = 3',
    CLOSEDPERIODS: 'UPDATE accounting_period SET is_closed = true WHERE agreement = $1 AND period_number = 3',
  }
  test.each([
    ['BARREDPERIODS', 'customer'],
    ['BARREDPERIODS', 'supplier'],
    ['CLOSEDPERIODS', 'customer'],
    ['CLOSEDPERIODS', 'supplier'],
  ] as const)('%s of a %s: a match is of the day of its latest entry', async (state, party) => {
    const client = await bookkeeper(service)
    const sign = party === 'customer' ? 1 : -1
    const early = await book(client, party, '2026-02-10', 60 * sign)
    const late = await book(client, party, '2026-03-10', -100 * sign)
    await service.database.rows(states[state], [client.agreement])
    const code = `ENTRYMATCHING_ERROR_${state}_${party.toUpperCase()}S`
    expect(codeOf(await match(client, late, early))).toEqual([400, code, 'entryIds[0]'])
    expect(await remainders(client)).toEqual([60 * sign, -100 * sign])
    const open = await book(client, party, '2026-04-10', 70 * sign)
    expect((await match(client, late, early, open)).status).toBe(204)
    expect(await remainders(client)).toEqual([0, 0, 30 * sign])
  })

  test('a closed accounting year', async () => {
    const client = await bookkeeper(service)
    const invoice = await book(client, 'customer', '2026-02-10', 60)
    const payment = await book(client, 'customer', '2026-03-10', -100)
    await service.database.rows('UPDATE accounting_year SET is_closed = true WHERE agreement = $1', [client.agreement])
    const code = 'ENTRYMATCHING_ERROR_CLOSED_ACCOUNTING_YEAR'
    expect(codeOf(await match(client, invoice, payment))).toEqual([400, code, 'entryIds[1]'])
  })
})

test('matches at once never settle more than there is', async () => {
  const client = await bookkeeper(service)
  const invoices = [await book(client, 'customer', '2026-01-01', 100), await book(client, 'customer', '2026-01-02', 90)]
  const payments = [
    await book(client, 'customer', '2026-02-01', -70),
    await book(client, 'customer', '2026-02-02', -80),
  ]
  const all = [...invoices, ...payments]
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, () => match(client, ...all)),
    match(client, invoices[0]!, payments[1]!),
    match(client, invoices[1]!, payments[0]!),
  ])
  expect(new Set(replies.map(({ status, json }) => `${status} ${json?.errorCode ?? ''}`))).toEqual(
    new Set(['204 ', '400 ENTRYMATCHING_ERROR_NO_MATCHES']),
  )
  const left = await remainders(client)
  expect(left.slice(2)).toEqual([0, 0])
  expect(left[0]! + left[1]!).toBe(40)
  await sound(client)
})

test('a match while the payment is booked on the same invoice settles it once', async () => {
  const client = await bookkeeper(service)
  const invoice = await book(client, 'customer', '2026-01-01', 100, { customerInvoiceNumber: '5' })
  const payment = await book(client, 'customer', '2026-01-02', -100)
  await client.post(DRAFTS, {
    ...(finance({ entryTypeNumber: 2, accountNumber: undefined, customerNumber: 201, amount: -100 }) as object),
    customerInvoiceNumber: '5',
  })
  const [matched, booked] = await Promise.all([match(client, invoice, payment), client.post(`${API}/journals/1/book`)])
  expect(booked.status).toBe(204)
  expect([204, 400]).toContain(matched.status)
  const left = await remainders(client)
  expect(left.reduce((sum, one) => sum! + one!, 0)).toBe(-100)
  expect(left[0]).toBe(0)
  await sound(client)
})
