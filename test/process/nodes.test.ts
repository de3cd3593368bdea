import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../database/harness.ts'
import { emptyDatabase } from '../database/harness.ts'
import {
  dataDirectory,
  endProcess,
  eventually,
  health,
  joinDatabase,
  listeners,
  postgresProcesses,
  serve,
  withoutDemo,
} from './program.ts'

let place: Awaited<ReturnType<typeof dataDirectory>>
let empty: TestDatabase
beforeAll(async () => {
  place = await dataDirectory()
  empty = await emptyDatabase()
})
afterAll(async () => {
  await place.remove()
  await empty.drop()
})

test('several nodes start at once against one empty database, and all come up', async () => {
  const how = { environment: { DATABASE_URL: empty.url, DAYBOOK_DATABASE_CONNECTIONS: '4' } }
  const nodes = await Promise.all([serve(how), serve(how)])
  expect(await Promise.all(nodes.map((node) => health(node.url)))).toEqual([200, 200])
  await eventually(async () => (await empty.database.rows('SELECT FROM agreement WHERE is_demo')).length > 0)
  expect(await empty.database.rows('SELECT count(*)::int AS demos FROM agreement WHERE is_demo')).toEqual([
    { demos: 1 },
  ])
  for (const node of nodes) node.child.kill('SIGTERM')
  expect((await Promise.all(nodes.map((node) => node.ended))).map(({ code }) => code)).toEqual([0, 0])
})

test('workers share the port; one that dies is replaced; all go with the service', async () => {
  const how = { environment: { DAYBOOK_DATA: place.data, DAYBOOK_WORKERS: '2', DAYBOOK_DATABASE_CONNECTIONS: '10' } }
  const { database, close } = await joinDatabase(place.data)
  try {
    await withoutDemo(database)
  } finally {
    await close()
  }
  const service = await serve(how)
  await eventually(() => listeners(service).length === 2)
  expect(await health(service.url)).toBe(200)
  endProcess(listeners(service)[0]!)
  await eventually(() => listeners(service).length === 3)
  expect(await health(service.url)).toBe(200)
  service.child.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)
  expect(await postgresProcesses(place.data)).toEqual([])
})

test('workers do not outlive a service that was killed', async () => {
  const how = { environment: { DATABASE_URL: empty.url, DAYBOOK_WORKERS: '2', DAYBOOK_DATABASE_CONNECTIONS: '10' } }
  const service = await serve(how)
  service.child.kill('SIGKILL')
  // The streams close when the last process that writes to them has ended.
  expect((await service.ended).signal).toBe('SIGKILL')
  expect(await health(service.url)).toBeUndefined()
})
