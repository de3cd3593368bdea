import type { ErrorCode, Fault } from '../../errors/catalogue.ts'
import { AMOUNT_DECIMALS, AMOUNT_DIGITS_MAX, EXCHANGE_RATE_DECIMALS, NUMBER_MAX } from '../../limits.ts'
import { BASE_RATE, baseCents, isBrokenUnit, parseRate } from '../currency.ts'
import { projectFaults, unitFault } from '../dimensions.ts'
import { giveKeys, withDefaults } from './defaults.ts'
import { checkDimensions } from './dimensions.ts'
import type { DraftContext, DraftEntryInput, DraftRow, StoredEntry } from './input.ts'
import { type JournalFact, type PartyFact, rateKey, type References, remainderKey, voucherKey } from './references.ts'
import { CENTS_MAX, centsOf, decimalsOf, digitsOf, parseDecimal } from '../money.ts'
import { paymentFaults } from './payment-details.ts'
import { repeatedInvoice } from './repeated-invoices.ts'
import { bookedVoucherFault, type VoucherFault, voucherFault } from './voucher-rules.ts'
import { DATE_CODES, type FindPeriod, periodFault } from '../periods.ts'
import {
  accountFault,
  barredPartyFault,
  currencyFault,
  partyOfAccount,
  partyOfType,
  type RuleFault,
  type SideName,
  vatCodeFault,
} from '../rules.ts'

/** Characters of a draft entry's text. */
export const TEXT_MAX = 250
/** Characters of a supplier's invoice number. */
export const SUPPLIER_INVOICE_MAX = 30
/** Days a due date may lie on. */
export const DUE_DATES = { first: '1900-01-01', last: '2099-12-31' } as const

type Property = keyof DraftEntryInput
type Report = (code: ErrorCode, property: Property, message?: string) => void

const reportFault = (report: Report, fault: RuleFault | VoucherFault | undefined): void => {
  if (fault) report(fault.code, fault.property, fault.message)
}

/** What draft entries are checked against, looked up once for all. */
export interface CheckFacts {
  context: DraftContext
  references: References
  periods: FindPeriod
  /** The latest text of each voucher, including the entries checked so far. */
  texts: Map<string, string>
}

/**
 * Checks one draft entry (rules 6.1 to 6.7) in the order of its fields, and gives it its defaults. `stored` is the
 * entry that an update replaces. Adds every fault found to `faults`; the row is usable when there is none. A property
 * that was at fault before gets no other fault, and no fault follows from its absence.
 */
export function checkDraft(
  given: DraftEntryInput,
  facts: CheckFacts,
  stored: StoredEntry | undefined,
  faults: Fault[],
): DraftRow {
  const before = faults.length === 0 ? undefined : new Set(faults.map(({ property }) => property))
  const isFaulty = (property: Property): boolean => before?.has(property) ?? false
  const report: Report = (code, property, message) => {
    if (!isFaulty(property)) faults.push({ code, property, ...(message === undefined ? {} : { message }) })
  }
  const kind = stored ? 'update' : 'create'
  const journal = facts.references.journals.get(given.journalNumber)
  const period = facts.periods(given.date)
  const voucher =
    given.voucherNumber === undefined || !period
      ? undefined
      : voucherKey(given.journalNumber, period.year, given.voucherNumber)
  const repeated = voucher === undefined || !journal?.repeatText ? undefined : facts.texts.get(voucher)
  const entry = withDefaults(given, journal, facts.references, kind, repeated)
  if (voucher !== undefined && entry.text) facts.texts.set(voucher, entry.text)
  checkType(entry, journal, report)
  reportFault(report, voucherFault(entry, journal, stored === undefined))
  if (voucher !== undefined) {
    reportFault(report, bookedVoucherFault(voucher, entry, facts.references.bookedVouchers, stored))
  }
  if (!journal) {
    report('JournalVoucherDataIntegrityError', 'journalNumber', `There is no journal ${given.journalNumber}.`)
  }
  const closed = periodFault(entry.date, period)
  if (closed) report(DATE_CODES[closed.code], 'date', closed.message)
  const accountNumber = checkOwnAccount(given, entry, facts.references, isFaulty, report)
  const demands = (number: number | undefined, side: SideName) =>
    checkDemands(number, side, entry, facts.references, isFaulty, report)
  demands(accountNumber, 'own')
  checkVatCode(entry, 'own', accountNumber, facts.references, report)
  checkAmount(entry, facts.references, report)
  const exchangeRate = checkCurrency(entry, facts, report)
  checkAccountCurrencies([accountNumber, entry.contraAccountNumber], entry, facts.references, report)
  checkBaseAmount(entry, exchangeRate, report)
  if (entry.contraAccountNumber !== undefined) {
    checkAccount(entry.contraAccountNumber, 'contra', entry, facts.references, report)
  }
  demands(entry.contraAccountNumber, 'contra')
  checkVatCode(entry, 'contra', entry.contraAccountNumber, facts.references, report)
  if (entry.text !== undefined && isLonger(entry.text, TEXT_MAX)) report('JournalEntryTextTooLong', 'text')
  checkProject(entry, facts.references, isFaulty, report)
  checkParties(entry, facts.references, report)
  const twice = repeatedInvoice(entry, voucher, facts.references.bookedInvoices)
  if (twice !== undefined) report('JournalEntrySupplierInvoiceAlreadyBooked', 'supplierInvoiceNumber', twice)
  checkPaymentAndDueDate(entry, isFaulty, report)
  checkDimensions(given, entry, stored, facts, report)
  if (!stored) giveKeys(given, entry, facts.references)
  // Changes the entry in place, as it belongs to this function: a copy would cost as much as a third of the checks.
  return Object.assign(entry, {
    accountNumber,
    voucherNumber: entry.voucherNumber ?? null,
    accountingYear: period?.year ?? '',
    amount: entry.amount ?? '0',
    currency: entry.currency ?? facts.context.baseCurrency,
    exchangeRate: exchangeRate ?? '100',
  }) as DraftRow
}

