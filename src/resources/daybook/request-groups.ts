import { catalogue, type ErrorCode, type Fault } from '../../errors/catalogue.ts'
import { decimal, instant, int32, list, objects, text } from '../../resource/fields.ts'
import type { Caller, Item, QueryOperation } from '../../resource/operations.ts'
import { instantText } from '../../workshop/clock/clock.ts'

/** The role that sees the requests of all grants. */
export const SEES_ALL = 'SuperUser'

/** The number of the caller's grant, whose requests are all that it sees; null for who sees all. */
export const ownOf = ({ roles, grantNumber }: Caller): number | null => (roles.includes(SEES_ALL) ? null : grantNumber)

/** SQL: the property of a fault `f`, with no place in a list. */
const propertyOf = (fault: string): string => `regexp_replace(${fault} ->> 'property', '\\[\\d+\\]', '[]', 'g')`

/** Buckets of the line of counts. */
const BUCKETS = 24
const GROUPS_MAX = 200

const GROUPS = `
  WITH span AS (SELECT coalesce($2::timestamptz, now() - interval '24 hours') AS since,
    coalesce($3::timestamptz, now()) AS until),
  asked AS (
    SELECT t.* FROM request t CROSS JOIN span s
    WHERE t.agreement = $1 AND t.started_at BETWEEN s.since AND s.until AND ($4::int IS NULL OR t.app = $4::int)
      AND ($6::int IS NULL OR t.app <> $6::int)
      AND ($5::int IS NULL OR t.grant_number = $5::int)),
  total AS (
    SELECT count(*)::int AS requests, count(*) FILTER (WHERE a.status >= 400)::int AS failed,
      percentile_disc(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY a.milliseconds) AS took
    FROM asked a),
  fault AS (
    SELECT t.operation, t.app, f ->> 'code' AS code, ${propertyOf('f')} AS property, t.started_at, t.number,
      t.request_id, t.ordered_fault IS NOT NULL AS is_ordered,
      least(${BUCKETS}, 1 + floor(${BUCKETS} * extract(epoch FROM t.started_at - s.since)
        / greatest(extract(epoch FROM s.until - s.since), 0.001))::int) AS bucket
    FROM asked t CROSS JOIN span s CROSS JOIN LATERAL jsonb_array_elements(t.faults) f),
  counted AS (
    SELECT f.operation, f.app, f.code, f.property, f.bucket, count(*)::int AS count,
      count(*) FILTER (WHERE f.is_ordered)::int AS ordered, min(f.started_at) AS first, max(f.started_at) AS last,
      max(f.number) AS number, (array_agg(f.request_id ORDER BY f.number DESC))[1] AS request_id
    FROM fault f GROUP BY 1, 2, 3, 4, 5),
  grouped AS (
    SELECT c.operation, c.app, c.code, c.property, sum(c.count)::int AS count, sum(c.ordered)::int AS ordered,
      min(c.first) AS first, max(c.last) AS last, json_object_agg(c.bucket, c.count) AS counts,
      (array_agg(c.request_id ORDER BY c.number DESC))[1] AS latest
    FROM counted c GROUP BY 1, 2, 3, 4 ORDER BY sum(c.count) DESC, max(c.last) DESC LIMIT ${GROUPS_MAX})
  SELECT json_build_object('from', s.since, 'to', s.until, 'requests', n.requests, 'failed', n.failed,
    'p50Milliseconds', n.took[1], 'p99Milliseconds', n.took[2], 'items',
    coalesce((SELECT json_agg(g) FROM grouped g), '[]'::json))::text FROM span s CROSS JOIN total n`

interface Grouped {
  operation: string | null
  app: number
  code: string
  property: string
  count: number
  ordered: number
  first: string
  last: string
  counts: Record<string, number>
  latest: string
}

const utc = (time: string): string => new Date(time).toISOString()

/** Adds to each group what its code means, and what to do. */
function told({ operation, app, code, property, count, ordered, first, last, counts, latest }: Grouped): object {
  const entry = Object.hasOwn(catalogue, code) ? catalogue[code as ErrorCode] : undefined
  return {
    operation,
    errorCode: code,
    property,
    app,
    count,
    ordered,
    first: utc(first),
    last: utc(last),
    counts: Array.from({ length: BUCKETS }, (_, at) => counts[at + 1] ?? 0),
    latestRequestId: latest,
    message: entry?.message ?? null,
    hint: entry?.hint ?? null,
  }
}

