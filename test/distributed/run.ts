/**
 * Runs the suite on three servers of Citus, made from nothing, over which the agreements are spread: `npm run test:distributed -- [tests…]`.
 * POSTGRESQL names an installation that has Citus.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync } from 'node:fs'
import { join } from 'node:path'
import { type TestServer, throwawayServer } from '../database/server.ts'

const INSTALLATION = process.env.POSTGRESQL ?? '/usr/lib/postgresql/15'
const WORKERS = 2
/** What docs/scaling.md says to set on every server; databases that tests copy do not have what `distribute` sets for one. */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: '600',
  max_worker_processes: '80',
  max_locks_per_transaction: '256',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.propagate_set_commands': 'local',
  jit: 'off',
}
/** What is known to work there: the rest says docs/scaling.md. */
const SUITES = [
  'test/distributed',
  'test/conventions',
  'test/ledger',
  'test/sales',
  'test/resources',
  'test/webhooks',
  'test/access',
  'test/documents',
]

try {
  accessSync(join(INSTALLATION, 'lib', 'citus.so'))
} catch {
  process.stderr.write(
    `test:distributed needs an installed PostgreSQL 15 or newer with Citus 13, named by POSTGRESQL; there is no lib/citus.so in ${INSTALLATION}.\n`,
  )
  process.exit(2)
}

const servers: TestServer[] = []
let code = 1
try {
  for (let number = 0; number <= WORKERS; number++) servers.push(await throwawayServer(INSTALLATION, SETTINGS))
  const [coordinator, ...workers] = servers.map(({ url }) => url)
  const given = process.argv.slice(2)
  const environment = { ...process.env, DATABASE_URL: coordinator, DAYBOOK_TEST_WORKERS: workers.join(' ') }
  const vitest = spawn('npx', ['vitest', 'run', ...(given.length > 0 ? given : SUITES)], {
    stdio: 'inherit',
    env: environment,
  })
  // Whoever interrupts it leaves nothing running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest.kill(signal))
  const [ended] = (await once(vitest, 'exit')) as [number | null]
  code = ended ?? 1
} finally {
  for (const server of servers) await server.stop()
}
process.exit(code)
