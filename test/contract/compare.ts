import { conventionErrors } from '../../src/errors/conventions.ts'
import { Field, type Fields } from '../../src/resource/fields.ts'
import type { Group, ItemsAnswer, Operation, QueryOperation } from '../../src/resource/operations.ts'
import type { Api } from '../../src/resource/versions.ts'
import { bodyFields, groupCodes, isResource } from '../../src/resource/resource.ts'
import type { ContractApi, ContractOperation, ContractResource, ContractSchema } from './contract.ts'
import { compareFields } from './fields.ts'

/** One fact on which a declaration and the contract do not agree, named by where it stands. */
export interface Difference {
  at: string
  ours: string
  contract: string
}

/** An operation, regardless of the names of its path parameters and of the case of the path. */
const keyOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.toLowerCase().replace(/\{\w+\}/g, '{}')}`

interface Placed<O, R> {
  operation: O
  group: R
}

function declaredOperations(api: Api): Map<string, Placed<Operation, Group>> {
  const all = api.groups.flatMap((group) => group.operations.map((operation) => ({ operation, group })))
  return new Map(all.map((placed) => [keyOf(placed.operation), placed]))
}

function publishedOperations(contract: ContractApi): Map<string, Placed<ContractOperation, ContractResource>> {
  const all = contract.resources.flatMap((group) => group.operations.map((operation) => ({ operation, group })))
  return new Map(all.map((placed) => [keyOf(placed.operation), placed]))
}

/**
 * What the contract has and the declarations lack: a whole API, a whole resource, or single operations of a resource
 * that is there; each named once.
 */
export function missingOf(apis: readonly Api[], contracts: readonly ContractApi[]): string[] {
  return contracts.flatMap((contract) => {
    const api = apis.find(({ name }) => name === contract.api)
    if (!api) return [`api ${contract.api}`]
    const declared = declaredOperations(api)
    return contract.resources.flatMap(({ resource, operations }) => {
      const absent = operations.filter((operation) => !declared.has(keyOf(operation)))
      if (absent.length === operations.length) return [`resource ${contract.api} ${resource}`]
      return absent.map(({ method, path }) => `operation ${contract.api} ${method} ${path}`)
    })
  })
}

/** Every fact on which a declared API and the contract differ, both ways, but for what is missing as a whole. */
export function differencesOf(api: Api, contract: ContractApi): Difference[] {
  const found: Difference[] = []
  const compare = (at: string, ours: unknown, theirs: unknown): void => {
    const [left, right] = [show(ours), show(theirs)]
    if (left !== right) found.push({ at: `${api.name} ${at}`, ours: left, contract: right })
  }
  compare('prefix', api.prefix, contract.prefix)
  compare('version', api.version, contract.version)
  compare('style', api.style, contract.api === 'projects' ? 'project' : 'problem')
  const published = publishedOperations(contract)
  for (const [key, ours] of declaredOperations(api)) {
    const theirs = published.get(key)
    const at = `${ours.operation.method} ${ours.operation.path}`
    if (theirs) compareOperation(at, ours, theirs, contract, compare)
    else compare(at, 'declared', 'absent')
  }
  for (const group of api.groups) {
    const theirs = contract.resources.find((one) => one.resource === group.name)
    if (theirs) found.push(...compareCodes(`${api.name} ${group.name}`, group, theirs))
    else compare(`resource ${group.name}`, 'declared', 'absent')
    found.push(...compareSchema(api, group, contract))
  }
  return found
}

const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))

type Compare = (at: string, ours: unknown, theirs: unknown) => void

function compareOperation(
  at: string,
  ours: Placed<Operation, Group>,
  theirs: Placed<ContractOperation, ContractResource>,
  contract: ContractApi,
  compare: Compare,
): void {
  const { operation, group } = ours
  const published = theirs.operation
  compare(`${at} path`, operation.path, published.path)
  compare(`${at} group`, group.name, theirs.group.resource)
  compare(`${at} style`, styleOf(operation), published.style)
  compare(`${at} status`, statusOf(operation), published.status)
  compare(`${at} body`, bodyOf(operation, group), published.body)
  compare(`${at} is a form`, operation.kind === 'upload', published.bodyMediaType === 'multipart/form-data')
  const { roles } = theirs.group
  if (roles) compare(`${at} roles`, [...(operation.roles ?? group.roles)].sort(), [...roles].sort())
  compareParameters(at, ours, published, compare)
  compareResponse(at, ours, published, contract, compare)
}

const styleOf = ({ kind }: Operation): string | undefined => (kind === 'cursor' || kind === 'paged' ? kind : undefined)

function statusOf(operation: Operation): number {
  if (operation.kind === 'action') return operation.status
  if (['create', 'bulkCreate', 'upload'].includes(operation.kind)) return 201
  return operation.method === 'GET' ? 200 : 204
}

function bodyOf(operation: Operation, group: Group): string | undefined {
  if ('bulk' in operation) return operation.bulk.schema
  if (operation.kind === 'upload') return operation.schema
  const hasItem = operation.kind === 'create' || operation.kind === 'update'
  if (isResource(group) && (hasItem || (operation.kind === 'delete' && operation.keyInBody))) return group.schema
  return operation.kind === 'action' && operation.body ? (operation.schema ?? 'unnamed') : undefined
}

function compareParameters(
  at: string,
  { operation, group }: Placed<Operation, Group>,
  published: ContractOperation,
  compare: Compare,
): void {
  for (const parameter of published.parameters ?? []) {
    const { name } = parameter
    if (parameter.in === 'query') {
      const query = operation.kind === 'query' ? (operation.query ?? []) : []
      const ours = query.find((one) => one.name === name)
      compare(`${at} query ${name}`, ours?.field.facts.type, parameter.type)
      compare(`${at} query ${name} required`, ours?.required ?? false, parameter.required ?? false)
      compare(
        `${at} query ${name} range`,
        [ours?.field.facts.min, ours?.field.facts.max],
        [parameter.min, parameter.max],
      )
    } else if (group.parameters[name]) {
      compare(`${at} parameter ${name}`, group.parameters[name].facts.type, parameter.type)
    }
  }
  if (operation.kind !== 'query') return
  for (const { name } of operation.query ?? []) {
    const known = (published.parameters ?? []).some((parameter) => parameter.in === 'query' && parameter.name === name)
    if (!known) compare(`${at} query ${name}`, 'declared', 'absent')
  }
}

/** Compares the answers of shared reads and creates. Answers of a resource's own operations have tests of their own. */
function compareResponse(
  at: string,
  { operation, group }: Placed<Operation, Group>,
  { response }: ContractOperation,
  contract: ContractApi,
  compare: Compare,
): void {
  if (!isResource(group)) return
  const resource = group
  switch (operation.kind) {
    case 'cursor':
      return compare(`${at} response`, `${resource.schema}CursorResults`, response)
    case 'paged':
      return compare(`${at} response`, [resource.schema], response)
    case 'count':
      return compare(`${at} response`, 'int32', response)
    case 'single':
      return compare(`${at} response`, resource.schema, response)
    case 'update':
    case 'delete':
      return compare(`${at} response`, undefined, response)
    case 'file':
      return compare(`${at} response`, 'binary', response)
    case 'create':
    case 'upload':
    case 'bulkCreate': {
      const answered =
        'bulk' in operation
          ? operation.bulk.answer
          : ('answers' in operation && operation.answers) || resource.key.at(-1)!
      const schema = contract.schemas[String(response)] ?? {}
      return compare(`${at} response`, [answered], Object.keys(schema))
    }
    case 'bulkUpdate':
      return compare(`${at} response`, undefined, response)
    case 'query':
    case 'action':
  }
}

/**
 * One difference per code, so that each is named. A group whose codes the contract does not give may have any. Any
 * group may have codes of the shared conventions, which the contract lists with none.
 */
function compareCodes(at: string, group: Group, { errorCodes }: ContractResource): Difference[] {
  if (!errorCodes) return []
  const ours: readonly string[] = groupCodes(group).filter((code) => !(code in conventionErrors))
  const extra = ours.filter((code) => !errorCodes.includes(code))
  const lacking = errorCodes.filter((code) => !ours.includes(code))
  return [
    ...extra.map((code) => ({ at: `${at} errorCode ${code}`, ours: 'declared', contract: 'absent' })),
    ...lacking.map((code) => ({ at: `${at} errorCode ${code}`, ours: 'absent', contract: 'declared' })),
  ]
}

/** The resource's own field table, those of its bulk bodies, and those of actions and lists of a group's own. */
function compareSchema(api: Api, group: Group, contract: ContractApi): Difference[] {
  const { schemas } = contract
  const tables = new Map<string, { fields: Fields; isWritable: boolean }>()
  if (isResource(group)) {
    const isWritable = group.operations.some(({ method }) => method === 'POST' || method === 'PUT')
    tables.set(group.schema, { fields: bodyFields(group), isWritable })
  }
  for (const operation of group.operations) {
    if ('bulk' in operation && isResource(group)) {
      const { list, schema } = operation.bulk
      tables.set(schema, { fields: { [list]: listOf(bodyFields(group)) }, isWritable: true })
    }
    if (operation.kind === 'query' && isItems(operation.answer)) {
      tables.set(operation.answer.schema, { fields: operation.answer.items, isWritable: false })
    }
    if (operation.kind === 'upload') {
      tables.set(operation.schema, { fields: operation.form, isWritable: true })
    }
    if (operation.kind !== 'action' || !operation.body) continue
    tables.set(operation.schema ?? 'unnamed', { fields: operation.body, isWritable: true })
  }
  return [...tables].flatMap(([name, { fields, isWritable }]) => {
    const at = `${api.name} ${name}`
    const isForm = group.operations.some((operation) => operation.kind === 'upload' && operation.schema === name)
    const published = isForm ? textsOf(schemas[name]) : schemas[name]
    if (published) return compareFields(at, fields, published, schemas, isWritable)
    return [{ at, ours: 'declared', contract: 'absent' }]
  })
}

/** The parts of a form that are text; no list is filtered or sorted by those of a form. */
const textsOf = (form: ContractSchema = {}): ContractSchema =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([, { type }]) => type !== 'binary')
      .map(([name, { filter: _filter, sortable: _sortable, ...facts }]) => [name, facts]),
  )

const listOf = (items: Fields): Field => new Field({ type: 'list', items, required: true, nullable: false })

const isItems = (answer: QueryOperation['answer']): answer is ItemsAnswer =>
  typeof answer === 'object' && 'isList' in answer && answer.isList === true
