import { expect, test, describe } from 'vitest'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { ACCRUAL_MONTHS_MAX } from '../../src/limits.ts'
import { ACCOUNT, freshBooks, refusal } from './books.ts'

const books = freshBooks()

const rent: DraftEntryInput = {
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  amount: '100',
  accountNumber: ACCOUNT.rent,
  contraAccountNumber: ACCOUNT.bank,
}
const codes = async (work: Promise<unknown>) => (await refusal(work)).map(({ code }) => code)

describe('an accrual that cannot be booked', () => {
  const until = async (end: string): Promise<string[]> => {
    const [number] = await books.create([rent])
    await books.database.rows(
      `INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
       VALUES ($1, 1, $2, $3, '2026-11-15', $4)`,
      [books.agreement, number!, ACCOUNT.prepaid, end],
    )
    return await codes(books.book())
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
    await books.create(Array.from({ length: 20 }, () => rent))
    await books.database.rows(
      `INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
       SELECT $1, 1, n, $2, '2026-11-15', $3 FROM generate_series(2, 21) AS n`,
      [books.agreement, ACCOUNT.prepaid, dayInMonth(ACCRUAL_MONTHS_MAX)],
    )
    expect(await codes(books.book())).toHaveLength(10_000)
  })
})

describe('an accrual into another accounting year', () => {
  const accrued = async (entry: Partial<DraftEntryInput> = {}): Promise<void> => {
    const [number] = await books.create([{ ...rent, date: '2025-12-15', voucherNumber: 7, ...entry }])
    await books.database.rows(
      `INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
       VALUES ($1, 1, $2, $3, '2025-12-15', '2026-01-31')`,
      [books.agreement, number!, ACCOUNT.prepaid],
    )
  }
  const taken = ['JournalVoucherEntityAlreadyExistsError']

  test('is refused where another voucher has its number there', async () => {
    await books.create([{ ...rent, voucherNumber: 7 }])
    await books.book()
    await accrued()
    expect(await codes(books.book())).toEqual(taken)
  })

  test('is refused where draft entries have its number there', async () => {
    await books.create([{ ...rent, voucherNumber: 7 }])
    await accrued()
    expect(await codes(books.book())).toEqual(taken)
  })

  test('takes its own voucher there, booked in parts too', async () => {
    await accrued()
    await accrued({ date: '2025-12-16' })
    await books.book(1, { kind: 'entries', entryNumbers: [1] })
    expect(await books.book()).toMatchObject({ booking: 2 })
  })
})
