import type { Database } from '../../src/database/connection.ts'
import type { Field } from '../../src/resource/fields.ts'
import type { Relation } from '../../src/resource/relations.ts'
import { columnName, type Resource } from '../../src/resource/resource.ts'
import { overrides } from './overrides.ts'
import type { Override } from './override.ts'
import { ownerOf, relations, type Served, type Subject } from './subjects.ts'
import { type Column, type Tables, tablesOf } from './tables.ts'
import { dayAfter, FIRST, valueOf } from './values.ts'

/** A row by its columns. */
export type Row = Record<string, unknown>

/** How a row is made. */
interface Made {
  /** `plain` has only what a row must have; `full` has a value for every property now and then. */
  kind: 'plain' | 'full'
  /** Columns whose values are known. */
  more?: Row
  /** The resource that shows the table. */
  of?: Resource
}

/** How many rows of a table there are for others to name. */
const NAMED_ROWS = 2

const byTable = new Map<string, Relation[]>()
for (const relation of relations.list()) byTable.set(relation.table, [...(byTable.get(relation.table) ?? []), relation])

/** The columns of a table that name rows of others. */
export const relationsOf = (table: string): readonly Relation[] => byTable.get(table) ?? []

/**
 * Relations whose rows are made, so that a row of the table can name them. Where nothing checks them, only those to a
 * table that a resource owns.
 */
const madeFor = (table: string): readonly Relation[] =>
  relationsOf(table).filter(({ target }) => !overrideOf(table)?.unchecked || ownerOf(target) !== undefined)

const columnNames = new WeakMap<Resource, readonly string[]>()

/** The columns of a resource's properties, in their order. */
function columnsOf(resource: Resource): readonly string[] {
  const known =
    columnNames.get(resource) ?? Object.entries(resource.fields).map(([name, field]) => columnName(name, field))
  columnNames.set(resource, known)
  return known
}

/**
 * Whether each item needs a row of its own to name. It does where only the column, and other columns that name rows,
 * tell items apart.
 */
export function namesItsOwn(resource: Resource, column: string): boolean {
  const known = ownNamed.get(resource) ?? new Map<string, boolean>()
  ownNamed.set(resource, known)
  const found = known.get(column) ?? needsItsOwn(resource, column)
  known.set(column, found)
  return found
}

const ownNamed = new WeakMap<Resource, Map<string, boolean>>()

function needsItsOwn(resource: Resource, column: string): boolean {
  const naming = relationsOf(resource.table).map((relation) => relation.column)
  const isNaming = (property: string): boolean => {
    const field = resource.fields[property]!
    const isAlongside = Object.values(resource.fields).some(
      ({ facts }) => property in (facts.references?.alongside ?? {}),
    )
    return isAlongside || naming.includes(columnName(property, field))
  }
  return Object.entries(resource.fields).some(([property, field]) => {
    if (columnName(property, field) !== column) return false
    const { unique } = field.facts
    const own = overrideOf(resource.table)?.properties?.[property]?.isOwn
    return (
      own === true ||
      (resource.key.at(-1) === property && resource.key.every(isNaming)) ||
      (unique !== undefined && unique.within.every(isNaming))
    )
  })
}

/**
 * The rows of one agreement beside the items under test: rows that those name. Made from the declaration of the
 * resource that owns their table, or from the catalogue where none does.
 */
export class World {
  readonly database: Database
  readonly agreement: number
  readonly app: number
  private readonly made = new Map<string, Map<number, Row>>()
  private readonly seeded = new Set<object>()

  constructor(database: Database, agreement: number, app: number) {
    this.database = database
    this.agreement = agreement
    this.app = app
  }

  /** Makes every row that the items of a resource may name. */
  async prepare(subject: Subject): Promise<void> {
    const { table } = subject.resource
    for (const { target, column } of madeFor(table)) {
      await this.named(target)
      const ofOne = namedByOne(table, column)
      if (namesItsOwn(subject.resource, column)) {
        await this.plainRows(target, range(FIRST.sent, FIRST.sent + 99), [], ofOne?.row)
      } else if (ofOne) await this.plainRows(target, [ofOne.n], [], ofOne.row)
    }
    await this.seed(subject)
  }

  /** Makes what only the items of a group need to be there. */
  async seed({ override }: Pick<Served, 'override'>): Promise<void> {
    if (!override.seed || this.seeded.has(override.seed)) return
    this.seeded.add(override.seed)
    for (const statement of override.seed.statements) await this.database.rows(statement, [this.agreement])
  }

  /** The rows of a table that anybody may name. */
  async named(table: string, path: readonly string[] = []): Promise<Row[]> {
    return await this.plainRows(table, range(FIRST.named, FIRST.named + NAMED_ROWS - 1), path)
  }