/** Whether a text has more characters. One outside the basic plane counts as one. */
const isLonger = (text: string, characters: number): boolean =>
  text.length > characters && [...text].length > characters

function checkType(entry: DraftEntryInput, journal: JournalFact | undefined, report: Report): void {
  const { entryTypeNumber: type } = entry
  const only = journal?.entryTypeRestrictedTo ?? 0
  if (![2, 3, 4, 5, 10].includes(type)) {
    report('JournalEntryTypeNotCorrect', 'entryTypeNumber', `${type} is not an entry type; use 2, 3, 4, 5 or 10.`)
  } else if (only !== 0 && only !== type) {
    const message = `Journal ${entry.journalNumber} takes entries of type ${only} only.`
    report('JournalEntryTypeNotCorrect', 'entryTypeNumber', message)
  }
}

/** The own account. For types 2, 3, 4 and 10 it is the party's summary account, whatever was sent (rule 6.1). */
function checkOwnAccount(
  given: DraftEntryInput,
  entry: DraftEntryInput,
  references: References,
  isFaulty: (property: Property) => boolean,
  report: Report,
): number | undefined {
  const fixedParty = partyOfType(entry.entryTypeNumber)
  if (fixedParty !== undefined) {
    if (
      given.accountNumber !== undefined &&
      entry.entryTypeNumber !== 2 &&
      !references.accounts.has(given.accountNumber)
    ) {
      report('JournalEntryAccountNotFound', 'accountNumber', `There is no account ${given.accountNumber}.`)
    }
    return partiesOf(entry, references)[fixedParty]?.account
  }
  const { accountNumber } = entry
  if (accountNumber === undefined) {
    if (entry.contraAccountNumber === undefined && !isFaulty('contraAccountNumber')) {
      report('JournalEntryAccountAndContraAccountNotSet', 'accountNumber')
    }
    return undefined
  }
  checkAccount(accountNumber, 'own', entry, references, report)
  return accountNumber
}

function checkAccount(
  number: number,
  side: SideName,
  entry: DraftEntryInput,
  references: References,
  report: Report,
): void {
  const account = references.accounts.get(number)
  reportFault(report, accountFault(number, account, side, isOfParty(number, entry, references)))
}

function partiesOf(
  entry: DraftEntryInput,
  references: References,
): { customer: PartyFact | undefined; supplier: PartyFact | undefined } {
  const { customerNumber, supplierNumber } = entry
  return {
    customer: customerNumber === undefined ? undefined : references.customers.get(customerNumber),
    supplier: supplierNumber === undefined ? undefined : references.suppliers.get(supplierNumber),
  }
}

function isOfParty(account: number, entry: DraftEntryInput, references: References): boolean {
  const { customer, supplier } = partiesOf(entry, references)
  const accounts = { customerAccount: customer?.account ?? null, supplierAccount: supplier?.account ?? null }
  return partyOfAccount(account, accounts) !== undefined
}

/**
 * Checks the VAT code of a side. The specification has no error code for an unknown one, so it is a value that is not
 * allowed. Where the journal locks VAT codes, fills in that of the account where it is left out.
 */
