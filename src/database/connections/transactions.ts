import type { Readable, Writable } from 'node:stream'
import type postgres from 'postgres'
import type { EndingTransaction, Executor, Statement, Transaction } from '../connection.ts'
import { answered, answeredNow, command } from './answers.ts'
import { come, readAtHome, sentAtHome, textAt } from './at-home.ts'
import { connectionLost, type Link, type Planning } from './links.ts'
import { hasMoved } from './run-at.ts'

/** Padded, so that it goes with the statement before it: postgres.js 3.4.9 sends 1,024 bytes at once, and less only after all I/O that waits. */
const COMMIT = 'commit'.padEnd(1024)

/** A transaction that reads as of one moment, and writes nothing. */
type Kind = 'snapshot'

/** Runs `work` in one transaction on a connection. Runs it once more where the first answer is that the agreement's rows have moved. */
export async function inTransaction<T>(
  link: Link,
  work: (transaction: EndingTransaction) => Promise<T>,
  agreement?: number,
  kind?: Kind,
): Promise<T> {
  const bounds = new Bounds(link, kind)
  try {
    return await tryTransaction(link, bounds, work, agreement)
  } catch (error) {
    if (!hasMoved(error) || bounds.agreement === undefined || link.home) throw error
    await awaitRows(link, bounds.agreement)
    if (bounds.hasAnswered) throw error
    return await tryTransaction(link, new Bounds(link, kind), work, agreement)
  }
}

async function tryTransaction<T>(
  link: Link,
  bounds: Bounds,
  work: (transaction: EndingTransaction) => Promise<T>,
  agreement?: number,
): Promise<T> {
  let result: T
  try {
    result = await work({ ...transaction(link, bounds, agreement), end: () => void bounds.commit() })
  } catch (error) {
    await bounds.rollback()
    throw error
  }
  await bounds.commit()
  return result
}

/**
 * Begin and end of a transaction. It begins with its first statement. Statements are sent in the order asked for and wait only for BEGIN.
 */
class Bounds {
  private readonly link: Link
  private readonly kind: Kind | undefined
  /** Whose rows it is about, where they are on another server. */
  agreement: number | undefined
  /** Whether any statement was answered. */
  hasAnswered = false
  private isBegun = false
  private begun: Promise<unknown> | undefined
  private ended: Promise<void> | undefined

  constructor(link: Link, kind?: Kind) {
    this.link = link
    this.kind = kind
  }

  /** The BEGIN that a statement has to wait for; undefined once the transaction has begun. */
  begin(): Promise<unknown> | undefined {
    if (this.ended) throw new Error('The transaction has sent its last statement.')
    if (this.isBegun) return undefined
    return (this.begun ??= Promise.all(this.beginning()).then(() => (this.isBegun = true)))
  }

  private beginning(): Promise<unknown>[] {
    const { link } = this
    const isSnapshot = this.kind === 'snapshot'
    const begin = beginning(link)
    const sent: Promise<unknown>[] = [
      command(link, isSnapshot ? begin.replace('begin', 'begin ISOLATION LEVEL REPEATABLE READ') : begin),
    ]
    // A shard that no session was on yet gets its views first. By way of the coordinator, its first statement makes them.
    if (link.home) sent.push(come(link, link.home, 'stays'))
    if (isSnapshot && (link.home || !link.way.distribution)) sent.push(command(link, 'SET TRANSACTION READ ONLY'))
    return sent
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
    else if (this.begun && !this.link.lost) await command(this.link, 'rollback').catch(() => {})
  }

  /** Runs now the checks that would run at COMMIT. */
  private async checkDeferred(): Promise<void> {
    if (this.agreement === undefined || this.link.home) return
    try {
      await executor(this.link, this.agreement).rows('SELECT true AS checked')
    } catch (error) {
      if (!this.link.lost) await command(this.link, 'rollback').catch(() => {})
      throw error
    }
  }

  /** A transaction in which a statement failed is rolled back by its COMMIT, without an error. */
  private async committed(): Promise<void> {
    await this.checkDeferred()
    const sent = performance.now()
    const done = await command(this.link, COMMIT)
    this.link.committed(performance.now() - sent)
    if (done === 'COMMIT') return void (this.link.shard = this.link.home?.shard)
    throw new Error('A statement of the transaction failed, and its error was passed over.')
  }
}

/** Text that begins a transaction. Behind a pooler it brings the settings along, as no connection keeps them. */
const beginning = ({ way, planning }: Link): string => way.begins?.[planning ?? 'once'] ?? 'begin'

/**
 * Runs statements on a connection, each named where names last.
 * @param agreement whose they all are: where rows are spread over servers, they run where its are.
 * @param isLast each is a transaction of its own.
 */
