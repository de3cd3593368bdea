import type { Transaction } from '../../database/connection.ts'
import { grouped } from '../grouped.ts'
import { CENTS_MAX, centsOf, centsToText } from '../money.ts'
import { keyOf } from '../reports/dimension-totals.ts'
import { ENTRY_OF_REMAINDER, remaindersThen } from '../reports/open-items.ts'
import type { DimensionKeys, OpeningBalance } from './opening.ts'

/** An account's balance at the end of the year, and what the next year opens it with already: cents, debit positive. */
export interface Carried {
  accountNumber: number
  isBalance: boolean
  /** Whether the year has anything of it. */
  isInYear: boolean
  closing: bigint
  opened: bigint
}

/** A part of what an account lacks in the next year: of one currency, with keys of dimensions. */
interface Part {
  accountNumber: number
  keys?: DimensionKeys | undefined
  /** None: the base currency. */
  currency?: string | undefined
  /** In the currency, cents; 0 where there is none. */
  amount: bigint
  /** In base currency. */
  cents: bigint
}

/** What a year carries to the next. */
export interface CarriedYear {
  /** The sum of all accounts that are not carried, cents: a profit is negative. */
  result: bigint
  /** Of each account. */
  carried: readonly Carried[]
  /** What the next year's opening lacks, sum 0.00. */
  balances: readonly OpeningBalance[]
}

/** Reads what `year` carries to the year `next`; its result goes to the account `resultAccount`. */
export async function carriedYear(
  transaction: Transaction,
  agreement: number,
  { year, next, resultAccount }: { year: string; next: string; resultAccount: number },
): Promise<CarriedYear> {
  const carried = await carriedBalances(transaction, agreement, year, next)
  const parts = [
    ...(await partsOf(transaction, KEPT_PARTS, [agreement, year, next])),
    ...(await partsOf(transaction, ITEM_PARTS, [agreement, year, next])),
  ]
  const result = carried.reduce((sum, { isBalance, closing }) => (isBalance ? sum : sum + closing), 0n)
  return { result, carried, balances: openingBalances(carried, parts, { account: resultAccount, cents: result }) }
}

async function carriedBalances(
  transaction: Transaction,
  agreement: number,
  year: string,
  next: string,
): Promise<Carried[]> {
  const rows = await transaction.rows<Omit<Carried, 'closing' | 'opened'> & { closing: string; opened: string }>(
    `SELECT s.account_number AS "accountNumber",
       (SELECT a.type = 2 FROM account a WHERE a.agreement = $1 AND a.number = s.account_number) AS "isBalance",
       s."isInYear", s.closing, s.opened
     FROM (
       SELECT t.account_number, bool_or(t.accounting_year = $2) AS "isInYear",
         coalesce(sum(t.opening + t.debit - t.credit) FILTER (WHERE t.accounting_year = $2), 0) AS closing,
         coalesce(sum(t.opening) FILTER (WHERE t.accounting_year = $3), 0) AS opened
       FROM period_total t WHERE t.agreement = $1 AND t.accounting_year IN ($2, $3) GROUP BY t.account_number
     ) AS s ORDER BY s.account_number`,
    [agreement, year, next],
  )
  return rows.map((row) => ({ ...row, closing: centsOf(row.closing), opened: centsOf(row.opened) }))
}

async function partsOf(transaction: Transaction, text: string, values: (string | number)[]): Promise<Part[]> {
  const rows = await transaction.rows<
    DimensionKeys & { accountNumber: number; currency: string | null; amount: string | null; base: string }
  >(text, values)
  return rows.map(({ accountNumber, currency, amount, base, ...keys }) => ({
    accountNumber,
    keys,
    currency: currency ?? undefined,
    amount: amount === null ? 0n : centsOf(amount),
    cents: centsOf(base),
  }))
}

/**
 * SQL: by currency, where the account is kept in one, and by keys of dimensions, as they are today, which the year
 * keeps from now on. What else is on such an account was booked before it was kept in the currency, and stays in base
 * currency.
 */
