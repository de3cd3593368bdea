import { BULK_ENTRIES_MAX } from '../../limits.ts'
import { type Field, type Fields, F1, flag, int32, objectVersion } from '../../resource/fields.ts'
import { bulk, type Operation, standard } from '../../resource/operations.ts'
import { columnName, type Resource, resource, type Rule } from '../../resource/resource.ts'
import { DIMENSIONS_MAX } from './facts.ts'
import { lacksModule } from '../../resource/rules.ts'
import { joined, type Row, rowNamed, rowsOf, sql, type Sql } from '../../resource/sql.ts'

const WRITTEN = ['create', 'update'] as const

/** SQL: `condition` holds for the entry `x` of the register for the key of `row`. */
const keyOf = (row: Row, condition: Sql): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf('dimension_key')} x WHERE x.agreement = $1
    AND x.dimension_number = ${row.dimension_number}
    AND x.number = ${row.dimension_key} AND ${condition})`
const IS_INACTIVE_DIMENSION = sql`EXISTS (SELECT FROM ${rowsOf('dimension')} y
  WHERE y.agreement = $1 AND y.number = x.dimension_number AND NOT y.is_active)`
const isBarredValue = (r: Row): Sql =>
  keyOf(r, sql`NOT x.is_distribution AND (x.is_barred OR ${IS_INACTIVE_DIMENSION})`)
const isBarredDistribution = (r: Row): Sql =>
  keyOf(
    r,
    sql`x.is_distribution AND (x.is_barred OR ${IS_INACTIVE_DIMENSION}
      OR EXISTS (SELECT FROM ${rowsOf('distribution_part')} p
    JOIN ${rowsOf('dimension_key')} v ON v.agreement = $1 AND v.dimension_number = p.dimension_number
      AND v.number = p.value_number
    WHERE p.agreement = $1 AND p.dimension_number = x.dimension_number AND p.distribution_number = x.number
      AND v.is_barred))`,
  )

/** Only a new key must be active: owners keep the keys that they have. */
const active = (code: Rule['code'], brokenWhen: (r: Row) => Sql): Rule[] => [
  { property: 'dimensionKey', code, on: ['create'], brokenWhen },
  {
    property: 'dimensionKey',
    code,
    on: ['update'],
    brokenWhen: (r, old) => sql`${r.dimension_key} <> ${old.dimension_key} AND ${brokenWhen(r)}`,
  },
]

/** Columns of the owner, in the order of its properties. */
const columnsOf = (owner: Fields): string[] => Object.keys(owner).map((name) => columnName(name))

/**
 * At most one key of an owner may be a distribution's after the write, among stored keys that stay and keys of the
 * list.
 */
function oneDistribution(table: string, owner: Fields): Rule {
  const same = (left: Row, right: Row): Sql =>
    joined(
      columnsOf(owner).map((column) => sql`${left[column]} = ${right[column]}`),
      ' AND ',
    )
  const isDistribution = (r: Row): Sql => keyOf(r, sql`x.is_distribution`)
  const [other, beside] = [rowNamed('o'), rowNamed('n')]
  return {
    property: 'dimensionKey',
    code: 'ONLYONEDISTRIBUTIONALLOWED',
    on: WRITTEN,
    brokenWhen: (r) => sql`${isDistribution(r)} AND EXISTS (SELECT FROM ${rowsOf(table)} o WHERE o.agreement = $1
      AND ${same(other, r)}
      AND o.dimension_number <> ${r.dimension_number} AND ${isDistribution(other)}
      AND NOT EXISTS (SELECT FROM ${rowsOf('r')} n WHERE n.request = ${r.request} AND ${same(beside, r)}
        AND n.dimension_number = o.dimension_number))`,
    repeated: (r) => [
      ...columnsOf(owner).map((column) => r[column]!),
      sql`CASE WHEN ${isDistribution(r)} THEN true END`,
    ],
  }
}

/** The rules of all data of dimensions. */
const rulesOf = (table: string, owner: Fields): Rule[] => [
  {
    property: 'dimensionNumber',
    code: 'ValueNotAllowed',
    message: 'The agreement has no module Dimension',
    on: WRITTEN,
    brokenWhen: () => lacksModule('Dimension'),
  },
  ...active('CONTAINSBARREDDIMENSIONVALUE', isBarredValue),
  ...active('CONTAINSBARREDDISTRIBUTIONKEY', isBarredDistribution),
  {
    property: 'isDistribution',
    code: 'CONTAINSINVALIDVALUES',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.is_distribution} AND ${keyOf(r, sql`NOT x.is_distribution`)}`,
  },
  oneDistribution(table, owner),
]

