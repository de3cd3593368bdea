import { DEMO } from '../../access/grant.ts'
import type { Transaction } from '../../database/connection.ts'
import { BackupError, type MovedApp } from '../format.ts'
import { ITS_OWN } from './tables.ts'

/**
 * How many agreements came; whether one is, or lies where, the demo company is; and whether the token that everybody
 * knows leads to it.
 */
const CAME = `
  SELECT (SELECT count(*)::int FROM agreement a WHERE a.agreement = ${ITS_OWN}) AS agreements,
    EXISTS (SELECT FROM agreement a WHERE a.agreement = ${ITS_OWN} AND (a.is_demo OR a.agreement = $1)) AS "isDemo",
    EXISTS (SELECT FROM access_grant g WHERE g.agreement = ${ITS_OWN} AND encode(g.token_hash, 'hex') = $2)
      AS "hasDemoToken"`

/**
 * Checks that one agreement has come, and not as the demo company, which every service makes for itself. @throws
 * BackupError
 */
export async function checkIdentity(there: Transaction): Promise<void> {
  const rows = await there.rows<{ agreements: number; isDemo: boolean; hasDemoToken: boolean }>(CAME, [
    DEMO.agreement,
    DEMO.tokenHash,
  ])
  const { agreements, isDemo, hasDemoToken } = rows[0]!
  if (agreements !== 1)
    throw new BackupError('The file has rows, but no agreement that they are of: nothing is imported.')
  if (isDemo || hasDemoToken) throw asDemo()
}

/** @throws BackupError where one of the apps that are to be made has the secret of the demo company's. */
export function checkNoDemo(apps: readonly MovedApp[]): void {
  const isDemo = ({ secretHash, previousSecretHash }: MovedApp): boolean =>
    [secretHash, previousSecretHash].includes(DEMO.tokenHash)
  if (apps.some(isDemo)) throw asDemo()
}

const asDemo = (): BackupError =>
  new BackupError(
    'The demo company, its number and its tokens are made by every service for itself: no other agreement has them. Nothing is imported.',
  )
