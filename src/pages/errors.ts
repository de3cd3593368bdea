import { STATUS_CODES } from 'node:http'
import { catalogue, type ErrorCode } from '../errors/catalogue.ts'
import { escaped, page } from './layout.ts'

/** An error code as the pages show it. */
export interface ToldError {
  code: string
  status: number
  message: string
  hint: string
}

const told = (code: ErrorCode): ToldError => ({ code, ...catalogue[code] })

/** Every code, by its name. */
export const everyError = (): ToldError[] => (Object.keys(catalogue) as ErrorCode[]).sort().map(told)

const BY_LOWER_NAME: ReadonlyMap<string, ErrorCode> = new Map(
  Object.keys(catalogue).map((code) => [code.toLowerCase(), code as ErrorCode]),
)

/** The code of this name, in any case; undefined where there is none. */
export function findError(name: string): ToldError | undefined {
  const code = BY_LOWER_NAME.get(name.toLowerCase())
  return code && told(code)
}

/** The page of a code. */
export const errorPage = ({ code, status, message, hint }: ToldError): string =>
  page(
    code,
    `<p>Status ${status} ${escaped(STATUS_CODES[status] ?? '')}</p><h2>What it means</h2><p>${escaped(message)}</p>` +
      `<h2>What to do</h2><p>${escaped(hint)}</p><p><a href="/errors">All error codes</a> · <a href="/docs">Reference</a></p>`,
  )

/** The page of all codes. */
export function errorsPage(): string {
  const rows = everyError().map(
    ({ code, status, message, hint }) =>
      `<tr><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${status}</td><td>${escaped(message)}</td><td>${escaped(hint)}</td></tr>`,
  )
  const head = '<tr><th>Code</th><th>Status</th><th>What it means</th><th>What to do</th></tr>'
  return page('Error codes', `<table>${head}${rows.join('')}</table>`)
}
