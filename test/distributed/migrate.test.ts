import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createAgreement } from '../../src/companies/create.ts'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { distribute, distributeTables } from '../../src/database/distribution/distribute.ts'
import { tableFile } from '../../src/database/migrating/schema.ts'
import { isMigrated, migrate, ownSchema } from '../../src/database/migrate.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftLists, type DraftEntryInput, type SentDraft } from '../../src/ledger/drafts/drafts.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { applyBefore, migrationsBetween } from '../database/before-baseline/migrations.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from '../database/harness.ts'
import { inDatabase, join } from '../database/servers.ts'
import { SERVICE_ROLE } from '../database/service-role.ts'
import { ACCOUNT, fillBooks } from '../ledger/books.ts'
import { forgeSeals, forgeSealsOfTrail } from '../ledger/forged-seals.ts'
import { blocksOf } from '../tidy/documents.ts'
import { runSpread } from './run-spread.ts'
import { schemaOf } from './schema.ts'

/** An agreement from before its database was spread. */
const BEFORE = 90_001
const workers = inject('databaseWorkers')
const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1)

/**
 * The first migration after the first state that Citus takes: earlier ones have foreign keys with ON UPDATE CASCADE,
 * which it refuses. Every later one runs where rows are spread.
 */
const LATER = '0059'

/** What each server has of a database, the coordinator last. */
async function onServers<T>(database: TestDatabase, look: (server: Database) => Promise<T>): Promise<T[]> {
  const seen: T[] = []
  for (const server of [...workers, inject('databaseServer')]) {
    const there = openDatabase({ url: inDatabase(server, nameOf(database)) }, 1)
    try {
      seen.push(await look(there))
    } finally {
      await there.close()
    }
  }
  return seen
}

/** Writes a draft entry, and books it. */
async function book(database: Database, agreement: number, input: Partial<DraftEntryInput>): Promise<void> {
  await database.at(agreement).transaction(async (transaction) => {
    const draft = {
      entryTypeNumber: 5,
      journalNumber: 1,
      date: '2026-02-01',
      currency: 'DKK',
      amount: '125.00',
      ...input,
    }
    const sent: SentDraft[] = [{ input: draft, faults: [] }]
    await createDraftLists(transaction, { agreement, baseCurrency: 'DKK' }, [sent])
    expect(sent[0]!.faults).toEqual([])
    await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
  })
}
const bend = (database: Database, statement: string): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows(`${statement}`, [BEFORE])
  })
const DEPOSIT = { accountNumber: ACCOUNT.bank, contraAccountNumber: ACCOUNT.equity }

/** Gives a database of before the books that today's program keeps, without what was added since, which is unsealed. */
async function keepBooks(old: TestDatabase): Promise<void> {
  const { database, own, drop } = await testDatabase()
  try {
    await fillBooks(own, BEFORE)
    await book(own, BEFORE, DEPOSIT)
    const books = { database, agreement: BEFORE, tamper: (text: string) => bend(database, text) }
    await books.tamper('UPDATE booking SET logs = NULL WHERE agreement = $1')
    await forgeSealsOfTrail(books)
    await forgeSeals(books)
    const columns = await columnsOf(own)
    for (const [table, before] of await columnsOf(old.own)) {
      const both = before.filter((column) => columns.get(table)?.includes(column)).join(', ')
      if (both === '') continue
      const [row] = await own.rows<{ all: string }>(
        `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${table} t WHERE t.agreement = $1`,
        [BEFORE],
      )
      await old.own.transaction(async (transaction) => {
        await transaction.rows('SET LOCAL session_replication_role = replica')
        await transaction.rows(
          `INSERT INTO ${table} (${both}) OVERRIDING SYSTEM VALUE
           SELECT ${both} FROM json_populate_recordset(NULL::${table}, $1::json)`,
          [row!.all],
        )
      })
    }
  } finally {
    await drop()
  }
}

/**
 * The columns of every table with rows of an agreement. Numbers that only tell rows of `booked_reference` apart are
 * drawn anew: those of a server of Citus it may draw once more for rows to come.
 */
async function columnsOf(database: Database): Promise<Map<string, string[]>> {
  const rows = await database.rows<{ name: string; columns: string }>(
    `SELECT c.relname AS name, string_agg(a.attname, ' ' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND NOT (c.relname = 'booked_reference' AND a.attidentity <> '')
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
     GROUP BY c.oid HAVING bool_or(a.attname = 'agreement')`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns.split(' ')]))
}

