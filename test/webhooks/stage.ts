import { randomInt } from 'node:crypto'
import { pino } from 'pino'
import type { Database } from '../../src/database/connection.ts'
import { SCHEDULE } from '../../src/webhooks/schedule.ts'
import { testVault } from '../service/secret-key.ts'
import { type DeliveryOptions, type DeliveryParts, startDeliveries } from '../../src/webhooks/start.ts'
import { testDatabase } from '../database/harness.ts'
import { eventually, growsTo } from '../patience.ts'
import { authority, type Receiver, startReceiver } from './receiver.ts'

/** A webhook of an agreement of its own. */
export interface Hook {
  agreement: number
  app: number
  secret: string
}

/** What a webhook is made with beside its url. */
export interface HookOptions {
  eventType?: string
  contentType?: string
  postData?: string
  customHeaders?: { key: string; value: string }[]
  /** A webhook of the same agreement and app as this one. */
  beside?: Hook
}

/** A delivery as the log has it. */
export interface Logged {
  number: number
  webhookId: string
  state: string
  /** Seconds from now to the next attempt. */
  dueIn: number
  attempts: {
    startedAt: string
    durationMilliseconds: number
    statusCode: number | null
    error: string | null
    answer: string | null
  }[]
}

export type NodeOptions = DeliveryOptions &
  Pick<DeliveryParts, 'forwarding'> & { allowedHosts?: readonly string[]; database?: Database }

/** All attempts one after the other, almost at once. */
export const SWIFT: readonly number[] = SCHEDULE.map(() => 0.01)

