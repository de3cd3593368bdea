import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupError } from '../../src/backup/format.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { writeBackup } from '../../src/backup/write.ts'
import { NewerSchemaError } from '../../src/database/migrating/newer.ts'
import { migrationsBefore } from '../database/before-baseline/migrations.ts'
import { isUnreadable } from '../../src/cli/unreadable.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { type TestDatabase, emptyDatabase } from '../database/harness.ts'
import { testService } from '../service/harness.ts'
import { withVouchers } from '../documents/uploading.ts'
import { numbers } from '../webhooks/stage.ts'
import { Chance, seedOf } from '../chance.ts'
import { runs, someOf } from '../long.ts'
import { beginning, type Crafted, made, noteFrame, noteIn, tablesIn, taken, textIn, withText } from './crafted.ts'
import { mutated } from './mutated.ts'

const nothing = (): void => {}
let target: TestDatabase
let directory: string
let file: string
let good: Crafted

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-hostile-backup-'))
  file = join(directory, 'stranger.backup')
  const source = await testService()
  await withVouchers(source, numbers(501, 503))
  await writeBackup(source.database, file, nothing)
  await source.stop()
  good = taken(await readFile(file))
  target = await emptyDatabase()
  // Beside the schema that a restore fills, what it has to leave alone.
  await target.database.rows('CREATE SCHEMA other')
  await target.database.rows('CREATE TABLE other.kept AS SELECT 1 AS number')
  await target.database.rows('CREATE SEQUENCE other.counted')
})
afterAll(async () => {
  await target.drop()
  await rm(directory, { recursive: true })
})

const OTHERS = `
  SELECT (SELECT json_agg(k) FROM other.kept k)::text AS kept, (SELECT last_value::text || is_called FROM other.counted) AS counted,
    (SELECT string_agg(rolname, ' ' ORDER BY rolname) FROM pg_roles) AS roles, (SELECT string_agg(nspname, ' ' ORDER BY nspname)
      FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_t%') AS schemas`
const MADE = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`

/**
 * Tries to restore a file. @returns why that was refused, and undefined where it was done; then it is removed again.
 */
async function refusalOf(bytes: Buffer): Promise<string | undefined> {
  await writeFile(file, bytes)
  const { database } = target
  const before = await database.rows(OTHERS)
  const refusal = await restoreBackup(database, file, undefined, nothing).then(
    () => undefined,
    (error: Error) => error,
  )
  expect(await database.rows(OTHERS)).toEqual(before)
  if (refusal === undefined) {
    await verify(database).catch((error: unknown) => expect(isUnreadable(error), String(error)).toBe(true))
    await database.rows('DROP SCHEMA public CASCADE')
    await database.rows('CREATE SCHEMA public')
    return undefined
  }
  expect(await database.rows(MADE)).toEqual([])
  const isExplained = [BackupError, NewerSchemaError].some((kind) => refusal instanceof kind)
  expect(isExplained, refusal.stack).toBe(true)
  return refusal.message
}

const rewritten = (table: string, change: (text: string) => string): Buffer =>
  made(withText(good, table, change(textIn(good, table))))

test('no file is run as a migration that is none of this program, and none in another order', async () => {
  await writeFile(join(directory, 'evil.sql'), 'CREATE TABLE other.evil ()')
  const migrations = (change: (files: string[]) => unknown): Buffer =>
    made(beginning(good, (note) => ({ ...note, migrations: change(note.migrations as string[]) })))
  const outside = `../../../../../../../..${directory}/evil.sql`
  for (const name of [outside, `file://${directory}/evil.sql`, `/${directory}/evil.sql`]) {
    expect(await refusalOf(migrations((files) => [...files, name]))).toContain('has no right migrations')
  }
  expect(await refusalOf(migrations((files) => [...files, 'evil.sql']))).toContain(
    'none that Daybook has in this order',
  )
  expect(await refusalOf(migrations((files) => [...files, files[0]]))).toContain('has no right migrations')
  const reversed = migrationsBefore.map(({ file }) => file).toReversed()
  expect(await refusalOf(migrations(() => reversed))).toContain('none that Daybook has in this order')
  expect(await refusalOf(migrations((files) => [...files, '9999_evil.sql']))).toContain('9999_evil.sql')
  expect(await refusalOf(made(good))).toBeUndefined()
})

