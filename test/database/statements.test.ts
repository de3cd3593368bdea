import { expect, test } from 'vitest'
import { statementsOf } from '../../src/database/statements.ts'

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
