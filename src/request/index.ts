import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { ApiError } from '../errors/catalogue.ts'
import type { Caller } from '../resource/operations.ts'
import type { Route } from './compile.ts'
import type { Grant } from '../access/grant.ts'
import type { ConsoleRequests } from './protocol/console-requests.ts'
import {
  actingPerson,
  checkAgreement,
  checkDaybookHeaders,
  type FindPerson,
  isDryRun,
  namedAgreement,
} from './protocol/daybook-headers.ts'
import { authorize } from './protocol/authorize.ts'
import type { Gone } from './protocol/client-gone.ts'
import { databaseError } from './protocol/database-errors.ts'
import { keyedRequest, type KeyedRequest } from './protocol/idempotency.ts'
import { checkAccept, checkContentCoding, checkContentType } from './protocol/media-types.ts'
import { parseQuery } from './protocol/query-string.ts'
import { refuseDryRun } from './write/dry-run.ts'
import { CUT_BEFORE, FAULT_HEADER, faultOfHeaders, type OrderedFault, refusalOf } from './protocol/ordered-faults.ts'
import { type LeewayOf, Reading } from './protocol/reading.ts'
import type { RateLimiter } from './protocol/rate-limit.ts'
import { traceOf } from './protocol/trace-ids.ts'
import { type Answer, errorAnswer, type Trace } from './protocol/respond.ts'

/** What one request brings, as the HTTP side hands it over. */
export interface Incoming {
  method: string
  /** Path without query. */
  path: string
  /** The query, without `?`. */
  search: string
  headers: IncomingHttpHeaders
  /** Path parameters, decoded. */
  parameters: Readonly<Record<string, string>>
  body: Buffer
  /** Of an upload, the body on its way; `body` is empty then. */
  stream?: Readable
  /** Of an upload, told the SHA-256 of its file, in hex. */
  received?(hash: string): void
  traceId: string
  /** `X-Request-Id`, where the request has one. */
  requestId?: string
  /** Where the request comes from. */
  address: string
  /** Tells when the client is gone before it has its answer. */
  gone(): Gone
}

/** What the road needs of the world. */
export interface Road {
  /** Whether a grant token is in force, whatever its app. Asked when a pair of tokens is wrong. */
  isGrantToken?(agreementGrantToken: string): Promise<boolean>
  /** The grant of a pair of tokens; undefined when none is in force. */
  findGrant(appSecretToken: string, agreementGrantToken: string): Promise<Grant | undefined> | Grant | undefined
  /** The grant by which a session's token opens an agreement; undefined when the browser is not signed in to it. */
  findSession?(token: string, agreement: string): Promise<Grant | undefined> | Grant | undefined
  /** How browsers with the console come in. */
  consoleRequests?: ConsoleRequests
  /** Whom an app names. */
  findPerson?: FindPerson
  rateLimiter: RateLimiter | undefined
  /** Notes a wrong pair of tokens from an address. @returns what to wait for before it is refused. */
  noteWrong?(address: string): Promise<void> | undefined
  /** How what apps send is read. */
  leewayOf: LeewayOf
  /** Notes that what an agreement has written is about to be answered. */
  wrote?(agreement: number): void
  /** Opens a secret that the database keeps encrypted. */
  reveal?(agreement: number, stored: string): Promise<string>
  /** Forgets what is remembered of an agreement's grants, after a write of what is remembered with them. */
  forgetGrants?(agreement: number): void
  /** Whether a snapshot of the sandbox has been brought back within so many milliseconds. */
  isRestored?(agreement: number, milliseconds: number): Promise<boolean>
  /** Faults that sandboxes order; without it there are none. */
  faults?: {
    /** The fault that the sandbox's plan has for a request. */
    planned(grant: Grant, route: Route, incoming: Incoming): Promise<OrderedFault | undefined>
    /** Waits as a fault says, or until the client is gone. @returns what the answer says of it. */
    wait(agreement: number, fault: OrderedFault, gone: Gone): Promise<string>
  }
}

/**
 * One request, its stages in order: authenticate → limit → authorize → media types → then, by the kind of the route,
 * path → query → filter → plan → sql → execute → respond, or path → body → validate → write → respond. Each stage hands
 * the next a plain value; only the first and those that execute await.
 * @param onGrant told who is calling, for the request's log line.
 * @throws ApiError, and internal errors unchanged.
 */
