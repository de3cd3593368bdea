import type { BankEvent, Truth } from './month-events.ts'

/** A suggestion of the service. */
export interface Suggestion {
  kind: string
  confidence: 'sure' | 'likely' | 'possible'
  code: string
  reason: string
  match: SuggestedMatch
}

export interface SuggestedMatch {
  bankLines: number[]
  entries?: number[]
  drafts?: number[]
  items?: { customerNumber?: number; supplierNumber?: number; invoiceNumber: string; amount?: number }[]
  lines?: { accountNumber: number; amount: number; vatCode?: string }[]
  leaveOpen?: boolean
  differenceAccountNumber?: number
}

/** Numbers that the service gave vouchers: of entries, and of drafts, on an account at the bank. */
export interface Given {
  entries: ReadonlyMap<number, number>
  drafts: ReadonlyMap<number, number>
}

/** What a match says that lines are, in text: nothing of how differences are carried out. */
export function saidBy({ entries = [], drafts = [], items = [], lines = [] }: SuggestedMatch): string {
  return [
    ...entries.map((number) => `entry ${number}`),
    ...drafts.map((number) => `draft ${number}`),
    ...items.map((one) =>
      one.customerNumber === undefined
        ? `supplier ${one.supplierNumber} ${one.invoiceNumber}`
        : `customer ${one.customerNumber} ${one.invoiceNumber}`,
    ),
    ...lines.map(
      ({ accountNumber, amount, vatCode }) => `${accountNumber} ${Math.round(amount * 100)} ${vatCode ?? '-'}`,
    ),
  ]
    .sort()
    .join('; ')
}

/** What lines are, in the same text. */
export function trulySaid(truth: Truth, given: Given): string {
  switch (truth.is) {
    case 'items':
      return truth.items
        .map(({ kind, party, invoice }) => `${kind} ${party} ${invoice}`)
        .sort()
        .join('; ')
    case 'entries':
      return truth.vouchers
        .map((voucher) => `entry ${given.entries.get(voucher)}`)
        .sort()
        .join('; ')
    case 'draft':
      return `draft ${given.drafts.get(truth.voucher)}`
    case 'lines':
      return truth.lines
        .map(({ account, amount, vat }) => `${account} ${amount} ${vat ?? '-'}`)
        .sort()
        .join('; ')
    case 'nothing':
      return 'nothing'
  }
}

/** The match that says what lines are. */
export function matchOf(numbers: readonly number[], truth: Truth, given: Given): SuggestedMatch {
  const bankLines = [...numbers]
  switch (truth.is) {
    case 'items': {
      const items = truth.items.map(({ kind, party, invoice: invoiceNumber }) =>
        kind === 'customer' ? { customerNumber: party, invoiceNumber } : { supplierNumber: party, invoiceNumber },
      )
      const { inPart, rest } = truth
      return {
        bankLines,
        items,
        ...(inPart && { leaveOpen: true }),
        ...(rest && { differenceAccountNumber: rest.account }),
      }
    }
    case 'entries':
      return { bankLines, entries: truth.vouchers.map((voucher) => given.entries.get(voucher)!) }
    case 'draft':
      return { bankLines, drafts: [given.drafts.get(truth.voucher)!] }
    case 'lines': {
      const lines = truth.lines.map(({ account, amount, vat }) => ({
        ...{ accountNumber: account, amount: Number(amount) / 100 },
        ...(vat !== undefined && { vatCode: vat }),
      }))
      return { bankLines, lines }
    }
    case 'nothing':
      throw new Error('A line of nothing has no match.')
  }
}

/** How many lines got what. */
export interface Figures {
  lines: number
  /** By the best suggestion that a line got. */
  sure: number
  likely: number
  possible: number
  none: number
  /** Of the likely ones, how many were right. */
  likelyRight: number
  /** What was suggested as sure and is wrong. */
  wrong: string[]
  /** Kind and code of each sure or likely one → how many. */
  codes: Map<string, number>
  /** What got nothing sure or likely: the kind of truth → how many. */
  missed: Map<string, number>
}

export const noFigures = (): Figures => ({
  ...{ lines: 0, sure: 0, likely: 0, possible: 0, none: 0, likelyRight: 0 },
  ...{ wrong: [], codes: new Map(), missed: new Map() },
})

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** Judges what was suggested for a line, and counts it. */
export function judge(figures: Figures, event: BankEvent, suggestions: readonly Suggestion[], given: Given): void {
  const truth = trulySaid(event.truth, given)
  figures.lines += 1
  for (const { confidence, code, reason, match } of suggestions) {
    if (confidence !== 'sure' || saidBy(match) === truth) continue
    const { date, amount, text, name = '-' } = event
    figures.wrong.push(
      `${date} ${amount} '${text}' of ${name}: ${code} (${reason}) says ${saidBy(match)}, it is ${truth}`,
    )
  }
  const [best] = suggestions
  if (best === undefined) figures.none += 1
  else figures[best.confidence] += 1
  if (best?.confidence === 'sure' || best?.confidence === 'likely')
    count(figures.codes, `${best.confidence} ${best.code}`)
  else count(figures.missed, `${event.truth.is}: ${event.text.replace(/\d+/g, '#').slice(0, 24)}`)
  if (best?.confidence === 'likely' && saidBy(best.match) === truth) figures.likelyRight += 1
}

/** The figures in words. */
export function told(figures: Figures): string {
  const { lines, sure, likely, possible, none, likelyRight, wrong, codes } = figures
  const share = ((100 * (sure + likely)) / Math.max(1, lines)).toFixed(1)
  const kinds = [...codes].sort((one, other) => other[1] - one[1]).map(([code, many]) => `${code} ${many}`)
  return [
    `${lines} lines: ${sure} sure (${wrong.length} wrong), ${likely} likely (${likelyRight} right), ${possible} possible, ${none} nothing: ${share} % sure or likely`,
    kinds.join(', '),
  ].join('\n')
}
