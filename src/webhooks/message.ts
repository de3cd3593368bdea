import { randomBytes } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { Webhook as Signer } from 'standardwebhooks'
import { SENT_BODY_KEPT_BYTES } from './limits.ts'
import type { Delivery, Sent } from './outbox.ts'
import { fill, inBody, inUrl } from './template.ts'
import { type Target, targetOf } from './url.ts'

/** One request for a delivery, ready to be sent. */
export interface Message {
  target: Target
  /** The url with its merge fields filled in. */
  url: string
  headers: OutgoingHttpHeaders
  body: Buffer
  /** Whether it is for a sandbox, whose webhooks may be forwarded to a program on this machine. */
  isSandbox: boolean
}

/**
 * Writes the request of one attempt: fills in the merge fields, and signs it as of now after Standard Webhooks. During
 * the day after a rotation both secrets sign, so that a receiver can verify it with either.
 * @throws when the webhook's url or a header cannot be sent.
 */
export function messageOf(delivery: Delivery, now: Date): Message {
  const { fields, contentType, customHeaders, secrets, webhookId } = delivery
  const text = fill(delivery.postData ?? '', fields, inBody(contentType))
  const body = Buffer.from(text)
  const headers: OutgoingHttpHeaders = { 'user-agent': 'Daybook-Webhooks' }
  // No custom header has a name that the service sets itself: a webhook with one is not saved.
  for (const { key, value } of customHeaders) headers[key.toLowerCase()] = value
  if (contentType !== '') headers['content-type'] = contentType
  headers['content-length'] = body.length
  headers['webhook-id'] = webhookId
  headers['webhook-timestamp'] = Math.floor(now.getTime() / 1000)
  headers['webhook-signature'] = secrets.map((secret) => new Signer(secret).sign(webhookId, now, text)).join(' ')
  if (delivery.trace !== null) headers.traceparent = traceparent(delivery.trace)
  const url = fill(delivery.url, fields, inUrl)
  return { target: targetOf(url), url, headers, body, isSandbox: delivery.isSandbox }
}

const MASKED = '(masked)'

/**
 * What the log keeps of a message: neither the values of the webhook's own headers, which may be secrets, nor
 * signatures.
 */
export function sentOf({ customHeaders, signedBy }: Delivery, { url, headers, body }: Message): Sent {
  const own = new Set(customHeaders.map(({ key }) => key.toLowerCase()))
  const shown = (name: string, value: string): string => {
    if (name === 'webhook-signature') return value.replace(/,\S+/g, `,${MASKED}`)
    return own.has(name) ? MASKED : value
  }
  return {
    url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value: shown(name, String(value)) })),
    // Decoded as a stream, which leaves out a character cut at the end.
    body: new TextDecoder().decode(body.subarray(0, SENT_BODY_KEPT_BYTES), { stream: true }),
    signedBy,
    isCut: body.length > SENT_BODY_KEPT_BYTES,
  }
}

/** The header of one request: each has its own span of the trace (W3C Trace Context, 3.2). */
function traceparent(trace: string): string {
  const [id, flags] = trace.split('-')
  return `00-${id}-${randomBytes(8).toString('hex')}-${flags}`
}
