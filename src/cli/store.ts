import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database, DatabaseAddress } from '../database/connection.ts'
import { openDatabase } from '../database/connection.ts'
import { distributionState } from '../database/distribution/state.ts'
import { type EmbeddedOptions, openEmbedded } from '../database/embedded/embedded.ts'
import { isMigrated, migrate } from '../database/migrate.ts'
import { READ_ONLY } from '../database/pool/refusals.ts'
import { serversOf } from '../database/driver/hosts.ts'
import {
  CONNECTIONS_APART,
  CONNECTIONS_OF_COMMAND,
  CONNECTIONS_OF_PRIMARY,
  READ_MILLISECONDS_MAX,
  WRITE_MILLISECONDS_MAX,
} from '../limits.ts'
import { endInTime, exitBy, onEndSignals, StartError } from './command.ts'

/** The database as a program has it: embedded or DATABASE_URL's, with the newest schema. */
export interface Store {
  database: Database
  address: DatabaseAddress
  /** The migrations that were made when it was opened. */
  migrated: readonly string[]
  /** Ends the program's connections, and the embedded server when nobody else uses it. */
  close(): Promise<void>
}

/** INSUFFICIENT_PRIVILEGE. */
const MAY_NOT = '42501'
const OLDEST_SERVER = 150_000
/** How long a statement of the service may take. */
export const STATEMENT_TIME = { wide: READ_MILLISECONDS_MAX, other: WRITE_MILLISECONDS_MAX }

/** Connections for the requests of each serving process: its share of the service's, without those it has apart. */
export function requestConnections({ databaseConnections, workers }: Config): number {
  const shared = workers > 1 ? databaseConnections - CONNECTIONS_OF_PRIMARY : databaseConnections
  return Math.floor(shared / workers) - CONNECTIONS_APART
}

/**
 * Opens the database and brings its schema to the newest version.
 * @param role `serve` excludes a second service on the same data directory.
 * @param onLost called when an embedded database cannot be kept running.
 * @param isThrowaway whether an embedded database need not survive a crash of the machine.
 */
export async function openStore(
  config: Config,
  role: 'serve' | 'command',
  log: Pick<Logger, 'info' | 'error'>,
  onLost: (error: Error) => void,
  isThrowaway = false,
): Promise<Store> {
  const connections =
    role === 'command' ? CONNECTIONS_OF_COMMAND : config.workers === 1 ? requestConnections(config) : 1
  const place = await reach(config, {
    role,
    log: { info: (message) => log.info(message), error: (message) => log.error(message) },
    onLost,
    isThrowaway,
  })
  const { address } = place
  const database = openDatabase(address, connections, role === 'serve' ? STATEMENT_TIME : undefined)
  const close = async () => {
    await database.close()
    await place.close()
  }
  const store = await ready(config, { database, address, close }, log, place.owner, role === 'serve')
  if (role === 'serve' && config.databaseUrl !== undefined) await tellRights(database, log)
  return store
}

/** Where the database is reached, by the service's role and by the owner of the tables where that is another. */
interface Place {
  address: DatabaseAddress
  owner: DatabaseAddress | undefined
  /** Ends the embedded server when nobody else uses it. */
  close(): Promise<void>
}

/** That of DATABASE_URL; or the embedded server, running. */
async function reach(config: Config, options: Omit<EmbeddedOptions, 'connections'>): Promise<Place> {
  const { databaseUrl, databaseOwnerUrl } = config
  if (databaseUrl !== undefined) {
    const owner = databaseOwnerUrl === undefined ? undefined : { url: databaseOwnerUrl }
    return { address: { url: databaseUrl }, owner, close: async () => {} }
  }
  const connections = config.databaseConnections + 2 * CONNECTIONS_OF_COMMAND + 1
  return await openEmbedded(config.dataDirectory, { ...options, connections })
}

/** A database as it is, whatever its schema. */
export interface BareStore {
  /** As the service's role. */
  database: Database
  address: DatabaseAddress
  /** As the owner of the tables. */
  owner: Database
  /** The service's role, where it is another than the owner. */
  service: string | undefined
  close(): Promise<void>
}

