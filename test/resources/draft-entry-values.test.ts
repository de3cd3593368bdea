import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, bookkeeper, change, codeOf, DRAFTS, finance } from './bookkeeping.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const post = async (client: Client, more: object, path = DRAFTS): Promise<unknown[]> => {
  const reply = await client.post(path, finance(more))
  return reply.status === 201 ? [201] : codeOf(reply)
}

/** Every face that draft entries have. */
const FACES = [
  ...['15.0.1', '14.0.1', '14.0.0', '13.0.1'].map((version) => `/journalsapi/v${version}/draft-entries`),
  '/daybookapi/v1.0.0/draft-entries',
]

describe('amounts', () => {
  test.each([0.001, -1.005, 0.125])('have two decimals: %d is refused', async (amount) => {
    const client = await bookkeeper(service)
    expect(await post(client, { amount })).toEqual([400, 'AmountHasTooManyDecimals', 'amount'])
  })

  test.each([
    ['10.280000000000001', '10.28'],
    ['0.30000000000000004', '0.3'],
    ['1234567890123456.78', undefined],
    ['10.285', 'AmountHasTooManyDecimals'],
    ['10.2850000000000001', 'AmountHasTooManyDecimals'],
    ['12345678901234567890', 'JournalEntryAmountExceedsDigitLimit'],
    ['1E+2', '100'],
  ])('of programs with doubles are what they meant (VERSIONS.md): %s', async (amount, meant) => {
    const client = await bookkeeper(service)
    const raw = JSON.stringify(finance()).replace('"amount":125', `"amount":${amount}`)
    const reply = await client.post(DRAFTS, undefined, { raw })
    if (reply.status !== 201) return expect(codeOf(reply)).toEqual([400, meant ?? '', 'amount'])
    const { text } = await client.get(reply.headers.get('location')!)
    // The digits as they are: a program of doubles would lose those of the longest.
    const digits = /"amount":([\d.]+)/.exec(text)![1]!
    expect(digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits).toBe(meant ?? amount)
  })

  test('may end in zeros', async () => {
    const client = await bookkeeper(service)
    const body = JSON.stringify(finance()).replace('"amount":125', '"amount":125.5000')
    expect((await client.post(DRAFTS, undefined, { raw: body })).status).toBe(201)
  })
})

describe('currency', () => {
  test.each(FACES)('of %s that is empty, null or left out is not set', async (path) => {
    const client = await bookkeeper(service)
    for (const currency of ['', '  ', null, undefined]) {
      expect(await post(client, { currency, voucherNumber: 1 }, path)).toEqual([
        400,
        'JournalEntryCurrencyNotSet',
        'currency',
      ])
    }
  })

  test.each(FACES)('of %s has the default rate where that is null', async (path) => {
    const client = await bookkeeper(service)
    expect(await post(client, { currency: 'EUR', exchangeRate: null, voucherNumber: 1 }, path)).toEqual([201])
    const { items } = (await client.get(path)).json as { items: { exchangeRate: number }[] }
    expect(items[0]!.exchangeRate).toBe(746.25)
    const changed = await change(client, path, 1, { date: '2026-06-15', exchangeRate: null })
    expect(changed).toEqual([204])
    expect((await client.get(`${path}/1`)).json.exchangeRate).toBe(745.5)
  })

  test('is that of the account, where it has one: on either side, and when it is booked', async () => {
    const client = await bookkeeper(service)
    const setCurrency = (account: number, currency: string | undefined) =>
      change(client, '/accountsapi/v7.0.0/Accounts', account, { currency })
    const refused = [400, 'JournalEntryAccountCurrencyMismatch', 'currency']
    expect(await post(client, {})).toEqual([201])
    expect(await setCurrency(5820, 'EUR')).toEqual([204])
    expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual(refused)
    expect(await post(client, {})).toEqual(refused)
    expect(await post(client, { accountNumber: 5820, contraAccountNumber: 2210 })).toEqual(refused)
    expect(await post(client, { currency: 'EUR' })).toEqual([201])
  })
})

describe('the side of a party', () => {
  const invoice = {
    entryTypeNumber: 10,
    customerNumber: 201,
    accountNumber: undefined,
    contraAccountNumber: 1010,
    amount: 125,
    dueDate: '2026-04-01',
  }

  test('takes no VAT code: the customer owes the whole amount, and the VAT is of the other side', async () => {
    const client = await bookkeeper(service)
    expect(await post(client, { ...invoice, vatCode: 'U25' })).toEqual([400, 'ValueNotAllowed', 'vatCode'])
    const set = { entryTypeNumber: 5, customerNumber: 201, accountNumber: 2210, contraAccountNumber: 5600, amount: 10 }
    expect(await post(client, { ...set, contraVatCode: 'I25' })).toEqual([400, 'ValueNotAllowed', 'contraVatCode'])
    expect(await post(client, { ...invoice, contraVatCode: 'U25' })).toEqual([201])
    expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
    const { items } = (await client.get(BOOKED)).json as { items: { accountNumber: number; amount: number }[] }
    expect(items.map(({ accountNumber, amount }) => [accountNumber, amount])).toEqual([
      [5600, 125],
      [1010, -100],
      [6902, -25],
    ])
  })

  test('is refused when it is booked, too', async () => {
    const client = await bookkeeper(service)
    expect(await post(client, invoice)).toEqual([201])
    await service.database.rows("UPDATE draft_entry SET vat_code = 'U25' WHERE agreement = $1", [client.agreement])
    expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual([400, 'ValueNotAllowed', 'vatCode'])
  })
})

describe('isCredit of an account', () => {
  const ACCOUNTS = '/accountsapi/v7.0.0/Accounts'
  const made = async (client: Client, number: number, isCredit?: boolean | null): Promise<void> => {
    const reply = await client.post(ACCOUNTS, { number, name: `Konto ${number}`, type: 2, isCredit })
    expect(reply.status, reply.text).toBe(201)
  }
  const numbers = async (client: Client, filter: string): Promise<number[]> => {
    const both = `(${filter})$and:number$gte:7700$and:number$lte:7799`
    const { items } = (await client.get(`${ACCOUNTS}?filter=${encodeURIComponent(both)}`)).json
    return (items as { number: number }[]).map(({ number }) => number)
  }

  test('is true, false or unsaid: in reads, writes and filters', async () => {
    const client = await bookkeeper(service)
    await made(client, 7701, true)
    await made(client, 7702, false)
    await made(client, 7703)
    const read = async (number: number): Promise<unknown> =>
      (await client.get(`${ACCOUNTS}/${number}`)).json.isCredit ?? null
    expect(await Promise.all([7701, 7702, 7703].map(read))).toEqual([true, false, null])
    expect(await numbers(client, 'isCredit$eq:true')).toEqual([7701])
    expect(await numbers(client, 'isCredit$eq:false')).toEqual([7702])
    expect(await numbers(client, 'isCredit$eq:$null:')).toEqual([7703])
    expect(await numbers(client, 'isCredit$ne:true')).toEqual([7702, 7703])
    expect(await numbers(client, 'isCredit$ne:false')).toEqual([7701, 7703])
    expect(await numbers(client, 'isCredit$ne:$null:')).toEqual([7701, 7702])
    expect(await change(client, ACCOUNTS, 7701, { isCredit: undefined })).toEqual([204])
    expect(await change(client, ACCOUNTS, 7703, { isCredit: false })).toEqual([204])
    expect(await Promise.all([7701, 7702, 7703].map(read))).toEqual([null, false, false])
  })
})
