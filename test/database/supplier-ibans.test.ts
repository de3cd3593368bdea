import { expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { catalogueLines } from './catalogue-lines.ts'
import { emptyDatabase } from './harness.ts'

test('suppliers of before have no IBAN, and keep their account (0420)', async () => {
  const { database, drop } = await emptyDatabase()
  try {
    await migrate(database)
    const made = await catalogueLines(database)
    await database.transaction(async (transaction) => {
      // As a program had it that knew no such columns. What rows name is left out.
      await transaction.script(`SET LOCAL session_replication_role = replica;
        ALTER TABLE supplier DROP COLUMN iban, DROP COLUMN bic;
        DELETE FROM migration WHERE file LIKE '0420\\_%';
        INSERT INTO agreement (agreement, name) VALUES (1, 'Own');
        INSERT INTO supplier (agreement, number, name, group_number, currency, bank_account) VALUES (1, 501, 'Ørsted', 1, 'DKK', '1234 5678')`)
    })
    expect(await migrate(database)).toEqual(['0420_ibans_of_suppliers.sql'])
    expect(await database.rows('SELECT s.name, s.bank_account, s.iban, s.bic FROM supplier s')).toEqual([
      { name: 'Ørsted', bank_account: '1234 5678', iban: null, bic: null },
    ])
    expect(await catalogueLines(database)).toEqual(made)
  } finally {
    await drop()
  }
})
