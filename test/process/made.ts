import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { copy } from '../../src/testing/prepared.ts'
import { isLong } from '../long.ts'
import { answerOf, dataDirectory } from './program.ts'

/** Names the lock under which the run's one data directory is made. */
const MAKING = 90_001

/**
 * As `dataDirectory`, with a migrated database in it. It is a copy, which takes a fiftieth of the processor time of a
 * new one. In the long form it is empty: the program makes the database, as it does in `serve.test.ts` and
 * `accounts.test.ts` in the short form too.
 */
export async function madeDirectory(mode?: number): ReturnType<typeof dataDirectory> {
  const place = await dataDirectory(mode)
  await madeIn(place.data)
  return place
}

/** The same in a data directory that is not there yet. */
export async function madeIn(data: string): Promise<void> {
  if (!isLong) await copy(await original(), data)
}

/** The directory that all are copies of. The first caller has a program make it; it is there whole, or not at all. */
async function original(): Promise<string> {
  const made = join(inject('madeDirectories'), 'made')
  const maintenance = openDatabase({ url: inject('databaseServer') }, 1)
  try {
    await maintenance.transaction(async (transaction) => {
      await transaction.rows('SELECT pg_advisory_xact_lock($1)', [MAKING])
      if (!existsSync(made)) await make(made)
    })
  } finally {
    await maintenance.close()
  }
  return made
}

async function make(made: string): Promise<void> {
  const building = join(inject('madeDirectories'), 'building')
  await rm(building, { recursive: true, force: true })
  await mkdir(building)
  const data = join(building, 'data')
  await answerOf(['agreement', 'list'], { environment: { DAYBOOK_DATA: data } })
  await rename(data, made)
}
