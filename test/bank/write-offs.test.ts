import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { API, BOOKED, codeOf, DRAFTS } from '../resources/bookkeeping.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DB } from './files.ts'
import { match, openOf, withLines } from './matching.ts'

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => {
  client = await withLines(service, ['2026-04-01', '7000.00'], ['2026-04-02', '9800.00'])
  await service.database.rows(
    `INSERT INTO account (agreement, number, name, type) VALUES ($1, 2755, 'Tab på debitorer', 1)`,
    [client.agreement],
  )
})

/** Books the parts of an invoice of customer 201: gross amounts, each with its VAT code. */
async function invoiced(invoiceNumber: string, ...parts: [amount: number, vatCode?: string][]): Promise<number> {
  const shared = { journalNumber: 1, date: '2026-03-01', voucherNumber: 900 + Number(invoiceNumber), currency: 'DKK' }
  const total = parts.reduce((sum, [amount]) => sum + amount, 0)
  const entries = [
    {
      ...shared,
      entryTypeNumber: 10,
      customerNumber: 201,
      customerInvoiceNumber: invoiceNumber,
      amount: total,
      contraAccountNumber: 5820,
    },
    { ...shared, entryTypeNumber: 5, accountNumber: 5820, amount: total },
    ...parts.map(([amount, vatCode]) => ({
      ...shared,
      entryTypeNumber: 5,
      accountNumber: 1010,
      amount: -amount,
      ...(vatCode !== undefined && { vatCode }),
    })),
  ]
  const made = await client.post(`${DRAFTS}/bulk`, { entries })
  expect(made.status, made.text).toBe(201)
  expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
  return (await lastOf(201)).at(-1)!
}

const lastOf = async (customer: number): Promise<number[]> =>
  (await client.get(`${BOOKED}?filter=customerNumber$eq:${customer}`)).json.items.map(
    ({ entryNumber }: { entryNumber: number }) => entryNumber,
  )

/** What is posted on the accounts of a loss and of sales VAT, by voucher order. */
const lost = async (): Promise<[number, number][]> => {
  const rows = await service.database.rows<{ account: number; amount: number }>(
    `SELECT account_number AS account, sum(amount)::float AS amount FROM booked_entry
     WHERE agreement = $1 AND account_number IN (2755, 6902) AND date > '2026-03-01' GROUP BY 1 ORDER BY 1`,
    [client.agreement],
  )
  return rows.map(({ account, amount }) => [account, amount])
}

const sound = async (): Promise<void> =>
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })

test('a bad debt has the VAT of its item in proportion: 10,500.00 of 17,500.00 are 9,000.00 and 1,500.00', async () => {
  await invoiced('17', [12_500, 'U25'], [5_000])
  const paid = { bankLines: [1], items: [{ customerNumber: 201, invoiceNumber: '17', amount: 7000 }] }
  expect((await match(client, paid, { book: true })).status).toBe(201)
  const open = (await lastOf(201))[0]!
  const loss = { entries: [open], writeOffAccountNumber: 2755, journalNumber: 1, date: '2026-06-30', text: 'Konkurs' }
  expect(codeOf(await client.post(`${DB}/matches`, { ...loss, journalNumber: undefined, date: undefined }))).toEqual([
    400,
    'ValueRequired',
    'journalNumber',
  ])
  const reply = await client.post(`${DB}/matches`, loss)
  expect([reply.status, reply.json]).toMatchObject([200, { accountingYear: '2026', journalNumber: 1, amount: 10_500 }])
  expect(await lost()).toEqual([
    [2755, 9000],
    [6902, 1500],
  ])
  expect(await openOf(client)).toEqual([])
  await sound()
})

test('a discount of a bank line has it too: 200.00 of 10,000.00 are 160.00 and 40.00', async () => {
  await invoiced('10', [10_000, 'U25'])
  const paid = { bankLines: [2], items: [{ customerNumber: 201, invoiceNumber: '10' }], writeOffAccountNumber: 2755 }
  expect((await client.put(`${DB}/write-off-setup`, { limit: 199.99 })).status).toBe(204)
  expect((await client.get(`${DB}/write-off-setup`)).json).toEqual({ limit: 199.99 })
  const refused = [400, 'WriteOffExceedsLimit', 'matches[0].writeOffAccountNumber']
  expect(codeOf(await match(client, paid, { book: true }))).toEqual(refused)
  const [open] = await lastOf(201)
  const whole = { entries: [open], writeOffAccountNumber: 2755, journalNumber: 1, date: '2026-06-30' }
  expect(codeOf(await client.post(`${DB}/matches`, whole))).toEqual([
    400,
    'WriteOffExceedsLimit',
    'writeOffAccountNumber',
  ])
  expect((await client.put(`${DB}/write-off-setup`, { limit: 200 })).status).toBe(204)
  const done = await match(client, paid, { book: true })
  expect(done.status, done.text).toBe(201)
  expect(await lost()).toEqual([
    [2755, 160],
    [6902, 40],
  ])
  expect(await openOf(client)).toEqual([])
  await sound()
})

test('entries are matched without writing anything off, and of several currencies nothing is', async () => {
  const one = await invoiced('10', [10_000, 'U25'])
  await client.post(DRAFTS, {
    entryTypeNumber: 2,
    journalNumber: 1,
    date: '2026-04-02',
    customerNumber: 201,
    amount: -400,
    contraAccountNumber: 5820,
  })
  await client.post(DRAFTS, {
    entryTypeNumber: 2,
    journalNumber: 1,
    date: '2026-04-02',
    customerNumber: 201,
    amount: -10,
    currency: 'EUR',
    exchangeRate: 745,
    contraAccountNumber: 5820,
  })
  expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
  const [, kroner, euro] = await lastOf(201)
  const two = { entries: [one, euro], writeOffAccountNumber: 2755, journalNumber: 1, date: '2026-06-30' }
  expect(codeOf(await client.post(`${DB}/matches`, two))).toEqual([400, 'WriteOffOfSeveralCurrencies', 'entries'])
  const reply = await client.post(`${DB}/matches`, { entries: [one, kroner] })
  expect([reply.status, reply.json]).toEqual([
    200,
    { accountingYear: null, journalNumber: null, voucherNumber: null, amount: null },
  ])
  expect(await lost()).toEqual([])
})
