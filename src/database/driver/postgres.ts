import type { Readable, Writable } from 'node:stream'
import postgres from 'postgres'
import { type DatabaseAddress, type Host, Hosts, type ReadUrl, readUrl, type SocketAddress } from './hosts.ts'
import type { OpenSession, Session, Signed, Value } from './session.ts'
import { SessionSocket, type Target } from './socket.ts'

// All that is particular to postgres.js is in this file, and in no other. Each of its private behaviours that we rely
// on, or get around, has a test in test/database/driver.test.ts that fails when an upgrade changes it.

const asText = { serialize: (value: unknown) => String(value), parse: (text: string) => text }

/** How postgres.js is to open a connection, and to pass values on. */
const OPTIONS = {
  // Of one with many, a ROLLBACK may go to a closed socket or to another connection (pool/connection-pool.ts).
  max: 1,
  idle_timeout: 0,
  max_lifetime: null,
  connect_timeout: 5,
  onnotice: () => {},
  fetch_types: false,
  // Settings that a pooler knows, too. The others follow once it is known what is there (pool/endpoint.ts).
  connection: { application_name: 'daybook', TimeZone: 'UTC', DateStyle: 'ISO' },
  // Exact text in both directions: a decimal never becomes a float, a date never a Date.
  types: {
    numeric: { to: 1700, from: [1700], ...asText },
    bigint: { to: 20, from: [20], ...asText },
    date: { to: 1082, from: [1082], ...asText },
    timestamp: { to: 1184, from: [1184], ...asText },
    json: { to: 114, from: [114, 3802], ...asText },
    // Values may be text, and so may booleans.
    boolean: {
      to: 16,
      from: [16],
      serialize: (value: unknown) => String(value),
      parse: (text: string) => text === 't',
    },
  },
}

/** What postgres.js tells of where to connect to. */
interface DriverTarget {
  host: readonly string[]
  port: readonly number[]
  /** A unix socket; empty or false where there is none. */
  path: string | false
}

/**
 * What opens the sessions of a pool, to a database that is read from, or written to as well.
 * @param mayBeReadOnly whether a standby will do, whatever the URL says.
 * @returns also how many hosts the URL names.
 */
export function sessionsTo(address: DatabaseAddress, mayBeReadOnly: boolean): { open: OpenSession; hostCount: number } {
  const found = 'url' in address ? readUrl(address.url) : undefined
  const open: OpenSession = (onclose, server) => openSession(address, found, mayBeReadOnly, onclose, server)
  return { open, hostCount: found?.hosts?.count ?? 1 }
}

function openSession(
  address: DatabaseAddress,
  found: ReadUrl | undefined,
  mayBeReadOnly: boolean,
  onclose: () => void,
  server?: Host,
): Session {
  const socket = new SessionSocket(server ? new Hosts([server]) : found?.hosts)
  const all = {
    ...OPTIONS,
    onclose,
    // The driver asks a server's certificate for the `host` of the socket.
    socket: ({ host, port, path }: DriverTarget) =>
      socket.open((path ? { path } : { host: host[0]!, port: Number(port[0]!) }) satisfies Target),
    // `primary`, as the driver's `read-write` takes a standby for one.
    ...(found?.isPrimary && !mayBeReadOnly && { target_session_attrs: 'primary' as const }),
  }
  const sql = 'url' in address ? postgres(found!.url, all) : postgres({ ...all, ...localOf(address) })
  return sessionOver(sql, socket)
}

const localOf = (address: SocketAddress) => ({
  host: address.socketDirectory,
  port: address.port,
  user: address.user,
  database: address.database,
})

/**
 * Opens a session over the driver's own socket, which outlives the statements of a pool: `embedded/presence.ts`.
 * @param name what the server calls it.
 * @param onclose called when it ends.
 */
export function openLongSession(address: SocketAddress, name: string, onclose: () => void): Session {
  const sql = postgres({
    ...localOf(address),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    fetch_types: false,
    connection: { application_name: name },
    onnotice: () => {},
    onclose,
  })
  return sessionOver(sql)
}

/**
 * Padded, so that it goes with the statement before it: postgres.js 3.4.9 sends 1,024 bytes at once, and less only
 * after all I/O that waits.
 */
const COMMIT = 'commit'.padEnd(1024)

function sessionOver(sql: postgres.Sql, socket?: SessionSocket): Session {
  return {
    rows: <T>(text: string, values: readonly Value[] = [], isNamed = false) =>
      sql.unsafe(text, values as never[], { prepare: isNamed }) as unknown as PromiseLike<T[]>,
    bytes: (text, values, isNamed) => sql.unsafe(text, values as never[], { prepare: isNamed }).raw(),
    command: (text) => sql.unsafe(text),
    commit: () => sql.unsafe(COMMIT),
    signed: (text) => signed(sql, text),
    describe: (text) => sql.unsafe(text).describe() as unknown as ReturnType<Session['describe']>,
    copyOut: (text) => copyOut(sql, text),
    copyIn: (text) => copyIn(sql, text),
    async close(seconds) {
      await sql.end({ timeout: seconds })
      socket?.cut()
    },
    miss: () => socket?.miss(),
  }
}

/**
 * Whether an error is what the server answered to a statement. After any other, the state of the session is unknown.
 */
export const isAnswer = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError && error.severity === 'ERROR'

/** The driver notes with each answer whose it is, and how it has called the statement. */
async function signed<T>(sql: postgres.Sql, text: string): Promise<Signed<T>> {
  const answer = await sql.unsafe(text, [], { prepare: true, simple: false } as never)
  return { rows: answer as unknown as T[], pid: answer.state.pid, statementName: answer.statement.name }
}

/** What postgres.js 3.4.9 tells of a COPY: its stream, and an error. */
interface Told {
  resolve(stream: Readable | Writable): void
  reject(error: Error): void
}

/**
 * Keeps an error of a COPY's stream for its later reader or writer. An error in the packet that begins the COPY comes
 * before any promise settles, so the listener must be there when the stream is made.
 */
function heard<T extends object>(query: T): T & Told {
  const told = query as T & Told
  const resolve = told.resolve
  told.resolve = (stream) => {
    // The end of the COPY resolves it again, with what was done.
    told.resolve = resolve
    stream.on('error', () => {})
    resolve(stream)
  }
  return told
}

async function copyOut(sql: postgres.Sql, text: string): Promise<Readable> {
  const rows = await heard(sql.unsafe(text)).readable()
  // postgres.js 3.4.9 leaves its socket paused where the last rows filled the stream, and hears no more. Reading on
  // resumes it.
  rows.once('end', () => rows._read(0))
  return rows
}

async function copyIn(sql: postgres.Sql, text: string): Promise<Writable> {
  const query = heard(sql.unsafe(text))
  const into = await query.writable()
  // Where a row is refused after the last was sent, postgres.js 3.4.9 tells the query, whose promise is settled by
  // then.
  query.reject = (error) => void into.destroy(error)
  return into
}
