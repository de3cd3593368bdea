import { addDays, dayOf, workday } from './calendar.ts'
import type { DemoDays, Month } from './calendar.ts'
import { chartOfAccounts } from './chart-of-accounts.ts'
import { JOURNAL } from './groundwork.ts'
import type { SupplierRow } from './parties.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'
import type { SupplierKind } from './supplier-kinds.ts'
import { money, overBank, plusTax } from './voucher.ts'
import type { Voucher } from './voucher.ts'

interface Supplier {
  row: SupplierRow
  kind: SupplierKind
}

const GOODS_A_MONTH = { from: 3, to: 4 }
const OCCASIONAL_A_MONTH = { from: 2, to: 4 }
const LAST_GOODS_ACCOUNT = 1499

/** A supplier's invoice: gross with Danish tax; net where the buyer owes the tax or there is none. */
function invoiceOf(random: Random, { row, kind }: Supplier, date: string): Voucher {
  const vatCode = chartOfAccounts.find(({ number }) => number === kind.account)?.vat_code
  const net = money(random, kind.from, kind.to)
  const gross = vatCode === 'I25' || vatCode === 'REP25' ? plusTax(net) : net
  const line = {
    type: 3 as const,
    text: `${kind.text}, ${row.name}`,
    amount: -gross,
    currency: row.currency,
    contraAccount: kind.account,
    ...(vatCode ? { contraVatCode: vatCode } : {}),
    supplier: row.number,
    supplierInvoice: random.digits(random.between(5, 7)),
  }
  return { journal: JOURNAL.suppliers, date, lines: [line] }
}

function paymentOf(random: Random, invoice: Voucher): Voucher {
  const { amount, currency, supplier, supplierInvoice } = invoice.lines[0]!
  const date = workday(addDays(invoice.date, random.between(7, 29)))
  const payment = {
    type: 4 as const,
    text: `Betaling, faktura ${supplierInvoice}`,
    amount: -amount,
    currency,
    supplier: supplier!,
    supplierInvoice: supplierInvoice!,
  }
  return { journal: JOURNAL.daily, date, lines: [overBank(payment)] }
}

/** Suppliers' invoices, also of the days after the last booked day, and the payment of every booked one. */
export function purchases({ months, lastBooked }: DemoDays, suppliers: readonly Supplier[]): Voucher[] {
  const random = seededRandom(20_250_106)
  const selling = suppliers.filter(({ row }) => !row.is_barred)
  const regular = selling.filter(({ kind }) => kind.monthlyOnDay !== undefined)
  const goods = selling.filter(({ kind }) => kind.account <= LAST_GOODS_ACCOUNT)
  const others = selling.filter(({ kind }) => kind.account > LAST_GOODS_ACCOUNT && kind.monthlyOnDay === undefined)
  const some = (list: readonly Supplier[], { from, to }: { from: number; to: number }, month: Month) =>
    Array.from({ length: random.between(from, to) }, () =>
      invoiceOf(random, random.pick(list), workday(dayOf(month, random.between(1, 26)))),
    )
  return months.flatMap((month) => {
    const invoices = [
      ...regular.map((supplier) => invoiceOf(random, supplier, workday(dayOf(month, supplier.kind.monthlyOnDay!)))),
      ...some(goods, GOODS_A_MONTH, month),
      ...some(others, OCCASIONAL_A_MONTH, month),
    ]
    const booked = invoices.filter(({ date }) => date <= lastBooked)
    return [...invoices, ...booked.map((invoice) => paymentOf(random, invoice))]
  })
}
