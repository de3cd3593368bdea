import type { Executor, Transaction } from '../../database/connection.ts'
import { HAS_BEGUN, IS_DUE, subscriptionsOf } from './due.ts'
import type { RunOptions } from './options.ts'
import { anchorOf, type ChainedPeriod, nextPeriod } from './periods.ts'
import type { Missed, Skipped } from './result.ts'

/** A current subscriber of a subscription that was barred: its period may have been missed. */
interface Waiting {
  number: number
  chain: number
  subscriptionNumber: number
  start: string
  end: string
  anchorDay: number | null
  expiry: string | null
}

/**
 * Moves current subscribers of subscriptions that were barred past what was missed: to the first period of their anchor
 * that begins after the run's day. One that expires before goes, and its chain remembers how far it came; the only one
 * of its chain stays, and is over.
 * @returns the periods that were passed over.
 */
export async function passMissed(
  transaction: Transaction,
  agreement: number,
  options: RunOptions,
  customers: readonly number[],
): Promise<Missed[]> {
  const values = [agreement, JSON.stringify(options), JSON.stringify(customers)]
  const waiting = await transaction.rows<Waiting>(`${WAITING} FOR UPDATE OF s`, values)
  if (waiting.length === 0) return []
  const { missed, moved, over } = await passed(transaction, agreement, options, waiting)
  await transaction.rows(MOVE, [agreement, JSON.stringify(moved)])
  if (over.length > 0) await transaction.rows(END, [agreement, JSON.stringify(over)])
  return missed
}

/** As `passMissed`, without moving them. @returns the subscribers that would be moved, too. */
export async function missedOf(
  executor: Executor,
  agreement: number,
  options: RunOptions,
  customers: readonly number[],
): Promise<{ numbers: number[]; missed: Missed[] }> {
  const values = [agreement, JSON.stringify(options), JSON.stringify(customers)]
  const waiting = await executor.rows<Waiting>(WAITING, values)
  const { missed } = await passed(executor, agreement, options, waiting)
  return { numbers: waiting.map(({ number }) => number), missed }
}

/** What is missed of those that wait, and where each of them goes: to its next period, or to its end. */
async function passed(
  executor: Executor,
  agreement: number,
  options: RunOptions,
  waiting: readonly Waiting[],
): Promise<{ missed: Missed[]; moved: object[]; over: object[] }> {
  const numbers = [...new Set(waiting.map(({ subscriptionNumber }) => subscriptionNumber))]
  const subscriptions = await subscriptionsOf(executor, agreement, numbers)
  const missed: Missed[] = []
  const moved: object[] = []
  const over: { number: number; chain: number; reached: string }[] = []
  for (const { number, chain, subscriptionNumber, start, end, anchorDay, expiry } of waiting) {
    let period: ChainedPeriod & { uncut?: string | null } = { start, end, anchorDay: anchorOf(start, anchorDay) }
    let reached = end
    let next: typeof period | undefined = period
    while (next && next.start <= options.date) {
      period = next
      reached = period.end
      missed.push({ subscriberNumber: number, startDate: period.start, endDate: period.end })
      next = nextPeriod(subscriptions.get(subscriptionNumber)!, period, expiry)
    }
    if (next) moved.push({ number, ...next })
    else over.push({ number, chain, reached })
  }
  return { missed, moved, over }
}

const WAITING = `
  SELECT s.number, coalesce(s.chain, s.number) AS chain, s.subscription_number AS "subscriptionNumber",
    s.start_date AS start, s.end_date AS "end", s.anchor_day AS "anchorDay", s.expiry_date AS expiry
  FROM subscriber s, subscription p WHERE ${HAS_BEGUN} AND p.has_missed
    AND s.customer_number = ANY (ARRAY(SELECT json_array_elements_text($3::json)::int))
    AND NOT EXISTS (SELECT FROM subscriber x WHERE x.agreement = $1
      AND coalesce(x.chain, x.number) = coalesce(s.chain, s.number) AND x.start_date > s.start_date)
  ORDER BY s.number`

const MOVE = `
  UPDATE subscriber s SET start_date = m.start, end_date = m."end", anchor_day = m."anchorDay", uncut_end = m.uncut,
    last_updated = clock_timestamp(), object_version = nextval('object_version')
  FROM json_to_recordset($2::json) AS m(number int, start date, "end" date, "anchorDay" int, uncut date)
  WHERE s.agreement = $1 AND s.number = m.number`

/** Those that are alone in their chain stay, so that it can be brought back. */
const END = `
  WITH over AS MATERIALIZED (
    SELECT o.*, NOT EXISTS (SELECT FROM subscriber x WHERE x.agreement = $1 AND coalesce(x.chain, x.number) = o.chain
      AND x.number <> o.number) AS is_alone
    FROM json_to_recordset($2::json) AS o(number int, chain int, reached date)
  ), gone AS (DELETE FROM subscriber s USING over o WHERE s.agreement = $1 AND s.number = o.number AND NOT o.is_alone)
  UPDATE subscriber s SET chain_reached = o.reached, is_over = o.is_alone, is_only_one = s.is_only_one
    AND NOT o.is_alone FROM over o
  WHERE s.agreement = $1 AND coalesce(s.chain, s.number) = o.chain AND (s.number <> o.number OR o.is_alone)`

/** Forgets of subscriptions that they may have missed something, where nothing of them is due any more. */
export async function forgetMissed(executor: Executor, agreement: number, options: RunOptions): Promise<void> {
  await executor.rows(FORGET, [agreement, JSON.stringify(options)])
}

const FORGET = `
  UPDATE subscription t SET has_missed = false WHERE t.agreement = $1 AND t.has_missed AND NOT t.is_barred
    AND t.number BETWEEN ($2::json ->> 'from')::int AND ($2::json ->> 'to')::int
    AND NOT EXISTS (SELECT FROM subscriber s, subscription p WHERE ${IS_DUE} AND p.number = t.number)`

/** Names the drafts of periods that begin after their chain has ended: nobody has deleted them, nor booked them. */
export async function keptAfterEnd(executor: Executor, agreement: number, options: RunOptions): Promise<Skipped[]> {
  const kept = await executor.rows<{ number: number; document: number }>(KEPT, [agreement, JSON.stringify(options)])
  return kept.map(({ number, document }) => ({
    subscriberNumber: number,
    errorCode: 'SubscriberHasExpired',
    message: `Document ${document} stays, though its period begins after the subscriber has expired.`,
  }))
}

const KEPT = `
  SELECT s.number, s.draft_document_id AS document FROM subscriber s
  WHERE s.agreement = $1 AND s.draft_document_id IS NOT NULL AND s.start_date > s.chain_end
    AND s.subscription_number BETWEEN ($2::json ->> 'from')::int AND ($2::json ->> 'to')::int ORDER BY s.number`
