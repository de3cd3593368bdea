import type { Role } from '../access/roles.ts'
import type { Statement, Transaction } from '../database/connection.ts'
import type { ErrorCode, Fault } from '../errors/catalogue.ts'
import type { Field, Fields } from './fields.ts'

/** One item as validated: property → value. Decimals and dates are text, exact. Left out: the property is absent. */
export type Item = Record<string, unknown>

/** Whose request it is, as rules and actions may know it. */
export interface Caller {
  agreement: number
  baseCurrency: string
  app: number
  roles: readonly string[]
  modules: readonly string[]
}

/** Settings of the operator's that rules go by. */
export interface Settings {
  /** Lower-case names and addresses that webhooks may go to although they lie inside. */
  webhookAllowedHosts: readonly string[]
}

/** What a rule or an action works with: the caller and the one transaction everything happens in. */
export interface Work {
  caller: Caller
  transaction: Transaction
}

/**
 * A rule of the specification, as the SQL condition under which it is broken. `r` is the new item (its columns, and `app`, the
 * caller's, where the resource is `ownedByApp`), `old` the stored row on update and delete, `$1` the agreement. Checked only
 * when `property` has a value in `r`, unless `always`.
 */
export interface Rule {
  property: string
  code: ErrorCode
  /** Overrides the catalogue's message. */
  message?: string
  brokenWhen: string
  on?: readonly ('create' | 'update' | 'delete')[]
  always?: boolean
}

interface OperationBase {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the resource-API's prefix and version; `{name}` stands for a path parameter. */
  path: string
  /** Overrides the resource's roles. */
  roles?: readonly Role[]
  summary?: string
  /** Still answers, for old clients; new ones use another path. */
  deprecated?: true
}

/** The list, count and single reads and the writes of spec document 1, carried out by the shared code. */
export interface StandardOperation extends OperationBase {
  kind: 'cursor' | 'paged' | 'count' | 'single' | 'create' | 'update' | 'delete'
  /** A delete whose path has no identifier: the body carries it, and may carry the other properties. */
  keyInBody?: true
}

/** A query parameter of an operation of its own. */
export interface Parameter {
  name: string
  field: Field
  required?: boolean
}

/**
 * A read of its own: a statement whose first column is the finished body, JSON unless `formats` says otherwise; no row
 * is 404 unless `none` says otherwise.
 */
export interface QueryOperation extends OperationBase {
  kind: 'query'
  query?: readonly Parameter[]
  /** The body's properties, for the documents; `items`: a bare list of the resource's items. */
  answer?: Fields | 'items'
  /**
   * Content types of the answer by the value of the query parameter `format` that asks for them; any other value, and
   * none, is JSON. The statement renders what it is asked for. (`Accept` cannot ask: spec 1, Status codes, 415.)
   */
  formats?: Readonly<Record<string, string>>
  /** What it means that the statement answers no row, where that is a parameter's fault and not the path's. */
  none?(input: { path: Item; query: Item }): Fault
  /** What is wrong with parameters that are each valid. */
  check?(input: { path: Item; query: Item }): Fault[]
  /** `base` is the service's own address, without a slash at its end, for links in the body. */
  statement(caller: Caller, input: { path: Item; query: Item; base: string }): Statement
}

/** The answer of an action: 204, 200 with a body, or 201 with a body and the path that `Location` points at. */
export type ActionResult =
  { status: 204 } | { status: 200; body: string } | { status: 201; body: string; location: string }

/** A write of its own: one function of typed input and transaction, which never sees HTTP. */
export interface ActionOperation extends OperationBase {
  kind: 'action'
  status: 200 | 201 | 204
  body?: Fields
  /** The body's name in the contract. */
  schema?: string
  /** Properties of the body a 200 or 201 answers, for the documents. */
  answer?: Fields
  /**
   * Runs only with a valid body; the faults it adds undo what it did. A list of whole items (`itemList`) is handed over in spite of
   * what is wrong with it, which is in `faults` then, so that the rules can tell theirs besides: with null items as undefined, and
   * items without the properties that were no good.
   */
  run(work: Work, input: { path: Item; body: Item; faults: Fault[] }): Promise<ActionResult>
}

export type Operation = StandardOperation | QueryOperation | ActionOperation

