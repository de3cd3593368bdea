import type { IncomingHttpHeaders } from 'node:http'
import type { Grant } from '../../access/grant.ts'
import type { Answer } from '../../request/protocol/respond.ts'
import type { Route } from '../../request/compile.ts'
import { REQUEST_BODY_KEPT_BYTES } from '../../limits.ts'

/**
 * A request that was answered, as it is kept in memory until it is written. It holds no more of a body than is written
 * of it.
 */
export interface Noted {
  grant: Grant
  requestId: string
  /** The trace that the client says it is part of. */
  trace: string | undefined
  /** When it came, in milliseconds since 1970. */
  startedAt: number
  milliseconds: number
  method: string
  /** Path and query, as sent. */
  url: string
  /** What answered; undefined where there is no such path. */
  route: Route | undefined
  /** The parameters of its path, decoded. */
  parameters: Readonly<Record<string, string>>
  headers: IncomingHttpHeaders
  status: number
  answerHeaders: Readonly<Record<string, unknown>>
  answer: Pick<Answer, 'errorCode' | 'faults'> | undefined
  request: KeptBody
  answered: KeptBody
  /** SHA-256 of a file that came with it, in hex. */
  fileHash: string | undefined
  /** The request that it repeats. */
  replayOf: string | undefined
}

/** The length of a body, and its beginning. */
export interface KeptBody {
  bytes: number
  /** UTF-8, or characters for bytes; undefined where nothing of it is kept. */
  kept: Buffer | string | undefined
}

const NOTHING: KeptBody = { bytes: 0, kept: undefined }

/** The beginning of a body that a client sent. A long one is copied: what is kept must not hold the rest in memory. */
export function keptRequest(body: Buffer | undefined, isKept: boolean): KeptBody {
  if (!body || body.length === 0) return NOTHING
  if (!isKept) return { bytes: body.length, kept: undefined }
  const isLong = body.length > REQUEST_BODY_KEPT_BYTES
  return { bytes: body.length, kept: isLong ? Buffer.from(body.subarray(0, REQUEST_BODY_KEPT_BYTES)) : body }
}

/** The beginning of a body that was answered: of a text, or of `Octets`. */
export function keptAnswer(body: Answer['body'], isKept: boolean): KeptBody {
  if (body === undefined) return NOTHING
  if (Buffer.isBuffer(body)) return keptRequest(body, isKept)
  if (typeof body === 'string') {
    const bytes = Buffer.byteLength(body)
    if (!isKept) return { bytes, kept: undefined }
    return bytes > REQUEST_BODY_KEPT_BYTES ? keptRequest(Buffer.from(body), true) : { bytes, kept: Buffer.from(body) }
  }
  const { text } = body
  return { bytes: text.length, kept: isKept ? text.slice(0, REQUEST_BODY_KEPT_BYTES) : undefined }
}

/** The bytes that a noted request holds. */
export const heldBytes = ({ request, answered, url }: Noted): number =>
  2_000 + url.length + (request.kept?.length ?? 0) + (answered.kept?.length ?? 0)
