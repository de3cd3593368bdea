import postgres from 'postgres'

/** A statement: SQL text with $1… and the values, each already text (or null) as PostgreSQL reads it. */
export interface Statement {
  text: string
  values: readonly (string | number | boolean | null)[]
  /**
   * Whether connections keep the statement prepared. True only for texts that come from declarations; a text shaped by
   * a request (a filter) is sent unprepared, so that no client can fill the server with statements.
   */
  prepare: boolean
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
  /** Runs several statements without values: a migration. */
  script(text: string): Promise<void>
  /** Runs `work`; undoes only it when it throws, and the transaction goes on. */
  savepoint<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** A pool of connections to the one database of the service. */
export interface Database extends Executor {
  /** Runs `work` in one transaction; commits when it resolves, undoes everything when it throws. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Ends every connection, waiting up to 5 s for statements under way. */
  close(): Promise<void>
}

/** Where a database is: a URL, or the socket directory of the embedded one. */
export type DatabaseAddress =
  { url: string } | { socketDirectory: string; port: number; user: string; database: string }

const asText = { serialize: (value: unknown) => String(value), parse: (text: string) => text }

/** Opens a pool of `connections`. Connects on first use; never throws here. */
export function openDatabase(address: DatabaseAddress, connections: number): Database {
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    max: connections,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    // Seconds between attempts to reconnect: a database that comes back is used again at once.
    backoff: (attempt: number) => Math.min(0.5, 0.05 * 2 ** attempt),
    onnotice: () => {},
    fetch_types: false,
    connection: { application_name: 'daybook', TimeZone: 'UTC', DateStyle: 'ISO' },
    // Exact text in both directions: a decimal never becomes a float, a date never a Date.
    types: {
      numeric: { to: 1700, from: [1700], ...asText },
      bigint: { to: 20, from: [20], ...asText },
      date: { to: 1082, from: [1082], ...asText },
      timestamp: { to: 1184, from: [1184], ...asText },
      json: { to: 114, from: [114, 3802], ...asText },
    },
  }
  const sql =
    'url' in address
      ? postgres(address.url, options)
      : postgres({
          ...options,
          host: address.socketDirectory,
          port: address.port,
          user: address.user,
          database: address.database,
        })
  return {
    ...executor(sql),
    transaction: (work) => sql.begin((inner) => work(transaction(inner))) as ReturnType<typeof work>,
    close: () => sql.end({ timeout: 5 }),
  }
}

function executor(sql: postgres.Sql | postgres.TransactionSql): Executor {
  return {
    async rows<T>(text: string, values: Statement['values'] = []) {
      return (await sql.unsafe(text, values as never[], { prepare: true })) as unknown as T[]
    },
    async bytes(statement) {
      const rows = await sql.unsafe(statement.text, statement.values as never[], { prepare: statement.prepare }).raw()
      const value = rows[0]?.[0]
      return value === null || value === undefined ? undefined : (value as unknown as Buffer)
    },
  }
}

function transaction(sql: postgres.TransactionSql): Transaction {
  return {
    ...executor(sql),
    async script(text) {
      await sql.unsafe(text)
    },
    savepoint: (work) => sql.savepoint((inner) => work(transaction(inner))) as ReturnType<typeof work>,
  }
}
