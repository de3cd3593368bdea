import { expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, Reply } from '../service/harness.ts'
import { faultNames } from '../conventions/replies.ts'
import { yearOf } from '../service/books.ts'
import { sharedService } from '../service/shared.ts'
import { API, codeOf, finance, made } from './bookkeeping.ts'
import { DAYBOOK, dimensionBooks, WHOLE } from './dimension-books.ts'

const [COST, DEPRECIATED, EXPENSE, GAIN] = [5110, 5120, 3110, 3190]
const GROUP = {
  number: 7,
  name: 'Maskiner',
  lifeTimeMonths: 36,
  assetAccountNumber: COST,
  depreciationAccountNumber: DEPRECIATED,
  expenseAccountNumber: EXPENSE,
  gainLossAccountNumber: GAIN,
  journalNumber: 1,
}

/** Small books of 2025 and 2026 with a group of assets, kept by an administrator. */
async function world(): Promise<Client> {
  const service = await sharedService()
  const { agreement } = await dimensionBooks(service)
  for (const statement of [
    `INSERT INTO account (agreement, number, name, type) VALUES ($1, ${COST}, 'Anskaffelsessum', 2), ($1, ${DEPRECIATED}, 'Afskrivninger', 2),
       ($1, ${EXPENSE}, 'Årets afskrivninger', 1), ($1, ${GAIN}, 'Gevinst og tab', 1)`,
    ...yearOf(2025),
  ])
    await service.database.rows(statement, [agreement])
  const client = await service.client({ agreement, roles: ['SuperUser'], modules: ['Dimension', 'Accruals'] })
  made(await client.post(`${DAYBOOK}/asset-groups`, GROUP))
  return client
}

const book = async (client: Client): Promise<Reply> => made(await client.post(`${API}/journals/1/book`))
async function buy(client: Client, number: number, amount: number, start: string, months: number): Promise<void> {
  const asset = { assetGroupNumber: 7, assetNumber: number, assetStartDate: start, assetLifeTimeMonths: months }
  made(
    await client.post(WHOLE, finance({ ...asset, date: start, amount, accountNumber: COST, text: `Anlæg ${number}` })),
  )
  await book(client)
}
const depreciate = (client: Client, to: string, more: object = {}): Promise<Reply> =>
  client.post(`${DAYBOOK}/depreciations`, { to, ...more })
const amounts = ({ json }: Reply): number[] => json.items.map(({ amount }: { amount: number }) => amount)
const asset = async (client: Client, number: number): Promise<Record<string, unknown>> =>
  (await client.get(`${DAYBOOK}/assets/${number}`)).json
const faults = (reply: Reply): string[] => [String(reply.status), ...faultNames(reply).sort()]
const notes = async ({ agreement }: Client): Promise<unknown> => {
  const found = await verify((await sharedService()).database, agreement)
  expect(found).toMatchObject({ ok: true })
  return 'notes' in found ? found.notes : []
}

/** What is to be looked at before a year is closed. */
const yearEnd = async (client: Client, year: string): Promise<[note: string, count: number][]> =>
  (await client.post(`${DAYBOOK}/accounting-years/${year}/close/preview`)).json.notes.map(
    ({ note, count }: { note: string; count: number }) => [note, count],
  )

