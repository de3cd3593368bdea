import { JSON_TYPE } from '../request/protocol/respond.ts'
import type { Fields } from '../resource/fields.ts'
import type {
  ActionOperation,
  FileOperation,
  Group,
  ItemsAnswer,
  Operation,
  QueryOperation,
  SchemaAnswer,
  StandardOperation,
} from '../resource/operations.ts'
import { isResource, type Resource } from '../resource/resource.ts'
import { mediaType } from './errors.ts'
import { meaningOf } from './meanings/index.ts'
import { literals, pascal } from './names.ts'
import { orderOf } from './operations.ts'
import type { Json, Schemas } from './schemas.ts'

/** A JSON body of the schema. */
export const json = (schema: Json): Json => ({ [mediaType(JSON_TYPE)]: { schema } })

/** A form of the schema. */
export const form = (schema: Json): Json => ({ 'multipart/form-data': { schema } })

/** Headers of a response, by name. */
export const headerReferences = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

function read(description: string, schema: Json, others: readonly string[] = []): Json {
  const texts = others.map((type) => [mediaType(type), { schema: { type: 'string' } }])
  return { 200: { description, content: { ...json(schema), ...Object.fromEntries(texts) } } }
}

function created(schema: Json | undefined, told: readonly string[] = ['Location']): Json {
  const description = schema
    ? 'Created; the body carries the identifier.'
    : 'Created; `Location` carries the identifier.'
  return {
    201: { description, headers: headerReferences(told), ...(schema && { content: json(schema) }) },
  }
}

const written = (schema: Json): Json => ({
  200: { description: 'Done; the body tells.', content: json(schema) },
})

const done = (): Json => ({ 204: { description: 'Done.' } })

function file({ contentType }: FileOperation): Json {
  const content = { [mediaType(contentType)]: { schema: { type: 'string', format: 'binary' } } }
  return {
    200: { description: 'The file.', headers: headerReferences(['ETag', 'Content-Disposition']), content },
    206: {
      description: 'The bytes of the file that `Range` asks for.',
      headers: headerReferences(['ETag', 'Content-Range']),
      content,
    },
    304: { description: 'The file is the one that `If-None-Match` names.', headers: headerReferences(['ETag']) },
  }
}

/** What an operation answers when it succeeds, by its status. */
export function successResponse(group: Group, operation: Operation, schemas: Schemas): Json {
  if (operation.kind === 'query') {
    const others = Object.values(operation.formats ?? {})
    return read('The answer.', answerSchema(group, operation, schemas), others)
  }
  if (operation.kind === 'action') {
    if (operation.status === 204) return done()
    const schema = answerSchema(group, operation, schemas)
    const answer = operation.status === 201 ? created(schema) : written(schema)
    return operation.answersPreview && schema ? { ...written(schema), ...answer } : answer
  }
  if (operation.kind === 'file') return file(operation)
  if (!isResource(group)) throw new Error(`${group.name} is no resource.`)
  return itemResponse(group, operation, schemas)
}

function itemResponse(
  resource: Resource,
  operation: Exclude<Operation, QueryOperation | ActionOperation | FileOperation>,
  schemas: Schemas,
): Json {
  switch (operation.kind) {
    case 'cursor':
      return read(`Items in the order of ${orderOf(resource)}, from the cursor on.`, schemas.cursorPage(resource))
    case 'paged':
      return read('One page of items.', { type: 'array', items: schemas.item(resource) })
    case 'count':
      return read('How many items match the filter.', { type: 'integer', format: 'int32', minimum: 0 })
    case 'single':
      return read('The item.', schemas.item(resource))
    case 'create':
      return createdItem(resource, operation, schemas)
    case 'upload': {
      const { preview, schema } = operation
      const answer = created(schemas.created(resource))
      return preview ? { ...written(schemas.object(`${schema}Preview`, preview)), ...answer } : answer
    }
    case 'bulkCreate':
      return asOk(operation, created(schemas.createdList(resource, operation.bulk)))
    case 'update':
      return operation.answersOk ? written(schemas.created(resource)) : done()
    case 'bulkUpdate':
      return operation.answersOk ? written(schemas.createdList(resource, operation.bulk)) : done()
    case 'delete':
      return done()
  }
}

function createdItem(resource: Resource, operation: StandardOperation, schemas: Schemas): Json {
  const schema = operation.answersNothing ? undefined : schemas.created(resource, operation.answers)
  return asOk(operation, created(schema, operation.withoutLocation ? [] : ['Location']))
}

/** The answer of a create. Some older versions answer 200 instead of 201. */
const asOk = ({ answersOk }: { answersOk?: true }, response: Json): Json =>
  answersOk ? { 200: response[201] } : response

/** The schema of the answer of a query or action. */
function answerSchema(group: Group, operation: QueryOperation | ActionOperation, schemas: Schemas): Json {
  const { answer } = operation
  if (answer === undefined) throw new Error(`${group.name}: what ${operation.path} answers is not declared.`)
  if (answer === 'item') return schemas.item(group as Resource)
  if (answer === 'items') return { type: 'array', items: schemas.item(group as Resource) }
  if (isSchema(answer)) return withMeanings(answer.schema)
  if (isItems(answer)) return { type: 'array', items: schemas.object(answer.schema, answer.items) }
  return schemas.object(answerName(operation), answer)
}

const isSchema = (answer: Fields | ItemsAnswer | SchemaAnswer): answer is SchemaAnswer =>
  'isSchema' in answer && answer.isSchema === true

const isItems = (answer: Fields | ItemsAnswer): answer is ItemsAnswer => answer.isList === true

/** Adds the usual descriptions to the properties of a schema that was not made from fields. */
function withMeanings(schema: Json): Json {
  const { properties, items } = schema as { properties?: Record<string, Json>; items?: Json }
  const told = Object.entries(properties ?? {}).map(([name, property]) => {
    const description = property.description ?? meaningOf('Link', name)
    return [name, { ...withMeanings(property), ...(description !== undefined && { description }) }]
  })
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(told) as Json }),
    ...(items && { items: withMeanings(items) }),
  }
}

/** `TrialBalance`. A method other than GET stands before it. */
function answerName({ method, path }: Operation): string {
  return method === 'GET' ? pascal(literals(path)) : `${pascal(method.toLowerCase())}${pascal(literals(path))}Answer`
}
