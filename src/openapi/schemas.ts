import { CURSOR_MAX_LENGTH, CURSOR_PAGE_SIZE, NUMBER_MAX } from '../limits.ts'
import { catalogue, type ErrorCode } from '../errors/catalogue.ts'
import { meaningOf, noteOf } from './meanings/index.ts'
import { orderOf } from './operations.ts'
import { DEMANDED_FLAGS, isPublished, NAMED_ITEMS, NAMED_VALUES, SAID } from './published.ts'
import { Field, type FieldFacts, type Fields, int32 } from '../resource/fields.ts'
import type { Api, ApiVersion } from '../resource/versions.ts'
import { bodyFields, isResource, type Resource } from '../resource/resource.ts'
import { type Bulk, pathParameters, type UploadOperation } from '../resource/operations.ts'

export type Json = Record<string, unknown>

/** Where an object stands: in answers alone, in bodies alone, or in both. */
type Place = 'answer' | 'body' | 'both'

const INT32 = { min: -2_147_483_648, max: 2_147_483_647 }

/** The named schemas of one document (`components.schemas`), collected as operations refer to them. */
export class Schemas {
  readonly components: Record<string, Json> = {}
  private readonly style: Api['style']
  private readonly names = new Map<Fields, string>()
  /** The fields that each schema was made from, by its name. */
  private readonly made = new Map<string, Fields>()

  /** Decimals are doubles to generated clients of published APIs. */
  private readonly decimals: 'decimal' | 'double'
  /** Bodies and answers share one schema, as in the published documents, with nulls where the contract has them. */
  private readonly isShared: boolean

  constructor(api: ApiVersion, isShared = false) {
    this.style = api.style
    this.decimals = isPublished(api) ? 'double' : 'decimal'
    this.isShared = isShared && isPublished(api)
    for (const resource of api.groups.filter(isResource)) this.names.set(resource.fields, resource.schema)
  }

