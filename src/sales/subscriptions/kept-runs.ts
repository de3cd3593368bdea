import { createHash } from 'node:crypto'
import type { Pool, Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { IDEMPOTENCY_SECONDS } from '../../limits.ts'
import type { RunOptions } from './options.ts'
import type { RunResult } from './result.ts'
import { append, inOrder, none, runInParts } from './run.ts'

/** The request that a run was asked for with: of an app, under an Idempotency-Key; `hash` is of all it said, in hex. */
export interface RunRequest {
  app: number
  key: string
  hash: string
}

/** A run with what it has done so far. */
export interface KeptRun extends RunResult {
  number: number
  isFinished: boolean
}

/**
 * Makes the row of a run, in a transaction of its own: what a later transaction of it has done is kept with it (rule 13.3). The same request again is
 * the same run. @returns its number. @throws ApiError where the key was used for another request.
 */
export async function beginRun(
  database: Pool,
  agreement: number,
  options: RunOptions,
  request: RunRequest | undefined,
): Promise<number> {
  const id = request && createHash('sha256').update(`${request.app}\n${request.key}`).digest('hex')
  return await database.transaction(async (transaction) => {
    if (id !== undefined) await transaction.rows(FORGET, [agreement, id, IDEMPOTENCY_SECONDS])
    const values = [agreement, JSON.stringify(options), id ?? null, request?.hash ?? null]
    const [made] = await transaction.rows<{ number: number }>(BEGIN, values)
    if (made) return made.number
    const [known] = await transaction.rows<{ number: number; isSame: boolean }>(KNOWN, [agreement, id!, request!.hash])
    if (!known?.isSame) throw new ApiError({ code: 'IdempotencyKeyReused', property: 'Idempotency-Key' })
    return known.number
  })
}

const BEGIN = `
  INSERT INTO subscription_run (agreement, number, options, request, request_hash)
  SELECT $1::int, take_numbers($1::int, 'subscription_run', 1), $2, decode($3::text, 'hex'), decode($4::text, 'hex')
  ON CONFLICT (agreement, request) WHERE request IS NOT NULL DO NOTHING RETURNING number`

const KNOWN = `
  SELECT r.number, r.request_hash = decode($3, 'hex') AS "isSame" FROM subscription_run r WHERE r.agreement = $1 AND r.request = decode($2, 'hex')`

const FORGET = `
  UPDATE subscription_run r SET request = NULL WHERE r.agreement = $1 AND r.request = decode($2, 'hex')
    AND r.started_at <= clock_timestamp() - make_interval(secs => $3)`

/** Goes on with a run to its end, in transactions of its own. @returns all it has done. @throws ApiError NotFound */
export async function continueRun(database: Pool, agreement: number, number: number): Promise<KeptRun> {
  const [row] = await database.rows<{ options: string; isFinished: boolean; parts: string }>(RUN, [agreement, number])
  if (!row) throw new ApiError({ code: 'NotFound', property: 'number' })
  const result = none()
  for (const part of JSON.parse(row.parts) as RunResult[]) append(result, part)
  if (row.isFinished) return { number, isFinished: true, ...inOrder(result) }
  const keep = (transaction: Transaction, done: RunResult): Promise<unknown> =>
    transaction.rows('INSERT INTO subscription_run_part (agreement, run, result) VALUES ($1, $2, $3)', [
      agreement,
      number,
      JSON.stringify(done),
    ])
  await runInParts(database, agreement, JSON.parse(row.options) as RunOptions, result, keep)
  await database.rows(FINISH, [agreement, number])
  return { number, isFinished: true, ...inOrder(result) }
}

const FINISH =
  'UPDATE subscription_run r SET finished_at = clock_timestamp() WHERE r.agreement = $1 AND r.number = $2 AND r.finished_at IS NULL'

/** A run as it is kept, for reading: `$1` the agreement, `$2` its number. */
export const RUN = `
  SELECT r.options, r.finished_at IS NOT NULL AS "isFinished", coalesce((SELECT json_agg(p.result::json ORDER BY p.part)
    FROM subscription_run_part p WHERE p.agreement = $1 AND p.run = r.number), '[]')::text AS parts
  FROM subscription_run r WHERE r.agreement = $1 AND r.number = $2`
