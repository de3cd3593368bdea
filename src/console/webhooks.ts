import { PATHS } from './books.ts'
import { filterOf } from './filter.ts'
import type { Header } from './integration.ts'

/** A webhook of the agreement, whichever app made it. */
export interface Hook {
  eventType: string
  name: string
  app: number
  appName: string
  url: string
  isDisabled?: boolean
  failingSince: string | null
  pendingCount: number
  lastDayEvents: number
  lastDayDelivered: number
  secretChangedAt: string | null
}

/** One request that was made for a delivery. */
export interface Attempt {
  startedAt: string
  durationMilliseconds: number
  statusCode: number | null
  error: string | null
  answer: string | null
}

/** One event for a webhook. */
export interface Delivery {
  number: number
  eventType: string
  webhookId: string
  app: number
  appName: string
  state: 'pending' | 'delivered' | 'failed' | 'skipped'
  endedBy: 'attempts' | 'gone' | 'request' | 'disabled' | null
  isTest?: boolean
  occurredAt: string
  dueAt: string | null
  attempts: Attempt[]
  requestId: string | null
  orderedFault: string | null
  sentUrl: string | null
  sentHeaders: Header[] | null
  sentBody: string | null
  signedBy: 'present' | 'previous' | 'former' | null
  isSentBodyCut?: boolean
}

/** The status of a delivery, for people: one that was tried in vain and is tried again is failing. */
export type DeliveryStatus = 'delivered' | 'waits' | 'failing' | 'failed' | 'skipped'

/** The status of a delivery. */
export function statusOf({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): DeliveryStatus {
  if (state !== 'pending') return state
  return attempts.length > 0 ? 'failing' : 'waits'
}

/** The delivery of the same webhook that one waits behind: the oldest pending one. */
export const isBehind = (one: Delivery, all: readonly Delivery[]): Delivery | undefined =>
  one.state !== 'pending' || one.attempts.length > 0
    ? undefined
    : all.findLast(
        (other) =>
          other.eventType === one.eventType &&
          other.state === 'pending' &&
          other.number < one.number &&
          other.attempts.length > 0,
      )

/** What narrows the list of deliveries, as it stands in the address. */
export interface NarrowedDeliveries {
  eventType: string | null
  status: DeliveryStatus | null
}

/** Filters of the statuses. */
const STATUS_FILTERS: Readonly<Record<DeliveryStatus, string>> = {
  failing: 'state$eq:pending$and:attemptCount$gt:0',
  waits: 'state$eq:pending$and:attemptCount$eq:0',
  failed: 'state$eq:failed',
  skipped: 'state$eq:skipped',
  delivered: 'state$eq:delivered',
}
/** All statuses, those that need somebody first. */
export const STATUSES = Object.keys(STATUS_FILTERS) as DeliveryStatus[]

const narrowing = ({ eventType, status }: NarrowedDeliveries): string =>
  filterOf([eventType === null ? '' : `eventType$eq:${eventType}`, status === null ? '' : STATUS_FILTERS[status]])

/** Whether a list that is narrowed has a delivery. */
export const isAmong = (one: Delivery, { eventType, status }: NarrowedDeliveries): boolean =>
  (eventType === null || one.eventType === eventType) && (status === null || statusOf(one) === status)

/** How many deliveries the list begins with. */
const PAGE = 100
const DELIVERIES = `${PATHS.daybook}/webhook-deliveries`

/** The paths of webhooks and their deliveries. */
export const hookPaths = {
  hooks: `${PATHS.daybook}/webhooks`,
  eventTypes: '/webhooksapi/v1.0.0/EventTypes',
  create: '/webhooksapi/v1.0.0/webhooks',
  newest: (by: NarrowedDeliveries) => `${DELIVERIES}/paged?sort=-number&pageSize=${PAGE}${narrowing(by)}`,
  count: (by: NarrowedDeliveries) => `${DELIVERIES}/count?${narrowing(by).slice(1)}`,
  /** Those from a number on: what may have changed since it was read. */
  from: (number: number) => `${DELIVERIES}?filter=number$gte:${number}`,
  one: (number: number) => `${DELIVERIES}/${number}`,
  secret: (eventType: string) => `${PATHS.daybook}/webhook-secrets/${eventType}`,
  rotate: (eventType: string) => `${PATHS.daybook}/webhook-secrets/${eventType}/rotate`,
  redeliver: (number: number) => `${DELIVERIES}/${number}/redeliver`,
  skip: (number: number) => `${DELIVERIES}/${number}/skip`,
  sendAllFailedSince: `${DELIVERIES}/sendAllFailedSince`,
  test: (eventType: string) => `${PATHS.daybook}/webhook-tests/${eventType}`,
}
