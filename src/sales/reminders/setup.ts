import type { Transaction } from '../../database/connection.ts'
import { tenThousandths } from '../../ledger/money.ts'
import type { InterestRate } from './interest.ts'

/** What a letter says of a level. */
export interface ReminderText {
  level: number
  title: string
  text: string
}

/** How an agreement reminds. Decimal text. */
export interface ReminderSetup {
  levels: number
  daysBetween: number
  fee: string
  compensation: string
  feeAccountNumber: number | null
  interestAccountNumber: number | null
  rates: InterestRate[]
  texts: ReminderText[]
}

/** The setup of an agreement; undefined where there is none. */
export async function reminderSetup(transaction: Transaction, agreement: number): Promise<ReminderSetup | undefined> {
  const [row] = await transaction.rows<Omit<ReminderSetup, 'rates' | 'texts'> & { rates: string; texts: string }>(
    SETUP,
    [agreement],
  )
  if (!row) return undefined
  const rates = JSON.parse(row.rates) as { from: string; rate: string }[]
  return {
    ...row,
    rates: rates.map(({ from, rate }) => ({ from, rate: tenThousandths(rate) })),
    texts: JSON.parse(row.texts) as ReminderText[],
  }
}

const SETUP = `
  SELECT s.levels, s.days_between AS "daysBetween", s.fee::text AS fee, s.compensation::text AS compensation,
    s.fee_account_number AS "feeAccountNumber", s.interest_account_number AS "interestAccountNumber",
      s.rates::text AS rates, s.texts::text AS texts
  FROM reminder_setup s WHERE s.agreement = $1`
