import type { Executor } from '../../database/connection.ts'
import { DOCUMENTS_OF_REQUEST_MAX, PERIODS_OF_RUN_MAX, SUBSCRIBERS_AT_ONCE } from '../../limits.ts'
import { checkDocuments } from '../make-documents.ts'
import { customersWithDue, type Due, periodAfter, readDue, type Subscription } from './due.ts'
import { left, makeOfDue } from './making.ts'
import { keptAfterEnd, missedOf } from './missed.ts'
import type { RunOptions } from './options.ts'
import { dayBefore } from './periods.ts'
import { append, inOrder, none, type RunResult } from './result.ts'

/**
 * What a run would do (rule 13.3). It reads, computes and writes nothing, and keeps no lock from one statement to the
 * next. A period that would follow has no subscriber yet: it is told by the number of the one that it follows.
 */
export async function previewSubscriptions(
  executor: Executor,
  agreement: number,
  options: RunOptions,
): Promise<RunResult> {
  const result = none()
  const numbers = (await customersWithDue(executor, agreement, options)).map(({ customer }) => customer)
  for (let from = 0; from < numbers.length; from += SUBSCRIBERS_AT_ONCE) {
    const customers = numbers.slice(from, from + SUBSCRIBERS_AT_ONCE)
    const passed = options.skipMissed ? await missedOf(executor, agreement, options, customers) : undefined
    if (passed) result.missed.push(...passed.missed)
    const due = await readDue(executor, agreement, options, { customers, except: passed?.numbers ?? [] })
    await previewOf(executor, agreement, options, due, result)
  }
  append(result, { ...none(), skipped: await keptAfterEnd(executor, agreement, options) })
  result.documents = result.documents.map((one) => ({ ...one, documentNumber: null }))
  return inOrder(result)
}

/** Adds what a run would do with these subscribers, and those that would follow them. */
async function previewOf(
  executor: Executor,
  agreement: number,
  options: RunOptions,
  due: readonly Due[],
  result: RunResult,
): Promise<void> {
  let now = due
  for (let round = 1; now.length > 0; round++) {
    if (round > PERIODS_OF_RUN_MAX || result.documents.length >= DOCUMENTS_OF_REQUEST_MAX) {
      append(result, left(now))
      return
    }
    const { result: more, invoiced, subscriptions } = await makeOfDue(executor, agreement, options, now, checkDocuments)
    append(result, more)
    now = invoiced.flatMap(({ one }) => following(one, subscriptions.get(one.subscriptionNumber)!, options))
  }
}

/** The subscriber that a run would add after this one, where it would be due. */
function following(one: Due, subscription: Subscription, { date, dueBy }: RunOptions): Due[] {
  const next = periodAfter(one, subscription)
  const { laterStart } = one
  // After the draft of a period in the middle was deleted, the periods after it are there: the next one ends before
  // them, or is one of them.
  if (!next || (laterStart !== null && laterStart <= next.start)) return []
  const end = laterStart !== null && laterStart <= next.end ? dayBefore(laterStart) : next.end
  if ((dueBy === 'end' ? end : next.start) > date || next.start > date) return []
  const code = subscription.accrue && next.start === end ? 'SubscriberAccrueStartCannotBeEqualEndDate' : null
  return [{ ...one, startDate: next.start, endDate: end, anchorDay: next.anchorDay, code }]
}
