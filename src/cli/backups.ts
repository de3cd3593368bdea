import type { Database } from '../database/connection.ts'
import { runningService } from './addresses.ts'
import { type Command, StartError } from './command.ts'
import { checkPlace, checkReadable } from './files.ts'
import { withProgress } from './progress.ts'
import { withBareStore, withOwner } from './store.ts'
import { isUnreadable } from './unreadable.ts'

/** Writes everything in the database into one file. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write everything in the database into one file, while the service runs or not.',
  arguments: ['FILE'],
  options: {},
  async run({ arguments: [file], config }) {
    const { writeBackup } = await import('../backup/write.ts')
    await checkPlace(file!)
    return await withBareStore(config, async ({ database }) => ({
      json: { file, ...(await withProgress((report) => writeBackup(database, file!, report))) },
    }))
  },
}

/** Brings a backup back into an empty database. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Bring a backup back into an empty database, whole or not at all, and verify it.',
  arguments: ['FILE'],
  options: {},
  async run({ arguments: [file], config }) {
    const { restoreBackup } = await import('../backup/restore.ts')
    const { verify } = await import('../ledger/proof/verify.ts')
    const { keyState } = await import('../secrets/claim.ts')
    await checkReadable(file!)
    return await withOwner(config, async ({ owner, service }) => {
      await refuseBesideService(owner)
      const restored = await withProgress((report) => restoreBackup(owner, file!, service, report))
      const secretKey = await keyState(owner, config)
      const result = await verify(owner).catch((error: unknown) => {
        if (!isUnreadable(error)) throw error
        return { ok: false as const, entries: 0, fault: `They cannot be read (${error.message}).` }
      })
      const json = { file, ...restored, secretKey, ...result }
      if (result.ok) return { json }
      return { json, text: `The backup is restored, and its books are not right: ${result.fault}`, failed: true }
    })
  },
}

/** A service that runs goes on with the key of secrets that the database had when it started. @throws StartError */
async function refuseBesideService(owner: Database): Promise<void> {
  const [noted] = await owner.rows<{ is_so: boolean }>(`SELECT to_regclass('service_address') IS NOT NULL AS is_so`)
  const address = noted!.is_so ? await runningService(owner) : undefined
  if (address === undefined) return
  throw new StartError(`A service runs on this database, at ${address}: stop it, then restore.`)
}