/** The differences between kinds of owners. */
interface Particulars {
  schema: string
  /** The body of a list, in the contract. */
  schemaOfMany: string
  table: string
  /** `/dimension-data/…` */
  path: string
  roles: Resource['roles']
  /** The fields that identify the owner. */
  owner: Readonly<Record<string, Field>>
  /** The table is a view: the tables below it report the references that prevent deleting a key. */
  isView?: true
  more?: { rules?: Rule[]; constraints?: Resource['constraints']; codes?: Resource['codes'] }
}

/** SQL: whether the key of the row `t` is a distribution's. */
export const IS_DISTRIBUTION = `(SELECT k.is_distribution FROM dimension_key k
  WHERE k.agreement = t.agreement AND k.dimension_number = t.dimension_number AND k.number = t.dimension_key)`

/** The fields of data of dimensions, for owners with these identifying fields. */
const dataFields = (owner: Readonly<Record<string, Field>>, cascades: boolean): Record<string, Field> => ({
  dimensionNumber: int32(1, DIMENSIONS_MAX)
    .required()
    .unique('ONLYONEITEMPERDIMENSION', ...Object.keys(owner))
    .filter(F1)
    .sortable(),
  dimensionKey: int32(1)
    .required()
    .references('dimension_key.number', 'CONTAINSINVALIDVALUES', {
      alongside: { dimensionNumber: 'dimension_number' },
      cascades,
    })
    .filter(F1)
    .sortable(),
  isDistribution: flag().ignored(IS_DISTRIBUTION),
  objectVersion: objectVersion(),
  ...owner,
})

/** Declares which key of each dimension the owners of one kind have (rule 15.3). */
export function dimensionData(name: string, particulars: Particulars): Resource {
  const { schema, schemaOfMany, table, path, roles, owner, isView, more = {} } = particulars
  const key = [...Object.keys(owner), 'dimensionNumber']
  const operations: Operation[] = [
    ...standard(path, key, ['cursor', 'paged', 'count', 'create', 'update']),
    { kind: 'delete', method: 'DELETE', path, keyInBody: true, asStored: ['dimensionKey'] },
    ...bulk(`${path}/bulk`, { list: 'items', schema: schemaOfMany, answer: 'dimensionNumbers', max: BULK_ENTRIES_MAX }),
  ]
  return resource(name, {
    logsBodies: true,
    schema,
    table,
    key,
    roles,
    operations,
    fields: dataFields(owner, isView ?? false),
    rules: [...rulesOf(table, owner), ...(more.rules ?? [])],
    constraints: more.constraints ?? {},
    codes: more.codes ?? [],
    ...(isView && { isView }),
  })
}

/**
 * Data of dimensions where they were before they had an API of their own: at `/dimensions` below the path of what they
 * belong to, item by item.
 */
export const movedData = (data: Resource, name: string, path: string): Resource => ({
  ...data,
  name,
  schema: 'DimensionData',
  operations: data.operations
    .filter((operation) => !('bulk' in operation))
    .map((operation) => ({
      ...operation,
      path: operation.path.replace(/^\/dimension-data\/[^/]+/, `${path}/dimensions`),
    })),
})
