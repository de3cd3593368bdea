import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { ACCRUAL_MONTHS_MAX } from '../../src/limits.ts'
import { ACCOUNT, freshBooks, refusal } from './books.ts'

const books = freshBooks()

const finance = (entry: Partial<DraftEntryInput>): DraftEntryInput => ({
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  ...entry,
})
const create = (...entries: DraftEntryInput[]) => books.create(entries)
const { book } = books
const codes = async (work: Promise<unknown>) => (await refusal(work)).map(({ code }) => code)

describe('an accrual that cannot be booked', () => {
  const until = async (end: string): Promise<string[]> => {
    const [number] = await create(
      finance({ amount: '100', accountNumber: ACCOUNT.rent, contraAccountNumber: ACCOUNT.bank }),
    )
    await books.database.rows(
      `INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
       VALUES ($1, 1, $2, $3, '2026-11-15', $4)`,
      [books.agreement, number!, ACCOUNT.prepaid, end],
    )
    return await codes(book())
  }

  const first = 2026 * 12 + 10
  const dayInMonth = (months: number): string => {
    const month = first + months - 1
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
  }
  test.each([
    [dayInMonth(ACCRUAL_MONTHS_MAX), 'JournalVoucherAccountingYearDoesNotExist'],
    [dayInMonth(ACCRUAL_MONTHS_MAX + 1), 'JournalBookingAccrualNotPossible'],
  ])('until %s: %s', async (end, code) => {
    expect(new Set(await until(end))).toEqual(new Set([code]))
  })

  test('is told once where it never ends, and of very many only some', async () => {
    expect(await until('9999-12-31')).toEqual(['JournalBookingAccrualNotPossible'])
    await create(
      ...Array.from({ length: 20 }, () =>
        finance({ amount: '100', accountNumber: ACCOUNT.rent, contraAccountNumber: ACCOUNT.bank }),
      ),
    )
    await books.database.rows(
      `INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
       SELECT $1, 1, n, $2, '2026-11-15', $3 FROM generate_series(2, 21) AS n`,
      [books.agreement, ACCOUNT.prepaid, dayInMonth(ACCRUAL_MONTHS_MAX)],
    )
    expect(await codes(book())).toHaveLength(10_000)
  })
})

test.each([
  ['I25', ACCOUNT.inputTax],
  ['IV25', ACCOUNT.reverseTax],
])('the tax of %s goes to no account that is kept in another currency', async (vatCode, account) => {
  await create(
    finance({
      amount: '100',
      currency: 'EUR',
      accountNumber: ACCOUNT.rent,
      vatCode,
      contraAccountNumber: ACCOUNT.bank,
    }),
  )
  const keepIn = (currency: string) =>
    books.database.rows('UPDATE account SET currency = $2 WHERE agreement = $1 AND number = $3', [
      books.agreement,
      currency,
      account,
    ])
  await keepIn('DKK')
  expect(await refusal(book())).toEqual([
    {
      code: 'JournalEntryAccountCurrencyMismatch',
      property: 'currency',
      message: `Draft entry 1: Account ${account} is kept in DKK, and takes no entry in EUR.`,
    },
  ])
  await keepIn('EUR')
  expect(await book()).toMatchObject({ booking: 1 })
})

test('a booking whose drafts cannot be removed sends nothing after it has failed', async () => {
  await create(finance({ amount: '100', accountNumber: ACCOUNT.rent, contraAccountNumber: ACCOUNT.bank }))
  const [sent, late]: string[][] = [[], []]
  let isOver = false
  const isRemoving = (text: string) => text.includes('DELETE FROM draft_entry')
  const work = books.database.transaction(async (transaction) => {
    let failed = (): void => {}
    const failure = new Promise<void>((resolve) => (failed = resolve))
    const rows: Transaction['rows'] = async (text, values) => {
      ;(isOver ? late : sent)!.push(text)
      if (isRemoving(text)) return await transaction.rows<never>('SELECT 1 / 0').finally(failed)
      const found = await transaction.rows<never>(text, values)
      // The numbers of the booking come once its drafts have failed to be removed.
      if (text.includes(`'booked_entry', $2`)) await failure.then(() => setImmediate())
      return found
    }
    const request = { agreement: books.agreement, journalNumber: 1, selection: { kind: 'all' } } as const
    await bookEntries({ ...transaction, rows }, request).finally(() => (isOver = true))
  })
  await expect(work).rejects.toThrow('division by zero')
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  expect([sent!.some(isRemoving), late]).toEqual([true, []])
  const left = await books.database.rows('SELECT entry_number AS draft FROM draft_entry WHERE agreement = $1', [
    books.agreement,
  ])
  expect(left).toEqual([{ draft: 1 }])
})
