import type { Fault } from '../../errors/catalogue.ts'
import { WEBHOOK_HEADERS_MAX_LENGTH } from '../../limits.ts'

/** A custom header of the client. Parts that were faulty are absent. */
export interface CustomHeader {
  key?: string
  value?: string
}

/** RFC 9110, 5.6.2: the characters of a header's name. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** RFC 9110, 5.5: the characters that a header's value may have everywhere. Receivers read other bytes differently. */
const PRINTABLE = /^[\x20-\x7e]*$/

/**
 * Headers that the service sets or that clients must not set: for the request's target, framing, signature and trace,
 * and those for the next hop instead of the receiver (RFC 9110, 7.6.1 and 11.7).
 */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'traceparent',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
])

/** Whether a text can be the value of a header. */
export const isHeaderValue = (value: string): boolean => PRINTABLE.test(value)

/**
 * The faults of a webhook's custom headers (rule 10.7): names, values, and their total length. The field limits
 * their number.
 */
export function customHeaderFaults(headers: readonly (CustomHeader | undefined)[]): Fault[] {
  const names = headers.map((header) => header?.key?.toLowerCase())
  const faults = headers.flatMap((header = {}, index) => {
    const isRepeated = header.key !== undefined && names.indexOf(header.key.toLowerCase()) < index
    return headerFaults(header, `customHeaders[${index}]`, isRepeated)
  })
  const length = JSON.stringify(headers).length
  if (length > WEBHOOK_HEADERS_MAX_LENGTH) {
    const message = `customHeaders must have at most ${WEBHOOK_HEADERS_MAX_LENGTH} characters as JSON, and have ${length}.`
    faults.push({ code: 'WebhookCustomHeadersTooLong', property: 'customHeaders', message })
  }
  return faults
}

function headerFaults({ key, value }: CustomHeader, path: string, isRepeated: boolean): Fault[] {
  const faults: Fault[] = []
  const fault = (part: 'key' | 'value', message: string): void =>
    void faults.push({ code: 'WebhookCustomHeaderInvalid', property: `${path}.${part}`, message })
  if (key !== undefined && !TOKEN.test(key)) {
    fault('key', `${path}.key is no name of a header: letters, digits and !#$%&'*+-.^_\`|~ only.`)
  } else if (key !== undefined && RESERVED.has(key.toLowerCase())) {
    fault('key', `${path}.key is ${key}, which the service sets itself.`)
  } else if (isRepeated) {
    fault('key', `${path}.key is ${key}, which stands before it.`)
  }
  if (value !== undefined && !isHeaderValue(value)) {
    fault('value', `${path}.value must be printable ASCII, without line breaks.`)
  }
  return faults
}
