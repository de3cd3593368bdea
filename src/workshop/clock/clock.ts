import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { CLOCK_YEARS_AHEAD_MAX } from '../../limits.ts'

/** SQL: a moment as answers have it, to the millisecond. */
export const instantText = (moment: string): string =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What a sandbox's clock is set to: what is left out stays as it is. */
export interface SetClock {
  /** A moment, ISO. */
  now?: string | undefined
  frozen?: boolean | undefined
}

/**
 * Makes the sandbox's own clock, where it has none, and holds it until the transaction ends. A snapshot that is brought
 * back takes the agreement first, too.
 */
export async function holdClock(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows('SELECT FROM agreement a WHERE a.agreement = $1 FOR KEY SHARE', [agreement])
  await transaction.rows(
    `INSERT INTO sandbox_clock (agreement, shown, set_at, is_frozen) SELECT $1, t.now, t.now, false
      FROM clock_timestamp() AS t(now)
     ON CONFLICT (agreement) DO NOTHING`,
    [agreement],
  )
  await transaction.rows('SELECT FROM sandbox_clock c WHERE c.agreement = $1 FOR NO KEY UPDATE', [agreement])
}

/**
 * The fault of a moment that the clock cannot be set to: it goes back by no more than what a reader of it cannot see,
 * and not too far ahead.
 */
export async function momentFault(
  transaction: Transaction,
  agreement: number,
  moment: string,
  property: string,
): Promise<Fault | undefined> {
  const [row] = await transaction.rows<{ isBack: boolean; isFar: boolean; now: string }>(
    `SELECT $2::timestamptz < date_trunc('milliseconds', clock_of($1)) AS "isBack",
      ${instantText('clock_of($1)')} AS now,
       $2::timestamptz > clock_timestamp() + make_interval(years => $3) AS "isFar"`,
    [agreement, moment, CLOCK_YEARS_AHEAD_MAX],
  )
  if (row!.isBack) return { code: 'ClockCannotGoBack', property, message: `The clock shows ${row!.now} already.` }
  if (!row!.isFar) return undefined
  const message = `The clock goes at most ${CLOCK_YEARS_AHEAD_MAX} years ahead of the real one.`
  return { code: 'ValueOutOfRange', property, message }
}

/**
 * Sets a sandbox's clock, in the caller's transaction. What falls due on the way is late afterwards. @throws ApiError
 */
export async function setClock(transaction: Transaction, agreement: number, { now, frozen }: SetClock): Promise<void> {
  await holdClock(transaction, agreement)
  await refuseWhileAdvancing(transaction, agreement, 'now')
  const fault = now === undefined ? undefined : await momentFault(transaction, agreement, now, 'now')
  if (fault) throw new ApiError(fault)
  await transaction.rows(SET, [agreement, now ?? null, frozen ?? null])
  await transaction.rows(STILL_KEYED, [agreement])
}

/**
 * The Idempotency-Key of the request that sets the clock is as young by the new time as by the old one. Nobody else's
 * is without an answer here.
 */
const STILL_KEYED = 'UPDATE idempotency_key k SET created_at = clock_of($1) WHERE k.agreement = $1 AND k.status IS NULL'

/** @throws ApiError ClockIsAdvancing */
export async function refuseWhileAdvancing(
  transaction: Transaction,
  agreement: number,
  property: string,
): Promise<void> {
  const [advance] = await transaction.rows(UNDER_WAY, [agreement])
  if (advance) throw new ApiError({ code: 'ClockIsAdvancing', property })
}

const UNDER_WAY = 'SELECT v.number FROM sandbox_advance v WHERE v.agreement = $1 AND v.finished_at IS NULL LIMIT 1'

/** One that stands still reads the time once more than it is set: hence never back by what passed meanwhile. */
const SET = `
  UPDATE sandbox_clock c SET shown = greatest($2::timestamptz, clock_of($1)), set_at = clock_timestamp(),
    is_frozen = coalesce($3::boolean, c.is_frozen)
  WHERE c.agreement = $1`

/** SQL: what the clock of the agreement `$1` shows, as a body. */
export const CLOCK_BODY = `json_build_object('now', ${instantText('clock_of($1)')},
  'frozen', coalesce((SELECT c.is_frozen FROM sandbox_clock c WHERE c.agreement = $1), false), 'today',
    today_of($1)::text)::text`
