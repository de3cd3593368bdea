import { conventionErrors } from '../../src/errors/conventions.ts'
import { type Api, type Operation, type Resource, resourceCodes } from '../../src/resource/resource.ts'
import type { ContractApi, ContractOperation, ContractResource } from './contract.ts'
import { compareFields } from './fields.ts'

/** One fact on which a declaration and the contract do not agree, named by where it stands. */
export interface Difference {
  at: string
  ours: string
  contract: string
}

/** An operation, whatever its path parameters are called and however the path is cased. */
const keyOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.toLowerCase().replace(/\{\w+\}/g, '{}')}`

interface Placed<O, R> {
  operation: O
  resource: R
}

function declaredOperations(api: Api): Map<string, Placed<Operation, Resource>> {
  const all = api.resources.flatMap((resource) => resource.operations.map((operation) => ({ operation, resource })))
  return new Map(all.map((placed) => [keyOf(placed.operation), placed]))
}

function publishedOperations(contract: ContractApi): Map<string, Placed<ContractOperation, ContractResource>> {
  const all = contract.resources.flatMap((resource) =>
    resource.operations.map((operation) => ({ operation, resource })),
  )
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

/** Every fact on which a declared API and the contract differ, in both directions, but for what is missing as a whole. */
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
  for (const resource of api.resources) {
    const theirs = contract.resources.find((one) => one.resource === resource.name)
    if (theirs) found.push(...compareCodes(`${api.name} ${resource.name}`, resource, theirs))
    else compare(`resource ${resource.name}`, 'declared', 'absent')
    found.push(...compareSchema(api, resource, contract))
  }
  return found
}

const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))

type Compare = (at: string, ours: unknown, theirs: unknown) => void

function compareOperation(
  at: string,
  ours: Placed<Operation, Resource>,
  theirs: Placed<ContractOperation, ContractResource>,
  contract: ContractApi,
  compare: Compare,
): void {
  const { operation, resource } = ours
  const published = theirs.operation
  compare(`${at} path`, operation.path, published.path)
  compare(`${at} group`, resource.name, theirs.resource.resource)
  compare(`${at} style`, styleOf(operation), published.style)
  compare(`${at} status`, statusOf(operation), published.status)
  compare(`${at} body`, bodyOf(operation, resource), published.body)
  const { roles } = theirs.resource
  if (roles) compare(`${at} roles`, [...(operation.roles ?? resource.roles)].sort(), [...roles].sort())
  compareParameters(at, ours, published, compare)
  compareResponse(at, ours, published, contract, compare)
}

const styleOf = ({ kind }: Operation): string | undefined => (kind === 'cursor' || kind === 'paged' ? kind : undefined)

function statusOf(operation: Operation): number {
  if (operation.kind === 'action') return operation.status
  if (operation.kind === 'create') return 201
  return operation.method === 'GET' ? 200 : 204
}

function bodyOf(operation: Operation, resource: Resource): string | undefined {
  if (operation.kind === 'create' || operation.kind === 'update') return resource.schema
  if (operation.kind === 'delete' && operation.keyInBody) return resource.schema
  return operation.kind === 'action' && operation.body ? (operation.schema ?? 'unnamed') : undefined
}

function compareParameters(
  at: string,
  { operation, resource }: Placed<Operation, Resource>,
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
    } else if (resource.fields[name]) {
      compare(`${at} parameter ${name}`, resource.fields[name].facts.type, parameter.type)
    }
  }
  if (operation.kind !== 'query') return
  for (const { name } of operation.query ?? []) {
    const known = (published.parameters ?? []).some((parameter) => parameter.in === 'query' && parameter.name === name)
    if (!known) compare(`${at} query ${name}`, 'declared', 'absent')
  }
}

/** What the shared reads and creates answer; an operation of its own answers what its own tests say. */
function compareResponse(
  at: string,
  { operation, resource }: Placed<Operation, Resource>,
  { response }: ContractOperation,
  contract: ContractApi,
  compare: Compare,
): void {
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
    case 'create': {
      const key = resource.key.at(-1)!
      const schema = contract.schemas[String(response)] ?? {}
      return compare(`${at} response`, [key], Object.keys(schema))
    }
    case 'query':
    case 'action':
  }
}

/**
 * One difference per code, so that each is told by name; a group whose codes the contract does not give is free. Codes of
 * the shared conventions come from any group, and the contract lists them with none.
 */
function compareCodes(at: string, resource: Resource, { errorCodes }: ContractResource): Difference[] {
  if (!errorCodes) return []
  const ours: readonly string[] = resourceCodes(resource).filter((code) => !(code in conventionErrors))
  const extra = ours.filter((code) => !errorCodes.includes(code))
  const lacking = errorCodes.filter((code) => !ours.includes(code))
  return [
    ...extra.map((code) => ({ at: `${at} errorCode ${code}`, ours: 'declared', contract: 'absent' })),
    ...lacking.map((code) => ({ at: `${at} errorCode ${code}`, ours: 'absent', contract: 'declared' })),
  ]
}

/** The resource's own field table, and those of its actions' bodies. */
function compareSchema(api: Api, resource: Resource, contract: ContractApi): Difference[] {
  const { schemas } = contract
  const isWritable = resource.operations.some(({ method }) => method === 'POST' || method === 'PUT')
  const tables = new Map([[resource.schema, { fields: resource.fields, isWritable }]])
  for (const operation of resource.operations) {
    if (operation.kind !== 'action' || !operation.body || operation.body === resource.fields) continue
    tables.set(operation.schema ?? 'unnamed', { fields: operation.body, isWritable: true })
  }
  return [...tables].flatMap(([name, table]) => {
    const at = `${api.name} ${name}`
    const published = schemas[name]
    if (published) return compareFields(at, table.fields, published, schemas, table.isWritable)
    // A group of actions alone has no items, and so no schema of its own.
    const hasItems = name !== resource.schema || Object.keys(table.fields).length > 0
    return hasItems ? [{ at, ours: 'declared', contract: 'absent' }] : []
  })
}
