import type { Transaction } from '../database/connection.ts'
import { throwFaults } from '../errors/catalogue.ts'
import { centsOf } from '../ledger/money.ts'
import { bookInvoices } from '../sales/book-invoices.ts'
import { creditInvoice } from '../sales/credit.ts'
import { KINDS } from '../sales/kinds.ts'
import { makeDocuments, type NewDocument } from '../sales/make-documents.ts'
import { runOn } from '../sales/subscriptions/options.ts'
import { runSubscriptions } from '../sales/subscriptions/run.ts'
import type { Part } from './booking.ts'
import { addDays, type DemoDays, workday } from './calendar.ts'
import { type DataRow, dataOf, storyOf } from './data.ts'
import { fillLineDimensions, keysOfSale, mayHaveDimensions } from './dimensions.ts'
import { parted, paymentOf, type UnbookedPayment } from './story.ts'
import type { Voucher } from './voucher.ts'

/** The number of the last invoice written by hand. Those of products follow it. */
const LAST_BY_HAND = 20_000
/** The first invoice of products is credited on this day, with the invoices of that time. */
const CREDITED_ON = '2-01-12'
/** Of so many invoices one is not paid; an old one was paid in the end. */
const UNPAID_OF = 11
const PAID_IN_THE_END = 240

/** What the payment of a booked invoice needs to know of it. */
interface Invoice {
  invoiceNumber: number
  customer: number
  amount: string
  currency: string
  date: string
}

/** Keeps a run with what it has done, as one that a request asked for. */
const KEPT_RUN = `
  WITH run AS (
    INSERT INTO subscription_run (agreement, number, options, started_at, finished_at)
    SELECT $1::int, take_numbers($1::int, 'subscription_run', 1), $3, d.at, d.at
      FROM (SELECT $2::timestamp AT TIME ZONE 'UTC' AS at) d RETURNING number)
  INSERT INTO subscription_run_part (agreement, run, part, result) SELECT $1::int, r.number, 1, $4 FROM run r`

/** Invoices for products, subscriptions and projects, period by period. */
export interface Invoicing extends Part {
  /** Payments of the last week, which only the bank knows of. */
  unbooked: readonly UnbookedPayment[]
}

/** Makes the documents of products: invoices as drafts, orders and quotes. */
export async function invoicing(transaction: Transaction, agreement: number, days: DemoDays): Promise<Invoicing> {
  await transaction.rows(`INSERT INTO counter (agreement, name, value) VALUES ($1, 'invoice', $2)`, [
    agreement,
    LAST_BY_HAND,
  ])
  const documents = await productDocuments(transaction, agreement, days)
  // Those that there are every day come first, so that they have the same numbers every day.
  for (const kind of ['order', 'quote', 'draftInvoice'] as const) {
    const made = await makeDocuments(transaction, agreement, documents[kind], KINDS[kind])
    throwFaults(made.flatMap(({ faults }) => faults ?? []))
  }
  let runs = [days.runsBegin]
  for (let next = days.runsBegin; (next = firstOfNextMonth(next)) <= days.today;) runs.push(next)
  const unbooked: UnbookedPayment[] = []
  return {
    unbooked,
    async until(day) {
      // The runs of the last month wait as drafts.
      const due = runs.filter((first) => first <= day)
      runs = runs.filter((first) => first > day)
      const bookedUntil = day === days.today ? addDays(due.at(-1) ?? day, -1) : day
      for (const date of due) {
        const options = runOn(date)
        const done = await runSubscriptions(transaction, agreement, options)
        await transaction.rows(KEPT_RUN, [agreement, date, JSON.stringify(options), JSON.stringify(done)])
      }
      await fillLineDimensions(transaction, agreement)
      const booked = await bookUntil(transaction, agreement, bookedUntil, days)
      const payments = parted(
        booked.flatMap((invoice) => paymentsOf(invoice, days)),
        days,
      )
      unbooked.push(...payments.unbooked)
      return payments.rest
    },
  }
}

/** A row of the file of documents; `date` is a working day. */
type Sale = DataRow & { date: string }

/** Documents as the data file has them: `7 V-1003` is seven of a product. Nothing is dated later than today. */
async function productDocuments(transaction: Transaction, agreement: number, days: DemoDays) {
  const hasKeys = await mayHaveDimensions(transaction, agreement)
  const names = new Map(dataOf('product').map(({ number, name }) => [number!, name!]))
  const rows: Sale[] = storyOf('document', days).map((row) => ({
    ...row,
    date: row.kind === 'draft' ? row.day : workday(row.day),
  }))
  const of = (kind: string): NewDocument[] =>
    rows
      .filter((row) => row.kind === kind && row.date <= days.today)
      .map(({ customer_number: customer, date, lines }) => {
        const keys = hasKeys && kind !== 'draft' ? keysOfSale(Number(customer), date) : {}
        const sold = lines!.split(' ')
        return {
          customerNumber: Number(customer),
          date,
          lines: sold.flatMap((productNumber, at) =>
            at % 2 === 0
              ? []
              : [{ productNumber, description: names.get(productNumber)!, quantity: sold[at - 1]!, ...keys }],
          ),
        }
      })
  return { draftInvoice: [...of('draft'), ...of('invoice')], order: of('order'), quote: of('quote') }
}

const firstOfNextMonth = (day: string): string => `${addDays(`${day.slice(0, 7)}-28`, 5).slice(0, 7)}-01`

/** Books the draft invoices up to a day, and credits the very first one. @returns the invoices. */
async function bookUntil(
  transaction: Transaction,
  agreement: number,
  day: string,
  days: DemoDays,
): Promise<readonly Invoice[]> {
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
  if (first === LAST_BY_HAND + 1 && days.on(CREDITED_ON) <= days.today) {
    await creditInvoice(transaction, agreement, booked[0]!.documentId, { date: days.on(CREDITED_ON) })
  }
  return await transaction.rows<Invoice>(INVOICES, [agreement, first])
}

/** Most customers pay within a month. */
function paymentsOf({ invoiceNumber, customer, amount, currency, date }: Invoice, { today }: DemoDays): Voucher[] {
  const isOld = addDays(date, PAID_IN_THE_END) <= today
  if (invoiceNumber === LAST_BY_HAND + 1 || (invoiceNumber % UNPAID_OF === 5 && !isOld)) return []
  const after = invoiceNumber % UNPAID_OF === 5 ? 75 : 7 + ((invoiceNumber * 7) % 19)
  const line = { amount: -centsOf(amount), currency, customer, customerInvoice: invoiceNumber }
  const payment = paymentOf(line, workday(addDays(date, after)))
  return payment.date <= today ? [payment] : []
}

const INVOICES = `
  SELECT i.invoice_number AS "invoiceNumber", i.customer_number AS customer, i.amount, i.currency_code AS currency,
    i.date
  FROM booked_invoice i WHERE i.agreement = $1 AND i.invoice_number >= $2 AND i.amount > 0 ORDER BY i.invoice_number`
