import type { Executor } from '../../database/connection.ts'
import { catalogue, type Fault } from '../../errors/catalogue.ts'
import { type DocumentKind, KINDS } from '../kinds.ts'
import type { MadeDocument, NewDocument } from '../make-documents.ts'
import { type Planned, planned, together } from './documents.ts'
import { type Due, keyOf, productTerms, type ProductTerms, type Subscription, subscriptionsOf } from './due.ts'
import type { RunOptions } from './options.ts'
import { none, type RunResult, type Skipped } from './result.ts'

/** What was made of due subscribers: the document of each, and what their next periods follow from. */
export interface Made {
  result: RunResult
  invoiced: { one: Due; document: number }[]
  subscriptions: ReadonlyMap<number, Subscription>
}

/** Makes the documents of due subscribers by `make`, in the caller's transaction, or only checks what they would be. */
export async function makeOfDue<E extends Executor>(
  executor: E,
  agreement: number,
  options: RunOptions,
  due: readonly Due[],
  make: (
    executor: E,
    agreement: number,
    documents: readonly NewDocument[],
    kind: DocumentKind,
  ) => Promise<MadeDocument[]>,
): Promise<Made> {
  const result = none()
  const good = due.filter((one) => one.code === null)
  for (const { number, startDate, endDate, isMissed } of due) {
    if (isMissed) result.missed.push({ subscriberNumber: number, startDate, endDate })
  }
  for (const one of due) if (one.code !== null) result.skipped.push(skipped(one, { code: one.code }))
  const numbers = [...new Set(good.map(({ subscriptionNumber }) => subscriptionNumber))]
  const subscriptions = await subscriptionsOf(executor, agreement, numbers)
  const facts = { options, subscriptions, terms: await termsOf(executor, agreement, options, good, subscriptions) }
  const kind = options.makesOrders ? KINDS.order : KINDS.draftInvoice
  const invoiced: Made['invoiced'] = []
  let plans = together(good, options).map((subscribers) => planned(subscribers, facts))
  while (plans.length > 0) {
    const made = await make(
      executor,
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
  return { result, invoiced, subscriptions }
}

/**
 * The subscribers that prevent a document, with their faults: the owner of a faulty line, or all when the document
 * itself is at fault.
 */
function atFault({ subscribers, owners }: Planned, faults: readonly Fault[]): Map<Due, Fault> {
  const wrong = new Map<Due, Fault>()
  for (const fault of faults) {
    const [, line] = /^lines\[(\d+)\]/.exec(fault.property ?? '') ?? []
    const owner = line === undefined ? undefined : owners[Number(line)]
    for (const one of owner ? [owner] : subscribers) if (!wrong.has(one)) wrong.set(one, fault)
  }
  return wrong
}

/** A subscriber that is left out, for a fault. */
const skipped = ({ number }: Due, { code, message }: Fault): Skipped => ({
  subscriberNumber: number,
  errorCode: code,
  message: message ?? catalogue[code].message,
})

/** Price and discount of the products on lines without a special price. */
async function termsOf(
  executor: Executor,
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
  return await productTerms(executor, agreement, invoiceDate, [...pairs.values()])
}

/** Due subscribers that are left to the next run. */
export const left = (due: readonly Due[]): RunResult => ({
  ...none(),
  skipped: due.map((one) => skipped(one, { code: 'SubscriptionRunPeriodsLeft' })),
})
