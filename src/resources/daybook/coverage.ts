import { COVERAGE_HOURS } from '../../limits.ts'
import { flag, instant, int32, list, objects, text } from '../../resource/fields.ts'
import type { QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { sandboxOf } from './sandbox-only.ts'

const SEES_ALL = 'SuperUser'

/**
 * SQL: what was met in an agreement ($1), since a moment ($2) or in all the time that is kept, by an app ($3) or by
 * all, as the JSON that a report is made of; with the percent that is asked for ($4), if one is.
 */
export const COVERAGE_COUNTS = `
  WITH span AS (SELECT greatest(coalesce($2::timestamptz, '-infinity'),
    now() - make_interval(hours => ${COVERAGE_HOURS})) AS since),
  met AS (
    SELECT c.app, c.api, c.api_version AS version, c.operation, c.met, sum(c.times)::int AS times,
      max(c.last_at) AS last
    FROM coverage_count c CROSS JOIN span s
    WHERE c.agreement = $1 AND ($3::int IS NULL OR c.app = $3::int) AND c.last_at >= s.since GROUP BY 1, 2, 3, 4, 5),
  hook AS (
    SELECT w.event_type AS "eventType", count(*) FILTER (WHERE d.state = 'delivered')::int AS delivered,
      count(*) FILTER (WHERE jsonb_array_length(d.attempts) > 1)::int AS retried,
        count(*) FILTER (WHERE d.state = 'failed')::int AS failed
    FROM webhook w CROSS JOIN span s
      LEFT JOIN webhook_delivery d ON d.agreement = w.agreement AND d.event_type = w.event_type
        AND d.occurred_at >= s.since
    WHERE w.agreement = $1 AND ($3::int IS NULL OR w.app = $3::int) GROUP BY 1)
  SELECT json_build_object('from', s.since, 'app', $3::int, 'min', $4::int, 'counts',
    coalesce((SELECT json_agg(m) FROM met m), '[]'::json), 'webhooks',
    coalesce((SELECT json_agg(h ORDER BY h."eventType") FROM hook h), '[]'::json))::text FROM span s`

const situation = objects({
  name: text(100)
    .present()
    .describe(
      'success, refused, replay, 404, 409 or page; of the whole, 429 and 503 on reads and writes, and webhooks',
    ),
  isMet: flag().present().describe('Whether a program has met it'),
  hint: text(500).present().describe('How to meet it'),
})

const coverageRead: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/coverage',
  summary:
    'What the programs of a sandbox have met of this service, and what they never met of that which their operations can give',
  query: [
    {
      name: 'from',
      field: instant().describe(
        `What was met since; ${COVERAGE_HOURS} hours ago where left out. Counts are of whole hours`,
      ),
    },
    { name: 'app', field: int32(1).describe('Of one app only; a grant without SuperUser sees its own') },
    { name: 'min', field: int32(0, 100).describe('How many percent a program has to meet; isEnough says whether') },
  ],
  codes: ['SandboxOnly'],
  answer: {
    from: instant().present(),
    app: int32().describe('The app that it is of; null for all'),
    percent: int32().present().describe('Situations that were met, of all'),
    isEnough: flag().describe('At least min percent were met; left out where no min is given'),
    situationsMet: int32().present().describe('How many situations were met'),
    situations: int32().present().describe('What callers of these operations have to handle, in another way each'),
    operationsCalled: int32().present().describe('Operations that were called, those of older versions apart'),
    operationsServed: int32().present().describe('Operations of the newest versions'),
    codesMet: int32().present().describe('Error codes that were met'),
    codes: int32().present().describe('Error codes that these operations can give'),
    replays: int32().present().describe('Answers that were kept for an Idempotency-Key: lost answers survived'),
    refused: int32().present().describe('Answers of 429 and 503'),
    sentAgain: int32().present().describe('Of these, calls that were sent again'),
    waited: int32().present().describe('Of these, those that waited for Retry-After'),
    items: objects({
      operation: text(300).present().describe('Method and path as documented'),
      api: text(50).present().describe('As in /openapi/{api}.json'),
      version: text(20).present().describe('The version of that API'),
      calls: int32().present().describe('How often it was called'),
      statuses: objects({ status: int32().present(), count: int32().present() }).present().describe('What it answered'),
      codes: objects({ errorCode: text(100).present(), count: int32().present() })
        .present()
        .describe('Codes that were met'),
      codesNeverMet: list(text(100), 1000).present().describe('Codes that it can give, and never gave'),
      laterPages: int32().describe('Pages beyond the first; null where there are no pages'),
      replays: int32().describe('Answers that were kept for an Idempotency-Key; null of a read'),
      situations: situation.present().describe('What its callers have to handle'),
    }).present(),
    versions: objects({
      api: text(50).present().describe('As in /openapi/{api}.json'),
      version: text(20).present().describe('The version of that API'),
      isNewest: flag().present().describe('It is the newest one'),
      calls: int32().present().describe('How often it was called'),
    })
      .present()
      .describe('Versions that were called'),
    webhooks: objects({
      eventType: text(100).present(),
      delivered: int32().present().describe('Deliveries that arrived'),
      retried: int32().present().describe('Deliveries of several attempts'),
      failed: int32().present().describe('Deliveries that did not arrive'),
    })
      .present()
      .describe('Events that the apps asked for'),
    whole: situation.present().describe('Situations of no single operation'),
    hints: list(text(500), 5000)
      .present()
      .describe('How to meet what was never met; and which versions are not the newest'),
  },
  statement(caller, { query }) {
    const agreement = sandboxOf(caller)
    const app = caller.roles.includes(SEES_ALL) ? ((query.app as number | undefined) ?? null) : caller.app
    return {
      text: COVERAGE_COUNTS,
      values: [agreement, (query.from as string | undefined) ?? null, app, query.min ?? null] as (
        | string
        | number
        | null
      )[],
    }
  },
  compose: (_caller, found, { measure }) =>
    Promise.resolve(Buffer.from(JSON.stringify(measure!(Buffer.from(found).toString())))),
}

/** What the programs of a sandbox have met, counted for three days beside the log of requests. */
export const coverage = operations('Coverage', {
  isUnlogged: true,
  isNotLogged: true,
  isBeyondFaults: true,
  roles: ['SuperUser', 'Bookkeeping', 'Sales', 'ProjectEmployee'],
  operations: [coverageRead],
  codes: ['SandboxOnly'],
})
