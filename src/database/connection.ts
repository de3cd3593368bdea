import type { Readable, Writable } from 'node:stream'
import postgres from 'postgres'
import {
  ANSWER_APART_MILLISECONDS_MAX,
  ANSWER_MILLISECONDS_LATE,
  QUICK_READ_MILLISECONDS,
  READ_MILLISECONDS_MAX,
  WAIT_MILLISECONDS_MAX,
  WAITING_MAX,
  WAITING_MAX_OF_AGREEMENT,
  WIDE_READS_FOR_OTHERS,
} from '../limits.ts'
import type { Durations } from './connections/durations.ts'
import { madeOnce } from './connections/made-once.ts'
import { HangingWrites, WAITING_WRITES } from './health/hanging-writes.ts'
import { type Home, HOME, HOME_SERVERS, Homes, nameOf, type Server, UnreachableHomeError } from './connections/homes.ts'
import {
  agreementBusy,
  noWrite,
  type Link,
  Links,
  type Opened,
  type Planning,
  READ_ONLY,
  tookTooLong,
  type Way,
} from './connections/links.ts'
import { readUrl, Places as ServerPlaces } from './connections/places.ts'
import { Pulse } from './health/pulse.ts'
import { command } from './connections/answers.ts'
import { driverOptions } from './connections/driver-options.ts'
import { awaitRows, everywhereOn, executor, inTransaction, readInTransaction } from './connections/transactions.ts'
import { type Patience, type Refusal, Turns, type Wish } from './connections/turns.ts'
import { Ways } from './connections/ways.ts'
import { Wire } from './connections/wire.ts'

/** A statement: SQL text with $1… and the values, each already text (or null) as PostgreSQL reads it. */
export interface Statement {
  text: string
  values: readonly (string | number | boolean | null)[]
  /** Given where the cost grows with the books. */
  wide?: WideRead
}

/**
 * A read whose cost and best plan depend on its values: a filter, count or report. At most half of the connections do such work at once,
 * and a quarter for one agreement, or all but a few of that half while its reads are quick. It is stopped when it takes too long.
 */
export interface WideRead {
  agreement: number
  /** Clients can shape any number of such texts: a connection keeps only some of them prepared. */
  isShapedByClient?: boolean
  /** Aborted when the client is gone: then the read is stopped. */
  gone?: AbortSignal
}

export type Row = Record<string, string | number | boolean | null>

/** Runs statements, on the pool or inside one transaction. */
export interface Executor {
  /** Rows as objects; numeric, bigint, date and json columns arrive as text, exact. */
  rows<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /** The first column of the first row as the bytes the database sent: a finished body. Undefined when there is no row. */
  bytes(statement: Statement): Promise<Buffer | undefined>
}