/** Opens the database for a command without bringing its schema up to date. The caller closes it. */
export async function openBareStore(config: Config): Promise<BareStore> {
  const { databaseUrl } = config
  const place = await reach(config, SILENT)
  const database = openDatabase(place.address, CONNECTIONS_OF_COMMAND)
  const owner = place.owner ? openDatabase(place.owner, CONNECTIONS_OF_OWNER) : database
  const close = async () => {
    await Promise.all([database.close(), owner.close()])
    await place.close()
  }
  try {
    if (databaseUrl !== undefined) await checkServer(database, serversOf(databaseUrl))
    const [named] = place.owner ? await database.rows<{ name: string }>('SELECT current_user AS name') : []
    return { database, address: place.address, owner, service: named?.name, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** One for all agreements, and one where an agreement is (`inTransactions`). */
const CONNECTIONS_OF_OWNER = 2

const SILENT = {
  role: 'command',
  log: { info: () => {}, error: (message: string) => void process.stderr.write(`${message}\n`) },
  onLost: () => {},
} as const

async function ready(
  config: Config,
  store: Omit<Store, 'migrated'>,
  log: Pick<Logger, 'info'>,
  owner: DatabaseAddress | undefined,
  isServing: boolean,
): Promise<Store> {
  try {
    let isStandby = false
    if (config.databaseUrl !== undefined) {
      isStandby = await checkServer(store.database, serversOf(config.databaseUrl))
      if (isStandby && isServing) throw new StartError(onStandby(config.databaseUrl, 'the service writes'))
      const { isPooled, keepsNames } = await store.database.endpoint()
      if (isPooled)
        log.info(`the database is behind a pooler that keeps ${keepsNames ? 'prepared' : 'no prepared'} statements`)
    }
    if (store.database.isSpread()) await tellDistribution(store.database, log)
    if (await isMigrated(store.database)) return { ...store, migrated: [] }
    if (isStandby) throw new StartError(onStandby(config.databaseUrl!, 'it has to be brought up to date, there'))
    return { ...store, migrated: await bringUpToDate(store, owner) }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Logs how many servers have agreements, and which settings there are wrong. */
async function tellDistribution(database: Database, log: Pick<Logger, 'info'>): Promise<void> {
  const { servers, missing } = await distributionState(database)
  log.info(`the agreements are spread over ${servers} servers`)
  const unreached = await database.unreached()
  if (unreached.length > 0)
    log.info(
      `cannot connect to ${unreached.join(', ')}: what is for agreements there goes through the coordinator, which is slower`,
    )
  if (missing.length > 0)
    log.info(`Citus has other settings than it needs: ${missing.join('; ')}; \`daybook distribute\` sets them`)
}

/**
 * Migrates as the owner of the tables, where that is another role than the service's, which then gets its rights.
 * @throws StartError where the role may not, or the owner's URL leads to another database.
 */
async function bringUpToDate(
  { database }: Pick<Store, 'database'>,
  owner: DatabaseAddress | undefined,
): Promise<string[]> {
  const [service] = await database.rows<{ name: string }>('SELECT current_user AS name')
  if (!owner) return await migrate(database).catch((error: unknown) => mayNotMigrate(service!.name, error))
  const owning = openDatabase(owner, 1)
  try {
    await checkOwner({ database, owner: owning })
    return await migrate(owning, service!.name)
  } finally {
    await owning.close()
  }
}

const ELSEWHERE =
  'DATABASE_OWNER_URL leads to another database than DATABASE_URL: give the same one, as the owner of its tables.'

/** @throws StartError where the owner's url leads to another database. */
async function checkOwner({ database, owner }: Pick<BareStore, 'database' | 'owner'>): Promise<void> {
  if (owner !== database && (await placeOf(owner)) !== (await placeOf(database))) throw new StartError(ELSEWHERE)
}

/** The server, by the number that its cluster was made with, and the database there. */
async function placeOf(database: Database): Promise<string> {
  const [row] = await database.rows<{ place: string }>(
    `SELECT current_database() || ' ' || (SELECT c.system_identifier FROM pg_control_system() c) AS place`,
  )
  return row!.place
}

function mayNotMigrate(role: string, error: unknown): never {
  if ((error as { code?: string }).code !== MAY_NOT) throw error
  throw new StartError(
    `The database has to be brought up to date, which role ${role} may not do. Set DATABASE_OWNER_URL to that of the owner ` +
      'of its tables, and run `daybook migrate` or start again.',
  )
}

/** Logs when the service's role may do more than it needs: with one role for everything the database protects less. */
async function tellRights(database: Database, log: Pick<Logger, 'info'>): Promise<void> {
  const [may] = await database.rows<{ change: boolean }>(
    `SELECT has_table_privilege('booked_entry', 'UPDATE') AS change`,
  )
  if (!may!.change) return
  log.info('the role of DATABASE_URL owns the tables; with DATABASE_OWNER_URL the service can do with fewer rights')
}

/** A standby only reads. */
const onStandby = (url: string, why: string): string =>
  `The database at ${serversOf(url)} is a standby, which takes no writes, and ${why}. Give its primary in DATABASE_URL; ` +
  'lists are read from a standby that DATABASE_READ_URL names.'

/** FEATURE_NOT_SUPPORTED: what a standby says of a table that is not logged, and any server of much else. */
const NOT_SUPPORTED = '0A000'

/** Whether a statement failed because the server is a standby. */
async function isByStandby(error: unknown, database: Database): Promise<boolean> {
  const { code } = error as { code?: string }
  if (code !== NOT_SUPPORTED) return code === READ_ONLY
  const [server] = await database.rows<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"')
  return server!.isStandby
}

/** @returns whether the server is a standby. @throws StartError where it is none that can be used. */
async function checkServer(database: Database, host: string): Promise<boolean> {
  const [server] = await database
    .rows<{ version: number; name: string; encoding: string; isStandby: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
              current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby"`,
    )
    .catch((error: Error) => {
      throw new StartError(`The database of DATABASE_URL at ${host} cannot be used: ${error.message}`)
    })
  if (server!.version < OLDEST_SERVER) {
    throw new StartError(`The database at ${host} is PostgreSQL ${server!.name}; 15 or newer is needed.`)
  }
  if (server!.encoding !== 'UTF8') {
    throw new StartError(`The database at ${host} is encoded in ${server!.encoding}; make one in UTF8.`)
  }
  return server!.isStandby
}

/**
 * Opens the database for one command and closes it again, also when a signal interrupts the command: its unfinished
 * work is undone.
 */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  return await withOpen(
    config,
    openStore(config, 'command', SILENT.log as never, () => {}),
    work,
  )
}

/** The same, without bringing the schema up to date. */
export async function withBareStore<T>(config: Config, work: (store: BareStore) => Promise<T>): Promise<T> {
  return await withOpen(config, openBareStore(config), work)
}

/**
 * The same for a command that works as the owner of the tables. @throws StartError where the owner's url leads to
 * another database.
 */
export async function withOwner<T>(config: Config, work: (store: BareStore) => Promise<T>): Promise<T> {
  return await withBareStore(config, async (store) => {
    await checkOwner(store)
    return await work(store)
  })
}

async function withOpen<S extends Pick<BareStore, 'database' | 'close'>, T>(
  config: Config,
  opening: Promise<S>,
  work: (store: S) => Promise<T>,
): Promise<T> {
  let isEnding = false
  const interrupted = (signal: NodeJS.Signals) => {
    isEnding = true
    const leave = () => exitBy(signal)
    endInTime(signal, config, false)
    opening.then((store) => store.close()).then(leave, leave)
  }
  const stopListening = onEndSignals(interrupted)
  try {
    const store = await opening
    try {
      return await work(store)
    } catch (error) {
      if (config.databaseUrl === undefined || !(await isByStandby(error, store.database))) throw error
      throw new StartError(onStandby(config.databaseUrl, 'this command writes'))
    } finally {
      await store.close()
    }
  } catch (error) {
    // That its connections were closed says nothing: the program ends by the signal.
    if (isEnding) await new Promise<never>(() => {})
    throw error
  } finally {
    stopListening()
  }
}
