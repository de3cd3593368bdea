import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { discard, isUnread } from './unread.ts'

/**
 * A finished body as text, of which each character is one byte. It leaves in one piece with the headers, and nothing
 * encodes it on the way: of a page of 20 that is a twentieth of the processor time.
 */
export class Octets {
  readonly text: string

  /** Takes the bytes from `start` to `end`; these may change afterwards. */
  constructor(bytes: Buffer, start: number, end: number) {
    this.text = bytes.toString('latin1', start, end)
  }

  get bytes(): Buffer {
    return Buffer.from(this.text, 'latin1')
  }

  /** What the bytes say. */
  toString(): string {
    return this.bytes.toString()
  }
}

/** A response that may have its body itself. For Fastify it has none then: Fastify sends any text as UTF-8. */
export class OctetResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  octets: Octets | undefined

  override writeHead(...given: unknown[]): this {
    // Fastify gives the headers last.
    if (this.octets) (given.at(-1) as OutgoingHttpHeaders)['content-length'] = this.octets.text.length
    return super.writeHead(...(given as Parameters<ServerResponse['writeHead']>))
  }

  override end(...given: unknown[]): this {
    if (this.octets) return this.ending([this.octets.text, 'latin1'])
    return this.ending(given)
  }

  /**
   * Sends the answer at once. A connection that closes then closes when the rest of the request is read: sooner, it
   * would be reset.
   */
  private ending(given: unknown[]): this {
    const [body, encoding] = given
    const isLast = !this.shouldKeepAlive || this.getHeader('connection') === 'close'
    if (!isLast || !isUnread(this.req)) return super.end(...(given as Parameters<ServerResponse['end']>))
    if (typeof body === 'string' || Buffer.isBuffer(body)) super.write(body, encoding as BufferEncoding)
    else this.flushHeaders()
    discard(this.req, () => super.end())
    return this
  }
}
