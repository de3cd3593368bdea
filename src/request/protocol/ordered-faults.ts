import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../errors/catalogue.ts'
import { SLOW_MAX_MILLISECONDS } from '../../limits.ts'
import { FAULT_KINDS, type FaultKind } from '../../resource/fault-kinds.ts'
import type { Operation } from '../../resource/operations.ts'
import { quoted } from './reading.ts'
import type { Answer } from './respond.ts'

/** A fault that is to happen to one request. */
export interface OrderedFault {
  kind: FaultKind
  /** Of `slow`: how long. */
  milliseconds: number
  /** What the answer says of it (`Daybook-Fault`). */
  says: string
}

/** The header that orders a fault for one request, and that says of an answer which one happened. */
export const FAULT_HEADER = 'daybook-fault'

/** Whether another writer can get in the way of the operation: it sends the objectVersion that was read. */
export const canBeStale = (operation: Operation): boolean =>
  operation.kind === 'update' || operation.kind === 'bulkUpdate'

/**
 * The fault that a request orders for itself.
 * @throws ApiError where it is none, its agreement is no sandbox, or a page of another origin sends it.
 */
export function faultOfHeaders(
  headers: IncomingHttpHeaders,
  isSandbox: boolean,
  operation: Operation,
): OrderedFault | undefined {
  const { [FAULT_HEADER]: ordered, origin, host } = headers
  if (ordered === undefined) return undefined
  if (!isSandbox) throw new ApiError({ code: 'SandboxOnly', property: 'Daybook-Fault' })
  if (origin !== undefined && !isOf(origin, host)) {
    throw new ApiError({ code: 'FaultAcrossOrigins', property: 'Daybook-Fault' })
  }
  const text = String(ordered)
  const [, name, digits] = /^([A-Za-z0-9]{1,20})(?:, ?(\d{1,9}))?$/.exec(text.trim()) ?? []
  const kind = FAULT_KINDS.find((one) => one === name)
  if (!kind || (kind === 'slow') !== (digits !== undefined) || Number(digits ?? 0) > SLOW_MAX_MILLISECONDS) {
    const message = `Daybook-Fault is 429, 503, 500, cut, cutAfter, stale or ‘slow, MILLISECONDS’ (${SLOW_MAX_MILLISECONDS} at most), and not ${quoted(text)}.`
    throw new ApiError({ code: 'RequestHeaderInvalid', property: 'Daybook-Fault', message })
  }
  if (kind === 'stale' && !canBeStale(operation)) {
    const message = 'The operation sends no objectVersion, so it cannot be stale.'
    throw new ApiError({ code: 'RequestHeaderInvalid', property: 'Daybook-Fault', message })
  }
  return { kind, milliseconds: Number(digits ?? 0), says: kind }
}

function isOf(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

/** What a fault answers in place of carrying the request out; undefined where it is carried out. */
export function refusalOf({ kind }: OrderedFault): ApiError | undefined {
  switch (kind) {
    case '429':
      return new ApiError({ code: 'RateLimitExceeded', property: 'X-AgreementGrantToken' }, { 'retry-after': '1' })
    case '503':
      return new ApiError({ code: 'Unavailable', property: 'request' }, { 'retry-after': '1' })
    case '500':
      return new ApiError({ code: 'Internal', property: 'request' })
    case 'stale':
      return new ApiError({ code: 'ObjectVersionMismatch', property: 'objectVersion' })
    default:
      return undefined
  }
}

/** What is noted of a request whose connection is dropped before it is carried out: nothing was answered. */
export const CUT_BEFORE: Answer = { status: 0, headers: {}, body: undefined, isCut: true }
