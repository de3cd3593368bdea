import { openDatabase } from '../../src/database/connection.ts'

/** Runs a statement in a server's maintenance database. */
export async function onServer(url: string, statement: string): Promise<void> {
  const maintenance = openDatabase({ url }, 1)
  try {
    await maintenance.rows(statement)
  } finally {
    await maintenance.close()
  }
}

/** Has nobody in a database on any of its servers, not even the servers themselves, so that it can be copied. */
export async function nobodyIn(database: string, servers: readonly string[]): Promise<void> {
  for (const server of servers) {
    await onServer(server, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    await onServer(
      server,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}' ORDER BY backend_type = 'client backend'`,
    )
  }
}
