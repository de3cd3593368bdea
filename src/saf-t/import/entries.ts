import { BLANK, NO_PARTY, type Posting } from '../../ledger/booking/posting.ts'
import { BASE_RATE, baseCents, parseRate, type RateMillionths } from '../../ledger/currency.ts'
import { DUE_DATES, SUPPLIER_INVOICE_MAX, TEXT_MAX } from '../../ledger/drafts/check.ts'
import { dueDate } from '../../ledger/drafts/defaults.ts'
import { divideRounded } from '../../ledger/money.ts'
import { EXTERNAL_NUMBER_MAX } from '../../limits.ts'
import type { SafTLine, SafTTransaction } from '../model.ts'
import type { Notes } from './notes.ts'
import type { PlannedParty } from './plan.ts'
import { arrange, type EntryContext, type Piece } from './tax-lines.ts'

/** Where a transaction's entries go. */
export interface Voucher {
  journalNumber: number
  voucherNumber: number
}

/** A posting and the line of the file it comes from. */
export interface LinePosting {
  posting: Posting
  line: number
}

/**
 * The postings of a transaction: one of each line, with a tax right behind the entry it belongs to. A line of a party
 * on the party's summary account is an invoice or a payment, by its sign. Every other line is a finance voucher. A
 * party named on another account is left out: the ledger keeps parties only on their summary accounts.
 */
export function postingsOf(
  transaction: SafTTransaction,
  voucher: Voucher,
  context: EntryContext,
  notes: Notes,
): LinePosting[] {
  for (const { hasAnalysis, moreTaxes } of transaction.lines) {
    if (hasAnalysis) notes.add('analysis')
    notes.add('moreTaxes', moreTaxes)
  }
  return arrange(transaction, context, notes).flatMap((piece) => {
    const main = mainPosting(piece, transaction, voucher, context, notes)
    const taxes = [piece.tax, piece.contra].filter((one) => one !== undefined)
    const money = moneyOf([piece, ...taxes], context.file.defaultCurrency, notes)
    const { type, text } = main
    taxes.forEach((tax, at) => {
      if (at === 0 && textOf(tax.line, transaction) !== textOf(piece.line, transaction)) notes.add('taxText')
    })
    const following = taxes.map((tax, at) => ({
      posting: { ...main, ...NO_PARTY, ...money[at + 1]!, accountNumber: tax.accountNumber, type, text, vatCode: null },
      line: tax.line.line,
    }))
    return [{ posting: { ...main, ...money[0]! }, line: piece.line.line }, ...following]
  })
}

function mainPosting(
  { line, accountNumber, code }: Piece,
  transaction: SafTTransaction,
  voucher: Voucher,
  context: EntryContext,
  notes: Notes,
): Posting {
  const text = textOf(line, transaction)
  const posting: Posting = {
    ...BLANK,
    accountNumber,
    type: 5,
    date: transaction.date,
    journalNumber: voucher.journalNumber,
    voucherNumber: voucher.voucherNumber,
    text: text === '' ? null : fitting(text, notes),
    vatCode: code?.code ?? null,
  }
  const customer = line.customerId === undefined ? undefined : context.customers.get(line.customerId)
  if (customer?.summaryAccount === accountNumber) {
    const isInvoice = line.amount > 0n
    posting.type = isInvoice ? 10 : 2
    posting.customerNumber = customer.number
    if (/^\d{1,9}$/.test(line.referenceNumber ?? '')) posting.customerInvoiceNumber = Number(line.referenceNumber)
    else posting.externalNumber = externalNumber(line, notes)
    posting.dueDate = dueDateOf(isInvoice, line, transaction, customer, notes)
    return posting
  }
  const supplier = line.supplierId === undefined ? undefined : context.suppliers.get(line.supplierId)
  if (supplier?.summaryAccount === accountNumber) {
    const isInvoice = line.amount < 0n
    posting.type = isInvoice ? 3 : 4
    posting.supplierNumber = supplier.number
    const isLong = [...(line.referenceNumber ?? '')].length > SUPPLIER_INVOICE_MAX
    if (isLong) posting.externalNumber = externalNumber(line, notes)
    else posting.supplierInvoiceNumber = line.referenceNumber ?? null
    posting.dueDate = dueDateOf(isInvoice, line, transaction, supplier, notes)
    return posting
  }
  if (customer ?? supplier) notes.add('partyLost')
  return posting
}

