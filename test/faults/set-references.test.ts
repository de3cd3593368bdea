import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { runs } from '../long.ts'
import { untilBlocked } from './blocked.ts'

/** Tables whose references are held by set, and their twins in the schema `twin`, which have foreign keys. */
const TABLES = [
  'CREATE SCHEMA twin',
  ...['public', 'twin'].flatMap((schema) => [
    `CREATE TABLE ${schema}.place (agreement int, number int, code text, note text, PRIMARY KEY (agreement, number), UNIQUE (agreement, code))`,
    `CREATE TABLE ${schema}.thing (agreement int, id int, place_number int, other_number int, place_code text, note text, PRIMARY KEY (agreement, id))`,
  ]),
  `ALTER TABLE twin.thing
     ADD CONSTRAINT thing_place_number_fk FOREIGN KEY (agreement, place_number) REFERENCES twin.place,
     ADD CONSTRAINT thing_other_number_fk FOREIGN KEY (agreement, other_number) REFERENCES twin.place,
     ADD CONSTRAINT thing_place_code_fk FOREIGN KEY (agreement, place_code) REFERENCES twin.place (agreement, code)`,
  `SELECT hold_references('thing', 'place_number place.number', 'other_number place.number', 'place_code place.code')`,
]

let store: TestDatabase
/** Connections that meet each other, and one that looks on. */
let [first, second, beside]: Database[] = []
const opened = (): Database => openDatabase({ url: store.url }, 1)

beforeAll(async () => {
  store = await testDatabase()
  for (const table of TABLES) await store.database.rows(table)
  ;[first, second, beside] = [opened(), opened(), opened()]
})
afterAll(async () => {
  await Promise.all([first!.close(), second!.close(), beside!.close()])
  await store.drop()
})

const of = (schema: string, statement: string): string => statement.replace(/\b(place|thing)\b(?!\.)/g, `${schema}.$1`)

/** What comes of a statement: done, or the state and constraint with which it is refused. */
async function outcome(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'done',
    (error: { code?: string; constraint_name?: string }) => `${error.code} ${error.constraint_name}`,
  )
}

async function begin(schema: string): Promise<void> {
  for (const statement of [
    'DELETE FROM thing',
    'DELETE FROM place',
    `INSERT INTO place VALUES (1, 1, 'a', ''), (1, 2, 'b', ''), (1, 3, 'c', ''), (2, 1, 'a', ''), (2, 2, 'b', '')`,
    `INSERT INTO thing VALUES (1, 1, 1, NULL, 'b', ''), (2, 1, 1, 2, NULL, '')`,
  ])
    await store.database.rows(of(schema, statement))
}

const contents = async (schema: string): Promise<unknown[]> => [
  await store.database.rows(of(schema, 'SELECT * FROM place ORDER BY 1, 2')),
  await store.database.rows(of(schema, 'SELECT * FROM thing ORDER BY 1, 2')),
]

/**
 * The outcome of `second`, which meets `first` before that has ended, and whether it had to wait. `first` then commits,
 * or is undone.
 */
async function meeting(schema: string, earlier: string, later: string, isUndone: boolean): Promise<string[]> {
  await begin(schema)
  let met: Promise<string> | undefined
  const undone = new Error('Undone.')
  let waited = true
  const whole = first!.transaction(async (transaction) => {
    await transaction.rows(of(schema, earlier))
    let isOver = false
    met = outcome(second!.rows(of(schema, later))).finally(() => void (isOver = true))
    await Promise.race([untilBlocked(beside!, 1), met])
    waited = !isOver
    if (isUndone) throw undone
  })
  await whole.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return [await met!, waited ? 'after waiting' : 'at once']
}

describe('two that meet are decided as by a foreign key, waiting included', () => {
  const insert = `INSERT INTO thing VALUES (1, 9, 3, 1, 'a', ''), (2, 9, 1, 1, 'b', '')`
  const gone = 'DELETE FROM place WHERE agreement = 1 AND number = 3'
  const move = 'UPDATE thing SET place_number = 3 WHERE agreement = 1 AND id = 1'
  const moveAway = 'UPDATE thing SET place_number = 2 WHERE agreement = 1 AND id = 1'
  const oldGone = 'DELETE FROM place WHERE agreement = 1 AND number = 1'

  test.each<[string, string, string, string, string]>([
    ['an insert, then a delete', insert, gone, '23503 thing_place_number_fk after waiting', 'done after waiting'],
    ['a delete, then an insert', gone, insert, '23503 thing_place_number_fk after waiting', 'done after waiting'],
    ['an update, then a delete', move, gone, '23503 thing_place_number_fk after waiting', 'done after waiting'],
    ['a delete, then an update', gone, move, '23503 thing_place_number_fk after waiting', 'done after waiting'],
    [
      'an update away, then a delete',
      moveAway,
      oldGone,
      '23503 thing_place_number_fk at once',
      '23503 thing_place_number_fk at once',
    ],
    [
      'a delete of what names, then of what is named',
      'DELETE FROM thing WHERE agreement = 1 AND id = 1',
      oldGone,
      'done after waiting',
      '23503 thing_place_number_fk after waiting',
    ],
    ['two inserts', insert, `INSERT INTO thing VALUES (1, 8, 3, 1, 'a', '')`, 'done at once', 'done at once'],
    ['a change beside the key, then an insert', `UPDATE place SET note = 'x'`, insert, 'done at once', 'done at once'],
    ['an insert, then a change beside the key', insert, `UPDATE place SET note = 'x'`, 'done at once', 'done at once'],
  ])('%s', async (_, earlier, later, committed, undone) => {
    for (const [isUndone, expected] of [
      [false, committed],
      [true, undone],
    ] as const) {
      const twin = await meeting('twin', earlier, later, isUndone)
      expect(twin.join(' ')).toBe(expected)
      const after = await contents('twin')
      expect((await meeting('public', earlier, later, isUndone)).join(' ')).toBe(expected)
      expect(await contents('public')).toEqual(after)
    }
  })
})

