import { expect, test } from 'vitest'
import { statementsOf, stepsOf } from '../../src/database/migrating/statements.ts'

test('a migration is taken apart at the semicolons between its statements, and nowhere else', () => {
  const body = "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $body$ SELECT 'a;b'; -- no end\n $body$"
  const script = `-- A word; first.\nCREATE TABLE a (b text DEFAULT 'x;''y', "c;d" int); -- after\n\n${body};\nSELECT 1 - 2, '$', $$;$$`
  expect(statementsOf(script)).toEqual([
    `CREATE TABLE a (b text DEFAULT 'x;''y', "c;d" int)`,
    body,
    `SELECT 1 - 2, '$', $$;$$`,
  ])
  expect(statementsOf('-- Nothing.\n;;\n')).toEqual([])
})

test('what does several things is taken apart into them, and constraints are named as PostgreSQL names them', () => {
  expect(
    stepsOf(
      `ALTER TABLE a ADD COLUMN b numeric(5, 2), ADD COLUMN c text NOT NULL CHECK (c IN ('x, (y', 'z')),\n  DROP COLUMN "d,e"`,
    ),
  ).toEqual([
    'ALTER TABLE a ADD COLUMN b numeric(5, 2)',
    'ALTER TABLE a ADD COLUMN c text NOT NULL',
    `ALTER TABLE a ADD CONSTRAINT a_c_check CHECK (c IN ('x, (y', 'z'))`,
    'ALTER TABLE a DROP COLUMN "d,e"',
  ])
  expect(
    stepsOf("ALTER TABLE a ADD COLUMN b text CONSTRAINT b_is_c CHECK (b IN ('c', 'd')), ADD COLUMN e bytea UNIQUE"),
  ).toEqual([
    'ALTER TABLE a ADD COLUMN b text',
    "ALTER TABLE a ADD CONSTRAINT b_is_c CHECK (b IN ('c', 'd'))",
    'ALTER TABLE a ADD COLUMN e bytea',
    'ALTER TABLE a ADD CONSTRAINT a_e_key UNIQUE (e)',
  ])
  expect(stepsOf('DROP INDEX a, b')).toEqual(['DROP INDEX a', 'DROP INDEX b'])
  const one = 'CREATE TABLE a (b int, c text CHECK (c > 0))'
  expect(stepsOf(one)).toEqual([one])
})
