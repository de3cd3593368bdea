import { setTimeout as delay } from 'node:timers/promises'
import { ensureDemoAgreement } from '../../src/companies/demo.ts'
import { type Database, openDatabase, type Statement } from '../../src/database/connection.ts'
import { distribute } from '../../src/database/distribution/distribute.ts'
import { migrate, ownSchema } from '../../src/database/migrate.ts'
import type { TestServer } from '../database/server.ts'
import { inDatabase, join, onServer } from '../database/servers.ts'
import { eventually } from '../patience.ts'
import { type Program, serve } from '../process/program.ts'
import { isSound, judge, toldOf } from './judge.ts'
import { type Company, Load, makeCompanies } from './load.ts'

const NAME = 'daybook_drill'
const SHARDS = 8
const CLIENTS = 8
const COMPANIES = Number(process.env.DAYBOOK_DRILL_COMPANIES ?? 200)
const CALM_MILLISECONDS = 3000
const STOPPED_MILLISECONDS = 5000
/** A write to a shard that is moved meanwhile: the goal. */
const MOVED_MILLISECONDS_MAX = 2000
/**
 * A write to a shard that is split meanwhile. Citus makes the keys of the new shards and removes its stand-ins for them
 * while it blocks writes, table by table; on these two cores that takes longer than a move (docs/scaling.md).
 */
const SPLIT_MILLISECONDS_MAX = 5000
const PROBES_AT_ONCE = 20
const JOURNALS = '/journalsapi/v15.0.1/journals'

type Node = Program & { url: string }

/** What the drill works with. */
interface Stage {
  coordinator: Database
  servers: readonly TestServer[]
  companies: readonly Company[]
  nodes: readonly Node[]
  load: Load
}

/**
 * Stops a server, sets the largest agreement apart, moves a shard and adds a server, while clients write to the
 * agreements of two nodes. Then compares the answers that the clients got with the database.
 * @param servers the coordinator, two workers, and one that is added.
 * @returns whether every goal was met.
 */
export async function drillCitus(servers: readonly TestServer[]): Promise<boolean> {
  for (const { url } of servers) await onServer(url, `CREATE DATABASE ${NAME} TEMPLATE template0 ENCODING 'UTF8'`)
  const [first, ...others] = servers.map(({ url }) => url)
  await onServer(inDatabase(others.at(-1)!, NAME), 'CREATE EXTENSION citus')
  await join(NAME, first!, others.slice(0, -1))
  const url = inDatabase(first!, NAME)
  const coordinator = openDatabase({ url }, 4)
  const nodes: Node[] = []
  try {
    await migrate(coordinator)
    await distribute(coordinator, (await ownSchema()).routines, SHARDS)
    const spread = openDatabase({ url }, 4)
    // The nodes would make it under load, in one transaction that a move waits for.
    await ensureDemoAgreement(spread)
    const companies = await makeCompanies(spread, COMPANIES)
    await spread.close()
    tell(`${companies.length} agreements in ${SHARDS} shards on ${others.length - 1} servers`)
    const environment = { DATABASE_URL: url, DAYBOOK_DATABASE_CONNECTIONS: '10', DAYBOOK_DEMO: '0' }
    for (let number = 0; number < 2; number++) nodes.push(await serve({ environment }))
    const urls = nodes.map((node) => node.url)
    return await disturb({ coordinator, servers, companies, nodes, load: new Load(urls, companies, CLIENTS) })
  } finally {
    for (const node of nodes) {
      node.child.kill('SIGKILL')
      await node.ended
    }
    await coordinator.close()
  }
}

const tell = (text: string): void => void process.stdout.write(`${text}\n`)

async function disturb(stage: Stage): Promise<boolean> {
  await delay(CALM_MILLISECONDS)
  const isApart = await stopServer(stage)
  const slow: string[] = []
  for (const [what, happens, longestAllowed] of [
    ['nothing', () => delay(CALM_MILLISECONDS), MOVED_MILLISECONDS_MAX],
    ['the largest agreement set apart', isolate, SPLIT_MILLISECONDS_MAX],
    ['a shard moved to the other server', moveShard, MOVED_MILLISECONDS_MAX],
    ['rebalanced onto another server', rebalance, MOVED_MILLISECONDS_MAX],
  ] as const) {
    await delay(CALM_MILLISECONDS)
    const begun = performance.now()
    await happens(stage)
    const took = performance.now() - begun
    await delay(CALM_MILLISECONDS)
    const now = performance.now()
    // Counts the silence too: without any answer no write is long.
    const longest = Math.max(stage.load.longestWrite(begun, now), stage.load.silence(begun, now))
    if (longest > longestAllowed) slow.push(what)
    tell(`${what} in ${(took / 1000).toFixed(1)} s: longest write ${Math.round(longest)} ms`)
  }
  await stage.load.end()
  const calm = openDatabase({ url: inDatabase(stage.servers[0]!.url, NAME) }, 2)
  const judgement = await judge(calm, stage.load.acknowledged)
  await calm.close()
  tell(`${toldOf(judgement)}\nanswers: ${[...stage.load.outcomes].map((one) => one.join(' ')).join(', ')}`)
  for (const surprise of stage.load.surprises) tell(surprise)
  for (const { said } of stage.nodes) for (const fault of faultsIn(said())) tell(fault)
  for (const { child, said } of stage.nodes) if (child.exitCode !== null) tell(`a node ended:\n${said().slice(-4000)}`)
  const isExpected = [...stage.load.outcomes.keys()].every((outcome) => /^(2\d\d|503)$/.test(outcome))
  const isGood = isSound(judgement) && isApart && isExpected && slow.length === 0
  tell(
    isGood
      ? 'goals met'
      : `GOALS MISSED: sound ${isSound(judgement)}, apart ${isApart}, expected ${isExpected}, slow: ${slow.join(', ') || 'nothing'}`,
  )
  return isGood
}

