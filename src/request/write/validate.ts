import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { ERRORS_MAX } from '../../limits.ts'
import { Field, type Fields } from '../../resource/fields.ts'
import type { Item, Resource } from '../../resource/resource.ts'
import { dayOf, instantOf } from '../protocol/calendar.ts'
import { NumberText } from '../protocol/number-text.ts'

/** How a body is read: whether properties nobody declared pass, and where in a list it stands. */
export interface ValidateOptions {
  ignoreUnknown: boolean
  /** Put before each property in a fault, such as `entries[17].` */
  prefix?: string
}

/**
 * Checks a body against a resource's fields and answers the item that can be written: only properties with a usable
 * value. Every fault is added to `faults`, in the order of the fields (spec 1, Shared property rules).
 * @throws ApiError when the whole body is no object: there is nothing more to say of it.
 */
export function validateItem(
  body: unknown,
  resource: Pick<Resource, 'fields' | 'key'>,
  kind: 'create' | 'update',
  faults: Fault[],
  options: ValidateOptions,
): Item {
  const prefix = options.prefix ?? ''
  const given = objectOf(body, prefix, faults)
  const item: Item = {}
  if (!given) return item
  for (const [property, field] of Object.entries(resource.fields)) {
    const path = prefix + property
    const value = given[property]
    if (value === undefined) {
      missing(property, field, resource.key, kind, path, faults)
      continue
    }
    if (field.facts.type === 'version' && kind === 'create') continue
    if (field.facts.readOnly && kind === 'create') {
      if (value !== null)
        faults.push({ code: 'PropertyReadOnly', property: path, message: `${path} is read-only; leave it out.` })
      continue
    }
    if (value === null && field.facts.readOnly && !resource.key.includes(property)) {
      item[property] = null
      continue
    }
    const valid = validateValue(field, path, value, faults, options)
    if (valid !== undefined) item[property] = valid
  }
  unknownProperties(given, resource.fields, prefix, faults, options)
  return item
}

/** Checks the body of an action against its own fields. */
export function validateFields(body: unknown, fields: Fields, faults: Fault[], options: ValidateOptions): Item {
  return validateItem(body, { fields, key: [] }, 'create', faults, options)
}

/** Checks a body that names an item to delete: its identifier is needed, whatever else it carries is read over. */
export function validateKey(
  body: unknown,
  resource: Pick<Resource, 'fields' | 'key'>,
  faults: Fault[],
  options: ValidateOptions,
): Item {
  const given = objectOf(body, '', faults)
  const key: Item = {}
  if (!given) return key
  for (const property of resource.key) {
    const field = resource.fields[property]!
    const value = given[property]
    if (value === undefined) faults.push({ code: 'ValueRequired', property, message: `${property} is required.` })
    else key[property] = validateValue(field, property, value, faults)
  }
  unknownProperties(given, resource.fields, '', faults, options)
  return key
}

function objectOf(body: unknown, prefix: string, faults: Fault[]): Record<string, unknown> | undefined {
  if (typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof NumberText)) {
    return body as Record<string, unknown>
  }
  const property = prefix.replace(/\.$/, '') || 'body'
  const fault: Fault = { code: 'ValueTypeInvalid', property, message: `${property} must be a JSON object.` }
  if (prefix === '') throw new ApiError(fault)
  faults.push(fault)
  return undefined
}

function missing(
  property: string,
  field: Field,
  key: readonly string[],
  kind: 'create' | 'update',
  path: string,
  faults: Fault[],
): void {
  const { type, codes } = field.facts
  const required = field.facts.required && !field.facts.requiredByRule
  if (type === 'version') {
    if (kind === 'update') {
      faults.push({
        code: 'ObjectVersionRequired',
        property: path,
        message: `${path} is required: send the one that was read.`,
      })
    }
  } else if (type !== 'boolean' && (required || (kind === 'update' && key.includes(property)))) {
    faults.push({ code: codes.required ?? 'ValueRequired', property: path, message: `${path} is required.` })
  }
}

function unknownProperties(
  given: Record<string, unknown>,
  fields: Fields,
  prefix: string,
  faults: Fault[],
  options: ValidateOptions,
): void {
  if (options.ignoreUnknown) return
  const names = Object.keys(fields)
  for (const property of Object.keys(given)) {
    if (Object.hasOwn(fields, property)) continue
    if (faults.length >= ERRORS_MAX) return
    const near = names.find((name) => name.toLowerCase() === property.toLowerCase())
    const advice = near ? `Did you mean ${near}?` : `Known are ${names.join(', ')}.`
    const shown = property.length > 100 ? `${property.slice(0, 100)}…` : property
    faults.push({
      code: 'PropertyUnknown',
      property: prefix + shown,
      message: `There is no property '${shown}'. ${advice}`,
    })
  }
}

/**
 * Checks one value against its field.
 * @returns the value as rules and SQL take it (decimals, dates and instants as text), or undefined when a fault was added.
 */