  /** Names a schema and answers the reference to it. @throws Error when the name stands for another schema. */
  add(name: string, schema: Json): Json {
    const known = this.components[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are called ${name}.`)
    this.components[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  /** An item as reads answer it. */
  item(resource: Resource): Json {
    return this.object(resource.schema, bodyFields(resource), resource)
  }

  /** The body of a create: the properties that clients write. A body has no null (rule 1.4). */
  create(resource: Resource): Json {
    if (this.isShared) return this.item(resource)
    const sent = Object.entries(bodyFields(resource)).filter(
      ([, { facts }]) => !facts.readOnly && facts.type !== 'version',
    )
    return this.body(resource, `${resource.schema}Create`, Object.fromEntries(sent), 'create')
  }

  /** The body of an update: the item, with its identifier and the `objectVersion` that was read (rules 1.2 and 1.6). */
  update(resource: Resource): Json {
    if (this.isShared) return this.item(resource)
    return this.body(resource, `${resource.schema}Update`, bodyFields(resource), 'update')
  }

  /** The properties that a create or update demands, where its schema is that of answers, too; undefined elsewhere. */
  demanded(resource: Resource, kind: 'create' | 'update'): string[] | undefined {
    if (!this.isShared) return undefined
    return demandedOf(resource, bodyFields(resource), kind)
  }

  /** A body with these fields. What an update identifies its item by is required, even where it is read-only. */
  private body(resource: Resource, name: string, fields: Fields, kind: 'create' | 'update'): Json {
    if (this.made.get(name) === resource.fields) return { $ref: `#/components/schemas/${name}` }
    this.made.set(name, resource.fields)
    const required = demandedOf(resource, fields, kind)
    const named = kind === 'update' ? identifying(resource) : []
    const properties = Object.entries(fields).map(([own, field]) => {
      const { readOnly, ...property } = this.property(resource.schema, own, field, resource)
      const value = { ...property, ...this.value(resource.schema, own, field, 'body') }
      return [own, { ...value, ...(readOnly === true && !named.includes(own) && { readOnly }) }]
    })
    const shape = { type: 'object', ...(required.length > 0 && { required }) }
    return this.add(name, { ...shape, properties: Object.fromEntries(properties) as Json })
  }

  /** The body of a delete whose path has no identifier: it, and `others` to compare. More may be sent. */
  key(resource: Resource, others: readonly string[] = []): Json {
    if (this.isShared) return this.item(resource)
    const properties = Object.fromEntries(
      [...resource.key, ...others].map((name) => {
        const field = resource.fields[name]!
        return [name, { ...valueSchema(field), description: describe(resource.schema, name, field.facts) }]
      }),
    )
    return { type: 'object', required: [...resource.key], properties }
  }

  /** The envelope of a cursor list (rule 1.9). */
  cursorPage(resource: Resource): Json {
    return this.add(`${resource.schema}CursorResults`, {
      type: 'object',
      required: ['items'],
      properties: {
        cursor: {
          type: 'string',
          maxLength: CURSOR_MAX_LENGTH,
          readOnly: true,
          description: "Send it as the next request's cursor; absent when the end of the list is reached.",
        },
        items: {
          type: 'array',
          maxItems: CURSOR_PAGE_SIZE,
          description: `The items from the cursor on, in the order of ${orderOf(resource)}.`,
          items: this.item(resource),
        },
      },
    })
  }

  /** A form with its file. */
  form({ schema, form, file: { name, maxBytes, many } }: UploadOperation): Json {
    const texts = Object.entries(form)
    const required = texts.filter(([, { facts }]) => isRequired(facts)).map(([property]) => property)
    const properties = texts.map(([property, field]) => [
      property,
      this.property(schema, property, field, undefined, 'body'),
    ])
    const one = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` }
    const file = many
      ? {
          type: 'array',
          items: one,
          minItems: 1,
          maxItems: many.max,
          description: `One file, or many; together at most ${many.maxBytesOfAll} bytes.`,
        }
      : one
    return this.add(schema, {
      type: 'object',
      required: [...required, name],
      properties: { ...Object.fromEntries(properties), [name]: file },
    })
  }

  /** The body of a bulk call. */
  bulk(resource: Resource, kind: 'bulkCreate' | 'bulkUpdate', { list, schema, max }: Bulk): Json {
    const items = kind === 'bulkCreate' ? this.create(resource) : this.update(resource)
    const name = kind === 'bulkCreate' || this.isShared ? schema : `${schema}Update`
    return this.add(name, {
      type: 'object',
      ...(!this.isShared && { required: [list] }),
      properties: {
        [list]: {
          type: this.isShared ? ['array', 'null'] : 'array',
          minItems: 1,
          maxItems: max,
          description: `The items, at most ${max}: all of them are written, or none.`,
          items,
        },
      },
    })
  }

  /** What a bulk create answers: the identifiers, in the order of the list. */
  createdList(resource: Resource, { answer }: Bulk): Json {
    const { type } = resource.fields[resource.key.at(-1)!]!.facts
    return this.add(`${resource.schema}CreatedResultArray`, {
      type: 'object',
      required: [answer],
      properties: {
        [answer]: {
          type: 'array',
          description: 'What identifies the items created, in the order of the request.',
          items: typeOf(type),
        },
      },
    })
  }

  /** What a create answers: the identifier's own part (rule 1.9). */
  created(resource: Resource, key = resource.key.at(-1)!): Json {
    const { type } = resource.fields[key]!.facts
    const name = key === 'number' && type === 'int32' ? 'CreatedResult' : `${resource.schema}CreatedResult`
    const property = { ...typeOf(type), description: 'Identifies the item created.' }
    return this.add(name, { type: 'object', required: [key], properties: { [key]: property } })
  }

  /** The body of an action. No null stands in it (rule 1.4). */
  actionBody(name: string, fields: Fields): Json {
    return this.object(name, fields, undefined, 'body')
  }

  /** An object with these fields. The rules of `resource` tell which codes each property can cause. */
  object(name: string, fields: Fields, resource?: Resource, place: Place = 'answer'): Json {
    const declared = resource?.fields ?? fields
    if (this.made.get(name) === declared) return { $ref: `#/components/schemas/${name}` }
    this.made.set(name, declared)
    const entries = Object.entries(fields)
    const isThere = this.presence(place, resource)
    const required = entries
      .filter(([own, { facts }]) => (this.isShared ? SAID[`${name}.${own}`]?.isDemanded : undefined) ?? isThere(facts))
      .map(([property]) => property)
    const properties = Object.fromEntries(
      entries.map(([property, field]) => [property, this.property(name, property, field, resource, place)]),
    )
    return this.add(name, { type: 'object', ...(required.length > 0 && { required }), properties })
  }

  /** Which properties of an object are always there. Bodies of the published shape are its answers, too. */
  private presence(place: Place, resource: Resource | undefined): (facts: FieldFacts) => boolean {
    if (this.isShared) return resource && !isWritten(resource) ? isPresent : isRequired
    if (place !== 'answer') return isRequired
    // A value that an item has not is null; elsewhere it may be left out.
    const isAnswered = resource && this.style === 'problem' ? isNoFlag : isPresent
    return (facts) => isRequired(facts) || isAnswered(facts)
  }

  private property(parent: string, property: string, field: Field, resource?: Resource, place: Place = 'answer'): Json {
    const { facts } = field
    const codes = propertyCodes(property, facts, resource)
    const description = [
      describe(parent, property, facts),
      ...codes.map((code) => `${code}: ${catalogue[code].message}`),
    ]
      .filter((line) => line !== '')
      .join('\n\n')
    // What stands in a property of an item that clients write stands in bodies, too.
    const inside = place === 'answer' && resource && isWritten(resource) ? 'both' : place
    return {
      ...this.named(parent, property, this.value(parent, property, field, inside)),
      ...(this.isShared && DEMANDED_FLAGS.has(`${parent}.${property}`) && { default: false }),
      ...(this.isShared && isShorter(facts) && { 'x-max-length-sent': facts.maxLength }),
      ...(facts.readOnly && !(this.isShared && isSetByPrograms(property, facts, resource)) && { readOnly: true }),
      ...(facts.filter.length > 0 && { 'x-filterable': facts.filter }),
      ...(facts.sortable && { 'x-sortable': true }),
      ...(codes.length > 0 && { 'x-error-codes': codes }),
      ...(description !== '' && { description }),
    }
  }

  /** The published shape refers to the values that have a published name. */
  private named(parent: string, property: string, value: Json): Json {
    const name = this.isShared ? NAMED_VALUES[`${parent}.${property}`] : undefined
    return name === undefined ? value : { allOf: [this.add(name, value)] }
  }

  private value(parent: string, property: string, field: Field, place: Place): Json {
    const { facts } = field
    const isRead = place !== 'body'
    const plain = facts.type === 'list' ? this.list(parent, property, facts, place) : valueSchema(field, isRead)
    if (plain.format === 'decimal') plain.format = this.decimals
    if (!(isRead || this.isShared) || !this.readsNull(parent, property, facts)) return plain
    return {
      ...plain,
      type: [plain.type, 'null'],
      ...(Array.isArray(plain.enum) && { enum: [...(plain.enum as unknown[]), null] }),
    }
  }

  /** Reads answer null for no value; project APIs leave it out. So are false booleans (rules 1.3 and 1.4). */
  private readsNull(parent: string, property: string, { nullable, type }: FieldFacts): boolean {
    if (this.isShared) return SAID[`${parent}.${property}`]?.isNullable ?? (nullable || type === 'version')
    return nullable && this.style === 'problem'
  }

  private list(parent: string, property: string, { items, max, required, filled }: FieldFacts, place: Place): Json {
    return {
      type: 'array',
      ...((required || filled) && { minItems: 1 }),
      ...(max !== undefined && { maxItems: max }),
      // What clients send names each thing once.
      ...(max !== undefined && items instanceof Field && { uniqueItems: true }),
      items: items ? this.element(parent, property, items, place) : {},
    }
  }

  private element(parent: string, property: string, items: Field | Fields, place: Place): Json {
    if (items instanceof Field) return valueSchema(items)
    const published = this.decimals === 'double' ? NAMED_ITEMS[`${parent}.${property}`] : undefined
    const name = published ?? this.names.get(items) ?? `${parent}${property[0]!.toUpperCase()}${property.slice(1)}`
    this.names.set(items, name)
    return this.components[name] ? { $ref: `#/components/schemas/${name}` } : this.object(name, items, undefined, place)
  }
}

/** Programs set the identifier of an item that they change, and some send times back, as published documents allow. */
const isSetByPrograms = (property: string, { type }: FieldFacts, resource?: Resource): boolean =>
  type === 'instant' || (resource?.key.includes(property) ?? false)

/** Whether clients write items of the resource. */
const isWritten = ({ operations }: Resource): boolean => operations.some(({ kind }) => /create|update/i.test(kind))

/** Left out of answers when it is false (rule 1.3). */
const isNoFlag = ({ type }: FieldFacts): boolean => type !== 'boolean'

/** Always in answers, with a value. */
const isPresent = ({ nullable, type }: FieldFacts): boolean => !nullable && type !== 'boolean' && type !== 'version'

/** The identifier and the version, which an update names. */
function identifying({ key, ...resource }: Resource): string[] {
  const fields = bodyFields(resource)
  const versions = Object.keys(fields).filter((name) => fields[name]!.facts.type === 'version')
  return [...key.filter((name) => name in fields), ...versions]
}

/** The properties that a body must have: what the write demands, unless its path says it or a rule knows a default. */
function demandedOf(resource: Resource, fields: Fields, kind: 'create' | 'update'): string[] {
  const named = kind === 'update' ? identifying(resource) : []
  const inPaths = inEveryPath(resource, kind)
  return Object.entries(fields)
    .filter(([own, { facts }]) => !inPaths.includes(own) && !facts.requiredByRule && isDemanded(own, facts))
    .map(([own]) => own)

  function isDemanded(own: string, facts: FieldFacts): boolean {
    return named.includes(own) || isRequired(facts) || (facts.neededOn?.includes(kind) ?? false)
  }
}

/** The properties that the path of each write of the kind names, and of each list of writes. */
function inEveryPath({ operations, inPath }: Resource, kind: 'create' | 'update'): string[] {
  const paths = operations.filter((one) => one.kind.toLowerCase().endsWith(kind)).map(({ path }) => path)
  const [first = [], ...others] = paths.map((path) => pathParameters(path).map((name) => inPath[name] ?? name))
  return first.filter((name) => others.every((names) => names.includes(name)))
}

/** Clients of the version write shorter texts than they may read. */
const isShorter = ({ maxLength, answerLength }: FieldFacts): boolean =>
  maxLength !== undefined && answerLength !== undefined && maxLength < answerLength

/** A boolean that is left out means false, and clients need not send read-only values (rules 1.3 and 1.5). */
const isRequired = (facts: FieldFacts): boolean => facts.required && facts.type !== 'boolean' && !facts.readOnly

/** The values of a field on the wire: type, format and bounds, those of answers where it `isRead`. */
export function valueSchema(field: Field, isRead = false): Json {
  if (field.facts.asNumber) return valueSchema(int32(0, NUMBER_MAX))
  const { facts } = field
  const { type, min, max, values } = facts
  return {
    ...typeOf(type),
    ...(isNumber(type) && min !== undefined && min !== INT32.min && { minimum: min }),
    ...(isNumber(type) && max !== undefined && max !== INT32.max && { maximum: max }),
    ...(type === 'decimal' && { 'x-max-digits': facts.digits, 'x-max-decimals': facts.scale }),
    ...(type === 'string' && lengths(facts, isRead)),
    ...(values && { enum: values }),
  }
}

const isNumber = (type: FieldFacts['type']): boolean => type === 'int32' || type === 'decimal'

/** A required text has at least one character (rule 1.7). */
function lengths({ minLength = 0, maxLength, answerLength, required }: FieldFacts, isRead: boolean): Json {
  const least = required ? Math.max(1, minLength) : minLength
  const most = (isRead ? answerLength : undefined) ?? maxLength
  return { ...(least > 0 && { minLength: least }), ...(most !== undefined && { maxLength: most }) }
}

function typeOf(type: FieldFacts['type']): Json {
  switch (type) {
    case 'int32':
      return { type: 'integer', format: 'int32' }
    case 'decimal':
      return { type: 'number', format: 'decimal' }
    case 'boolean':
      return { type: 'boolean' }
    case 'day':
    case 'instant':
      return { type: 'string', format: 'date-time' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'string':
    case 'version':
      return { type: 'string' }
    case 'list':
      return { type: 'array' }
  }
}

/** What a property means, and what holds for every field of its type. */
export function describe(schema: string, property: string, facts: FieldFacts): string {
  const [meaning, note] = [asSentence(meaningOf(schema, property, facts) ?? ''), noteOf(facts)]
  return meaning.includes(note) ? meaning : `${meaning} ${note}`.trim()
}

/** The text, with a full stop at its end. */
const asSentence = (text: string): string => (/[^.]$/.test(text) ? `${text}.` : text)

function propertyCodes(property: string, facts: FieldFacts, resource?: Resource): ErrorCode[] {
  const rules = (resource?.rules ?? []).filter((rule) => rule.property === property)
  return [...new Set([...Object.values(facts.codes), ...rules.map(({ code }) => code)])].sort()
}
