import { Field, type Fields } from '../../resource/fields.ts'

/** JSON of an answer as it is declared: decimals, which are text here, are numbers with all their digits. */
export function written(answer: Fields, told: object): string {
  const properties = Object.entries(told).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${valueOf(answer[name], value)}`],
  )
  return `{${properties.join(',')}}`
}

function valueOf(field: Field | undefined, value: unknown): string {
  if (field?.facts.type === 'decimal' && typeof value === 'string') return value
  const parts = field?.facts.items
  if (parts === undefined || parts instanceof Field || !Array.isArray(value)) return JSON.stringify(value)
  return `[${value.map((one: object) => written(parts, one)).join(',')}]`
}
