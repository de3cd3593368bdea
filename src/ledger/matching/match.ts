import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { lockPeriods, type PeriodFact } from '../periods.ts'
import { lockLedger } from '../lock.ts'
import { post } from '../booking/post.ts'
import { bookDifferences } from '../booking/difference.ts'
import { matchOldestFirst } from '../parties/pairing.ts'
import { readItem } from '../parties/items.ts'
import { recordAsked } from './transfers.ts'

interface Candidate {
  entryNumber: number
  /** Where the entry stands in the caller's list. */
  position: number
  date: string | null
  customerNumber: number | null
  supplierNumber: number | null
  accountNumber: number | null
  /** Null where the entry has no party. */
  currency: string | null
  remainder: string
  inCurrency: string
}

interface PartyEntry extends Candidate {
  date: string
  currency: string
}

/** Whose entries are matched, as the codes name them. */
export type Parties = 'CUSTOMERS' | 'SUPPLIERS'

/**
 * Pairs booked entries of one customer or supplier (rule 9.2), in the caller's transaction: debits against credits, the
 * oldest first, as `matchOldestFirst` does; partial remainders stay. Each entry is named once.
 *
 * All of it counts from the day of the latest entry named: that day's year and period must be open, and no list of an
 * earlier day shows it. Exchange differences are booked on that day, and so are transfers between the summary accounts
 * of a party that has moved. The ledger is locked: of two matches at once the second sees what the first has left.
 * @throws ApiError with one of the codes ENTRYMATCHING_ERROR_…, its property the element of `entryIds`;
 * ExchangeDifferenceAccountNotSet.
 */
export async function matchEntries(
  transaction: Transaction,
  agreement: number,
  entryNumbers: readonly number[],
): Promise<void> {
  if (entryNumbers.length === 0) {
    throw new ApiError({ code: 'ENTRYMATCHING_ERROR_SELECTATLEASTONEENTRY', property: 'entryIds' })
  }
  const ledger = await lockLedger(transaction, agreement)
  const candidates = await transaction.rows<Candidate>(CANDIDATES, [agreement, JSON.stringify(entryNumbers)])
  const asNamed = [...candidates].sort((a, b) => a.position - b.position)
  throwFaults(asNamed.flatMap(unusable))
  throwFaults(ofAnotherParty(asNamed))
  const entries = candidates as PartyEntry[]
  await checkPeriod(transaction, agreement, entries)
  const { date } = entries.at(-1)!
  const items = entries.map((entry) => readItem({ ...entry, key: '' }))
  const matches = matchOldestFirst(items, [], { day: () => date, realises: true })
  if (matches.length === 0) throw new ApiError({ code: 'ENTRYMATCHING_ERROR_NO_MATCHES', property: 'entryIds' })
  const accounts = new Map(entries.map(({ entryNumber, accountNumber }) => [entryNumber, accountNumber]))
  const first = await recordAsked(transaction, ledger, matches, accounts)
  const numbered = matches.map((match, index) => ({ ...match, number: first + index }))
  await bookDifferences(transaction, ledger, numbered, (added) => post(transaction, ledger, null, added, 'stayOpen'))
}

function unusable({ entryNumber, position, date, currency }: Candidate): Fault[] {
  const property = `entryIds[${position}]`
  if (date === null) {
    const message = `There is no booked entry ${entryNumber}.`
    return [{ code: 'ENTRYMATCHING_ERROR_ENTRIESNOTFOUND', property, message }]
  }
  if (currency === null) {
    const message = `Entry ${entryNumber} belongs to no customer or supplier.`
    return [{ code: 'ENTRYMATCHING_ERROR_NO_CUSTOMER_OR_SUPPLIER_ENTRIES', property, message }]
  }
  return []
}

const partyOf = ({ customerNumber, supplierNumber }: Candidate): string =>
  customerNumber !== null ? `customer ${customerNumber}` : `supplier ${supplierNumber}`

function ofAnotherParty([first, ...others]: readonly Candidate[]): Fault[] {
  return others
    .filter((entry) => partyOf(entry) !== partyOf(first!))
    .map((entry) => ({
      code: 'ENTRYMATCHING_ERROR_SUPPLIER_CUSTOMER_MIXED',
      property: `entryIds[${entry.position}]`,
      message: `Entry ${entry.entryNumber} is of ${partyOf(entry)}, entry ${first!.entryNumber} of ${partyOf(first!)}.`,
    }))
}

/**
 * @throws ApiError when the year or period of the latest entry takes no match. `entries` are in the order of their
 * dates.
 */
async function checkPeriod(transaction: Transaction, agreement: number, entries: readonly PartyEntry[]): Promise<void> {
  const latest = entries.at(-1)!
  const findPeriod = await lockPeriods(transaction, agreement, [latest.date])
  const period = findPeriod(latest.date)
  const fault = period && matchPeriodFault(period, latest.customerNumber !== null ? 'CUSTOMERS' : 'SUPPLIERS')
  if (!fault) return
  const message = `Entry ${latest.entryNumber}, the latest of those to match, is of ${latest.date}: ${fault.says}.`
  throw new ApiError({ code: fault.code, property: `entryIds[${latest.position}]`, message })
}

/** Why nothing can be matched as of a day of the period. */
export function matchPeriodFault(
  period: PeriodFact,
  party: Parties,
): { code: Fault['code']; says: string } | undefined {
  const { year, yearClosed, periodNumber, closed, barred } = period
  if (yearClosed)
    return { code: 'ENTRYMATCHING_ERROR_CLOSED_ACCOUNTING_YEAR', says: `accounting year ${year} is closed` }
  if (closed) {
    return { code: `ENTRYMATCHING_ERROR_CLOSEDPERIODS_${party}`, says: `period ${periodNumber} of ${year} is closed` }
  }
  if (barred) {
    return { code: `ENTRYMATCHING_ERROR_BARREDPERIODS_${party}`, says: `period ${periodNumber} of ${year} is barred` }
  }
  return undefined
}

const CANDIDATES = `
  SELECT named.number AS "entryNumber", named.position::int, e.date, o.customer_number AS "customerNumber",
    o.supplier_number AS "supplierNumber", e.account_number AS "accountNumber", o.currency, o.remainder,
      o.remainder_in_currency AS "inCurrency"
  FROM (
    SELECT n.number::int AS number, n.position - 1 AS position
    FROM json_array_elements_text($2::json) WITH ORDINALITY AS n(number, position)
  ) AS named
  LEFT JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = named.number
  LEFT JOIN open_item o ON o.agreement = $1 AND o.entry_number = named.number
  ORDER BY e.date, named.number`
