import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isMigrated, migrate } from '../../src/database/migrate.ts'
import { verifySealedLog } from '../../src/ledger/proof/sealed-log.ts'
import { TRAIL } from '../../src/ledger/proof/trail.ts'
import { applyBefore, migrationsBefore, migrationsBetween } from './before-baseline/migrations.ts'
import { catalogueLines, commentLines } from './catalogue-lines.ts'
import { emptyDatabase, type TestDatabase } from './harness.ts'
import { ADDED, ROWS_BEFORE } from './rows-since-baseline.ts'

let fresh: TestDatabase
let old: TestDatabase
/** The old database as it was, and its tables. */
let before: string[]
let had: string[]

beforeAll(async () => {
  ;[fresh, old] = await Promise.all([emptyDatabase(), emptyDatabase()])
  await migrate(fresh.database)
  await old.database.transaction((transaction) => applyBefore(transaction, migrationsBefore))
  ;[before, had] = [await catalogueLines(old.database), await tablesOf(old)]
})
afterAll(() => Promise.all([fresh.drop(), old.drop()]))

/** What the baseline has otherwise on purpose: notes have hashes, and trails can be made again. */
const OTHERWISE = /^migration\.hash:|^keep_trail\(/
/** What has changed since, a feature a line: a word of its names is in each of its lines. */
const SINCE = new RegExp(
  [
    'standard_account|account_standard_of_type|asset_group[ ._]|draft_entry_asset|supplier[.](bic|iban)|webhook_delivery[.](ended_by|sent)|webhook_delivery_ended_by',
    'app[ ._]compatibility|app_compatibility|has_active_content',
    'condition_of_reference|held_reference|hold_references|keep_referred|draft_entry_(keeps_|names)|mark_summary_account|off_defaults|_(made|changed)_summary',
    'issued|content_of_invoice|creditor_number|vat_code[ ._]category|vat_code_category',
    'next_free_voucher|take_system_voucher',
    'external_number',
    'voucher_reversal([.]| constraint voucher_reversal_)journal_number',
    '^fold\\(|(product|vat_code|customer_contact|supplier_contact)_unique_|(_number|_code|_name|_currency)_unique\\b|refuse_other_forms',
    'request_log|log_requests|drop_old_requests|[ ._(]request[ ._)]|^request[ .:]|agreement_trail_|grant_to_service',
    'fault_rule|order_fault|ordered_fault',
    'emit_events|is_file_kept|resume_webhook|settle_webhook|clock',
    'snapshot|turn_kept_clock|company_(tables|rows|form)|may_copy_companies|hold_sandbox|lend_deletes|(clone|keep)_pristine',
    'document_date|let_in|renew_token|shut_out|^person|[ ._(]person|is_grantable|item_change|change_(first|last)|is_person_claimed|may_name_actor|previous_token|access_grant_actor|keep_person|record_changes|line_of_change|(change|document_log)[ ._]grant_number',
    'console_(link|passkey|session)',
    'next_invoice_number|take_invoice_numbers|seal_invoice|draft_invoice_trail_deleted|trail_deleted_drafts|tell_of_invoices',
    'booked_entry_reconciled|refuse_reconciled_days',
    'attached_document[ ._](source|of_voucher)|document_log[ ._](source|reason)|source_of_voucher|line_of_document|log_detached_documents|document_file_kind|is_file_of_inbox',
    'deductible|keep_booked_vat_code|keep_chart_of_closed_year|seal_of_closed_year|vat_code_(kept|deducts)',
    'credited_line|remaining_of_invoices',
    'line_total|amounts_of_lines|decimals_of|priced_(draft_invoice|sales_order|sales_quote)',
    'vat_box|vat_code[ ._](report|box|contra_box|returned)|keep_returned|system_account_purpose',
    'price_changed_time|price_registrations|rate_of_hours|sales_rate|time_entry_approved|time_entry_worth',
    'subscription_run|chain_end|chain_reached|uncut_end|subscriber(_dates|[._]is_over)|has_missed|note_missed_periods|restore_subscribers|subscription_resumed|subscri(ber|ption)_trail_',
  ].join('|'),
)

/** A line of the catalogue, however the text of a function in it is wrapped. */
const unwrapped = (line: string): string => line.replace(/\n\s*-- /g, ' ').replace(/\s+/g, ' ')

const differences = (have: readonly string[], want: readonly string[]): string[] => {
  const [had, wanted] = [new Set(have), new Set(want)]
  return [
    ...want.filter((line) => !had.has(line)).map((line) => `lacks ${line}`),
    ...have.filter((line) => !wanted.has(line)).map((line) => `has ${line}`),
  ]
}

const tablesOf = async ({ database }: TestDatabase): Promise<string[]> =>
  (
    await database.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`,
    )
  ).map(({ name }) => name)

test('but for what has changed since, and where lines end, the schema is what the migrations before it made', async () => {
  const now = await catalogueLines(fresh.database)
  const added = (await tablesOf(fresh)).filter((name) => !had.includes(name))
  // A table that is new has its name in each of its lines.
  const isNew = new RegExp(`\\b_?(${['no_table', ...added].join('|')})`)
  const without = (lines: readonly string[]): string[] =>
    lines.filter((line) => !OTHERWISE.test(line) && !SINCE.test(line) && !isNew.test(line)).map(unwrapped)
  expect(differences(without(now), without(before))).toEqual([])
  expect(now.length).toBeGreaterThan(3000)
})

type Rows = Readonly<Record<string, unknown>>[]

/** The rows of each table that a migration adds something to. */
async function rowsOf({ database }: TestDatabase): Promise<Map<string, Rows>> {
  const found = new Map<string, Rows>()
  for (const { table } of ADDED) {
    const rows = await database.rows<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${table} t`)
    found.set(
      table,
      rows.map(({ row }) => JSON.parse(row) as Rows[number]),
    )
  }
  return found
}

