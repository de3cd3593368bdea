import { randomUUID } from 'node:crypto'
import { ApiError } from '../../errors/catalogue.ts'
import { REQUEST_URL_KEPT_LENGTH } from '../../limits.ts'
import { itemSql } from '../../resource/columns.ts'
import { decimal, F1, F1L, F2, type Fields, flag, instant, int32, list, objects, text } from '../../resource/fields.ts'
import { type ActionOperation, type QueryOperation, standard } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { alike, faults, ownOf, SEES_ALL } from './request-groups.ts'
import { sandboxOf } from './sandbox-only.ts'

const ROLES = ['SuperUser', 'Bookkeeping', 'Sales', 'ProjectEmployee'] as const
const TOUCHED = `(SELECT coalesce(json_agg(json_build_object('resource', split_part(x, ':', 1), 'key',
  substr(x, strpos(x, ':') + 1))), '[]'::json)
  FROM unnest(t.touched) x)`
const CODES = `(SELECT coalesce(json_agg(DISTINCT f ->> 'code'), '[]'::json) FROM jsonb_array_elements(t.faults) f)`

const fields: Fields = {
  number: int32().present().filter(F1).sortable().describe('In the order in which requests were logged; with gaps'),
  requestId: text(32).present().filter(F1).describe('X-Request-Id of its answer'),
  traceId: text(32).column('trace').filter(F1).describe('The trace that its traceparent names'),
  time: instant().present().column('started_at').filter(F2).sortable().describe('When it came'),
  milliseconds: decimal(12, 2).present().filter(F2).sortable().describe('Until it was answered'),
  method: text(10).present().filter(F1).describe('GET, HEAD, POST, PUT or DELETE'),
  path: text(REQUEST_URL_KEPT_LENGTH + 1)
    .present()
    .filter(F1L)
    .describe('As it was sent'),
  query: text(REQUEST_URL_KEPT_LENGTH + 1)
    .filter(F1L)
    .describe('Names without values, where faults alone are logged'),
  operation: text(300)
    .filter(F1L)
    .sortable()
    .describe('Method and path as documented; null where there is no such path'),
  api: text(50).filter(F1).describe('As in /openapi/{api}.json'),
  apiVersion: text(20).filter(F1).describe('The version of that API'),
  status: int32().present().filter(F1).sortable(),
  errorCode: text(100).computed(`(t.faults -> 0 ->> 'code')`).filter(F1).sortable().describe('Of its first fault'),
  errorCodes: list(text(100), 20).present().computed(CODES).describe('Of its first twenty faults'),
  app: int32().present().filter(F1).sortable(),
  grantNumber: int32().present().filter(F1).describe('The grant that it was made with'),
  person: text(11).filter(F1).describe('Who acted, by initials'),
  idempotencyKey: text(256).filter(F1).describe('Its Idempotency-Key'),
  isReplayed: flag().filter(F2).describe('The answer was kept for its Idempotency-Key'),
  replayOf: text(32).filter(F1).describe('The request that it repeats'),
  notice: text(200).filter(F1L).describe('Daybook-Notice of its answer'),
  orderedFault: text(100).filter(F1).describe('The fault that the sandbox ordered for it (Daybook-Fault)'),
  requestBytes: int32().present().filter(F2).sortable().describe('Length of its body'),
  answerBytes: int32().present().filter(F2).sortable().describe('Length of the body answered'),
  isCut: flag().filter(F2).describe('A body is longer than the 64 KiB that are kept of it'),
  hasDroppedBody: flag().filter(F2).describe('The log was too full for its bodies'),
}

const pair = objects({ code: text(100).present(), property: text(200).present() })
const headers = objects({ name: text(200).present(), value: text(1001).present() }).describe('Without tokens')

/** What a single request has beside what lists have of it. */
const details: Readonly<Record<string, { field: Fields[string]; sql: string }>> = {
  faults: { field: pair.present().describe('The first twenty'), sql: `t.faults::json` },
  touched: {
    field: objects({
      resource: text(100).present().describe('The kind of item'),
      key: text(200).present().describe('Its identifier; several parts are joined by ~'),
    })
      .present()
      .describe('The items that it named'),
    sql: TOUCHED,
  },
  requestHeaders: { field: headers, sql: headersSql('t.request_headers') },
  requestBody: {
    field: text(65_536).describe('Its first 64 KiB; null where bodies are not logged'),
    sql: 'to_json(t.request_body)',
  },
  fileHash: { field: text(64).describe('SHA-256 of the file that came with it'), sql: 'to_json(t.file_hash)' },
  answerHeaders: { field: headers, sql: headersSql('t.answer_headers') },
  answerBody: {
    field: text(65_536).describe('Its first 64 KiB; null where bodies are not logged'),
    sql: 'to_json(t.answer_body)',
  },
}

