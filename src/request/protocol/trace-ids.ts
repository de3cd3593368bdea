import { randomBytes } from 'node:crypto'

/**
 * Makes trace ids of 32 hexadecimal digits: half of them random for the process, half counted. No two processes ever
 * make the same one, and none is worth guessing.
 */
export function traceIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => process + (count += 1).toString(16).padStart(16, '0')
}

/** W3C Trace Context, 3.2: a version, the trace's id, the caller's, flags; later versions may have more. */
const TRACEPARENT =
  /^(?!ff)(?:00|[0-9a-f]{2}(?=.{53}(?:-|$)))-(?!0{32})(?<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-(?<flags>[0-9a-f]{2})(?:$|(?<!^00.{53})-)/

/**
 * The id of the trace that a request is part of, as its `traceparent` says; undefined where that is missing or wrong.
 */
export const traceIdOf = (traceparent: string | string[] | undefined): string | undefined =>
  typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.groups!.trace : undefined

/** The flags that a trace passes on: whether it is recorded, and whether its id is random (Trace Context level 2). */
const PASSED_FLAGS = 0b11

/** The trace that a request is part of, as its events carry it on: id and flags. */
export function traceOf(traceparent: string | string[] | undefined): string | undefined {
  const { trace, flags } = (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)?.groups) || {}
  if (trace === undefined) return undefined
  return `${trace}-${(Number.parseInt(flags!, 16) & PASSED_FLAGS).toString(16).padStart(2, '0')}`
}