/** Numbers in [0, 1) that a seed decides (mulberry32); the seed is printed, to have the same ones again. */
export function randomFrom(seed = randomInt(2 ** 31)): () => number {
  process.stdout.write(`seed ${seed}\n`)
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The whole numbers of a range, both ends included. */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** A database with agreements that have webhooks, a receiver for them, and the nodes that deliver. */
export class Stage {
  readonly base: Awaited<ReturnType<typeof testDatabase>>
  readonly receiver: Receiver
  /** What the nodes logged. */
  readonly log: Record<string, unknown>[] = []
  private readonly secrets: Map<string, readonly string[]>
  private readonly nodes = new Set<() => Promise<void>>()

  private constructor(base: Stage['base'], receiver: Receiver, secrets: Map<string, readonly string[]>) {
    this.base = base
    this.receiver = receiver
    this.secrets = secrets
  }

  static async open(): Promise<Stage> {
    const secrets = new Map<string, readonly string[]>()
    return new Stage(await testDatabase(), await startReceiver(secrets), secrets)
  }

  async stopNodes(): Promise<void> {
    await Promise.all([...this.nodes].map((stop) => stop()))
  }

  /** As if nothing had happened yet: no nodes, no webhooks, no requests, and a receiver that answers 204. */
  async clear(): Promise<void> {
    await this.stopNodes()
    await this.base.own.everywhere('DELETE FROM webhook')
    this.receiver.respond = () => 204
    this.receiver.requests.length = 0
    this.log.length = 0
  }

  /** The bodies of the requests to a path, repeats and all. */
  sentTo(path: string): string[] {
    return this.receiver.requests.filter((sent) => sent.path === path).map(({ body }) => body)
  }

  /** The bodies that are left when the receiver drops repeats by their `webhook-id`. */
  keptBy(path: string): string[] {
    const sent = this.receiver.requests.filter((request) => request.path === path)
    return [...new Map(sent.map(({ webhookId, body }) => [webhookId, body])).values()]
  }

  async close(): Promise<void> {
    await this.stopNodes()
    await this.receiver.close()
    await this.base.drop()
  }

  /** Makes a webhook; the first segment of its path is its own. */
  async hook(path: string, options: HookOptions = {}): Promise<Hook> {
    const {
      eventType = 'CUSTOMER_UPDATED',
      contentType = 'text/plain',
      postData = '[NEWNUMBER]',
      customHeaders,
    } = options
    const url = path.startsWith('/') ? this.receiver.url + path : path
    const { agreement, app } = options.beside ?? (await this.agreement())
    const [row] = await this.base.database.rows<{ secret: string }>(
      `INSERT INTO webhook (agreement, event_type, app, name, url, content_type, post_data, custom_headers)
       VALUES ($1, $2, $3, 'Test', $4, $5, $6, $7::json) RETURNING secret`,
      [agreement, eventType, app, url, contentType, postData, customHeaders ? JSON.stringify(customHeaders) : null],
    )
    const secret = await testVault.open(agreement, row!.secret)
    this.verifyWith(path, [secret])
    return { agreement, app, secret }
  }

  /** What requests to a path have to be signed with. */
  verifyWith(path: string, secrets: readonly string[]): void {
    this.secrets.set(path.split(/[/?]/)[1]!, secrets)
  }

  /** Writes events in one transaction, one per number. */
  async emit(
    { agreement }: Hook,
    numbers: readonly (number | string)[],
    eventType = 'CUSTOMER_UPDATED',
  ): Promise<void> {
    const fields = numbers.map((number) => ({ OLDNUMBER: '', NEWNUMBER: String(number) }))
    await this.base.database.rows('SELECT emit_events($1, $2, ARRAY(SELECT json_array_elements($3::json)::jsonb))', [
      agreement,
      eventType,
      JSON.stringify(fields),
    ])
  }

  /** The log of an agreement, in the order of its events. */
  async deliveries({ agreement }: Hook): Promise<Logged[]> {
    const rows = await this.base.database.rows<Omit<Logged, 'attempts'> & { attempts: string }>(
      `SELECT number, webhook_id AS "webhookId", state, attempts,
              extract(epoch FROM due_at - clock_timestamp())::float8 AS "dueIn"
       FROM webhook_delivery WHERE agreement = $1 ORDER BY number`,
      [agreement],
    )
    return rows.map((row) => ({ ...row, attempts: JSON.parse(row.attempts) as Logged['attempts'] }))
  }

  /** Waits until nothing of the agreement is pending. */
  async untilDone(hook: Hook): Promise<Logged[]> {
    await growsTo(0, async () => {
      const [row] = await this.base.database.rows<{ pending: number }>(
        `SELECT count(*)::int AS pending FROM webhook_delivery WHERE agreement = $1 AND state = 'pending'`,
        [hook.agreement],
      )
      return -row!.pending
    })
    return await this.deliveries(hook)
  }

  async webhook({ agreement }: Hook): Promise<{ isDisabled: boolean; wasDisabled: boolean; isFailing: boolean }> {
    const [row] = await this.base.database.rows<{ isDisabled: boolean; wasDisabled: boolean; isFailing: boolean }>(
      `SELECT is_disabled AS "isDisabled", last_disabled_date IS NOT NULL AS "wasDisabled", failing_since IS NOT NULL AS "isFailing"
       FROM webhook WHERE agreement = $1`,
      [agreement],
    )
    return row!
  }

  async untilDisabled(hook: Hook): Promise<void> {
    await eventually(async () => (await this.webhook(hook)).isDisabled)
  }

  /** Changes a webhook as a PUT would. */
  async change({ agreement }: Hook, change: 'is_disabled = true' | 'is_disabled = false'): Promise<void> {
    await this.base.database.rows(`UPDATE webhook SET ${change} WHERE agreement = $1`, [agreement])
  }

  /** Has the deliveries of an agreement sent again, from the first attempt on. */
  async again({ agreement }: Hook): Promise<void> {
    await this.base.database.rows(
      `WITH again AS (UPDATE webhook_delivery SET state = 'pending', due_at = now(), round_attempts = 0 WHERE agreement = $1 RETURNING event_type)
       SELECT wake_webhook($1, event_type) FROM (SELECT DISTINCT event_type FROM again) a`,
      [agreement],
    )
  }

  /** Starts a node that may call this machine, and looks for what is due every 20 ms. */
  node({ allowedHosts = ['localhost'], database = this.base.own, forwarding, ...options }: NodeOptions = {}) {
    const stream = { write: (line: string) => void this.log.push(JSON.parse(line) as Record<string, unknown>) }
    const parts = { database, allowedHosts, vault: testVault, log: pino({ level: 'debug' }, stream) }
    const where = forwarding && { forwarding }
    const deliveries = startDeliveries(
      { ...parts, ...where },
      { ca: authority, schedule: SWIFT, sweepMilliseconds: 20, ...options },
    )
    const stop = async (): Promise<void> => {
      if (this.nodes.delete(stop)) await deliveries.stop()
    }
    this.nodes.add(stop)
    return stop
  }

  private async agreement(): Promise<{ agreement: number; app: number }> {
    const [row] = await this.base.database.rows<{ agreement: number; app: number }>(
      `WITH a AS (INSERT INTO agreement (agreement, name) VALUES (nextval('agreement_number'), 'Test') RETURNING agreement),
       p AS (INSERT INTO app (name, secret_hash) VALUES ('Test', sha256(uuid_send(gen_random_uuid()))) RETURNING app),
       g AS (INSERT INTO access_grant (agreement, app, token_hash, roles)
         SELECT agreement, app, uuid_send(gen_random_uuid()), '{SuperUser}' FROM a, p)
       SELECT agreement, app FROM a, p`,
    )
    return row!
  }
}
