import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunOptions, runOn } from '../../src/sales/subscriptions/options.ts'
import { previewSubscriptions } from '../../src/sales/subscriptions/preview.ts'
import type { RunResult } from '../../src/sales/subscriptions/result.ts'
import { runSubscriptions } from '../../src/sales/subscriptions/run.ts'
import { Chance, seedOf } from '../chance.ts'
import { change } from '../resources/sales.ts'
import { SUBSCRIBERS, SUBSCRIPTIONS } from '../resources/subscription.ts'
import { inProcess, type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { LANDED } from '../landed.ts'
import {
  expire,
  intervalOf,
  type NaiveChain,
  type NaiveInvoice,
  naiveRun,
  pause,
  skipMissed,
  type NaiveSubscription,
  tomorrow,
} from './naive-subscriptions.ts'
import { invoicedBy, LINE, subscribed, type Subscribed } from './subscription-world.ts'
import { runs } from '../long.ts'

/** Days of the year that are run; so many chains for each kind of subscription. */
const RUNS = runs(8, 366, process.env.DAYBOOK_JUDGE_RUNS)
const CHAINS = RUNS > 100 ? 6 : 2
const SEED = seedOf('DAYBOOK_JUDGE_SEED')

const USUAL = 20_000
const CUSTOMER_PERCENT = 5
/** Every interval; those that can, with the calendar too. */
const KINDS = [
  ...Array.from({ length: 13 }, (_, at) => ({ interval: at + 1, isCalendarBased: false })),
  ...[3, 4, 5, 6, 8, 9, 10, 11].map((interval) => ({ interval, isCalendarBased: true })),
]

let service: TestService
let world: Subscribed
beforeAll(async () => {
  service = await sharedService()
  world = await subscribed(service)
  world = { ...world, client: inProcess(service, world.client) }
})
afterAll(() => service.stop())

const chance = new Chance(SEED)
const later = (day: string, days: number): string => (days === 0 ? day : later(tomorrow(day), days - 1))
const money = (cents: number): number => cents / 100

async function newSubscription(kind: (typeof KINDS)[number]): Promise<NaiveSubscription> {
  const lines = Array.from({ length: chance.int(1, 2) }, () => ({
    quantity: chance.int(1, 5000),
    special: chance.maybe(0.3) ? chance.int(1, 90_000) : null,
  }))
  const isProportional = chance.maybe(0.5)
  const number = await world.subscription(
    { ...kind, collection: Number(isProportional) },
    lines.map(({ quantity, special }) => ({
      ...LINE,
      quantity: quantity / 1000,
      ...(special !== null && { specialPrice: money(special) }),
    })),
  )
  return { number, ...kind, isProportional, isBarred: false, lines }
}

/** What subscribers may be given, and may be given anew. */
function terms(start: string, end: string) {
  const expiry = chance.maybe(0.3) ? later(end, chance.int(0, 200)) : null
  return {
    special: chance.maybe(0.3) ? chance.int(1, 90_000) : null,
    percent: chance.maybe(0.5) ? chance.int(0, 100) : null,
    percentUntil: chance.maybe(0.5) ? later(start, chance.int(0, 200)) : null,
    quantityFactor: chance.pick([1000, 1000, 3000, 500, -1000]),
    priceFactor: chance.pick([1000, 1000, 1100, 333, 0]),
    expiry,
  }
}

const sent = (of: ReturnType<typeof terms>): object => ({
  specialPrice: of.special === null ? undefined : money(of.special),
  discountPercentage: of.percent ?? undefined,
  discountExpiryDate: of.percentUntil ?? undefined,
  quantityFactor: of.quantityFactor / 1000,
  priceFactor: of.priceFactor / 1000,
  expiryDate: of.expiry ?? undefined,
})

/** A chain with the first day of each of its periods, by the numbers of its subscribers. */
interface JudgedChain extends NaiveChain {
  members: Map<number, string>
}

async function newChain(subscription: NaiveSubscription): Promise<JudgedChain> {
  const start = chance.pick([
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    later('2027-11-01', chance.int(0, 150)),
  ])
  const anchor = Number(start.slice(8))
  const last = intervalOf(subscription, start, anchor)[1]
  const end = chance.maybe(0.2) ? later(start, chance.int(0, 40)) : last
  const registration = chance.maybe(0.3) ? later(start, chance.int(0, 30)) : null
  const of = terms(start, end)
  const customer = await world.customer({ defaultDiscountPct: CUSTOMER_PERCENT })
  const dates = { startDate: start, endDate: end, registrationDate: registration ?? undefined }
  const number = await world.subscriber(subscription.number, { customerNumber: customer, ...dates, ...sent(of) })
  const members = new Map([[number, start]])
  return { subscription, customer, start, end, anchor, registration, isOver: false, ...of, members }
}

/** Numbers of drafts of periods that begin after the day on which their chain was ended: the next run names them. */
const leftOver = new Set<number>()
const drafted = new Set<number>()

/** What a preview and its run have alike: periods that follow have no number before the run. */
const counted = ({ documents, skipped, missed }: RunResult): unknown => ({
  customers: documents.map(({ customerNumber }) => customerNumber).toSorted((a, b) => a - b),
  skipped,
  missed: missed.map(({ startDate, endDate }) => `${startDate}..${endDate}`).toSorted(),
})

/** Previews and runs the product. @returns what it invoiced, in the order of customers and periods. */
async function run(chains: readonly JudgedChain[], options: RunOptions): Promise<NaiveInvoice[]> {
  const { agreement } = world.client
  const told = await previewSubscriptions(service.database.at(agreement), agreement, options)
  const done = await service.database.transaction((transaction) => runSubscriptions(transaction, agreement, options))
  expect(counted(told)).toEqual(counted(done))
  const { documents, skipped } = done
  expect(skipped.map(({ errorCode }) => errorCode).filter((code) => code !== 'SubscriberHasExpired')).toEqual([])
  expect(skipped.map(({ subscriberNumber }) => subscriberNumber)).toEqual(expect.arrayContaining([...leftOver]))
  leftOver.clear()
  const found = await invoicedBy(service.database, agreement, documents)
  for (const { customer, period, document } of found) {
    const { subscriberNumbers } = documents.find(({ documentNumber }) => documentNumber === document)!
    const { members } = chains.find((chain) => chain.customer === customer)!
    for (const number of subscriberNumbers) members.set(number, period.split('..')[0]!)
    for (const number of subscriberNumbers) drafted.add(number)
  }
  return inOrder(found.map(({ document: _, ...invoice }) => invoice))
}

const inOrder = (invoices: NaiveInvoice[]): NaiveInvoice[] =>
  invoices.toSorted((a, b) => a.customer - b.customer || (a.period < b.period ? -1 : 1))

/** Changes a subscriber's terms, or bars a subscription or lets it go on, in both. */
async function changeSomething(chains: readonly JudgedChain[]): Promise<void> {
  const chain = chance.pick(chains)
  if (LANDED.chainsEnd && chance.maybe(0.5)) return await endSomewhere(chain)
  if (chance.maybe(0.2)) {
    const { subscription } = chain
    pause(subscription, !subscription.isBarred)
    const path = `${SUBSCRIPTIONS}/${subscription.number}`
    expect((await change(world.client, path, { isBarred: subscription.isBarred }, SUBSCRIPTIONS)).status).toBe(204)
    return
  }
  if (chain.isOver) return
  const of = terms(chain.start, chain.end)
  const filter = `filter=customerNumber$eq:${chain.customer}$and:draftDocumentId$eq:$null:`
  const [current] = (await world.client.get(`${SUBSCRIBERS}/paged?${filter}`)).json
  const reply = await change(world.client, `${SUBSCRIBERS}/${current.number}`, sent(of), SUBSCRIBERS)
  expect([reply.status, reply.text]).toEqual([204, ''])
  const { expiry, ...rest } = of
  Object.assign(chain, rest)
  // What is kept from now on: only a change of the stored day touches the current period.
  if (!LANDED.chainsEnd) chain.expiry = expiry
  else if (expiry !== chain.expiry) expire(chain, expiry)
}

/** Ends a chain, lets it go on or brings it back, by any of its subscribers. */
async function endSomewhere(chain: JudgedChain): Promise<void> {
  const member = chance.pick([...chain.members.keys()])
  const {
    expiryDate: stored,
    startDate,
    endDate,
    draftDocumentId,
  } = (await world.client.get(`${SUBSCRIBERS}/${member}`)).json
  const isCurrent = draftDocumentId === null
  chain.members.set(member, startDate as string)
  const earliest = LANDED.chainsEndAnywhere ? chance.pick([...chain.members.values()]) : isCurrent ? startDate : endDate
  const day = chance.maybe(0.4) ? null : later(isCurrent ? startDate : earliest, chance.int(0, 300))
  // The specification has no end after the expiry: whoever ends the current period itself says so of both.
  const isShorter = isCurrent && day !== null && day < endDate
  const days = { expiryDate: day ?? undefined, ...(isShorter && !LANDED.chainsEndAnywhere && { endDate: day }) }
  const reply = await change(world.client, `${SUBSCRIBERS}/${member}`, days, SUBSCRIBERS)
  expect([reply.status, reply.text]).toEqual([204, ''])
  if ((stored ?? null) === day) return
  if (isShorter && !LANDED.chainsEndAnywhere) chain.uncut = chain.end = day
  expire(chain, day)
  for (const [number, start] of chain.members) {
    if (day !== null && start > day && drafted.has(number)) leftOver.add(number)
    else leftOver.delete(number)
  }
}

test(
  `a year of runs is as the naive model has it (DAYBOOK_JUDGE_SEED=${SEED})`,
  async () => {
    const chains: JudgedChain[] = []
    for (const kind of KINDS) {
      for (let at = 0; at < CHAINS; at++) chains.push(await newChain(await newSubscription(kind)))
    }
    let day = '2028-01-01'
    let invoiced = 0
    for (let at = 0; at < RUNS; at++) {
      const how = { shareOn: chance.pick(['price', 'quantity'] as const), index: chance.pick([1000, 1000, 1030]) }
      const skips = LANDED.skipMissed && chance.maybe(0.4)
      if (skips) skipMissed(chains, day)
      const expected = naiveRun(chains, day, { usual: USUAL, customerPercent: CUSTOMER_PERCENT, ...how })
      const found = await run(
        chains,
        runOn(day, { shareOn: how.shareOn, index: String(how.index / 1000), ...(skips && { skipMissed: true }) }),
      )
      expect({ SEED, day, found }).toEqual({ SEED, day, found: inOrder(expected) })
      invoiced += found.length
      if (chance.maybe(0.7)) await changeSomething(chains)
      day = later(day, RUNS > 100 ? 1 : chance.int(1, 29))
    }
    expect(invoiced).toBeGreaterThan(KINDS.length * CHAINS)
  },
  RUNS * 600_000,
)
