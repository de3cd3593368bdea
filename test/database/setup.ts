import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { currentProgram } from '../../build/program.js'
import { openDatabase } from '../../src/database/connection.ts'
import { distribute } from '../../src/database/distribution/distribute.ts'
import { migrate, ownSchema } from '../../src/database/migrate.ts'
import { SERVICE_ROLE } from './service-role.ts'
import { forgetProvoked } from '../errors/record.ts'
import { type TestServer, throwawayServer } from './server.ts'
import { temporaryRoot } from './temporary.ts'
import { inDatabase, join as joinServers, nobodyIn } from './servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A URL of the server's maintenance database. */
    databaseServer: string
    /** Where tests reach the databases of the server: its own host and port, or those of a pooler before it. */
    databaseWay: string
    /** The maintenance databases of the servers that rows are spread over, where they are. */
    databaseWorkers: string[]
    /** The migrated database that every test database is a copy of. */
    databaseTemplate: string
    /** The compiled program of parsers, from the sources as they are. */
    parserProgram: string
    /** Where the data directories are kept that tests copy. */
    madeDirectories: string
  }
}

/**
 * Gives the tests a server (DATABASE_URL's, or a throwaway one of their own) and a migrated template database in it;
 * afterwards removes both, with every database the tests left.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  forgetProvoked()
  const server: Pick<TestServer, 'url' | 'stop'> = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await throwawayServer()
  const workers = (process.env.DAYBOOK_TEST_WORKERS ?? '').split(' ').filter((url) => url !== '')
  const template = process.env.DAYBOOK_TEST_TEMPLATE ?? `daybook_test_${process.pid}_${Date.now().toString(36)}`
  try {
    if (!process.env.DAYBOOK_TEST_TEMPLATE)
      await (workers.length > 0 ? spreadTemplate(server.url, workers, template) : buildTemplate(server.url, template))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('databaseServer', server.url)
  project.provide('databaseWay', process.env.DAYBOOK_TEST_POOLER ?? new URL(server.url).host)
  project.provide('databaseWorkers', workers)
  project.provide('databaseTemplate', template)
  const made = await mkdtemp(join(temporaryRoot(), 'daybook-made-'))
  await chmod(made, 0o711)
  project.provide('madeDirectories', made)
  const provideParsers = async (): Promise<void> => {
    const given = process.env.DAYBOOK_TEST_PARSER
    project.provide('parserProgram', given ?? join(dirname(await currentProgram()), 'parser.js'))
  }
  await provideParsers()
  project.onTestsRerun(provideParsers)
  return async () => {
    for (const url of [server.url, ...workers]) await dropAll(url, template)
    await server.stop()
    await rm(made, { recursive: true, force: true })
  }
}

async function buildTemplate(url: string, template: string): Promise<void> {
  await emptyTemplate(url, template)
  const database = openDatabase({ url: inDatabase(url, template) }, 2)
  try {
    await migrate(database, SERVICE_ROLE)
  } finally {
    await database.close()
  }
}

async function emptyTemplate(url: string, template: string): Promise<void> {
  const maintenance = openDatabase({ url }, 1)
  const [known] = await maintenance.rows('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE])
  if (!known) await maintenance.rows(`CREATE ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${SERVICE_ROLE}'`)
  await maintenance.rows(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`)
  await maintenance.close()
}

/**
 * The same, spread over workers by Citus as `daybook distribute` does it. Has two shards, because shards take time to
 * make.
 */
async function spreadTemplate(url: string, workers: readonly string[], template: string): Promise<void> {
  for (const server of [...workers, url]) await emptyTemplate(server, template)
  await joinServers(template, url, workers)
  const database = openDatabase({ url: inDatabase(url, template) }, 2)
  try {
    await migrate(database, SERVICE_ROLE)
    await distribute(database, (await ownSchema()).routines, TEST_SHARDS)
  } finally {
    await database.close()
  }
  await nobodyIn(template, [url, ...workers])
}

const TEST_SHARDS = 2

async function dropAll(url: string, template: string): Promise<void> {
  const maintenance = openDatabase({ url }, 1)
  const left = await maintenance.rows<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [process.env.DAYBOOK_TEST_TEMPLATE ? `${template}_` : template],
  )
  for (const { name } of left) await maintenance.rows(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await maintenance.close()
}
