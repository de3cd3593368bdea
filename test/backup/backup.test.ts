import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '../../src/backup/restore.ts'
import { holdTables } from '../../src/backup/copying.ts'
import { type Backup, tablesOf, writeBackup } from '../../src/backup/write.ts'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { knownMigrations } from '../../src/database/migrate.ts'
import { applyBefore, migrationsBefore, migrationsBetween } from '../database/before-baseline/migrations.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { claimKey } from '../../src/secrets/claim.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from '../database/harness.ts'
import { isLong } from '../long.ts'
import { SERVICE_ROLE } from '../database/service-role.ts'
import { heavyPdf } from '../documents/files.ts'
import { attach, bytesAt, DOCUMENTS, withVouchers } from '../documents/uploading.ts'
import { numbers } from '../webhooks/stage.ts'
import { OURS, receiver } from '../resources/webhooks.ts'
import { testKey } from '../service/secret-key.ts'
import { API, BOOKED, DRAFTS, finance } from '../resources/bookkeeping.ts'
import { type Client, testNode, type TestService, testService } from '../service/harness.ts'

const nothing = (): void => {}
let service: TestService
let client: Client
let directory: string
let file: string
let secret: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-backup-'))
  file = join(directory, 'daybook.backup')
  service = await testService()
  await claimKey(service.database, testKey)
  client = await withVouchers(service, numbers(501, 520))
  secret = await secretOf(await receiver(service))
  const uploaded = await attach(client, heavyPdf('A voucher', 700_000, randomBytes(700_000)))
  expect(uploaded.status, uploaded.text).toBe(201)
})
afterAll(async () => {
  await service.stop()
  await rm(directory, { recursive: true })
})

const secretOf = async (one: Client): Promise<string> =>
  (await one.get(`${OURS}/webhook-secrets/CUSTOMER_UPDATED`)).json.secret as string

/** Books one more voucher. @returns the numbers of its entries. */
async function bookOne(one: Client, voucherNumber: number): Promise<number[]> {
  const draft = await one.post(DRAFTS, finance({ voucherNumber }))
  expect(draft.status, draft.text).toBe(201)
  const made = await one.post(`${API}/journals/1/bookdraftentries`, { entryNumbers: [Object.values(draft.json)[0]] })
  expect(made.status, made.text).toBeLessThan(300)
  const { items } = (await one.get(`${BOOKED}?filter=voucherNumber$eq:${voucherNumber}`)).json
  return items.map(({ number, entryNumber }: Record<string, number>) => number ?? entryNumber)
}

async function emptyOne(): Promise<TestDatabase> {
  const target = await emptyDatabase()
  onTestFinished(() => target.drop())
  return target
}

