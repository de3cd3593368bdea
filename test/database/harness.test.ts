import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { lockMigrations } from '../../src/database/migrating/migrate-lock.ts'
import { namesOf } from '../../src/database/migrating/bring-up.ts'
import { setName } from '../../src/database/migrating/noted.ts'
import { repeatablesOf } from '../../src/database/migrating/schema.ts'
import { migrate, ownSchema } from '../../src/database/migrate.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { emptyDatabase, testDatabase } from './harness.ts'

test('every test database is migrated and its own', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  try {
    expect(await migrate(one.database)).toEqual([])
    await one.database.rows("INSERT INTO agreement (agreement, name) VALUES (1, 'Ørsted')")
    expect(await one.database.rows('SELECT name FROM agreement')).toEqual([{ name: 'Ørsted' }])
    expect(await two.database.rows('SELECT name FROM agreement')).toEqual([])
  } finally {
    await Promise.all([one.drop(), two.drop()])
  }
})

test('any number of nodes may migrate an empty database at once', async () => {
  const { database, drop } = await emptyDatabase()
  try {
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database)))
    expect(applied.filter((files) => files.length > 0)).toHaveLength(1)
    expect(await migrate(database)).toEqual([])
    await database.rows("INSERT INTO migration (file) VALUES ('9998_a.sql'), ('9999_b.sql')")
    await expect(migrate(database)).rejects.toThrow(
      /newer Daybook: it has 9999_b\.sql, and this program knows up to \d{4}_/,
    )
  } finally {
    await drop()
  }
})

test('a node that saw no table of migrations, and waited while another made it, looks again', async () => {
  const { database, url, drop } = await emptyDatabase()
  const [first, second] = [openDatabase({ url }, 1), openDatabase({ url }, 1)]
  try {
    await second.rows(`SELECT to_regclass('migration') IS NOT NULL AS is_so`)
    // What has changed reaches a connection that waits for an advisory lock only once there is much of it: so it is
    // little here.
    const { waiting } = await first.transaction(async (transaction) => {
      await lockMigrations(transaction)
      const waiting = migrate(second)
      await untilBlocked(database, 1)
      const schema = await ownSchema()
      await transaction.script(schema.tables.find(({ name }) => name === 'migration')!.shape.join(';'))
      const all = repeatablesOf(schema)
      const rows = [
        ...namesOf(schema).map((file) => ({ file })),
        ...all.map(({ file, hash }) => ({ file, hash })),
        { file: setName(all), hash: 'set' },
      ]
      await transaction.rows(
        `INSERT INTO migration (file, hash) SELECT n.file, n.hash FROM json_to_recordset($1::json) AS n(file text, hash text)`,
        [JSON.stringify(rows)],
      )
      return { waiting }
    })
    expect(await waiting).toEqual([])
  } finally {
    await Promise.all([first.close(), second.close()])
    await drop()
  }
})
