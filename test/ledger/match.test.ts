import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import type { ApiError } from '../../src/errors/catalogue.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries } from '../../src/ledger/drafts/drafts.ts'
import { matchEntries } from '../../src/ledger/matching/match.ts'
import { centsOf, centsToText } from '../../src/ledger/money.ts'
import { reverseVoucher } from '../../src/ledger/booking/reverse.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { fillBooks } from './books.ts'
import { runs } from '../long.ts'

let store: TestDatabase
let database: Database
let agreement = 700_000

beforeAll(async () => {
  store = await testDatabase()
  database = store.database
})
afterAll(async () => {
  await store.drop()
})

/** A step in the books of one customer. Names entries by their place among those that are there by then. */
type Step =
  | { kind: 'book'; cents: number; date: string; invoice: number | undefined }
  | { kind: 'match'; entries: number[] }
  | { kind: 'reverse'; entry: number; date: string }

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-02-${String(date).padStart(2, '0')}`)
const place = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      cents: fc.integer({ min: -900, max: 900 }).filter((cents) => cents !== 0),
      date: day,
      invoice: fc.option(fc.constantFrom(7, 8), { nil: undefined }),
    }),
  },
  fc.record({ kind: fc.constant('match' as const), entries: fc.array(place, { minLength: 1, maxLength: 6 }) }),
  fc.record({ kind: fc.constant('reverse' as const), entry: place, date: day }),
)

/** An open item as the model keeps it. Nothing here is taken from src/ledger. */
interface Item {
  entryNumber: number
  voucher: number
  date: string
  amount: bigint
  remainder: bigint
  invoice: number | undefined
  isReversed: boolean
}

/** Settles the later of two items with the earlier, when one is a debit and the other a credit. */
function settlePair(one: Item, other: Item): bigint {
  if (one.remainder === 0n || other.remainder === 0n || one.remainder > 0n === other.remainder > 0n) return 0n
  const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents)
  const amount = size(one.remainder) < size(other.remainder) ? size(one.remainder) : size(other.remainder)
  for (const item of [one, other]) item.remainder += item.remainder > 0n ? -amount : amount
  return amount
}

/** Every item with each that is older, the oldest first. Answers whether anything was settled. */
function settleAll(items: readonly Item[]): boolean {
  const inOrder = [...items].sort((a, b) =>
    a.date === b.date ? a.entryNumber - b.entryNumber : a.date < b.date ? -1 : 1,
  )
  let settled = 0n
  inOrder.forEach((item, index) => {
    for (const older of inOrder.slice(0, index)) settled += settlePair(item, older)
  })
  return settled > 0n
}

const newItem = (items: readonly Item[], rest: Pick<Item, 'date' | 'amount' | 'invoice'>): Item => ({
  ...rest,
  entryNumber: 2 * items.length + 1,
  voucher: items.length + 1,
  remainder: rest.amount,
  isReversed: false,
})

/** Carries a step out in the model; answers the code it is refused with. */
function model(items: Item[], step: Step): string | undefined {
  const at = (index: number): Item => items[index % items.length]!
  if (step.kind === 'match') {
    const chosen = [...new Set(step.entries.map(at))]
    return settleAll(chosen) ? undefined : 'ENTRYMATCHING_ERROR_NO_MATCHES'
  }
  if (step.kind === 'reverse' && at(step.entry).isReversed) return 'VoucherAlreadyReversed'
  if (step.kind === 'reverse') {
    const reversed = at(step.entry)
    reversed.isReversed = true
    const reversing = newItem(items, { date: step.date, amount: -reversed.amount, invoice: reversed.invoice })
    items.push(reversing)
    settlePair(reversing, reversed)
  } else {
    items.push(newItem(items, { date: step.date, amount: BigInt(step.cents), invoice: step.invoice }))
  }
  const { invoice } = items.at(-1)!
  if (invoice !== undefined) settleAll(items.filter((item) => item.invoice === invoice))
  return undefined
}

/** Carries a step out in the books; answers the code it is refused with. */
async function carryOut(items: readonly Item[], step: Step): Promise<string | undefined> {
  const at = (index: number): Item => items[index % items.length]!
  const work = database.transaction(async (transaction) => {
    if (step.kind === 'match') {
      await matchEntries(
        transaction,
        agreement,
        // Who names one twice is refused before (test/conventions/repeated-values.test.ts).
        [...new Set(step.entries.map((index) => at(index).entryNumber))],
      )
    } else if (step.kind === 'reverse') {
      const voucher = { journalNumber: 1, accountingYear: '2026', voucherNumber: at(step.entry).voucher }
      await reverseVoucher(transaction, { agreement, ...voucher, date: step.date })
    } else {
      await createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, [
        {
          entryTypeNumber: step.cents > 0 ? 10 : 2,
          journalNumber: 1,
          date: step.date,
          customerNumber: 1,
          amount: centsToText(BigInt(step.cents)),
          currency: 'DKK',
          contraAccountNumber: 5820,
          customerInvoiceNumber: step.invoice?.toString(),
        },
      ])
      await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
    }
  })
  return await work.then(
    () => undefined,
    (error: ApiError) => error.code,
  )
}

test('random bookings, matches and reversals leave the remainders that a naive model leaves', async () => {
  const first: Step = { kind: 'book', cents: 500, date: '2026-02-10', invoice: undefined }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      agreement += 1
      await fillBooks(database, agreement)
      const items: Item[] = []
      for (const one of [first, ...steps]) {
        const found = await carryOut(items, one)
        expect(found, JSON.stringify(one)).toBe(model(items, one))
      }
      const stored = await database.rows<{ entry_number: number; remainder: string }>(
        'SELECT entry_number, remainder FROM open_item WHERE agreement = $1 ORDER BY entry_number',
        [agreement],
      )
      expect(stored.map((row) => [row.entry_number, centsOf(row.remainder)])).toEqual(
        items.map(({ entryNumber, remainder }) => [entryNumber, remainder]),
      )
      expect(await verify(database, agreement)).toEqual({ ok: true, entries: 2 * items.length })
    }),
    { numRuns: runs(6, 500) },
  )
})
