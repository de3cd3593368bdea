import type { IncomingHttpHeaders } from 'node:http'
import type { Grant } from '../../access/grant.ts'
import type { Acting } from '../../access/acting.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { quoted } from './reading.ts'

/**
 * Every request header of ours. One that is not among them is refused, so that a wrongly spelled one is not silently
 * without effect.
 */
const KNOWN: readonly string[] = [
  'Daybook-Actor',
  'Daybook-Agreement',
  'Daybook-Console',
  'Daybook-Dry-Run',
  'Daybook-Fault',
]

/**
 * @throws ApiError 400 for a request header that begins with `Daybook-` and is none of ours, or has a value that it
 * cannot have.
 */
export function checkDaybookHeaders(headers: IncomingHttpHeaders): void {
  for (const name in headers) {
    if (!name.startsWith('daybook-') || KNOWN.some((known) => known.toLowerCase() === name)) continue
    const message = `There is no request header ${quoted(name)}. There is ${KNOWN.join(', ')}.`
    throw new ApiError({ code: 'RequestHeaderUnknown', property: name.slice(0, 100), message })
  }
  for (const [name, only] of [
    ['Daybook-Dry-Run', 'true'],
    ['Daybook-Console', '1'],
  ] as const) {
    const value = headers[name.toLowerCase()]
    if (value === undefined || value === only) continue
    const message = `${name} is ${only} or left out, and not ${quoted(String(value))}.`
    throw new ApiError({ code: 'RequestHeaderInvalid', property: name, message })
  }
}

/**
 * The agreement that a request of the console is about, as its header names it: a browser may be signed in to several.
 * @throws ApiError 400 where it names none.
 */
export function namedAgreement({ 'daybook-agreement': named }: IncomingHttpHeaders): string {
  if (typeof named === 'string' && /^[1-9]\d{0,8}$/.test(named)) return named
  const message = `Daybook-Agreement is the number of the agreement, and not ${quoted(String(named ?? ''))}.`
  throw new ApiError({ code: 'RequestHeaderInvalid', property: 'Daybook-Agreement', message })
}

/** @throws ApiError 400 where the request names another agreement than its grant opens. */
export function checkAgreement(agreement: number, headers: IncomingHttpHeaders): void {
  if (headers['daybook-agreement'] === undefined || namedAgreement(headers) === String(agreement)) return
  const message = `The tokens open agreement ${agreement}, and not the one that Daybook-Agreement names.`
  throw new ApiError({ code: 'RequestHeaderInvalid', property: 'Daybook-Agreement', message })
}

/** Whether a request only asks what it would do; its headers have been checked. */
export const isDryRun = (headers: IncomingHttpHeaders): boolean => headers['daybook-dry-run'] !== undefined

/** Finds the initials of an active person of an agreement, as they are written. */
export type FindPerson = (agreement: number, initials: string) => Promise<string | undefined>

/**
 * Who acts with a request: the person of the grant; or whom the app names, where the grant lets it.
 * @throws ApiError where it may not name anybody, or names nobody.
 */
export async function actingPerson(
  grant: Grant,
  { 'daybook-actor': named }: IncomingHttpHeaders,
  findPerson: FindPerson | undefined,
): Promise<Acting | undefined> {
  if (named === undefined) return grant.person
  if (!grant.mayNameActor) throw new ApiError({ code: 'ActorNotAllowed', property: 'Daybook-Actor' })
  const initials = await findPerson?.(grant.agreement, String(named))
  if (initials !== undefined) return { initials, isClaimed: true }
  const message = `There is no active person with the initials ${quoted(String(named))}.`
  throw new ApiError({ code: 'ActorUnknown', property: 'Daybook-Actor', message })
}