/** Every table's rows as one hash, in an order of their own. */
async function hashesOf(database: Database): Promise<unknown[]> {
  const tables = await database.rows<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' ORDER BY 1`,
  )
  const each = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*)::int AS rows, md5(string_agg(t::text, chr(10) ORDER BY t::text)) AS hash
       FROM ${name} t`,
  )
  return await database.rows(`${each.join(' UNION ALL ')} ORDER BY 1`)
}

/** What the schema is made of, down to whether a trigger is on. */
async function schemaOf(database: Database): Promise<unknown[]> {
  return await database.rows(`
    SELECT 'constraint' AS kind, conrelid::regclass::text AS "of", conname AS name, pg_get_constraintdef(oid) || convalidated AS text FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace
    UNION ALL SELECT 'trigger', tgrelid::regclass::text, CASE WHEN tgisinternal THEN '' ELSE tgname END, tgenabled::text FROM pg_trigger
    UNION ALL SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL SELECT 'function', '', oid::regprocedure::text, md5(prosrc) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    UNION ALL SELECT 'right', table_name, grantee, privilege_type FROM information_schema.role_table_grants WHERE grantee = '${SERVICE_ROLE}'
    ORDER BY 1, 2, 3, 4`)
}

/** What only grows, wherever it was read. */
const NUMBERS =
  'SELECT s.sequencename, s.last_value FROM pg_sequences s WHERE s.schemaname = current_schema() ORDER BY 1'

test('a backup brings everything back into an empty database: rows, files, numbers, secrets, rights', async () => {
  await bookOne(client, 601)
  const backup = await writeBackup(service.database, file, nothing)
  expect(backup).toMatchObject({ bytes: (await stat(file)).size, schema: (await knownMigrations([])).at(-1) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(directory)).toEqual(['daybook.backup'])
  const target = await emptyOne()
  const { tables, rows, migrated } = await restoreBackup(target.database, file, SERVICE_ROLE, nothing)
  expect({ tables, rows, migrated }).toEqual({ tables: backup.tables, rows: backup.rows, migrated: [] })
  const hashes = await hashesOf(service.database)
  expect(hashes.length).toBe(backup.tables)
  expect(await hashesOf(target.database)).toEqual(hashes)
  expect(await schemaOf(target.database)).toEqual(await schemaOf(service.database))
  expect(await target.database.rows(NUMBERS)).toEqual(await service.database.rows(NUMBERS))
  expect(await verify(target.database)).toEqual(await verify(service.database))
  const asService = openDatabase({ url: target.serviceUrl }, 4)
  onTestFinished(() => asService.close())
  expect(await claimKey(asService, testKey)).toBe(0)
  await expectItGoesOn(asService)
})

async function expectItGoesOn(database: Database): Promise<void> {
  const node = await testNode(database)
  onTestFinished(() => node.app.close())
  const call: Client['call'] = (method, path, options = {}) =>
    node.call(method, path, { ...options, headers: { ...client.headers, ...options.headers } })
  const restored: Client = {
    ...client,
    call,
    get: (path, more) => call('GET', path, more),
    post: (path, body, more) => call('POST', path, { body, ...more }),
  }
  const [here, there] = [await bookOne(client, 700), await bookOne(restored, 700)]
  expect(there.length).toBeGreaterThan(1)
  expect(there).toEqual(here)
  const { items } = (await restored.get(DOCUMENTS)).json
  const path = `${DOCUMENTS}/${items[0].number}/pdf`
  const [saved, back] = [await bytesAt(service, client, path), await bytesAt({ ...service, ...node }, restored, path)]
  expect([saved.status, saved.bytes.length > 500_000]).toEqual([200, true])
  expect(back.bytes.equals(saved.bytes)).toBe(true)
  const [row] = await database.rows<{ ok: boolean }>('SELECT count(*) > 0 AS ok FROM webhook w WHERE w.agreement > 0')
  expect(row!.ok).toBe(true)
  expect(secret).toMatch(/^whsec_/)
}

test('a backup under a load of writes is of one moment: books are right, numbers have no gaps', async () => {
  let isOver = false
  let written = 0
  const writers = [client, await withVouchers(service, [])].map(async (writer, at) => {
    for (let number = 10_000 * (at + 1); !isOver; number++, written++) await bookOne(writer, number)
  })
  const backups: Backup[] = []
  try {
    do backups.push(await writeBackup(service.database, file, nothing))
    while (written < 12)
    backups.push(await writeBackup(service.database, file, nothing))
  } finally {
    isOver = true
    await Promise.all(writers)
  }
  expect(backups.at(-1)!.rows).toBeGreaterThan(backups[0]!.rows)
  const target = await emptyOne()
  await restoreBackup(target.database, file, undefined, nothing)
  const [before, after] = [await verify(target.database), await verify(service.database)]
  expect([before.ok, after.ok]).toEqual([true, true])
  expect(before.entries).toBeLessThanOrEqual(after.entries)
  const entries = await bookOne(client, 90_000)
  expect(entries.length).toBeGreaterThan(1)
})

test('a file that is cut short or changed, and one that is none, is refused in a sentence; nothing is left in the database', async () => {
  await writeBackup(service.database, file, nothing)
  const whole = await readFile(file)
  const { database } = await emptyOne()
  const refused = async (told: string): Promise<void> => {
    await expect(restoreBackup(database, broken, undefined, nothing)).rejects.toThrow(told)
    expect(
      await database.rows(`SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace`),
    ).toEqual([])
  }
  const broken = join(directory, 'broken')
  for (const length of [whole.length - 1, Math.floor(whole.length / 2), 60, 20]) {
    await writeFile(broken, whole)
    await truncate(broken, length)
    await refused('was cut short or changed')
  }
  for (const at of [30, Math.floor(whole.length / 2), whole.length - 1]) {
    const changed = Buffer.from(whole)
    changed[at]! ^= 1
    await writeFile(broken, changed)
    await refused('was cut short or changed')
  }
  await writeFile(broken, whole)
  await appendFile(broken, 'x')
  await refused('was cut short or changed')
  await writeFile(broken, 'PGDMP and more')
  await refused('is no backup of Daybook')
  await rm(broken)
  await refused('cannot be read')
})

test('a migration beside a backup waits for it: a table that it writes anew is not read as empty', async () => {
  const { database, url, drop } = await testDatabase()
  onTestFinished(drop)
  await database.rows(`INSERT INTO service_address (address, machine) VALUES ('http://127.0.0.1:1', 'here')`)
  const { rows } = await writeBackup(database, file, nothing)
  const other = openDatabase({ url }, 2)
  onTestFinished(() => other.close())
  const writeAnew = () => other.rows('ALTER TABLE service_address ADD COLUMN note uuid DEFAULT gen_random_uuid()')
  let changed: Promise<unknown> | undefined
  const beside = await writeBackup(database, file, () => void (changed ??= writeAnew()))
  expect(beside.rows).toBe(rows)
  await changed
  await other.rows('ALTER TABLE service_address DROP COLUMN note')
  const late = database.snapshot(async (transaction) => {
    const tables = await tablesOf(transaction)
    await writeAnew()
    await holdTables(transaction, tables)
  })
  await expect(late).rejects.toThrow('The table service_address was changed at this moment')
})

test('what a killed backup of the same process number left does not stop the next one', async () => {
  const left = `${file}.${process.pid}.part`
  await writeFile(left, 'a beginning')
  onTestFinished(() => rm(left))
  await writeBackup(service.database, file, nothing)
  expect((await readdir(directory)).filter((name) => name.endsWith('.part'))).toEqual([basename(left)])
})

test('a restore whose connection is lost in the middle has done nothing', async () => {
  await writeBackup(service.database, file, nothing)
  const { database, url } = await emptyOne()
  const other = openDatabase({ url }, 1)
  onTestFinished(() => other.close())
  let lost: Promise<unknown> | undefined
  const restoring = restoreBackup(database, file, undefined, ({ stage, done, total }) => {
    if (stage !== 'restore' || done < total / 2) return
    lost ??= other.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
    )
  })
  await expect(restoring).rejects.toThrow()
  await lost
  const made = `SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace`
  expect(await other.rows(made)).toEqual([])
})

test('a database with content, or with tables of others, is left alone; one with nothing but the demo company is replaced', async () => {
  await service.database.rows(`INSERT INTO service_address (address, machine) VALUES ('http://127.0.0.1:1', 'here')`)
  await writeBackup(service.database, file, nothing)
  // A service that serves another database does not listen for this one: it is not restored.
  await service.database.rows('DELETE FROM service_address')
  const { database: foreign } = await emptyOne()
  await foreign.rows('CREATE TABLE other (a int)')
  await expect(restoreBackup(foreign, file, undefined, nothing)).rejects.toThrow('tables that are not of Daybook')
  const { database, url, drop } = await testDatabase()
  onTestFinished(drop)
  const restore = () => restoreBackup(database, file, undefined, nothing)
  await database.rows(`INSERT INTO app (name, secret_hash) VALUES ('Own', 'x')`)
  await expect(restore()).rejects.toThrow('has content (1 app)')
  await database.rows('DELETE FROM app')
  await database.rows(`INSERT INTO agreement (agreement, name) VALUES (100001, 'Own')`)
  await expect(restore()).rejects.toThrow('has content (1 agreement)')
  await database.rows('UPDATE agreement SET is_demo = true')
  const own = { our_budget: 'TABLE', our_list: 'VIEW', our_sums: 'MATERIALIZED VIEW' }
  for (const [name, kind] of Object.entries(own))
    await database.rows(`CREATE ${kind} ${name} AS SELECT count(*)::int AS a FROM agreement`)
  await expect(restore()).rejects.toThrow('has content (our_budget, our_list, our_sums: not of Daybook)')
  for (const [name, kind] of Object.entries(own)) {
    expect(await database.rows(`SELECT a FROM ${name}`)).toEqual([{ a: 1 }])
    await database.rows(`DROP ${kind} ${name}`)
  }
  await database.rows(`INSERT INTO migration (file) VALUES ('9999_of_tomorrow.sql')`)
  await expect(restore()).rejects.toThrow('has content (tables of a newer Daybook)')
  await database.rows(`DELETE FROM migration WHERE file = '9999_of_tomorrow.sql'`)
  // In the order of the catalogue's rows, where sequences of columns come before their tables.
  await database.rows(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_indexscan = off', current_database()); END $$`,
  )
  await database.rows(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_bitmapscan = off', current_database()); END $$`,
  )
  const unsorted = openDatabase({ url }, 1)
  onTestFinished(() => unsorted.close())
  await restoreBackup(unsorted, file, undefined, nothing)
  expect(await hashesOf(database)).toEqual(await hashesOf(service.database))
})

