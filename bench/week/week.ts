import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Closing } from '../closing.ts'
import { type Ground, letIn, openGround, startService } from '../ground.ts'
import { describeMachine, loadNow } from '../machine.ts'
import { verify } from '../growth/books.ts'
import { processTrees } from '../process-tree.ts'
import { SUPERUSER } from '../product.ts'
import { readWeekOptions } from '../options.ts'
import { AUTHORITY, type Companies, makeCompanies, openReceiver } from './companies.ts'
import { weekPicture } from './picture.ts'
import { type Day, type Idle, type Rebuilt, type Verified, weekText } from './report.ts'
import {
  countStatements,
  countLongWaits,
  lookOn,
  prepareWatching,
  SERVICE,
  statementsOf,
  tablesOf,
  totalsOf,
} from './watch.ts'
import { type Answered, Worker } from './work.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** Workers at any of the companies, and workers at each of the busy ones. */
const ORDINARY_WORKERS = 12
const BUSY_COMPANIES = 2
const WORKERS_OF_A_BUSY_COMPANY = 2
/** Processes of the service during the week. */
const PROCESSES = 2
/** Processes whose rest is measured. */
const IDLE_PROCESSES = [1, 2, 4] as const
/** Companies whose books are verified beside the busy ones. */
const VERIFIED = 20
const SETTLING_SECONDS = 10
const IDLE_SECONDS = 20
const PAGE_BYTES = 4096
const CONNECTIONS = `SELECT count(*)::int AS connections FROM pg_stat_activity a WHERE a.usename = '${SERVICE}'`

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

/**
 * Lets companies work for a week of some minutes, of which a few are busy, and writes what it took: statements, locks
 * waited for, growth of tables and indexes, vacuums.
 * @throws OptionError
 */
export async function measureWeek(words: readonly string[], closing: Closing): Promise<void> {
  const { agreements, minutes, to } = readWeekOptions(words)
  await mkdir(to, { recursive: true })
  const loadBefore = loadNow()
  const opened = await openGround(closing)
  const machine = await describeMachine(opened, undefined, loadBefore)
  await prepareWatching(opened)
  const receiver = await openReceiver(closing)
  const ground = await restarted(closing, opened, PROCESSES)
  const alone = await idleOf(ground, PROCESSES, 1)
  const companies = await makeCompanies(ground, agreements, receiver.url, tell)
  const before = { tables: await tablesOf(ground), totals: await totalsOf(ground) }
  await countStatements(ground)
  const days: Day[] = []
  const seconds = (minutes * 60) / DAYS.length
  let answers: Answered[] = []
  const note = (answered: Answered): void => void answers.push(answered)
  const workers = Array.from(
    { length: ORDINARY_WORKERS + BUSY_COMPANIES * WORKERS_OF_A_BUSY_COMPANY },
    (_, at) => new Worker(ground.port, companies, at + 1, note),
  )
  for (const name of DAYS) {
    answers = []
    const day = { answers, ...(await work(ground, companies, workers, seconds)) }
    days.push({ name, ...day })
    await night(ground)
    tell(`${name}: ${day.answers.length} answers`)
  }
  const sent = receiver.received()
  const statements = await statementsOf(ground)
  const after = { totals: await totalsOf(ground) }
  const longWaits = await countLongWaits(ground)
  const idle: Idle[] = [alone]
  let service = ground
  for (const processes of IDLE_PROCESSES) {
    service = await restarted(closing, service, processes)
    idle.push(await idleOf(service, processes, agreements))
    tell(`${processes} processes at rest`)
  }
  const verified = await verifySome(service, companies)
  const rebuilt = await rebuild(service)
  const week = {
    machine,
    agreements,
    minutes,
    before,
    days,
    after,
    statements,
    idle,
    verified,
    rebuilt,
    sent,
    longWaits,
  }
  await writeFile(join(to, 'week.svg'), weekPicture(week))
  await writeFile(join(to, 'week.md'), weekText(week))
  tell(`wrote ${to}/week.md`)
}

