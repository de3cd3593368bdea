import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { book, danish, OURS } from './vat-books.ts'

const OPENING = `${OURS}/opening-balances`

let service: TestService
let client: Client
beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => {
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

const GROUP = {
  number: 1,
  name: 'Maskiner',
  lifeTimeMonths: 60,
  assetAccountNumber: 5130,
  depreciationAccountNumber: 5140,
}
const ASSETS = [
  { number: 11, groupNumber: 1, text: 'Drejebænk', startDate: '2023-01-01', cost: 120_000, depreciation: 40_000 },
  {
    number: 12,
    groupNumber: 1,
    text: 'Ovn',
    startDate: '2024-07-01',
    cost: 60_000,
    depreciation: 5_000,
    lifeTimeMonths: 72,
  },
]

/** The same as CSV, as a Danish spreadsheet writes it. */
function csvOf(rows: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: unknown): string => {
    if (typeof value === 'number' && value % 1000 === 0 && value > 0) return `${value / 1000}.000,00`
    return typeof value === 'string' && value.includes(' ') ? `"${value}"` : String(value ?? '')
  }
  return [
    '\uFEFF' + columns.join(';'),
    ...rows.map((row) => columns.map((name) => cell(row[name])).join(';')),
    '',
  ].join('\r\n')
}

/** A company with an asset group, the rows that open its books, and how they are sent as CSV. */
async function withAssets() {
  const other = await danish(service)
  const party = { number: 1, name: 'Galleri Nord', groupNumber: 1, currency: 'DKK', paymentTermNumber: 2 }
  for (const [path, body] of [
    ['customers', party],
    ['suppliers', party],
    ['asset-groups', GROUP],
  ] as const)
    expect((await other.post(`${OURS}/${path}`, body)).status).toBe(201)
  const { accounts, items } = request() as Record<string, Record<string, unknown>[]>
  const number = ({ accountNumber, ...rest }: Record<string, unknown>) => ({
    accountNumber: String(accountNumber),
    ...rest,
  })
  const assets = ASSETS.map(({ number: assetNumber, lifeTimeMonths, ...rest }) => ({
    assetNumber,
    ...rest,
    lifeTimeMonths,
  }))
  const send = (rows: readonly Record<string, unknown>[], more: object = {}) =>
    other.post(OPENING, { date: '2025-01-01', journalNumber: 1, csv: csvOf(rows), nextInvoiceNumber: 5504, ...more })
  const rows = [...accounts!.map(number), ...items!, ...assets]
  return { other, rows, assets, send }
}

test('the same as CSV with the register of assets: faults by line, one booking, taken back whole', async () => {
  const { other, rows, assets, send } = await withAssets()
  // Line 1 names the columns.
  const wrong = rows.map((row, at) =>
    at === 0 ? { ...row, amount: 'x' } : at === 2 ? { ...row, dueDate: '2025-01-01' } : row,
  )
  const refused = await send([
    ...wrong,
    { customerNumber: 9, invoiceNumber: '1', amount: '0,00' },
    { assetNumber: 13, groupNumber: 1 },
  ])
  const faults = (reply: typeof refused) =>
    reply.json.errors.map((one: Record<string, string>) => [one.errorCode, one.property, one.message!.split(':')[0]])
  expect([refused.status, faults(refused)]).toEqual([
    400,
    [
      ['ValueTypeInvalid', 'csv', 'Line 2'],
      ['ValueNotAllowed', 'csv', 'Line 4'],
      ['ValueRequired', 'csv', `Line ${rows.length + 3}`],
      ['ValueRequired', 'csv', `Line ${rows.length + 3}`],
    ],
  ])
  expect(faults(await send([...rows, { customerNumber: 9, invoiceNumber: '1', amount: '0,00' }]))).toEqual([
    ['CustomerDoesNotExist', 'csv', `Line ${rows.length + 2}`],
  ])
  expect(faults(await send([...rows, { ...assets[0], assetNumber: 14, groupNumber: 7 }]))).toEqual([
    ['JournalEntryAssetGroupNotFound', 'csv', `Line ${rows.length + 2}`],
  ])
  for (const [csv, code] of [
    ['accountNumber;beløb\n5820;1', 'ValueNotAllowed'],
    ['accountNumber;amount;amount\n5820;1;1', 'ItemRepeated'],
    ['accountNumber,amount\n5820,1,2', 'ValueNotAllowed'],
  ])
    expect(codeOf(await other.post(OPENING, { date: '2025-01-01', journalNumber: 1, csv }))).toEqual([400, code, 'csv'])
  expect(codeOf(await send(rows, { items: [] }))).toEqual([400, 'ValueNotAllowed', 'items'])
  const preview = await send([...rows.slice(0, -1), { ...assets[1], depreciation: 4_000 }], { preview: true })
  expect(preview.json.differences).toEqual([
    { accountNumber: 5140, given: -45_000, items: -44_000, difference: -1_000 },
  ])
  expect((await send(rows, { preview: true })).json).toMatchObject({ lines: 21, differences: [] })
  for (const end of [true, false]) {
    const opened = await send(rows)
    expect([opened.status, opened.json]).toMatchObject([200, { lines: 21, differences: [] }])
    const register = (await other.get(`${OURS}/asset-register?date=2025-01-31`)).json
    expect([register.cost, register.depreciation, register.items.length]).toEqual([180_000, 45_000, 2])
    expect(register.accounts.map((one: { difference: number }) => one.difference)).toEqual([0, 0])
    expect(await verify(service.database, other.agreement)).toMatchObject({ ok: true })
    if (!end) continue
    expect((await other.delete(OPENING)).status).toBe(204)
    expect((await other.get(`${OURS}/asset-register?date=2025-01-31`)).json).toMatchObject({ cost: 0, items: [] })
    expect(await verify(service.database, other.agreement)).toMatchObject({ ok: true })
  }
  expect((await other.get(`${OURS}/trial-balance?from=2025-01-01&to=2025-01-31`)).json.items).toContainEqual(
    expect.objectContaining({ accountNumber: 6130, closingBalance: -294_180 }),
  )
})
