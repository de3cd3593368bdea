import { ApiError } from '../../errors/catalogue.ts'
import { REDELIVERED_AT_ONCE_MAX } from '../../limits.ts'
import { F1, F2, flag, instant, int32, list, objects, text } from '../../resource/fields.ts'
import { type ActionOperation, reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { requireEnabledWebhook } from './webhook-enabled.ts'

const ROLES = ['SuperUser'] as const
const STATES = ['pending', 'delivered', 'failed', 'skipped'] as const
/** The states of deliveries that can be sent again: a pending one cannot. */
const ENDED = STATES.filter((state) => state !== 'pending')

/** The log of deliveries: every event for a webhook, with the result (rule 10.2). */
export const webhookDeliveries = resource('WebhookDeliveries', {
  schema: 'WebhookDelivery',
  table: 'webhook_delivery',
  key: ['number'],
  roles: ROLES,
  ownedByApp: {},
  fields: {
    number: int32().present().filter(F1).sortable(),
    eventType: text(100).present().filter(F1).sortable(),
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
      .describe('failed: no attempt is left; skipped: the webhook was disabled when it happened.'),
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
  },
  operations: reads('/webhook-deliveries', 'number'),
})

/** Moves an ended delivery to the end of its webhook's queue. A delivery that waits for its next attempt becomes due now. */
const REDELIVER_ONE = `WITH again AS (
  UPDATE webhook_delivery d SET state = 'pending', due_at = clock_of($1),
      round_attempts = CASE d.state WHEN 'pending' THEN d.round_attempts ELSE 0 END,
      position = CASE d.state WHEN 'pending' THEN d.position ELSE nextval('webhook_delivery_position') END
    WHERE d.agreement = $1 AND d.app = $2 AND d.number = $3 RETURNING d.event_type)
  SELECT wake_webhook($1, again.event_type) FROM again`

const redeliverOne: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/webhook-deliveries/{number}/redeliver',
  status: 204,
  noDryRun: true,
  summary: 'Send a delivery again, or at once if it waits for its next attempt',
  async run(work, { path }) {
    const key = [work.caller.agreement, work.caller.app, path.number as number]
    const [delivery] = await work.transaction.rows<{ event_type: string }>(
      'SELECT event_type FROM webhook_delivery WHERE agreement = $1 AND app = $2 AND number = $3',
      key,
    )
    if (!delivery) throw new ApiError({ code: 'NotFound', property: 'number' })
    await requireEnabledWebhook(work, delivery.event_type, 'number')
    await work.transaction.rows(REDELIVER_ONE, key)
    return { status: 204 }
  },
}

/**
 * Delivery numbers follow the order of the events. New positions in order of number keep that order. Looks the positions up in one object: with a
 * join, a planner that expects few deliveries would compare each with every other.
 */
const REDELIVER_RANGE = `WITH chosen AS MATERIALIZED (
    SELECT d.number FROM webhook_delivery d
    WHERE d.agreement = $1 AND d.app = $2 AND d.event_type = $3 AND NOT d.is_test
      AND d.occurred_at BETWEEN $4::timestamptz AND $5::timestamptz
      AND d.state = ANY (ARRAY(SELECT json_array_elements_text($6::json)))
    LIMIT $7::int + 1),
  placed AS MATERIALIZED (
    SELECT array_agg(p.number) AS numbers, jsonb_object_agg(p.number, p.position) AS positions
    FROM (SELECT c.number, nextval('webhook_delivery_position') AS position FROM (SELECT number FROM chosen ORDER BY number) c) p
    WHERE (SELECT count(*) FROM chosen) <= $7::int),
  again AS (
    UPDATE webhook_delivery d SET state = 'pending', due_at = clock_of($1), round_attempts = 0,
      position = ((SELECT positions FROM placed) -> d.number::text)::bigint
    WHERE d.agreement = $1 AND d.number = ANY ((SELECT numbers FROM placed)::int[]) RETURNING d.number)
  SELECT (SELECT count(*) FROM chosen)::int AS found, (SELECT count(*) FROM again)::int AS count, wake_webhook($1, $3)::text`

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
    states: list(text(20).oneOf(ENDED), ENDED.length).describe('Only deliveries of these states; left out: of all.'),
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
    await requireEnabledWebhook(work, eventType, 'eventType')
    const { agreement, app } = work.caller
    const [result] = await work.transaction.rows<{ found: number; count: number }>(REDELIVER_RANGE, [
      agreement,
      app,
      eventType,
      from,
      to,
      JSON.stringify(states),
      REDELIVERED_AT_ONCE_MAX,
    ])
    const { found, count } = result!
    if (found > REDELIVERED_AT_ONCE_MAX) {
      const message = `The range holds more than the ${REDELIVERED_AT_ONCE_MAX} deliveries that one call sends again.`
      throw new ApiError({ code: 'WebhookDeliveriesTooMany', property: 'to', message })
    }
    return { status: 200, body: JSON.stringify({ count }) }
  },
}

/** Sending deliveries again, one or those of a time range. */
export const webhookRedelivery = operations('WebhookRedelivery', {
  roles: ROLES,
  parameters: { number: int32().references('webhook_delivery.number') },
  operations: [redeliverRange, redeliverOne],
  codes: ['NotFound', 'ValueOutOfRange', 'WebhookDeliveriesTooMany', 'WebhookIsDisabled'],
})