  /** The row that the `n`th item's column names; it was made before. */
  rowNamedBy(resource: Resource, { target, column }: Pick<Relation, 'target' | 'column'>, n: number): Row {
    if (namesItsOwn(resource, column)) return this.ownRow(target, n)
    const ofOne = namedByOne(resource.table, column)
    const place = columnsOf(resource).indexOf(column)
    return ofOne ? this.ownRow(target, ofOne.n) : this.nameOf(target, n + Math.max(0, place))
  }

  /** The row that the `n`th item names; it was made before. */
  nameOf(target: string, n: number): Row {
    return this.ownRow(target, FIRST.named + (n % NAMED_ROWS))
  }

  /** The row of a table with that number; it was made before. */
  ownRow(table: string, n: number): Row {
    const row = this.made.get(table)?.get(n)
    if (!row) throw new Error(`No row ${n} of ${table} was made`)
    return row
  }

  /** Plain rows: with what a row must have, and what `more` gives. Makes them when first asked for. */
  async plainRows(
    table: string,
    numbers: readonly number[],
    path: readonly string[] = [],
    more: Row = {},
  ): Promise<Row[]> {
    const made = this.made.get(table) ?? new Map<number, Row>()
    this.made.set(table, made)
    const missing = numbers.filter((n) => !made.has(n))
    if (missing.length > 0) {
      if (path.includes(table)) throw new Error(`Rows need each other: ${[...path, table].join(' → ')}`)
      const tables = await tablesOf(this.database)
      const owner = ownerOf(table)
      for (const { column, target } of madeFor(table)) {
        if (!tables.get(table)!.get(column)?.isRequired || column in more) continue
        const ofOne = namedByOne(table, column)
        if (owner && namesItsOwn(owner.resource, column))
          await this.plainRows(target, missing, [...path, table], ofOne?.row)
        else if (ofOne) await this.plainRows(target, [ofOne.n], [...path, table], ofOne.row)
        else await this.named(target, [...path, table])
      }
      if (owner) await this.seed(owner)
      const rows = missing.map((n) => this.rowOf(tables, table, n, { kind: 'plain', more }))
      await this.insert(table, rows)
      for (const [at, n] of missing.entries()) made.set(n, rows[at]!)
    }
    return numbers.map((n) => made.get(n)!)
  }

  /**
   * Puts items `from` to `to` straight into a resource's table, and its counters past them. Answers the rows, where
   * they are the table's.
   */
  async fill({ resource, override }: Subject, from: number, to: number): Promise<readonly Row[]> {
    const { table } = resource
    const numbers = range(FIRST.filled + from - 1, FIRST.filled + to - 1)
    for (const { target, column } of madeFor(table)) {
      if (namesItsOwn(resource, column)) await this.plainRows(target, numbers, [], namedByOne(table, column)?.row)
    }
    const tables = await tablesOf(this.database)
    const rows = override.fill ? [] : numbers.map((n) => this.rowOf(tables, table, n, { kind: 'full', of: resource }))
    if (override.fill) await override.fill.rows(this, numbers)
    else await this.insert(table, rows)
    if (override.also) await this.database.rows(override.also.statement, [this.agreement])
    await this.passCounters(resource, numbers.at(-1)!)
    return rows
  }

  /** What a create numbers goes on after the rows that are there. */
  private async passCounters(resource: Resource, last: number): Promise<void> {
    const isNumbered = resource.key.some((name) => resource.fields[name]!.facts.readOnly)
    const series = Object.values(resource.fields).find(({ facts }) => facts.counted?.series)?.facts.counted!.series
    const names = isNumbered ? [series ?? resource.table] : []
    for (const { facts } of Object.values(resource.fields)) {
      const per = facts.counted?.per
      const references = per === undefined ? undefined : resource.fields[per]!.facts.references
      if (!references) continue
      for (const at of range(0, NAMED_ROWS - 1)) {
        const row = this.nameOf(references.table, at)
        names.push(`${resource.table} of ${String(row[references.column])}`)
      }
    }
    await this.database.rows(
      `INSERT INTO counter AS c (agreement, name, value) SELECT $1, name, $3 FROM json_array_elements_text($2::json) name
       ON CONFLICT (agreement, name) DO UPDATE SET value = greatest(c.value, excluded.value)`,
      [this.agreement, JSON.stringify(names), last],
    )
  }

