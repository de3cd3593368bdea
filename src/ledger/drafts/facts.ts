import type { Transaction } from '../../database/connection.ts'
import {
  departmentsSql,
  type Dimensions,
  dimensionsSql,
  type FoundDimensions,
  namedDimensions,
  readDimensions,
  setsToJson,
} from '../dimensions.ts'
import { type FindPeriod, findAmong, PERIODS_OF_DAYS, type PeriodFact } from '../periods.ts'
import { ACCOUNT_FACT, type AccountFact } from '../rules.ts'
import type { DraftContext, DraftEntryInput } from './input.ts'
import { BOOKED_INVOICE, invoiceKey, isUniqueInvoice } from './repeated-invoices.ts'

/** A journal: its bounds of voucher numbers, and what its entries take for defaults. */
export interface JournalFact {
  number: number
  entryTypeRestrictedTo: number
  next: number
  minimum: number
  maximum: number
  customerContraAccount: number | null
  supplierContraAccount: number | null
  customerPaymentText: string | null
  supplierPaymentText: string | null
  defaultDepartment: number | null
  paymentMessageText: string | null
  /** An entry's VAT codes are those of its accounts. */
  lockVatCodes: boolean
  /** A new entry without text takes that of the entry before it in the voucher. */
  repeatText: boolean
}

/** A customer or supplier: the summary account of its entries, and their defaults. */
export interface PartyFact {
  number: number
  name: string
  isBarred: boolean
  currency: string
  contraAccount: number | null
  /** The group's summary account. */
  account: number
  /** The type of its payment term, as in `dueDate`; null without one. */
  termType: number | null
  termDays: number | null
}

/** The account and VAT code of a cost type's expenses. */
export interface ExpenseFact {
  /** The group's ongoing account. */
  account: number
  vatCode: string | null
}

/** The key of a dimension that an account gives to new entries on it. */
export interface AccountKey {
  dimension: number
  key: number
  isDistribution: boolean
}

/** Everything a list of draft entries refers to, as found. */
export interface References extends Dimensions {
  /** By cost type. */
  expenses: ReadonlyMap<number, ExpenseFact>
  modules: readonly string[]
  /** Whether dimension 1 is active: its keys can be given. */
  givesDepartments: boolean
  journals: ReadonlyMap<number, JournalFact>
  accounts: ReadonlyMap<number, AccountFact>
  customers: ReadonlyMap<number, PartyFact>
  suppliers: ReadonlyMap<number, PartyFact>
  vatCodes: ReadonlySet<string>
  currencies: ReadonlySet<string>
  /** The latest rate of a currency on or before a day: keyed by `rateKey`. */
  rates: ReadonlyMap<string, string>
  /** The latest text of each voucher of a journal that repeats texts, by `voucherKey`. */
  texts: ReadonlyMap<string, string>
  /** The vouchers named that are booked, by `voucherKey`. */
  bookedVouchers: ReadonlySet<string>
  /** The keys that an account gives to new entries, by account. */
  dataOfAccounts: ReadonlyMap<number, readonly AccountKey[]>
  /** The vouchers that booked the supplier's invoices named, by `invoiceKey`, as `voucherKey`. */
  bookedInvoices: ReadonlyMap<string, ReadonlySet<string>>
}

/** What draft entries are checked against. */
export interface DraftFacts {
  references: References
  periods: FindPeriod
  /** By journal, the voucher numbers in use among the next `numbersLookedAt`. */
  usedNumbers: ReadonlyMap<number, ReadonlySet<number>>
  numbersLookedAt: ReadonlyMap<number, number>
}

/** The key of a rate in `References.rates`; `day` is ISO. */
export const rateKey = (currency: string, day: string): string => `${currency} ${day}`

/** What makes a voucher, as the key of its text in `References.texts`. */
export const voucherKey = (journal: number, year: string, voucher: number): string => `${journal} ${year} ${voucher}`

type Loaded = Partial<FoundDimensions> &
  Record<'accounts' | 'customers' | 'suppliers', unknown[] | null> & {
    modules: string[]
    givesDepartments: boolean
    journals: JournalFact[] | null
    periods: PeriodFact[] | null
    vatCodes: string[] | null
    currencies: string[] | null
    rates: [string, string, string][] | null
    texts: [number, string, number, string][] | null
    used: [number, number][] | null
    expenses?: [number, number, string | null][] | null
    data: (AccountKey & { account: number })[] | null
    booked?: [number, string, number][] | null
    invoices?: [number, string, number, string, number][] | null
  }

