import { createHash } from 'node:crypto'
import type { Executor } from '../pool/statements.ts'
import type { Repeatable } from './schema.ts'

/** What a database says of its schema. */
export interface Noted {
  /** Whether it says anything. */
  isThere: boolean
  /** In order. */
  migrations: readonly string[]
  /** The hashes of what runs again, by file. */
  hashes: ReadonlyMap<string, string>
  /**
   * The sets of these that it had one after the other, by name. A program whose set is not the last is an older one.
   */
  sets: readonly string[]
}

/** What a database says that says nothing. */
export const NOTHING_NOTED: Noted = { isThere: false, migrations: [], hashes: new Map(), sets: [] }

/** The name of all that runs again, together. */
export function setName(repeatables: readonly Repeatable[]): string {
  const hash = createHash('sha256')
  for (const one of repeatables) hash.update(`${one.file} ${one.hash}\n`)
  return `set ${hash.digest('hex')}`
}

/** Reads what is noted, of any database that has the table `migration`. Before the baseline that had no hashes. */
export async function notedIn(executor: Executor): Promise<Noted> {
  const rows = await executor.rows<{ file: string; hash: string | null }>(
    `SELECT m.file, to_jsonb(m) ->> 'hash' AS hash FROM migration m ORDER BY m.applied_at, m.file`,
  )
  const [sets, others] = [rows.filter(({ hash }) => hash === 'set'), rows.filter(({ hash }) => hash !== 'set')]
  return {
    isThere: true,
    migrations: others
      .filter(({ hash }) => hash === null)
      .map(({ file }) => file)
      .sort(),
    hashes: new Map(others.flatMap(({ file, hash }) => (hash === null ? [] : [[file, hash]]))),
    sets: sets.map(({ file }) => file),
  }
}
