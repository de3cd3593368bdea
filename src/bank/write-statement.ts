import type { Transaction } from '../database/connection.ts'
import type { Fault } from '../errors/catalogue.ts'
import { refuseReconciled } from './reconciliation.ts'
import type { ParsedStatement } from './parse.ts'

/** What became of a statement. */
export interface WrittenStatement {
  number: number
  bankAccountNumber: number
  from: string
  to: string
  openingBalance: string | null
  closingBalance: string | null
  lines: number
  alreadyThere: number
  waiting: number
}

interface Particulars {
  /** Of the file, in hex. */
  hash: string
  acceptsGap: boolean
}

const STATEMENT = `INSERT INTO bank_statement (agreement, number, bank_account_number, from_date, to_date,
  opening_balance, closing_balance,
    lines, already_there, waiting, follows_gap, hash, received_at)
  VALUES ($1, take_numbers($1, 'bank_statement', 1), $2, $3, $4, $5, $6, 0, 0, $7, $8, decode($9, 'hex'),
    clock_timestamp())
  RETURNING number`

/** Inserts of lines as many as there are more of in the statement than were there before it. */
const LINES = `WITH sent AS (
    SELECT * FROM json_to_recordset($4::json) AS l(place int, same int, date date, "valueDate" date,
      amount numeric(20, 2), text text, "counterpartyName" text, "counterpartyAccount" text, reference text,
      "endToEndId" text, "bankReference" text, "originalAmount" numeric(20, 2), "originalCurrency" text, payments int)
  ), there AS (
    SELECT b.date, b.amount, b.bank_reference, CASE WHEN b.bank_reference IS NULL THEN b.text ELSE '' END AS text,
      count(*) AS count
    FROM bank_line b
    WHERE b.agreement = $1 AND b.bank_account_number = $2 AND b.statement_number <> $3
      AND b.date BETWEEN (SELECT min(date) FROM sent) AND (SELECT max(date) FROM sent)
    GROUP BY 1, 2, 3, 4
  ), added AS (
    SELECT s.*, row_number() OVER (ORDER BY s.place) AS ordinal FROM sent s
    LEFT JOIN there t ON t.date = s.date AND t.amount = s.amount
      AND t.bank_reference IS NOT DISTINCT FROM s."bankReference"
      AND t.text = CASE WHEN s."bankReference" IS NULL THEN s.text ELSE '' END
    WHERE s.same >= coalesce(t.count, 0)
  ), taken AS (
    SELECT take_numbers($1, 'bank_line', count(*)::int) - 1 AS before FROM added HAVING count(*) > 0
  ), inserted AS (
    INSERT INTO bank_line (agreement, number, bank_account_number, statement_number, place, date, value_date, amount,
      text, counterparty_name, counterparty_account, reference, end_to_end_id, bank_reference, original_amount,
      original_currency, payments)
    SELECT $1, taken.before + a.ordinal, $2, $3, a.place, a.date, a."valueDate", a.amount, a.text, a."counterpartyName",
      a."counterpartyAccount", a.reference, a."endToEndId", a."bankReference", a."originalAmount", a."originalCurrency",
      a.payments
    FROM added a, taken RETURNING number
  )
  SELECT count(*)::int AS added FROM inserted`

/**
 * Writes statements of a file, one after the other: each sees the lines of those before. @param particulars of the
 * file.
 */
export function statementWriter(transaction: Transaction, agreement: number, { hash, acceptsGap }: Particulars) {
  return async (statement: ParsedStatement, bankAccountNumber: number, faults: Fault[]): Promise<WrittenStatement> => {
    const { from, to, openingBalance, closingBalance, waiting, count, lines } = statement
    const gap = await gapBefore(transaction, agreement, bankAccountNumber, statement)
    if (gap !== undefined && !acceptsGap) faults.push({ code: 'BankStatementGap', property: 'file', message: gap })
    const [made] = await transaction.rows<{ number: number }>(STATEMENT, [
      agreement,
      bankAccountNumber,
      from,
      to,
      openingBalance,
      closingBalance,
      waiting,
      gap !== undefined,
      hash,
    ])
    const { number } = made!
    let added = 0
    for (const piece of lines) {
      const [counted] = await transaction.rows<{ added: number }>(LINES, [agreement, bankAccountNumber, number, piece])
      added += counted!.added
    }
    await transaction.rows(
      'UPDATE bank_statement SET lines = $3, already_there = $4 WHERE agreement = $1 AND number = $2',
      [agreement, number, added, count - added],
    )
    await refuseReconciled(transaction, agreement, await daysAdded(transaction, agreement, bankAccountNumber, number))
    const after = gap === undefined ? await gapAfter(transaction, agreement, bankAccountNumber, number) : undefined
    if (after !== undefined && !acceptsGap) faults.push({ code: 'BankStatementGap', property: 'file', message: after })
    const told = { bankAccountNumber, from, to, openingBalance, closingBalance, waiting }
    return { number, ...told, lines: added, alreadyThere: count - added }
  }
}

