import { test } from 'vitest'
import { conventionErrors } from '../../src/errors/conventions.ts'
import { cursorProperties } from '../../src/resource/columns.ts'
import { pathParameters } from '../../src/resource/operations.ts'
import type { Resource } from '../../src/resource/resource.ts'
import { isLong } from '../long.ts'
import { operationOf, propertyOf, type Subject, writableEntries } from './subjects.ts'

const typesOf = ({ fields }: Resource, names: readonly string[]): string =>
  names.map((name) => fields[name]!.facts.type).join(' and ')

/**
 * What the shared machinery depends on in a declaration. Each facet answers in words, the same for declarations that
 * the machinery treats alike.
 */
const facets = {
  /** What identifies an item, and which side gives it. */
  key({ resource }: Subject): string {
    const givers = resource.key.map((name) => {
      const { counted, readOnly } = resource.fields[name]!.facts
      const unlessGiven = counted?.unlessGiven ? ' unless given' : ''
      return counted
        ? counted.per === undefined
          ? `counted${unlessGiven}`
          : `counted within${unlessGiven}`
        : readOnly
          ? 'given by a rule'
          : 'given by the client'
    })
    return `${typesOf(resource, resource.key)}, ${givers.join(' and ')}`
  },
  /** What lists are ordered by. */
  order: ({ resource }: Subject): string => typesOf(resource, cursorProperties(resource)),
  /** Whether paths name more than the item. */
  within: (subject: Subject): string => {
    const shared = subject.resource.operations.filter(({ kind }) => kind !== 'action' && kind !== 'query')
    const named = shared.flatMap(({ path }) => pathParameters(path))
    return named.some((name) => !subject.resource.key.includes(propertyOf(subject, name))) ? 'within others' : ''
  },
  /** Which lists there are. */
  lists: (subject: Subject): string => kindsOf(subject, ['cursor', 'paged', 'count', 'single']),
  /** Which writes there are. */
  writes: (subject: Subject): string => kindsOf(subject, ['create', 'update', 'delete', 'bulkCreate', 'bulkUpdate']),
  /** Whose rows are seen. */
  owner: ({ resource: { ownedByApp } }: Subject): string =>
    ownedByApp === undefined ? '' : ownedByApp.notOwner === undefined ? 'of an app' : 'of an app, as others are told',
  /** How an item is deleted. */
  deletion(subject: Subject): string {
    const operation = operationOf(subject, 'delete')
    const isNamedInBody = operation !== undefined && 'keyInBody' in operation
    return `${isNamedInBody ? 'named in the body' : ''} ${subject.resource.softDelete === undefined ? '' : 'marked'}`
  },
  /** Which code creates, and what it answers. */
  creation(subject: Subject): string {
    const operation = operationOf(subject, 'create')
    const isSilent = operation !== undefined && 'answersNothing' in operation
    return `${subject.resource.create ? 'its own' : 'shared'}${isSilent ? ', answers nothing' : ''}`
  },
  /** Which code updates. */
  updating: ({ resource }: Subject): string => (resource.update ? 'its own' : resource.isView ? 'by a view' : 'shared'),
  /** What the database keeps apart beside the identifier. */
  unique: ({ resource }: Subject): string =>
    Object.values(resource.fields).some(({ facts }) => facts.unique && facts.unique.within.length > 0)
      ? 'within others'
      : '',
  /** Whether writes cause events. */
  events: ({ resource }: Subject): string => (resource.emits === undefined ? '' : 'told'),
  /** How errors and nulls are written. */
  style: ({ api }: Subject): string => api.style,
  /** Whether it is the newest face of its rows. */
  version: ({ api }: Subject): string => (api.isNewest ? 'newest' : 'older'),
} satisfies Record<string, (subject: Subject) => string>

type Facet = keyof typeof facets

function kindsOf(subject: Subject, kinds: readonly Parameters<typeof operationOf>[1][]): string {
  return kinds.filter((kind) => operationOf(subject, kind)).join(', ')
}

/**
 * Every option of the language, with the facets that tell apart what it makes of a resource. An option has none where
 * the suite of each resource tries all of it. A new option does not compile until it stands here, so none goes untried.
 */
