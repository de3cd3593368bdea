import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHARED_TABLES, tenantTables } from '../conventions/statements.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { unboundTables } from './recorded.ts'

// Statements are judged where they are sent: each suite of the conventions ends by judging every statement of its
// service.

let service: SharedService
/** The tables that belong to agreements. */
let tables: string[]

beforeAll(async () => {
  service = await sharedService()
  tables = await tenantTables(service)
  expect(tables.length).toBeGreaterThan(20)
})
afterAll(() => service.stop())

describe('the catalogue', () => {
  test('has the agreement first in every primary key and unique index', async () => {
    const rows = await service.database.rows<{ name: string }>(
      `SELECT c.relname || ': ' || i.indexrelid::regclass AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique AND a.attname IS DISTINCT FROM 'agreement'
         AND c.relname <> ALL ($1::text[]) ORDER BY 1`,
      [`{${SHARED_TABLES.join(',')}}`],
    )
    // A grant is found by its token before anybody knows the agreement, and revoked by its number alone.
    const allowed = ['number', 'previous_token_hash', 'token_hash'].map(
      (name) => `access_grant: access_grant_${name}_key`,
    )
    // A browser is known by its session, a link by its code and a passkey by its credential, before an agreement is;
    // revoked by number.
    const console = [
      'console_link: console_link_code_hash_key',
      'console_passkey: console_passkey_credential_unique',
      'console_passkey: console_passkey_number_key',
      'console_session: console_session_number_key',
      'console_session: console_session_token_hash_unique',
    ]
    expect(rows.map(({ name }) => name)).toEqual([...allowed, ...console])
    // Where a partition had a primary key before, the whole has a unique constraint: of columns that are never null.
    const without = await service.database.rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND (i.indisprimary OR i.indisunique AND i.indpred IS NULL))`,
    )
    expect(without).toEqual([])
  })

  test('has the agreement first in every foreign key, on both sides', async () => {
    const rows = await service.database.rows<{ name: string }>(
      `SELECT k.conrelid::regclass || ': ' || k.conname AS name FROM pg_constraint k
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
         JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[1]
       WHERE k.contype = 'f' AND k.confrelid <> 'app'::regclass AND (a.attname <> 'agreement' OR f.attname <> 'agreement')`,
    )
    expect(rows).toEqual([])
  })

  test('has no function that names a table without the agreement', async () => {
    const rows = await service.database.rows<{ name: string; source: string }>(
      `SELECT proname AS name, pg_get_functiondef(oid) AS source FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'`,
    )
    const faults = rows.flatMap(({ name, source }) => unboundTables(source, tables).map((table) => `${name}: ${table}`))
    expect(faults).toEqual([])
    expect(rows.length).toBeGreaterThan(3)
  })
})

describe('the judge of statements', () => {
  test.each([
    ['SELECT * FROM account a WHERE a.agreement = $1', []],
    ['SELECT * FROM account a WHERE a.number = $1', ['account a']],
    ['SELECT * FROM account WHERE agreement = $1', []],
    ['SELECT * FROM account WHERE number = 1', ['account']],
    ['SELECT * FROM journal j JOIN account a ON a.number = 1 WHERE j.agreement = $1', ['account a']],
    ['DELETE FROM account t USING r WHERE t.number = r.number', ['account t']],
    ['UPDATE account t SET name = 1 WHERE t.agreement = $1::int', []],
    ['INSERT INTO account (number, agreement) SELECT 1, 2', ['account']],
    ['INSERT INTO account AS a (agreement, number) SELECT 1, 2', []],
  ])('%s', (text, unbound) => {
    expect(unboundTables(text, tables)).toEqual(unbound)
  })
})