  /** The `n`th row of a table. A `plain` row has only what it must have, and what `more` gives. */
  private rowOf(tables: Tables, table: string, n: number, how: Made): Row {
    const columns = tables.get(table)
    if (!columns) throw new Error(`There is no table ${table} to put rows into`)
    const { kind, more = {}, of = ownerOf(table)?.resource } = how
    const row: Row = { ...more }
    const override = of && overrideOf(table)
    const names = Object.keys(of?.fields ?? {})
    for (const [place, [property, field]] of Object.entries(of?.fields ?? {}).entries()) {
      const column = columnsOf(of!)[place]!
      const known = columns.get(column)
      if (!known || field.facts.expression || field.facts.type === 'version') continue
      const whole = override?.together?.properties ?? []
      const isWhole = whole.includes(property)
      const isGiven = isWhole && whole.some((name) => columnName(name, of!.fields[name]) in more)
      const isNamed = known.isRequired || isGiven || of!.key.includes(property)
      if (column in row || (kind === 'plain' && !isNamed)) continue
      const isAbsent =
        known.isNullable && field.facts.nullable && (n + (isWhole ? names.indexOf(whole[0]!) : place)) % 5 === 0
      const own = override?.properties?.[property]?.row
      if (kind === 'full' && isAbsent) row[column] = null
      else if (own) row[column] = own(n)
      else if (column === 'app' && known.isRequired) row[column] = this.app
      else Object.assign(row, this.valueIn(of!, property, field, { place, n, column, kind }))
    }
    for (const [column, known] of columns) {
      if (known.isRequired && !(column in row)) row[column] = this.anyValue(table, column, known, n)
    }
    return row
  }

  /** The value of one property, and of the properties that go with the row it names. */
  private valueIn(
    resource: Resource,
    property: string,
    field: Field,
    { place, n, column, kind }: { place: number; n: number; column: string; kind: 'plain' | 'full' },
  ): Row {
    const relation = madeFor(resource.table).find((one) => one.column === column)
    if (relation) {
      const named =
        kind === 'full' ||
        namedByOne(resource.table, column) ||
        (namesItsOwn(resource, column) && this.made.get(relation.target)?.has(n))
          ? this.rowNamedBy(resource, relation, n)
          : this.nameOf(relation.target, n + place)
      const alongside = Object.entries(field.facts.references?.alongside ?? {}).map(([own, theirs]) => [
        columnName(own, resource.fields[own]),
        named[theirs],
      ])
      return { [column]: named[relation.targetColumn], ...Object.fromEntries(alongside) }
    }
    const { values, type } = field.facts
    if (kind === 'plain' && values) return { [column]: values[0] }
    if (kind === 'plain' && type === 'boolean') return { [column]: false }
    return { [column]: valueOf(field, { property, place, n, isDistinct: isDistinct(resource, property) }) }
  }

  /** What a column must have that no property shows. */
  private anyValue(table: string, column: string, { type }: Column, n: number): unknown {
    const own = overrideOf(table)?.properties?.[column]?.row
    if (own) return own(n)
    if (column === 'app') return this.app
    const relation = madeFor(table).find((one) => one.column === column)
    if (relation) return this.nameOf(relation.target, n)[relation.targetColumn]
    if (/^(integer|bigint|numeric)/.test(type)) return n
    if (type === 'text') return `x${n}`
    if (type === 'boolean') return false
    if (type === 'date' || type.startsWith('timestamp')) return dayAfter(n % 60)
    if (type.startsWith('json')) return {}
    throw new Error(`${table}.${column} is a ${type}: give it in the overrides`)
  }

  /** Puts rows into a table, in one statement. */
  async insert(table: string, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const columns = (await tablesOf(this.database)).get(table)!
    const names = Object.keys(rows[0]!)
    const typed = names.map((name) => `${name} ${columns.get(name)!.type}`)
    const statement = `INSERT INTO ${table} (agreement, ${names.join(', ')})
      OVERRIDING SYSTEM VALUE SELECT $1::int, ${names.map((name) => `r.${name}`).join(', ')} FROM json_to_recordset($2::json) AS r(${typed.join(', ')})`
    const values = [this.agreement, JSON.stringify(rows)]
    if (!overrideOf(table)?.unchecked) return void (await this.database.rows(statement, values))
    await this.database.transaction(async (transaction) => {
      await transaction.rows(`SET LOCAL session_replication_role = 'replica'`)
      await transaction.rows(statement, values)
    })
  }
}

/** That of the resource which owns the table, or of the table itself. */
const overrideOf = (table: string): Override | undefined => ownerOf(table)?.override ?? overrides[table]

/** The row that a column alone names, where rules demand one of a kind. */
export function namedByOne(table: string, column: string): { n: number; row: Row } | undefined {
  const owner = ownerOf(table)
  const names = Object.keys(owner?.resource.fields ?? {})
  const place = owner ? columnsOf(owner.resource).indexOf(column) : -1
  const row = overrideOf(table)?.properties?.[names[place] ?? '']?.named
  return row && { n: FIRST.ofOne + place, row }
}

/** Whether no two items may have the same value of the property. */
export function isDistinct({ key, fields }: Resource, property: string): boolean {
  const { unique, counted } = fields[property]!.facts
  return key.includes(property) || unique !== undefined || counted !== undefined
}

/** The whole numbers from one to the other, both included. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
