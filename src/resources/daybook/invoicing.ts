import { byInvoiceNumber } from './by-invoice-number.ts'
import { BULK_ENTRIES_MAX, QUANTITY_DECIMALS_OF_SALES } from '../../limits.ts'
import { bookInvoices } from '../../sales/book-invoices.ts'
import { type Credit, creditInvoice } from '../../sales/credit.ts'
import { date, decimal, int32, itemList, list, objects } from '../../resource/fields.ts'
import { type ActionOperation, reads } from '../../resource/operations.ts'
import { operations, type Resource, resource } from '../../resource/resource.ts'
import { KINDS } from '../../sales/kinds.ts'
import { upgradeDocument } from '../../sales/upgrade.ts'
import { documentFields } from '../../sales/document-fields.ts'

const ROLES = ['Sales', 'SuperUser'] as const

const MARGIN = `(SELECT sum(l.margin_in_base_currency) FROM draft_invoice_line l
  WHERE l.agreement = t.agreement AND l.document_id = t.number)`

/** What the margin is a part of. */
const NET = 'in_base(t.amount - t.vat_amount, t.exchange_rate)'

const VAT_RATE = `(SELECT CASE WHEN min(l.vat_rate) = max(l.vat_rate) THEN min(l.vat_rate) END
  FROM draft_invoice_line l
  WHERE l.agreement = t.agreement AND l.document_id = t.number AND l.total_net_amount IS NOT NULL)`

/** Draft invoices, only to read here; /q2capi creates and changes them. */
export const draftInvoices: Resource = resource('DraftInvoices', {
  logsBodies: true,
  schema: 'DraftInvoice',
  table: KINDS.draftInvoice.table,
  key: ['number'],
  roles: ROLES,
  fields: {
    ...documentFields(KINDS.draftInvoice),
    creditedDocumentId: int32()
      .readOnly()
      .references('booked_invoice.number')
      .describe('The booked invoice that this credits'),
    netAmount: decimal().computed('(t.amount - t.vat_amount)').describe('The amount without the VAT in it'),
    vatRate: decimal()
      .computed(VAT_RATE)
      .describe('In per cent, of all lines with an amount; null: they have several, or there is none'),
    marginInBaseCurrency: decimal().computed(MARGIN).describe('Of all lines that have a margin; null: none has one'),
    marginPercentage: decimal()
      .computed(`CASE WHEN ${NET} <> 0 THEN rounded_ratio(100 * ${MARGIN}, ${NET}) END`)
      .describe('The margin of the amount without VAT, in per cent; null: there is none'),
  },
  operations: reads('/draft-invoices', 'number'),
})

/** Makes an order of a quote, or a draft invoice of an order. */
const upgrade = (kind: 'quote' | 'order', path: string, location: string): ActionOperation => ({
  kind: 'action',
  method: 'POST',
  path,
  status: 201,
  summary: `Make ${kind === 'quote' ? 'an order of a quote' : 'a draft invoice of an order'}, under the same number; the ${kind} is archived`,
  answer: { number: int32().present() },
  async run({ transaction, caller }, { path: { number } }) {
    await upgradeDocument(transaction, caller.agreement, number as number, kind)
    return { status: 201, body: JSON.stringify({ number }), location: `${location}/${String(number)}` }
  },
})

const creditedLine = {
  number: int32(1).required().describe('Of the line, on the invoice'),
  quantity: decimal(18, QUANTITY_DECIMALS_OF_SALES)
    .measure()
    .present()
    .describe('With the sign that it has on the invoice; left out: what is left of it'),
}

/** Credits a booked invoice, which the path names. */
const credit = (path: string): ActionOperation => ({
  kind: 'action',
  method: 'POST',
  path,
  status: 201,
  summary:
    'Make a draft credit note of what is left of a booked invoice, or of some lines of it; the path names its document',
  body: {
    date: date().describe('Not before the invoice’s. Left out: today, or the invoice’s if that is later'),
    lines: itemList(creditedLine, BULK_ENTRIES_MAX).filled().describe('What to take back; left out: all that is left'),
  },
  schema: 'CreditRequest',
  answer: { number: int32().present() },
  given: ['number'],
  async run({ transaction, caller }, { path, body }) {
    const number = await creditInvoice(transaction, caller.agreement, path.number as number, body as Credit)
    return { status: 201, body: JSON.stringify({ number }), location: `/draft-invoices/${number}` }
  },
})

const booked = { invoiceNumber: int32().present(), documentId: int32().present() }

/** What booking a draft invoice may refuse, and so a look at what booking it would give. */
export const BOOKING_CODES = [
  'CreditExceedsInvoice',
  'CustomerIsBarred',
  'DraftInvoiceIsBooked',
  'ExchangeDifferenceAccountNotSet',
  'InvoiceHasNoProductLine',
  'JournalBookingAccrualNotPossible',
  'JournalBookingRoundingAccountNotSet',
  'JournalEntryAccountCurrencyMismatch',
  'JournalEntryAccountNotAccessible',
  'JournalEntryAmountExceedsDigitLimit',
  'JournalEntryDateAccountingYearPeriodBarred',
  'JournalEntryMultipleDimensionRequired',
  'JournalEntryWrongAccountType',
  'JournalVoucherAccountingYearClosed',
  'JournalVoucherAccountingYearDoesNotExist',
  'LineAccrualAccountMissing',
  'ProductGroupHasNoZone',
  'ProductIsBarred',
  'ProjectIsClosedOrBarred',
] as const

/** The steps of documents: books drafts, credits booked invoices, upgrades quotes and orders (rule 12.6). */
export const invoicing = operations('Invoicing', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32(), invoiceNumber: int32(1) },
  codes: [
    ...BOOKING_CODES,
    'AccrualsModuleMissing',
    'CreditedLineDoesNotExist',
    'DepartmentIsBarred',
    'DimensionModuleMissing',
    'DocumentIsArchived',
    'InvoiceAlreadyCredited',
    'JournalVoucherNextNumberNotWithinBoundaries',
    'LayoutIsBarred',
    'LineWithoutProduct',
    'NotFound',
    'PaymentTermIsBarred',
    'ProjectsModuleMissing',
  ],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/draft-invoices/bulk/book',
      status: 200,
      summary: 'Book several draft invoices, numbered in the order given: all of them, or none',
      body: { numbers: list(int32(), BULK_ENTRIES_MAX).required() },
      schema: 'BookInvoicesRequest',
      answer: { invoices: objects(booked).present() },
      given: ['invoices.invoiceNumber'],
      async run({ transaction, caller, note }, { body }) {
        const invoices = await bookInvoices(transaction, caller.agreement, body.numbers as number[], note)
        return { status: 200, body: JSON.stringify({ invoices }) }
      },
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/draft-invoices/{number}/book',
      status: 201,
      summary: 'Book a draft invoice: the next invoice number, postings, open item; the draft is gone',
      answer: booked,
      given: ['invoiceNumber'],
      async run({ transaction, caller, note }, { path }) {
        const [invoice] = await bookInvoices(transaction, caller.agreement, [path.number as number], note)
        return { status: 201, body: JSON.stringify(invoice), location: `/invoices/${invoice!.documentId}` }
      },
    },
    credit('/invoices/{number}/credit'),
    byInvoiceNumber(credit('/invoices/{number}/credit')),
    { ...credit('/draft-invoices/{number}/credit'), deprecated: true },
    upgrade('quote', '/quotes/{number}/order', '/orders'),
    upgrade('order', '/orders/{number}/draft-invoice', '/draft-invoices'),
  ],
})
