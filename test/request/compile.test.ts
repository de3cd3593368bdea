import { expect, test } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { ApiError } from '../../src/errors/catalogue.ts'
import { compiler, type Route } from '../../src/request/compile.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis, unseenReferences } from '../../src/resources/index.ts'
import { isLong } from '../long.ts'
import { testVault } from '../service/secret-key.ts'

/** What compiling a route says; a path that names no identifier is refused as any other. */
function complaintOf(route: Route): unknown {
  try {
    void route.handle
    route.readPath({})
  } catch (error) {
    if (!(error instanceof ApiError)) return error
  }
  return undefined
}

/** Versions share most of what they serve: in the short form what several serve is compiled once. */
function onceEach(routes: readonly Route[]): readonly Route[] {
  const known = new Set<unknown>()
  return routes.filter(({ operation, group, api }) => {
    const isNew = api.isNewest || !known.has(operation) || !known.has(group)
    known.add(operation).add(group)
    return isNew
  })
}

test('every operation of every version compiles, also those that nobody asks for', () => {
  const versions = everyVersion(apis)
  const compiled = compiler(versions, unseenReferences, {
    database: {} as Database,
    settings: { webhookAllowedHosts: [], vault: testVault },
  })
  const routes = versions.flatMap(compiled)
  const complaints = (isLong ? routes : onceEach(routes)).map((route) => [
    route.operation.method,
    route.path,
    complaintOf(route),
  ])
  expect(complaints.filter(([, , complaint]) => complaint !== undefined)).toEqual([])
  expect(routes.length).toBeGreaterThan(700)
})
