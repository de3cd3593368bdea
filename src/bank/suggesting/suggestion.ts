import type { AskedMatch } from '../matching/asked.ts'

/** How much a suggestion can be relied on: one that is sure is right, or it is a defect. */
export type Confidence = 'sure' | 'likely' | 'possible'

/** What a line may belong to, and the request that would say so. */
export interface Suggestion {
  kind: 'entry' | 'draft' | 'item' | 'items' | 'rule' | 'alike' | 'amount'
  confidence: Confidence
  code: string
  reason: string
  /** What the reason names, for programs that have words of their own. */
  facts: SuggestionFacts
  match: AskedMatch
}

/** What a reason names, as far as it is of its kind. */
export interface SuggestionFacts {
  /** The party of items or of an entry. */
  name?: string
  /** The day of an entry. */
  date?: string
  /** What items come to that are open, with their currency where that is not the account's. */
  openAmount?: string
  openCurrency?: string
  /** What the line comes to less than that. */
  lessAmount?: string
  /** What the line comes to more. */
  moreAmount?: string
  /** What line and entry both name. */
  shared?: string
  /** A draft pays it already; somebody else pays. */
  isDrafted?: boolean
  payer?: string
  /** The rule, and what it looks for. */
  ruleNumber?: number
  textLike?: string
  /** How many lines of the text were booked so. */
  count?: number
}

/** What a line surely belongs to, with amounts as decimal texts. */
export type SureMatch = Pick<Suggestion, 'kind' | 'match'>
