import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readable } from '../../src/request/query/readable.ts'
import { columnType, itemSql } from '../../src/resource/columns.ts'
import { date, day, decimal, type Field, flag, instant, int32, objects, text } from '../../src/resource/fields.ts'
import type { Api } from '../../src/resource/versions.ts'
import { type Resource, resource } from '../../src/resource/resource.ts'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { runs } from '../long.ts'

const RUNS = runs(100, 2_000)
/** Values whose text PostgreSQL puts in quotes, or JSON escapes, or both. Some look like the end of a value. */
const ODD = [
  '',
  ' ',
  '"',
  '""',
  '\\',
  '\\"',
  ',',
  '(',
  ')',
  '),(',
  '\n',
  '\t',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  'æøå',
  '🧾',
  "'",
]

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: 3 })), { maxLength: 6 })
    .map((parts) => parts.join('')),
)
const storable = texts.map((value) => value.replaceAll('\u0000', ''))
const days = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((value) => value.toISOString().slice(0, 10))
const moments = fc
  .tuple(days, fc.integer({ min: 0, max: 86_399 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([on, second, micro]) => {
    const time = new Date(second * 1000).toISOString().slice(11, 19)
    return `${on}T${time}${`.${String(micro).padStart(6, '0')}`.replace(/\.?0+$/, '')}Z`
  })
const amounts = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.constantFrom('', '.0', '.00', '.50', '.000001', '.1230000'),
  )
  .map(([sign, whole, decimals]) => (whole === 0n && !/[1-9]/.test(decimals) ? '' : sign) + whole + decimals)
const lists = fc.array(fc.record({ name: storable, value: fc.option(fc.integer()) }), { maxLength: 3 })

type Style = Api['style']
type Value = string | number | boolean | object | null

/** A kind of property: how it is declared, which values it has, and what a naive renderer writes of one. */
interface Kind {
  field: Field
  values: fc.Arbitrary<Value>
  written(value: Value): string
}

const quoted = (value: Value): string => JSON.stringify(value)
const KINDS: readonly Kind[] = [
  { field: int32(), values: fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }), written: String },
  { field: decimal(), values: amounts, written: String },
  { field: text(100), values: storable, written: quoted },
  { field: flag(), values: fc.boolean(), written: quoted },
  { field: day(), values: days, written: (value) => quoted(`${value as string}T00:00:00Z`) },
  { field: date(), values: days, written: quoted },
  { field: instant(), values: moments, written: quoted },
  { field: objects({ name: text(100), value: int32() }), values: lists, written: quoted },
]

/** A resource of such kinds, and rows of it: each a key and a value of each property. */
interface Sample {
  style: Style
  kinds: readonly { kind: Kind; isNullable: boolean }[]
  rows: readonly { key: string; values: readonly Value[] }[]
  /** How often the rows are there, one time after the other: many of them fill more than one buffer. */
  times: number
}

const sample: fc.Arbitrary<Sample> = fc
  .tuple(
    fc.array(fc.record({ kind: fc.constantFrom(...KINDS), isNullable: fc.boolean() }), { minLength: 1, maxLength: 9 }),
  )
  .chain(([kinds]) => {
    const values = kinds.map(({ kind, isNullable }) => (isNullable ? fc.option(kind.values) : kind.values))
    return fc.record({
      style: fc.constantFrom<Style>('problem', 'project'),
      kinds: fc.constant(kinds),
      rows: fc.array(fc.record({ key: storable, values: fc.tuple(...values) }), { maxLength: 5 }),
      times: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 400),
    })
  })

function declared({ kinds }: Sample): Resource {
  const fields = kinds.map(({ kind: { field }, isNullable }, at) => {
    const nullable = field.facts.type === 'boolean' ? field : isNullable ? field : field.present()
    return [`p${at}`, nullable.column(`c${at}`)] as const
  })
  const key = text(100).present().column('key')
  return resource('Samples', {
    schema: 'Sample',
    table: 'sample',
    key: ['key'],
    roles: [],
    operations: [],
    fields: { ...Object.fromEntries(fields), key },
  })
}

