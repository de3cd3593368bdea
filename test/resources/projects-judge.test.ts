import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { Chance, seedOf } from '../chance.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import {
  type NaiveDocument,
  type NaiveEntry,
  type NaiveExpense,
  type NaivePrice,
  NaiveProjects,
} from './naive-projects.ts'
import { DRAFTS } from './bookkeeping.ts'
import { api, changeFlat, DAYBOOK, ok, projectSeller } from './project-books.ts'
import { runs } from '../long.ts'

const SEED = seedOf('DAYBOOK_JUDGE_SEED')
const ROUNDS = runs(20, 400, process.env.DAYBOOK_JUDGE_MONTHS) / 10

let service: TestService
let client: Client
let naive: NaiveProjects
/** Expenses that no other expense reverses, with their voucher numbers. */
let vouchers: { expense: NaiveExpense; voucher: number }[]

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** Hundredths as a number with two decimals. */
const plain = (hundredths: bigint | undefined): number | undefined =>
  hundredths === undefined ? undefined : Number(hundredths) / 100
const dayOf = (chance: Chance): string => `2026-${String(chance.int(1, 10)).padStart(2, '0')}-${chance.int(10, 28)}`
const openOf = (entries: Map<number, NaiveEntry>): number[] =>
  [...entries].flatMap(([number, { isApproved }]) => (isApproved ? [] : [number]))

function priceOf(chance: Chance): NaivePrice {
  const one = (): bigint | undefined => (chance.maybe(0.9) ? BigInt(chance.int(0, 99_999)) : undefined)
  return { cutOff: chance.maybe(0.7) ? dayOf(chance) : undefined, before: one(), after: one() }
}

async function begin(): Promise<void> {
  client = await projectSeller(service)
  naive = new NaiveProjects()
  vouchers = []
  await ok(client.post(api('/project-employees'), { number: 2, groupNumber: 1, name: 'Bo' }))
  await ok(client.post(api('/projects'), { number: 27, name: 'Internt', projectGroupNumber: 1 }))
  const july = { cutOff: '2026-06-30' }
  const flat800 = { ...july, before: 80_000n, after: 80_000n }
  naive.employees.set(1, { cost: { ...july, before: 40_000n, after: 42_000n }, sales: flat800 })
  naive.employees.set(2, { cost: {}, sales: {} })
  naive.activities.set(10, { group: 1, price: { ...july, before: 90_000n, after: 95_000n }, markup: 100n })
  naive.activities.set(11, { group: 1, price: {}, markup: 0n })
  naive.activities.set(12, { group: 2, price: {}, markup: 0n })
  naive.projects.set(20, 2).set(27, 1)
  naive.mileage = { cost: { before: 381n }, sales: { before: 500n } }
}

const body = ({ kind, employee, project, activity, date, amount }: NaiveEntry): object => ({
  employeeNumber: employee,
  projectNumber: project,
  date,
  ...(kind === 'time' ? { activityNumber: activity, numberOfHours: plain(amount) } : { distance: plain(amount) }),
})

