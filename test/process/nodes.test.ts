import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { emptyDatabase, testDatabase } from '../database/harness.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { openProxy } from '../faults/proxy.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { endProcess, health, listeners, serve } from './program.ts'

/**
 * Who makes the company has this lock, in this database. The short form waits until one is under way; the first test
 * has one made to its end.
 */
const DEMO_UNDER_WAY = `SELECT FROM pg_locks l, pg_database d WHERE l.locktype = 'advisory' AND l.objid = 7310332 AND l.granted
  AND d.oid = l.database AND d.datname = current_database()`

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

test('DAYBOOK_DEMO=0 makes no demo company; a worker that dies is replaced, and none outlives a service that was killed', async () => {
  const { url, database, drop } = await testDatabase()
  const how = (workers: string) => ({
    environment: { DATABASE_URL: url, DAYBOOK_DEMO: '0', DAYBOOK_WORKERS: workers, DAYBOOK_DATABASE_CONNECTIONS: '10' },
  })
  const [one, several] = await Promise.all([serve(how('1')), serve(how('2'))])
  await eventually(() => listeners(several).length === 2)
  expect(await health(several.url)).toBe(200)
  endProcess(listeners(several)[0]!)
  await eventually(() => listeners(several).length === 3)
  expect(await health(several.url)).toBe(200)
  // Stopping waits for a company that is being made.
  one.child.kill('SIGTERM')
  expect((await one.ended).code).toBe(0)
  expect(await database.rows('SELECT FROM agreement')).toEqual([])
  several.child.kill('SIGKILL')
  // The streams close when the last process that writes to them has ended.
  expect((await several.ended).signal).toBe('SIGKILL')
  expect(await health(several.url)).toBeUndefined()
  await drop()
})

test('a database that is lost while the demo company is made ends nobody: it is made again', async () => {
  const fresh = await testDatabase()
  const beside = openDatabase({ url: fresh.url }, 1)
  const proxy = await openProxy(fresh.url)
  try {
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
    const done = isLong ? 'SELECT FROM agreement WHERE is_demo' : DEMO_UNDER_WAY
    await eventually(async () => (await fresh.database.rows(done)).length > 0)
    expect(await health(node.url)).toBe(200)
    node.child.kill(isLong ? 'SIGTERM' : 'SIGKILL')
    expect((await node.ended).code).toBe(isLong ? 0 : null)
  } finally {
    await proxy.close()
    await beside.close()
    await fresh.drop()
  }
})

test.runIf(isLong)('workers do not outlive a service that was killed while it makes a demo company', async () => {
  const { url, drop } = await testDatabase()
  const environment = {
    DATABASE_URL: url,
    DAYBOOK_DEMO: '1',
    DAYBOOK_WORKERS: '2',
    DAYBOOK_DATABASE_CONNECTIONS: '10',
  }
  const service = await serve({ environment })
  service.child.kill('SIGKILL')
  expect((await service.ended).signal).toBe('SIGKILL')
  expect(await health(service.url)).toBeUndefined()
  await drop()
})
