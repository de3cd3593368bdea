import type { Database, Executor, Pool, Transaction } from '../../database/connection.ts'
import { mayRetry } from '../../errors/unavailable.ts'
import {
  DOCUMENTS_OF_REQUEST_MAX,
  PERIODS_OF_RUN_MAX,
  BATCH_MILLISECONDS,
  SUBSCRIBERS_AT_FIRST,
  SUBSCRIBERS_AT_LEAST,
  SUBSCRIBERS_AT_ONCE,
} from '../../limits.ts'
import { makeDocuments } from '../make-documents.ts'
import { COPIED } from './copied.ts'
import { customersWithDue, lockDue, periodAfter, type Subscription } from './due.ts'
import { left, type Made, makeOfDue } from './making.ts'
import { forgetMissed, keptAfterEnd, passMissed } from './missed.ts'
import type { RunOptions } from './options.ts'
import { append, inOrder, none, type RunResult } from './result.ts'

/** Receives the progress of a run, in subscribers that were due when it began. */
export type Report = (progress: { stage: string; done: number; total: number }) => void

/**
 * Makes the documents of all due periods (rule 13.3) in the caller's transaction: a rollback undoes them. A period is
 * locked while a run invoices it, and has one document. So parallel or repeated runs invoice a period once. Skips the
 * periods that are left after `documentsMax` documents: the transaction blocks other writes of the agreement.
 */
export async function runSubscriptions(
  transaction: Transaction,
  agreement: number,
  options: RunOptions,
  documentsMax = DOCUMENTS_OF_REQUEST_MAX,
): Promise<RunResult> {
  const run: Run = { agreement, options, documentsMax, round: (work) => work(transaction) }
  return await inBatches(transaction, run, await customersWithDue(transaction, agreement, options))
}

/**
 * As `runSubscriptions`, with a transaction for each period of a batch of customers: finished periods stay when the run
 * ends early.
 */
export async function runSubscriptionsByParts(
  database: Database,
  agreement: number,
  options: RunOptions,
  report: Report = () => {},
  atOnce = SUBSCRIBERS_AT_ONCE,
): Promise<RunResult> {
  const at = database.at(agreement)
  const run: Run = { agreement, options, documentsMax: Infinity, round: (work) => again(() => at.transaction(work)) }
  return await inBatches(database, run, await customersWithDue(at, agreement, options), { report, atOnce })
}

/** Keeps what a transaction of a run has done, in that transaction; the last one ends the run. */
export type Keep = (transaction: Transaction, done: RunResult | undefined, isLast: boolean) => Promise<void>

/**
 * The same for a request, in the pool of its agreement: each transaction keeps what it has done. Goes on from `result`,
 * and adds to it; what was skipped before is skipped.
 */
export async function runInParts(
  at: Pool,
  agreement: number,
  options: RunOptions,
  result: RunResult,
  keep: Keep,
): Promise<void> {
  const round: Run['round'] = (work, isLast = false) =>
    again(() =>
      at.transaction(async (transaction) => {
        const done = await work(transaction)
        if (done || isLast) await keep(transaction, done, isLast)
        return done
      }),
    )
  const run: Run = { agreement, options, documentsMax: DOCUMENTS_OF_REQUEST_MAX, round }
  await inBatches(at, run, await customersWithDue(at, agreement, options), { result })
}

const ATTEMPTS = 3

/** Tries a transaction again that another got in the way of: it has done nothing. */
async function again<T>(attempt: () => Promise<T>, left = ATTEMPTS): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (left <= 1 || !mayRetry(error)) throw error
    return await again(attempt, left - 1)
  }
}

/** A run, and the transaction that each round of it is in. */
interface Run {
  agreement: number
  options: RunOptions
  documentsMax: number
  round(
    work: (transaction: Transaction) => Promise<RunResult | undefined>,
    isLast?: boolean,
  ): Promise<RunResult | undefined>
}

/**
 * The planner relies on row counts. So a large run analyzes the tables it reads before it starts, and the tables it
 * writes each time the number of its documents doubles. Without that, a run of 42 subscribers over ten years took
 * minutes instead of 5 s. Skips tables that are locked.
 */
const DOCUMENTS_TO_LOOK_AT = 100
const LOOK_FIRST = `SELECT analyze_tables('customer', 'subscriber')`
const LOOK_AGAIN = `SELECT analyze_tables('draft_invoice', 'draft_invoice_line', 'sales_order', 'sales_order_line',
  'subscriber')`

/** Runs batch after batch of customers. */
async function inBatches(
  executor: Executor,
  run: Run,
  customers: readonly Counted[],
  {
    report = () => {},
    atOnce = SUBSCRIBERS_AT_ONCE,
    result = none(),
  }: { report?: Report; atOnce?: number; result?: RunResult } = {},
): Promise<RunResult> {
  const total = customers.reduce((sum, { count }) => sum + count, 0)
  if (total > atOnce) await executor.rows(LOOK_FIRST)
  let done = 0
  let lookAt = DOCUMENTS_TO_LOOK_AT
  let size = Math.min(atOnce, SUBSCRIBERS_AT_FIRST)
  for (let from = 0; from < customers.length;) {
    report({ stage: 'subscribers', done, total })
    const batch = nextBatch(customers, from, size)
    from += batch.customers.length
    if (run.options.skipMissed) {
      const passed = await run.round(async (transaction) => {
        const missed = await passMissed(transaction, run.agreement, run.options, batch.customers)
        return missed.length > 0 ? { ...none(), missed } : undefined
      })
      if (passed) append(result, passed)
    }
    for (let round = 1; ; round++) {
      const isLeft = round > PERIODS_OF_RUN_MAX || result.documents.length >= run.documentsMax
      const begun = performance.now()
      const { due, mayGoOn } = await runRound(run, batch.customers, result, isLeft)
      if (due > 0) size = paced(due, performance.now() - begun, atOnce)
      if (result.documents.length >= lookAt) {
        await executor.rows(LOOK_AGAIN)
        lookAt = 2 * result.documents.length
      }
      if (!mayGoOn) break
    }
    done += batch.count
  }
  report({ stage: 'subscribers', done, total })
  const last = await run.round(async (transaction) => {
    await forgetMissed(transaction, run.agreement, run.options)
    const kept = await keptAfterEnd(transaction, run.agreement, run.options)
    return kept.length > 0 ? { ...none(), skipped: kept } : undefined
  }, true)
  if (last) append(result, last)
  return inOrder(result)
}

