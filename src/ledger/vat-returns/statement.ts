import type { Statement } from '../../database/connection.ts'
import { CUSTOMER_OF_VOUCHER, LINES, partyOfVoucher, TOTAL } from './lines.ts'
import { vatDeadline, type VatPeriod } from './periods.ts'

/** SQL: JSON of the rows of a table, `[]` where there are none. */
const list = (properties: string, from: string, order: string): string =>
  `(SELECT coalesce(json_agg(json_build_object(${properties}) ORDER BY ${order}), '[]') FROM ${from})`

const check = (name: string, count: string): string =>
  `json_build_object('check', '${name}', 'isPassed', ${count} = 0, 'count', ${count})`

/** CTEs of the figures of the return. */
const FIGURES = `${TOTAL}, moved AS MATERIALIZED (
    SELECT l.account_number, sum(l.amount) AS amount FROM line l
    WHERE l.account_number IS NOT NULL AND l.kind <> 'settlement' GROUP BY l.account_number HAVING sum(l.amount) <> 0
  ), code AS MATERIALIZED (
    SELECT s.*, round(s.base * s.rate * s.deductible / 10000, 2) AS expected FROM (
      SELECT x.code, x.rate, x.deductible_percentage AS deductible, count(*) AS entries,
        sum(CASE x.type WHEN 1 THEN -x.base ELSE x.base END) AS base,
        coalesce(sum(CASE x.type WHEN 1 THEN -x.tax ELSE x.tax END), 0.00) AS tax
      FROM taxed x GROUP BY x.code, x.rate, x.deductible_percentage) AS s
  ), late AS MATERIALIZED (
    SELECT l.late, b.side, b.code, b.place, sum(b.sign * l.amount) AS amount, count(*) AS entries
    FROM line l JOIN box b ON b.code = l.box WHERE l.late IS NOT NULL GROUP BY l.late, b.side, b.code, b.place
  ), unexplained AS MATERIALIZED (
    SELECT l.account_number, l.box, sum(l.amount) AS amount, count(*) AS entries FROM line l
    WHERE l.kind = 'other' GROUP BY l.account_number, l.box
  ), remaining AS MATERIALIZED (
    SELECT a.number, s.balance - coalesce(m.amount, 0) AS amount FROM vat_account a
    LEFT JOIN moved m ON m.account_number = a.number
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT sum(t.debit - t.credit) FROM day_total t WHERE t.agreement = $1
        AND t.account_number = a.number AND t.date <= $3::date), 0)
        + coalesce((SELECT sum(t.opening) FROM period_total t WHERE t.agreement = $1 AND t.account_number = a.number
          AND t.accounting_year = (
          SELECT y.year FROM accounting_year y WHERE y.agreement = $1 ORDER BY y.date_from LIMIT 1)), 0.00) AS balance
    ) AS s
    WHERE s.balance <> coalesce(m.amount, 0)
  ), nameless AS MATERIALIZED (
    SELECT o.customer_number, sum(-x.base) AS amount
    FROM taxed x ${CUSTOMER_OF_VOUCHER}
    LEFT JOIN customer c ON c.agreement = $1 AND c.number = o.customer_number
    WHERE x.report IN ('bGoods', 'bServices') AND coalesce(btrim(c.vat_number), '') = ''
    GROUP BY o.customer_number
  ), lacking AS MATERIALIZED (
    SELECT DISTINCT v.code, a.number FROM vat_code v
    CROSS JOIN LATERAL (VALUES (v.account_number, v.box), (v.contra_account_number, v.contra_box)) AS n(number, box)
    JOIN account a ON a.agreement = $1 AND a.number = n.number
    WHERE v.agreement = $1 AND v.rate > 0 AND n.box IS NULL AND a.vat_box IS NULL
  )`

const BODY = `json_build_object('period', $4::text, 'from', $2::date, 'to', $3::date, 'state', $6::text, 'deadline',
  $5::date,
    'boxes', ${list(
      `'code', f.code, 'amount', f.amount, 'rounded', f.rounded, 'entries', f.entries`,
      'figure f',
      'f.place',
    )},
    'payable', total.payable, 'rounding', total.payable - total.exact, 'exact', total.exact,
    'settlement', ${list(`'accountNumber', m.account_number, 'amount', -m.amount`, 'moved m', 'm.account_number')},
    'accountingYear', NULL, 'voucherNumber', NULL,
    'codes', ${list(
      `'vatCode', c.code, 'entries', c.entries, 'base', c.base, 'tax', c.tax, 'expected', c.expected`,
      'code c',
      'c.code COLLATE "C"',
    )},
    'late', ${list(
      `'period', l.late, 'side', l.side, 'box', l.code, 'amount', l.amount, 'entries', l.entries`,
      'late l',
      'l.late, l.place',
    )},
    'unexplained', ${list(
      `'accountNumber', u.account_number, 'box', u.box, 'amount', u.amount, 'entries', u.entries`,
      'unexplained u',
      'u.account_number',
    )},
    'settledByHand', ${list(
      `'accountNumber', h.account_number, 'amount', h.amount`,
      `(SELECT l.account_number, sum(l.amount) AS amount FROM line l WHERE l.kind = 'settlement'
      GROUP BY l.account_number) AS h`,
      'h.account_number',
    )},
    'remaining', ${list(`'accountNumber', r.number, 'amount', r.amount`, 'remaining r', 'r.number')},
    'withoutVatNumber', ${list(
      `'customerNumber', n.customer_number, 'amount', n.amount`,
      'nameless n',
      'n.customer_number',
    )},
    'lacking', ${list(`'vatCode', k.code, 'accountNumber', k.number`, 'lacking k', 'k.code COLLATE "C", k.number')},
    'checks', json_build_array(
      ${check('accountsSettled', '(SELECT count(*) FROM remaining)')},
      ${check('taxOfCodes', '(SELECT count(*) FROM code c WHERE abs(c.expected - c.tax) > c.entries * 0.01)')},
      ${check('lateEntries', '(SELECT coalesce(sum(l.entries), 0) FROM late l)')},
      ${check('unexplained', '(SELECT coalesce(sum(u.entries), 0) FROM unexplained u)')},
      ${check('vatNumbers', '(SELECT count(*) FROM nameless)')},
      ${check('boxesDeclared', '(SELECT count(*) FROM lacking)')}))::text`

