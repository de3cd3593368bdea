import { bookInvoices } from '../../src/sales/book-invoices.ts'
import { makeDocuments, type NewDocument, type NewLine } from '../../src/sales/make-documents.ts'
import type { Chance } from '../chance.ts'
import { change, make, OURS, PRODUCTS, product } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { selling } from './selling.ts'

/** Who the company is. */
export const COMPANY = {
  name: 'Nordlys & Søn ApS',
  address: 'Havnegade 7',
  postalCode: '1058',
  city: 'København K',
  country: 'DK',
  corporateIdentificationNumber: '10150817',
  vatNumber: 'DK10150817',
  email: 'faktura@nordlys.example',
  phone: '+45 10 20 30 40',
  homepage: 'nordlys.example',
  bankRegistrationNumber: '1234',
  bankAccountNumber: '0012345678',
  iban: 'DK5000400440116243',
  bic: 'NDEADKKK',
}

const ADDRESS = { address: 'Bredgade 1', postal_code: '1260', city: 'København K' }

/** A buyer of each kind: number, zone, country, currency, and how it is found. */
const BUYERS = [
  { number: 301, zone: 1, country: 'DK', corporate_identification_number: '10150817' },
  { number: 302, zone: 1, country: 'Danmark', ean_location_number: '5790000000005', nem_handel_receiver_type: 1 },
  { number: 303, zone: 1, country: null, pnr: '1003456789', nem_handel_receiver_type: 3 },
  { number: 304, zone: 2, country: 'DE', vat_number: 'DE123456789', currency: 'EUR' },
  { number: 305, zone: 2, country: 'Sverige', vat_number: 'SE556677889901', currency: 'SEK' },
  {
    number: 306,
    zone: 2,
    country: 'NL',
    recipient_peppol: '9944:NL123456789B01',
    vat_number: 'NL123456789B01',
    currency: 'EUR',
  },
  { number: 307, zone: 3, country: 'NO', vat_number: 'NO 987 654 325 MVA', currency: 'SEK' },
  { number: 308, zone: 3, country: 'US', recipient_peppol: '9959:123456789', currency: 'EUR' },
  { number: 309, zone: 4, country: 'DK', vat_number: 'DK10150817' },
  { number: 311, zone: 2, country: null, vat_number: 'EL123456789', currency: 'EUR' },
  { number: 310, zone: 8, country: 'GL', recipient_peppol: '0184:10150817' },
]
const PRODUCTS_SOLD = ['P-1', 'NUL', 'TOLV', 'ANDEN', 'OMVENDT']
const UNIT_COUNT = 2

/** `selling` with a company, a buyer in every zone, products of five kinds of VAT, and the terms that pay at once. */
export async function sellingAbroad(service: TestService): Promise<Client> {
  const client = await selling(service)
  const reply = await change(client, `${OURS}/company`, COMPANY)
  if (reply.status !== 204) throw new Error(reply.text)
  const buyers = BUYERS.map((buyer) => ({ ...ADDRESS, name: `Køber ${buyer.number}`, currency: 'DKK', ...buyer }))
  for (const statement of SETUP) {
    await service.database.rows(
      statement,
      statement.includes('$2') ? [client.agreement, JSON.stringify(buyers)] : [client.agreement],
    )
  }
  for (const [at, productNumber] of PRODUCTS_SOLD.slice(1).entries()) {
    const more = { productNumber, productGroupId: at + 2, salesPrice: 80, unitId: 1 + (at % UNIT_COUNT) }
    await make(client, `${PRODUCTS}/products`, product(more))
  }
  return client
}

