import { expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, Reply } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, bookkeeper, codeOf, DRAFTS, finance } from './bookkeeping.ts'
import { REPORTS } from './report-books.ts'

const END = '2026-12-31'
const DIFFERENCES = 4330

/** The small books with a bank account in EUR, USD, a supplier in it, and the year 2027. */
async function world(): Promise<Client> {
  const service = await sharedService()
  const client = await bookkeeper(service)
  for (const statement of ABROAD) await service.database.rows(statement, [client.agreement])
  const made = await client.post('/accountingyearsapi/v2.0.1/AccountingYears', {
    ...{ dateFrom: '2027-01-01', dateTo: '2027-12-31' },
  })
  expect(made.status, made.text).toBe(201)
  return client
}

const ABROAD = [
  `INSERT INTO account (agreement, number, name, type, currency) VALUES ($1, 5830, 'Bank, EUR', 2, 'EUR')`,
  `INSERT INTO currency (agreement, code, name) VALUES ($1, 'USD', 'Dollar')`,
  `INSERT INTO supplier (agreement, number, name, group_number, currency, payment_term_number) VALUES ($1, 503, 'Acme', 1, 'USD', 1)`,
]

async function book(client: Client, ...entries: object[]): Promise<void> {
  const made = await client.post(`${DRAFTS}/bulk`, { entries: entries.map((one) => finance(one)) })
  expect(made.status, made.text).toBe(201)
  expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
}

const revalue = (client: Client, body: object): Promise<Reply> =>
  client.post(`${REPORTS}/revaluations`, { date: END, ...body })
const rates = (currency: string, rate: number): object => ({ rates: [{ currency, rate }] })
/** What a day's entries move on the account of exchange differences: a gain is positive. */
async function gained(client: Client, from: string, to: string): Promise<number> {
  const { json } = await client.get(`${REPORTS}/trial-balance?from=${from}&to=${to}&asBooked=true`)
  const line = json.items.find(({ accountNumber }: { accountNumber: number }) => accountNumber === DIFFERENCES)
  return Math.round((line.credit - line.debit) * 100) / 100
}
const sound = async ({ agreement }: Client): Promise<void> =>
  expect(await verify((await sharedService()).database, agreement)).toMatchObject({ ok: true })

const inEuro = (amount: number, exchangeRate: number): object => ({
  ...{ currency: 'EUR', amount, exchangeRate, accountNumber: 5830, contraAccountNumber: 1010 },
})

test('an account kept in a currency gets its worth once, and opens with it', async () => {
  const client = await world()
  await book(client, inEuro(2000, 745.5), inEuro(20, 743.5))
  const preview = await revalue(client, { ...rates('EUR', 746.9), preview: true })
  expect(preview.text).toBe(
    '{"date":"2026-12-31","voucherNumber":null,"reversingVoucherNumber":null,"items":[{"accountNumber":5830,"customerNumber":null,' +
      '"customerInvoiceNumber":null,"supplierNumber":null,"supplierInvoiceNumber":null,"externalNumber":null,"currency":"EUR",' +
      '"amount":2020.00,"rate":746.9,"bookedAmount":15058.70,"amountInBaseCurrency":15087.38,"difference":28.68}],"gain":28.68}',
  )
  expect(await gained(client, '2026-01-01', END)).toBe(0)
  const { json: yearEnd } = await client.post(`${REPORTS}/accounting-years/2026/close/preview`)
  expect(yearEnd.notes).toContainEqual(expect.objectContaining({ note: 'NotRevalued', count: 1 }))
  // Of two at once, one books.
  const both = await Promise.all([1, 2].map(() => revalue(client, rates('EUR', 746.9))))
  expect(both.map(({ json }) => json.gain).sort()).toEqual([0, 28.68])
  const booked = both.find(({ json }) => json.voucherNumber !== null)!.json
  expect(booked).toMatchObject({ reversingVoucherNumber: null })
  expect(booked.voucherNumber).toBeGreaterThanOrEqual(900_000_000)
  const { items } = (await client.get(`${REPORTS}/booked-entries?filter=voucherNumber$eq:${booked.voucherNumber}`)).json
  expect(
    items.map((one: Record<string, unknown>) => [
      ...[one.accountNumber, one.type, one.currencyCode, one.amount, one.amountInBaseCurrency, one.text],
    ]),
  ).toEqual([
    [5830, 9, 'EUR', 0, 28.68, 'Kursregulering'],
    [DIFFERENCES, 9, 'EUR', 0, -28.68, 'Kursregulering'],
  ])
  const closer = await (await sharedService()).client({ agreement: client.agreement, roles: ['SuperUser'] })
  expect((await closer.post(`${REPORTS}/accounting-years/2026/close`)).status).toBe(204)
  const opened = (await client.get(`${REPORTS}/booked-entries?filter=type$eq:7$and:accountNumber$eq:5830`)).json.items
  expect(
    opened.map((one: Record<string, unknown>) => [one.currencyCode, one.amount, one.amountInBaseCurrency]),
  ).toEqual([['EUR', 2020, 15_087.38]])
  // In the year after it goes on from there.
  expect((await revalue(client, { ...rates('EUR', 746.9), date: '2027-06-30' })).json).toMatchObject({
    gain: 0,
    items: [],
  })
  await sound(client)
})

