import { centsOf, digitsOf, parseDecimal } from '../../ledger/money.ts'
import { AMOUNT_DIGITS_MAX } from '../limits.ts'
import { decimal } from '../read/element.ts'
import type { ExportedEntry } from './rows.ts'
import { amountLeaf, element, leaf, LONG, MIDDLE_1 } from './xml.ts'
import type { Xml } from '../../xml.ts'

/** The side of an entry; an entry of nothing has that of its amount in currency. */
export function sideOf({ base, amount }: ExportedEntry): 'CreditAmount' | 'DebitAmount' {
  return base.startsWith('-') || (centsOf(base) === 0n && amount.startsWith('-')) ? 'CreditAmount' : 'DebitAmount'
}

/** The number of the invoice that an entry is of, or what else it was called. */
export const referenceOf = (row: ExportedEntry): string | null =>
  row.customerInvoiceNumber?.toString() ?? row.supplierInvoiceNumber ?? row.externalNumber

/** A rate for one unit, of that for a hundred, which has at most six decimals. */
export function rateOfOne(exchangeRate: string): string {
  const { units, scale } = parseDecimal(exchangeRate)
  const digits = units.toString().padStart(scale + 3, '0')
  return `${digits.slice(0, -(scale + 2))}.${digits.slice(-(scale + 2))}`.replace(/\.?0+$/, '')
}

/** A line of a Norwegian transaction. */
export function lineXml(row: ExportedEntry): Xml {
  const reference = referenceOf(row)
  return element(
    'Line',
    leaf('RecordID', row.entryNumber),
    leaf('AccountID', row.accountNumber),
    leaf('SourceDocumentID', row.voucherNumber),
    row.customerNumber === null ? undefined : leaf('CustomerID', row.customerNumber),
    row.supplierNumber === null ? undefined : leaf('SupplierID', row.supplierNumber),
    leaf('Description', row.text ?? '', LONG),
    element(sideOf(row), amountLeaf('Amount', row.base), currencyXml(row)),
    taxXml(row),
    reference === null ? undefined : leaf('ReferenceNumber', reference, MIDDLE_1),
    row.dueDate === null ? undefined : leaf('DueDate', row.dueDate),
  )
}

/**
 * The amount in another currency. The rate is for one unit, and left out where it has too many digits for the schema.
 */
function currencyXml({ currency, amount, exchangeRate }: ExportedEntry): Xml | undefined {
  if (currency === null) return undefined
  const rate = rateOfOne(exchangeRate)
  const parts = [leaf('CurrencyCode', currency), amountLeaf('CurrencyAmount', amount)]
  return [...parts, digitsOf(rate) > AMOUNT_DIGITS_MAX ? '' : leaf('ExchangeRate', rate)].join('')
}

/** The VAT code with the net amount and the tax that was booked on it. */
function taxXml({ vatCode, vatRate, tax, base }: ExportedEntry): Xml | undefined {
  if (vatCode === null) return undefined
  const cents = tax === null ? 0n : centsOf(tax)
  const net = centsOf(base)
  const side = (cents === 0n ? net : cents) < 0n ? 'CreditTaxAmount' : 'DebitTaxAmount'
  return element(
    'TaxInformation',
    leaf('TaxType', 'MVA'),
    leaf('TaxCode', vatCode),
    vatRate === null ? undefined : leaf('TaxPercentage', vatRate),
    leaf('TaxBase', decimal(net < 0n ? -net : net)),
    element(side, amountLeaf('Amount', tax ?? '0.00')),
  )
}
