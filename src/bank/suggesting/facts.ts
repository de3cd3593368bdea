import type { Statement } from '../../database/connection.ts'
import { LINE_STATE } from '../line-state.ts'
import { isVoucherOf } from '../../ledger/same-voucher.ts'
import { isWaiting } from '../payments/payment-state.ts'
import { isNamedByMatch, isOnMatchedVoucher } from '../matched.ts'

/** Open lines that are looked at in one request, and open items. */
const LINES_MAX = 10_000
const ITEMS_MAX = 100_000
/** Days between an entry and the line that may be of it. */
const DAYS_APART = 5

/** Whether two days are so near each other that one may be the other's, at the bank. */
export const areNear = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= DAYS_APART * 86_400_000

/** An open line. */
export interface OpenLine {
  number: number
  date: string
  amount: string
  /** Text, name, references: all in which something may stand. */
  words: string
  name: string | null
  /** Of the other party: an IBAN or the number of an account. */
  account: string | null
  reference: string | null
  originalAmount: string | null
  originalCurrency: string | null
  /** The text without digits, as those of lines before have it. */
  pattern: string
}

/** A booked entry or a draft on the account, which no line belongs to. */
export interface LedgerEntry {
  number: number
  isDraft: boolean
  date: string
  amount: string
  words: string
  name: string | null
  /** Accounts at banks of its parties, and of whom a draft pays. */
  accounts: string[]
}

/** What is open of an invoice; what is owed to the company is positive. */
export interface OwedItem {
  customerNumber?: number
  supplierNumber?: number
  name: string
  invoiceNumber: string
  date: string
  currency: string
  open: string
  /** A draft pays it, which is not booked yet. */
  isDrafted?: true
}

/** A payment that the bank was asked for and has not carried out: what is paid is positive. */
export interface WaitingPayment {
  endToEndId: string
  /** Of the file. */
  messageId: string
  /** The day on which the bank is to pay. */
  date: string
  supplierNumber: number
  invoiceNumber: string
  currency: string
  amount: string
}

/** A rule of the company's. */
export interface RuleFact {
  number: number
  textLike: string
  amountFrom: string | null
  amountTo: string | null
  accountNumber: number
  vatCode: string | null
  departmentNumber: number | null
  text: string | null
  /** Whose items its lines pay, where it says so. */
  customerNumber: number | null
  supplierNumber: number | null
  isFee: boolean
  /** Lines that nothing else fits are its own without being asked. */
  isFollowed: boolean
}

/** How lines of a text were booked before, digits left out of it. */
export interface HistoryFact {
  pattern: string
  count: number
  accountNumber: number
  vatCode: string | null
  /** What was written in place of the line's own text, each time the same. */
  text: string | null
  /** The account took what items came to more than the line. */
  isFee: boolean
}

/** All that suggestions are made of. */
export interface Facts {
  currency: string
  /** The only line that is asked for; null: all. The others then only tell whether it is the only one of its kind. */
  asked?: number | null
  lines: OpenLine[]
  entries: LedgerEntry[]
  items: OwedItem[]
  payments: WaitingPayment[]
  rules: RuleFact[]
  history: HistoryFact[]
}

/** SQL: a text without its digits, in which alike texts are the same. */
const pattern = (text: string): string => `btrim(regexp_replace(lower(${text}), '[0-9[:space:][:punct:]]+', ' ', 'g'))`

