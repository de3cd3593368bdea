import { SafTError } from '../error.ts'
import type { SafTFile, SafTLine, SafTTax } from '../model.ts'
import { cents, child, currencyCode, isoDate, oneOfTwo, percentage, requiredChild, type XmlElement } from './element.ts'

/** One line of a transaction of a file; its default currency decides what counts as another one. @throws SafTError. */
export function lineOf(
  element: XmlElement,
  { defaultCurrency, format }: Pick<SafTFile, 'defaultCurrency' | 'format'>,
): SafTLine {
  const [debit, credit] = oneOfTwo(element, 'DebitAmount', 'CreditAmount')
  const side = (debit ?? credit)!
  const sign = debit ? 1n : -1n
  const dueDate = child(element, 'DueDate')
  const line: SafTLine = {
    recordId: required(element, 'RecordID'),
    accountId: required(element, 'AccountID'),
    customerId: text(element, 'CustomerID'),
    supplierId: text(element, 'SupplierID'),
    amount: sign * cents(requiredChild(side, 'Amount')),
    currency: currencyAmount(side, sign, defaultCurrency),
    description: text(element, 'Description') ?? '',
    referenceNumber: text(element, 'ReferenceNumber') ?? documentOf(element, format),
    dueDate: dueDate && isoDate(dueDate),
    tax: undefined,
    hasAnalysis: false,
    moreTaxes: 0,
    line: element.line,
  }
  for (const one of element.children) {
    if (one.name === 'Analysis') line.hasAnalysis = true
    if (one.name === 'TaxInformation') addTax(line, one)
  }
  return line
}

/** Danish files have the invoice of a customer or supplier as the source document of a line. */
function documentOf(element: XmlElement, format: SafTFile['format']): string | undefined {
  const isOfParty = format === 'DK' && (child(element, 'CustomerID') ?? child(element, 'SupplierID')) !== undefined
  return isOfParty ? text(element, 'SourceDocumentID') : undefined
}

/**
 * The text of a child. It may keep its piece of the file in memory, unlike that of `textOf`: lines are soon passed on.
 */
function text(parent: XmlElement, name: string): string | undefined {
  const found = child(parent, name)?.text
  return found === '' ? undefined : found
}

function required(parent: XmlElement, name: string): string {
  const element = requiredChild(parent, name)
  if (element.text === '') throw new SafTError(element.line, `${name} is empty.`)
  return element.text
}

function currencyAmount(side: XmlElement, sign: bigint, defaultCurrency: string): SafTLine['currency'] {
  const code = child(side, 'CurrencyCode')
  if (!code) return undefined
  const amount = sign * cents(requiredChild(side, 'CurrencyAmount'))
  if (currencyCode(code) === defaultCurrency) return undefined
  return { code: code.text, amount, rate: text(side, 'ExchangeRate') }
}

/** The first tax with a code is the line's. Further taxes, and those without a code, are only counted. */
function addTax(line: SafTLine, element: XmlElement): void {
  const tax = taxOf(element)
  if (tax && !line.tax) line.tax = tax
  else line.moreTaxes += 1
}

/** Its amount is in `TaxAmount` in 1.10 and 1.20, in `DebitTaxAmount` or `CreditTaxAmount` in 1.30. */
function taxOf(element: XmlElement): SafTTax | undefined {
  const side = ['DebitTaxAmount', 'CreditTaxAmount', 'TaxAmount'].map((name) => child(element, name)).find(Boolean)
  const amount = side && cents(requiredChild(side, 'Amount'))
  const taxCode = text(element, 'TaxCode')
  if (taxCode === undefined) return undefined
  return {
    taxCode,
    percentage: percentage(child(element, 'TaxPercentage')),
    amount: amount === undefined ? 0n : magnitude(amount),
    base: moneyOf(child(element, 'TaxBase')),
  }
}

/** A tax base in cents. It may be a quantity of anything: only money counts. */
function moneyOf(element: XmlElement | undefined): bigint | undefined {
  return element && /^[+-]?\d{1,16}(?:\.\d{0,2}0*)?$/.test(element.text) ? magnitude(cents(element)) : undefined
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
