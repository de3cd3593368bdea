import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, bookkeeper, codeOf, DRAFTS } from './bookkeeping.ts'
import { ask, report } from './report-books.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const OWN = '/daybookapi/v1.0.0'
const DIFFERENCE = 4330

interface Booked {
  entryNumber: number
  type: number
  accountNumber: number
  date: string
  amount: number
  amountInBaseCurrency: number
  currencyCode: string
  voucherNumber: number
  customerNumber: number | null
  customerInvoiceNumber: number | null
  remainder: number | null
}

const entriesOf = async (client: Client): Promise<Booked[]> => (await client.get(BOOKED)).json.items

/** Books of 2026 and 2027. */
async function books(): Promise<Client> {
  const client = await bookkeeper(service)
  const year = { dateFrom: '2027-01-01', dateTo: '2027-12-31' }
  expect((await client.post('/accountingyearsapi/v2.0.1/AccountingYears', year)).status).toBe(201)
  return client
}

/** Books an entry of a customer, in EUR unless `more` says otherwise, and answers the number of the party's entry. */
async function book(client: Client, day: string, amount: number, more: object = {}): Promise<number> {
  const draft = {
    entryTypeNumber: amount > 0 ? 10 : 2,
    journalNumber: 1,
    date: day,
    amount,
    currency: 'EUR',
    customerNumber: 202,
    contraAccountNumber: amount > 0 ? 1010 : 5820,
    dueDate: '2026-02-28',
    text: 'Bilag',
    ...more,
  }
  const made = await client.post(DRAFTS, draft)
  expect(made.status, made.text).toBe(201)
  const before = (await entriesOf(client)).length
  const booked = await client.post(`${API}/journals/1/book`)
  expect(booked.status, booked.text).toBe(204)
  return before + 1
}

const match = (client: Client, ...entryIds: number[]): Promise<Reply> => client.post(`${BOOKED}/match`, { entryIds })
const takeBack = (client: Client, number: number): Promise<Reply> => client.post(`${OWN}/matches/${number}/take-back`)
const close = async ({ agreement }: Client, year = '2026'): Promise<Reply> =>
  (await service.client({ agreement, roles: ['SuperUser'] })).post(`${OWN}/accounting-years/${year}/close`)

/** What is open on a day: entry, in currency, in base currency. */
async function openOn(client: Client, day: string): Promise<unknown[]> {
  const { items } = await report(client, `open-customer-items?date=${day}`)
  return (items as Record<string, unknown>[]).map((item) => [
    item.entryNumber,
    item.remainderInCurrency,
    item.remainderInBaseCurrency,
  ])
}

async function sound(client: Client): Promise<void> {
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
}

/** What the books say of the customers at the end of a year, as bytes. */
const listsOf = async (client: Client, day: string): Promise<string[]> =>
  await Promise.all(
    ['aged-customers', 'open-customer-items', 'aged-suppliers', 'open-supplier-items', 'balance-sheet'].map(
      async (name) => (await ask(client, `${name}?date=${day}`)).text,
    ),
  )