/**
 * Looks up everything that the entries and their defaults refer to, in one statement: each kind once, and the rarer kinds only where
 * an entry names one. Years and periods are locked against closing and barring. The journals are locked before (see `lockJournals`).
 */
export async function loadFacts(
  transaction: Transaction,
  context: DraftContext,
  entries: readonly DraftEntryInput[],
): Promise<DraftFacts> {
  const dimensions = namedDimensions(entries)
  const taking = countedBy(entries.filter(({ voucherNumber }) => voucherNumber === undefined))
  const shape: Shape = {
    givesNumbers: taking.size > 0,
    hasParties: entries.some(({ customerNumber, supplierNumber }) => (customerNumber ?? supplierNumber) !== undefined),
    hasDimensions: Object.values(dimensions).some(({ size }) => size > 0),
    namesNumbers: entries.some(({ voucherNumber }) => voucherNumber !== undefined),
    hasInvoices: entries.some(isUniqueInvoice),
  }
  const wanted = { ...wantedOf(entries, context.baseCurrency), ...(shape.hasDimensions && dimensions) }
  const journals = [...new Set(entries.map(({ journalNumber }) => journalNumber))].map((number) => ({
    number,
    amount: taking.get(number) ?? 0,
  }))
  const { agreement } = context
  const [row] = await transaction.look<{ found: string }>(factsText(shape), [
    agreement,
    setsToJson({ ...wanted, journals }),
  ])
  return { ...readFacts(JSON.parse(row!.found) as Loaded), numbersLookedAt: taking }
}

function countedBy(entries: readonly DraftEntryInput[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { journalNumber } of entries) counts.set(journalNumber, (counts.get(journalNumber) ?? 0) + 1)
  return counts
}

function wantedOf(entries: readonly DraftEntryInput[], baseCurrency: string) {
  const wanted = {
    accounts: new Set<number>(),
    customers: new Set<number>(),
    suppliers: new Set<number>(),
    vatCodes: new Set<string>(),
    currencies: new Set<string>(),
    /** Days on which a rate may be needed, and days that must lie in a period. */
    rateDays: new Set<string>(),
    days: new Set<string>(),
    numbers: numbersNamed(entries),
    invoices: entries.filter(isUniqueInvoice).map(({ supplierNumber, supplierInvoiceNumber }) => ({
      supplier: supplierNumber,
      invoice: supplierInvoiceNumber,
    })),
    vouchers: entries
      .filter(({ text, voucherNumber }) => text === undefined && voucherNumber !== undefined)
      .map(({ journalNumber, voucherNumber }) => ({ journal: journalNumber, voucher: voucherNumber })),
  }
  const want = <T>(set: Set<T>, value: T | undefined): void => void (value !== undefined && set.add(value))
  for (const entry of entries) {
    want(wanted.accounts, entry.accountNumber)
    want(wanted.accounts, entry.contraAccountNumber)
    want(wanted.customers, entry.customerNumber)
    want(wanted.suppliers, entry.supplierNumber)
    want(wanted.vatCodes, entry.vatCode)
    want(wanted.vatCodes, entry.contraVatCode)
    want(wanted.currencies, entry.currency)
    want(wanted.days, entry.date)
    want(wanted.days, entry.assetStartDate)
    if (entry.exchangeRate === undefined && entry.currency !== baseCurrency) want(wanted.rateDays, entry.date)
  }
  return wanted
}

function invoicesOf(rows: readonly [number, string, number, string, number][]): Map<string, Set<string>> {
  const vouchers = new Map<string, Set<string>>()
  for (const [supplier, invoice, journal, year, voucher] of rows) {
    const key = invoiceKey(supplier, invoice)
    vouchers.set(key, (vouchers.get(key) ?? new Set()).add(voucherKey(journal, year, voucher)))
  }
  return vouchers
}

function keysOfAccounts(rows: readonly (AccountKey & { account: number })[]): Map<number, AccountKey[]> {
  const accounts = new Map<number, AccountKey[]>()
  for (const { account, ...key } of rows) accounts.set(account, [...(accounts.get(account) ?? []), key])
  return accounts
}

