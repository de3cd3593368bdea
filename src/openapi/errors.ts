import { STATUS_CODES } from 'node:http'
import { ApiError, catalogue, type ErrorCode } from '../errors/catalogue.ts'
import { conventionErrors } from '../errors/conventions.ts'
import { Field, type FieldFacts, type Fields } from '../resource/fields.ts'
import { type Group, isTriable, isTriableInPart, type Operation } from '../resource/operations.ts'
import { inUseCode } from '../resource/relations.ts'
import { groupCodes, inUseCodes, isResource, type Resource } from '../resource/resource.ts'
import { errorAnswer, JSON_TYPE, PROBLEM_TYPE } from '../request/protocol/respond.ts'
import { apiPath, type ApiVersion } from '../resource/versions.ts'
import { narrowingOf } from './parameters.ts'
import type { Json } from './schemas.ts'

/** A media type without its charset, as OpenAPI names contents. */
export const mediaType = (contentType: string): string => contentType.split(';')[0]!

const ALWAYS: readonly ErrorCode[] = [
  'QueryParameterUnknown',
  'RequestInvalid',
  'RequestHeaderUnknown',
  'RequestHeaderInvalid',
  'ActorNotAllowed',
  'ActorUnknown',
  'RequestTimeout',
  'BodyTooLarge',
  'ExpectationFailed',
  'HeadersTooLarge',
  'Unauthorized',
  'MediaTypeNotSupported',
  'RateLimitExceeded',
  'AgreementBusy',
  'Internal',
  'Unavailable',
  'TookTooLong',
]
const FILTER: readonly ErrorCode[] = [
  'QueryParameterRepeated',
  'FilterSyntax',
  'FilterPropertyUnknown',
  'FilterNotAllowed',
  'FilterValueInvalid',
  'FilterTooLarge',
]
const WRITE: readonly ErrorCode[] = [
  'DemoReadOnly',
  'IdempotencyKeyInvalid',
  'IdempotencyKeyReused',
  'Conflict',
  'ReferenceInUse',
]
const BODY: readonly ErrorCode[] = [
  'InvalidJson',
  'BodyRequired',
  'BodyTooDeep',
  'PropertyUnknown',
  'PropertyReadOnly',
  'ValueTypeInvalid',
  'ValueRequired',
  'ValueNull',
  'ValueTooLong',
  'ValueOutOfRange',
  'ValueNotAllowed',
  'ValueInvalidCharacter',
]

/** Codes of a write without a body. It may be sent an empty object. */
const NO_BODY: readonly ErrorCode[] = ['InvalidJson', 'BodyTooDeep', 'PropertyUnknown', 'ValueTypeInvalid']

/** The codes of the group itself. Any group may return those of the conventions too. */
export const publishedCodes = (group: Group): ErrorCode[] =>
  groupCodes(group).filter((code) => !(code in conventionErrors))

/** Every code an operation can answer: those of its kind, and those its group declares for it. */
export function operationCodes(group: Group, operation: Operation): ErrorCode[] {
  const roles = operation.roles ?? group.roles
  const own = [...dryRunCodes(operation), ...ownCodes(group, operation), ...amountCodes(group, operation)]
  const codes = [...ALWAYS, ...kindCodes(operation), ...narrowingCodes(group, operation), ...own]
  if (roles.length > 0) codes.push('RoleMissing')
  if (group.module) codes.push('ModuleMissing')
  const found = operation.path.includes('{') ? [...codes, 'NotFound' as const] : codes
  const missing = isResource(group) ? group.missing : undefined
  return [...new Set(missing ? found.map((code) => (code === 'NotFound' ? missing : code)) : found)].sort()
}

function dryRunCodes(operation: Operation): ErrorCode[] {
  if (operation.method === 'GET') return []
  if (!isTriable(operation)) return ['DryRunNotPossible']
  return isTriableInPart(operation) ? ['DryRunNotPossible', 'DryRunUnderWay'] : ['DryRunUnderWay']
}

