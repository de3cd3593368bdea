import type { ErrorCode } from '../errors/catalogue.ts'
import type { Row, Sql } from './sql.ts'

/** A filter operator (rule 2.1). */
export type FilterOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'in' | 'nin'

/** The published sets of operators. F2L is F2 plus like. */
export const F2: readonly FilterOperator[] = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte']
export const F1: readonly FilterOperator[] = [...F2, 'in', 'nin']
export const F1L: readonly FilterOperator[] = [...F1, 'like']
export const F2L: readonly FilterOperator[] = [...F2, 'like']

/**
 * - `day`: a calendar day that the contract types date-time: read as `2026-01-31T00:00:00Z`, a time sent is dropped;
 * - `date`: a calendar day `2026-01-31`, a time is refused;
 * - `instant`: a point in time, to the microsecond, UTC;
 * - `decimal`: exact, carried as text;
 * - `version`: an objectVersion.
 */
export type FieldType = 'int32' | 'decimal' | 'string' | 'boolean' | 'day' | 'date' | 'instant' | 'version' | 'list'

/** What a field refers to. From it follow that the row exists, the foreign key's code, and that the row is in use. */
export interface Reference {
  readonly table: string
  readonly column: string
  /** The code of a value that no row has; none where nobody writes the field over the API. */
  readonly code: ErrorCode | undefined
  /** The other columns of a key of several parts, by the property that has their value. */
  readonly alongside: Readonly<Record<string, string>>
  /** The row goes with the one it names, and so is not in the way when that is deleted. */
  readonly cascades: boolean
}

/** SQL for a value left to the service, as text without the write's rows, or over the new item; `$1`: the agreement. */
export type Given = string | ((item: Row) => Sql)

/** Everything a declaration says of a field: bounds, rights, codes and how it is stored. */
export interface FieldFacts {
  readonly type: FieldType
  readonly min?: number
  readonly max?: number
  readonly maxLength?: number
  /** Answers may have longer texts than the version takes: another version takes up to this. */
  readonly answerLength?: number
  readonly minLength?: number
  readonly values?: readonly (number | string)[]
  /** The numbers of an enumeration by their names, in camel case. */
  readonly names?: Readonly<Record<string, number>>
  /** Digits in all, and decimals, a decimal may have. */
  readonly digits?: number
  readonly scale?: number
  /** A decimal that is no money but a quantity, factor or percentage: further decimals may be rounded. */
  readonly isMeasure?: true
  readonly nullable: boolean
  readonly required: boolean
  /** Required, but filled in by a rule (a default, a number series), which says when it is missing. */
  readonly requiredByRule?: boolean
  /** Writes that a rule of the resource refuses without a value: for the documents alone. */
  readonly neededOn?: readonly ('create' | 'update')[]
  readonly readOnly: boolean
  readonly filter: readonly FilterOperator[]
  readonly sortable: boolean
  /** An index has agreement, value in the order of lists, and key: equal values and first pages are found by it. */
  readonly isIndexed?: true
  /** An index has agreement, hash of the folded text, and key: equal texts of any length are found by it. */
  readonly isHashed?: true
  /** The column of another table that has the value, in the row of the same key; without a row it is absent. */
  readonly beside?: undefined | { readonly table: string; readonly column: string; readonly key: string }
  /** The code of a fault, where the specification names one of its own. */
  readonly codes: {
    readonly required?: ErrorCode
    readonly tooLong?: ErrorCode
    readonly fixed?: ErrorCode
    readonly range?: ErrorCode
    /** Below the least value, where that is not `range`. */
    readonly tooLow?: ErrorCode
    readonly values?: ErrorCode
    readonly nullItem?: ErrorCode
    /** Of a list of plain values: one that is there already. */
    readonly repeated?: ErrorCode
    /** Another row has the value already. */
    readonly taken?: ErrorCode
  }
  /** May not change on update: another value is refused with `codes.fixed`, or, where there is none, ignored. */
  readonly fixed: boolean
  /** Of a boolean: the column says the opposite. */
  readonly inverted?: true
  /** Gives the value on create. */
  readonly assigned?: Given
  /**
   * Numbered from 1 on create, in the agreement, for each value of `per`, or in a `series` with other resources. There
   * are no gaps; `unlessGiven` takes the next free number. `by` is an SQL function that takes all numbers of a list at
   * once: of agreement, table and how many it makes an array.
   */
  readonly counted?: {
    readonly per?: string
    readonly unlessGiven?: true
    readonly series?: string
    readonly by?: string
  }
  readonly references?: Reference
  /** No two rows that agree in the properties named have the same value; its code is `codes.taken`. */
  readonly unique?: { readonly within: readonly string[] }
  /** A null in a body means the same as leaving the property out. */
  readonly nullIsAbsent?: boolean
  /** An empty text in a body says that there is none, where leaving the property out may get it a default. */
  readonly emptyIsNone?: boolean
  /** A list that may be left out is not empty where it is given: an empty one would mean all, or nothing. */
  readonly filled?: true
  /** Stands in paths, never in a body. */
  readonly hidden?: boolean
  /** A value that the client left out; on update in terms of the stored row `t`, too. */
  readonly fallback?: { readonly create: Given; readonly update: Given; readonly mayBeNothing?: true }
  /** Read-only, and changed by writes of other items, which leave the version of the item as it is. */
  readonly followsOthers?: true
  /** Kept by the service: what a client sends is ignored. */
  readonly ignored?: true
  /** The column, when it is not the property's name in snake case. */
  readonly column?: string
  /** SQL that computes the value from the row `t`, for a property without a column of its own. */
  readonly expression?: string
  /** SQL the value is read by from the row `t`, where that is not simply its column. */
  readonly readAs?: string
  /** What a list is made of: an int32, or an object of the fields named. */
  readonly items?: Field | Fields
  readonly description?: string
  /** Of a text: clients have it as a whole number, and what is none as nothing. */
  readonly asNumber?: true
  /** Clients see less than is stored. An update that sends what they see keeps what is stored. */
  readonly narrowed?: true
}

