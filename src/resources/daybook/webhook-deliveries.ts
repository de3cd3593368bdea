import { ApiError } from '../../errors/catalogue.ts'
import { REDELIVERED_AT_ONCE_MAX } from '../../limits.ts'
import { F1, F2, flag, instant, int32, list, objects, text } from '../../resource/fields.ts'
import { type ActionOperation, type Item, reads, type Work } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { SENT_BODY_KEPT_BYTES } from '../../webhooks/limits.ts'
import { appName } from './app-name.ts'
import { requireEnabledWebhook } from './webhook-enabled.ts'

const ROLES = ['SuperUser'] as const
const STATES = ['pending', 'delivered', 'failed', 'skipped'] as const
/** The states of deliveries that can be sent again: a pending one cannot. */
const ENDED = STATES.filter((state) => state !== 'pending')

const NAME_OF_HOOK = '(SELECT w.name FROM webhook w WHERE w.agreement = t.agreement AND w.event_type = t.event_type)'

/** SQL: whether the last attempt was signed with the secret of a column of the webhook `w`. */
const signedWith = (column: string): string =>
  `t.sent -> 'signedBy' ? encode(sha256(convert_to(w.${column}, 'UTF8')), 'hex')`
const SIGNED_BY = `(SELECT CASE WHEN ${signedWith('secret')} THEN 'present'
    WHEN w.previous_secret_until > now() AND ${signedWith('previous_secret')} THEN 'previous'
    WHEN t.sent ? 'signedBy' THEN 'former' END
  FROM webhook w WHERE w.agreement = t.agreement AND w.event_type = t.event_type)`

/**
 * The log of deliveries: every event for a webhook of the agreement, whichever app made it, with the result (rule
 * 10.2).
 */
export const webhookDeliveries = resource('WebhookDeliveries', {
  schema: 'WebhookDelivery',
  table: 'webhook_delivery',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    eventType: text(100).present().filter(F1).sortable(),
    webhookName: text(100).computed(NAME_OF_HOOK).present().describe('The name of the webhook that it is for'),
    app: int32().present().filter(F1).describe('The app whose webhook it is for'),
    appName: appName(),
    webhookId: text(100)
      .present()
      .filter(F1)
      .sortable()
      .describe('The webhook-id of every request for it. By it the receiver recognises a repeat.'),
    state: text(20)
      .oneOf(STATES)
      .present()
      .filter(F1)
      .sortable()
      .describe(
        'failed: no attempt is left; skipped: the webhook was disabled when it happened, or somebody skipped it.',
      ),
    endedBy: text(20)
      .oneOf(['attempts', 'gone', 'request', 'disabled'])
      .describe(
        'Why it ended without success, and those after it went on: attempts, none is left; gone, the receiver answered 410; request, it was skipped; disabled, the webhook was.',
      ),
    requestId: text(32).filter(F1).describe('The request that caused the event, by its X-Request-Id'),
    isTest: flag().filter(F2),
    occurredAt: instant().present().filter(F2).sortable(),
    dueAt: instant()
      .readAs(`CASE WHEN t.state = 'pending' THEN t.due_at END`)
      .filter(F2)
      .sortable()
      .describe('When the next attempt is due, while pending.'),
    attemptCount: int32().computed('jsonb_array_length(t.attempts)').present().filter(F1).sortable(),
    orderedFault: text(100).describe('The fault that the sandbox ordered for it.'),
    mergeFields: objects({ fieldName: text(100).present(), value: text(100).present() })
      .computed(
        `(SELECT coalesce(json_agg(json_build_object('fieldName', f.key, 'value', f.value) ORDER BY f.key), '[]')
          FROM jsonb_each_text(t.fields) f)`,
      )
      .present(),
    attempts: objects({
      startedAt: instant().present(),
      durationMilliseconds: int32().present(),
      statusCode: int32().describe('null when nothing was answered.'),
      error: text(1000).describe('Why nothing was answered; else null.'),
      answer: text(1000).describe('The beginning of the answer.'),
    })
      .present()
      .describe('Oldest first.'),
    sentUrl: text(10_000).computed(`(t.sent ->> 'url')`).describe('Where the last attempt sent it'),
    sentHeaders: objects({ name: text(200).present(), value: text(1001).present() })
      .computed(`(t.sent -> 'headers')`)
      .describe('As the last attempt sent them; the values of custom headers and signatures are masked'),
    sentBody: text(SENT_BODY_KEPT_BYTES)
      .computed(`(t.sent ->> 'body')`)
      .describe(`As the last attempt sent it: its first ${SENT_BODY_KEPT_BYTES} bytes`),
    signedBy: text(20)
      .oneOf(['present', 'previous', 'former'])
      .computed(SIGNED_BY)
      .describe(
        "Which secret of its webhook the last attempt's signature is right for: the present one; previous, only the one before, which is still valid; former, one that no longer is",
      ),
    isSentBodyCut: flag()
      .computed(`coalesce((t.sent ->> 'isCut')::boolean, false)`)
      .describe('Of the body more was sent'),
  },
  operations: reads('/webhook-deliveries', 'number'),
})

