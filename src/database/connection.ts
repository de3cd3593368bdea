import postgres from 'postgres'
import {
  ABANDONED_MILLISECONDS,
  ANSWER_MILLISECONDS_LATE,
  READ_MILLISECONDS_MAX,
  WAIT_MILLISECONDS_MAX,
  WAITING_MAX,
  WAITING_MAX_OF_AGREEMENT,
} from '../limits.ts'
import { agreementBusy, connectionLost, type Link, Links, type Opened, type Planning, tookTooLong } from './links.ts'
import { Pulse } from './pulse.ts'
import { type Patience, Turns, type Wish } from './turns.ts'
import { Wire } from './wire.ts'

/** A statement: SQL text with $1… and the values, each already text (or null) as PostgreSQL reads it. */
export interface Statement {
  text: string
  values: readonly (string | number | boolean | null)[]
  /** Given where the cost grows with the books. */
  wide?: WideRead
}

/**
 * A read whose cost and best plan depend on its values: filters, counts, reports. At most half of the connections do such work at once,
 * and a quarter for one agreement; it is stopped when it takes too long.
 */
export interface WideRead {
  agreement: number
  /** The text is one of endlessly many that clients can think of: a connection keeps only so many of them prepared. */
  isShapedByClient?: boolean
  /** Tells that the client is gone: then it is stopped. */
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

/** One transaction: an executor whose statements are kept or undone together. */
export interface Transaction extends Executor {
  /** As `rows`, of a statement that changes nothing: as the first of the transaction it is sent along with BEGIN. */
  look<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /** Runs several statements without values: a migration. */
  script(text: string): Promise<void>
  /** Runs `work`; undoes only it when it throws, and the transaction goes on. */
  savepoint<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** A transaction whose work may say that it has sent its last statement. */
export interface EndingTransaction extends Transaction {
  /** Sends COMMIT behind what was sent, without waiting for it; nothing may be sent any more. A statement that fails still undoes everything. */
  end(): void
}

/** Runs statements and transactions, each on some connection. */
export interface Pool extends Executor {
  /** Runs `work` in one transaction; commits when it resolves, undoes everything when it throws. */
  transaction<T>(work: (transaction: EndingTransaction) => Promise<T>): Promise<T>
}

/** A pool of connections to the one database of the service. */
export interface Database extends Pool {
  /** The same for one agreement, which has no more than half of the connections at once. */
  of(agreement: number): Pool
  /** Asks, on a connection apart, whether it takes writes. @throws when it does not answer in time, or is read-only. */
  check(): Promise<void>
  /** Connections in use, and callers that wait for one. */
  usage(): { inUse: number; waiting: number }
  /** Ends every connection, waiting up to 5 s for statements under way. */
  close(): Promise<void>
}

/** Where a database is: a URL, or the socket directory of the embedded one. */
export type DatabaseAddress =
  { url: string } | { socketDirectory: string; port: number; user: string; database: string }

/** How long statements may take, in milliseconds: wide reads, and everything else. */
export interface StatementTime {
  wide: number
  other: number
}

const asText = { serialize: (value: unknown) => String(value), parse: (text: string) => text }

/**
 * Opens a pool of `connections`. Connects on first use; never throws here.
 * @param time for a service, whose statements must end; commands take the time they need.
 */
export function openDatabase(address: DatabaseAddress, connections: number, time?: StatementTime): Database {
  const open = opener(address, driverOptions(time))
  const links = new Links(connections, open, time && CONNECTION_PATIENCE)
  const pulse = pulseOf(links, new Links(1, open), time)
  const turns = wideTurns(connections, time)
  const setting: Readonly<Record<Planning, string>> = {
    once: 'SET plan_cache_mode = DEFAULT; SET statement_timeout = DEFAULT',
    byValues: `SET plan_cache_mode = auto; ${time ? `SET statement_timeout = ${time.wide}` : ''}`,
  }
  const plan = (link: Link, planning: Planning): void => {
    // Not waited for: what follows on the connection finds it done, or the connection lost.
    if (link.plans(planning)) command(link, setting[planning]).catch(() => {})
  }
  const use = async <T>(wish: Wish, work: (link: Link) => Promise<T>, planning: Planning = 'once'): Promise<T> => {
    // Commands wait for as long as it takes.
    if (time) pulse.watch()
    if (pulse.silence) throw pulse.silence
    const planned = (link: Link): Promise<T> => {
      plan(link, planning)
      return work(link)
    }
    return await links.use(planned, planning, wish)
  }
  const wideRead = (statement: Statement, { agreement, gone }: WideRead): Promise<Buffer | undefined> => {
    const wish = { holder: agreement, gone }
    return turns.take(wish, () => use(wish, (link) => executor(link).bytes(statement), 'byValues'))
  }
  const poolOf = (wish: Wish): Pool => ({
    rows: (text, values) => use(wish, (link) => executor(link).rows(text, values)),
    bytes: (statement) =>
      statement.wide ? wideRead(statement, statement.wide) : use(wish, (link) => executor(link).bytes(statement)),
    transaction: (work) => use(wish, (link) => inTransaction(link, work)),
  })
  return {
    ...poolOf({}),
    of: (holder) => poolOf({ holder }),
    check: () => pulse.check(),
    usage: () => links.usage,
    close: async () => void (await Promise.all([links.close(5), pulse.close()])),
  }
}

const CONNECTION_PATIENCE: Patience = {
  milliseconds: WAIT_MILLISECONDS_MAX,
  ofHolder: WAITING_MAX_OF_AGREEMENT,
  ofAll: WAITING_MAX,
}

/** Wide reads have half of the connections at once, those of one agreement a quarter; they are waited for as long as they may take. */
function wideTurns(connections: number, time: StatementTime | undefined): Turns {
  const places = { ofAll: Math.floor(connections / 2), ofHolder: Math.floor(connections / 4) }
  const patience = { ...CONNECTION_PATIENCE, milliseconds: time?.wide ?? READ_MILLISECONDS_MAX }
  return new Turns(places, patience, (_reason, isHolderBusy) => (isHolderBusy ? agreementBusy() : tookTooLong()))
}

/** What opens a connection: a postgres.js of one, over a socket that is opened once. */
const opener =
  (address: DatabaseAddress, options: ReturnType<typeof driverOptions>) =>
  (onclose: () => void): Opened => {
    const wire = new Wire()
    const all = { ...options, onclose, socket: wire.open }
    const sql =
      'url' in address
        ? postgres(address.url, all)
        : postgres({
            ...all,
            host: address.socketDirectory,
            port: address.port,
            user: address.user,
            database: address.database,
          })
    return { sql, cut: () => wire.cut() }
  }

/** The pulse of the database behind `links`, felt on `probe`: while it hangs, nobody has a connection. */
function pulseOf(links: Links, probe: Links, time: StatementTime | undefined): Pulse {
  let isReadOnly = false
  const ask = async (): Promise<void> => {
    if (time) {
      links.loseOverdue({
        once: time.other + ANSWER_MILLISECONDS_LATE,
        byValues: time.wide + ANSWER_MILLISECONDS_LATE,
      })
    }
    const [row] = await probe.use((link) => executor(link).rows<{ is_read_only: string }>(IS_READ_ONLY))
    const wasReadOnly = isReadOnly
    isReadOnly = row!.is_read_only === 'on'
    // The next connections may lead to where another server writes by now; those opened meanwhile need not.
    if (isReadOnly || wasReadOnly) links.renewAll()
    if (!isReadOnly) return
    probe.renewAll()
    throw Object.assign(new Error('The database is read-only.'), { code: READ_ONLY })
  }
  const giveUp = (silence: Error): void => {
    for (const one of [links, probe]) one.loseAll(silence)
  }
  return new Pulse({ ask, giveUp, isWatched: () => links.areUsed, close: () => probe.close(0) })
}

function driverOptions(time: StatementTime | undefined) {
  return {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    onnotice: () => {},
    fetch_types: false,
    connection: {
      ...{ application_name: 'daybook', TimeZone: 'UTC', DateStyle: 'ISO', plan_cache_mode: 'force_generic_plan' },
      // A generic plan is costed for any values, so a server that compiles costly plans would compile one for a handful of rows, each time.
      jit: 'off',
      ...(time && { statement_timeout: time.other, client_connection_check_interval: ABANDONED_MILLISECONDS }),
    },
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
}

/** SQLSTATE read_only_sql_transaction: of a standby, and of a server that is being made one. */
const READ_ONLY = '25006'
const IS_READ_ONLY = `SELECT current_setting('transaction_read_only') AS is_read_only`

async function inTransaction<T>(link: Link, work: (transaction: EndingTransaction) => Promise<T>): Promise<T> {
  const bounds = new Bounds(link)
  let result: T
  try {
    result = await work({ ...transaction(link, bounds), end: () => void bounds.commit() })
  } catch (error) {
    await bounds.rollback()
    throw error
  }
  await bounds.commit()
  return result
}

/**
 * Begin and end of a transaction, which begins with its first statement. What is sent is sent in the order asked for: nothing waits here
 * but for BEGIN.
 */
class Bounds {
  private readonly link: Link
  private isBegun = false
  private begun: Promise<unknown> | undefined
  private ended: Promise<void> | undefined

  constructor(link: Link) {
    this.link = link
  }

  /** What a statement has to wait for; undefined once the transaction has begun. */
  begin(): Promise<unknown> | undefined {
    if (this.ended) throw new Error('The transaction has sent its last statement.')
    if (this.isBegun) return undefined
    return (this.begun ??= command(this.link, 'begin').then(() => (this.isBegun = true)))
  }

  commit(): Promise<void> {
    if (!this.begun) return Promise.resolve()
    // Whoever waits for the transaction hears of a failure; until then it has been heard of here.
    if (!this.ended) (this.ended = this.committed()).catch(() => {})
    return this.ended!
  }

  /** Undoes what was done; where COMMIT was sent, it has. */
  async rollback(): Promise<void> {
    // A connection that is lost has rolled back; and the first error is the one that tells.
    if (this.ended) await this.ended.catch(() => {})
    else if (this.begun && !this.link.lost) await command(this.link, 'rollback').catch(() => {})
  }

  /** A transaction in which a statement failed is rolled back by its COMMIT, without an error. */
  private async committed(): Promise<void> {
    if (!this.isBegun) await this.begun
    if ((await command(this.link, 'commit')) === 'COMMIT') return
    throw new Error('A statement of the transaction failed, and its error was passed over.')
  }
}

/** Runs a command without values. @returns what PostgreSQL says was done. */
async function command(link: Link, text: string): Promise<string> {
  return (await answered(link, (sql) => sql.unsafe(text))).command
}

/** Sends a statement on a connection that is still there, and gives the connection up when what comes is no answer, or leads to a read-only server. */
async function answered<T>(link: Link, send: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  if (link.lost) throw connectionLost()
  link.sends()
  try {
    const answer = await send(link.sql)
    link.answers()
    return answer
  } catch (error) {
    const isAnswer = error instanceof postgres.PostgresError && error.severity === 'ERROR'
    if (isAnswer) link.answers()
    if (!isAnswer || error.code === READ_ONLY) link.lose(error)
    throw error
  }
}

function executor(link: Link): Executor {
  return {
    async rows<T>(text: string, values: Statement['values'] = []) {
      return (await answered(link, (sql) => sql.unsafe(text, values as never[], { prepare: true }))) as unknown as T[]
    },
    async bytes({ text, values, wide }) {
      if (wide?.isShapedByClient) link.keepShape(text)
      const rows = await answered(link, (sql) => sql.unsafe(text, values as never[], { prepare: true }).raw())
      const value = rows[0]?.[0]
      return value === null || value === undefined ? undefined : (value as unknown as Buffer)
    },
  }
}

function transaction(link: Link, bounds: Bounds, depth = 0): Transaction {
  const { rows, bytes } = executor(link)
  return {
    async rows<T>(text: string, values?: Statement['values']) {
      const begun = bounds.begin()
      if (begun) await begun
      return await rows<T>(text, values)
    },
    async bytes(statement) {
      const begun = bounds.begin()
      if (begun) await begun
      return await bytes(statement)
    },
    async look<T>(text: string, values?: Statement['values']) {
      // Were BEGIN refused, the statement would stand alone, and change nothing.
      const [, found] = await Promise.all([bounds.begin(), rows<T>(text, values)])
      return found
    },
    async script(text) {
      await bounds.begin()
      await command(link, text)
    },
    async savepoint(work) {
      const name = `s${depth}`
      await bounds.begin()
      await command(link, `savepoint ${name}`)
      try {
        return await work(transaction(link, bounds, depth + 1))
      } catch (error) {
        if (!link.lost) await command(link, `rollback to ${name}`)
        throw error
      }
    },
  }
}
