import type { Statement, Transaction } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { lockLedger } from '../ledger/lock.ts'
import type { ActionResult, Item, Work } from '../resource/operations.ts'
import { isVoucherOf } from '../ledger/same-voucher.ts'
import { VOUCHER_OF_MATCH } from './line-state.ts'

/** Entries, lines and matches that explain a difference: as many as a report names; their sums count all. */
const NAMED_MAX = 1000

/** SQL: an entry `e` that never is at the bank: an opening after the first year, or what revaluates the account. */
const NEVER_AT_BANK = `(e.type = 9 AND e.amount = 0)
  OR (e.type IN (7, 8) AND e.accounting_year <> (SELECT year FROM first_year))`

/**
 * What a bank account and its account in the ledger come to at the end of a day, and what explains the difference
 * (MONTH.md 1). `$1` is the agreement, `$2` the bank account, `$3` the day. Amounts are in the account's currency.
 *
 * Lines and entries of one match cancel each other out as far as both are of the day or before. Of a voucher that was
 * reversed by then neither is left.
 */
const REPORT = `WITH asked AS (
    SELECT b.number, b.account_number, a.currency, coalesce(a.currency, g.base_currency) AS told, $3::date AS day
    FROM bank_account b JOIN account a ON a.agreement = $1 AND a.number = b.account_number JOIN agreement g
      ON g.agreement = $1
    WHERE b.agreement = $1 AND b.number = $2
  ), begun AS (
    SELECT s.from_date AS day, s.opening_balance AS balance FROM asked, bank_statement s
    WHERE s.agreement = $1 AND s.bank_account_number = asked.number AND s.opening_balance IS NOT NULL
      ORDER BY s.from_date, s.number LIMIT 1
  ), latest AS (
    SELECT s.to_date AS day, s.closing_balance AS balance FROM asked, bank_statement s
    WHERE s.agreement = $1 AND s.bank_account_number = asked.number AND s.closing_balance IS NOT NULL
      ORDER BY s.to_date DESC, s.number DESC LIMIT 1
  ), at_bank AS (
    SELECT latest.balance
      - coalesce((SELECT sum(l.amount) FROM bank_line l WHERE l.agreement = $1 AND l.bank_account_number = asked.number
          AND l.date > asked.day AND l.date <= latest.day), 0)
      + coalesce((SELECT sum(l.amount) FROM bank_line l WHERE l.agreement = $1 AND l.bank_account_number = asked.number
          AND l.date > latest.day AND l.date <= asked.day), 0) AS balance
    FROM asked, latest
  ), first_year AS (
    SELECT e.accounting_year AS year FROM asked, booked_entry e
    WHERE e.agreement = $1 AND e.account_number = asked.account_number ORDER BY e.date, e.entry_number LIMIT 1
  ), entry AS MATERIALIZED (
    SELECT e.entry_number, e.date, e.text, e.journal_number, e.voucher_number, e.accounting_year,
      CASE WHEN asked.currency IS NULL THEN e.amount_in_base_currency ELSE e.amount END AS amount,
      coalesce(m.match_number, v.number) AS match_number
    FROM asked JOIN booked_entry e ON e.agreement = $1 AND e.account_number = asked.account_number
      AND e.date <= asked.day
    LEFT JOIN bank_match_entry m ON m.agreement = $1 AND m.entry_number = e.entry_number
    LEFT JOIN bank_match v ON v.agreement = $1 AND ${isVoucherOf('v', 'e')}
    WHERE NOT (${NEVER_AT_BANK})
  ), since AS (
    SELECT e.* FROM entry e WHERE e.match_number IS NOT NULL OR e.date >= coalesce((SELECT day FROM begun), '-infinity')
  ), line AS MATERIALIZED (
    SELECT l.number, l.date, l.amount, l.text, l.match_number, l.ignored_reason FROM asked, bank_line l
    WHERE l.agreement = $1 AND l.bank_account_number = asked.number AND l.date <= asked.day
  ), of_match AS (
    SELECT number, sum(at_bank) AS at_bank, sum(in_ledger) AS in_ledger FROM (
      SELECT match_number AS number, amount AS at_bank, 0 AS in_ledger FROM line WHERE match_number IS NOT NULL
      UNION ALL SELECT match_number, 0, amount FROM since WHERE match_number IS NOT NULL) AS part
    GROUP BY number
  ), gone AS (
    SELECT m.number FROM of_match o JOIN bank_match m ON m.agreement = $1 AND m.number = o.number
    WHERE o.in_ledger = 0 AND ${VOUCHER_OF_MATCH} = 'open'
  ), part AS (
    SELECT 'inLedgerNotAtBank' AS kind, entry_number AS number, date, -amount AS amount, text FROM since
      WHERE match_number IS NULL
      -- IS TRUE keeps the planner from comparing each entry with each: it hashes them.
      AND (entry_number IN (SELECT r.reversed_entry FROM entry_reversal r
        WHERE r.agreement = $1 AND (r.reversing_entry IN (SELECT entry_number FROM since)) IS TRUE)) IS NOT TRUE
      AND (entry_number IN (SELECT r.reversing_entry FROM entry_reversal r
        WHERE r.agreement = $1 AND (r.reversed_entry IN (SELECT entry_number FROM since)) IS TRUE)) IS NOT TRUE
    UNION ALL
    SELECT CASE WHEN ignored_reason IS NULL THEN 'atBankNotInLedger' ELSE 'ignored' END, number, date, amount, text
      FROM line
    WHERE match_number IS NULL OR match_number IN (SELECT number FROM gone)
    UNION ALL
    SELECT CASE WHEN in_ledger = 0 AND EXISTS (SELECT FROM bank_match m JOIN draft_entry d ON d.agreement = $1
      AND ${isVoucherOf('m', 'd')}
        WHERE m.agreement = $1 AND m.number = o.number)
      THEN 'drafted' ELSE 'matchedOnOtherDays' END, number, NULL::date, at_bank - in_ledger, NULL FROM of_match o
    WHERE at_bank <> in_ledger AND number NOT IN (SELECT number FROM gone)
    UNION ALL
    SELECT 'beforeFirstStatement', NULL, begun.day,
      begun.balance - coalesce((SELECT sum(amount) FROM entry WHERE date < begun.day AND match_number IS NULL), 0), NULL
      FROM begun
    WHERE begun.balance <> coalesce((SELECT sum(amount) FROM entry WHERE date < begun.day AND match_number IS NULL), 0)
  ), sums AS (
    SELECT at_bank.balance AS bank, (SELECT coalesce(sum(amount), 0) FROM entry) AS ledger,
      (SELECT coalesce(sum(amount), 0) FROM part) AS explained
    FROM asked LEFT JOIN at_bank ON true
  )`

