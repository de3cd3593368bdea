import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { Chance, seedOf } from '../chance.ts'
import { testDatabase } from '../database/harness.ts'
import { seedBooks } from '../service/books.ts'
import { newClient } from '../service/harness.ts'
import { madeDirectory } from './made.ts'
import {
  type dataDirectory,
  endProcess,
  health,
  joinDatabase,
  postmaster,
  type Program,
  serve,
  type Start,
} from './program.ts'
import { isLong, runs } from '../long.ts'

const SEED = seedOf('DAYBOOK_KILL_SEED')
/** Each kills a node in the middle of creating draft entries, and of booking them. */
const ROUNDS = runs(1, 25, process.env.DAYBOOK_KILL_ROUNDS)
const CALLS = 2
const ENTRIES_PER_CALL = runs(150, 500)
const JOURNALS = '/journalsapi/v15.0.1'

type Node = Program & { url: string }

/** Books on a database, and the nodes that serve them. */
interface Site {
  how: Start
  nodes: Node[]
  database: Database
  agreement: number
  headers: Record<string, string>
  /** Kills the first node; `withDatabase` says whether with the database, where that is the node's own. */
  kill(withDatabase: boolean): Promise<void>
}

interface Request {
  path: string
  body?: object
  key: string
}

interface Answer {
  status: number
  cached: boolean
  text: string
}

const chance = new Chance(SEED)
let place: Awaited<ReturnType<typeof dataDirectory>>
let sites: Site[] = []
const closers: (() => Promise<void>)[] = []

beforeAll(async () => void (place = await madeDirectory()))
afterEach(async () => {
  for (const { nodes } of sites) for (const node of nodes) node.child.kill('SIGKILL')
  sites = []
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(() => place.remove())

async function openSite(how: Start, nodes: Node[], database: Database, kill?: Site['kill']): Promise<Site> {
  const client = await newClient(database, nodes[0]!.url)
  await seedBooks(database, client.agreement)
  const { agreement, headers } = client
  const killNode = async (): Promise<void> => void site.nodes[0]!.child.kill('SIGKILL')
  const site: Site = { how, nodes, database, agreement, headers, kill: kill ?? killNode }
  sites.push(site)
  return site
}

/** What comes of a request; undefined when the node is gone before it has answered. */
async function send(node: Node, { headers }: Site, { path, body, key }: Request): Promise<Answer | undefined> {
  const options = {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }
  try {
    const response = await fetch(node.url + JOURNALS + path, options)
    const text = await response.text()
    return { status: response.status, cached: response.headers.get('x-resultfromcache') === 'true', text }
  } catch {
    return undefined
  }
}

/** Supplier invoices with VAT, most of them paid, each a voucher. */
function drafts(call: number): Request {
  const entries = Array.from({ length: ENTRIES_PER_CALL }, (_, index) => {
    const date = `2026-0${1 + (index % 9)}-1${index % 10}`
    const party = { journalNumber: 1, date, supplierNumber: 501, supplierInvoiceNumber: `${call}-${index >> 1}` }
    return index % 2 === 0
      ? { ...party, entryTypeNumber: 3, amount: -125 - index, currency: 'DKK', contraVatCode: 'I25' }
      : { ...party, entryTypeNumber: 4, amount: 100 + index, currency: 'DKK', contraAccountNumber: 5820 }
  })
  return { path: '/draft-entries/bulk', body: { entries }, key: `drafts ${call}` }
}

type State = Record<'drafts' | 'entries' | 'bookings' | 'items' | 'matches' | 'vouchers' | 'draftNumber', number>

/** How much there is of everything that creating and booking write, in one snapshot. */
async function stateOf({ database, agreement }: Site): Promise<State> {
  const count = (table: string): string => `(SELECT count(*)::int FROM ${table} WHERE agreement = $1)`
  const [state] = await database.rows<State>(
    `SELECT ${count('draft_entry')} AS drafts, ${count('booked_entry')} AS entries, ${count('booking')} AS bookings,
       ${count('open_item')} AS items, ${count('entry_match')} AS matches,
       (SELECT next_voucher_number - 1 FROM journal WHERE agreement = $1 AND number = 1) AS vouchers,
       coalesce((SELECT value FROM counter WHERE agreement = $1 AND name = 'draft_entry'), 0) AS "draftNumber"`,
    [agreement],
  )
  return state!
}

const plus = (state: State, change: State): State =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, value + change[name as keyof State]])) as State
const minus = (state: State, other: State): State =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, value - other[name as keyof State]])) as State

/** No number is missing, none is there twice, and nothing is off. */
async function expectSound(site: Site): Promise<void> {
  const { database, agreement } = site
  const [found] = await database.rows(
    `WITH voucher AS (
       SELECT DISTINCT voucher_number AS number FROM draft_entry WHERE agreement = $1
       UNION SELECT DISTINCT voucher_number FROM booked_entry WHERE agreement = $1
     )
     SELECT (SELECT count(*) = max(entry_number) FROM booked_entry WHERE agreement = $1) AS entries,
       (SELECT count(*) = max(number) AND min(number) = 1 FROM voucher) AS vouchers,
       (SELECT max(number) FROM voucher) = (SELECT next_voucher_number - 1 FROM journal WHERE agreement = $1) AS next`,
    [agreement],
  )
  expect(found).toEqual({ entries: found!.entries === null ? null : true, vouchers: true, next: true })
  expect(await verify(database, agreement)).toEqual({ ok: true, entries: (await stateOf(site)).entries })
}

