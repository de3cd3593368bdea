import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { didYouMean } from '../../errors/nearest.ts'
import { CURSOR_MAX_LENGTH, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, PAGED_REACH, SKIP_PAGES_MAX } from '../../limits.ts'
import type { Field } from '../../resource/fields.ts'
import { type Condition, readFilter } from './filter.ts'
import type { Readable, ReadableProperty } from './readable.ts'
import { instantOf, isDay } from '../../records/calendar.ts'
import { isStorable } from '../../records/storable.ts'
import type { Reading } from '../protocol/reading.ts'
import { parseSort, SortSyntaxError } from './sort-syntax.ts'

/** One property a list is ordered by; `alphabetical` orders numbers as text. */
export interface SortKey {
  property: ReadableProperty
  descending: boolean
  alphabetical: boolean
}

/** A value that a path names: only items that have it are meant. */
export interface Narrowing {
  property: Pick<ReadableProperty, 'sql' | 'type'>
  value: string
  /** It does not narrow every list of the resource: the value is equal, or among those of the property. */
  narrows?: 'equal' | 'among'
}

/** What a read is to fetch; plain values, no SQL yet. `narrowings` are what the path names. */
export type ReadPlan = { narrowings: readonly Narrowing[] } & (
  | { kind: 'single' }
  | { kind: 'count'; condition: Condition | undefined }
  | { kind: 'cursor'; condition: Condition | undefined; from: readonly string[] | undefined }
  | { kind: 'paged'; condition: Condition | undefined; sort: readonly SortKey[]; offset: number; limit: number }
)

/** Query parameters each kind of read takes (rule 1.11), in camel case. */
export const QUERY_PARAMETERS = {
  single: [],
  count: ['filter'],
  cursor: ['cursor', 'filter'],
  paged: ['filter', 'pageSize', 'skipPages', 'sort'],
} as const

/**
 * Plans a list or count from its query parameters (rules 2.1 to 2.8).
 * @throws ApiError 400 naming the parameter or property.
 */
export function planList(
  kind: 'count' | 'cursor' | 'paged',
  of: Readable,
  query: ReadonlyMap<string, string>,
  reading: Reading,
  narrowings: readonly Narrowing[] = [],
): ReadPlan {
  const condition = readFilter(query.get('filter'), of, reading)
  if (kind === 'count') return { kind, narrowings, condition }
  if (kind === 'cursor') return { kind, narrowings, condition, from: readCursor(query.get('cursor'), of) }
  const faults: Fault[] = []
  const pageSize = pagingNumber(query, of, 'pageSize', 1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT, faults)
  const skipPages = pagingNumber(query, of, 'skipPages', 0, SKIP_PAGES_MAX, 0, faults)
  throwFaults(faults)
  const offset = pageSize * skipPages
  const limit = Math.max(0, Math.min(pageSize, PAGED_REACH - offset))
  return { kind, narrowings, condition, sort: readSort(query.get('sort'), of), offset, limit }
}

function pagingNumber(
  query: ReadonlyMap<string, string>,
  { parameter }: Readable,
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
    property: parameter(name),
    message: `${parameter(name)} must be a whole number from ${min} to ${max}.`,
  })
  return fallback
}

function readSort(text: string | undefined, of: Readable): SortKey[] {
  if (text === undefined || text.trim() === '') return []
  const faults: Fault[] = []
  const keys = parsed(text, of).flatMap(({ property: name, ...marks }) => {
    const property = of.byLowerName.get(name.toLowerCase())
    if (property?.isSortable) return [{ ...marks, property }]
    const near = didYouMean(name, of.sortable.split(', '))
    const message = `The list cannot be sorted on '${name}'.${near} Sortable are ${of.sortable}.`
    faults.push({ code: 'SortNotAllowed', property: name, message })
    return []
  })
  throwFaults(faults)
  return keys
}

function parsed(text: string, { parameter }: Readable): ReturnType<typeof parseSort> {
  try {
    return parseSort(text)
  } catch (error) {
    if (!(error instanceof SortSyntaxError)) throw error
    throw new ApiError({ code: 'SortNotAllowed', property: parameter('sort'), message: error.message })
  }
}

/**
 * A cursor is the identifier of the first item of the next set (rule 2.7), its parts joined by `~`. Only the first part
 * can have that character itself.
 */
function readCursor(text: string | undefined, { keys, parameter }: Readable): string[] | undefined {
  if (text === undefined || text === '') return undefined
  const fault = { code: 'CursorInvalid', property: parameter('cursor') } as const
  if (text.length > CURSOR_MAX_LENGTH) {
    throw new ApiError({ ...fault, message: `The cursor must have at most ${CURSOR_MAX_LENGTH} characters.` })
  }
  const pieces = text.split('~')
  const first = pieces.splice(0, pieces.length - keys.length + 1).join('~')
  const parts = [first, ...pieces]
  if (parts.length !== keys.length || !parts.every((part, at) => isIdentifier(keys[at]!.field, part))) {
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
      return text.length > 0 && text.length <= 100 && isStorable(text)
  }
}
