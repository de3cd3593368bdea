import { ApiError, type ErrorCode, type Fault } from '../../errors/catalogue.ts'
import { didYouMean } from '../../errors/nearest.ts'
import { ERRORS_MAX } from '../../limits.ts'
import { Field, type Fields } from '../../resource/fields.ts'
import type { Bulk, Item } from '../../resource/operations.ts'
import { bodyFields, type Resource, type SentItem } from '../../resource/resource.ts'
import { NumberText } from '../protocol/number-text.ts'
import { nullChecked, type ReadOptions, type ReadValue, valueReader } from './values.ts'

/**
 * Reads an item of a body: answers the properties with a usable value, and every fault in the order of the fields
 * (rules 1.3 to 1.7). `path` has the values that the path gives, `differs` the code of a body that has others.
 * @throws ApiError when the whole body is no object: there is nothing more to say of it.
 */
export type ReadItem = (
  body: unknown,
  options: ReadOptions,
  path?: GivenByPath,
  prefix?: string,
  faults?: Fault[],
) => SentItem

/** What the path gives of an item. */
interface GivenByPath {
  item: Item
  differs: ErrorCode | undefined
  /** Whether a body may give the item another identifier. */
  renumbers?: boolean
}

interface Property {
  name: string
  field: Field
  read: ReadValue
  /** Whether it is a text that paths name the item by. */
  isInPaths: boolean
  /** The fault where the property is left out; undefined where it may be. */
  whenMissing: { code: ErrorCode; message: string } | undefined
}

/** How items of a resource, or bodies of an action, are read. */
export function itemReader(
  resource: Pick<Resource, 'fields' | 'key'> & Partial<Pick<Resource, 'alsoNamed'>>,
  kind: 'create' | 'update',
): ReadItem {
  const others = Object.entries(resource.alsoNamed ?? {})
  const fields = bodyFields(resource)
  const properties = Object.entries(fields).map(([name, field]): Property => ({
    name,
    field,
    read: fieldReader(field),
    isInPaths: resource.key.includes(name) && field.facts.type === 'string' && !field.facts.references,
    whenMissing: absence(name, field, resource.key, kind),
  }))
  const names = new Set(properties.map(({ name }) => name))
  const [only, ...more] = properties
  const list = only && more.length === 0 && only.field.facts.type === 'list' ? only.name : undefined
  return (body, options, path, prefix = '', faults = []) => {
    const item: Item = {}
    if (list !== undefined && Array.isArray(body)) throw bareList(list)
    const sent = objectOf(body, prefix, faults)
    if (!sent) return { item, faults }
    const given = others.length > 0 ? underOwnNames(sent, others, faults) : sent
    for (const { name, field, read, isInPaths, whenMissing } of properties) {
      const at = prefix + name
      const value = valueOf(given[name], field, options, kind === 'update' && resource.key.includes(name))
      if (value === undefined) {
        if (whenMissing && !(path && name in path.item)) {
          faults.push({ code: whenMissing.code, property: at, message: `${at} ${whenMissing.message}` })
        }
      } else if (kind === 'create' && field.facts.type === 'version') {
        if (value !== null) read(value, at, faults, options)
      } else if (kind === 'create' && field.facts.readOnly) {
        if (value !== null)
          faults.push({ code: 'PropertyReadOnly', property: at, message: `${at} is read-only; leave it out.` })
      } else if (value === null && field.facts.readOnly && !resource.key.includes(name)) {
        item[name] = null
      } else {
        const valid = read(value, at, faults, options)
        const isNew = kind === 'create' || path?.renumbers
        if (isInPaths && isNew && isFoldedAway(valid)) faults.push(foldedAway(at))
        else if (valid !== undefined) item[name] = valid
      }
    }
    if (path) takePath(item, path, faults)
    unknownProperties(given, names, prefix, faults, options)
    return { item, faults, was: path?.renumbers ? path.item : undefined }
  }
}

/** `.` and `..` as a part of a path are dropped by clients, `%2E` too (RFC 3986, 5.2.4): no address could name such an item. */
const isFoldedAway = (value: unknown): boolean => value === '.' || value === '..'

const foldedAway = (property: string): Fault => ({
  code: 'ValueNotAllowed',
  property,
  message: `${property} must not be . or .., which addresses cannot name.`,
})

