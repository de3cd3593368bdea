import { payableItems } from '../bank/payments/payable.ts'
import { judge, propose } from '../bank/payments/propose.ts'
import type { Transaction } from '../database/connection.ts'
import { type Fault, throwFaults } from '../errors/catalogue.ts'
import { addDays, type DemoDays } from './calendar.ts'

/** Days ahead that are looked at. */
const AHEAD = 60

/**
 * Proposes to the bank what falls due first, as the bookkeeper did this morning; the rest waits to be proposed. It is
 * proposed once all else is booked and drafted.
 */
export async function fillPayments(transaction: Transaction, agreement: number, { today }: DemoDays): Promise<void> {
  const due = { dueTo: addDays(today, AHEAD), supplierNumber: null, items: null }
  const items = await payableItems(transaction, agreement, due)
  const [first, ...others] = items.filter((item) => typeof judge(item, true) !== 'string')
  if (!first || others.length === 0) return
  const { supplierNumber, invoiceNumber } = first
  // No bank pays in the past, also where the company is made as of another day.
  const [row] = await transaction.rows<{ day: string }>('SELECT greatest($2::date, today_of($1))::text AS day', [
    agreement,
    today,
  ])
  const body = { bankAccountNumber: 1, paymentDate: row!.day, items: [{ supplierNumber, invoiceNumber }] }
  const faults: Fault[] = []
  await propose({ transaction, caller: { agreement, app: null, grantNumber: null } }, { body, faults })
  throwFaults(faults)
}
