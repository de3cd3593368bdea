import { once } from 'node:events'
import { accessSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { chooseAccount, launch } from '../../src/database/embedded-account.ts'
import { programsIn } from '../../src/database/embedded-binaries.ts'
import {
  type Cluster,
  CLUSTER_ROLES,
  initialise,
  serverSettings,
  startServer,
} from '../../src/database/embedded-cluster.ts'
import { freePort } from '../database/server.ts'
import { temporaryRoot } from '../database/temporary.ts'
import { eventually } from '../process/program.ts'

/** Debian's place of PostgreSQL's own programs: the embedded one comes without pg_basebackup. */
const INSTALLATION = process.env.POSTGRESQL ?? '/usr/lib/postgresql/15'
const BACKUP = join(INSTALLATION, 'bin', 'pg_basebackup')

const isThere = ((): boolean => {
  try {
    accessSync(BACKUP)
    return true
  } catch {
    return false
  }
})()

interface Server {
  cluster: Cluster
  port: number
  child?: Awaited<ReturnType<typeof startServer>>
}

let directory: string
const servers: Server[] = []

beforeAll(async () => {
  if (!isThere) return
  directory = await mkdtemp(join(temporaryRoot(), 'daybook-failover-'))
  const account = await chooseAccount(join(directory, 'one'))
  if (account.identity) await chown(directory, account.identity.uid, account.identity.gid)
  for (const name of ['one', 'two']) {
    const files = { directory: join(directory, name), logFile: join(directory, `${name}.log`) }
    servers.push({ cluster: { ...files, account, binaries: programsIn(INSTALLATION) }, port: await freePort() })
  }
  const [one, two] = servers as [Server, Server]
  await initialise(one.cluster, false)
  const trusted = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 trust\n`)
  await writeFile(join(one.cluster.directory, 'pg_hba.conf'), trusted.join(''))
  await start(one)
  const copy = [
    '-D',
    two.cluster.directory,
    '-h',
    '127.0.0.1',
    '-p',
    String(one.port),
    '-U',
    CLUSTER_ROLES.superuser,
    '-R',
    '-c',
    'fast',
  ]
  const [code] = (await once(launch(account, BACKUP, copy, { stdio: 'ignore' }), 'exit')) as [number | null]
  expect(code).toBe(0)
  await start(two)
})
afterAll(async () => {
  for (const { child } of servers) if (child) await stop(child)
  if (directory) await rm(directory, { recursive: true, force: true })
})

async function start(server: Server): Promise<void> {
  server.child = await startServer(server.cluster, {
    ...serverSettings(40),
    ...{ fsync: 'off', wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' },
    ...{ listen_addresses: '127.0.0.1', port: String(server.port), unix_socket_directories: '' },
  })
  const database = openDatabase({ url: `postgres://${CLUSTER_ROLES.superuser}@127.0.0.1:${server.port}/postgres` }, 1)
  await eventually(() =>
    database.rows('SELECT 1').then(
      () => true,
      () => false,
    ),
  )
  await database.close()
}

async function stop(child: NonNullable<Server['child']>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const exit = once(child, 'exit')
  child.kill('SIGQUIT')
  await exit
}

const urlOf = (...ports: number[]): string =>
  `postgres://${CLUSTER_ROLES.superuser}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`

test.skipIf(!isThere)(
  'writes find the server that takes them, also after it is another, and nothing that was answered is lost',
  async () => {
    const [one, two] = servers as [Server, Server]
    // The standby is named first: connections must not stay there.
    const database = openDatabase({ url: urlOf(two.port, one.port) }, 3, { wide: 5_000, other: 5_000 })
    const direct = openDatabase({ url: `postgres://${CLUSTER_ROLES.superuser}@127.0.0.1:${two.port}/postgres` }, 1)
    await database.rows('CREATE TABLE noted (number int PRIMARY KEY)')
    const kept: number[] = []
    let number = 0
    const write = async (): Promise<boolean> => {
      number += 1
      const mine = number
      return await database.rows('INSERT INTO noted (number) VALUES ($1)', [mine]).then(
        () => kept.push(mine) > 0,
        () => false,
      )
    }
    for (let count = 0; count < 20; count++) expect(await write()).toBe(true)
    await eventually(async () => {
      const [row] = await direct.rows<{ count: number }>('SELECT count(*)::int AS count FROM noted').catch(() => [])
      return row?.count === 20
    })
    await stop(one.child!)
    expect(await write()).toBe(false)
    await expect(database.check()).rejects.toThrow()
    await direct.rows('SELECT pg_promote(true)')
    await eventually(write)
    for (let count = 0; count < 20; count++) expect(await write()).toBe(true)
    // The connection that asks finds the way by itself, and may try the one that is gone first.
    await eventually(() =>
      database.check().then(
        () => true,
        () => false,
      ),
    )
    const found = await direct.rows<{ number: number }>('SELECT number FROM noted ORDER BY number')
    expect(found.map((row) => row.number)).toEqual(kept)
    await Promise.all([database.close(), direct.close()])
  },
)

test.skipIf(!isThere)(
  'writes that wait for a standby which is gone are told as such, and reads are answered',
  async () => {
    const [, two] = servers as [Server, Server]
    const url = `postgres://${CLUSTER_ROLES.superuser}@127.0.0.1:${two.port}/postgres`
    const database = openDatabase({ url }, 3, { wide: 60_000, other: 60_000 })
    const direct = openDatabase({ url }, 1)
    const waitFor = async (standby: string): Promise<void> => {
      await direct.rows(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
      await direct.rows('SELECT pg_reload_conf()')
      await eventually(async () => {
        const [row] = await direct.rows<{ names: string }>(
          `SELECT current_setting('synchronous_standby_names') AS names`,
        )
        return row!.names === standby
      })
    }
    await database.check()
    await direct.rows('SET synchronous_commit = local')
    await waitFor('gone')
    const written = database.rows('CREATE TABLE waited (number int)')
    const told = (): Promise<string> =>
      database.check().then(
        () => '',
        (error: Error & { code: string }) => error.code,
      )
    await eventually(async () => (await told()) === 'WRITES_HANG')
    expect(await database.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await waitFor('')
    await written
    await eventually(async () => (await told()) === '')
    await Promise.all([database.close(), direct.close()])
  },
)
