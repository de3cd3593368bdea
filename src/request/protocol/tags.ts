import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text with the tag that tells it from others (`ETag`). */
export interface Tagged {
  text: string | Buffer
  tag: string
}

/** Bytes of the hash that a tag has: enough that two texts never share one. */
const TAG_BYTES = 12

/** A text with its tag. */
export function tagged(text: string | Buffer): Tagged {
  const hash = createHash('sha256').update(text).digest()
  return { text, tag: `"${hash.toString('base64url', 0, TAG_BYTES)}"` }
}

/** Whether a client has what the tag names already, as its `If-None-Match` says (RFC 9110, 13.1.2). */
export const isKnown = (asked: string | undefined, tag: string): boolean =>
  asked !== undefined &&
  (asked.trim() === '*' || asked.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))

/**
 * Answers a text that is the same until the program changes; who has it already is told so (304). Caches keep it, and
 * ask each time.
 */
export function sendTagged({ headers }: FastifyRequest, reply: FastifyReply, { text, tag }: Tagged): FastifyReply {
  reply.header('etag', tag)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  return isKnown(headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(text)
}
