import type { ContractApi, ContractField, ContractOperation, ContractSchema } from '../contract/contract.ts'
import type { Json } from './conforms.ts'

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** A field as the published documents have it: OpenAPI 3.0, a double for a decimal. */
function fieldSchema({ type, nullable, readOnly, enum: values, items }: ContractField): Json {
  const plain: Json = {
    int32: { type: 'integer', format: 'int32' },
    decimal: { type: 'number', format: 'double' },
    string: { type: 'string' },
    boolean: { type: 'boolean' },
    date: { type: 'string', format: 'date' },
    'date-time': { type: 'string', format: 'date-time' },
    binary: { type: 'string', format: 'binary' },
  }[type]
  const shape = items
    ? { type: 'array', items: items.ref === undefined ? fieldSchema(items) : ref(items.ref) }
    : { ...plain, ...(values && { enum: nullable ? [...values, null] : values }) }
  return { ...shape, ...(nullable && { nullable: true }), ...(readOnly && { readOnly: true }) }
}

function schemaOf(fields: ContractSchema): Json {
  const required = Object.keys(fields).filter((name) => fields[name]!.required)
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]))
  return { type: 'object', ...(required.length > 0 && { required }), properties }
}

const page = (item: string): Json => ({
  type: 'object',
  properties: {
    cursor: { type: 'string', nullable: true },
    items: { type: 'array', items: ref(item), nullable: true },
  },
})

/**
 * The document of a published API, written from the facts of the contract alone: one schema for bodies and answers, and
 * the published ids.
 */
export function publishedDocument(api: ContractApi, ids: Readonly<Record<string, string>>): Json {
  const schemas: Record<string, Json> = Object.fromEntries(
    Object.entries(api.schemas).map(([name, fields]) => [name, schemaOf(fields)]),
  )
  const answer = ({ response, style }: ContractOperation): Json | undefined => {
    if (response === undefined) return undefined
    if (Array.isArray(response)) return { type: 'array', items: ref(response[0]!) }
    if (response === 'int32') return { type: 'integer', format: 'int32' }
    if (response === 'binary') return { type: 'string', format: 'binary' }
    if (style === 'cursor') schemas[response] = page(response.replace(/CursorResults$/, ''))
    return ref(response)
  }
  const paths: Record<string, Json> = {}
  for (const operation of api.resources.flatMap(({ operations }) => operations)) {
    const { method, path, parameters = [], body, status, bodyMediaType = 'application/json' } = operation
    const schema = answer(operation)
    const id = ids[`${method} ${path}`.replace(/\{\w+\}/g, '{}').toLowerCase()]
    const described = {
      operationId: id,
      parameters: parameters.map((one) => ({
        name: one.name,
        in: one.in,
        required: one.in === 'path' || one.required === true,
        schema: fieldSchema({ ...one, nullable: false }),
      })),
      ...(body && { requestBody: { content: { [bodyMediaType]: { schema: ref(body) } } } }),
      responses: { [status]: { description: 'Done.', ...(schema && { content: { 'application/json': { schema } } }) } },
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
  }
  return { openapi: '3.0.1', info: { title: api.api, version: api.version }, paths, components: { schemas } }
}