/** One transaction: its statements are kept or undone together. */
export interface Transaction extends Executor {
  /** Whether it is on the server that has its agreement's rows, where these are spread over several. */
  readonly isAtHome: boolean
  /**
   * As `rows`, for a statement that changes nothing, or refuses to where it is not in a transaction. As the first of the transaction it is sent along
   * with BEGIN, and runs alone if BEGIN is refused.
   */
  look<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /** Streams what COPY … TO STDOUT sends. Send nothing else before the stream has ended. */
  copyOut(text: string): Promise<Readable>
  /** Takes what COPY … FROM STDIN reads. The stream finishes once the server has all of it. */
  copyIn(text: string): Promise<Writable>
  /** Runs several statements without values: a migration. */
  script(text: string): Promise<void>
  /** The same transaction for the statements of one agreement: they run where its rows are. */
  at(agreement: number): Transaction
  /** As `Database.everywhere`, within the transaction. */
  everywhere<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /** Runs `work`. When it throws, only its statements are undone, and the transaction goes on. */
  savepoint<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** A transaction whose work may say that it has sent its last statement. */
export interface EndingTransaction extends Transaction {
  /** Sends COMMIT behind the statements, without waiting for them. Nothing may be sent after it. A statement that fails still undoes everything. */
  end(): void
}

/** Runs statements and transactions, each on some connection. */
export interface Pool extends Executor {
  /** The same for the statements of one agreement: they run where its rows are. */
  at(agreement: number): Pool
  /** Runs `work` in one transaction; commits when it resolves, undoes everything when it throws. */
  transaction<T>(work: (transaction: EndingTransaction) => Promise<T>): Promise<T>
  /** The same, as of one moment: `work` reads what was committed before it began, and writes nothing. */
  snapshot<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** Runs statements that name no agreement, and those of one where its rows are. */
export interface Places extends Executor {
  at(agreement: number): Executor
  /** Whether agreements are on several servers, as far as is known. Then a statement is for one agreement. */
  isSpread(): boolean
}

/** A pool of connections to the one database of the service. */
export interface Database extends Pool, Places {
  at(agreement: number): Pool
  /**
   * Runs a statement over all agreements, and answers all rows. Where agreements are on several servers, it runs once for each part.
   * For work that comes now and then.
   */
  everywhere<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /** The same for one agreement. It has at most half of the connections at once, and three eighths for writes. */
  of(agreement: number): Pool
  /** A connection that does not wait behind requests: for short statements that must run in time. */
  apart: Places
  /** What is between this program and the server. @throws when it cannot be reached. */
  way(): Promise<Way>
  /** Of the servers that agreements are spread over, those that this process cannot connect to. */
  unreached(): Promise<string[]>
  /** Asks the database, on a connection apart, whether it takes writes. @throws when it does not answer in time, is read-only, or lets writes hang. */
  check(): Promise<void>
  /** Connections in use, callers that wait for one, and how long commits took. */
  usage(): { inUse: number; waiting: number; commits: Durations }
  /** Ends every connection, waiting up to 5 s for statements under way. */
  close(): Promise<void>
}

/** Where a database is: a URL, or the socket directory of the embedded one. */
export type DatabaseAddress =
  | { url: string }
  | { socketDirectory: string; port: number; user: string; database: string }

/** How long statements may take, in milliseconds: wide reads, and everything else. */
export interface StatementTime {
  wide: number
  other: number
}

/**
 * Opens a pool of `connections`. Connects on first use; never throws here.
 * @param time limits the statements of a service; commands take the time they need.
 * @param purpose `reads` allows a standby.
 */
export function openDatabase(
  address: DatabaseAddress,
  connections: number,
  time?: StatementTime,
  purpose: 'writes' | 'reads' = 'writes',
): Database {
  const found = 'url' in address ? readUrl(address.url) : undefined
  const reached = found && { ...found, isPrimary: found.isPrimary && purpose === 'writes' }
  const open = opener(address, reached, driverOptions())
  const places = found?.places?.count ?? 1
  const links = new Links(connections, open, time && CONNECTION_PATIENCE, places)
  const apart = new Links(1, open, time && CONNECTION_PATIENCE, places)
  const pulse = pulseOf(links, apart, new Links(1, open, undefined, places), time, purpose === 'reads')
  const ways = new Ways((look) => links.use(look), time, places)
  const useOf = (some: Links) =>
    async function use<T>(call: Call<T>): Promise<T> {
      const { wish, work, planning = 'once', home } = call
      // Commands wait for as long as it takes.
      if (time) pulse.watch()
      if (pulse.silence) throw pulse.silence
      const way = ways.known ?? (await ways.find())
      const prepared = async (link: Link): Promise<T> => {
        const settled = settle(link, way, planning, home)
        if (settled) await settled
        return await work(link)
      }
      return await some.use(prepared, planning, wish, home)
    }
  const useAny = useOf(links)
  const homes = new Homes(
    (agreement) => useAny({ wish: {}, work: (link) => homeOf(link, agreement) }),
    (agreement) => useAny({ wish: {}, work: (link) => awaitRows(link, agreement) }),
  )
  const use: Run = async (call, agreement) =>
    agreement === undefined || purpose === 'reads' || !ways.known?.settingsAtHome
      ? await useAny(call)
      : await homes.at(agreement, (home) => useAny({ ...call, home }))
  const wideRead = inReadTurns(use, connections, time)
  const write = inWriteTurns(use, connections, time)
  const poolOf = (wish: Wish, agreement?: number): Pool => {
    const { bytes } = executorBy(use, wish, agreement)
    return {
      ...executorBy(write, wish, agreement),
      bytes: (statement) => (statement.wide ? wideRead(statement, statement.wide) : bytes(statement)),
      at: (owner) => poolOf(wish, owner),
      transaction: (work) => write({ wish, work: (link) => inTransaction(link, work, agreement) }, agreement),
      snapshot: (work) => use({ wish, work: (link) => inTransaction(link, work, agreement, 'snapshot') }, agreement),
    }
  }
  const isSpread = (): boolean => ways.known?.distribution !== undefined
  const apartAt = (agreement?: number): Executor => executorBy(useOf(apart), {}, agreement)
  return {
    ...poolOf({}),
    of: madeOnce((holder) => poolOf({ holder }, holder > 0 ? holder : undefined)),
    apart: { ...apartAt(), at: apartAt, isSpread },
    isSpread,
    everywhere: async (text, values) =>
      await everywhereOn(poolOf({}), (await ways.find()).distribution !== undefined, text, values),
    way: () => ways.find(),
    unreached: async () => (ways.known?.settingsAtHome ? await unreached(useAny) : []),
    check: () => pulse.check(),
    usage: () => ({ ...links.usage, commits: links.commits }),
    close: async () => void (await Promise.all([links.close(5), apart.close(1), pulse.close()])),
  }
}

/** Work on a connection. */
interface Call<T> {
  wish: Wish
  work(link: Link): Promise<T>
  planning?: Planning
  /** The server to connect to; left out where the address leads. */
  home?: Home | undefined
}

/** Lends a connection to work of an agreement, or of none. */
type Run = <T>(call: Call<T>, agreement?: number) => Promise<T>

const executorBy = (run: Run, wish: Wish, agreement?: number): Executor => ({
  rows: (text, values) => run({ wish, work: (link) => executor(link, agreement).rows(text, values) }, agreement),
  bytes: (statement) => run({ wish, work: (link) => executor(link, agreement).bytes(statement) }, agreement),
})

/** Where the agreement is, asked of the coordinator. */
async function homeOf(link: Link, agreement: number): Promise<Home | undefined> {
  type Found = Server & Pick<Home, 'shard'>
  const [found] = await executor(link).rows<Found>(HOME, [agreement])
  return found && { shard: found.shard, server: { host: found.host, port: found.port } }
}

/** The servers of agreements that cannot be connected to, by their names; the connections to the others stay. */
async function unreached(run: Run): Promise<string[]> {
  const servers = await run({ wish: {}, work: (link) => executor(link).rows<Server>(HOME_SERVERS) })
  const found = await Promise.all(
    servers.map(({ host, port }) => {
      const server = { host, port }
      return run({ wish: {}, work: async () => [], home: { server, shard: '0' } }).catch(() => [nameOf(server)])
    }),
  )
  return found.flat()
}

/** Sends the settings that the next work on the connection needs. @returns a promise to wait for, where there is one. */
function settle(link: Link, way: Way, planning: Planning, home: Home | undefined): Promise<unknown> | undefined {
  link.way = way
  const settings = home ? way.settingsAtHome : way.settings
  const isNew = link.planning === undefined
  if (!link.plans(planning) || !settings) return undefined
  const settled = command(link, settings[planning])
  if (isNew) return settled.catch((error: unknown) => fail(error, home))
  // Do not wait: later statements on the connection run after the settings, or find the connection lost.
  settled.catch(() => {})
  return undefined
}

function fail(error: unknown, home: Home | undefined): never {
  throw home ? new UnreachableHomeError(nameOf(home.server), { cause: error }) : error
}

const CONNECTION_PATIENCE: Patience = {
  milliseconds: WAIT_MILLISECONDS_MAX,
  ofHolder: WAITING_MAX_OF_AGREEMENT,
  ofAll: WAITING_MAX,
}

/**
 * Wide reads have half of the connections at once, those of one agreement a quarter: long ones of one leave room for others. While none of its own
 * is long, it has all but WIDE_READS_FOR_OTHERS. A read waits for its turn as long as it may run.
 */
function inReadTurns(use: Run, connections: number, time: StatementTime | undefined) {
  const ofAll = Math.floor(connections / 2)
  const places = { ofAll, ofHolder: Math.floor(connections / 4) }
  const whileQuick = { ofHolder: ofAll - WIDE_READS_FOR_OTHERS, milliseconds: QUICK_READ_MILLISECONDS }
  const patience = { ...CONNECTION_PATIENCE, milliseconds: time?.wide ?? READ_MILLISECONDS_MAX }
  const refusal: Refusal = (_, isHolderBusy) => (isHolderBusy ? agreementBusy() : tookTooLong())
  const turns = new Turns(places, patience, refusal, whileQuick)
  return (statement: Statement, { agreement, gone }: WideRead): Promise<Buffer | undefined> => {
    const read = (link: Link) =>
      link.way.begins ? readInTransaction(link, statement, agreement) : executor(link, agreement).bytes(statement)
    const wish = { holder: agreement, gone }
    return turns.take(wish, () => use({ wish, work: read, planning: 'byValues' }, agreement))
  }
}

/** Writes of one agreement may wait long for each other's locks. They leave a quarter of its connections for its reads. */
function inWriteTurns(use: Run, connections: number, time: StatementTime | undefined): Run {
  const places = { ofAll: Infinity, ofHolder: Math.floor((connections / 2) * 0.75) }
  const turns = new Turns(places, time && CONNECTION_PATIENCE, noWrite)
  return (call, agreement) =>
    call.wish.holder === undefined ? use(call, agreement) : turns.take(call.wish, () => use(call, agreement))
}

/** Opens connections: each is a postgres.js with one connection, over a socket that is opened once. */
function opener(
  address: DatabaseAddress,
  reached: ReturnType<typeof readUrl> | undefined,
  options: ReturnType<typeof driverOptions>,
): (onclose: () => void, server?: Server) => Opened {
  const { places, isPrimary } = reached ?? {}
  return (onclose, server) => {
    const wire = new Wire(server ? new ServerPlaces([server]) : places)
    // `primary`, as the driver's `read-write` takes a standby for one.
    const all = {
      ...options,
      onclose,
      socket: wire.open,
      ...(isPrimary && { target_session_attrs: 'primary' as const }),
    }
    const sql =
      'url' in address
        ? postgres(reached!.url, all)
        : postgres({
            ...all,
            host: address.socketDirectory,
            port: address.port,
            user: address.user,
            database: address.database,
          })
    return { sql, cut: () => wire.cut(), miss: () => wire.miss() }
  }
}

/**
 * Asks on `probe` whether the database behind `links` and `apart` answers. While it hangs, no caller gets a connection. What waits too long for its own
 * answer loses its connection: on `apart`, while its leases can still be kept.
 */
function pulseOf(
  links: Links,
  apart: Links,
  probe: Links,
  time: StatementTime | undefined,
  mayBeReadOnly: boolean,
): Pulse {
  const all = [links, apart]
  let isReadOnly = false
  const hanging = new HangingWrites()
  const ask = async (): Promise<void> => {
    if (time) {
      const { wide, other } = time
      links.loseOverdue({ once: other + ANSWER_MILLISECONDS_LATE, byValues: wide + ANSWER_MILLISECONDS_LATE })
      apart.loseOverdue({ once: ANSWER_APART_MILLISECONDS_MAX, byValues: ANSWER_APART_MILLISECONDS_MAX })
    }
    const [row] = await probe.use((link) => executor(link).rows<{ is_read_only: string; waiting: string }>(STATE))
    if (mayBeReadOnly) return
    const wasReadOnly = isReadOnly
    isReadOnly = row!.is_read_only === 'on'
    // New connections may lead to the server that takes writes by now. Those opened meanwhile may not.
    if (isReadOnly || wasReadOnly) for (const some of all) some.renewAll()
    if (!isReadOnly) return hanging.look(row!.waiting)
    const readOnly = Object.assign(new Error('The database is read-only.'), { code: READ_ONLY })
    probe.loseAll(readOnly)
    throw readOnly
  }
  const giveUp = (silence: Error): void => {
    for (const some of [...all, probe]) some.loseAll(silence)
  }
  return new Pulse({ ask, giveUp, isWatched: () => all.some((some) => some.areUsed), close: () => probe.close(0) })
}

const STATE = `SELECT current_setting('transaction_read_only') AS is_read_only, ${WAITING_WRITES} AS waiting`