/** A random statement over few agreements and keys, so that they meet often. */
function statements(): fc.Arbitrary<string> {
  const agreement = fc.constantFrom(1, 2)
  const number = fc.constantFrom(1, 2, 3, 4)
  const code = fc.constantFrom(`'a'`, `'b'`, `'c'`, `'d'`)
  const orNull = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: value }, fc.constant('NULL'))
  const thing = fc
    .tuple(agreement, fc.integer({ min: 1, max: 6 }), orNull(number), orNull(number), orNull(code))
    .map((values) => `(${values.join(', ')}, '')`)
  const things = fc.array(thing, { minLength: 1, maxLength: 4 })
  const place = fc.tuple(agreement, number).map(([one, of]) => `(${one}, ${of}, '${'abcd'[of - 1]}', '')`)
  const column = fc.constantFrom('place_number', 'other_number')
  const where = fc.oneof(
    fc.constant('true'),
    agreement.map((one) => `agreement = ${one}`),
    fc.tuple(agreement, number).map(([one, of]) => `(agreement, number) = (${one}, ${of})`),
    number.map((of) => `number >= ${of}`),
  )
  const ofThing = where.map((text) => text.replaceAll('number', 'id'))
  return fc.oneof(
    {
      weight: 4,
      arbitrary: things.map((list) => `INSERT INTO thing VALUES ${list.join(', ')} ON CONFLICT DO NOTHING`),
    },
    {
      weight: 2,
      arbitrary: things.map(
        (
          list,
        ) => `INSERT INTO thing SELECT DISTINCT ON (1, 2) * FROM (VALUES ${list.join(', ')}) v(agreement, id, place_number, other_number, place_code, note)
          ON CONFLICT (agreement, id) DO UPDATE SET place_number = excluded.place_number, place_code = excluded.place_code`,
      ),
    },
    { weight: 2, arbitrary: place.map((row) => `INSERT INTO place VALUES ${row} ON CONFLICT DO NOTHING`) },
    fc.tuple(column, orNull(number), ofThing).map(([name, to, of]) => `UPDATE thing SET ${name} = ${to} WHERE ${of}`),
    fc.tuple(orNull(code), ofThing).map(([to, of]) => `UPDATE thing SET place_code = ${to} WHERE ${of}`),
    where.map((of) => `UPDATE place SET note = note || 'x' WHERE ${of}`),
    ofThing.map((of) => `DELETE FROM thing WHERE ${of}`),
    { weight: 3, arbitrary: where.map((of) => `DELETE FROM place WHERE ${of}`) },
    where.map((of) => `WITH gone AS (DELETE FROM place WHERE ${of} RETURNING *) INSERT INTO place SELECT * FROM gone`),
    where.map(
      (of) =>
        `WITH things AS (DELETE FROM thing WHERE ${of.replaceAll('number', 'place_number')}) DELETE FROM place WHERE ${of}`,
    ),
    place.map(
      (row) => `WITH made AS (INSERT INTO place VALUES ${row} ON CONFLICT DO NOTHING)
      INSERT INTO thing SELECT v.a, 7, v.n, NULL, NULL, '' FROM (VALUES ${row}) v(a, n) ON CONFLICT DO NOTHING`,
    ),
  )
}

test('whatever is done to them, they are as their twins with foreign keys', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statements(), { minLength: 3, maxLength: 12 }), async (list) => {
      await begin('public')
      await begin('twin')
      for (const statement of list) {
        const told = await Promise.all(
          ['public', 'twin'].map((schema) => outcome(store.database.rows(of(schema, statement)))),
        )
        const [held, twin] = told.map((text) => text.split(' ')[0])
        expect(held, statement).toBe(twin)
      }
      expect(await contents('public')).toEqual(await contents('twin'))
    }),
    { numRuns: runs(40, 500) },
  )
})