/** SQL of the sample's rows as `t`, in order, from `$1`. */
function rowsOf({ fields }: Resource): string {
  const columns = Object.values(fields).map((field) => `${field.facts.column} ${columnType(field)}`)
  return `(SELECT r.* FROM json_to_recordset($1::json) AS r(place int, ${columns.join(', ')}) ORDER BY place) t`
}

/** An item, written the slow and obvious way. What is always there comes first. */
function naive({ style, kinds }: Sample, { key, values }: Sample['rows'][number]): string {
  const isAlwaysThere = (at: number): boolean =>
    kinds[at]!.kind.field.facts.type !== 'boolean' && (!kinds[at]!.isNullable || style === 'problem')
  const all = kinds.map((_, at) => at)
  const first = all.find(isAlwaysThere)
  const members = [...(first === undefined ? [] : [first]), ...all.filter((at) => at !== first)].flatMap((at) => {
    const value = values[at]!
    if (kinds[at]!.kind.field.facts.type === 'boolean') return value === true ? [`"p${at}":true`] : []
    if (value !== null) return [`"p${at}":${kinds[at]!.kind.written(value)}`]
    return style === 'project' ? [] : [`"p${at}":null`]
  })
  const own = `"key":${quoted(key)}`
  return `{${(first === undefined ? [own, ...members] : [...members, own]).join(',')}}`
}

let scratch: TestDatabase
beforeAll(async () => void (scratch = await testDatabase()))
afterAll(() => scratch.drop())

test('what is rendered is what a naive renderer writes, and what the database composes', async () => {
  await fc.assert(
    fc.asyncProperty(sample, async (given) => {
      const { style, kinds, times } = given
      const rows = Array.from({ length: times }, () => given.rows).flat()
      const sample = declared(given)
      const of = readable(sample, style)
      const records = rows.map(({ key, values }, place) => ({
        place,
        key,
        ...Object.fromEntries(kinds.map((_, at) => [`c${at}`, values[at]])),
      }))
      const sent = JSON.stringify(records)
      const read = (column: string) =>
        scratch.database.bytes({ text: `SELECT ${column} FROM ${rowsOf(sample)}`, values: [sent] })
      const items = rows.map((row) => naive(given, row))
      const list = of.render.list(await read(`string_agg(${of.row}, '')`))
      expect(String(list)).toBe(`[${items.join(',')}]`)
      expect(String((await read(`string_agg(${itemSql(sample, style)}, ',')`)) ?? '')).toBe(items.join(','))

      const size = Math.floor(rows.length / 2)
      const withKeys = await read(`string_agg(${of.rowWithKey}, '')`)
      const cursor = rows.length > size ? `"cursor":${quoted(rows[size]!.key)},` : ''
      const page = `{${cursor}"items":[${items.slice(0, size).join(',')}]}`
      expect(String(of.render.cursorPage(withKeys, size))).toBe(page)
      const whole = `{"items":[${items.join(',')}]}`
      expect(String(of.render.cursorPage(withKeys, rows.length))).toBe(whole)

      const [row] = rows
      if (row) expect(String(of.render.item((await read(of.row))!))).toBe(items[0])
    }),
    { numRuns: RUNS },
  )
})

test.each([100, 8_000])(
  'a cursor of %i characters, each of which is escaped, stands before the items',
  async (length) => {
    const of = readable(declared({ style: 'problem', kinds: [], rows: [], times: 1 }), 'problem')
    const key = '\u0001'.repeat(length)
    const rows = await scratch.database.bytes({
      text: `SELECT string_agg(${of.rowWithKey}, '') FROM (VALUES ('a'), ($1::text)) AS t(key)`,
      values: [key],
    })
    expect(String(of.render.cursorPage(rows, 1))).toBe(JSON.stringify({ cursor: key, items: [{ key: 'a' }] }))
  },
)

test('an item without a value is an empty object', async () => {
  const { fields, ...rest } = declared({
    style: 'project',
    kinds: [{ kind: KINDS[2]!, isNullable: true }],
    rows: [],
    times: 1,
  })
  const { p0 } = fields
  const of = readable({ ...rest, fields: { p0: p0!, key: fields.key!.hidden() } }, 'project')
  const row = await scratch.database.bytes({
    text: `SELECT ${of.row} FROM (VALUES ($1::text)) AS t(c0)`,
    values: [null],
  })
  expect(String(of.render.item(row!))).toBe('{}')
})
