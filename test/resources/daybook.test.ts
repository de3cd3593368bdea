import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilBlocked } from '../faults/blocked.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { bookkeeper, codeOf } from './bookkeeping.ts'

const API = '/daybookapi/v1.0.0'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await bookkeeper(service)
})
afterAll(() => service.stop())

const supplier = (more: object = {}): object => ({ number: 700, name: 'Ny', groupNumber: 1, currency: 'DKK', ...more })

describe('master data', () => {
  test.each([
    ['NumberAlreadyInUse', 'number', 'suppliers', supplier({ number: 501 })],
    ['GroupDoesNotExist', 'groupNumber', 'suppliers', supplier({ groupNumber: 9 })],
    ['CurrencyDoesNotExist', 'currency', 'suppliers', supplier({ currency: 'XXX' })],
    ['PaymentTermDoesNotExist', 'paymentTermNumber', 'suppliers', supplier({ paymentTermNumber: 9 })],
    ['AccountDoesNotExist', 'contraAccountNumber', 'suppliers', supplier({ contraAccountNumber: 1 })],
    [
      'AccountIsNotBalanceOrProfitAndLossType',
      'contraAccountNumber',
      'suppliers',
      supplier({ contraAccountNumber: 5000 }),
    ],
    ['ContactDoesNotBelongToSupplier', 'attentionNumber', 'suppliers', supplier({ attentionNumber: 1 })],
    ['NumberAlreadyInUse', 'number', 'customers', supplier({ number: 201 })],
    ['GroupDoesNotExist', 'groupNumber', 'customers', supplier({ groupNumber: 9 })],
    ['NumberAlreadyInUse', 'number', 'customer-groups', { number: 1, name: 'x', accountNumber: 5600 }],
    ['AccountDoesNotExist', 'accountNumber', 'customer-groups', { number: 9, name: 'x', accountNumber: 1 }],
    ['NumberAlreadyInUse', 'number', 'payment-terms', { number: 1, name: 'x', type: 1, days: 8 }],
    ['ValueNotAllowed', 'type', 'payment-terms', { number: 9, name: 'x', type: 10, days: 8 }],
    ['ValueOutOfRange', 'days', 'payment-terms', { number: 9, name: 'x', type: 1, days: 366 }],
    ['NumberAlreadyInUse', 'number', 'departments', { number: 1, name: 'x' }],
    ['CodeAlreadyInUse', 'code', 'currencies', { code: 'EUR', name: 'x' }],
    ['CurrencyCodeInvalid', 'code', 'currencies', { code: 'eur', name: 'x' }],
    ['CurrencyDoesNotExist', 'currency', 'exchange-rates', { currency: 'XXX', date: '2026-01-01', rate: 1 }],
    ['CurrencyIsBaseCurrency', 'currency', 'exchange-rates', { currency: 'DKK', date: '2026-01-01', rate: 1 }],
    ['ExchangeRateAlreadyExists', 'date', 'exchange-rates', { currency: 'EUR', date: '2026-01-01', rate: 1 }],
    ['ExchangeRateNotPositive', 'rate', 'exchange-rates', { currency: 'EUR', date: '2026-02-01', rate: 0 }],
    ['ValueOutOfRange', 'rate', 'exchange-rates', { currency: 'EUR', date: '2026-02-01', rate: 1000000000000 }],
    ['ValueTypeInvalid', 'date', 'exchange-rates', { currency: 'EUR', date: '2026-02-01T00:00:00Z', rate: 1 }],
    ['CodeAlreadyInUse', 'code', 'vat-codes', { code: 'u25', name: 'x', type: 1, rate: 25, accountNumber: 6902 }],
    ['ValueOutOfRange', 'rate', 'vat-codes', { code: 'X', name: 'x', type: 1, rate: 100.5, accountNumber: 6902 }],
    ['ValueOutOfRange', 'rate', 'vat-codes', { code: 'X', name: 'x', type: 1, rate: 9999999, accountNumber: 6902 }],
    [
      'AccountDoesNotExist',
      'accountNumber',
      'vat-codes',
      { code: 'X', name: 'x', type: 1, rate: 25, accountNumber: 1 },
    ],
  ])('%s on %s of %s', async (code, property, path, body) => {
    expect(codeOf(await client.post(`${API}/${path}`, body))).toEqual([400, code, property])
  })

  test.each([
    ['ItemInUse', 'customer-groups/1'],
    ['ItemInUse', 'payment-terms/1'],
    ['ItemInUse', 'currencies/EUR'],
    ['CurrencyIsBaseCurrency', 'currencies/DKK'],
  ])('%s: what is in use is not deleted: %s', async (code, path) => {
    expect(codeOf(await client.delete(`${API}/${path}`)).slice(0, 2)).toEqual([400, code])
    expect((await client.get(`${API}/${path}`)).status).toBe(200)
  })

  test('an exchange rate keeps its six decimals', async () => {
    const made = await client.call('POST', `${API}/exchange-rates`, {
      raw: '{"currency":"SEK","date":"2026-01-01","rate":66.123450}',
    })
    expect((await client.get(made.headers.get('location')!)).text).toContain('"rate":66.123450,')
  })
})

