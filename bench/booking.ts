import { availableParallelism } from 'node:os'
import { apiPath } from '../src/resource/versions.ts'
import { journalsApi } from '../src/resources/journals/index.ts'
import { bookJournal, type Company, journalsToBook, openCompany } from './company.ts'
import type { Bench, Runners } from './measure.ts'
import { openBare } from './processes.ts'
import { requestText } from './request.ts'
import type { Sample, Span } from './sample.ts'
import { closedLoop } from './sample.ts'

const STATUS = 204
const PREFIX = `${apiPath(journalsApi)}/journals`
const COMPANIES = 16
/** The journals made set the end, not the clock: a booking may take longer than a short span. */
const UNTIL_BOOKED: Span = { warmUpSeconds: 0, seconds: 3600 }
/** Bookings that warm the code up, over HTTP and without, before it is told how long one takes. */
const FIRST_BOOKINGS = 3
/** More cores than this do not make the bookings of one service process faster. */
const CORES_USED_MAX = 4

/**
 * Booking a whole journal of 1,000 draft entries. A journal can be booked once, so journals are made before each run, about
 * as many as can be booked in its time; it ends when a client has none left. Bookings of one agreement wait for each other by design, so every client
 * books in a company of its own. Beside it stands the ledger's own function, called without HTTP: it has no one statement.
 */
export async function bookingRunners(bench: Bench): Promise<Runners> {
  const { database, port } = bench.ground
  const companies: Company[] = []
  for (let index = 0; index < COMPANIES; index++) {
    companies.push(await openCompany(database, `Bench company ${index + 1}`, 1000 + index))
  }
  const call = (company: Company, journal: number) =>
    requestText({ method: 'POST', path: `${PREFIX}/${journal}/book`, headers: company.headers })
  const route = `${PREFIX}/:journalNumber/book`
  const bare = await openBare(bench.closing, {
    method: 'POST',
    route,
    status: STATUS,
    headers: {},
    body: new Uint8Array(),
  })
  const overHttp = async (journals: readonly number[][], span: Span): Promise<Sample> => {
    const requests = journals.map((numbers, client) => numbers.map((number) => call(companies[client]!, number)))
    return await bench.clients({ ...span, port, status: STATUS, once: true, requests })
  }
  const direct = async (journals: readonly number[][], span: Span): Promise<Sample> => {
    const waiting = journals.map((numbers) => [...numbers])
    return await closedLoop(journals.length, span, (client) => {
      const number = waiting[client]!.shift()
      if (number === undefined) return undefined
      return bookJournal(database, companies[client]!.agreement, number).then(() => {})
    })
  }
  const make = (clients: number, count: number) =>
    Promise.all(companies.slice(0, clients).map((company) => journalsToBook(database, company, count)))
  await overHttp(await make(1, FIRST_BOOKINGS), UNTIL_BOOKED)
  const seconds = await secondsOfOne(await make(1, FIRST_BOOKINGS), direct)
  const measured =
    (book: typeof direct) =>
    async (clients: number, span: Span): Promise<Sample> => {
      const journals = await make(clients, bookingsPerClient(clients, span.seconds / seconds))
      await database.rows('ANALYZE draft_entry')
      return await book(journals, UNTIL_BOOKED)
    }
  return {
    ours: measured(overHttp),
    sql: measured(direct),
    bare: (clients, span) => {
      const requests = companies.slice(0, clients).map((company) => [call(company, 1)])
      return bench.clients({ ...span, port: bare.port, status: STATUS, once: false, requests })
    },
    end: () => bare.end(),
  }
}

async function secondsOfOne(
  journals: readonly number[][],
  book: (journals: readonly number[][], span: Span) => Promise<Sample>,
): Promise<number> {
  const { milliseconds } = await book(journals, UNTIL_BOOKED)
  return Math.min(...milliseconds) / 1000
}

/** As many as fit into the time, were all cores used; at least two, for the first client to finish ends the run. */
function bookingsPerClient(clients: number, fitting: number): number {
  const factor = clients === 1 ? 1 : Math.min(availableParallelism(), CORES_USED_MAX) / clients
  return Math.max(2, Math.ceil(factor * fitting))
}