test('48,000.00 in 60 months: 800.00 a month, a voucher each, once', async () => {
  const client = await world()
  await buy(client, 1, 48_000, '2025-06-01', 60)
  const preview = made(await depreciate(client, '2025-12-31', { preview: true }))
  expect(preview.json).toMatchObject({ amount: 5600, items: Array.from({ length: 7 }, () => ({ amount: 800 })) })
  const until = async (day: string) => made(await depreciate(client, day, { preview: true })).json.items
  expect(await until('9999-12-31')).toEqual(await until('2500-12-31'))
  expect((await client.get(`${WHOLE}/count`)).text).toBe('0')
  expect(await yearEnd(client, '2025')).toContainEqual(['DepreciationNotDrafted', 7])
  // Of two at once, one drafts.
  const both = await Promise.all([1, 2].map(() => depreciate(client, '2025-12-31')))
  const done = both.map(made).find(({ json }) => json.amount !== 0)!
  expect(both.map(({ json }) => json.amount).sort()).toEqual([0, 5600])
  expect(done.text).toContain(
    '"items":[{"assetNumber":1,"groupNumber":7,"date":"2025-06-30","amount":800.00,"bookValue":47200.00},',
  )
  expect(done.json.vouchers.map(({ date, amount }: Record<string, unknown>) => [date, amount])).toEqual(
    ['06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31'].map((day) => [`2025-${day}`, 800]),
  )
  expect((await depreciate(client, '2025-12-31')).json).toMatchObject({ amount: 0, items: [], vouchers: [] })
  expect((await yearEnd(client, '2025')).map(([note]) => note)).not.toContain('DepreciationNotDrafted')
  const [first] = (await client.get(WHOLE)).json.items
  expect(first).toMatchObject({
    ...{ accountNumber: DEPRECIATED, contraAccountNumber: EXPENSE, amount: -800 },
    assetNumber: 1,
  })
  expect(first).toMatchObject({ text: 'Afskrivning, Anlæg 1', assetGroupNumber: null })
  await book(client)
  expect(await asset(client, 1)).toMatchObject({
    purchaseAmount: 48_000,
    depreciation: 5600,
    bookValue: 42_400,
    goneOn: null,
  })
  expect((await depreciate(client, '2026-01-31')).json).toMatchObject({ items: [{ date: '2026-01-31', amount: 800 }] })
  // A draft that went is drafted again; what was reversed, too.
  made(await client.delete(`${API}/draft-entries/delete/1`))
  const { voucherNumber } = done.json.vouchers[6]
  made(await client.post(`${DAYBOOK}/vouchers/1/2025/${voucherNumber}/reverse`, { date: '2025-12-31' }))
  expect(amounts(await depreciate(client, '2026-01-31'))).toEqual([800, 800])
  expect(await notes(client)).toEqual([])
})

test('10,000.00 in 36 months: 35 times 277.78 and 277.70', async () => {
  const client = await world()
  await buy(client, 1, 10_000, '2025-01-15', 36)
  const { database } = await sharedService()
  for (const statement of [2027, 2028].flatMap(yearOf)) await database.rows(statement, [client.agreement])
  const reply = await depreciate(client, '2028-12-31')
  expect(amounts(reply)).toEqual([...Array.from({ length: 35 }, () => 277.78), 277.7])
  expect(reply.json.items.at(-1)).toMatchObject({ date: '2027-12-31', bookValue: 0 })
  await book(client)
  expect(await asset(client, 1)).toMatchObject({ depreciation: 10_000, bookValue: 0, goneOn: null })
})

