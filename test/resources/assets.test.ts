import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, change, codeOf, DRAFTS, finance } from './bookkeeping.ts'
import { book, booked, DAYBOOK, dimensionBooks, WHOLE } from './dimension-books.ts'

const ASSETS = `${DAYBOOK}/assets`

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const van = (more: object = {}): object =>
  finance({
    text: 'Varevogn',
    assetGroupNumber: 1,
    assetNumber: 4,
    assetStartDate: '2026-04-01',
    assetLifeTimeMonths: 60,
    ...more,
  })
const bookReply = async (client: Client): Promise<unknown[]> => codeOf(await client.post(`${API}/journals/1/book`))

describe('the rules of an entry that buys an asset', () => {
  test.each([
    ['JournalEntryAssetGroupNotFound', 'assetGroupNumber', { assetGroupNumber: 9 }],
    ['JournalEntryAssetGroupNotFound', 'assetGroupNumber', { assetGroupNumber: 2 }],
    ['JournalEntryAssetNumberMustBePositive', 'assetNumber', { assetNumber: 0 }],
    ['JournalEntryAssetNumberMustBePositive', 'assetNumber', { assetNumber: -4 }],
    ['JournalEntryAssetStartNotInAccountingYear', 'assetStartDate', { assetStartDate: '2027-01-01' }],
    ['JournalEntryAssetLifeTimeMustBePositive', 'assetLifeTimeMonths', { assetLifeTimeMonths: 0 }],
    ['JournalEntryAssetWrongEntryType', 'assetNumber', { entryTypeNumber: 10, customerNumber: 201 }],
    ['JournalEntryAssetWrongEntryType', 'assetNumber', { entryTypeNumber: 4, supplierNumber: 501 }],
    ['ValueRequired', 'assetGroupNumber', { assetGroupNumber: undefined }],
    ['ValueRequired', 'assetNumber', { assetNumber: undefined }],
    ['ValueRequired', 'assetLifeTimeMonths', { assetLifeTimeMonths: undefined }],
  ])('%s on %s for %j, created or changed', async (code, property, more) => {
    const client = await dimensionBooks(service)
    const refused = await client.post(WHOLE, van(more))
    expect(codeOf(refused)).toEqual([400, code, property])
    expect(refused.json.errors).toHaveLength(1)
    expect((await client.post(WHOLE, van())).status).toBe(201)
    expect(await change(client, WHOLE, 1, { accountNumber: undefined, ...more })).toEqual([400, code, property])
  })

  test('a start that is left out is the date of the entry', async () => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, van({ assetStartDate: undefined }))
    expect((await client.get(`${WHOLE}/1`)).json).toMatchObject({ assetStartDate: '2026-03-15' })
  })

  test('an asset and an accrual exclude each other, whichever comes first', async () => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, van())
    await client.post(WHOLE, finance())
    const accrual = { journalNumber: 1, accountNumber: 6500, startDate: '2026-03-01', endDate: '2026-05-31' }
    const second = await client.post(`${API}/accruals`, { entryNumber: 1, ...accrual })
    expect(codeOf(second)).toEqual([400, 'JournalEntryAssetAccrualError', 'entryNumber'])
    expect((await client.post(`${API}/accruals`, { entryNumber: 2, ...accrual })).status).toBe(201)
    const asset = { assetGroupNumber: 1, assetNumber: 5, assetLifeTimeMonths: 12 }
    expect(await change(client, WHOLE, 2, asset)).toEqual([400, 'JournalEntryAssetAccrualError', 'assetNumber'])
    // Where the two were written at once, booking still sees it.
    await service.database.rows(
      `UPDATE draft_entry SET asset_group_number = 1, asset_number = 5, asset_start_date = '2026-01-01', asset_life_time_months = 1
       WHERE agreement = $1 AND entry_number = 2`,
      [client.agreement],
    )
    expect(await bookReply(client)).toEqual([400, 'JournalEntryAssetAccrualError', 'assetNumber'])
  })
})

