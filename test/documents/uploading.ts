import type { Client, Reply, TestService } from '../service/harness.ts'
import { bookkeeper, DRAFTS, finance } from '../resources/bookkeeping.ts'

export const DOCUMENTS = '/documentsapi/v4.0.1/AttachedDocuments'
export const DAYBOOK = '/daybookapi/v1.0.0'

/** A part of a form: a text, or the bytes of a file. */
type Part = string | number | Uint8Array

/** A form with its boundary, as it goes over the wire. */
export function formOf(parts: readonly (readonly [name: string, part: Part])[]): {
  raw: Buffer
  headers: Record<string, string>
} {
  const boundary = '----daybook-form'
  const pieces = parts.flatMap(([name, part]) => {
    const file = part instanceof Uint8Array ? '; filename="scan.pdf"\r\nContent-Type: application/octet-stream' : ''
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      part instanceof Uint8Array ? part : Buffer.from(String(part)),
      Buffer.from('\r\n'),
    ]
  })
  return {
    raw: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Attaches a file to a voucher of 2026. */
export function attach(
  client: Client,
  file: Uint8Array,
  more: Record<string, string | number> = {},
  path = DOCUMENTS,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const parts = { voucherNumber: 501, accountingYear: '2026', ...more }
  const form = formOf([...Object.entries(parts), ['file', file]])
  return client.call('POST', path, { raw: form.raw, headers: { ...form.headers, ...headers } })
}

/** A bookkeeper with drafts of these vouchers. */
export async function withVouchers(service: TestService, numbers: readonly number[] = [501]): Promise<Client> {
  const client = await bookkeeper(service)
  if (numbers.length === 0) return client
  const made = await client.post(`${DRAFTS}/bulk`, {
    entries: numbers.map((voucherNumber) => finance({ voucherNumber })),
  })
  if (made.status !== 201) throw new Error(made.text)
  return client
}

/** Bytes that are answered. */
export async function bytesAt(
  service: TestService,
  client: Client,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(service.baseUrl + path, { headers: { ...client.headers, ...headers } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Calls of a program at that address. */
export const callOf =
  (url: string, tokens: Record<string, string>) =>
  async (
    method: string,
    path: string,
    options: { raw?: string | Uint8Array; headers?: Record<string, string> } = {},
  ) => {
    const { raw, headers } = options
    const response = await fetch(url + path, {
      method,
      headers: { ...tokens, ...headers },
      ...(raw !== undefined && { body: raw }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text === '' ? undefined : JSON.parse(text),
    }
  }