/**
 * A database whose last migration is before that one. The short form has the newer one forget it, with those after it:
 * what a backup tells of migrations is read before its tables.
 */
async function olderThan(migration: string, newer: Database): Promise<{ database: Database }> {
  if (isLong) {
    const older = await emptyOne()
    await older.database.transaction((transaction) => applyBefore(transaction, migrationsBetween('0001', migration)))
    return older
  }
  await newer.rows('DELETE FROM migration WHERE file >= $1', [migration])
  return { database: newer }
}

test('a backup of an older schema is brought up to date; one of a newer schema is refused with its migration', async () => {
  const { database: old } = await emptyOne()
  await old.transaction((transaction) => applyBefore(transaction, migrationsBefore))
  await old.rows(`INSERT INTO agreement (agreement, name) VALUES (100001, 'Of long ago')`)
  await writeBackup(old, file, nothing)
  const { database } = await emptyOne()
  expect((await restoreBackup(database, file, undefined, nothing)).migrated).toEqual(await knownMigrations([]))
  expect(await database.rows('SELECT name FROM agreement')).toEqual([{ name: 'Of long ago' }])
  expect(await schemaOf(database)).toEqual(
    (await schemaOf(service.database)).filter((row) => (row as { kind: string }).kind !== 'right'),
  )
  await old.rows(`INSERT INTO migration (file) VALUES ('9999_of_tomorrow.sql')`)
  await writeBackup(old, file, nothing)
  const other = await emptyOne()
  await expect(restoreBackup(other.database, file, undefined, nothing)).rejects.toThrow('9999_of_tomorrow.sql')
  await expect(writeBackup(other.database, file, nothing)).rejects.toThrow('There is nothing to back up')
  await writeBackup((await olderThan('0131', old)).database, file, nothing)
  await expect(restoreBackup((await emptyOne()).database, file, undefined, nothing)).rejects.toThrow(
    /^The backup has the schema of an older Daybook \(its last migration: 0130_.* restore the backup with it, then use this program/,
  )
})
