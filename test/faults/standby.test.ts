import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/database/connection.ts'
import { migrate } from '../../src/database/migrate.ts'
import { Standby } from '../../src/database/health/standby.ts'
import { hasPairs, type Pair, serverPair } from '../database/pair.ts'
import { freePort } from './lasting-port.ts'
import { eventually, untilPasses } from '../patience.ts'
import { answerOf, command, serve } from '../process/program.ts'
import { type Client, newClient, testNode } from '../service/harness.ts'
import { runs } from '../long.ts'
import { testKey } from '../service/secret-key.ts'

const LAG_MILLISECONDS = 3000
const DEPARTMENTS = '/daybookapi/v1.0.0/departments'

let pair: Pair
let primary: Database
let copy: Database
let standby: Standby
let node: Awaited<ReturnType<typeof testNode>>
let client: Client
const told: string[] = []

beforeAll(async () => {
  if (!hasPairs) return
  pair = await serverPair()
  const [one, two] = pair.servers
  const time = { wide: 10_000, other: 10_000 }
  primary = openDatabase({ url: one.url }, 8, time)
  copy = openDatabase({ url: two.url }, 8, time, 'reads')
  await migrate(primary)
  await primary.rows(`INSERT INTO agreement (agreement, name, is_demo) VALUES (100000, 'Demo', true)`)
  standby = new Standby(primary, copy, LAG_MILLISECONDS, (isUsed, reason) => told.push(isUsed ? 'used' : reason!))
  standby.watch()
  node = await testNode(primary, {}, { standby })
  client = await newClient(primary, node.baseUrl, { modules: ['Dimension'] })
})
afterAll(async () => {
  if (!hasPairs) return
  await node.app.close()
  await standby.close()
  await Promise.all([primary.close(), copy.close()])
  await pair.remove()
})

const paired = test.skipIf(!hasPairs)
let made = 0

async function makeOne(one: Client = client): Promise<number> {
  made += 1
  const reply = await one.post(DEPARTMENTS, { number: made, name: `Place ${made}` })
  expect(reply.status, reply.text).toBe(201)
  return made
}