export type Fields = Readonly<Record<string, Field>>

/** One property of a resource: a row of the specification's field table. Each method answers a changed copy. */
export class Field {
  readonly facts: FieldFacts

  constructor(facts: Partial<FieldFacts> & { type: FieldType }) {
    this.facts = {
      nullable: true,
      required: false,
      readOnly: false,
      filter: [],
      sortable: false,
      codes: {},
      fixed: false,
      ...facts,
    }
  }

  private with(changes: Partial<FieldFacts>): Field {
    return new Field({ ...this.facts, ...changes })
  }

  /** Must have a value on every create and update; `code` is the fault's own code. A required text is not empty. */
  required(code?: ErrorCode): Field {
    return this.with({
      required: true,
      nullable: false,
      codes: { ...this.facts.codes, ...(code && { required: code }) },
    })
  }
  /** May be left out, though other versions require it. */
  optional(): Field {
    return this.with({ required: false })
  }
  /** Required as `required`, where a rule may know a default: the rule says when it is missing. */
  requiredByRule(): Field {
    return this.with({ required: true, requiredByRule: true, nullable: false })
  }
  /** A rule of the resource refuses these writes without a value. */
  neededOn(...kinds: ('create' | 'update')[]): Field {
    return this.with({ neededOn: kinds })
  }
  /** Always has a value on reads, though a client may leave it out. */
  present(): Field {
    return this.with({ nullable: false })
  }
  /** Read-only: sent with the value that was read, or left out (rule 1.5). */
  readOnly(): Field {
    return this.with({ readOnly: true })
  }
  /**
   * Read-only, and changed by writes of other items, which leave the item's version as it is. An update takes any
   * value: it may be the one that was read (rule 1.5).
   */
  followsOthers(): Field {
    return this.with({ readOnly: true, followsOthers: true })
  }
  /** Read-only and given by the database on create. */
  assigned(sql: Given): Field {
    return this.with({ readOnly: true, nullable: false, assigned: sql })
  }
  /** Read-only and numbered on create: 1, 2, … in the agreement, or for each value of the property `per`. */
  counted(per?: string): Field {
    return this.with({ readOnly: true, nullable: false, counted: per === undefined ? {} : { per } })
  }
  /** Given by the client or, left out, the next free number: in the agreement, or for each value of `per`. */
  countedUnlessGiven(taken: ErrorCode, per?: string): Field {
    const within = per === undefined ? [] : [per]
    const counted = { ...(per !== undefined && { per }), unlessGiven: true as const }
    return this.with({ nullable: false, counted }).unique(taken, ...within)
  }
  /** Counted as `counted`, in a series of the agreement's that other resources count in too. */
  countedIn(series: string): Field {
    return this.with({ readOnly: true, nullable: false, counted: { series } })
  }
  /** Numbered on create by an SQL function of agreement, table and how many, which answers an array. */
  countedBy(by: string): Field {
    return this.with({ readOnly: true, nullable: false, counted: { by } })
  }
  /**
   * Names a row of another table: `target` is `table.column`. Where clients write the field, `code` says that there is
   * none. `alongside` has the other columns of a longer key; with `cascades` the row goes with the one it names.
   */
  references(
    target: string,
    code?: ErrorCode,
    { alongside = {}, cascades = false }: Partial<Pick<Reference, 'alongside' | 'cascades'>> = {},
  ): Field {
    const [table, column] = target.split('.') as [string, string]
    return this.with({ references: { table, column, code, alongside, cascades } })
  }
  /** No two rows that agree in the properties `within` have the same value; text is compared without case. */
  unique(code: ErrorCode, ...within: string[]): Field {
    return this.with({ unique: { within }, codes: { ...this.facts.codes, taken: code } })
  }
  /** A null means the same as leaving it out, where the specification says so by name. */
  nullIsAbsent(): Field {
    return this.with({ nullIsAbsent: true })
  }
  /** An empty text says "none", so that no default fills it in. The item then has null. */
  emptyIsNone(): Field {
    return this.with({ emptyIsNone: true })
  }
  /** A list that may be left out is not empty where it is given. */
  filled(): Field {
    return this.with({ filled: true })
  }
  /** Stands in paths only: no body has it. */
  hidden(): Field {
    return this.with({ hidden: true })
  }
  /** Taken from SQL when the client leaves it out. */
  fallback(create: Given, update = create): Field {
    return this.with({ fallback: { create, update } })
  }
  /** Left out, it is taken from SQL, which may have no value. On update that clears it, unless `update` is given. */
  suggested(create: Given, update: Given = 'NULL'): Field {
    return this.with({ fallback: { create, update, mayBeNothing: true } })
  }
  /** The contract allows null on reads, though the field always has a value here. */
  nullable(): Field {
    return this.with({ nullable: true })
  }
  filter(operators: readonly FilterOperator[]): Field {
    return this.with({ filter: operators })
  }
  sortable(): Field {
    return this.with({ sortable: true })
  }
  /**
   * Found by an index on agreement, value as lists order it, and key, in tables that grow without end. The index may
   * leave out rows without a value.
   */
  indexed(): Field {
    return this.with({ isIndexed: true })
  }
  /**
   * Found by an index on agreement, hash of the folded text, and key: for long texts that are not sortable, in tables
   * that grow without end.
   */
  hashed(): Field {
    return this.with({ isHashed: true })
  }
  /** Read from the row of another table that has the same key, where there is one. */
  beside(table: string, column: string, key: string): Field {
    const sql = `(SELECT b.${column} FROM ${table} b WHERE b.agreement = t.agreement AND b.${key} = t.${key})`
    return this.with({ expression: sql, readOnly: true, beside: { table, column, key } })
  }
  /** Cannot be changed on update: `code` refuses another value; without one it is ignored. */
  fixed(code?: ErrorCode): Field {
    return this.with({ fixed: true, codes: { ...this.facts.codes, ...(code && { fixed: code }) } })
  }
  /** The column says the opposite of the property. */
  inverted(): Field {
    return this.with({ inverted: true })
  }
  /** A decimal of at most 15 digits, at least `min` and at most `max`. */
  between(min: number, max: number): Field {
    return this.with({ min, max })
  }
  /** A quantity, factor or percentage, never money: its further decimals are rounded for clients not read strictly. */
  measure(): Field {
    return this.with({ isMeasure: true })
  }
  /** Has its own code when the text is too long, out of range, or not one of the values. */
  codes(codes: FieldFacts['codes']): Field {
    return this.with({ codes: { ...this.facts.codes, ...codes } })
  }
  /** Clients of the version write at most so many characters. They may read longer texts of others. */
  atMost(maxLength: number): Field {
    return this.with({ maxLength }).answeredUpTo(Math.max(maxLength, this.facts.maxLength ?? 0))
  }
  /** Clients of other versions write texts of up to so many characters. */
  answeredUpTo(length: number): Field {
    return this.with({ answerLength: Math.max(length, this.facts.answerLength ?? 0) })
  }
  /** A text that clients of the version have as a whole number. */
  asNumber(): Field {
    return this.with({ asNumber: true, narrowed: true })
  }
  /**
   * Clients of the version read the result of SQL over the row `t`, which tells less than the column. When an update
   * sends what they have read, the column keeps its value.
   */
  narrowedTo(sql: string): Field {
    return this.with({ readAs: sql, narrowed: true })
  }
  oneOf(values: readonly (number | string)[]): Field {
    return this.with({ values })
  }
  /** What its numbers are called: filters may have the names instead. */
  named(names: Readonly<Record<string, number>>): Field {
    return this.with({ names })
  }
  column(name: string): Field {
    return this.with({ column: name })
  }
  /** Computed on reads from the row `t`. */
  computed(sql: string): Field {
    return this.with({ expression: sql, readOnly: true })
  }
  /** Kept by the service, in its column or computed from the row `t`: what a client sends is ignored. */
  ignored(sql?: string): Field {
    return this.with({ ignored: true, ...(sql !== undefined && { expression: sql }) })
  }
  /** Read as SQL over the row `t`, though it is written to its column. */
  readAs(sql: string): Field {
    return this.with({ readAs: sql })
  }
  /** The same property with values of another type. */
  retyped({ facts: { type, min, max, digits, scale, maxLength, minLength } }: Field): Field {
    const bounds = { min, max, digits, scale, maxLength, minLength }
    const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined)
    const { min: _1, max: _2, digits: _3, scale: _4, maxLength: _5, minLength: _6, ...facts } = this.facts
    return new Field({ ...facts, type, ...Object.fromEntries(given) })
  }
  undescribed(): Field {
    const { description: _, ...facts } = this.facts
    return new Field(facts)
  }
  describe(text: string): Field {
    return this.with({ description: text })
  }
}

