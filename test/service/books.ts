import type { Database, Executor } from '../../src/database/connection.ts'
import { filledOrCopied, nextAgreement } from './copied-books.ts'

/**
 * The small books most tests begin with: a chart of eleven accounts, VAT codes, currencies with a rate, parties,
 * a journal, and the open year 2026 with its twelve periods.
 */
export async function seedBooks(database: Executor, agreement: number): Promise<void> {
  for (const statement of BOOKS) await database.rows(statement, [agreement])
}

/** A new agreement with the small books and those modules, and what `more` adds. */
export async function seededAgreement(
  { database }: { database: Database },
  modules: readonly string[],
  more: readonly string[] = [],
): Promise<number> {
  const agreement = await nextAgreement(database)
  const name = JSON.stringify([modules, more])
  await filledOrCopied(database, agreement, name, async (transaction) => {
    await transaction.rows(
      `INSERT INTO agreement (agreement, name, modules) VALUES ($1, 'Test', ARRAY(SELECT json_array_elements_text($2::json)))`,
      [agreement, JSON.stringify(modules)],
    )
    await seedBooks(transaction, agreement)
    for (const statement of more) await transaction.rows(statement, [agreement])
  })
  return agreement
}

/** Statements that give the agreement `$1` an open year with its twelve periods. */
export const yearOf = (year: number): string[] => [
  `INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES ($1, '${year}', '${year}-01-01', '${year}-12-31')`,
  `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to)
     SELECT $1, '${year}', month, make_date(${year}, month, 1), (make_date(${year}, month, 1) + interval '1 month')::date - 1
     FROM generate_series(1, 12) month`,
]

const BOOKS = [
  `INSERT INTO currency (agreement, code, name) VALUES ($1, 'DKK', 'Danske kroner'), ($1, 'EUR', 'Euro'), ($1, 'SEK', 'Svenske kroner')`,
  `INSERT INTO exchange_rate (agreement, number, currency, date, rate)
     VALUES ($1, take_numbers($1, 'exchange_rate', 1), 'EUR', '2026-01-01', 746.25), ($1, take_numbers($1, 'exchange_rate', 1), 'EUR', '2026-06-01', 745.5)`,
  `INSERT INTO account (agreement, number, name, type) VALUES
     ($1, 1010, 'Salg', 1), ($1, 1310, 'Vareforbrug', 1), ($1, 2210, 'Husleje', 1), ($1, 4330, 'Kursdifferencer', 1), ($1, 4900, 'Øreafrunding', 1),
     ($1, 5000, 'AKTIVER', 4), ($1, 5600, 'Debitorer', 2), ($1, 5820, 'Bank', 2), ($1, 6500, 'Egenkapital', 2),
     ($1, 6800, 'Kreditorer', 2), ($1, 6902, 'Salgsmoms', 2), ($1, 6903, 'Købsmoms', 2)`,
  `INSERT INTO account (agreement, number, name, type, is_barred) VALUES ($1, 2290, 'Gammel konto', 1, true)`,
  `INSERT INTO system_account (agreement, purpose, account_number) VALUES ($1, 'rounding', 4900), ($1, 'result', 6500), ($1, 'exchangeDifference', 4330)`,
  `INSERT INTO vat_code (agreement, code, name, type, rate, account_number, contra_account_number) VALUES
     ($1, 'U25', 'Salgsmoms', 1, 25, 6902, NULL), ($1, 'I25', 'Købsmoms', 2, 25, 6903, NULL), ($1, 'IV25', 'Erhvervelsesmoms', 2, 25, 6903, 6902)`,
  `INSERT INTO payment_term (agreement, number, name, type, days) VALUES ($1, 1, 'Netto 8 dage', 1, 8)`,
  `INSERT INTO department (agreement, number, name) VALUES ($1, 1, 'Salg')`,
  `INSERT INTO supplier_group (agreement, number, name, account_number) VALUES ($1, 1, 'Indenlandske', 6800)`,
  `INSERT INTO customer_group (agreement, number, name, account_number) VALUES ($1, 1, 'Indenlandske', 5600)`,
  `INSERT INTO supplier (agreement, number, name, group_number, currency, payment_term_number, contra_account_number)
     VALUES ($1, 501, 'Ørsted A/S', 1, 'DKK', 1, 1310), ($1, 502, 'Ålborg Portland', 1, 'EUR', 1, NULL)`,
  `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number, contra_account_number)
     VALUES ($1, 201, 'Café Æblet', 1, 'DKK', 1, 1010), ($1, 202, 'Zoo', 1, 'EUR', NULL, NULL)`,
  `INSERT INTO journal (agreement, number, name, customer_contra_account, supplier_contra_account)
     VALUES ($1, take_numbers($1, 'journal', 1), 'Daglig', 5820, 5820)`,
  ...yearOf(2026),
]