/** The first day that a statement has added lines of. */
async function daysAdded(
  transaction: Transaction,
  agreement: number,
  account: number,
  number: number,
): Promise<{ account: number; day: string }[]> {
  const [first] = await transaction.rows<{ day: string | null }>(
    'SELECT min(l.date)::text AS day FROM bank_line l WHERE l.agreement = $1 AND l.statement_number = $2',
    [agreement, number],
  )
  return first?.day ? [{ account, day: first.day }] : []
}

/** What the lines of an account come to within days. @param days a condition on `l`, in SQL. */
const linesWithin = (days: string): string =>
  `coalesce((SELECT sum(l.amount) FROM bank_line l WHERE l.agreement = $1 AND l.bank_account_number = $2 AND ${days}),
    0)`

/**
 * The statement of the account that begins before a day and ends last, and what the balance is at the end of the day
 * before: by its closing balance, and by its opening balance. They differ where it begins or ends amid a day, the rest
 * of which another statement has.
 */
const BEFORE = `SELECT s.to_date::text AS to, ($3::date - 1)::text AS eve,
    (s.closing_balance + ${linesWithin('l.date > s.to_date AND l.date < $3::date')}
      - ${linesWithin('l.date >= $3::date AND l.date <= s.to_date AND l.statement_number <= s.number')})::text
        AS balance,
    (s.opening_balance + ${linesWithin('l.date >= s.from_date AND l.date < $3::date')})::text AS forwards,
    s.closing_balance::text AS closing
  FROM bank_statement s WHERE s.agreement = $1 AND s.bank_account_number = $2 AND s.closing_balance IS NOT NULL
    AND s.from_date <= $3::date
  ORDER BY s.to_date DESC, s.number DESC LIMIT 1`

/**
 * Why the opening balance does not follow from the lines that are there; undefined where it does, or where nothing is
 * there before.
 */
async function gapBefore(
  transaction: Transaction,
  agreement: number,
  bankAccountNumber: number,
  { from, openingBalance }: ParsedStatement,
): Promise<string | undefined> {
  if (openingBalance === null) return undefined
  const [before] = await transaction.rows<{
    to: string
    eve: string
    balance: string
    forwards: string | null
    closing: string
  }>(BEFORE, [agreement, bankAccountNumber, from])
  if (!before || before.balance === openingBalance || before.forwards === openingBalance) return undefined
  // A statement of the same day continues the one before it within the day.
  if (before.to === from && before.closing === openingBalance) return undefined
  const told = `The opening balance of ${from} is ${openingBalance}, and the lines here come to ${before.balance} at the end of ${before.eve}.`
  return before.to < before.eve ? `${told} ${missing(before.to, before.eve)}` : told
}

/** Why the statement that follows does not follow from this one any more; undefined where it does. */
async function gapAfter(
  transaction: Transaction,
  agreement: number,
  bankAccountNumber: number,
  number: number,
): Promise<string | undefined> {
  const [next] = await transaction.rows<{
    to: string
    from: string
    closing: string
    forwards: string | null
    opening: string
  }>(
    `SELECT s.to_date::text AS to, n.from_date::text AS from, n.opening_balance::text AS opening,
       (s.closing_balance + ${linesWithin('l.date > s.to_date AND l.date < n.from_date')})::text AS closing,
       (s.opening_balance + ${linesWithin('l.date >= s.from_date AND l.date < n.from_date')})::text AS forwards
     FROM bank_statement s JOIN LATERAL (
       SELECT * FROM bank_statement n WHERE n.agreement = $1 AND n.bank_account_number = $2
         AND n.opening_balance IS NOT NULL
         AND n.from_date > s.to_date AND NOT n.follows_gap ORDER BY n.from_date, n.number LIMIT 1) AS n ON true
     WHERE s.agreement = $1 AND s.number = $3 AND s.closing_balance IS NOT NULL`,
    [agreement, bankAccountNumber, number],
  )
  if (!next || next.closing === next.opening || next.forwards === next.opening) return undefined
  return `The closing balance is ${next.closing} at the end of ${next.to}, and the next statement opens on ${next.from} with ${next.opening}. ${missing(next.to, next.from)}`
}

const missing = (last: string, first: string): string => `Days between ${last} and ${first} may be missing.`