const TEXT = `WITH asked AS (
    SELECT b.number, b.account_number, coalesce(a.currency, g.base_currency) AS currency, a.currency IS NULL AS is_base
    FROM bank_account b JOIN account a ON a.agreement = $1 AND a.number = b.account_number JOIN agreement g
      ON g.agreement = $1
    WHERE b.agreement = $1 AND b.number = coalesce($2::int, (SELECT l.bank_account_number FROM bank_line l
      WHERE l.agreement = $1 AND l.number = $3::int))
  ), line AS MATERIALIZED (
    SELECT t.* FROM asked, bank_line t WHERE t.agreement = $1 AND t.bank_account_number = asked.number
      AND t.ignored_reason IS NULL
      AND (t.match_number IS NULL OR ${LINE_STATE} = 'open')
    ORDER BY t.number = $3::int DESC NULLS LAST, t.date, t.number LIMIT ${LINES_MAX}
  ), told AS (
    -- What is asked for. The other lines only tell whether it is the only one.
    SELECT * FROM line WHERE $3::int IS NULL OR number = $3::int
  ), amounts AS (SELECT DISTINCT amount FROM told
  ), days AS (SELECT min(date) - ${DAYS_APART} AS first, max(date) + ${DAYS_APART} AS last FROM told
  ), near AS MATERIALIZED (
    SELECT e.entry_number, e.date, e.text, e.voucher_number, e.journal_number, e.accounting_year, e.booking,
      (CASE WHEN asked.is_base THEN e.amount_in_base_currency ELSE e.amount END) AS on_account
    FROM asked, days, booked_entry e
    WHERE e.agreement = $1 AND e.account_number = asked.account_number AND e.date BETWEEN days.first AND days.last
      AND e.type NOT IN (7, 8)
      -- IS TRUE keeps the planner from joining each entry with each amount: it hashes them.
      AND ((CASE WHEN asked.is_base THEN e.amount_in_base_currency ELSE e.amount END) IN (SELECT amount FROM amounts))
        IS TRUE
      AND NOT ${isNamedByMatch('e')} AND NOT ${isOnMatchedVoucher('e')}
      AND NOT EXISTS (SELECT FROM entry_reversal r WHERE r.agreement = $1
        AND e.entry_number IN (r.reversed_entry, r.reversing_entry))
  ), entry AS (
    SELECT e.entry_number AS number, false AS "isDraft", e.date, e.on_account AS amount,
      concat_ws(' ', e.text, e.voucher_number, party.numbers) AS words, party.name, party.accounts
    FROM near e CROSS JOIN LATERAL (
      SELECT string_agg(concat_ws(' ', p.customer_invoice_number, p.supplier_invoice_number), ' ') AS numbers,
        string_agg(coalesce(c.name, s.name), ' ') AS name,
        coalesce(array_agg(s.iban) || array_agg(s.bank_account), '{}') AS accounts
      FROM booked_entry p LEFT JOIN customer c ON c.agreement = $1 AND c.number = p.customer_number
        LEFT JOIN supplier s ON s.agreement = $1 AND s.number = p.supplier_number
      WHERE p.agreement = $1 AND p.voucher_number = e.voucher_number
        AND p.journal_number IS NOT DISTINCT FROM e.journal_number
        AND p.accounting_year = e.accounting_year AND p.booking = e.booking
        AND coalesce(p.customer_number, p.supplier_number) IS NOT NULL
    ) AS party
    UNION ALL
    SELECT d.entry_number, true, d.date,
      (CASE WHEN d.account_number = asked.account_number THEN d.amount ELSE -d.amount END)::numeric(20, 2),
      concat_ws(' ', d.text, d.voucher_number, d.customer_invoice_number, d.supplier_invoice_number),
      (SELECT c.name FROM customer c WHERE c.agreement = $1 AND c.number = d.customer_number
        UNION ALL SELECT s.name FROM supplier s WHERE s.agreement = $1 AND s.number = d.supplier_number LIMIT 1),
      ARRAY(SELECT unnest(ARRAY[s.iban, s.bank_account]) FROM supplier s WHERE s.agreement = $1
        AND s.number = d.supplier_number)
    FROM asked, days, draft_entry d
    WHERE d.agreement = $1 AND asked.account_number IN (d.account_number, d.contra_account_number)
      AND d.currency = asked.currency
      AND d.date BETWEEN days.first AND days.last
      AND NOT ${isOnMatchedVoucher('d')}
  ), item AS (
    SELECT o.customer_number, o.supplier_number, o.invoice_number, min(o.entry_number) AS entry_number,
      min(o.date) AS date, min(o.currency) AS currency, sum(o.remainder_in_currency) AS open
    FROM open_item o WHERE o.agreement = $1 AND o.invoice_number IS NOT NULL
      AND (o.remainder <> 0 OR o.remainder_in_currency <> 0)
      AND EXISTS (SELECT FROM told)
    GROUP BY 1, 2, 3 HAVING sum(o.remainder_in_currency) <> 0 AND count(DISTINCT o.currency) = 1 ORDER BY date DESC
      LIMIT ${ITEMS_MAX}
  ), waiting AS (
    SELECT p.* FROM payment p WHERE p.agreement = $1 AND p.match_number IS NULL AND p.cancelled_at IS NULL
    UNION ALL
    -- Those that a match had settled, whose voucher went unbooked: what they pay is open again.
    SELECT p.* FROM item i JOIN payment p ON p.agreement = $1 AND p.supplier_number = i.supplier_number
      AND fold(p.invoice_number) = i.invoice_number
    WHERE p.match_number IS NOT NULL AND ${isWaiting('p')}
  ), drafted AS (
    SELECT DISTINCT coalesce(d.customer_number, 0) AS customer, coalesce(d.supplier_number, 0) AS supplier,
      lower(coalesce(d.customer_invoice_number, d.supplier_invoice_number)) AS invoice_number
    FROM draft_entry d WHERE d.agreement = $1 AND d.entry_type_number IN (2, 4) AND EXISTS (SELECT FROM told)
  ), past AS MATERIALIZED (
    SELECT ${pattern('t.text')} AS pattern, t.number, t.match_number FROM asked, bank_line t
    WHERE t.agreement = $1 AND t.bank_account_number = asked.number AND t.match_number IS NOT NULL AND t.amount <> 0
      AND t.date >= (SELECT first FROM days) - 800
  ), wanted AS (SELECT DISTINCT ${pattern('l.text')} AS pattern FROM told l
  ), booked AS (
    SELECT p.pattern, p.number, o.account_number, o.vat_code, CASE WHEN ${pattern('o.text')} <> p.pattern
      THEN o.text END AS text, o.is_fee, row_number() OVER (PARTITION BY p.pattern, o.is_fee ORDER BY p.number DESC)
      AS place
    FROM past p JOIN wanted USING (pattern)
    JOIN bank_match m ON m.agreement = $1 AND m.number = p.match_number
    JOIN LATERAL (
      SELECT e.account_number, e.vat_code, e.text, EXISTS (SELECT FROM booked_entry q WHERE q.agreement = $1
        AND ${isVoucherOf('m', 'q')}
          AND coalesce(q.customer_number, q.supplier_number) IS NOT NULL) AS is_fee
      FROM asked, booked_entry e
      WHERE e.agreement = $1 AND ${isVoucherOf('m', 'e')}
        AND e.account_number <> asked.account_number AND coalesce(e.customer_number, e.supplier_number) IS NULL
        AND NOT EXISTS (SELECT FROM vat_code v WHERE v.agreement = $1
          AND e.account_number IN (v.account_number, v.contra_account_number))
      ORDER BY e.entry_number LIMIT 1) AS o ON true
    WHERE p.pattern <> ''
  ), history AS (
    SELECT b.pattern, count(*)::int AS count, (array_agg(b.account_number ORDER BY b.place))[1] AS "accountNumber",
      (array_agg(b.vat_code ORDER BY b.place))[1] AS "vatCode", CASE WHEN count(DISTINCT coalesce(b.text, '')) = 1
        THEN min(b.text) END AS text,
      b.is_fee AS "isFee"
    -- What has VAT is written off, and is no fee.
    FROM booked b WHERE b.place <= 10 AND NOT (b.is_fee AND b.vat_code IS NOT NULL) GROUP BY b.pattern, b.is_fee
    -- What was booked in several ways says nothing.
    HAVING count(DISTINCT b.account_number) = 1
  )
  SELECT json_build_object('currency', asked.currency, 'asked', $3::int,
    'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'date', date, 'amount', amount::text,
        'words', concat_ws(' ', text, counterparty_name, reference, end_to_end_id), 'name', counterparty_name,
          'account', counterparty_account, 'reference', reference,
        'originalAmount', original_amount::text, 'originalCurrency', original_currency, 'pattern', ${pattern('text')})
          ORDER BY date, number), '[]') FROM line),
    'entries', (SELECT coalesce(json_agg(json_build_object('number', number, 'isDraft', "isDraft", 'date', date,
      'amount', amount::text, 'words', words, 'name', name, 'accounts', array_remove(accounts, NULL))
        ORDER BY date, number), '[]') FROM entry),
    'items', (SELECT coalesce(json_agg(json_strip_nulls(json_build_object('customerNumber', i.customer_number,
      'supplierNumber', i.supplier_number,
        'name', coalesce(c.name, s.name), 'invoiceNumber', coalesce(b.supplier_invoice_number, i.invoice_number),
          'date', i.date, 'currency', i.currency, 'open', i.open::text,
        'isDrafted', CASE WHEN p.invoice_number IS NOT NULL THEN true END)) ORDER BY i.date, i.invoice_number), '[]')
      FROM item i LEFT JOIN drafted p ON p.customer = coalesce(i.customer_number, 0)
        AND p.supplier = coalesce(i.supplier_number, 0)
          AND p.invoice_number = lower(i.invoice_number)
        -- As the supplier wrote it: items are known by it without regard to case.
        LEFT JOIN booked_entry b ON b.agreement = $1 AND b.entry_number = i.entry_number
        LEFT JOIN customer c ON c.agreement = $1 AND c.number = i.customer_number LEFT JOIN supplier s
          ON s.agreement = $1 AND s.number = i.supplier_number),
    'payments', (SELECT coalesce(json_agg(json_build_object('endToEndId', p.end_to_end_id, 'messageId', f.message_id,
      'date', f.payment_date,
        'supplierNumber', p.supplier_number, 'invoiceNumber', p.invoice_number, 'currency', p.currency, 'amount',
          p.amount::text) ORDER BY p.number), '[]')
      FROM waiting p JOIN payment_proposal f ON f.agreement = $1 AND f.number = p.proposal_number
        AND f.bank_account_number = asked.number),
    'rules', (SELECT coalesce(json_agg(json_build_object('number', r.number, 'textLike', r.text_like, 'amountFrom',
      r.amount_from::text, 'amountTo', r.amount_to::text,
        'accountNumber', r.account_number, 'vatCode', r.vat_code, 'departmentNumber', r.department_number, 'text',
          r.text,
        'customerNumber', r.customer_number, 'supplierNumber', r.supplier_number, 'isFee', r.is_fee, 'isFollowed',
          r.auto_accept IS NOT NULL)
        ORDER BY r.position, r.number), '[]') FROM bank_rule r WHERE r.agreement = $1),
    'history', (SELECT coalesce(json_agg(row_to_json(h)), '[]') FROM history h))::text AS facts
  FROM asked`

/**
 * What suggestions for the open lines of a bank account, or for one line, are made of, as JSON; no row where it does
 * not exist.
 */
export const factsStatement = (agreement: number, of: { bankAccount: number } | { line: number }): Statement => ({
  text: TEXT,
  values: [agreement, 'bankAccount' in of ? of.bankAccount : null, 'line' in of ? of.line : null],
})
