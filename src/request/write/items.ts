import { ApiError, type ErrorCode, type Fault } from '../../errors/catalogue.ts'
import { didYouMean } from '../../errors/nearest.ts'
import { ERRORS_MAX } from '../../limits.ts'
import { Field, type Fields } from '../../resource/fields.ts'
import type { Bulk, Item } from '../../resource/operations.ts'
import { bodyFields, type Resource, type SentItem } from '../../resource/resource.ts'
import { NumberText } from '../../records/number-text.ts'
import { quoted, type Reading } from '../protocol/reading.ts'
import { namesOf } from './names.ts'
import { nullChecked, type ReadValue as ReadWith, valueReader } from '../../records/values.ts'

/**
 * Reads an item of a body: answers the properties with a usable value, and every fault in the order of the fields
 * (rules 1.3 to 1.7). `path` has the values that the path gives, `differs` the code of a body that has others.
 * @throws ApiError when the whole body is no object: there is nothing more to say of it.
 */
export type ReadItem = (
  body: unknown,
  reading: Reading,
  path?: GivenByPath,
  prefix?: string,
  faults?: Fault[],
) => SentItem

type ReadValue = ReadWith<Reading>

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
  /** Whether an update needs it to know the item. */
  isOwed: boolean
  /** Whether an empty text may count as left out. */
  emptyIsAbsent: boolean
  /** The fault where the property is left out; undefined where it may be. */
  whenMissing: { code: ErrorCode; message: string } | undefined
}

/** How items of a resource, or bodies of an action, are read. */
export function itemReader(
  resource: Pick<Resource, 'fields' | 'key'> & Partial<Pick<Resource, 'alsoNamed'>>,
  kind: 'create' | 'update',
): ReadItem {
  const fields = bodyFields(resource)
  const properties = Object.entries(fields).map(([name, field]): Property => ({
    name,
    field,
    read: fieldReader(field),
    isInPaths: resource.key.includes(name) && field.facts.type === 'string' && !field.facts.references,
    isOwed: kind === 'update' && resource.key.includes(name),
    emptyIsAbsent: isAbsentWhenEmpty(name, field) && !resource.key.includes(name),
    whenMissing: absence(name, field, resource.key, kind),
  }))
  const ownNames = namesOf(Object.keys(fields), resource.alsoNamed, kind === 'update')
  const [only, ...more] = properties
  const list = only && more.length === 0 && only.field.facts.type === 'list' ? only.name : undefined
  return (body, reading, path, prefix = '', faults = []) => {
    const item: Item = {}
    if (list !== undefined && Array.isArray(body)) throw bareList(list)
    const sent = objectOf(body, prefix, faults)
    if (!sent) return { item, faults }
    const { given, unknown } = ownNames(sent, reading, prefix, faults)
    for (const property of properties) {
      const { name, field, read, isInPaths } = property
      const at = prefix + name
      const value = valueOf(given[name], property, reading, at)
      if (value === undefined) {
        const whenMissing = missingIn(property, reading)
        if (whenMissing && !(path && name in path.item)) {
          faults.push({ code: whenMissing.code, property: at, message: `${at} ${whenMissing.message}` })
        }
      } else if (kind === 'create' && field.facts.type === 'version') {
        if (value !== null) read(value, at, faults, reading)
      } else if (kind === 'create' && field.facts.readOnly) {
        if (value !== null)
          faults.push({ code: 'PropertyReadOnly', property: at, message: `${at} is read-only; leave it out.` })
      } else if (value === null && field.facts.readOnly && !resource.key.includes(name)) {
        item[name] = null
      } else {
        const valid = read(value, at, faults, reading)
        const isNew = kind === 'create' || path?.renumbers
        if (isInPaths && isNew && isFoldedAway(valid)) faults.push(foldedAway(at))
        else if (valid !== undefined) item[name] = valid
      }
    }
    if (path) takePath(item, path, faults)
    unknownProperties(unknown, Object.keys(fields), prefix, faults, reading)
    return { item, faults, was: path?.renumbers ? path.item : undefined }
  }
}

/**
 * `.` and `..` as a part of a path are dropped by clients, `%2E` too (RFC 3986, 5.2.4): no address could name such an
 * item.
 */
const isFoldedAway = (value: unknown): boolean => value === '.' || value === '..'

const foldedAway = (property: string): Fault => ({
  code: 'ValueNotAllowed',
  property,
  message: `${property} must not be . or .., which addresses cannot name.`,
})

/** An empty text is no code, no currency and no date. Any other optional text may be empty. */
function isAbsentWhenEmpty(name: string, { facts }: Field): boolean {
  if (facts.required && !facts.requiredByRule) return false
  if (facts.type === 'day' || facts.type === 'date' || facts.type === 'instant') return true
  return facts.type === 'string' && (facts.references !== undefined || /code$|currency$/i.test(name))
}

