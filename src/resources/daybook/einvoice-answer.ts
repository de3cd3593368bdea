import type { SchemaAnswer } from '../../resource/operations.ts'

type Json = Readonly<Record<string, unknown>>

const text = (description: string): Json => ({ type: ['string', 'null'], description })
const amount = (description: string): Json => ({ type: ['number', 'null'], format: 'decimal', description })
const flag = (description: string): Json => ({ type: 'boolean', description })
const number = (description: string): Json => ({ type: ['integer', 'null'], format: 'int32', description })
const object = (description: string, properties: Json): Json => ({ type: ['object', 'null'], description, properties })
const list = (description: string, items: Json): Json => ({ type: 'array', description, items })

const vat = {
  category: text('The category of its VAT (UNCL 5305): S, Z, E, AE, K, G, O.'),
  rate: amount('Per cent.'),
}
const adjustment = {
  isCharge: flag('true: it is added; false: it is taken off.'),
  amount: amount('How much.'),
  reason: text('Why.'),
}
const identified = { scheme: text('Of the identifier.'), id: text('The identifier.') }
const party = (description: string): Json =>
  object(description, {
    name: text('Its registered name.'),
    tradingName: text('Its other name.'),
    vatNumber: text('With the letters of its country.'),
    legalId: text('Its company number; in Denmark the CVR number.'),
    endpoint: object('Its electronic address.', identified),
    ids: list('Its other identifiers, as a GLN.', object('An identifier.', identified)),
    address: text('Its lines, one below the other.'),
    postalCode: text('Of the address.'),
    city: text('Of the address.'),
    country: text('ISO 3166, two letters.'),
    contact: text('A person or office.'),
    email: text('Of the contact.'),
    phone: text('Of the contact.'),
  })

/** What is answered of an e-invoice. */
export const EINVOICE_ANSWER: SchemaAnswer = {
  isSchema: true,
  schema: {
    type: 'object',
    required: ['number', 'date', 'currency', 'seller', 'lines', 'vat', 'totals', 'supplier', 'proposedSupplier'],
    properties: {
      customization: text('Which rules it follows.'),
      isCreditNote: flag('true: its amounts are credited.'),
      typeCode: text('UNCL 1001.'),
      number: text('The number that the supplier gave it.'),
      date: text('The day of the document.'),
      dueDate: text('When it is to be paid.'),
      currency: text('Of its amounts.'),
      taxCurrency: text('The currency that its VAT is accounted in.'),
      taxInTaxCurrency: amount('The VAT in that currency.'),
      note: text('A remark.'),
      buyerReference: text('What the buyer asked to have on it.'),
      orderReference: text('The order.'),
      accountingCost: text('What the buyer asked to post it on.'),
      precedingInvoices: list('The invoices that it corrects.', { type: 'string' }),
      seller: party('Who sends it.'),
      buyer: party('Who gets it.'),
      terms: text('When and how it is to be paid, in words.'),
      payments: list(
        'How it can be paid.',
        object('A way to pay.', {
          meansCode: text('UNCL 4461.'),
          paymentId: text('What the payer is asked to give.'),
          account: text('The account that is paid to.'),
          bic: text('The bank, or its branch.'),
        }),
      ),
      lines: list(
        'What was sold.',
        object('A line.', {
          id: text('Its identifier, by which lines of a draft name it.'),
          name: text('What was sold.'),
          description: text('More of it.'),
          quantity: amount('How many.'),
          unit: text('UN/ECE Recommendation 20.'),
          price: amount('Of one, or of priceFor.'),
          priceFor: amount('The price is for this many.'),
          net: amount('What the line comes to without VAT.'),
          accountingCost: text('What the buyer asked to post it on.'),
          adjustments: list('What is taken off and added.', object('One of them.', adjustment)),
          ...vat,
        }),
      ),
      adjustments: list('What is taken off and added as a whole.', object('One of them.', { ...adjustment, ...vat })),
      vat: list(
        'Its VAT by category and rate.',
        object('A category.', {
          ...vat,
          taxable: amount('What is taxed.'),
          tax: amount('The tax.'),
          reason: text('Why there is none.'),
        }),
      ),
      totals: object('Its sums.', {
        lines: amount('The lines.'),
        allowances: amount('What is taken off as a whole.'),
        charges: amount('What is added as a whole.'),
        net: amount('Without VAT.'),
        vat: amount('The VAT.'),
        gross: amount('With VAT.'),
        prepaid: amount('What is paid already.'),
        rounding: amount('What it is rounded by.'),
        payable: amount('What is to be paid.'),
      }),
      external: list(
        'Files that are elsewhere. They are not fetched.',
        object('A file.', { description: text('What it is.'), uri: text('Where it is said to be.') }),
      ),
      files: list(
        'Files that were in it. The XML file has them all.',
        object('A file.', {
          name: text('As the supplier called it.'),
          mimeType: text('What it is said to be.'),
          bytes: { type: 'integer', description: 'How many it has.' },
          reason: text('Why it is not shown beside it; null where it is.'),
        }),
      ),
      supplier: object('The supplier that sent it; null where none, or several, have its numbers.', {
        supplierNumber: number('The supplier.'),
        name: text('Of the supplier.'),
        foundBy: text('`vatNumber`, `cvr`, `gln`, `endpoint` or `earlierDocument`.'),
        isBarred: flag('true: the supplier is barred.'),
      }),
      candidates: list(
        'Suppliers that have the number, where several have it.',
        object('A supplier.', { supplierNumber: number('The supplier.'), name: text('Of the supplier.') }),
      ),
      proposedSupplier: {
        type: ['object', 'null'],
        description: 'The body that makes its sender a supplier, for `POST /suppliers`; null where there is one.',
      },
    },
  },
}
