import { type Account, PATHS } from './books.ts'
import { type Amount, cents, decimalOf } from './money.ts'

const DB = PATHS.daybook

/** An account at a bank, and the account of the ledger that it is. */
export interface BankAccount {
  number: number
  accountNumber: number
  name: string
  currency: string
  iban: string | null
  registrationNumber: string | null
  bankAccountNumber: string | null
  journalNumber: number | null
  lastStatementDate: string | null
}

/** A statement that was read. */
export interface BankStatement {
  number: number
  from: string
  to: string
}

/** What the bank carried out. */
export interface BankLine {
  number: number
  date: string
  amount: Amount
  text: string
  counterpartyName: string | null
  reference: string | null
  originalAmount: Amount | null
  originalCurrency: string | null
  state: 'open' | 'matched' | 'booked' | 'ignored'
  ignoredReason: string | null
  matchNumber: number | null
}

/** A posting against the bank, as it is sent. */
export interface BankPosting {
  accountNumber: number
  amount: Amount
  vatCode?: string
  text?: string
}

/** What `POST /bank-matches` takes of one match. */
export interface Match {
  bankLines: readonly number[]
  entries?: readonly number[]
  drafts?: readonly number[]
  items?: readonly { customerNumber?: number; supplierNumber?: number; invoiceNumber: string }[]
  lines?: readonly BankPosting[]
  leaveOpen?: boolean
  differenceAccountNumber?: number
  writeOffAccountNumber?: number
}

/** What a line may belong to. */
export interface Suggestion {
  kind: 'entry' | 'draft' | 'item' | 'items' | 'rule' | 'alike' | 'amount'
  confidence: 'sure' | 'likely' | 'possible'
  code: string
  facts: {
    name?: string
    date?: string
    openAmount?: Amount
    openCurrency?: string
    lessAmount?: Amount
    moreAmount?: Amount
    shared?: string
    isDrafted?: boolean
    payer?: string
    ruleNumber?: number
    textLike?: string
    count?: number
  }
  match: Match
}

/** What lines belong to. */
export interface BankMatch {
  number: number
  accountingYear: string | null
  journalNumber: number | null
  voucherNumber: number | null
  wasThere?: boolean
}

/** How bank and ledger differ at the end of a day, and why. */
export interface Reconciliation {
  accountNumber: number
  currency: string
  date: string
  bankBalance: Amount | null
  ledgerBalance: Amount
  difference: Amount | null
  unexplained: Amount | null
  explained: { kind: string; amount: Amount; count: number }[]
  items: { kind: string; amount: Amount; number?: number; date?: string; text?: string }[]
}

/** A day up to which an account is locked. */
export interface ReconciledDay {
  number: number
  date: string
}

/** What the screen knows of a bank account. */
export interface Bank {
  account: BankAccount
  statement: BankStatement | undefined
  statements: readonly BankStatement[]
  /** What its lines can be narrowed to, the newest first: their months, or their days where all are of one. */
  dates: readonly string[]
  open: readonly BankLine[]
  done: readonly BankLine[]
  suggestions: ReadonlyMap<number, readonly Suggestion[]>
  /** Whether suggestions are read: before that nothing is known of a line, which is not that nothing fits. */
  isSuggested: boolean
  matches: ReadonlyMap<number, BankMatch>
  report: Reconciliation | undefined
  chart: readonly Account[]
}

/** What the bank's screen reads and writes. */
export const bankPaths = {
  accounts: `${DB}/bank-accounts`,
  statements: (account: number) => `${DB}/bank-statements?filter=bankAccountNumber$eq:${account}`,
  upload: `${DB}/bank-statements`,
  lines: (account: number, from: string, to: string) =>
    `${DB}/bank-lines?filter=bankAccountNumber$eq:${account}$and:(state$eq:open$or:(date$gte:${from}$and:date$lte:${to}))`,
  suggestions: (account: number) => `${DB}/bank-suggestions?bankAccountNumber=${account}`,
  match: `${DB}/bank-matches`,
  matches: (numbers: readonly number[]) => `${DB}/bank-matches?filter=number$in:[${numbers.join(',')}]`,
  undo: (match: number) => `${DB}/bank-matches/${match}`,
  state: (line: number, to: 'ignore' | 'reopen') => `${DB}/bank-lines/${line}/${to}`,
  rules: `${DB}/bank-rules`,
  reconciliation: (account: number, date: string) => `${DB}/reconciliation?bankAccountNumber=${account}&date=${date}`,
  locks: (account: number) => `${DB}/reconciliations?filter=bankAccountNumber$eq:${account}`,
  lock: `${DB}/reconciliations`,
} as const

/** How far a line's first suggestion can be relied on: odd ones are looked at before they are taken. */
export type Certainty = 'sure' | 'likely' | 'odd' | 'none'

/** How certain a line is by its suggestions. */
export function certaintyOf(suggestions: readonly Suggestion[]): Certainty {
  const [first] = suggestions
  if (!first) return 'none'
  if (first.confidence === 'sure') return 'sure'
  const { lessAmount, moreAmount, payer, isDrafted } = first.facts
  const isOff = lessAmount !== undefined || moreAmount !== undefined
  const isOdd = first.confidence === 'possible' || isOff || payer !== undefined || isDrafted
  return isOdd ? 'odd' : 'likely'
}

/** Suggestions that say the same are one: the first. */
export function distinct(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>()
  return suggestions.filter(({ match }) => {
    const said = JSON.stringify({ ...match, leaveOpen: undefined })
    return seen.has(said) ? false : seen.add(said)
  })
}

/** What becomes of what is missing on an item. */
export type Rest = 'leave' | 'writeOff' | 'fee'

/** A match whose difference is left open, written off, or booked as a fee. */
export function withRest(match: Match, rest: Rest, account: number | undefined): Match {
  const { leaveOpen: _, differenceAccountNumber: __, writeOffAccountNumber: ___, ...plain } = match
  if (rest === 'leave') return { ...plain, leaveOpen: true }
  const number = account ?? 0
  return rest === 'fee' ? { ...plain, differenceAccountNumber: number } : { ...plain, writeOffAccountNumber: number }
}

/** The months of lines, the newest first: 2026-11; where all are of one month their days. */
export function datesOf(lines: readonly BankLine[]): string[] {
  const of = (length: number): string[] => [...new Set(lines.map(({ date }) => date.slice(0, length)))]
  const months = of('2026-11'.length)
  return (months.length > 1 ? months : of('2026-11-29'.length)).sort().toReversed()
}

/** The lines, the newest first. */
export const newestFirst = (lines: readonly BankLine[]): BankLine[] =>
  lines.toSorted((a, b) => (a.date === b.date ? b.number - a.number : a.date < b.date ? 1 : -1))

/** What is left of a line's amount when parts of it are typed; undefined where there is nothing left. */
export function leftOf(amount: Amount, typed: readonly (Amount | undefined)[]): string | undefined {
  let left = cents(amount)
  for (const one of typed) left -= cents(one)
  return left === 0n ? undefined : decimalOf(left)
}

/** What a rule may look for in texts like this one: its words, digits left out. */
export function patternOf(text: string): string {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /^[\p{L}&*./-]+$/u.test(word))
  const said = words.length > 0 ? words.slice(0, 3).join(' ') : text.toLowerCase()
  return `*${said.replaceAll('*', '')}*`
}
