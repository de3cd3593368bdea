/** How far the time of a webhook may be from now: older ones may be sent again by whoever heard them. */
const TOLERANCE_SECONDS = 300

/** A webhook that is as the service sent it. */
export interface VerifiedWebhook {
  /** Names the event: the same for every attempt. Skip those that you have processed. */
  id: string
  sentAt: Date
  /** The body as it came. */
  body: string
}

/** A webhook that did not come from the service, not so, or not now. */
export class WebhookNotVerified extends Error {
  override readonly name = 'WebhookNotVerified'
}

/** The headers of a request, as `fetch` or Node has them. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

function header(headers: ReceivedHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : (found?.[0] ?? '')
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/**
 * Checks that a webhook comes from the service and was sent within the last five minutes.
 * @param body the bytes or text of the request, unchanged.
 * @param secret that of the event type (`webhook-secrets`), `whsec_…`; both after a rotation.
 * @throws WebhookNotVerified with the reason: answer such a request 401.
 */
export async function verify(
  body: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  now: Date = new Date(),
): Promise<VerifiedWebhook> {
  const [id, timestamp] = [header(headers, 'webhook-id'), header(headers, 'webhook-timestamp')]
  const signatures = header(headers, 'webhook-signature').split(' ')
  if (id === '' || !/^\d+$/.test(timestamp)) throw new WebhookNotVerified('The request has no headers of a webhook.')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookNotVerified('The webhook was not sent within the last five minutes.')
  const bytes = typeof body === 'string' ? encoded(body) : body
  const signed = joined(encoded(`${id}.${timestamp}.`), bytes)
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const raw = bytesOf(one.replace(/^whsec_/, ''))
    if (raw.length === 0) throw new WebhookNotVerified('The secret is none: it is whsec_ and base64.')
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) {
      const [version, value = ''] = signature.split(',')
      if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
        return { id, sentAt: new Date(Number(timestamp) * 1000), body: new TextDecoder().decode(bytes) }
    }
  }
  throw new WebhookNotVerified('The signature is not that of the secret.')
}
