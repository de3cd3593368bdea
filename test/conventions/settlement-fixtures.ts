import type { Database } from '../../src/database/connection.ts'
import type { Fixtures } from './fixture.ts'

/** One booking of the vouchers `from` to `to`, two entries each: a debit of the customer, and the same as a credit. */
async function fillPairs(database: Database, agreement: number, from: number, to: number, then: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const range = [agreement, from, to]
    await transaction.rows(
      `INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year, journal_number, voucher_number,
         amount, amount_in_base_currency, currency, exchange_rate, customer_number)
       SELECT $1::int, 2 * n - 1 + half, 1, 5, 900560, date '2024-01-01' + (n + half) % 365, '2024', 900001, n,
         (1 - 2 * half) * round(n / 8.0, 2), (1 - 2 * half) * round(n / 4.0, 2), CASE n % 3 WHEN 0 THEN 'EUR' ELSE 'DKK' END, 100, 900601
       FROM generate_series($2::int, $3::int) n, generate_series(0, 1) half`,
      range,
    )
    await transaction.rows(
      `INSERT INTO open_item (agreement, entry_number, customer_number, date, currency, remainder, remainder_in_currency)
       SELECT agreement, entry_number, customer_number, date, currency, 0, 0 FROM booked_entry WHERE agreement = $1`,
      [agreement],
    )
    await transaction.rows(
      `INSERT INTO booking (agreement, number, journal_number, first_entry, last_entry, previous_seal, seal, booked_at)
       VALUES ($1, 1, 900001, 2 * $2 - 1, 2 * $3, decode(repeat('00', 32), 'hex'), decode(repeat('01', 32), 'hex'), now())`,
      range,
    )
    await transaction.rows(then, range)
  })
}

const MATCHES = `INSERT INTO entry_match (agreement, number, debit_entry, credit_entry, amount, debit_amount, credit_amount, date, booking,
    belongs_to, takes_back)
  SELECT $1::int, n, 2 * n - 1, 2 * n, round(n / 4.0, 2), round(n / 8.0, 2), round(n / 8.0, 2), date '2024-01-01' + n % 365,
    nullif(n % 3, 0), CASE WHEN n % 5 = 0 THEN n - 1 END, NULL
  FROM generate_series($2::int, $3::int) n`

const REVERSALS = `INSERT INTO voucher_reversal (agreement, number, journal_number, accounting_year, voucher_number,
    reversing_accounting_year, reversing_voucher_number, date)
  SELECT $1::int, n, 900001 + n % 3, '2024', n % 50, '2024', 1000 + n, date '2024-01-01' + n % 365
  FROM generate_series($2::int, $3::int) n`

const LINKS = `WITH reversal AS (${REVERSALS} RETURNING number)
  INSERT INTO entry_reversal (agreement, reversed_entry, reversing_entry, reversal_number)
  SELECT $1::int, 2 * number - 1, 2 * number, number FROM reversal`

const FOR_GOOD = 'reversals stand for good; the database refuses to remove them'

export const settlementFixtures: Fixtures = {
  'booked-entries/BookedEntriesMatching': {},
  'booked-entries/MatchedBookedEntriesPairs': {
    fill: (database, agreement, from, to) => fillPairs(database, agreement, from, to, MATCHES),
    skip: { stability: 'pairs are a view of the matches, and nothing removes a match' },
  },
  'daybook/Matches': {
    fill: (database, agreement, from, to) => fillPairs(database, agreement, from, to, MATCHES),
    skip: { stability: 'matches stand for good; the database refuses to remove them' },
  },
  'daybook/MatchTakeBack': { parameters: { number: 1 }, actions: { '/matches/{number}/take-back': {} } },
  'daybook/Vouchers': {
    parameters: { journalNumber: 900001, accountingYear: '2024', voucherNumber: 1 },
    actions: {
      '/vouchers/{journalNumber}/{accountingYear}/{voucherNumber}/reverse': { date: '2024-03-01' },
    },
  },
  'daybook/VoucherReversals': {
    fill: REVERSALS,
    skip: { stability: FOR_GOOD },
  },
  'daybook/EntryReversals': {
    fill: (database, agreement, from, to) => fillPairs(database, agreement, from, to, LINKS),
    skip: { stability: FOR_GOOD },
  },
}