/** How many there are, by each kind of list. */
async function counted(one: Client = client): Promise<unknown[]> {
  const replies = await Promise.all([
    one.get(`${DEPARTMENTS}/count`),
    one.get(`${DEPARTMENTS}/count?filter=number$gt:0`),
    one.get(DEPARTMENTS),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  return [Number(replies[0].text), Number(replies[1].text), replies[2].json.items.length]
}

const all = (count: number): number[] => [count, count, count]
const isUsed = (): boolean => standby.state.isUsed
const health = async (): Promise<unknown> => (await node.call('GET', '/health')).json
/**
 * What was told of the standby: by turns that it is used, and why not. On a busy machine it may lag for a moment at any
 * time.
 */
const toldOnce = (): string[] => {
  expect(told.filter((one, at) => at > 0 && (one === 'used') === (told[at - 1] === 'used'))).toEqual([])
  return told
}
const replay = async (what: 'pause' | 'resume'): Promise<void> =>
  void (await copy.apart.rows(`SELECT pg_wal_replay_${what}()`))

paired('lists come from the standby once it has what the agreement wrote, and never before', async () => {
  await untilPasses(async () => expect(await health()).toEqual({ status: 'ok', standby: 'used' }))
  for (let round = 0; round < runs(5, 500); round++) {
    const count = await makeOne()
    expect(await counted()).toEqual(all(count))
  }
  // Nothing is written any more, so the standby answers the next reads as soon as it has caught up.
  await eventually(async () => {
    const before = standby.state.reads.standby
    expect(await counted()).toEqual(all(made))
    return standby.state.reads.standby === before + 3
  })
  // Another agreement never waited for it.
  const other = await newClient(primary, node.baseUrl, { modules: ['Dimension'] })
  await eventually(async () => {
    const before = standby.state.reads.standby
    await makeOne()
    expect(await counted(other)).toEqual(all(0))
    return standby.state.reads.standby === before + 3
  })
})

paired(
  'what another node writes is seen within the lag that is allowed, also where the standby stands still',
  async () => {
    const elsewhere = await testNode(primary)
    const there = { ...client, ...(await newClient(primary, elsewhere.baseUrl, { agreement: client.agreement })) }
    await eventually(isUsed)
    await eventually(async () => (await counted())[0] === made)
    told.length = 0
    await replay('pause')
    const count = await makeOne(there)
    await eventually(async () => (await counted())[0] === count)
    await eventually(() => !isUsed())
    expect(await health()).toEqual({ status: 'ok', standby: 'not used', standbyReason: 'it lags more than 3 s' })
    expect(await counted()).toEqual(all(count))
    await eventually(() => toldOnce().at(-1) === 'it lags more than 3 s')
    await replay('resume')
    await eventually(() => toldOnce().at(-1) === 'used')
    await elsewhere.app.close()
  },
)

paired('a grant that is revoked opens no list of the standby either', async () => {
  await eventually(isUsed)
  await replay('pause')
  await primary.rows('UPDATE access_grant SET revoked_at = now() WHERE agreement = $1 AND app = $2', [
    client.agreement,
    client.app,
  ])
  await eventually(async () => (await client.get(`${DEPARTMENTS}/count`)).status === 401)
  await primary.rows('UPDATE access_grant SET revoked_at = NULL WHERE agreement = $1', [client.agreement])
  await eventually(async () => (await client.get(`${DEPARTMENTS}/count`)).status === 200)
  await replay('resume')
})

paired('books are verified on a standby; what writes says that it is one', async () => {
  const environment = { DATABASE_URL: pair.servers[1].url, DAYBOOK_SECRET_KEY: testKey.secretKey.toString('hex') }
  await eventually(isUsed)
  expect(await answerOf(['verify'], { environment })).toEqual({ ok: true, entries: 0 })
  const [refused, app, sandbox] = await Promise.all([
    command(['serve'], { environment }),
    command(['app', 'create', '--name', 'A'], { environment }),
    // Its first statement reads a table that is not logged, and so not on the standby.
    command(['sandbox'], { environment }),
  ])
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^daybook: The database at .* is a standby, which takes no writes/),
  ])
  for (const { code, stderr } of [app, sandbox])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^daybook: The database at .* this command writes/)])
  const metricsPort = await freePort()
  const more = {
    DATABASE_URL: pair.servers[0].url,
    DATABASE_READ_URL: pair.servers[1].url,
    DAYBOOK_METRICS_PORT: String(metricsPort),
  }
  const program = await serve({ environment: { ...environment, ...more } })
  const at = async (address: string): Promise<string> => (await fetch(address)).text()
  await untilPasses(async () => {
    expect(await at(`${program.url}/health`)).toBe('{"status":"ok","standby":"used"}')
    const metrics = await at(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(metrics).toMatch(/^daybook_standby_used 1\n(.*\n)*daybook_standby_lag_seconds [\d.]+\n/m)
    expect(metrics).toMatch(/^daybook_list_reads_total\{server="standby"\} 0$/m)
  })
  const second = await command(['serve'], { environment: { ...environment, ...more, PORT: new URL(program.url).port } })
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('is taken')])
  program.child.kill('SIGTERM')
  expect((await program.ended).code).toBe(0)
  await primary.rows(`INSERT INTO migration (file) VALUES ('0000_not_there_yet')`)
  await primary.rows(`DELETE FROM migration WHERE file LIKE '0199%'`)
  await eventually(async () => (await copy.rows(`SELECT 1 FROM migration WHERE file LIKE '0199%'`)).length === 0)
  const older = await command(['verify'], { environment })
  expect([older.code, older.stderr]).toEqual([1, expect.stringContaining('it has to be brought up to date, there')])
})

paired(
  'without the standby the primary answers every request, says so once, and leaves them to it when it is back',
  async () => {
    await eventually(isUsed)
    told.length = 0
    await pair.stop(pair.servers[1])
    for (let round = 0; round < 20; round++) expect(await counted()).toEqual(all(made))
    await eventually(() => !isUsed())
    expect(toldOnce().at(-1)).toMatch(/^it (cannot be reached|failed): |^it lags/)
    await pair.start(pair.servers[1])
    await eventually(isUsed)
    expect(toldOnce().at(-1)).toBe('used')
    await eventually(async () => {
      const before = standby.state.reads.standby
      expect(await counted()).toEqual(all(made))
      return standby.state.reads.standby === before + 3
    })
  },
)

paired('a server that is no standby of the primary is not used', async () => {
  const reasons: string[] = []
  const itself = new Standby(primary, primary, LAG_MILLISECONDS, (_isUsed, reason) => reasons.push(reason!))
  await itself.look()
  expect(reasons).toEqual(['the server there is no standby'])
  expect(itself.state).toMatchObject({ isUsed: false, lagMilliseconds: undefined })
})
