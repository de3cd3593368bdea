import { createHash } from 'node:crypto'
import type { Database, Row } from '../database/connection.ts'
import type { Vault } from '../secrets/vault.ts'
import { type DeliveryFault, type FaultableDelivery, faultOf } from './faults.ts'
import { ATTEMPTS_KEPT, FORGOTTEN_AT_ONCE, LOG_DAYS } from './limits.ts'

/** The key of a webhook. */
export interface WebhookName {
  agreement: number
  eventType: string
}

/** The next delivery of a webhook, with the webhook's current settings. */
export interface Delivery extends WebhookName, FaultableDelivery {
  webhookId: string
  /** Values by the names of merge fields, in capitals. */
  fields: Readonly<Record<string, string>>
  url: string
  contentType: string
  postData: string | null
  customHeaders: readonly { key: string; value: string }[]
  /** The secrets that sign it: the current one, and the previous one for a day after a rotation. */
  secrets: readonly string[]
  /** What those secrets are known by in the log: hashes of what the webhook's row keeps of them. */
  signedBy: readonly string[]
  /** Whether the app that made the webhook still has a grant of the agreement. */
  isGranted: boolean
  isSandbox: boolean
  /** Whether one that fails lets those after it go first. */
  stepsAside: boolean
  /** The trace of the request that caused the event, if it was part of one: id and flags. */
  trace: string | null
}

/** One attempt as the log keeps it. */
export interface Attempt {
  /** ISO, UTC. */
  startedAt: string
  durationMilliseconds: number
  statusCode: number | null
  error: string | null
  /** The first bytes of the answer. */
  answer: string | null
}

/** What an attempt sent, as the log keeps it: the values of custom headers and signatures are masked. */
export interface Sent {
  url: string
  headers: { name: string; value: string }[]
  body: string
  /** Which secrets signed it, the current one first. */
  signedBy: readonly string[]
  /** Only the beginning of the body is kept. */
  isCut: boolean
}

/** Attempts that were made one after the other, and what the last of them sent, if anything. */
export interface Made {
  attempts: readonly Attempt[]
  sent: Sent | undefined
}

/** The consequence of a failed attempt. */
export interface Consequence {
  /** Until the next attempt; undefined when this was the last one. */
  retryInSeconds: number | undefined
  /** The receiver said that it is gone. */
  isGone: boolean
  /** A webhook whose attempts have all failed for this long is disabled. */
  failingSeconds: number
}

/** SQL: the clock of the agreement, which all nodes share: the database's, but where a sandbox has its own. */
const NOW = `(clock_of($1) + make_interval(secs => $3))`

/** SQL: a delivery is older than the log keeps it, by that clock. */
export const isOldDelivery = (clock: string): string =>
  `state <> 'pending' AND occurred_at <= ${clock} - make_interval(days => ${LOG_DAYS})`
const AHEAD = 'make_interval(secs => $1)'
const IS_OLD = `${isOldDelivery(`clock_timestamp() + ${AHEAD}`)}
  AND agreement NOT IN (SELECT c.agreement FROM sandbox_clock c)`
/** Of sandboxes with a clock of their own. */
const FORGET_BY_CLOCK = `DELETE FROM webhook_delivery d USING sandbox_clock c WHERE d.agreement = c.agreement
  AND ${isOldDelivery(`clock_of(c.agreement) + ${AHEAD}`)} RETURNING 1`

const next = (after: string): string => `
  SELECT d.number, d.position, d.webhook_id, d.fields, d.trace, d.round_attempts, d.ordered_fault, w.app, w.url,
    w.content_type, w.post_data, w.custom_headers,
         w.secret, CASE WHEN w.previous_secret_until > clock_timestamp() + make_interval(secs => $3)
           THEN w.previous_secret END AS previous_secret,
         EXISTS (SELECT FROM access_grant g WHERE g.agreement = $1 AND g.app = w.app AND g.revoked_at IS NULL)
           AS is_granted,
         a.is_sandbox, d.aside > 1 AS steps_aside, a.is_sandbox
           AND EXISTS (SELECT FROM fault_rule f WHERE f.agreement = $1) AS has_fault_plan
  FROM webhook w JOIN agreement a ON a.agreement = $1 CROSS JOIN LATERAL (
    SELECT f.* FROM (
      SELECT d.*, o.aside FROM (SELECT deliveries_aside($1) AS aside) o CROSS JOIN LATERAL (
        SELECT * FROM webhook_delivery d
        WHERE d.agreement = $1 AND d.event_type = $2 AND d.state = 'pending' ${after} ORDER BY d.position
          LIMIT o.aside) d) f
    WHERE f.due_at <= ${NOW} ORDER BY f.position LIMIT 1) d
  WHERE w.agreement = $1 AND w.event_type = $2 AND NOT w.is_disabled`

/** SQL: no other process has recorded an attempt or begun a new round meanwhile. */
const UNCHANGED = `d.agreement = $1 AND d.number = $4 AND d.position = $5 AND d.round_attempts = $6
  AND d.state = 'pending'`