describe('booking an entry that buys an asset', () => {
  test('registers it, with its cost net of VAT in base currency, and keeps it for good', async () => {
    const client = await dimensionBooks(service)
    const invoice = { entryTypeNumber: 3, supplierNumber: 501, supplierInvoiceNumber: 'F-1', accountNumber: undefined }
    const amount = {
      amount: -1250,
      currency: 'EUR',
      exchangeRate: 746,
      contraAccountNumber: 1310,
      contraVatCode: 'I25',
    }
    await client.post(WHOLE, van({ ...invoice, ...amount }))
    await client.post(WHOLE, van({ assetNumber: 7, text: undefined, vatCode: 'I25' }))
    await book(service, client)
    expect((await client.get(`${ASSETS}/4`)).json).toEqual({
      number: 4,
      groupNumber: 1,
      text: 'Varevogn',
      entryNumber: 2,
      startDate: '2026-04-01',
      lifeTimeMonths: 60,
      purchaseAmount: 7460,
      depreciation: 0,
      bookValue: 7460,
      goneOn: null,
    })
    const found = await client.get(
      `${ASSETS}?filter=${encodeURIComponent('purchaseAmount$lt:101$and:groupNumber$eq:1')}`,
    )
    expect(found.json.items).toMatchObject([{ number: 7, text: null, entryNumber: 4, purchaseAmount: 100 }])
    expect(await booked(client, ['accountNumber', 'assetNumber'])).toEqual([
      [6800, null],
      [1310, 4],
      [6903, null],
      [2210, 7],
      [6903, null],
      [5820, null],
    ])
    expect((await client.post(ASSETS, {})).status).toBe(405)
    expect(codeOf(await client.delete(`${DAYBOOK}/asset-groups/1`))).toEqual([400, 'ItemInUse', 'number'])
    const again = await client.post(WHOLE, van())
    expect(codeOf(again)).toEqual([400, 'NumberAlreadyInUse', 'assetNumber'])
  })

  test('its number is looked up again: two drafts of one number are not both booked', async () => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, van())
    await client.post(WHOLE, van())
    expect(await bookReply(client)).toEqual([400, 'NumberAlreadyInUse', 'assetNumber'])
    await client.post(`${API}/journals/1/bookdraftentries`, { entryNumbers: [1] })
    expect(await bookReply(client)).toEqual([400, 'NumberAlreadyInUse', 'assetNumber'])
    expect(await change(client, WHOLE, 2, { assetNumber: 5 })).toEqual([204])
    await book(service, client)
    expect((await client.get(`${ASSETS}/count`)).text).toBe('2')
  })

  test('is refused when its group was barred since, and without an account of its own', async () => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, van())
    await change(client, `${DAYBOOK}/asset-groups`, 1, { isBarred: true })
    expect(await bookReply(client)).toEqual([400, 'JournalEntryAssetGroupNotFound', 'assetGroupNumber'])
    await change(client, `${DAYBOOK}/asset-groups`, 1, { isBarred: false })
    const bare = { entryTypeNumber: 3, supplierNumber: 501, accountNumber: undefined, amount: -125 }
    await client.post(WHOLE, van({ ...bare, assetNumber: 5, voucherNumber: 9 }))
    expect(await change(client, WHOLE, 2, { contraAccountNumber: undefined })).toEqual([204])
    await client.post(WHOLE, finance({ contraAccountNumber: undefined, voucherNumber: 9 }))
    expect(await bookReply(client)).toEqual([400, 'JournalEntryAssetWrongEntryType', 'assetNumber'])
    expect((await client.get(`${ASSETS}/count`)).text).toBe('0')
  })

  test('what stays behind as a draft registers nothing', async () => {
    const client = await dimensionBooks(service)
    await service.database.rows('UPDATE journal SET allow_partial_booking = true WHERE agreement = $1', [
      client.agreement,
    ])
    await client.post(WHOLE, van())
    await client.post(WHOLE, van({ assetNumber: 5, contraAccountNumber: undefined }))
    await book(service, client)
    expect((await client.get(ASSETS)).json.items.map(({ number }: { number: number }) => number)).toEqual([4])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('1')
  })

  test('a reversal takes the cost back; the number stays taken', async () => {
    const client = await dimensionBooks(service)
    const bought = await client.post(
      WHOLE,
      van({ contraAccountNumber: undefined, departmentalDistributionNumber: 11, voucherNumber: 1 }),
    )
    expect(bought.status, bought.text).toBe(201)
    await client.post(
      WHOLE,
      finance({ accountNumber: 5820, amount: -125, contraAccountNumber: undefined, voucherNumber: 1 }),
    )
    await book(service, client)
    expect((await client.get(`${ASSETS}/4`)).json).toMatchObject({ entryNumber: 1, purchaseAmount: 125 })
    expect(await booked(client, ['amount'], 'assetNumber$eq:4')).toEqual([[125]])
    await client.post(`${DAYBOOK}/vouchers/1/2026/1/reverse`, { date: '2026-04-01' })
    expect((await client.get(`${ASSETS}/4`)).json).toMatchObject({ entryNumber: 1, purchaseAmount: 0 })
    expect(codeOf(await client.post(WHOLE, van()))).toEqual([400, 'NumberAlreadyInUse', 'assetNumber'])
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  })
})
