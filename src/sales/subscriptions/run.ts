import type { Database, Executor, Pool, Transaction } from '../../database/connection.ts'
import { catalogue, type Fault } from '../../errors/catalogue.ts'
import { mayRetry } from '../../errors/unavailable.ts'
import {
  DOCUMENTS_OF_REQUEST_MAX,
  PERIODS_OF_RUN_MAX,
  SUBSCRIBERS_AT_FIRST,
  SUBSCRIBERS_AT_ONCE,
} from '../../limits.ts'
import { KINDS } from '../kinds.ts'
import { makeDocuments } from '../make-documents.ts'
import { type Planned, planned, together } from './documents.ts'
import {
  customersWithDue,
  type Due,
  keyOf,
  lockDue,
  productTerms,
  type ProductTerms,
  type Subscription,
  subscriptionsOf,
} from './due.ts'
import { COPIED } from './copied.ts'
import { anchorOf, nextPeriod } from './periods.ts'
import { forgetMissed, keptAfterEnd, passMissed } from './missed.ts'
import type { RunOptions } from './options.ts'
import type { RunResult, Skipped } from './result.ts'

/** Receives the progress of a run, in subscribers that were due when it began. */
export type Report = (progress: { stage: string; done: number; total: number }) => void

/**
 * Makes the documents of all due periods (rule 13.3) in the caller's transaction: a rollback undoes them. A period is locked while a
 * run invoices it, and has one document. So parallel or repeated runs invoice a period once. Skips the periods that are left after
 * `documentsMax` documents: the transaction blocks other writes of the agreement.
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

/** As `runSubscriptions`, with a transaction for each period of a batch of customers: finished periods stay when the run ends early. */
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
 * The same for a request, in the pool of its agreement: each transaction keeps what it has done. Goes on from `result`, and adds to it; what was
 * skipped before is skipped.
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
 * The planner relies on row counts. So a large run analyzes the tables it reads before it starts, and the tables it writes each time the number of
 * its documents doubles. Without that, a run of 42 subscribers over ten years took minutes instead of 5 s. Skips tables that are locked.
 */
