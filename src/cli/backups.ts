import { stat } from 'node:fs/promises'
import type { Command } from './command.ts'
import { StartError } from './command.ts'
import { checkPlace } from './export-saf-t.ts'
import { withBareStore } from './store.ts'

/** Writes everything in the database into one file. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write everything in the database into one file, while the service runs or not.',
  arguments: ['FILE'],
  options: {},
  async run({ arguments: [file], config }) {
    const { writeBackup } = await import('../backup/write.ts')
    const { progressReporter } = await import('./progress.ts')
    await checkPlace(file!)
    return await withBareStore(config, async ({ database }) => {
      const progress = progressReporter(process.stderr)
      try {
        return { json: { file, ...(await writeBackup(database, file!, progress.report)) } }
      } finally {
        progress.end()
      }
    })
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
    const { progressReporter } = await import('./progress.ts')
    await stat(file!).catch((error: Error) => {
      throw new StartError(`The file ${file} cannot be read: ${error.message}`)
    })
    return await withBareStore(config, async ({ owner, service }) => {
      const progress = progressReporter(process.stderr)
      try {
        const restored = await restoreBackup(owner, file!, service, progress.report)
        const secretKey = await keyState(owner, config)
        const result = await verify(owner)
        const json = { file, ...restored, secretKey, ...result }
        if (result.ok) return { json }
        return { json, text: `The backup is restored, and its books are not right: ${result.fault}`, failed: true }
      } finally {
        progress.end()
      }
    })
  },
}