const SETUP = [
  `INSERT INTO vat_code (agreement, code, name, type, rate, account_number, contra_account_number) VALUES ($1, 'U0', 'Uden', 1, 0, 6902, NULL),
     ($1, 'U12', 'Tolv en halv', 1, 12.5, 6902, NULL), ($1, 'X25', 'Anden salgsmoms', 1, 25, 6902, NULL)`,
  `INSERT INTO account (agreement, number, name, type, vat_code) VALUES ($1, 1011, 'Uden', 1, 'U0'), ($1, 1012, 'Tolv', 1, 'U12'),
     ($1, 1013, 'Anden', 1, 'X25'), ($1, 1014, 'Omvendt', 1, 'IV25'), ($1, 1015, 'Ude', 1, NULL)`,
  `INSERT INTO product_group (agreement, number, name, domestic_account_number) VALUES ($1, 2, 'Uden', 1011), ($1, 3, 'Tolv', 1012),
     ($1, 4, 'Anden', 1013), ($1, 5, 'Omvendt', 1014)`,
  `INSERT INTO product_group_zone (agreement, product_group_number, zone, account_number)
     SELECT $1, g.number, z.zone, CASE WHEN g.number = 3 AND z.zone = 8 THEN 1012 WHEN z.zone = 2 AND g.number = 4 THEN 1014 ELSE 1015 END
     FROM product_group g CROSS JOIN (VALUES (2), (3), (4), (8)) AS z(zone) WHERE g.agreement = $1 ON CONFLICT DO NOTHING`,
  `INSERT INTO customer (agreement, number, name, group_number, zone, currency, payment_term_number, address, postal_code, city, country,
     corporate_identification_number, vat_number, ean_location_number, pnr, nem_handel_receiver_type, recipient_peppol)
   SELECT $1, number, name, 1, zone, currency, 1, address, postal_code, city, country, corporate_identification_number, vat_number, ean_location_number,
     pnr, nem_handel_receiver_type, recipient_peppol FROM json_populate_recordset(NULL::customer, $2::json)`,
  `INSERT INTO payment_term (agreement, number, name, type, days, contra_account_number, card_customer_number)
   VALUES ($1, 3, 'Kontant', 3, 0, 5810, NULL), ($1, 9, 'Kort', 9, 0, NULL, 202)`,
  `INSERT INTO exchange_rate (agreement, number, currency, date, rate) VALUES ($1, take_numbers($1, 'exchange_rate', 1), 'SEK', '2026-01-01', 65.123456)`,
]

function randomLine(chance: Chance): NewLine {
  if (chance.maybe(0.15)) return { description: chance.pick(['Levering i uge 7', 'Tak\nfor ordren', '']) }
  const sign = chance.maybe(0.2) ? '-' : ''
  return {
    productNumber: chance.pick(PRODUCTS_SOLD),
    description: chance.pick(['Øl & vand', 'Stol <ny>\nsort', 'Time']),
    quantity: sign + chance.decimal(chance.pick([9, 999, 999_999]), chance.int(0, 6)),
    unitNetPrice:
      (chance.maybe(0.05) ? '-' : '') + chance.decimal(chance.pick([99, 99_999, 9_999_999]), chance.int(0, 6)),
    ...(chance.maybe(0.4) && { discountPercentage: chance.pick(['10', '33.333333', '100', '2.5', '0.01']) }),
  }
}

/** Books so many random invoices and credit notes of every kind. @returns the numbers of their documents. */
export async function sellAbroad(
  service: TestService,
  client: Client,
  chance: Chance,
  many: number,
): Promise<number[]> {
  const documents = Array.from({ length: many }, (): NewDocument => {
    const isVatIncluded = chance.maybe(0.3)
    const lines = Array.from({ length: chance.int(1, 6) }, () => randomLine(chance))
    return {
      customerNumber: chance.pick(BUYERS).number,
      date: `2026-0${chance.int(1, 9)}-1${chance.int(0, 9)}`,
      termOfPaymentNumber: chance.pick([1, 1, 1, 3, 9]),
      isVatIncluded,
      ...(chance.maybe(0.3) && { heading: 'Efter aftale', textLine1: 'Vi takker', otherReference: 'PO 17' }),
      ...(chance.maybe(0.3) && { deliveryDate: '2026-02-03', deliveryAddress: 'Kajen 3', deliveryCity: 'Aarhus' }),
      lines: [{ productNumber: 'P-1', description: 'Øl', quantity: '1' }, ...lines],
    }
  })
  return await service.database.transaction(async (transaction) => {
    const made = await makeDocuments(transaction, client.agreement, documents)
    const faults = made.flatMap((one) => one.faults ?? [])
    if (faults.length > 0) throw new Error(JSON.stringify(faults))
    const numbers = made.map(({ number }) => number!)
    await bookInvoices(transaction, client.agreement, numbers)
    return numbers
  })
}
