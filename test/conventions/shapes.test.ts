import { catalogueExceptions } from '../database/catalogue-exceptions.ts'
import { expect, test } from 'vitest'
import { isResource } from '../../src/resource/resource.ts'
import { overrides } from './overrides.ts'
import type { Override } from './override.ts'
import { covering, facetsOfOptions, representatives, shapeOf } from './shapes.ts'
import { groups, relations, subjects } from './subjects.ts'

test('every subject looks like one that represents it, and no two representatives look alike', () => {
  const facets = [...new Set(Object.values(facetsOfOptions).flat())]
  const chosen = representatives(subjects, ...facets)
  expect(new Set(chosen.map(({ shape }) => shape)).size).toBe(chosen.length)
  expect(chosen.length).toBeGreaterThan(10)
  for (const subject of subjects) expect(chosen.map(({ shape }) => shape)).toContain(shapeOf(subject, ...facets))
  for (const facet of facets) {
    const alike = representatives(subjects, facet)
    for (const subject of subjects)
      expect(alike.filter(({ shape }) => shape === shapeOf(subject, facet))).toHaveLength(1)
  }
})

test('what is chosen to cover features has every one of them', () => {
  const featuresOf = ({ resource }: (typeof subjects)[number]): string[] =>
    Object.values(resource.fields).map(({ facts }) => facts.type)
  const chosen = covering(subjects, featuresOf)
  expect(new Set(chosen.flatMap(featuresOf))).toEqual(new Set(subjects.flatMap(featuresOf)))
  expect(chosen.length).toBeLessThan(subjects.length)
})

const unseen = catalogueExceptions.filter(({ kinds }) => kinds.includes('no property')).flatMap(({ at }) => at)

/** Whether the table of a resource has a column that the resource does not show: another of the table does, or none. */
function isColumn(group: (typeof groups)[number]['group'], column: string): boolean {
  if (!isResource(group)) return false
  const others = groups.flatMap((one) => (isResource(one.group) && one.group.table === group.table ? [one.group] : []))
  return unseen.includes(`${group.table}.${column}`) || others.some(({ fields }) => column in fields)
}

test('every override is of something that is there, and says why', () => {
  const tables = relations.list().flatMap(({ table, target }) => [table, target])
  const reasons = Object.entries(overrides).flatMap(([name, override]) => {
    const subject = groups.find((one) => one.name === name)
    const known = subject ? Object.keys(isResource(subject.group) ? subject.group.fields : {}) : undefined
    expect([name, subject !== undefined || tables.includes(name)]).toEqual([name, true])
    const properties = Object.keys(override.properties ?? {})
    const unknown = properties.filter(
      (property) => known && !known.includes(property) && !isColumn(subject!.group, property),
    )
    expect([name, unknown]).toEqual([name, []])
    return reasonsOf(override).map((reason) => ({ name, reason }))
  })
  expect(reasons.length).toBeGreaterThan(20)
  expect(reasons.filter(({ reason }) => reason.split(' ').length < 3)).toEqual([])
})

function reasonsOf({ properties = {}, seed, together, also, fill, unchecked, few, skip = {} }: Override): string[] {
  const parts = [...Object.values(properties), seed, together, also, fill].flatMap((part) => part?.because ?? [])
  return [...parts, ...[unchecked, few].flatMap((reason) => reason ?? []), ...Object.values(skip)]
}
