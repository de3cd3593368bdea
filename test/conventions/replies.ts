import { parse } from 'lossless-json'
import { expect } from 'vitest'
import type { Api } from '../../src/resource/versions.ts'
import type { Reply, TestService } from '../service/harness.ts'
import { untilPasses } from '../patience.ts'

/** One fault of an error body. */
export interface FaultBody {
  message: string
  errorCode: string
  property: string
}

interface Expected {
  status: number
  code?: string
  property?: string
  /** What the message says, among other things. */
  says?: string | RegExp
  style?: Api['style']
}

/** What an API of the style calls a query parameter. */
export const parameterIn = (style: Api['style'], name: string): string =>
  style === 'project' ? name.replace(/^./, (first) => first.toUpperCase()) : name

/**
 * Asserts that a reply is an error as `expectError` does, and has a log line with the same trace id, status and code.
 */
export async function expectProblem(service: Pick<TestService, 'log'>, reply: Reply, expected: Expected) {
  expectError(reply, expected)
  const { status, style } = expected
  const body = reply.json as Record<string, string>
  const trace = style === 'project' ? body.logId : body.traceId
  const line = await untilPasses(() => {
    const found = service.log.findLast((entry) => entry.traceId === trace)
    if (!found) throw new Error(`no log line with trace id ${trace}`)
    return found
  })
  expect(line).toMatchObject({ status, errorCode: body.errorCode })
}

/**
 * Asserts that a reply is an error as spec 1, Error bodies, has it: every field filled, the media type of its style.
 */
export function expectError(reply: Reply, expected: Expected): void {
  const { status, code, property, says, style = 'problem' } = expected
  const project = style === 'project'
  const type = `application/${project ? '' : 'problem+'}json; charset=utf-8`
  expect([reply.status, reply.headers.get('content-type')], reply.text).toEqual([status, type])
  const body = reply.json as Record<string, string>
  if (project) expect(unfilled(body, FLAT), reply.text).toEqual([])
  else expectProblemFilled(reply)
  if (code !== undefined) expect(body.errorCode, reply.text).toBe(code)
  if (property !== undefined) expect(faultsOf(reply)[0]!.property, reply.text).toBe(property)
  if (says !== undefined) expect(faultsOf(reply)[0]!.message).toMatch(says)
}

const FLAT = ['message', 'developerHint', 'logId', 'logTimeUtc', 'property', 'errorCode']
const PROBLEM = ['type', 'title', 'detail', 'instance', 'traceId', 'errorCode', 'traceTimeUtc']

function expectProblemFilled(reply: Reply): void {
  const body = reply.json as Record<string, unknown>
  const faults = faultsOf(reply) as unknown as Record<string, unknown>[]
  const lacking = [body, ...faults].map((one, at) =>
    unfilled(one, at === 0 ? PROBLEM : ['message', 'errorCode', 'property']),
  )
  expect(lacking.flat(), reply.text).toEqual([])
  expect(Date.parse(body.traceTimeUtc as string)).not.toBeNaN()
  expect([body.status, body.errorCode], reply.text).toEqual([reply.status, faults[0]?.errorCode])
}

/** Those of the names that a body has no text for. */
const unfilled = (body: Record<string, unknown>, names: readonly string[]): string[] =>
  names.filter((name) => typeof body[name] !== 'string' || body[name] === '')

/** The faults of an error body; the project-related API's has one. */
export function faultsOf(reply: Reply): FaultBody[] {
  const body = reply.json as { errors?: FaultBody[] } & FaultBody
  return body.errors ?? [{ message: body.message, errorCode: body.errorCode, property: body.property }]
}

/** The faults as `property: code`, for comparing lists of them. */
export function faultNames(reply: Reply): string[] {
  return faultsOf(reply).map((fault) => `${fault.property}: ${fault.errorCode}`)
}

/** A body with every number as the text it was written as. */
export function exact(text: string): unknown {
  return parse(text, null, { parseNumber: (number) => number })
}
