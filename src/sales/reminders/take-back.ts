import type { Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { reverseSystemVoucher } from '../../ledger/booking/reverse.ts'
import { lockLedger } from '../../ledger/lock.ts'

/** A reminder that was taken back: the day, and the voucher that reverses its charges. */
export interface TakenBack {
  date: string
  accountingYear: string
  voucherNumber: number
  /** Of the reversal. */
  reversalNumber: number
}

const reversalOf = (m: string, agreement: string): string => `voucher_reversal v
      WHERE v.agreement = ${agreement} AND v.journal_number IS NULL AND v.accounting_year = ${m}.accounting_year
        AND v.voucher_number = ${m}.voucher_number`

/** SQL: whether the reminder `m` was taken back. */
export const isTakenBack = (m: string): string => `EXISTS (SELECT FROM ${reversalOf(m, '$1')})`

/** SQL: the day on which the reminder `t` of a resource was taken back; NULL where it was not. */
export const TAKEN_BACK_ON = `(SELECT v.date FROM ${reversalOf('t', 't.agreement')})`

/**
 * Takes back a reminder that was a mistake: its charges are reversed on the day given, and settle what is open of them;
 * what was paid of them is to the customer's credit. The letter stays, and counts no more: neither as a reminder of its
 * items, nor for the days of interest, nor for the days between two reminders.
 * @throws ApiError NotFound, ReminderChargesNothing, VoucherAlreadyReversed, what the day says.
 */
export async function takeBackReminder(
  transaction: Transaction,
  agreement: number,
  number: number,
  { date, text }: { date: string; text?: string | undefined },
): Promise<TakenBack> {
  const ledger = await lockLedger(transaction, agreement)
  const [found] = await transaction.rows<{
    level: number
    booking: number | null
    accountingYear: string
    voucherNumber: number
  }>(
    `SELECT r.level, r.booking, r.accounting_year AS "accountingYear", r.voucher_number AS "voucherNumber"
     FROM reminder r WHERE r.agreement = $1 AND r.number = $2`,
    [agreement, number],
  )
  if (!found) throw new ApiError({ code: 'NotFound', property: 'number' })
  const { level, booking, accountingYear, voucherNumber } = found
  if (booking === null) throw new ApiError({ code: 'ReminderChargesNothing', property: 'number' })
  const reversal = await reverseSystemVoucher(transaction, ledger, {
    booking,
    accountingYear,
    voucherNumber,
    date,
    text: text ?? ledger.texts.reminderBack(level),
  })
  return {
    date,
    accountingYear: reversal.accountingYear,
    voucherNumber: reversal.voucherNumber,
    reversalNumber: reversal.number,
  }
}
