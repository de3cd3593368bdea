import type { Transaction } from '../database/connection.ts'
import { chartOfAccounts, systemAccounts, totalIntervals } from './chart-of-accounts.ts'
import {
  currencyNames,
  customerGroups,
  deliveryConditions,
  departments,
  foreignCurrencies,
  journals,
  layouts,
  paymentTerms,
  productGroups,
  productGroupZones,
  supplierGroups,
  units,
  vatZones,
} from './groundwork.ts'
import { vatCodes } from './vat-codes.ts'

/** A row of table `exchange_rate`; `rate` is decimal text, units of base currency for 100 of the currency. */
export interface RateRow {
  currency: string
  date: string
  rate: string
}

/** The agreement's base currency. Books need it. */
export async function fillBaseCurrency(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows(
    `INSERT INTO currency (agreement, code, name)
     SELECT a.agreement, a.base_currency, coalesce($2::json ->> a.base_currency, a.base_currency)
     FROM agreement a WHERE a.agreement = $1`,
    [agreement, JSON.stringify(currencyNames)],
  )
}

/** Chart, VAT codes and system accounts. One statement inserts accounts and codes, as they refer to each other. */
export async function fillChart(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows(
    `WITH accounts AS (
       INSERT INTO account (agreement, number, name, type, is_barred, is_blocked_for_direct_entries, is_credit,
         vat_code, contra_account_number, total_from_account_number, key_figure_code_number, currency, vat_box,
         standard_account_number)
       SELECT $1::int, number, name, type, is_barred, is_blocked_for_direct_entries, is_credit, vat_code,
         contra_account_number, total_from_account_number, key_figure_code_number, currency, vat_box,
           standard_account_number
       FROM json_populate_recordset(NULL::account, $2::json)
     ), codes AS (
       INSERT INTO vat_code (agreement, code, name, type, rate, account_number, contra_account_number, category, report,
         deductible_percentage)
       SELECT $1::int, code, name, type, rate, account_number, contra_account_number, category, report,
         coalesce(deductible_percentage, 100)
       FROM json_populate_recordset(NULL::vat_code, $3::json)
     ), intervals AS (
       INSERT INTO total_interval (agreement, account_number, from_account_number, to_account_number)
       SELECT $1::int, account_number, from_account_number, to_account_number
       FROM json_populate_recordset(NULL::total_interval, $5::json)
     )
     INSERT INTO system_account (agreement, purpose, account_number)
     SELECT $1::int, purpose, account_number FROM json_populate_recordset(NULL::system_account, $4::json)`,
    [agreement, ...[chartOfAccounts, vatCodes, systemAccounts, totalIntervals].map((rows) => JSON.stringify(rows))],
  )
}

/** Foreign currencies with `rates`; the base currency is there already. */
export async function fillCurrencies(
  transaction: Transaction,
  agreement: number,
  rates: readonly RateRow[],
): Promise<void> {
  const currencies = foreignCurrencies.map(({ code }) => ({ code, name: currencyNames[code] }))
  await transaction.rows(
    `WITH currencies AS (
       INSERT INTO currency (agreement, code, name)
       SELECT $1::int, code, name FROM json_populate_recordset(NULL::currency, $2::json)
     ), numbers AS (
       SELECT take_numbers($1::int, 'exchange_rate', json_array_length($3::json)) AS first
     )
     INSERT INTO exchange_rate (agreement, number, currency, date, rate)
     SELECT $1::int, first + row_number() OVER (ORDER BY date, currency) - 1, currency, date, rate
     FROM numbers, json_populate_recordset(NULL::exchange_rate, $3::json)`,
    [agreement, JSON.stringify(currencies), JSON.stringify(rates)],
  )
}