/** What went wrong with many requests, and how many there were. */
export const faults: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/requests/faults',
  codes: ['ValueOutOfRange'],
  summary:
    'What went wrong, grouped by operation, code, property and app, the most frequent first; and how many requests there were, and how long they took',
  query: [
    { name: 'from', field: instant().describe('The first moment; a day ago where left out') },
    { name: 'to', field: instant().describe('The last moment; now where left out') },
    { name: 'app', field: int32(1).describe('Of one app only') },
    { name: 'exceptApp', field: int32(1).describe('Of all apps but this one, such as the console') },
  ],
  answer: {
    from: instant().present(),
    to: instant().present(),
    requests: int32().present().describe('Requests of that time that were logged'),
    failed: int32().present().describe('Of these, those that were answered 400 or above'),
    p50Milliseconds: decimal(12, 2).describe('In which half of them were answered; null where there is none'),
    p99Milliseconds: decimal(12, 2).describe('In which 99 of 100 of them were answered; null where there is none'),
    items: objects({
      operation: text(300).describe('Method and path as documented; null where there is no such path'),
      errorCode: text(100).present(),
      property: text(200).present(),
      app: int32().present(),
      count: int32().present(),
      ordered: int32().present().describe('Of these, those that the sandbox ordered (Daybook-Fault)'),
      first: instant().present().describe('When it happened first'),
      last: instant().present().describe('When it happened last'),
      counts: list(int32(), BUCKETS).present().describe(`How often in each of ${BUCKETS} equal parts of the time`),
      latestRequestId: text(32).present().describe('The last request of the group'),
      message: text(1000).describe('What the code means'),
      hint: text(1000).describe('What to do'),
    }).present(),
  },
  check({ query: { from, to } }): Fault[] {
    const isTurned = from !== undefined && to !== undefined && Date.parse(from as string) > Date.parse(to as string)
    return isTurned ? [{ code: 'ValueOutOfRange', property: 'to', message: 'to must not be before from.' }] : []
  },
  statement: (caller, { query }: { query: Item }) => ({
    text: GROUPS,
    values: [
      caller.agreement,
      (query.from as string | undefined) ?? null,
      (query.to as string | undefined) ?? null,
      (query.app as number | undefined) ?? null,
      ownOf(caller),
      (query.exceptApp as number | undefined) ?? null,
    ],
  }),
  compose(_caller, found) {
    const { from, to, items, ...totals } = JSON.parse(Buffer.from(found).toString()) as {
      from: string
      to: string
      items: Grouped[]
    }
    const body = { from: utc(from), to: utc(to), ...totals, items: items.map(told) }
    return Promise.resolve(Buffer.from(JSON.stringify(body)))
  },
}

/** SQL: what two requests have in common that are alike: what their first faults are, besides what they asked. */
const first = (of: string): string =>
  `(${of}.operation, ${of}.status, ${of}.faults -> 0 ->> 'code', ${propertyOf(`(${of}.faults -> 0)`)})`

/**
 * SQL: `x` is the call of `t` once more: it has its Idempotency-Key, or asks and brings the same, as far as both were
 * kept with their values.
 */
const IS_SAME = `(x.app = t.app AND x.method = t.method AND x.path = t.path AND (
    x.idempotency_key = t.idempotency_key
    OR (x.request_headers IS NOT NULL AND t.request_headers IS NOT NULL AND x.query IS NOT DISTINCT FROM t.query
      AND x.request_bytes = t.request_bytes AND (t.request_bytes = 0 OR x.request_body = t.request_body))))`

const ALIKE = `
  WITH this AS (
    SELECT t.* FROM request t
    WHERE t.agreement = $1 AND t.request_id = $2 AND ($3::int IS NULL OR t.grant_number = $3::int)),
  kept AS MATERIALIZED (
    SELECT x.number, x.request_id, x.started_at FROM request x CROSS JOIN this t
    WHERE x.agreement = $1 AND ($3::int IS NULL OR x.grant_number = $3::int) AND x.app = t.app
      AND ${first('x')} IS NOT DISTINCT FROM ${first('t')}),
  alike AS (
    SELECT k.number, k.request_id FROM kept k CROSS JOIN this t
    WHERE k.number = t.number OR $4::timestamptz IS NULL OR k.started_at >= $4::timestamptz),
  again AS MATERIALIZED (
    SELECT x.number, x.request_id, x.status, x.started_at FROM request x CROSS JOIN this t
    WHERE x.agreement = $1 AND ($3::int IS NULL OR x.grant_number = $3::int) AND x.number > t.number
      AND (x.replay_of = t.request_id OR ${IS_SAME}))
  SELECT json_build_object('count', (SELECT count(*) FROM alike),
    'place', (SELECT count(*) FROM alike a WHERE a.number >= t.number),
    'earlierRequestId', (SELECT a.request_id FROM alike a WHERE a.number < t.number ORDER BY a.number DESC LIMIT 1),
    'laterRequestId', (SELECT a.request_id FROM alike a WHERE a.number > t.number ORDER BY a.number LIMIT 1),
    'firstAt', (SELECT ${instantText('min(k.started_at)')} FROM kept k),
    'sentAgain', (SELECT count(*) FROM again), 'sentAgainRequestId', l.request_id, 'sentAgainStatus', l.status,
    'sentAgainAt', ${instantText('l.started_at')})::text
  FROM this t LEFT JOIN (SELECT * FROM again a ORDER BY a.number DESC LIMIT 1) l ON true`

/** How many requests are like one, which come before and after it, since when there are any, and what came of it. */
export const alike: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/requests/{requestId}/alike',
  summary:
    'How many requests are like one: of the same app, operation, status and first fault; the ones before and after; and whether it was sent again',
  query: [{ name: 'from', field: instant().describe('Those that came since; all that are kept where left out') }],
  answer: {
    count: int32().present().describe('How many are alike, this one among them'),
    place: int32().present().describe('Which of them this one is; 1 is the newest'),
    earlierRequestId: text(32).describe('The one before it'),
    laterRequestId: text(32).describe('The one after it'),
    firstAt: instant().present().describe('When the first of all that are kept came, whatever `from` says'),
    sentAgain: int32()
      .present()
      .describe(
        'How often it was sent again: with its Idempotency-Key, or to the same path with the same body, or by replay',
      ),
    sentAgainRequestId: text(32).describe('The last of those'),
    sentAgainStatus: int32().describe('What that was answered'),
    sentAgainAt: instant().describe('When that came'),
  },
  statement: (caller, { path, query }) => ({
    text: ALIKE,
    values: [caller.agreement, path.requestId as string, ownOf(caller), (query.from as string | undefined) ?? null],
  }),
}
