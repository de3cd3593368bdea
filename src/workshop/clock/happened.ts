/** What an advance of a clock does on the way. */
export const HAPPENED_KINDS = [
  'subscriptionRun',
  'webhookAttempt',
  'keysForgotten',
  'deliveriesForgotten',
  'filesForgotten',
] as const

/** Something that was done on the way. */
export interface Happened {
  at: string
  kind: (typeof HAPPENED_KINDS)[number]
  /** Of the run, or of the delivery. */
  number?: number
  documents?: number
  skipped?: number
  eventType?: string
  attempt?: number
  statusCode?: number | null
  state?: string
  isDisabled?: boolean
  /** How many were forgotten. */
  count?: number
}
