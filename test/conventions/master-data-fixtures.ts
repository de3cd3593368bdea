import type { Item } from '../../src/resource/operations.ts'
import type { Fixtures } from './fixture.ts'

const party = {
  groupNumber: 900001,
  currency: 'DKK',
  paymentTermNumber: 900001,
  contraAccountNumber: 900100,
  corporateIdentificationNumber: '12345678',
  vatNumber: 'DK12345678',
  email: 'post@example.dk',
  phone: '+45 1',
  address: 'Åboulevarden 1',
  postalCode: '8000',
  city: 'Århus',
  country: 'Danmark',
  isBarred: true,
}
const PARTY_REFERS = ['groupNumber', 'currency', 'paymentTermNumber', 'contraAccountNumber']

/** Customers and suppliers are filled alike. */
const partyFill = (table: string): string =>
  `INSERT INTO ${table} (agreement, number, name, group_number, currency, email, city, is_barred)
   SELECT $1::int, n, CASE n % 3 WHEN 0 THEN 'Århus ' WHEN 1 THEN 'ærø ' ELSE 'Zealand ' END || n, 900001, CASE n % 2 WHEN 0 THEN 'DKK' ELSE 'EUR' END,
     CASE WHEN n % 4 > 0 THEN 'p' || n % 5 || '@example.dk' END, CASE WHEN n % 3 > 0 THEN 'Odense' END, n % 5 = 0
   FROM generate_series($2::int, $3::int) n`

const NAMES = `CASE n % 3 WHEN 0 THEN 'Århus ' WHEN 1 THEN 'ærø ' ELSE 'Zealand ' END || n`