/** SQL: what of the difference nothing explains. */
const UNEXPLAINED = 'sums.bank - sums.ledger - sums.explained'

const TOLD = `json_build_object('bankAccountNumber', asked.number, 'accountNumber', asked.account_number, 'currency',
  asked.told, 'date', asked.day,
    'bankBalance', sums.bank, 'ledgerBalance', sums.ledger, 'difference', sums.bank - sums.ledger,
    'unexplained', ${UNEXPLAINED},
    'explained', (SELECT coalesce(json_agg(json_build_object('kind', k.kind, 'amount', k.amount, 'count', k.count)
      ORDER BY k.kind), '[]')
      FROM (SELECT kind, sum(amount) AS amount, count(*)::int AS count FROM part GROUP BY kind) AS k),
    'items', (SELECT coalesce(json_agg(json_strip_nulls(json_build_object('kind', p.kind, 'number', p.number, 'date',
      p.date, 'amount', p.amount, 'text', p.text))
        ORDER BY p.kind, p.date, p.number), '[]')
          FROM (SELECT * FROM part ORDER BY kind, date, number LIMIT ${NAMED_MAX}) AS p))`

/** The reconciliation of a bank account at the end of a day, as JSON; no row where the account does not exist. */
export const reconciliationStatement = (agreement: number, bankAccountNumber: number, date: string): Statement => ({
  text: `${REPORT} SELECT ${TOLD}::text FROM asked, sums`,
  values: [agreement, bankAccountNumber, date],
})

/** The report that a day was locked by, as it was; no row where there is no such reconciliation. */
export const keptReport = (agreement: number, number: number): Statement => ({
  text: 'SELECT r.report::text FROM bank_reconciliation r WHERE r.agreement = $1 AND r.number = $2',
  values: [agreement, number],
})

