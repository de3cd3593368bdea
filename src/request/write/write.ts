import type { Executor } from '../../database/connection.ts'
import { ApiError, catalogue, type Fault } from '../../errors/catalogue.ts'
import { ERRORS_MAX } from '../../limits.ts'
import { Field, type Fields } from '../../resource/fields.ts'
import type { Caller, Item, Resource, Work } from '../../resource/resource.ts'
import { type BrokenRule, type WriteKind, type WriteRow, writeRecords, writeText } from './write-sql.ts'

const texts = new Map<string, string>()

/**
 * Creates, updates or deletes items by the resource's declaration; with faults already found it only looks the rules up, so
 * that the client learns of everything at once.
 * @returns the key of each item written.
 * @throws ApiError with every fault, in the order of the fields.
 */
export async function writeItems(
  kind: WriteKind,
  resource: Resource,
  { agreement, app }: Pick<Caller, 'agreement' | 'app'>,
  executor: Executor,
  items: readonly Item[],
  faults: readonly Fault[] = [],
): Promise<Item[]> {
  const checkOnly = faults.length > 0
  const name = `${kind} ${resource.table} ${resource.name} ${checkOnly}`
  let text = texts.get(name)
  if (text === undefined) texts.set(name, (text = writeText(kind, resource, checkOnly)))
  const [row] = await executor.rows<WriteRow>(text, [agreement, writeRecords(resource, items, app)])
  const broken = JSON.parse(row!.faults ?? '[]') as BrokenRule[]
  // While the body itself is at fault, nobody can tell what it meant to name.
  const told = checkOnly ? broken.filter(({ code }) => catalogue[code].status !== 404) : broken
  refuse([...faults, ...told.map((fault) => describe(fault, resource, items))], resource)
  const keys = JSON.parse(row!.keys ?? '[]') as Item[]
  // Another request changed the row between our reading and our writing it.
  if (keys.length < items.length) throw new ApiError({ code: 'ObjectVersionMismatch', property: 'objectVersion' })
  return keys
}

/** Writes in the resource's own way where it has one, else by its declaration. */
export async function writeBody(
  kind: 'create' | 'update',
  resource: Resource,
  work: Work,
  items: readonly Item[],
  faults: Fault[],
): Promise<readonly Item[]> {
  const own = resource[kind]
  if (!own) return await writeItems(kind, resource, work.caller, work.transaction, items, faults)
  return await inOrder(own(work, items, faults), faults, resource)
}

/**
 * Answers what `work` comes to, or throws what it finds, and the faults it added, as `refuse` does: rules know nothing of the
 * order of the body's fields.
 */
export async function inOrder<T>(
  work: Promise<T>,
  faults: readonly Fault[],
  body: Pick<Resource, 'fields'>,
): Promise<T> {
  const result = await work.catch((error: unknown) => {
    if (error instanceof ApiError) refuse(error.faults, body)
    throw error
  })
  refuse(faults, body)
  return result
}

/** Throws the faults in the order of the fields; what does not exist comes before what is stale, and both before the rest. */
export function refuse(faults: readonly Fault[], resource: Pick<Resource, 'fields'>): void {
  if (faults.length === 0) return
  for (const status of [404, 409]) {
    const first = faults.filter(
      ({ code }) => catalogue[code].status === status && (status === 404 || code === 'ObjectVersionMismatch'),
    )
    if (first.length > 0) throw new ApiError(first)
  }
  const ranked = faults.map((fault) => ({ fault, rank: rankOf(fault.property ?? '', resource.fields) }))
  ranked.sort((a, b) => compareRanks(a.rank, b.rank))
  throw new ApiError(ranked.slice(0, ERRORS_MAX).map(({ fault }) => fault))
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

function describe({ property, code, rule }: BrokenRule, resource: Resource, items: readonly Item[]): Fault {
  const value = items.length === 1 ? items[0]![property] : undefined
  const shown =
    ['string', 'number'].includes(typeof value) && code !== 'ObjectVersionMismatch'
      ? ` (${property} ${String(value).slice(0, 100)})`
      : ''
  const message = resource.rules[rule]?.message ?? catalogue[code].message
  return { code, property, message: `${message.replace(/\.$/, '')}${shown}.` }
}
