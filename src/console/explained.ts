import type { Amount } from './money.ts'

/** An entry, and what of it is in a figure that is explained. */
export interface Part {
  entryNumber: number
  accountNumber: number
  date: string
  journalNumber: number | null
  voucherNumber: number
  text: string | null
  part: Amount
}

/** What a report adds when it explains one of its figures: what makes the figure, entry by entry and by account. */
export interface Explained {
  explainedAmount: Amount
  explainedAccounts: { accountNumber: number; name: string; amount: Amount }[]
  /** How many entries there are. */
  explainedCount: number
  /** Those with the largest parts; `share` is that of one and those before, in per cent. */
  explainedLargest: (Part & { share: Amount })[]
  /** A page of them. */
  explained: Part[]
  /** There are more entries than these. */
  explainedNext?: number
}

/** The address of a report that explains a figure, as the report names it: `1020.credit`, `result`. */
export const explainedPath = (report: string, figure: string): string =>
  `${report}${report.includes('?') ? '&' : '?'}explain=${figure}`
