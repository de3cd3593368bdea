import { addDays, dayOf, workday } from './calendar.ts'
import type { DemoDays, Month } from './calendar.ts'
import { chartOfAccounts } from './chart-of-accounts.ts'
import { JOURNAL } from './groundwork.ts'
import type { CustomerRow } from './parties.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'
import { money, overBank, plusTax } from './voucher.ts'
import type { Voucher } from './voucher.ts'

const FIRST_INVOICE = 10_001
const INVOICES_A_MONTH = { from: 10, to: 13 }
const NEVER_PAID_PERCENT = 3
const IN_TWO_PARTS_PERCENT = 6

const goods = ['Kontorstole', 'Hæve-sænkeborde', 'Mødebord', 'Akustikpaneler', 'Reoler', 'Loungemøbler', 'Lamper']
const services = ['Montering', 'Indretningsforslag', 'Flytning af kontor', 'Opmåling']
const subscriptions = ['Serviceaftale', 'Leje af planter', 'Vedligeholdelse af møbler']

/** A month's invoices to customers; `firstInvoice` is the number of its first. */
function invoicesOf(random: Random, month: Month, customers: readonly CustomerRow[], firstInvoice: number): Voucher[] {
  const count = random.between(INVOICES_A_MONTH.from, INVOICES_A_MONTH.to)
  const days = Array.from({ length: count }, () => workday(dayOf(month, random.between(1, 26)))).sort()
  return days.map((date, index) => {
    const customer = random.pick(customers)
    const account = customer.contra_account_number
    const vatCode = chartOfAccounts.find(({ number }) => number === account)?.vat_code
    const crowns = ['DKK', 'SEK', 'NOK'].includes(customer.currency)
    const net = crowns ? money(random, 4_000, 62_000) : money(random, 500, 8_500)
    const invoice = firstInvoice + index
    const text = `Faktura ${invoice}, ${random.pick(account === 1020 ? services : account === 1030 ? subscriptions : goods)}`
    const line = {
      type: 10 as const,
      text,
      amount: vatCode === 'U25' ? plusTax(net) : net,
      currency: customer.currency,
      contraAccount: account,
      ...(vatCode ? { contraVatCode: vatCode } : {}),
      customer: customer.number,
      customerInvoice: invoice,
    }
    return { journal: JOURNAL.customers, date, lines: [line] }
  })
}

/** The payments of an invoice: one, two parts, or none. */
function paymentsOf(random: Random, invoice: Voucher): Voucher[] {
  if (random.chance(NEVER_PAID_PERCENT)) return []
  const { amount, currency, customer, customerInvoice } = invoice.lines[0]!
  const half = (amount / 200n) * 100n
  const inParts = random.chance(IN_TWO_PARTS_PERCENT) && currency === 'DKK'
  let date = invoice.date
  return (inParts ? [half, amount - half] : [amount]).map((part) => {
    date = workday(addDays(date, random.between(6, 34)))
    const payment = {
      type: 2 as const,
      text: `Indbetaling, faktura ${customerInvoice}`,
      amount: -part,
      currency,
      customer: customer!,
      customerInvoice: customerInvoice!,
    }
    return { journal: JOURNAL.daily, date, lines: [overBank(payment)] }
  })
}

/** Every invoice until the last booked day, and their payments, also after that day. */
export function sales({ months, lastBooked }: DemoDays, customers: readonly CustomerRow[]): Voucher[] {
  const random = seededRandom(20_250_105)
  const buying = customers.filter((customer) => !customer.is_barred)
  const vouchers: Voucher[] = []
  let invoice = FIRST_INVOICE
  for (const month of months) {
    const invoices = invoicesOf(random, month, buying, invoice).filter(({ date }) => date <= lastBooked)
    invoice += invoices.length
    vouchers.push(...invoices, ...invoices.flatMap((voucher) => paymentsOf(random, voucher)))
  }
  return vouchers
}
