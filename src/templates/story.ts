import { centsOf } from '../ledger/money.ts'
import { INVENTORY } from './assets.ts'
import { addDays, byDate, type DemoDays, workday } from './calendar.ts'
import { type DataRow, dataOf, storyOf } from './data.ts'
import { BANK, JOURNAL } from './groundwork.ts'
import { type Line, overBank, plusTax, post, type Voucher } from './voucher.ts'

/** A payment of a customer that the bank has, and the books do not have yet. */
export interface UnbookedPayment {
  date: string
  customer: number
  invoice: string
  amount: bigint
}

/** What the demo company booked until today, what it has drafted, and what only its bank knows of. */
export interface Story {
  booked: Voucher[]
  drafts: Voucher[]
  /** What the owner has paid, in a journal of its own. */
  outlays: Voucher[]
  unbooked: UnbookedPayment[]
}

/** The number of the first invoice by hand. The others follow in the order of their days. */
const FIRST_INVOICE = 10_001
/** The account between the company and its owner. */
const OWNER = 6150

/** The currency of every party, by its number. */
const currencies = (table: 'customer' | 'supplier'): Map<string, string> =>
  new Map(dataOf(table).map((row) => [row.number!, row.currency!]))

/** Codes whose tax is on top of the net amount on the invoice. */
const TAXED: readonly (string | null)[] = ['U25', 'I25', 'REP25']

function grossOf({ net, vat_code: vatCode }: DataRow): bigint {
  const cents = centsOf(net!)
  return TAXED.includes(vatCode!) ? plusTax(cents) : cents
}

const codeOf = ({ vat_code: vatCode }: DataRow): Pick<Line, 'contraVatCode'> =>
  vatCode == null ? {} : { contraVatCode: vatCode }

/** The payment of an invoice: money that comes in or goes out over the bank, in journal `Daglig`. */
export function paymentOf(payment: Omit<Line, 'type' | 'text'>, date: string): Voucher {
  const isCustomer = payment.customer !== undefined
  const text = isCustomer
    ? payment.customerInvoice === undefined
      ? 'Indbetaling'
      : `Indbetaling, faktura ${payment.customerInvoice}`
    : `Betaling, faktura ${payment.supplierInvoice}`
  return { journal: JOURNAL.daily, date, lines: [overBank({ ...payment, type: isCustomer ? 2 : 4, text })] }
}

/**
 * Invoices by hand, and their payments: after so many days each, `14+40` in two halves, `14?` without a word of the
 * invoice, or never.
 */
function sales(days: DemoDays): Voucher[] {
  const currency = currencies('customer')
  const rows = storyOf('sale', days).map((row) => ({ ...row, date: workday(row.day) }))
  return rows.sort(byDate).flatMap(({ date, ...row }: DataRow & { date: string }, at) => {
    const number = FIRST_INVOICE + at
    const gross = grossOf(row)
    const shared = {
      currency: currency.get(row.customer_number!)!,
      customer: Number(row.customer_number),
      customerInvoice: number,
    }
    const line = { ...shared, ...codeOf(row), type: 10 as const, text: `Faktura ${number}, ${row.text}` }
    const invoice = {
      journal: JOURNAL.customers,
      date,
      lines: [{ ...line, amount: gross, contraAccount: Number(row.account) }],
    }
    const parts = row.paid?.split('+') ?? []
    const half = (gross / 200n) * 100n
    const amounts = parts.length > 1 ? [half, gross - half] : [gross]
    return [
      invoice,
      ...parts.map((after, at) => {
        const { customerInvoice: _named, ...unnamed } = shared
        const payment = { ...(after.endsWith('?') ? unnamed : shared), amount: -amounts[at]! }
        return paymentOf(payment, workday(addDays(date, Number.parseInt(after, 10))))
      }),
    ]
  })
}

/**
 * Invoices of suppliers, and their payments: gross with Danish tax, net where the buyer owes the tax or there is none.
 */
function purchases(days: DemoDays): Voucher[] {
  const currency = currencies('supplier')
  return storyOf('purchase', days).flatMap((row) => {
    const gross = grossOf(row)
    const shared = {
      currency: currency.get(row.supplier_number!)!,
      supplier: Number(row.supplier_number),
      supplierInvoice: row.invoice!,
    }
    const date = workday(row.day)
    const line = { ...shared, ...codeOf(row), type: 3 as const, text: row.text!, amount: -gross }
    const invoice = { journal: JOURNAL.suppliers, date, lines: [{ ...line, contraAccount: Number(row.account) }] }
    return [invoice, paymentOf({ ...shared, amount: gross }, workday(addDays(date, Number(row.paid))))]
  })
}