const steps: Record<string, (chance: Chance) => Promise<void>> = {
  async register(chance) {
    const entry: NaiveEntry = {
      kind: chance.maybe(0.7) ? 'time' : 'mileage',
      employee: chance.int(1, 2),
      project: chance.pick([20, 27]),
      activity: chance.int(10, 12),
      date: dayOf(chance),
      amount: BigInt(chance.int(-300, 900)),
      isApproved: false,
    }
    const [path, entries] = entry.kind === 'time' ? ['/timeentries', naive.time] : ['/mileages', naive.drives]
    entries.set((await ok(client.post(api(path), body(entry)))).json.number as number, entry)
  },
  async change(chance) {
    const open = openOf(naive.time)
    if (open.length === 0) return
    const number = chance.pick(open)
    const entry = naive.time.get(number)!
    Object.assign(entry, { activity: chance.int(10, 12), date: dayOf(chance), amount: BigInt(chance.int(0, 800)) })
    expect(await changeFlat(client, '/timeentries', number, body(entry))).toEqual([204])
  },
  async remove(chance) {
    const [path, entries] = chance.maybe(0.5) ? ['/timeentries', naive.time] : ['/mileages', naive.drives]
    const open = openOf(entries as Map<number, NaiveEntry>)
    if (open.length === 0) return
    const number = chance.pick(open)
    await ok(client.delete(`${api(path as string)}/${number}`))
    ;(entries as Map<number, NaiveEntry>).delete(number)
  },
  async priceEmployee(chance) {
    const [number, cost, sales] = [chance.int(1, 2), priceOf(chance), priceOf(chance)]
    sales.cutOff = cost.cutOff
    naive.employees.set(number, { cost, sales })
    const prices = { costPriceBefore: plain(cost.before), costPriceAfter: plain(cost.after) }
    const more = { ...prices, salesPriceBefore: plain(sales.before), salesPriceAfter: plain(sales.after) }
    expect(await changeFlat(client, '/project-employees', number, { ...more, cutOffDate: cost.cutOff })).toEqual([204])
  },
  async priceActivity(chance) {
    const [number, price, markup] = [chance.int(10, 12), priceOf(chance), BigInt(chance.int(-200, 500))]
    Object.assign(naive.activities.get(number)!, { price, markup })
    const more = {
      salesPriceBefore: plain(price.before),
      salesPriceAfter: plain(price.after),
      cutoffDate: price.cutOff,
    }
    const changed = { ...more, costPriceMarkupPercentage: Number(markup) / 10 }
    expect(await changeFlat(client, '/activities', number, changed)).toEqual([204])
  },
  async priceMileage(chance) {
    const [cost, sales] = [priceOf(chance), priceOf(chance)]
    sales.cutOff = cost.cutOff
    naive.mileage = { cost, sales }
    const setup = (await client.get(`${DAYBOOK}/mileage-setup`)).json as object
    const rates = { costRateBefore: plain(cost.before), costRateAfter: plain(cost.after), cutOffDate: cost.cutOff }
    const changed = { ...setup, ...rates, salesRateBefore: plain(sales.before), salesRateAfter: plain(sales.after) }
    const sent = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null))
    await ok(client.put(`${DAYBOOK}/mileage-setup`, sent))
  },
  async regroup(chance) {
    const type = chance.pick([2, 2, 3] as const)
    naive.projects.set(20, type)
    expect(await changeFlat(client, '/projects', 20, { projectGroupNumber: type })).toEqual([204])
  },
  async approve(chance) {
    for (const [path, entries] of [
      ['/timeentries', naive.time],
      ['/mileages', naive.drives],
    ] as const) {
      await approve(path, entries, chance.some(openOf(entries), chance.int(0, 5)))
    }
  },
  async spend(chance) {
    const [project, costType, net] = [
      chance.pick([20, 27]),
      chance.pick([1, 2] as const),
      BigInt(4 * chance.int(1, 9999)),
    ]
    const entry = {
      entryTypeNumber: 5,
      journalNumber: 1,
      date: dayOf(chance),
      contraAccountNumber: 5820,
      currency: 'DKK',
      text: 'Udlæg',
      projectNumber: project,
      costTypeNumber: costType,
      amount: plain(costType === 1 ? (net * 5n) / 4n : net),
    }
    const { entryNumber } = (await ok(client.post(DRAFTS, entry))).json
    const { voucherNumber } = (await client.get(`${DRAFTS}/${entryNumber}`)).json
    await ok(client.post('/journalsapi/v15.0.1/journals/1/book'))
    vouchers.push({ expense: naive.spend(project, costType, net), voucher: voucherNumber as number })
  },
  async takeBack(chance) {
    const [reversed] = vouchers.splice(chance.int(0, Math.max(0, vouchers.length - 1)), 1)
    if (!reversed) return
    await ok(client.post(`${DAYBOOK}/vouchers/1/2026/${reversed.voucher}/reverse`, { date: dayOf(chance) }))
    naive.takeBack(reversed.expense)
  },
  async invoiceMileages(chance) {
    naive.isMileageInvoiced = chance.maybe(0.5)
    expect(await changeFlat(client, '/projects', 20, { isMileageInvoiced: naive.isMileageInvoiced })).toEqual([204])
  },
  async invoice(chance) {
    const reply = await client.post(`${DAYBOOK}/projects/20/draft-invoice`, {
      date: dayOf(chance),
      productNumber: 'TIMER',
    })
    const isOwed = naive.lines(20).length > 0
    const code = naive.projects.get(20) === 2 ? 'ProjectHasNothingToInvoice' : 'ProjectIsNotInvoiceable'
    if (naive.projects.get(20) !== 2 || !isOwed) expect(reply.json.errorCode).toBe(code)
    else naive.invoice(20, (await ok(Promise.resolve(reply))).json.number as number)
  },
  async freeInvoice(chance) {
    const drafts = draftsOf()
    if (drafts.length === 0) return
    const draft = chance.pick(drafts)
    await ok(client.delete(`/q2capi/v5.3.0/invoices/drafts/${draft.number}`))
    naive.free(draft)
  },
  async bookInvoice(chance) {
    const drafts = draftsOf()
    if (drafts.length > 0) await bookInvoice(chance.pick(drafts))
  },
}