/** A whole number of 32 bits. */
export const int32 = (min = -2_147_483_648, max = 2_147_483_647): Field => new Field({ type: 'int32', min, max })
/** A text of at most `maxLength` characters. */
export const text = (maxLength: number, minLength?: number): Field =>
  new Field({ type: 'string', maxLength, ...(minLength !== undefined && { minLength }) })
/** An exact decimal of so many digits in all, `scale` of them at most behind the point. */
export const decimal = (digits = 18, scale = 18): Field => new Field({ type: 'decimal', digits, scale })
/** A boolean; false where left out, and left out of responses where false. */
export const flag = (): Field => new Field({ type: 'boolean', nullable: false })
/** A calendar day that the contract types date-time. */
export const day = (): Field => new Field({ type: 'day' })
/** A calendar day without a time. */
export const date = (): Field => new Field({ type: 'date' })
/** A point in time. */
export const instant = (): Field => new Field({ type: 'instant' })
/** A list of values, at most `max`. */
export const list = (items: Field, max: number): Field => new Field({ type: 'list', items, max })
/** A list of objects, each checked by its fields. */
export const itemList = (items: Fields, max: number): Field => new Field({ type: 'list', items, max })
/** A list of objects that clients only read. */
export const objects = (parts: Fields): Field => new Field({ type: 'list', items: parts })
/** `objectVersion`: returned on reads, sent back on every PUT (rule 1.2). */
export const objectVersion = (): Field => new Field({ type: 'version', nullable: false })
/** `lastUpdated` (rule 1.8): kept by the database. */
export const lastUpdated = (): Field =>
  new Field({ type: 'instant', readOnly: true, nullable: false, assigned: 'now()' })
