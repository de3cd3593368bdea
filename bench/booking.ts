import { availableParallelism } from 'node:os'
import { BOOKED, type Company, JOURNALS, journalsToBook, openCompany } from './company.ts'
import type { Asked } from './figures.ts'
import { type Bench, type Line, overHttp, type Runner, type Runners } from './measure.ts'
import { openBare } from './processes.ts'
import { get, requestText } from './request.ts'
import type { Sample, Span } from './sample.ts'
import { merged, summary } from './sample.ts'

const STATUS = 204
const COMPANIES = 16
/** Draft entries of each journal of the repeated bookings. */
const SMALL = 1000
/** Draft entries of the one large booking. */
const LARGE = 10_000
const LARGE_ROUNDS = 2
/** A run ends when its journals are used up, not by the clock: a booking may take longer than a short span. */
const UNTIL_BOOKED: Span = { warmUpSeconds: 0, seconds: 3600 }
/** Bookings that warm the code up before the duration of one is measured. */
const FIRST_BOOKINGS = 3
/** More cores than this do not make the bookings of one service process faster. */
const CORES_USED_MAX = 4
/** Clients of the minimal server that create entries in turns with the large booking, and the requests of each. */
const CREATORS = 16
const READY_CREATES = 400
const CREATING: Span = { warmUpSeconds: 0.5, seconds: 1 }

const pathOf = (journal: number | string): string => `${JOURNALS}/journals/${journal}/book`

const callOf = ({ headers }: Company, journal: number): string =>
  requestText({ method: 'POST', path: pathOf(journal), headers })

/** Books journals; each client books those of its own company. */
async function book(
  { clients, ground }: Bench,
  companies: readonly Company[],
  journals: readonly number[][],
): Promise<Sample> {
  const requests = journals.map((numbers, client) => numbers.map((number) => callOf(companies[client]!, number)))
  return await clients({ ...UNTIL_BOOKED, port: ground.port, status: STATUS, once: true, requests })
}

/**
 * Books whole journals of 1,000 draft entries. A journal can be booked once, so each run first makes about as many
 * journals as it can book in its time. The run ends when a client has no journal left. Bookings of one agreement wait
 * for each other by design, so every client books in its own company.
 */
export async function bookingRunners(bench: Bench): Promise<Runners> {
  const { ground, closing } = bench
  const { port, database } = ground
  const companies: Company[] = []
  for (let index = 0; index < COMPANIES; index++) {
    companies.push(await openCompany(ground, `Bench company ${index + 1}`, 1000 + index))
  }
  const make = async (clients: number, count: number): Promise<number[][]> => {
    const journals: number[][] = []
    for (const company of companies.slice(0, clients)) journals.push(await journalsToBook(port, company, count, SMALL))
    await database.query('ANALYZE draft_entry')
    return journals
  }
  const { milliseconds } = await book(bench, companies, await make(1, FIRST_BOOKINGS))
  const seconds = Math.min(...milliseconds) / 1000
  const service: Runner = async (clients, span) =>
    await book(bench, companies, await make(clients, bookingsPerClient(clients, span.seconds / seconds)))
  const route = pathOf(':journalNumber')
  const bare = await openBare(closing, { method: 'POST', route, status: STATUS, headers: {}, body: new Uint8Array() })
  const bareRunner: Runner = (clients, span) => {
    const requests = companies.slice(0, clients).map((company) => [callOf(company, 1)])
    return bench.clients({ ...span, port: bare.port, status: STATUS, once: false, requests })
  }
  return { columns: { service, bare: bareRunner }, end: () => bare.end() }
}

/**
 * As many as fit into the time if all cores are used; at least two, because the first client to finish ends the run.
 */
function bookingsPerClient(clients: number, fitting: number): number {
  const factor = clients === 1 ? 1 : Math.min(availableParallelism(), CORES_USED_MAX) / clients
  return Math.max(2, Math.ceil(factor * fitting))
}

/**
 * Books 10,000 draft entries in one call, a few times, in turns with single creates of the minimal server. The lines
 * compare entries a second: the first counts the draft entries, the second the booked entries that they become.
 */
export async function largeBooking(bench: Bench, name: string, creating: Asked): Promise<Line[]> {
  const { ground, minimal } = bench
  const company = await openCompany(ground, 'Bench booking', 2000)
  const make = async (size: number): Promise<number[][]> => {
    const journals = await journalsToBook(ground.port, company, 1, size)
    await ground.database.query('ANALYZE draft_entry')
    return [journals]
  }
  const countBooked = (): Promise<number> => get<number>(ground.port, `${BOOKED}/count`, company.headers)
  await book(bench, [company], await make(SMALL))
  const create = overHttp(bench, minimal, creating, READY_CREATES)
  const [bookings, creates]: [Sample[], Sample[]] = [[], []]
  const before = await countBooked()
  for (let round = 0; round < LARGE_ROUNDS; round++) {
    bookings.push(await book(bench, [company], await make(LARGE)))
    creates.push(await create(CREATORS, CREATING))
  }
  const each = ((await countBooked()) - before) / LARGE_ROUNDS
  const [service, other] = [summary(merged(bookings)), summary(merged(creates))]
  const line = (suffix: string, title: string, entries: number): Line => ({
    name: `${name}${suffix}`,
    title,
    clients: 1,
    columns: { service: { ...service, perSecond: service.perSecond * entries }, minimal: other },
  })
  return [line('', 'booking 10,000 drafts', LARGE), line('-booked', '… as booked entries', each)]
}
