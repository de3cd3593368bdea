/** The options of a run (rule 13.3). */
export interface RunOptions {
  /** Invoices periods that are due by this ISO day. */
  date: string
  /** Orders instead of draft invoices. */
  makesOrders: boolean
  /** Date of the documents; the run's date when left out. */
  invoiceDate: string
  /** Subscriptions by number, both included. */
  from: number
  to: number
  /** A customer's subscriptions on one document. */
  isCombined: boolean
  /** A period is due when it starts, or when it ends. */
  dueBy: 'start' | 'end'
  /** Whether the share of a period multiplies the price or the quantity. */
  shareOn: 'price' | 'quantity'
  /** Passes over what was missed while a subscription was barred, instead of billing it. */
  skipMissed: boolean
  /** Multiplies every price of this run; decimal text. */
  index: string
  heading: string | null
  textLine1: string | null
  textLine2: string | null
}

/** Options of a run by a date, with the usual values for the others. */
export const runOn = (date: string, more: Partial<RunOptions> = {}): RunOptions => ({
  date,
  makesOrders: false,
  invoiceDate: date,
  from: 1,
  to: 2_147_483_647,
  isCombined: false,
  dueBy: 'start',
  shareOn: 'price',
  skipMissed: false,
  index: '1',
  heading: null,
  textLine1: null,
  textLine2: null,
  ...more,
})