/**
 * The value that a body has of a property; undefined where it counts as left out. That is an empty text for a code,
 * currency or date and, for a lenient app, null, and 0, '' or false of a read-only property that is not owed.
 */
function valueOf(value: unknown, property: Property, reading: Reading, at: string): unknown {
  const { leeway } = reading
  if (!leeway.mends || !(value === null || value === '' || value === 0 || value === false)) return value
  const { field, emptyIsAbsent, isOwed } = property
  const { readOnly, nullIsAbsent } = field.facts
  if (value === '' && emptyIsAbsent) reading.note('is empty and read as left out', at)
  else if (leeway.isLenient && value === null) {
    if (!readOnly && !nullIsAbsent) reading.note('is null and read as left out', at)
  } else if (leeway.isLenient && readOnly && !isOwed) reading.note('is read-only and ignored', at)
  else return value
  return undefined
}

/**
 * The fault where a property is left out. An update without a version is refused as one of a stale version where the
 * app is lenient.
 */
function missingIn({ field, whenMissing }: Property, { leeway }: Reading): Property['whenMissing'] {
  if (!whenMissing || !leeway.isLenient || field.facts.type !== 'version') return whenMissing
  return { ...whenMissing, code: 'ObjectVersionMismatch' }
}

/**
 * Gives the item what the path names, where the body leaves it out. A body may not differ from the path, unless it
 * renumbers.
 */
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

/**
 * Reads a body that names an item to delete. It must have what the path lacks of the identifier, and may have `others`;
 * the item's other properties are ignored.
 */
export function keyReader(
  resource: Resource,
  others: readonly string[],
): (body: unknown, reading: Reading, path: GivenByPath) => SentItem {
  const reads = [...resource.key, ...others].map((name) => ({ name, read: valueReader(resource.fields[name]!) }))
  const names = Object.keys(bodyFields(resource))
  const ownNames = namesOf(names)
  return (body, reading, path) => {
    const [item, faults]: [Item, Fault[]] = [{}, []]
    const { given, unknown } = ownNames(objectOf(body, '', faults)!, reading, '', faults)
    for (const { name, read } of reads) {
      const sent = names.includes(name) ? given[name] : undefined
      const value = sent === null && reading.leeway.isLenient ? undefined : sent
      if (value !== undefined) item[name] = read(value, name, faults, reading)
      else if (!(name in path.item) && !others.includes(name))
        faults.push({ code: 'ValueRequired', property: name, message: `${name} is required.` })
    }
    takePath(item, path, faults)
    unknownProperties(unknown, names, '', faults, reading)
    return { item, faults }
  }
}

/** Reads the list of a bulk body: its items, each with its faults, and what is wrong with the body itself. */
export function listReader(
  resource: Resource,
  kind: 'create' | 'update',
  { list, max, codes = {} }: Bulk,
): (body: unknown, reading: Reading, path?: GivenByPath) => { items: SentItem[]; faults: Fault[] } {
  const read = itemReader(resource, kind)
  const ownNames = namesOf([list])
  return (body, reading, path) => {
    const faults: Fault[] = []
    if (Array.isArray(body)) throw bareList(list)
    const { given, unknown } = ownNames(objectOf(body, '', faults)!, reading, '', faults)
    unknownProperties(unknown, [list], '', faults, reading)
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
      if (element !== null && isObject(element)) return read(element, reading, path)
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

/**
 * The fault of a body that lacks a property. A boolean left out is false. Of a property `requiredByRule` the rule says
 * that it is missing.
 */
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
  unknown: readonly string[],
  known: readonly string[],
  prefix: string,
  faults: Fault[],
  reading: Reading,
): void {
  const { ignoresUnknown, isLenient } = reading.leeway
  for (const property of unknown) {
    if (ignoresUnknown || isLenient) {
      reading.note('is unknown and ignored', quoted(prefix + property))
      continue
    }
    if (faults.length >= ERRORS_MAX) return
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
  const { items, max, required, filled, codes } = facts
  const readElement = items instanceof Field ? valueReader(items) : objectReader(items!)
  return (value, path, faults, reading) => {
    const before = faults.length
    const fault = (code: Fault['code'], message: string): void =>
      void faults.push({ code, property: path, message: `${path} ${message}` })
    if (!Array.isArray(value)) fault('ValueTypeInvalid', 'must be a list.')
    else if ((required || filled) && value.length === 0) fault(codes.required ?? 'ValueRequired', 'must not be empty.')
    else if (value.length > max!) {
      fault(codes.range ?? 'ValueOutOfRange', `must have at most ${max} elements, and has ${value.length}.`)
    }
    if (faults.length > before) return undefined
    const read = (value as unknown[]).map((element, index) => {
      const at = `${path}[${index}]`
      if (element !== null) return readElement(element, at, faults, reading)
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
  return (value, path, faults, reading) => read(value, reading, undefined, `${path}.`, faults).item
}