describe('currency', () => {
  test('EUR 925 at 800 does not settle EUR 1,000 at 740, whatever it is worth', async () => {
    const client = await books()
    const invoice = await book(client, '2026-01-10', 1000, { exchangeRate: 740, customerInvoiceNumber: '7' })
    await book(client, '2026-02-10', -925, { exchangeRate: 800, customerInvoiceNumber: '7' })
    expect(await openOn(client, '2026-12-31')).toEqual([[invoice, '75.00', '555.00']])
    await sound(client)
  })

  test('the rest of a reversed invoice is realised once, and settles nothing besides', async () => {
    const client = await books()
    const invoice = await book(client, '2026-01-10', 100, { exchangeRate: 750, customerInvoiceNumber: '7' })
    await book(client, '2026-01-20', -101, { currency: 'DKK', customerInvoiceNumber: '7' })
    expect(await openOn(client, '2026-01-31')).toEqual([[invoice, '86.53', '649.00']])
    const reversed = await client.post(`${OWN}/vouchers/1/2026/1/reverse`, { date: '2026-02-01' })
    expect(reversed.status, reversed.text).toBe(201)
    // 750.00 × 86.53 / 100 = 648.98 settle the invoice, and 0.02 are the difference.
    expect(await openOn(client, '2026-02-01')).toEqual([[invoice + 4, '-13.47', '-101.02']])
    await sound(client)
  })

  test('a full payment at another rate settles the invoice; the rest is an exchange difference of that day', async () => {
    const client = await books()
    await book(client, '2026-01-10', 1000, { exchangeRate: 740, customerInvoiceNumber: '7' })
    const payment = await book(client, '2026-02-10', -1000, { exchangeRate: 800, customerInvoiceNumber: '7' })
    expect(await openOn(client, '2026-12-31')).toEqual([])
    expect((await report(client, 'aged-customers?date=2026-12-31')).items).toEqual([])
    const [ofParty, against] = (await entriesOf(client)).slice(-2)
    const system = {
      type: 9,
      date: '2026-02-10T00:00:00Z',
      text: 'Kursdifference',
      amount: 0,
      currencyCode: 'EUR',
    }
    expect(ofParty).toMatchObject({
      ...system,
      entryNumber: payment + 2,
      accountNumber: 5600,
      amountInBaseCurrency: 600,
      customerNumber: 202,
      customerInvoiceNumber: 7,
      remainder: 0,
    })
    expect(against).toMatchObject({ ...system, accountNumber: DIFFERENCE, amountInBaseCurrency: -600, remainder: null })
    expect(against!.voucherNumber).toBe(ofParty!.voucherNumber)
    const { items } = await report(client, 'trial-balance?from=2026-02-10&to=2026-02-10')
    expect(items).toContainEqual(
      expect.objectContaining({ accountNumber: DIFFERENCE, debit: '0.00', credit: '600.00' }),
    )
    await sound(client)
  })

  test('a payment in parts realises the difference of each part', async () => {
    const client = await books()
    const invoice = await book(client, '2026-01-10', 1000, { exchangeRate: 740, customerInvoiceNumber: '7' })
    await book(client, '2026-02-10', -400, { exchangeRate: 700, customerInvoiceNumber: '7' })
    expect(await openOn(client, '2026-02-10')).toEqual([[invoice, '600.00', '4440.00']])
    await book(client, '2026-03-10', -600, { exchangeRate: 750, customerInvoiceNumber: '7' })
    expect(await openOn(client, '2026-02-10')).toEqual([[invoice, '600.00', '4440.00']])
    expect(await openOn(client, '2026-03-10')).toEqual([])
    const differences = (await entriesOf(client)).filter(({ accountNumber }) => accountNumber === DIFFERENCE)
    expect(differences.map(({ amountInBaseCurrency }) => amountInBaseCurrency)).toEqual([160, -60])
    await sound(client)
  })

  test('a match of entries of two currencies is in base currency', async () => {
    const client = await books()
    const invoice = await book(client, '2026-01-10', 100, { exchangeRate: 740 })
    const payment = await book(client, '2026-02-10', -370, { currency: 'DKK' })
    expect((await match(client, invoice, payment)).status).toBe(204)
    expect(await openOn(client, '2026-12-31')).toEqual([[invoice, '50.00', '370.00']])
    await sound(client)
  })

  test('without an account for it no difference can be booked, by booking or by a match', async () => {
    const client = await bookkeeper(service)
    await service.database.rows("DELETE FROM system_account WHERE agreement = $1 AND purpose = 'exchangeDifference'", [
      client.agreement,
    ])
    const invoice = await book(client, '2026-01-10', 100, { exchangeRate: 740, customerInvoiceNumber: '7' })
    const paid = { entryTypeNumber: 2, journalNumber: 1, date: '2026-02-01', customerNumber: 202, currency: 'EUR' }
    const draft = { ...paid, amount: -100, exchangeRate: 741, contraAccountNumber: 5820, text: 'Betalt' }
    expect((await client.post(DRAFTS, { ...draft, customerInvoiceNumber: '7' })).status).toBe(201)
    const refused = [400, 'ExchangeDifferenceAccountNotSet', 'request']
    expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual(refused)
    expect((await client.delete(`${DRAFTS}/delete/1`)).status).toBe(204)
    const payment = await book(client, '2026-02-10', -100, { exchangeRate: 741 })
    expect(codeOf(await match(client, invoice, payment))).toEqual(refused)
    expect(await openOn(client, '2026-12-31')).toHaveLength(2)
  })
})

