import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { vatDeadline, vatPeriod, vatPeriodOf } from '../../src/ledger/vat-returns/periods.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { change, codeOf } from './bookkeeping.ts'
import { book, boxesOf, danish, FIRST_QUARTER, OURS, RETURNS, systemVouchers } from './vat-books.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const CODES = `${OURS}/vat-codes`
const settle = (client: Client, period: string) => client.post(RETURNS, { period })

describe('periods of VAT', () => {
  test.each([
    ['2025-07', '2025-07-01', '2025-07-31', '2025-08-25'],
    ['2024-12', '2024-12-01', '2024-12-31', '2025-01-27'],
    ['2025-Q1', '2025-01-01', '2025-03-31', '2025-06-02'],
    ['2025-Q3', '2025-07-01', '2025-09-30', '2025-12-01'],
    ['2019-H2', '2019-07-01', '2019-12-31', '2020-03-02'],
    // Whit Monday of 2020.
    ['2020-Q1', '2020-01-01', '2020-03-31', '2020-06-02'],
    // Christmas.
    ['2024-11', '2024-11-01', '2024-11-30', '2024-12-27'],
    ['2028-02', '2028-02-01', '2028-02-29', '2028-03-27'],
  ])('%s is %s to %s, due on %s', (name, from, to, deadline) => {
    const period = vatPeriod(name)!
    expect([period.from, period.to, vatDeadline(period)]).toEqual([from, to, deadline])
    expect(vatPeriodOf(to, period.frequency)).toBe(name)
  })

  test.each(['2025', '2025-13', '2025-Q5', '2025-H3', '0000-Q1', '9999-Q4', '9999-12', '2025-q1', '2025-7'])(
    '%s is none',
    (name) => {
      expect(vatPeriod(name)).toBeUndefined()
    },
  )
})

test('the first quarter of the page: boxes, what is payable, and checks', async () => {
  const client = await danish(service)
  await book(client, '2025-03-15', FIRST_QUARTER)
  const preview = await client.get(`${RETURNS}/2025-Q1`)
  expect(boxesOf(preview)).toEqual({
    salesTax: 18_720,
    goodsAbroadTax: 14_111,
    servicesAbroadTax: 1_321,
    purchaseTax: 28_979,
    aGoods: 22_391,
    aServices: 3_583,
    bGoods: 14_927,
    bServices: 3_732,
    c: 25_829,
  })
  expect(preview.json).toMatchObject({
    state: 'preview',
    deadline: '2025-06-02',
    payable: 5_173,
    rounding: -0.57,
    exact: 5_173.57,
    voucherNumber: null,
    late: [],
    unexplained: [],
    remaining: [],
    lacking: [],
  })
  expect(preview.json.boxes[0]).toEqual({ code: 'salesTax', amount: 18_720.48, rounded: 18_720, entries: 2 })
  const codes = preview.json.codes as { vatCode: string; base: number; tax: number }[]
  expect(Object.fromEntries(codes.map(({ vatCode, base, tax }) => [vatCode, [base, tax]]))).toEqual({
    U25: [66_881.93, 16_720.48],
    ABR25: [8_000, 2_000],
    IV25: [22_391.19, 5_597.8],
    IMP25: [34_052.04, 8_513.01],
    IY25: [3_582.59, 895.65],
    IYU25: [1_702.6, 425.65],
    I25: [41_987.65, 10_496.91],
    // Of 1,000.00 and 20,000.00 gross.
    REP25: [16_800, 1_050],
    UEUV: [14_927.46, 0],
    UEUY: [3_731.87, 0],
    UEXP: [19_371.81, 0],
    UYXP: [6_457.27, 0],
  })
  expect(preview.json.checks.filter(({ isPassed }: { isPassed: boolean }) => !isPassed)).toEqual([
    // The sales to the EU are of no customer.
    { check: 'vatNumbers', isPassed: false, count: 1 },
  ])
})

