import { departmentsSql, dimensionsSql, IS_BARRED_KEY } from '../dimensions.ts'
import { PERIODS_OF_DAYS } from '../periods.ts'
import { ACCOUNT_FACT } from '../rules.ts'
import { journalOf } from './draft-columns.ts'
import { BOOKED_INVOICES } from './repeated-invoices.ts'
import { BOOKED_VOUCHERS, USED_NUMBERS } from './voucher-rules.ts'

/** SQL: whether dimension 1 of agreement `$1` is active. */
const GIVES_DEPARTMENTS = '(SELECT y.is_active FROM dimension y WHERE y.agreement = $1 AND y.number = 1)'

const isOfResult = (account: string) =>
  `coalesce((SELECT a.type = 1 FROM account a WHERE a.agreement = $1 AND a.number = ${account}), false)`

/** SQL: the columns of a `JournalFact`, from the journal `j`. */
export const JOURNAL = `j.number, j.next_voucher_number AS next, j.entry_type_restricted_to AS "entryTypeRestrictedTo",
  j.minimum_voucher_number AS minimum, j.maximum_voucher_number AS maximum,
    j.customer_contra_account AS "customerContraAccount",
  j.supplier_contra_account AS "supplierContraAccount", ${isOfResult('j.customer_contra_account')}
    AS "isCustomerContraOfResult",
  ${isOfResult('j.supplier_contra_account')} AS "isSupplierContraOfResult",
    j.customer_payment_text AS "customerPaymentText",
  j.supplier_payment_text AS "supplierPaymentText", CASE WHEN ${GIVES_DEPARTMENTS}
    THEN j.default_department END AS "defaultDepartment",
  j.payment_message_text AS "paymentMessageText", j.lock_vat_codes AS "lockVatCodes", j.repeat_text AS "repeatText"`

/** What the statement looks up. There are few shapes, so few texts serve all lists. */
export interface Shape {
  givesNumbers: boolean
  hasParties: boolean
  hasDimensions: boolean
  hasRates: boolean
  hasTexts: boolean
  namesNumbers: boolean
  hasInvoices: boolean
  hasBrokenUnits: boolean
}

