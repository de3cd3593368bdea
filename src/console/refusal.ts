import type { DaybookError } from '../client/client.ts'
import type { Amount } from './money.ts'

/** One fault of a refused request. */
export interface Fault {
  errorCode: string
  message: string
  property?: string
  /** Of a booking: the voucher that it is about, and by how much that is off. */
  voucher?: { voucherNumber: number; difference?: Amount }
}

/** An answer that was no success, with every fault of it; status 0 where none came. */
export class Refusal extends Error {
  readonly status: number
  readonly faults: readonly Fault[]
  readonly trace: string | undefined
  /** The fault that the sandbox ordered for it, as it names that. */
  readonly ordered: string | undefined

  constructor(status: number, message: string, faults: readonly Fault[], trace: string | undefined, ordered?: string) {
    super(message)
    this.status = status
    this.faults = faults
    this.trace = trace
    this.ordered = ordered
  }

  /** What to tell of it: its faults, or where it has none, what it says itself. */
  get told(): readonly Fault[] {
    return this.faults.length > 0 ? this.faults : [{ errorCode: '', message: this.message }]
  }

  /** What it tells, without codes. */
  get messages(): readonly string[] {
    return this.told.map(({ message }) => message)
  }
}

/** What to do with a refusal; every other error is thrown on. */
export const whenRefused =
  (act: (refusal: Refusal) => void) =>
  (error: unknown): void => {
    if (!(error instanceof Refusal)) throw error
    act(error)
  }

/** The refusal of a request that the client could not bring to an end; status 0 where no answer came. */
export function refusalOf({ status, body, requestId, orderedFault }: DaybookError): Refusal {
  if (status === 0) return new Refusal(0, 'offline', [], undefined)
  if (typeof body !== 'object' || body === null)
    return new Refusal(status, String(status), [], requestId || undefined, orderedFault)
  const { detail, message, errors, traceId } = body as {
    detail?: string
    message?: string
    errors?: Fault[]
    traceId?: string
  }
  return new Refusal(status, detail ?? message ?? String(status), errors ?? [], traceId, orderedFault)
}