/** Replaces the shared create or update where a resource needs more than rules; answers the keys. */
export type WriteItems = (work: Work, items: readonly Item[], faults: Fault[]) => Promise<readonly Item[]>

/** A resource as declared: what every list, single read, write, check and document of it follows from. */
export interface Resource {
  name: string
  /** Name of its schema in the contract. */
  schema: string
  table: string
  /** Properties that identify an item, in the order of the path parameters. */
  key: readonly string[]
  roles: readonly Role[]
  fields: Fields
  operations: readonly Operation[]
  rules: readonly Rule[]
  /** What a violated constraint means here: the last line of defence, when two requests race. */
  constraints: Readonly<Record<string, { code: ErrorCode; property: string }>>
  /** A boolean property that is set instead of deleting the row. */
  softDelete?: string
  /** Property the list is ordered by, unique within the agreement, where it is not the key. */
  orderedBy?: string
  /**
   * Rows belong to the app that made them (column `app`); for the agreement's other apps they are not there. An update or delete by
   * another app is answered `notOwner`, where that is named.
   */
  ownedByApp?: { notOwner?: ErrorCode }
  /**
   * What is wrong with an item in itself beyond its fields, before anything is written: for what no SQL condition can tell. The
   * item lacks the properties that were no good.
   */
  check?(item: Item, settings: Settings): Fault[]
  /** Codes the group may return, beyond those its rules and fields name. */
  codes: readonly ErrorCode[]
  /** The code of an item that does not exist, where the contract names one. */
  missing?: ErrorCode
  create?: WriteItems
  update?: WriteItems
}

/** A resource-API: resources under one prefix and version. */
export interface Api {
  /** As in `/openapi/{name}.json`. */
  name: string
  title: string
  prefix: string
  version: string
  /** Error bodies and nulls: problem-style, or the project-related API's own. */
  style: 'problem' | 'project'
  resources: readonly Resource[]
}

type Declaration = Pick<Resource, 'schema' | 'table' | 'key' | 'roles' | 'fields' | 'operations'> & Partial<Resource>

/** Declares a resource: the one place its fields, operations, roles, rules and codes are named. */
export function resource(name: string, declaration: Declaration): Resource {
  return { rules: [], constraints: {}, codes: [], ...declaration, name }
}

const READS = ['cursor', 'paged', 'count', 'single'] as const
const WRITES = ['create', 'update', 'delete'] as const
type StandardKind = (typeof READS)[number] | (typeof WRITES)[number]

/** The operations of spec document 1, Path shape, on `path`, for an item identified by `key`; all of them, or those named. */
export function standard(
  path: string,
  key: string | readonly string[],
  kinds: readonly StandardKind[] = [...READS, ...WRITES],
): StandardOperation[] {
  const item = `${path}/${[key]
    .flat()
    .map((name) => `{${name}}`)
    .join('/')}`
  const shapes: Record<StandardKind, StandardOperation> = {
    cursor: { kind: 'cursor', method: 'GET', path },
    paged: { kind: 'paged', method: 'GET', path: `${path}/paged` },
    count: { kind: 'count', method: 'GET', path: `${path}/count` },
    single: { kind: 'single', method: 'GET', path: item },
    create: { kind: 'create', method: 'POST', path },
    update: { kind: 'update', method: 'PUT', path },
    delete: { kind: 'delete', method: 'DELETE', path: item },
  }
  return kinds.map((kind) => shapes[kind])
}

/** The reads of `standard` alone. */
export const reads = (path: string, key: string | readonly string[]): StandardOperation[] => standard(path, key, READS)

/** The column of a property: its name in snake case, unless the field says otherwise. */
export function columnName(property: string, field?: Field): string {
  return field?.facts.column ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Every code an operation of the resource may return on its own account (the contract's `errorCodes`). */
export function resourceCodes(declared: Resource): ErrorCode[] {
  const codes = new Set<ErrorCode>(declared.codes)
  if (declared.missing) codes.add(declared.missing)
  if (declared.ownedByApp?.notOwner) codes.add(declared.ownedByApp.notOwner)
  for (const rule of declared.rules) codes.add(rule.code)
  for (const { code } of Object.values(declared.constraints)) codes.add(code)
  for (const field of Object.values(declared.fields)) {
    for (const code of Object.values(field.facts.codes)) codes.add(code as ErrorCode)
  }
  return [...codes].sort()
}
