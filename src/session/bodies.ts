import { ApiError } from '../errors/catalogue.ts'
import { parseBody } from '../request/protocol/json-body.ts'

const TEXT_MAX_LENGTH = 200

type Kind = 'text' | 'object'
type ValueOf<K extends Kind> = K extends 'text' ? string : object

/** What a body has of what it may have. */
export type Given<S extends Readonly<Record<string, Kind>>> = { [Name in keyof S]?: ValueOf<S[Name]> }

/**
 * Reads a body of few properties.
 * @param shape what it may have. @param oneOf what it must have one of.
 * @throws ApiError 400
 */
export function given<const S extends Readonly<Record<string, Kind>>>(
  body: unknown,
  shape: S,
  oneOf: readonly (keyof S & string)[],
): Given<S> {
  const value = parseBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  if (!isObject(value)) throw new ApiError({ code: 'ValueTypeInvalid', property: 'body', message: 'Send an object.' })
  for (const [name, one] of Object.entries(value)) {
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (kind === undefined) throw new ApiError({ code: 'PropertyUnknown', property: name.slice(0, 100) })
    if (kind === 'object' ? !isObject(one) : typeof one !== 'string') {
      const message = `${name} is ${kind === 'object' ? 'an object' : 'a text'}.`
      throw new ApiError({ code: 'ValueTypeInvalid', property: name, message })
    }
    if (kind === 'text' && (one as string).length > TEXT_MAX_LENGTH) {
      throw new ApiError({ code: 'ValueTooLong', property: name })
    }
  }
  if (oneOf.some((name) => value[name] !== undefined)) return value as Given<S>
  throw new ApiError({ code: 'ValueRequired', property: oneOf[0]! })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
