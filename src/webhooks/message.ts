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
 * Writes the request of one attempt: fills in the merge fields, and signs it as of now after Standard Webhooks. During the day after a
 * rotation both secrets sign, so that a receiver can verify it with either.
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
  return { target: targetOf(fill(delivery.url, fields, inUrl)), headers, body, isSandbox: delivery.isSandbox }
}

/** The header of one request: each has its own span of the trace (W3C Trace Context, 3.2). */
function traceparent(trace: string): string {
  const [id, flags] = trace.split('-')
  return `00-${id}-${randomBytes(8).toString('hex')}-${flags}`
}