describe('a key', () => {
  const changes = [
    'UPDATE place SET number = 7 WHERE agreement = 1 AND number = 1',
    'UPDATE place SET agreement = 7 WHERE agreement = 1 AND number = 1',
    `UPDATE place SET code = 'z' WHERE agreement = 1 AND number = 2`,
    'UPDATE place SET number = 7 WHERE agreement = 1 AND number = 3',
  ]
  test.each(changes)('%s is refused', async (change) => {
    await begin('public')
    expect(await outcome(store.database.rows(change))).toBe('23001 place_key_stays')
  })

  test('is the same where a statement names it and changes nothing, and of a row that is made again at once', async () => {
    await begin('public')
    await store.database.rows(`UPDATE place SET number = number, code = code, note = 'x'`)
    const again = 'WITH gone AS (DELETE FROM place RETURNING *) INSERT INTO place SELECT * FROM gone'
    expect(await outcome(store.database.rows(again))).toBe('done')
    expect(await outcome(store.database.rows(`DELETE FROM place WHERE agreement = 2 AND number = 2`))).toBe(
      '23503 thing_other_number_fk',
    )
    expect(await outcome(store.database.rows(`DELETE FROM place WHERE agreement = 1 AND number = 2`))).toBe(
      '23503 thing_place_code_fk',
    )
  })
})

test('rows that can be named go only in a transaction that sees what names them', async () => {
  await begin('public')
  const deleted = first!.transaction(async (transaction) => {
    await transaction.rows('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await transaction.rows('DELETE FROM place WHERE agreement = 1 AND number = 3')
  })
  expect(await outcome(deleted)).toMatch(/^0A000/)
})

test('references given anew replace those before', async () => {
  const kept = await testDatabase()
  for (const table of TABLES.slice(0, 5)) await kept.database.rows(table)
  await kept.database.rows('CREATE TABLE spot (agreement int, code text, PRIMARY KEY (agreement, code))')
  const triggers = async (): Promise<string[]> => {
    const rows = await kept.database.rows<{ name: string }>(
      `SELECT tgrelid::regclass || ' ' || tgname AS name FROM pg_trigger WHERE tgrelid IN ('place'::regclass, 'spot'::regclass, 'thing'::regclass) ORDER BY 1`,
    )
    return rows.map(({ name }) => name)
  }
  const own = ['thing thing_names_inserted', 'thing thing_names_updated']
  await kept.database.rows(`SELECT hold_references('thing', 'place_number place.number', 'place_code spot.code')`)
  expect(await triggers()).toEqual([
    'place place_key_stays',
    'place thing_keeps_place',
    'spot spot_key_stays',
    'spot thing_keeps_spot',
    ...own,
  ])
  await kept.database.rows(`SELECT hold_references('thing', 'place_code spot.code')`)
  expect(await triggers()).toEqual(['spot spot_key_stays', 'spot thing_keeps_spot', ...own])
  await kept.database.rows(`INSERT INTO thing VALUES (1, 1, 99, 99, NULL, '')`)
  expect(await outcome(kept.database.rows(`INSERT INTO thing VALUES (1, 2, NULL, NULL, 'x', '')`))).toBe(
    '23503 thing_place_code_fk',
  )
  await kept.drop()
})

test('a condition on the row that is named is checked as that row is by then', async () => {
  const kept = await testDatabase()
  for (const table of TABLES.slice(0, 5)) await kept.database.rows(table)
  await kept.database.rows(
    `SELECT hold_references('thing', 'place_number place.number x.note = ''open''', 'place_code place.code')`,
  )
  const told = await kept.database.rows(
    'SELECT own_column, target, target_column, condition FROM held_reference WHERE referring = $1',
    ['thing'],
  )
  expect(told).toEqual([
    { own_column: 'place_number', target: 'place', target_column: 'number', condition: "x.note = 'open'" },
    { own_column: 'place_code', target: 'place', target_column: 'code', condition: null },
  ])
  await kept.database.rows(`INSERT INTO place VALUES (1, 1, 'a', 'open'), (1, 2, 'b', 'closed'), (1, 3, 'c', 'open')`)
  const naming = (id: number, place: number): string => `INSERT INTO thing VALUES (1, ${id}, ${place}, NULL, 'b', '')`
  expect(await outcome(kept.database.rows(naming(1, 1)))).toBe('done')
  expect(await outcome(kept.database.rows(naming(2, 2)))).toBe('23503 thing_place_number_fk')
  const other = openDatabase({ url: kept.url }, 1)
  const late = await kept.database.transaction(async (transaction) => {
    await transaction.rows(`SELECT FROM place WHERE number = 3 FOR UPDATE`)
    await transaction.rows(`UPDATE place SET note = 'closed' WHERE number = 3`)
    const met = outcome(other.rows(naming(3, 3)))
    await untilBlocked(kept.database, 1)
    return [met]
  })
  expect(await late[0]).toBe('23503 thing_place_number_fk')
  await other.close()
  await kept.drop()
})
