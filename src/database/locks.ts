import pg from 'pg'
import type { DatabaseAddress } from './connection.ts'
import { driverOptions } from './queue.ts'

/** A lock that this process holds. */
export interface Lock {
  /** Whether the connection it lives on is gone, and the lock with it: another may hold it by now. */
  isLost(): boolean
  release(): Promise<void>
}

/** A name that is locked: a number, such as an agreement's, and a text. */
export type LockName = readonly [number: number, text: string]

/** How long a statement may take before its connection counts as lost. */
const STATEMENT_MILLISECONDS = 10_000
/**
 * A node whose machine is gone says nothing: the server asks after it, and frees its locks within these 25 seconds, not after the
 * two hours a system waits otherwise. Without effect on a unix socket, whose other end cannot vanish.
 */
const KEEPALIVES = `SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false)`

/** One connection. Once it is lost, so is every lock on it. */
class Session {
  isLost = false
  private readonly client: pg.Client
  private readonly onLost: () => void
  /** The statement under way: the next is sent when it is done. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(address: DatabaseAddress, onLost: () => void) {
    this.onLost = onLost
    this.client = new pg.Client({ ...driverOptions(address, 'locks'), query_timeout: STATEMENT_MILLISECONDS })
    this.client.on('error', () => this.lose())
    this.client.on('end', () => this.lose())
  }

  async open(): Promise<this> {
    try {
      await this.client.connect()
      await this.client.query(KEEPALIVES)
      return this
    } catch (error) {
      this.lose()
      throw error
    }
  }

  /** @returns what `pg_try_advisory_lock` or `pg_advisory_unlock` say. @throws when the connection is lost. */
  async call(statement: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: LockName): Promise<boolean> {
    const answer = this.last.then(() =>
      this.client.query<{ done: boolean }>(`SELECT ${statement}($1::int, hashtext($2)) AS done`, [...name]),
    )
    this.last = answer.catch(() => {})
    try {
      const { rows } = await answer
      return rows[0]!.done
    } catch (error) {
      // Nobody can tell what is locked: with the connection, every lock on it ends.
      this.lose()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => {})
  }

  private lose(): void {
    if (this.isLost) return
    this.isLost = true
    this.onLost()
    void this.close()
  }
}

/**
 * Locks of this process among all that use the database: session advisory locks on one connection of their own. Whoever is
 * killed has lost its locks at once. No lock is held twice, not even by the same process.
 */
export class Locks {
  private readonly address: DatabaseAddress
  private session: Promise<Session> | undefined
  private readonly held = new Set<string>()

  constructor(address: DatabaseAddress) {
    this.address = address
  }

  /** Takes the lock if nobody has it. @throws when the database cannot be reached. */
  async tryLock(name: LockName): Promise<Lock | undefined> {
    const key = name.join(' ')
    if (this.held.has(key)) return undefined
    this.held.add(key)
    let lock: Lock | undefined
    try {
      const session = await this.open()
      if (await session.call('pg_try_advisory_lock', name)) {
        const release = async (): Promise<void> => {
          if (!session.isLost) await session.call('pg_advisory_unlock', name)
        }
        lock = { isLost: () => session.isLost, release: () => release().finally(() => this.held.delete(key)) }
      }
      return lock
    } finally {
      if (!lock) this.held.delete(key)
    }
  }

  /** Ends the connection, and every lock with it. */
  async close(): Promise<void> {
    const session = await this.session?.catch(() => undefined)
    await session?.close()
  }

  /** The connection there is, or a new one: opened once, however many ask for it. */
  private open(): Promise<Session> {
    this.session ??= new Session(this.address, () => (this.session = undefined)).open()
    return this.session
  }
}
