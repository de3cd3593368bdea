import { ApiError, catalogue, type Fault } from '../../errors/catalogue.ts'
import { Field, type Fields } from '../../resource/fields.ts'

/**
 * The error of a request with these faults, in the order of the fields: what does not exist comes before what is stale,
 * and both before the rest.
 */
export function refusal(faults: readonly Fault[], fields: Fields): ApiError {
  for (const status of [404, 409]) {
    const first = faults.filter(
      ({ code }) => catalogue[code].status === status && (status === 404 || code === 'ObjectVersionMismatch'),
    )
    if (first.length > 0) return new ApiError(first)
  }
  const ranked = faults.map((fault) => ({ fault, rank: rankOf(fault.property ?? '', fields) }))
  ranked.sort((a, b) => compareRanks(a.rank, b.rank))
  return new ApiError(ranked.map(({ fault }) => fault))
}

/** Throws `refusal` when there is any fault. */
export function refuse(faults: readonly Fault[], fields: Fields): void {
  if (faults.length > 0) throw refusal(faults, fields)
}

/**
 * Answers the result of `work`. Throws its ApiError, or the faults that it added, as `refuse` does: rules know nothing
 * of the order of the body's fields.
 */
export async function inOrder<T>(work: Promise<T>, faults: readonly Fault[], fields: Fields): Promise<T> {
  const result = await work.catch((error: unknown) => {
    if (error instanceof ApiError) refuse(error.faults, fields)
    throw error
  })
  refuse(faults, fields)
  return result
}

/** Where a property stands: `entries[17].date` by the field, the place in its list, and the field of the item there. */
function rankOf(property: string, fields: Fields): number[] {
  const [, name = '', place, inner] = /^([^[.]*)(?:\[(\d+)\])?(?:\.(.*))?$/s.exec(property) ?? []
  const at = Object.keys(fields).indexOf(name)
  if (at < 0) return [Object.keys(fields).length]
  if (place === undefined) return [at]
  const { items } = fields[name]!.facts
  return [at, Number(place), ...(inner === undefined || !items || items instanceof Field ? [] : rankOf(inner, items))]
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index])
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1)
}
