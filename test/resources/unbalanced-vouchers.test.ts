import { expect, test } from 'vitest'
import type { Client } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, bookkeeper, change, DRAFTS, finance, made } from './bookkeeping.ts'
import { OURS } from './sales.ts'

interface Unbalanced {
  voucherNumber: number
  date: string
  difference: number
  rates: { entryNumber: number; balancingRate: number | null }[]
}

interface Told {
  journals: { journalNumber: number; name: string; count: number }[]
  items: Unbalanced[]
}

const toldOf = async (client: Client): Promise<Told> => (await client.get(`${OURS}/unbalanced-vouchers`)).json

/** What booking all of a journal refuses as out of balance. */
async function refused(client: Client, journal: number): Promise<unknown[]> {
  const dry = { headers: { 'Daybook-Dry-Run': 'true' } }
  const drafts = (await client.get(DRAFTS)).json.items as { entryNumber: number }[]
  const body = { entryNumbers: drafts.map(({ entryNumber }) => entryNumber) }
  const { status, json } = await client.post(`${API}/journals/${journal}/bookdraftentries`, body, dry)
  if (status < 300) return []
  expect(new Set(json.errors.map(({ errorCode }: { errorCode: string }) => errorCode))).toEqual(
    new Set(['JournalBookingVoucherNotInBalance']),
  )
  return json.errors.map(({ voucher }: { voucher: { voucherNumber: number; difference: number } }) => voucher)
}

const found = ({ items }: Told): unknown[] =>
  items
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.voucherNumber - b.voucherNumber)
    .map(({ voucherNumber, difference }) => ({ voucherNumber, difference }))

const alone = (voucherNumber: number, more: object): object =>
  finance({ contraAccountNumber: undefined, voucherNumber, ...more })

test('vouchers are told that booking refuses as out of balance, and no other', async () => {
  const client = await bookkeeper(await sharedService())
  expect(await toldOf(client)).toEqual({ journals: [], items: [] })
  const sent = [
    finance({ voucherNumber: 1 }),
    alone(2, { amount: 349 }),
    // Of its other side alone.
    finance({ voucherNumber: 3, accountNumber: undefined, amount: 12.5 }),
    // Another journal's rule would take the month together.
    alone(4, { date: '2026-03-10', amount: 80 }),
    alone(4, { date: '2026-03-20', amount: -80 }),
    // In balance, over parties and with VAT.
    { ...alone(5, { entryTypeNumber: 3, supplierNumber: 502, accountNumber: undefined, amount: -125 }), text: 'A' },
    alone(5, { accountNumber: 1310, vatCode: 'I25', amount: 125 }),
    // Only rounding leaves something.
    alone(6, { currency: 'EUR', amount: 0.01 }),
    alone(6, { currency: 'EUR', amount: 0.01 }),
    alone(6, { currency: 'EUR', amount: -0.02 }),
    alone(7, { currency: 'EUR', amount: 100 }),
    alone(7, { amount: -700 }),
  ]
  for (const draft of sent) made(await client.post(DRAFTS, draft))
  const told = await toldOf(client)
  expect(found(told)).toEqual(await refused(client, 1))
  expect(found(told)).toEqual([
    { voucherNumber: 4, difference: 80 },
    { voucherNumber: 2, difference: 349 },
    { voucherNumber: 3, difference: -12.5 },
    { voucherNumber: 7, difference: 46.25 },
    { voucherNumber: 4, difference: -80 },
  ])
  // Voucher 4 is off on two days.
  expect(told.journals).toEqual([{ journalNumber: 1, name: 'Daglig', count: 4 }])
  expect(await change(client, `${API}/journals`, 1, { balancingBehavior: true })).toEqual([204])
  const byMonth = await toldOf(client)
  expect(found(byMonth)).toEqual(await refused(client, 1))
  expect(byMonth.items.map(({ voucherNumber }) => voucherNumber)).toEqual([2, 3, 7])
})

test('of lines in other currencies it says the rate, that of the table, and the one that would balance', async () => {
  const client = await bookkeeper(await sharedService())
  const sent = [
    alone(1, { accountNumber: 5820, currency: 'EUR', amount: 6700, exchangeRate: 700, date: '2026-07-18' }),
    alone(1, { accountNumber: 5820, amount: -55_000, date: '2026-07-18' }),
    // The table has none, and no rate makes it balance: the other line is on the same side.
    alone(2, { currency: 'SEK', amount: 100, exchangeRate: 65 }),
    alone(2, { amount: 10 }),
  ]
  for (const draft of sent) made(await client.post(DRAFTS, draft))
  const { items } = await toldOf(client)
  expect(items.map(({ difference, rates }) => [difference, ...rates])).toEqual([
    [
      -8100,
      {
        entryNumber: expect.any(Number),
        accountNumber: 5820,
        currency: 'EUR',
        amount: 6700,
        exchangeRate: 700,
        amountInBaseCurrency: 46_900,
        tableDate: '2026-06-01',
        tableRate: 745.5,
        amountAtTableRate: 49_948.5,
        balancingRate: 820.895522,
      },
    ],
    [
      75,
      {
        entryNumber: expect.any(Number),
        accountNumber: 2210,
        currency: 'SEK',
        amount: 100,
        exchangeRate: 65,
        amountInBaseCurrency: 65,
        tableDate: null,
        tableRate: null,
        amountAtTableRate: null,
        balancingRate: null,
      },
    ],
  ])
  // Put to the rate that it names, the voucher balances.
  const [{ rates, voucherNumber }] = items as [Unbalanced]
  const [{ entryNumber, balancingRate }] = rates as [Unbalanced['rates'][0]]
  expect(await change(client, DRAFTS, entryNumber, { exchangeRate: balancingRate })).toEqual([204])
  expect((await toldOf(client)).items.some((one) => one.voucherNumber === voucherNumber)).toBe(false)
  const other = await bookkeeper(await sharedService())
  expect((await toldOf(other)).items).toEqual([])
})
