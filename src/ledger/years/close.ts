import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { carriedYear } from './carried.ts'
import { bookOpening } from './opening.ts'
import { centsOf, centsToText } from '../money.ts'
import { lockLedger } from '../lock.ts'
import { type ClosingNote, closingNotes } from './closing-notes.ts'
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

/**
 * Closes an accounting year for good (rule 8.2), in the caller's transaction, and answers the
 * booking of the next year's opening entries; undefined when there was nothing to carry.
 *
 * Closing books nothing in the closed year, so its profit and loss can always be read. It books one voucher of opening
 * entries (type 7) on the first day of the next year:
 *
 * - for each account of type 2 its closing balance, in one line for each combination of keys of dimensions;
 * - one line that adds the result, which is the sum of all other accounts, to the system account `result`. So accounts
 *   of type 1 open at zero.
 *
 * If the next year already has opening balances (imported ones), only the difference is booked. If nothing was booked
 * in the closed year, nothing is booked in the next.
 *
 * An account that is kept in a currency opens in it. A summary account opens with a line for each currency of its open
 * items, and one in base currency with what is left. Opening entries name no party, not even on summary accounts. What
 * a party owes is its entries and their remainders: they stay open, and would count twice if the opening named the
 * party again.
 *
 * The year's row is locked before its draft entries are counted, and every draft and booking holds it shared. Closing
 * waits for those under way and sees them; later ones see the year closed.
 * @throws ApiError NotFound, AccountingYearIsClosed, EarlierAccountingYearIsOpen, NextAccountingYearDoesNotExist,
 * NewPeriodCauseChangesToBlockedPeriods (the next year's first period is barred), ResultAccountNotSet,
 * AccountingYearHasDraftEntries.
 */
export async function closeYear(
  transaction: Transaction,
  agreement: number,
  year: string,
): Promise<Booked | undefined> {
  const { texts } = await lockLedger(transaction, agreement)
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
  const years = { year, next: facts.next!, resultAccount: facts.resultAccount! }
  const { balances } = await carriedYear(transaction, agreement, years)
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
    balances,
    balancingAccountNumber: facts.resultAccount!,
    text: texts.openingBalance(year),
  })
}

/** What closing a year would do. Amounts are decimal text. */
export interface ClosePreview {
  /** A profit is positive. */
  result: string
  openingEntries: { accountNumber: number; currency: string; amount: string; amountInBaseCurrency: string }[]
  /** Why it cannot be closed. */
  faults: { errorCode: string; message: string }[]
  /** What is to be looked at before. */
  notes: ClosingNote[]
}

/**
 * What closing the year would do, as of now, what keeps it from being closed, and what is to be looked at before.
 * Writes nothing.
 * @throws ApiError NotFound.
 */
export async function previewClose(transaction: Transaction, agreement: number, year: string): Promise<ClosePreview> {
  const [row] = await transaction.rows<ClosingFacts & { isClosed: boolean; baseCurrency: string }>(
    `SELECT f.*, y.is_closed AS "isClosed", a.base_currency AS "baseCurrency" FROM (${FACTS}) AS f
     JOIN accounting_year y ON y.agreement = $1 AND y.year = $2 JOIN agreement a ON a.agreement = $1`,
    [agreement, year],
  )
  if (!row) throw new ApiError({ code: 'NotFound', property: 'year', message: `There is no accounting year ${year}.` })
  const { baseCurrency, isClosed } = row
  const closed: Fault = { code: 'AccountingYearIsClosed', property: 'year', message: `Year ${year} is closed already.` }
  const faults = isClosed ? [closed] : closingFaults(year, row)
  const years = { year, next: row.next ?? '', resultAccount: row.resultAccount ?? 0 }
  const { result, balances } = await carriedYear(transaction, agreement, years)
  const lines = isClosed ? [] : balances
  return {
    result: centsToText(-result),
    openingEntries: lines
      .filter(
        ({ accountNumber, amount, amountInBaseCurrency }) =>
          accountNumber > 0 && [amount ?? '0', amountInBaseCurrency].some((one) => centsOf(one) !== 0n),
      )
      .map(({ accountNumber, currency, amount, amountInBaseCurrency }) => ({
        accountNumber,
        currency: currency ?? baseCurrency,
        amount: currency === undefined ? amountInBaseCurrency : (amount ?? '0.00'),
        amountInBaseCurrency,
      })),
    faults: faults.map(({ code, message }) => ({ errorCode: code, message: message! })),
    notes: await closingNotes(transaction, agreement, { year, isClosed }),
  }
}

const FACTS = `
  SELECT
    (SELECT e.year FROM accounting_year e WHERE e.agreement = $1 AND e.date_from < y.date_from AND NOT e.is_closed
       ORDER BY e.date_from LIMIT 1) AS "earlierOpen",
    (SELECT count(*)::int FROM draft_entry d WHERE d.agreement = $1 AND d.date BETWEEN y.date_from AND y.date_to)
      AS drafts,
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
