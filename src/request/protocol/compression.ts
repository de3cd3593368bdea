import type { FastifyInstance, FastifyReply } from 'fastify'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { COMPRESSED_MIN_BYTES, COMPRESSING_MAX } from '../../limits.ts'
import { wishFor } from './accept.ts'
import { OctetResponse, type Octets } from './octets.ts'

/** Content types worth it. Files are PDFs and pictures, which are packed already, and are streams. */
const PACKABLE = /json|^text\/|xml|javascript/

type Coding = 'br' | 'gzip'
type Done = (error: Error | null, body?: unknown) => void

/** Fast rather than small: a page of JSON becomes a tenth either way. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
const GZIP = { level: 3 }

/**
 * Compresses answers of `COMPRESSED_MIN_BYTES` and more for clients that ask for it (`Accept-Encoding`), on the threads
 * of the runtime. At most `COMPRESSING_MAX` at once; more are answered as they are, without waiting. Answers of HEAD
 * have the headers of GET.
 */
export function compressAnswers(app: FastifyInstance): void {
  let underWay = 0
  app.addHook('onSend', (request, reply, payload, done) => {
    // Whoever asks for nothing pays for nothing: finished JSON is worth compressing if it is large enough, and that is
    // all to know of it.
    if (request.headers['accept-encoding'] === undefined && isOctets(reply)) {
      if (reply.raw.octets.text.length >= COMPRESSED_MIN_BYTES) vary(reply)
      return done()
    }
    const body = bodyOf(reply, payload)
    if (body === undefined || !mayPack(reply)) return done()
    vary(reply)
    const coding = codingOf(request.headers['accept-encoding'])
    if (coding === undefined || underWay === COMPRESSING_MAX) return done()
    underWay += 1
    pack(coding, body(), (error, packed) => {
      underWay -= 1
      if (error) return done()
      if (reply.raw instanceof OctetResponse) reply.raw.octets = undefined
      reply.header('content-encoding', coding).removeHeader('content-length')
      const tag = reply.getHeader('etag')
      // Another form of the same thing (RFC 9110, 8.8.3).
      if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`)
      ;(done as Done)(null, packed)
    })
  })
}

const isOctets = (reply: FastifyReply): reply is FastifyReply & { raw: OctetResponse & { octets: Octets } } =>
  reply.raw instanceof OctetResponse && reply.raw.octets !== undefined

/** The bytes of a finished body that is large enough. */
function bodyOf({ raw }: FastifyReply, payload: unknown): (() => Buffer) | undefined {
  const octets = raw instanceof OctetResponse ? raw.octets : undefined
  if (octets) return octets.text.length < COMPRESSED_MIN_BYTES ? undefined : () => octets.bytes
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined
  return Buffer.byteLength(payload) < COMPRESSED_MIN_BYTES ? undefined : () => Buffer.from(payload as string)
}

function mayPack(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type')
  return typeof type === 'string' && PACKABLE.test(type) && !reply.hasHeader('content-encoding')
}

/** Caches keep the forms apart, whatever this client asked for. */
export function vary(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding`)
}

function pack(coding: Coding, body: Buffer, done: (error: Error | null, packed: Buffer) => void): void {
  if (coding === 'br') brotliCompress(body, BROTLI, done)
  else gzip(body, GZIP, done)
}

const BR_NAMES = { names: /^br$/, group: 'br' }
const GZIP_NAMES = { names: /^(x-)?gzip$/, group: 'gzip' }

/** What the client prefers of both, of its `Accept-Encoding`; gzip, which is faster, where it likes them alike. */
export function codingOf(header: string | string[] | undefined): Coding | undefined {
  const asked = String(header ?? '')
  if (asked.trim() === '') return undefined
  const [br, gz] = [wishFor(asked, BR_NAMES) ?? 0, wishFor(asked, GZIP_NAMES) ?? 0]
  if (br === 0 && gz === 0) return undefined
  return br > gz ? 'br' : 'gzip'
}
