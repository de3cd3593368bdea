import { Relations } from '../../src/resource/relations.ts'
import { isResource, type Resource, type WriteKind } from '../../src/resource/resource.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { type AskedRule, renumberingRules, rulesOf } from '../../src/records/derived-rules.ts'
import { apis, unseenReferences } from '../../src/resources/index.ts'
import { nameOf } from './serving.ts'
import type { Provoked } from './record.ts'

const KINDS: Readonly<Record<string, WriteKind>> = {
  create: 'create',
  bulkCreate: 'create',
  update: 'update',
  bulkUpdate: 'update',
  delete: 'delete',
}

/** What a broken rule is told by. */
type Told = Pick<AskedRule, 'property' | 'code'>

/** A rule as it is answered: several that a resource has for one property and one code are one. */
export interface AnsweredRule {
  /** `api/Resource property`. */
  place: string
  code: string
  /** Where else the same rule is asked: at other names of the resource, over the same rows and rules. */
  elsewhere?: readonly string[]
}

/**
 * Every rule that a request can break, of every version of every API: those that are declared, those that follow from
 * fields and references, and those of the conventions.
 */
export function everyRule(): AnsweredRule[] {
  const versions = everyVersion(apis)
  const relations = new Relations(
    versions.flatMap(({ groups }) => groups.filter(isResource)),
    unseenReferences,
  )
  const named = versions.flatMap((api) =>
    api.groups.filter(isResource).map((resource) => ({ resource, name: nameOf(api, resource) })),
  )
  const rules = named.flatMap(({ resource, name }) => {
    const others = named.filter((one) => one.name !== name && one.resource.table === resource.table)
    return [...rulesIn(resource, relations)].map((told) => {
      const sharing = others.filter((one) => isShared(one.resource, resource, told))
      const names = [...new Set(sharing.map((one) => one.name))]
      const { property, code } = told
      return { place: `${name} ${property}`, code, elsewhere: names.map((other) => `${other} ${property}`) }
    })
  })
  return [...new Map(rules.map((rule) => [`${rule.place} ${rule.code}`, rule])).values()]
}

/**
 * Whether two resources of one table share what a rule comes from: all their rules, the rule itself, or the field whose
 * facts make it.
 */
const isShared = (one: Resource, other: Resource, { property, code }: Told): boolean =>
  one.rules === other.rules ||
  one.rules.some((rule) => rule.property === property && rule.code === code && other.rules.includes(rule)) ||
  (one.fields[property] !== undefined && one.fields[property] === other.fields[property])

/** The rules that the writes of a resource ask. */
function* rulesIn(resource: Resource, relations: Relations): Generator<Told> {
  const kinds = new Set(resource.operations.flatMap(({ kind }) => KINDS[kind] ?? []))
  for (const rule of rulesOf(resource, relations)) {
    if (!rule.on || rule.on.some((kind) => kinds.has(kind))) yield rule
  }
  for (const operation of resource.operations) {
    if (operation.kind !== 'update' || !operation.renumbers) continue
    yield* renumberingRules(resource, relations, operation.renumbers, operation.differs!)
  }
  if (kinds.has('update') && !resource.update) yield* rulesOfStored(resource)
  else if (kinds.has('delete')) yield missing(resource)
}

/** The item is not there. */
const missing = ({ key, missing: code }: Resource): Told => ({ property: key.at(-1)!, code: code ?? 'NotFound' })

/**
 * The rules of the conventions: an update names an item that is there and that nobody has changed, and keeps what
 * cannot change.
 */
function* rulesOfStored(resource: Resource): Generator<Told> {
  const { key, fields, operations } = resource
  if (key.length > 0) yield missing(resource)
  if (operations.some(({ kind }) => kind === 'bulkUpdate')) yield { property: key.at(-1)!, code: 'ItemRepeated' }
  yield { property: 'objectVersion', code: 'ObjectVersionMismatch' }
  for (const [property, { facts }] of Object.entries(fields)) {
    if (facts.fixed && facts.codes.fixed) yield { property, code: facts.codes.fixed }
    const isSent = facts.readOnly && !facts.fixed && !facts.hidden && !facts.followsOthers && !key.includes(property)
    if (isSent) yield { property, code: 'PropertyReadOnly' }
  }
}

/** The rules that no real request has broken. */
export const untriedRules = (
  rules: readonly AnsweredRule[],
  provoked: ReadonlyMap<string, Pick<Provoked, 'places'>>,
): string[] =>
  rules
    .filter(
      ({ place, code, elsewhere = [] }) => ![place, ...elsewhere].some((at) => provoked.get(code)?.places.has(at)),
    )
    .map(({ place, code }) => `${place}: ${code} was broken by no test`)
