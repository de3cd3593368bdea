import { RECORDED_DEPTH_MAX, RECORDED_FIELDS_MAX } from '../../limits.ts'

/** Characters of a name that are told; fields are of a stranger's file. */
const NAME_TOLD = 100

/** How one field of two answers differs. */
export interface FieldDifference {
  /** `items[].name`; empty for the body itself. */
  field: string
  difference: 'missing' | 'added' | 'type'
  /** Types that were recorded, and those that are answered. */
  recorded: string[]
  answered: string[]
}

/** Fields with the types that they have anywhere in a body. */
type Shape = ReadonlyMap<string, ReadonlySet<string>>

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

/** The fields of a body. What lies in a list is one field for all of its items. */
function shapeOf(body: unknown): Shape {
  const shape = new Map<string, Set<string>>()
  const left: { value: unknown; field: string; depth: number }[] = [{ value: body, field: '', depth: 0 }]
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const { value, field, depth } = at
    const types = shape.get(field) ?? new Set<string>()
    if (types.size === 0 && shape.size >= RECORDED_FIELDS_MAX) continue
    shape.set(field, types.add(typeOf(value)))
    if (depth >= RECORDED_DEPTH_MAX || typeof value !== 'object' || value === null) continue
    if (Array.isArray(value))
      for (const item of value) left.push({ value: item, field: `${field}[]`, depth: depth + 1 })
    else {
      for (const [whole, item] of Object.entries(value)) {
        const name = whole.slice(0, NAME_TOLD)
        left.push({ value: item, field: field === '' ? name : `${field}.${name}`, depth: depth + 1 })
      }
    }
  }
  return shape
}

/** The field that a field lies in; undefined for the body. */
function outerOf(field: string): string | undefined {
  if (field === '') return undefined
  if (field.endsWith('[]')) return field.slice(0, -2)
  return field.slice(0, Math.max(0, field.lastIndexOf('.')))
}

/**
 * Whether the other shape could have the field: what it lies in is there, and is not empty, null or of another type.
 */
function couldHave(other: Shape, field: string): boolean {
  const outer = outerOf(field)
  if (outer === undefined) return true
  // A list without items says nothing of them.
  return !field.endsWith('[]') && other.get(outer)?.has('object') === true
}

const known = (types: ReadonlySet<string>): string[] => [...types].filter((type) => type !== 'null').sort()

/**
 * How two bodies differ in shape and types, by field. Values may differ, null is of any type, and an empty list says
 * nothing of its items. What lies in a field that differs is not told again.
 */
export function differencesOf(recorded: unknown, answered: unknown): FieldDifference[] {
  const [before, now] = [shapeOf(recorded), shapeOf(answered)]
  const found: FieldDifference[] = []
  for (const field of [...new Set([...before.keys(), ...now.keys()])].sort()) {
    const [had, has] = [before.get(field), now.get(field)]
    if (had && has) {
      const [one, other] = [known(had), known(has)]
      const isSame = one.length === 0 || other.length === 0 || one.some((type) => other.includes(type))
      if (!isSame) found.push({ field, difference: 'type', recorded: one, answered: other })
    } else if (had && couldHave(now, field)) {
      found.push({ field, difference: 'missing', recorded: [...had].sort(), answered: [] })
    } else if (has && couldHave(before, field)) {
      found.push({ field, difference: 'added', recorded: [], answered: [...has].sort() })
    }
  }
  return found
}