/** A customer, and how many of its subscribers are due. */
interface Counted {
  customer: number
  count: number
}

/**
 * Takes the next customers, of at most `size` subscribers, from the place `from`. A customer stays in one batch, even
 * if it has more.
 * @returns how many subscribers they have, too.
 */
function nextBatch(customers: readonly Counted[], from: number, size: number): { customers: number[]; count: number } {
  const batch: { customers: number[]; count: number } = { customers: [], count: 0 }
  for (const { customer, count } of customers.slice(from, from + size)) {
    if (batch.count > 0 && batch.count + count > size) break
    batch.customers.push(customer)
    batch.count += count
  }
  return batch
}

/**
 * How many subscribers a transaction takes: as many as were invoiced in the time that other writes may wait for it, by
 * the last transaction.
 */
export const paced = (due: number, milliseconds: number, most: number): number =>
  Math.min(
    most,
    Math.max(SUBSCRIBERS_AT_LEAST, Math.min(2 * due, Math.floor((due * BATCH_MILLISECONDS) / milliseconds))),
  )

/**
 * Invoices one period of each due subscriber of these customers, or skips it where periods are left to the next run.
 * Adds to the result.
 * @returns how many subscribers were due, and whether another round may find more.
 */
async function runRound(
  { agreement, options, round }: Run,
  customers: readonly number[],
  result: RunResult,
  isLeft: boolean,
): Promise<{ due: number; mayGoOn: boolean }> {
  const except = result.skipped.map(({ subscriberNumber }) => subscriberNumber)
  let found = { due: 0, mayGoOn: false }
  const done = await round(async (transaction) => {
    const due = await lockDue(transaction, agreement, options, { customers, except })
    found = { due: due.length, mayGoOn: false }
    if (due.length === 0) return undefined
    if (isLeft) return left(due)
    const {
      result: made,
      invoiced,
      subscriptions,
    } = await makeOfDue(transaction, agreement, options, due, makeDocuments)
    found.mayGoOn = await goOn(transaction, agreement, options, invoiced, subscriptions)
    return made
  })
  if (done) append(result, done)
  return found
}

/**
 * Stores each document with its subscriber, and inserts the current subscribers of the next periods. @returns whether
 * one may be due.
 */
async function goOn(
  transaction: Transaction,
  agreement: number,
  { date }: RunOptions,
  invoiced: Made['invoiced'],
  subscriptions: ReadonlyMap<number, Subscription>,
): Promise<boolean> {
  if (invoiced.length === 0) return false
  const documents = invoiced.map(({ one, document }) => ({ number: one.number, document }))
  await transaction.rows(
    `UPDATE subscriber s SET draft_document_id = d.document, last_updated = clock_timestamp(),
      object_version = nextval('object_version')
     FROM json_to_recordset($2::json) AS d(number int, document int) WHERE s.agreement = $1 AND s.number = d.number`,
    [agreement, JSON.stringify(documents)],
  )
  const next = invoiced.flatMap(({ one }) => {
    const after = periodAfter(one, subscriptions.get(one.subscriptionNumber)!)
    return after ? [{ number: one.number, ...after }] : []
  })
  if (next.length === 0) return false
  // After the draft of a period in the middle was deleted, the periods after it are there: the next one ends before
  // them, or is one of them.
  await transaction.rows(
    `WITH p AS MATERIALIZED (
       SELECT p.number, p.start, least(p."end", l.start_date - 1) AS "end",
         p."anchorDay", CASE WHEN l.start_date IS NULL THEN p.uncut END AS uncut, row_number() OVER (ORDER BY p.number)
         AS place
       FROM json_to_recordset($2::json) AS p(number int, start date, "end" date, "anchorDay" int, uncut date)
       JOIN subscriber s ON s.agreement = $1 AND s.number = p.number
       LEFT JOIN LATERAL (SELECT x.start_date FROM subscriber x
         WHERE x.agreement = $1 AND coalesce(x.chain, x.number) = coalesce(s.chain, s.number)
           AND x.start_date > s.start_date
         ORDER BY x.start_date LIMIT 1) l ON true
       WHERE l.start_date IS NULL OR l.start_date > p.start
     ), taken AS MATERIALIZED (SELECT take_free_numbers($1, 'subscriber', NULL, NULL, count(*)::int, '{}') AS free
       FROM p)
     INSERT INTO subscriber (agreement, number, start_date, end_date, anchor_day, uncut_end, chain,
       ${COPIED.join(', ')})
     SELECT $1, t.free[p.place], p.start, p."end", p."anchorDay", p.uncut, coalesce(s.chain, s.number),
       ${COPIED.map((name) => `s.${name}`).join(', ')}
     FROM p JOIN subscriber s ON s.agreement = $1 AND s.number = p.number CROSS JOIN taken t ORDER BY p.place
     ON CONFLICT (agreement, (coalesce(chain, number)), start_date) DO NOTHING`,
    [agreement, JSON.stringify(next)],
  )
  return next.some(({ start }) => start <= date)
}
