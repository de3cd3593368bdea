import type { Reply } from '../service/harness.ts'

/** A schema, or a document, as OpenAPI has it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests reach into documents freely
export type Json = any

/** What the `$ref` of a node points at, or the node itself. */
export function resolve(document: Json, node: Json): Json {
  if (node?.$ref === undefined) return node
  const path = (node.$ref as string).slice(2).split('/')
  return resolve(
    document,
    path.reduce((at: Json, key) => at[key], document),
  )
}

/**
 * Where a value does not fit a schema of the document, for the keywords our documents use. Stricter than JSON Schema in
 * one thing: a property that the schema does not name is a violation.
 */
export function violations(document: Json, schema: Json, value: Json, at = '$'): string[] {
  const found = resolve(document, schema)
  if (found.allOf) {
    const parts = found.allOf.map((part: Json) => resolve(document, part))
    const merged = {
      type: 'object',
      required: parts.flatMap((part: Json) => part.required ?? []),
      properties: Object.assign({}, ...parts.map((part: Json) => part.properties)),
    }
    return violations(document, merged, value, at)
  }
  if (found.type === undefined) return []
  const types = [found.type].flat()
  if (!types.includes(typeOf(value)) && !(types.includes('number') && typeOf(value) === 'integer')) {
    return [`${at} is ${typeOf(value)}, not ${types.join(' or ')}`]
  }
  const wrong: string[] = []
  if (found.enum && !found.enum.includes(value)) wrong.push(`${at} is none of ${found.enum.join(', ')}`)
  if (typeof value === 'number' && (value < found.minimum || value > found.maximum)) wrong.push(`${at} is out of range`)
  if (value?.length < found.minLength || value?.length > found.maxLength) wrong.push(`${at} has a wrong length`)
  if (typeof value === 'string') wrong.push(...formatViolations(found.format, value, at))
  if (Array.isArray(value)) {
    if (value.length > found.maxItems) wrong.push(`${at} has too many items`)
    return [...wrong, ...value.flatMap((item, index) => violations(document, found.items, item, `${at}[${index}]`))]
  }
  return typeOf(value) === 'object' ? [...wrong, ...objectViolations(document, found, value, at)] : wrong
}

function objectViolations(document: Json, schema: Json, value: Json, at: string): string[] {
  const missing = (schema.required ?? []).filter((name: string) => !(name in value))
  return [
    ...missing.map((name: string) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, part]) =>
      schema.properties?.[name]
        ? violations(document, schema.properties[name], part, `${at}.${name}`)
        : [`${at}.${name} is not in the schema`],
    ),
  ]
}

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
}

const formatViolations = (format: string, value: string, at: string): string[] =>
  FORMATS[format] && !FORMATS[format].test(value) ? [`${at} is no ${format}: ${value}`] : []

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** An operation of a document, at its full path. */
export interface Documented {
  method: string
  path: string
  operation: Json
}

/** The operations of a document. */
export function operationsOf(document: Json): Documented[] {
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Json>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: document.servers[0].url + path,
      operation,
    })),
  )
}

/** Where a response is not what the operation's document says of its status. */
export function misfits(document: Json, operation: Json, reply: Reply): string[] {
  const response = resolve(document, operation.responses[reply.status])
  if (!response) return [`${reply.status} is not documented`]
  const type = reply.headers.get('content-type')?.split(';')[0]
  if (!response.content) return reply.text === '' ? [] : ['has a body']
  if (!response.content[type!]) return [`${type} is not documented`]
  const value: Json = type!.endsWith('json') ? reply.json : reply.text
  return violations(document, response.content[type!].schema, value)
}
