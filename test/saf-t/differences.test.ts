import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries } from '../../src/ledger/drafts/drafts.ts'
import { fillBooks } from '../ledger/books.ts'
import { balances, ExportWorld } from './exported.ts'

let world: ExportWorld

beforeAll(async () => void (world = await ExportWorld.open()))
afterAll(() => world.drop())

const OPEN = `SELECT count(*)::int AS open FROM open_item o
  WHERE o.agreement = $1 AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)`

test('a file has its exchange differences with it: importing it books none, and what was settled is settled', async () => {
  const { database } = world
  const agreement = 800_001
  await fillBooks(database, agreement)
  const paid = { entryTypeNumber: 10, journalNumber: 1, customerNumber: 2, customerInvoiceNumber: '7', currency: 'EUR' }
  await database.transaction(async (transaction) => {
    await createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, [
      { ...paid, date: '2026-01-10', amount: '1000', exchangeRate: '740', contraAccountNumber: 1010 },
      {
        ...paid,
        entryTypeNumber: 2,
        date: '2026-02-10',
        amount: '-1000',
        exchangeRate: '800',
        contraAccountNumber: 5820,
      },
    ])
    await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
  })
  expect(await database.rows(OPEN, [agreement])).toEqual([{ open: 0 }])
  const fresh = await world.again(agreement, world.newFile())
  const expected = await balances(database, agreement, '2026-01-01', '2026-12-31')
  expect(await balances(database, fresh, '2026-01-01', '2026-12-31')).toEqual(expected)
  expect(await database.rows(OPEN, [fresh])).toEqual([{ open: 0 }])
})
