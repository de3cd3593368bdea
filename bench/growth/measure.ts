import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../clients.ts'
import type { Closing } from '../closing.ts'
import { type Ground, openGround } from '../ground.ts'
import { describeMachine, loadNow } from '../machine.ts'
import { readGrowthOptions } from '../options.ts'
import { openClients } from '../processes.ts'
import { type Call, requestText, send } from '../request.ts'
import { type Sample, summary } from '../sample.ts'
import { addNeighbours, type Books, fillBooks, setLoading, verify } from './books.ts'
import { picture } from './picture.ts'
import { readsOf } from './reads.ts'
import { documentText, type Point } from './report.ts'

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

/** The first requests, to find out how long a read takes; for a slow read they are the measurement. */
const FIRST_REQUESTS = 3
const SLOW_MILLISECONDS = 300
/** A slower read is sent once, and not again among many agreements: its measurement would take minutes. */
const SLOWEST_MILLISECONDS = 2000
/** The time of the warm-up and of the measurement of a read; as many requests as fit, up to a bound. */
const WARMING_MILLISECONDS = 200
const MEASURED_MILLISECONDS = 600
const REQUESTS_MAX = 200

/**
 * Measures how reads grow: an agreement of each size, beside the smaller ones; then all of them once more among many
 * others. Writes the tables and the picture after each measured agreement, so a run that ends early keeps its results.
 * @throws OptionError
 */
export async function measureGrowth(words: readonly string[], closing: Closing): Promise<void> {
  const { sizes, agreements, to } = readGrowthOptions(words)
  await mkdir(to, { recursive: true })
  const [loadBefore, began] = [loadNow(), performance.now()]
  tell('starting the service and its database')
  const ground = await openGround(closing)
  const machine = await describeMachine(ground, undefined, loadBefore)
  const clients = openClients(closing)
  const [points, companies]: [Point[], Books[]] = [[], []]
  const measure = async (books: Books, among: number): Promise<void> => {
    const slowest = points.filter(({ entries, p50 }) => entries === books.entries && p50 >= SLOWEST_MILLISECONDS)
    points.push(...(await measureBooks(ground, clients, books, among, slowest)))
    const databaseSize = await sizeOf(ground)
    await writeFile(join(to, 'reads.svg'), picture(points))
    await writeFile(join(to, 'reads.md'), documentText(machine, points, databaseSize))
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    tell(
      `wrote ${to}/reads.md up to ${books.entries} entries among ${among} agreements, after ${minutes} minutes; the database has ${databaseSize}`,
    )
  }
  for (const size of sizes) {
    await setLoading(ground, true)
    const books = await timed(`${size} entries written`, () => fillBooks(ground, size, tell))
    companies.push(books)
    await timed('vacuumed', () => setLoading(ground, false))
    await timed('verified', () => verify(ground, books.agreement))
    await measure(books, 1)
  }
  const neighbours = agreements - sizes.length
  if (neighbours <= 0) return
  await setLoading(ground, true)
  await timed('neighbours written', () =>
    addNeighbours(ground, companies[0]!, { count: neighbours, hasTrail: false }, tell),
  )
  await timed('vacuumed', () => setLoading(ground, false))
  for (const books of companies) await measure(books, agreements)
}

async function sizeOf({ database }: Ground): Promise<string> {
  const { rows } = await database.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  )
  return rows[0]!.size
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  tell(`${what} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

async function measureBooks(
  ground: Ground,
  clients: (job: Job) => Promise<Sample>,
  books: Books,
  agreements: number,
  without: readonly Point[],
): Promise<Point[]> {
  const points: Point[] = []
  for (const { group, name, paths } of await readsOf(ground.port, books)) {
    if (without.some((point) => point.group === group && point.name === name)) continue
    const { p50, refused } = await measureRead(ground, clients, books, paths)
    const { entries, drafts } = books
    points.push({ group, name, agreements, entries, items: group === 'draft entries' ? drafts : entries, p50, refused })
    tell(`${agreements} agreements, ${entries} entries, ${group}, ${name}: ${p50.toFixed(2)} ms ${refused ?? ''}`)
  }
  return points
}

/** One client sends different requests. The time of the first answers decides how many. A refusal ends it. */
async function measureRead(
  { port }: Ground,
  clients: (job: Job) => Promise<Sample>,
  { headers }: Books,
  paths: readonly string[],
): Promise<{ p50: number; refused: number | undefined }> {
  const callAt = (index: number): Call => ({ method: 'GET', path: paths[index % paths.length]!, headers })
  const first: number[] = []
  for (let index = 0; index < FIRST_REQUESTS; index++) {
    const began = performance.now()
    const { status } = await send(port, callAt(index))
    first.push(performance.now() - began)
    if (status !== 200) return { p50: first.at(-1)!, refused: status }
    if (first.at(-1)! >= SLOWEST_MILLISECONDS) break
  }
  const each = Math.min(...first)
  if (each >= SLOW_MILLISECONDS) return { p50: summary({ seconds: 0, milliseconds: first }).p50, refused: undefined }
  const ask = async (milliseconds: number): Promise<Sample> => {
    const count = Math.min(REQUESTS_MAX, Math.ceil(milliseconds / each))
    const requests = Array.from({ length: count }, (_, index) => requestText(callAt(index)))
    return await clients({ port, status: 200, once: true, requests: [requests], warmUpSeconds: 0, seconds: 3600 })
  }
  await ask(WARMING_MILLISECONDS)
  return { p50: summary(await ask(MEASURED_MILLISECONDS)).p50, refused: undefined }
}