export async function answer(
  road: Road,
  route: Route,
  incoming: Incoming,
  onGrant: (grant: Grant) => void = () => {},
): Promise<Answer> {
  const grant = await authenticate(road, incoming)
  onGrant(grant)
  const begun = performance.now()
  const rate = road.rateLimiter?.take(grant.agreement)
  const { style, hasPlainErrors: isPlain, isOurs = false } = route.api
  const reading = new Reading(road.leewayOf(grant.compatibility, isOurs))
  const trace: Trace = { traceId: incoming.traceId, instance: incoming.path, style, isPlain }
  const isWrite = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  let reply: Answer
  try {
    if (rate?.retryAfterSeconds !== undefined) {
      throw new ApiError(
        { code: 'RateLimitExceeded', property: 'X-AgreementGrantToken' },
        { 'retry-after': String(rate.retryAfterSeconds) },
      )
    }
    checkDaybookHeaders(incoming.headers)
    checkAgreement(grant.agreement, incoming.headers)
    authorize(grant, route.group, route.operation)
    checkAccept(incoming.headers, route.operation)
    if (incoming.body.length > 0) checkContentType(incoming.headers)
    if (incoming.body.length > 0 || incoming.stream) checkContentCoding(incoming.headers)
    const person = await actingPerson(grant, incoming.headers, road.findPerson)
    const caller: Caller = person === undefined ? grant : { ...grant, person }
    const carriedOut = async (): Promise<Answer> =>
      await revealed(road, route, grant, await carryOut({ route, incoming, caller, trace, reading }))
    const fault = await orderedFault(road, grant, route, incoming)
    reply = fault ? await withFault(road, fault, { grant, incoming, trace, carriedOut }) : await carriedOut()
  } catch (error) {
    const known = error instanceof ApiError ? error : (databaseError(error) ?? (await endedMeanwhile(road, incoming)))
    const otherwise = known ?? (await restoredMeanwhile(road, route, grant, begun))
    if (!otherwise) throw error
    reply = errorAnswer(otherwise, trace)
  } finally {
    if (isWrite) road.wrote?.(grant.agreement)
    if (isWrite && route.group.isInGrants) road.forgetGrants?.(grant.agreement)
  }
  if (isWrite && MISTAKEN.includes(reply.status)) {
    const mistaken = await restoredMeanwhile(road, route, grant, begun)
    if (mistaken) reply = errorAnswer(mistaken, trace)
  }
  const { notice } = reading
  const noticed = notice === undefined ? rate?.headers : { ...rate?.headers, 'daybook-notice': notice }
  const told = isWrite && isDryRun(incoming.headers) ? { ...noticed, 'daybook-dry-run': 'true' } : noticed
  return told ? { ...reply, headers: { ...reply.headers, ...told } } : reply
}

/** What a write may be answered that waited for a snapshot: its row is another one since, and it found none. */
const MISTAKEN: readonly number[] = [400, 404, 409]

/**
 * What is wrong with a request, if the sandbox's snapshot was brought back since it began. A sandbox without snapshots
 * is not asked.
 */
async function restoredMeanwhile(
  road: Road,
  { group }: Route,
  { agreement, hasSnapshots }: Grant,
  begun: number,
): Promise<ApiError | undefined> {
  if (!hasSnapshots || group.isBeyondFaults) return undefined
  const isRestored = await road.isRestored?.(agreement, performance.now() - begun)
  return isRestored ? new ApiError({ code: 'SandboxRestored', property: 'agreement' }) : undefined
}

/**
 * The fault that is ordered for a request: by itself, or by the sandbox's plan. An agreement without a plan is not
 * asked for one.
 */
async function orderedFault(
  { faults }: Road,
  grant: Grant,
  route: Route,
  incoming: Incoming,
): Promise<OrderedFault | undefined> {
  const { isBeyondFaults } = route.group
  if (incoming.headers[FAULT_HEADER] !== undefined && !isBeyondFaults)
    return faultOfHeaders(incoming.headers, grant.isSandbox, route.operation)
  if (!grant.hasFaultPlan || isBeyondFaults || !faults) return undefined
  return await faults.planned(grant, route, incoming)
}

interface Faulted {
  grant: Grant
  incoming: Incoming
  trace: Trace
  carriedOut(): Promise<Answer>
}

/** Answers a request as a fault wants it, and says so. */
async function withFault(
  { faults }: Road,
  fault: OrderedFault,
  { grant, incoming, trace, carriedOut }: Faulted,
): Promise<Answer> {
  const { kind } = fault
  const told = (reply: Answer, says = fault.says): Answer => ({
    ...reply,
    headers: { ...reply.headers, [FAULT_HEADER]: says },
  })
  if (kind === 'cut') return told(CUT_BEFORE)
  const refusal = refusalOf(fault)
  if (refusal) return told(errorAnswer(refusal, trace))
  const says = kind === 'slow' ? await faults?.wait(grant.agreement, fault, incoming.gone()) : undefined
  const answered = await carriedOut().catch((error: unknown) => {
    const known = error instanceof ApiError ? error : databaseError(error)
    if (!known) throw error
    return errorAnswer(known, trace)
  })
  const reply = told(answered, says)
  return kind === 'cutAfter' ? { ...reply, isCut: true } : reply
}

