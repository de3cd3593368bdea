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

/** The URL of a server's database. */
export function inDatabase(url: string, database: string): string {
  const target = new URL(url)
  target.pathname = `/${database}`
  return target.href
}

/** Makes one of a database that is there on each server: with Citus in it, the first knowing of the others. */
export async function join(database: string, coordinator: string, workers: readonly string[]): Promise<void> {
  for (const server of [...workers, coordinator]) await onServer(inDatabase(server, database), 'CREATE EXTENSION citus')
  const address = (url: string): string => `'${new URL(url).hostname}', ${new URL(url).port}`
  const first = inDatabase(coordinator, database)
  await onServer(first, `SELECT citus_set_coordinator_host(${address(coordinator)})`)
  for (const worker of workers) await onServer(first, `SELECT citus_add_node(${address(worker)})`)
}

/**
 * Closes a database to all connections on each of its servers, those of the servers themselves included, so that it can
 * be copied.
 */
export async function nobodyIn(database: string, servers: readonly string[]): Promise<void> {
  for (const server of servers) {
    await onServer(server, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    await onServer(
      server,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}' ORDER BY backend_type = 'client backend'`,
    )
  }
}
