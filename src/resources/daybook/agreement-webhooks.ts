import { F1, F2, F2L, flag, instant, int32, lastUpdated, list, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { SECRET_OVERLAP_HOURS, WEBHOOK_HEADERS_MAX, WEBHOOK_HEADERS_MAX_LENGTH } from '../../limits.ts'
import { appName } from './app-name.ts'

const ROLES = ['SuperUser'] as const
const PENDING = `(SELECT count(*)::int FROM webhook_delivery d
  WHERE d.agreement = t.agreement AND d.event_type = t.event_type AND d.state = 'pending')`
/** SQL: how many deliveries `d` are of events of the last 24 hours; numbers follow the order of the events. */
const ofLastDay = (which: string): string => `(SELECT count(*)::int FROM webhook_delivery d
  WHERE d.agreement = t.agreement AND d.event_type = t.event_type AND ${which} AND d.number > coalesce((
    SELECT o.number FROM webhook_delivery o
    WHERE o.agreement = t.agreement AND o.occurred_at < clock_of(t.agreement) - interval '24 hours'
    ORDER BY o.number DESC LIMIT 1), 0))`
const HEADER_NAMES = `(SELECT coalesce(json_agg(h ->> 'key'), '[]') FROM json_array_elements(t.custom_headers) h)`

/**
 * The webhooks of the agreement, whichever app made them, for who looks after all of them. Of other apps' webhooks
 * there is neither body, nor secret, nor value of a header. /webhooksapi has those of the calling app alone, and is
 * where they are made and changed.
 */
export const agreementWebhooks = resource('AgreementWebhooks', {
  schema: 'AgreementWebhook',
  table: 'webhook',
  key: ['eventType'],
  roles: ROLES,
  fields: {
    eventType: text(100).present().filter(F1).sortable(),
    name: text(100).present().filter(F2L).sortable(),
    app: int32().present().filter(F1).describe('The app that made it, and alone can change it'),
    appName: appName(),
    url: text(1000).present().filter(F2L),
    contentType: text(50).present(),
    customHeaderNames: list(text(WEBHOOK_HEADERS_MAX_LENGTH), WEBHOOK_HEADERS_MAX)
      .computed(HEADER_NAMES)
      .present()
      .describe('The names of its own headers'),
    isDisabled: flag().filter(F2),
    lastDisabledDate: instant().filter(F2),
    failingSince: instant().filter(F2).describe('Since when every attempt has failed; null after a success.'),
    secretChangedAt: instant()
      .computed(`(t.previous_secret_until - interval '${SECRET_OVERLAP_HOURS} hours')`)
      .describe('When its secret was changed last; null where it is the first'),
    pendingCount: int32().computed(PENDING).present().describe('How many of its deliveries are pending'),
    lastDayEvents: int32()
      .computed(ofLastDay('true'))
      .present()
      .describe('How many events it had in the last 24 hours'),
    lastDayDelivered: int32()
      .computed(ofLastDay(`d.state = 'delivered'`))
      .present()
      .describe('How many of these are delivered'),
    lastUpdated: lastUpdated().filter(F2),
  },
  operations: reads('/webhooks', 'eventType'),
})

const ORDERS = ['strict', 'skipAfterFirst'] as const

/** In which order webhooks deliver (WORKSHOP.md 3). */
export const webhookSetup = operations('WebhookSetup', {
  logsBodies: true,
  roles: ROLES,
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/webhook-setup',
      summary: 'In which order the webhooks of the agreement deliver',
      answer: { order: text(20).oneOf(ORDERS).present().describe('strict where nothing was set') },
      statement: ({ agreement }) => ({
        text: `SELECT json_build_object('order',
          coalesce((SELECT s.ordering FROM webhook_setup s WHERE s.agreement = $1), 'strict'))::text`,
        values: [agreement],
      }),
    },
    {
      kind: 'action',
      method: 'PUT',
      path: '/webhook-setup',
      status: 204,
      summary: 'Set in which order the webhooks of the agreement deliver',
      schema: 'WebhookSetupParameters',
      body: {
        order: text(20)
          .oneOf(ORDERS)
          .required()
          .describe(
            'strict: a delivery that fails delays those after it until it succeeds or is given up; skipAfterFirst: after its first failed attempt those after it go first.',
          ),
      },
      async run({ caller: { agreement }, transaction }, { body }) {
        await transaction.rows(
          `INSERT INTO webhook_setup (agreement, ordering) VALUES ($1, $2)
           ON CONFLICT (agreement) DO UPDATE SET ordering = excluded.ordering`,
          [agreement, body.order as string],
        )
        await transaction.rows(`SELECT wake_webhook($1, w.event_type) FROM webhook w WHERE w.agreement = $1`, [
          agreement,
        ])
        return { status: 204 }
      },
    },
  ],
})
