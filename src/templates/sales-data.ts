import type { Transaction } from '../database/connection.ts'
import type { ProductRow } from './products.ts'
import type { SubscriberRow, SubscriptionLineRow, SubscriptionRow } from './subscriptions.ts'

/** The demo company. No company has its number, and its domains cannot be registered. */
const company = {
  name: 'Lindholm Kontor & Indretning ApS',
  address: 'Fabriksvej 12',
  postal_code: '7100',
  city: 'Vejle',
  country: 'DK',
  corporate_identification_number: '99412704',
  vat_number: 'DK99412704',
  email: 'faktura@lindholm-kontor.example',
  phone: '+45 10203040',
  homepage: 'lindholm-kontor.example',
  bank_registration_number: '9991',
  bank_account_number: '0004127703',
  iban: 'DK9099910004127703',
  bic: 'EXMPDKKK',
}

/** Fills the seller's data on invoices. */
export async function fillCompanyDetails(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows(
    `UPDATE company c SET name = n.name, address = n.address, postal_code = n.postal_code, city = n.city, country = n.country,
       corporate_identification_number = n.corporate_identification_number, vat_number = n.vat_number, email = n.email, phone = n.phone,
       homepage = n.homepage, bank_registration_number = n.bank_registration_number, bank_account_number = n.bank_account_number,
       iban = n.iban, bic = n.bic
     FROM json_populate_record(NULL::company, $2::json) n WHERE c.agreement = $1`,
    [agreement, JSON.stringify(company)],
  )
}

/** Products, and the subscriptions with their lines and subscribers, before anything is invoiced. */
export async function fillSales(
  transaction: Transaction,
  agreement: number,
  rows: {
    products: readonly ProductRow[]
    subscriptions: readonly SubscriptionRow[]
    lines: readonly SubscriptionLineRow[]
    subscribers: readonly SubscriberRow[]
  },
): Promise<void> {
  await transaction.rows(
    `WITH products AS (
       INSERT INTO product (agreement, number, product_group_number, name, sales_price, cost_price, unit_number, is_barred)
       SELECT $1::int, number, product_group_number, name, sales_price, cost_price, unit_number, is_barred
       FROM json_populate_recordset(NULL::product, $2::json)
     ), subscriptions AS (
       INSERT INTO subscription (agreement, number, name, interval, is_calendar_based, collection, include_name, include_period,
         allow_more_than_one_per_customer, accrue, is_barred)
       SELECT $1::int, number, name, interval, is_calendar_based, collection, include_name, include_period,
         allow_more_than_one_per_customer, accrue, is_barred
       FROM json_populate_recordset(NULL::subscription, $3::json)
     ), lines AS (
       INSERT INTO subscription_line (agreement, subscription_number, number, product_number, description, quantity, special_price)
       SELECT $1::int, subscription_number, number, product_number, description, quantity, special_price
       FROM json_populate_recordset(NULL::subscription_line, $4::json)
     )
     INSERT INTO subscriber (agreement, number, subscription_number, customer_number, start_date, end_date, registration_date, expiry_date,
       special_price, discount_percentage, discount_expiry_date, quantity_factor, price_factor)
     SELECT $1::int, number, subscription_number, customer_number, start_date, end_date, registration_date, expiry_date,
       special_price, discount_percentage, discount_expiry_date, quantity_factor, price_factor
     FROM json_populate_recordset(NULL::subscriber, $5::json)`,
    [
      agreement,
      ...[rows.products, rows.subscriptions, rows.lines, rows.subscribers].map((list) => JSON.stringify(list)),
    ],
  )
}