/** Opening balances, salaries with their taxes and pensions, depreciation, the loan: vouchers by hand. */
function finance(days: DemoDays): Voucher[] {
  const vouchers = new Map<string, Voucher & { lines: Line[] }>()
  for (const row of storyOf('finance', days)) {
    // Ends of months are whatever day they are; what the bank carries out is on a working day.
    const date = row.account === '5820' || row.contra === '5820' || row.journal === '5' ? workday(row.day) : row.day
    const account = Number(row.account)
    const isDepreciation = account === INVENTORY.depreciationAccount && row.contra !== null
    const line = {
      ...post(account, centsOf(row.amount!), row.text!),
      currency: row.currency!,
      ...(isDepreciation && { asset: INVENTORY.asset }),
    }
    const found = vouchers.get(row.voucher!) ?? { journal: Number(row.journal), date, lines: [] }
    found.lines.push(row.contra === null ? line : { ...line, contraAccount: Number(row.contra) })
    if (date > found.date) found.date = date
    vouchers.set(row.voucher!, found)
  }
  return [...vouchers.values()]
}

/** What the owner has paid in the last days: drafts that nobody has looked at. */
function outlays(days: DemoDays): Voucher[] {
  return storyOf('draft', days).map(({ day, ...row }): Voucher => ({
    journal: JOURNAL.outlays,
    date: day > days.draftsFrom ? day : days.draftsFrom,
    lines: [
      {
        ...post(OWNER, -centsOf(row.amount!), row.text!),
        currency: row.currency!,
        contraAccount: Number(row.account),
        ...codeOf(row),
      },
    ],
  }))
}

/** What is wrong: a voucher with one side only, and one whose sides differ by mistake. */
function unfinished(days: DemoDays): Voucher[] {
  const euros = 'Overført til eurokonto'
  const wrong: Line[][] = [
    [post(3605, 349_00n, 'Kvittering mangler')],
    [{ ...post(5830, 6_700_00n, euros), currency: 'EUR' }, post(BANK.DKK, -55_000_00n, euros)],
  ]
  return wrong.map((lines) => ({ journal: JOURNAL.daily, date: days.draftsFrom, lines }))
}

/** Payments and purchases of the last days wait as drafts. */
const isDraft = ({ journal, date }: Voucher, { draftsFrom }: DemoDays): boolean =>
  date >= draftsFrom && (journal === JOURNAL.daily || journal === JOURNAL.suppliers)

/** The story until today. Payments of customers of the last week are at the bank only: its lines tell of them. */
export function demoStory(days: DemoDays): Story {
  const until = [...sales(days), ...purchases(days), ...finance(days)].filter(({ date }) => date <= days.today)
  const { unbooked, rest } = parted(until, days)
  return {
    booked: rest.filter((voucher) => !isDraft(voucher, days)),
    drafts: [...rest.filter((voucher) => isDraft(voucher, days)), ...unfinished(days)],
    outlays: outlays(days),
    unbooked,
  }
}

/** Whether a payment came to the krone account in the last week. */
const isOnlyAtBank = ({ date, lines: [line] }: Voucher, { matchedUntil }: DemoDays): boolean =>
  line!.type === 2 && line!.contraAccount === BANK.DKK && line!.currency === 'DKK' && date > matchedUntil

/** What the bank has of such a payment. */
const unbookedOf = ({ date, lines: [line] }: Voucher): UnbookedPayment => ({
  date,
  customer: line!.customer!,
  invoice: String(line!.customerInvoice),
  amount: -line!.amount,
})

/** Payments that only the bank's lines tell of, as the bank has them, and all other vouchers. */
export const parted = (
  vouchers: readonly Voucher[],
  days: DemoDays,
): { unbooked: UnbookedPayment[]; rest: Voucher[] } => ({
  unbooked: vouchers.filter((voucher) => isOnlyAtBank(voucher, days)).map(unbookedOf),
  rest: vouchers.filter((voucher) => !isOnlyAtBank(voucher, days)),
})
