import { expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
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
