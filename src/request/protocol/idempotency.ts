import { createHash } from 'node:crypto'
import type { Acting } from '../../access/acting.ts'
import type { Database, Pool, Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { IDEMPOTENCY_KEY_MAX_LENGTH, IDEMPOTENCY_SECONDS } from '../../limits.ts'
import { sentList } from '../../resource/sent-list.ts'
import type { Answer } from './respond.ts'

/** A write under an Idempotency-Key. A key belongs to an app and agreement, and to one method, path and body. */
export interface KeyedRequest {
  agreement: number
  app: number
  key: string
  /** Of method, path and body, in hex. */
  hash: string
}

/** @throws ApiError 400 when the header's value cannot be a key. */
export function keyedRequest(
  { agreement, app, person }: { agreement: number; app: number; person?: Acting },
  key: string,
  { method, path, body }: { method: string; path: string; body: Buffer },
): KeyedRequest {
  if (key.length > IDEMPOTENCY_KEY_MAX_LENGTH || !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)) {
    throw new ApiError({ code: 'IdempotencyKeyInvalid', property: 'Idempotency-Key' })
  }
  // A slash at the end changes no path.
  const place = path.toLowerCase().replace(/\/+$/, '')
  // Of another actor it is another request: the logs would not tell that one.
  const actor = person?.isClaimed ? `${person.initials}\n` : ''
  const hash = createHash('sha256').update(`${method}\n${place}\n${actor}`).update(body)
  return { agreement, app, key, hash: hash.digest('hex') }
}

/**
 * Carries a write out once per key (rule 4.4): the key, the write and its answer are one transaction, so a crash leaves
 * all or nothing. A repeat within the hour gets the stored answer. One that comes while the first is under way waits
 * for it, on whatever node: the database makes the second insert of a key wait for the first.
 *
 * `write` runs in a savepoint. When it throws, its effects are undone, and the answer that `toAnswer` makes of the
 * error is kept. When `prepare` throws, nothing is kept, and the key stays free.
 */
