// Signing in to the console, as browsers do it. Everything is JSON, and every request has the header `Daybook-Console: 1`.
//
//   GET    /app/session   200: the demo company, if there is one, and the agreements that the browser is signed in to
//   POST   /app/session   201: the same, after `{"code"}` of a link; the cookie has a new token
//   DELETE /app/session   204: signs the browser out of all of them
//
// Requests of the API then need the cookie, `Daybook-Console: 1` and `Daybook-Agreement: N`, from the console's own origin (`console-way.ts`).

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
import type { ConsoleWay } from '../request/protocol/console-way.ts'
import { parseBody } from '../request/protocol/json-body.ts'
import { withHead } from '../request/protocol/replies.ts'
import { JSON_TYPE } from '../request/protocol/respond.ts'

/** What signing in needs of the world. */
export interface SessionParts {
  database: Database
  way: ConsoleWay
  hasDemo: boolean
  /** Notes a wrong code from an address. @returns what to wait for before it is refused. */
  noteWrong?(address: string): Promise<void> | undefined
  fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const PATH = '/app/session'
/** A code has 43 characters; a longer one is none. */
const CODE_MAX_LENGTH = 200

/** What is served here, for the paths that are known. */
export const SESSION_PATHS = ['GET', 'POST', 'DELETE'].map((method) => ({ path: PATH, method }))

const FAULTS: Readonly<Record<LinkFault, string>> = {
  unknown: 'There is no such link.',
  used: 'The link was used before; it works once.',
  expired: 'The link is too old.',
  revoked: 'The grant of the link is revoked.',
}

/** Serves signing in and out. */
export function serveSession(app: FastifyInstance, parts: SessionParts): void {
  const { database, way, fail } = parts
  const sessions = new Sessions(parts)
  const route = (
    method: string,
    status: number,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    const handler = (request: FastifyRequest, reply: FastifyReply): void => {
      reply.header('cache-control', 'no-store')
      answer(request, reply).then(
        (body) =>
          body === undefined
            ? reply.code(status).send()
            : reply.code(status).type(JSON_TYPE).send(JSON.stringify(body)),
        (error: unknown) => fail(error, request, reply),
      )
    }
    app.route({ method: withHead(method), url: PATH, handler })
  }
  route('GET', 200, async ({ method, headers }) => {
    const token = way.tokenOf(headers)
    if (token !== undefined) way.check(method, headers)
    return await sessions.tell(token)
  })
  route('POST', 201, async (request, reply) => {
    const { headers, method } = request
    way.check(method, headers)
    requireHeader(headers['daybook-console'])
    const by = { browser: headers['user-agent'], token: way.tokenOf(headers) }
    const { token, agreement } = await sessions.open(request, by)
    reply.header('set-cookie', way.cookie(headers, token))
    return { opened: agreement, ...(await sessions.tell(token)) }
  })
  route('DELETE', 204, async ({ method, headers }, reply) => {
    way.check(method, headers)
    requireHeader(headers['daybook-console'])
    const token = way.tokenOf(headers)
    if (token !== undefined) await endSession(database, token)
    reply.header('set-cookie', way.cookie(headers, undefined))
  })
}

/** @throws ApiError 400 without the header that other sites cannot send. */
function requireHeader(value: unknown): void {
  if (value === '1') return
  throw new ApiError({ code: 'RequestHeaderInvalid', property: 'Daybook-Console', message: 'Send Daybook-Console: 1.' })
}

class Sessions {
  private readonly parts: SessionParts

  constructor(parts: SessionParts) {
    this.parts = parts
  }

  /** What the console shows: the demo company, and what a session's token opens. */
  async tell(token: string | undefined): Promise<Record<string, unknown>> {
    const { database, hasDemo } = this.parts
    const [demo] = hasDemo
      ? await database
          .at(DEMO.agreement)
          .rows<{ agreementNumber: number; name: string }>(
            `SELECT a.agreement AS "agreementNumber", a.name FROM agreement a WHERE a.agreement = $1 AND a.is_demo`,
            [DEMO.agreement],
          )
      : []
    return { demo: demo ?? null, agreements: token === undefined ? [] : await openAgreements(database, token) }
  }

  /** Signs in by what the body has. @throws ApiError */
  async open({ body, ip }: FastifyRequest, by: SigningBrowser): Promise<SignedIn> {
    const given = await this.byCode(codeOf(body), by)
    if (typeof given !== 'string') return given
    await this.parts.noteWrong?.(ip)
    throw new ApiError({ code: 'ConsoleLinkInvalid', property: 'code', message: FAULTS[given] })
  }

  private byCode(code: string, by: SigningBrowser): Promise<SignedIn | LinkFault> {
    return useLink(this.parts.database, code, by)
  }
}

/** @throws ApiError for a body without a code. */
function codeOf(body: unknown): string {
  const value = parseBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  const { code, ...others } = value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  const [other] = Object.keys(others)
  if (other !== undefined) throw new ApiError({ code: 'PropertyUnknown', property: other.slice(0, 100) })
  if (code === undefined) throw new ApiError({ code: 'ValueRequired', property: 'code' })
  if (typeof code === 'string' && code.length <= CODE_MAX_LENGTH) return code
  throw new ApiError({ code: 'ValueTypeInvalid', property: 'code', message: 'A code is a text of 43 characters.' })
}