describe('a match counts from the day of the latest entry it names', () => {
  test('so an unrelated entry of the open year leaves the lists of the closed one as they were', async () => {
    const client = await books()
    const invoice = await book(client, '2026-01-10', 100, { currency: 'DKK' })
    const payment = await book(client, '2026-02-10', -60, { currency: 'DKK' })
    expect((await close(client)).status).toBe(204)
    const before = await listsOf(client, '2026-12-31')
    const later = await book(client, '2027-01-05', 9, { currency: 'DKK' })
    expect(codeOf(await match(client, payment, invoice))[1]).toBe('ENTRYMATCHING_ERROR_CLOSED_ACCOUNTING_YEAR')
    expect((await match(client, payment, later, invoice)).status).toBe(204)
    expect(await listsOf(client, '2026-12-31')).toEqual(before)
    expect(await openOn(client, '2027-01-04')).toEqual([
      [invoice, '100.00', '100.00'],
      [payment, '-60.00', '-60.00'],
    ])
    expect(await openOn(client, '2027-01-05')).toEqual([
      [invoice, '40.00', '40.00'],
      [later, '9.00', '9.00'],
    ])
    await sound(client)
  })

  test('what is booked settles nothing as of a barred period; once it is open again, a match does', async () => {
    const client = await books()
    const invoice = await book(client, '2026-03-10', 100, { currency: 'DKK', customerInvoiceNumber: '7' })
    expect((await client.post(`${OWN}/accounting-years/2026/periods/3/bar`)).status).toBe(204)
    const payment = await book(client, '2026-02-10', -100, { currency: 'DKK', customerInvoiceNumber: '7' })
    expect(await openOn(client, '2026-12-31')).toHaveLength(2)
    const barred = 'ENTRYMATCHING_ERROR_BARREDPERIODS_CUSTOMERS'
    expect(codeOf(await match(client, payment, invoice))).toEqual([400, barred, 'entryIds[1]'])
    expect((await client.post(`${OWN}/accounting-years/2026/periods/3/unbar`)).status).toBe(204)
    expect((await match(client, payment, invoice)).status).toBe(204)
    expect(await openOn(client, '2026-03-09')).toEqual([[payment, '-100.00', '-100.00']])
    expect(await openOn(client, '2026-03-10')).toEqual([])
  })

  test('the database refuses one of a closed year, whoever asks', async () => {
    const client = await books()
    await book(client, '2026-01-10', 100, { currency: 'DKK' })
    await book(client, '2026-02-10', -60, { currency: 'DKK' })
    expect((await close(client)).status).toBe(204)
    const refused = await service.database
      .rows(
        `INSERT INTO entry_match (agreement, number, debit_entry, credit_entry, amount, debit_amount, credit_amount, date)
         VALUES ($1, 1, 1, 3, 60, 60, 60, '2026-12-31')`,
        [client.agreement],
      )
      .then(
        () => 'done',
        (error: { constraint_name?: string }) => error.constraint_name,
      )
    expect(refused).toBe('entry_match_year_closed')
  })
})