export async function once<Prepared>(
  database: Pool,
  request: KeyedRequest,
  prepare: (transaction: Transaction) => Promise<Prepared>,
  write: (transaction: Transaction, prepared: Prepared) => Promise<Answer>,
  toAnswer: (error: unknown, transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return await database.transaction(async (transaction) => {
    const [isClaimed] = await claim(transaction, [request])
    if (!isClaimed) {
      const [kept] = await replay(transaction, [request])
      if (kept instanceof ApiError) throw kept
      return kept!
    }
    const prepared = await prepare(transaction)
    let answer: Answer
    try {
      answer = await transaction.savepoint((inner) => write(inner, prepared))
    } catch (error) {
      answer = await toAnswer(error, transaction)
    }
    await keep(transaction, [{ request, answer }])
    return answer
  })
}

const listed = (requests: readonly KeyedRequest[]): string => JSON.stringify(requests)

/**
 * Claims the keys of requests of one agreement, in one order everywhere; waits for transactions that have claimed one
 * and are not done.
 * @returns for each whether it was free: a key that is taken has an answer, or is another request's.
 */
export async function claim(transaction: Transaction, requests: readonly KeyedRequest[]): Promise<boolean[]> {
  const rows = await transaction.rows<{ app: number; key: string }>(
    `INSERT INTO idempotency_key AS k (agreement, app, key, request_hash, created_at)
     SELECT $1, r.app, r.key, decode(r.hash, 'hex'), t.now
     FROM clock_of($1) AS t(now), json_to_recordset($2::json) AS r(app int, key text, hash text) ORDER BY r.app, r.key
     ON CONFLICT (agreement, app, key) DO UPDATE
       SET request_hash = excluded.request_hash, created_at = excluded.created_at, status = NULL, headers = NULL,
         body = NULL
       WHERE k.created_at <= excluded.created_at - make_interval(secs => $3)
     RETURNING app, key`,
    [requests[0]!.agreement, listed(requests), IDEMPOTENCY_SECONDS],
  )
  const claimed = new Set(rows.map(({ app, key }) => `${app} ${key}`))
  return requests.map(({ app, key }) => claimed.has(`${app} ${key}`))
}

interface KeptAnswer {
  place: number
  same: boolean
  status: number
  headers: string
  body: string | null
}

/**
 * The answers kept for requests of one agreement whose keys were taken; an error for a key that was used for another
 * request.
 */
export async function replay(
  transaction: Transaction,
  requests: readonly KeyedRequest[],
): Promise<(Answer | ApiError)[]> {
  const rows = await transaction.rows<KeptAnswer>(
    `SELECT r.place, k.request_hash = decode(r.hash, 'hex') AS same, k.status, k.headers, k.body
     FROM ${sentList('$2', 'place int, app int, key text, hash text')} AS r
     JOIN idempotency_key k ON k.agreement = $1 AND k.app = r.app AND k.key = r.key`,
    [requests[0]!.agreement, JSON.stringify(requests.map((request, place) => ({ ...request, place })))],
  )
  const found = new Map(rows.map((row) => [row.place, row]))
  return requests.map((_, place) => {
    const kept = found.get(place)
    if (!kept?.same) return new ApiError({ code: 'IdempotencyKeyReused', property: 'Idempotency-Key' })
    const headers = JSON.parse(kept.headers) as Record<string, string>
    return { status: kept.status, headers: { ...headers, 'x-resultfromcache': 'true' }, body: kept.body ?? undefined }
  })
}

/** Keeps the answers of requests of one agreement, whose keys this transaction has claimed. */
export async function keep(
  transaction: Transaction,
  answered: readonly { request: KeyedRequest; answer: Answer }[],
): Promise<void> {
  const records = answered.map(({ request: { app, key }, answer: { status, headers, body } }) => ({
    app,
    key,
    status,
    headers: JSON.stringify(headers),
    body: body?.toString() ?? null,
  }))
  await transaction.rows(
    `UPDATE idempotency_key k SET status = r.status, headers = r.headers, body = r.body
     FROM ${sentList('$2', 'app int, key text, status int, headers text, body text')} AS r
     WHERE k.agreement = $1 AND k.app = r.app AND k.key = r.key`,
    [answered[0]!.request.agreement, JSON.stringify(records)],
  )
}

/** Rows that one statement deletes, and those made at the same instant as its last. */
const FORGOTTEN_AT_ONCE = 10_000

const IS_OLD = `created_at <= clock_timestamp() - make_interval(secs => $1)
  AND agreement NOT IN (SELECT c.agreement FROM sandbox_clock c)`
/** Of sandboxes with a clock of their own. */
const FORGET_BY_CLOCK = `DELETE FROM idempotency_key k USING sandbox_clock c
  WHERE k.agreement = c.agreement AND k.created_at <= clock_of(c.agreement) - make_interval(secs => $1) RETURNING 1`

/** Forgets all answers past the window. Called now and then by every node; harmless to repeat. */
export async function forgetOldAnswers(database: Pick<Database, 'everywhere'>): Promise<number> {
  let forgotten = (await database.everywhere(FORGET_BY_CLOCK, [IDEMPOTENCY_SECONDS])).length
  for (;;) {
    const { length } = await database.everywhere(
      // By time, as old webhook deliveries are (webhooks/outbox.ts).
      `DELETE FROM idempotency_key WHERE ${IS_OLD} AND created_at <= (
         SELECT max(o.created_at) FROM (
           SELECT created_at FROM idempotency_key WHERE ${IS_OLD} ORDER BY created_at LIMIT ${FORGOTTEN_AT_ONCE}) AS o)
       RETURNING 1`,
      [IDEMPOTENCY_SECONDS],
    )
    forgotten += length
    if (length < FORGOTTEN_AT_ONCE) return forgotten
  }
}
