import type { FilterNode, Operand } from '../../src/request/query/filter-syntax.ts'
import type { FilterType } from '../../src/request/query/filter-values.ts'
import type { SortProperty } from '../../src/request/query/sort-syntax.ts'

/**
 * An item as the model sees it, every value in its text form: `5`, `1.50`, `true`, `2024-12-31`,
 * `2024-12-31T23:59:59.5Z`. Null or missing is absent; an absent boolean is false.
 */
export type ModelRow = Readonly<Record<string, string | null>>
export type ModelTypes = Readonly<Record<string, FilterType>>

type Predicate = Extract<FilterNode, { kind: 'predicate' }>

const danish = new Intl.Collator('da')

/**
 * Whether a filter finds a row. This judges the answers of the database. It is slow, obvious, and written apart from
 * `src/request/query/filter-values.ts`, so that a mistake there shows.
 *
 * - A value equals no absent value: `eq` and `in` do not find the row, `ne` and `nin` do.
 * - `$null:` equals exactly the absent: `eq:$null:` finds absent, `ne:$null:` present, also within lists.
 * - `gt`, `gte`, `lt`, `lte` and `like` never find an absent value, and find nothing with `$null:`.
 * - A boolean is never absent.
 * - Texts are folded to lower case. They are equal when the folded texts are, and sort in Danish order.
 */
export function matches(node: FilterNode, row: ModelRow, types: ModelTypes): boolean {
  if (node.kind !== 'predicate') {
    const finds = (term: FilterNode) => matches(term, row, types)
    return node.kind === 'and' ? node.terms.every(finds) : node.terms.some(finds)
  }
  const type = types[node.property]!
  const value = present(row[node.property], type)
  const anyEqual = () => node.operands.some((operand) => equals(type, value, operand))
  switch (node.operator) {
    case 'eq':
    case 'in':
      return anyEqual()
    case 'ne':
    case 'nin':
      return !anyEqual()
    case 'like':
      return value !== null && !node.operands[0]!.isNull && isLike(value, node.operands[0]!)
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(node, value, type)
  }
}

function isOrdered(node: Predicate, value: string | null, type: FilterType): boolean {
  const operand = node.operands[0]!
  if (value === null || operand.isNull) return false
  const order = compareValues(type, value, operandText(operand))
  if (node.operator === 'gt') return order > 0
  if (node.operator === 'gte') return order >= 0
  return node.operator === 'lt' ? order < 0 : order <= 0
}

/**
 * Orders two rows: negative when `left` comes first, 0 when the sort does not tell them apart. Absent values come first
 * ascending and last descending; an alphabetical property is compared by its text form.
 */
export function compareRows(sort: readonly SortProperty[], left: ModelRow, right: ModelRow, types: ModelTypes): number {
  for (const { property, descending, alphabetical } of sort) {
    const type = types[property]!
    const order = comparePresence(
      alphabetical ? 'string' : type,
      present(left[property], type),
      present(right[property], type),
    )
    if (order !== 0) return descending ? -order : order
  }
  return 0
}

/** The text without case: what equality, likeness and order of texts go by. */
export function folded(text: string): string {
  return text.toLowerCase()
}

function present(value: string | null | undefined, type: FilterType): string | null {
  return value ?? (type === 'boolean' ? 'false' : null)
}

function operandText(operand: Operand): string {
  return operand.pieces.join('*')
}

function equals(type: FilterType, value: string | null, operand: Operand): boolean {
  if (operand.isNull || value === null) return operand.isNull && value === null
  if (type === 'string') return folded(value) === folded(operandText(operand))
  return compareValues(type, value, operandText(operand)) === 0
}

function isLike(value: string, operand: Operand): boolean {
  const pieces = operand.pieces.map((piece) => folded(piece).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const pattern = pieces.length === 1 ? `.*${pieces[0]}.*` : pieces.join('.*')
  return new RegExp(`^(?:${pattern})$`, 'su').test(folded(value))
}

function comparePresence(type: FilterType, left: string | null, right: string | null): number {
  if (left === null || right === null) return Number(right === null) - Number(left === null)
  return compareValues(type, left, right)
}

function compareValues(type: FilterType, left: string, right: string): number {
  switch (type) {
    case 'int32':
      return Number(left) - Number(right)
    case 'decimal':
      return sign(scaled(left) - scaled(right))
    case 'boolean':
      return Number(left.toLowerCase() === 'true') - Number(right.toLowerCase() === 'true')
    case 'date':
      return sign(microseconds(left.slice(0, 10)) - microseconds(right.slice(0, 10)))
    case 'date-time':
      return sign(microseconds(left) - microseconds(right))
    case 'string':
      return compareText(folded(left), folded(right))
  }
}

/** Texts that the collation takes for equal are told apart by their bytes, as PostgreSQL does. */
function compareText(left: string, right: string): number {
  return danish.compare(left, right) || Buffer.compare(Buffer.from(left), Buffer.from(right))
}

function sign(difference: bigint): number {
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** A decimal as a whole number of its 38th decimal. */
function scaled(text: string): bigint {
  const [whole, fraction = ''] = text.replace('+', '').split('.')
  return BigInt(`${whole}${fraction.padEnd(38, '0')}`)
}

/** A date or date-time in microseconds since 1970; one without an offset is UTC. */
function microseconds(text: string): bigint {
  const [, head, fraction = '', offset = ''] = /^([^.Zz+ ]{10}(?:[Tt][\d:]{8})?)(?:\.(\d+))?(.*)$/.exec(text)!
  const zone = offset.replace(' ', '+') || (head!.length > 10 ? 'Z' : '')
  const milliseconds = Date.parse(`${head}${zone}`.toUpperCase())
  return BigInt(milliseconds) * 1000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
}
