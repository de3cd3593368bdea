import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedBooks } from '../service/books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'

const ACCOUNTS = '/accountsapi/v7.0.0/Accounts'
const TERMS = '/daybookapi/v1.0.0/payment-terms'

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => {
  client = await service.client()
  await seedBooks(service.database, client.agreement)
})
afterAll(() => service.stop())

const codeOf = ({ status, json }: Reply): unknown[] => [status, json?.errorCode, json?.errors?.[0]?.property]

describe('accounts', () => {
  test('keep every property', async () => {
    const body = {
      number: 1020,
      name: 'Salg i EU',
      type: 1,
      isBlockedForDirectEntries: true,
      contraAccountNumber: 5820,
      currency: 'EUR',
      vatCode: 'U25',
      note: 'Kun varer',
      displayNumber: '10-20',
    }
    expect((await client.post(ACCOUNTS, body)).status).toBe(201)
    expect((await client.get(`${ACCOUNTS}/1020`)).json).toMatchObject(body)
  })

  test.each([
    ['AccountIdAlreadyInUse', 'number', { number: 1010 }],
    ['InvalidAccountId', 'number', { number: 0 }],
    ['InvalidAccountName', 'name', { name: undefined }],
    ['InvalidAccountName', 'name', { name: '  ' }],
    ['InvalidAccountName', 'name', { name: 'x'.repeat(126) }],
    ['InvalidAccountType', 'type', { type: 8 }],
    ['AccountDoesNotExist', 'vatAccountNumber', { vatAccountNumber: 77 }],
    ['AccountIsNotBalanceOrProfitAndLossType', 'vatAccountNumber', { vatAccountNumber: 5000 }],
    ['ContraAccountDoesNotExist', 'contraAccountNumber', { contraAccountNumber: 77 }],
    ['ContraAccountIsBarred', 'contraAccountNumber', { contraAccountNumber: 2290 }],
    ['TotalFromAccountDoesNotExist', 'totalFromAccountNumber', { totalFromAccountNumber: 77 }],
    ['AccountShouldBeHigherThanTotalFrom', 'totalFromAccountNumber', { totalFromAccountNumber: 6903 }],
    ['OpeningAccountDoesNotExist', 'openingAccountNumber', { openingAccountNumber: 77 }],
    ['RealisationAccountDoesNotExist', 'realisationAccountNumber', { realisationAccountNumber: 77 }],
    ['ValueNotAllowed', 'openingAccountNumber', { openingAccountNumber: 2290 }],
    ['ValueNotAllowed', 'realisationAccountNumber', { realisationAccountNumber: 2290 }],
    ['AccountIsNotBalanceOrProfitAndLossType', 'openingAccountNumber', { openingAccountNumber: 5000 }],
    ['AccountIsNotBalanceOrProfitAndLossType', 'realisationAccountNumber', { realisationAccountNumber: 5000 }],
    ['AccountIsNotBalanceOrProfitAndLossType', 'contraAccountNumber', { contraAccountNumber: 5000 }],
    ['CurrencyDoesNotExist', 'currency', { currency: 'XXX' }],
    ['VatCodeDoesNotExist', 'vatCode', { vatCode: 'NONE' }],
    ['Reference1Maximum100Chars', 'note', { note: 'x'.repeat(101) }],
  ])('create: %s on %s', async (code, property, more) => {
    const reply = await client.post(ACCOUNTS, { number: 1500, name: 'Ny', type: 1, ...more })
    expect(codeOf(reply)).toEqual([400, code, property])
    expect((await client.get(`${ACCOUNTS}/1500`)).status).toBe(404)
  })

  const change = async (number: number, changes: object): Promise<Reply> => {
    const { json } = await client.get(`${ACCOUNTS}/${number}`)
    const present = Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null))
    return await client.put(ACCOUNTS, { ...present, ...changes })
  }

  test('an account that is used cannot be deleted, nor become one that cannot be booked on', async () => {
    expect(codeOf(await client.delete(`${ACCOUNTS}/6800`))).toEqual([400, 'AccountInUse', 'number'])
    expect(codeOf(await change(6800, { type: 4 }))).toEqual([400, 'AccountInUse', 'type'])
    expect((await change(6800, { type: 1 })).status).toBe(204)
  })
  test('a heading that a total begins at can be renamed, and stays a heading', async () => {
    for (const account of [
      { number: 8100, name: 'Øvrigt', type: 5 },
      { number: 8199, name: 'Øvrigt i alt', type: 3, totalFromAccountNumber: 8100 },
    ]) {
      expect((await client.post(ACCOUNTS, account)).status).toBe(201)
    }
    expect((await change(8100, { name: 'Andet' })).status).toBe(204)
    expect(codeOf(await change(8100, { type: 4 }))).toEqual([400, 'AccountInUse', 'type'])
  })
  test('an account of a VAT code cannot be barred', async () => {
    expect(codeOf(await change(6902, { isBarred: true }))).toEqual([400, 'BarredAccountUsedByVatAccounts', 'isBarred'])
  })
  test.each(['accountNumber', 'contraAccountNumber'])(
    'a barred account is not the %s of a VAT code',
    async (property) => {
      const code = { code: 'NY', name: 'Ny', type: 2, rate: 25, accountNumber: 6903, [property]: 2290 }
      expect(codeOf(await client.post('/daybookapi/v1.0.0/vat-codes', code))).toEqual([
        400,
        'AccountIsBarred',
        property,
      ])
    },
  )
  test('a system account is not barred, and a barred account does not become one', async () => {
    for (const number of [4900, 6500, 4330]) {
      expect(codeOf(await change(number, { isBarred: true }))).toEqual([400, 'AccountInUse', 'isBarred'])
    }
    const path = '/daybookapi/v1.0.0/system-accounts/rounding'
    const named = async (accountNumber: number): Promise<unknown[]> => codeOf(await client.put(path, { accountNumber }))
    expect(await named(2290)).toEqual([400, 'AccountIsBarred', 'accountNumber'])
    expect((await named(4330))[0]).toBe(204)
    for (const isBarred of [true, false]) expect((await change(4900, { isBarred })).status).toBe(204)
  })
  test('a system account is kept in base currency', async () => {
    const path = '/daybookapi/v1.0.0/system-accounts/rounding'
    expect((await client.put(path, { accountNumber: 4900 })).status).toBe(204)
    expect(codeOf(await change(4900, { currency: 'EUR' }))).toEqual([400, 'AccountInUse', 'currency'])
    for (const currency of ['DKK', undefined]) expect((await change(4900, { currency })).status).toBe(204)
    expect((await change(2210, { currency: 'EUR' })).status).toBe(204)
    const refused = [400, 'JournalEntryAccountCurrencyMismatch', 'accountNumber']
    expect(codeOf(await client.put(path, { accountNumber: 2210 }))).toEqual(refused)
    expect((await change(2210, { currency: undefined })).status).toBe(204)
  })
  test('an account that a payment term settles invoices against is not barred before the term is', async () => {
    const term = { number: 60, name: 'Kontant', type: 3, contraAccountNumber: 5820 }
    expect((await client.post(TERMS, term)).status).toBe(201)
    expect(codeOf(await change(5820, { isBarred: true }))).toEqual([400, 'CashAccountIsBarred', 'isBarred'])
    const { objectVersion } = (await client.get(`${TERMS}/60`)).json
    expect((await client.put(TERMS, { ...term, isBarred: true, objectVersion })).status).toBe(204)
    for (const isBarred of [true, false]) expect((await change(5820, { isBarred })).status).toBe(204)
  })
  test.each([
    ['contraAccountNumber', 'ContraAccountIsBarred'],
    ['openingAccountNumber', 'ValueNotAllowed'],
    ['realisationAccountNumber', 'ValueNotAllowed'],
  ])(
    'an account whose %s was barred since can be changed and keeps it; it is not given anew',
    async (property, code) => {
      for (const number of [8301, 8302]) {
        const more = number === 8302 && { [property]: 8301 }
        expect((await client.post(ACCOUNTS, { number, name: 'Ny', type: 2, ...more })).status).toBe(201)
      }
      expect((await change(8301, { isBarred: true })).status).toBe(204)
      expect((await change(8302, { name: 'Kasse' })).status).toBe(204)
      expect((await change(8302, { [property]: undefined })).status).toBe(204)
      expect(codeOf(await change(8302, { [property]: 8301 }))).toEqual([400, code, property])
      for (const number of [8302, 8301]) expect((await client.delete(`${ACCOUNTS}/${number}`)).status).toBe(204)
    },
  )
  test('an unused account can be deleted', async () => {
    expect((await client.delete(`${ACCOUNTS}/2290`)).status).toBe(204)
    expect((await client.get(`${ACCOUNTS}/2290`)).status).toBe(404)
  })
})
