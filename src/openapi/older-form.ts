import type { Json } from './schemas.ts'

/** A document of OpenAPI 3.1 as one of 3.0: null is said by `nullable`, a single value by `enum`. */
export const asOpenApi30 = (document: Json): Json => ({ ...(converted(document) as Json), openapi: '3.0.3' })

/** `areNames`: the node's own names are those of properties, and say nothing of OpenAPI. */
function converted(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((one) => converted(one))
  if (typeof node !== 'object' || node === null) return node
  if (areNames) return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, converted(value)]))
  const {
    const: only,
    type,
    ...others
  } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, isData(name) ? value : converted(value, name === 'properties')]),
  )
  const kept = only === undefined ? others : { ...others, enum: [only] }
  if (type === undefined) return kept
  if (!Array.isArray(type)) return { type, ...kept }
  const plain = type.filter((one) => one !== 'null')
  return { type: plain[0] as string, ...(plain.length < type.length && { nullable: true }), ...kept }
}

/** Examples and values are data, whatever their properties are called. */
const isData = (name: string): boolean => name === 'value' || name === 'enum' || name === 'required'
