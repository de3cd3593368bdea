import type { Transaction } from '../../database/connection.ts'
import {
  DIMENSIONS,
  type Dimensions,
  type FoundDimensions,
  namedDimensions,
  readDimensions,
  setsToJson,
} from '../dimensions.ts'
import type { DraftContext, DraftEntryInput } from './input.ts'
import { ACCOUNT_FACT, type AccountFact } from '../rules.ts'

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

/** A customer or supplier: what its entries are booked on and take for defaults. */
export interface PartyFact {
  number: number
  name: string
  isBarred: boolean
  currency: string
  contraAccount: number | null
  /** The group's summary account. */
  account: number
  /** 1 net, 2 end of month; null without payment terms. */
  termType: number | null
  termDays: number | null
}

/** Everything a list of draft entries refers to, as found. */
export interface References extends Dimensions {
  modules: readonly string[]
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
}

/** The key of a rate in `References.rates`; `day` is ISO. */
export const rateKey = (currency: string, day: string): string => `${currency} ${day}`

/** What makes a voucher, as the key of its text in `References.texts`. */
export const voucherKey = (journal: number, year: string, voucher: number): string => `${journal} ${year} ${voucher}`

/**
 * Reads and locks the journals of the entries, in order. Where the journal gives a voucher number, its row is
 * locked until the transaction ends: two requests never get the same number, and a failed one uses none up.
 */
export async function lockJournals(
  transaction: Transaction,
  agreement: number,
  entries: readonly DraftEntryInput[],
): Promise<Map<number, JournalFact>> {
  const givesNumbers = entries.some((entry) => entry.voucherNumber === undefined)
  const rows = await transaction.rows<JournalFact>(givesNumbers ? `${JOURNALS} FOR NO KEY UPDATE` : JOURNALS, [
    agreement,
    JSON.stringify([...new Set(entries.map((entry) => entry.journalNumber))]),
  ])
  return new Map(rows.map((row) => [row.number, row]))
}

const JOURNALS = `
  SELECT j.number, j.next_voucher_number AS next, j.entry_type_restricted_to AS "entryTypeRestrictedTo", j.minimum_voucher_number AS minimum,
    j.maximum_voucher_number AS maximum, j.customer_contra_account AS "customerContraAccount",
    j.supplier_contra_account AS "supplierContraAccount", j.customer_payment_text AS "customerPaymentText",
    j.supplier_payment_text AS "supplierPaymentText", j.default_department AS "defaultDepartment",
    j.payment_message_text AS "paymentMessageText", j.lock_vat_codes AS "lockVatCodes", j.repeat_text AS "repeatText"
  FROM journal j
  WHERE j.agreement = $1 AND j.number IN (SELECT n::int FROM json_array_elements_text($2::json) AS n)
  ORDER BY j.number`

type Loaded = FoundDimensions &
  Record<'accounts' | 'customers' | 'suppliers', unknown[] | null> & {
    modules: string[]
    vatCodes: string[] | null
    currencies: string[] | null
    rates: [string, string, string][] | null
    texts: [number, string, number, string][] | null
  }

/** Looks up everything else the entries refer to, and what their defaults lead to: one query of each kind, sent as one statement. */
export async function loadReferences(
  transaction: Transaction,
  context: DraftContext,
  entries: readonly DraftEntryInput[],
  journals: ReadonlyMap<number, JournalFact>,
): Promise<References> {
  const [row] = await transaction.rows<{ found: string }>(REFERENCES, [
    context.agreement,
    wantedJson(entries, journals),
  ])
  const found = JSON.parse(row!.found) as Loaded
  const byNumber = <T extends { number: number }>(rows: unknown[] | null) =>
    new Map(((rows ?? []) as T[]).map((fact) => [fact.number, fact]))
  return {
    modules: found.modules,
    journals,
    accounts: byNumber<AccountFact>(found.accounts),
    customers: byNumber<PartyFact>(found.customers),
    suppliers: byNumber<PartyFact>(found.suppliers),
    vatCodes: new Set(found.vatCodes),
    currencies: new Set(found.currencies),
    ...readDimensions(found),
    rates: new Map(found.rates?.map(([currency, day, rate]) => [rateKey(currency, day), rate])),
    texts: new Map(found.texts?.map(([journal, year, voucher, text]) => [voucherKey(journal, year, voucher), text])),
  }
}