/** Payment terms, party groups, departments and journals. */
export async function fillGroundwork(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows(
    `WITH terms AS (
       INSERT INTO payment_term (agreement, number, name, type, days)
       SELECT $1::int, number, name, type, days FROM json_populate_recordset(NULL::payment_term, $2::json)
     ), customer_groups AS (
       INSERT INTO customer_group (agreement, number, name, account_number)
       SELECT $1::int, number, name, account_number FROM json_populate_recordset(NULL::customer_group, $3::json)
     ), supplier_groups AS (
       INSERT INTO supplier_group (agreement, number, name, account_number)
       SELECT $1::int, number, name, account_number FROM json_populate_recordset(NULL::supplier_group, $4::json)
     ), departments AS (
       INSERT INTO department (agreement, number, name)
       SELECT $1::int, number, name FROM json_populate_recordset(NULL::department, $5::json)
     ), reminders AS (
       -- As Danish law allows; the rates of interest change twice a year, so the company gives them.
       INSERT INTO reminder_setup (agreement, levels, days_between, fee, compensation, fee_account_number,
         interest_account_number, rates, texts)
       VALUES ($1::int, 3, 10, 100.00, 310.00, 1125, 4310, '[]', '[]')
     ), numbers AS MATERIALIZED (
       SELECT take_numbers($1::int, 'journal', json_array_length($6::json)) AS first
     )
     INSERT INTO journal (agreement, number, name, entry_type_restricted_to, balancing_behavior, lock_vat_codes,
       next_voucher_number, minimum_voucher_number, maximum_voucher_number, customer_contra_account,
         supplier_contra_account,
       customer_payment_text, supplier_payment_text, priority, require_balance_per_voucher_id, repeat_text,
       payment_message_text, default_department)
     SELECT $1::int, first + number - 1, name, entry_type_restricted_to, balancing_behavior, lock_vat_codes,
       minimum_voucher_number, minimum_voucher_number, maximum_voucher_number, customer_contra_account,
         supplier_contra_account,
       customer_payment_text, supplier_payment_text, priority, require_balance_per_voucher_id, repeat_text,
       payment_message_text, default_department
     FROM numbers, json_populate_recordset(NULL::journal, $6::json)`,
    [
      agreement,
      ...[paymentTerms, customerGroups, supplierGroups, departments, journals].map((rows) => JSON.stringify(rows)),
    ],
  )
}

/**
 * Fills what sales need: units, layouts, delivery conditions, product groups with their zones, and the defaults of
 * customers.
 */
export async function fillSalesGroundwork(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows(
    `WITH units AS (
       INSERT INTO unit (agreement, number, name) SELECT $1::int, number, name
         FROM json_populate_recordset(NULL::unit, $2::json)
     ), layouts AS (
       INSERT INTO layout (agreement, number, name) SELECT $1::int, number, name
         FROM json_populate_recordset(NULL::layout, $3::json)
     ), conditions AS (
       INSERT INTO delivery_condition (agreement, number, name)
       SELECT $1::int, number, name FROM json_populate_recordset(NULL::delivery_condition, $4::json)
     ), zones AS (
       UPDATE vat_zone v SET name = z.name
       FROM json_populate_recordset(NULL::vat_zone, $5::json) z WHERE v.agreement = $1 AND v.number = z.number
     ), setup AS (
       UPDATE sales_setup s SET default_customer_group_number = 1, default_layout_number = 1 WHERE s.agreement = $1
     )
     INSERT INTO product_group (agreement, number, name, domestic_account_number, accrual_account_number)
     SELECT $1::int, number, name, domestic_account_number, accrual_account_number
     FROM json_populate_recordset(NULL::product_group, $6::json)`,
    [agreement, ...[units, layouts, deliveryConditions, vatZones, productGroups].map((rows) => JSON.stringify(rows))],
  )
  await transaction.rows(
    `INSERT INTO product_group_zone (agreement, product_group_number, zone, account_number)
     SELECT $1::int, product_group_number, zone, account_number
     FROM json_populate_recordset(NULL::product_group_zone, $2::json)`,
    [agreement, JSON.stringify(productGroupZones)],
  )
}
