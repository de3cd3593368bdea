import type { Transaction } from '../database/connection.ts'
import type { Role } from '../access/roles.ts'
import type { ErrorCode, Fault } from '../errors/catalogue.ts'
import type { Field, Fields } from './fields.ts'
import type { Caller, Group, Item, Settings } from './operations.ts'
import type { Row, Sql } from './sql.ts'

export type WriteKind = 'create' | 'update' | 'delete'

/**
 * The SQL condition under which a rule is broken, over the new item (its columns, and `app`, the caller's, where the
 * resource is `ownedByApp`), and on update and delete over the stored row. `$1` is the agreement. `isInUse` is the
 * condition that another row refers to the stored one.
 */
export type Broken = (item: Row, stored: Row, isInUse: Sql) => Sql

/**
 * A rule of the specification, by when it is broken. Checked only when `property` has a value in the item, unless
 * `always`.
 */
export interface Rule {
  property: string
  code: ErrorCode
  /**
   * Broken, too, by an item that has the same values as one before it in its list; with an absent one nothing is the
   * same.
   */
  repeated?: (item: Row) => readonly Sql[]
  /** Overrides the catalogue's message. */
  message?: string
  brokenWhen: Broken
  on?: readonly WriteKind[]
  always?: boolean
  /**
   * Breaks nothing where the client is not read strictly: `Daybook-Notice` says these words behind the property's name.
   */
  notice?: string
}

/** How an item is read: strictly, or with notes of what passed. */
export interface ItemReading {
  isStrict: boolean
  note(done: string, name: string): void
}

/** One item of a write: as validated, without its invalid properties, and its faults so far. */
export interface SentItem {
  item: Item
  faults: Fault[]
  /** Of an update that may change the identifier: the identifier that the path names. */
  was?: Item | undefined
  /** Strictly where it is left out. */
  read?: ItemReading
}

/** The items that one request wants written: all of them, or none when anything is wrong with one. */
export interface WriteRequest {
  caller: Caller
  items: readonly SentItem[]
}

/**
 * Writes the items of requests of one agreement, in a fixed number of statements, where a resource needs more than
 * rules. It adds to every item the faults that its rules find, also where the item is already at fault, and writes the
 * requests without any fault.
 * @param end may be called with the last statement; undefined where others of the transaction follow.
 * @returns the keys of each request's items; undefined for a request that is at fault.
 */
export type WriteItems = (
  transaction: Transaction,
  requests: readonly WriteRequest[],
  resource: Resource,
  end?: () => void,
) => Promise<readonly (readonly Item[] | undefined)[]>

/** How a stored row is found in another table that has it. */
export interface AlsoIn {
  /** Under which condition the table has it. */
  when?: (stored: Row) => Sql
  /**
   * Columns of the table that have another name there, or are computed; null: no row of the resource has a value of it.
   */
  columns?: Readonly<Record<string, ((stored: Row) => Sql) | null>>
}

/** A resource as declared: what every list, single read, write, check and document of it follows from. */
export interface Resource extends Group {
  /** Name of its schema in the contract. */
  schema: string
  table: string
  /** Properties that identify an item, in the order of the path parameters. */
  key: readonly string[]
  fields: Fields
  rules: readonly Rule[]
  /** Properties by the path parameters that are called otherwise. */
  inPath: Readonly<Record<string, string>>
  /**
   * Properties by other names that the specification has for them: understood in bodies, filters and sorts. One is
   * answered too where it is a field.
   */
  alsoNamed: Readonly<Record<string, string>>
  /**
   * The code of an item that cannot be deleted because another refers to it: one for all, or one for each table that
   * does, in the order they are asked, `*` standing for all others.
   */
  inUse: ErrorCode | Readonly<Record<string, ErrorCode>>
  /** The code where more than one row refers to it, whatever the kind. */
  inUseBySeveral?: ErrorCode
  /**
   * Tables that have its rows too: a whole that the table is a part of, or a register of their keys. What refers to
   * those is in the way as well.
   */
  alsoIn: Readonly<Record<string, AlsoIn>>
  /**
   * Its table is a view, whose rows cannot be locked. The view writes the tables below it, and refuses rows that were
   * changed meanwhile.
   */
  isView?: true
  /** What a violated constraint means here beyond keys, references and unique properties. */
  constraints: Readonly<Record<string, { code: ErrorCode; property: string }>>
  /** The event that creating, changing or deleting an item is told by (rule 10.1). */
  emits?: string
  /** Not everybody may list its items: what exists is not told to those who name one that does not. */
  isPrivate?: true
  /** A boolean property that is set instead of deleting the row. */
  softDelete?: string
  /** Items are numbered without a gap, and none ever goes: the first and the last number tell how many there are. */
  isGapless?: true
  /** Property the list is ordered by, unique within the agreement, where it is not the key. */
  orderedBy?: string
  /**
   * Rows belong to the app that made them (column `app`); for the agreement's other apps they are not there. An update
   * or delete by another app is answered `notOwner`, where that is named.
   */
  ownedByApp?: { notOwner?: ErrorCode }
  /** Callers without this role see what their own grant has made (column `grant_number`). */
  ownUnless?: Role
  /** A query parameter of its lists: they are narrowed to the rows that have its value among those of the column. */
  narrowedBy?: { name: string; column: string; field: Field }
  /**
   * The faults of an item beyond its fields, before anything is written: for rules that no SQL condition can tell. The
   * item lacks its invalid properties. `read` says how the item is read, and notes what passes.
   */
  check?(item: Item, settings: Settings, read: ItemReading): Fault[]
  /** The code of an item that does not exist, where the contract names one. */
  missing?: ErrorCode
  /** Replaces the shared create or update where a resource needs more than rules. */
  create?: WriteItems
  update?: WriteItems
  /**
   * What an update needs in its transaction beside its own statement: what it holds before, and what follows from it.
   * `write` is that statement, which may be called once.
   */
  aroundUpdate?(
    transaction: Transaction,
    requests: readonly WriteRequest[],
    write: () => Promise<readonly (readonly Item[] | undefined)[]>,
  ): Promise<readonly (readonly Item[] | undefined)[]>
}