const KEPT_PARTS = `
  SELECT k.account_number AS "accountNumber", k.currency, CASE WHEN k.currency IS NOT NULL
    THEN sum(k.amount) END AS amount, sum(k.base) AS base, k.key2 AS "dimension2Key", k.key3 AS "dimension3Key",
    CASE WHEN NOT is_distribution_key($1, 1, k.key1) THEN k.key1 END AS "departmentNumber",
    CASE WHEN is_distribution_key($1, 1, k.key1) THEN k.key1 END AS "departmentalDistributionNumber"
  FROM (
    SELECT e.account_number, s.sign * e.amount AS amount, s.sign * e.amount_in_base_currency AS base,
      CASE WHEN e.currency = a.currency AND a.currency <> g.base_currency THEN e.currency END AS currency,
      ${keyOf('1')} AS key1, ${keyOf('2')} AS key2, ${keyOf('3')} AS key3
    FROM agreement g
    JOIN booked_entry e ON e.agreement = $1
    JOIN account a ON a.agreement = $1 AND a.number = e.account_number AND a.type = 2
    CROSS JOIN LATERAL (SELECT CASE e.accounting_year WHEN $2 THEN 1 ELSE -1 END AS sign) s
    WHERE g.agreement = $1 AND (e.accounting_year = $2 OR e.accounting_year = $3 AND e.type IN (7, 8))
  ) AS k
  WHERE num_nonnulls(k.currency, k.key1, k.key2, k.key3) > 0
  GROUP BY k.account_number, k.currency, k.key1, k.key2, k.key3
  HAVING sum(k.base) <> 0 OR (k.currency IS NOT NULL AND sum(k.amount) <> 0)
  ORDER BY k.account_number, k.currency NULLS FIRST, k.key1 NULLS FIRST, k.key2 NULLS FIRST, k.key3 NULLS FIRST`

/**
 * SQL: what is open on summary accounts at the end of the year in another currency than that of the books, by currency,
 * less what the next year opens them with. Accounts that are kept in a currency are left to their entries.
 */
const ITEM_PARTS = `
  WITH asked AS MATERIALIZED (
    SELECT y.date_to AS last FROM accounting_year y WHERE y.agreement = $1 AND y.year = $2
  ), ${remaindersThen('o.currency <> (SELECT g.base_currency FROM agreement g WHERE g.agreement = $1)')},
  part AS (
    SELECT e.account_number, e.currency, r.in_currency AS amount, r.base
    FROM asked CROSS JOIN remainder r${ENTRY_OF_REMAINDER}
    WHERE e.date <= asked.last
    UNION ALL
    SELECT e.account_number, e.currency, -e.amount, -e.amount_in_base_currency
    FROM agreement g JOIN booked_entry e ON e.agreement = $1 AND e.accounting_year = $3 AND e.type IN (7, 8)
      AND e.currency <> g.base_currency
    WHERE g.agreement = $1
  )
  SELECT p.account_number AS "accountNumber", p.currency, sum(p.amount) AS amount, sum(p.base) AS base
  FROM part p JOIN agreement g ON g.agreement = $1
  JOIN account a ON a.agreement = $1 AND a.number = p.account_number AND a.type = 2
  WHERE coalesce(a.currency, g.base_currency) = g.base_currency
  GROUP BY p.account_number, p.currency HAVING sum(p.amount) <> 0
  ORDER BY p.account_number, p.currency`

/**
 * What the next year's opening lacks, sum 0.00. The result has a line of its own, unless the result account is opened
 * already: then it is part of that account's difference.
 */
function openingBalances(
  carried: readonly Carried[],
  parts: readonly Part[],
  result: { account: number; cents: bigint },
): OpeningBalance[] {
  if (!carried.some(({ isInYear }) => isInYear)) return []
  const isOpened = carried.some(({ accountNumber, opened }) => accountNumber === result.account && opened !== 0n)
  const ofAccount = grouped(parts, ({ accountNumber }) => accountNumber)
  const lines = carried.flatMap(({ accountNumber, isBalance, closing, opened }): Part[] => {
    const added = isOpened && accountNumber === result.account ? result.cents : 0n
    const own = ofAccount.get(accountNumber) ?? []
    const rest = own.reduce((left, { cents }) => left - cents, (isBalance ? closing : 0n) + added - opened)
    const isForeign = ({ currency }: Part): boolean => currency !== undefined
    return [
      ...own.filter(isForeign),
      { accountNumber, amount: 0n, cents: rest },
      ...own.filter((part) => !isForeign(part)),
    ]
  })
  if (!isOpened) lines.push({ accountNumber: result.account, amount: 0n, cents: result.cents })
  return lines.flatMap(bookable)
}

/** A balance may have more digits than an entry: then it takes several. */
function bookable({ amount, cents, ...line }: Part): OpeningBalance[] {
  const [amounts, bases] = [fitting(amount), fitting(cents)]
  return Array.from({ length: Math.max(amounts.length, bases.length) }, (_, index) => ({
    ...line,
    amount: centsToText(amounts[index] ?? 0n),
    amountInBaseCurrency: centsToText(bases[index] ?? 0n),
  }))
}

function fitting(cents: bigint): bigint[] {
  const parts: bigint[] = []
  let left = cents
  for (; left > CENTS_MAX; left -= CENTS_MAX) parts.push(CENTS_MAX)
  for (; left < -CENTS_MAX; left += CENTS_MAX) parts.push(-CENTS_MAX)
  return [...parts, left]
}
