import type { Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { closeYear } from '../../ledger/years/close.ts'
import type { SafTOwnBooks } from '../model.ts'
import type { Notes } from './notes.ts'
import type { Masters, PlannedAccounts } from './plan.ts'

/** Accounts whose AccountID is no account number, and the numbers they got. */
export const renumbered = (accounts: PlannedAccounts): { accountId: string; accountNumber: number }[] =>
  [...accounts].flatMap(([accountId, { number }]) =>
    String(number) === accountId ? [] : [{ accountId, accountNumber: number }],
  )

/**
 * Makes of the imported entries the books that they were exported from: closes the years that were closed, and says
 * what was not made again. Matches that invoice numbers tell were made as the entries were booked.
 */
export async function restoreBooks(
  transaction: Transaction,
  agreement: number,
  masters: Masters,
  own: SafTOwnBooks,
  notes: Notes,
): Promise<void> {
  await closeYears(transaction, agreement, masters, own, notes)
  const [made] = await transaction.rows<{ count: number }>(
    'SELECT count(*)::int AS count FROM matched_entry_pair m WHERE m.agreement = $1',
    [agreement],
  )
  notes.add('matchesLost', own.matches - made!.count)
}

async function closeYears(
  transaction: Transaction,
  agreement: number,
  { accounts }: Masters,
  { years, resultAccountId }: SafTOwnBooks,
  notes: Notes,
): Promise<void> {
  const result = resultAccountId === undefined ? undefined : accounts.get(resultAccountId)?.number
  if (result !== undefined) {
    await transaction.rows(
      `INSERT INTO system_account (agreement, purpose, account_number) VALUES ($1, 'result', $2) ON CONFLICT
        DO NOTHING`,
      [agreement, result],
    )
  }
  const closed = years.filter(({ isClosed }) => isClosed).sort((a, b) => (a.from < b.from ? -1 : 1))
  for (const { from, to } of closed) {
    const [found] = await transaction.rows<{ year: string }>(
      'SELECT y.year FROM accounting_year y WHERE y.agreement = $1 AND y.date_from = $2 AND y.date_to = $3',
      [agreement, from, to],
    )
    const reason = found ? await tryClose(transaction, agreement, found.year) : 'The agreement has other years.'
    if (reason === undefined) continue
    return notes.say(`The year ${from} to ${to} was closed in the books, and is open here. ${reason}`)
  }
}

/** @returns why the year cannot be closed; undefined where it is. */
async function tryClose(transaction: Transaction, agreement: number, year: string): Promise<string | undefined> {
  try {
    await transaction.savepoint((inner) => closeYear(inner, agreement, year))
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}
