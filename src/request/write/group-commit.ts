import type { Database, Executor, Transaction } from '../../database/connection.ts'
import { BATCH_ITEMS_MAX, BATCH_REQUESTS_MAX } from '../../limits.ts'
import type { Caller, Item } from '../../resource/operations.ts'
import { columnName, type Resource, type SentItem, type WriteRequest } from '../../resource/resource.ts'
import { isRefusal } from '../protocol/database-errors.ts'
import { claim, keep, type KeyedRequest } from '../protocol/idempotency.ts'
import type { Answer } from '../protocol/respond.ts'
import type { Written } from './write.ts'

/** A create on its way: what it wants written, under which Idempotency-Key, and how it is answered. */
export interface Create {
  caller: Caller
  items: readonly SentItem[]
  keyed: KeyedRequest | undefined
  /** The answer, from the keys written; from the request's faults where there are none. */
  answerOf(keys: readonly Item[] | undefined, request: WriteRequest): Answer
  /** Carries it out on its own: what cannot be done together, or fails together. */
  alone(): Promise<Answer>
}

/** Writes several requests at once; on a transaction where `needsTransaction`, else on anything that runs one statement. */
export interface WriteTogether {
  needsTransaction: boolean
  write(
    executor: Executor & Partial<Transaction>,
    agreement: number,
    requests: readonly WriteRequest[],
  ): Promise<Written>
}

interface Waiting {
  create: Create
  tokens: readonly string[]
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Makes one write of the creates of one agreement that come while another is under way: the queue for the agreement's numbers becomes
 * a batch, which waits for the disk once. Each request keeps an answer, faults and an idempotency record of its own, and none is written
 * in part.
 */
export class GroupCommit {
  private readonly database: Database
  private readonly resource: Resource
  private readonly together: WriteTogether
  /** Those that wait, of each agreement that has a write under way. */
  private readonly queues = new Map<number, Waiting[]>()

  constructor(database: Database, resource: Resource, together: WriteTogether) {
    this.database = database
    this.resource = resource
    this.together = together
  }

  /** Carries a create out, with others or alone. @throws what `alone` throws. */
  submit(create: Create): Promise<Answer> {
    const { agreement } = create.caller
    return new Promise((resolve, reject) => {
      const waiting = { create, tokens: uniqueTokens(this.resource, create), resolve, reject }
      const queue = this.queues.get(agreement)
      if (queue) {
        queue.push(waiting)
        return
      }
      this.queues.set(agreement, [waiting])
      void this.empty(agreement)
    })
  }

  private async empty(agreement: number): Promise<void> {
    const queue = this.queues.get(agreement)!
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      if (batch.length > 1 && (await this.writeTogether(agreement, batch))) continue
      await Promise.all(batch.map(({ create, resolve, reject }) => create.alone().then(resolve, reject)))
    }
    this.queues.delete(agreement)
  }

  /** @returns whether it was done: what fails for one is tried again by each for itself, so that nobody pays for another's fault. */
  private async writeTogether(agreement: number, batch: readonly Waiting[]): Promise<boolean> {
    const isKeyed = batch.some(({ create }) => create.keyed)
    try {
      const answers =
        isKeyed || this.together.needsTransaction
          ? await this.database.transaction((transaction) => this.inTransaction(transaction, agreement, batch))
          : await this.writeAll(this.database, agreement, batch)
      for (const [at, { create, resolve, reject }] of batch.entries()) {
        const answer = answers[at]
        if (answer) resolve(answer)
        // Its key was taken: the answer kept for it is its own affair.
        else create.alone().then(resolve, reject)
      }
      return true
    } catch (error) {
      if (isRefusal(error)) return false
      // Nobody can tell whether it was done.
      for (const { reject } of batch) reject(error)
      return true
    }
  }

  private async inTransaction(
    transaction: Transaction,
    agreement: number,
    batch: readonly Waiting[],
  ): Promise<(Answer | undefined)[]> {
    const keyed = batch.flatMap(({ create }) => create.keyed ?? [])
    const claims = keyed.length > 0 ? await claim(transaction, keyed) : []
    const isFree = new Map(keyed.map((request, at) => [request, claims[at]!]))
    const free = batch.filter(({ create }) => !create.keyed || isFree.get(create.keyed))
    const answers = await this.writeAll(transaction, agreement, free)
    const kept = free.flatMap(({ create: { keyed: request } }, at) =>
      request ? [{ request, answer: answers[at]! }] : [],
    )
    if (kept.length > 0) await keep(transaction, kept)
    const byCreate = new Map(free.map((waiting, at) => [waiting, answers[at]!]))
    return batch.map((waiting) => byCreate.get(waiting))
  }

  private async writeAll(
    executor: Executor & Partial<Transaction>,
    agreement: number,
    batch: readonly Waiting[],
  ): Promise<Answer[]> {
    const requests = batch.map(({ create }) => requestOf(create))
    const keys = await this.together.write(executor, agreement, requests)
    return batch.map(({ create }, at) => create.answerOf(keys[at], requests[at]!))
  }
}

/** What a create, or its first `count` items, want written, with faults of their own to add to: it may be tried again. */
export const requestOf = ({ caller, items }: Pick<Create, 'caller' | 'items'>, count?: number): WriteRequest => ({
  caller,
  items: items.slice(0, count).map(({ item, faults }) => ({ item, faults: [...faults] })),
})

/** Takes what can be written at once: bounded, and no two that want the same identifier or unique value. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const batch: Waiting[] = []
  const left: Waiting[] = []
  const tokens = new Set<string>()
  let items = 0
  for (const waiting of queue.splice(0)) {
    const size = waiting.create.items.length
    const fits = batch.length === 0 || (batch.length < BATCH_REQUESTS_MAX && items + size <= BATCH_ITEMS_MAX)
    if (left.length > 0 || !fits || waiting.tokens.some((token) => tokens.has(token))) {
      left.push(waiting)
      continue
    }
    items += size
    batch.push(waiting)
    for (const token of waiting.tokens) tokens.add(token)
  }
  queue.push(...left)
  return batch
}

/** What no other request of a batch may want too: its Idempotency-Key, its identifier, and the values that are unique. */
function uniqueTokens({ fields }: Resource, { items, keyed }: Create): string[] {
  const unique = Object.entries(fields).filter(([, { facts }]) => facts.unique)
  const tokens = items.flatMap(({ item }) =>
    unique.flatMap(([property, field]) => {
      if (item[property] === undefined) return []
      const values = [property, ...field.facts.unique!.within].map((name) => String(item[name]).toLowerCase())
      return [`${columnName(property, field)} ${values.join(' ')}`]
    }),
  )
  return keyed ? [...tokens, `key ${keyed.app} ${keyed.key}`] : tokens
}
