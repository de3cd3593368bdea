import { equalShares, monthEnds } from '../ledger/booking/accrual.ts'
import { sharesByPercent } from '../ledger/booking/distribution.ts'
import { BLANK, opposite, type Posting, SYSTEM_ENTRY } from '../ledger/booking/posting.ts'
import { BASE_RATE, baseCents, parseRate } from '../ledger/currency.ts'
import type { LockedLedger } from '../ledger/lock.ts'
import { centsOf } from '../ledger/money.ts'

/** A line as it is booked; amounts in the document's currency, two decimals. */
export interface BookedLine {
  documentId: number
  accountNumber: number
  vatCode: string | null
  vatAccount: number | null
  net: string
  vat: string
  departmentNumber: number | null
  departmentalDistributionNumber: number | null
  dimension2Key: number | null
  dimension3Key: number | null
  accrualAccount: number | null
  accrueStart: string | null
  accrueEnd: string | null
}

/** The data besides the lines that decides the postings of an invoice. */
export interface BookedHeader {
  number: number
  invoiceNumber: number
  customerNumber: number
  /** The summary account of the customer's group. */
  customerAccount: number
  date: string
  dueDate: string
  currency: string
  exchangeRate: string
  projectNumber: number | null
  /** From the payment term: how it settles the invoice at once. */
  termType: number
  contraAccount: number | null
  contraAccount2: number | null
  contraPercent: string | null
  cardCustomer: number | null
  cardAccount: number | null
}

/** Entry types of customer invoices and of their payments. */
const INVOICE = 1
const PAYMENT = 2

/** Payment terms that settle an invoice at once. */
const TERMS = { cash: 3, factoring: 6, creditCard: 9 } as const

/**
 * The postings of one booked invoice or credit note (rule 12.6), in order: the gross on the customer's summary account,
 * unless it is zero; the net per sales account, VAT code, keys of dimensions and accrual, each followed by its VAT; the
 * rounding difference in base currency; the settlement by the payment term; the months of accruals.
 */
export function invoicePostings(
  header: BookedHeader,
  lines: readonly BookedLine[],
  { baseCurrency, roundingAccount, texts }: Pick<LockedLedger, 'baseCurrency' | 'roundingAccount' | 'texts'>,
): Posting[] {
  const blank = blankOf(header, texts.invoice(header.invoiceNumber))
  const [sales, months]: [Posting[], Posting[]] = [[], []]
  let gross = 0n
  for (const { line, net, vat } of groupsOf(lines)) {
    gross += net + vat
    const main: Posting = {
      ...valued(blank, -net),
      accountNumber: line.accountNumber,
      vatCode: line.vatCode,
      departmentNumber: line.departmentNumber,
      departmentalDistributionNumber: line.departmentalDistributionNumber,
      dimension2Key: line.dimension2Key,
      dimension3Key: line.dimension3Key,
      projectNumber: header.projectNumber,
    }
    if (line.accrualAccount === null) sales.push(main)
    else {
      sales.push({ ...main, accountNumber: line.accrualAccount })
      months.push(...accrualMonths(main, line))
    }
    if (vat !== 0n) sales.push({ ...valued(blank, -vat), accountNumber: line.vatAccount! })
  }
  const owed = gross === 0n ? [] : [ofCustomer(header, valued(blank, gross))]
  const rest = [...owed, ...sales].reduce((sum, { amountInBaseCurrency }) => sum + amountInBaseCurrency, 0n)
  const rounding: Posting[] =
    rest === 0n || roundingAccount === undefined
      ? []
      : [
          {
            ...blank,
            accountNumber: roundingAccount,
            type: SYSTEM_ENTRY,
            amount: -rest,
            amountInBaseCurrency: -rest,
            currency: baseCurrency,
            exchangeRate: BASE_RATE,
          },
        ]
  return [...owed, ...sales, ...rounding, ...owed.flatMap((item) => settled(header, item)), ...months]
}

