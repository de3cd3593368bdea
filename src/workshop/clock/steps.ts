import type { Transaction } from '../../database/connection.ts'
import { ADVANCE_DOCUMENTS_MAX, ADVANCE_STEPS_MAX } from '../../limits.ts'
import { holdClock, instantText } from './clock.ts'
import { runDay, WAITING } from './coming.ts'
import { forget } from './forget.ts'

/** What is being done where the clock stands: a run of subscriptions on a day, or attempts of deliveries. */
export interface Step {
  at: string
  run?: string
  attempts?: { number: number; attempt: number }[]
}

/** The advance under way with its step, if that is taken; undefined when none is under way. */
export interface Taken {
  number: number
  step: Step | undefined
}

/** The step under way of the advance, or its next one, which turns the clock. */
export async function takeStep(transaction: Transaction, agreement: number): Promise<Taken | undefined> {
  await holdClock(transaction, agreement)
  const [found] = await transaction.rows<Found>(UNDER_WAY, [agreement])
  if (!found) return undefined
  const { number, goal, hasRun } = found
  if (found.step !== null) return { number, step: JSON.parse(found.step) as Step }
  if (found.steps >= ADVANCE_STEPS_MAX || found.documents >= ADVANCE_DOCUMENTS_MAX) {
    return await finish(transaction, agreement, number, true)
  }
  const [due] = await transaction.rows<Due>(NEXT, [agreement, goal, hasRun])
  const { run, runAt, at } = due!
  await transaction.rows(TURN, [agreement, at ?? runAt ?? goal])
  if (at === null && runAt === null) return await finish(transaction, agreement, number, false)
  const attempts = JSON.parse(due!.attempts) as NonNullable<Step['attempts']>
  const step: Step = at === null ? { at: runAt!, run: run! } : { at, attempts }
  await transaction.rows(STEP, [agreement, number, JSON.stringify(step)])
  return { number, step }
}

/** Ends an advance where the clock stands, and forgets what nobody keeps any longer by then. */
async function finish(transaction: Transaction, agreement: number, number: number, isShort: boolean): Promise<Taken> {
  const forgotten = await forget(transaction, agreement)
  await transaction.rows(FINISH, [agreement, number, JSON.stringify(forgotten), isShort])
  return { number, step: undefined }
}

interface Found {
  number: number
  goal: string
  step: string | null
  steps: number
  documents: number
  hasRun: boolean
}

interface Due {
  run: string | null
  runAt: string | null
  at: string | null
  attempts: string
}

const UNDER_WAY = `
  SELECT v.number, ${instantText('v.goes_to')} AS goal, v.step, h.steps, h.documents, h."hasRun" FROM sandbox_advance v
    CROSS JOIN LATERAL (
    SELECT count(*)::int AS steps, coalesce(sum((x.value ->> 'documents')::int), 0)::int AS documents,
      coalesce(bool_or(x.value ->> 'kind' = 'subscriptionRun'), false) AS "hasRun"
    FROM json_array_elements(v.happened::json) x) h
  WHERE v.agreement = $1 AND v.finished_at IS NULL ORDER BY v.number LIMIT 1`
const STEP = 'UPDATE sandbox_advance v SET step = $3 WHERE v.agreement = $1 AND v.number = $2'
const FINISH = `UPDATE sandbox_advance v SET finished_at = clock_timestamp(), is_short = $4,
  happened = (v.happened::jsonb || $3::text::jsonb)::text
  WHERE v.agreement = $1 AND v.number = $2`
const TURN = `UPDATE sandbox_clock c SET shown = greatest($2::timestamptz, clock_of($1)), set_at = clock_timestamp()
  WHERE c.agreement = $1`

/** SQL: the day of the moment `$2`. */
const LAST_DAY = `($2::timestamptz AT TIME ZONE 'UTC')::date`

/**
 * What falls due next, up to `$2`: the day of a run, where subscriptions run by schedule, and at least the last day;
 * or, where they come first, attempts, with those of the next thirty seconds. What is due since before the schedule ran
 * last is for the first run alone (`$3`: it was made): those after it would leave out what that left out.
 */
const NEXT = `
  WITH day AS (
    SELECT coalesce(${runDay((dueOn) => `${dueOn} <= ${LAST_DAY} AND (NOT $3 OR ${dueOn} > c.last_run_date)`)},
      ${LAST_DAY}) AS day
    FROM subscription_schedule c WHERE c.agreement = $1 AND c.is_active
      AND coalesce(c.last_run_date, '-infinity') < ${LAST_DAY}
  ), run AS (SELECT d.day, greatest(d.day::timestamp AT TIME ZONE 'UTC', clock_of($1)) AS at FROM day d
  ), soon AS MATERIALIZED (
    SELECT d.number, d.round_attempts + 1 AS attempt, d.due_at FROM ${WAITING}
      AND d.due_at > clock_of($1) AND d.due_at <= $2::timestamptz
        AND d.due_at < coalesce((SELECT r.at FROM run r), 'infinity')
  ), now AS (SELECT s.* FROM soon s WHERE s.due_at <= (SELECT min(due_at) FROM soon) + interval '30 seconds')
  SELECT (SELECT r.day::text FROM run r) AS run, (SELECT ${instantText('r.at')} FROM run r) AS "runAt",
    (SELECT ${instantText(`least(max(n.due_at) + interval '1 millisecond', $2::timestamptz)`)} FROM now n
      HAVING count(*) > 0) AS at,
    (SELECT coalesce(json_agg(json_build_object('number', n.number, 'attempt', n.attempt) ORDER BY n.number),
      '[]')::text FROM now n) AS attempts`
