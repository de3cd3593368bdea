import { PATHS } from './books.ts'
import { session } from './session.ts'
import type { Word } from './words/en.ts'

/** What the clock of a sandbox shows. */
export interface Clock {
  now: string
  frozen: boolean
  today: string
  next?: Coming[]
}

/** Something that falls due by the clock. */
export interface Coming {
  at: string
  kind:
    | 'subscriptionRun'
    | 'subscriptionDue'
    | 'webhookAttempt'
    | 'invoiceDue'
    | 'billDue'
    | 'reminderDue'
    | 'bookedAhead'
    | 'vatPeriodEnd'
    | 'vatDeadline'
  number?: number
  attempt?: number
  count?: number
  amount?: string | number
  invoiceNumber?: string
  period?: string
}

/** Something that was done on the way, when the clock was advanced. */
export interface Happened {
  at: string
  kind: string
  number?: number
  documents?: number
  eventType?: string
  attempt?: number
  statusCode?: number
  count?: number
}

/** What an advance answers. */
export interface Advanced extends Clock {
  stoppedShort?: boolean
  happened: Happened[]
}

/** The books as they were at a moment. */
export interface Snapshot {
  number: number
  name: string
  madeAt: string
  entries: number
  branches: number
  restoredAt: string | null
}

/** A fault that the sandbox orders. */
export interface FaultRule {
  number?: number
  kind: string
  operation?: string | null
  path?: string | null
  eventType?: string | null
  app?: number | null
  onlyWrites?: boolean
  every?: number | null
  times?: number | null
  milliseconds?: number | null
  matched?: number
  hits?: number
  lastHitAt?: string | null
}

/** What programs have met of this service. */
export interface Coverage {
  percent: number
  isEnough?: boolean
  situationsMet: number
  situations: number
  operationsCalled: number
  operationsServed: number
  codesMet: number
  codes: number
  refused: number
  sentAgain: number
  waited: number
  replays: number
  items: {
    operation: string
    api: string
    version: string
    calls: number
    statuses: { status: number; count: number }[]
    codes: { errorCode: string; count: number }[]
    codesNeverMet: string[]
    situations: { name: string; isMet: boolean; hint: string }[]
  }[]
  whole: { name: string; isMet: boolean; hint: string }[]
}

/** A grant of the agreement. */
export interface Grant {
  number: number
  app: number
  appName: string | null
  roles: string[]
  person: string | null
  createdAt: string
  revokedAt: string | null
}

/** Whether the session is of a SuperUser. */
export const isSuperUser = (): boolean => session.value?.current?.roles.includes('SuperUser') ?? false

/** Whether what is shown is a sandbox. */
export const isSandbox = (): boolean => session.value?.current?.isSandbox ?? false

/** Whether the session may use the laboratory of a sandbox. */
export const isLaboratory = (): boolean => isSandbox() && isSuperUser()

/** The paths of the laboratory and of keys. */
export const labPaths = {
  clock: `${PATHS.daybook}/clock`,
  advance: `${PATHS.daybook}/clock/advance`,
  snapshots: `${PATHS.daybook}/snapshots`,
  snapshot: (number: number) => `${PATHS.daybook}/snapshots/${number}`,
  restore: (number: number) => `${PATHS.daybook}/snapshots/${number}/restore`,
  branch: (number: number) => `${PATHS.daybook}/snapshots/${number}/branch`,
  reset: `${PATHS.daybook}/sandbox/reset`,
  faultPlan: `${PATHS.daybook}/fault-plan`,
  coverage: (app: string | null) => `${PATHS.daybook}/coverage${app === null ? '' : `?app=${app}`}`,
  coverageFor: (app: string | null, min: number) =>
    `${PATHS.daybook}/coverage?${app === null ? '' : `app=${app}&`}min=${min}`,
  grants: `${PATHS.daybook}/grants`,
  grant: (number: number) => `${PATHS.daybook}/grants/${number}`,
  rotate: (number: number) => `${PATHS.daybook}/grants/${number}/rotate`,
  grantApps: `${PATHS.daybook}/grant-apps`,
  lastOf: (grant: number) => `${PATHS.daybook}/requests/paged?sort=-number&pageSize=1&filter=grantNumber$eq:${grant}`,
  firstOf: (grant: number) => `${PATHS.daybook}/requests?filter=grantNumber$eq:${grant}`,
  countOf: (grant: number, since: string, isFaults = false) =>
    `${PATHS.daybook}/requests/count?filter=grantNumber$eq:${grant}$and:time$gte:${since}${isFaults ? '$and:status$gte:400' : ''}`,
}

/** A rule as it is ordered, without what was counted. */
export const orderOf = ({ matched: _, hits: __, lastHitAt: ___, number: ____, ...rule }: FaultRule): FaultRule => rule

/** Faults that one switch orders. */
export const ORDERS: readonly { word: Word; how: Word; rule: FaultRule }[] = [
  { word: 'fault429', how: 'fault429How', rule: { kind: '429', onlyWrites: true, every: 5 } },
  { word: 'fault503', how: 'fault503How', rule: { kind: '503', every: 10 } },
  { word: 'faultCutAfter', how: 'faultCutAfterHow', rule: { kind: 'cutAfter', onlyWrites: true, every: 5 } },
  { word: 'faultStale', how: 'faultStaleHow', rule: { kind: 'stale' } },
  { word: 'faultSlow', how: 'faultSlowHow', rule: { kind: 'slow', every: 10, milliseconds: 2000 } },
  { word: 'faultTwice', how: 'faultTwiceHow', rule: { kind: 'duplicate', every: 2 } },
  { word: 'faultTurned', how: 'faultTurnedHow', rule: { kind: 'reorder', every: 2, milliseconds: 5000 } },
  { word: 'faultFail', how: 'faultFailHow', rule: { kind: 'fail', every: 3 } },
]
