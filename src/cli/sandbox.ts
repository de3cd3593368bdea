import { runningService } from './addresses.ts'
import { type Command, identifier, type Option } from './command.ts'
import type { Config } from '../config.ts'
import type { Executor } from '../database/connection.ts'
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
    return await withStore(config, async ({ database }) => ({ json: await resetSandbox(database, agreement) }))
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