test('sold for 20,000.00 and VAT at a book value of 22,500.00: a loss of 2,500.00', async () => {
  const client = await world()
  await buy(client, 1, 50_000, '2025-01-01', 40)
  await depreciate(client, '2026-10-31')
  await book(client)
  const sale = { date: '2026-11-20', price: 25_000, vatCode: 'U25', contraAccountNumber: 5820 }
  const path = `${DAYBOOK}/assets/1/dispose`
  const figures = { cost: 50_000, depreciation: 27_500, bookValue: 22_500, netPrice: 20_000, vat: 5000, gain: -2500 }
  const preview = made(await client.post(path, { ...sale, preview: true }))
  expect(preview.json).toMatchObject({ ...figures, voucherNumber: null })
  const drafted = made(await client.post(path, sale))
  expect(drafted.json.draftEntries).toHaveLength(4)
  expect(codeOf(await client.post(path, sale))).toEqual([409, 'AssetHasDrafts', 'number'])
  // The month in which it leaves takes no depreciation.
  expect(amounts(await depreciate(client, '2026-12-31'))).toEqual([])
  made(await client.delete(`${API}/draft-entries/delete/1`))
  const done = made(await client.post(path, { ...sale, book: true }))
  expect(done.json).toMatchObject({ ...figures, draftEntries: [] })
  const { items } = (await client.get(`${DAYBOOK}/booked-entries?filter=voucherNumber$eq:${done.json.voucherNumber}`))
    .json
  expect(
    items.map((one: Record<string, unknown>) => [one.accountNumber, one.amount, one.assetNumber, one.text]),
  ).toEqual([
    [COST, -50_000, 1, 'Afhændelse, Anlæg 1'],
    [DEPRECIATED, 27_500, 1, 'Afhændelse, Anlæg 1'],
    [GAIN, 22_500, null, 'Afhændelse, Anlæg 1'],
    [GAIN, -20_000, null, 'Afhændelse, Anlæg 1'],
    [6902, -5000, null, 'Afhændelse, Anlæg 1'],
    [5820, 25_000, null, 'Afhændelse, Anlæg 1'],
  ])
  expect(await asset(client, 1)).toMatchObject({
    purchaseAmount: 0,
    depreciation: 0,
    bookValue: 0,
    goneOn: '2026-11-20',
  })
  expect(codeOf(await client.post(path, sale))).toEqual([409, 'AssetIsGone', 'number'])
  expect(amounts(await depreciate(client, '2026-12-31'))).toEqual([])
  expect(await notes(client)).toEqual([])
  // On credit, and scrapped.
  await buy(client, 2, 1000, '2026-12-01', 10)
  await buy(client, 3, 900, '2026-12-01', 9)
  const owed = await client.post(`${DAYBOOK}/assets/2/dispose`, {
    ...{ date: '2026-12-02', price: 1500, vatCode: 'U25', customerNumber: 201, book: true },
  })
  expect(made(owed).json).toMatchObject({ netPrice: 1200, vat: 300, gain: 200 })
  const scrapped = made(
    await client.post(`${DAYBOOK}/assets/3/dispose`, { date: '2026-12-02', text: 'Skrottet', book: true }),
  )
  expect(scrapped.json).toMatchObject({ bookValue: 900, netPrice: 0, vat: 0, gain: -900 })
  const { json } = await client.get(`${DAYBOOK}/open-customer-items?date=2026-12-31`)
  expect(json.remainderInBaseCurrency).toBe(1500)
  expect(await notes(client)).toEqual([])
})