describe('taking back a match', () => {
  const matchesOf = async (client: Client): Promise<Record<string, number | string | null>[]> =>
    (await client.get(`${OWN}/matches`)).json.items

  test('opens its entries again, on every day, books the difference back and keeps the log', async () => {
    const client = await books()
    const invoice = await book(client, '2026-01-10', 1000, { exchangeRate: 740, customerInvoiceNumber: '7' })
    const payment = await book(client, '2026-02-10', -1000, { exchangeRate: 800, customerInvoiceNumber: '7' })
    expect((await matchesOf(client)).map(({ number, belongsTo, date }) => [number, belongsTo, date])).toEqual([
      [1, null, '2026-02-10'],
      [2, 1, '2026-02-10'],
    ])
    const reply = await takeBack(client, 1)
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await openOn(client, '2026-02-10')).toEqual([
      [invoice, '1000.00', '7400.00'],
      [payment, '-1000.00', '-8000.00'],
    ])
    const differences = (await entriesOf(client)).filter(({ accountNumber }) => accountNumber === DIFFERENCE)
    expect(differences.map(({ amountInBaseCurrency, date }) => [amountInBaseCurrency, date])).toEqual([
      [-600, '2026-02-10T00:00:00Z'],
      [600, '2026-02-10T00:00:00Z'],
    ])
    expect(await matchesOf(client)).toMatchObject([
      {
        number: 1,
        debitEntry: invoice,
        creditEntry: payment,
        amountInBaseCurrency: 7400,
        takenBackBy: 3,
        bookingNumber: 2,
      },
      { number: 2, debitEntry: payment + 2, creditEntry: payment, debitAmount: 0, takenBackBy: 4, belongsTo: 1 },
      { number: 3, debitAmount: -1000, creditAmount: -1000, takesBack: 1 },
      { number: 4, amountInBaseCurrency: -600, takesBack: 2 },
      { number: 5, debitEntry: payment + 2, amountInBaseCurrency: 600, belongsTo: 1 },
    ])
    expect((await client.get(`${BOOKED}/matched-pairs`)).json.items).toHaveLength(1)
    // Booking something else of the invoice does not match them again; asking for it does.
    await book(client, '2026-03-10', 1, { exchangeRate: 740, customerInvoiceNumber: '7' })
    expect(await openOn(client, '2026-03-09')).toHaveLength(2)
    await sound(client)
  })

  test('restores what each part took, in any order', async () => {
    const client = await books()
    const invoice = await book(client, '2026-01-10', 10, { exchangeRate: 745.33, customerInvoiceNumber: '7' })
    const payments = [
      await book(client, '2026-02-01', -3.33, { exchangeRate: 746.01, customerInvoiceNumber: '7' }),
      await book(client, '2026-02-02', -3.33, { exchangeRate: 744.9, customerInvoiceNumber: '7' }),
      await book(client, '2026-02-03', -3.34, { exchangeRate: 740, customerInvoiceNumber: '7' }),
    ]
    expect(await openOn(client, '2026-12-31')).toEqual([])
    const own = (await matchesOf(client)).filter(({ belongsTo }) => belongsTo === null)
    for (const { number } of [own[1]!, own[0]!, own[2]!])
      expect((await takeBack(client, number as number)).status).toBe(204)
    expect(await openOn(client, '2026-12-31')).toEqual([
      [invoice, '10.00', '74.53'],
      ...payments.map((entry, index) => [
        entry,
        ['-3.33', '-3.33', '-3.34'][index],
        ['-24.84', '-24.81', '-24.72'][index],
      ]),
    ])
    const { items } = await report(client, 'trial-balance?from=2026-01-01&to=2026-12-31')
    const line = (items as { accountNumber: number }[]).find(({ accountNumber }) => accountNumber === DIFFERENCE)
    expect(line).toMatchObject({ closingBalance: '0.00' })
    await sound(client)
  })

  test('refuses what is not there, is taken back, belongs to another or takes one back itself', async () => {
    const client = await books()
    await book(client, '2026-01-10', 10, { exchangeRate: 740, customerInvoiceNumber: '7' })
    await book(client, '2026-02-10', -10, { exchangeRate: 800, customerInvoiceNumber: '7' })
    expect(codeOf(await takeBack(client, 9))).toEqual([404, 'MatchDoesNotExist', 'number'])
    expect(codeOf(await takeBack(client, 2))).toEqual([409, 'MatchCannotBeTakenBack', 'number'])
    const other = await bookkeeper(service)
    expect(codeOf(await takeBack(other, 1))[1]).toBe('MatchDoesNotExist')
    expect((await takeBack(client, 1)).status).toBe(204)
    expect(codeOf(await takeBack(client, 1))).toEqual([409, 'MatchAlreadyTakenBack', 'number'])
    expect(codeOf(await takeBack(client, 3))).toEqual([409, 'MatchCannotBeTakenBack', 'number'])
    expect(codeOf(await takeBack(client, 5))).toEqual([409, 'MatchCannotBeTakenBack', 'number'])
  })

  test('refuses one of a closed year or a barred period', async () => {
    const client = await books()
    await book(client, '2026-01-10', 10, { currency: 'DKK', customerInvoiceNumber: '7' })
    await book(client, '2026-02-10', -10, { currency: 'DKK', customerInvoiceNumber: '7' })
    expect((await client.post(`${OWN}/accounting-years/2026/periods/2/bar`)).status).toBe(204)
    const barred = 'ENTRYMATCHING_ERROR_BARREDPERIODS_CUSTOMERS'
    expect(codeOf(await takeBack(client, 1))).toEqual([400, barred, 'number'])
    expect((await close(client)).status).toBe(204)
    const before = await listsOf(client, '2026-12-31')
    expect(codeOf(await takeBack(client, 1))).toEqual([400, 'ENTRYMATCHING_ERROR_CLOSED_ACCOUNTING_YEAR', 'number'])
    expect(await listsOf(client, '2026-12-31')).toEqual(before)
  })

  test('at once happens once', async () => {
    const client = await books()
    await book(client, '2026-01-10', 10, { currency: 'DKK', customerInvoiceNumber: '7' })
    await book(client, '2026-02-10', -10, { currency: 'DKK', customerInvoiceNumber: '7' })
    const replies = await Promise.all(Array.from({ length: 5 }, () => takeBack(client, 1)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409])
    await sound(client)
  })
})

