/** A request of a figure. */
export interface Call {
  method: 'GET' | 'POST'
  /** With its query. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
}

/** The whole request as it goes over the wire. */
export function requestText({ method, path, headers, body }: Call): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push('Content-Type: application/json')
  if (method === 'POST') lines.push(`Content-Length: ${Buffer.byteLength(body ?? '')}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}
