import type { Day } from '../ledger/naive-facts.ts'
import { inText } from '../ledger/naive-money.ts'
import type { NaiveEntry } from '../ledger/naive-open-items.ts'

/** A line as a file has it. */
export interface FileLine {
  date: Day
  amount: bigint
  text: string
  /** The bank's own reference, if the file has any. */
  reference?: string | undefined
}

const NO_REFERENCES = ['NONREF', 'NOTPROVIDED']

/** By what lines are the same: the reference of the bank, or day, amount and text (MONTH.md 1). */
const keyOf = ({ date, amount, text, reference }: FileLine): string =>
  reference === undefined || NO_REFERENCES.includes(reference)
    ? `${date} ${amount} ${text}`
    : `${date} ${amount} by ${reference}`

const counted = (lines: readonly FileLine[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  return counts
}

/** A multiset of lines that files are added to: of each line only as many as the file has more. */
export class NaiveLines {
  readonly lines: FileLine[] = []

  /** What of a file is not there yet. */
  news(file: readonly FileLine[]): FileLine[] {
    const there = counted(this.lines)
    return file.filter((line) => {
      const left = there.get(keyOf(line)) ?? 0
      there.set(keyOf(line), left - 1)
      return left <= 0
    })
  }

  /** @returns how many lines were new, and how many were there. */
  add(file: readonly FileLine[]): [lines: number, alreadyThere: number] {
    const news = this.news(file)
    this.lines.push(...news)
    return [news.length, file.length - news.length]
  }

  balanceBefore(day: Day): bigint {
    return sum(this.lines.filter(({ date }) => date < day))
  }

  balanceOn(day: Day): bigint {
    return sum(this.lines.filter(({ date }) => date <= day))
  }
}

const sum = (some: readonly { amount: bigint }[]): bigint => some.reduce((total, { amount }) => total + amount, 0n)

/** A line or an entry, as the accountant's list of what belongs together has it. */
export interface Side {
  date: Day
  amount: bigint
}

/** What belongs together: lines of the bank, and entries of the ledger. Drafts are no entries yet. */
export interface Group {
  lines: Side[]
  entries: Side[]
  isDrafted: boolean
}

/** All that the accountant knows of an account at the bank. */
export interface BankBook {
  groups: Group[]
  openLines: Side[]
  ignored: Side[]
  /** Entries that no line belongs to yet. */
  inTransit: Side[]
}

export interface NaiveReconciliation {
  bankBalance: string
  ledgerBalance: string
  difference: string
  /** `kind amount` of each reason, sorted. */
  items: string[]
}

const OPENING = 7

/**
 * What the ledger has on an account at the end of a day, in the currency of the account; openings of years are no
 * movement.
 */
export function ledgerBalance(entries: readonly NaiveEntry[], account: number, inBase: boolean, day: Day): bigint {
  return entries
    .filter((entry) => entry.account === account && entry.type !== OPENING && entry.date <= day)
    .reduce((total, { amount, base }) => total + (inBase ? base : amount), 0n)
}

/** Bank and ledger at the end of a day, and each thing that makes a difference. */
export function reconcile(book: BankBook, ledger: bigint, day: Day): NaiveReconciliation {
  const until = (some: readonly Side[]): Side[] => some.filter(({ date }) => date <= day)
  const { groups, openLines, ignored, inTransit } = book
  const bank = sum(until([...groups.flatMap(({ lines }) => lines), ...openLines, ...ignored]))
  const items: [kind: string, amount: bigint][] = [
    ...until(openLines).map(({ amount }): [string, bigint] => ['atBankNotInLedger', amount]),
    ...until(ignored).map(({ amount }): [string, bigint] => ['ignored', amount]),
    ...until(inTransit).map(({ amount }): [string, bigint] => ['inLedgerNotAtBank', -amount]),
    ...groups.flatMap(({ lines, entries, isDrafted }): [string, bigint][] => {
      if (isDrafted) return until(lines).length > 0 ? [['drafted', sum(until(lines))]] : []
      const off = sum(until(lines)) - sum(until(entries))
      return off === 0n ? [] : [['matchedOnOtherDays', off]]
    }),
  ]
  return {
    bankBalance: inText(bank),
    ledgerBalance: inText(ledger),
    difference: inText(bank - ledger),
    items: items.map(([kind, amount]) => `${kind} ${inText(amount)}`).sort(),
  }
}
