import { baseCents, rateToText } from '../ledger/currency.ts'
import { SUPPLIER_INVOICE_MAX, TEXT_MAX } from '../ledger/drafts/check.ts'
import type { DraftEntryInput } from '../ledger/drafts/drafts.ts'
import { divideRounded } from '../ledger/money.ts'
import { decimal } from './element.ts'
import type { SafTFile, SafTLine, SafTTransaction } from './model.ts'
import type { PlannedAccounts, PlannedParties, PlannedParty } from './plan.ts'

/** What a line needs to become a draft entry. */
export interface EntryContext {
  file: SafTFile
  accounts: PlannedAccounts
  customers: PlannedParties
  suppliers: PlannedParties
}

/** Where a transaction's entries go. */
export interface Voucher {
  journalNumber: number
  voucherNumber: number
}

/**
 * The draft entry of one line: with its own account, without a contra account, and without a VAT code, since the file has its
 * VAT in lines of their own. A line of a party on the party's summary account is an invoice or a payment by its sign,
 * every other line a finance voucher; a party named on another account is left out, as the ledger keeps parties on
 * their summary accounts only.
 */
export function draftEntry(
  transaction: SafTTransaction,
  line: SafTLine,
  voucher: Voucher,
  context: EntryContext,
): DraftEntryInput {
  const { number: accountNumber } = context.accounts.get(line.accountId)!
  const text = line.description || transaction.description
  const entry: DraftEntryInput = {
    ...voucher,
    entryTypeNumber: 5,
    date: transaction.date,
    accountNumber,
    ...amountOf(line, context.file.defaultCurrency),
    text: text === '' ? undefined : [...text].slice(0, TEXT_MAX).join(''),
  }
  const customer = line.customerId === undefined ? undefined : context.customers.get(line.customerId)
  if (customer?.summaryAccount === accountNumber) {
    const isInvoice = line.amount > 0n
    const due = isInvoice ? dueDate(line, transaction, customer) : {}
    const customerInvoiceNumber = /^\d{1,9}$/.test(line.referenceNumber ?? '') ? line.referenceNumber : undefined
    const party = { customerNumber: customer.number, customerInvoiceNumber }
    return { ...entry, ...party, ...due, entryTypeNumber: isInvoice ? 10 : 2 }
  }
  const supplier = line.supplierId === undefined ? undefined : context.suppliers.get(line.supplierId)
  if (supplier?.summaryAccount === accountNumber) {
    const isInvoice = line.amount < 0n
    const due = isInvoice ? dueDate(line, transaction, supplier) : {}
    const fits = (line.referenceNumber?.length ?? 0) <= SUPPLIER_INVOICE_MAX
    const party = {
      supplierNumber: supplier.number,
      supplierInvoiceNumber: fits ? line.referenceNumber : undefined,
    }
    return { ...entry, ...party, ...due, entryTypeNumber: isInvoice ? 3 : 4 }
  }
  return entry
}

/** The file's due date; without one, the ledger's own from the payment terms; without terms, the date itself. */
function dueDate(line: SafTLine, transaction: SafTTransaction, { party }: PlannedParty): { dueDate?: string } {
  if (line.dueDate !== undefined) return { dueDate: line.dueDate }
  const hasTerms = party.paymentTermDays !== undefined || party.paymentTermEndOfMonth
  return hasTerms ? {} : { dueDate: transaction.date }
}

/**
 * A line's amount in its currency, where a rate of six decimals gives the file's amount in base currency to the cent; else in
 * base currency, because the books must come out as the file has them.
 */
function amountOf(line: SafTLine, baseCurrency: string): Pick<DraftEntryInput, 'amount' | 'currency' | 'exchangeRate'> {
  const inBase = { amount: decimal(line.amount), currency: baseCurrency, exchangeRate: '100' }
  if (!line.currency || line.currency.amount === 0n) return inBase
  const rate = divideRounded(line.amount * 100_000_000n, line.currency.amount)
  if (rate <= 0n || rate >= 10n ** 18n || baseCents(line.currency.amount, rate) !== line.amount) return inBase
  return { amount: decimal(line.currency.amount), currency: line.currency.code, exchangeRate: rateToText(rate) }
}
