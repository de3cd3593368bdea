import type { Database } from '../database/connection.ts'
import { runningService } from './addresses.ts'
import { StartError } from './command.ts'

/** A way into a sandbox of the service that runs on this database. */
export interface SandboxAccess {
  agreement: number
  baseUrl: string
  /** The headers that let a call in. */
  headers: Readonly<Record<string, string>>
}

/** What a command asks of its way in. */
export interface SandboxWish {
  /** A fresh demo sandbox where left out. */
  agreement: number | undefined
  appName: string
  compatibility?: string | undefined
}

/**
 * Lets a command into a sandbox, by an app and a grant of its own that end with it.
 * @throws StartError where no service runs, and for an agreement that is no sandbox.
 */
export async function intoSandbox<Done>(
  database: Database,
  { agreement: named, appName, compatibility }: SandboxWish,
  work: (access: SandboxAccess) => Promise<Done>,
): Promise<Done> {
  const { createApp, createGrant, revokeGrant } = await import('../access/issue.ts')
  const { createSandboxAgreement } = await import('../companies/sandboxes.ts')
  const baseUrl = await runningService(database)
  if (baseUrl === undefined) {
    throw new StartError('No service runs on this database now; start one with: npm start')
  }
  if (named !== undefined) await checkSandbox(database, named)
  const agreement = named ?? (await createSandboxAgreement(database, 'demo'))
  const { app, appSecretToken } = await createApp(database, appName, { isSandbox: true, compatibility })
  const { grantNumber, agreementGrantToken } = await createGrant(database, { agreement, app, roles: ['SuperUser'] })
  const headers = { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken }
  try {
    return await work({ agreement, baseUrl, headers })
  } finally {
    await revokeGrant(database, grantNumber)
  }
}

async function checkSandbox(database: Database, agreement: number): Promise<void> {
  const [found] = await database.rows<{ isSandbox: boolean }>(
    'SELECT a.is_sandbox AS "isSandbox" FROM agreement a WHERE a.agreement = $1',
    [agreement],
  )
  if (!found) throw new StartError(`There is no agreement ${agreement}.`)
  if (!found.isSandbox) throw new StartError(`Agreement ${agreement} is no sandbox; nothing is sent to it.`)
}