test('only sequences of its own are set, and tables come once and in their order', async () => {
  const sequences = (change: (all: unknown[]) => unknown): Buffer => {
    const end = noteIn(good.frames.at(-1)!) as unknown as { sequences: unknown[] }
    return made({ ...good, frames: good.frames.with(-1, noteFrame({ ...end, sequences: change(end.sequences) })) })
  }
  const counted = { name: 'other.counted', value: '1000' }
  expect(await refusalOf(sequences((all) => [...all, counted]))).toContain('has no right sequences')
  expect(await refusalOf(sequences((all) => [...all, { ...counted, name: 'counted' }]))).toContain(
    'a sequence counted that',
  )
  expect(await refusalOf(sequences((all) => [...all, all[0]]))).toContain('has no right sequences')
  expect(await refusalOf(sequences(() => [{ name: 'app_app_seq', value: '2147483648' }]))).toContain('does not take')
  const [first] = tablesIn(good)
  const tables = (change: (all: unknown[]) => unknown[]): Buffer =>
    made(beginning(good, (note) => ({ ...note, tables: change(note.tables as unknown[]) })))
  expect(await refusalOf(tables((all) => [...all, all[0]]))).toContain('has no right tables')
  expect(await refusalOf(tables((all) => all.toReversed()))).toMatch(/of write_off_setup|does not end the rows of/)
  const more = { kind: 'table', name: 'pg_class', rows: 0, sha256: '' }
  const empty = noteFrame({
    ...more,
    sha256: noteIn(good.frames.find((one) => one.content.includes('"rows":0'))!).sha256,
  })
  const added = taken(tables((all) => [...all, { name: 'pg_class', columns: 'oid' }]))
  added.frames.splice(-1, 0, empty)
  expect(await refusalOf(made(added))).toContain('are not those that its migrations make: pg_class (oid)')
  expect(first!.name).toBe('access_grant')
})

test('the migrations that a backup tells are those that its table has', async () => {
  const fewer = (text: string): string => text.split('\n').slice(1).join('\n')
  // Each is found out once all rows are there: the short form tries one.
  for (const change of [fewer, () => ''].slice(0, runs(1, 2)))
    expect(await refusalOf(rewritten('migration', change))).toContain('has others than those that the backup tells')
})

test('rows that COPY has not written are refused in every table before anything is made', async () => {
  for (const [place, { name, columns }] of tablesIn(good).entries()) {
    const [own] = textIn(good, name).split('\n')
    const row = own === '' ? columns.map(() => '1').join('\t') : own!
    const wrong = [`${row}\r${row}\r\\.\rZ\n`, `${row}\n\\.\n`, `${row}\\015\n`, `${row}\tx\n`, `${row}\0\n`, row]
    for (const text of someOf(wrong, place, 1)) {
      await writeFile(file, made(withText(good, name, text)))
      const refusal = await restoreBackup(target.database, file, undefined, nothing).catch((error: Error) => error)
      expect(refusal, JSON.stringify(text)).toBeInstanceOf(BackupError)
      expect((refusal as Error).message).toContain(`of ${name} in the file has`)
    }
  }
  expect(await target.database.rows(MADE)).toEqual([])
})

test(
  'whatever a backup says, it is refused in a sentence or restored, and nothing beside it changes',
  { timeout: 7_200_000 },
  async () => {
    const seed = seedOf('HOSTILE_BACKUP_SEED')
    const chance = new Chance(seed)
    for (let run = 0; run < runs(2, 300, process.env.HOSTILE_RUNS); run++) {
      const { bytes, how } = mutated(good, chance, [1, 100_001])
      await refusalOf(bytes).catch((error: unknown) => {
        throw new Error(`HOSTILE_BACKUP_SEED=${seed}, run ${run}: ${how}`, { cause: error })
      })
    }
  },
)