const LOOK_FIRST = `SELECT analyze_tables('customer', 'subscriber')`
const LOOK_AGAIN = `SELECT analyze_tables('draft_invoice', 'draft_invoice_line', 'sales_order', 'sales_order_line', 'subscriber')`

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
  let lookAt = SUBSCRIBERS_AT_FIRST
  for (const batch of batches(customers, atOnce)) {
    report({ stage: 'subscribers', done, total })
    if (run.options.skipMissed) {
      const passed = await run.round(async (transaction) => {
        const missed = await passMissed(transaction, run.agreement, run.options, batch.customers)
        return missed.length > 0 ? { ...none(), missed } : undefined
      })
      if (passed) append(result, passed)
    }
    for (let round = 1; ; round++) {
      const isLeft = round > PERIODS_OF_RUN_MAX || result.documents.length >= run.documentsMax
      if (!(await runRound(run, batch.customers, result, isLeft))) break
      if (result.documents.length < lookAt) continue
      await executor.rows(LOOK_AGAIN)
      lookAt = 2 * result.documents.length
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

/** Thrown to undo a preview. */
class Undone extends Error {}

/** What a run would do, without doing it. */
export async function previewSubscriptions(
  transaction: Transaction,
  agreement: number,
  options: RunOptions,
): Promise<RunResult> {
  let result: RunResult | undefined
  const run = transaction.savepoint(async (inner) => {
    result = await runSubscriptions(inner, agreement, options)
    throw new Undone()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  const { documents, ...rest } = result!
  return { documents: documents.map((one) => ({ ...one, documentNumber: null })), ...rest }
}

/** Nothing yet. */
const none = (): RunResult => ({ documents: [], skipped: [], missed: [] })

/** Adds what more was done. */
const append = (result: RunResult, more: RunResult): void => {
  result.documents.push(...more.documents)
  result.skipped.push(...more.skipped)
  result.missed.push(...more.missed)
}

/** What a run has done, by number. */
function inOrder({ documents, skipped, missed }: RunResult): RunResult {
  documents.sort((a, b) => a.documentNumber! - b.documentNumber!)
  skipped.sort((a, b) => a.subscriberNumber - b.subscriberNumber)
  missed.sort((a, b) => a.subscriberNumber - b.subscriberNumber || (a.startDate < b.startDate ? -1 : 1))
  return { documents, skipped, missed }
}

/** A customer, and how many of its subscribers are due. */
interface Counted {
  customer: number
  count: number
}

/** Divides customers into batches of at most `atOnce` subscribers. A customer stays in one batch, even if it has more. */
function batches(customers: readonly Counted[], atOnce: number): { customers: number[]; count: number }[] {
  const all: { customers: number[]; count: number }[] = []
  const isLarge = customers.reduce((sum, { count }) => sum + count, 0) > atOnce
  for (const { customer, count } of customers) {
    const last = all.at(-1)
    const most = isLarge && all.length === 1 ? Math.min(atOnce, SUBSCRIBERS_AT_FIRST) : atOnce
    if (last && last.count + count <= most) {
      last.customers.push(customer)
      last.count += count
    } else all.push({ customers: [customer], count })
  }
  return all
}

/**
 * Invoices one period of each due subscriber of these customers, or skips it where periods are left to the next run. Adds to the result.
 * @returns whether another round may find more.
 */
async function runRound(
  { agreement, options, round }: Run,
  customers: readonly number[],
  result: RunResult,
  isLeft: boolean,
): Promise<boolean> {
  const except = result.skipped.map(({ subscriberNumber }) => subscriberNumber)
  const done = await round(async (transaction) => {
    const due = await lockDue(transaction, agreement, options, { customers, except })
    if (due.length === 0) return undefined
    if (!isLeft) return await invoice(transaction, agreement, options, due)
    return {
      documents: [],
      skipped: due.map((one) => skipped(one, { code: 'SubscriptionRunPeriodsLeft' })),
      missed: [],
    }
  })
  if (done) append(result, done)
  return done !== undefined && !isLeft
}

/** Makes the documents of due subscribers, and the subscribers of their next periods. */
async function invoice(
  transaction: Transaction,
  agreement: number,
  options: RunOptions,
  due: readonly Due[],
): Promise<RunResult> {
  const result = none()
  const good = due.filter((one) => one.code === null)
  for (const { number, startDate, endDate, isMissed } of due) {
    if (isMissed) result.missed.push({ subscriberNumber: number, startDate, endDate })
  }
  for (const one of due) if (one.code !== null) result.skipped.push(skipped(one, { code: one.code }))
  const numbers = [...new Set(good.map(({ subscriptionNumber }) => subscriptionNumber))]
  const subscriptions = await subscriptionsOf(transaction, agreement, numbers)
  const facts = { options, subscriptions, terms: await termsOf(transaction, agreement, options, good, subscriptions) }
  const kind = options.makesOrders ? KINDS.order : KINDS.draftInvoice
  const invoiced: { one: Due; document: number }[] = []
  let plans = together(good, options).map((subscribers) => planned(subscribers, facts))
  while (plans.length > 0) {
    const made = await makeDocuments(
      transaction,
      agreement,
      plans.map(({ document }) => document),
      kind,
    )
    const again: Planned[] = []
    for (const [at, { number, faults }] of made.entries()) {
      const plan = plans[at]!
      if (number === undefined) {
        const wrong = atFault(plan, faults)
        for (const [one, fault] of wrong) result.skipped.push(skipped(one, fault))
        const others = plan.subscribers.filter((one) => !wrong.has(one))
        if (others.length > 0) again.push(planned(others, facts))
        continue
      }
      result.documents.push({
        documentNumber: number,
        customerNumber: plan.document.customerNumber,
        subscriberNumbers: plan.subscribers.map((one) => one.number),
      })
      for (const one of plan.subscribers) invoiced.push({ one, document: number })
    }
    plans = again
  }
  await goOn(transaction, agreement, invoiced, subscriptions)
  return result
}

/** The subscribers that prevent a document, with their faults: the owner of a faulty line, or all when the document itself is at fault. */
function atFault({ subscribers, owners }: Planned, faults: readonly Fault[]): Map<Due, Fault> {
  const wrong = new Map<Due, Fault>()
  for (const fault of faults) {
    const [, line] = /^lines\[(\d+)\]/.exec(fault.property ?? '') ?? []
    const owner = line === undefined ? undefined : owners[Number(line)]
    for (const one of owner ? [owner] : subscribers) if (!wrong.has(one)) wrong.set(one, fault)
  }
  return wrong
}

const skipped = ({ number }: Due, { code, message }: Fault): Skipped => ({
  subscriberNumber: number,
  errorCode: code,
  message: message ?? catalogue[code].message,
})

/** Price and discount of the products on lines without a special price. */
async function termsOf(
  transaction: Transaction,
  agreement: number,
  { invoiceDate }: RunOptions,
  due: readonly Due[],
  subscriptions: ReadonlyMap<number, Subscription>,
): Promise<Map<string, ProductTerms>> {
  const pairs = new Map<string, readonly [customer: number, product: string]>()
  for (const one of due) {
    if (one.specialPrice !== null) continue
    for (const { productNumber, specialPrice } of subscriptions.get(one.subscriptionNumber)!.lines) {
      if (productNumber === null || specialPrice !== null) continue
      pairs.set(keyOf(one.customerNumber, productNumber), [one.customerNumber, productNumber])
    }
  }
  return await productTerms(transaction, agreement, invoiceDate, [...pairs.values()])
}

/** Stores each document with its subscriber, and inserts the current subscribers of the next periods. */
async function goOn(
  transaction: Transaction,
  agreement: number,
  invoiced: readonly { one: Due; document: number }[],
  subscriptions: ReadonlyMap<number, Subscription>,
): Promise<void> {
  if (invoiced.length === 0) return
  const documents = invoiced.map(({ one, document }) => ({ number: one.number, document }))
  await transaction.rows(
    `UPDATE subscriber s SET draft_document_id = d.document, last_updated = clock_timestamp(), object_version = nextval('object_version')
     FROM json_to_recordset($2::json) AS d(number int, document int) WHERE s.agreement = $1 AND s.number = d.number`,
    [agreement, JSON.stringify(documents)],
  )
  const next = invoiced.flatMap(({ one }) => {
    const anchorDay = anchorOf(one.startDate, one.anchorDay)
    const period = { start: one.startDate, end: one.endDate, anchorDay }
    const after = nextPeriod(subscriptions.get(one.subscriptionNumber)!, period, one.expiryDate)
    return after ? [{ number: one.number, ...after }] : []
  })
  if (next.length === 0) return
  // After the draft of a period in the middle was deleted, the periods after it are there: the next one ends before them, or is one of them.
  await transaction.rows(
    `WITH p AS MATERIALIZED (
       SELECT p.number, p.start, least(p."end", l.start_date - 1) AS "end", p."anchorDay", CASE WHEN l.start_date IS NULL THEN p.uncut END AS uncut, row_number() OVER (ORDER BY p.number) AS place
       FROM json_to_recordset($2::json) AS p(number int, start date, "end" date, "anchorDay" int, uncut date)
       JOIN subscriber s ON s.agreement = $1 AND s.number = p.number
       LEFT JOIN LATERAL (SELECT x.start_date FROM subscriber x
         WHERE x.agreement = $1 AND coalesce(x.chain, x.number) = coalesce(s.chain, s.number) AND x.start_date > s.start_date
         ORDER BY x.start_date LIMIT 1) l ON true
       WHERE l.start_date IS NULL OR l.start_date > p.start
     ), taken AS MATERIALIZED (SELECT take_free_numbers($1, 'subscriber', NULL, NULL, count(*)::int, '{}') AS free FROM p)
     INSERT INTO subscriber (agreement, number, start_date, end_date, anchor_day, uncut_end, chain, ${COPIED.join(', ')})
     SELECT $1, t.free[p.place], p.start, p."end", p."anchorDay", p.uncut, coalesce(s.chain, s.number), ${COPIED.map((name) => `s.${name}`).join(', ')}
     FROM p JOIN subscriber s ON s.agreement = $1 AND s.number = p.number CROSS JOIN taken t ORDER BY p.place
     ON CONFLICT (agreement, (coalesce(chain, number)), start_date) DO NOTHING`,
    [agreement, JSON.stringify(next)],
  )
}
