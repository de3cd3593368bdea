import { eventTypes } from '../../src/webhooks/event-types.ts'
import { accessOverrides } from './access-overrides.ts'
import { bankOverrides, iban } from './bank-overrides.ts'
import { inboxOverrides } from './inbox-overrides.ts'
import { dimensionOverrides } from './dimension-overrides.ts'
import { demanded, given, naming, never, type Override, type Overrides, sent, stored } from './override.ts'
import { projectOverrides } from './project-overrides.ts'
import { salesOverrides } from './sales-overrides.ts'
import { dayAfter, FIRST, letters } from './values.ts'

const EVENTS = eventTypes.map(({ name }) => name)

const attachedDocument: Override = {
  properties: {
    voucherNumber: stored('a voucher has one document', (n: number) => n),
    source: stored('one of the sources of vouchers', 'journal'),
  },
}

/** A supplier invoice, the draft entry that takes the most properties. */
const supplierInvoice: Override = {
  seed: {
    because: 'a draft entry lies in a period of an open accounting year',
    statements: [
      `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to)
         SELECT $1, '2024', n, make_date(2024, n, 1), (make_date(2024, n, 1) + interval '1 month - 1 day')::date
         FROM generate_series(1, 12) n`,
    ],
  },
  properties: {
    entryTypeNumber: given('a supplier invoice takes the most properties', 3),
    date: given('within the accounting year', (n: number) => dayAfter(n % 300)),
    currency: demanded('a change that leaves it out lacks what a new entry has by default'),
    exchangeRate: demanded('the rate table has no rate of the currency', 745.5),
    voucherNumber: demanded('a change does not give it a new one', (n: number) => n),
    contraAccountNumber: {
      ...demanded('its VAT code is that of a contra account, which is none of a group'),
      named: {},
    },
    projectNumber: demanded('a cost type goes with a project'),
    supplierNumber: demanded('it is the supplier’s invoice'),
    dueDate: demanded('an invoice falls due'),
    supplierPaymentType: demanded('a bank account belongs to a transfer', 7),
    supplierPaymentBank: demanded('what a bank transfer needs', '1234 5678'),
    supplierInvoiceNumber: sent('at most 30 characters', (n: number) => `F-${n}`),
    accountNumber: never('a supplier invoice is booked on the account of the supplier'),
    vatCode: never('a supplier invoice has its VAT on the contra account'),
    customerNumber: never('a supplier invoice has no customer'),
    customerInvoiceNumber: never('a supplier invoice has no customer'),
  },
}

const UNDISTRIBUTED = never('an entry with a contra account has none; test/resources/dimensions.test.ts tries it')

const bookedEntry: Override = {
  unchecked: 'bookings alone write these rows, sealed and balanced; the database refuses any others',
  also: {
    because: 'what is open of an entry stands beside it',
    statement: `INSERT INTO open_item (agreement, entry_number, customer_number, date, currency, remainder, remainder_in_currency)
      SELECT e.agreement, e.entry_number, e.customer_number, e.date, e.currency, e.amount_in_base_currency / 2, e.amount / 2 FROM booked_entry e
      WHERE e.agreement = $1 AND e.customer_number IS NOT NULL AND e.entry_number % 2 = 0`,
  },
  skip: { stability: 'booked entries are never removed; the database refuses it' },
}

const FOR_GOOD = 'reversals stand for good; the database refuses to remove them'

const EMAIL = given('an e-mail address', (n: number) => `a${n % 7}@example.dk`)
const NO_CONTACTS = never('a new customer has no contacts or delivery locations yet')

