import type { Executor } from '../database/connection.ts'
import { ApiError, catalogue, type ErrorCode, type Fault } from '../errors/catalogue.ts'
import { callerValues } from '../resource/caller.ts'
import type { Item, Renumbering } from '../resource/operations.ts'
import type { Relations } from '../resource/relations.ts'
import type { Resource, WriteKind, WriteRequest } from '../resource/resource.ts'
import { type AskedRule, renumberingRules, rulesOf } from './derived-rules.ts'
import { asksWhoRefers, heldReferences, holdRowsText } from './held-references.ts'
import { type BrokenRule, keyTeller, sentRecords, type WriteRow, writeText } from './write-sql.ts'

/** The keys of each request's items, written; undefined for a request that is at fault, whose items say with what. */
export type Written = readonly (readonly Item[] | undefined)[]

type WriteOnce = (executor: Executor, agreement: number, requests: readonly WriteRequest[]) => Promise<Written>

/**
 * Writes the items of requests of one agreement and app in one statement. Requests with a fault are not written; their
 * items get the faults.
 */
export interface SharedWrite extends WriteOnce {
  /** Whether a statement before it locks the items, so that the two need a transaction. */
  locksFirst: boolean
}

/** Whether nothing is wrong with any item of the request. */
export const isSound = ({ items }: WriteRequest): boolean => items.every(({ faults }) => faults.length === 0)

/** What only some operations have: updates that renumber, and deletes whose body says more than the identifier. */
interface WriteParticulars {
  differs?: ErrorCode | undefined
  renumbers?: Renumbering | undefined
  asStored?: readonly string[]
}

/** The write of a kind that follows from a resource's declaration; `path` are the properties that the path names. */
export function sharedWrite(
  kind: WriteKind,
  resource: Resource,
  relations: Relations,
  path: readonly string[] = [],
  { renumbers, differs, asStored = [] }: WriteParticulars = {},
): SharedWrite {
  const ofNumber = renumbers ? renumberingRules(resource, relations, renumbers, differs!) : []
  const rules = [...rulesOf(resource, relations), ...ofNumber]
  const held = heldReferences(kind, resource, relations)
  const text = writeText(kind, resource, rules, held, { path, renumbers: renumbers !== undefined, asStored })
  const locksFirst = kind === 'update' && asksWhoRefers(resource, relations)
  const hold = locksFirst ? holdRowsText(resource, renumbers !== undefined) : undefined
  const keyOf = keyTeller(kind, resource)
  const write: WriteOnce = async (executor, agreement, requests) => {
    const records = sentRecords(kind, resource, requests)
    const values = [agreement, records, ...callerValues(requests.map(({ caller }) => caller))]
    // Sent together: the second statement sees what was committed while the first waited.
    const locked = hold && executor.rows(hold, [agreement, records])
    const [[row]] = await Promise.all([executor.rows<WriteRow>(text, values), locked])
    const { faults, written } = row!
    const numbers = row!.numbers === null ? [] : (JSON.parse(row!.numbers) as number[])
    if (faults !== null) tell(JSON.parse(faults) as BrokenRule[], rules, requests)
    if (row!.noticed !== null) note(JSON.parse(row!.noticed) as [number, number][], rules, requests)
    let place = 0
    const keys = requests.map((request) => {
      if (!isSound(request)) return undefined
      return request.items.map(({ item }) => keyOf(item, place++, row!, numbers))
    })
    // Rules hold the rows they look at, so only a row that went between the two can be missing.
    if (written < place) throw new ApiError({ code: 'ObjectVersionMismatch', property: 'objectVersion' })
    return keys
  }
  return Object.assign(write, { locksFirst })
}

/** Notes of each item what passed of it. */
function note(
  noticed: readonly (readonly [ordinal: number, rule: number])[],
  rules: readonly AskedRule[],
  requests: readonly WriteRequest[],
): void {
  const places = requests.flatMap(({ items }) => items)
  for (const [ordinal, rule] of noticed) {
    const { notice, property } = rules[rule]!
    places[ordinal]!.read?.note(notice!, property)
  }
}

/** Adds to each item the rules it breaks. */
export function tell(
  broken: readonly BrokenRule[],
  rules: readonly AskedRule[],
  requests: readonly WriteRequest[],
): void {
  const places = requests.flatMap((request) => {
    const wasSound = isSound(request)
    return request.items.map(({ item, faults, was }) => {
      return { item, faults, was, wasSound, ofBody: faults.map((fault) => fault.property) }
    })
  })
  for (const { ordinal, property, code, rule } of broken) {
    const { item, faults, was, wasSound, ofBody } = places[ordinal]!
    // While the body itself is at fault, it is unknown what it meant to name.
    if (!wasSound && catalogue[code].status === 404) continue
    const asked = rules[rule]
    // Skip when the value itself was already refused.
    if (asked?.always && ofBody.includes(property)) continue
    const same = asked?.by === undefined ? undefined : faults.find((fault) => fault.code === code)
    if (same) same.message = withUser(same.message!, asked!.by!)
    else {
      // The item that is missing is the one that the path names.
      const named = catalogue[code].status === 404 && was ? was : item
      faults.push(describe(property, code, asked, named[property]))
    }
  }
}

/** The message that something is in use, with one more kind of what uses it; two tables may be of one kind. */
function withUser(message: string, by: string): string {
  const told = message.replace(/\.$/, '')
  return told.split(/: |, /).includes(by) ? message : `${told}, ${by}.`
}

function describe(property: string, code: Fault['code'], rule: AskedRule | undefined, value: unknown): Fault {
  const message = (rule?.message ?? catalogue[code].message).replace(/\.$/, '')
  const isShown = ['string', 'number'].includes(typeof value) && code !== 'ObjectVersionMismatch'
  const shown = isShown ? ` (${property} ${String(value).slice(0, 100)})` : ''
  const by = rule?.by === undefined ? '' : `: ${rule.by}`
  return { code, property, message: `${message}${shown}${by}.` }
}
