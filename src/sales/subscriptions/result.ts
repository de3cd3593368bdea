/** A document that a run made, with its customer and subscribers; without number in a preview. */
export interface RunDocument {
  documentNumber: number | null
  customerNumber: number
  subscriberNumbers: number[]
}

/** A due subscriber that the run did not invoice, and why. */
export interface Skipped {
  subscriberNumber: number
  errorCode: string
  message: string
}

/** A period that a subscription may have missed while it was barred, of the subscriber that is current. */
export interface Missed {
  subscriberNumber: number
  /** ISO days. */
  startDate: string
  endDate: string
}

/** What a run has done. */
export interface RunResult {
  documents: RunDocument[]
  skipped: Skipped[]
  /** Periods of subscriptions that were barred: billed, or passed over where the run skips them. */
  missed: Missed[]
}

/** Nothing yet. */
export const none = (): RunResult => ({ documents: [], skipped: [], missed: [] })

/** Adds what more was done. */
export const append = (result: RunResult, more: RunResult): void => {
  result.documents.push(...more.documents)
  result.skipped.push(...more.skipped)
  result.missed.push(...more.missed)
}

/** What a run has done, by number. */
export function inOrder({ documents, skipped, missed }: RunResult): RunResult {
  documents.sort((a, b) => (a.documentNumber ?? 0) - (b.documentNumber ?? 0))
  skipped.sort((a, b) => a.subscriberNumber - b.subscriberNumber)
  missed.sort((a, b) => a.subscriberNumber - b.subscriberNumber || (a.startDate < b.startDate ? -1 : 1))
  return { documents, skipped, missed }
}
