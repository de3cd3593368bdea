import { eventTypes } from '../../src/webhooks/event-types.ts'
import type { Fixtures } from './fixture.ts'

const NAMES = eventTypes.map(({ name }) => name)
/** The app of the agreement's one grant. */
const APP = '(SELECT g.app FROM access_grant g WHERE g.agreement = $1 ORDER BY g.number LIMIT 1)'

/** A webhook of the client's, and a delivery of it. */
const WEBHOOK = `WITH receiver AS (INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
    VALUES ($1, 'CUSTOMER_UPDATED', ${APP}, 'Customers', 'https://receiver.example/', 'text/plain') RETURNING app)
  INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, state)
  SELECT $1, 900001, 'CUSTOMER_UPDATED', app, '{"OLDNUMBER": "1", "NEWNUMBER": "1"}', 'failed' FROM receiver`

export const webhookFixtures: Fixtures = {
  'webhooks/EventTypes': {},
  'webhooks/Webhooks': {
    fill: `INSERT INTO webhook (agreement, event_type, app, name, url, content_type, post_data, custom_headers, is_disabled)
      SELECT $1::int, 'E' || lpad(n::text, 5, '0'), ${APP}, CASE n % 3 WHEN 0 THEN 'Århus ' WHEN 1 THEN 'ærø ' ELSE 'Zealand ' END || n % 9,
        'https://receiver.example/' || n, 'text/plain', CASE n % 2 WHEN 0 THEN '[NEWNUMBER]' END,
        CASE n % 4 WHEN 0 THEN '[{"key":"X-Number","value":"7"}]'::json END, n % 5 = 0
      FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({
      eventType: NAMES[(n - 1) % NAMES.length],
      name: `Modtager ${n}`,
      url: 'https://receiver.example/hook/[NEWNUMBER]?old=[OLDNUMBER]',
      contentType: 'application/json; charset=utf-8',
      postData: '{"number": "[NEWNUMBER]"}',
      customHeaders: [{ key: 'X-Source', value: 'daybook' }],
      isDisabled: true,
    }),
    change: (n) => ({ name: `Modtager ${n}`, url: `https://receiver.example/${n}` }),
  },
  'daybook/WebhookDeliveries': {
    seed: WEBHOOK,
    fill: `INSERT INTO webhook_delivery (agreement, number, event_type, app, webhook_id, fields, is_test, occurred_at, state, due_at, attempts)
      SELECT $1::int, n, 'CUSTOMER_UPDATED', ${APP}, 'msg_' || n, jsonb_build_object('OLDNUMBER', n::text, 'NEWNUMBER', ''), n % 7 = 0,
        timestamptz '2026-01-01Z' + n * interval '1 minute', (ARRAY['pending', 'delivered', 'failed', 'skipped'])[1 + n % 4],
        timestamptz '2026-02-01Z' + n % 9 * interval '1 hour',
        (SELECT coalesce(jsonb_agg(jsonb_build_object('startedAt', '2026-01-01T00:00:00.000Z', 'durationMilliseconds', a, 'statusCode', 500,
          'error', NULL, 'answer', 'Øv')), '[]') FROM generate_series(1, n % 3) a)
      FROM generate_series($2::int, $3::int) n`,
  },
  'daybook/WebhookRedelivery': {
    seed: WEBHOOK,
    parameters: { number: 900001 },
    actions: {
      '/webhook-deliveries/redeliver': {
        eventType: 'CUSTOMER_UPDATED',
        from: '2026-01-01T00:00:00Z',
        to: '2027-01-01T00:00:00Z',
      },
    },
  },
  'daybook/WebhookSecrets': { seed: WEBHOOK, parameters: { eventType: 'CUSTOMER_UPDATED' } },
  'daybook/WebhookTests': { seed: WEBHOOK, parameters: { eventType: 'CUSTOMER_UPDATED' } },
}
