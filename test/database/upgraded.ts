import { expect } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { migrate } from '../../src/database/migrate.ts'
import { catalogueLines } from './catalogue-lines.ts'
import { testDatabase } from './harness.ts'
import { SERVICE_ROLE } from './service-role.ts'

/**
 * Migrates a database of a program of before: afterwards it is as a new one.
 * @param before makes a new database as that program had it, with rows. What these name may be left out.
 * @param files the migrations that it lacks, which run in this order.
 * @param look looks at the rows afterwards.
 */
export async function upgraded(
  before: string,
  files: readonly string[],
  look: (database: Database) => Promise<void>,
): Promise<void> {
  const { database, drop } = await testDatabase()
  try {
    const made = await catalogueLines(database)
    await database.transaction((transaction) =>
      transaction.script(`SET LOCAL session_replication_role = replica; ${before}`),
    )
    expect(await migrate(database, SERVICE_ROLE)).toEqual(files)
    await look(database)
    expect(await catalogueLines(database)).toEqual(made)
  } finally {
    await drop()
  }
}