/**
 * What a request does, and how long it takes undisturbed: the shortest time seen, because the first request of a node
 * takes longer.
 */
interface Usual {
  change: State
  milliseconds: number
}

async function undisturbed(site: Site, request: Request): Promise<Usual> {
  const before = await stateOf(site)
  const began = performance.now()
  const answer = await send(site.nodes[0]!, site, request)
  const milliseconds = performance.now() - began
  expect(answer?.status, answer?.text).toBeLessThan(300)
  return { change: minus(await stateOf(site), before), milliseconds }
}

/**
 * Kills a node at a random moment of a request. At any moment these hold: the request is done or it is not. If it was
 * answered, it is done. Another node, or the next start, answers at once. The same request again, with its key, has the
 * one effect.
 */
async function killDuring(site: Site, request: Request, usual: Usual): Promise<void> {
  await killAt(() => delay(chance.next() * usual.milliseconds * 1.1), site, request, usual, chance.maybe(0.4))
}

/** Kills everything in the moment of the answer: it was not given too early. */
async function killAfter(site: Site, request: Request, usual: Usual): Promise<void> {
  await killAt((answering) => answering, site, request, usual, true)
}

async function killAt(
  moment: (answering: Promise<unknown>) => Promise<unknown>,
  site: Site,
  request: Request,
  usual: Usual,
  withDatabase: boolean,
): Promise<void> {
  const before = await stateOf(site)
  const after = plus(before, usual.change)
  const [node, other] = site.nodes
  const began = performance.now()
  const answering = send(node!, site, request).then((answer) => {
    if (answer) usual.milliseconds = Math.min(usual.milliseconds, performance.now() - began)
    return answer
  })
  await moment(answering)
  // Now and then the same request waits on the other node already.
  const waiting = other && chance.maybe(0.5) ? send(other, site, request) : undefined
  await site.kill(withDatabase)
  const told = await answering
  // A node may answer that the database is gone before it ends too. Then the client was not told that the request is
  // done.
  const answer = withDatabase && told?.status === 503 ? undefined : told
  await node!.ended
  if (other) {
    site.nodes = [other]
    expect(await health(other.url)).toBe(200)
  } else {
    site.nodes = [await serve(site.how)]
  }
  if (waiting) expect((await waiting)?.status).toBeLessThan(300)
  const found = await stateOf(site)
  expect([before, after]).toContainEqual(found)
  const isDone = found.draftNumber === after.draftNumber && found.entries === after.entries
  if (answer || waiting) expect(isDone, `answered ${answer?.status} ${answer?.text}`).toBe(true)
  const repeat = await send(site.nodes[0]!, site, request)
  expect(repeat?.status, repeat?.text).toBeLessThan(300)
  if (isDone) expect(repeat?.cached).toBe(true)
  if (answer) expect(repeat?.text).toBe(answer.text)
  expect(await stateOf(site)).toEqual(after)
  expect(await send(site.nodes[0]!, site, request)).toEqual({ ...repeat, cached: true })
  expect(await stateOf(site)).toEqual(after)
  await expectSound(site)
}

/** Starts another node beside the one that is left, where there were two. */
async function refill(site: Site, nodes: number): Promise<void> {
  while (site.nodes.length < nodes) site.nodes.push(await serve(site.how))
}

async function keepKilling(site: Site): Promise<void> {
  const nodes = site.nodes.length
  let call = 0
  const fill = async (calls: number): Promise<void> => {
    for (let left = calls; left > 0; left -= 1) await undisturbed(site, drafts((call += 1)))
  }
  const booking = (round: number): Request => ({ path: '/journals/1/book', key: `booking ${round}` })
  await fill(CALLS - 1)
  const usualCall = await undisturbed(site, drafts((call += 1)))
  const usualBooking = await undisturbed(site, booking(0))
  expect(usualBooking.change).toMatchObject({ drafts: -CALLS * ENTRIES_PER_CALL, bookings: 1, vouchers: 0 })
  for (let round = 1; round <= ROUNDS; round += 1) {
    await fill(CALLS - 1)
    await refill(site, nodes)
    await killDuring(site, drafts((call += 1)), usualCall)
    await refill(site, nodes)
    await killDuring(site, booking(round), usualBooking)
  }
  // In the short form only where no other node answers.
  if (nodes > 1 && !isLong) return
  await refill(site, nodes)
  await killAfter(site, drafts((call += 1)), usualCall)
}

async function killAgainAndAgain(site: Site): Promise<void> {
  await keepKilling(site).catch((error: Error) => {
    error.message = `DAYBOOK_KILL_SEED=${SEED}: ${error.message}`
    throw error
  })
}

test('one node on its own database, killed with it or alone', async () => {
  const how = { environment: { DAYBOOK_DATA: place.data } }
  const { database, close } = await joinDatabase(place.data)
  closers.push(close)
  const nodes = [await serve(how)]
  const site = await openSite(how, nodes, database, async (withDatabase) => {
    if (withDatabase) endProcess(await postmaster(place.data))
    site.nodes[0]!.child.kill('SIGKILL')
  })
  await killAgainAndAgain(site)
})

test('two nodes on one database, the one killed while the other goes on', async () => {
  const base = await testDatabase()
  closers.push(() => base.drop())
  const how = { environment: { DATABASE_URL: base.url, DAYBOOK_DATABASE_CONNECTIONS: '4' } }
  const nodes = await Promise.all([serve(how), serve(how)])
  await killAgainAndAgain(await openSite(how, nodes, base.database))
})