const WRONG_SECRET = 'The X-AppSecretToken is not that of the app that the X-AgreementGrantToken was issued to.'
const WRONG_TOKEN = 'The X-AgreementGrantToken is unknown or revoked.'

/** A remembered grant may have ended since, and its agreement with it. A failure is then answered 401. */
async function endedMeanwhile(road: Road, { headers }: Incoming): Promise<ApiError | undefined> {
  if (headers['x-agreementgranttoken'] === undefined) return undefined
  const isInForce = await road.isGrantToken?.(String(headers['x-agreementgranttoken'])).catch(() => true)
  if (isInForce !== false) return undefined
  return new ApiError({ code: 'Unauthorized', property: 'X-AgreementGrantToken', message: WRONG_TOKEN })
}

async function authenticate(road: Road, incoming: Incoming): Promise<Grant> {
  const { headers, address } = incoming
  const [secret, token] = [headers['x-appsecrettoken'], headers['x-agreementgranttoken']]
  const session = secret === undefined && token === undefined ? road.consoleRequests?.tokenOf(headers) : undefined
  if (session !== undefined) return await bySession(road, incoming, session)
  const missing =
    typeof secret !== 'string' || secret === '' ? 'X-AppSecretToken' : !token ? 'X-AgreementGrantToken' : undefined
  if (missing)
    throw new ApiError({ code: 'Unauthorized', property: missing, message: `The header ${missing} is missing.` })
  const found = road.findGrant(secret as string, String(token))
  const grant = found instanceof Promise ? await found : found
  if (grant) return grant
  await road.noteWrong?.(address)
  const isSecretWrong = (await road.isGrantToken?.(String(token))) ?? false
  throw new ApiError(
    isSecretWrong
      ? { code: 'Unauthorized', property: 'X-AppSecretToken', message: WRONG_SECRET }
      : { code: 'Unauthorized', property: 'X-AgreementGrantToken', message: WRONG_TOKEN },
  )
}

/** The grant of a browser that is signed in. @throws ApiError */
async function bySession(road: Road, { method, headers, address }: Incoming, token: string): Promise<Grant> {
  road.consoleRequests?.check(method, headers)
  const found = road.findSession?.(token, namedAgreement(headers))
  const grant = found instanceof Promise ? await found : found
  if (grant) return grant
  await road.noteWrong?.(address)
  throw new ApiError({ code: 'ConsoleSessionEnded', property: 'Daybook-Agreement' })
}

/** A request that may be carried out. */
interface Admitted {
  route: Route
  incoming: Incoming
  /** Whose it is. */
  caller: Caller
  trace: Trace
  reading: Reading
}

function carryOut({ route, incoming, caller: by, trace, reading }: Admitted): Promise<Answer> {
  const path = route.readPath(incoming.parameters)
  const { search, headers, body, method, requestId } = incoming
  if ('read' in route.handle)
    return route.handle.read({
      caller: by,
      path,
      search,
      reading,
      accept: headers.accept,
      gone: incoming.gone,
      base: () => baseOf(headers),
    })
  if ('file' in route.handle) return route.handle.file({ caller: by, path, search, method, headers, reading })
  const inTrace = traceOf(headers.traceparent)
  const told = { ...(inTrace !== undefined && { trace: inTrace }), ...(requestId !== undefined && { requestId }) }
  const caller: Caller = { ...by, ...told }
  parseQuery(search, { known: [], isWrite: true }, reading)
  const key = headers['idempotency-key']
  const keyedBy = (content: Buffer): KeyedRequest | undefined =>
    key === undefined ? undefined : keyedRequest(caller, String(key), { method, path: incoming.path, body: content })
  const isDry = isDryRun(headers)
  if (isDry) refuseDryRun(route.operation)
  if ('upload' in route.handle) {
    const keyed = (content: string): KeyedRequest | undefined => keyedBy(Buffer.from(content))
    const { stream, received } = incoming
    const hears = received && { received }
    return route.handle.upload({ caller, trace, reading, headers, body: stream!, keyed, isDry, ...hears })
  }
  return route.handle.write({ caller, trace, reading, path, body, keyed: keyedBy(body), isDry })
}

/** The answer, with the secrets that its operation reveals, if any. */
async function revealed(road: Road, { operation }: Route, { agreement }: Grant, reply: Answer): Promise<Answer> {
  const { reveals } = operation
  if (reveals === undefined || reply.status >= 300 || !road.reveal) return reply
  const body = JSON.parse(String(reply.body)) as Record<string, string>
  for (const name of [reveals].flat()) body[name] = await road.reveal(agreement, body[name]!)
  return { ...reply, body: JSON.stringify(body) }
}

/** The address the client reached us at. Empty where it is unknown, which makes links relative. */
function baseOf(headers: IncomingHttpHeaders): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(headers.host ?? '')
    ? `${scheme}://${headers.host}`
    : ''
}