const PARAMETERS: readonly ErrorCode[] = ['QueryParameterRepeated', 'QueryParameterRequired', 'QueryParameterInvalid']

const narrowingCodes = (group: Group, operation: Operation): readonly ErrorCode[] =>
  narrowingOf(group, operation) ? ['QueryParameterInvalid'] : []

function kindCodes(operation: Operation): readonly ErrorCode[] {
  switch (operation.kind) {
    case 'cursor':
      return [...FILTER, 'CursorInvalid', 'SortNotAllowed']
    case 'paged':
      return [...FILTER, 'PagingInvalid', 'SortNotAllowed']
    case 'count':
      return FILTER
    case 'single':
      return []
    case 'query':
      return ['NotFound', ...(operation.query?.length ? PARAMETERS : [])]
    case 'create':
    case 'bulkCreate':
      return [...WRITE, ...BODY]
    case 'update':
      return [...WRITE, ...BODY, 'NotFound', 'ObjectVersionRequired', 'ObjectVersionMismatch']
    case 'bulkUpdate':
      return [...WRITE, ...BODY, 'NotFound', 'ObjectVersionRequired', 'ObjectVersionMismatch', 'ItemRepeated']
    case 'delete':
      return operation.keyInBody ? [...WRITE, ...BODY, 'NotFound'] : [...WRITE, ...NO_BODY]
    case 'upload':
      return [...WRITE, ...BODY]
    case 'file':
      return ['NotFound', 'RangeNotSatisfiable', ...(operation.query?.length ? PARAMETERS : [])]
    case 'action':
      return operation.body ? [...WRITE, ...BODY, ...listCodes(operation.body)] : [...WRITE, ...NO_BODY]
  }
}

/** A list of plain values names each once. */
const listCodes = (body: Fields): readonly ErrorCode[] =>
  Object.values(body).flatMap(({ facts: { items, codes } }) =>
    items instanceof Field ? [codes.repeated ?? 'ItemRepeated'] : [],
  )

/** The code of amounts with more decimals than they may have, where a body has amounts that name no other. */
function amountCodes(group: Group, operation: Operation): readonly ErrorCode[] {
  if (operation.method === 'GET' || operation.kind === 'delete') return []
  const body = operation.kind === 'action' ? operation.body : isResource(group) ? group.fields : undefined
  return hasPlainAmounts(body ?? {}) ? ['AmountHasTooManyDecimals'] : []
}

const hasPlainAmounts = (fields: Fields): boolean =>
  Object.values(fields).some(({ facts: { type, isMeasure, readOnly, codes, items } }) =>
    type === 'list' && items && !(items instanceof Field)
      ? hasPlainAmounts(items)
      : type === 'decimal' && !isMeasure && !readOnly && codes.tooLong === undefined,
  )

const KIND_OF_WRITE = {
  create: 'create',
  bulkCreate: 'create',
  update: 'update',
  bulkUpdate: 'update',
  delete: 'delete',
} as const

function ownCodes(group: Group, operation: Operation): ErrorCode[] {
  const { kind, method } = operation
  if (kind === 'file' || kind === 'query') return [...(operation.codes ?? [])]
  if (method === 'GET') return []
  if (!isResource(group) || !(kind in KIND_OF_WRITE)) return groupCodes(group)
  const bulk = 'bulk' in operation ? Object.values(operation.bulk.codes ?? {}) : []
  const differs = 'differs' in operation && operation.differs ? [operation.differs] : []
  const keptBy = 'renumbers' in operation && operation.renumbers ? operation.renumbers.keptBy : []
  const kept = keptBy.map((table) => inUseCode(group, table))
  const hasBody = 'keyInBody' in operation && operation.keyInBody === true
  return [
    ...bulk,
    ...differs,
    ...kept,
    ...writeCodes(group, KIND_OF_WRITE[kind as keyof typeof KIND_OF_WRITE], hasBody),
  ]
}