test('of two VAT codes at once that differ in capitals alone, one is made', async () => {
  const body = { code: 'race', name: 'x', type: 1, rate: 25, accountNumber: 6902 }
  let answer: Promise<Reply> | undefined
  await service.database.transaction(async (transaction) => {
    await transaction.rows(
      `INSERT INTO vat_code (agreement, code, name, type, rate, account_number) VALUES ($1, 'RACE', 'x', 1, 25, 6902)`,
      [client.agreement],
    )
    answer = client.post(`${API}/vat-codes`, body)
    await untilBlocked(service.database, 1)
  })
  expect(codeOf(await answer!)).toEqual([400, 'CodeAlreadyInUse', 'code'])
})

describe('suppliers and their contacts', () => {
  const CONTACTS = '/suppliersapi/v2.0.0/Contacts'

  test('a contact that its supplier names stays', async () => {
    const { json: contact } = await client.post(CONTACTS, { supplierNumber: 502, name: 'Bo' })
    const { json: read } = await client.get(`${API}/suppliers/502`)
    const present = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
    expect((await client.put(`${API}/suppliers`, { ...present, attentionNumber: contact.number })).status).toBe(204)
    expect(codeOf(await client.delete(`${CONTACTS}/${contact.number}`))).toEqual([
      400,
      'SupplierContactIsInUse',
      'number',
    ])
    expect(codeOf(await client.post(CONTACTS, { supplierNumber: 502, name: 'BO' }))).toEqual([
      400,
      'SupplierContactNameAlreadyExists',
      'name',
    ])
    const moved = await client.put(CONTACTS, {
      ...contact,
      name: 'Bo',
      supplierNumber: 501,
      objectVersion: (await client.get(`${CONTACTS}/${contact.number}`)).json.objectVersion,
    })
    expect(codeOf(moved)).toEqual([400, 'SupplierNumberMismatch', 'supplierNumber'])
    expect(codeOf(await client.delete('/suppliersapi/v2.0.0/Groups/1'))).toEqual([
      400,
      'SupplierGroupIsInUse',
      'number',
    ])
    expect(codeOf(await client.delete(`${API}/suppliers/502`))).toEqual([400, 'ItemInUse', 'number'])
  })

  test('twenty contacts of one name at once make one', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.post(CONTACTS, { supplierNumber: 501, name: 'Åse' })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(19).fill(400)])
    expect(new Set(replies.map((reply) => reply.json.errorCode))).toEqual(
      new Set([undefined, 'SupplierContactNameAlreadyExists']),
    )
  })
})

test('the trial balance says which dates it wants', async () => {
  const balance = (query: string): ReturnType<Client['get']> => client.get(`${API}/trial-balance?${query}`)
  expect(codeOf(await balance('from=2026-01-01'))).toEqual([400, 'QueryParameterRequired', 'to'])
  expect(codeOf(await balance('from=2026-01-01&to=x'))).toEqual([400, 'QueryParameterInvalid', 'to'])
  expect(codeOf(await balance('from=2026-02-01&to=2026-01-01'))).toEqual([400, 'QueryParameterInvalid', 'to'])
})

describe('system accounts', () => {
  const SYSTEM = `${API}/system-accounts`

  test('are named, and named again', async () => {
    const own = await bookkeeper(service)
    expect((await own.put(`${SYSTEM}/exchangeDifference`, { accountNumber: 4900 })).status).toBe(204)
    expect((await own.put(`${SYSTEM}/rounding`, { accountNumber: 2210 })).status).toBe(204)
    expect((await own.get(SYSTEM)).json).toEqual([
      { purpose: 'exchangeDifference', accountNumber: 4900 },
      { purpose: 'result', accountNumber: 6500 },
      { purpose: 'rounding', accountNumber: 2210 },
    ])
  })

  test('name accounts of the own agreement only, and are its own', async () => {
    const stranger = await service.client()
    expect(codeOf(await stranger.put(`${SYSTEM}/rounding`, { accountNumber: 4900 }))[1]).toBe('AccountDoesNotExist')
    expect((await stranger.get(SYSTEM)).json).toEqual([])
  })

  test.each([
    [404, 'NotFound', 'purpose', 'tips', { accountNumber: 4900 }],
    [400, 'AccountDoesNotExist', 'accountNumber', 'rounding', { accountNumber: 1 }],
    [400, 'AccountIsNotBalanceOrProfitAndLossType', 'accountNumber', 'rounding', { accountNumber: 5000 }],
    [400, 'AccountIsNotBalanceOrProfitAndLossType', 'accountNumber', 'result', { accountNumber: 4900 }],
    [400, 'ValueRequired', 'accountNumber', 'result', {}],
  ])('%i %s on %s of %s', async (status, code, property, purpose, body) => {
    expect(codeOf(await client.put(`${SYSTEM}/${purpose}`, body))).toEqual([status, code, property])
  })
})
