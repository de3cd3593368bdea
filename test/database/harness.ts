import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { fillAgreement } from '../../src/templates/templates.ts'
import { MODULES } from '../../src/access/roles.ts'
import { nobodyIn, onServer } from './servers.ts'
import { asTestsUse } from './spread.ts'
import { SERVICE_ROLE } from './service-role.ts'

/** A database of one test's own. */
export interface TestDatabase {
  database: Database
  /** The same, that a service is given. */
  own: Database
  /** Usable as DATABASE_URL. */
  url: string
  /** The same for the role of a service, which can change neither booked entries nor tables. */
  serviceUrl: string
  /** Closes the pool and drops the database, whoever is still connected. */
  drop(): Promise<void>
}

/** A fresh copy of the migrated, empty database. Every caller drops its own when done. */
export async function testDatabase(): Promise<TestDatabase> {
  return await create(inject('databaseTemplate'))
}

/** A fresh copy of a database. Closes the pool of the original: nobody may be connected to it. */
export async function copyOf(original: TestDatabase): Promise<TestDatabase> {
  await original.database.close()
  if (inject('databaseWorkers').length > 0) await nobodyIn(nameOf(original), everyServer())
  return await create(nameOf(original))
}

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1)

/** The agreement in a `companyDatabase`. */
export const COMPANY = 90_000
/** The day that it was made on: all of its story but the last weeks of the year. */
export const COMPANY_DAY = '2026-11-26'

/**
 * A fresh copy of a database with one agreement, COMPANY: the demo company as it was made on COMPANY_DAY. Tests may
 * work on it. The first caller fills the original, which takes as long as all its copies.
 */
export async function companyDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const filled = `${inject('databaseTemplate')}_company`
  const maintenance = openDatabase({ url: server }, 1)
  try {
    await maintenance.transaction(async (transaction) => {
      await transaction.rows('SELECT pg_advisory_xact_lock($1)', [COMPANY])
      const known = await transaction.rows('SELECT FROM pg_database WHERE datname = $1', [filled])
      if (known.length === 0) await fillCompany(filled)
    })
  } finally {
    await maintenance.close()
  }
  return await create(filled)
}

/** Leaves the database whole under this name, or not at all. */
async function fillCompany(filled: string): Promise<void> {
  const made = await testDatabase()
  await made.own.at(COMPANY).transaction(async (transaction) => {
    await transaction.rows(
      `INSERT INTO agreement (agreement, name, modules) VALUES ($1, 'Company', ARRAY(SELECT json_array_elements_text($2::json)))`,
      [COMPANY, JSON.stringify(MODULES)],
    )
    await fillAgreement(transaction, COMPANY, 'demo', COMPANY_DAY)
  })
  await made.database.close()
  if (inject('databaseWorkers').length > 0) await nobodyIn(nameOf(made), everyServer())
  for (const server of everyServer()) await onServer(server, `ALTER DATABASE ${nameOf(made)} RENAME TO ${filled}`)
}

/** A database without any table, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return await create('template0')
}

const everyServer = (): string[] => [...inject('databaseWorkers'), inject('databaseServer')]

async function create(template: string): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `${inject('databaseTemplate')}_${randomBytes(6).toString('hex')}`
  // A spread database is copied on each of its servers, last on the one that knows the others.
  const servers = everyServer()
  // Copying files takes a fifth of the processor time that copying through the log takes.
  for (const one of servers) await onServer(one, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const target = new URL(server)
  target.pathname = `/${name}`
  target.host = inject('databaseWay')
  const asService = new URL(target)
  Object.assign(asService, { username: SERVICE_ROLE, password: SERVICE_ROLE })
  const database = openDatabase({ url: target.href }, 10)
  return {
    database: asTestsUse(database),
    own: database,
    url: target.href,
    serviceUrl: asService.href,
    async drop() {
      await database.close()
      for (const one of servers.toReversed()) await onServer(one, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