const numbers = (kind: string) => `SELECT n::int FROM json_array_elements_text($2::json -> '${kind}') AS n`
const texts = (kind: string) => `SELECT n FROM json_array_elements_text($2::json -> '${kind}') AS n`
/** OFFSET keeps the planner from beginning with the groups, and reading all their parties. */
const party = (table: 'customer' | 'supplier') => `
  SELECT p.number, p.name, p.is_barred AS "isBarred", p.currency, p.contra_account_number AS "contraAccount",
    g.account_number AS account, t.type AS "termType", t.days AS "termDays"
  FROM (SELECT * FROM ${table} p WHERE p.agreement = $1 AND p.number = ANY (ARRAY(${numbers(`${table}s`)})) OFFSET 0)
    AS p
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

/** The statement of a shape: `$1` the agreement, `$2` the names as JSON. */
export function factsText(shape: Shape): string {
  const key = JSON.stringify(shape)
  const known = madeTexts.get(key) ?? makeFactsText(shape)
  madeTexts.set(key, known)
  return known
}

/**
 * Keys are passed as arrays, of which the planner expects few elements. Otherwise it would read every customer of the
 * agreement for every entry.
 */
function makeFactsText(shape: Shape): string {
  const { givesNumbers, hasTexts, namesNumbers, hasInvoices, hasBrokenUnits } = shape
  return `
  WITH wanted AS MATERIALIZED (SELECT w.number, w.amount
    FROM json_to_recordset($2::json -> 'journals') AS w(number int, amount int)),
  journal_found AS MATERIALIZED (
    SELECT ${JOURNAL} FROM journal j WHERE j.agreement = $1 AND j.number = ANY (ARRAY(SELECT number FROM wanted))
    ORDER BY j.number),
  period_found AS MATERIALIZED (${PERIODS_OF_DAYS(`SELECT n FROM json_array_elements_text($2::json -> 'days') AS n`)}),
  ${masterRows(shape)}
  SELECT json_build_object(
    'journals', (SELECT json_agg(to_json(j)) FROM journal_found j),
    'periods', (SELECT json_agg(to_json(p)) FROM period_found p),
    'givesDepartments', ${GIVES_DEPARTMENTS},
    'modules', (SELECT to_json(a.modules) FROM agreement a WHERE a.agreement = $1),
    'seal', (SELECT encode(c.seal, 'hex') FROM change c WHERE c.agreement = $1 ORDER BY c.number DESC LIMIT 1),
    ${masterObjects(shape)}
    ${hasTexts ? `, 'texts', ${TEXTS}` : ''}
    ${givesNumbers ? `, 'used', ${USED_NUMBERS}` : ''}
    ${namesNumbers ? `, 'booked', ${BOOKED_VOUCHERS}` : ''}
    ${hasInvoices ? `, 'invoices', ${BOOKED_INVOICES}` : ''}
    ${hasBrokenUnits ? `, 'remainders', ${REMAINDERS}` : ''}
  )::text AS found`
}

/** The rows of master data that are named, and those that these name. */
function masterRows({ hasParties, hasDimensions }: Shape): string {
  const ofParties = (column: string) =>
    hasParties ? `UNION SELECT ${column} FROM customer_found UNION SELECT ${column} FROM supplier_found` : ''
  const ofExpenses = hasDimensions ? 'UNION SELECT account FROM expense_found' : ''
  return `
  ${
    hasParties
      ? `customer_found AS MATERIALIZED (${party('customer')}),
    supplier_found AS MATERIALIZED (${party('supplier')}),`
      : ''
  }
  ${hasDimensions ? `expense_found AS MATERIALIZED (${EXPENSES}),` : ''}
  currency_found AS MATERIALIZED (
    SELECT c.code FROM currency c WHERE c.agreement = $1
      AND c.code = ANY (ARRAY(${texts('currencies')} ${ofParties('currency')}))),
  account_found AS (
    SELECT ${ACCOUNT_FACT} FROM account a
    WHERE a.agreement = $1 AND a.number
      = ANY (ARRAY(${numbers('accounts')} ${ofParties('account')} ${ofParties('"contraAccount"')}
      ${ofExpenses}
      UNION SELECT "customerContraAccount" FROM journal_found UNION SELECT "supplierContraAccount"
        FROM journal_found)))`
}

/** Arguments of json_build_object with what `masterRows` finds. Rates only where an entry leaves its rate out. */
function masterObjects({ hasParties, hasDimensions, hasRates }: Shape): string {
  const ofExpenses = hasDimensions ? 'UNION SELECT vat_code FROM expense_found' : ''
  return `
    'accounts', (SELECT json_agg(to_json(a)) FROM account_found a),
    ${
      hasParties
        ? `'customers', (SELECT json_agg(to_json(c)) FROM customer_found c), 'suppliers',
      (SELECT json_agg(to_json(s)) FROM supplier_found s),`
        : ''
    }
    ${hasDimensions ? dimensionsSql(OF_JOURNALS) : departmentsSql(OF_JOURNALS)},
    'data', (SELECT json_agg(json_build_object('account', x.account_number, 'dimension', x.dimension_number, 'key',
      x.dimension_key,
        'isDistribution', k.is_distribution) ORDER BY x.account_number, x.dimension_number)
      FROM account_dimension x
      JOIN dimension y ON y.agreement = $1 AND y.number = x.dimension_number AND y.is_active
      JOIN dimension_key k ON k.agreement = $1 AND k.dimension_number = x.dimension_number
        AND k.number = x.dimension_key
        AND NOT ${IS_BARRED_KEY}
      WHERE x.agreement = $1 AND x.account_number = ANY (ARRAY(SELECT number FROM account_found))),
    ${
      hasDimensions
        ? `'expenses', (SELECT json_agg(json_build_array(x.number, x.account, x.vat_code))
      FROM expense_found x),`
        : ''
    }
    'vatCodes', (SELECT json_agg(v.code) FROM vat_code v WHERE v.agreement = $1
      AND v.code = ANY (ARRAY(${texts('vatCodes')} ${ofExpenses}))),
    ${hasRates ? `'rates', ${RATES},` : ''}
    'currencies', (SELECT json_agg(c.code) FROM currency_found c)`
}

/** The latest rates on the days named. */
const RATES = `(SELECT json_agg(json_build_array(c.code, day.n, latest.rate::text))
  FROM json_array_elements_text($2::json -> 'rateDays') AS day(n)
  CROSS JOIN currency_found c
  CROSS JOIN LATERAL (SELECT r.rate FROM exchange_rate r
    WHERE r.agreement = $1 AND r.currency = c.code AND r.date <= day.n::date ORDER BY r.date DESC LIMIT 1) AS latest)`

/**
 * Which of the amounts named is all that is left of an open item, in the currencies without decimals that are named.
 */
const REMAINDERS = `(SELECT jsonb_agg(DISTINCT jsonb_build_array(o.currency, abs(o.remainder_in_currency)::text))
  FROM open_item o
  WHERE o.agreement = $1 AND o.remainder <> 0
    AND o.currency = ANY (ARRAY(SELECT c.code FROM currency_found c WHERE decimals_of(c.code) = 0))
    AND abs(o.remainder_in_currency)
      = ANY (ARRAY(SELECT n::numeric FROM json_array_elements_text($2::json -> 'brokenUnits') AS n)))`

/** The latest texts of vouchers named, in journals that repeat texts. */
const TEXTS = `(SELECT json_agg(json_build_array(x.journal_number, x.accounting_year, x.voucher_number, x.text)) FROM (
  SELECT DISTINCT ON (d.journal_number, d.accounting_year, d.voucher_number)
    d.journal_number, d.accounting_year, d.voucher_number, d.text
  FROM json_to_recordset($2::json -> 'vouchers') AS v(journal int, voucher int)
  JOIN journal_found j ON j.number = v.journal AND j."repeatText"
  JOIN draft_entry d ON d.agreement = $1 AND ${journalOf('d')} = v.journal AND d.voucher_number = v.voucher
  WHERE d.text <> ''
  ORDER BY d.journal_number, d.accounting_year, d.voucher_number, d.entry_number DESC) AS x)`
