import { Unreadable } from '../../parsing/unreadable.ts'
import { all, at, readXml, type XmlElement } from '../../reading/xml.ts'
import { centsToText } from '../../ledger/money.ts'
import { DOCUMENT_FILE_BYTES_MAX, EINVOICE_FILES_MAX, EINVOICE_LINES_MAX } from '../../limits.ts'
import type {
  EInvoice,
  EmbeddedFile,
  ReadAdjustment,
  ReadInvoiceLine,
  ReadParty,
  ReadTotals,
  ReadVat,
} from './einvoice.ts'
import { partyIn } from './party.ts'
import { beginning, centsIn, currencyIn, dayIn, decimalIn, NAME_MAX, textIn } from './values.ts'

/** An e-invoice, with the files inside it. */
export interface ReadFile {
  einvoice: EInvoice
  embedded: EmbeddedFile[]
}

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:'
/** What may stand many times below the root, and how often. */
const MOST: Readonly<Record<string, number>> = { InvoiceLine: EINVOICE_LINES_MAX, CreditNoteLine: EINVOICE_LINES_MAX }
const MOST_OF_OTHERS = 200

/** Reads a UBL invoice or credit note of EN 16931, as Peppol BIS Billing 3 has it. @throws Unreadable */
export function readUbl(bytes: Uint8Array): ReadFile {
  const document: XmlElement = { name: '', line: 1, text: '', attributes: {}, children: [] }
  const counts = new Map<string, number>()
  readXml(bytes, {
    root(name, namespace) {
      document.name = name
      if (!['Invoice', 'CreditNote'].includes(name) || namespace !== `${NAMESPACE}${name}-2`)
        throw new Unreadable(`It is XML of ${name}; an e-invoice is an Invoice or CreditNote of UBL 2.1.`)
    },
    isWhole: (path) => path.length === 2 && path[1] !== 'UBLExtensions',
    whole(element) {
      const { name, line } = element
      const count = (counts.get(name) ?? 0) + 1
      const most = MOST[name] ?? MOST_OF_OTHERS
      if (count > most) throw new Unreadable(`Line ${line}: there are more than ${most} of ${name}.`)
      counts.set(name, count)
      document.children.push(element)
    },
    textMax: (name) => (name === 'EmbeddedDocumentBinaryObject' ? DOCUMENT_FILE_BYTES_MAX * 2 : 100_000),
  })
  return { einvoice: einvoiceOf(document), embedded: embeddedIn(document) }
}

/** What a document must have before its sums can be judged. */
function required<T>(value: T | null, rule: string, what: string): T {
  if (value === null) throw new Unreadable(`${rule}: it has no ${what}.`)
  return value
}