function writeCodes(resource: Resource, kind: 'create' | 'update' | 'delete', hasBody: boolean): ErrorCode[] {
  const rules = resource.rules.filter(({ on }) => !on || on.includes(kind)).map(({ code }) => code)
  const constraints = Object.values(resource.constraints).map(({ code }) => code)
  const own = [...rules, ...constraints, ...resource.codes]
  if (kind === 'delete') return [...own, ...inUseCodes(resource), ...(hasBody ? fieldsCodes(resource, 'update') : [])]
  return [...own, ...fieldsCodes(resource, kind)]
}

const fieldsCodes = (resource: Resource, kind: 'create' | 'update'): ErrorCode[] =>
  Object.values(resource.fields).flatMap(({ facts }) => fieldCodes(facts, kind))

const fieldCodes = ({ codes, references }: FieldFacts, kind: 'create' | 'update'): ErrorCode[] => [
  ...Object.entries(codes)
    .filter(([reason]) => kind === 'update' || reason !== 'fixed')
    .map(([, code]) => code),
  ...(references?.code ? [references.code] : []),
]

/** Responses and examples of errors, by code. Several operations of a document refer to them. */
export interface SharedErrors {
  responses: Record<string, Json>
  examples: Record<string, Json>
}

/** The code that callers of an operation meet first. */
export function likeliestCode(group: Group, operation: Operation): ErrorCode {
  const known = operationCodes(group, operation)
  const own = publishedCodes(group)
  const missing = isResource(group) ? (group.missing ?? 'NotFound') : 'NotFound'
  const isOfMissing = (code: ErrorCode | undefined): boolean => /DoesNotExist|NotFound/.test(code ?? '')
  const references = isResource(group) ? Object.values(group.fields).map(({ facts }) => facts.references?.code) : []
  const candidates: Record<Operation['kind'], readonly (ErrorCode | undefined)[]> = {
    cursor: ['FilterPropertyUnknown'],
    paged: ['FilterPropertyUnknown'],
    count: ['FilterPropertyUnknown'],
    single: [missing],
    create: [...references.filter(isOfMissing), 'ValueRequired'],
    bulkCreate: [...references.filter(isOfMissing), 'ValueRequired'],
    update: ['ObjectVersionMismatch'],
    bulkUpdate: ['ObjectVersionMismatch'],
    delete: isResource(group) ? [...inUseCodes(group), missing] : [missing],
    query: ['QueryParameterRequired', missing],
    upload: own.filter((code) => code.startsWith('Invalid')),
    file: [missing],
    action: [...own.filter(isOfMissing), ...own, missing],
  }
  return candidates[operation.kind].find((code) => code !== undefined && known.includes(code)) ?? 'Unauthorized'
}

/**
 * The error responses of an operation, by status. A status with a single code is a shared response, named after the
 * code. `likeliest` gets an example.
 */
export function errorResponses(
  api: ApiVersion,
  codes: readonly ErrorCode[],
  shared: SharedErrors,
  likeliest: ErrorCode,
): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = catalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses: Json = {}
  for (const [status, group] of byStatus) {
    const [only, ...others] = group
    if (others.length > 0) {
      responses[status] = errorResponse(api, status, group, group.includes(likeliest) ? likeliest : undefined)
      if (group.includes(likeliest)) shared.examples[likeliest] ??= errorExample(api, likeliest)
    } else {
      shared.responses[only!] ??= errorResponse(api, status, group, only)
      shared.examples[only!] ??= errorExample(api, only!)
      responses[status] = { $ref: `#/components/responses/${only}` }
    }
  }
  return responses
}

