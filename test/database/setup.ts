import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/database/connection.ts'
import { chooseAccount } from '../../src/database/embedded-account.ts'
import { findBinaries } from '../../src/database/embedded-binaries.ts'
import { reachableBinaries } from '../../src/database/embedded-copy.ts'
import type { Cluster } from '../../src/database/embedded-cluster.ts'
import { CLUSTER_ROLES, initialise, serverSettings, startServer } from '../../src/database/embedded-cluster.ts'
import { migrate } from '../../src/database/migrate.ts'
import { SERVICE_ROLE } from './service-role.ts'
import { forgetProvoked } from '../errors/record.ts'
import { temporaryRoot } from './temporary.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A URL of the server's maintenance database. */
    databaseServer: string
    /** The migrated database that every test database is a copy of. */
    databaseTemplate: string
  }
}

const START_SECONDS = 60

/**
 * Gives the tests a server (DATABASE_URL's, or a throwaway one of their own) and a migrated template database in it;
 * afterwards removes both, with every database the tests left.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  forgetProvoked()
  const server = process.env.DATABASE_URL ? { url: process.env.DATABASE_URL, stop: async () => {} } : await throwaway()
  const template = `daybook_test_${process.pid}_${Date.now().toString(36)}`
  try {
    await buildTemplate(server.url, template)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('databaseServer', server.url)
  project.provide('databaseTemplate', template)
  return async () => {
    await dropAll(server.url, template)
    await server.stop()
  }
}

async function buildTemplate(url: string, template: string): Promise<void> {
  const maintenance = openDatabase({ url }, 1)
  const [known] = await maintenance.rows('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE])
  if (!known) await maintenance.rows(`CREATE ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${SERVICE_ROLE}'`)
  await maintenance.rows(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`)
  await maintenance.close()
  const target = new URL(url)
  target.pathname = `/${template}`
  const database = openDatabase({ url: target.href }, 2)
  try {
    await migrate(database, SERVICE_ROLE)
  } finally {
    await database.close()
  }
}

async function dropAll(url: string, template: string): Promise<void> {
  const maintenance = openDatabase({ url }, 1)
  const left = await maintenance.rows<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [template],
  )
  for (const { name } of left) await maintenance.rows(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await maintenance.close()
}

/** A server in a temporary directory that forgets everything: no flushing to the disk. */
async function throwaway(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(temporaryRoot(), 'daybook-test-'))
  try {
    return await startIn(directory)
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

async function startIn(directory: string): Promise<{ url: string; stop(): Promise<void> }> {
  const account = await chooseAccount(join(directory, 'postgres'))
  const binaries = await reachableBinaries(await findBinaries(), account)
  if (account.identity) await chown(directory, account.identity.uid, account.identity.gid)
  const cluster: Cluster = {
    directory: join(directory, 'postgres'),
    logFile: join(directory, 'log'),
    account,
    binaries,
  }
  await initialise(cluster, false)
  await writeFile(join(cluster.directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  const port = await freePort()
  const child = await startServer(cluster, {
    ...serverSettings(300),
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  })
  const url = `postgres://${CLUSTER_ROLES.superuser}@127.0.0.1:${port}/postgres`
  const stop = async () => {
    const end = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.ref()
    child.kill('SIGQUIT')
    await end
    await rm(directory, { recursive: true, force: true })
  }
  const deadline = Date.now() + START_SECONDS * 1000
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      const log = await readFile(cluster.logFile, 'utf8')
      await stop()
      throw new Error(`The test database did not start:\n${log}`)
    }
    await delay(50)
  }
  return { url, stop }
}

async function answers(url: string): Promise<boolean> {
  const database = openDatabase({ url }, 1)
  return await database
    .rows('SELECT 1')
    .then(
      () => true,
      () => false,
    )
    .finally(() => database.close())
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
