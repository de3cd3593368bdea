import type { Transaction } from '../database/connection.ts'
import { centsOf } from '../ledger/money.ts'
import { vatDeadline, vatPeriod, type VatPeriod, vatPeriodOf } from '../ledger/vat-returns/periods.ts'
import { noteReported, settleReturn } from '../ledger/vat-returns/settle.ts'
import type { Part } from './booking.ts'
import { addDays, type DemoDays } from './calendar.ts'
import { BANK, JOURNAL } from './groundwork.ts'
import { post, type Voucher } from './voucher.ts'

const SETTLEMENT = 6950
/** How many days before the deadline a return is reported. */
const REPORTED_BEFORE = 3

/** The company's VAT returns: each is settled after its quarter, and reported and paid when it is due. */
export function vatReturns(transaction: Transaction, agreement: number, { quarterEnds, today }: DemoDays): Part {
  return {
    async until(day) {
      if (!quarterEnds.includes(day)) return []
      const period = vatPeriod(vatPeriodOf(day, 'quarter'))!
      const { payable } = JSON.parse(await settleReturn(transaction, agreement, period)) as { payable: number }
      const due = vatDeadline(period)
      if (due > today) return []
      const reference = `${day.slice(0, 4)}${day.slice(5, 7)}0007431`
      await noteReported(transaction, agreement, period.name, { on: addDays(due, -REPORTED_BEFORE), reference })
      return payable === 0 ? [] : [payment(period, due, centsOf(payable.toFixed(2)))]
    },
  }
}

function payment({ name }: VatPeriod, date: string, payable: bigint): Voucher {
  const text = `Moms, ${name.slice(-1)}. kvartal ${name.slice(0, 4)}`
  return { journal: JOURNAL.finance, date, lines: [{ ...post(SETTLEMENT, payable, text), contraAccount: BANK.DKK }] }
}
