import { openApiDocument } from '../../src/openapi/document.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import type { Chance } from '../chance.ts'
import { type Json, resolve } from '../openapi/conforms.ts'
import type { CallOptions } from '../service/harness.ts'

/** An operation as its document declares it. */
export interface Declared {
  document: Json
  method: string
  /** With the prefix of its API; parameters in braces. */
  path: string
  parameters: Json[]
  body: Json
}

export interface RandomRequest {
  method: string
  path: string
  options: CallOptions
}

/** Values that fit hardly anywhere. */
const STRANGE: readonly unknown[] = [
  ...[null, true, false, '', ' ', 'a', [], {}, [[]], ['a', 1], { a: 1 }],
  ...[0, -1, 1, 0.1, 1.005, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63)],
  ...[
    'x'.repeat(5_000),
    '\0',
    '\ud800',
    '\u202e',
    '👩‍👩‍👧',
    '%',
    '\\',
    "'",
    '1e5',
    '0x10',
    'NaN',
    'infinity',
    '9'.repeat(20),
  ],
  ...['2026-02-30', '0001-01-01', '9999-12-31', '2026-11-27T10:00:00Z', 'DKK', 'XXX'],
]
/** JSON that no JavaScript value is written as. */
const STRANGE_JSON = [
  '1e400',
  '-0',
  '123456789012345678901234567890',
  '0.00000000000000000001',
  '{"__proto__":{}}',
  '"\\ud800"',
]
const OPERATORS = ['$eq:', '$ne:', '$gt:', '$lte:', '$like:', '$in:', '$nin:', '$null:', '$zz:', ' ']
const DAYS = ['2024-02-29', '2025-12-31', '2026-01-01', '2026-06-30', '2026-11-27', '2030-01-01']
const TEXTS = ['abc', 'Kunde', '1', 'DK12345674', 'a@b.dk', 'DKK', 'EUR', 'Ærø', 'U25', 'I25']
const FILES = ['', '<a/>', 'a;b\n1;2\n', '%PDF-1.4\n', ':20:x\n:25:y\n:60F:C260101DKK0,\n:62F:C260101DKK0,\n']
const DEPTH_MAX = 6
/** Values of one property that are remembered. */
const KNOWN_MAX = 30

/** All operations of the newest versions, of the APIs named or of all. */
export function declaredOperations(named?: readonly string[]): Declared[] {
  return everyVersion(apis)
    .filter(({ isNewest, name }) => isNewest && named?.includes(name) !== false)
    .flatMap((api) => {
      const document = openApiDocument(api) as Json
      const base = document.servers[0].url === '/' ? '' : document.servers[0].url
      return Object.entries<Json>(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
        Object.entries<Json>(methods).map(([method, operation]) => ({
          document,
          method: method.toUpperCase(),
          path: base + path,
          parameters: [...parameters, ...(operation.parameters ?? [])].map((one) => resolve(document, one)),
          body: resolve(document, operation.requestBody),
        })),
      )
    })
}

