import type { Executor } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { PRICE_DECIMALS, SUBSCRIBERS_AT_ONCE, SUBSCRIPTION_YEARS_AHEAD } from '../../limits.ts'
import {
  date,
  decimal,
  type Fields,
  flag,
  instant,
  int32,
  objects,
  objectVersion,
  text,
  Field,
} from '../../resource/fields.ts'
import type { ActionOperation, ActionResult, Item, QueryOperation } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { customersWithDue } from '../../sales/subscriptions/due.ts'
import { type RunOptions, runOn } from '../../sales/subscriptions/options.ts'
import { beginRun, continueRun, DONE } from '../../sales/subscriptions/kept-runs.ts'
import type { RunResult } from '../../sales/subscriptions/result.ts'
import { previewSubscriptions } from '../../sales/subscriptions/preview.ts'

const ROLES = ['Sales', 'SuperUser'] as const

/** How a run makes documents, by request or by schedule. */
const HOW = {
  makesOrders: flag().describe('true: make orders instead of draft invoices'),
  isCombined: flag().describe('A customer’s subscriptions on one document'),
  dueBy: text(5).oneOf(['start', 'end']).describe('A period is due when it starts, or when it ends'),
  shareOn: text(8)
    .oneOf(['price', 'quantity'])
    .describe('Where a partial period shows: in the price or in the quantity of its lines'),
}

const body = {
  date: date()
    .required()
    .describe('The run invoices everything that is due by this day, a hundred years ahead at the latest'),
  preview: flag().describe('true: only report what would be done; documents then have no number'),
  invoiceDate: date().describe('Of the documents; date where left out'),
  fromSubscriptionNumber: int32(1),
  toSubscriptionNumber: int32(1),
  ...HOW,
  index: decimal(18, PRICE_DECIMALS)
    .measure()
    .between(0.000_001, 1_000_000)
    .describe('Multiplies every price of this run'),
  skipMissed: flag().describe(
    'true: subscriptions that were barred go on with the first period that begins after date, and what they missed is not billed',
  ),
  heading: text(250),
  textLine1: text(1000),
  textLine2: text(1000),
} satisfies Fields

interface Asked extends Partial<Omit<RunOptions, 'from' | 'to'>> {
  date: string
  preview?: boolean
  fromSubscriptionNumber?: number
  toSubscriptionNumber?: number
}

/** Refuses a run so far ahead that what is missed until then would take long to compute. @throws ApiError */
async function refuseFarAhead(executor: Executor, agreement: number, { date }: RunOptions): Promise<void> {
  const [last] = await executor.rows<{ day: string }>(
    'SELECT (today_of($1) + make_interval(years => $2))::date::text AS day',
    [agreement, SUBSCRIPTION_YEARS_AHEAD],
  )
  // Days of more than four digits are behind all others.
  if (last!.day.length > date.length || date <= last!.day) return
  const message = `A run is at most ${SUBSCRIPTION_YEARS_AHEAD} years ahead: of ${last!.day} at the latest.`
  throw new ApiError({ code: 'ValueOutOfRange', property: 'date', message })
}

/** The options of the body, with the usual values for the rest. */
function optionsOf(body: Item): RunOptions {
  const { preview: _, fromSubscriptionNumber: from, toSubscriptionNumber: to, ...rest } = body as unknown as Asked
  return runOn(rest.date, { ...rest, ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
}

const done = {
  documents: objects({
    documentNumber: int32().describe('Null in a preview'),
    customerNumber: int32().present(),
    subscriberNumbers: new Field({ type: 'list', items: int32(), nullable: false }),
  }).present(),
  skipped: objects({
    subscriberNumber: int32().present(),
    errorCode: text(100).present(),
    message: text(1000).present(),
  }).present(),
  missed: objects({
    subscriberNumber: int32().present(),
    startDate: date().present(),
    endDate: date().present(),
  })
    .present()
    .describe('Periods that began while their subscription was barred: billed, or passed over by skipMissed'),
}
const answer = { number: int32().describe('Of the run; null in a preview'), ...done }

const answered = ({ number, documents, skipped, missed }: RunResult & { number: number | null }): ActionResult => ({
  status: 200,
  body: JSON.stringify({ number, documents, skipped, missed }),
})

/** Runs work in transactions of their own. */
const neverWhole = (): Promise<ActionResult> => Promise.reject(new Error('A run works in parts.'))

const run: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/subscription-runs',
  status: 200,
  summary:
    'Make documents of every subscriber that is due; the same Idempotency-Key goes on with a run that was cut off',
  body,
  schema: 'SubscriptionRun',
  answer,
  run: neverWhole,
  async dryRun({ caller: { agreement }, database }, { body }) {
    const options = optionsOf(body)
    await refuseFarAhead(database, agreement, options)
    const due = await customersWithDue(database, agreement, options)
    const count = due.reduce((sum, one) => sum + one.count, 0)
    if (count > SUBSCRIBERS_AT_ONCE) {
      const message = `${count} subscribers are due: more than ${SUBSCRIBERS_AT_ONCE} are invoiced in several steps.`
      throw new ApiError({ code: 'DryRunNotPossible', property: 'date', message })
    }
    return answered({ number: null, ...(await previewSubscriptions(database, agreement, options)) })
  },
  async runInParts({ caller: { agreement }, database, keyed }, { body }) {
    const options = optionsOf(body)
    await refuseFarAhead(database, agreement, options)
    if (body.preview) return answered({ number: null, ...(await previewSubscriptions(database, agreement, options)) })
    return answered(await continueRun(database, agreement, await beginRun(database, agreement, options, keyed)))
  },
}

const goOn: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/subscription-runs/{number}/continue',
  status: 200,
  summary: 'Go on with a run that was cut off, and answer all that it has done',
  answer,
  run: neverWhole,
  async runInParts({ caller: { agreement }, database }, { path }) {
    return answered(await continueRun(database, agreement, path.number as number))
  },
}

const KEPT = `SELECT json_build_object('number', r.number, 'isFinished', r.finished_at IS NOT NULL,
    'startedAt', to_char(r.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), ${DONE})::text
  FROM subscription_run r WHERE r.agreement = $1 AND r.number = $2`

const kept: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/subscription-runs/{number}',
  summary: 'What a run has done so far',
  answer: {
    number: int32().present(),
    isFinished: flag().describe('false: it is under way, or was cut off'),
    startedAt: instant().present(),
    ...done,
  },
  statement: ({ agreement }, { path }) => ({ text: KEPT, values: [agreement, path.number as number] }),
}

/** Runs of subscriptions (rule 13.3): they make draft invoices or orders of due subscribers, once. */
export const subscriptionRuns = operations('SubscriptionRuns', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32(1) },
  codes: ['NotFound'],
  operations: [run, goOn, kept],
})

/** Whether subscriptions run every day, and how: one row per agreement. */
export const subscriptionSchedule = resource('SubscriptionSchedule', {
  logsBodies: true,
  schema: 'SubscriptionSchedule',
  table: 'subscription_schedule',
  key: [],
  roles: ROLES,
  fields: {
    isActive: flag().describe('true: due subscriptions are invoiced every day, by the date in UTC'),
    ...HOW,
    dueBy: HOW.dueBy.present().fallback(`'start'`),
    shareOn: HOW.shareOn.present().fallback(`'price'`),
    lastRunDate: date().followsOthers().describe('The day of the last run'),
    objectVersion: objectVersion(),
  },
  operations: [
    { kind: 'single', method: 'GET', path: '/subscription-schedule' },
    { kind: 'update', method: 'PUT', path: '/subscription-schedule' },
  ],
})
