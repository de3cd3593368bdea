import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { CENTS_MAX, centsOf, centsToText } from '../money.ts'
import { bookOpening, type DimensionKeys, type OpeningBalance } from './opening.ts'
import { keyOf } from '../reports/dimension-totals.ts'
import { lockLedger } from '../lock.ts'
import type { Booked } from '../booking/booked.ts'

interface ClosingFacts {
  /** The first year before this one that is still open. */
  earlierOpen: string | null
  drafts: number
  next: string | null
  nextFrom: string
  nextBarred: boolean
  resultAccount: number | null
  resultType: number | null
}

/** An account's balance at the end of the year, and what the next year opens it with already: cents, debit positive. */
interface Carried {
  accountNumber: number
  isBalance: boolean
  /** Whether the year has anything of it. */
  isInYear: boolean
  closing: bigint
  opened: bigint
}

/** The part of an account's closing balance with these keys of dimensions, less the part that the next year opens with already. */
interface Keyed {
  accountNumber: number
  keys: DimensionKeys
  cents: bigint
}

/**
 * Closes an accounting year for good (rule 8.2), in the caller's transaction, and answers the
 * booking of the next year's opening entries; undefined when there was nothing to carry.
 *
 * Closing books nothing in the closed year, so its profit and loss can always be read. It books one voucher of opening
 * entries (type 7) on the first day of the next year:
 *
 * - for each account of type 2 its closing balance, in one line for each combination of keys of dimensions;
 * - one line that adds the result, which is the sum of all other accounts, to the system account `result`. So accounts of
 *   type 1 open at zero.
 *
 * If the next year already has opening balances (imported ones), only the difference is booked. If nothing was booked in
 * the closed year, nothing is booked in the next.
 *
 * Opening entries are in base currency and name no party, not even on summary accounts. What a party owes is its entries and
 * their remainders: they stay open, and would count twice if the opening named the party again.
 *
 * The year's row is locked before its draft entries are counted, and every draft and booking holds it shared. Closing waits
 * for those under way and sees them; later ones see the year closed.
 * @throws ApiError NotFound, AccountingYearIsClosed, EarlierAccountingYearIsOpen, NextAccountingYearDoesNotExist,
 * NewPeriodCauseChangesToBlockedPeriods (the next year's first period is barred), ResultAccountNotSet,
 * AccountingYearHasDraftEntries.
 */
export async function closeYear(
  transaction: Transaction,
  agreement: number,
  year: string,
): Promise<Booked | undefined> {
  await lockLedger(transaction, agreement)
  const [found] = await transaction.rows<{ isClosed: boolean }>(
    `SELECT y.is_closed AS "isClosed" FROM accounting_year y WHERE y.agreement = $1 AND y.year = $2 FOR NO KEY UPDATE`,
    [agreement, year],
  )
  if (!found)
    throw new ApiError({ code: 'NotFound', property: 'year', message: `There is no accounting year ${year}.` })
  if (found.isClosed) {
    throw new ApiError({ code: 'AccountingYearIsClosed', property: 'year', message: `Year ${year} is closed already.` })
  }
  const [row] = await transaction.rows<ClosingFacts>(FACTS, [agreement, year])
  const facts = row!
  throwFaults(closingFaults(year, facts))
  const carried = await carriedBalances(transaction, agreement, year, facts.next!)
  const keyed = await keyedBalances(transaction, agreement, year, facts.next!)
  await transaction.rows(
    `WITH closed AS (
       UPDATE accounting_year SET is_closed = true, object_version = nextval('object_version')
       WHERE agreement = $1 AND year = $2)
     UPDATE accounting_period SET is_closed = true, object_version = nextval('object_version')
     WHERE agreement = $1 AND year = $2`,
    [agreement, year],
  )
  return await bookOpening(transaction, {
    agreement,
    date: facts.nextFrom,
    balances: openingBalances(carried, keyed, facts.resultAccount!),
    balancingAccountNumber: facts.resultAccount!,
    text: `Opening balance from ${year}`,
  })
}

const FACTS = `
  SELECT
    (SELECT e.year FROM accounting_year e WHERE e.agreement = $1 AND e.date_from < y.date_from AND NOT e.is_closed
       ORDER BY e.date_from LIMIT 1) AS "earlierOpen",
    (SELECT count(*)::int FROM draft_entry d WHERE d.agreement = $1 AND d.date BETWEEN y.date_from AND y.date_to) AS drafts,
    n.year AS next, n.date_from AS "nextFrom", coalesce(p.is_barred, false) AS "nextBarred",
    s.account_number AS "resultAccount", a.type AS "resultType"
  FROM accounting_year y
  LEFT JOIN accounting_year n ON n.agreement = $1 AND n.date_from = y.date_to + 1
  LEFT JOIN accounting_period p ON p.agreement = $1 AND p.year = n.year AND p.date_from = n.date_from
  LEFT JOIN system_account s ON s.agreement = $1 AND s.purpose = 'result'
  LEFT JOIN account a ON a.agreement = $1 AND a.number = s.account_number
  WHERE y.agreement = $1 AND y.year = $2`

