import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Ground } from '../ground.ts'

/** A table as the server counts it. */
export interface Table {
  name: string
  /** With what is kept apart of long values. */
  bytes: number
  indexBytes: number
  live: number
  dead: number
  inserted: number
  updated: number
  /** Updates that no index noticed. */
  hot: number
  deleted: number
  vacuums: number
  /** Of all vacuums so far. */
  vacuumMilliseconds: number
}

/** Statements alike, by what they do to which table. */
export interface StatementKind {
  name: string
  calls: number
  milliseconds: number
}

/** What is true of the whole database at a moment. */
export interface Totals {
  walBytes: number
  commits: number
  deadlocks: number
}

/** What sessions waited for, over many looks. */
export interface Waits {
  looks: number
  /** Sessions at work or waiting, all looks together. */
  active: number
  /** By what they waited for: `Lock, transactionid: UPDATE counter`. */
  waiting: Map<string, number>
}

/** The role of the service in its embedded cluster. */
export const SERVICE = 'daybook'
const LOOK_MILLISECONDS = 100
const EXTENSIONS = 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements'
const SETTINGS = { shared_preload_libraries: 'pg_stat_statements', log_lock_waits: 'on' }

const TABLES = `
  SELECT s.relname AS name, pg_table_size(s.relid)::float8 AS bytes, pg_indexes_size(s.relid)::float8 AS "indexBytes",
    s.n_live_tup::float8 AS live, s.n_dead_tup::float8 AS dead, s.n_tup_ins::float8 AS inserted, s.n_tup_upd::float8 AS updated,
    s.n_tup_hot_upd::float8 AS hot, s.n_tup_del::float8 AS deleted, s.autovacuum_count::float8 AS vacuums,
    s.total_autovacuum_time AS "vacuumMilliseconds"
  FROM pg_stat_user_tables s WHERE s.schemaname = current_schema()`
const TOTALS = `
  SELECT w.wal_bytes::float8 AS "walBytes", d.xact_commit::float8 AS commits, d.deadlocks::float8 AS deadlocks
  FROM pg_stat_wal w, pg_stat_database d WHERE d.datname = current_database()`
const STATEMENTS = `
  SELECT s.query, s.calls::float8 AS calls, s.total_exec_time AS milliseconds
  FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database()
  WHERE s.userid = '${SERVICE}'::regrole`
const SESSIONS = `
  SELECT a.wait_event_type AS type, a.wait_event AS event, left(a.query, 4000) AS query FROM pg_stat_activity a
  WHERE a.backend_type = 'client backend' AND a.state <> 'idle' AND a.datname = current_database() AND a.usename = '${SERVICE}'`

/** Sets up the server for watching; what needs a restart counts from the next start on. */
export async function prepareWatching({ superuser }: Ground): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS)) await superuser.query(`ALTER SYSTEM SET ${name} = '${value}'`)
}

/** Counts statements anew. */
export async function countStatements({ superuser }: Ground): Promise<void> {
  await superuser.query(EXTENSIONS)
  await superuser.query('SELECT pg_stat_statements_reset()')
}

export async function tablesOf({ superuser }: Ground): Promise<Table[]> {
  return (await superuser.query<Table>(TABLES)).rows
}

export async function totalsOf({ superuser }: Ground): Promise<Totals> {
  return (await superuser.query<Totals>(TOTALS)).rows[0]!
}

/** The statements of the service since they were last counted anew, those that took longest first. */
export async function statementsOf({ superuser }: Ground): Promise<StatementKind[]> {
  const { rows } = await superuser.query<{ query: string; calls: number; milliseconds: number }>(STATEMENTS)
  const kinds = new Map<string, StatementKind>()
  for (const { query, calls, milliseconds } of rows) {
    const name = nameOf(query)
    const kind = kinds.get(name) ?? { name, calls: 0, milliseconds: 0 }
    kinds.set(name, { name, calls: kind.calls + calls, milliseconds: kind.milliseconds + milliseconds })
  }
  return [...kinds.values()].sort((left, right) => right.milliseconds - left.milliseconds)
}

/** What a statement does, to which table: what it writes, or else what it reads first. */
function nameOf(query: string): string {
  const text = query.replaceAll(/\bFOR (NO KEY )?UPDATE\b( OF \w+)?/g, '')
  const called = /^\s*SELECT\s+(\w+\()/.exec(text)
  if (called) return `SELECT ${called[1]}…)`
  const written = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(text)
  if (written) return `${written[1]} ${written[2]}`
  const read = /\bFROM\s+(?:ONLY\s+)?(\w+)/.exec(text)
  const locks = text === query ? '' : ', locked'
  return read ? `SELECT FROM ${read[1]}${locks}` : text.trim().split(/\s+/).slice(0, 2).join(' ')
}

/** How often the server's log tells of a wait for a lock that lasted a second. */
export async function countLongWaits({ directory }: Ground): Promise<number> {
  const log = await readFile(join(directory, 'data', 'postgres.log'), 'utf8')
  return log.split('still waiting for').length - 1
}

/** Looks at the sessions of the service ten times a second. @returns what ends it and tells what was seen. */
export async function lookOn({ superuser }: Ground): Promise<() => Promise<Waits>> {
  const client = await superuser.connect()
  const waits: Waits = { looks: 0, active: 0, waiting: new Map() }
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ type: string | null; event: string | null; query: string }>(SESSIONS)
      waits.looks += 1
      waits.active += rows.length
      for (const { type, event, query } of rows) {
        if (type === null) continue
        const what = type === 'Lock' ? `${type}, ${event}: ${nameOf(query)}` : `${type}, ${event}`
        waits.waiting.set(what, (waits.waiting.get(what) ?? 0) + 1)
      }
      await delay(LOOK_MILLISECONDS)
    }
  })()
  // Thrown where it ends; until then this prevents an unhandled rejection.
  looking.catch(() => {})
  return async () => {
    isOver = true
    await looking.finally(() => client.release())
    return waits
  }
}
