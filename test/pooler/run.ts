/**
 * Runs the suite through PgBouncer in transaction mode, over an installed PostgreSQL:
 * `npm run test:pooler -- [--unnamed] [tests…]`. `--unnamed` has PgBouncer keep no prepared statements.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { throwawayServer } from '../database/server.ts'
import { freePort } from '../faults/lasting-port.ts'
import { SERVICE_ROLE } from '../database/service-role.ts'

const BOUNCER = process.env.PGBOUNCER ?? '/usr/local/sbin/pgbouncer'
const INSTALLATION = process.env.POSTGRESQL ?? '/usr/lib/postgresql/15'
const NOBODY = 65_534
const START_MILLISECONDS = 60_000

for (const [what, program] of [
  ['PgBouncer 1.21 or newer, named by PGBOUNCER', BOUNCER],
  [
    'an installed PostgreSQL, named by POSTGRESQL (Debian: apt-get install postgresql-15)',
    join(INSTALLATION, 'bin', 'postgres'),
  ],
] as const) {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    process.stderr.write(`test:pooler needs ${what}; there is none at ${program}.\n`)
    process.exit(2)
  }
}

const given = process.argv.slice(2)
const tests = given.filter((one) => one !== '--unnamed')
const directory = await mkdtemp(join(tmpdir(), 'daybook-pooler-'))
await chmod(directory, 0o755)
const server = await throwawayServer(INSTALLATION)
const port = await freePort()
const { hostname, port: serverPort, username } = new URL(server.url)
const file = join(directory, 'pgbouncer.ini')
const users = join(directory, 'users.txt')
await writeFile(users, [username, SERVICE_ROLE].map((name) => `"${name}" ""\n`).join(''))
// The settings are those of docs/operators/nodes.md. A connection that is idle for a second is closed, so that
// databases can be copied.
const atConnect = 'SET plan_cache_mode = force_generic_plan; SET jit = off; SET random_page_cost = 1.1'
await writeFile(
  file,
  `[databases]
* = host=${hostname} port=${serverPort} connect_query='${atConnect}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 20
max_prepared_statements = ${given.includes('--unnamed') ? 0 : 200}
server_idle_timeout = 1
log_connections = 0
log_disconnections = 0
`,
)
const identity = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const bouncer = spawn(BOUNCER, ['-q', file], { ...identity, stdio: ['ignore', 'inherit', 'inherit'] })
let code = 1
try {
  await listening()
  const unnamed = given.includes('--unnamed') ? { DAYBOOK_TEST_UNNAMED: '1' } : {}
  const environment = {
    ...process.env,
    ...unnamed,
    DATABASE_URL: server.url,
    DAYBOOK_TEST_POOLER: `127.0.0.1:${port}`,
  }
  const vitest = spawn('npx', ['vitest', 'run', ...tests], { stdio: 'inherit', env: environment })
  // An interrupted run leaves nothing running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest.kill(signal))
  const [ended] = (await once(vitest, 'exit')) as [number | null]
  code = ended ?? 1
} finally {
  bouncer.kill('SIGQUIT')
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}
process.exit(code)

async function listening(): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS
  for (;;) {
    if (bouncer.exitCode !== null || Date.now() > deadline) throw new Error('PgBouncer did not start.')
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await delay(50)
  }
}