function einvoiceOf(document: XmlElement): EInvoice {
  const isCreditNote = document.name === 'CreditNote'
  const customization = textIn(document, ['CustomizationID'])
  if (/^OIOUBL/i.test(customization ?? ''))
    throw new Unreadable(
      `It is ${customization}, which sums otherwise. Ask the supplier for Peppol BIS Billing 3, as NemHandel carries it too.`,
    )
  const currency = required(currencyIn(document, ['DocumentCurrencyCode']), 'BR-05', 'currency (DocumentCurrencyCode)')
  const taxTotals = all(document, 'TaxTotal')
  const inCurrency = (total: XmlElement): string | undefined => at(total, 'TaxAmount')?.attributes.currencyID
  const own = taxTotals.find((one) => all(one, 'TaxSubtotal').length > 0) ?? taxTotals[0]
  const taxCurrency = currencyIn(document, ['TaxCurrencyCode'])
  const other = taxTotals.find((one) => one !== own && inCurrency(one) === taxCurrency)
  const lineName = isCreditNote ? 'CreditNoteLine' : 'InvoiceLine'
  const dueDate = dayIn(document, ['DueDate']) ?? dayIn(document, ['PaymentMeans', 'PaymentDueDate'])
  return {
    customization,
    isCreditNote,
    typeCode: textIn(document, [isCreditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'], 10),
    number: required(textIn(document, ['ID'], 100), 'BR-02', 'number (ID)'),
    date: required(dayIn(document, ['IssueDate']), 'BR-03', 'day (IssueDate)'),
    dueDate,
    currency,
    taxCurrency,
    taxInTaxCurrency: other ? moneyIn(other, 'TaxAmount') : null,
    note: textIn(document, ['Note']),
    buyerReference: textIn(document, ['BuyerReference'], NAME_MAX),
    orderReference: textIn(document, ['OrderReference', 'ID'], NAME_MAX),
    accountingCost: textIn(document, ['AccountingCost'], NAME_MAX),
    precedingInvoices: all(document, 'BillingReference').flatMap(
      (one) => textIn(one, ['InvoiceDocumentReference', 'ID'], 100) ?? [],
    ),
    seller: sellerIn(document),
    buyer: buyerIn(document),
    terms: textIn(document, ['PaymentTerms', 'Note']),
    payments: all(document, 'PaymentMeans').map((one) => ({
      meansCode: textIn(one, ['PaymentMeansCode'], 10),
      paymentId: textIn(one, ['PaymentID'], 100),
      account: textIn(one, ['PayeeFinancialAccount', 'ID'], 100),
      bic: textIn(one, ['PayeeFinancialAccount', 'FinancialInstitutionBranch', 'ID'], 20),
    })),
    lines: all(document, lineName).map((line) => lineIn(line, isCreditNote)),
    adjustments: all(document, 'AllowanceCharge').map((one) => ({
      ...adjustmentIn(one),
      ...vatIn(at(one, 'TaxCategory')),
    })),
    vat: all(own, 'TaxSubtotal').map((one) => ({
      ...vatIn(at(one, 'TaxCategory')),
      taxable: moneyIn(one, 'TaxableAmount'),
      tax: moneyIn(one, 'TaxAmount'),
      reason: textIn(one, ['TaxCategory', 'TaxExemptionReason']),
    })),
    totals: totalsIn(at(document, 'LegalMonetaryTotal'), own),
    external: all(document, 'AdditionalDocumentReference').flatMap((one) => {
      const uri = textIn(one, ['Attachment', 'ExternalReference', 'URI'])
      return uri === null ? [] : [{ description: textIn(one, ['DocumentDescription']), uri }]
    }),
  }
}

function sellerIn(document: XmlElement): ReadParty {
  const seller = partyIn(at(document, 'AccountingSupplierParty'))
  return { ...seller, name: required(seller.name, 'BR-06', 'name of the seller (RegistrationName)') }
}

function buyerIn(document: XmlElement): ReadParty {
  const buyer = partyIn(at(document, 'AccountingCustomerParty'))
  return { ...buyer, name: buyer.name ?? buyer.tradingName ?? '' }
}

/** The amount of a child, `0.00` where there is none. */
const moneyIn = (parent: XmlElement | undefined, name: string): string => {
  const found = at(parent, name)
  return centsToText(found && found.text !== '' ? centsIn(found) : 0n)
}

const vatIn = (category: XmlElement | undefined): ReadVat => ({
  category: textIn(category, ['ID'], 10)?.toUpperCase() ?? '',
  rate: decimalIn(category, ['Percent']),
})

function adjustmentIn(element: XmlElement): ReadAdjustment {
  const indicator = textIn(element, ['ChargeIndicator'])
  return {
    isCharge: indicator === 'true' || indicator === '1',
    amount: moneyIn(element, 'Amount'),
    reason: textIn(element, ['AllowanceChargeReason'], NAME_MAX),
  }
}

function lineIn(line: XmlElement, isCreditNote: boolean): ReadInvoiceLine {
  const quantity = [isCreditNote ? 'CreditedQuantity' : 'InvoicedQuantity']
  return {
    id: textIn(line, ['ID'], 100) ?? '',
    name: textIn(line, ['Item', 'Name'], 250) ?? '',
    description: textIn(line, ['Item', 'Description']),
    quantity: decimalIn(line, quantity),
    unit: beginning(at(line, ...quantity)?.attributes.unitCode ?? '', 10) || null,
    price: decimalIn(line, ['Price', 'PriceAmount']),
    priceFor: decimalIn(line, ['Price', 'BaseQuantity']),
    net: moneyIn(line, 'LineExtensionAmount'),
    accountingCost: textIn(line, ['AccountingCost'], NAME_MAX),
    adjustments: all(line, 'AllowanceCharge').map(adjustmentIn).slice(0, 100),
    ...vatIn(at(line, 'Item', 'ClassifiedTaxCategory')),
  }
}

function totalsIn(total: XmlElement | undefined, tax: XmlElement | undefined): ReadTotals {
  return {
    lines: moneyIn(total, 'LineExtensionAmount'),
    allowances: moneyIn(total, 'AllowanceTotalAmount'),
    charges: moneyIn(total, 'ChargeTotalAmount'),
    net: moneyIn(total, 'TaxExclusiveAmount'),
    vat: moneyIn(tax, 'TaxAmount'),
    gross: moneyIn(total, 'TaxInclusiveAmount'),
    prepaid: moneyIn(total, 'PrepaidAmount'),
    rounding: moneyIn(total, 'PayableRoundingAmount'),
    payable: moneyIn(total, 'PayableAmount'),
  }
}

/** The files inside a document. What is no base64 is told as what it is: an empty file. */
function embeddedIn(document: XmlElement): EmbeddedFile[] {
  const files = all(document, 'AdditionalDocumentReference').flatMap((reference): EmbeddedFile[] => {
    const found = at(reference, 'Attachment', 'EmbeddedDocumentBinaryObject')
    if (!found) return []
    const name = found.attributes.filename?.trim() || textIn(reference, ['ID']) || 'attachment'
    const bytes = new Uint8Array(Buffer.from(found.text, 'base64'))
    return [
      { name: beginning(name, NAME_MAX), mimeType: beginning(found.attributes.mimeCode ?? '', 100) || null, bytes },
    ]
  })
  if (files.length > EINVOICE_FILES_MAX) throw new Unreadable(`It has more than ${EINVOICE_FILES_MAX} files inside it.`)
  return files
}
