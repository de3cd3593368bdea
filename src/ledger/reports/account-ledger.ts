import type { Statement } from '../../database/connection.ts'
import { CURSOR_PAGE_SIZE } from '../../limits.ts'
import { BALANCES, MOVEMENTS, PROVISIONAL, PROVISIONAL_BALANCES, SPANS_YEARS } from './balances.ts'
import { LEDGER_CSV_LINES } from './limits.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { type Column, csvHeader, csvLine, type ReportFormat, reportStatement } from './render.ts'

/** Where a page begins: the first entry that it holds. */
export interface LedgerCursor {
  accountNumber: number
  /** ISO day. */
  date: string
  entryNumber: number
}

/** Accounts from a number to a number, both included. */
export interface AccountInterval {
  from: number
  to: number
}

/**
 * The entries of accounts in some days, by account, date and entry number, each with the account's balance after it:
 * `{cursor, from, to, accounts: [{accountNumber, name, openingBalance, closingBalance, movement}], items: […]}`,
 * amounts in base currency but for `amount`. Opening entries (types 7 and 8) are part of the opening balance and no
 * items. `accounts` are those of the interval with a balance or an entry, whatever the page; of a single account always
 * the one.
 *
 * A page holds `CURSOR_PAGE_SIZE` entries, and `cursor` while there are more. In CSV it holds `LEDGER_CSV_LINES`, and
 * the cursor stands behind the last line. Entries before a page are summed from period totals, so a late page costs as
 * much as the first. No row when there is no such year or period, or the interval is a single number and no account of
 * type 1 or 2.
 */
export function accountLedger(
  agreement: number,
  accounts: AccountInterval,
  days: ReportDays,
  format: ReportFormat,
  { cursor, asBooked = false }: { cursor?: LedgerCursor | undefined; asBooked?: boolean | undefined } = {},
): Statement {
  const page = format === 'csv' ? LEDGER_CSV_LINES : CURSOR_PAGE_SIZE
  const start = cursor ? [cursor.accountNumber, cursor.date, cursor.entryNumber] : [null, null, null]
  return reportStatement(asBooked ? AS_BOOKED : TEXTS, format, [
    agreement,
    ...daysValues(days),
    accounts.from,
    accounts.to,
    ...start,
    page,
  ])
}

const INT32_MAX = 2 ** 31 - 1

/** Reads the text of a cursor; undefined where no answer can have had it. */
export function ledgerCursor(text: string): LedgerCursor | undefined {
  const [, account, date, entry] = /^([1-9]\d{0,8})~((?!0000)\d{4}-\d\d-\d\d)~([1-9]\d{0,9})$/.exec(text) ?? []
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date || Number(entry) > INT32_MAX)
    return undefined
  return { accountNumber: Number(account), date: date!, entryNumber: Number(entry) }
}

const COLUMNS: readonly Column[] = [
  { name: 'accountNumber', column: 'account_number' },
  { name: 'entryNumber', column: 'entry_number' },
  { name: 'date', column: 'date' },
  { name: 'type', column: 'type' },
  { name: 'journalNumber', column: 'journal_number' },
  { name: 'voucherNumber', column: 'voucher_number' },
  { name: 'text', column: 'text', isText: true },
  { name: 'vatCode', column: 'vat_code', isText: true },
  { name: 'customerNumber', column: 'customer_number' },
  { name: 'supplierNumber', column: 'supplier_number' },
  { name: 'amount', column: 'amount' },
  { name: 'currency', column: 'currency', isText: true },
  { name: 'amountInBaseCurrency', column: 'amount_in_base_currency' },
  { name: 'balance', column: 'balance' },
]

/**
 * `$6` and `$7` the interval, `$8` to `$10` the cursor, `$11` the page's size. `carried` is what moved on the cursor's
 * account before its entry: whole periods from their totals, and the entries before and after those.
 */
