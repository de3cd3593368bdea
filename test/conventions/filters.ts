import type { Field, FilterOperator } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import type { FilterType } from '../../src/request/query/filter-values.ts'
import type { ModelRow, ModelTypes } from '../properties/filter-model.ts'

/** Every operator there is. */
export const OPERATORS: readonly FilterOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'in', 'nin']

/** Values of a filter that do not fit the property's type. */
export const BAD_VALUES: Partial<Record<Field['facts']['type'], readonly string[]>> = {
  int32: ['abc', '1.5', '99999999999', ''],
  decimal: ['abc', '1e5', '1,5', ''],
  boolean: ['maybe', '1', ''],
  day: ['2024-02-30', 'abc', '24-1-1', ''],
  date: ['2024-02-30', 'abc', '24-1-1', ''],
  instant: ['2024-02-30T00:00:00Z', '2024-01-01T25:00:00Z', 'abc', ''],
  string: ['a\u0000b'],
}

const escaped = (text: string): string => text.replace(/[$()*,[\]]/g, '$$$&')

/** A value of the property as a filter takes it: of one of the items, else one that no item has. */
export function filterValue(field: Field, items: readonly Item[], property: string): string {
  const found = items.map((item) => item[property]).find((value) => value !== undefined && value !== null)
  if (field.facts.type === 'list') return 'x'
  if (found !== undefined) return escaped(String(found))
  const absent: Partial<Record<Field['facts']['type'], string>> = {
    string: 'intet',
    boolean: 'true',
    day: '2024-01-01',
    date: '2024-01-01',
    instant: '2024-01-01T00:00:00Z',
  }
  return (field.facts.asNumber ? undefined : absent[field.facts.type]) ?? '1'
}

/** A predicate for each way of asking that the field allows, values taken from the items. */
export function predicatesOf(property: string, field: Field, items: readonly Item[]): string[] {
  const value = filterValue(field, items, property)
  // Items show neither false nor absent, so they do not tell which of the two a boolean is.
  if (field.facts.type === 'boolean' && field.facts.nullable)
    return [`${property}$eq:${value}`, `${property}$ne:${value}`]
  const ask = (operator: FilterOperator): string[] => {
    const asked = `${property}$${operator}:`
    switch (operator) {
      case 'eq':
      case 'ne':
        return [asked + value, `${asked}$null:`]
      case 'in':
      case 'nin':
        return [`${asked}[${value},${filterValue(field, items.slice(2), property)}]`, `${asked}[${value},$null:]`]
      case 'like':
        return [
          asked +
            escaped(
              String(items[0]?.[property] ?? 'r')
                .slice(0, 3)
                .toUpperCase(),
            ),
        ]
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return [asked + value]
    }
  }
  return field.facts.filter.flatMap(ask)
}

/** A predicate of the property with an operator and a value of it. */
export const predicate = (property: string, operator: FilterOperator, value: string): string =>
  `${property}$${operator}:${operator === 'in' || operator === 'nin' ? `[${value}]` : value}`

/** What the model is to take the property for. */
export function modelType({ facts }: Field): FilterType {
  if (facts.asNumber) return 'int32'
  if (facts.type === 'instant') return 'date-time'
  if (facts.type === 'day') return 'date'
  return facts.type === 'version' || facts.type === 'list' ? 'string' : facts.type
}

/** The types of the model, of every property. */
export const modelTypes = (entries: readonly [string, Field][]): ModelTypes =>
  Object.fromEntries(entries.map(([name, field]) => [name, modelType(field)]))

/** An item as the model sees it. */
export function modelRow(item: Item): ModelRow {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      value === null ? null : String(value).replace(/T00:00:00Z$/, ''),
    ]),
  )
}

/** The list in parts of at most so many. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}