export const facetsOfOptions: { readonly [Option in keyof Required<Resource>]: readonly Facet[] } = {
  name: [],
  logsBodies: [],
  isNotLogged: [],
  isBeyondFaults: [],
  isInGrants: [],
  isUnlogged: [],
  ownUnless: [],
  narrowedBy: [],
  roles: [],
  module: [],
  operations: ['lists', 'writes', 'within', 'deletion', 'creation', 'version', 'style'],
  parameters: [],
  codes: [],
  schema: [],
  table: [],
  key: ['key'],
  fields: ['key', 'unique'],
  rules: [],
  inPath: ['within'],
  alsoNamed: [],
  inUse: [],
  inUseBySeveral: [],
  alsoIn: [],
  isView: ['updating'],
  constraints: [],
  emits: ['events'],
  softDelete: ['deletion'],
  orderedBy: ['order'],
  isPrivate: [],
  isGapless: [],
  ownedByApp: ['owner'],
  check: [],
  missing: [],
  create: ['creation'],
  update: ['updating'],
  aroundUpdate: ['updating'],
}

/** How a subject looks by some facets. */
export const shapeOf = (subject: Subject, ...names: readonly Facet[]): string =>
  names.map((name) => `${name}: ${facets[name](subject)}`).join('; ')

/** The first subject of each shape. What is proven on these is proven for all that look alike. */
export function representatives(
  subjects: readonly Subject[],
  ...names: readonly Facet[]
): (Subject & { shape: string })[] {
  const byShape = new Map<string, Subject & { shape: string }>()
  for (const subject of subjects) {
    const shape = shapeOf(subject, ...names)
    if (!byShape.has(shape)) byShape.set(shape, { ...subject, shape })
  }
  return [...byShape.values()]
}

/**
 * All of them in the long form; in the short form, of those that are faces of one table and write errors alike, the one
 * that shows the most.
 */
export function faces<One extends Subject>(subjects: readonly One[]): readonly One[] {
  if (isLong) return subjects
  const chosen = new Map<string, One>()
  for (const subject of subjects) {
    const place = `${subject.resource.table} ${subject.api.style}`
    const other = chosen.get(place)
    const size = ({ resource }: Subject): number => Object.keys(resource.fields).length
    if (!other || size(subject) > size(other)) chosen.set(place, subject)
  }
  return [...chosen.values()]
}

/** All of them in the long form; in the short form the first of each shape. */
export const alike = <One extends Subject>(subjects: readonly One[], ...names: readonly Facet[]): readonly Subject[] =>
  isLong ? subjects : representatives(subjects, ...names)

/**
 * Few subjects that together have every feature which any subject has. The one with the most new features comes first.
 */
export function covering(subjects: readonly Subject[], featuresOf: (subject: Subject) => readonly string[]): Subject[] {
  const features = new Map(subjects.map((subject) => [subject, new Set(featuresOf(subject))]))
  const wanted = new Set([...features.values()].flatMap((ofOne) => [...ofOne]))
  const news = (subject: Subject): number => [...features.get(subject)!].filter((one) => wanted.has(one)).length
  const chosen: Subject[] = []
  while (wanted.size > 0) {
    const best = subjects.reduce((one, other) => (news(other) > news(one) ? other : one))
    chosen.push(best)
    for (const feature of features.get(best)!) wanted.delete(feature)
  }
  return chosen
}

const CHECKED = 'values min max scale items references isMeasure readAs nullIsAbsent fallback'.split(' ')

/**
 * Of each property what a check of its value depends on, but for the numbers of its bounds: those are compared with the
 * catalogue of the database (`test/database`). And the rules that refuse a value as its own check does.
 */
function checksOf(subject: Subject): string[] {
  const { resource, api } = subject
  const by = resource.create || resource.update || resource.check ? resource.table : 'shared'
  const ofRules = resource.rules.flatMap(({ property, code }) =>
    code in conventionErrors ? [`${resource.table} ${property} ${code}`] : [],
  )
  const ofFields = writableEntries(subject).map(([, { facts }]) => {
    const known = Object.entries(facts).flatMap(([name, fact]) => (CHECKED.includes(name) && fact ? [name] : []))
    return [api.style, by, facts.type, facts.required, ...known.toSorted(), ...Object.keys(facts.codes)].join(' ')
  })
  return [...ofFields, ...ofRules]
}

/**
 * The names of those on which values of properties are tried: all of them in the long form; in the short form few that
 * together check values in every way in which any does.
 */
export const checkedAnew = (subjects: readonly Subject[]): ReadonlySet<string> =>
  new Set((isLong ? subjects : covering(subjects, checksOf)).map(({ name }) => name))

/** Declares tests of the subjects that are chosen by name. Of others there is none, rather than a skipped one. */
export const testAmong =
  (chosen: ReadonlySet<string>, { name }: Subject) =>
  (title: string, body: () => Promise<void>): void => {
    if (chosen.has(name)) test(title, body)
  }