/** A number that is none of ours is kept as it is, and no payment settles by it. */
function externalNumber({ referenceNumber = '' }: SafTLine, notes: Notes): string | null {
  if ([...referenceNumber].length > EXTERNAL_NUMBER_MAX) notes.add('invoiceLost')
  else if (referenceNumber !== '') {
    notes.add('invoiceForeign')
    return referenceNumber
  }
  return null
}

const textOf = (line: SafTLine, transaction: SafTTransaction): string => line.description || transaction.description

function fitting(text: string, notes: Notes): string {
  if (text.length <= TEXT_MAX) return text
  const letters = [...text]
  if (letters.length > TEXT_MAX) notes.add('textCut')
  return letters.slice(0, TEXT_MAX).join('')
}

/**
 * The file's due date of an invoice; without one, that of the payment terms; without terms, the date of the invoice.
 */
function dueDateOf(
  isInvoice: boolean,
  line: SafTLine,
  { date }: SafTTransaction,
  { party }: PlannedParty,
  notes: Notes,
): string | null {
  const { paymentTermDays, paymentTermEndOfMonth } = party
  const hasTerms = paymentTermDays !== undefined || paymentTermEndOfMonth
  const terms = hasTerms
    ? { termType: paymentTermEndOfMonth ? 2 : 1, termDays: paymentTermDays ?? 0 }
    : { termType: null, termDays: null }
  const byTerms = dueDate(date, terms)
  if (!isInvoice) return byTerms ?? null
  const found = line.dueDate ?? byTerms ?? date
  if (found >= DUE_DATES.first && found <= DUE_DATES.last) return found
  notes.add('dueDateLost')
  return null
}

type Money = Pick<Posting, 'amount' | 'amountInBaseCurrency' | 'currency' | 'exchangeRate'>

/**
 * The amounts of an entry and its taxes, all at one rate. They are in their currency, where a rate of six decimals
 * gives the file's amounts in base currency to the cent. Else they are in base currency, because the books must equal
 * the file.
 */
function moneyOf(pieces: readonly Piece[], baseCurrency: string, notes: Notes): Money[] {
  const { currency } = pieces[0]!.line
  if (currency && currency.amount !== 0n) {
    const { line } = pieces[0]!
    const rates = [statedRate(currency.rate), divideRounded(line.amount * BASE_RATE, currency.amount)]
    const rate = rates.find((one) => one !== undefined && pieces.every((piece) => gives(one, piece)))
    if (rate !== undefined) {
      return pieces.map(({ line: { currency: own }, amount }) => {
        return { amount: own!.amount, amountInBaseCurrency: amount, currency: own!.code, exchangeRate: rate }
      })
    }
  }
  notes.add('inBase', pieces.filter(({ line }) => line.currency).length)
  return pieces.map(({ amount }) => ({
    amount,
    amountInBaseCurrency: amount,
    currency: baseCurrency,
    exchangeRate: BASE_RATE,
  }))
}

/** The file's rate is for one unit, ours for a hundred. */
function statedRate(text: string | undefined): RateMillionths | undefined {
  const match = /^(\d{1,12})(?:\.(\d{0,8})0*)?$/.exec(text ?? '')
  return match
    ? parseRate(`${match[1]}${(match[2] ?? '').padEnd(8, '0').slice(0, 2)}.${(match[2] ?? '').padEnd(8, '0').slice(2)}`)
    : undefined
}

function gives(rate: RateMillionths, { line: { currency }, amount }: Piece): boolean {
  return rate > 0n && rate < 10n ** 18n && currency !== undefined && baseCents(currency.amount, rate) === amount
}
