import type { Database } from '../../src/database/connection.ts'
import type { Fixture, Fixtures } from './fixture.ts'

/** One booking of balanced pairs, some of them open items of the customer. */
async function fillBookedEntries(database: Database, agreement: number, from: number, to: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.rows(
      `INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year, journal_number, voucher_number,
         amount, amount_in_base_currency, currency, exchange_rate, text, vat_code, customer_number, customer_invoice_number,
         supplier_invoice_number, due_date, project_number)
       SELECT $1::int, n, 1, 1 + n % 10, CASE n % 2 WHEN 0 THEN 900100 ELSE 900580 END, date '2024-01-01' + n % 365, '2024', 900001, m,
         round(m / 8.0, 2), s * round(m / 4.0, 2), CASE n % 3 WHEN 0 THEN 'EUR' ELSE 'DKK' END, 100, CASE WHEN n % 4 > 0 THEN 'Køb af øl ' || n % 9 END,
         CASE WHEN n % 2 = 0 THEN 'I25' END, CASE WHEN n % 5 = 0 THEN 900601 END, nullif(n % 6, 0), CASE WHEN n % 7 > 0 THEN 'F-' || n % 8 END,
         CASE WHEN n % 3 = 0 THEN date '2024-02-01' + n % 30 END, CASE WHEN n % 5 > 0 THEN 900000 + n % 5 END
       FROM (SELECT 2 * k - 2 + half AS number, half, k FROM generate_series(($2::int + 1) / 2, $3::int / 2) k, generate_series(1, 2) half) pair,
         LATERAL (SELECT number AS n, k AS m, CASE half WHEN 1 THEN 1 ELSE -1 END AS s) x`,
      [agreement, from, to],
    )
    await transaction.rows(
      `INSERT INTO open_item (agreement, entry_number, customer_number, date, currency, remainder, remainder_in_currency)
       SELECT agreement, entry_number, customer_number, date, currency, amount_in_base_currency / 2, amount / 2 FROM booked_entry
       WHERE agreement = $1 AND customer_number IS NOT NULL AND entry_number % 2 = 0`,
      [agreement],
    )
    await transaction.rows(
      `INSERT INTO booking (agreement, number, journal_number, first_entry, last_entry, previous_seal, seal, booked_at)
       VALUES ($1, 1, 900001, $2, $3, decode(repeat('00', 32), 'hex'), decode(repeat('01', 32), 'hex'), now())`,
      [agreement, from, to],
    )
  })
}

/** SQL that inserts finance vouchers with the entry numbers that `numbers` gives. */
const draftEntries = (numbers: string): string =>
  `INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year, date, amount,
     currency, exchange_rate, account_number)
   SELECT $1::int, e, 5, 900001, e, '2024', date '2024-01-01' + e % 365, e / 8.0, 'DKK', 100, 900100 FROM ${numbers} e`

const INTERVAL = { fromDate: '2024-01-01', toDate: '2024-12-31' }

const draftEntry: Fixture = {
  fill: `INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year, date, amount,
      currency, exchange_rate, account_number, contra_account_number, text, customer_number, supplier_number, due_date)
    SELECT $1::int, n, CASE n % 3 WHEN 0 THEN 3 ELSE 5 END, 900001, n, '2024', date '2024-01-01' + n % 365, n / 8.0, CASE n % 2 WHEN 0 THEN 'EUR' ELSE 'DKK' END,
      100, CASE WHEN n % 4 > 0 THEN 900100 END, CASE WHEN n % 5 > 0 THEN 900580 END, CASE WHEN n % 7 > 0 THEN 'Bilag ' || n END,
      CASE WHEN n % 3 = 1 THEN 900601 END, CASE WHEN n % 3 = 0 THEN 900501 END, CASE WHEN n % 3 = 0 THEN date '2024-02-01' + n % 99 END
    FROM generate_series($2::int, $3::int) n`,
  counters: ['draft_entry'],
  body: (n) => ({
    entryTypeNumber: 3,
    voucherNumber: n,
    journalNumber: 900001,
    date: '2024-03-01T00:00:00Z',
    amount: -125.5,
    currency: 'EUR',
    exchangeRate: 745.5,
    contraAccountNumber: 900100,
    contraVatCode: 'I25',
    text: 'Køb',
    projectNumber: 900001,
    costTypeNumber: 900001,
    supplierNumber: 900501,
    supplierInvoiceNumber: 'F-1',
    supplierPaymentType: 7,
    supplierPaymentBank: '1234 5678',
    supplierPaymentMessage: 'Faktura 1',
    dueDate: '2024-04-01T00:00:00Z',
  }),
  never: {
    accountNumber: 'a supplier invoice is booked on the account of the supplier',
    vatCode: 'a supplier invoice has its VAT on the contra account',
    customerNumber: 'a supplier invoice has no customer',
    customerInvoiceNumber: 'a supplier invoice has no customer',
  },
  refersTo: ['journalNumber', 'projectNumber', 'costTypeNumber'],
  demanded: [
    'voucherNumber',
    'currency',
    'exchangeRate',
    'projectNumber',
    'supplierNumber',
    'contraAccountNumber',
    'dueDate',
  ],
  change: (n) => ({ text: `Køb ${n}`, amount: -n }),
}

