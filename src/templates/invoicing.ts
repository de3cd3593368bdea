import type { Transaction } from '../database/connection.ts'
import { throwFaults } from '../errors/catalogue.ts'
import { centsOf } from '../ledger/money.ts'
import { bookInvoices } from '../sales/book-invoices.ts'
import { creditInvoice } from '../sales/credit.ts'
import { KINDS } from '../sales/kinds.ts'
import { makeDocuments, type NewDocument } from '../sales/make-documents.ts'
import { runOn } from '../sales/subscriptions/options.ts'
import { runSubscriptions } from '../sales/subscriptions/run.ts'
import { addDays, dayOf, type DemoDays, workday } from './calendar.ts'
import { keysOfSale, mayHaveDimensions } from './dimensions.ts'
import { JOURNAL } from './groundwork.ts'
import type { CustomerRow } from './parties.ts'
import { type ProductRow, soldGoods } from './products.ts'
import { seededRandom } from './random.ts'
import { overBank, type Voucher } from './voucher.ts'

/** The number of the last invoice written by hand. Those of products follow it. */
const LAST_BY_HAND = 20_000
const NEVER_PAID_PERCENT = 7
const INVOICES_A_MONTH = 2
/** The day of the credit note of the first invoice of products. It is booked with the invoices of that time. */
const CREDITED_ON = '01-12'

/** What the payment of a booked invoice needs to know of it. */
interface Invoice {
  invoiceNumber: number
  customer: number
  amount: string
  currency: string
  date: string
}

/** Invoices products and subscriptions, period by period. */
export interface Invoicing {
  /** Runs the subscriptions of the months up to a day, and books the invoices dated by then. @returns their payments. */
  until(day: string): Promise<Voucher[]>
  /** Leaves drafts, orders and quotes of the days after the last booked one. */
  leaveDrafts(): Promise<void>
}

/** Begins with a year's invoices for goods, as drafts. */
export async function invoicing(
  transaction: Transaction,
  agreement: number,
  { months: ofBooks, lastBooked, runsBegin, inLast }: DemoDays,
  customers: readonly CustomerRow[],
  products: readonly ProductRow[],
): Promise<Invoicing> {
  const random = seededRandom(20_250_109)
  const buying = customers.filter((customer) => !customer.is_barred)
  const goods = soldGoods(products)
  const hasKeys = await mayHaveDimensions(transaction, agreement)
  const sale = (date: string): NewDocument => {
    const customerNumber = random.pick(buying).number
    const keys = hasKeys ? keysOfSale(customerNumber, date) : {}
    const lines = Array.from({ length: random.between(1, 4) }, () => {
      const { number, name } = random.pick(goods)
      return { productNumber: number, description: name, quantity: String(random.between(1, 8)), ...keys }
    })
    return { customerNumber, date, lines }
  }
  const make = async (documents: readonly NewDocument[], kind: Parameters<typeof makeDocuments>[3]): Promise<void> => {
    const made = await makeDocuments(transaction, agreement, documents, kind)
    throwFaults(made.flatMap(({ faults }) => faults ?? []))
  }
  await transaction.rows(`INSERT INTO counter (agreement, name, value) VALUES ($1, 'invoice', $2)`, [
    agreement,
    LAST_BY_HAND,
  ])
  const months = ofBooks.map((month) => dayOf(month, 1)).filter((first) => first >= runsBegin)
  const days = months.flatMap((first) =>
    Array.from({ length: INVOICES_A_MONTH }, () => workday(addDays(first, random.between(3, 24)))),
  )
  await make(days.map(sale), KINDS.draftInvoice)
  let waiting = months
  return {
    async until(day) {
      for (const date of waiting.filter((first) => first <= day)) {
        await runSubscriptions(transaction, agreement, runOn(date))
      }
      waiting = waiting.filter((first) => first > day)
      const drafts = await transaction.rows<{ number: number }>(
        'SELECT d.number FROM draft_invoice d WHERE d.agreement = $1 AND d.date <= $2 ORDER BY d.date, d.number',
        [agreement, day],
      )
      if (drafts.length === 0) return []
      const booked = await bookInvoices(
        transaction,
        agreement,
        drafts.map(({ number }) => number),
      )
      const first = booked[0]!.invoiceNumber
      if (first === LAST_BY_HAND + 1) {
        await creditInvoice(transaction, agreement, booked[0]!.documentId, { date: inLast(CREDITED_ON) })
      }
      const invoices = await transaction.rows<Invoice>(INVOICES, [agreement, first])
      return invoices.flatMap((invoice) => {
        const isPaid = !random.chance(NEVER_PAID_PERCENT)
        const date = workday(addDays(invoice.date, random.between(6, 34)))
        return isPaid && date <= lastBooked && invoice.invoiceNumber > LAST_BY_HAND + 1 ? [payment(invoice, date)] : []
      })
    },
    async leaveDrafts() {
      for (const date of waiting) await runSubscriptions(transaction, agreement, runOn(date))
      await make(['11-09', '11-12', '11-17'].map(inLast).map(sale), KINDS.order)
      await make(['11-10', '11-18'].map(inLast).map(sale), KINDS.quote)
    },
  }
}

function payment({ invoiceNumber, customer, amount, currency }: Invoice, date: string): Voucher {
  const line = {
    type: 2 as const,
    text: `Indbetaling, faktura ${invoiceNumber}`,
    amount: -centsOf(amount),
    currency,
    customer,
    customerInvoice: invoiceNumber,
  }
  return { journal: JOURNAL.daily, date, lines: [overBank(line)] }
}

const INVOICES = `
  SELECT i.invoice_number AS "invoiceNumber", i.customer_number AS customer, i.amount, i.currency_code AS currency, i.date
  FROM booked_invoice i WHERE i.agreement = $1 AND i.invoice_number >= $2 AND i.amount > 0 ORDER BY i.invoice_number`
