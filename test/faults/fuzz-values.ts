import type { Chance } from '../chance.ts'
import { type Json, resolve } from '../openapi/conforms.ts'

/** Values that fit no property. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  '',
  ' ',
  'null',
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  -0,
  1e-7,
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u202e',
  '🧾',
  'İ',
  'ß',
  '\r\nX: y',
  `'; DROP TABLE agreement; --`,
  '%_\\',
  '$eq:',
  '$and:$or:',
  '{{7*7}}',
  '../../etc/passwd',
  '__proto__',
  '1e400',
  '9'.repeat(40),
  'a'.repeat(5_000),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-01-01T25:00:00Z',
  'NaN',
  '-0.00',
]

/** What a path may bring instead of an identifier, encoded. */
const IN_PATHS = [
  '0',
  '-1',
  '1',
  '2',
  '3',
  '42',
  '99999999999',
  '2147483648',
  '1e3',
  '01',
  '1.0',
  '%20',
  'x',
  'null',
  'undefined',
  'DKK',
  '2026',
  'CUSTOMER_UPDATED',
  '%00',
  'a%00b',
  '%F0%9F%A7%BE',
  '%ED%A0%80',
  '..%2f..%2fetc',
  '%25',
  '%27%3B--',
  'a'.repeat(200),
  '*',
  '~',
  '$',
  'me',
]

const RAW = [
  '',
  '%20',
  '{',
  '}',
  '[',
  'null',
  '7',
  '"x"',
  '[]',
  '[null]',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"\\u0000":1}',
  '{"number":1e400}',
  '{"number":-1e-400}',
  '{"name":"\\ud800"}',
  '{"name":"a","name":"b"}',
  '{"__proto__":{"x":1}}',
  '{"constructor":1}',
  '['.repeat(200) + ']'.repeat(200),
  `{"name":"${'x'.repeat(20_000)}"}`,
  `{"number":${'9'.repeat(400)}}`,
  '{"number":00}',
  'undefined',
  'NaN',
]

/** Values of one property that are remembered. */
const MET_MAX = 30
const MET_DEPTH_MAX = 6

/** Values that answers had, by the names of their properties: what is there can be named. */
export class MetValues {
  private readonly chance: Chance
  private readonly values = new Map<string, unknown[]>()

  constructor(chance: Chance) {
    this.chance = chance
  }

  learn(value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > MET_DEPTH_MAX) return
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'object') this.learn(one, depth + 1)
      else this.remember(name, one)
    }
  }

  /** One that was met, mostly. */
  of(name: string): unknown {
    const values = this.values.get(name)
    return values && this.chance.maybe(0.7) ? this.chance.pick(values) : undefined
  }

  private remember(name: string, value: unknown): void {
    const values = this.values.get(name) ?? []
    if (values.length < MET_MAX && !values.includes(value)) this.values.set(name, [...values, value])
  }
}

/** Makes values of requests from a document: values that fit, values that nearly fit, and hostile ones. */
export class FuzzValues {
  private readonly chance: Chance
  private readonly document: Json
  private readonly met: MetValues

  constructor(chance: Chance, document: Json, met: MetValues) {
    this.chance = chance
    this.document = document
    this.met = met
  }

  /** Text for a body that is no item at all. */
  raw(): string {
    return this.chance.pick(RAW)
  }

  inPath(name: string, schema: Json): string {
    const { chance } = this
    if (chance.maybe(0.7)) {
      const value = this.met.of(name) ?? this.fitting(schema)
      return encodeURIComponent(String(value).slice(0, 100).toWellFormed()) || '1'
    }
    return chance.pick(IN_PATHS)
  }

