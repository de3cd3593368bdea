/**
 * A line of a bank statement as its file says it. Texts are as long as a line keeps them; amounts are decimals with two
 * places, credit positive.
 */
export interface ReadLine {
  /** The day it was booked at the bank. */
  date: string
  /** The day from which the bank counts interest. */
  valueDate: string
  amount: string
  text: string
  counterpartyName: string | null
  counterpartyAccount: string | null
  /** What the payer was asked to give: a structured reference, such as that of a payment slip. */
  reference: string | null
  endToEndId: string | null
  /** The bank's own, of this line alone. */
  bankReference: string | null
  /** What was paid in another currency. */
  originalAmount: string | null
  originalCurrency: string | null
  /** How many payments the line holds, where the file does not say what each comes to. */
  payments: number | null
}

/**
 * A statement of one account, as its file says it. Balances are decimals with two places; null where the file has none.
 */
export interface ReadStatement {
  /** The account as the file names it: an IBAN, or digits of another form. */
  account: string | null
  currency: string | null
  from: string
  to: string
  openingBalance: string | null
  closingBalance: string | null
  lines: ReadLine[]
  /** Lines that the bank has not carried out yet, which are left out. */
  waiting: number
}

/** The most characters that a line keeps of a text, a name, and a reference. */
const TEXT_MAX = 500
const NAME_MAX = 140
const REFERENCE_MAX = 140

const kept = (text: string | undefined | null, max: number): string | null => {
  // Control characters have no place in a text that people read.
  // oxlint-disable-next-line no-control-regex
  const plain = (text ?? '').replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim()
  // A copy: a piece of a text keeps all of the file that it was cut from in memory.
  return plain === '' ? null : Buffer.from([...plain.slice(0, 2 * max)].slice(0, max).join('')).toString()
}

/** What a file says of a line, before texts are shortened. */
export type SaidLine = { date: string; amount: string } & {
  [K in Exclude<keyof ReadLine, 'date' | 'amount'>]?: ReadLine[K] | undefined
}

/** References that say that there is none. */
const NO_REFERENCE = /^(NONREF|NOTPROVIDED|NOT PROVIDED|NONE|0+)$/i

const reference = (text: string | null | undefined): string | null => {
  const found = kept(text, REFERENCE_MAX)
  return found !== null && NO_REFERENCE.test(found) ? null : found
}

/** The line that a file says, in the lengths and characters that lines keep. */
export const lineOf = (said: SaidLine): ReadLine => ({
  date: said.date,
  valueDate: said.valueDate ?? said.date,
  amount: said.amount,
  text: kept(said.text, TEXT_MAX) ?? '',
  counterpartyName: kept(said.counterpartyName, NAME_MAX),
  counterpartyAccount: kept(said.counterpartyAccount, REFERENCE_MAX),
  reference: reference(said.reference),
  endToEndId: reference(said.endToEndId),
  bankReference: reference(said.bankReference),
  originalAmount: said.originalAmount ?? null,
  originalCurrency: said.originalCurrency ?? null,
  payments: said.payments ?? null,
})

/**
 * A reference of the bank's that several lines of different amounts carry is that of a batch, and none of a line's own.
 */
export function withoutBatchReferences(lines: readonly ReadLine[]): ReadLine[] {
  const amounts = new Map<string, string>()
  const shared = new Set<string>()
  for (const { bankReference, amount } of lines) {
    if (bankReference === null) continue
    if ((amounts.get(bankReference) ?? amount) !== amount) shared.add(bankReference)
    amounts.set(bankReference, amount)
  }
  return lines.map((line) =>
    line.bankReference !== null && shared.has(line.bankReference) ? { ...line, bankReference: null } : line,
  )
}

/** The first and the last day of lines; undefined where there are none. */
export function daysOf(lines: readonly ReadLine[]): { from: string; to: string } | undefined {
  const [first] = lines
  if (!first) return undefined
  let from = first.date
  let to = first.date
  for (const { date } of lines) {
    if (date < from) from = date
    if (date > to) to = date
  }
  return { from, to }
}