export function validateValue(
  field: Field,
  path: string,
  value: unknown,
  faults: Fault[],
  options: ValidateOptions = { ignoreUnknown: false },
): unknown {
  const fault = (code: Fault['code'], message: string): undefined => {
    faults.push({ code, property: path, message: `${path} ${message}` })
    return undefined
  }
  if (value === null) {
    if (field.facts.required) return fault(field.facts.codes.required ?? 'ValueRequired', 'is required, and is null.')
    return fault('ValueNull', 'is null; leave the property out to clear it.')
  }
  switch (field.facts.type) {
    case 'int32':
      return int32Value(field, value, fault)
    case 'decimal':
      return decimalValue(field, value, fault)
    case 'string':
      return textValue(field, value, fault)
    case 'version':
      return typeof value === 'string' ? value : fault('ValueTypeInvalid', 'must be the text that was read.')
    case 'boolean':
      return typeof value === 'boolean' ? value : fault('ValueTypeInvalid', 'must be true or false.')
    case 'day':
    case 'date': {
      const dayText = typeof value === 'string' ? dayOf(value, field.facts.type === 'day') : undefined
      const shape =
        field.facts.type === 'day'
          ? 'a date such as 2026-01-31 or 2026-01-31T00:00:00Z'
          : 'a date such as 2026-01-31, without a time'
      return dayText ?? fault('ValueTypeInvalid', `must be ${shape}.`)
    }
    case 'instant':
      return (
        (typeof value === 'string' ? instantOf(value) : undefined) ??
        fault('ValueTypeInvalid', 'must be a point in time such as 2026-01-31T12:00:00Z.')
      )
    case 'list':
      return listValue(field, path, value, faults, options)
  }
}

type Refuse = (code: Fault['code'], message: string) => undefined

function int32Value(field: Field, value: unknown, fault: Refuse): number | undefined {
  const { min, max, values, codes } = field.facts
  if (!(value instanceof NumberText) || !/^-?\d+$/.test(value.text)) {
    return fault('ValueTypeInvalid', 'must be a whole number.')
  }
  const number = Number(value.text)
  if (number < min! || number > max!) return fault(codes.range ?? 'ValueOutOfRange', `must be from ${min} to ${max}.`)
  if (values && !values.includes(number)) {
    return fault(codes.values ?? 'ValueNotAllowed', `must be one of ${values.join(', ')}.`)
  }
  return number
}

function decimalValue(field: Field, value: unknown, fault: Refuse): string | undefined {
  if (!(value instanceof NumberText)) return fault('ValueTypeInvalid', 'must be a number.')
  const text = value.plain()
  const { digits, scale, codes } = field.facts
  if (text === undefined) return fault(codes.range ?? 'ValueOutOfRange', `must have at most ${digits} digits.`)
  const [whole, fraction = ''] = text.replace('-', '').split('.')
  if (whole!.replace(/^0+/, '').length + fraction.length > digits!) {
    return fault(codes.range ?? 'ValueOutOfRange', `must have at most ${digits} digits.`)
  }
  if (fraction.length > scale!) return fault(codes.tooLong ?? 'ValueOutOfRange', `must have at most ${scale} decimals.`)
  return text
}

function textValue(field: Field, value: unknown, fault: Refuse): string | undefined {
  const { required, maxLength, values, codes } = field.facts
  if (typeof value !== 'string') return fault('ValueTypeInvalid', 'must be a text.')
  if (value.includes('\u0000') || !value.isWellFormed()) {
    return fault('ValueInvalidCharacter', 'holds a NUL or half a surrogate pair, which cannot be stored.')
  }
  if (required && value.trim() === '') return fault(codes.required ?? 'ValueRequired', 'must not be empty.')
  if (value.length > maxLength!) {
    return fault(codes.tooLong ?? 'ValueTooLong', `must have at most ${maxLength} characters, and has ${value.length}.`)
  }
  if (values && !values.includes(value))
    return fault(codes.values ?? 'ValueNotAllowed', `must be one of ${values.join(', ')}.`)
  return value
}

function listValue(
  field: Field,
  path: string,
  value: unknown,
  faults: Fault[],
  { ignoreUnknown }: ValidateOptions,
): unknown {
  const before = faults.length
  const { items, itemsAs, max, required, codes } = field.facts
  const fault = (code: Fault['code'], message: string): void => {
    faults.push({ code, property: path, message: `${path} ${message}` })
  }
  if (!Array.isArray(value)) fault('ValueTypeInvalid', 'must be a list.')
  else if (required && value.length === 0) fault(codes.required ?? 'ValueRequired', 'must not be empty.')
  else if (value.length > max!) {
    fault(codes.range ?? 'ValueOutOfRange', `must have at most ${max} elements, and has ${value.length}.`)
  }
  if (faults.length > before) return undefined
  const valid = (value as unknown[]).map((element, index) => {
    const at = `${path}[${index}]`
    if (element === null) {
      faults.push({ code: codes.nullItem ?? 'ValueNull', property: at, message: `${at} is null.` })
      return undefined
    }
    if (items instanceof Field) return validateValue(items, at, element, faults)
    const { kind, key } = itemsAs!
    return validateItem(element, { fields: items!, key }, kind, faults, { ignoreUnknown, prefix: `${at}.` })
  })
  // Whole items are handed on in spite of their faults, for the rules to tell theirs besides.
  return faults.length > before && !itemsAs ? undefined : valid
}
