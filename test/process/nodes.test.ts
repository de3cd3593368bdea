import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { migrate } from '../../src/database/migrate.ts'
import { emptyDatabase, testDatabase } from '../database/harness.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { openProxy } from '../faults/proxy.ts'
import { eventually } from '../patience.ts'
import { dataDirectory, endProcess, health, listeners, postgresProcesses, serve } from './program.ts'

let place: Awaited<ReturnType<typeof dataDirectory>>
beforeAll(async () => void (place = await dataDirectory()))
afterAll(() => place.remove())

test('several nodes start at once against one empty database, and all come up', async () => {
  const empty = await emptyDatabase()
  const how = { environment: { DATABASE_URL: empty.url, DAYBOOK_DEMO: '1', DAYBOOK_DATABASE_CONNECTIONS: '4' } }
  const nodes = await Promise.all([serve(how), serve(how)])
  expect(await Promise.all(nodes.map((node) => health(node.url)))).toEqual([200, 200])
  await eventually(async () => (await empty.database.rows('SELECT FROM agreement WHERE is_demo')).length > 0)
  expect(await empty.database.rows('SELECT count(*)::int AS demos FROM agreement WHERE is_demo')).toEqual([
    { demos: 1 },
  ])
  for (const node of nodes) node.child.kill('SIGTERM')
  expect((await Promise.all(nodes.map((node) => node.ended))).map(({ code }) => code)).toEqual([0, 0])
  await empty.drop()
})

test('DAYBOOK_DEMO=0 makes no demo company, with one worker or several', async () => {
  const { url, database, drop } = await testDatabase()
  const how = (workers: string) => ({
    environment: { DATABASE_URL: url, DAYBOOK_DEMO: '0', DAYBOOK_WORKERS: workers, DAYBOOK_DATABASE_CONNECTIONS: '10' },
  })
  const services = await Promise.all([serve(how('1')), serve(how('2'))])
  // Stopping waits for a company that is being made.
  for (const { child } of services) child.kill('SIGTERM')
  for (const { ended } of services) await ended
  expect(await database.rows('SELECT FROM agreement')).toEqual([])
  await drop()
})

test('a database that is lost while the demo company is made ends nobody: it is made again', async () => {
  const fresh = await emptyDatabase()
  const beside = openDatabase({ url: fresh.url }, 1)
  const proxy = await openProxy(fresh.url)
  try {
    await migrate(beside)
    const node = await beside.transaction(async (transaction) => {
      // The process that makes the company first looks for it in this table, and waits there.
      await transaction.script('LOCK TABLE app')
      const serving = await serve({ environment: { DATABASE_URL: proxy.url, DAYBOOK_DEMO: '1' } })
      await untilBlocked(fresh.database, 1)
      await proxy.cut()
      await eventually(() => serving.said().includes('the demo company could not be made'))
      await proxy.mend()
      return serving
    })
    await eventually(async () => (await fresh.database.rows('SELECT FROM agreement WHERE is_demo')).length > 0)
    expect(await health(node.url)).toBe(200)
    node.child.kill('SIGTERM')
    expect((await node.ended).code).toBe(0)
  } finally {
    await proxy.close()
    await beside.close()
    await fresh.drop()
  }
})

test('workers share the port; one that dies is replaced; all go with the service', async () => {
  const how = { environment: { DAYBOOK_DATA: place.data, DAYBOOK_WORKERS: '2', DAYBOOK_DATABASE_CONNECTIONS: '10' } }
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
  const { url, drop } = await testDatabase()
  const how = {
    environment: { DATABASE_URL: url, DAYBOOK_DEMO: '1', DAYBOOK_WORKERS: '2', DAYBOOK_DATABASE_CONNECTIONS: '10' },
  }
  const service = await serve(how)
  service.child.kill('SIGKILL')
  // The streams close when the last process that writes to them has ended.
  expect((await service.ended).signal).toBe('SIGKILL')
  expect(await health(service.url)).toBeUndefined()
  await drop()
})