function errorResponse(
  api: ApiVersion,
  status: number,
  codes: readonly ErrorCode[],
  example: ErrorCode | undefined,
): Json {
  const lines = codes.map((code) => `- ${code}: ${catalogue[code].message}`)
  const problem = codes.includes('ObjectVersionMismatch') ? 'VersionProblem' : 'ProblemDetails'
  const schema = api.style === 'project' ? 'Error' : problem
  const type = mediaType(api.style === 'project' ? JSON_TYPE : PROBLEM_TYPE)
  const retry = codes.some((code) =>
    ['RateLimitExceeded', 'AgreementBusy', 'Unavailable', 'TookTooLong'].includes(code),
  )
  return {
    description: `${STATUS_CODES[status]}.\n\n${lines.join('\n')}`,
    ...(retry && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
    content: {
      [type]: {
        schema: { $ref: `#/components/schemas/${schema}` },
        ...(example && { examples: { [example]: { $ref: `#/components/examples/${example}` } } }),
      },
    },
    'x-error-codes': codes,
  }
}

/** An error as it is answered. */
function errorExample(api: ApiVersion, code: ErrorCode): Json {
  const { style, hasPlainErrors: isPlain } = api
  const trace = { traceId: '0af7651916cd43dd8448eb211c80319c', instance: apiPath(api), style, isPlain }
  const { body } = errorAnswer(new ApiError({ code, property: 'request' }), trace)
  return { summary: catalogue[code].message, value: JSON.parse(body as string) as Json }
}

const text = (description: string): Json => ({ type: 'string', description })
const time = (description: string): Json => ({ type: 'string', format: 'date-time', description })

const object = (properties: Record<string, Json>): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

/** The fields of the project-related API's error body. A stale objectVersion is answered with them in every API. */
const PROJECT_FIELDS = {
  message: text('What went wrong.'),
  developerHint: text('What to do about it.'),
  logId: text("The request's id in the log."),
  logTimeUtc: time('When the error was answered, UTC.'),
  property: text('The property at fault.'),
  errorCode: text('The error code.'),
}

/** What a fault of a booking says of its voucher. */
const VOUCHER = {
  type: 'object',
  description: 'Of a booking: the voucher that the fault is about; absent where it is about none.',
  required: ['voucherNumber'],
  properties: {
    voucherNumber: { type: 'integer', format: 'int32', description: 'The voucher.' },
    difference: {
      type: 'number',
      description: 'By how much it is out of balance, in the base currency; absent where it is not.',
    },
  },
}

/** The error bodies of the API's style (rule 4.1). */
export function errorSchemas(api: ApiVersion): Record<string, Json> {
  const { property, errorCode, ...plain } = PROJECT_FIELDS
  if (api.style === 'project') return { Error: object(api.hasPlainErrors ? plain : { ...plain, property, errorCode }) }
  const fault = object({
    message: text('What is wrong, and what would be right.'),
    errorCode: text('The error code.'),
    property: text('The property at fault.'),
  })
  const problem = object({
    type: text('A page on the error code, which this server serves.'),
    title: text('The name of the status.'),
    status: { type: 'integer', format: 'int32', description: 'The status of the response.' },
    detail: text('What went wrong first, and what to do about it.'),
    instance: text("The request's path."),
    errors: {
      type: 'array',
      description:
        'Everything that is wrong with the request, in the order of the properties. The first gives the status; those after it may be of another status of the operation.',
      items: { $ref: '#/components/schemas/Error' },
    },
    traceId: text("The request's id in the log."),
    errorCode: text('The error code of the first fault.'),
    traceTimeUtc: time('When the error was answered, UTC.'),
  })
  const version = {
    description: 'With ObjectVersionMismatch it has these fields too.',
    allOf: [{ $ref: '#/components/schemas/ProblemDetails' }, { type: 'object', properties: PROJECT_FIELDS }],
  }
  const withVoucher = { ...fault, properties: { ...(fault.properties as Json), voucher: VOUCHER } }
  return { Error: withVoucher, ProblemDetails: problem, VersionProblem: version }
}
