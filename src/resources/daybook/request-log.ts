import { REQUEST_LOG, REQUEST_LOG_MODES } from '../../access/grant.ts'
import { instant, int32, objects, text } from '../../resource/fields.ts'
import type { ActionOperation, QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'

const read: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/request-log',
  summary: 'Which requests are logged, and how much of them in each hour',
  answer: {
    requestLog: text(10).oneOf(REQUEST_LOG_MODES).present().describe('off, faults or all'),
    hours: objects({
      hour: instant().present().describe('Its beginning, UTC'),
      requests: int32().present().describe('Requests that were logged'),
      kilobytes: int32().present().describe('What they take'),
      droppedBodies: int32().present().describe('Of them, those whose bodies the log was too full for'),
      droppedRequests: int32().present().describe('Requests that it was too full for'),
    })
      .present()
      .describe('The newest first'),
  },
  statement: ({ agreement }) => ({
    text: `SELECT json_build_object('requestLog', ${REQUEST_LOG}, 'hours', coalesce((
        SELECT json_agg(json_build_object('hour', to_char(h.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'requests', h.requests, 'kilobytes', ceil(h.bytes / 1000.0)::int, 'droppedBodies', h.dropped_bodies,
          'droppedRequests', h.dropped_requests) ORDER BY h.hour DESC)
        FROM request_hour h WHERE h.agreement = $1 AND h.hour > now() - interval '73 hours'), '[]'::json))::text
      FROM agreement a WHERE a.agreement = $1`,
    values: [agreement],
  }),
}

const set: ActionOperation = {
  kind: 'action',
  method: 'PUT',
  path: '/request-log',
  status: 204,
  summary:
    'Say which requests are logged: off, faults (without bodies and values of parameters), or all with their bodies',
  schema: 'RequestLogUpdate',
  body: { requestLog: text(10).oneOf(REQUEST_LOG_MODES).required().describe('off, faults or all') },
  async run({ transaction, caller }, { body }) {
    await transaction.rows('UPDATE agreement SET request_log = $2 WHERE agreement = $1', [
      caller.agreement,
      body.requestLog as string,
    ])
    return { status: 204 }
  },
}

/** Which requests of the agreement are logged. In force on every node within a second. */
export const requestLog = operations('RequestLog', {
  logsBodies: true,
  isUnlogged: true,
  isInGrants: true,
  roles: ['SuperUser'],
  operations: [read, set],
})
