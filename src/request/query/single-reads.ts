import type { Database } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { SINGLE_READS_AT_ONCE, SINGLE_READS_TOGETHER_MAX, WAITING_MAX_OF_AGREEMENT } from '../../limits.ts'
import type { Caller } from '../../resource/operations.ts'
import type { Narrowing } from './plan.ts'
import type { Readable } from './readable.ts'
import type { Body } from './render.ts'
import { itemsStatement, readStatement } from './sql.ts'

/** A read that waits to be carried out with others. */
interface Waiting {
  narrowings: readonly Narrowing[]
  resolve(item: Body | undefined): void
  reject(error: unknown): void
}

/** The reads of one caller: how many statements are under way, and what waits for one of them to end. */
interface Queue {
  underWay: number
  readonly waiting: Waiting[]
}

/**
 * Reads of single items of one resource. A read is a statement of its own until SINGLE_READS_AT_ONCE of them are under
 * way for an agreement; those that come then are read by one statement as soon as one has ended. So a busy agreement
 * costs the database and the node less for each read, and waits at most for one statement more. Nothing is read before
 * it is asked for: who has written reads what was written.
 */
export class SingleReads {
  private readonly of: Readable
  private readonly database: Database
  private readonly queues = new Map<string, Queue>()

  constructor(of: Readable, database: Database) {
    this.of = of
    this.database = database
  }

  /** The item that `narrowings` name, rendered; undefined where none is. @throws ApiError 429 where too many wait. */
  async find(caller: Caller, narrowings: readonly Narrowing[]): Promise<Body | undefined> {
    const key = this.of.resource.ownedByApp ? `${caller.agreement} ${caller.app}` : String(caller.agreement)
    const queue = this.queueOf(key)
    if (queue.underWay >= SINGLE_READS_AT_ONCE) {
      if (queue.waiting.length >= WAITING_MAX_OF_AGREEMENT) {
        throw new ApiError({ code: 'AgreementBusy', property: 'request' }, { 'retry-after': '1' })
      }
      return new Promise((resolve, reject) => queue.waiting.push({ narrowings, resolve, reject }))
    }
    queue.underWay += 1
    try {
      return await this.readOne(caller, narrowings)
    } finally {
      this.goOn(key, queue, caller)
    }
  }

  private queueOf(key: string): Queue {
    let queue = this.queues.get(key)
    if (!queue) this.queues.set(key, (queue = { underWay: 0, waiting: [] }))
    return queue
  }

  /** Called when a statement has ended. The next takes its place, for reads that wait. */
  private goOn(key: string, queue: Queue, caller: Caller): void {
    const next = queue.waiting.splice(0, SINGLE_READS_TOGETHER_MAX)
    if (next.length > 0) {
      void this.readTogether(caller, next).finally(() => this.goOn(key, queue, caller))
      return
    }
    queue.underWay -= 1
    if (queue.underWay === 0) this.queues.delete(key)
  }

  private async readOne(caller: Caller, narrowings: readonly Narrowing[]): Promise<Body | undefined> {
    const row = await this.database
      .of(caller.agreement)
      .bytes(readStatement({ kind: 'single', narrowings }, this.of, caller))
    return row && this.of.render.item(row)
  }

  private async readTogether(caller: Caller, reads: readonly Waiting[]): Promise<void> {
    try {
      if (reads.length === 1) return reads[0]!.resolve(await this.readOne(caller, reads[0]!.narrowings))
      const wanted = reads.map(({ narrowings }) => narrowings)
      const rows = await this.database.of(caller.agreement).bytes(itemsStatement(wanted, this.of, caller))
      const items = rows ? this.of.render.each(rows) : undefined
      reads.forEach(({ resolve }, at) => resolve(items?.get(String(at))))
    } catch (error) {
      for (const { reject } of reads) reject(error)
    }
  }
}
