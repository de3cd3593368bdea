import type { Database, EndingTransaction, Executor, Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { BATCH_ITEMS_MAX, BATCH_REQUESTS_MAX } from '../../limits.ts'
import { callerKey } from '../../resource/caller.ts'
import type { Caller, Item } from '../../resource/operations.ts'
import { columnName, type Resource, type SentItem, type WriteRequest } from '../../resource/resource.ts'
import { isRefusal } from '../protocol/database-errors.ts'
import { claim, keep, type KeyedRequest, replay } from '../protocol/idempotency.ts'
import type { Answer } from '../protocol/respond.ts'
import { waitedTooLong, type WaitingRoom } from './waiting-room.ts'
import type { Written } from '../../records/write.ts'

/** A create on its way: what it wants written, under which Idempotency-Key, and how it is answered. */
export interface Create {
  caller: Caller
  items: readonly SentItem[]
  /** Of its body. */
  bytes: number
  keyed: KeyedRequest | undefined
  /** The answer, from the keys written; from the request's faults where there are none. */
  answerOf(keys: readonly Item[] | undefined, request: WriteRequest): Answer
  /** Carries it out on its own: what cannot be done together, or fails together. */
  alone(): Promise<Answer>
}

/**
 * Writes several requests at once; on a transaction where `needsTransaction`, else on anything that runs one statement.
 * `end`, where nothing follows in the transaction, may be called with the last statement.
 */
export interface WriteTogether {
  needsTransaction: boolean
  write(
    executor: Executor & Partial<Omit<Transaction, 'at'>>,
    agreement: number,
    requests: readonly WriteRequest[],
    end?: () => void,
  ): Promise<Written>
}

interface Waiting {
  create: Create
  tokens: readonly string[]
  /** Ends the wait. A create that was already told that it waited too long only leaves the room. */
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Combines creates of one agreement that arrive during a running write into one batch, which waits for the disk once.
 * Each request keeps its own answer, faults and idempotency record, and is written whole or not at all. The creates of
 * an agreement use two connections at most, however many there are: on one the database writes a batch, on the other
 * the next waits there for its locks.
 */
export class GroupCommit {
  private readonly database: Database
  private readonly unique: readonly UniqueValue[]
  /** The trail of master data names whom a statement is for. A resource that writes for itself names it itself. */
  private readonly isOfOneCaller: boolean
  private readonly together: WriteTogether
  private readonly room: WaitingRoom
  /** Those that wait, of each agreement that has a write under way. */
  private readonly queues = new Map<number, Waiting[]>()

  constructor(database: Database, resource: Resource, together: WriteTogether, room: WaitingRoom) {
    this.database = database
    this.unique = uniqueValues(resource)
    this.isOfOneCaller = !resource.create
    this.together = together
    this.room = room
  }

  /**
   * Carries a create out, with others or alone. @throws what `alone` throws, and ApiError 503 where there is no room or
   * no end to the wait.
   */
  async submit(create: Create): Promise<Answer> {
    const { agreement } = create.caller
    this.room.enter(agreement, create.bytes)
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(this.giveUp(waiting)), this.room.milliseconds)
      const end = (): void => {
        clearTimeout(timer)
        this.room.leave(agreement, create.bytes)
      }
      const waiting: Waiting = {
        create,
        tokens: uniqueTokens(this.unique, create),
        resolve: (answer) => resolve((end(), answer)),
        reject: (error) => reject((end(), error)),
      }
      const queue = this.queues.get(agreement)
      if (queue) {
        queue.push(waiting)
        return
      }
      this.queues.set(agreement, [waiting])
      void this.empty(agreement)
    })
  }

  /** Takes a create that has waited too long out of its queue, if it is still there. @returns the error it is told. */
  private giveUp(waiting: Waiting): ApiError {
    const queue = this.queues.get(waiting.create.caller.agreement) ?? []
    const at = queue.indexOf(waiting)
    const error = waitedTooLong(at < 0)
    if (at >= 0) queue.splice(at, 1)[0]!.reject(error)
    return error
  }

  /**
   * Writes the queue in batches of at most half of the requests that wait or belong to the last batch. Clients that
   * were just answered send their next requests meanwhile, and the process reads these while the database writes. With
   * larger batches one would idle while the other works. A batch as large as the last is sent behind it before that is
   * written, so that the database goes on without a pause.
   */
  private async empty(agreement: number): Promise<void> {
    const queue = this.queues.get(agreement)!
    let before = Promise.resolve()
    let last = 0
    while (queue.length > 0) {
      const batch = takeBatch(queue, this.isOfOneCaller, Math.ceil((queue.length + last) / 2))
      const { sent, written } = this.begin(agreement, batch)
      await Promise.all([sent, before])
      last = batch.length
      if (queue.length < last) await written
      before = written
    }
    this.queues.delete(agreement)
  }

  /** Begins to write a batch. `sent`: its last statement is on its way, or the batch is written. */
  private begin(agreement: number, batch: readonly Waiting[]): { sent: Promise<void>; written: Promise<void> } {
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const written = this.write(agreement, batch, end)
    return { sent: Promise.race([ended, written]), written }
  }

  /**
   * Retries a refused batch in halves, down to single requests, so that one request's fault never fails another's. Uses
   * no more connections than other batches.
   * @param end called when the last statement of the batch, or of a part, is on its way.
   */
  private async write(agreement: number, batch: readonly Waiting[], end: () => void): Promise<void> {
    const [first] = batch
    if (batch.length === 1) return await first!.create.alone().then(first!.resolve, first!.reject)
    if (await this.writeTogether(agreement, batch, end)) return
    const half = Math.ceil(batch.length / 2)
    await this.write(agreement, batch.slice(0, half), end)
    await this.write(agreement, batch.slice(half), end)
  }

  /**
   * @returns false when the database refused and undid the batch; true when it is written, or its outcome is unknown.
   */
  private async writeTogether(agreement: number, batch: readonly Waiting[], end: () => void): Promise<boolean> {
    const isKeyed = batch.some(({ create }) => create.keyed)
    const pool = this.database.of(agreement)
    try {
      const answers =
        isKeyed || this.together.needsTransaction
          ? await pool.transaction((transaction) => this.inTransaction(transaction, agreement, batch, end))
          : await this.writeAll(pool, agreement, batch)
      const tell = (): void => {
        for (const [at, { resolve, reject }] of batch.entries()) {
          const answer = answers[at]!
          if (answer instanceof ApiError) reject(answer)
          else resolve(answer)
        }
      }
      // The next batch is sent first: the database writes it while these are told.
      if (this.queues.get(agreement)!.length > 0) setImmediate(() => setImmediate(tell))
      else tell()
      return true
    } catch (error) {
      if (isRefusal(error)) return false
      // The outcome is unknown.
      for (const { reject } of batch) reject(error)
      return true
    }
  }

  private async inTransaction(
    transaction: EndingTransaction,
    agreement: number,
    batch: readonly Waiting[],
    end: () => void,
  ): Promise<(Answer | ApiError)[]> {
    const keyed = batch.flatMap(({ create }) => create.keyed ?? [])
    const claims = keyed.length > 0 ? await claim(transaction, keyed) : []
    const taken = keyed.filter((_, at) => !claims[at])
    const replayed = taken.length > 0 ? await replay(transaction, taken) : []
    const answerOfKey = new Map(taken.map((request, at) => [request, replayed[at]!]))
    const free = batch.filter(({ create }) => !create.keyed || !answerOfKey.has(create.keyed))
    const over = keyed.length > 0 ? undefined : (): void => (transaction.end(), end())
    const answers = free.length > 0 ? await this.writeAll(transaction, agreement, free, over) : []
    const kept = free.flatMap(({ create: { keyed: request } }, at) =>
      request ? [{ request, answer: answers[at]! }] : [],
    )
    if (kept.length > 0) await keep(transaction, kept)
    const written = new Map(free.map((waiting, at) => [waiting, answers[at]!]))
    return batch.map((waiting) => written.get(waiting) ?? answerOfKey.get(waiting.create.keyed!)!)
  }

  private async writeAll(
    executor: Executor & Partial<Omit<Transaction, 'at'>>,
    agreement: number,
    batch: readonly Waiting[],
    end?: () => void,
  ): Promise<Answer[]> {
    const requests = batch.map(({ create }) => requestOf(create))
    const keys = await this.together.write(executor, agreement, requests, end)
    return batch.map(({ create }, at) => create.answerOf(keys[at], requests[at]!))
  }
}

