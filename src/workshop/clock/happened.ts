/** Something that was done on the way. */
export interface Happened {
  at: string
  kind: 'subscriptionRun' | 'webhookAttempt' | 'deliveriesForgotten' | 'keysForgotten' | 'filesForgotten'
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
