import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { versionsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import type { Json } from './conforms.ts'
import { documentOf } from './documents.ts'

interface Published {
  server: string
  operationIds: Readonly<Record<string, string>>
  schemas: readonly string[]
}

const published = JSON.parse(
  readFileSync(new URL('../contract/operation-ids.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Published>>

/** The published names of each API that the contract has; `/api` has those of its newer name. */
const NAMED = apis.flatMap((api): [name: string, api: (typeof apis)[number], Published][] => {
  const prefix = api.prefix === '/api' ? '/projectsapi' : api.prefix
  const found = Object.values(published).find(({ server }) =>
    `/${server}`.toLowerCase().startsWith(`${prefix.toLowerCase()}/`),
  )
  return found ? [[api.name, api, found]] : []
})

/** Schemas that the published documents have beside those of their operations, and why ours do not have them. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'booked-entries DimensionData',
      'booked-entries DimensionDataCursorResults',
      'journals BookedEntry',
      'journals BookedEntryCursorResults',
      'journals DimensionData',
      'journals DimensionDataCreatedResult',
      'journals DimensionDataCursorResults',
      'journals EntryTypeNames',
      'sales Dimension',
    ].map((name) => [name, 'of operations that the API no longer has: no operation refers to it']),
  ),
  'projects ProblemDetails': 'errors of /api are no problems (spec 1, Error bodies)',
  'projects TimeEntryBookOn': 'came with /projectsapi',
  'sales SalesDocumentStatusRoute':
    'a path parameter has its values itself: a generated client calls no constructor of them',
}

test('the contract names the operations of every API but ours', () => {
  const others = apis.filter((api) => !NAMED.some(([name]) => name === api.name)).map(({ name }) => name)
  expect(others.toSorted()).toEqual(['accounting-year-links', 'daybook'])
})

test.each(NAMED)('operations of %s are called as they are published', (_, api, { operationIds }) => {
  const byShape = new Map(
    Object.entries(operationIds).map(([at, id]) => [at.replace(/\{\w+\}/g, '{}').toLowerCase(), id]),
  )
  for (const version of ['3.0', '3.1'] as const) {
    const { paths } = documentOf(versionsOf(api)[0]!, version)
    const ours = Object.entries<Json>(paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, { operationId }]) => [
        `${method} ${path.replace(/\{\w+\}/g, '{}')}`.toLowerCase(),
        operationId,
      ]),
    )
    expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(byShape))
  }
})

test.each(NAMED)('schemas of %s are called as they are published', (_, api, { schemas }) => {
  const { components } = documentOf(versionsOf(api)[0]!, '3.0')
  const missing = schemas.filter(
    (name) => !(name in components.schemas) && LEFT_OUT[`${api.name} ${name}`] === undefined,
  )
  expect(missing).toEqual([])
})