const valuesOf = (agreement: number, period: VatPeriod, state: 'preview' | 'settled') => [
  agreement,
  period.from,
  period.to,
  period.name,
  vatDeadline(period),
  state,
]

/**
 * The return of a period: as it was settled, byte for byte, or else as it would be now (MONTH.md 2). Amounts of boxes
 * have the signs of a return, all others those of the ledger. `settlement` is what the voucher posts to each VAT
 * account.
 */
export function vatReturn(agreement: number, period: VatPeriod): Statement {
  return { text: AS_IT_IS, values: valuesOf(agreement, period, 'preview') }
}

const AS_IT_IS = `WITH ${LINES}, ${FIGURES}
  SELECT coalesce((SELECT r.body FROM vat_return r WHERE r.agreement = $1 AND r.period = $4::text AND NOT r.undone),
    (SELECT ${BODY} FROM total))`

/** What a return that is being settled is made of. */
export interface MadeReturn {
  /** JSON; no voucher yet. */
  body: string
  /** Whole kroner; negative: to be received. */
  payable: string
  /** What goes to the account of rounding. */
  rounding: string
  /** Accounts of codes that declare no box, by number; null: none. */
  lacking: string | null
  /** JSON of `[{account, amount}]`: what moved on each VAT account, as text. */
  moved: string
}

/** The return made anew, to be settled: a row of `MadeReturn`. */
export function madeReturn(agreement: number, period: VatPeriod): Statement {
  return { text: MADE, values: valuesOf(agreement, period, 'settled') }
}

const MADE = `WITH ${LINES}, ${FIGURES}
  SELECT ${BODY} AS body, total.payable::text AS payable, (total.payable - total.exact)::text AS rounding,
    (SELECT string_agg(DISTINCT k.number::text, ', ') FROM lacking k) AS lacking,
    (SELECT coalesce(json_agg(json_build_object('account', m.account_number, 'amount', m.amount::text)
      ORDER BY m.account_number), '[]')::text FROM moved m) AS moved
  FROM total`

/** How many entries are answered at a time. */
const ENTRIES_MAX = 1000

/**
 * The entries that count in a box of the return, by number, behind `cursor`: `{items, cursor}`; the cursor is null at
 * the end.
 */
export function vatReturnEntries(agreement: number, period: VatPeriod, box: string, cursor = 0): Statement {
  return { text: ENTRIES, values: [agreement, period.from, period.to, box, cursor] }
}

const ENTRIES = `WITH ${LINES}, found AS MATERIALIZED (
    SELECT l.*, b.sign FROM line l JOIN box b ON b.code = l.box
    WHERE l.box = $4::text AND l.entry_number > $5::int ORDER BY l.entry_number LIMIT ${ENTRIES_MAX}
  )
  SELECT json_build_object('items', ${list(
    `'entryNumber', e.entry_number, 'date', e.date, 'accountNumber', e.account_number, 'accountingYear',
      e.accounting_year, 'journalNumber', e.journal_number, 'voucherNumber', e.voucher_number, 'text', e.text,
      'vatCode', f.code, 'amount', f.sign * f.amount, 'late', f.late, 'currency', e.currency, 'amountInCurrency',
      f.sign * e.amount, 'customerNumber', c.number, 'supplierNumber', s.number, 'name', coalesce(c.name, s.name),
      'vatNumber', coalesce(c.vat_number, s.vat_number)`,
    `found f JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = f.entry_number
    ${partyOfVoucher('customer', 'e', 'buyer')}
    LEFT JOIN customer c ON c.agreement = $1 AND c.number = buyer.customer_number
    ${partyOfVoucher('supplier', 'e', 'seller')}
    LEFT JOIN supplier s ON s.agreement = $1 AND s.number = seller.supplier_number AND c.number IS NULL`,
    'f.entry_number',
  )}, 'cursor', (SELECT CASE WHEN count(*) = ${ENTRIES_MAX} THEN max(f.entry_number) END FROM found f))::text`
