import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Executor, Pool } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { IDEMPOTENCY_SECONDS, RETRY_MILLISECONDS_MAX } from '../../limits.ts'
import { beginRun, continueRun } from '../../sales/subscriptions/kept-runs.ts'
import { type RunOptions, runOn } from '../../sales/subscriptions/options.ts'
import { holdClock, momentFault, refuseWhileAdvancing } from './clock.ts'
import { WAITING } from './coming.ts'
import type { Happened } from './happened.ts'
import { type Step, takeStep } from './steps.ts'

/** How far a clock is to go: one of the three. */
export interface Advance {
  days?: number | undefined
  months?: number | undefined
  /** A moment, ISO. */
  to?: string | undefined
}

/** The request that an advance was asked for with; `hash` is of all it said, in hex. */
interface AdvanceRequest {
  app: number
  key: string
  hash: string
}

/**
 * Keeps an advance, to be carried out by `finishAdvance`. The same request again is the same advance; another one while
 * it is under way is refused.
 * @returns its number. @throws ApiError
 */
export async function beginAdvance(
  database: Pool,
  agreement: number,
  asked: Advance,
  request?: AdvanceRequest,
): Promise<number> {
  const id = request && createHash('sha256').update(`${request.app}\n${request.key}`).digest('hex')
  const property = asked.to !== undefined ? 'to' : asked.days !== undefined ? 'days' : 'months'
  return await database.transaction(async (transaction) => {
    await holdClock(transaction, agreement)
    await transaction.rows(FORGET, [agreement, IDEMPOTENCY_SECONDS])
    if (request) {
      const [known] = await transaction.rows<{ number: number; isSame: boolean }>(KNOWN, [agreement, id!, request.hash])
      if (known?.isSame === false) throw new ApiError({ code: 'IdempotencyKeyReused', property: 'Idempotency-Key' })
      if (known) return known.number
    }
    await refuseWhileAdvancing(transaction, agreement, property)
    const { to = null, days = 0, months = 0 } = asked
    const [goal] = await transaction.rows<{ to: string }>(GOAL, [agreement, to, days, months])
    const fault = await momentFault(transaction, agreement, goal!.to, property)
    if (fault) throw new ApiError(fault)
    const values = [agreement, goal!.to, id ?? null, request?.hash ?? null]
    const [made] = await transaction.rows<{ number: number }>(BEGIN, values)
    return made!.number
  })
}

const FORGET = `DELETE FROM sandbox_advance v WHERE v.agreement = $1 AND v.finished_at IS NOT NULL
  AND v.begun_at <= clock_timestamp() - make_interval(secs => $2)`
const KNOWN = `SELECT v.number, v.request_hash = decode($3, 'hex') AS "isSame" FROM sandbox_advance v
  WHERE v.agreement = $1 AND v.request = decode($2, 'hex')`
const GOAL = `SELECT coalesce($2::timestamptz, clock_of($1) + make_interval(days => $3, months => $4))::text AS to`
const BEGIN = `INSERT INTO sandbox_advance (agreement, number, goes_to, request, request_hash)
  SELECT $1::int, take_numbers($1::int, 'sandbox_advance', 1), $2::timestamptz, decode($3::text, 'hex'),
    decode($4::text, 'hex') RETURNING number`

/**
 * Carries out the advance of a sandbox that is under way. Each step is a transaction that holds the clock. So any
 * number of processes may do so at once, and what a killed one has left is gone on with, nothing twice.
 * @param patience how long attempts of webhooks are waited for on the whole way, in milliseconds; those that it does
 * not last for are late.
 */