/** SQL: headers as a list of names and values. */
function headersSql(column: string): string {
  return `(SELECT json_agg(json_build_object('name', h.key, 'value', h.value)) FROM json_each_text(${column}) h)`
}

const single: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/requests/{requestId}',
  summary: 'One request with its headers and bodies, without tokens',
  answer: { ...fields, ...Object.fromEntries(Object.entries(details).map(([name, { field }]) => [name, field])) },
  statement: (caller, { path }) => ({
    text: `SELECT left(${itemSql({ fields }, 'problem')}, -1)${Object.entries(details)
      .map(([name, { sql }]) => ` || ',"${name}":' || coalesce(${sql}::text, 'null')`)
      .join('')} || '}'
      FROM request t WHERE t.agreement = $1 AND t.request_id = $2 AND ($3::int IS NULL OR t.grant_number = $3::int)`,
    values: [caller.agreement, path.requestId as string, ownOf(caller)],
  }),
}

const KEPT = `SELECT t.method, t.path, t.query, t.request_body AS body, t.request_bytes AS bytes,
    (SELECT json_object_agg(h.key, h.value) FROM json_each_text(t.request_headers) h
      WHERE h.key IN ('content-type', 'accept'))::text AS headers
  FROM request t WHERE t.agreement = $1 AND t.request_id = $2 AND ($3::int IS NULL OR t.grant_number = $3::int)`

interface Kept extends Record<string, unknown> {
  method: string
  path: string
  query: string | null
  body: string | null
  bytes: number
  headers: string | null
}

/** What is in the place of a token. */
const REMOVED = '(removed)'

/** Why what was sent cannot be sent again: it was not kept whole. */
function missing({ path, query, body, bytes, headers }: Kept): string | undefined {
  if (headers === null && bytes > 0) return 'The agreement did not log bodies then.'
  if (Buffer.byteLength(body ?? '') !== bytes) return 'Its body was not kept whole.'
  return [path, query, body].some((one) => one?.includes(REMOVED))
    ? 'It had a token in it, which was removed.'
    : undefined
}

const replay: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/requests/{requestId}/replay',
  status: 200,
  noDryRun: true,
  summary: 'Send a request of a sandbox again: now, by the grant that asks, and under a new Idempotency-Key',
  answer: {
    requestId: text(32).present().describe('The id of the repeat'),
    status: int32().present().describe('What the repeat was answered'),
    body: text(65_536).present().describe('The body that it was answered, as text'),
  },
  run: () => Promise.reject(new Error('A replay is carried out as a request of its own.')),
  async runInParts({ caller, database, keyed, settings }, { path }) {
    const agreement = sandboxOf(caller)
    const of = path.requestId as string
    const [kept] = await database.rows<Kept>(KEPT, [agreement, of, ownOf(caller)])
    if (!kept) throw new ApiError({ code: 'NotFound', property: 'requestId' })
    const message = missing(kept)
    if (message !== undefined) throw new ApiError({ code: 'RequestNotReplayable', property: 'requestId', message })
    const repeated = await settings.repeat!(caller, {
      method: kept.method,
      url: kept.query === null ? kept.path : `${kept.path}?${kept.query}`,
      headers: JSON.parse(kept.headers ?? '{}') as Record<string, string>,
      body: kept.body ?? '',
      of,
      ...(!['GET', 'HEAD'].includes(kept.method) && { key: keyed?.key ?? `replay ${randomUUID()}` }),
    })
    return { status: 200, body: JSON.stringify(repeated) }
  },
}

/**
 * Requests that the agreement's programs have made, for three days: what was asked, what was answered, and what was
 * wrong. A grant without SuperUser sees its own.
 */
export const requests = resource('Requests', {
  schema: 'Request',
  table: 'request',
  isView: true,
  isUnlogged: true,
  isNotLogged: true,
  isBeyondFaults: true,
  key: ['number'],
  roles: ROLES,
  ownUnless: SEES_ALL,
  narrowedBy: {
    name: 'touches',
    column: 'touched',
    field: text(200).describe('Only requests that named this item: its kind and identifier, such as customer:1001'),
  },
  fields,
  operations: standard('/requests', 'number', ['cursor', 'paged', 'count']),
})

/** A single request and those alike, and what went wrong with many. */
export const requestDetails = operations('RequestDetails', {
  isUnlogged: true,
  isNotLogged: true,
  isBeyondFaults: true,
  roles: ROLES,
  parameters: { requestId: text(32).describe('X-Request-Id of its answer') },
  operations: [faults, single, alike, replay],
  codes: ['NotFound', 'RequestNotReplayable', 'SandboxOnly', 'ValueOutOfRange'],
})