function blankOf({ invoiceNumber, date, currency, exchangeRate }: BookedHeader, text: string): Posting {
  return {
    ...BLANK,
    type: INVOICE,
    date,
    voucherNumber: invoiceNumber,
    currency,
    exchangeRate: parseRate(exchangeRate),
    text,
  }
}

const valued = (posting: Posting, amount: bigint): Posting => ({
  ...posting,
  amount,
  amountInBaseCurrency: baseCents(amount, posting.exchangeRate),
})

const ofCustomer = (
  { customerAccount, customerNumber, invoiceNumber, dueDate }: BookedHeader,
  posting: Posting,
): Posting => ({
  ...posting,
  accountNumber: customerAccount,
  customerNumber,
  customerInvoiceNumber: invoiceNumber,
  dueDate,
})

/** Groups the lines that are booked in one amount, in the order of each group's first line. */
function groupsOf(lines: readonly BookedLine[]): { line: BookedLine; net: bigint; vat: bigint }[] {
  const groups = new Map<string, { line: BookedLine; net: bigint; vat: bigint }>()
  for (const line of lines) {
    const { accountNumber, vatCode, accrualAccount, accrueStart, accrueEnd } = line
    const { departmentNumber, departmentalDistributionNumber, dimension2Key, dimension3Key } = line
    const dimensions = [departmentNumber, departmentalDistributionNumber, dimension2Key, dimension3Key]
    const key = JSON.stringify([accountNumber, vatCode, ...dimensions, accrualAccount, accrueStart, accrueEnd])
    const group = groups.get(key) ?? { line, net: 0n, vat: 0n }
    groups.set(key, group)
    group.net += centsOf(line.net)
    group.vat += centsOf(line.vat)
  }
  return [...groups.values()]
}

/**
 * The postings that settle the invoice on its own date: cash and factoring against accounts, a credit card by an open
 * item on its company.
 */
function settled(header: BookedHeader, item: Posting): Posting[] {
  const { termType, contraAccount, contraAccount2, contraPercent, cardCustomer, cardAccount } = header
  const payment = { ...opposite(item), type: PAYMENT, dueDate: null }
  const against: Posting = { ...item, type: PAYMENT, customerNumber: null, customerInvoiceNumber: null, dueDate: null }
  if (termType === TERMS.cash) return [payment, { ...against, accountNumber: contraAccount! }]
  if (termType === TERMS.creditCard) {
    const ofCard = { ...item, customerNumber: cardCustomer, accountNumber: cardAccount! }
    return [payment, ofCard]
  }
  if (termType !== TERMS.factoring) return []
  const percents = [contraPercent!, '100']
  const [amounts, bases] = [
    sharesByPercent(item.amount, percents),
    sharesByPercent(item.amountInBaseCurrency, percents),
  ]
  const accounts = [contraAccount!, contraAccount2!]
  return [
    payment,
    ...accounts.map((accountNumber, at) => ({
      ...against,
      accountNumber,
      amount: amounts[at]!,
      amountInBaseCurrency: bases[at]!,
    })),
  ]
}

/** The days on which an accrued line moves to its sales account. */
export const accrualDays = ({ accrueStart, accrueEnd }: Pick<BookedLine, 'accrueStart' | 'accrueEnd'>): string[] =>
  accrueStart === null || accrueEnd === null ? [] : monthEnds(accrueStart, accrueEnd)

/** Moves an equal share per month from the accrual account to the sales account; the last month takes the cent. */
function accrualMonths(main: Posting, line: BookedLine): Posting[] {
  const days = accrualDays(line)
  const [amounts, bases] = [equalShares(main.amount, days.length), equalShares(main.amountInBaseCurrency, days.length)]
  return days.flatMap((date, at) => {
    const share: Posting = {
      ...main,
      type: SYSTEM_ENTRY,
      vatCode: null,
      date,
      amount: amounts[at]!,
      amountInBaseCurrency: bases[at]!,
    }
    if (share.amount === 0n && share.amountInBaseCurrency === 0n) return []
    return [opposite({ ...share, accountNumber: line.accrualAccount! }), share]
  })
}