function checkVatCode(
  entry: DraftEntryInput,
  side: SideName,
  accountNumber: number | undefined,
  references: References,
  report: Report,
): void {
  const property = side === 'own' ? 'vatCode' : 'contraVatCode'
  const isLocked = references.journals.get(entry.journalNumber)?.lockVatCodes ?? false
  const isParty = accountNumber !== undefined && isPartySide(accountNumber, side, entry, references)
  const account = accountNumber === undefined ? undefined : references.accounts.get(accountNumber)
  if (isLocked && account && !isParty) entry[property] ??= account.vatCode ?? undefined
  const code = entry[property]
  const fault = vatCodeFault(code, side, { account, isOfParty: isParty, isLocked })
  if (fault) reportFault(report, fault)
  else if (!isParty && code !== undefined && code !== account?.vatCode && !references.vatCodes.has(code)) {
    report('ValueNotAllowed', property, `There is no VAT code '${code}'.`)
  }
}

const isPartySide = (account: number, side: SideName, entry: DraftEntryInput, references: References): boolean =>
  (side === 'own' && partyOfType(entry.entryTypeNumber) !== undefined) || isOfParty(account, entry, references)

/** What an account may demand of a draft. Skip the demand when one of these already failed. */
const DEMANDED: readonly Property[] = ['unit1Number', 'quantity1', 'unit2Number', 'quantity2']

function checkDemands(
  accountNumber: number | undefined,
  side: SideName,
  entry: DraftEntryInput,
  references: References,
  isFaulty: (property: Property) => boolean,
  report: Report,
): void {
  if (accountNumber === undefined || DEMANDED.some(isFaulty)) return
  reportFault(report, unitFault(references.accounts.get(accountNumber), entry, side))
}

/**
 * Of a currency without decimals an entry takes no broken unit, unless it is all that is left of an item from before
 * this was so.
 */
function checkAmount(entry: DraftEntryInput, { remainders }: References, report: Report): void {
  if (entry.amount === undefined) report('JournalEntryEitherAmountsNotSet', 'amount')
  else if (digitsOf(entry.amount) > AMOUNT_DIGITS_MAX) report('JournalEntryAmountExceedsDigitLimit', 'amount')
  else if (decimalsOf(entry.amount) > AMOUNT_DECIMALS) {
    const message = `An amount has at most ${AMOUNT_DECIMALS} decimals: no more are kept, also of a currency that has more.`
    report('AmountHasTooManyDecimals', 'amount', message)
  } else if (isBrokenUnit(entry.amount, entry.currency)) {
    if (remainders.has(remainderKey(entry.currency!, centsOf(entry.amount)))) return
    const message = `${entry.currency} has no decimals: send a whole amount, or all that is left of an open item.`
    report('AmountHasTooManyDecimals', 'amount', message)
  }
}

function checkBaseAmount(entry: DraftEntryInput, rate: string | undefined, report: Report): void {
  if (entry.amount === undefined || rate === undefined || digitsOf(entry.amount) > AMOUNT_DIGITS_MAX) return
  const millionths = parseRate(rate)
  // Conversion at par adds no digits.
  if (millionths === BASE_RATE) return
  const base = baseCents(centsOf(entry.amount), millionths)
  if (base <= CENTS_MAX && base >= -CENTS_MAX) return
  const message = 'In base currency the amount has more than 18 digits before the point.'
  report('JournalEntryAmountExceedsDigitLimit', 'amount', message)
}

function checkAccountCurrencies(
  numbers: readonly (number | undefined)[],
  { currency }: DraftEntryInput,
  { accounts }: References,
  report: Report,
): void {
  if (!currency) return
  for (const number of numbers) {
    if (number !== undefined) reportFault(report, currencyFault(accounts.get(number), currency))
  }
}

