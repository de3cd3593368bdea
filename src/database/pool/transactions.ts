import type { Readable, Writable } from 'node:stream'
import type { Connection, Placement } from './connection.ts'
import { answered, command } from './exchange.ts'
import { connectionLost } from './refusals.ts'
import type { EndingTransaction, Statement, Transaction } from './statements.ts'

/** A transaction that reads as of one moment, and writes nothing. */
type Kind = 'snapshot'

/**
 * Runs `work` in one transaction on a connection. Runs it once more where the first answer is that the agreement's rows
 * have moved.
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (transaction: EndingTransaction) => Promise<T>,
  agreement?: number,
  kind?: Kind,
): Promise<T> {
  const bounds = new Bounds(connection, kind)
  try {
    return await tryTransaction(connection, bounds, work, agreement)
  } catch (error) {
    const settling = placementOf(connection).settling(connection, error, bounds.agreement)
    if (!settling) throw error
    await settling
    if (bounds.hasAnswered) throw error
    return await tryTransaction(connection, new Bounds(connection, kind), work, agreement)
  }
}

async function tryTransaction<T>(
  connection: Connection,
  bounds: Bounds,
  work: (transaction: EndingTransaction) => Promise<T>,
  agreement?: number,
): Promise<T> {
  let result: T
  try {
    result = await work({ ...transaction(connection, bounds, agreement), end: () => void bounds.commit() })
  } catch (error) {
    await bounds.rollback()
    throw error
  }
  await bounds.commit()
  return result
}

/**
 * Begin and end of a transaction. It begins with its first statement. Statements are sent in the order asked for and
 * wait only for BEGIN.
 */
class Bounds {
  private readonly connection: Connection
  private readonly kind: Kind | undefined
  /** Whose rows it is about. */
  agreement: number | undefined
  /** Whether any statement was answered. */
  hasAnswered = false
  private isBegun = false
  private begun: Promise<unknown> | undefined
  private ended: Promise<void> | undefined

  constructor(connection: Connection, kind?: Kind) {
    this.connection = connection
    this.kind = kind
  }

  /** The BEGIN that a statement has to wait for; undefined once the transaction has begun. */
  begin(): Promise<unknown> | undefined {
    if (this.ended) throw new Error('The transaction has sent its last statement.')
    if (this.isBegun) return undefined
    return (this.begun ??= Promise.all(this.beginning()).then(() => (this.isBegun = true)))
  }

  private beginning(): Promise<unknown>[] {
    const { connection } = this
    const isSnapshot = this.kind === 'snapshot'
    const begin = beginning(connection)
    return [
      command(connection, isSnapshot ? begin.replace('begin', 'begin ISOLATION LEVEL REPEATABLE READ') : begin),
      ...placementOf(connection).enter(connection, isSnapshot),
    ]
  }

  /** Passes an answer on. */
  answer<T>(given: T): T {
    this.hasAnswered = true
    return given
  }

  commit(): Promise<void> {
    if (!this.begun) return Promise.resolve()
    // The caller hears of a failure when it waits for the transaction. Until then it counts as handled.
    if (!this.ended) (this.ended = this.committed()).catch(() => {})
    return this.ended!
  }

  /** Undoes the transaction. Where COMMIT was sent, waits for its end. */
  async rollback(): Promise<void> {
    // A lost connection has rolled back. The first error tells the cause, so later ones are dropped.
    if (this.ended) await this.ended.catch(() => {})
    else if (this.begun && !this.connection.lost) await command(this.connection, 'rollback').catch(() => {})
  }

  /** A transaction in which a statement failed is rolled back by its COMMIT, without an error. */
  private async committed(): Promise<void> {
    const { connection } = this
    await placementOf(connection).checkDeferred(connection, this.agreement)
    const sent = performance.now()
    const { command: done } = await answered(connection, (session) => session.commit())
    connection.committed(performance.now() - sent)
    if (done === 'COMMIT') return void (connection.affinity = connection.destination?.affinity)
    throw new Error('A statement of the transaction failed, and its error was passed over.')
  }
}

/** Text that begins a transaction. Behind a pooler it brings the settings along, as no connection keeps them. */
const beginning = ({ endpoint, planning }: Connection): string => endpoint.begins?.[planning ?? 'once'] ?? 'begin'

/** Where the statements of a connection run, which is known once it is lent to a transaction. */
const placementOf = ({ placement }: Connection): Placement => placement!

/**
 * Reads through a pooler, with the settings in its own transaction. All is sent at once. The connection is lent on only
 * after every answer has come.
 */
export async function readInTransaction(
  connection: Connection,
  statement: Statement,
  agreement?: number,
): Promise<Buffer | undefined> {
  const read = [
    command(connection, beginning(connection)),
    placementOf(connection).executor(connection, agreement, false).bytes(statement),
    command(connection, 'commit'),
  ] as const
  const [begun, answer] = await Promise.allSettled(read)
  if (begun.status === 'rejected') throw begun.reason
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}

/**
 * Ends a COPY with its connection: the driver forgets the stream once its last row is sent, and its reader would wait
 * for ever.
 */
function endingWith<T extends Readable | Writable>(connection: Connection, stream: T): T {
  const end = (): void => void stream.destroy(connectionLost())
  if (connection.lost) end()
  connection.gone.addEventListener('abort', end)
  stream.once('close', () => connection.gone.removeEventListener('abort', end))
  return stream
}

function transaction(connection: Connection, bounds: Bounds, agreement?: number, depth = 0): Transaction {
  const placement = placementOf(connection)
  const { rows, bytes } = placement.executor(connection, agreement, false)
  if (agreement !== undefined) bounds.agreement = agreement
  const whole: Transaction = {
    isAtHome: connection.destination !== undefined,
    async rows<T>(text: string, values?: Statement['values']) {
      const begun = bounds.begin()
      if (begun) await begun
      return bounds.answer(await rows<T>(text, values))
    },
    async bytes(statement) {
      const begun = bounds.begin()
      if (begun) await begun
      return bounds.answer(await bytes(statement))
    },
    async look<T>(text: string, values?: Statement['values']) {
      // If BEGIN is refused, the statement runs alone, and changes nothing.
      const [begun, found] = await Promise.allSettled([bounds.begin(), rows<T>(text, values)])
      if (begun.status === 'rejected') throw begun.reason
      if (found.status === 'rejected') throw found.reason
      return bounds.answer(found.value)
    },
    async copyOut(text) {
      await bounds.begin()
      return endingWith(connection, await answered(connection, (session) => session.copyOut(text)))
    },
    async copyIn(text) {
      await bounds.begin()
      return endingWith(connection, await answered(connection, (session) => session.copyIn(text)))
    },
    async script(text) {
      await bounds.begin()
      await command(connection, text)
    },
    at: (owner) => transaction(connection, bounds, owner, depth),
    async checkDeferred() {
      await bounds.begin()
      await (placement.checkDeferred(connection, agreement) ?? command(connection, 'SET CONSTRAINTS ALL IMMEDIATE'))
    },
    everywhere: (text, values) => placement.everywhere(whole, text, values),
    async savepoint(work) {
      const name = `s${depth}`
      await bounds.begin()
      await command(connection, `savepoint ${name}`)
      try {
        return await work(transaction(connection, bounds, agreement, depth + 1))
      } catch (error) {
        if (!connection.lost) await command(connection, `rollback to ${name}`)
        throw error
      }
    },
  }
  return whole
}
