import { catalogue } from '../src/errors/catalogue.ts'
import { openApiDocument } from '../src/openapi/document.ts'
import { type Operation, pathParameters } from '../src/resource/operations.ts'
import { isResource, type Resource } from '../src/resource/resource.ts'
import { apiPath, type ApiVersion, versionsOf } from '../src/resource/versions.ts'
import { apis } from '../src/resources/index.ts'

type Schema = Readonly<Record<string, unknown>> & {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly readOnly?: boolean
  readonly description?: string
}
interface Parameter extends Schema {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}
interface Operated {
  readonly summary: string
  readonly parameters?: readonly (Parameter | Schema)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, { schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operated>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const MADE = '// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.\n'
const JSON_TYPE = 'application/json'
/** What clients meet as an error of one class, whatever its body. */
const OF_ERRORS = new Set(['Error', 'ProblemDetails', 'VersionProblem'])

/** The newest version of each API. */
const newest = (): ApiVersion[] => apis.map((all) => versionsOf(all)[0]!)

const quoted = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)
const union = (names: readonly string[]): string =>
  names.length === 0 ? 'never' : names.map((one) => `'${one}'`).join(' | ')
/** The first paragraph, in one line. */
const told = (text: string | undefined): string => {
  const first = text?.split('\n\n')[0]!.replaceAll('\n', ' ').replaceAll('*/', '* /')
  return first ? `/** ${first} */ ` : ''
}

/** A schema as TypeScript writes it. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  if (schema.enum)
    return schema.enum.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return 'unknown'
  return types.map((type) => plain(type, schema)).join(' | ')
}

function plain(type: string, schema: Schema): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string') return schema.format === 'binary' ? 'Blob' : 'string'
  if (type === 'array') {
    const items = schema.items ? typeOf(schema.items) : 'unknown'
    return / [|&] /.test(items) ? `(${items})[]` : `${items}[]`
  }
  if (type !== 'object') return type
  if (!schema.properties) return 'Record<string, unknown>'
  return `{ ${properties(schema).join('; ')} }`
}

const properties = ({ properties: named = {}, required = [] }: Schema, isTold = false): string[] =>
  Object.entries(named).map(
    ([name, property]) =>
      `${isTold ? told(property.description) : ''}${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property)}`,
  )

/** A body that is its item without nulls is said in a line; undefined where it is more. */
function asBody(name: string, schema: Schema, schemas: Document['components']['schemas']): string | undefined {
  const item = /^(.+)(Create|Update)$/.exec(name)?.[1] ?? ''
  const whole = schemas[item]?.properties
  if (!whole || !schema.properties) return undefined
  const bare = (one: Schema): string => typeOf(one).replace(/ \| null$/, '')
  if (Object.entries(schema.properties).some(([own, one]) => !whole[own] || bare(whole[own]) !== bare(one)))
    return undefined
  const missing = Object.keys(whole).filter((own) => !(own in schema.properties!))
  return `export type ${name} = Body<${item}, ${union(schema.required ?? [])}, ${union(missing)}>`
}

function schemaText(name: string, schema: Schema, schemas: Document['components']['schemas']): string {
  const body = asBody(name, schema, schemas)
  if (body !== undefined) return body
  if (!schema.properties) return `export type ${name} = ${typeOf(schema)}`
  return `export interface ${name} {\n${properties(schema, true)
    .map((line) => `  ${line}`)
    .join('\n')}\n}`
}

/** What an operation takes and answers, for `request`. */
class Call {
  readonly path: string
  readonly query: string
  readonly body: string | undefined
  readonly answer: string
  readonly isBodyRequired: boolean

  constructor(document: Document, { parameters = [], requestBody, responses }: Operated) {
    const all = parameters.map((one) =>
      one.$ref === undefined ? (one as Parameter) : document.components.parameters[one.$ref.split('/').at(-1)!]!,
    )
    const of = (place: string): string =>
      all
        .filter((one) => one.in === place)
        .map(({ name, required, schema }) => `${quoted(name)}${required ? '' : '?'}: ${typeOf(schema)}`)
        .join('; ')
    this.path = of('path')
    this.query = of('query')
    const content = requestBody?.content
    this.body = content && (content[JSON_TYPE] ? typeOf(content[JSON_TYPE].schema) : 'FormData')
    this.isBodyRequired = requestBody?.required === true
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
    const [type, found] = Object.entries(success.content ?? {})[0] ?? []
    this.answer = found === undefined ? 'undefined' : type === JSON_TYPE ? typeOf(found.schema) : 'Blob'
  }