/** The body with every property under its own name. A property that is sent under two names must have one value. */
function underOwnNames(
  sent: Record<string, unknown>,
  others: readonly (readonly [other: string, name: string])[],
  faults: Fault[],
): Record<string, unknown> {
  const given = { ...sent }
  for (const [other, name] of others) {
    if (!(other in given)) continue
    if (name in given && given[name] !== given[other]) {
      faults.push({ code: 'ValueNotAllowed', property: name, message: `${other} is ${name}, and has another value.` })
    }
    if (!(name in given)) given[name] = given[other]
    delete given[other]
  }
  return given
}

/**
 * The value that a body has of a property. To a lenient reader these are left out: null, and 0, '' or false of a read-only property that is not owed.
 */
function valueOf(value: unknown, { facts: { readOnly } }: Field, { isLenient }: ReadOptions, isOwed: boolean): unknown {
  const isNothing = value === null || (readOnly && !isOwed && [0, '', false].includes(value as number))
  return isLenient && isNothing ? undefined : value
}

/** Gives the item what the path names, where the body leaves it out. A body may not differ from the path, unless it renumbers. */
function takePath(item: Item, { item: path, differs, renumbers }: GivenByPath, faults: Fault[]): void {
  for (const [property, value] of Object.entries(path)) {
    if (!renumbers && item[property] !== undefined && item[property] !== value) {
      const message = `${property} is ${String(item[property])} in the body and ${String(value)} in the path.`
      faults.push({ code: differs ?? 'ValueNotAllowed', property, message })
      // It is unknown which of the two is meant.
      delete item[property]
    } else item[property] ??= value
  }
}

/** Reads a body that names an item to delete. It must have what the path lacks of the identifier, and may have `others`; the item's other properties are ignored. */
export function keyReader(
  resource: Resource,
  others: readonly string[],
): (body: unknown, options: ReadOptions, path: GivenByPath) => SentItem {
  const reads = [...resource.key, ...others].map((name) => ({ name, read: valueReader(resource.fields[name]!) }))
  const names = new Set(Object.keys(bodyFields(resource)))
  return (body, options, path) => {
    const [item, faults]: [Item, Fault[]] = [{}, []]
    const given = objectOf(body, '', faults)!
    for (const { name, read } of reads) {
      const value = names.has(name) ? given[name] : undefined
      if (value !== undefined) item[name] = read(value, name, faults, options)
      else if (!(name in path.item) && !others.includes(name))
        faults.push({ code: 'ValueRequired', property: name, message: `${name} is required.` })
    }
    takePath(item, path, faults)
    unknownProperties(given, names, '', faults, options)
    return { item, faults }
  }
}

/** Reads the list of a bulk body: its items, each with its faults, and what is wrong with the body itself. */
export function listReader(
  resource: Resource,
  kind: 'create' | 'update',
  { list, max, codes = {} }: Bulk,
): (body: unknown, options: ReadOptions, path?: GivenByPath) => { items: SentItem[]; faults: Fault[] } {
  const read = itemReader(resource, kind)
  const lists = new Set([list])
  return (body, options, path) => {
    const faults: Fault[] = []
    if (Array.isArray(body)) throw bareList(list)
    const given = objectOf(body, '', faults)!
    unknownProperties(given, lists, '', faults, options)
    const value = given[list]
    const fault = (code: ErrorCode, message: string): void =>
      void faults.push({ code, property: list, message: `${list} ${message}` })
    if (value === undefined || value === null) fault(codes.empty ?? 'ValueRequired', 'is required.')
    else if (!Array.isArray(value)) fault('ValueTypeInvalid', 'must be a list.')
    else if (value.length === 0) fault(codes.empty ?? 'ValueRequired', 'must not be empty.')
    else if (value.length > max) {
      fault(codes.tooMany ?? 'ValueOutOfRange', `must have at most ${max} elements, and has ${value.length}.`)
    }
    if (!Array.isArray(value) || faults.some(({ property }) => property === list)) return { items: [], faults }
    const items = value.map((element: unknown): SentItem => {
      if (element !== null && isObject(element)) return read(element, options, path)
      const code = element === null ? (codes.nullItem ?? 'ValueNull') : 'ValueTypeInvalid'
      const message = element === null ? 'is null.' : 'must be a JSON object.'
      return { item: {}, faults: [{ code, property: '', message }] }
    })
    return { items, faults }
  }
}

