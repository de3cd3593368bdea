import { randomBytes } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { Webhook as Signer } from 'standardwebhooks'
import type { Delivery } from './outbox.ts'
import { fill, inBody, inUrl } from './template.ts'
import { type Target, targetOf } from './url.ts'

/** One request for a delivery, ready to be sent. */
export interface Message {
  target: Target
  headers: OutgoingHttpHeaders
  body: Buffer
  /** Whether it is for a sandbox, whose webhooks may be forwarded to a program on this machine. */
  isSandbox: boolean
}

/**
 * Writes the request of one attempt: merge fields filled in, signed as of now after Standard Webhooks. During the day after a
 * rotation both secrets sign, so that a receiver that knows either of them verifies it.
 * @throws when the webhook's url or a header cannot be sent.
 */
export function messageOf(delivery: Delivery, now: Date): Message {
  const { fields, contentType, customHeaders, secrets, webhookId } = delivery
  const text = fill(delivery.postData ?? '', fields, inBody(contentType))
  const body = Buffer.from(text)
  const headers: OutgoingHttpHeaders = { 'user-agent': 'Daybook-Webhooks' }
  // None is of a name the service sets itself: no webhook is saved with one.
  for (const { key, value } of customHeaders) headers[key.toLowerCase()] = value
  if (contentType !== '') headers['content-type'] = contentType
  headers['content-length'] = body.length
  headers['webhook-id'] = webhookId
  headers['webhook-timestamp'] = Math.floor(now.getTime() / 1000)
  headers['webhook-signature'] = secrets.map((secret) => new Signer(secret).sign(webhookId, now, text)).join(' ')
  if (delivery.trace !== null) headers.traceparent = traceparent(delivery.trace)
  return { target: targetOf(fill(delivery.url, fields, inUrl)), headers, body, isSandbox: delivery.isSandbox }
}

/** Each request is a part of its own of the trace (W3C Trace Context, 3.2). */
function traceparent(trace: string): string {
  const [id, flags] = trace.split('-')
  return `00-${id}-${randomBytes(8).toString('hex')}-${flags}`
}
