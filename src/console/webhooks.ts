import { PATHS } from './books.ts'
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

/** How many deliveries the list begins with. */
const PAGE = 100
const DELIVERIES = `${PATHS.daybook}/webhook-deliveries`

/** The paths of webhooks and their deliveries. */
export const hookPaths = {
  hooks: `${PATHS.daybook}/webhooks`,
  eventTypes: '/webhooksapi/v1.0.0/EventTypes',
  create: '/webhooksapi/v1.0.0/webhooks',
  newest: (eventType: string | null) =>
    `${DELIVERIES}/paged?sort=-number&pageSize=${PAGE}${eventType === null ? '' : `&filter=eventType$eq:${eventType}`}`,
  /** Those from a number on: what may have changed since it was read. */
  from: (number: number, eventType: string | null) =>
    `${DELIVERIES}?filter=number$gte:${number}${eventType === null ? '' : `$and:eventType$eq:${eventType}`}`,
  one: (number: number) => `${DELIVERIES}/${number}`,
  secret: (eventType: string) => `${PATHS.daybook}/webhook-secrets/${eventType}`,
  rotate: (eventType: string) => `${PATHS.daybook}/webhook-secrets/${eventType}/rotate`,
  redeliver: (number: number) => `${DELIVERIES}/${number}/redeliver`,
  skip: (number: number) => `${DELIVERIES}/${number}/skip`,
  sendAllFailedSince: `${DELIVERIES}/sendAllFailedSince`,
  test: (eventType: string) => `${PATHS.daybook}/webhook-tests/${eventType}`,
}
