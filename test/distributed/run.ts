/**
 * Runs the suite on three servers of Citus, made from nothing, over which the agreements are spread:
 * `npm run test:distributed -- [--drill] [tests…]`; then moves shards and stops servers under load. `--drill` does only
 * that. POSTGRESQL names an installation that has Citus.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { drillCitus } from '../drills/citus.ts'
import { type TestServer, throwawayServer } from '../database/server.ts'
import { CITUS_SERVER_SETTINGS } from './settings.ts'

const INSTALLATION = process.env.POSTGRESQL ?? '/usr/lib/postgresql/15'
const WORKERS = 2
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Databases that tests copy do not have what `distribute` sets for one. */
const SETTINGS = {
  ...CITUS_SERVER_SETTINGS,
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.propagate_set_commands': 'local',
}
/** The suites that run there. Some others make tables of their own, which are not spread (docs/scaling.md). */
const SUITES = [
  'test/distributed',
  'test/conventions',
  'test/ledger',
  'test/sales',
  'test/resources',
  'test/webhooks',
  'test/access',
  'test/process',
  'test/documents',
  'test/saf-t',
  'test/backup/agreement.test.ts',
]

try {
  accessSync(join(INSTALLATION, 'lib', 'citus.so'))
} catch {
  process.stderr.write(
    `test:distributed needs an installed PostgreSQL 15 or newer with Citus 13, named by POSTGRESQL; there is no lib/citus.so in ${INSTALLATION}.\n`,
  )
  process.exit(2)
}

/**
 * PostgreSQL 15.20 and its contemporaries let only those libraries decode that are named; Citus does when a shard is
 * split.
 */
const { stdout: known } = await promisify(execFile)(join(INSTALLATION, 'bin', 'postgres'), ['--describe-config'])
const settings = known.includes('output_plugin_libraries\t')
  ? { ...SETTINGS, output_plugin_libraries: 'pgoutput,citus' }
  : SETTINGS
const servers: TestServer[] = []
let code = 1
try {
  const given = process.argv.slice(2)
  for (let number = 0; number <= WORKERS; number++) servers.push(await throwawayServer(INSTALLATION, settings))
  code = given.includes('--drill') ? 0 : await suites(given.length > 0 ? given : SUITES)
  if (given.length === 0 || given.includes('--drill')) {
    for (const signal of SIGNALS) process.once(signal, () => void stopAll().then(() => process.exit(1)))
    servers.push(await throwawayServer(INSTALLATION, settings))
    if (!(await drillCitus(servers))) code = 1
  }
} finally {
  await stopAll()
}
process.exit(code)

async function stopAll(): Promise<void> {
  for (const server of servers) await server.stop()
}

async function suites(tests: readonly string[]): Promise<number> {
  const [coordinator, ...workers] = servers.map(({ url }) => url)
  const environment = { ...process.env, DATABASE_URL: coordinator, DAYBOOK_TEST_WORKERS: workers.join(' ') }
  const vitest = spawn('npx', ['vitest', 'run', ...tests], { stdio: 'inherit', env: environment })
  // An interrupted run leaves nothing running.
  for (const signal of SIGNALS) process.on(signal, () => vitest.kill(signal))
  const [ended] = (await once(vitest, 'exit')) as [number | null]
  return ended ?? 1
}