function wantedJson(entries: readonly DraftEntryInput[], journals: ReadonlyMap<number, JournalFact>): string {
  const wanted = {
    ...namedDimensions(entries),
    accounts: new Set<number>(),
    customers: new Set<number>(),
    suppliers: new Set<number>(),
    vatCodes: new Set<string>(),
    currencies: new Set<string>(),
    days: new Set<string>(),
    vouchers: vouchersToRepeat(entries, journals),
  }
  const want = <T>(set: Set<T>, ...values: readonly (T | null | undefined)[]) => {
    for (const value of values) if (value !== undefined && value !== null) set.add(value)
  }
  for (const { customerContraAccount, supplierContraAccount, defaultDepartment } of journals.values()) {
    want(wanted.accounts, customerContraAccount, supplierContraAccount)
    want(wanted.departments, defaultDepartment)
  }
  for (const entry of entries) {
    want(wanted.accounts, entry.accountNumber, entry.contraAccountNumber)
    want(wanted.customers, entry.customerNumber)
    want(wanted.suppliers, entry.supplierNumber)
    want(wanted.vatCodes, entry.vatCode, entry.contraVatCode)
    want(wanted.currencies, entry.currency)
    if (entry.exchangeRate === undefined) want(wanted.days, entry.date)
  }
  return setsToJson(wanted)
}

/** The vouchers whose text an entry without one takes over. */
function vouchersToRepeat(
  entries: readonly DraftEntryInput[],
  journals: ReadonlyMap<number, JournalFact>,
): { journal: number; voucher: number }[] {
  const repeating = entries.filter(
    ({ journalNumber, voucherNumber, text }) =>
      text === undefined && voucherNumber !== undefined && journals.get(journalNumber)?.repeatText,
  )
  return repeating.map(({ journalNumber, voucherNumber }) => ({ journal: journalNumber, voucher: voucherNumber! }))
}

const numbers = (kind: string) => `SELECT n::int FROM json_array_elements_text($2::json -> '${kind}') AS n`
const texts = (kind: string) => `SELECT n FROM json_array_elements_text($2::json -> '${kind}') AS n`
const party = (table: 'customer' | 'supplier') => `
  SELECT p.number, p.name, p.is_barred AS "isBarred", p.currency, p.contra_account_number AS "contraAccount",
    g.account_number AS account, t.type AS "termType", t.days AS "termDays"
  FROM ${table} p
  JOIN ${table}_group g ON g.agreement = $1 AND g.number = p.group_number
  LEFT JOIN payment_term t ON t.agreement = $1 AND t.number = p.payment_term_number
  WHERE p.agreement = $1 AND p.number IN (${numbers(`${table}s`)})`

/** Currencies in question: those named and the parties'; rates only where an entry leaves its rate out. */
const REFERENCES = `
  WITH customer_found AS MATERIALIZED (${party('customer')}),
  supplier_found AS MATERIALIZED (${party('supplier')}),
  currency_found AS MATERIALIZED (
    SELECT c.code FROM currency c WHERE c.agreement = $1 AND c.code IN (
      ${texts('currencies')} UNION SELECT currency FROM customer_found UNION SELECT currency FROM supplier_found)
  ),
  account_found AS (
    SELECT ${ACCOUNT_FACT}
    FROM account a
    WHERE a.agreement = $1 AND a.number IN (
      ${numbers('accounts')} UNION SELECT account FROM customer_found UNION SELECT "contraAccount" FROM customer_found
      UNION SELECT account FROM supplier_found UNION SELECT "contraAccount" FROM supplier_found)
  )
  SELECT json_build_object(
    'modules', (SELECT to_json(a.modules) FROM agreement a WHERE a.agreement = $1),
    'accounts', (SELECT json_agg(to_json(a)) FROM account_found a),
    'customers', (SELECT json_agg(to_json(c)) FROM customer_found c),
    'suppliers', (SELECT json_agg(to_json(s)) FROM supplier_found s),
    ${DIMENSIONS},
    'vatCodes', (SELECT json_agg(v.code) FROM vat_code v WHERE v.agreement = $1 AND v.code IN (${texts('vatCodes')})),
    'currencies', (SELECT json_agg(c.code) FROM currency_found c),
    'rates', (SELECT json_agg(json_build_array(c.code, day.n, latest.rate::text))
      FROM json_array_elements_text($2::json -> 'days') AS day(n)
      CROSS JOIN currency_found c
      CROSS JOIN LATERAL (SELECT r.rate FROM exchange_rate r
        WHERE r.agreement = $1 AND r.currency = c.code AND r.date <= day.n::date ORDER BY r.date DESC LIMIT 1) AS latest),
    'texts', (SELECT json_agg(json_build_array(x.journal_number, x.accounting_year, x.voucher_number, x.text)) FROM (
      SELECT DISTINCT ON (d.journal_number, d.accounting_year, d.voucher_number)
        d.journal_number, d.accounting_year, d.voucher_number, d.text
      FROM json_to_recordset($2::json -> 'vouchers') AS v(journal int, voucher int)
      JOIN draft_entry d ON d.agreement = $1 AND d.journal_number = v.journal AND d.voucher_number = v.voucher
      WHERE d.text <> ''
      ORDER BY d.journal_number, d.accounting_year, d.voucher_number, d.entry_number DESC) AS x)
  )::text AS found`