test('the two quarters of the page: vouchers, a late invoice, and the same bytes for ever', async () => {
  const client = await danish(service)
  await book(client, '2025-03-15', FIRST_QUARTER)
  const tried = await client.post(RETURNS, { period: '2025-Q1', preview: true })
  expect([tried.status, tried.json]).toMatchObject([200, { state: 'settled', payable: 5_173, voucherNumber: null }])
  expect(tried.json.postings).toContainEqual({
    accountNumber: 6950,
    currency: 'DKK',
    amount: -5173,
    amountInBaseCurrency: -5173,
  })
  expect((await client.get(`${RETURNS}/2025-Q1`)).json.state).toBe('preview')
  const settled = await settle(client, '2025-Q1')
  expect([settled.status, settled.json.state, settled.headers.get('location')]).toEqual([
    201,
    'settled',
    `${RETURNS}/2025-Q1`,
  ])
  expect(await systemVouchers(service, client)).toEqual([
    {
      6902: '16720.48',
      6903: '8513.01',
      6904: '5597.80',
      6905: '1321.30',
      6906: '-28979.02',
      6907: '2000.00',
      6950: '-5173.00',
      3690: '-0.57',
    },
  ])
  expect((await client.get(`${RETURNS}/2025-Q1`)).text).toBe(settled.text)

  // Dated in the first quarter, booked after it was settled.
  await book(client, '2025-03-28', [[1310, 1_250, 'I25']])
  await book(client, '2025-05-05', [
    [1010, 9_578.75, 'U25'],
    [1310, 71_250, 'I25'],
  ])
  expect((await client.get(`${RETURNS}/2025-Q1`)).text).toBe(settled.text)
  const second = await client.get(`${RETURNS}/2025-Q2`)
  expect(second.json.boxes[0]).toEqual({ code: 'salesTax', amount: -1_915.75, rounded: -1_916, entries: 1 })
  expect([boxesOf(second), second.json.payable]).toEqual([{ salesTax: -1_916, purchaseTax: 14_500 }, -16_416])
  expect(second.json.late).toEqual([
    { period: '2025-Q1', side: 'purchases', box: 'purchaseTax', amount: 250, entries: 1 },
  ])
  const entries = await client.get(`${RETURNS}/2025-Q2/entries?box=purchaseTax`)
  expect(entries.json.items).toMatchObject([
    { date: '2025-03-28', amount: 250, vatCode: 'I25', late: '2025-Q1', accountNumber: 6906 },
    { date: '2025-05-05', amount: 14_250, vatCode: 'I25', late: null },
  ])
  const first = await client.get(`${RETURNS}/2025-Q1/entries?box=purchaseTax`)
  expect(first.json.items.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBeCloseTo(
    28_979.02,
  )
  expect(second.json.remaining).toEqual([])
  expect((await settle(client, '2025-Q2')).json).toMatchObject({ payable: -16_416, rounding: -0.25 })
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('what no code explains counts in the box of its account, and what is settled by hand in none', async () => {
  const client = await danish(service)
  await book(client, '2025-01-31', [
    [6906, 500],
    [6903, -500],
  ])
  const { json, ...reply } = await client.get(`${RETURNS}/2025-Q1`)
  expect([boxesOf({ json, ...reply }), json.payable]).toEqual([{ goodsAbroadTax: 500, purchaseTax: 500 }, 0])
  expect(json.unexplained).toEqual([
    { accountNumber: 6903, box: 'goodsAbroadTax', amount: -500, entries: 1 },
    { accountNumber: 6906, box: 'purchaseTax', amount: 500, entries: 1 },
  ])
  // The tax of the year before, settled by hand, and one posting to what no code posts to.
  await book(client, '2025-02-28', [
    [6902, 80],
    [6950, -80],
  ])
  await book(client, '2025-02-28', [[6910, 40]])
  const after = (await client.get(`${RETURNS}/2025-Q1`)).json
  expect([after.settledByHand, after.remaining, after.payable]).toEqual([
    [{ accountNumber: 6902, amount: 80 }],
    [{ accountNumber: 6902, amount: 80 }],
    -40,
  ])
})

test('returns follow each other, of the frequency of the agreement, and only the last is undone', async () => {
  const client = await danish(service)
  expect((await client.get(`${OURS}/vat-setup`)).json).toEqual({ frequency: 'quarter', lateEntries: 'next' })
  await book(client, '2025-03-15', [[1010, -125, 'U25']])
  expect(codeOf(await settle(client, '2025-03'))).toEqual([400, 'VatPeriodOfOtherFrequency', 'period'])
  expect(codeOf(await settle(client, '2025-Q9'))).toEqual([400, 'ValueNotAllowed', 'period'])
  expect(codeOf(await client.get(`${RETURNS}/2025-Q9`))).toEqual([404, 'NotFound', 'period'])
  const both = await Promise.all([settle(client, '2025-Q1'), settle(client, '2025-Q1')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(codeOf(await settle(client, '2025-Q1'))).toEqual([409, 'VatReturnAlreadySettled', 'period'])
  expect(codeOf(await settle(client, '2025-Q3'))).toEqual([409, 'VatReturnNotNext', 'period'])
  // Nothing to settle: no voucher.
  expect((await settle(client, '2025-Q2')).json).toMatchObject({ payable: 0, voucherNumber: null })
  expect(codeOf(await client.delete(`${RETURNS}/2025-Q1`))).toEqual([409, 'VatReturnNotLast', 'period'])
  expect((await client.delete(`${RETURNS}/2025-Q2`)).status).toBe(204)
  expect(codeOf(await client.delete(`${RETURNS}/2025-Q2`))).toEqual([404, 'VatReturnDoesNotExist', 'period'])
  expect((await client.delete(`${RETURNS}/2025-Q1`)).status).toBe(204)
  const voucher = { 6902: '25.00', 6950: '-25.00' }
  const back = { 6902: '-25.00', 6950: '25.00' }
  expect(await systemVouchers(service, client)).toEqual([voucher, back])
  await book(client, '2025-02-02', [[1010, -125, 'U25']])
  expect((await settle(client, '2025-Q1')).json).toMatchObject({ payable: 50, late: [], unexplained: [] })
  const reported = `${RETURNS}/2025-Q1/reported`
  expect((await client.put(reported, { reportedOn: '2025-05-20', reference: '4711' })).status).toBe(204)
  expect(codeOf(await client.put(`${RETURNS}/2025-Q2/reported`, { reportedOn: '2025-05-20' }))).toEqual([
    404,
    'VatReturnDoesNotExist',
    'period',
  ])
  expect(codeOf(await client.delete(`${RETURNS}/2025-Q1`))).toEqual([409, 'VatReturnIsReported', 'period'])
  expect((await client.get(RETURNS)).json).toMatchObject([
    { period: '2025-Q1', payable: 50, reportedOn: '2025-05-20', reference: '4711' },
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('where late entries are refused, codes are not booked with in settled periods', async () => {
  const client = await danish(service)
  expect((await client.put(`${OURS}/vat-setup`, { frequency: 'month', lateEntries: 'refuse' })).status).toBe(204)
  await book(client, '2025-03-15', [[1010, -125, 'U25']])
  expect((await settle(client, '2025-03')).status).toBe(201)
  expect(codeOf(await book(client, '2025-03-28', [[1310, 1_250, 'I25']]))).toEqual([400, 'VatPeriodIsSettled', 'date'])
  await client.put(`${OURS}/vat-setup`, { frequency: 'month', lateEntries: 'next' })
  expect((await book(client, '2025-03-28', [[1310, 100]])).status).toBe(204)
  expect((await client.get(`${RETURNS}/2025-04`)).json.late).toMatchObject([{ period: '2025-03', amount: 250 }])
})

test('accounts and codes declare boxes before the first return, and keep them after', async () => {
  const client = await danish(service)
  const box = (number: number, value: string | null) =>
    client.put(`${OURS}/vat-accounts/${number}`, { ...(value === null ? {} : { box: value }) })
  expect((await box(6907, null)).status).toBe(204)
  expect(codeOf(await box(9998, 'salesTax'))).toEqual([404, 'NotFound', 'accountNumber'])
  expect(codeOf(await box(1000, 'salesTax'))[1]).toBe('AccountIsNotBalanceOrProfitAndLossType')
  expect((await client.get(`${OURS}/vat-accounts`)).json).toContainEqual({ accountNumber: 6907, box: null })
  await book(client, '2025-03-15', [[1360, 100, 'ABR25']])
  expect((await client.get(`${RETURNS}/2025-Q1`)).json.lacking).toEqual([{ vatCode: 'ABR25', accountNumber: 6907 }])
  expect(codeOf(await settle(client, '2025-Q1'))).toEqual([400, 'VatBoxesNotDeclared', 'period'])
  // A code may name another box for its own postings.
  expect(await change(client, CODES, 'ABR25', { contraBox: 'goodsAbroadTax' })).toEqual([204])
  await client.put(`${OURS}/vat-accounts/6907`, { box: 'salesTax' })
  const settled = await settle(client, '2025-Q1')
  expect(boxesOf(settled)).toEqual({ goodsAbroadTax: 25, purchaseTax: 25 })
  // Another agreement sees and changes none of it.
  const other = await service.client({ roles: ['Bookkeeping'] })
  expect((await other.put(`${OURS}/vat-accounts/6907`, { box: 'salesTax' })).status).toBe(404)
  expect((await other.get(`${RETURNS}/2025-Q1`)).json).not.toMatchObject({ state: 'settled' })
  expect(await change(client, CODES, 'ABR25', { contraBox: 'salesTax' })).toEqual([
    409,
    'VatCodeIsSettled',
    'contraBox',
  ])
  for (const changed of [{ report: 'aGoods' }, { box: 'goodsAbroadTax' }]) {
    const [property] = Object.keys(changed)
    expect(await change(client, CODES, 'ABR25', changed)).toEqual([409, 'VatCodeIsSettled', property])
  }
  expect(codeOf(await box(6907, 'purchaseTax'))).toEqual([409, 'VatAccountIsSettled', 'box'])
  expect(await change(client, CODES, 'IV25', { report: 'c' })).toEqual([204])
})

test('settling needs an account to settle on, and one of rounding', async () => {
  const client = await danish(service)
  await book(client, '2025-03-15', [[1010, -126.23, 'U25']])
  await service.database.rows(
    `DELETE FROM system_account WHERE agreement = $1 AND purpose IN ('vatSettlement', 'rounding')`,
    [client.agreement],
  )
  const reply = await settle(client, '2025-Q1')
  expect(reply.json.errors.map(({ errorCode }: { errorCode: string }) => errorCode)).toEqual([
    'VatSettlementAccountNotSet',
    'JournalBookingRoundingAccountNotSet',
  ])
  expect((await client.put(`${OURS}/system-accounts/vatSettlement`, { accountNumber: 6950 })).status).toBe(204)
})

test('an agreement that is older than boxes declares those of the Danish template in one call', async () => {
  const client = await danish(service)
  const values = [client.agreement]
  await service.database.rows('UPDATE account SET vat_box = NULL WHERE agreement = $1', values)
  await service.database.rows('UPDATE vat_code SET report = NULL WHERE agreement = $1', values)
  await service.database.rows(`UPDATE account SET name = 'Andet' WHERE agreement = $1 AND number = 6904`, values)
  await service.database.rows(`DELETE FROM system_account WHERE agreement = $1 AND purpose = 'vatSettlement'`, values)
  const declare = async () => (await client.post(`${OURS}/vat-accounts/danish`)).json
  expect(await declare()).toEqual({
    accounts: [6902, 6903, 6905, 6906, 6907, 6910],
    codes: ['IV25', 'IY25', 'U0', 'UABR', 'UEUV', 'UEUY', 'UEXP', 'UYXP'],
  })
  expect(await declare()).toEqual({ accounts: [], codes: [] })
  expect((await client.get(`${OURS}/system-accounts`)).json).toContainEqual({
    purpose: 'vatSettlement',
    accountNumber: 6950,
  })
})

test.each([
  [`UPDATE vat_return SET body = replace(body, '"payable":25', '"payable":24') WHERE agreement = $1`, 'is not what'],
  [`UPDATE vat_return SET body = '{}', hash = sha256(convert_to('{}', 'UTF8')) WHERE agreement = $1`, 'its trail says'],
])('what is settled is sealed: %s is found', async (change, said) => {
  const client = await danish(service)
  await book(client, '2025-03-15', [[1010, -125, 'U25']])
  expect((await settle(client, '2025-Q1')).json.payable).toBe(25)
  await expect(service.database.rows(change, [client.agreement])).rejects.toThrow(/refused/)
  await service.database.transaction(async (transaction) => {
    await transaction.script('SET LOCAL session_replication_role = replica')
    await transaction.rows(change, [client.agreement])
  })
  const { ok, fault } = (await verify(service.database, client.agreement)) as { ok: boolean; fault?: string }
  expect([ok, fault]).toEqual([false, expect.stringContaining(said)])
})
