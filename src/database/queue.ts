import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { DatabaseAddress } from './connection.ts'

/** Opens the job queue's own pool: the queue library brings its own driver. Connects on first use. */
export function openQueuePool(address: DatabaseAddress, connections: number): pg.Pool {
  const where =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketDirectory, port: address.port, user: address.user, database: address.database }
  return new pg.Pool({ ...where, max: connections, application_name: 'daybook queue', connectionTimeoutMillis: 10_000 })
}

/** Brings the job queue's schema, `graphile_worker`, to the version of the library. */
export async function migrateQueue(address: DatabaseAddress): Promise<void> {
  const pgPool = openQueuePool(address, 1)
  // A connection that breaks while idle is told of here; what it was used for fails by itself.
  pgPool.on('error', () => {})
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}
