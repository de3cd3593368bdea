/**
 * Two nodes on a PostgreSQL that fails over again and again, under load: `npm run test:failover`. It needs Patroni,
 * etcd, HAProxy and PostgreSQL 15 (Debian: patroni, python3-etcd, etcd-server, haproxy, postgresql-15; POSTGRESQL names
 * the installation), and says so where they are missing.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src/database/connection.ts'
import { openProxy, type Proxy } from '../faults/proxy.ts'
import { type Program, serve } from '../process/program.ts'
import { isSound, judge, toldOf } from './judge.ts'
import { Load, makeCompanies } from './load.ts'
import { type PatroniCluster, patroniCluster } from './patroni.ts'

const INSTALLATION = process.env.POSTGRESQL ?? '/usr/lib/postgresql/15'
const MEMBERS = 2
const CLIENTS = 8
const COMPANIES = 4
/** How long the load goes on before and after each failure. */
const CALM_MILLISECONDS = 3000
const PAUSE_MILLISECONDS = 10_000
/** Until a node acknowledges again, once there is a primary. */
const SILENCE_MILLISECONDS_MAX = 2000
const POLL_MILLISECONDS = 20
const PATIENCE_MILLISECONDS = 60_000

type Node = Program & { url: string }

/** Everything that the drill is made of. */
interface Stage {
  cluster: PatroniCluster
  load: Load
  nodes: readonly Node[]
  /** The way of the first node. */
  proxy: Proxy
}

/** The measurements of one failure, in milliseconds. */
interface Measured {
  what: string
  /** From a primary that may be written to until each node has acknowledged a write. */
  after: readonly number[]
  silence: number
}

