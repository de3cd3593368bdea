import { afterAll, beforeAll, expect, test } from 'vitest'
import { chartOfAccounts } from '../../src/templates/chart-of-accounts.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { change, codeOf } from './bookkeeping.ts'
import { danish } from './vat-books.ts'

const OURS = '/daybookapi/v1.0.0'
const ACCOUNTS = `${OURS}/accounts`
const UNMAPPED = `${OURS}/unmapped-accounts`

let service: TestService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await danish(service)
})
afterAll(() => service.stop())

test('the public chart is there to look up, with its sums marked', async () => {
  expect((await client.get(`${OURS}/standard-accounts/count`)).json).toBe(604)
  const one = async (number: number) => (await client.get(`${OURS}/standard-accounts/${number}`)).json
  expect(await one(6935)).toEqual({ number: 6935, name: 'Overført resultat, primo' })
  expect(await one(6950)).toEqual({ number: 6950, name: 'Overført resultat', isSum: true })
})

test('every account of the Danish template that takes entries is mapped, to one of its own statement that is no sum', async () => {
  expect((await client.get(UNMAPPED)).json).toEqual([])
  const rows = await service.database.rows<{ number: number; type: number; standard: number; isSum: boolean }>(
    `SELECT a.number, a.type, s.number AS standard, s.is_sum AS "isSum" FROM account a
     JOIN standard_account s ON s.agreement = $1 AND s.number = a.standard_account_number WHERE a.agreement = $1`,
    [client.agreement],
  )
  expect(rows).toHaveLength(chartOfAccounts.filter(({ type }) => type <= 2).length)
  expect(rows.filter(({ type, standard, isSum }) => isSum || standard < 5000 !== (type === 1))).toEqual([])
  // By hand: sales, the bank, what is carried forward, tax of sales.
  const number = async (account: number) => (await client.get(`${ACCOUNTS}/${account}`)).json.standardAccountNumber
  expect(await Promise.all([1010, 5820, 6130, 6902].map(number))).toEqual([1010, 6480, 6935, 7680])
})

test('an account is unmapped and mapped; what is not in the chart, a sum or of the other statement is refused', async () => {
  const mapped = (standardAccountNumber?: number) => change(client, ACCOUNTS, 5810, { standardAccountNumber })
  expect(await mapped()).toEqual([204])
  expect((await client.get(UNMAPPED)).json).toEqual([{ number: 5810, name: 'Kasse', type: 2, hasEntries: false }])
  expect(await mapped(6471)).toEqual([400, 'InvalidStandardAccountId', 'standardAccountNumber'])
  expect(await mapped(6490)).toEqual([400, 'StandardAccountIsSum', 'standardAccountNumber'])
  expect(await mapped(1010)).toEqual([400, 'StandardAccountOfOtherType', 'standardAccountNumber'])
  expect(await mapped(6470)).toEqual([204])
  const found = await client.get(`${ACCOUNTS}?filter=standardAccountNumber$eq:6470`)
  expect(found.json.items ?? found.json).toMatchObject([{ number: 5810 }])
  const heading = { number: 5811, name: 'Overskrift', type: 4, standardAccountNumber: 6470 }
  expect(codeOf(await client.post(ACCOUNTS, heading))).toEqual([
    400,
    'StandardAccountOfOtherType',
    'standardAccountNumber',
  ])
})

test('the type of a mapped account changes together with its mapping alone', async () => {
  const published = '/accountsapi/v7.0.0/Accounts'
  expect((await client.post(ACCOUNTS, { number: 5811, name: 'Ny', type: 2, standardAccountNumber: 6470 })).status).toBe(
    201,
  )
  expect(await change(client, published, 5811, { type: 1 })).toEqual([400, 'AccountInUse', 'type'])
  expect(await change(client, ACCOUNTS, 5811, { type: 1, standardAccountNumber: 2720 })).toEqual([204])
  // Who does not know of standard accounts keeps them.
  expect(await change(client, published, 5811, { name: 'Nyere' })).toEqual([204])
  expect((await client.get(`${ACCOUNTS}/5811`)).json).toMatchObject({ name: 'Nyere', standardAccountNumber: 2720 })
  expect((await client.delete(`${ACCOUNTS}/5811`)).status).toBe(204)
})

test('an older agreement maps what is as the template made it, and leaves the rest alone', async () => {
  const older = await danish(service)
  await service.database.rows(`UPDATE account SET standard_account_number = NULL WHERE agreement = $1`, [
    older.agreement,
  ])
  expect(await change(older, ACCOUNTS, 5820, { name: 'Bank, Aarhus' })).toEqual([204])
  expect(await change(older, ACCOUNTS, 1010, { standardAccountNumber: 1550 })).toEqual([204])
  const { json } = await older.post(`${OURS}/standard-accounts/danish`)
  const own = chartOfAccounts.filter(({ type }) => type <= 2).map(({ number }) => number)
  expect(json.accounts).toEqual(own.filter((number) => number !== 5820 && number !== 1010))
  expect((await older.get(UNMAPPED)).json).toMatchObject([{ number: 5820 }])
  expect((await older.get(`${ACCOUNTS}/1010`)).json.standardAccountNumber).toBe(1550)
  expect((await older.post(`${OURS}/standard-accounts/danish`)).json).toEqual({ accounts: [] })
})
