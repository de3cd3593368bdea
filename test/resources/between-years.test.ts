import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, bookkeeper, DRAFTS, finance } from './bookkeeping.ts'

const OWN = '/daybookapi/v1.0.0'
const RESULT = 6500

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
/** Rent of 125.00 in 2026 and of 75.00 in 2027; both years are open. */
beforeEach(async () => {
  client = await bookkeeper(service)
  const year = { dateFrom: '2027-01-01', dateTo: '2027-12-31' }
  expect((await client.post('/accountingyearsapi/v2.0.1/AccountingYears', year)).status).toBe(201)
  for (const more of [{}, { date: '2027-01-15', amount: 75 }]) await client.post(DRAFTS, finance(more))
  expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
})
afterAll(() => service.stop())

const read = async (path: string) => (await client.get(`${OWN}/${path}`)).json

async function openings(query: string): Promise<unknown> {
  const { items, provisional, spansYears } = await read(`trial-balance?${query}`)
  const begun = (items as { accountNumber: number; openingBalance: number }[]).filter(
    ({ openingBalance }) => openingBalance !== 0,
  )
  return [
    Object.fromEntries(begun.map(({ accountNumber, openingBalance }) => [accountNumber, openingBalance])),
    provisional,
    spansYears,
  ]
}

const PROVISIONAL = [{ accountNumber: RESULT, amount: 125 }]

test('a trial balance of the next year begins with the result of the year before', async () => {
  const opening = { 5820: -125, [RESULT]: 125 }
  expect(await openings('year=2027')).toEqual([opening, PROVISIONAL, undefined])
  expect(await openings('from=2027-02-01&to=2027-03-31')).toEqual([
    { 2210: 75, 5820: -200, [RESULT]: 125 },
    PROVISIONAL,
    undefined,
  ])
  expect(await openings('year=2027&asBooked=true')).toEqual([{ 2210: 125, 5820: -125 }, undefined, undefined])
})

test('one over both years stays as it was booked, and says so', async () => {
  expect(await openings('from=2026-12-31&to=2027-01-31')).toEqual([{ 2210: 125, 5820: -125 }, undefined, true])
  expect(await openings('year=2026')).toEqual([{}, undefined, undefined])
})

test('a balance sheet has it on the account of the result', async () => {
  const sheet = async (query: string): Promise<unknown[]> => {
    const { items, result, provisional } = await read(`balance-sheet?${query}`)
    const found = (items as { accountNumber: number; amount: number }[]).find(
      ({ accountNumber }) => accountNumber === RESULT,
    )
    return [found!.amount, result, provisional]
  }
  expect(await sheet('date=2027-01-31')).toEqual([125, -75, PROVISIONAL])
  expect(await sheet('date=2026-12-31')).toEqual([0, -125, undefined])
  expect(await sheet('date=2027-01-31&asBooked=true')).toEqual([0, -200, undefined])
})

test('so does the account ledger, of that account and of those of cost', async () => {
  const ledger = async (query: string): Promise<unknown[]> => {
    const { accounts, provisional, items } = await read(`account-ledger?${query}`)
    return [accounts[0].openingBalance, accounts[0].closingBalance, provisional, items.at(-1)?.balance]
  }
  expect(await ledger(`account=${RESULT}&year=2027`)).toEqual([125, 125, PROVISIONAL, undefined])
  expect(await ledger('account=2210&year=2027')).toEqual([0, 75, undefined, 75])
  expect(await ledger('account=2210&year=2027&asBooked=true')).toEqual([125, 200, undefined, 200])
})

test('the close books what was provisional', async () => {
  const before = await read('trial-balance?year=2027')
  const owner = await service.client({ agreement: client.agreement, roles: ['SuperUser'] })
  expect((await owner.post(`${OWN}/accounting-years/2026/close`)).status).toBe(204)
  const { provisional: _, ...rest } = before
  expect(await read('trial-balance?year=2027')).toEqual(rest)
})