test('a register of elsewhere goes on here, and equals the ledger', async () => {
  const client = await world()
  const van = {
    number: 11,
    groupNumber: 7,
    text: 'Varevogn',
    startDate: '2023-01-01',
    lifeTimeMonths: 60,
    cost: 60_000,
  }
  const tool = { number: 12, groupNumber: 7, startDate: '2024-07-01', cost: 3600, depreciation: 1700 }
  const opening = { date: '2025-12-31', assets: [{ ...van, depreciation: 36_000 }, tool] }
  expect(made(await client.post(`${DAYBOOK}/opening-assets`, { ...opening, preview: true })).status).toBeLessThan(300)
  expect((await client.get(`${DAYBOOK}/assets/count`)).text).toBe('0')
  made(await client.post(`${DAYBOOK}/opening-assets`, opening))
  expect(await asset(client, 11)).toEqual({
    ...{ number: 11, groupNumber: 7, text: 'Varevogn', entryNumber: null, startDate: '2023-01-01', lifeTimeMonths: 60 },
    ...{ purchaseAmount: 60_000, depreciation: 36_000, bookValue: 24_000, goneOn: null },
  })
  expect(await notes(client)).toEqual([
    `Agreement ${client.agreement}: account ${COST}: its assets come to 63600.00, the ledger to 0.00. GET /daybookapi/v1.0.0/asset-register shows both; what is booked on it without an asset makes the difference.`,
    expect.stringContaining(`account ${DEPRECIATED}: its assets come to -37700.00, the ledger to 0.00.`),
  ])
  expect(await yearEnd(client, '2025')).toContainEqual(['AssetsDifferFromLedger', 2])
  for (const [accountNumber, amount] of [
    [COST, 63_600],
    [DEPRECIATED, -37_700],
  ])
    made(await client.post(WHOLE, finance({ date: '2025-12-31', accountNumber, amount, contraAccountNumber: 6500 })))
  await book(client)
  expect(await notes(client)).toEqual([])
  // 60,000 / 60 = 1,000 a month. 3,600 / 36 = 100: 1,700 of 18 months, 1,800, so January has 100 more.
  const { json } = await depreciate(client, '2026-02-28')
  expect(json.items.map((one: Record<string, unknown>) => [one.assetNumber, one.date, one.amount])).toEqual([
    [11, '2026-01-31', 1000],
    [11, '2026-02-28', 1000],
    [12, '2026-01-31', 200],
    [12, '2026-02-28', 100],
  ])
  await book(client)
  const register = (await client.get(`${DAYBOOK}/asset-register?date=2026-02-28`)).json
  expect(register).toMatchObject({ date: '2026-02-28', cost: 63_600, depreciation: 40_000, bookValue: 23_600 })
  expect(register.items).toMatchObject([
    { assetNumber: 11, cost: 60_000, depreciation: 38_000, bookValue: 22_000 },
    { assetNumber: 12, text: null, cost: 3600, depreciation: 2000, bookValue: 1600 },
  ])
  expect(register.accounts).toEqual([
    { accountNumber: COST, name: 'Anskaffelsessum', register: 63_600, ledger: 63_600, difference: 0 },
    { accountNumber: DEPRECIATED, name: 'Afskrivninger', register: -40_000, ledger: -40_000, difference: 0 },
  ])
  expect((await client.get(`${DAYBOOK}/asset-register?date=2026-01-31`)).json).toMatchObject({ depreciation: 38_900 })
  const csv = await client.get(`${DAYBOOK}/asset-register?date=2026-02-28&format=csv`)
  expect(csv.text.split('\r\n')[1]).toBe('11,7,"Varevogn",2023-01-01,60,60000.00,38000.00,22000.00')
  // Disposed of, an asset that was brought along leaves both accounts.
  made(await client.post(`${DAYBOOK}/assets/11/dispose`, { date: '2026-03-01', book: true }))
  expect((await client.get(`${DAYBOOK}/asset-register?date=2026-03-31`)).json).toMatchObject({ cost: 3600 })
  expect(await notes(client)).toEqual([])
})

test('months that take no entries any more are caught up in the first that does', async () => {
  const client = await world()
  await buy(client, 1, 3600, '2025-11-01', 36)
  for (const period of [11, 12]) made(await client.post(`${DAYBOOK}/accounting-years/2025/periods/${period}/bar`))
  expect((await depreciate(client, '2026-02-27')).json.items).toMatchObject([{ date: '2026-01-31', amount: 300 }])
  await book(client)
  expect(await asset(client, 1)).toMatchObject({ bookValue: 3300 })
  // What was depreciated beyond the plan counts towards the months to come.
  const more = { date: '2026-02-01', amount: -250, accountNumber: DEPRECIATED, contraAccountNumber: EXPENSE }
  made(await client.post(WHOLE, finance({ ...more, assetNumber: 1 })))
  expect(amounts(await depreciate(client, '2026-05-31'))).toEqual([50, 100])
})

test('what is in the way is said at once', async () => {
  const client = await world()
  const groups = `${DAYBOOK}/asset-groups`
  made(await client.post(groups, { number: 8, name: 'Uden konti' }))
  expect(faults(await client.post(groups, { ...GROUP, number: 9, depreciationAccountNumber: COST }))).toEqual([
    '400',
    'depreciationAccountNumber: ValueNotAllowed',
  ])
  const names = ['assetAccountNumber', 'depreciationAccountNumber', 'expenseAccountNumber', 'gainLossAccountNumber']
  for (const [account, code] of [
    [5000, 'AccountIsNotBalanceOrProfitAndLossType'],
    [5600, 'AccountIsSummaryAccount'],
  ] as const) {
    const given = Object.fromEntries(names.map((name) => [name, account]))
    const refused = faults(await client.post(groups, { ...GROUP, ...given, number: 9 }))
    expect(refused).toEqual(expect.arrayContaining(names.map((name) => `${name}: ${code}`)))
  }
  const asset8 = { assetGroupNumber: 8, assetNumber: 1, assetStartDate: '2025-01-01', assetLifeTimeMonths: 12 }
  made(await client.post(WHOLE, finance({ ...asset8, date: '2025-01-01', amount: 1200, accountNumber: COST })))
  await book(client)
  expect(faults(await depreciate(client, '2025-12-31'))).toEqual([
    '400',
    ...Array.from({ length: 3 }, () => 'to: AssetGroupLacksAccounts'),
  ])
  expect(faults(await client.post(`${DAYBOOK}/assets/1/dispose`, { date: '2024-12-31', price: 10 }))).toEqual([
    ...['400', 'contraAccountNumber: ValueRequired', 'date: AssetDisposalTooEarly'],
    ...Array.from({ length: 4 }, () => 'number: AssetGroupLacksAccounts'),
  ])
  expect((await client.post(`${DAYBOOK}/assets/99/dispose`, { date: '2024-12-31' })).status).toBe(404)
})