const LOGGED = `round_attempts = d.round_attempts + 1, sent = coalesce($8::text::jsonb, d.sent),
  attempts = CASE WHEN jsonb_array_length(d.attempts) + jsonb_array_length($7::text::jsonb) <= ${ATTEMPTS_KEPT}
    THEN d.attempts || $7::text::jsonb ELSE (
    SELECT jsonb_agg(k.attempt ORDER BY k.place) FROM (
      SELECT * FROM jsonb_array_elements(d.attempts || $7::text::jsonb) WITH ORDINALITY AS e(attempt, place)
      ORDER BY e.place DESC LIMIT ${ATTEMPTS_KEPT}) k) END`

/** Records the success and returns the next delivery: the one statement that each event costs. */
const delivered = (after: string): string => `
  WITH mended AS MATERIALIZED (
    UPDATE webhook w SET failing_since = NULL
    WHERE w.agreement = $1 AND w.event_type = $2 AND w.failing_since IS NOT NULL RETURNING 1),
  recorded AS (
    UPDATE webhook_delivery d SET state = 'delivered', ${LOGGED}
    WHERE ${UNCHANGED} AND (SELECT count(*) FROM mended) >= 0)
  ${next(after)}`
/** What is delivered was the first: an index need not look at what lies before it. */
const DELIVERED = delivered('AND d.position > $5')
/** Where others step aside, one before it may be due again. */
const DELIVERED_ASIDE = delivered('AND d.position <> $5')

/**
 * Locks the webhook's row before the delivery, as every statement that changes both does. Otherwise they could
 * deadlock.
 */
const FAILED = `
  WITH hook AS MATERIALIZED (
    SELECT w.failing_since, NOT w.is_disabled
      AND ($10::boolean OR coalesce(w.failing_since, 'infinity') <= ${NOW} - make_interval(secs => $11)) AS is_given_up
    FROM webhook w WHERE w.agreement = $1 AND w.event_type = $2 FOR NO KEY UPDATE),
  recorded AS (
    UPDATE webhook_delivery d SET ${LOGGED}, state = CASE WHEN $9::float8 IS NULL THEN 'failed' ELSE d.state END,
      ended_by = CASE WHEN $9::float8 IS NULL THEN CASE WHEN $10::boolean THEN 'gone' ELSE 'attempts' END END,
      due_at = coalesce(${NOW} + make_interval(secs => $9::float8), d.due_at)
    FROM hook WHERE ${UNCHANGED} RETURNING hook.failing_since, hook.is_given_up)
  UPDATE webhook w SET failing_since = coalesce(r.failing_since, ${NOW}), is_disabled = w.is_disabled OR r.is_given_up,
    last_updated = CASE WHEN r.is_given_up THEN clock_timestamp() ELSE w.last_updated END,
    object_version = CASE WHEN r.is_given_up THEN nextval('object_version') ELSE w.object_version END
  FROM recorded r WHERE w.agreement = $1 AND w.event_type = $2 AND (r.failing_since IS NULL OR r.is_given_up)
  RETURNING r.is_given_up AS "isDisabled"`

/** Due webhooks whose lease no process holds. Compares with the time of the statement, so that an index can be used. */
const NEGLECTED = `
  SELECT d.agreement, d.event_type AS "eventType" FROM webhook_due d
  WHERE d.due_at <= statement_timestamp() + make_interval(secs => $1)
    AND NOT EXISTS (SELECT FROM lease l WHERE l.agreement = d.agreement AND l.name = d.event_type
      AND l.until > clock_timestamp())
  ORDER BY d.due_at LIMIT $2`

/** A webhook that has had its turn goes behind those that became due meanwhile. */
const PASSED_ON = `UPDATE webhook_due d SET due_at = clock_timestamp()
  WHERE d.agreement = $1 AND d.event_type = $2 AND d.due_at < clock_timestamp()`

/** The outbox of the whole service: the due deliveries, and their results. */
export class Outbox {
  private readonly database: Database
  private readonly vault: Vault
  private readonly aheadSeconds: () => number

  /** @param aheadSeconds how far the clock is ahead of the database's: 0, except in tests that cannot wait for days. */
  constructor(database: Database, vault: Vault, aheadSeconds: () => number) {
    this.database = database
    this.vault = vault
    this.aheadSeconds = aheadSeconds
  }

  /** The webhook's next delivery, if it is due and the webhook is enabled. */
  async next(hook: WebhookName): Promise<Delivery | undefined> {
    const rows = await this.database.at(hook.agreement).rows(next(''), this.named(hook))
    return rows[0] && (await this.read(hook, rows[0]))
  }

  /** What a sandbox has ordered for the delivery's first attempt. */
  async fault(delivery: Delivery): Promise<DeliveryFault | undefined> {
    return delivery.hasFaultPlan || delivery.orderedFault !== null ? await faultOf(this.database, delivery) : undefined
  }

