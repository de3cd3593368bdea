import type { Statement } from '../database/connection.ts'

/** A printed line; decimals as text. A line without a product is only text; a line without a text gets its product's name. */
export interface PrintedLine {
  productNumber: string | null
  description: string | null
  quantity: string | null
  unit: string | null
  price: string | null
  discount: string | null
  net: string | null
  vat: string | null
  /** Per cent. */
  rate: string
}

/** The company as it is now (table `company`). */
export interface Seller {
  name: string
  address: string | null
  postalCode: string | null
  city: string | null
  country: string
  cvr: string | null
  vatNumber: string | null
  peppolId: string | null
  email: string | null
  phone: string | null
  homepage: string | null
  bankRegistration: string | null
  bankAccount: string | null
  iban: string | null
  bic: string | null
}

/** The customer as the invoice has it; VAT number, Peppol identifier and e-mail as they are now. */
export interface Buyer {
  number: number
  name: string
  address: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  cvr: string | null
  pnr: string | null
  ean: string | null
  receiverType: number | null
  vatNumber: string | null
  peppolId: string | null
  email: string | null
  phone: string | null
}

/** A booked invoice or credit note with everything printed on it; days ISO, decimals as text. `dueDate` is null when the invoice is prepaid. */
export interface PrintedInvoice {
  invoiceNumber: number
  date: string
  dueDate: string | null
  currency: string
  baseCurrency: string
  /** The gross, and the VAT in it; below zero it is a credit note. */
  amount: string
  vatAmount: string
  vatInBase: string
  zone: number
  isVatIncluded: boolean
  term: string
  termType: number
  heading: string | null
  textLine1: string | null
  textLine2: string | null
  otherReference: string | null
  publicEntryNumber: string | null
  ourReference: string | null
  yourReference: string | null
  attention: string | null
  project: string | null
  deliveryDate: string | null
  deliveryAddress: string | null
  deliveryPostalCode: string | null
  deliveryCity: string | null
  deliveryCountry: string | null
  deliveryTerms: string | null
  /** The invoice that it credits. */
  creditedNumber: number | null
  creditedDate: string | null
  seller: Seller
  buyer: Buyer
  lines: PrintedLine[]
}

const named = (table: string, column: string): string =>
  `(SELECT x.name FROM ${table} x WHERE x.agreement = $1 AND x.number = i.${column})`

/** A PrintedInvoice as JSON, by the number of its document; no row where there is none. */
export const printedInvoice = (agreement: number, number: number): Statement => ({
  text: `
    SELECT json_build_object('invoiceNumber', i.invoice_number, 'date', i.date, 'dueDate', CASE WHEN p.type <> 4 THEN i.due_date END, 'currency', i.currency_code,
      'baseCurrency', a.base_currency, 'amount', i.amount::text, 'vatAmount', i.vat_amount::text,
      'vatInBase', in_base(i.vat_amount, i.exchange_rate)::text, 'zone', i.vat_zone_number, 'isVatIncluded', i.is_vat_included,
      'term', p.name, 'termType', p.type, 'heading', i.heading, 'textLine1', i.text_line1, 'textLine2', i.text_line2,
      'otherReference', i.other_reference, 'publicEntryNumber', i.public_entry_number, 'ourReference', ${named('employee', 'our_reference_number')},
      'yourReference', ${named('customer_contact', 'your_reference_number')}, 'attention', ${named('customer_contact', 'attention_number')},
      'project', (SELECT x.number || ' ' || x.name FROM project x WHERE x.agreement = $1 AND x.number = i.project_number),
      'deliveryDate', i.delivery_date, 'deliveryAddress', i.delivery_address, 'deliveryPostalCode', i.delivery_postal_code,
      'deliveryCity', i.delivery_city, 'deliveryCountry', i.delivery_country, 'deliveryTerms', i.delivery_terms,
      'creditedNumber', o.invoice_number, 'creditedDate', o.date,
      'seller', json_build_object('name', s.name, 'address', s.address, 'postalCode', s.postal_code, 'city', s.city, 'country', s.country,
        'cvr', s.corporate_identification_number, 'vatNumber', s.vat_number, 'peppolId', s.peppol_id, 'email', s.email, 'phone', s.phone,
        'homepage', s.homepage, 'bankRegistration', s.bank_registration_number, 'bankAccount', s.bank_account_number, 'iban', s.iban, 'bic', s.bic),
      'buyer', json_build_object('number', c.number, 'name', i.customer_name, 'address', i.customer_address, 'postalCode', i.customer_postal_code,
        'city', i.customer_city, 'country', i.customer_country, 'cvr', i.cvr, 'pnr', i.p_nr, 'ean', i.debtor_ean,
        'receiverType', i.nem_handel_receiver_type, 'vatNumber', c.vat_number, 'peppolId', c.recipient_peppol, 'email', c.email, 'phone', c.phone),
      'lines', coalesce((
        SELECT json_agg(json_build_object('productNumber', l.product_number, 'description', coalesce(nullif(l.description, ''), d.name), 'quantity', l.quantity::text,
          'unit', u.name, 'price', l.unit_net_price::text, 'discount', l.discount_percentage::text, 'net', l.total_net_amount::text,
          'vat', l.vat_amount::text, 'rate', l.vat_rate::text) ORDER BY l.number)
        FROM booked_invoice_line l LEFT JOIN unit u ON u.agreement = $1 AND u.number = l.unit_number
        LEFT JOIN product d ON d.agreement = $1 AND d.number = l.product_number
        WHERE l.agreement = $1 AND l.document_id = i.number), '[]'))::text
    FROM booked_invoice i
    JOIN agreement a ON a.agreement = $1
    JOIN company s ON s.agreement = $1
    JOIN customer c ON c.agreement = $1 AND c.number = i.customer_number
    JOIN payment_term p ON p.agreement = $1 AND p.number = i.term_of_payment_number
    LEFT JOIN booked_invoice o ON o.agreement = $1 AND o.number = i.credited_document_id
    WHERE i.agreement = $1 AND i.number = $2`,
  values: [agreement, number],
})