test('what a party has on one summary account settles what it has on another only by a match, through a transfer', async () => {
  const client = await books()
  const more = { currency: 'DKK', customerInvoiceNumber: '7' }
  const invoice = await book(client, '2026-01-10', 100, more)
  const payment = await book(client, '2026-02-10', -100, more)
  const account = { number: 5601, name: 'Others', type: 2, isBlockedForDirectEntries: true }
  expect((await client.post('/accountsapi/v7.0.0/Accounts', account)).status).toBe(201)
  expect((await client.post(`${OWN}/customer-groups`, { number: 9, name: 'Others', accountNumber: 5601 })).status).toBe(
    201,
  )
  const given = Object.entries((await client.get(`${OWN}/customers/202`)).json as object).filter(
    ([, value]) => value !== null,
  )
  const moved = await client.put(`${OWN}/customers`, { ...Object.fromEntries(given), groupNumber: 9 })
  expect(moved.status, moved.text).toBe(204)
  expect((await takeBack(client, 1)).status).toBe(204)
  const later = await book(client, '2026-03-10', -100, more)
  expect(await openOn(client, '2026-03-10')).toEqual([
    [invoice, '100.00', '100.00'],
    [payment, '-100.00', '-100.00'],
    [later, '-100.00', '-100.00'],
  ])
  const balances = async (): Promise<unknown[]> =>
    (
      await service.database.rows<{ account: number; balance: string }>(
        `SELECT e.account_number AS account, sum(e.amount_in_base_currency) AS balance FROM booked_entry e
         WHERE e.agreement = $1 AND e.customer_number = 202 GROUP BY e.account_number ORDER BY e.account_number`,
        [client.agreement],
      )
    ).map(({ account: number, balance }) => [number, balance])
  const before = [
    [5600, '0.00'],
    [5601, '-100.00'],
  ]
  expect(await balances()).toEqual(before)
  expect((await match(client, invoice, later)).status).toBe(204)
  expect(await openOn(client, '2026-03-10')).toEqual([[payment, '-100.00', '-100.00']])
  expect(await balances()).toEqual([
    [5600, '-100.00'],
    [5601, '0.00'],
  ])
  await sound(client)
  const asked = (await client.get(`${OWN}/matches`)).json.items.findLast(
    ({ belongsTo }: { belongsTo: number | null }) => belongsTo === null,
  )
  expect((await takeBack(client, asked.number as number)).status).toBe(204)
  expect(await openOn(client, '2026-03-10')).toEqual([
    [invoice, '100.00', '100.00'],
    [payment, '-100.00', '-100.00'],
    [later, '-100.00', '-100.00'],
  ])
  expect(await balances()).toEqual(before)
  expect((await match(client, invoice, payment)).status).toBe(204)
  await sound(client)
})