  /** The value of a query's parameter, encoded. */
  inQuery(name: string, schema: Json, filterable: readonly (readonly [string, readonly string[], Json])[]): string {
    const { chance } = this
    if (/^filter$/i.test(name) && chance.maybe(0.8)) return encodeURIComponent(this.filter(filterable))
    if (/^sort$/i.test(name) && filterable.length > 0 && chance.maybe(0.7)) {
      return `${chance.pick(['', '-', '~', '--'])}${chance.pick(filterable)[0]}`
    }
    const value = chance.maybe(0.5) ? this.fitting(schema) : this.hostile()
    const text = String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 3_000)
    return chance.maybe(0.05) ? '%ZZ' : encodeURIComponent(text.toWellFormed())
  }

  /** An item near the one given: as it is, or with some of its parts changed, added or left out. */
  item(schema: Json, example: Json): Json {
    const { chance } = this
    const found = this.merged(schema)
    const value = chance.maybe(0.6) && example !== undefined ? structuredClone(example) : this.fitting(schema)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return chance.maybe(0.5) ? value : this.hostile()
    const names = Object.keys(found.properties ?? {})
    for (let changes = chance.int(0, 3); changes > 0 && names.length > 0; changes--) {
      const name = chance.pick(names)
      const part = found.properties[name]
      const kind = chance.int(0, 5)
      if (kind === 0) delete value[name]
      else if (kind === 1) value[`${name}x`] = 1
      else if (kind === 2) value[name] = this.hostile()
      else if (kind === 3) value[name] = this.near(part)
      else value[name] = this.met.of(name) ?? this.fitting(part)
    }
    return value
  }

  private hostile(): unknown {
    return this.chance.pick(HOSTILE)
  }

  private merged(schema: Json): Json {
    const found = resolve(this.document, schema) ?? {}
    if (!found.allOf) return found
    const parts: Json[] = found.allOf.map((part: Json) => this.merged(part))
    return { type: 'object', properties: Object.assign({}, ...parts.map((part) => part.properties)) }
  }

  /** A value that the schema allows. */
  private fitting(schema: Json, depth = 0): Json {
    const { chance } = this
    const found = this.merged(schema)
    if (found.enum) return chance.pick(found.enum)
    switch ([found.type].flat()[0]) {
      case 'integer':
        return chance.maybe(0.7)
          ? Math.max(found.minimum ?? 0, Math.min(found.maximum ?? 1000, chance.int(1, 6000)))
          : chance.pick([found.minimum ?? 0, found.maximum ?? 2 ** 31 - 1])
      case 'number':
        return Number(chance.decimal(chance.pick([9, 100, 1e6]), 2))
      case 'boolean':
        return chance.maybe(0.5)
      case 'array':
        return Array.from({ length: chance.int(depth > 2 ? 0 : 1, 2) }, () => this.fitting(found.items, depth + 1))
      case 'object': {
        const names = Object.keys(found.properties ?? {})
        const kept = names.filter((name) => found.required?.includes(name) || chance.maybe(0.4))
        const value = (name: string): Json => this.met.of(name) ?? this.fitting(found.properties[name], depth + 1)
        return Object.fromEntries(kept.map((name) => [name, value(name)]))
      }
      default:
        return this.text(found)
    }
  }

  private text({ format, minLength = 0, maxLength = 20 }: Json): string {
    const { chance } = this
    const day = `2026-${String(chance.int(1, 12)).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`
    if (format === 'date') return day
    if (format === 'date-time') return `${day}T12:00:00Z`
    const length = Math.max(minLength, Math.min(maxLength, chance.int(1, 12)))
    return (
      Array.from({ length }, () => chance.pick([...'abcABC123 æø']))
        .join('')
        .trim()
        .padEnd(minLength, 'x') || 'x'
    )
  }

  /** A value one step beyond what the schema allows, or at its edge. */
  private near(schema: Json): Json {
    const { chance } = this
    const { type, minimum, maximum, minLength, maxLength, format } = this.merged(schema)
    if (format === 'date')
      return chance.pick(['2026-02-29', '2026-13-01', '2026-1-1', '1752-09-02', '9999-12-31', '20260101'])
    if (format === 'date-time') return chance.pick(['2026-01-01', '2026-01-01T00:00:00', '2026-01-01T00:00:00+02:00'])
    if (maxLength !== undefined)
      return 'x'.repeat(chance.pick([maxLength, maxLength + 1, Math.max(0, (minLength ?? 0) - 1)]))
    if (maximum !== undefined || minimum !== undefined) {
      return chance.pick([maximum ?? 2 ** 31 - 1, (maximum ?? 2 ** 31 - 1) + 1, minimum ?? 0, (minimum ?? 0) - 1, 1.5])
    }
    if ([type].flat()[0] === 'number') return chance.pick([0.001, 99_999_999_999_999, -1, 1e15, 0.1 + 0.2])
    return chance.pick(['1', 1, '', 'true', 0])
  }

  private filter(filterable: readonly (readonly [string, readonly string[], Json])[]): string {
    const { chance } = this
    const one = (): string => {
      if (filterable.length === 0 || chance.maybe(0.15))
        return chance.pick(['x$eq:1', '$eq:', 'number', '(', 'number$eq:', '$null:', 'number$in:[1,2'])
      const [name, operators, schema] = chance.pick(filterable)
      const operator =
        chance.maybe(0.9) && operators.length > 0
          ? chance.pick(operators)
          : chance.pick(['eq', 'in', 'like', 'nothing'])
      const value = chance.maybe(0.7)
        ? String(this.met.of(name) ?? this.fitting(schema))
        : chance.pick(['', '$null:', 'x', '*', '[1,2,3]', '[]', '%', "'", '9'.repeat(30), '*a*a*a*'])
      return `${name}$${operator.replace(/^\$|:$/g, '')}:${operator.includes('in') ? `[${value}]` : value}`
    }
    const terms = Array.from({ length: chance.int(1, 4) }, one)
    return terms.reduce(
      (left, right) => `${chance.maybe(0.2) ? `(${left})` : left}${chance.pick(['$and:', '$or:'])}${right}`,
    )
  }
}
