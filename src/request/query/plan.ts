import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import {
  CURSOR_MAX_LENGTH,
  CURSOR_PAGE_SIZE,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PAGED_REACH,
  SKIP_PAGES_MAX,
} from '../../limits.ts'
import { cursorProperties } from '../../resource/columns.ts'
import type { Field } from '../../resource/fields.ts'
import type { Item, Resource } from '../../resource/resource.ts'
import { type Condition, findProperty, readFilter } from './filter.ts'
import { instantOf, isDay } from '../protocol/calendar.ts'
import { parseSort, SortSyntaxError } from './sort-syntax.ts'

/** One property a list is ordered by; `alphabetical` orders numbers as text. */
export interface SortKey {
  property: string
  descending: boolean
  alphabetical: boolean
}

/** What a read is to fetch; plain values, no SQL yet. */
export type ReadPlan =
  | { kind: 'single'; key: Item }
  | { kind: 'count'; condition: Condition | undefined }
  | { kind: 'cursor'; condition: Condition | undefined; from: readonly string[] | undefined; limit: number }
  | { kind: 'paged'; condition: Condition | undefined; sort: readonly SortKey[]; offset: number; limit: number }

/** Query parameters each kind of read takes (spec 1, Path shape), in camel case. */
export const QUERY_PARAMETERS = {
  single: [],
  count: ['filter'],
  cursor: ['cursor', 'filter'],
  paged: ['filter', 'pageSize', 'skipPages', 'sort'],
} as const

/**
 * Plans a list or count from its query parameters (spec 1, Filtering, Sorting, Pagination).
 * @throws ApiError 400 naming the parameter or property.
 */
export function planList(kind: 'count' | 'cursor' | 'paged', resource: Resource, query: Map<string, string>): ReadPlan {
  const condition = readFilter(query.get('filter'), resource)
  if (kind === 'count') return { kind, condition }
  if (kind === 'cursor') {
    return { kind, condition, from: readCursor(query.get('cursor'), resource), limit: CURSOR_PAGE_SIZE }
  }
  const faults: Fault[] = []
  const pageSize = pagingNumber(query, 'pageSize', 1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT, faults)
  const skipPages = pagingNumber(query, 'skipPages', 0, SKIP_PAGES_MAX, 0, faults)
  throwFaults(faults)
  const offset = pageSize * skipPages
  const limit = Math.max(0, Math.min(pageSize, PAGED_REACH - offset))
  return { kind, condition, sort: readSort(query.get('sort'), resource), offset, limit }
}

function pagingNumber(
  query: Map<string, string>,
  name: 'pageSize' | 'skipPages',
  min: number,
  max: number,
  fallback: number,
  faults: Fault[],
): number {
  const text = query.get(name.toLowerCase())
  if (text === undefined || text === '') return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  faults.push({
    code: 'PagingInvalid',
    property: name,
    message: `${name} must be a whole number from ${min} to ${max}.`,
  })
  return fallback
}

function readSort(text: string | undefined, resource: Resource): SortKey[] {
  if (text === undefined || text.trim() === '') return []
  let parsed: readonly SortKey[]
  try {
    parsed = parseSort(text)
  } catch (error) {
    if (!(error instanceof SortSyntaxError)) throw error
    throw new ApiError({ code: 'SortNotAllowed', property: 'sort', message: error.message })
  }
  const sortable = Object.keys(resource.fields).filter((name) => resource.fields[name]!.facts.sortable)
  const faults: Fault[] = []
  const keys = parsed.map((key) => {
    const property = findProperty(resource, key.property)
    if (property === undefined || !sortable.includes(property)) {
      const message = `The list cannot be sorted on '${key.property}'; sortable are ${sortable.join(', ') || 'none'}.`
      faults.push({ code: 'SortNotAllowed', property: key.property, message })
    }
    return { ...key, property: property ?? key.property }
  })
  throwFaults(faults)
  return keys
}

/** A cursor is the identifier of the first item of the next set (spec 1, Pagination 1), its parts joined by `~`. */
function readCursor(text: string | undefined, resource: Resource): string[] | undefined {
  if (text === undefined || text === '') return undefined
  const fault = { code: 'CursorInvalid', property: 'cursor' } as const
  if (text.length > CURSOR_MAX_LENGTH) {
    throw new ApiError({ ...fault, message: `The cursor must have at most ${CURSOR_MAX_LENGTH} characters.` })
  }
  const properties = cursorProperties(resource)
  const parts = properties.length === 1 ? [text] : text.split('~')
  if (
    parts.length !== properties.length ||
    !parts.every((part, at) => isIdentifier(resource.fields[properties[at]!]!, part))
  ) {
    throw new ApiError(fault)
  }
  return parts
}

/** Whether a text can be the value of an identifier of this field: otherwise no item has it. */
export function isIdentifier(field: Field, text: string): boolean {
  switch (field.facts.type) {
    case 'int32': {
      const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN
      return value >= -2_147_483_648 && value <= 2_147_483_647
    }
    case 'day':
    case 'date':
      return isDay(text)
    case 'instant':
      return instantOf(text) !== undefined
    default:
      return text.length > 0 && text.length <= 100 && !text.includes('\u0000') && text.isWellFormed()
  }
}
