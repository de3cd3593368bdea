import {
  CURSOR_MAX_LENGTH,
  FILTER_MAX_LENGTH,
  IDEMPOTENCY_KEY_MAX_LENGTH,
  IDEMPOTENCY_SECONDS,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PAGED_REACH,
  SKIP_PAGES_MAX,
} from '../limits.ts'
import type { Field } from '../resource/fields.ts'
import { type Group, isTriable, type Operation, pathParameters } from '../resource/operations.ts'
import { queryName } from '../resource/query-names.ts'
import type { Api } from '../resource/versions.ts'
import { isResource, type Resource } from '../resource/resource.ts'
import { QUERY_PARAMETERS } from '../request/query/plan.ts'
import { describe, type Json, valueSchema } from './schemas.ts'

const LISTS = ['cursor', 'paged', 'count'] as const
type ListParameter = (typeof QUERY_PARAMETERS)[(typeof LISTS)[number]][number]

const LIST_PARAMETERS: Record<ListParameter, { schema: Json; description: string }> = {
  cursor: {
    schema: { type: 'string', maxLength: CURSOR_MAX_LENGTH },
    description: 'The cursor of the previous response; none for the first items.',
  },
  filter: {
    schema: { type: 'string', maxLength: FILTER_MAX_LENGTH },
    description:
      'Predicates `property$operator:value` chained with `$and:` and `$or:`, with parentheses for grouping. ' +
      '`x-filterable` of a property names the operators it takes.',
  },
  pageSize: {
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT },
    description: 'Items on a page.',
  },
  skipPages: {
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: SKIP_PAGES_MAX, default: 0 },
    description: `Pages to skip; only the first ${PAGED_REACH} items are reachable.`,
  },
  sort: {
    schema: { type: 'string' },
    description:
      'Properties with `x-sortable`, separated by commas; a leading `-` sorts descending, a leading `~` as text.',
  },
}

/** The parameters that several operations share, by name: parameters of lists, and those of writes. */
export function sharedParameters(api: Api): Record<string, Json> {
  const lists = Object.entries(LIST_PARAMETERS).map(([name, { schema, description }]) => [
    name,
    { name: queryName(name, api.style), in: 'query', required: false, schema, description },
  ])
  return {
    ...(Object.fromEntries(lists) as Record<string, Json>),
    idempotencyKey: IDEMPOTENCY_KEY,
    dryRun: DRY_RUN,
    actor: ACTOR,
  }
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX_LENGTH },
  description:
    `A value of the client's own for this one operation. A repeat within ${IDEMPOTENCY_SECONDS} seconds is not carried ` +
    'out again: it gets the first answer, marked with `X-ResultFromCache: true`.',
}

const DRY_RUN: Json = {
  name: 'Daybook-Dry-Run',
  in: 'header',
  required: false,
  schema: { type: 'string', const: 'true' },
  description:
    'The call answers what it would, and writes nothing: status and body, without `Location`; numbers that only a write ' +
    'gives are null. Where it would book, `postings` has what it would do to each account (debit is positive); an answer ' +
    'without a body is 200 then, with the `status` that it would have. The answer has the header, too.',
}

const ACTOR: Json = {
  name: 'Daybook-Actor',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,10}$' },
  description:
    'The initials of the person who acts, where the grant may name one (`mayNameActor`). Logs and bookings tell them as ' +
    'claimed by the app.',
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description,
})

const FILE_HEADERS: readonly Json[] = [
  header('Range', 'One range of bytes, such as `bytes=0-1023`; others are answered with the whole file.'),
  header('If-None-Match', 'The `ETag` that was read: a file that is still the same is answered 304.'),
]

const listOf = ({ kind }: Operation): (typeof LISTS)[number] | undefined => LISTS.find((list) => list === kind)

/** The parameter by which the list or count of an operation is narrowed; undefined where there is none. */
export const narrowingOf = (group: Group, operation: Operation): Resource['narrowedBy'] =>
  listOf(operation) && isResource(group) ? group.narrowedBy : undefined

/** The parameters of an operation: path, query, the headers of a file, and the idempotency key of a write. */
export function operationParameters(group: Group, operation: Operation): Json[] {
  const parameters = pathParameters(operation.path).map((name) => pathParameter(name, group))
  if (operation.kind === 'query' || operation.kind === 'file') {
    for (const { name, field, required = false } of operation.query ?? []) {
      parameters.push({ name, in: 'query', required, schema: valueSchema(field), ...described(group, name, field) })
    }
  }
  const list = listOf(operation)
  if (list) parameters.push(...QUERY_PARAMETERS[list].map(reference))
  const narrowing = narrowingOf(group, operation)
  if (narrowing) {
    const { name, field } = narrowing
    parameters.push({
      name,
      in: 'query',
      required: false,
      schema: valueSchema(field),
      ...described(group, name, field),
    })
  }
  if (operation.kind === 'file') parameters.push(...FILE_HEADERS)
  if (operation.method !== 'GET') parameters.push(reference('idempotencyKey'), reference('actor'))
  if (operation.method !== 'GET' && isTriable(operation)) parameters.push(reference('dryRun'))
  return parameters
}

const reference = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

/** A path parameter has the type of the field that it names. */
function pathParameter(name: string, group: Group): Json {
  const property = isResource(group) ? (group.inPath[name] ?? name) : name
  const field = group.parameters[property]!
  return { name, in: 'path', required: true, schema: valueSchema(field), ...described(group, property, field) }
}

function described(group: Group, name: string, { facts }: Field): Json {
  const description = describe(isResource(group) ? group.schema : group.name, name, facts)
  return description === '' ? {} : { description }
}
