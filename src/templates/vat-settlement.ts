import type { Transaction } from '../database/connection.ts'
import { centsOf } from '../ledger/money.ts'
import { addDays, workday } from './calendar.ts'
import { JOURNAL } from './groundwork.ts'
import { vatCodes } from './vat-codes.ts'
import { post } from './voucher.ts'
import type { Voucher } from './voucher.ts'

const SETTLEMENT = 6950
const BANK_ACCOUNT = 5820
/** A quarter's VAT is due on the first of the third month after it. The day that lies this many days after the quarter is in that month. */
const DAYS_INTO_THE_MONTH_DUE = 64

/**
 * Moves the balances of the VAT accounts at the end of a quarter, as booked so far, to the settlement account, and pays
 * them when they are due. @returns the two vouchers; none when the balances are 0.
 */
export async function settleVat(transaction: Transaction, agreement: number, quarterEnd: string): Promise<Voucher[]> {
  const accounts = [
    ...new Set(vatCodes.flatMap((code) => [code.account_number, code.contra_account_number ?? []]).flat()),
  ]
  const balances = await transaction.rows<{ account: number; balance: string }>(
    `SELECT e.account_number AS account, sum(e.amount_in_base_currency) AS balance
     FROM booked_entry e
     WHERE e.agreement = $1 AND e.date <= $2 AND e.account_number IN (SELECT n::int FROM json_array_elements_text($3::json) n)
     GROUP BY e.account_number HAVING sum(e.amount_in_base_currency) <> 0 ORDER BY e.account_number`,
    [agreement, quarterEnd, JSON.stringify(accounts)],
  )
  if (balances.length === 0) return []
  const text = `Momsafregning til og med ${quarterEnd}`
  const lines = balances.map(({ account, balance }) => post(account, -centsOf(balance), text))
  const moved = lines.reduce((sum, line) => sum + line.amount, 0n)
  const due = `${addDays(quarterEnd, DAYS_INTO_THE_MONTH_DUE).slice(0, 7)}-01`
  return [
    { journal: JOURNAL.finance, date: quarterEnd, lines: [...lines, post(SETTLEMENT, -moved, text)] },
    {
      journal: JOURNAL.finance,
      date: workday(due),
      lines: [{ ...post(SETTLEMENT, moved, `Moms betalt, ${quarterEnd}`), contraAccount: BANK_ACCOUNT }],
    },
  ]
}