const pick = (row: Rows[number], names: readonly string[]): Rows[number] =>
  Object.fromEntries(names.map((name) => [name, row[name]]))

/** Every row is there with what it had, whatever its version, and with what migrations add to it. */
function expectKept(before: ReadonlyMap<string, Rows>, after: ReadonlyMap<string, Rows>): void {
  for (const { table, added } of ADDED) {
    const rows = before.get(table)!
    expect(rows.length, table).toBeGreaterThan(0)
    for (const { object_version: _version, last_updated: _updated, ...had } of rows) {
      const kept = after.get(table)!.find((row) => isDeepStrictEqual(pick(row, Object.keys(had)), had))
      expect([table, had, kept && pick(kept, Object.keys(added))]).toEqual([table, had, added])
    }
  }
}

test('a database that those migrations made is taken over, and is then as one that begins', async () => {
  await old.database.rows(
    `WITH a AS (INSERT INTO agreement (agreement, name) VALUES (1, 'Own') RETURNING agreement)
     INSERT INTO document_file (agreement, hash, bytes, kind, pages, is_mergeable)
     SELECT a.agreement, sha256(kind::bytea), 100, kind, 1, true FROM a, unnest(ARRAY['jpeg', 'pdf']) AS kind`,
  )
  await old.database.rows(`INSERT INTO app (name, secret_hash) VALUES ('Own', sha256('own'))`)
  for (const statement of ROWS_BEFORE) await old.database.rows(statement)
  const rows = await rowsOf(old)
  const applied = await migrate(old.database)
  expect(applied).toEqual(expect.arrayContaining(ADDED.flatMap(({ by }) => by)))
  expectKept(rows, await rowsOf(old))
  // 0253_decimals_of_currencies.sql: what rounded every currency to 2 decimals is gone.
  const roundings = `SELECT p.pronargs::int AS arguments FROM pg_proc p
    WHERE p.proname IN ('line_total', 'amounts_of_lines') ORDER BY 1`
  expect(await old.database.rows(roundings)).toEqual([{ arguments: 4 }, { arguments: 6 }])
  // 0250_source_of_vouchers.sql: a document is that of the voucher that people know by its number.
  const sources = 'SELECT d.number, d.source FROM attached_document d ORDER BY d.number'
  expect(await old.database.rows(sources)).toEqual(
    ['journal', 'invoice', 'opening', 'system'].map((source, at) => ({ number: at + 1, source })),
  )
  // What is sealed is as it was.
  const [sealed] = await old.database.rows(`SELECT line_of_document(l) AS document FROM document_log l`)
  expect(sealed).toEqual({ document: '[1,true,9,"2026",null,9,null]' })
  expect(await old.database.snapshot((transaction) => verifySealedLog(transaction, 1, TRAIL))).toBeUndefined()
  expect(applied.slice(0, 2)).toEqual(['0199_baseline.sql', '0200_active_content.sql'])
  expect(await migrate(old.database)).toEqual([])
  expect(differences(await catalogueLines(old.database), await catalogueLines(fresh.database))).toEqual([])
  expect(differences(await commentLines(old.database), await commentLines(fresh.database))).toEqual([])
  // 0320_e_invoices_as_files.sql lets the inbox keep e-invoices; files that are there stay what they are.
  const files = 'SELECT f.kind, f.has_active_content AS acts FROM document_file f ORDER BY f.kind'
  // Of a PDF it is known only once it is read.
  expect(await old.database.rows(files)).toEqual([
    { kind: 'jpeg', acts: false },
    { kind: 'pdf', acts: null },
  ])
  const noted = 'SELECT m.file, m.hash FROM migration m ORDER BY m.file'
  expect(await old.database.rows(noted)).toEqual(await fresh.database.rows(noted))
})