/**
 * Moves an ended delivery to the end of its webhook's queue. A delivery that waits for its next attempt becomes due
 * now.
 */
const REDELIVER_ONE = `WITH again AS (
  UPDATE webhook_delivery d SET state = 'pending', ended_by = NULL, due_at = clock_of($1),
      round_attempts = CASE d.state WHEN 'pending' THEN d.round_attempts ELSE 0 END,
      position = CASE d.state WHEN 'pending' THEN d.position ELSE nextval('webhook_delivery_position') END
    WHERE d.agreement = $1 AND d.number = $2 RETURNING d.event_type)
  SELECT wake_webhook($1, again.event_type) FROM again`

/** The webhook's event type of the delivery that the path names. @throws ApiError NotFound. */
async function eventTypeOf({ caller, transaction }: Work, path: Item): Promise<string> {
  const [delivery] = await transaction.rows<{ event_type: string }>(
    'SELECT event_type FROM webhook_delivery WHERE agreement = $1 AND number = $2',
    [caller.agreement, path.number as number],
  )
  if (!delivery) throw new ApiError({ code: 'NotFound', property: 'number' })
  return delivery.event_type
}

const redeliverOne: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/webhook-deliveries/{number}/redeliver',
  status: 204,
  noDryRun: true,
  summary: 'Send a delivery again, or at once if it waits for its next attempt',
  async run(work, { path }) {
    await requireEnabledWebhook(work, await eventTypeOf(work, path), 'number')
    await work.transaction.rows(REDELIVER_ONE, [work.caller.agreement, path.number as number])
    return { status: 204 }
  },
}

/** Locks the webhook's row before the delivery, as every statement that changes both does. */
const SKIP_ONE = `WITH hook AS MATERIALIZED (
    SELECT w.event_type FROM webhook w WHERE w.agreement = $1 AND w.event_type = $3 FOR KEY SHARE),
  skipped AS (
    UPDATE webhook_delivery d SET state = 'skipped', ended_by = 'request' FROM hook
    WHERE d.agreement = $1 AND d.number = $2 AND d.state = 'pending' RETURNING d.event_type)
  SELECT wake_webhook($1, s.event_type) FROM skipped s`

const skipOne: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/webhook-deliveries/{number}/skip',
  status: 204,
  noDryRun: true,
  summary: 'Give up a delivery that is pending: those after it are sent without it',
  async run(work, { path }) {
    const eventType = await eventTypeOf(work, path)
    const skipped = await work.transaction.rows(SKIP_ONE, [work.caller.agreement, path.number as number, eventType])
    if (skipped.length === 0) throw new ApiError({ code: 'WebhookDeliveryHasEnded', property: 'number' })
    return { status: 204 }
  },
}

/**
 * Delivery numbers follow the order of the events. New positions in order of number keep that order. Looks the
 * positions up in one object: with a join, a planner that expects few deliveries would compare each with every other.
 */
