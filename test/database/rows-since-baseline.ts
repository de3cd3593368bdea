/** Rows of a database before the baseline. Triggers are off: nothing else is there. */
export const ROWS_BEFORE = [
  `SET session_replication_role = replica`,
  `INSERT INTO attached_document (agreement, number, voucher_number, accounting_year, journal_number)
   SELECT 1, n, n, '2026', CASE WHEN n = 1 THEN 1 END FROM generate_series(1, 4) AS n`,
  `INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year,
     voucher_number, amount, amount_in_base_currency, currency, exchange_rate)
   SELECT 1, n, n, CASE n WHEN 2 THEN 1 WHEN 3 THEN 7 ELSE 9 END, 1, '2026-01-01', '2026', n, 0, 0, 'DKK', 100
   FROM generate_series(2, 4) AS n`,
  `INSERT INTO booked_invoice (agreement, number, invoice_number, customer_number, customer_name, date, currency_code,
     exchange_rate, layout_number, term_of_payment_number, vat_zone_number, accounting_year, booking, seal)
   VALUES (1, 7, 2, 1, 'A', '2026-01-01', 'DKK', 100, 1, 1, 1, '2026', 2, sha256('a'))`,
  `INSERT INTO document_log (agreement, number, logged_at, is_detached, document_number, accounting_year, voucher_number)
   VALUES (1, 1, now(), true, 9, '2026', 9)`,
  `INSERT INTO booking (agreement, number, first_entry, last_entry, previous_seal, seal, booked_at)
   VALUES (1, 1, 1, 1, sha256('0'), sha256('1'), now())`,
  `INSERT INTO account (agreement, number, name, type) VALUES (1, 6902, 'Salgsmoms', 2)`,
  `INSERT INTO system_account (agreement, purpose, account_number) VALUES (1, 'rounding', 6902)`,
  `INSERT INTO vat_code (agreement, code, name, type, rate, account_number)
   VALUES (1, 'UEUV', 'Varesalg til EU', 1, 0, 6902)`,
  `INSERT INTO access_grant (agreement, app, token_hash, roles)
   SELECT 1, p.app, sha256('own'), '{Sales}' FROM app p WHERE p.name = 'Own'`,
  `INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year,
     date, amount, currency, exchange_rate, account_number)
   VALUES (1, 9, 5, 1, 9, '2026', '2026-01-02', 12.50, 'DKK', 100, 6902)`,
  `INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, state, attempts)
   SELECT 1, 1, 'CUSTOMER_UPDATED', p.app, '{"NEWNUMBER": "1"}', 'failed', '[{"statusCode": 500}]'
   FROM app p WHERE p.name = 'Own'`,
  `SET session_replication_role = DEFAULT`,
] as const

const NO_ONE = { person: null, grant_number: null, is_person_claimed: false }

/**
 * What rows of before have besides what they had, by table and the migrations that give it.
 */
export const ADDED: readonly { table: string; by: readonly string[]; added: Readonly<Record<string, unknown>> }[] = [
  {
    table: 'app',
    by: ['0241_compatibility_of_apps.sql', '0289_apps_that_may_be_let_in.sql'],
    added: { compatibility: null, is_grantable: false },
  },
  { table: 'agreement', by: ['0350_request_logs.sql'], added: { request_log: null } },
  { table: 'sales_setup', by: ['0252_next_invoice_number.sql'], added: { next_invoice_number: null } },
  {
    table: 'document_log',
    by: ['0251_why_documents_were_detached.sql', '0287_who_of_documents.sql'],
    added: { ...NO_ONE, source: null, reason: null },
  },
  { table: 'change', by: ['0285_who_of_changes.sql'], added: { ...NO_ONE, change_first: null, change_last: null } },
  { table: 'booking', by: ['0286_person_of_bookings.sql'], added: { person: null, is_person_claimed: false } },
  {
    table: 'access_grant',
    by: ['0288_persons_of_grants.sql'],
    added: { person: null, may_name_actor: false, previous_token_hash: null, previous_token_until: null },
  },
  {
    table: 'draft_entry',
    by: ['0290_document_dates_of_drafts.sql', '0310_external_numbers_of_drafts.sql'],
    added: { document_date: null, external_number: null },
  },
  {
    table: 'booked_entry',
    by: ['0291_document_dates.sql', '0311_external_numbers.sql'],
    added: { document_date: null, external_number: null },
  },
  {
    table: 'vat_code',
    by: ['0300_vat_boxes_of_codes.sql'],
    added: { report: null, box: null, contra_box: null },
  },
  { table: 'account', by: ['0301_vat_boxes_of_accounts.sql'], added: { vat_box: null } },
  { table: 'system_account', by: ['0302_vat_settlement_account.sql'], added: {} },
  {
    table: 'webhook_delivery',
    by: ['0371_faults_of_deliveries.sql', '0440_what_deliveries_sent.sql'],
    added: { ordered_fault: null, request_id: null, sent: null, ended_by: null },
  },
]
