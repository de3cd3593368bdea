import { inWords } from './meanings/index.ts'
import { BY_NAME, FREE_KEY, KEYS, OF_OPERATION } from './example-values.ts'
import type { Json } from './schemas.ts'

/** Optional properties of example bodies, by a property that the body has. */
const SENT_TOO: Readonly<Record<string, readonly string[]>> = {
  entryTypeNumber: ['accountNumber', 'contraAccountNumber', 'vatCode', 'text'],
  unitNetPrice: ['productNumber', 'description', 'quantity', 'unitNetPrice'],
}

const today = (): string => new Date().toISOString().slice(0, 10)

/** What an example is of: the body of a create, another body, an answer. */
type Made = 'create' | 'body' | 'answer'

/** Makes examples of schemas. `components` has the schemas that references name. */
export class Examples {
  private readonly components: Readonly<Record<string, Json>>

  constructor(components: Readonly<Record<string, Json>>) {
    this.components = components
  }

  /**
   * A body with its required properties and those that are `demanded`; without any, with the first two that clients
   * write.
   * @param operation the API, the method and the path that it is sent to: what is known of that stands for the rest.
   */
  body(schema: Json, operation: string, demanded: readonly string[] = []): unknown {
    const own = OF_OPERATION[operation]
    const made = this.of(schema, '', operation.includes(' POST ') ? 'create' : 'body', demanded)
    return own === undefined ? made : merged(made, own)
  }

  /** An answer with every property. */
  answer(schema: Json): unknown {
    return this.of(schema, '', 'answer')
  }

  private of(schema: Json, name: string, made: Made, demanded: readonly string[] = []): unknown {
    const { properties, required, items, ...facts } = this.resolved(schema)
    if (properties) {
      const fields = properties as Record<string, Json>
      const chosen =
        made !== 'answer' ? sentOf(fields, [...((required as string[]) ?? []), ...demanded]) : Object.keys(fields)
      const called = 'email' in fields || 'city' in fields ? 'Nordwind ApS' : `My ${inWords(schemaName(schema))}`
      return Object.fromEntries(
        chosen.map((own) => [
          own,
          own === 'name' && fits(called, fields[own]!) ? called : this.valueIn(fields[own]!, own, made, demanded),
        ]),
      )
    }
    if (items) return [this.of(items as Json, name, made, demanded)]
    return valueOf(name, facts)
  }

  /** A property's value. What a create names its item by is free. */
  private valueIn(field: Json, name: string, made: Made, demanded: readonly string[]): unknown {
    return made === 'create' && KEYS.has(name) && fits(FREE_KEY, this.resolved(field))
      ? FREE_KEY
      : this.of(field, name, made, demanded)
  }

  /** The schema that a reference names. For `allOf`: one with the properties of all parts. */
  private resolved(schema: Json): Json {
    if (typeof schema.$ref === 'string') return this.resolved(this.components[schema.$ref.split('/').at(-1)!]!)
    if (!Array.isArray(schema.allOf)) return schema
    const parts = (schema.allOf as Json[]).map((part) => this.resolved(part))
    const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Json
    return { properties, required: parts.flatMap((part) => (part.required as string[]) ?? []) }
  }
}

/** An example with what is known better: of lists each item gets it, absent properties are left out. */
function merged(made: unknown, own: Readonly<Record<string, unknown>>): unknown {
  const known = { ...(made as Record<string, unknown>) }
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) delete known[name]
    else known[name] = value
  }
  return known
}

/** The name in the reference to a schema. */
const schemaName = ({ $ref, allOf }: Json): string =>
  Array.isArray(allOf)
    ? schemaName(allOf[0] as Json)
    : String($ref ?? 'item')
        .split('/')
        .at(-1)!

/** The properties that the example of a body has. */
function sentOf(properties: Record<string, Json>, required: readonly string[]): string[] {
  const also = Object.entries(SENT_TOO).flatMap(([property, names]) => (property in properties ? names : []))
  const sent = Object.keys(properties).filter((name) => required.includes(name) || also.includes(name))
  if (sent.some((name) => name !== 'objectVersion')) return sent
  const written = Object.keys(properties).filter((name) => !properties[name]!.readOnly && !sent.includes(name))
  return [...written.slice(0, 2), ...sent]
}

/** What is known of a name; a day as the time that it begins with, where the schema has times. */
function knownOf(name: string, { format }: Json): string | number | undefined {
  const known = BY_NAME[name]
  return format === 'date-time' && /^\d{4}-\d\d-\d\d$/.test(String(known)) ? `${known}T00:00:00Z` : known
}

/** A value that fits a schema without properties. */
export function valueOf(name: string, schema: Json): unknown {
  const known = knownOf(name, schema)
  if (known !== undefined && fits(known, schema)) return known
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown
  switch ([schema.type].flat()[0]) {
    case 'integer':
      return within(1, schema)
    case 'number':
      return within(100, schema)
    case 'boolean':
      return true
    case 'object':
      return {}
    default:
      return textOf(name, schema)
  }
}

function fits(value: string | number, { type, enum: values, maxLength, ...bounds }: Json): boolean {
  if (Array.isArray(values)) return values.includes(value)
  const [plain] = [type].flat()
  if (typeof value === 'string') return plain === 'string' && value.length <= ((maxLength as number) ?? Infinity)
  return plain !== 'string' && within(value, bounds) === value
}

const within = (value: number, { minimum = value, maximum = value }: Json): number =>
  Math.min(Math.max(value, minimum as number), maximum as number)

function textOf(name: string, { format, minLength = 0, maxLength = 30, const: only }: Json): string {
  if (typeof only === 'string') return only
  if (format === 'date') return today()
  if (format === 'date-time') return `${today()}T00:00:00Z`
  if (format === 'uri-reference') return '/accounting-years/1'
  if (/year/i.test(name)) return today().slice(0, 4)
  const words = (name || 'text').replace(/(?=[A-Z])/g, ' ').toLowerCase()
  return words.slice(0, maxLength as number).padEnd(minLength as number, 'x')
}