/** The vouchers that entries name, each once. */
function numbersNamed(entries: readonly DraftEntryInput[]): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { journalNumber, voucherNumber } of entries) {
    if (voucherNumber !== undefined) named.add(`${journalNumber} ${voucherNumber}`)
  }
  return named
}

function readFacts(found: Loaded): Omit<DraftFacts, 'numbersLookedAt'> {
  const byNumber = <T extends { number: number }>(rows: unknown[] | null) =>
    new Map(((rows ?? []) as T[]).map((fact) => [fact.number, fact]))
  const used = new Map<number, Set<number>>()
  for (const [journal, number] of found.used ?? []) used.set(journal, (used.get(journal) ?? new Set()).add(number))
  return {
    periods: findAmong(found.periods ?? []),
    usedNumbers: used,
    references: {
      modules: found.modules,
      givesDepartments: found.givesDepartments,
      journals: byNumber<JournalFact>(found.journals),
      accounts: byNumber<AccountFact>(found.accounts),
      customers: byNumber<PartyFact>(found.customers),
      suppliers: byNumber<PartyFact>(found.suppliers),
      dataOfAccounts: keysOfAccounts(found.data ?? []),
      vatCodes: new Set(found.vatCodes),
      currencies: new Set(found.currencies),
      ...readDimensions(found),
      expenses: new Map(found.expenses?.map(([costType, account, vatCode]) => [costType, { account, vatCode }])),
      rates: new Map(found.rates?.map(([currency, day, rate]) => [rateKey(currency, day), rate])),
      texts: new Map(found.texts?.map(([journal, year, voucher, text]) => [voucherKey(journal, year, voucher), text])),
      bookedInvoices: invoicesOf(found.invoices ?? []),
      bookedVouchers: new Set(found.booked?.map(([journal, year, voucher]) => voucherKey(journal, year, voucher))),
    },
  }
}

/** SQL: whether dimension 1 of agreement `$1` is active. */
const GIVES_DEPARTMENTS = '(SELECT y.is_active FROM dimension y WHERE y.agreement = $1 AND y.number = 1)'

/** SQL: the columns of a `JournalFact`, from the journal `j`. */
const JOURNAL = `j.number, j.next_voucher_number AS next, j.entry_type_restricted_to AS "entryTypeRestrictedTo",
  j.minimum_voucher_number AS minimum, j.maximum_voucher_number AS maximum, j.customer_contra_account AS "customerContraAccount",
  j.supplier_contra_account AS "supplierContraAccount", j.customer_payment_text AS "customerPaymentText",
  j.supplier_payment_text AS "supplierPaymentText", CASE WHEN ${GIVES_DEPARTMENTS} THEN j.default_department END AS "defaultDepartment",
  j.payment_message_text AS "paymentMessageText", j.lock_vat_codes AS "lockVatCodes", j.repeat_text AS "repeatText"`

/** Reads a journal and locks it: it is about to give a voucher number. */
export async function lockJournal(
  transaction: Transaction,
  agreement: number,
  number: number,
): Promise<JournalFact | undefined> {
  const [journal] = await transaction.rows<JournalFact>(
    `SELECT ${JOURNAL} FROM journal j WHERE j.agreement = $1 AND j.number = $2 FOR NO KEY UPDATE`,
    [agreement, number],
  )
  return journal
}

/** A journal that gives voucher numbers; a deleted one still does when its vouchers are reversed. */
export type NumberedJournal = Pick<JournalFact, 'number' | 'next' | 'minimum' | 'maximum'>

/** What the statement looks up. There are few shapes, so few texts serve all lists. */
interface Shape {
  givesNumbers: boolean
  hasParties: boolean
  hasDimensions: boolean
  namesNumbers: boolean
  hasInvoices: boolean
}

const numbers = (kind: string) => `SELECT n::int FROM json_array_elements_text($2::json -> '${kind}') AS n`
const texts = (kind: string) => `SELECT n FROM json_array_elements_text($2::json -> '${kind}') AS n`
/** OFFSET keeps the planner from beginning with the groups, and reading all their parties. */
const party = (table: 'customer' | 'supplier') => `
  SELECT p.number, p.name, p.is_barred AS "isBarred", p.currency, p.contra_account_number AS "contraAccount",
    g.account_number AS account, t.type AS "termType", t.days AS "termDays"
  FROM (SELECT * FROM ${table} p WHERE p.agreement = $1 AND p.number = ANY (ARRAY(${numbers(`${table}s`)})) OFFSET 0) AS p
  JOIN ${table}_group g ON g.agreement = $1 AND g.number = p.group_number
  LEFT JOIN payment_term t ON t.agreement = $1 AND t.number = p.payment_term_number`