/** What a create, or its first `count` items, wants written. Faults are copied, since it may be tried again. */
export const requestOf = ({ caller, items }: Pick<Create, 'caller' | 'items'>, count?: number): WriteRequest => ({
  caller,
  items: items.slice(0, count).map((one) => ({ ...one, faults: [...one.faults] })),
})

/**
 * Takes what can be written at once from the queue's head: at most `count`, bounded, and no two that want the same
 * identifier or unique value; of one app, grant and person where it must be.
 */
function takeBatch(queue: Waiting[], isOfOneCaller: boolean, count: number): Waiting[] {
  const who = callerKey(queue[0]!.create.caller)
  const tokens = new Set<string>()
  let items = 0
  let length = 0
  for (const { create, tokens: names } of queue) {
    items += create.items.length
    const fits = length === 0 || (length < Math.min(count, BATCH_REQUESTS_MAX) && items <= BATCH_ITEMS_MAX)
    if (!fits || (isOfOneCaller && callerKey(create.caller) !== who) || names.some((token) => tokens.has(token))) break
    for (const token of names) tokens.add(token)
    length++
  }
  return queue.splice(0, length)
}

/**
 * A column whose value no two items have, and the properties that tell the value: its own, and those that it is unique
 * within.
 */
interface UniqueValue {
  column: string
  properties: readonly string[]
}

const uniqueValues = ({ fields }: Resource): UniqueValue[] =>
  Object.entries(fields).flatMap(([property, field]) => {
    const { unique } = field.facts
    return unique ? [{ column: columnName(property, field), properties: [property, ...unique.within] }] : []
  })

/**
 * What no other request of a batch may want too: its Idempotency-Key, its identifier, and the values that are unique.
 */
function uniqueTokens(unique: readonly UniqueValue[], { items, keyed }: Create): string[] {
  const tokens = keyed ? [`key ${keyed.app} ${keyed.key}`] : []
  if (unique.length === 0) return tokens
  for (const { item } of items) {
    for (const { column, properties } of unique) {
      if (item[properties[0]!] === undefined) continue
      const values = properties.map((name) => String(item[name]).toLowerCase())
      tokens.push(`${column} ${values.join(' ')}`)
    }
  }
  return tokens
}
