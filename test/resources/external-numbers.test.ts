import { expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { sharedService } from '../service/shared.ts'
import { bookkeeper, codeOf, DRAFTS as PUBLISHED, finance } from './bookkeeping.ts'
import { REPORTS } from './report-books.ts'

const DRAFTS = `${REPORTS}/draft-entries`

/** Of customer 201, against the bank. */
const owed = (amount: number, more: object): object => ({
  ...{ entryTypeNumber: amount < 0 ? 2 : 10, journalNumber: 1, date: '2026-03-15', customerNumber: 201 },
  ...{ amount, currency: 'DKK', contraAccountNumber: 5820, text: 'Post', ...more },
})

test('an item keeps the number of other books, by which no payment settles it', async () => {
  const service = await sharedService()
  const client = await bookkeeper(service)
  const entries = [
    owed(1000, { externalNumber: '17' }),
    owed(250, { externalNumber: 'GL-0099', customerInvoiceNumber: '18' }),
    // A payment of our invoice 17, one that tells the number of the other books, and one of invoice 18.
    owed(-400, { customerInvoiceNumber: '17' }),
    owed(-100, { externalNumber: '17' }),
    owed(-50, { customerInvoiceNumber: '18' }),
  ]
  const made = await client.post(`${DRAFTS}/bulk`, { entries })
  expect(made.status, made.text).toBe(201)
  const [number] = made.json.entryNumbers
  // Who does not know the property leaves it as it is.
  const { json: whole } = await client.get(`${PUBLISHED}/${number}`)
  const published = Object.fromEntries(Object.entries(whole as object).filter(([, value]) => value !== null))
  expect(published).not.toHaveProperty('externalNumber')
  expect((await client.put(PUBLISHED, { ...published, text: 'Åbningspost' })).status).toBe(204)
  expect((await client.get(`${DRAFTS}/${number}`)).json).toMatchObject({ externalNumber: '17', text: 'Åbningspost' })
  expect((await client.post('/journalsapi/v15.0.1/journals/1/book')).status).toBe(204)

  const open = (await client.get(`${REPORTS}/open-items?customerNumber=201&date=2026-12-31`)).json
  const items = open.items.map((one: Record<string, unknown>) => [
    one.customerInvoiceNumber,
    one.externalNumber,
    one.remainderInBaseCurrency,
  ])
  expect(items).toEqual([
    [null, '17', 1000],
    [18, 'GL-0099', 200],
    [17, null, -400],
    [null, '17', -100],
  ])
  const booked = (await client.get(`${REPORTS}/booked-entries?filter=accountNumber$eq:5820`)).json.items
  expect(new Set(booked.map((one: { externalNumber: unknown }) => one.externalNumber))).toEqual(new Set([null]))
  const statement = await client.get(`${REPORTS}/statements/customers/201?from=2026-01-01&to=2026-12-31`)
  expect(statement.json.items[1]).toMatchObject({ externalNumber: 'GL-0099', customerInvoiceNumber: 18 })

  // The reversal of a voucher keeps the number, and all of it is sealed.
  const reversed = await client.post(`${REPORTS}/vouchers/1/2026/1/reverse`, { date: '2026-04-30' })
  expect(reversed.status, reversed.text).toBeLessThan(300)
  const both = (await client.get(`${REPORTS}/booked-entries?filter=customerNumber$eq:201`)).json.items
  const amounts = both.filter((one: { externalNumber: unknown }) => one.externalNumber === '17')
  expect(amounts.map((one: { amount: number }) => one.amount)).toEqual([1000, -100, -1000])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  const change = "UPDATE booked_entry SET external_number = '71' WHERE agreement = $1 AND external_number = '17'"
  await service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows(change, [client.agreement])
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: false })
})

test('only entries of parties have one, of at most 50 characters', async () => {
  const client = await bookkeeper(await sharedService())
  const tooLong = await client.post(DRAFTS, owed(10, { externalNumber: 'x'.repeat(51) }))
  expect(codeOf(tooLong)).toEqual([400, 'ValueTooLong', 'externalNumber'])
  const ofNobody = await client.post(DRAFTS, finance({ externalNumber: '17' }))
  expect(codeOf(ofNobody)).toEqual([400, 'ValueNotAllowed', 'externalNumber'])
  const made = await client.post(DRAFTS, owed(10, { externalNumber: 'x'.repeat(50) }))
  expect(made.status, made.text).toBe(201)
})
