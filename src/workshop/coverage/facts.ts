import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../request/compile.ts'
import { split } from '../../request/protocol/routing.ts'
import { hasPages } from './situations.ts'

/** Refusals that a program sends again after it has waited. */
const WAITED_FOR: readonly number[] = [429, 503]

/** Whether such a refusal asks to be sent again. */
export const isToBeSentAgain = (status: number): boolean => WAITED_FOR.includes(status)

/** Whether a list was asked for what comes after its first page. */
function isLaterPage({ operation }: Route, url: string): boolean {
  if (!hasPages(operation)) return false
  const { search } = split(url)
  return search !== '' && /(^|&)(cursor=.|skippages=0*[1-9])/i.test(search)
}

/** What a program met with an answer: its status, the codes of its faults, and what else can be seen of it. */
export function metBy(route: Route, request: FastifyRequest, reply: FastifyReply): string[] {
  const { statusCode } = reply
  const { answered, errorCode } = request
  const met = [String(statusCode)]
  if (statusCode >= 400) {
    const codes = answered?.faults?.map(({ code }) => code) ?? (errorCode === undefined ? [] : [errorCode])
    met.push(...new Set<string>(codes))
  } else if (isLaterPage(route, request.originalUrl)) met.push('page')
  if (answered?.headers['x-resultfromcache'] !== undefined) met.push('replay')
  return met
}

/** The same call, if it is sent again: by its grant, method, address, key and length of body. */
export const callOf = (grantNumber: number, { method, originalUrl, headers }: FastifyRequest): string =>
  `${grantNumber} ${method} ${originalUrl} ${String(headers['idempotency-key'])} ${headers['content-length']}`