/** The refusal of a body that is the list itself, not an object that has it. */
function bareList(list: string): ApiError {
  const message = `body must be a JSON object with the list as its property ${list}: {"${list}": […]}.`
  return new ApiError({ code: 'ValueTypeInvalid', property: 'body', message })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)

function objectOf(body: unknown, prefix: string, faults: Fault[]): Record<string, unknown> | undefined {
  if (isObject(body)) return body
  const property = prefix.replace(/\.$/, '') || 'body'
  const fault: Fault = { code: 'ValueTypeInvalid', property, message: `${property} must be a JSON object.` }
  if (prefix === '') throw new ApiError(fault)
  faults.push(fault)
  return undefined
}

/** The fault of a body that lacks a property. A boolean left out is false. Of a property `requiredByRule` the rule says that it is missing. */
function absence(
  property: string,
  { facts }: Field,
  key: readonly string[],
  kind: 'create' | 'update',
): Property['whenMissing'] {
  const { type, codes } = facts
  if (type === 'version') {
    return kind === 'update'
      ? { code: 'ObjectVersionRequired', message: 'is required: send the one that was read.' }
      : undefined
  }
  const isOwed = facts.required && !facts.requiredByRule
  if (type === 'boolean' || !(isOwed || (kind === 'update' && key.includes(property)))) return undefined
  return { code: codes.required ?? 'ValueRequired', message: 'is required.' }
}

function unknownProperties(
  given: Record<string, unknown>,
  names: ReadonlySet<string>,
  prefix: string,
  faults: Fault[],
  { ignoreUnknown }: ReadOptions,
): void {
  if (ignoreUnknown) return
  for (const property of Object.keys(given)) {
    if (names.has(property)) continue
    if (faults.length >= ERRORS_MAX) return
    const known = [...names]
    const advice = didYouMean(property, known) || (known.length > 0 ? ` Known are ${known.join(', ')}.` : ' Send none.')
    const shown = property.length > 100 ? `${property.slice(0, 100)}…` : property
    faults.push({
      code: 'PropertyUnknown',
      property: prefix + shown,
      message: `There is no property '${shown}'.${advice}`,
    })
  }
}

/** How values of a field are checked, lists element by element. */
function fieldReader(field: Field): ReadValue {
  return field.facts.type === 'list' ? nullChecked(field, elementsReader(field)) : valueReader(field)
}

function elementsReader({ facts }: Field): ReadValue {
  const { items, max, required, codes } = facts
  const readElement = items instanceof Field ? valueReader(items) : objectReader(items!)
  return (value, path, faults, options) => {
    const before = faults.length
    const fault = (code: Fault['code'], message: string): void =>
      void faults.push({ code, property: path, message: `${path} ${message}` })
    if (!Array.isArray(value)) fault('ValueTypeInvalid', 'must be a list.')
    else if (required && value.length === 0) fault(codes.required ?? 'ValueRequired', 'must not be empty.')
    else if (value.length > max!) {
      fault(codes.range ?? 'ValueOutOfRange', `must have at most ${max} elements, and has ${value.length}.`)
    }
    if (faults.length > before) return undefined
    const read = (value as unknown[]).map((element, index) => {
      const at = `${path}[${index}]`
      if (element !== null) return readElement(element, at, faults, options)
      faults.push({ code: codes.nullItem ?? 'ValueNull', property: at, message: `${at} is null.` })
      return undefined
    })
    if (items instanceof Field) faults.push(...repeated(read, path, codes.repeated))
    return read
  }
}

/** A list of plain values names things, each once. What may stand twice in a list of objects, their resource says. */
function repeated(values: readonly unknown[], path: string, code: ErrorCode = 'ItemRepeated'): Fault[] {
  const first = new Map<unknown, number>()
  return values.flatMap((value, index): Fault[] => {
    const before = first.get(value)
    if (before === undefined || value === undefined) {
      first.set(value, index)
      return []
    }
    const message = `${path}[${index}] is ${String(value)}, as ${path}[${before}] is.`
    return [{ code, property: `${path}[${index}]`, message }]
  })
}

/** Reads an object in a list; invalid properties are left out. */
function objectReader(fields: Fields): ReadValue {
  const read = itemReader({ fields, key: [] }, 'create')
  return (value, path, faults, options) => read(value, options, undefined, `${path}.`, faults).item
}
