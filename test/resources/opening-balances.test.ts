import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { book, danish, OURS } from './vat-books.ts'

const OPENING = `${OURS}/opening-balances`

let service: TestService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await danish(service)
  const customer = { number: 1, name: 'Galleri Nord', groupNumber: 1, currency: 'DKK', paymentTermNumber: 2 }
  expect((await client.post(`${OURS}/customers`, customer)).status).toBe(201)
  expect((await client.post(`${OURS}/suppliers`, { ...customer, name: 'Lerværket' })).status).toBe(201)
})
afterAll(() => service.stop())

/** 18 accounts, by hand: 6130 has what is missing; 5600 and 6800 are those of the items. */
const ACCOUNTS: [number, number][] = [
  [5110, 240_000],
  [5120, -96_000],
  [5130, 180_000],
  [5140, -45_000],
  [5210, 30_000],
  [5510, 85_000],
  [5600, 22_500],
  [5620, 4_000],
  [5640, 6_500],
  [5810, 1_250],
  [5820, 100_000],
  [6110, -80_000],
  [6130, -294_180],
  [6410, -120_000],
  [6800, -12_000],
  [6902, -31_000],
  [6906, 9_010],
]
const EUR = { accountNumber: 5830, currency: 'EUR', amount: 2000, amountInBaseCurrency: 14_920 }
const ITEMS = [
  { customerNumber: 1, invoiceNumber: 'GN-5501', dueDate: '2025-01-15', amount: 12_500 },
  { customerNumber: 1, invoiceNumber: 'GN-5502', dueDate: '2025-01-18', amount: 6_250 },
  { customerNumber: 1, invoiceNumber: 'GN-5503', dueDate: '2025-01-20', amount: 3_750 },
  { supplierNumber: 1, invoiceNumber: '88-1204', dueDate: '2025-01-10', amount: -8_000 },
  { supplierNumber: 1, invoiceNumber: '88-1207', dueDate: '2025-01-17', amount: -4_000 },
]
const REST = -ACCOUNTS.reduce((sum, [, amount]) => sum + amount, 14_920)
const request = (more: object = {}): object => ({
  date: '2025-01-01',
  journalNumber: 1,
  text: 'Primo',
  accounts: [
    ...ACCOUNTS.map(([accountNumber, amount]) => ({
      accountNumber,
      amount: accountNumber === 6410 ? amount + REST : amount,
    })),
    EUR,
  ],
  items: ITEMS,
  nextInvoiceNumber: 5504,
  ...more,
})
const post = (more: object = {}) => client.post(OPENING, request(more))

test('what does not add up is told by the preview, and refused', async () => {
  const off = { items: ITEMS.slice(1), preview: true }
  expect((await post(off)).json).toMatchObject({
    voucherNumber: 0,
    differences: [
      { accountNumber: 5600, given: 22_500, items: 10_000, difference: 12_500 },
      { accountNumber: null, given: -12_500, items: 0, difference: -12_500 },
    ],
  })
  const refused = await post({ items: ITEMS.slice(1) })
  expect([refused.status, refused.json.errors.length]).toEqual([400, 2])
  expect(codeOf(refused)).toEqual([400, 'OpeningBalancesDoNotAddUp', 'accounts'])
  expect((await post({ preview: true })).json.differences).toEqual([])
  expect(codeOf(await client.delete(OPENING))).toEqual([404, 'OpeningBalancesDoNotExist', 'request'])
})

test.each<[unknown[], object]>([
  [[404, 'JournalDoesNotExist', 'journalNumber'], { journalNumber: 77 }],
  [[400, 'CustomerDoesNotExist', 'items[0].customerNumber'], { items: [{ ...ITEMS[0], customerNumber: 9 }] }],
  [[400, 'SupplierDoesNotExist', 'items[0].supplierNumber'], { items: [{ ...ITEMS[3], supplierNumber: 9 }] }],
  [[400, 'ValueRequired', 'items[0].customerNumber'], { items: [{ invoiceNumber: '1', amount: 1 }] }],
  [
    [400, 'ValueRequired', 'accounts[0].amountInBaseCurrency'],
    { accounts: [{ accountNumber: 5830, currency: 'EUR', amount: 1 }] },
  ],
  [
    [400, 'ValueNotAllowed', 'accounts[0].amountInBaseCurrency'],
    { accounts: [{ accountNumber: 5820, amount: 1, amountInBaseCurrency: 1 }] },
  ],
  [[400, 'ValueRequired', 'accounts'], { accounts: [], items: [] }],
])('%j', async (expected, more) => {
  expect(codeOf(await post(more))).toEqual(expected)
})

test('18 accounts and 5 items open the books as one voucher, which is taken back until something else is booked', async () => {
  const opened = await post()
  expect([opened.status, opened.json]).toMatchObject([200, { lines: 21, accountingYear: '2025', differences: [] }])
  const balance = async (): Promise<Record<number, number>> => {
    const { json } = await client.get(`${OURS}/trial-balance?from=2025-01-01&to=2025-01-31`)
    const items = json.items as { accountNumber: number; closingBalance: number }[]
    return Object.fromEntries(items.map((one) => [one.accountNumber, one.closingBalance]))
  }
  expect(await balance()).toMatchObject({ 6130: -294_180, 5830: 14_920, 5600: 22_500, 6800: -12_000 })
  const [euro] = await service.database.rows(
    'SELECT e.amount, e.currency FROM booked_entry e WHERE e.agreement = $1 AND e.account_number = 5830',
    [client.agreement],
  )
  expect(euro).toEqual({ amount: '2000.00', currency: 'EUR' })
  expect((await client.get(`${OURS}/sales-setup`)).json.nextInvoiceNumber).toBe(5504)
  const open = async () => (await client.get(`${OURS}/open-items?date=2025-01-31`)).json.items as object[]
  expect(await open()).toHaveLength(5)
  expect(codeOf(await post())).toEqual([409, 'OpeningBalancesAreThere', 'request'])
  expect((await client.delete(OPENING)).status).toBe(204)
  expect(await open()).toEqual([])
  expect((await balance())[6130] ?? 0).toBe(0)
  expect((await post()).status).toBe(200)
  await book(client, '2025-02-01', [[3410, 100, 'I25']])
  expect(codeOf(await client.delete(OPENING))).toEqual([409, 'OpeningBalancesHaveSuccessors', 'request'])
  expect(await open()).toHaveLength(5)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})