/** The currency and its rate: as given, else the table's latest on or before the date (rule 7.2). */
function checkCurrency(entry: DraftEntryInput, facts: CheckFacts, report: Report): string | undefined {
  const { currency, exchangeRate, date } = entry
  if (currency === undefined || currency === '') {
    report('JournalEntryCurrencyNotSet', 'currency')
    return undefined
  }
  if (!facts.references.currencies.has(currency)) {
    report('JournalEntryCurrencyNotFound', 'currency', `There is no currency '${currency}'.`)
    return undefined
  }
  const isBase = currency === facts.context.baseCurrency
  if (exchangeRate === undefined) {
    const rate = isBase ? '100' : facts.references.rates.get(rateKey(currency, date))
    if (rate === undefined) {
      const message = `There is no exchange rate for ${currency} on or before ${date}.`
      report('JournalEntryExchangeRateError', 'exchangeRate', message)
    }
    return rate
  }
  if (decimalsOf(exchangeRate) > EXCHANGE_RATE_DECIMALS) {
    report('JournalEntryExchangeRateScalePrecisionError', 'exchangeRate')
    return undefined
  }
  const rate = sixDecimals(exchangeRate)
  if (isBase && parseRate(rate) !== parseRate('100')) {
    report('JournalEntryExchangeRateMustBeOneHundredForBaseCurrency', 'exchangeRate')
    return undefined
  }
  if (parseDecimal(rate).units > 0n && rate.split('.')[0]!.length <= 12) return rate
  report('JournalEntryExchangeRateError', 'exchangeRate', 'An exchange rate is positive and below 1,000,000,000,000.')
  return undefined
}

function sixDecimals(rate: string): string {
  const [whole, fraction = ''] = rate.split('.') as [string, string?]
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${fraction.slice(0, EXCHANGE_RATE_DECIMALS).padEnd(1, '0')}`
}

function checkProject(
  entry: DraftEntryInput,
  references: References,
  isFaulty: (property: Property) => boolean,
  report: Report,
): void {
  if (references.modules.includes('Projects')) {
    for (const { code, property, message } of projectFaults(entry, references)) {
      if (code !== 'JournalEntryProjectCostTypeSetMismatch' || !isFaulty('projectNumber'))
        report(code, property, message)
    }
    return
  }
  if (entry.projectNumber !== undefined) report('JournalEntryProjectIdSetWithoutModuleAccess', 'projectNumber')
  if (entry.costTypeNumber !== undefined) report('JournalEntryCostTypeSetWithoutModuleAccess', 'costTypeNumber')
}

function checkParties(entry: DraftEntryInput, references: References, report: Report): void {
  const { customer, supplier } = partiesOf(entry, references)
  const { entryTypeNumber, customerNumber, customerInvoiceNumber, supplierNumber, supplierInvoiceNumber } = entry
  if (customerNumber === undefined) {
    if (partyOfType(entryTypeNumber) === 'customer') report('JournalEntryCustomerAndAccountNotSet', 'customerNumber')
  } else if (!customer) {
    report('JournalEntryCustomerNotFound', 'customerNumber', `There is no customer ${customerNumber}.`)
  } else {
    reportFault(report, barredPartyFault('customer', customer, entryTypeNumber))
  }
  if (customerInvoiceNumber !== undefined) {
    if (!/^\d+$/.test(customerInvoiceNumber)) {
      report('Customer_Invoice_Is_Not_Numeric', 'customerInvoiceNumber')
    } else if (BigInt(customerInvoiceNumber) > BigInt(NUMBER_MAX)) {
      report('Customer_invoice_too_big', 'customerInvoiceNumber')
    }
  }
  if (supplierNumber === undefined) {
    if (partyOfType(entryTypeNumber) === 'supplier') {
      const hasAccount = entry.accountNumber !== undefined
      report(hasAccount ? 'JournalEntrySupplierNotSet' : 'JournalEntrySupplierAndAccountNotSet', 'supplierNumber')
    }
  } else if (!supplier) {
    report('JournalEntrySupplierNotFound', 'supplierNumber', `There is no supplier ${supplierNumber}.`)
  } else {
    reportFault(report, barredPartyFault('supplier', supplier, entryTypeNumber))
  }
  if (supplierInvoiceNumber !== undefined && isLonger(supplierInvoiceNumber, SUPPLIER_INVOICE_MAX)) {
    report('JournalEntrySupplierInvoiceTooBig', 'supplierInvoiceNumber')
  }
}

function checkPaymentAndDueDate(
  entry: DraftEntryInput,
  isFaulty: (property: Property) => boolean,
  report: Report,
): void {
  const { entryTypeNumber: type, dueDate, customerNumber, supplierNumber } = entry
  if (type === 3 && !isFaulty('supplierPaymentType')) {
    for (const fault of paymentFaults(entry)) report(fault.code, fault.property, fault.message)
  }
  if (dueDate !== undefined) {
    if (dueDate < DUE_DATES.first || dueDate > DUE_DATES.last) report('JournalEntryDueDateNotInRange', 'dueDate')
    return
  }
  const party = type === 3 ? supplierNumber : type === 10 ? customerNumber : undefined
  if (party !== undefined) report('JournalEntryDueDateNotSet', 'dueDate')
}