  /** One line of the calls of an API. */
  text(): string {
    const parts = [
      this.path && `path: { ${this.path} }`,
      this.query && `query: { ${this.query} }`,
      this.body !== undefined && `body${this.isBodyRequired ? '' : '?'}: ${this.body}`,
      `answer: ${this.answer}`,
    ]
    return `{ ${parts.filter(Boolean).join('; ')} }`
  }
}

const METHODS = {
  cursor: 'list',
  paged: 'page',
  count: 'count',
  single: 'get',
  create: 'create',
  update: 'update',
  delete: 'delete',
  bulkCreate: 'createMany',
  bulkUpdate: 'updateMany',
} as const
type Kind = keyof typeof METHODS

/** The operations of a resource that its client has methods for: the first of a kind. */
function methodsOf(resource: Resource): Map<Kind, Operation> {
  const found = new Map<Kind, Operation>()
  for (const operation of resource.operations) {
    const kind = operation.kind === 'query' && isSingle(resource, operation) ? 'single' : operation.kind
    if (kind in METHODS && !operation.deprecated && !found.has(kind as Kind)) found.set(kind as Kind, operation)
  }
  return found
}

/** A single read that is declared as a query. */
const isSingle = (resource: Resource, { path, answer }: { path: string; answer?: unknown }): boolean =>
  answer === 'item' && pathParameters(path).length === resource.key.length

const camel = (name: string): string => {
  const whole = name.replaceAll(/[\s-]+(\w)/g, (_all, letter: string) => letter.toUpperCase())
  return whole[0]!.toLowerCase() + whole.slice(1)
}

/** The resources of an API that clients have by name. */
function resourcesOf(api: ApiVersion): [string, Resource, Map<Kind, Operation>][] {
  const found = api.groups.filter(isResource).flatMap((resource) => {
    const methods = methodsOf(resource)
    return methods.size === 0
      ? []
      : [[camel(resource.name), resource, methods] as [string, Resource, Map<Kind, Operation>]]
  })
  return found.filter(([name], at) => found.findIndex(([other]) => other === name) === at)
}

/** The operations of a resource for the client at run time: `src/client/resource.ts` reads it. */
function lineOf(methods: Map<Kind, Operation>): string {
  const collection = methods.get('cursor') ?? methods.get('create')
  const single = methods.get('single') ?? methods.get('delete')
  const base = collection?.path ?? methods.get('paged')?.path.replace(/\/paged$/, '') ?? single!.path
  const item = single?.path ?? `${base}/{number}`
  const usual: Record<Kind, string> = {
    cursor: base,
    paged: `${base}/paged`,
    count: `${base}/count`,
    single: item,
    create: base,
    update: base,
    delete: item,
    bulkCreate: `${base}/bulk`,
    bulkUpdate: `${base}/bulk`,
  }
  const others = [...methods].flatMap(([kind, { path }]) => (path === usual[kind] ? [] : [`${METHODS[kind]}=${path}`]))
  const bulk = methods.get('bulkCreate') ?? methods.get('bulkUpdate')
  const list = bulk && 'bulk' in bulk ? [`many=${bulk.bulk.list}`] : []
  return [base, ...(item === `${base}/{number}` ? [] : [`item=${item}`]), ...others, ...list].join(' ')
}

/** The type of a resource's client: its methods, and what they take and answer. */
function resourceText(document: Document, resource: Resource, methods: Map<Kind, Operation>): string {
  const calls = new Map(
    [...methods].map(([kind, { method, path }]) => [
      kind,
      new Call(document, document.paths[path]![method.toLowerCase()]!),
    ]),
  )
  const single = calls.get('single') ?? calls.get('delete')
  const fields = single?.path.split('; ').filter(Boolean) ?? []
  const keyed = calls.get('delete')
  const key =
    fields.length === 1
      ? fields[0]!.split(': ')[1]!
      : fields.length > 1
        ? `{ ${fields.join('; ')} }`
        : keyed
          ? keyed.body!
          : 'void'
  const collection = calls.get('cursor') ?? calls.get('create') ?? calls.get('paged')
  const narrowed =
    calls
      .get('cursor')
      ?.query.split('; ')
      .filter((one) => !/^(cursor|filter)\?/i.test(one)) ?? []
  const within = [...(collection?.path.split('; ').filter(Boolean) ?? []), ...narrowed]
  const shape = [
    `item: ${resource.schema}`,
    `key: ${key}`,
    within.length > 0 && `within: { ${within.join('; ')} }`,
    calls.has('create') && `create: ${calls.get('create')!.body}; created: ${calls.get('create')!.answer}`,
    calls.has('bulkCreate') && `made: ${calls.get('bulkCreate')!.answer}`,
  ]
  return `Of<{ ${shape.filter(Boolean).join('; ')} }, ${union([...methods.keys()].map((kind) => METHODS[kind]))}>`
}

function apiTypes(api: ApiVersion): string {
  const document = openApiDocument(api) as unknown as Document
  const { schemas } = document.components
  const named = Object.entries(schemas).filter(([name]) => !OF_ERRORS.has(name))
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `  ${told(operation.summary)}'${method.toUpperCase()} ${apiPath(api)}${path}': ${new Call(document, operation).text()}`,
    ),
  )
  const resources = resourcesOf(api).map(
    ([name, resource, methods]) => `  ${name}: ${resourceText(document, resource, methods)}`,
  )
  return [
    MADE,
    `import type { Body, Of } from '../shapes.ts'\n`,
    ...named.map(([name, schema]) => `${schemaText(name, schema, schemas)}\n`),
    `export interface Resources {\n${resources.join('\n')}\n}\n`,
    `export interface Calls {\n${calls.join('\n')}\n}\n`,
  ].join('\n')
}

