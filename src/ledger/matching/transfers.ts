import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../arrays.ts'
import { noJournalsVoucher, type Settled, SETTLED } from '../booking/difference.ts'
import { post } from '../booking/post.ts'
import { BLANK, type Posting, SYSTEM_ENTRY } from '../booking/posting.ts'
import { parseRate } from '../currency.ts'
import type { LockedLedger } from '../lock.ts'
import type { Match } from '../parties/pairing.ts'
import { recordMatches } from '../parties/record.ts'

/**
 * Records matches that somebody asked for. A party that moved to another group may have entries on two summary
 * accounts, each of which keeps its balance (rule 9.1). So what a debit and a credit on different accounts settle of
 * each other is transferred: a system entry settles the debit on its account, and one settles the credit on the other.
 * The second match belongs to the first. All transfers make one voucher of no journal. The ledger is locked.
 * @returns the number of the first match; the others follow it.
 */
export async function recordAsked(
  transaction: Transaction,
  ledger: LockedLedger,
  matches: readonly Match[],
  accounts: ReadonlyMap<number, number | null>,
): Promise<number> {
  const { agreement } = ledger
  const isCrossing = ({ debitEntry, creditEntry }: Match) => accounts.get(debitEntry) !== accounts.get(creditEntry)
  const crossing = matches.filter(isCrossing)
  if (crossing.length === 0) return await recordMatches(transaction, agreement, matches, null)
  const postings = await transfersOf(transaction, ledger, crossing)
  const { booking, firstEntry } = await post(transaction, ledger, null, postings, 'stayOpen')
  const against = new Map(crossing.map((match, index) => [match, firstEntry + 2 * index]))
  const asked = matches.map((match) => {
    const creditEntry = against.get(match)
    return creditEntry === undefined ? match : { ...match, creditEntry, creditAmount: match.debitAmount }
  })
  const first = await recordMatches(transaction, agreement, asked, null)
  const others = [...against].map(([match, entry]) => ({
    ...match,
    debitEntry: entry + 1,
    debitAmount: match.creditAmount,
    belongsTo: first + matches.indexOf(match),
  }))
  await recordMatches(transaction, agreement, others, booking)
  return first
}

/** Two postings for each match: against its debit, then against its credit, each in the currency of that. */
async function transfersOf(
  transaction: Transaction,
  { agreement, texts }: LockedLedger,
  matches: readonly Match[],
): Promise<Posting[]> {
  const numbers = matches.flatMap(({ debitEntry, creditEntry }) => [debitEntry, creditEntry])
  const rows = await transaction.rows<Settled>(SETTLED, [agreement, arrayOf(elements(numbers))])
  const settled = new Map(rows.map(({ entryNumber, ...row }) => [entryNumber, row]))
  const voucher = await noJournalsVoucher(transaction, agreement, matches)
  const against = (entryNumber: number, date: string, amount: bigint, base: bigint): Posting => {
    const { exchangeRate, ...party } = settled.get(entryNumber)!
    const rest = { ...voucher(date), exchangeRate: parseRate(exchangeRate), amount, amountInBaseCurrency: base }
    return { ...BLANK, ...party, ...rest, type: SYSTEM_ENTRY, text: texts.transfer }
  }
  return matches.flatMap(({ debitEntry, creditEntry, date, amount, debitAmount, creditAmount }) => [
    against(debitEntry, date, -debitAmount, -amount),
    against(creditEntry, date, creditAmount, amount),
  ])
}
