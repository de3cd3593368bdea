/** The headers that give access to an agreement. */
export type Tokens = Readonly<Record<string, string>>

/** A request of a figure. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  /** With its query. */
  path: string
  headers: Tokens
  body?: string
}

/** The headers of a request, its body's type among them. */
export function header({ headers, body }: Call): Record<string, string> {
  return { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
}

/** The whole request as it goes over the wire. */
export function requestText(call: Call): string {
  const { method, path, body } = call
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1']
  for (const [name, value] of Object.entries(header(call))) lines.push(`${name}: ${value}`)
  if (method === 'POST') lines.push(`Content-Length: ${Buffer.byteLength(body ?? '')}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/**
 * Sends one request and reads the whole answer. @throws Error for an unexpected status; without expected ones, any is
 * accepted.
 */
export async function send(
  port: number,
  call: Call,
  ...statuses: readonly number[]
): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const { method, path, body } = call
  const request = { method, headers: header(call), ...(body === undefined ? {} : { body }) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (statuses.length > 0 && !statuses.includes(response.status))
    throw new Error(`${method} ${path}: ${response.status}\n${Buffer.from(bytes).toString().slice(0, 2000)}`)
  return { status: response.status, headers: response.headers, bytes }
}

/** The answer of a GET. */
export async function get<T>(port: number, path: string, headers: Tokens): Promise<T> {
  const { bytes } = await send(port, { method: 'GET', path, headers }, 200)
  return JSON.parse(Buffer.from(bytes).toString()) as T
}

/** The answer of a POST; undefined for 204. */
export async function post<T>(port: number, path: string, headers: Tokens, body?: unknown): Promise<T> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const { status, bytes } = await send(port, { method: 'POST', path, headers, ...sent }, 201, 204)
  return (status === 204 ? undefined : JSON.parse(Buffer.from(bytes).toString())) as T
}