const DIMENSIONS = `
  WITH u1 AS (INSERT INTO unit1 (agreement, number, name) VALUES ($1, 900001, 'Varevogn')),
    u2 AS (INSERT INTO unit2 (agreement, number, name) VALUES ($1, 900001, 'Gravemaskine')),
    e AS (INSERT INTO employee (agreement, number, name) VALUES ($1, 900001, 'Ida Ærø'))
  INSERT INTO asset_group (agreement, number, name) VALUES ($1, 900001, 'Inventar')`

const bookedEntry: Fixture = {
  fill: fillBookedEntries,
  skip: { stability: 'booked entries are never removed; the database refuses it' },
}

export const ledgerFixtures: Fixtures = {
  'journals/Journals': {
    fill: `INSERT INTO journal (agreement, number, name, balancing_behavior, is_standing_journal, priority)
      SELECT $1::int, n, 'Kladde ' || n, n % 2 = 0, n % 3 = 0, nullif(n % 5, 0) FROM generate_series($2::int, $3::int) n`,
    counters: ['journal'],
    body: (n) => ({
      balancingBehavior: true,
      autoApprove: true,
      isStandingJournal: true,
      requireAdminApproval: true,
      lockVatCodes: true,
      nextVoucherNumber: 500,
      minimumVoucherNumber: 100,
      maximumVoucherNumber: 9_999,
      customerContraAccount: 900580,
      supplierContraAccount: 900580,
      customerPaymentText: 'Indbetaling',
      supplierPaymentText: 'Udbetaling',
      name: `Kassekladde ${n}`,
      priority: 3,
      allowPartialBooking: true,
      requireBalancePerVoucherId: true,
      repeatText: true,
      paymentMessageText: 'Tak',
      defaultDepartment: 900001,
      entryTypeRestrictedTo: 5,
    }),
    change: (n) => ({ name: `Kladde ${n}`, priority: n }),
    refersTo: ['customerContraAccount', 'supplierContraAccount', 'defaultDepartment'],
  },
  'journals/DraftEntries': draftEntry,
  'daybook/DraftEntries': {
    ...draftEntry,
    seed: DIMENSIONS,
    body: (n) => ({
      ...draftEntry.body!(n),
      departmentNumber: 900001,
      unit1Number: 900001,
      quantity1: 12.5,
      unit2Number: 900001,
      quantity2: -0.0001,
      employeeNumber: 900001,
      assetGroupNumber: 900001,
      assetNumber: 900_000 + n,
      assetStartDate: '2024-06-01',
      assetLifeTimeMonths: 60,
      allowsRepeatedInvoice: true,
    }),
    never: {
      ...draftEntry.never,
      departmentalDistributionNumber:
        'an entry with a contra account has none; test/resources/dimensions.test.ts tries it',
    },
    refersTo: [
      ...draftEntry.refersTo!,
      'departmentNumber',
      'unit1Number',
      'unit2Number',
      'employeeNumber',
      'assetGroupNumber',
    ],
  },
  'journals/DraftEntryAccruals': {
    seed: draftEntries('generate_series(800001, 800100)'),
    fill: `WITH entry AS (${draftEntries('generate_series($2::int, $3::int)')} 
        ON CONFLICT (agreement, entry_number) DO UPDATE SET text = excluded.text RETURNING entry_number AS n)
      INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
      SELECT $1::int, 900001, n, CASE n % 2 WHEN 0 THEN 900100 ELSE 900680 END, date '2024-01-01' + n % 60, date '2024-03-15' + n % 99 FROM entry`,
    body: (n) => ({
      entryNumber: 800_000 + n,
      journalNumber: 900001,
      accountNumber: 900680,
      startDate: '2024-03-01T00:00:00Z',
      endDate: '2024-05-31T00:00:00Z',
    }),
    change: (n) => ({ endDate: `2024-06-${String(1 + (n % 30)).padStart(2, '0')}T00:00:00Z` }),
    refersTo: ['entryNumber'],
  },
  'journals/DraftEntriesController': {
    parameters: { journalNumber: 900001 },
    actions: { '/entries/draft/{journalNumber}/bookWithDateInterval': INTERVAL },
  },
  'journals/JournalBooking': {
    parameters: { journalNumber: 900001 },
    actions: {
      '/journals/{journalNumber}/bookWithDateInterval': INTERVAL,
      '/journals/{journalNumber}/bookdraftentries': { entryNumbers: [1] },
    },
  },
  'daybook/Reports': {},
  'booked-entries/BookedEntries': bookedEntry,
  'daybook/BookedEntries': bookedEntry,
}
