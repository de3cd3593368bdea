import type { Executor } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { Field } from '../resource/fields.ts'
import type { Item } from '../resource/operations.ts'
import { Relations } from '../resource/relations.ts'
import type { Resource } from '../resource/resource.ts'
import { rulesOf } from './derived-rules.ts'
import { heldReferences } from './held-references.ts'
import { faultsOf } from './placed-faults.ts'
import { tell } from './write.ts'
import { type BrokenRule, keyTeller, sentRecords, type WriteRow, writeText } from './write-sql.ts'

/** How a list is written below HTTP. */
export interface Writing {
  /**
   * Asks nothing about references and rules, for speed: foreign keys and checks of the table still refuse what is
   * wrong, with the whole transaction. Who turns them off says who judges the rows afterwards. A property that no item
   * gives is left to the table, and has no other default.
   */
  isTrusted?: true
  /** Tells no webhook: the list is no news, as that of an import. */
  isSilent?: true
  /** What faults call the list: `customers[17].name`. */
  list?: string
}

/**
 * Creates items of a resource in the caller's transaction, in one statement however many they are. Defaults,
 * references, rules, numbers, events and trail are those of the API. The values are as a body's once read: decimals,
 * days and instants are text.
 * @param agreement whose items they are; the transaction has named who writes them, or nobody does.
 * @returns the identifiers, in the order of the items. @throws ApiError with every fault of every item; nothing is
 * written then.
 */
export async function writeRecords(
  transaction: Executor,
  agreement: number,
  resource: Resource,
  items: readonly Item[],
  { isTrusted, isSilent, list = 'items' }: Writing = {},
): Promise<readonly Item[]> {
  if (items.length === 0) return []
  const given = new Set(items.flatMap((item) => Object.keys(item)))
  const { emits, ...silent } = isTrusted ? ofGiven(resource, given) : resource
  const written: Resource = isSilent || emits === undefined ? silent : { ...silent, emits }
  const relations = new Relations(isTrusted ? [] : [written], [])
  const rules = isTrusted ? [] : rulesOf(written, relations)
  const text = writeText('create', written, rules, heldReferences('create', { ...written, rules: [] }, relations), {
    isUnnamed: true,
    // Whoever writes below HTTP may give what bodies cannot.
    path: [...given],
  })
  const caller = { agreement, baseCurrency: '', app: 0, grantNumber: 0, roles: [], modules: [] }
  const request = { caller, items: items.map((item) => ({ item, faults: [] })) }
  const [row] = await transaction.rows<WriteRow>(text, [agreement, sentRecords('create', written, [request])])
  if (row!.faults !== null) tell(JSON.parse(row!.faults) as BrokenRule[], rules, [request])
  const faults = faultsOf(request, list)
  if (faults.length > 0) throw new ApiError(faults)
  const numbers = row!.numbers === null ? [] : (JSON.parse(row!.numbers) as number[])
  const keyOf = keyTeller('create', written)
  return items.map((item, place) => keyOf(item, place, row!, numbers))
}

/** The resource with the properties that items give, those of its identifier, and those that it gives itself. */
function ofGiven(resource: Resource, given: ReadonlySet<string>): Resource {
  const unknown = [...given].filter((property) => !resource.fields[property])
  if (unknown.length > 0) throw new Error(`${resource.name} has no ${unknown.join()}.`)
  const fields = Object.entries(resource.fields).flatMap(([property, { facts }]) => {
    const isKept = given.has(property) || resource.key.includes(property)
    if (!isKept && facts.assigned === undefined && facts.counted === undefined) return []
    // A default may follow from what is not there.
    const { fallback: _, ...others } = facts
    return [[property, new Field(others)] as const]
  })
  return { ...resource, fields: Object.fromEntries(fields) }
}