/** Makes requests from declarations: half like what is asked for, half not; with values that were met in answers. */
export class RandomRequests {
  readonly #chance: Chance
  readonly #known = new Map<string, unknown[]>()

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** Remembers the values of an answer by their names. */
  learn(value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'object') this.learn(one, depth + 1)
      else this.#remember(name, one)
    }
  }

  of(declared: Declared): RandomRequest {
    const { method, parameters, path, body } = declared
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(this.#inPath(name)))
    const query = parameters
      .filter((one) => one.in === 'query' && (one.required || this.#chance.maybe(0.3)))
      .map(
        ({ name, schema }) => `${name}=${encoded(name === 'filter' ? this.#filter() : this.#value(declared, schema))}`,
      )
    const isWrite = method !== 'GET'
    const headers = {
      ...(isWrite && this.#chance.maybe(0.1) && { 'Daybook-Dry-Run': 'true' }),
      ...(isWrite && this.#chance.maybe(0.05) && { 'Idempotency-Key': `key-${this.#chance.int(1, 20)}` }),
    }
    const [type] = Object.keys(body?.content ?? {})
    const options = type === undefined ? {} : this.#body(declared, type, body.content[type].schema)
    return {
      method,
      path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
      options: { ...options, headers: { ...options.headers, ...headers } },
    }
  }

  #remember(name: string, value: unknown): void {
    const values = this.#known.get(name) ?? []
    if (values.length === KNOWN_MAX || values.includes(value)) return
    this.#known.set(name, [...values, value])
  }

  #inPath(name: string): unknown {
    if (this.#chance.maybe(0.1)) return this.#chance.pick(STRANGE)
    return this.#chance.pick(this.#known.get(name) ?? this.#known.get('number') ?? [1])
  }

  #filter(): string {
    const names = [...this.#known.keys()]
    const one = (): string => {
      const name = this.#chance.pick(names)
      const value = this.#chance.maybe(0.5) ? this.#chance.pick(this.#known.get(name)!) : this.#chance.pick(STRANGE)
      return `${name}${this.#chance.pick(OPERATORS)}${String(JSON.stringify(value))}`
    }
    return this.#chance.maybe(0.3) ? `${one()}${this.#chance.pick(['$and:', '$or:', '$and:('])}${one()}` : one()
  }

  #body(declared: Declared, type: string, schema: Json): CallOptions {
    if (!type.includes('json')) {
      return { raw: this.#chance.pick(FILES), headers: { 'content-type': type.includes('*') ? 'text/plain' : type } }
    }
    const json = JSON.stringify(this.#value(declared, schema)) ?? ''
    const strange = this.#chance.maybe(0.05) ? json.replace(/:\d+/, () => `:${this.#chance.pick(STRANGE_JSON)}`) : json
    const raw = this.#chance.maybe(0.02) ? strange.slice(0, -1) : strange
    return { raw, headers: { 'content-type': type } }
  }

  #value(declared: Declared, given: Json, depth = 0): unknown {
    const schema = resolve(declared.document, given)
    if (!schema || depth > DEPTH_MAX || this.#chance.maybe(0.05)) return this.#chance.pick(STRANGE)
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((one: Json) => this.#value(declared, one, depth + 1)))
    const choices = schema.oneOf ?? schema.anyOf
    if (choices) return this.#value(declared, this.#chance.pick<Json>(choices), depth + 1)
    if (schema.enum) return this.#chance.pick(schema.enum)
    const type = this.#chance.pick([schema.type].flat())
    if (type === 'object') return this.#object(declared, schema, depth)
    if (type === 'array') {
      const many = this.#chance.int(0, 3)
      return Array.from({ length: many }, () => this.#value(declared, schema.items, depth + 1))
    }
    return this.#plain(type, schema)
  }

  #object(declared: Declared, { properties = {}, required = [] }: Json, depth: number): Record<string, unknown> {
    const chosen = Object.entries<Json>(properties).filter(([name]) =>
      this.#chance.maybe(required.includes(name) ? 0.95 : 0.4),
    )
    const value = (name: string, schema: Json): unknown => {
      const known = this.#known.get(name)
      return known && this.#chance.maybe(0.7) ? this.#chance.pick(known) : this.#value(declared, schema, depth + 1)
    }
    return Object.fromEntries(chosen.map(([name, schema]) => [name, value(name, schema)]))
  }

  #plain(type: string, { minimum = 0, maximum = 5, maxLength = 20, format }: Json): unknown {
    if (type === 'integer') return this.#chance.pick([1, 2, 10, 1_000, minimum, maximum, this.#chance.int(0, 5_000)])
    if (type === 'number')
      return this.#chance.pick([0, 1, -1, 10.5, 99_999_999.99, maximum, this.#chance.int(0, 5_000)])
    if (type === 'boolean') return this.#chance.maybe(0.5)
    if (type === 'null') return null
    if (format === 'date') return this.#chance.pick(DAYS)
    if (format === 'date-time') return `${this.#chance.pick(DAYS)}T10:00:00Z`
    return this.#chance.pick([...TEXTS, 'x'.repeat(Math.min(maxLength, 300))])
  }
}

const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 300).toWellFormed())