test('every table, view and function says what it is', async () => {
  const silent = await fresh.database.rows<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v') AND obj_description(c.oid, 'pg_class') IS NULL
     UNION ALL SELECT p.oid::regprocedure::text FROM pg_proc p
     WHERE p.pronamespace = current_schema()::regnamespace AND obj_description(p.oid, 'pg_proc') IS NULL`,
  )
  expect(silent).toEqual([])
})

test('a database of an older build is refused with what to do, and left as it was', async () => {
  const { database, drop } = await emptyDatabase()
  onTestFinished(drop)
  await database.transaction((transaction) => applyBefore(transaction, migrationsBetween('0001', '0010')))
  const was = await catalogueLines(database)
  await expect(migrate(database)).rejects.toThrow(
    'The database has the schema of an older Daybook (its last migration: 0009_dimensions.sql), and this program takes over only from the ' +
      `last build before 0.1.0 (${migrationsBefore.at(-1)!.file}). Start that build once on the database,`,
  )
  expect(await isMigrated(database)).toBe(false)
  expect(await catalogueLines(database)).toEqual(was)
})

test('a database that has one migration more than the list, or lacks one amid it, is not taken over', async () => {
  const { database, drop } = await emptyDatabase()
  onTestFinished(drop)
  await database.transaction((transaction) => applyBefore(transaction, migrationsBefore))
  for (const [change, undo] of [
    [`INSERT INTO migration (file) VALUES ('0099_own.sql')`, `DELETE FROM migration WHERE file = '0099_own.sql'`],
    [`DELETE FROM migration WHERE file LIKE '0057%'`],
  ] as const) {
    await database.rows(change)
    await expect(migrate(database)).rejects.toThrow(/by a newer Daybook: it has 0099_own\.sql|of an older Daybook/)
    expect(await database.rows(`SELECT FROM migration WHERE file = '0001_foundation.sql'`)).toHaveLength(1)
    if (undo) await database.rows(undo)
  }
})
