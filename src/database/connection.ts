import { type DatabaseAddress } from './driver/hosts.ts'
import { sessionsTo } from './driver/postgres.ts'
import { PlacementChoice } from './placement/choice.ts'
import type { Database } from './placement/database.ts'
import { homeOf, Homes, unreached } from './placement/homes.ts'
import { boundedReads, boundedWrites, type Call, CONNECTION_PATIENCE, type Run } from './pool/bounds.ts'
import { ConnectionPool } from './pool/connection-pool.ts'
import type { Connection } from './pool/connection.ts'
import type { Claim } from './pool/fair-semaphore.ts'
import { madeOnce } from './pool/made-once.ts'
import { pulseOf } from './pool/pool-pulse.ts'
import { settle } from './pool/settle.ts'
import type { Executor, Pool, StatementTime } from './pool/statements.ts'
import { inTransaction } from './pool/transactions.ts'

export type { DatabaseAddress } from './driver/hosts.ts'
export type { Database, PlacedExecutor } from './placement/database.ts'
export type {
  EndingTransaction,
  Executor,
  Pool,
  Row,
  Statement,
  StatementTime,
  Transaction,
  WideRead,
} from './pool/statements.ts'

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
  const { open, hostCount } = sessionsTo(address, purpose === 'reads')
  const shared = new ConnectionPool(connections, open, time && CONNECTION_PATIENCE, hostCount)
  const apart = new ConnectionPool(1, open, time && CONNECTION_PATIENCE, hostCount)
  const probe = new ConnectionPool(1, open, undefined, hostCount)
  const pulse = pulseOf(shared, apart, probe, time, purpose === 'reads')
  const choice = new PlacementChoice((look) => shared.use(look), time, hostCount)
  const useOf = (pool: ConnectionPool) =>
    async function use<T>(call: Call<T>): Promise<T> {
      const { claim, work, planning = 'once', destination } = call
      // Commands wait for as long as it takes.
      if (time) pulse.watch()
      if (pulse.silence) throw pulse.silence
      const found = choice.known ?? (await choice.find())
      const prepared = async (connection: Connection): Promise<T> => {
        const settled = settle(connection, found, planning, destination)
        if (settled) await settled
        return await work(connection)
      }
      return await pool.use(prepared, planning, claim, destination)
    }
  const useAny = useOf(shared)
  const homes = new Homes(
    (agreement) => useAny({ claim: {}, work: (connection) => homeOf(connection, agreement) }),
    (agreement) => useAny({ claim: {}, work: (connection) => awaitRows(connection, agreement) }),
  )
  const use: Run = async (call, agreement) =>
    agreement === undefined || purpose === 'reads' || !choice.known?.endpoint.destinationSettings
      ? await useAny(call)
      : await homes.at(agreement, (destination) => useAny({ ...call, destination }))
  const wideRead = boundedReads(use, connections, time)
  const write = boundedWrites(use, connections, time)
  const poolOf = (claim: Claim, agreement?: number): Pool => {
    const { bytes } = executorBy(use, claim, agreement)
    return {
      ...executorBy(write, claim, agreement),
      bytes: (statement) => (statement.wide ? wideRead(statement, statement.wide) : bytes(statement)),
      at: (owner) => poolOf(claim, owner),
      transaction: (work) =>
        write({ claim, work: (connection) => inTransaction(connection, work, agreement) }, agreement),
      snapshot: (work) =>
        use({ claim, work: (connection) => inTransaction(connection, work, agreement, 'snapshot') }, agreement),
    }
  }
  const isSpread = (): boolean => choice.known?.placement.isSpread === true
  const apartAt = (agreement?: number): Executor => executorBy(useOf(apart), {}, agreement)
  return {
    ...poolOf({}),
    of: madeOnce((holder) => poolOf({ holder }, holder > 0 ? holder : undefined)),
    apart: { ...apartAt(), at: apartAt, isSpread },
    isSpread,
    everywhere: async (text, values) => (await choice.find()).placement.everywhere(poolOf({}), text, values),
    endpoint: async () => (await choice.find()).endpoint,
    unreached: async () =>
      choice.known?.endpoint.destinationSettings
        ? await unreached((work, destination) => useAny({ claim: {}, work, destination }))
        : [],
    check: () => pulse.check(),
    usage: () => ({ ...shared.usage, commits: shared.commits }),
    close: async () => void (await Promise.all([shared.close(5), apart.close(1), pulse.close()])),
  }
}

const awaitRows = (connection: Connection, agreement: number): Promise<void> =>
  connection.placement!.awaitRows(connection, agreement)

const executorBy = (run: Run, claim: Claim, agreement?: number): Executor => ({
  rows: (text, values) =>
    run({ claim, work: (connection) => executorOf(connection, agreement).rows(text, values) }, agreement),
  bytes: (statement) =>
    run({ claim, work: (connection) => executorOf(connection, agreement).bytes(statement) }, agreement),
})

const executorOf = (connection: Connection, agreement?: number): Executor =>
  connection.placement!.executor(connection, agreement)
