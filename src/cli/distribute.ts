import type { Command } from './command.ts'
import { StartError, UsageError } from './command.ts'
import { withOwner } from './store.ts'

/** Spreads agreements over the workers of Citus. */
export const distributeCommand: Command = {
  name: 'distribute',
  summary:
    'Spread the agreements over the workers of Citus, or go on where it ended; verifies the books before and after.',
  arguments: [],
  options: {
    shards: { value: 'N', summary: 'How many parts each table gets, for good; as Citus has it where left out: 32.' },
  },
  async run({ options, config }) {
    const { checkWorkers, distribute } = await import('../database/distribution/distribute.ts')
    const { migrate, ownSchema } = await import('../database/migrate.ts')
    const { openDatabase } = await import('../database/connection.ts')
    const { verify } = await import('../ledger/proof/verify.ts')
    const shards = options.shards === undefined ? undefined : Number(options.shards)
    if (shards !== undefined && !(Number.isInteger(shards) && shards >= 1 && shards <= SHARDS_MAX)) {
      throw new UsageError(`--shards is '${options.shards}'; give a number up to ${SHARDS_MAX}.`)
    }
    const url = config.databaseOwnerUrl ?? config.databaseUrl
    if (url === undefined)
      throw new StartError('Only a database of DATABASE_URL can be spread: the embedded one is one server.')
    return await withOwner(config, async ({ owner, service }) => {
      // Before all that takes its time: the books may be large.
      await checkWorkers(owner)
      const migrated = await migrate(owner, service)
      const before = await verify(owner)
      if (!before.ok)
        return {
          json: { ...before },
          text: `The books are not right, so they stay where they are: ${before.fault}`,
          failed: true,
        }
      const { tables, ...spread } = await distribute(owner, (await ownSchema()).routines, shards)
      // Another connection: the ones from before do not know yet where rows are.
      const after = openDatabase({ url }, 1)
      let result: Awaited<ReturnType<typeof verify>>
      try {
        result = await verify(after)
      } finally {
        await after.close()
      }
      const json = { migrated, tables: tables.length, ...spread, ...result }
      if (!result.ok) return { json, text: `The books are spread, and are not right: ${result.fault}`, failed: true }
      const notice =
        tables.length === 0
          ? 'Everything was spread already.'
          : 'Start every service anew: the ones that run do not know of it.'
      return { json, notice }
    })
  },
}

const SHARDS_MAX = 1024