/** Starts the service again, as so many processes, with receivers on this machine allowed. */
async function restarted(closing: Closing, ground: Ground, processes: number): Promise<Ground> {
  await ground.stop()
  const { directory, environment } = ground
  const given = {
    ...environment,
    DAYBOOK_WORKERS: String(processes),
    DAYBOOK_WEBHOOK_ALLOWED_HOSTS: 'localhost',
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  }
  const service = await startService(closing, given, join(directory, 'service.log'))
  // A start writes the server's list of who may log in anew.
  await letIn(directory, [SUPERUSER])
  return { ...ground, ...service }
}

/** Lets the workers work for a day of `seconds`. @returns what the database was seen to do meanwhile. */
async function work(
  ground: Ground,
  { first }: Companies,
  workers: readonly Worker[],
  seconds: number,
): Promise<Omit<Day, 'name' | 'answers'>> {
  const end = performance.now() + seconds * 1000
  const looked = await lookOn(ground)
  const working = workers.map(async (worker, at) => {
    const busy = at < ORDINARY_WORKERS ? undefined : first + (at % BUSY_COMPANIES)
    while (performance.now() < end) await (busy === undefined ? worker.ordinaryDay() : worker.busyPiece(busy))
  })
  await Promise.all(working)
  return { waits: await looked(), tables: await tablesOf(ground), memoryBytes: await memoryOf(ground) }
}

/**
 * Forgets the answers that are kept for an hour by their idempotency keys, as the service does: nights here have no
 * hours.
 */
async function night({ database }: Ground): Promise<void> {
  await database.query('DELETE FROM idempotency_key')
}

/** The statements and connections of processes that nobody asks anything. */
async function idleOf(ground: Ground, processes: number, agreements: number): Promise<Idle> {
  await delay(SETTLING_SECONDS * 1000)
  await countStatements(ground)
  await delay(IDLE_SECONDS * 1000)
  const statements = await statementsOf(ground)
  const { rows } = await ground.superuser.query<{ connections: number }>(CONNECTIONS)
  return {
    processes,
    agreements,
    connections: rows[0]!.connections,
    statementsPerSecond: statements.reduce((sum, { calls }) => sum + calls, 0) / IDLE_SECONDS,
    millisecondsPerSecond: statements.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / IDLE_SECONDS,
    memoryBytes: await memoryOf(ground),
  }
}

/** The memory of the service's processes, its database left out. */
async function memoryOf({ pid }: Ground): Promise<number> {
  const treeOf = await processTrees()
  const [, ...service] = treeOf(pid)
  return service.filter(({ name }) => name !== 'postgres').reduce((sum, { pages }) => sum + pages, 0) * PAGE_BYTES
}

/** Verifies the busy companies' books, and some others'. @returns how many books were right, and their entries. */
async function verifySome(ground: Ground, { first, count }: Companies): Promise<Verified> {
  const busy = Array.from({ length: BUSY_COMPANIES }, (_, at) => first + at)
  const others = Array.from({ length: VERIFIED }, (_, at) => first + count - 1 - at * Math.floor(count / VERIFIED))
  const agreements = new Set([...busy, ...others])
  let entries = 0
  for (const agreement of agreements) entries += await verify(ground, agreement)
  return { agreements: agreements.size, entries }
}

/** The size of everything, before and after every table is written anew with its indexes. */
async function rebuild({ superuser }: Ground): Promise<Rebuilt> {
  const size = async (): Promise<number> =>
    (await superuser.query<{ size: number }>('SELECT pg_database_size(current_database())::float8 AS size')).rows[0]!
      .size
  const [before, began] = [await size(), performance.now()]
  await superuser.query('VACUUM (FULL)')
  return { before, after: await size(), seconds: (performance.now() - began) / 1000 }
}