function demandPrograms(): void {
  const places = ['', ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const programs = ['patroni', 'etcd', 'haproxy', join(INSTALLATION, 'bin', 'postgres')]
  const missing = programs.filter((program) => !places.some((place) => isProgram(join(place, program))))
  if (missing.length === 0) return
  process.stderr.write(
    `test:failover needs ${missing.join(', ')} (Debian: apt-get install patroni python3-etcd etcd-server haproxy postgresql-15).\n`,
  )
  process.exit(2)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function drill(): Promise<boolean> {
  const environment = { DAYBOOK_DATABASE_CONNECTIONS: '8' }
  // One finds the primary through HAProxy, the other by itself.
  nodes.push(await serve({ environment: { ...environment, DATABASE_URL: proxy.url } }))
  nodes.push(await serve({ environment: { ...environment, DATABASE_URL: cluster.severalUrl } }))
  const database = openDatabase({ url: cluster.severalUrl }, 2)
  const companies = await makeCompanies(database, COMPANIES)
  const load = new Load(
    nodes.map(({ url }) => url),
    companies,
    CLIENTS,
  )
  const stage: Stage = { cluster, load, nodes, proxy }
  const measured: Measured[] = []
  for (const [what, happens] of EVENTS) {
    await delay(CALM_MILLISECONDS)
    const one = { what, ...(await measure(stage, happens)) }
    const after =
      one.after.length === 0 ? '' : `; the nodes wrote ${one.after.join(' and ')} ms after there was a primary`
    process.stdout.write(`${what}: longest silence ${one.silence} ms${after}\n`)
    measured.push(one)
  }
  await delay(CALM_MILLISECONDS)
  await load.end()
  await database.close()
  const calm = openDatabase({ url: cluster.severalUrl }, 2)
  const judgement = await judge(calm, load.acknowledged)
  await calm.close()
  const restarts = nodes.filter(({ child }) => child.exitCode !== null).length
  process.stdout.write(`${toldOf(judgement)}\nanswers: ${[...load.outcomes].map((one) => one.join(' ')).join(', ')}\n`)
  for (const surprise of load.surprises) process.stdout.write(`${surprise}\n`)
  const isExpected = [...load.outcomes.keys()].every((outcome) => /^(2\d\d|503|refused)$/.test(outcome))
  const isQuick = measured.every(({ after }) => after.every((milliseconds) => milliseconds <= SILENCE_MILLISECONDS_MAX))
  process.stdout.write(`nodes that ended: ${restarts}; ${isExpected && isQuick ? 'goals met' : 'GOALS MISSED'}\n`)
  return isSound(judgement) && isExpected && isQuick && restarts === 0
}

/**
 * Makes something go wrong. Resolves when there is a primary that takes writes; with that moment, where it is another
 * primary than before.
 */
type Happens = (stage: Stage) => Promise<number | undefined>

/** A failing PostgreSQL, which Patroni on the same machine notices at once. */
const killServer: Happens = async (stage) => {
  const old = await stage.cluster.primary()
  await stage.cluster.killPostgres(old)
  return await anotherPrimary(stage, old.name)
}

/** A failing machine, which is missed when its lease is over. */
const killMachine: Happens = async (stage) => {
  const old = await stage.cluster.primary()
  await stage.cluster.killMachine(old)
  const moment = await anotherPrimary(stage, old.name)
  await allWrote(stage, moment)
  await stage.cluster.start(old)
  return moment
}

const switchOver: Happens = async (stage) => {
  const old = await stage.cluster.primary()
  const [, moment] = await Promise.all([stage.cluster.switchOver(), anotherPrimary(stage, old.name)])
  return moment
}

const pausePath: Happens = async ({ proxy: way }) => {
  way.hang()
  await delay(PAUSE_MILLISECONDS)
  way.wake()
  return performance.now()
}

/** The primary waits for it with every commit, until Patroni has it wait no more. */
const loseStandby: Happens = async ({ cluster: { members, killMachine: kill, primary, start }, load }) => {
  const leader = await primary()
  const standby = members.find((member) => member !== leader)!
  await kill(standby)
  const moment = performance.now()
  await until(() => load.answers.some(({ at }) => at > moment + 1000))
  await start(standby)
  return undefined
}

const EVENTS: readonly (readonly [string, Happens])[] = [
  ['PostgreSQL of the primary killed', killServer],
  ['machine of the primary killed', killMachine],
  ['switched over', switchOver],
  ['PostgreSQL of the primary killed', killServer],
  ['path of one node paused for 10 s', pausePath],
  ['machine of the primary killed', killMachine],
  ['switched over', switchOver],
  ['PostgreSQL of the primary killed', killServer],
  ['standby removed', loseStandby],
]

async function measure(stage: Stage, happens: Happens): Promise<Omit<Measured, 'what'>> {
  const begun = performance.now()
  const moment = await happens(stage)
  const after = moment === undefined ? [] : (await allWrote(stage, moment)).map((at) => Math.round(at - moment))
  await stage.cluster.untilSafe()
  await delay(CALM_MILLISECONDS)
  return { after, silence: Math.round(stage.load.silence(begun, performance.now())) }
}

async function anotherPrimary({ cluster: { primary } }: Stage, old: string): Promise<number> {
  await until(async () => (await primary()).name !== old)
  return performance.now()
}

/** @returns when each of the nodes had acknowledged a write after the moment. */
async function allWrote({ load, nodes: all }: Stage, moment: number): Promise<number[]> {
  const firsts = (): (number | undefined)[] => all.map(({ url }) => load.firstAfter(moment, url))
  await until(() => firsts().every((first) => first !== undefined))
  return firsts() as number[]
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited ${PATIENCE_MILLISECONDS / 1000} s for: ${condition}`)
    await delay(POLL_MILLISECONDS)
  }
}

demandPrograms()
const cluster = await patroniCluster(INSTALLATION, MEMBERS)
const proxy = await openProxy(cluster.url)
const nodes: Node[] = []
// An interrupted run leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void clear().then(() => process.exit(1)))
let isGood = false
try {
  isGood = await drill()
} finally {
  await clear()
}
process.exit(isGood ? 0 : 1)

async function clear(): Promise<void> {
  for (const node of nodes) {
    node.child.kill('SIGKILL')
    await node.ended
  }
  await proxy.close()
  await cluster.remove()
}