const REDELIVER_RANGE = `WITH chosen AS MATERIALIZED (
    SELECT d.number FROM webhook_delivery d
    WHERE d.agreement = $1 AND d.event_type = $2 AND NOT d.is_test
      AND d.occurred_at BETWEEN $3::timestamptz AND $4::timestamptz
      AND d.state = ANY (ARRAY(SELECT json_array_elements_text($5::json)))
    LIMIT $6::int + 1),
  placed AS MATERIALIZED (
    SELECT array_agg(p.number) AS numbers, jsonb_object_agg(p.number, p.position) AS positions
    FROM (SELECT c.number, nextval('webhook_delivery_position') AS position
      FROM (SELECT number FROM chosen ORDER BY number) c) p
    WHERE (SELECT count(*) FROM chosen) <= $6::int),
  again AS (
    UPDATE webhook_delivery d SET state = 'pending', ended_by = NULL, due_at = clock_of($1), round_attempts = 0,
      position = ((SELECT positions FROM placed) -> d.number::text)::bigint
    WHERE d.agreement = $1 AND d.number = ANY ((SELECT numbers FROM placed)::int[]) RETURNING d.number)
  SELECT (SELECT count(*) FROM chosen)::int AS found, (SELECT count(*) FROM again)::int AS count,
    wake_webhook($1, $2)::text`

const redeliverRange: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/webhook-deliveries/redeliver',
  status: 200,
  noDryRun: true,
  summary: 'Send the deliveries of a time range again, in their original order; tests are left out',
  schema: 'WebhookRedelivery',
  body: {
    eventType: text(100).required().references('webhook.event_type'),
    from: instant().required().describe('The first moment of the range, by occurredAt.'),
    to: instant().required().describe('The last moment of the range.'),
    states: list(text(20).oneOf(ENDED), ENDED.length)
      .filled()
      .describe('Only deliveries of these states; left out: of all.'),
  },
  answer: { count: int32(0).present().describe('How many are sent again.') },
  async run(work, { body }) {
    const {
      eventType,
      from,
      to,
      states = ENDED,
    } = body as Record<'eventType' | 'from' | 'to', string> & {
      states?: string[]
    }
    if (Date.parse(from) > Date.parse(to)) {
      throw new ApiError({ code: 'ValueOutOfRange', property: 'to', message: 'to must not be before from.' })
    }
    const count = await sendAgain(work, { eventType, from, to, states, tooMany: 'to' })
    return { status: 200, body: JSON.stringify({ count }) }
  },
}

/** Which deliveries are sent again; `tooMany` is the property that is wrong where they are more than one call sends. */
interface Chosen {
  eventType: string
  from: string
  to: string
  states: readonly string[]
  tooMany: string
}

/** Sends deliveries again, in the order of their events. @returns how many. @throws ApiError */
async function sendAgain(work: Work, { eventType, from, to, states, tooMany }: Chosen): Promise<number> {
  await requireEnabledWebhook(work, eventType, 'eventType')
  const [result] = await work.transaction.rows<{ found: number; count: number }>(REDELIVER_RANGE, [
    work.caller.agreement,
    eventType,
    from,
    to,
    JSON.stringify(states),
    REDELIVERED_AT_ONCE_MAX,
  ])
  const { found, count } = result!
  if (found > REDELIVERED_AT_ONCE_MAX) {
    const message = `The range holds more than the ${REDELIVERED_AT_ONCE_MAX} deliveries that one call sends again.`
    throw new ApiError({ code: 'WebhookDeliveriesTooMany', property: tooMany, message })
  }
  return count
}

const sendAllFailedSince: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/webhook-deliveries/sendAllFailedSince',
  status: 200,
  noDryRun: true,
  summary: 'Send all deliveries of a webhook again that have failed, of events since a moment, in their original order',
  schema: 'WebhookFailuresSince',
  body: {
    eventType: text(100).required().references('webhook.event_type'),
    since: instant().required().describe('The first moment, by occurredAt'),
  },
  answer: { count: int32(0).present().describe('How many are sent again.') },
  async run(work, { body }) {
    const { eventType, since } = body as Record<'eventType' | 'since', string>
    const count = await sendAgain(work, {
      eventType,
      from: since,
      to: 'infinity',
      states: ['failed'],
      tooMany: 'since',
    })
    return { status: 200, body: JSON.stringify({ count }) }
  },
}

/** Sending deliveries again, one or those of a time range, and giving one up. */
export const webhookRedelivery = operations('WebhookRedelivery', {
  roles: ROLES,
  parameters: { number: int32().references('webhook_delivery.number') },
  operations: [redeliverRange, sendAllFailedSince, redeliverOne, skipOne],
  codes: ['NotFound', 'ValueOutOfRange', 'WebhookDeliveriesTooMany', 'WebhookDeliveryHasEnded', 'WebhookIsDisabled'],
})