const draftsOf = (): NaiveDocument[] => naive.documents.filter(({ isBooked }) => !isBooked)

async function bookInvoice(draft: NaiveDocument): Promise<void> {
  await ok(client.post(`${DAYBOOK}/draft-invoices/${draft.number}/book`))
  naive.bookInvoice(draft)
}

async function approve(path: string, entries: Map<number, NaiveEntry>, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  await ok(client.post(api(`${path}/approve`), { numbers }))
  for (const number of numbers) naive.approve(entries.get(number)!)
}

/** Everything the naive model knows is as the service tells it. */
async function compare(): Promise<void> {
  for (const [path, entries] of [
    ['/timeentryprices', naive.time],
    ['/mileageprices', naive.drives],
  ] as const) {
    const told = (await client.get(api(path))).json.items as {
      number: number
      costPrice?: number
      salesPrice?: number
    }[]
    const worth = [...entries].map(([number, entry]) => {
      const { cost, sales } = naive.worth(entry)
      return [number, plain(cost), plain(sales)]
    })
    expect(told.map(({ number, costPrice, salesPrice }) => [number, costPrice, salesPrice])).toEqual(worth)
  }
  for (const project of naive.projects.keys()) {
    const { costPrice, salesPrice, invoicedTotal } = (await client.get(`${api('/projects')}/${project}`)).json
    const { cost, sales, invoiced } = naive.totals(project)
    expect([costPrice, salesPrice, invoicedTotal]).toEqual([plain(cost), plain(sales), plain(invoiced)])
  }
  const invoiced = (await client.get(`${api('/timeentries')}?filter=isReconciled$eq:true`)).json.items
  const onBooked = [...naive.time].flatMap(([number, { document }]) => (document?.isBooked ? [number] : []))
  expect(invoiced.map(({ number }: { number: number }) => number)).toEqual(onBooked)
  const nets = await service.database.rows<{ number: number; net: string }>(
    `SELECT d.document_id AS number, sum(d.total_net_amount)::text AS net FROM (
       SELECT agreement, document_id, total_net_amount FROM draft_invoice_line
       UNION ALL SELECT agreement, document_id, total_net_amount FROM booked_invoice_line) AS d
     WHERE d.agreement = $1 GROUP BY 1 ORDER BY 1`,
    [client.agreement],
  )
  expect(nets.map(({ number, net }) => [number, Number(net)])).toEqual(
    naive.documents.map(({ number, net }) => [number, plain(net)]),
  )
  const rows = await service.database.rows<{ place: string; sum: string }>(
    `SELECT project_number || ' ' || account_number AS place, sum(amount_in_base_currency)::text AS sum FROM booked_entry
     WHERE agreement = $1 AND project_number IS NOT NULL GROUP BY 1 HAVING sum(amount_in_base_currency) <> 0 ORDER BY 1`,
    [client.agreement],
  )
  const known = [...naive.accounts].filter(([, sum]) => sum !== 0n).map(([place, sum]) => [place, plain(sum)])
  expect(rows.map(({ place, sum }) => [place, Number(sum)])).toEqual(known.toSorted(([a], [b]) => (a! < b! ? -1 : 1)))
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
}

/** What happens more often than the rest. */
const OFTEN = [
  'register',
  'register',
  'register',
  'register',
  'approve',
  'approve',
  'spend',
  'invoice',
  'invoice',
  'bookInvoice',
]

test(
  `random months of projects are what a naive model makes of them (seed ${SEED})`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const chance = new Chance(SEED + round)
      await begin()
      const names = [...Object.keys(steps), ...OFTEN]
      for (let step = 1; step <= 60; step++) {
        await steps[chance.pick(names)]!(chance)
        if (step % 15 === 0) await compare()
      }
      await approve('/timeentries', naive.time, openOf(naive.time))
      await approve('/mileages', naive.drives, openOf(naive.drives))
      await steps.invoice!(chance)
      for (const draft of draftsOf()) await bookInvoice(draft)
      await ok(client.post(`${DAYBOOK}/projects/20/close`, { date: '2026-12-31' }))
      naive.close(20)
      await compare()
      for (let more = chance.int(1, 3); more > 0; more--) await steps.takeBack!(chance)
      await compare()
    }
  },
  ROUNDS * 600_000,
)