const pageOf = (balances: string) => `${ASKED}, ${MOVEMENTS}, ${balances}, chosen AS (
    SELECT l.* FROM line l WHERE l.number BETWEEN $6::int AND $7::int
  ), whole AS (
    SELECT p.year, p.period_number, p.date_from, p.date_to FROM range r, accounting_period p
    WHERE p.agreement = $1 AND p.date_from >= r.first AND p.date_to < $9::date
  ), carried AS (
    SELECT coalesce((
      SELECT sum(t.debit - t.credit) FROM whole w JOIN period_total t
        ON t.agreement = $1 AND t.accounting_year = w.year AND t.period_number = w.period_number
        AND t.account_number = $8::int
    ), 0) + coalesce((
      SELECT sum(e.amount_in_base_currency)
      FROM range r, (SELECT min(w.date_from) AS first, max(w.date_to) AS last FROM whole w) w, booked_entry e
      WHERE e.agreement = $1 AND e.account_number = $8::int AND e.type NOT IN (7, 8)
        AND (e.date BETWEEN r.first AND coalesce(w.first - 1, $9::date) OR e.date BETWEEN w.last + 1 AND $9::date)
        AND (e.date, e.entry_number) < ($9::date, $10::int)
    ), 0) AS amount
  ), found AS MATERIALIZED (
    SELECT e.*, row_number() OVER (ORDER BY e.account_number, e.date, e.entry_number) AS place
    FROM (
      SELECT e.* FROM range r, chart a CROSS JOIN LATERAL (
        SELECT b.* FROM booked_entry b
        WHERE b.agreement = $1 AND b.account_number = a.number AND b.type NOT IN (7, 8) AND b.date <= r.last
          AND b.date >= CASE WHEN a.number = $8::int THEN greatest($9::date, r.first) ELSE r.first END
          AND NOT coalesce(a.number = $8::int AND b.date = $9::date AND b.entry_number < $10::int, false)
        ORDER BY b.date, b.entry_number LIMIT $11::int + 1
      ) e
      WHERE a.type IN (1, 2) AND a.number BETWEEN greatest($6::int, $8::int) AND $7::int
      ORDER BY a.number, e.date, e.entry_number LIMIT $11::int + 1
    ) e
  ), item AS (
    SELECT f.*, (c.opening + CASE WHEN f.account_number = $8::int THEN carried.amount ELSE 0 END
      + sum(f.amount_in_base_currency) OVER (PARTITION BY f.account_number ORDER BY f.date, f.entry_number)
      )::numeric(24, 2) AS balance
    FROM found f JOIN chosen c ON c.number = f.account_number, carried
    WHERE f.place <= $11::int
  ), next AS (
    SELECT f.account_number || '~' || f.date || '~' || f.entry_number AS cursor FROM found f
      WHERE f.place = $11::int + 1
  )`

const ITEM = COLUMNS.map(({ name, column }) => `'${name}', x.${column}`).join(', ')
const EXISTS = '($6::int <> $7::int OR EXISTS (SELECT FROM chosen))'

const textsOf = (balances: string): Readonly<Record<ReportFormat, string>> => ({
  json: `WITH ${pageOf(balances)}
    SELECT '{' || coalesce('"cursor":"' || (SELECT cursor FROM next) || '",', '')
      || '"from":"' || asked.first || '","to":"' || asked.last || '","accounts":' || (
        SELECT coalesce(json_agg(json_build_object('accountNumber', c.number, 'name', c.name, 'openingBalance',
          c.opening, 'closingBalance', c.opening + c.debit - c.credit,
          'movement', c.debit - c.credit) ORDER BY c.number), '[]')::text
        FROM chosen c WHERE $6::int = $7::int OR c.opening <> 0 OR c.debit <> 0 OR c.credit <> 0)
      || ',"items":' || (SELECT coalesce(json_agg(json_build_object(${ITEM}) ORDER BY x.place), '[]')::text FROM item x)
      || coalesce(',"provisional":' || (SELECT ${PROVISIONAL}
        WHERE EXISTS (SELECT FROM chosen c JOIN provisional p ON p.number = c.number))::text, '')
      || coalesce(',"spansYears":' || ${SPANS_YEARS}::text, '') || '}'
    FROM asked WHERE ${EXISTS}`,
  csv: `WITH ${pageOf(balances)}, written AS (
      SELECT x.*, CASE WHEN x.place = $11::int THEN (SELECT cursor FROM next) END AS cursor FROM item x)
    SELECT ${csvHeader([...COLUMNS, { name: 'cursor', column: 'cursor' }])} || coalesce((
      SELECT string_agg(${csvLine([...COLUMNS, { name: 'cursor', column: 'cursor', isText: true }])}, ''
        ORDER BY x.place)
      FROM written x), '')
    FROM asked WHERE ${EXISTS}`,
})
const [TEXTS, AS_BOOKED] = [textsOf(PROVISIONAL_BALANCES), textsOf(BALANCES)]
