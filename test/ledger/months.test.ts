import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/book.ts'
import { createDraftEntries, type DraftEntryInput } from '../../src/ledger/drafts.ts'
import { centsOf } from '../../src/ledger/money.ts'
import { trialBalance } from '../../src/ledger/reports/trial-balance.ts'
import { verify } from '../../src/ledger/verify.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { fillBooks } from './books.ts'
import { naiveBook, type NaiveLine, naiveTrialBalance } from './naive.ts'

let store: TestDatabase
let database: Database
let agreement = 500_000

beforeAll(async () => {
  store = await testDatabase()
  database = store.database
})
afterAll(async () => {
  await store.drop()
})

type Shape = Omit<DraftEntryInput, 'voucherNumber' | 'date' | 'journalNumber'>

const decimal = (units: number, scale: number) => {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return units < 0 ? `-${text}` : text
}
const amount = fc
  .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, scale]) => decimal(units, scale))
const money = fc.constantFrom('DKK', 'EUR', 'USD', 'SEK')
const rate = fc.option(
  fc.integer({ min: 1, max: 2_000_000_000 }).map((units) => decimal(units, 6)),
  { nil: undefined },
)
const vat = fc.constantFrom(undefined, 'U25', 'I25', 'U0', 'REP', 'IV25')
const account = fc.constantFrom(1010, 1310, 2010, 5500, 5820, 6110)
const priced = fc
  .record({ currency: money, exchangeRate: rate, amount })
  .map((entry) => (entry.currency === 'DKK' ? { ...entry, exchangeRate: undefined } : entry))

/** An entry with both sides. */
const twoSided = (type: number) =>
  fc
    .record({
      base: priced,
      contraAccountNumber: account,
      accountNumber: account,
      contraVatCode: vat,
      vatCode: vat,
      party: fc.constantFrom(1, 2),
    })
    .map(({ base, party, accountNumber, vatCode, ...rest }): Shape => {
      const own = type === 5 ? { accountNumber, vatCode } : {}
      const key = type === 2 || type === 10 ? 'customerNumber' : 'supplierNumber'
      const invoice = type === 2 || type === 10 ? { customerInvoiceNumber: '1' } : { supplierInvoiceNumber: 'A' }
      return { entryTypeNumber: type, ...base, ...rest, ...own, ...(type === 5 ? {} : { [key]: party, ...invoice }) }
    })

/** A voucher of several one-sided entries in one currency; the last one balances it exactly. */
const severalLines = fc
  .record({
    currency: money,
    units: fc.array(fc.integer({ min: -9_999_999, max: 9_999_999 }), { minLength: 1, maxLength: 5 }),
    scale: fc.integer({ min: 0, max: 3 }),
    sides: fc.array(fc.record({ account, vat, contra: fc.boolean() }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ currency, units, scale, sides }) => {
    const all = [...units, -units.reduce((sum, unit) => sum + unit, 0)]
    return all.map((unit, index): Shape => {
      const { account: number, vat: code, contra } = sides[index]!
      const side = contra
        ? { contraAccountNumber: number, contraVatCode: code, amount: decimal(-unit, scale) }
        : { accountNumber: number, vatCode: code, amount: decimal(unit, scale) }
      return { entryTypeNumber: 5, currency, ...side }
    })
  })

const voucher = fc.oneof(...[2, 3, 4, 5, 10].map((type) => twoSided(type).map((entry) => [entry])), severalLines)
const day = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const months = fc
  .array(fc.record({ entries: voucher, date: day }), { minLength: 1, maxLength: 25 })
  .map((vouchers) =>
    vouchers.flatMap(({ entries, date }, index) =>
      entries.map((entry): DraftEntryInput => ({ ...entry, date, journalNumber: 1, voucherNumber: index + 1 })),
    ),
  )

const inOrder = (lines: readonly NaiveLine[]) =>
  lines
    .map(({ voucher: number, date, account: of, amount: sum, base, customer, supplier }) =>
      [number, date, of, sum, base, customer, supplier].join(' '),
    )
    .sort()

async function bookedLines(): Promise<NaiveLine[]> {
  const rows = await database.rows<Record<string, string | number | null>>(
    `SELECT voucher_number, date, account_number, amount, amount_in_base_currency, customer_number, supplier_number
     FROM booked_entry WHERE agreement = $1`,
    [agreement],
  )
  return rows.map((row) => ({
    voucher: Number(row.voucher_number),
    date: String(row.date),
    account: Number(row.account_number),
    amount: centsOf(String(row.amount)),
    base: centsOf(String(row.amount_in_base_currency)),
    customer: row.customer_number as number | null,
    supplier: row.supplier_number as number | null,
  }))
}

/** A line of the body, its numbers as the text they travel as. */
async function trialBalanceLines(from: string, to: string): Promise<string[]> {
  const body = (await database.bytes(trialBalance(agreement, from, to)))!.toString()
  const text = (key: string) => new RegExp(`"${key}" : (-?\\d+(?:\\.\\d\\d)?)`, 'g')
  const columns = ['accountNumber', 'openingBalance', 'debit', 'credit', 'closingBalance'].map((key) =>
    [...body.matchAll(text(key))].map((match) => match[1]!),
  )
  const total = (key: string) => [...body.matchAll(text(key))].map((match) => match[1]!)[0]!
  expect(total('totalDebit')).toBe(total('totalCredit'))
  return columns[0]!.map((_, index) => columns.map((column) => column[index]!).join(' '))
}

const text = (cents: bigint) =>
  `${cents < 0n ? '-' : ''}${(cents < 0n ? -cents : cents) / 100n}.${String((cents < 0n ? -cents : cents) % 100n).padStart(2, '0')}`

test('random months are booked as the naive ledger books them, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(months, day, day, async (entries, one, other) => {
      agreement += 1
      await fillBooks(database, agreement)
      await database.transaction(async (transaction) => {
        await createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, entries)
        await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
      })
      const expected = naiveBook(entries)
      const booked = await bookedLines()
      expect(inOrder(booked)).toEqual(inOrder(expected))
      expect(booked.reduce((sum, line) => sum + line.base, 0n)).toBe(0n)
      expect(await verify(database, agreement)).toEqual({ ok: true, entries: expected.length })

      const [from, to] = [one, other].sort() as [string, string]
      const naive = naiveTrialBalance(expected, from, to)
      const lines = await trialBalanceLines(from, to)
      expect(lines).toHaveLength(15)
      for (const line of lines) {
        const number = Number(line.split(' ')[0])
        const { opening, debit, credit } = naive.get(number) ?? { opening: 0n, debit: 0n, credit: 0n }
        expect(line).toBe([number, ...[opening, debit, credit, opening + debit - credit].map(text)].join(' '))
      }
    }),
    { numRuns: 60 },
  )
})