const customer: Override = {
  seed: {
    because: 'a customer has the base currency by default',
    statements: [
      `INSERT INTO currency (agreement, code, name) SELECT $1, a.base_currency, 'Kroner' FROM agreement a WHERE a.agreement = $1`,
    ],
  },
  properties: {
    customerNumber: demanded('nobody else gives a customer its number'),
    customerGroupNumber: demanded('the agreement’s setup names none'),
    zone: demanded('a customer is in a zone'),
    name: demanded('a customer has a name, though the published schema lets it be left out'),
    paymentTermId: {
      ...demanded('a customer has a payment term, though the published schema lets it be left out'),
      named: { is_barred: false },
    },
    email: EMAIL,
    defaultInvoiceRecipient: EMAIL,
    defaultOrderRecipient: EMAIL,
    defaultQuoteRecipient: EMAIL,
    defaultReminderRecipient: EMAIL,
    defaultStatementOfAccountRecipient: EMAIL,
    defaultTheirRef: NO_CONTACTS,
    defaultAttention: NO_CONTACTS,
    defaultDeliveryLocation: NO_CONTACTS,
    language: given('one of five', (n: number) => 1 + (n % 5)),
    emailAttachmentLanguage: given('one of five, or none', (n: number) => n % 6),
    nemHandelReceiverType: given('one of four', (n: number) => 1 + (n % 4)),
    defaultDiscountPct: given('a percentage of a hundred', (n: number) => n % 100),
    eanLocationNumber: given('its last digit checks the others', '5790000000005'),
    pnr: given('a P-number has ten digits', '1234567890'),
    recipientPeppol: given('a scheme and one of its identifiers', '0184:12345678'),
    voucherNumber: given('characters that can be printed', 'Ordre 17'),
  },
}

const SUMMARY = 'nothing but its parties posts to the account of a group'
const TRAILS = 'trails stand for good; the database refuses to remove what they tell'