/** Where the cost types named are booked, and with which VAT. */
const EXPENSES = `
  SELECT c.number, g.account_on_going AS account, c.vat_code FROM cost_type c
  JOIN cost_type_group g ON g.agreement = $1 AND g.number = c.cost_group_number
  WHERE c.agreement = $1 AND c.number = ANY (ARRAY(${numbers('costTypes')}))`

/** Departments that journals give by default. */
const OF_JOURNALS = 'SELECT "defaultDepartment" FROM journal_found'

const madeTexts = new Map<string, string>()

function factsText(shape: Shape): string {
  const key = JSON.stringify(shape)
  const known = madeTexts.get(key) ?? makeFactsText(shape)
  madeTexts.set(key, known)
  return known
}

/**
 * Looks up the currencies that are named and the parties' own; rates only where an entry leaves its rate out. Keys are passed as arrays, of
 * which the planner expects few elements. Otherwise it would read every customer of the agreement for every entry.
 */
function makeFactsText({ givesNumbers, hasParties, hasDimensions, namesNumbers, hasInvoices }: Shape): string {
  const ofParties = (column: string) =>
    hasParties ? `UNION SELECT ${column} FROM customer_found UNION SELECT ${column} FROM supplier_found` : ''
  const ofExpenses = (column: string) => (hasDimensions ? `UNION SELECT ${column} FROM expense_found` : '')
  return `
  WITH wanted AS MATERIALIZED (SELECT w.number, w.amount FROM json_to_recordset($2::json -> 'journals') AS w(number int, amount int)),
  journal_found AS MATERIALIZED (
    SELECT ${JOURNAL} FROM journal j WHERE j.agreement = $1 AND j.number = ANY (ARRAY(SELECT number FROM wanted))
    ORDER BY j.number),
  period_found AS MATERIALIZED (${PERIODS_OF_DAYS(`SELECT n FROM json_array_elements_text($2::json -> 'days') AS n`)}),
  ${hasParties ? `customer_found AS MATERIALIZED (${party('customer')}), supplier_found AS MATERIALIZED (${party('supplier')}),` : ''}
  ${hasDimensions ? `expense_found AS MATERIALIZED (${EXPENSES}),` : ''}
  currency_found AS MATERIALIZED (
    SELECT c.code FROM currency c WHERE c.agreement = $1 AND c.code = ANY (ARRAY(${texts('currencies')} ${ofParties('currency')}))),
  account_found AS (
    SELECT ${ACCOUNT_FACT} FROM account a
    WHERE a.agreement = $1 AND a.number = ANY (ARRAY(${numbers('accounts')} ${ofParties('account')} ${ofParties('"contraAccount"')}
      ${ofExpenses('account')}
      UNION SELECT "customerContraAccount" FROM journal_found UNION SELECT "supplierContraAccount" FROM journal_found)))
  SELECT json_build_object(
    'journals', (SELECT json_agg(to_json(j)) FROM journal_found j),
    'periods', (SELECT json_agg(to_json(p)) FROM period_found p),
    'givesDepartments', ${GIVES_DEPARTMENTS},
    'modules', (SELECT to_json(a.modules) FROM agreement a WHERE a.agreement = $1),
    'accounts', (SELECT json_agg(to_json(a)) FROM account_found a),
    ${hasParties ? `'customers', (SELECT json_agg(to_json(c)) FROM customer_found c), 'suppliers', (SELECT json_agg(to_json(s)) FROM supplier_found s),` : ''}
    ${hasDimensions ? dimensionsSql(OF_JOURNALS) : departmentsSql(OF_JOURNALS)},
    'data', (SELECT json_agg(json_build_object('account', x.account_number, 'dimension', x.dimension_number, 'key', x.dimension_key,
        'isDistribution', k.is_distribution) ORDER BY x.account_number, x.dimension_number)
      FROM account_dimension x
      JOIN dimension y ON y.agreement = $1 AND y.number = x.dimension_number AND y.is_active
      JOIN dimension_key k ON k.agreement = $1 AND k.dimension_number = x.dimension_number AND k.number = x.dimension_key AND NOT k.is_barred
      WHERE x.agreement = $1 AND x.account_number = ANY (ARRAY(SELECT number FROM account_found))),
    ${hasDimensions ? `'expenses', (SELECT json_agg(json_build_array(x.number, x.account, x.vat_code)) FROM expense_found x),` : ''}
    'vatCodes', (SELECT json_agg(v.code) FROM vat_code v WHERE v.agreement = $1 AND v.code = ANY (ARRAY(${texts('vatCodes')} ${ofExpenses('vat_code')}))),
    'currencies', (SELECT json_agg(c.code) FROM currency_found c),
    'rates', (SELECT json_agg(json_build_array(c.code, day.n, latest.rate::text))
      FROM json_array_elements_text($2::json -> 'rateDays') AS day(n)
      CROSS JOIN currency_found c
      CROSS JOIN LATERAL (SELECT r.rate FROM exchange_rate r
        WHERE r.agreement = $1 AND r.currency = c.code AND r.date <= day.n::date ORDER BY r.date DESC LIMIT 1) AS latest),
    'texts', (SELECT json_agg(json_build_array(x.journal_number, x.accounting_year, x.voucher_number, x.text)) FROM (
      SELECT DISTINCT ON (d.journal_number, d.accounting_year, d.voucher_number)
        d.journal_number, d.accounting_year, d.voucher_number, d.text
      FROM json_to_recordset($2::json -> 'vouchers') AS v(journal int, voucher int)
      JOIN journal_found j ON j.number = v.journal AND j."repeatText"
      JOIN draft_entry d ON d.agreement = $1 AND d.journal_number = v.journal AND d.voucher_number = v.voucher
      WHERE d.text <> ''
      ORDER BY d.journal_number, d.accounting_year, d.voucher_number, d.entry_number DESC) AS x)
    ${givesNumbers ? `, 'used', ${USED_NUMBERS}` : ''}
    ${namesNumbers ? `, 'booked', ${BOOKED_VOUCHERS}` : ''}
    ${hasInvoices ? `, 'invoices', ${BOOKED_INVOICES}` : ''}
  )::text AS found`
}