export function executor(link: Link, agreement?: number, isLast = true): Executor {
  const { distribution } = link.way
  const named = { prepare: link.way.keepsNames }
  const isThere = distribution !== undefined && agreement !== undefined
  const sent = async <T>(
    { text, values }: Statement,
    planning: Planning,
    send: (sql: postgres.Sql, statement: Statement) => PromiseLike<T>,
  ): Promise<T> => {
    if (!isThere) return await answered(link, (sql) => send(sql, { text, values }))
    let wrapped = { text, values }
    const wrap = async (): Promise<void> => {
      wrapped = await answeredNow(link, () => distribution.at(link, { agreement, isLast }, { text, values, planning }))
    }
    const there = (): Promise<T> => answered(link, (sql) => send(sql, wrapped), wrap)
    try {
      return await there()
    } catch (error) {
      if (!isLast || !hasMoved(error)) throw error
      await awaitRows(link, agreement)
      return await there()
    }
  }
  const home = isThere ? link.home : undefined
  return {
    async rows<T>(text: string, values: Statement['values'] = []) {
      const send = (sql: postgres.Sql, given: Statement): PromiseLike<T[]> => {
        if (home) link.keepShape(given.text)
        return sql.unsafe(given.text, given.values as never[], named) as unknown as PromiseLike<T[]>
      }
      if (!home) return await sent({ text, values }, 'once', send)
      if (isLast) return await sentAtHome(link, home, text, (sql, there) => send(sql, { text: there, values }))
      return await answered(link, (sql) => send(sql, { text: textAt(home, text), values }))
    },
    async bytes({ text, values, wide }) {
      const send = (sql: postgres.Sql, given: Statement): PromiseLike<readonly unknown[][]> => {
        if (home || (wide?.isShapedByClient && named.prepare)) link.keepShape(given.text)
        return sql.unsafe(given.text, given.values as never[], named).raw()
      }
      const rows = !home
        ? await sent({ text, values }, wide ? 'byValues' : 'once', send)
        : isLast
          ? await readAtHome(link, home, text, (sql, there) => send(sql, { text: there, values }))
          : await answered(link, (sql) => send(sql, { text: textAt(home, text), values }))
      const value = rows[0]?.[0]
      return value === null || value === undefined ? undefined : (value as Buffer)
    },
  }
}

/**
 * Waits until the server that is asked knows where the agreement's rows are. The first statement there makes the views, and others wait for them until its
 * transaction ends. So that statement is a transaction by itself.
 */
export async function awaitRows(link: Link, agreement: number): Promise<void> {
  await answered(link, (sql) => sql.unsafe('SELECT await_shard($1::int)', [agreement]))
  await executor(link, agreement).rows('SELECT true AS checked')
}

/**
 * Reads through a pooler, with the settings in its own transaction. All is sent at once. The connection is lent on only after every answer
 * has come.
 */
export async function readInTransaction(
  link: Link,
  statement: Statement,
  agreement?: number,
): Promise<Buffer | undefined> {
  const read = [
    command(link, beginning(link)),
    executor(link, agreement, false).bytes(statement),
    command(link, 'commit'),
  ] as const
  const [begun, answer] = await Promise.allSettled(read)
  if (begun.status === 'rejected') throw begun.reason
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
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

/** Ends a COPY with its connection: postgres.js 3.4.9 forgets the stream once its last row is sent, and its reader would wait for ever. */
function endingWith<T extends Readable | Writable>(link: Link, stream: T): T {
  const end = (): void => void stream.destroy(connectionLost())
  if (link.lost) end()
  link.gone.addEventListener('abort', end)
  stream.once('close', () => link.gone.removeEventListener('abort', end))
  return stream
}

/** An agreement of each part, which stands for it. */
const ONE_OF_EACH_PART = `SELECT min(a.agreement) AS agreement FROM agreement a
  GROUP BY get_shard_id_for_distribution_column('agreement', a.agreement)`

/** Runs a statement over all agreements, or over those of each part by itself (`Database.everywhere`): through a pool, or within a transaction. */
export async function everywhereOn<T>(
  whole: Executor & { at(agreement: number): Executor },
  isSpread: boolean,
  text: string,
  values?: Statement['values'],
): Promise<T[]> {
  if (!isSpread) return await whole.rows<T>(text, values)
  const found: T[] = []
  for (const { agreement } of await whole.rows<{ agreement: number }>(ONE_OF_EACH_PART)) {
    found.push(...(await whole.at(agreement).rows<T>(text, values)))
  }
  return found
}

function transaction(link: Link, bounds: Bounds, agreement?: number, depth = 0): Transaction {
  const { rows, bytes } = executor(link, agreement, false)
  if (agreement !== undefined && link.way.distribution) bounds.agreement = agreement
  const whole: Transaction = {
    isAtHome: link.home !== undefined,
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
      const rows = await answered(link, (sql) => heard(sql.unsafe(text)).readable())
      // postgres.js 3.4.9 leaves its socket paused where the last rows filled the stream, and hears no more. Reading on resumes it.
      rows.once('end', () => rows._read(0))
      return endingWith(link, rows)
    },
    async copyIn(text) {
      await bounds.begin()
      let asked: Told | undefined
      const into = await answered(link, (sql) => {
        const query = heard(sql.unsafe(text))
        asked = query
        return query.writable()
      })
      // Where a row is refused after the last was sent, postgres.js 3.4.9 tells the query, whose promise is settled by then.
      asked!.reject = (error) => void into.destroy(error)
      return endingWith(link, into)
    },
    async script(text) {
      await bounds.begin()
      await command(link, text)
    },
    at: (owner) => transaction(link, bounds, owner, depth),
    everywhere: (text, values) => everywhereOn(whole, link.way.distribution !== undefined, text, values),
    async savepoint(work) {
      const name = `s${depth}`
      await bounds.begin()
      await command(link, `savepoint ${name}`)
      try {
        return await work(transaction(link, bounds, agreement, depth + 1))
      } catch (error) {
        if (!link.lost) await command(link, `rollback to ${name}`)
        throw error
      }
    },
  }
  return whole
}