/** What follows from no declaration, and why. */
export const overrides: Overrides = {
  'daybook/VatCodes': {
    properties: {
      type: given('only codes of purchases have a share that is deducted', 2),
      category: never('only codes of sales have one; test/sales/categories.test.ts tries it'),
    },
  },
  ...bankOverrides,
  ...inboxOverrides,
  'daybook/Snapshots': {
    skip: { isolation: 'only sandboxes have any; test/workshop/snapshots.test.ts tries another sandbox’s' },
  },
  ...salesOverrides,
  ...projectOverrides,
  ...dimensionOverrides,
  'accounts/Accounts': {
    properties: {
      name: demanded('an account has a name, though the published schema lets it be left out'),
      type: given('only accounts of types 1 and 2 are booked on', (n: number) => 1 + (n % 2)),
    },
  },
  'daybook/Accounts': {
    properties: {
      name: demanded('an account has a name, though the published schema lets it be left out'),
      type: given('only accounts of types 1 and 2 are booked on', (n: number) => 1 + (n % 2)),
      standardAccountNumber: given('one of the standard chart, of the account’s type', (n: number) =>
        n % 2 ? 6480 : 1010,
      ),
    },
  },
  'daybook/StandardAccounts': { constant: 'a public chart' },
  'accounts/KeyFigureCodes': { constant: 'the lines of a report' },
  'accounts/TotalIntervals': {
    few: 'an interval that ends later runs into those that were made meanwhile',
    properties: {
      accountNumber: naming('only accounts of type 6 sum intervals', { type: 6 }),
      fromAccountNumber: given('one interval after another', (n: number) => n * 10),
      toAccountNumber: given('ends before the next', (n: number) => n * 10 + 9),
    },
  },
  'budgets/BudgetFigures': {
    properties: {
      accountNumber: naming('only accounts of types 1 and 2 are booked on', { type: 1 }),
      fromDate: given('before its end', (n: number) => dayAfter(n % 300)),
      toDate: given('after its start', (n: number) => dayAfter((n % 300) + 30)),
    },
  },
  'accounting-years/AccountingYears': {
    few: 'a year that is created follows those that were put there',
    properties: {
      year: stored('the calendar year of its first day', (n: number) => String(1923 + n)),
      dateFrom: {
        because: 'years follow each other without a gap',
        sent: (n) => `${2024 + n - FIRST.sent}-01-01`,
        row: (n) => `${1923 + n}-01-01`,
      },
      dateTo: {
        because: 'years follow each other without a gap',
        sent: (n) => `${2024 + n - FIRST.sent}-12-31`,
        row: (n) => `${1923 + n}-12-31`,
      },
      isClosed: { ...never('a year begins open'), row: (n) => n % 2 === 0 },
    },
    skip: { reach: 'a year has four digits, so there are never 10,000 of them' },
  },
  'accounting-years/AccountingYearPeriods': {
    properties: {
      dateFrom: stored('no two periods begin on one day', (n: number) => dayAfter(31 * n)),
      dateTo: stored('a period ends after it begins', (n: number) => dayAfter(31 * n + 30)),
    },
  },
  'daybook/Currencies': {
    properties: { code: given('ISO 4217: three capital letters', (n: number) => letters(n, 3)) },
  },
  'customers/Customers': customer,
  'customers/DeliveryLocations': {
    properties: { customerNumber: naming('a barred customer takes none', { is_barred: false }) },
  },
  'daybook/PaymentTerms': {
    properties: {
      type: given('only net and end of month need nothing more', (n: number) => 1 + (n % 2)),
      contraAccountNumber: never('net terms have no accounts'),
      contraAccount2Number: never('net terms have no accounts'),
      contraAccountPercent: never('net terms have no accounts'),
      cardCustomerNumber: never('net terms have no card company'),
    },
  },
  'daybook/Customers': { properties: { paymentTermNumber: naming('the term is not barred', { is_barred: false }) } },
  'daybook/CustomerGroups': { properties: { accountNumber: naming(SUMMARY) } },
  'suppliers/Groups': { properties: { accountNumber: naming(SUMMARY) } },
  'daybook/Suppliers': {
    properties: {
      attentionNumber: never('a new supplier has no contacts yet'),
      iban: given('its check digits are right', iban),
      bic: given('six capitals, and two or five more', 'DABADKKK'),
    },
  },
  'daybook/MatchTakeBack': {
    skip: {
      isolation:
        'a match has entries and what is open of them; test/resources/settlement.test.ts tries another one’s match',
    },
  },
  'daybook/Disputing': {
    skip: {
      isolation:
        'only items of customers are disputed; test/resources/reminders.test.ts tries an entry of no item here',
    },
  },
  'daybook/Reports': {
    skip: {
      isolation: 'a statement asks for days, too; test/resources/party-statements.test.ts tries another one’s customer',
    },
  },
  'daybook/SystemAccounts': {
    skip: {
      isolation: 'three purposes that every agreement has; test/resources/daybook.test.ts tries another one’s account',
    },
  },
  'journals/Journals': {
    properties: {
      minimumVoucherNumber: given('the least of the three', 100),
      nextVoucherNumber: given('between the least and the greatest, and never back', (n: number) => n),
      maximumVoucherNumber: given('the greatest of the three', 99_999),
      entryTypeRestrictedTo: stored('entries of any type name it', 0),
    },
  },
  'journals/DraftEntries': supplierInvoice,
  'journals 1.0.0/DraftEntries': {
    ...supplierInvoice,
    properties: { ...supplierInvoice.properties, departmentalDistributionNumber: UNDISTRIBUTED },
  },
  'daybook/DraftEntries': {
    ...supplierInvoice,
    properties: {
      ...supplierInvoice.properties,
      entryTypeNumber: { ...supplierInvoice.properties!.entryTypeNumber!, row: () => 5 },
      departmentalDistributionNumber: UNDISTRIBUTED,
      assetGroupNumber: demanded('an asset is told whole'),
      assetNumber: { ...demanded('a number that no asset has', (n: number) => n), row: (n) => n },
      assetStartDate: demanded('within the accounting year', '2024-06-01'),
      assetLifeTimeMonths: demanded('an asset is told whole', 60),
    },
    together: {
      because: 'an asset is told whole',
      properties: ['assetGroupNumber', 'assetNumber', 'assetStartDate', 'assetLifeTimeMonths'],
    },
  },
  'daybook/Documents': attachedDocument,
  'daybook/DocumentLog': {
    properties: { hash: stored('a hash has 32 bytes', (n: number) => `\\x${String(n).padStart(64, '0')}`) },
  },
  'documents/AttachedDocuments': attachedDocument,
  'daybook/Bookings': {
    unchecked: 'bookings stand with their entries, sealed; the database refuses any others',
    properties: {
      vouchers: stored('the vouchers of its entries', (n: number) => [{ accountingYear: '2024', voucherNumber: n }]),
      firstEntry: stored('no two bookings have an entry in common', (n: number) => 2 * n),
      lastEntry: stored('a booking has its entries', (n: number) => 2 * n + 1),
      previousSeal: stored('a seal has 32 bytes', () => `\\x${'01'.repeat(32)}`),
      seal: stored('a seal has 32 bytes', () => `\\x${'01'.repeat(32)}`),
    },
    skip: { stability: TRAILS },
  },
  'daybook/VatAccounts': {
    skip: {
      isolation:
        'an account is one of VAT by its codes; test/resources/vat-returns.test.ts tries another one’s account',
    },
  },
  'daybook/VatReturns': {
    skip: {
      isolation: 'a period has a form of its own; test/resources/vat-returns.test.ts tries another one’s period',
    },
  },
  'daybook/Changes': {
    unchecked: 'the trail is written by the statements that change master data, sealed; nobody else adds to it',
    fill: {
      because: 'changes are a view of the rows of the trail, which have no gaps',
      async rows(world, numbers) {
        await world.database.transaction(async (transaction) => {
          await transaction.rows('SET LOCAL session_replication_role = replica')
          await transaction.rows(
            `INSERT INTO change (agreement, number, resource, key, property, before, after, changed_at, app, seal, grant_number, person)
             SELECT $1, n.number::int, 'Accounts', n.number, 'name', 'x' || n.number, nullif(n.number::int % 5, 0)::text,
               '2024-01-01'::timestamptz + n.number::int * interval '1 minute', nullif(n.number::int % 3, 0), sha256('x'), nullif(n.number::int % 4, 0),
               CASE WHEN n.number::int % 2 = 0 THEN 'P' || n.number END
             FROM json_array_elements_text($2::json) AS n(number)`,
            [world.agreement, JSON.stringify(numbers)],
          )
        })
      },
    },
    skip: { stability: TRAILS },
  },
  'daybook/Requests': {
    unchecked: 'requests are logged by the service alone',
    fill: {
      because: 'the list is a view of the parts of the log',
      async rows({ database, agreement }, numbers) {
        await database.rows(
          `INSERT INTO request_log (agreement, number, slot, request_id, trace, started_at, milliseconds, method, path, query, operation, api,
             api_version, status, faults, app, grant_number, person, idempotency_key, is_replayed, replay_of, notice, request_bytes, answer_bytes,
             is_cut, has_dropped_body)
           SELECT $1, n, n % 5, 'r' || n, CASE WHEN n % 4 > 0 THEN 't' || n % 9 END, date_trunc('second', now()) - n * interval '1 second',
             n % 7 + 0.25, CASE n % 3 WHEN 0 THEN 'GET' ELSE 'POST' END, '/path/' || n % 6, CASE WHEN n % 3 > 0 THEN 'a=' || n % 5 END,
             CASE WHEN n % 5 > 0 THEN 'GET /a/' || n % 5 END, CASE WHEN n % 5 > 0 THEN 'api' || n % 5 END, CASE WHEN n % 5 > 0 THEN '1.0.0' END,
             200 + n % 3 * 100, CASE WHEN n % 3 = 2 THEN jsonb_build_array(jsonb_build_object('code', 'C' || n % 8, 'property', 'p')) ELSE '[]' END,
             n % 3, n % 4, CASE WHEN n % 2 = 0 THEN 'P' || n % 4 END, CASE WHEN n % 4 = 1 THEN 'k' || n END, n % 2 = 0,
             CASE WHEN n % 9 = 0 THEN 'r1' END, CASE WHEN n % 6 = 0 THEN 'x is ignored' END, n % 11, n % 13, n % 5 = 0, n % 7 = 0
           FROM (SELECT value::int AS n FROM json_array_elements_text($2::json)) r`,
          [agreement, JSON.stringify(numbers)],
        )
      },
    },
  },
  'daybook/RequestDetails': {
    skip: { isolation: 'ids are of requests that were made; test/workshop/requests.test.ts tries another one’s' },
  },
  ...accessOverrides,
  'booked-entries/BookedEntries': bookedEntry,
  'daybook/BookedEntries': bookedEntry,
  'booked-entries/MatchedBookedEntriesPairs': {
    fill: {
      because: 'pairs are a view of the matches of booked entries',
      async rows(world, numbers) {
        await world.plainRows('booked_entry', numbers)
        await world.plainRows(
          'booked_entry',
          numbers.map((n) => n + 20_000),
        )
        const [first, last] = [numbers[0]!, numbers.at(-1)!]
        await world.database.rows(
          `INSERT INTO open_item (agreement, entry_number, customer_number, date, currency, remainder, remainder_in_currency)
             SELECT $1::int, e.entry_number, 1, '2024-01-01', 'DKK', 0, 0 FROM booked_entry e WHERE e.agreement = $1`,
          [world.agreement],
        )
        await world.database.rows(
          `INSERT INTO entry_match (agreement, number, debit_entry, credit_entry, amount, debit_amount, credit_amount, date)
             SELECT $1::int, n, n, n + 20000, 1, 1, 1, '2024-01-01' FROM generate_series($2::int, $3::int) n`,
          [world.agreement, first, last],
        )
      },
    },
    skip: { stability: 'pairs are a view of the matches, and nothing removes a match' },
  },
  'daybook/Matches': {
    unchecked: 'matching alone writes these rows, with what it settles; the database refuses any others',
    properties: {
      amountInBaseCurrency: stored('a match settles something', (n: number) => n),
      debitAmount: stored('a match settles something', (n: number) => n),
      creditAmount: stored('a match settles something', (n: number) => n),
      takesBack: stored('what takes back a match has its amounts with the other sign', () => null),
    },
    skip: { stability: 'matches stand for good; the database refuses to remove them' },
  },
  'daybook/Assets': { skip: { stability: 'assets are never removed; the database refuses it' } },
  'daybook/VoucherReversals': {
    properties: { reversingVoucherNumber: stored('no two reversals are one voucher', (n: number) => n) },
    skip: { stability: FOR_GOOD },
  },
  'daybook/EntryReversals': {
    unchecked: 'reversals link booked entries, which bookings alone write',
    properties: {
      reversingEntry: stored('an entry is reversed by a later one, and each by another', (n: number) => n + 50_000),
    },
    skip: { stability: FOR_GOOD },
  },
  system_account: { properties: { purpose: stored('one of three', 'rounding') } },
  'daybook/AgreementWebhooks': {
    unchecked: 'triggers of the table date what is disabled, which rows have a date for',
  },
  'webhooks/Webhooks': {
    few: 'an agreement has one webhook at most for each event type',
    unchecked: 'triggers of the table date what is disabled, which rows have a date for',
    properties: {
      eventType: sent('one of the known, and one webhook for each', (n: number) => EVENTS[n % EVENTS.length]),
      url: given(
        'https, to the public internet',
        (n: number) => `https://receiver.example/${n}/[NEWNUMBER]?old=[OLDNUMBER]`,
      ),
      contentType: given('printable: it is sent as a header', 'application/json; charset=utf-8'),
      customHeaders: given('names of headers, and printable values', (n: number) => [
        { key: 'X-Source', value: `daybook ${n}` },
      ]),
    },
  },
}
