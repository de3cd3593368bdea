import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../database/connection.ts'
import { Standby } from '../database/health/standby.ts'
import { requestConnections, STATEMENT_TIME } from './store.ts'

/** What a process has of the standby that DATABASE_READ_URL names, and what ends it; undefined where there is none. */
export function openStandby({
  database,
  config,
  log,
}: {
  database: Database
  config: Config
  log: Logger
}): { standby: Standby; close(): Promise<void> } | undefined {
  if (config.databaseReadUrl === undefined) return undefined
  const pool = openDatabase({ url: config.databaseReadUrl }, requestConnections(config), STATEMENT_TIME, 'reads')
  const standby = new Standby(database, pool, config.readLagSeconds * 1000, (isUsed, reason) => {
    if (isUsed) log.info('the standby of DATABASE_READ_URL answers lists and reports')
    else log.warn({ reason }, 'the standby of DATABASE_READ_URL is not used: the primary answers')
  })
  standby.watch()
  return {
    standby,
    async close() {
      await standby.close()
      await pool.close()
    },
  }
}
