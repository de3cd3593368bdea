import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Closing } from './closing.ts'
import { BULK, JOURNALS } from './company.ts'
import { computed, type Engine, openEngines, type Part, PARTS } from './engines.ts'
import { loadNow } from './machine.ts'
import { OptionError, readDistributedOptions } from './options.ts'
import { openClients } from './processes.ts'
import { newAgreement } from './product.ts'
import { type Call, post, requestText, type Tokens } from './request.ts'
import { median, summary } from './sample.ts'
import { type Cost, limitOf, rateOf, workersPicture } from './workers.ts'

const AGREEMENTS = 16
const CLIENTS = 8
const DRAFTS = 120
const PAGE = 100
const WARM_UP_SECONDS = 0.5
/** More than a client can send in a second. */
const WRITES_OF_CLIENT_A_SECOND = 60
const MADE_AT_ONCE = 4
/** Numbers from the Danish template. */
const VOUCHER = { journalNumber: 1, entryTypeNumber: 5, accountNumber: 3605, vatCode: 'I25', contraAccountNumber: 5820 }
const DRAFT = { ...VOUCHER, date: '2026-03-01', text: 'Bench', amount: 125, currency: 'DKK' }
const DRAFT_ENTRIES = `${JOURNALS}/draft-entries`

/** A kind of request: the expected answer, and the goal as a multiple of the plain server's rate. */
interface Kind {
  status: number
  aim: number
  call(headers: Tokens, draft: number): Call
  isBooking?: true
}

const get = (headers: Tokens, path: string): Call => ({ method: 'GET', path, headers })
const write = (headers: Tokens, path: string, body: object): Call => ({
  method: 'POST',
  path,
  headers,
  body: JSON.stringify(body),
})

const KINDS: Readonly<Record<string, Kind>> = {
  single: { status: 200, aim: 0.7, call: (headers) => get(headers, `${JOURNALS}/journals/1`) },
  page: { status: 200, aim: 0.6, call: (headers) => get(headers, `${DRAFT_ENTRIES}/paged?pageSize=${PAGE}`) },
  create: { status: 201, aim: 0.5, call: (headers) => write(headers, DRAFT_ENTRIES, DRAFT) },
  booking: {
    status: 204,
    aim: 0.5,
    call: (headers, draft) => write(headers, `${JOURNALS}/journals/1/bookdraftentries`, { entryNumbers: [draft] }),
    isBooking: true,
  },
}
export const KIND_NAMES = Object.keys(KINDS)

/** The result of a round: answers a second, and the processor time of each part for an answer, in milliseconds. */
interface Measured {
  perSecond: number
  milliseconds: Record<Part, number>
}

/**
 * Compares the service on Citus with the service on one plain PostgreSQL, in alternation: answers a second, and
 * processor time by part.
 */
