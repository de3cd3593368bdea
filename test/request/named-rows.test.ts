import { expect, test } from 'vitest'
import { sharedWrite } from '../../src/records/write.ts'
import { contacts } from '../../src/resources/customers/contacts.ts'
import { relations } from '../conventions/subjects.ts'
import { testDatabase } from '../database/harness.ts'
import { AGREEMENT, fillBooks } from '../ledger/books.ts'

const CUSTOMERS = 8000
/** Entries of the indexes of customers that were read. Those of transactions just before count, too. */
const READ = `SELECT sum(pg_stat_get_xact_tuples_returned(i.indexrelid))::int AS entries FROM pg_index i WHERE i.indrelid = 'customer'::regclass`

test('a write looks the rows that its item names up by their keys, however many the agreement has', async () => {
  const { database, drop } = await testDatabase()
  try {
    await fillBooks(database)
    await database.at(AGREEMENT).rows(
      `INSERT INTO customer (agreement, number, name, group_number, currency)
       SELECT $1, 100000 + n, 'Customer ' || n, 1, 'DKK' FROM generate_series(1, ${CUSTOMERS}) AS n`,
      [AGREEMENT],
    )
    await database.rows('VACUUM (ANALYZE)')
    const write = sharedWrite('create', contacts, relations)
    const item = { customerNumber: 100_001, name: 'Bo' }
    const caller = { agreement: AGREEMENT, app: 1, grantNumber: 1, baseCurrency: 'DKK', roles: [], modules: [] }
    const read = await database.transaction(async (transaction) => {
      const entries = async (): Promise<number> => (await transaction.rows<{ entries: number }>(READ))[0]!.entries
      const before = await entries()
      const [keys] = await write(transaction.at(AGREEMENT), AGREEMENT, [{ caller, items: [{ item, faults: [] }] }])
      expect(keys).toHaveLength(1)
      return (await entries()) - before
    })
    expect(read).toBeLessThan(CUSTOMERS / 10)
  } finally {
    await drop()
  }
})