const bill = (more: object): object => ({
  ...{ entryTypeNumber: 3, accountNumber: undefined, supplierNumber: 503, currency: 'USD', contraAccountNumber: 1310 },
  ...more,
})

test('what is open is worth its rate at the end of the day, and what it was the day after', async () => {
  const client = await world()
  const invoice = { supplierInvoiceNumber: 'A-1', amount: -2500, exchangeRate: 681.0408 }
  await book(client, bill(invoice), bill({ supplierInvoiceNumber: 'A-2', amount: -10, exchangeRate: 660 }))
  const done = await revalue(client, rates('USD', 660))
  expect(done.json).toMatchObject({
    gain: 526.02,
    items: [
      {
        supplierNumber: 503,
        supplierInvoiceNumber: 'A-1',
        amount: -2500,
        bookedAmount: -17_026.02,
        difference: 526.02,
      },
    ],
  })
  expect((await revalue(client, rates('USD', 660))).json).toMatchObject({ gain: 0, voucherNumber: null })
  const openOn = async (date: string): Promise<unknown[]> => {
    const { json } = await client.get(`${REPORTS}/open-supplier-items?date=${date}`)
    return [json.remainderInBaseCurrency, json.currencies]
  }
  expect(await openOn(END)).toEqual([-16_566, [{ currency: 'USD', remainder: -2510 }]])
  expect(await openOn('2027-01-01')).toEqual([-17_092.02, [{ currency: 'USD', remainder: -2510 }]])
  expect([await gained(client, '2026-01-01', END), await gained(client, '2027-01-01', '2027-12-31')]).toEqual([
    526.02, -526.02,
  ])
  const [match] = (await client.get(`${REPORTS}/matches`)).json.items
  expect(codeOf(await client.post(`${REPORTS}/matches/${match.number}/take-back`))).toEqual([
    ...[409, 'MatchCannotBeTakenBack', 'number'],
  ])
  const paid = {
    entryTypeNumber: 4,
    supplierInvoiceNumber: 'A-1',
    amount: 2500,
    exchangeRate: 660,
    contraAccountNumber: 5820,
  }
  await book(client, bill({ ...paid, date: '2027-01-15' }))
  expect(await gained(client, '2027-01-15', '2027-01-15')).toBe(526.02)
  expect(await gained(client, '2027-01-01', '2027-12-31')).toBe(0)
  await sound(client)
})

