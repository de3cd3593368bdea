import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { IDEMPOTENCY_KEY_MAX_LENGTH, IDEMPOTENCY_SECONDS } from '../../limits.ts'
import type { Answer } from './respond.ts'

/** A write as its Idempotency-Key stands for it: a key belongs to an app and agreement, and to one method, path and body. */
export interface IdempotentRequest {
  agreement: number
  app: number
  key: string
  method: string
  path: string
  body: Buffer
}

/** @throws ApiError 400 when the header's value cannot be a key. */
export function checkIdempotencyKey(key: string): void {
  if (key.length > IDEMPOTENCY_KEY_MAX_LENGTH || !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)) {
    throw new ApiError({ code: 'IdempotencyKeyInvalid', property: 'Idempotency-Key' })
  }
}

/**
 * Carries a write out once per key (spec 1, Idempotency): the key, the write and its answer are one transaction, so a crash
 * leaves all or nothing. A repeat within the hour gets the stored answer; one that comes while the first is under way waits for it, on
 * whatever node, because the database makes the second insert of a key wait for the first.
 *
 * `write` runs in a savepoint: when it answers an error of its own, its effects are undone and the error is what is kept.
 * What `prepare` throws happened before the write began: nothing is kept, and the key stays free.
 */
export async function once<Prepared>(
  database: Database,
  request: IdempotentRequest,
  prepare: (transaction: Transaction) => Promise<Prepared>,
  write: (transaction: Transaction, prepared: Prepared) => Promise<Answer>,
  toAnswer: (error: unknown) => Answer,
): Promise<Answer> {
  const hash = requestHash(request)
  return await database.transaction(async (transaction) => {
    if (!(await claim(transaction, request, hash))) return await replay(transaction, request, hash)
    const prepared = await prepare(transaction)
    let answer: Answer
    try {
      answer = await transaction.savepoint((inner) => write(inner, prepared))
    } catch (error) {
      answer = toAnswer(error)
    }
    await keep(transaction, request, answer)
    return answer
  })
}

function requestHash({ method, path, body }: IdempotentRequest): string {
  const hash = createHash('sha256').update(`${method}\n${path.toLowerCase()}\n`).update(body)
  return hash.digest('hex')
}

async function claim(
  transaction: Transaction,
  { agreement, app, key }: IdempotentRequest,
  hash: string,
): Promise<boolean> {
  const rows = await transaction.rows(
    `INSERT INTO idempotency_key AS k (agreement, app, key, request_hash, created_at)
     VALUES ($1, $2, $3, decode($4, 'hex'), clock_timestamp())
     ON CONFLICT (agreement, app, key) DO UPDATE
       SET request_hash = excluded.request_hash, created_at = excluded.created_at, status = NULL, headers = NULL, body = NULL
       WHERE k.created_at <= clock_timestamp() - make_interval(secs => $5)
     RETURNING true`,
    [agreement, app, key, hash, IDEMPOTENCY_SECONDS],
  )
  return rows.length > 0
}

async function replay(
  transaction: Transaction,
  { agreement, app, key }: IdempotentRequest,
  hash: string,
): Promise<Answer> {
  const [kept] = await transaction.rows<{ same: boolean; status: number; headers: string; body: string | null }>(
    `SELECT request_hash = decode($4, 'hex') AS same, status, headers, body
     FROM idempotency_key WHERE agreement = $1 AND app = $2 AND key = $3`,
    [agreement, app, key, hash],
  )
  if (!kept?.same) throw new ApiError({ code: 'IdempotencyKeyReused', property: 'Idempotency-Key' })
  const headers = JSON.parse(kept.headers) as Record<string, string>
  return { status: kept.status, headers: { ...headers, 'x-resultfromcache': 'true' }, body: kept.body ?? undefined }
}

async function keep(
  transaction: Transaction,
  { agreement, app, key }: IdempotentRequest,
  answer: Answer,
): Promise<void> {
  await transaction.rows(
    `UPDATE idempotency_key SET status = $4, headers = $5, body = $6 WHERE agreement = $1 AND app = $2 AND key = $3`,
    [agreement, app, key, answer.status, JSON.stringify(answer.headers), answer.body?.toString() ?? null],
  )
}

/** Forgets answers past the window. Called now and then by every node; bounded, and harmless to repeat. */
export async function forgetOldAnswers(database: Database): Promise<number> {
  const rows = await database.rows(
    `DELETE FROM idempotency_key WHERE (agreement, app, key) IN (
       SELECT agreement, app, key FROM idempotency_key
       WHERE created_at <= clock_timestamp() - make_interval(secs => $1) ORDER BY created_at LIMIT 10000 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [IDEMPOTENCY_SECONDS],
  )
  return rows.length
}