/** @throws ApiError BankDayIsReconciled where one of the days is locked. */
export async function refuseReconciled(
  transaction: Transaction,
  agreement: number,
  days: readonly { account: number; day: string }[],
): Promise<void> {
  if (days.length === 0) return
  const [locked] = await transaction.rows<{ day: string; until: string }>(
    `SELECT d.day::text AS day, r.date::text AS until FROM json_to_recordset($2::json) AS d(account int, day date)
     JOIN bank_reconciliation r ON r.agreement = $1 AND r.bank_account_number = d.account AND r.date >= d.day
     ORDER BY d.day, r.date DESC LIMIT 1`,
    [agreement, JSON.stringify(days)],
  )
  if (!locked) return
  const message = `The account is reconciled up to ${locked.until}, and this is of ${locked.day}.`
  throw new ApiError({ code: 'BankDayIsReconciled', property: 'date', message })
}

/** Locks a day: what changes its balances is refused from then on. Bookings wait meanwhile. @throws ApiError */
export async function reconcile({ transaction, caller }: Work, { body }: { body: Item }): Promise<ActionResult> {
  const { agreement, app } = caller
  const { bankAccountNumber, date } = body as { bankAccountNumber: number; date: string }
  await lockLedger(transaction, agreement)
  await refuseReconciled(transaction, agreement, [{ account: bankAccountNumber, day: date }])
  const [clock] = await transaction.rows<{ today: string }>('SELECT today_of($1)::text AS today', [agreement])
  if (date > clock!.today) {
    const message = `What comes until ${date} is not known yet: today is ${clock!.today}.`
    throw new ApiError({ code: 'ValueOutOfRange', property: 'date', message })
  }
  const [row] = await transaction.rows<{ report: string; bank: string | null; unexplained: string | null }>(
    `${REPORT} SELECT ${TOLD}::text AS report, sums.bank::text AS bank, (${UNEXPLAINED})::text AS unexplained
      FROM asked, sums`,
    [agreement, bankAccountNumber, date],
  )
  if (!row) throw new ApiError({ code: 'BankAccountDoesNotExist', property: 'bankAccountNumber' })
  if (row.bank === null) throw new ApiError({ code: 'BankAccountHasNoBalance', property: 'bankAccountNumber' })
  if (Number(row.unexplained) !== 0) {
    const message = `${row.unexplained} of the difference are explained by nothing.`
    throw new ApiError({ code: 'ReconciliationUnexplained', property: 'date', message })
  }
  const [made] = await transaction.rows<{ number: number }>(
    `INSERT INTO bank_reconciliation (agreement, number, bank_account_number, date, bank_balance, ledger_balance,
      reconciled_at, app, report)
     SELECT $1, take_numbers($1, 'bank_reconciliation', 1), $2, $3, (r.report->>'bankBalance')::numeric,
       (r.report->>'ledgerBalance')::numeric, clock_timestamp(), $4, r.report
     FROM (SELECT $5::json AS report) AS r RETURNING number`,
    [agreement, bankAccountNumber, date, app, row.report],
  )
  return { status: 201, body: JSON.stringify({ number: made!.number }), location: `/reconciliations/${made!.number}` }
}

/** Takes the latest lock of a bank account back. @throws ApiError */
export async function unlock(
  { transaction, caller: { agreement } }: Work,
  { path }: { path: Item },
): Promise<ActionResult> {
  await lockLedger(transaction, agreement)
  const [found] = await transaction.rows<{ isLatest: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM bank_reconciliation n WHERE n.agreement = $1
      AND n.bank_account_number = r.bank_account_number
       AND n.date > r.date) AS "isLatest" FROM bank_reconciliation r WHERE r.agreement = $1 AND r.number = $2`,
    [agreement, path.number as number],
  )
  if (!found) throw new ApiError({ code: 'ReconciliationDoesNotExist', property: 'number' })
  if (!found.isLatest) throw new ApiError({ code: 'ReconciliationIsNotLatest', property: 'number' })
  await transaction.rows('DELETE FROM bank_reconciliation WHERE agreement = $1 AND number = $2', [
    agreement,
    path.number as number,
  ])
  return { status: 204 }
}
