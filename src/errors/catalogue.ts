import { accessErrors } from './access.ts'
import { bankErrors } from './bank.ts'
import { inboxErrors } from './inbox.ts'
import type { ErrorEntry } from './entry.ts'
import { conventionErrors } from './conventions.ts'
import { customerErrors } from './customers.ts'
import { dimensionErrors } from './dimensions.ts'
import { documentErrors } from './documents.ts'
import { journalErrors } from './journals.ts'
import { masterDataErrors } from './master-data.ts'
import { productErrors } from './products.ts'
import { projectErrors } from './projects.ts'
import { salesErrors } from './sales.ts'
import { subscriptionErrors } from './subscriptions.ts'
import { supplierErrors } from './suppliers.ts'
import { vatErrors } from './vat.ts'
import { webhookErrors } from './webhooks.ts'
import { workshopErrors } from './workshop.ts'

/** Every error code a client can meet, with its status, message and hint: the only place where a code is defined. */
export const catalogue = {
  ...conventionErrors,
  ...accessErrors,
  ...supplierErrors,
  ...masterDataErrors,
  ...customerErrors,
  ...productErrors,
  ...salesErrors,
  ...subscriptionErrors,
  ...projectErrors,
  ...dimensionErrors,
  ...journalErrors,
  ...documentErrors,
  ...bankErrors,
  ...inboxErrors,
  ...vatErrors,
  ...webhookErrors,
  ...workshopErrors,
} satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof catalogue

/** One thing wrong with a request. `property` names the field (`entries[17].accountNumber` in a bulk body). */
export interface Fault {
  code: ErrorCode
  property?: string
  /** Overrides the catalogue's message where the value itself makes it clearer. */
  message?: string
  /**
   * Which voucher of a booking it is about, and by how much that is out of balance, as decimal text in the base
   * currency.
   */
  voucher?: { voucherNumber: number; difference?: string }
}

/** A request that cannot be carried out: one or more faults, the first of which gives the status. */
export class ApiError extends Error {
  readonly faults: readonly [Fault, ...Fault[]]
  /** Extra response headers, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(faults: Fault | readonly Fault[], headers: Record<string, string> = {}) {
    const list = (Array.isArray(faults) ? faults : [faults]) as [Fault, ...Fault[]]
    // An answer, not a failure: nobody reads its stack, which would cost more than the rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(list[0].message ?? catalogue[list[0].code].message)
    Error.stackTraceLimit = stackTraceLimit
    this.faults = list
    this.headers = headers
  }

  get code(): ErrorCode {
    return this.faults[0].code
  }

  get status(): number {
    return catalogue[this.code].status
  }
}

/** Throws every fault at once, if there is any. */
export function throwFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new ApiError(faults)
}