export async function finishAdvance(
  database: Pool,
  agreement: number,
  patience = RETRY_MILLISECONDS_MAX,
): Promise<void> {
  let left = patience
  const wait = async (): Promise<void> => {
    left -= await untilSent(database, agreement, left)
  }
  for (;;) {
    await wait()
    const taken = await database.transaction((transaction) => takeStep(transaction, agreement))
    if (!taken) return
    const { number, step } = taken
    if (!step) continue
    if (step.attempts) await wait()
    const happened = step.attempts
      ? await attempted(database, agreement, step)
      : [await ran(database, agreement, number, step)]
    await database.transaction(async (transaction) => {
      await holdClock(transaction, agreement)
      const rows = await transaction.rows(TOLD, [agreement, number, JSON.stringify(step), JSON.stringify(happened)])
      if (rows.length > 0 && step.run !== undefined) await transaction.rows(HAS_RUN, [agreement, step.run])
    })
  }
}

const TOLD = `UPDATE sandbox_advance v SET step = NULL, happened = (v.happened::jsonb || $4::text::jsonb)::text
  WHERE v.agreement = $1 AND v.number = $2 AND v.step = $3 RETURNING v.number`
const HAS_RUN = `UPDATE subscription_schedule s SET last_run_date = greatest(s.last_run_date, $2::date)
  WHERE s.agreement = $1`

/** Waits until every attempt is made that is due, so many milliseconds at most. @returns how many it waited. */
async function untilSent(database: Executor, agreement: number, patience: number): Promise<number> {
  const began = performance.now()
  for (let pause = 10; ; pause = Math.min(2 * pause, 250)) {
    const rows = await database.rows(`SELECT FROM ${WAITING} AND d.due_at <= clock_of($1) LIMIT 1`, [agreement])
    const waited = performance.now() - began
    if (rows.length === 0 || waited >= patience) return waited
    await delay(pause)
  }
}

/** Runs the subscriptions of a day, or goes on with that run. */
async function ran(database: Pool, agreement: number, advance: number, { at, run }: Step): Promise<Happened> {
  const [how] = await database.rows<Partial<RunOptions>>(HOW, [agreement])
  const key = `advance ${advance} to ${run}`
  const hash = createHash('sha256').update(key).digest('hex')
  const number = await beginRun(database, agreement, runOn(run!, how), { app: 0, key, hash })
  const { documents, skipped } = await continueRun(database, agreement, number)
  return { at, kind: 'subscriptionRun', number, documents: documents.length, skipped: skipped.length }
}

const HOW = `SELECT s.makes_orders AS "makesOrders", s.is_combined AS "isCombined", s.due_by AS "dueBy",
  s.share_on AS "shareOn"
  FROM subscription_schedule s WHERE s.agreement = $1`

/** What became of attempts; those that nobody made in time are left out. */
async function attempted(database: Pool, agreement: number, { at, attempts }: Step): Promise<Happened[]> {
  const rows = await database.rows<Omit<Happened, 'at' | 'kind'>>(ATTEMPTED, [agreement, JSON.stringify(attempts)])
  return rows.map((row) => ({ at, kind: 'webhookAttempt', ...row }))
}

const ATTEMPTED = `
  SELECT d.number, d.event_type AS "eventType", a.attempt, (d.attempts -> -1 ->> 'statusCode')::int AS "statusCode",
    d.state, w.is_disabled AS "isDisabled"
  FROM json_to_recordset($2::json) AS a(number int, attempt int)
  JOIN webhook_delivery d ON d.agreement = $1 AND d.number = a.number AND d.round_attempts >= a.attempt
  JOIN webhook w ON w.agreement = $1 AND w.event_type = d.event_type ORDER BY d.number`

/** What an advance has done, and whether it stopped before it was there. @throws ApiError SandboxRestored */
export async function advanced(
  database: Executor,
  agreement: number,
  number: number,
): Promise<{ happened: Happened[]; isShort: boolean }> {
  const [row] = await database.rows<{ happened: string; isShort: boolean }>(
    'SELECT v.happened, v.is_short AS "isShort" FROM sandbox_advance v WHERE v.agreement = $1 AND v.number = $2',
    [agreement, number],
  )
  if (!row) throw new ApiError({ code: 'SandboxRestored', property: 'agreement' })
  return { happened: JSON.parse(row.happened) as Happened[], isShort: row.isShort }
}