test('what is in the way of a disposal and of a register of elsewhere is said at once', async () => {
  const client = await world()
  const groups = `${DAYBOOK}/asset-groups`
  made(await client.post(groups, { number: 8, name: 'Uden konti' }))
  await buy(client, 2, 1200, '2025-01-01', 12)
  const dispose = (body: object) => client.post(`${DAYBOOK}/assets/2/dispose`, { date: '2025-02-01', ...body })
  const sold = { price: 10, contraAccountNumber: 5820 }
  expect(faults(await dispose({ ...sold, customerNumber: 201 }))).toEqual(['400', 'customerNumber: ValueNotAllowed'])
  expect(faults(await dispose({ vatCode: 'U25' }))).toEqual(['400', 'vatCode: ValueNotAllowed'])
  expect(faults(await dispose({ ...sold, vatCode: 'X' }))).toEqual(['400', 'vatCode: ValueNotAllowed'])
  expect(faults(await dispose({ ...sold, contraAccountNumber: 4 }))).toEqual([
    '400',
    'contraAccountNumber: JournalEntryContraAccountNotFound',
  ])
  const group = (await client.get(`${groups}/7`)).json
  expect(faults(await client.put(groups, { ...group, assetAccountNumber: 5820 }))).toEqual([
    '400',
    'assetAccountNumber: AssetGroupHasEntries',
  ])
  await depreciate(client, '2025-01-31')
  await book(client)
  expect(faults(await client.put(groups, { ...group, depreciationAccountNumber: 5820 }))).toEqual([
    '400',
    'depreciationAccountNumber: AssetGroupHasEntries',
  ])
  made(await client.put(groups, { ...group, expenseAccountNumber: 2210 }))
  const opened = { number: 2, groupNumber: 7, startDate: '2026-01-02', cost: 10, depreciation: 11 }
  const opening = {
    date: '2026-01-01',
    assets: [
      opened,
      { ...opened, groupNumber: 99 },
      { ...opened, number: 5, groupNumber: 8, startDate: '2026-01-01', depreciation: 1 },
    ],
  }
  expect(faults(await client.post(`${DAYBOOK}/opening-assets`, opening))).toEqual([
    '400',
    ...['depreciation: ValueOutOfRange', 'number: NumberAlreadyInUse', 'startDate: ValueOutOfRange'].map(
      (one) => `assets[0].${one}`,
    ),
    ...['depreciation: ValueOutOfRange', 'groupNumber: JournalEntryAssetGroupNotFound', 'number: ItemRepeated'].map(
      (one) => `assets[1].${one}`,
    ),
    ...['number: NumberAlreadyInUse', 'startDate: ValueOutOfRange'].map((one) => `assets[1].${one}`),
    'assets[2].lifeTimeMonths: ValueRequired',
  ])
  // An entry of an asset that is there has neither an accrual nor a payment's type.
  const payment = { entryTypeNumber: 4, supplierNumber: 501, accountNumber: undefined, assetNumber: 2 }
  expect(codeOf(await client.post(WHOLE, finance(payment)))).toEqual([
    400,
    'JournalEntryAssetWrongEntryType',
    'assetNumber',
  ])
})
