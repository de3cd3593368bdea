import type { Acting } from '../access/acting.ts'
import type { Module, Role } from '../access/roles.ts'
import type { Executor, Pool, Statement, Transaction } from '../database/connection.ts'
import type { ErrorCode, Fault } from '../errors/catalogue.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Field, Fields } from './fields.ts'

/** One item as validated: property → value. Decimals and dates are text, exact. Left out: the property is absent. */
export type Item = Record<string, unknown>

/** Whose request it is, as rules and actions may know it. */
export interface Caller {
  agreement: number
  baseCurrency: string
  app: number
  grantNumber: number
  /** Who acts, where it is known. */
  person?: Acting
  roles: readonly string[]
  modules: readonly string[]
  /** The agreement is made to try things out. */
  isSandbox?: boolean
  /** Id and flags of the trace that its `traceparent` names. Events that it causes carry it on. */
  trace?: string
  /** The id of the request (`X-Request-Id`), which the events that it causes say. */
  requestId?: string
}

/** Settings of the operator's that rules go by. */
export interface Settings {
  /** Lower-case names and addresses that webhooks may go to although they lie inside. */
  webhookAllowedHosts: readonly string[]
  /** Keeps secrets encrypted in the database. */
  vault: Vault
  /** Bytes that the documents of one agreement may take; undefined: as many as there are. */
  documentBytesMax?: number | undefined
  /** Bytes that one snapshot of a sandbox may take; a gigabyte where left out. */
  snapshotBytesMax?: number
  /** Sandboxes that may be made of a sandbox and of those in an hour; `SANDBOXES_HOURLY` where left out. */
  sandboxesHourlyMax?: number
  /** Carries a logged request out again. @throws ApiError where it cannot be. */
  repeat?(caller: Caller, request: RepeatedRequest): Promise<{ requestId: string; status: number; body: string }>
  /** Makes the report of what programs have met, and what not, of the counts as JSON. */
  measure?(counts: string): object
}

/** A logged request that is to be carried out again. */
export interface RepeatedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** The Idempotency-Key of the repeat, where it writes. */
  key?: string
  /** The id of the request that it repeats. */
  of: string
}

/** What an action works with: the caller, the one transaction everything happens in, and the operator's settings. */
export interface Work {
  caller: Caller
  transaction: Transaction
  settings: Settings
  /** Tells the client in `Daybook-Notice`, in ASCII, that something was `done` to what is named. */
  note(done: string, name: string): void
}

interface OperationBase {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the resource-API's prefix and version; `{name}` stands for a path parameter. */
  path: string
  /** Overrides the group's roles. */
  roles?: readonly Role[]
  summary?: string
  /**
   * Properties of a 200's body that are encrypted in the database, or in an answer kept for an Idempotency-Key. Only
   * the key of secrets opens them.
   */
  reveals?: string | readonly string[]
  /** It acts outside the database, or in several transactions: it cannot be carried out and undone. */
  noDryRun?: true
  /** Its bodies are never logged, whatever those of its group are. */
  isSensitive?: true
  /** Still answers, for old clients; new ones use another path. */
  deprecated?: true
  /** The path names the item by another number of it. */
  otherwise?: OtherNumber
}

/** Another number that paths name an item by. The answer is the item's own, and says so (`Content-Location`). */
export interface OtherNumber {
  /** The property of the path. */
  by: string
  /** SQL: the item's `number`, by agreement `$1` and the other number `$2`. */
  find: string
  /** The item's own path, with `{number}`. */
  at: string
}

/**
 * List, count, single read and writes of every resource (rule 1.11), carried out by the shared code. A path parameter
 * beside the identifier names a property. Lists and counts are narrowed to its value; what is read, changed or deleted
 * must have it, and what is created gets it.
 */
export interface StandardOperation extends OperationBase {
  kind: 'cursor' | 'paged' | 'count' | 'single' | 'create' | 'update' | 'delete'
  /** A delete whose path has no identifier: the body carries it, and may carry the other properties. */
  keyInBody?: true
  /** Properties that such a body may carry beside the identifier: an item with another value is not there. */
  asStored?: readonly string[]
  /** A create whose answer has no body: its identifier is in `Location` alone. */
  answersNothing?: true
  /** A create whose answer has no `Location`: the body has the identifier. */
  withoutLocation?: true
  /** A create or update of an older version, answered 200 with the identifier. */
  answersOk?: true
  /** The property of the identifier that a create answers, where it is not the last. */
  answers?: string
  /** The code of a body whose property differs from the path's. */
  differs?: ErrorCode
  /** Of an update: the body may give the item another identifier than the path has. */
  renumbers?: Renumbering
}

/**
 * When an update may give its item another identifier, of one part. Where the agreement does not allow it, the code is
 * `differs` of the operation.
 */