/** The vouchers that booked the supplier's invoices named. */
const BOOKED_INVOICES = `(SELECT json_agg(json_build_array(v.supplier, v.invoice, b.journal_number, b.accounting_year, b.voucher_number))
  FROM (SELECT DISTINCT i.supplier, i.invoice FROM json_to_recordset($2::json -> 'invoices') AS i(supplier int, invoice text)) AS v
  CROSS JOIN LATERAL (SELECT DISTINCT x.* FROM (${BOOKED_INVOICE}) AS x) AS b)`

/** Vouchers named that are booked in a year of the entries. */
const BOOKED_VOUCHERS = `(SELECT json_agg(json_build_array(v.journal, y.year, v.voucher))
  FROM (SELECT split_part(n, ' ', 1)::int AS journal, split_part(n, ' ', 2)::int AS voucher
    FROM json_array_elements_text($2::json -> 'numbers') AS n) AS v
  CROSS JOIN (SELECT DISTINCT p.year FROM period_found p) AS y
  WHERE EXISTS (SELECT FROM booked_entry e WHERE e.agreement = $1 AND e.voucher_number = v.voucher AND e.journal_number = v.journal
    AND e.accounting_year = y.year))`

/** Voucher numbers taken, from the journal's next one on, among as many as are asked for. */
const USED_NUMBERS = `(SELECT json_agg(json_build_array(j.number, v.number)) FROM journal_found j JOIN wanted w ON w.number = j.number
  CROSS JOIN LATERAL (
    SELECT d.voucher_number AS number FROM draft_entry d WHERE d.agreement = $1 AND d.journal_number = j.number
      AND d.voucher_number BETWEEN greatest(j.next, j.minimum) AND greatest(j.next, j.minimum) + w.amount - 1
    UNION
    SELECT e.voucher_number FROM booked_entry e WHERE e.agreement = $1 AND e.journal_number = j.number
      AND e.voucher_number BETWEEN greatest(j.next, j.minimum) AND greatest(j.next, j.minimum) + w.amount - 1) AS v)`