/** The resources of every API, for the client at run time. */
function resourcesTable(): string {
  const lines = newest().flatMap((api) => {
    const own = resourcesOf(api).map(([name, , methods]) => `    ${name}: '${lineOf(methods)}',`)
    if (own.length === 0) return []
    return `  ${camel(api.name)}: {\n    '': '${apiPath(api)}',\n${own.join('\n')}\n  },`
  })
  return `${MADE}\n/** The operations of each resource of each API: its path, and those that are elsewhere. \`''\` is where the API is. */\nexport const RESOURCES = {\n${lines.join('\n')}\n} as const\n`
}

function everything(): string {
  const all = newest().map((api) => ({ name: camel(api.name), file: `./${api.name}.d.ts` }))
  const imports = all.map(({ name, file }) => `import type * as ${name} from '${file}'`)
  return [
    MADE,
    ...imports,
    `\n/** The resources of each API. */\nexport interface Apis {\n${all.map(({ name }) => `  ${name}: ${name}.Resources`).join('\n')}\n}`,
    `\n/** What each operation takes and answers. */\nexport interface Calls extends ${all.map(({ name }) => `${name}.Calls`).join(', ')} {}\n`,
    `\nexport type { ${all.map(({ name }) => name).join(', ')} }\n`,
  ].join('\n')
}

const errorCodes = (): string =>
  `${MADE}\n/** Every error code of the service. */\nexport type ErrorCode =\n${Object.keys(catalogue)
    .sort()
    .map((code) => `  | '${code}'`)
    .join('\n')}\n`

/** The types of `daybook/client`, and the resources that it knows, by path. */
export function clientTypes(): Record<string, () => string> {
  const files = newest().map((api) => [`src/client/types/${api.name}.d.ts`, () => apiTypes(api)] as const)
  return {
    ...Object.fromEntries(files),
    'src/client/types/apis.d.ts': everything,
    'src/client/types/errors.d.ts': errorCodes,
    'src/client/resources.ts': resourcesTable,
  }
}
