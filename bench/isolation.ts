import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from './clients.ts'
import type { Closing } from './closing.ts'
import { load, openCompany } from './company.ts'
import { type Asked, FIGURES, type Subject } from './figures.ts'
import { type Ground, letIn, openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { readIsolationOptions } from './options.ts'
import { processTrees } from './process-tree.ts'
import { openClients, openIsolated } from './processes.ts'
import { AGREEMENT_SETTING } from './product.ts'
import { requestText, send } from './request.ts'
import { median, type Sample, summary } from './sample.ts'

const CLIENTS = 16
const SECONDS = 2
/** A bulk call takes a hundred times as long as others. */
const SECONDS_OF_BULK = 6
const WARM_UP_SECONDS = 0.3
/** The unit in which Linux counts processor time. */
const TICK_MICROSECONDS = 10_000

/**
 * The kinds compared, each a separate role on the same rows. `without`: policies do not apply. `policies`: the
 * agreement is fixed beforehand, so that only the policies cost. `set`: each statement sets the agreement, as a service
 * would have to.
 */
const KINDS = ['without', 'policies', 'set'] as const
type Kind = (typeof KINDS)[number]

/** Tables read before the agreement of a request is known. */
const BEFORE = ['agreement', 'access_grant', 'app']

/** A service that answers as one of the roles. */
interface Service {
  port: number
  computed(): Promise<number>
}

/** The result of a round. */
interface Measured {
  perSecond: number
  /** Processor time of an answer in the service and in all of PostgreSQL. */
  microseconds: number
}

/**
 * Measures the cost of row-level security by agreement, in addition to the predicates that every statement already has.
 */
export async function measureIsolation(words: readonly string[], closing: Closing): Promise<void> {
  const { entries, rounds, figures } = readIsolationOptions(words, ['single', 'page', 'create', 'bulk'])
  const tell = (text: string): void => void process.stdout.write(`${text}\n`)
  const ground = await openGround(closing)
  const company = await openCompany(ground, 'Isolation', 1)
  const subject = { ground, company, content: await load(ground, company, { drafts: entries, booked: 0 }) }
  const policies = await writePolicies(ground, company.agreement)
  const services: Partial<Record<Kind, Service>> = {}
  for (const kind of KINDS) {
    const address = { ...ground.address, user: `bench_${kind}` }
    services[kind] = await openIsolated(closing, { address, setsAgreement: kind === 'set' })
  }
  const all = services as Record<Kind, Service>
  await checkAlike(all, subject)
  const load0 = loadNow().toFixed(1)
  tell(`${entries} draft entries, ${policies} policies, ${rounds} rounds, ${CLIENTS} clients; load before ${load0}`)
  const ask = openClients(closing)
  for (const name of figures) {
    const { ours, ready, title } = FIGURES[name]!(subject)
    const seconds = name === 'bulk' ? SECONDS_OF_BULK : SECONDS
    const taken: Record<Kind, Measured[]> = { without: [], policies: [], set: [] }
    for (let round = -1; round < rounds; round++) {
      for (const kind of inTurn(round)) {
        const measured = await measureOne(ground, all[kind], { ...ours, ready, seconds }, ask)
        // The first round opens connections and compiles.
        if (round >= 0) taken[kind].push(measured)
      }
    }
    for (const kind of KINDS) tell(`${title.padEnd(24)} ${told(kind, taken)}`)
  }
  tell(`load after ${loadNow().toFixed(1)}`)
}

/** Rotates the kinds by round, so that none is always first. */
const inTurn = (round: number): Kind[] => KINDS.map((_, at) => KINDS[(at + round + KINDS.length) % KINDS.length]!)

/**
 * Puts a policy on every table with an agreement, and makes the roles. A setting is empty after its transaction.
 * @returns how many policies.
 */
async function writePolicies({ superuser, directory }: Ground, agreement: number): Promise<number> {
  await superuser.query(`CREATE ROLE bench_without LOGIN BYPASSRLS IN ROLE daybook`)
  for (const kind of ['policies', 'set']) await superuser.query(`CREATE ROLE bench_${kind} LOGIN IN ROLE daybook`)
  await superuser.query(`ALTER ROLE bench_policies SET ${AGREEMENT_SETTING} = '${agreement}'`)
  const { rows } = await superuser.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement'
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)`,
    [BEFORE],
  )
  for (const { name } of rows) {
    await superuser.query(`CREATE POLICY of_agreement ON ${name}
      USING (agreement = nullif(current_setting('${AGREEMENT_SETTING}', true), '')::int)`)
    await superuser.query(`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`)
  }
  await letIn(
    directory,
    KINDS.map((kind) => `bench_${kind}`),
  )
  return rows.length
}

/** Checks that all services answer the same, and that a statement without its agreement finds nothing. */
async function checkAlike(services: Record<Kind, Service>, { ground, company, content }: Subject): Promise<void> {
  const path = `/journalsapi/v15.0.1/draft-entries/paged?filter=entryNumber%24eq%3A${content.firstDraft}`
  const answers = new Set<string>()
  for (const kind of KINDS) {
    const { bytes } = await send(services[kind].port, { method: 'GET', path, headers: company.headers }, 200)
    // The links contain the service's own port.
    answers.add(Buffer.from(bytes).toString().replaceAll(String(services[kind].port), ''))
  }
  if (answers.size !== 1) throw new Error(`They answer differently:\n${[...answers].join('\n')}`)
  const client = await ground.superuser.connect()
  try {
    await client.query('SET ROLE bench_set')
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM draft_entry')
    if (rows[0]!.count !== '0') throw new Error('The policies hide nothing.')
  } finally {
    client.release(true)
  }
}

async function measureOne(
  { directory }: Ground,
  service: Service,
  { call, status, ready, seconds }: Asked & { ready: number; seconds: number },
  ask: (job: Job) => Promise<Sample>,
): Promise<Measured> {
  const requests = Array.from({ length: CLIENTS }, () => Array.from({ length: ready }, () => requestText(call())))
  const job = { port: service.port, requests, once: false, status, warmUpSeconds: 0, seconds }
  await ask({ ...job, seconds: (seconds * WARM_UP_SECONDS) / SECONDS })
  const cluster = join(directory, 'data', 'postgres')
  const before = (await service.computed()) + (await computedBy(cluster))
  const sample = await ask(job)
  const after = (await service.computed()) + (await computedBy(cluster))
  const { answers, perSecond } = summary(sample)
  return { perSecond, microseconds: (after - before) / answers }
}

/** Processor time of all processes of a server, running or ended, in microseconds. */
async function computedBy(cluster: string): Promise<number> {
  const [postmaster] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const treeOf = await processTrees()
  return treeOf(Number(postmaster)).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MICROSECONDS
}

/** Medians, and medians of each round's share of its `without`. */
function told(kind: Kind, taken: Record<Kind, Measured[]>): string {
  const of = (pick: (measured: Measured) => number): [number, number] => {
    const mine = taken[kind].map(pick)
    return [median(mine), median(mine.map((value, at) => value / pick(taken.without[at]!)))]
  }
  const [rate, share] = of(({ perSecond }) => perSecond)
  const [cost, more] = of(({ microseconds }) => microseconds)
  return `${kind.padEnd(9)} ${rate.toFixed(1).padStart(8)}/s (${share.toFixed(3)})  ${cost.toFixed(0).padStart(7)} µs of processor (${more.toFixed(3)})`
}