test('a receivable gains what a payable loses, and a later rate books the rest', async () => {
  const client = await world()
  const owed = {
    entryTypeNumber: 10,
    accountNumber: undefined,
    customerNumber: 202,
    currency: 'EUR',
    exchangeRate: 740,
  }
  const payable = bill({
    supplierNumber: 502,
    supplierInvoiceNumber: 'B',
    currency: 'EUR',
    amount: -1000,
    exchangeRate: 740,
  })
  await book(client, { ...owed, contraAccountNumber: 1010, amount: 1000, dueDate: '2026-04-01' }, payable)
  const { json } = await revalue(client, rates('EUR', 746.5))
  expect(json).toMatchObject({ gain: 0 })
  expect(
    json.items.map((one: Record<string, unknown>) => [one.customerNumber, one.supplierNumber, one.difference]),
  ).toEqual([
    [202, null, 65],
    [null, 502, -65],
  ])
  const again = await revalue(client, rates('EUR', 747))
  expect(again.json.items.map(({ difference }: { difference: number }) => difference)).toEqual([5, -5])
  // The rate table has 745.50 from June on.
  expect((await revalue(client, {})).json.items.map(({ difference }: { difference: number }) => difference)).toEqual([
    -15, 15,
  ])
  await sound(client)
})

test('what is in the way is said at once', async () => {
  const client = await world()
  await book(client, inEuro(10, 740), bill({ supplierInvoiceNumber: 'A-1', amount: -2500, exchangeRate: 681.0408 }))
  const faults = ({ status, json }: Reply): string[] => [
    String(status),
    ...(json.errors ?? []).map(({ property, errorCode }: Record<string, string>) => `${property}: ${errorCode}`),
  ]
  const sent = [
    { currency: 'DKK', rate: 100 },
    { currency: 'EUR', rate: 740 },
    { currency: 'EUR', rate: 741 },
    { currency: 'XXX', rate: 1 },
  ]
  expect(faults(await revalue(client, { rates: sent, date: '2030-01-01' }))).toEqual([
    '400',
    'date: JournalEntryDateAccountingYearDoesNotExist',
    'rates: JournalEntryExchangeRateError',
    'rates[0].currency: ValueNotAllowed',
    'rates[2].currency: ItemRepeated',
    'rates[3].currency: JournalEntryCurrencyNotFound',
  ])
  expect(faults(await revalue(client, { date: '9999-12-31' }))).toContain(
    'date: JournalEntryDateAccountingYearDoesNotExist',
  )
  expect(faults(await revalue(client, { rates: [{ currency: 'EUR', rate: 0 }] }))).toEqual([
    '400',
    'rates[0].rate: ValueOutOfRange',
  ])
  // The day after the last year there is nothing to take items back in.
  const last = await revalue(client, { ...rates('USD', 660), date: '2027-12-31' })
  expect(faults(last)).toEqual(['400', 'date: JournalEntryDateAccountingYearDoesNotExist'])
  expect(last.json.errors[0].message).toBe(
    'What is booked on open items is taken back the day after. No accounting year covers 2028-01-01.',
  )
  const { database } = await sharedService()
  await database.rows(`UPDATE account SET currency = 'EUR' WHERE agreement = $1 AND number = 1310`, [client.agreement])
  await database.rows(`UPDATE account SET currency = 'EUR', type = 2 WHERE agreement = $1 AND number = 2290`, [
    client.agreement,
  ])
  await database.rows(`UPDATE account SET currency = 'SEK' WHERE agreement = $1 AND number = 5830`, [client.agreement])
  await database.rows(
    `INSERT INTO exchange_rate (agreement, number, currency, date, rate) VALUES ($1, take_numbers($1, 'exchange_rate', 1), 'SEK', '2026-01-01', 66)`,
    [client.agreement],
  )
  expect(faults(await revalue(client, rates('USD', 660)))).toEqual(['400', 'date: JournalEntryAccountCurrencyMismatch'])
  await database.rows(`UPDATE account SET currency = 'EUR' WHERE agreement = $1 AND number = 5830`, [client.agreement])
  await database.rows(`DELETE FROM system_account WHERE agreement = $1 AND purpose = 'exchangeDifference'`, [
    client.agreement,
  ])
  expect(faults(await revalue(client, rates('USD', 660)))).toEqual(['400', 'request: ExchangeDifferenceAccountNotSet'])
})
