import { PATHS } from './books.ts'
import { escaped, filterOf } from './filter.ts'
import { timeName, two } from './period.ts'
import { isLaboratory, isSandbox, isSuperUser } from './sandbox.ts'
import { session } from './session.ts'

/** A request as lists have it. */
export interface Logged {
  number: number
  requestId: string
  traceId: string | null
  time: string
  milliseconds: string | number
  method: string
  path: string
  query: string | null
  status: number
  errorCode: string | null
  app: number
  person: string | null
  idempotencyKey: string | null
  isReplayed?: boolean
  replayOf: string | null
  notice: string | null
  orderedFault: string | null
  requestBytes: number
  isCut?: boolean
}

/** A header of a request or an answer. */
export interface Header {
  name: string
  value: string
}

/** A request with all that is kept of it. */
export interface LoggedWhole extends Logged {
  faults: { code: string; property: string }[]
  touched: { resource: string; key: string }[]
  requestHeaders: Header[] | null
  requestBody: string | null
  answerHeaders: Header[] | null
  answerBody: string | null
}

/** What went wrong alike. */
export interface FaultGroup {
  operation: string | null
  errorCode: string
  property: string
  app: number
  count: number
  ordered: number
  last: string
  counts: number[]
  latestRequestId: string
  message: string | null
  hint: string | null
}

/** What went wrong in a time, and how many requests there were. */
export interface Faulty {
  requests: number
  failed: number
  p50Milliseconds: string | number | null
  p99Milliseconds: string | number | null
  items: FaultGroup[]
}

/** How many requests are like one, which come before and after it, since when, and whether it was sent again. */
export interface AlikeRequests {
  count: number
  place: number
  earlierRequestId: string | null
  laterRequestId: string | null
  /** When the first of all that are kept came. */
  firstAt: string
  /** How often it was sent again since, and the last of those. */
  sentAgain: number
  sentAgainRequestId: string | null
  sentAgainStatus: number | null
  sentAgainAt: string | null
}

/** Statuses to choose from: one, or a range. */
export const STATUSES = ['2xx', '400', '403', '404', '409', '429', '5xx'] as const
const RANGES: Readonly<Record<string, string>> = { '2xx': 'status$lt:300', '5xx': 'status$gte:500' }

/** What narrows the list of requests, as it stands in the address. */
export interface Narrowed {
  code: string | null
  method: string | null
  status: (typeof STATUSES)[number] | null
  path: string | null
  app: string | null
  /** The app whose requests are left out: the console's own, as long as nobody asks for them. */
  exceptApp?: number | undefined
  touches: string | null
  isFaultsOnly: boolean
  /** The first moment; undefined for all that is kept. */
  from?: string | undefined
}

/** Roles that the log of requests is open to. */
const LOG_ROLES = ['SuperUser', 'Bookkeeping', 'Sales', 'ProjectEmployee']

/** Whether the session's roles reach the half Integration; the demo company logs nothing. */
export function hasIntegration(): boolean {
  const current = session.value?.current
  return current !== undefined && !current.isDemo && current.roles.some((role) => LOG_ROLES.includes(role))
}

/** How many requests the list begins with. */
const PAGE = 100

const narrowing = (
  { code, method, status, path, app, exceptApp, isFaultsOnly, from }: Narrowed,
  beyond?: number,
): string =>
  filterOf([
    isFaultsOnly || code !== null ? 'status$gte:400' : '',
    code === null ? '' : `errorCode$eq:${escaped(code)}`,
    method === null ? '' : `method$eq:${escaped(method)}`,
    status === null ? '' : (RANGES[status] ?? `status$eq:${status}`),
    path === null ? '' : `path$like:${escaped(path)}`,
    app === null ? '' : `app$eq:${escaped(app)}`,
    exceptApp === undefined ? '' : `app$ne:${exceptApp}`,
    from === undefined ? '' : `time$gte:${from}`,
    beyond === undefined ? '' : `number$gt:${beyond}`,
  ])

const touching = ({ touches }: Narrowed): string =>
  touches === null ? '' : `&touches=${encodeURIComponent(touches).replace(/%3A/g, ':')}`

const REQUESTS = `${PATHS.daybook}/requests`

/** The paths of the log of requests. */
export const logPaths = {
  newest: (narrowed: Narrowed) =>
    `${REQUESTS}/paged?sort=-number&pageSize=${PAGE}${narrowing(narrowed)}${touching(narrowed)}`,
  since: (narrowed: Narrowed, number: number) =>
    `${REQUESTS}?${`${narrowing(narrowed, number)}${touching(narrowed)}`.slice(1)}`,
  faults: (from: string, { app, exceptApp }: Pick<Narrowed, 'app' | 'exceptApp'>) =>
    `${REQUESTS}/faults?from=${from}${app === null ? '' : `&app=${encodeURIComponent(app)}`}${exceptApp === undefined ? '' : `&exceptApp=${exceptApp}`}`,
  alike: (id: string, from: string | undefined) =>
    `${REQUESTS}/${encodeURIComponent(id)}/alike${from === undefined ? '' : `?from=${from}`}`,
  faultCount: `${REQUESTS}/count?filter=status$gte:400`,
  one: (id: string) => `${REQUESTS}/${encodeURIComponent(id)}`,
  replay: (id: string) => `${REQUESTS}/${encodeURIComponent(id)}/replay`,
}

/** A moment of the log as a clock shows it here, with the day where it is not today's. */
export function clockOf(time: string, isExact = false): string {
  const at = new Date(time)
  const day = `${two(at.getDate())}.${two(at.getMonth() + 1)}.`
  if (isExact) return `${day}${at.getFullYear()} ${timeName(at, true)}.${String(at.getMilliseconds()).padStart(3, '0')}`
  return at.toDateString() === new Date().toDateString() ? timeName(at, true) : `${day} ${timeName(at)}`
}

/** The name of a path's API, and what follows its version. */
export function pathParts(path: string): { api: string; rest: string } {
  const [whole, api = ''] = /^\/([a-z0-9]+?)(?:api)?\/v[\d.]+/i.exec(path) ?? ['']
  return { api, rest: path.slice(whole.length) }
}

/** An operation without the name and version of its API. */
export const shortPath = (path: string): string => path.replace(/\/[a-z0-9]+api\/v[\d.]+/i, '…')

/** The places of the half Integration, and who may see each. */
const PLACES = {
  requests: hasIntegration,
  webhooks: isSuperUser,
  keys: isSuperUser,
  sandbox: isLaboratory,
  coverage: isSandbox,
} as const

/** A place of the half Integration. */
export type Place = keyof typeof PLACES

/** Whether an address is a place of the half Integration that the session may see. */
export const isOfIntegration = (place: string): place is Place =>
  Object.hasOwn(PLACES, place) && PLACES[place as Place]()
