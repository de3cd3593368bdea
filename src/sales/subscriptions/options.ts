/** What a run is asked for (rule 13.3). */
export interface RunOptions {
  /** Periods that are due by this day; an ISO day. */
  date: string
  /** Orders instead of draft invoices. */
  makesOrders: boolean
  /** Date of the documents; the run's where left out. */
  invoiceDate: string
  /** Subscriptions by number, both included. */
  from: number
  to: number
  /** A customer's subscriptions on one document. */
  isCombined: boolean
  /** A period is due when it starts, or when it ends. */
  dueBy: 'start' | 'end'
  /** Where the share of a period stands. */
  shareOn: 'price' | 'quantity'
  /** Multiplies every price of this run; decimal text. */
  index: string
  heading: string | null
  textLine1: string | null
  textLine2: string | null
}

/** A run by a date, with everything else as it mostly is. */
export const runOn = (date: string, more: Partial<RunOptions> = {}): RunOptions => ({
  date,
  makesOrders: false,
  invoiceDate: date,
  from: 1,
  to: 2_147_483_647,
  isCombined: false,
  dueBy: 'start',
  shareOn: 'price',
  index: '1',
  heading: null,
  textLine1: null,
  textLine2: null,
  ...more,
})