/** What a node told of the requests that it answered with 500. */
const faultsIn = (said: string): string[] =>
  said.split('\n').filter((line) => /"level":"?(50|error)/.test(line) && line.includes('"stack"'))

/** Where the agreement of every company is: `host:port` by agreement. */
async function placesOf({ coordinator, companies }: Stage): Promise<Map<number, string>> {
  const rows = await coordinator.rows<{ agreement: number; place: string }>(
    `SELECT a.agreement, s.nodename || ':' || s.nodeport AS place FROM unnest($1::int[]) AS a(agreement)
     JOIN citus_shards s ON s.shardid = get_shard_id_for_distribution_column('agreement', a.agreement)`,
    [`{${companies.map(({ agreement }) => agreement).join(',')}}`],
  )
  return new Map(rows.map(({ agreement, place }) => [agreement, place]))
}

/** Splits the shard of an agreement behind the agreement's hash plus $2. Puts all of it onto another server. */
const SPLIT = `
  SELECT citus_split_shard_by_split_points(s.shardid, ARRAY[p.point::text], ARRAY[other.nodeid, other.nodeid], 'force_logical')
  FROM pg_dist_shard s JOIN pg_dist_placement l USING (shardid)
  CROSS JOIN LATERAL (SELECT worker_hash($1::int) + $2::int AS point) AS p
  CROSS JOIN LATERAL (SELECT n.nodeid FROM pg_dist_node n WHERE n.shouldhaveshards AND n.groupid <> l.groupid ORDER BY n.nodeid LIMIT 1) AS other
  WHERE s.shardid = get_shard_id_for_distribution_column('agreement', $1::int)
    AND p.point >= s.shardminvalue::int AND p.point < s.shardmaxvalue::int`

const hostOf = ({ url }: TestServer): string => new URL(url).host

/** Opens a session of its own: an older one keeps connections to a server that was gone. */
async function onCoordinator(servers: readonly TestServer[], text: string, values: Statement['values']): Promise<void> {
  const database = openDatabase({ url: inDatabase(servers[0]!.url, NAME) }, 1)
  try {
    await database.rows(text, values)
  } finally {
    await database.close()
  }
}

async function moveShard({ servers }: Stage): Promise<void> {
  const [one, two] = servers.slice(1).map(({ url }) => new URL(url))
  await onCoordinator(
    servers,
    `SELECT citus_move_shard_placement(s.shardid, $1, $2::int, $3, $4::int, 'force_logical')
     FROM (SELECT shardid FROM citus_shards WHERE table_name = 'agreement'::regclass AND nodeport = $2::int LIMIT 1) AS s`,
    [one!.hostname, one!.port, two!.hostname, two!.port],
  )
}

async function rebalance({ servers }: Stage): Promise<void> {
  const { hostname, port } = new URL(servers.at(-1)!.url)
  await onCoordinator(servers, 'SELECT citus_add_node($1, $2::int)', [hostname, port])
  await onCoordinator(servers, `SELECT rebalance_table_shards(shard_transfer_mode := 'force_logical')`, [])
}

/**
 * Splits the shard of the largest agreement before it, and then behind it. Each split blocks writes for half as long as
 * both at once. `isolate_tenant_to_new_shard` leaves the new shards where they are, and Citus 13.2.2 cannot do that
 * without blocking writes (docs/scaling.md).
 */
async function isolate({ servers, load }: Stage): Promise<void> {
  const vouchers = new Map<number, number>()
  for (const { company } of load.acknowledged)
    vouchers.set(company.agreement, (vouchers.get(company.agreement) ?? 0) + 1)
  const [largest] = [...vouchers].reduce((most, one) => (one[1] > most[1] ? one : most))
  for (const behind of [-1, 0]) await onCoordinator(servers, SPLIT, [largest, behind])
}

/** @returns whether its agreements, and no others, were refused while it was gone, and `/health` named it. */
async function stopServer(stage: Stage): Promise<boolean> {
  const { servers, nodes, companies } = stage
  const gone = servers[1]!
  const places = await placesOf(stage)
  await gone.crash()
  await delay(STOPPED_MILLISECONDS)
  const statuses = await probe(nodes[0]!, companies)
  const isRight = (agreement: number): boolean =>
    statuses.get(agreement) === (places.get(agreement) === hostOf(gone) ? 503 : 200)
  const wrong = companies.filter(({ agreement }) => !isRight(agreement))
  const health = await (await fetch(`${nodes[0]!.url}/health`)).text()
  const refused = [...statuses.values()].filter((status) => status === 503).length
  tell(
    `one server stopped: ${refused} of ${companies.length} agreements refused, ${wrong.length} wrongly; /health ${health}`,
  )
  await gone.start()
  const begun = performance.now()
  await eventually(async () => [...(await probe(nodes[0]!, companies)).values()].every((status) => status === 200))
  tell(`started again: every agreement is answered after ${Math.round(performance.now() - begun)} ms`)
  return wrong.length === 0 && refused > 0 && health.includes(hostOf(gone))
}

/** The status that a read of each company gets. */
async function probe({ url }: Node, companies: readonly Company[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let from = 0; from < companies.length; from += PROBES_AT_ONCE) {
    const some = companies.slice(from, from + PROBES_AT_ONCE)
    const answers = await Promise.all(some.map(({ headers }) => fetch(`${url}${JOURNALS}/1`, { headers })))
    await Promise.all(answers.map((answer) => answer.text()))
    for (const [at, { agreement }] of some.entries()) statuses.set(agreement, answers[at]!.status)
  }
  return statuses
}
