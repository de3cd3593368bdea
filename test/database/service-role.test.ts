import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { isMigrated, migrate } from '../../src/database/migrate.ts'
import { emptyDatabase, testDatabase } from './harness.ts'
import { SERVICE_ROLE } from './service-role.ts'

const DENIED = '42501'

const codeOf = (database: Database, statement: string): Promise<unknown> =>
  database.rows(statement).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

test('the role of a service reads and adds, and changes nothing of what is kept for good, whatever it tries', async () => {
  const { serviceUrl, database: owner, drop } = await testDatabase()
  const service = openDatabase({ url: serviceUrl }, 2)
  onTestFinished(async () => {
    await service.close()
    await drop()
  })
  expect(await service.rows('SELECT current_user AS name')).toEqual([{ name: SERVICE_ROLE }])
  const kept = await owner.rows<{ name: string }>(
    `SELECT r.relname AS name FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid WHERE t.tgname = r.relname || '_immutable' ORDER BY 1`,
  )
  const names = kept.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['booked_entry', 'booking', 'booked_invoice', 'change', 'entry_match']))
  expect(names.length).toBeGreaterThan(12)
  for (const name of names) {
    const tried = [`DELETE FROM ${name}`, `TRUNCATE ${name}`, `ALTER TABLE ${name} DISABLE TRIGGER ALL`]
    for (const statement of [...tried, `UPDATE ${name} SET agreement = agreement`]) {
      expect([statement, await codeOf(service, statement)]).toEqual([statement, DENIED])
    }
    expect(await codeOf(service, `SELECT FROM ${name} LIMIT 1`)).toBeUndefined()
  }
  for (const statement of [
    'SET session_replication_role = replica',
    'DELETE FROM migration',
    'DROP TRIGGER booked_entry_immutable ON booked_entry',
    'CREATE OR REPLACE FUNCTION refuse_change_of_ledger() RETURNS trigger LANGUAGE sql AS $$ $$',
    'CREATE TABLE extra (a int)',
  ]) {
    expect([statement, await codeOf(service, statement)]).toEqual([statement, DENIED])
  }
  expect(await codeOf(service, 'UPDATE project_expense SET document_id = 1')).toBeUndefined()
})

test('a service has rows counted for plans, though it does not own their tables', async () => {
  const { serviceUrl, database: owner, drop } = await testDatabase()
  const service = openDatabase({ url: serviceUrl }, 1)
  onTestFinished(async () => {
    await service.close()
    await drop()
  })
  await owner.rows(
    `INSERT INTO agreement (agreement, name, base_currency) SELECT 700 + n, 'Counted', 'DKK' FROM generate_series(1, 40) n`,
  )
  await service.rows(`SELECT analyze_tables('customer', 'agreement')`)
  const [counted] = await owner.rows<{ known: number; rows: number }>(
    `SELECT c.reltuples::int AS known, (SELECT count(*)::int FROM agreement) AS rows FROM pg_class c WHERE c.oid = 'agreement'::regclass`,
  )
  expect(counted!.rows).toBeGreaterThanOrEqual(40)
  expect(counted!.known).toBe(counted!.rows)
})

test('who may not migrate sees whether it is done; whoever migrates lets the service in, and again when it was shut out', async () => {
  const { database: owner, serviceUrl, drop } = await emptyDatabase()
  const service = openDatabase({ url: serviceUrl }, 1)
  onTestFinished(async () => {
    await service.close()
    await drop()
  })
  expect(await isMigrated(service)).toBe(false)
  await migrate(owner)
  expect(await isMigrated(owner)).toBe(true)
  expect(await isMigrated(service)).toBe(false)
  expect(await migrate(owner, SERVICE_ROLE)).toEqual([])
  expect(await isMigrated(service)).toBe(true)
})