export interface Renumbering {
  /** The column of `agreement` that allows it. */
  allowedBy: string
  /**
   * Tables whose rows are never changed: an item that they name keeps its identifier, by the code of `inUse`. Rows of
   * all others follow it.
   */
  keptBy: readonly string[]
}

/** A list of items created or changed in one call, all or none (rule 1.12). */
export interface BulkOperation extends OperationBase {
  kind: 'bulkCreate' | 'bulkUpdate'
  bulk: Bulk
  /** As of a single item. */
  answersOk?: true
}

/** The shape of a bulk call. */
export interface Bulk {
  /** The body's only property: the list. */
  list: string
  /** The body's name in the contract. */
  schema: string
  /** The property a create answers the identifiers in. */
  answer: string
  max: number
  /** Where the contract has codes of its own for an empty list, too many items, and a null among them. */
  codes?: { empty?: ErrorCode; tooMany?: ErrorCode; nullItem?: ErrorCode }
}

/** A query parameter of an operation of its own. */
export interface Parameter {
  name: string
  field: Field
  required?: boolean
}

/** A bare list of items, each of the fields named. */
export interface ItemsAnswer {
  isList: true
  schema: string
  items: Fields
}

/** A body that fields cannot tell of: its schema as OpenAPI has it. */
export interface SchemaAnswer {
  isSchema: true
  schema: Readonly<Record<string, unknown>>
}

/**
 * A read of its own: a statement whose first column is the finished body, JSON unless `formats` says otherwise; no row
 * is 404 unless `none` says otherwise.
 */
export interface QueryOperation extends OperationBase {
  kind: 'query'
  query?: readonly Parameter[]
  /** For the documents: the body's properties, the resource's own item, a bare list of it, or items of a schema. */
  answer?: Fields | 'item' | 'items' | ItemsAnswer | SchemaAnswer
  /**
   * Content types of the answer, by the value of `format` in the query; any other is JSON. Without it `Accept` says
   * which, and the statement finds it in `query.format` all the same. It renders what it is asked for.
   */
  formats?: Readonly<Record<string, string>>
  /** Codes of its own. */
  codes?: readonly ErrorCode[]
  /** The fault where the statement answers no row because of a parameter, and not of the path. */
  none?(input: { path: Item; query: Item }): Fault
  /** What is wrong with parameters that are each valid. */
  check?(input: { path: Item; query: Item }): Fault[]
  /**
   * `base` is the service's own address, without a slash at its end, for links in the body. `group` is that of the
   * version: it has the form of the items.
   */
  statement(caller: Caller, input: { path: Item; query: Item; base: string }, group: Group): Statement
  /** Makes the body of what the statement answers, if SQL is not enough. It must not keep this process busy. */
  compose?(caller: Caller, found: Uint8Array, settings: Settings): Promise<Uint8Array>
}

/** The answer of an action: 204, 200 with a body, or 201 with a body and the path that `Location` points at. */
export type ActionResult =
  | { status: 204 }
  | { status: 200; body: string }
  /** An object by the operation's `answer`, whose decimals are text. */
  | { status: 200; told: object }
  | { status: 201; body: string; location: string }

/** A write of its own: one function of typed input and transaction, which never sees HTTP. */
export interface ActionOperation extends OperationBase {
  kind: 'action'
  status: 200 | 201 | 204
  body?: Fields
  /** The body's name in the contract. */
  schema?: string
  /** Properties of the body a 200 or 201 answers, for the documents. */
  answer?: Fields
  /** Runs also with a body at fault: it gets its faults, adds those of the rules, and writes nothing. */
  runsWhenFaulty?: true
  /** Runs only with a valid body, unless told otherwise; the faults it adds undo what it did. */
  run(work: Work, input: { path: Item; body: Item; faults: Fault[] }): Promise<ActionResult>
  /** Instead of `run`, in transactions of its own, which it keeps the Idempotency-Key with. */
  runInParts?(work: PartsWork, input: { path: Item; body: Item }): Promise<ActionResult>
  /** What `runInParts` would answer, writing nothing. @throws ApiError DryRunNotPossible if only parts could tell. */
  dryRun?(work: PartsWork, input: { path: Item; body: Item }): Promise<ActionResult>
  /** Properties of the answer that only a write gives, as `matches.number`: null in a dry run. */
  given?: readonly string[]
  /** A body with `preview` is answered 200, whatever the write would be. */
  answersPreview?: true
}

/** What an action in parts works with; `keyed` is the Idempotency-Key with the hash of the request, in hex. */
export interface PartsWork {
  caller: Caller
  database: Pool
  keyed: { app: number; key: string; hash: string } | undefined
  settings: Settings
}