  /**
   * Records a success, of one request or of several that were made at once. @returns the next delivery, if one is due.
   */
  async delivered(delivery: Delivery, made: Made): Promise<Delivery | undefined> {
    const statement = delivery.stepsAside ? DELIVERED_ASIDE : DELIVERED
    const rows = await this.database.at(delivery.agreement).rows(statement, this.attempted(delivery, made))
    return rows[0] && (await this.read(delivery, rows[0]))
  }

  /** Records a failure. @returns whether the webhook is disabled by it. */
  async failed(delivery: Delivery, made: Made, consequence: Consequence): Promise<boolean> {
    const { retryInSeconds, isGone, failingSeconds } = consequence
    const rows = await this.database
      .at(delivery.agreement)
      .rows<{ isDisabled: boolean }>(FAILED, [
        ...this.attempted(delivery, made),
        retryInSeconds ?? null,
        isGone,
        failingSeconds,
      ])
    return rows[0]?.isDisabled ?? false
  }

  /** Disables a webhook whose app has no grant of the agreement any more. */
  async disableUngranted({ agreement, eventType }: WebhookName): Promise<void> {
    await this.database.at(agreement).rows(
      `UPDATE webhook w SET is_disabled = true, last_updated = clock_timestamp(),
        object_version = nextval('object_version')
       WHERE w.agreement = $1 AND w.event_type = $2 AND NOT w.is_disabled AND NOT EXISTS (
         SELECT FROM access_grant g WHERE g.agreement = $1 AND g.app = w.app AND g.revoked_at IS NULL)`,
      [agreement, eventType],
    )
  }

  /** Due webhooks of any agreement that no node handles. */
  async neglected(most: number): Promise<WebhookName[]> {
    return await this.database.rows<{ agreement: number; eventType: string }>(NEGLECTED, [this.aheadSeconds(), most])
  }

  /**
   * If nothing is due: records when to check the webhook next, and releases its lease.
   * @returns whether it did; if not, something is due, or about to be.
   */
  async settle(hook: WebhookName, fence: number): Promise<boolean> {
    const [row] = await this.database
      .at(hook.agreement)
      .rows<{ isSettled: boolean }>('SELECT settle_webhook($1, $2, $3, $4) AS "isSettled"', [
        ...this.named(hook),
        fence,
      ])
    return row!.isSettled
  }

  /** Leaves the webhook's due deliveries to the next process that checks. */
  async passOn({ agreement, eventType }: WebhookName): Promise<void> {
    await this.database.at(agreement).rows(PASSED_ON, [agreement, eventType])
  }

  /** Deletes all deliveries older than the log keeps them. Harmless to repeat. @returns how many. */
  async forget(): Promise<number> {
    let forgotten = (await this.database.everywhere(FORGET_BY_CLOCK, [this.aheadSeconds()])).length
    for (;;) {
      const length = await this.forgetSome()
      forgotten += length
      if (length < FORGOTTEN_AT_ONCE) return forgotten
    }
  }

  private async forgetSome(): Promise<number> {
    // By time, not by key: a join with a table that was counted while it was nearly empty compares every row with every
    // other.
    const rows = await this.database.everywhere(
      `DELETE FROM webhook_delivery WHERE ${IS_OLD} AND occurred_at <= (
         SELECT max(o.occurred_at) FROM (
           SELECT occurred_at FROM webhook_delivery WHERE ${IS_OLD} ORDER BY occurred_at LIMIT ${FORGOTTEN_AT_ONCE})
             AS o)
       RETURNING 1`,
      [this.aheadSeconds()],
    )
    return rows.length
  }

  private named({ agreement, eventType }: WebhookName): [number, string, number] {
    return [agreement, eventType, this.aheadSeconds()]
  }

  private attempted(delivery: Delivery, { attempts, sent }: Made): (string | number | null)[] {
    const { number, position, roundAttempts } = delivery
    const kept = sent === undefined ? null : JSON.stringify(sent)
    return [...this.named(delivery), number, position, roundAttempts, JSON.stringify(attempts), kept]
  }

  private async read({ agreement, eventType }: WebhookName, row: Row): Promise<Delivery> {
    const kept = [row.secret, row.previous_secret].filter((secret) => secret !== null) as string[]
    return {
      agreement,
      eventType,
      number: row.number as number,
      position: row.position as string,
      webhookId: row.webhook_id as string,
      fields: JSON.parse(row.fields as string) as Record<string, string>,
      roundAttempts: row.round_attempts as number,
      url: row.url as string,
      contentType: row.content_type as string,
      postData: row.post_data as string | null,
      customHeaders: JSON.parse((row.custom_headers as string | null) ?? '[]') as Delivery['customHeaders'],
      signedBy: kept.map((secret) => createHash('sha256').update(secret).digest('hex')),
      secrets: await Promise.all(kept.map((secret) => this.vault.open(agreement, secret))),
      isGranted: row.is_granted as boolean,
      isSandbox: row.is_sandbox as boolean,
      stepsAside: row.steps_aside as boolean,
      trace: row.trace as string | null,
      app: row.app as number,
      hasFaultPlan: row.has_fault_plan as boolean,
      orderedFault: row.ordered_fault as string | null,
    }
  }
}
