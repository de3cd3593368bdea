import type { Client, Reply } from '../service/harness.ts'

export const DB = '/daybookapi/v1.0.0'

/** A file as a test sends it. */
export interface Sent {
  name: string
  bytes: Uint8Array
}

/** Sends files to the inbox. */
export function sendTo(
  client: Client,
  files: readonly Sent[],
  texts: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const boundary = '----daybook-inbox'
  const texted = Object.entries(texts).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const filed = files.flatMap(({ name, bytes }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
  return client.call('POST', `${DB}/inbox`, {
    raw: Buffer.concat([...texted, ...filed, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })
}

/** Sends one file. @returns its number. */
export async function sentOne(client: Client, bytes: Uint8Array, name = 'bilag.pdf'): Promise<number> {
  const reply = await sendTo(client, [{ name, bytes }])
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.json.number as number
}

/** The state of a document, with its voucher. */
export async function stateOf(client: Client, number: number): Promise<unknown[]> {
  const { state, voucherNumber } = (await client.get(`${DB}/inbox/${number}`)).json
  return [state, voucherNumber]
}
