import type { Transaction } from '../pool/statements.ts'
import { tableFile } from './schema.ts'

/**
 * What a database has that was made from `schema/`, or taken over: the state that migrations begin from. Theirs are
 * from 0200 on.
 */
export const BASELINE = '0199_baseline.sql'

/** The migrations that made the same schema before it was written down as it is, up to the last before 0.1.0. */
export const BEFORE_BASELINE: readonly string[] = `
  0001_foundation 0002_master_data 0003_ledger 0004_reversals 0005_closing 0006_projects 0007_planner 0008_webhooks
  0009_dimensions 0010_relations 0011_set_references 0012_booking_speed 0013_catalogue 0014_leases 0016_kept_facts
  0017_closed_charts 0018_secret_key 0020_settlement 0021_reversals_of_bookings 0022_repeated_invoices 0023_access
  0025_payment_terms 0026_customers 0027_products 0028_trails 0029_sales_documents 0030_sales_arithmetic
  0031_booked_invoices 0033_company 0034_payment_type_14 0035_subscriptions 0036_subscription_runs 0037_service_role
  0040_project_master_data 0041_registrations 0042_project_invoices 0043_dimensions 0044_dimension_data
  0045_sales_dimensions 0046_large_agreements 0048_documents 0051_project_expenses 0055_chart_of_accounts 0056_budgets
  0057_budget_dimensions 0058_carried_keys 0059_names_of_tables 0060_net_of_invoices 0061_pristine_company
  0062_sandbox_apps 0063_own_writes 0065_plans_of_large_runs 0066_references_of_suppliers 0067_renumbering
  0068_events_of_line_dimensions 0069_kept_files 0073_counting 0078_traces_of_events 0080_trails_at_less_cost
  0081_rows_told_apart 0085_entries_people_look_by 0086_texts_of_entries 0093_amounts_of_entries
  0094_vouchers_of_drafts 0095_log_of_detached_documents 0096_grants_of_bookings 0097_subscribers_of_deleted_drafts
  0098_addresses_of_machines 0105_highest_numbers 0106_parts_while_booking 0107_order_of_price_locks
  0110_journals_of_vouchers 0111_followers_found_once 0112_creates_at_once 0115_open_in_currency
  0116_seals_of_closed_books 0117_credits_as_booked 0127_credits_of_closed_projects 0128_numbers_of_parts
  0130_superseded_orders 0131_log_of_projects 0132_seals_of_logs 0133_trail_of_agreements 0134_kept_from_truncate
  0135_counting_of_drafts
`
  .trim()
  .split(/\s+/)
  .map((name) => `${name}.sql`)

/** The table of migrations as it was then. */
export const MIGRATION_BEFORE = tableFile(
  'service/migration.sql',
  'CREATE TABLE migration (file text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
)

/** The schema is of an older program than this one takes over from. */
export class OlderSchemaError extends Error {}

/** Whether all of the migrations before the baseline have been made, and nothing else. */
export const isBeforeBaseline = (migrations: readonly string[]): boolean =>
  migrations.length === BEFORE_BASELINE.length && migrations.every((file, at) => file === BEFORE_BASELINE[at])

/** Migrations as the list of a database says them that was taken over. */
export const sinceBaseline = (migrations: readonly string[]): readonly string[] =>
  isBeforeBaseline(migrations) ? [BASELINE] : migrations

/** Whether a migration is one of those before the baseline. */
export const wasBeforeBaseline = (file: string): boolean => BEFORE_BASELINE.includes(file)

/**
 * Checks that the baseline can take over what has these migrations, or has done so.
 * @param what has them: `The database`. @throws OlderSchemaError, which says what to do.
 */
export function refuseOlder(what: string, migrations: readonly string[]): void {
  if (migrations.length === 0 || migrations.includes(BASELINE) || isBeforeBaseline(migrations)) return
  const last = migrations.filter(wasBeforeBaseline).at(-1) ?? 'none that this program knows'
  throw new OlderSchemaError(
    `${what} has the schema of an older Daybook (its last migration: ${last}), and this program takes over only from the last build before 0.1.0 ` +
      `(${BEFORE_BASELINE.at(-1)}). Start that build once on the database, or restore the backup with it, then use this program; ` +
      'or restore a backup that the last build before 0.1.0 or a later one has made.',
  )
}

/** Takes over a database that the migrations before have made: its tables are as the schema has them, and stay. */
export async function takeOver(transaction: Transaction): Promise<void> {
  await transaction.script('ALTER TABLE migration ADD COLUMN hash text')
  await transaction.rows('DELETE FROM migration WHERE file IN (SELECT json_array_elements_text($1::json))', [
    JSON.stringify(BEFORE_BASELINE),
  ])
}
