import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/connection.ts'
import { temporaryRoot } from '../database/temporary.ts'
import { freePort } from '../faults/lasting-port.ts'
import { eventually } from '../patience.ts'
import { endProcess, postgresProcesses } from '../process/program.ts'

/** PostgreSQL and Patroni refuse to run as root. */
const NOBODY = 65_534
const SUPERUSER = 'daybook'
/** As short as Patroni works with: a machine that is gone is missed after `ttl`. */
const TIMES = { ttl: 8, loop_wait: 1, retry_timeout: 3, master_start_timeout: 0 }

/** One PostgreSQL, and the Patroni that manages it. */
export interface Member {
  name: string
  port: number
  restPort: number
  /** Holds `postgres`, the data. */
  directory: string
  patroni?: ChildProcess
}

/** PostgreSQL servers of which Patroni makes one the primary, with etcd, and an HAProxy that leads to it. */
export interface PatroniCluster {
  members: readonly Member[]
  /** Leads to whichever is the primary. */
  url: string
  /** Names every member. */
  severalUrl: string
  primary(): Promise<Member>
  /** Kills PostgreSQL alone; Patroni finds out. */
  killPostgres(member: Member): Promise<void>
  /** Kills PostgreSQL and Patroni: a machine that is gone. */
  killMachine(member: Member): Promise<void>
  start(member: Member): Promise<void>
  switchOver(): Promise<void>
  /** Waits until a standby has everything that the primary acknowledges, and may take over. */
  untilSafe(): Promise<void>
  remove(): Promise<void>
}

/** Starts one of `count` members. */
export async function patroniCluster(installation: string, count: number): Promise<PatroniCluster> {
  const directory = await mkdtemp(join(temporaryRoot(), 'daybook-patroni-'))
  await own(directory)
  const children: ChildProcess[] = []
  const etcdPort = await startEtcd(directory, children)
  const members: Member[] = []
  for (let number = 1; number <= count; number++) {
    const name = `member${number}`
    const member: Member = {
      name,
      port: await freePort(),
      restPort: await freePort(),
      directory: join(directory, name),
    }
    await mkdir(member.directory)
    await own(member.directory)
    await writeFile(join(directory, `${name}.json`), JSON.stringify(settingsOf(member, etcdPort, installation)))
    members.push(member)
  }
  const start = async (member: Member): Promise<void> => {
    member.patroni = launch(directory, member.name, 'patroni', [join(directory, `${member.name}.json`)])
  }
  for (const member of members) await start(member)
  const primary = (): Promise<Member> =>
    eventually(async () => {
      for (const member of members)
        if ((await ask(member, '/primary')) === 200 && (await takesWrites(member))) return member
      return undefined
    })
  await primary()
  const port = await startProxy(directory, members, children)
  const cluster: PatroniCluster = {
    members,
    url: `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`,
    severalUrl: `postgres://${SUPERUSER}@${members.map((member) => `127.0.0.1:${member.port}`).join(',')}/postgres?target_session_attrs=read-write`,
    primary,
    killPostgres: killServer,
    async killMachine(member) {
      await end(member.patroni)
      await killServer(member)
    },
    start,
    async switchOver() {
      const [leader, all] = [await primary(), members]
      const candidate = all.find((member) => member !== leader)!
      const body = JSON.stringify({ leader: leader.name, candidate: candidate.name })
      await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, { method: 'POST', body })
    },
    untilSafe: async () =>
      void (await eventually(async () => {
        for (const member of members) if ((await ask(member, '/sync')) === 200) return true
        return false
      })),
    async remove() {
      for (const member of members) await cluster.killMachine(member)
      for (const child of children) await end(child)
      await rm(directory, { recursive: true, force: true })
    },
  }
  await cluster.untilSafe()
  return cluster
}

async function own(path: string): Promise<void> {
  if (process.geteuid?.() === 0) await chown(path, NOBODY, NOBODY)
}

function launch(directory: string, name: string, program: string, args: readonly string[]): ChildProcess {
  const identity = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const environment = { PATH: process.env.PATH, HOME: directory, LC_ALL: 'C', TZ: 'UTC' }
  const child = spawn(program, args, {
    ...identity,
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(join(directory, `${name}.log`), { flags: 'a' })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log)
  return child
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function killServer({ directory }: Member): Promise<void> {
  for (const pid of await postgresProcesses(directory)) endProcess(pid)
  await eventually(async () => (await postgresProcesses(directory)).length === 0)
}

async function ask({ restPort }: Member, path: string): Promise<number | undefined> {
  return await fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status,
    () => undefined,
  )
}

async function takesWrites({ port }: Member): Promise<boolean> {
  const database = openDatabase({ url: `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres` }, 1)
  const [row] = await database.rows('SELECT pg_is_in_recovery() AS "isStandby"').catch(() => [])
  await database.close()
  return row?.isStandby === false
}

async function startEtcd(directory: string, children: ChildProcess[]): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const client = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peerPort}`
  const urls = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer]
  const cluster = ['--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`]
  children.push(launch(directory, 'etcd', 'etcd', ['--data-dir', join(directory, 'etcd'), ...urls, ...cluster]))
  await eventually(() =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return port
}

async function startProxy(directory: string, members: readonly Member[], children: ChildProcess[]): Promise<number> {
  const port = await freePort()
  const servers = members.map((one) => `  server ${one.name} 127.0.0.1:${one.port} check port ${one.restPort}`)
  const file = join(directory, 'haproxy.cfg')
  // Keeps connections to a server that is no longer the primary: the service must give them up by itself. It must also
  // try again by itself, where HAProxy would after a second.
  await writeFile(
    file,
    `defaults
  mode tcp
  retries 0
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen database
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 300 fall 2 rise 1
${servers.join('\n')}
`,
  )
  children.push(launch(directory, 'haproxy', 'haproxy', ['-db', '-f', file]))
  return port
}

function settingsOf(member: Member, etcdPort: number, installation: string): object {
  const trusted = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 trust`)
  return {
    scope: 'daybook',
    name: member.name,
    restapi: { listen: `127.0.0.1:${member.restPort}`, connect_address: `127.0.0.1:${member.restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${member.port}`,
      connect_address: `127.0.0.1:${member.port}`,
      data_dir: join(member.directory, 'postgres'),
      bin_dir: join(installation, 'bin'),
      pgpass: join(member.directory, 'pgpass'),
      pg_hba: trusted,
      authentication: { superuser: { username: SUPERUSER }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: member.directory },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}
