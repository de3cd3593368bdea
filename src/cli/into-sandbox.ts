import type { Config } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { runningService } from './addresses.ts'
import { onEndSignals, StartError } from './command.ts'
import { withStore } from './store.ts'

/** A way into a sandbox of a service. */
export interface SandboxAccess {
  /** The sandbox; undefined where only its tokens are known. */
  agreement: number | undefined
  baseUrl: string
  /** The headers that let a call in. */
  headers: Readonly<Record<string, string>>
  /** Aborted once somebody wants the program to end. */
  ending: AbortSignal
}

/** What a command asks of its way in. */
export interface SandboxWish {
  /** A fresh demo sandbox where left out. */
  agreement: number | undefined
  appName: string
  compatibility?: string | undefined
}

/** What came of it, and the signal that ended it early. */
export interface Ended<Done> {
  done: Done
  by: NodeJS.Signals | undefined
}

/**
 * Lets a command into a sandbox of the service that runs on this database, by an app and a grant of its own that end
 * with it. The database is open only before and after.
 * @throws StartError where no service runs, and for an agreement that is no sandbox.
 */
export async function intoSandbox<Done>(
  config: Config,
  wish: SandboxWish,
  work: (access: SandboxAccess) => Promise<Done>,
): Promise<Ended<Done>> {
  const { grantNumber, ...access } = await withStore(config, ({ database }) => letIn(database, wish))
  try {
    return await untilEnded((ending) => work({ ...access, ending }))
  } finally {
    const { revokeGrant } = await import('../access/issue.ts')
    await withStore(config, ({ database }) => revokeGrant(database, grantNumber))
  }
}

/** Does work that a signal ends early. */
export async function untilEnded<Done>(work: (ending: AbortSignal) => Promise<Done>): Promise<Ended<Done>> {
  const [controller, ended] = [new AbortController(), {} as { by?: NodeJS.Signals }]
  const quiet = onEndSignals((signal) => {
    ended.by = signal
    controller.abort()
  })
  try {
    const done = await work(controller.signal)
    return { done, by: ended.by }
  } finally {
    quiet()
  }
}

async function letIn(
  database: Database,
  { agreement: named, appName, compatibility }: SandboxWish,
): Promise<Omit<SandboxAccess, 'ending'> & { agreement: number; grantNumber: number }> {
  const { letIntoSandbox } = await import('../access/issue.ts')
  const { createSandboxAgreement } = await import('../companies/sandboxes.ts')
  const baseUrl = await runningService(database)
  if (baseUrl === undefined) {
    throw new StartError('No service runs on this database now; start one with: npm start')
  }
  if (named !== undefined) await checkSandbox(database, named)
  const agreement = named ?? (await createSandboxAgreement(database, 'demo'))
  const tokens = await letIntoSandbox(database, agreement, appName, compatibility)
  const { grantNumber, appSecretToken, agreementGrantToken } = tokens
  const headers = { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken }
  return { agreement, baseUrl, headers, grantNumber }
}

/** @throws StartError unless the agreement is a sandbox. */
export async function checkSandbox(database: Database, agreement: number): Promise<void> {
  const [found] = await database.rows<{ isSandbox: boolean }>(
    'SELECT a.is_sandbox AS "isSandbox" FROM agreement a WHERE a.agreement = $1',
    [agreement],
  )
  if (!found) throw new StartError(`There is no agreement ${agreement}.`)
  if (!found.isSandbox) throw new StartError(`Agreement ${agreement} is no sandbox.`)
}
