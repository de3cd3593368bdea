// Signing in to the console, as browsers do it. Everything is JSON, and every request has the header
// `Daybook-Console: 1`.
//
//   GET /app/session 200: the demo company, if there is one, and the agreements that the browser is signed in to POST
//   /app/session 201: the same, after `{"code"}` of a link or `{"passkey"}`; the cookie has a new token DELETE
//   /app/session 204: signs the browser out of all of them POST /app/passkeys/enrolment 200: what `startRegistration`
//   takes, shortly after a link POST /app/passkeys 201: keeps the passkey that the browser has made,
//   `{"response", "name"?}` POST /app/passkeys/challenge 200: what `startAuthentication` takes
//
// Requests of the API then need the cookie, `Daybook-Console: 1` and `Daybook-Agreement: N`, from the console's own
// origin (`console-requests.ts`).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  endSession,
  type LinkFault,
  openAgreements,
  type SignedIn,
  type SigningBrowser,
  useLink,
} from '../access/console.ts'
import { DEMO } from '../access/grant.ts'
import type { Database } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import type { ConsoleRequests } from '../request/protocol/console-requests.ts'
import { withHead } from '../request/protocol/replies.ts'
import { JSON_TYPE } from '../request/protocol/respond.ts'
import { type Given, given } from './bodies.ts'
import { hasPasskeys, Passkeys, type Sealer } from './passkeys.ts'

/** What signing in needs of the world. */
export interface SessionParts {
  database: Database
  browsers: ConsoleRequests
  vault: Sealer
  hasDemo: boolean
  /** Notes a wrong code from an address. @returns what to wait for before it is refused. */
  noteWrong?(address: string): Promise<void> | undefined
  fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const SESSION = '/app/session'
const PASSKEYS = '/app/passkeys'

/** What is served here, for the paths that are known. */
export const SESSION_PATHS = [
  ...['GET', 'POST', 'DELETE'].map((method) => ({ path: SESSION, method })),
  ...['', '/enrolment', '/challenge'].map((below) => ({ path: PASSKEYS + below, method: 'POST' })),
]

const FAULTS: Readonly<Record<LinkFault, string>> = {
  unknown: 'There is no such link.',
  used: 'The link was used before; it works once.',
  expired: 'The link is too old.',
  revoked: 'The grant of the link is revoked.',
}

/** A request of the console that has been let pass: its origin, and the token of its session, if it has one. */
interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  origin: string
  token: string | undefined
}

/** Serves signing in and out, and passkeys. */
export function serveSession(app: FastifyInstance, parts: SessionParts): void {
  const { database, browsers, vault, fail } = parts
  const passkeys = new Passkeys(database, vault)
  const sessions = new Sessions(parts, passkeys)
  const route = (method: string, url: string, status: number, answer: (asked: Asked) => Promise<unknown>): void => {
    const admitted = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { headers } = request
      const token = browsers.tokenOf(headers)
      const isRead = method === 'GET' && token === undefined
      const origin = isRead ? (browsers.originOf(headers) ?? '') : browsers.check(method, headers)
      if (!isRead) requireHeader(headers['daybook-console'])
      return await answer({ request, reply, origin, token })
    }
    const handler = (request: FastifyRequest, reply: FastifyReply): void => {
      reply.header('cache-control', 'no-store')
      admitted(request, reply).then(
        (body) => {
          reply.code(status)
          return body === undefined ? reply.send() : reply.type(JSON_TYPE).send(JSON.stringify(body))
        },
        (error: unknown) => fail(error, request, reply),
      )
    }
    app.route({ method: withHead(method), url, handler })
  }
  route('GET', SESSION, 200, async ({ origin, token }) => await sessions.tell(origin, token))
  route('POST', SESSION, 201, async ({ request, reply, origin, token }) => {
    const signedIn = await sessions.open(request, origin, { browser: request.headers['user-agent'], token })
    reply.header('set-cookie', browsers.cookie(request.headers, signedIn.token))
    return { opened: signedIn.agreement, ...(await sessions.tell(origin, signedIn.token)) }
  })
  route('DELETE', SESSION, 204, async ({ request, reply, token }) => {
    if (token !== undefined) await endSession(database, token)
    reply.header('set-cookie', browsers.cookie(request.headers, undefined))
  })
  route(
    'POST',
    `${PASSKEYS}/enrolment`,
    200,
    async ({ origin, token }) => await passkeys.enrolment(signedIn(token), origin),
  )
  route('POST', PASSKEYS, 201, async ({ request, origin, token }) => {
    const { response, name } = given(request.body, { response: 'object', name: 'text' }, ['response'])
    return { agreementNumbers: await passkeys.enrol(signedIn(token), origin, response!, name) }
  })
  route('POST', `${PASSKEYS}/challenge`, 200, async ({ origin }) => await passkeys.signing(origin))
}

/** @throws ApiError 401 without a session. */
function signedIn(token: string | undefined): string {
  if (token === undefined) throw new ApiError({ code: 'ConsoleSessionEnded', property: 'Cookie' })
  return token
}

/** @throws ApiError 400 without the header that other sites cannot send. */
function requireHeader(value: unknown): void {
  if (value === '1') return
  throw new ApiError({ code: 'RequestHeaderInvalid', property: 'Daybook-Console', message: 'Send Daybook-Console: 1.' })
}

class Sessions {
  private readonly parts: SessionParts
  private readonly passkeys: Passkeys

  constructor(parts: SessionParts, passkeys: Passkeys) {
    this.parts = parts
    this.passkeys = passkeys
  }

  /** What the console shows: the demo company, and what a session's token opens. */
  async tell(origin: string, token: string | undefined): Promise<Record<string, unknown>> {
    const { database, hasDemo } = this.parts
    const [demo] = hasDemo
      ? await database.at(DEMO.agreement).rows<{ agreementNumber: number; name: string; company: string | null }>(
          `SELECT a.agreement AS "agreementNumber", a.name, c.name AS company FROM agreement a
             LEFT JOIN company c ON c.agreement = $1 WHERE a.agreement = $1 AND a.is_demo`,
          [DEMO.agreement],
        )
      : []
    return {
      demo: demo ?? null,
      agreements: token === undefined ? [] : await openAgreements(database, token),
      hasPasskeys: origin !== '' && hasPasskeys(origin),
    }
  }

  /** Signs in by what the body has. @throws ApiError */
  async open({ body, ip }: FastifyRequest, origin: string, by: SigningBrowser): Promise<SignedIn> {
    const { noteWrong } = this.parts
    try {
      return await this.by(given(body, { code: 'text', passkey: 'object' }, ['code', 'passkey']), origin, by)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) await noteWrong?.(ip)
      throw error
    }
  }

  private async by(
    { code, passkey }: Given<{ code: 'text'; passkey: 'object' }>,
    origin: string,
    by: SigningBrowser,
  ): Promise<SignedIn> {
    if (passkey) return await this.passkeys.open(origin, passkey, by)
    const opened = await useLink(this.parts.database, code!, by)
    if (typeof opened !== 'string') return opened
    throw new ApiError({ code: 'ConsoleLinkInvalid', property: 'code', message: FAULTS[opened] })
  }
}