/** The views of shards where they are, by numbers that they have as long as they are there. */
const viewsOf = (server: Database): Promise<string[]> =>
  server
    .rows<{ oid: string }>(`SELECT oid::text FROM pg_namespace WHERE nspname LIKE 'shard\\_%' ORDER BY oid`)
    .then((rows) => rows.map(({ oid }) => oid))

/**
 * Citus leaves TRUNCATE out where a trigger is made of a table that is spread already. The coordinator's own table
 * refuses it.
 */
const comparable = (line: string): string => line.replace(/( BEFORE .*) OR TRUNCATE( ON public\.\w+_#)/, '$1$2')

describe.runIf(workers.length > 0)('a database that is spread already', () => {
  let old: TestDatabase
  beforeAll(async () => {
    old = await emptyDatabase()
    await join(nameOf(old), inject('databaseServer'), workers)
    await old.own.transaction(async (transaction) => {
      await applyBefore(transaction, migrationsBetween('0001', LATER))
      await transaction.rows('SELECT grant_to_service($1)', [SERVICE_ROLE])
    })
    await keepBooks(old)
    // The routines are those of that time, and no shard needs them before all is migrated.
    await distribute(old.own, [], 2)
    // Another connection: those from before lack the settings that the database has now.
    const later = openDatabase({ url: old.url }, 1)
    await later.transaction(async (transaction) => {
      await applyBefore(transaction, migrationsBetween(LATER, '0200'), runSpread)
      await distributeTables(transaction, [])
    })
    await later.close()
  })
  afterAll(() => old.drop())

  test('is migrated to what one is that was migrated first, on every server and in every shard', async () => {
    const newest = await testDatabase()
    const database = openDatabase({ url: old.url }, 2)
    try {
      const schema = await ownSchema()
      const applied = await migrate(database, SERVICE_ROLE)
      expect(applied).toEqual(['0199_baseline.sql', ...schema.migrations.map(({ file }) => file)])
      expect(await isMigrated(database)).toBe(true)
      const [have, want] = [await onServers(old, schemaOf), await onServers(newest, schemaOf)]
      for (const [at, lines] of want.entries()) {
        const known = new Set(have[at]!.map(comparable))
        expect(lines.map(comparable).filter((line) => !known.has(line))).toEqual([])
        expect(have[at]).toHaveLength(lines.length)
        expect(lines.length).toBeGreaterThan(3000)
      }
      await expect(old.own.rows('TRUNCATE project_log')).rejects.toThrow('TRUNCATE of project_log is refused')
    } finally {
      await database.close()
      await newest.drop()
    }
  })

  test('is used as before, and as any other, by a service with few rights', async () => {
    const service = openDatabase({ url: old.serviceUrl }, 2)
    try {
      await book(service, BEFORE, DEPOSIT)
      const fresh = await createAgreement(service, { name: 'Later', template: 'danish', modules: 'all' })
      await book(service, fresh, {
        accountNumber: 5820,
        contraAccountNumber: 6110,
        date: `${new Date().getFullYear()}-01-15`,
      })
      expect(await verify(service)).toEqual({ ok: true, entries: 6 })
    } finally {
      await service.close()
    }
  })

  test('gets a new table spread, with all that belongs to it', async () => {
    const [script] = blocksOf('CONTRIBUTING.md', 'sql')
    const database = openDatabase({ url: old.url }, 2)
    try {
      const schema = await ownSchema()
      const file = tableFile('sales/service_order.sql', script!)
      const later = { ...schema, tables: [...schema.tables, file] }
      expect(await migrate(database, SERVICE_ROLE, later)).toEqual([file.file])
      await expect(isMigrated(database)).rejects.toThrow('by a newer Daybook, which has changed its functions')
      const order = (number: number, customer: number) =>
        database.at(BEFORE).rows(
          `INSERT INTO service_order (agreement, number, customer_number, heading, priority, ordered_on, is_on_site)
           VALUES ($1, $2, $3, 'Repair', 1, '2026-02-01', true)`,
          [BEFORE, number, customer],
        )
      const [customer] = await database
        .at(BEFORE)
        .rows<{ number: number }>('SELECT min(number) AS number FROM customer WHERE agreement = $1', [BEFORE])
      await order(1, customer!.number)
      await expect(order(2, 999_999)).rejects.toMatchObject({ constraint_name: 'service_order_customer_number_fk' })
      const trail = `SELECT FROM change WHERE agreement = $1 AND resource = 'ServiceOrders' AND key = '1'`
      expect((await database.at(BEFORE).rows(trail, [BEFORE])).length).toBeGreaterThan(0)
    } finally {
      await database.close()
    }
  })
})

describe.runIf(workers.length > 0)('the views of shards', () => {
  let base: TestDatabase
  let database: Database
  beforeAll(async () => {
    base = await testDatabase()
    database = openDatabase({ url: base.url }, 2)
    await database.rows('SELECT 1')
  })
  afterAll(async () => {
    await database.close()
    await base.drop()
  })

  test('are left where they are those of this program', async () => {
    const before = await onServers(base, viewsOf)
    expect(await isMigrated(database)).toBe(true)
    await migrate(database)
    expect(await onServers(base, viewsOf)).toEqual(before)
    expect(before.flat()).toHaveLength(2)
  })

  test('follow the tables also where a migration ended before they were made', async () => {
    let transactions = 0
    const killed: Database = {
      ...database,
      transaction: (work) => (transactions++ === 0 ? database.transaction(work) : Promise.reject(new Error('killed'))),
    }
    await database.transaction(async (transaction) => {
      await transaction.script('ALTER TABLE employee ADD COLUMN nickname text')
      await transaction.rows(`INSERT INTO migration (file) VALUES ('nicknames')`)
    })
    await expect(migrate(killed)).rejects.toThrow('killed')
    expect(transactions).toBe(2)
    const nicknames = () => database.at(BEFORE).rows('SELECT nickname FROM employee WHERE agreement = $1', [BEFORE])
    await expect(nicknames()).rejects.toMatchObject({ code: '42703' })
    expect(await isMigrated(database)).toBe(false)
    expect(await migrate(database)).toEqual([])
    expect(await isMigrated(database)).toBe(true)
    expect(await nicknames()).toEqual([])
  })

  test('and their functions are those of the program that starts', async () => {
    const want = await onServers(base, schemaOf)
    const older = `CREATE OR REPLACE FUNCTION hold_shard(shard bigint) RETURNS void LANGUAGE sql AS 'SELECT'`
    await database.transaction(async (transaction) => {
      await transaction.script(older)
      await transaction.rows(`UPDATE placed_views SET content = 'of an older program'`)
    })
    expect(await onServers(base, schemaOf)).not.toEqual(want)
    expect(await isMigrated(database)).toBe(false)
    await Promise.all([migrate(database), migrate(base.own)])
    expect(await onServers(base, schemaOf)).toEqual(want)
    expect(await isMigrated(database)).toBe(true)
  })

  test('have the rights of a service that is let in later', async () => {
    const service = openDatabase({ url: base.serviceUrl }, 2)
    const look = () => service.at(BEFORE).rows('SELECT FROM account WHERE agreement = $1', [BEFORE])
    try {
      await database.transaction(async (transaction) => {
        await transaction.script(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${SERVICE_ROLE}`)
        await transaction.rows(`UPDATE placed_views SET content = 'of an older program'`)
      })
      await migrate(database)
      await expect(look()).rejects.toMatchObject({ code: '42501' })
      expect(await isMigrated(service)).toBe(false)
      await migrate(database, SERVICE_ROLE)
      expect(await isMigrated(service)).toBe(true)
      expect(await look()).toEqual([])
    } finally {
      await service.close()
    }
  })

  test('are told of where a server does not make them', async () => {
    await database.rows(`UPDATE placed_views SET content = 'of an older program'`)
    const [at] = workers
    const worker = openDatabase({ url: inDatabase(at!, nameOf(base)) }, 1)
    try {
      await worker.transaction(async (transaction) => {
        await transaction.script('SET LOCAL citus.enable_ddl_propagation = off')
        await transaction.script(
          'CREATE FUNCTION kept_view() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION $e$No room.$e$; END $$',
        )
        await transaction.script(
          `CREATE EVENT TRIGGER no_room ON ddl_command_start WHEN TAG IN ('CREATE VIEW') EXECUTE FUNCTION kept_view()`,
        )
      })
      await expect(migrate(database)).rejects.toThrow(/did not make the views of its shards: .*No room/)
      expect(await isMigrated(database)).toBe(false)
    } finally {
      await worker.close()
    }
  })
})
