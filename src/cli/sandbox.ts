import { runningService } from './addresses.ts'
import { checkName } from '../access/issue.ts'
import { type Command, identifier, type Option, StartError } from './command.ts'
import type { Config } from '../config.ts'
import type { Executor, Transaction } from '../database/connection.ts'
import { withStore } from './store.ts'

/** How what an app sends is read. */
export const COMPATIBILITY: Option = {
  value: 'default|lenient|strict',
  summary: 'How what the app sends is read on the published prefixes.',
}

/** `sandbox`. */
export const sandbox: Command = {
  name: 'sandbox',
  summary: 'Make a fresh agreement with demo content, an app and a SuperUser grant.',
  arguments: [],
  options: { compatibility: COMPATIBILITY },
  async run({ options: { compatibility }, config }) {
    const { createSandbox } = await import('../companies/sandboxes.ts')
    return await withStore(config, async ({ database }) => {
      const { baseUrl, notice } = await whereServed(database, config)
      const made = await createSandbox(database, { template: 'demo', compatibility })
      return { json: { baseUrl, ...made }, ...(notice && { notice }) }
    })
  },
}

/** `sandbox reset`. */
export const sandboxReset: Command = {
  name: 'sandbox reset',
  summary: 'Start a sandbox afresh: its tokens lead to a new one, and nobody reaches the old.',
  arguments: [],
  options: { agreement: { value: 'NUMBER', summary: 'The sandbox.', required: true } },
  async run({ options, config }) {
    const { resetSandbox } = await import('../companies/sandboxes.ts')
    const agreement = identifier('agreement', options.agreement!)
    return await withStore(config, async ({ database }) => ({ json: { ...(await resetSandbox(database, agreement)) } }))
  },
}

const SANDBOX: Option = { value: 'NUMBER', summary: 'The sandbox.', required: true }
const SNAPSHOT: Option = { value: 'NUMBER', summary: 'The snapshot.', required: true }

/** Does it with what the options name. @throws StartError where the snapshot is refused, or is not there. */
async function withSnapshot<Done>(
  { options, config }: Parameters<Command['run']>[0],
  work: (transaction: Transaction, agreement: number, snapshot: number) => Promise<Done | undefined>,
): Promise<Done> {
  const { SnapshotRefused } = await import('../companies/snapshots.ts')
  const { catalogue } = await import('../errors/catalogue.ts')
  const agreement = identifier('agreement', options.agreement!)
  const snapshot = options.snapshot === undefined ? 0 : identifier('snapshot', options.snapshot)
  return await withStore(config, async ({ database }) => {
    try {
      const done = await database.transaction((transaction) => work(transaction, agreement, snapshot))
      if (done !== undefined) return done
    } catch (error) {
      if (!(error instanceof SnapshotRefused)) throw error
      const { message, hint } = catalogue[error.reason]
      throw new StartError(`${message} ${hint}`)
    }
    throw new StartError(`Sandbox ${agreement} has no snapshot ${snapshot}.`)
  })
}

/** `sandbox snapshot`. */
export const sandboxSnapshot: Command = {
  name: 'sandbox snapshot',
  summary: 'Keep the books of a sandbox as they are now.',
  arguments: [],
  options: { agreement: SANDBOX, name: { value: 'TEXT', summary: 'What to call it.', required: true } },
  async run(asked) {
    const { takeSnapshot } = await import('../companies/snapshots.ts')
    const number = await withSnapshot(asked, (transaction, agreement) =>
      takeSnapshot(transaction, agreement, checkName(asked.options.name!), asked.config.snapshotBytesMax),
    )
    return { json: { number } }
  },
}

/** `sandbox restore`. */
export const sandboxRestore: Command = {
  name: 'sandbox restore',
  summary: 'Bring the books of a sandbox back as a snapshot has them, whole or not at all.',
  arguments: [],
  options: { agreement: SANDBOX, snapshot: SNAPSHOT },
  async run(asked) {
    const { restoreSnapshot } = await import('../companies/snapshots.ts')
    return await withSnapshot(asked, async (transaction, agreement, number) =>
      (await restoreSnapshot(transaction, agreement, number)) ? { json: { agreement, restored: number } } : undefined,
    )
  },
}

/** `sandbox branch`. */
export const sandboxBranch: Command = {
  name: 'sandbox branch',
  summary: 'Make another sandbox of a snapshot, with tokens of its own.',
  arguments: [],
  options: { agreement: SANDBOX, snapshot: SNAPSHOT },
  async run(asked) {
    const { branchSnapshot } = await import('../companies/snapshots.ts')
    return await withSnapshot(asked, async (transaction, agreement, number) => {
      const made = await branchSnapshot(transaction, agreement, number)
      return made && { json: { ...made } }
    })
  },
}

/** The address that a service on this database listens on; while none runs, the one that the settings name. */
export async function whereServed(
  executor: Executor,
  { host, port }: Config,
): Promise<{ baseUrl: string | null; notice?: string }> {
  const running = await runningService(executor)
  if (running !== undefined) return { baseUrl: running }
  const notice = 'No service runs on this database now; start one with: npm start'
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return { baseUrl: port === 0 ? null : `http://${name.includes(':') ? `[${name}]` : name}:${port}`, notice }
}