/** A file that came with a form, and was looked through. */
export interface ReceivedFile {
  /** SHA-256 of its bytes, in hex: with the form's fields it is what an Idempotency-Key stands for. */
  hash: string
  /** Writes what the form asks for; the faults it adds undo what it did. */
  write(work: Work, input: { body: Item; faults: Fault[] }): Promise<ActionResult>
}

/** A file of a form: its name as it was sent, and its bytes. */
export interface SentFile {
  name: string | null
  bytes: Uint8Array<ArrayBuffer>
}

/** A write whose body is a form with a file (`multipart/form-data`), answered 201 with the new item's identifier. */
export interface UploadOperation extends OperationBase {
  kind: 'upload'
  /** The form's name in the contract. */
  schema: string
  /** The form's parts beside the file; names of parts are matched without regard to case. */
  form: Fields
  /** The file's part, its bytes at most, and the code of one that is refused. */
  file: { name: string; maxBytes: number; code: ErrorCode; many?: { max: number; maxBytesOfAll: number } }
  /** Properties of the answer that only a write gives: null in a dry run. */
  given?: readonly string[]
  /** Bytes of a file that can be tried in a dry run; left out: any that can be sent. */
  dryRunBytesMax?: number
  /** Told that a file is on its way, before it is read. */
  announced?(): void
  /** Properties of the body that a preview answers with 200, for the documents. */
  preview?: Fields
  /** Looks through the file, or all `files` of a part that may repeat, before anything is written. @throws ApiError */
  receive(
    caller: Caller,
    file: Uint8Array<ArrayBuffer>,
    form: { body: Item; database: Executor; files: readonly SentFile[] },
  ): Promise<ReceivedFile>
}

/** A file that is there to be read. */
export interface ServedFile {
  /** The same for the same bytes, another for others. */
  tag: string
  /** The file name that clients may save it under. */
  name: string
  /** Bytes of memory that its content takes while it is sent, where it is made first. */
  held?: number
  /** @throws ApiError, where it cannot be made. */
  content(): Promise<FileContent>
}

/** The bytes of a file: how many, and those from one place up to another. */
export interface FileContent {
  length: number
  read(from: number, to: number): AsyncIterable<Uint8Array>
}

/** A read that answers a file, whole or in ranges. */
export interface FileOperation extends OperationBase {
  kind: 'file'
  contentType: string
  query?: readonly Parameter[]
  /** Codes of a file that cannot be made. */
  codes?: readonly ErrorCode[]
  /** What is wrong with parameters that are each valid. */
  check?(query: Item): Fault[]
  /** The file that the path names; undefined where there is none. */
  find(caller: Caller, database: Pool, path: Item, query: Item): Promise<ServedFile | undefined>
}

export type Operation =
  | StandardOperation
  | BulkOperation
  | QueryOperation
  | ActionOperation
  | UploadOperation
  | FileOperation

/** Whether a dry run of a write can tell what it would answer. */
export function isTriable(operation: Operation): boolean {
  const isInParts = operation.kind === 'action' && operation.runInParts !== undefined && !operation.dryRun
  return !operation.noDryRun && operation.reveals === undefined && !isInParts
}

/** Whether only some of its requests can be tried. */
export const isTriableInPart = (operation: Operation): boolean =>
  (operation.kind === 'action' && operation.dryRun !== undefined) ||
  (operation.kind === 'upload' && operation.dryRunBytesMax !== undefined)

const READS = ['cursor', 'paged', 'count', 'single'] as const
const WRITES = ['create', 'update', 'delete'] as const
type StandardKind = (typeof READS)[number] | (typeof WRITES)[number]

/** The operations of every resource (rule 1.11), on `path`, for an item identified by `key`: all, or those named. */
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

/** Create and update of many items at `path`. */
export const bulk = (path: string, shape: Bulk): BulkOperation[] => [
  { kind: 'bulkCreate', method: 'POST', path, bulk: shape },
  { kind: 'bulkUpdate', method: 'PUT', path, bulk: shape },
]

/** Names of the parameters of a path, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** Operations that are named, allowed and documented together. */
export interface Group {
  name: string
  roles: readonly Role[]
  /** What the agreement needs to have, beside the grant its role. */
  module?: Module
  operations: readonly Operation[]
  /** The fields of the path parameters; what they refer to says what they can be. */
  parameters: Fields
  /** Codes the group may return, beyond those its rules and fields name. */
  codes: readonly ErrorCode[]
  /** Bodies of its requests and answers may be logged: they have no secret, no token and no sensitive data. */
  logsBodies?: true
  /** Its requests are not logged: whoever reads the log would fill it. */
  isNotLogged?: true
  /** Its tables are unlogged, so no standby has them. */
  isUnlogged?: true
  /** No fault can be ordered for its requests: they show and take back what is ordered. */
  isBeyondFaults?: true
  /** What its writes change is remembered with grants. */
  isInGrants?: true
}
