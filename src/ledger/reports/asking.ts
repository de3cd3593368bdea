import type { ReportShape } from './compared.ts'
import type { FigureAsked } from './explain.ts'

/** How a report is asked for beside its days. */
export interface Asking {
  /** Whether the results of open years stay where they were booked. */
  asBooked?: boolean | undefined
  shape?: ReportShape | undefined
  figure?: FigureAsked | undefined
  /** The only currency whose entries count. */
  currency?: string | undefined
}