export const masterDataFixtures: Fixtures = {
  'accounts/Accounts': {
    fill: `INSERT INTO account (agreement, number, name, type, is_barred, currency, display_number, asset_group_number, is_credit, vat_code)
      SELECT $1::int, n, ${NAMES}, 1 + n % 7, n % 5 = 0, CASE n % 3 WHEN 0 THEN 'DKK' WHEN 1 THEN 'EUR' END,
        CASE WHEN n % 4 > 0 THEN 'd' || n END, nullif(n % 6, 0), n % 2 = 0, CASE WHEN n % 2 = 0 THEN 'I25' END
      FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({
      number: 950_000 + n,
      name: `Konto ${n}`,
      isBarred: true,
      type: 1,
      vatAccountNumber: 900690,
      contraAccountNumber: 900580,
      totalFromAccountNumber: 900000,
      openingAccountNumber: 900680,
      realisationAccountNumber: 900100,
      isBlockedForDirectEntries: true,
      isCredit: true,
      currency: 'EUR',
      assetGroupNumber: 5,
      displayNumber: 'K1',
      isDepartmentMandatory: true,
      isUnitMandatory: true,
      keyFigureCodeNumber: 3,
      vatCode: 'I25',
      note: 'Ældre konto',
    }),
    demanded: ['name'],
    change: (n) => ({ name: `Konto ${n}`, note: 'ændret' }),
    refersTo: [
      'vatAccountNumber',
      'contraAccountNumber',
      'totalFromAccountNumber',
      'openingAccountNumber',
      'realisationAccountNumber',
      'currency',
      'vatCode',
    ],
  },
  'accounting-years/AccountingYears': {
    fill: `INSERT INTO accounting_year (agreement, year, date_from, date_to, is_closed)
      SELECT $1::int, lpad(n::text, 4, '0'), make_date(n, 1, 1), make_date(n, 12, 31), n % 2 = 0 FROM generate_series($2::int, $3::int) n`,
    body: (n): Item => ({ dateFrom: `${2024 + n}-01-01`, dateTo: `${2024 + n}-12-31` }),
    never: { isClosed: 'a year begins open' },
    skip: { reach: 'a year has four digits, so there are never 10,000 of them' },
  },
  'accounting-years/AccountingYearPeriods': {
    fill: `WITH period AS (SELECT n, lpad(((n - 1) / 12 + 1)::text, 4, '0') AS year, make_date((n - 1) / 12 + 1, (n - 1) % 12 + 1, 1) AS first
        FROM generate_series($2::int, $3::int) n),
      years AS (INSERT INTO accounting_year (agreement, year, date_from, date_to)
        SELECT DISTINCT $1::int, year, make_date(year::int, 1, 1), make_date(year::int, 12, 31) FROM period ON CONFLICT DO NOTHING)
      INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to, is_closed, is_barred)
      SELECT $1::int, year, (n - 1) % 12 + 1, first, (first + interval '1 month - 1 day')::date, n % 5 = 0, n % 7 = 0 FROM period`,
  },
  'accounting-year-links/AccountingYearPeriodLinks': {
    parameters: { accountingYear: '2024', accountingYearPeriod: 1 },
  },
  'daybook/SystemAccounts': {
    skip: {
      isolation: 'three purposes that every agreement has; test/resources/daybook.test.ts tries another one’s account',
    },
  },
  'daybook/YearClosing': { parameters: { year: '2024', periodNumber: 1 } },
  'daybook/Currencies': {
    fill: `INSERT INTO currency (agreement, code, name)
      SELECT $1::int, chr(65 + n / 676 % 26) || chr(65 + n / 26 % 26) || chr(65 + n % 26), ${NAMES} FROM generate_series($2::int, $3::int) n
      ON CONFLICT DO NOTHING`,
    body: (n) => ({ code: `X${String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))}`, name: `Krone ${n}` }),
    change: (n) => ({ name: `Daler ${n}` }),
  },
  'daybook/ExchangeRates': {
    fill: `INSERT INTO exchange_rate (agreement, number, currency, date, rate)
      SELECT $1::int, n, 'EUR', date '1900-01-01' + n, 700 + n / 1000.0 FROM generate_series($2::int, $3::int) n`,
    counters: ['exchange_rate'],
    body: (n) => ({
      currency: 'EUR',
      date: new Date(Date.UTC(2000, 0, n)).toISOString().slice(0, 10),
      rate: 745.123456,
    }),
    change: (n) => ({ rate: 745 + n / 1000 }),
    refersTo: ['currency'],
  },
  'daybook/VatCodes': {
    fill: `INSERT INTO vat_code (agreement, code, name, type, rate, account_number)
      SELECT $1::int, lpad(n::text, 5, '0'), ${NAMES}, 1 + n % 2, n % 30 / 2.0, 900690 FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({
      code: `Ø/${n}`,
      name: `Moms ${n}`,
      type: 2,
      rate: 12.5,
      accountNumber: 900690,
      contraAccountNumber: 900680,
    }),
    change: (n) => ({ name: `Moms ${n}`, rate: 25 }),
    refersTo: ['accountNumber', 'contraAccountNumber'],
  },
  'daybook/Departments': {
    fill: `INSERT INTO department (agreement, number, name, is_barred) SELECT $1::int, n, ${NAMES}, n % 2 = 0 FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({ number: 500_000 + n, name: `Afdeling ${n}`, isBarred: true }),
    change: (n) => ({ name: `Afdeling ${n}` }),
  },
  'daybook/Projects': {
    fill: `INSERT INTO project (agreement, number, name, customer_number, is_closed, is_barred, is_main_project, main_project_number)
      SELECT $1::int, n, ${NAMES}, CASE n % 3 WHEN 0 THEN 900601 END, n % 4 = 0, n % 5 = 0, n % 7 = 0, CASE n % 7 WHEN 1 THEN 900005 END
      FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({
      number: 500_000 + n,
      name: `Sag ${n}`,
      customerNumber: 900601,
      isBarred: true,
      mainProjectNumber: 900005,
    }),
    never: {
      isClosed: 'a project begins open',
      isMainProject: 'a sub-project is no main project',
    },
    change: (n) => ({ name: `Sag ${n}`, isClosed: true }),
    refersTo: ['customerNumber', 'mainProjectNumber'],
  },
  'daybook/CostTypes': {
    fill: `INSERT INTO cost_type (agreement, number, name, is_barred) SELECT $1::int, n, ${NAMES}, n % 2 = 0 FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({ number: 500_000 + n, name: `Omkostning ${n}`, isBarred: true }),
    change: (n) => ({ name: `Omkostning ${n}` }),
  },
  'daybook/PaymentTerms': {
    fill: `INSERT INTO payment_term (agreement, number, name, type, days) SELECT $1::int, n, ${NAMES}, 1 + n % 2, n % 366 FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({ number: 500_000 + n, name: `Netto ${n}`, type: 1, days: 30 }),
    change: (n) => ({ name: `Løbende måned ${n}`, type: 2 }),
  },
  'daybook/CustomerGroups': {
    fill: `INSERT INTO customer_group (agreement, number, name, account_number)
      SELECT $1::int, n, ${NAMES}, CASE n % 2 WHEN 0 THEN 900560 ELSE 900100 END FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({ number: 500_000 + n, name: `Gruppe ${n}`, accountNumber: 900560 }),
    change: (n) => ({ name: `Gruppe ${n}`, accountNumber: 900100 }),
    refersTo: ['accountNumber'],
  },
  'daybook/Customers': {
    fill: partyFill('customer'),
    body: (n) => ({ number: 500_000 + n, name: `Kunde ${n}`, ...party }),
    change: (n) => ({ name: `Kunde ${n}`, city: 'Ribe' }),
    refersTo: PARTY_REFERS,
  },
  'daybook/Suppliers': {
    fill: partyFill('supplier'),
    never: { attentionNumber: 'a new supplier has no contacts yet' },
    body: (n) => ({ number: 500_000 + n, name: `Leverandør ${n}`, ...party, bankAccount: '1234 5678' }),
    change: (n) => ({ name: `Leverandør ${n}`, city: 'Ribe' }),
    refersTo: PARTY_REFERS,
  },
}