function closingFaults(year: string, facts: ClosingFacts): Fault[] {
  const faults: Fault[] = []
  const report = (code: Fault['code'], message: string) => faults.push({ code, property: 'year', message })
  const { earlierOpen, next, nextBarred, resultAccount, resultType, drafts } = facts
  if (earlierOpen !== null) report('EarlierAccountingYearIsOpen', `Year ${earlierOpen} is still open; close it first.`)
  if (next === null) report('NextAccountingYearDoesNotExist', `There is no year after ${year} to open.`)
  if (nextBarred) {
    report(
      'NewPeriodCauseChangesToBlockedPeriods',
      `The first period of ${next} is barred; it takes the opening entries.`,
    )
  }
  if (resultAccount === null) report('ResultAccountNotSet', 'The agreement has no account for the result.')
  else if (resultType !== 2) {
    report('ResultAccountNotSet', `Account ${resultAccount} is of type ${resultType}; a result goes to one of type 2.`)
  }
  if (drafts > 0) {
    report('AccountingYearHasDraftEntries', `Year ${year} has draft entries (${drafts}); book or delete them.`)
  }
  return faults
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

/** By the keys as they are today, which the year keeps from now on. */
async function keyedBalances(
  transaction: Transaction,
  agreement: number,
  year: string,
  next: string,
): Promise<Keyed[]> {
  const rows = await transaction.rows<DimensionKeys & { accountNumber: number; amount: string }>(
    `SELECT k.account_number AS "accountNumber", sum(k.amount) AS amount, k.key2 AS "dimension2Key", k.key3 AS "dimension3Key",
       CASE WHEN NOT is_distribution_key($1, 1, k.key1) THEN k.key1 END AS "departmentNumber",
       CASE WHEN is_distribution_key($1, 1, k.key1) THEN k.key1 END AS "departmentalDistributionNumber"
     FROM (
       SELECT e.account_number, CASE e.accounting_year WHEN $2 THEN e.amount_in_base_currency ELSE - e.amount_in_base_currency END AS amount,
         ${keyOf('1')} AS key1, ${keyOf('2')} AS key2, ${keyOf('3')} AS key3
       FROM booked_entry e JOIN account a ON a.agreement = $1 AND a.number = e.account_number AND a.type = 2
       WHERE e.agreement = $1 AND (e.accounting_year = $2 OR e.accounting_year = $3 AND e.type IN (7, 8))
     ) AS k
     WHERE num_nonnulls(k.key1, k.key2, k.key3) > 0
     GROUP BY k.account_number, k.key1, k.key2, k.key3 HAVING sum(k.amount) <> 0
     ORDER BY k.account_number, k.key1 NULLS FIRST, k.key2 NULLS FIRST, k.key3 NULLS FIRST`,
    [agreement, year, next],
  )
  return rows.map(({ accountNumber, amount, ...keys }) => ({ accountNumber, keys, cents: centsOf(amount) }))
}

/**
 * What the next year's opening lacks, sum 0.00. The result has a line of its own, unless the result account is opened
 * already: then it is part of that account's difference.
 */
function openingBalances(
  carried: readonly Carried[],
  keyed: readonly Keyed[],
  resultAccount: number,
): OpeningBalance[] {
  if (!carried.some(({ isInYear }) => isInYear)) return []
  const result = carried.reduce((sum, { isBalance, closing }) => (isBalance ? sum : sum + closing), 0n)
  const isOpened = carried.some(({ accountNumber, opened }) => accountNumber === resultAccount && opened !== 0n)
  const partsOf = new Map<number, Keyed[]>()
  for (const part of keyed) {
    const known = partsOf.get(part.accountNumber)
    if (known) known.push(part)
    else partsOf.set(part.accountNumber, [part])
  }
  const lines = carried.flatMap(({ accountNumber, isBalance, closing, opened }): Line[] => {
    const added = isOpened && accountNumber === resultAccount ? result : 0n
    const parts = partsOf.get(accountNumber) ?? []
    const rest = parts.reduce((left, { cents }) => left - cents, (isBalance ? closing : 0n) + added - opened)
    return [{ accountNumber, cents: rest }, ...parts]
  })
  if (!isOpened) lines.push({ accountNumber: resultAccount, cents: result })
  return lines.flatMap(({ accountNumber, keys, cents }) =>
    bookable(cents).map((part) => ({ accountNumber, keys, amountInBaseCurrency: centsToText(part) })),
  )
}

type Line = Omit<Keyed, 'keys'> & Partial<Keyed>

/** A balance may have more digits than an entry: then it takes several. */
function bookable(cents: bigint): bigint[] {
  const parts: bigint[] = []
  let left = cents
  for (; left > CENTS_MAX; left -= CENTS_MAX) parts.push(CENTS_MAX)
  for (; left < -CENTS_MAX; left += CENTS_MAX) parts.push(-CENTS_MAX)
  return [...parts, left]
}