export async function measureDistributed(words: readonly string[], closing: Closing): Promise<void> {
  const options = readDistributedOptions(words, KIND_NAMES)
  const installation = process.env.POSTGRESQL ?? '/usr/lib/postgresql/15'
  await access(join(installation, 'lib', 'citus.so')).catch(() => {
    throw new OptionError(
      `POSTGRESQL has to name an installation with Citus; there is no lib/citus.so in ${installation}.`,
    )
  })
  const directory = await closing.opened(mkdtemp(join(tmpdir(), 'daybook-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const costs = await measureEngines(await openEngines(closing, installation, directory), options, closing)
  if (options.to === undefined) return
  await mkdir(options.to, { recursive: true })
  await writeFile(join(options.to, 'scaling.svg'), workersPicture(costs))
}

/** Measures the named kinds, one after the other. @returns the cost of a request of each kind for the databases. */
export async function measureEngines(
  engines: readonly Engine[],
  { kinds, rounds, seconds }: { kinds: readonly string[]; rounds: number; seconds: number },
  closing: Closing,
): Promise<Cost[]> {
  const tell = (text: string): void => void process.stdout.write(`${text}\n`)
  const costs: Cost[] = []
  const agreements = new Map<Engine, Tokens[]>()
  for (const engine of engines) agreements.set(engine, await makeAgreements(engine))
  const ask = openClients(closing)
  tell(
    `${CLIENTS} clients, ${AGREEMENTS} agreements, ${rounds} rounds of ${seconds} s; load before ${loadNow().toFixed(1)}`,
  )
  for (const name of kinds) {
    const kind = KINDS[name]!
    const measured = new Map<Engine, Measured[]>(engines.map((engine) => [engine, []]))
    for (let round = 0; round < rounds; round++) {
      for (const engine of engines) {
        const requests = await requestsOf(engine, agreements.get(engine)!, kind, seconds)
        const before = await computed(engine)
        const job = { port: engine.port, once: kind.isBooking ?? false, status: kind.status, requests }
        const { answers, perSecond } = summary(await ask({ ...job, warmUpSeconds: WARM_UP_SECONDS, seconds }))
        const after = await computed(engine)
        // The processor time includes answers of the warm-up.
        const share = (WARM_UP_SECONDS + seconds) / seconds
        const each = (part: Part): number => (after[part] - before[part]) / (answers * share)
        const milliseconds = { service: each('service'), coordinator: each('coordinator'), workers: each('workers') }
        measured.get(engine)!.push({ perSecond, milliseconds })
      }
    }
    tell(told(name, kind, measured))
    const cost = costOf(name, measured)
    const rates = [3, 6, 12].map((workers) => `${workers}: ${Math.round(rateOf(cost, workers, 1))}`).join(', ')
    tell(
      `  a second for each core of as many workers, ${rates}; from ${limitOf(cost).toFixed(1)} on the coordinator limits`,
    )
    costs.push(cost)
  }
  tell(`load after ${loadNow().toFixed(1)}`)
  return costs
}

async function makeAgreements({ url, port }: Engine): Promise<Tokens[]> {
  const made: Tokens[] = []
  const make = async (): Promise<void> => {
    for (let at = made.push({}); at <= AGREEMENTS; at = made.push({})) {
      const { headers } = await newAgreement({ url }, `Bench ${at}`)
      made[at - 1] = headers
      await makeDrafts(port, headers, DRAFTS)
    }
  }
  await Promise.all(Array.from({ length: MADE_AT_ONCE }, make))
  return made.slice(0, AGREEMENTS)
}

async function makeDrafts(port: number, headers: Tokens, count: number): Promise<number[]> {
  const numbers: number[] = []
  while (numbers.length < count) {
    const entries = Array.from({ length: Math.min(BULK, count - numbers.length) }, () => DRAFT)
    const { entryNumbers } = await post<{ entryNumbers: number[] }>(port, `${DRAFT_ENTRIES}/bulk`, headers, { entries })
    numbers.push(...entryNumbers)
  }
  return numbers
}

/** The requests of each client, for its own agreements in turn. */
async function requestsOf(
  { port }: Engine,
  agreements: readonly Tokens[],
  { call, isBooking }: Kind,
  seconds: number,
): Promise<string[][]> {
  const own = AGREEMENTS / CLIENTS
  const each = isBooking ? Math.ceil(((WARM_UP_SECONDS + seconds) * WRITES_OF_CLIENT_A_SECOND) / own) : 1
  const ofAgreement: string[][] = []
  for (const headers of agreements) {
    const drafts = isBooking ? await makeDrafts(port, headers, each) : [0]
    ofAgreement.push(drafts.map((draft) => requestText(call(headers, draft))))
  }
  return Array.from({ length: CLIENTS }, (_, client) =>
    Array.from({ length: each * own }, (_, at) => ofAgreement[client * own + (at % own)]![Math.floor(at / own)]!),
  )
}

function told(name: string, { aim }: Kind, measured: ReadonlyMap<Engine, readonly Measured[]>): string {
  const lines: string[] = []
  const rates: Partial<Record<Engine['name'], number>> = {}
  for (const [engine, rounds] of measured) {
    rates[engine.name] = median(rounds.map(({ perSecond }) => perSecond))
    const times = PARTS.map(
      (part) => `${part} ${median(rounds.map(({ milliseconds }) => milliseconds[part])).toFixed(2)}`,
    )
    const all = rounds.map(({ perSecond }) => Math.round(perSecond)).join(' ')
    lines.push(`  ${engine.name}: ${all} a second; processor time of each, ms: ${times.join(', ')}`)
  }
  const ratio = (rates.citus! / rates.plain!).toFixed(2)
  return [`${name}: ${ratio} of plain, aim ${aim}`, ...lines].join('\n')
}

function costOf(name: string, measured: ReadonlyMap<Engine, readonly Measured[]>): Cost {
  const cost = { name, plain: 0, coordinator: 0, worker: 0 }
  for (const [engine, rounds] of measured) {
    const of = (part: Part): number => median(rounds.map(({ milliseconds }) => milliseconds[part]))
    if (engine.name === 'plain') cost.plain = of('coordinator')
    else Object.assign(cost, { coordinator: of('coordinator'), worker: of('workers') })
  }
  return cost
}
