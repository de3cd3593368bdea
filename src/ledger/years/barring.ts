import type { Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { lockLedger } from '../lock.ts'

/**
 * Bars or unbars a period; nothing when it is so already. A barred period takes neither draft entries nor bookings
 * (drafts that stand in it stay, and wait). Waits for drafts and bookings under way in the period; later ones see it
 * barred.
 * @throws ApiError NotFound, AccountingYearIsClosed.
 */
export async function setPeriodBarred(
  transaction: Transaction,
  period: { agreement: number; year: string; periodNumber: number },
  isBarred: boolean,
): Promise<void> {
  const { agreement, year, periodNumber } = period
  await lockLedger(transaction, agreement)
  const [found] = await transaction.rows<{ isClosed: boolean }>(
    `SELECT y.is_closed OR p.is_closed AS "isClosed"
     FROM accounting_year y JOIN accounting_period p ON p.agreement = $1 AND p.year = y.year
     WHERE y.agreement = $1 AND y.year = $2 AND p.period_number = $3`,
    [agreement, year, periodNumber],
  )
  if (!found) {
    const message = `There is no period ${periodNumber} of an accounting year ${year}.`
    throw new ApiError({ code: 'NotFound', property: 'periodNumber', message })
  }
  if (found.isClosed) {
    const message = `Period ${periodNumber} of ${year} is closed for good with its year.`
    throw new ApiError({ code: 'AccountingYearIsClosed', property: 'year', message })
  }
  await transaction.rows(
    `UPDATE accounting_period SET is_barred = $4, object_version = nextval('object_version')
     WHERE agreement = $1 AND year = $2 AND period_number = $3 AND is_barred <> $4`,
    [agreement, year, periodNumber, isBarred],
  )
}
