import { STATUS_CODES } from 'node:http'
import type { Readable } from 'node:stream'
import { type ApiError, catalogue, type Fault } from '../../errors/catalogue.ts'
import { ERRORS_MAX } from '../../limits.ts'
import type { Octets } from './octets.ts'
import type { Api } from '../../resource/versions.ts'

/** A finished response, before anything is sent: so it can be stored with the write and replayed byte for byte. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Octets | string | Buffer | undefined
  /** A body that is sent as it comes, instead of `body`. */
  stream?: Readable
  /** The code of an error answered, for the log line. */
  errorCode?: string
  /** What was wrong, for the log of requests. */
  faults?: readonly Fault[]
  /** Nothing is sent: the connection is dropped, as a sandbox ordered. */
  isCut?: true
}

/** The answer of an error: its body is text. */
export interface ErrorAnswer extends Answer {
  body: string
}

export const JSON_TYPE = 'application/json; charset=utf-8'
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** What an error body says of the request it answers. */
export interface Trace {
  traceId: string
  /** The request's path, without its query. */
  instance: string
  style: Api['style']
  /** Errors of the version have no more than what is wrong and what to do. */
  isPlain?: true | undefined
}

/** 200 with a finished body, JSON where no other content type is named. */
export const ok = (body: Octets | string | Buffer, contentType = JSON_TYPE): Answer => ({
  status: 200,
  headers: { 'content-type': contentType },
  body,
})

export const noContent: Answer = { status: 204, headers: {}, body: undefined }

/** 201 with a finished JSON body, or none, and the path of what was created, where it is told. */
export function created(body: string | undefined, location?: string): Answer {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = JSON_TYPE
  if (location !== undefined) headers.location = location
  return { status: 201, headers, body }
}

/** The error body (rule 4.1) in the style of the resource-API; every field is filled. */
export function errorAnswer(error: ApiError, trace: Trace): ErrorAnswer {
  const time = new Date().toISOString()
  const [first] = error.faults
  const body = trace.style === 'project' ? projectBody(first, trace, time) : problemBody(error, first, trace, time)
  const type = trace.style === 'project' ? JSON_TYPE : PROBLEM_TYPE
  const headers = { 'content-type': type, ...error.headers }
  return { status: error.status, headers, body: jsonOf(body), errorCode: error.code, faults: error.faults }
}

/**
 * JSON in which the difference of a voucher is a number with the same digits. Within a text quotation marks are
 * escaped, so nothing else is met.
 */
const jsonOf = (body: Record<string, unknown>): string =>
  JSON.stringify(body).replace(/"difference":"(-?\d+\.\d\d)"/g, '"difference":$1')

const messageOf = (fault: Fault): string => fault.message ?? catalogue[fault.code].message
const propertyOf = (fault: Fault): string => fault.property ?? 'request'

function projectBody(fault: Fault, trace: Trace, time: string): Record<string, unknown> {
  return {
    message: messageOf(fault),
    developerHint: catalogue[fault.code].hint,
    logId: trace.traceId,
    logTimeUtc: time,
    ...(!trace.isPlain && { property: propertyOf(fault), errorCode: fault.code }),
  }
}

function problemBody(error: ApiError, first: Fault, trace: Trace, time: string): Record<string, unknown> {
  const problem = {
    type: `/errors/${first.code}`,
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: `${messageOf(first)} ${catalogue[first.code].hint}`,
    instance: trace.instance,
    errors: error.faults.slice(0, ERRORS_MAX).map((fault) => ({
      message: messageOf(fault),
      errorCode: fault.code,
      property: propertyOf(fault),
      ...(fault.voucher && { voucher: fault.voucher }),
    })),
    traceId: trace.traceId,
    errorCode: first.code,
    traceTimeUtc: time,
  }
  // A stale objectVersion has the documented shape in every API (rule 4.2).
  return first.code === 'ObjectVersionMismatch' ? { ...problem, ...projectBody(first, trace, time) } : problem
}
