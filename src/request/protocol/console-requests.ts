import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../errors/catalogue.ts'
import { CONSOLE_SESSION_DAYS } from '../../limits.ts'
import { isLoopback } from '../../loopback.ts'
import { quoted } from './reading.ts'

/** What a token of a session looks like. */
const TOKEN = /^[\w-]{43}$/
const LOOPBACK_PORT = 80

/**
 * How browsers with the console come in: from which origin, and with which cookie. The origin is the public one of the
 * service. Without one it is the address of the machine itself, the only one where somebody can sign in without TLS.
 */
export class ConsoleRequests {
  private readonly publicOrigin: string | undefined

  /** @param publicOrigin as browsers send it: `https://books.example`. */
  constructor(publicOrigin: string | undefined) {
    this.publicOrigin = publicOrigin
  }

  /** The token of a request that the console has sent, as its header says; undefined where there is none. */
  tokenOf(headers: IncomingHttpHeaders): string | undefined {
    if (headers['daybook-console'] !== '1') return undefined
    const name = this.cookieName(headers)
    for (const part of (headers.cookie ?? '').split(';')) {
      const [key = '', value = ''] = part.trim().split('=', 2)
      if (key === name && TOKEN.test(value)) return value
    }
    return undefined
  }

  /**
   * Lets a request of the console pass: other sites can neither set its header nor send it from its origin.
   * @returns the console's origin.
   * @throws ApiError 403
   */
  check(method: string, headers: IncomingHttpHeaders): string {
    const own = this.originOf(headers)
    if (own === undefined) {
      const message = `Nobody signs in without TLS at ${quoted(headers.host ?? '')}.`
      throw new ApiError({ code: 'ConsoleOriginRefused', property: 'Host', message })
    }
    const { origin, 'sec-fetch-site': site } = headers
    const mayLackOrigin = method === 'GET' || method === 'HEAD'
    if (origin === own || (origin === undefined && mayLackOrigin && (site === undefined || site === 'same-origin')))
      return own
    const message = `The console is at ${own}, and not at ${quoted(origin ?? 'an origin that is not told')}.`
    throw new ApiError({ code: 'ConsoleOriginRefused', property: 'Origin', message })
  }

  /** What has the browser keep the token, or forget the one that it has. */
  cookie(headers: IncomingHttpHeaders, token: string | undefined): string {
    const seconds = token === undefined ? 0 : CONSOLE_SESSION_DAYS * 24 * 3600
    const secure = this.isSecure ? '; Secure' : ''
    return `${this.cookieName(headers)}=${token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
  }

  private get isSecure(): boolean {
    return this.publicOrigin?.startsWith('https:') === true
  }

  /** Every port of a machine has the same cookies: on the loopback their names have it. */
  private cookieName({ host = '' }: IncomingHttpHeaders): string {
    return this.isSecure ? '__Host-daybook' : `daybook-${/:(\d+)$/.exec(host)?.[1] ?? LOOPBACK_PORT}`
  }

  /** Where the console is, as browsers name it; undefined where nobody can sign in. */
  originOf({ host = '' }: IncomingHttpHeaders): string | undefined {
    if (this.publicOrigin !== undefined) return this.publicOrigin
    const [, name] = /^(.*?)(?::\d{1,5})?$/.exec(host.toLowerCase())!
    return isLoopback(name!) ? `http://${host.toLowerCase()}` : undefined
  }
}
