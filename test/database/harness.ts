import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { SERVICE_ROLE } from './service-role.ts'

/** A database of one test's own. */
export interface TestDatabase {
  database: Database
  /** Usable as DATABASE_URL. */
  url: string
  /** The same for the role of a service, which can neither change what is booked nor the tables. */
  serviceUrl: string
  /** Closes the pool and drops the database, whoever is still connected. */
  drop(): Promise<void>
}

/** A fresh copy of the migrated, empty database. Every caller drops its own when done. */
export async function testDatabase(): Promise<TestDatabase> {
  return await create(inject('databaseTemplate'))
}

/** A fresh copy of a database, whose own pool is closed by this: nobody may be connected to it. */
export async function copyOf(original: TestDatabase): Promise<TestDatabase> {
  await original.database.close()
  return await create(new URL(original.url).pathname.slice(1))
}

/** A database without any table, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return await create('template0')
}

async function create(template: string): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `${inject('databaseTemplate')}_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const target = new URL(server)
  target.pathname = `/${name}`
  target.host = inject('databaseWay')
  const asService = new URL(target)
  Object.assign(asService, { username: SERVICE_ROLE, password: SERVICE_ROLE })
  const database = openDatabase({ url: target.href }, 10)
  return {
    database,
    url: target.href,
    serviceUrl: asService.href,
    async drop() {
      await database.close()
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const maintenance = openDatabase({ url }, 1)
  try {
    await maintenance.rows(statement)
  } finally {
    await maintenance.close()
  }
}
