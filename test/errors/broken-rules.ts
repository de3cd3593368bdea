import { Relations } from '../../src/resource/relations.ts'
import { isResource, type Resource, type WriteKind } from '../../src/resource/resource.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { type AskedRule, renumberingRules, rulesOf } from '../../src/request/write/derived-rules.ts'
import { apis, unseenReferences } from '../../src/resources/index.ts'
import { nameOf } from './places.ts'
import type { Provoked } from './record.ts'

const KINDS: Readonly<Record<string, WriteKind>> = {
  create: 'create',
  bulkCreate: 'create',
  update: 'update',
  bulkUpdate: 'update',
  delete: 'delete',
}

/** A rule as it is answered: several that a resource has for one property and one code are one. */
export interface AnsweredRule {
  /** `api/Resource property`. */
  place: string
  code: string
}

/** Every rule that a request can break, of every version of every API: those that are declared, and those that follow from fields and references. */
export function everyRule(): AnsweredRule[] {
  const versions = everyVersion(apis)
  const relations = new Relations(
    versions.flatMap(({ groups }) => groups.filter(isResource)),
    unseenReferences,
  )
  const rules = versions.flatMap((api) =>
    api.groups.filter(isResource).flatMap((resource) =>
      [...rulesIn(resource, relations)].map(({ property, code }) => ({
        place: `${nameOf(api, resource)} ${property}`,
        code,
      })),
    ),
  )
  return [...new Map(rules.map((rule) => [`${rule.place} ${rule.code}`, rule])).values()]
}

/** The rules that the writes of a resource ask. */
function* rulesIn(resource: Resource, relations: Relations): Generator<AskedRule> {
  const kinds = new Set(resource.operations.flatMap(({ kind }) => KINDS[kind] ?? []))
  for (const rule of rulesOf(resource, relations)) {
    if (!rule.on || rule.on.some((kind) => kinds.has(kind))) yield rule
  }
  for (const operation of resource.operations) {
    if (operation.kind !== 'update' || !operation.renumbers) continue
    yield* renumberingRules(resource, relations, operation.renumbers, operation.differs!)
  }
}

/** The rules that no real request has broken. */
export const untriedRules = (
  rules: readonly AnsweredRule[],
  provoked: ReadonlyMap<string, Pick<Provoked, 'places'>>,
): string[] =>
  rules
    .filter(({ place, code }) => !provoked.get(code)?.places.has(place))
    .map(({ place, code }) => `${place}: ${code} was broken by no test`)