/** Whether a group is a resource: has items of its own. */
export const isResource = (group: Group): group is Resource => 'table' in group

type ResourceDeclaration = Pick<Resource, 'schema' | 'table' | 'key' | 'roles' | 'fields' | 'operations'> &
  Partial<Resource>

/** Declares a resource: the one place its fields, operations, roles, rules and codes are named. */
export function resource(name: string, declaration: ResourceDeclaration): Resource {
  const { fields } = declaration
  return {
    rules: [],
    constraints: {},
    codes: [],
    inPath: {},
    alsoNamed: {},
    inUse: 'ItemInUse',
    alsoIn: {},
    ...declaration,
    parameters: { ...fields, ...declaration.parameters },
    name,
  }
}

/** Declares operations that belong together without being those of a resource: actions, queries, reports. */
export function operations(
  name: string,
  declaration: Pick<Group, 'roles' | 'operations'> &
    Partial<
      Pick<
        Group,
        | 'module'
        | 'parameters'
        | 'codes'
        | 'logsBodies'
        | 'isUnlogged'
        | 'isNotLogged'
        | 'isBeyondFaults'
        | 'isInGrants'
      >
    >,
): Group {
  return { parameters: {}, codes: [], ...declaration, name }
}

/** The column of a property: its name in snake case, unless the field says otherwise. */
export function columnName(property: string, field?: Field): string {
  return field?.facts.column ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The fields that bodies have: all but those that stand in paths only. */
export function bodyFields({ fields }: Pick<Resource, 'fields'>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, { facts }]) => !facts.hidden))
}

/** Every code an operation of the group may return on its own account (the contract's `errorCodes`). */
export function groupCodes(group: Group): ErrorCode[] {
  const codes = new Set<ErrorCode>(group.codes)
  if (isResource(group)) for (const code of resourceCodes(group)) codes.add(code)
  for (const operation of group.operations) {
    if ('bulk' in operation) for (const code of Object.values(operation.bulk.codes ?? {})) codes.add(code)
    if ('differs' in operation && operation.differs) codes.add(operation.differs)
  }
  return [...codes].sort()
}

function* resourceCodes(declared: Resource): Generator<ErrorCode> {
  if (declared.missing) yield declared.missing
  if (declared.ownedByApp?.notOwner) yield declared.ownedByApp.notOwner
  for (const { code } of declared.rules) yield code
  for (const { code } of Object.values(declared.constraints)) yield code
  for (const { facts } of Object.values(declared.fields)) {
    yield* Object.values(facts.codes)
    if (facts.references?.code) yield facts.references.code
  }
  if (declared.operations.some(({ kind }) => kind === 'delete')) yield* inUseCodes(declared)
}

/** The codes of an item that cannot be deleted because another refers to it. */
export const inUseCodes = ({ inUse, inUseBySeveral }: Resource): ErrorCode[] => [
  ...new Set([
    ...(typeof inUse === 'string' ? [inUse] : Object.values(inUse)),
    ...(inUseBySeveral ? [inUseBySeveral] : []),
  ]),
]
