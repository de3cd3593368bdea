import { createHash } from 'node:crypto'
import type { Pool } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { IDEMPOTENCY_SECONDS } from '../../limits.ts'
import type { RunOptions } from './options.ts'
import type { RunResult } from './result.ts'
import { type Keep, runInParts } from './run.ts'

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
 * Makes the row of a run, in a transaction of its own: what a later transaction of it has done is kept with it (rule
 * 13.3). The same request again is the same run. @returns its number. @throws ApiError where the key was used for
 * another request.
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
  INSERT INTO subscription_run (agreement, number, options, request, request_hash, started_at)
  SELECT $1::int, take_numbers($1::int, 'subscription_run', 1), $2, decode($3::text, 'hex'), decode($4::text, 'hex'),
    clock_of($1::int)
  ON CONFLICT (agreement, request) WHERE request IS NOT NULL DO NOTHING RETURNING number`

const KNOWN = `
  SELECT r.number, r.request_hash = decode($3, 'hex') AS "isSame" FROM subscription_run r WHERE r.agreement = $1
    AND r.request = decode($2, 'hex')`

const FORGET = `
  UPDATE subscription_run r SET request = NULL WHERE r.agreement = $1 AND r.request = decode($2, 'hex')
    AND r.started_at <= clock_of($1) - make_interval(secs => $3)`

/**
 * Goes on with a run to its end, in transactions of its own. Two may go on at once: both answer what the run has done,
 * of which each has done a part.
 * @returns all it has done. @throws ApiError NotFound
 */
export async function continueRun(database: Pool, agreement: number, number: number): Promise<KeptRun> {
  const known = await keptRun(database, agreement, number)
  if (known.isFinished) return known
  const keep: Keep = async (transaction, done, isLast) => {
    if (isLast && (await transaction.rows(FINISH, [agreement, number])).length === 0) return
    if (done) await transaction.rows(KEEP, [agreement, number, JSON.stringify(done)])
  }
  const { documents, skipped, missed } = known
  await runInParts(database, agreement, known.options, { documents, skipped, missed }, keep)
  return await keptRun(database, agreement, number)
}

const KEEP = 'INSERT INTO subscription_run_part (agreement, run, result) VALUES ($1, $2, $3)'

const FINISH = `
  UPDATE subscription_run r SET finished_at = clock_timestamp() WHERE r.agreement = $1 AND r.number = $2
    AND r.finished_at IS NULL
  RETURNING r.number`

/** A run as its row and its parts tell it. @throws ApiError NotFound */
async function keptRun(database: Pool, agreement: number, number: number): Promise<KeptRun & { options: RunOptions }> {
  const [row] = await database.rows<{ options: string; isFinished: boolean; done: string }>(RUN, [agreement, number])
  if (!row) throw new ApiError({ code: 'NotFound', property: 'number' })
  const { options, isFinished, done } = row
  return { number, isFinished, options: JSON.parse(options) as RunOptions, ...(JSON.parse(done) as RunResult) }
}

/**
 * SQL: what the parts of the run `r` have in a list, in order of a number. What two that went on with it at once both
 * told is there once.
 */
const listed = (name: keyof RunResult, number: string): string => `coalesce((
    SELECT json_agg(t.told::json ORDER BY (t.told::json ->> '${number}')::int, t.told) FROM (
      SELECT DISTINCT x.value::text AS told FROM subscription_run_part p
        CROSS JOIN LATERAL json_array_elements(p.result::json -> '${name}') x(value)
      WHERE p.agreement = $1 AND p.run = r.number) t), '[]')`

/** SQL: all that the run `r` of the agreement `$1` has done so far, as members of a JSON object. */
export const DONE = `'documents', ${listed('documents', 'documentNumber')},
  'skipped', ${listed('skipped', 'subscriberNumber')}, 'missed', ${listed('missed', 'subscriberNumber')}`

const RUN = `
  SELECT r.options, r.finished_at IS NOT NULL AS "isFinished", json_build_object(${DONE})::text AS done
  FROM subscription_run r WHERE r.agreement = $1 AND r.number = $2`
