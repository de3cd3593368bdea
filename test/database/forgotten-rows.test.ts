import { expect, test } from 'vitest'
import type { Database, Transaction } from '../../src/database/connection.ts'
import { IDEMPOTENCY_SECONDS } from '../../src/limits.ts'
import { forgetOldAnswers } from '../../src/request/protocol/idempotency.ts'
import { LOG_DAYS } from '../../src/webhooks/limits.ts'
import { Outbox } from '../../src/webhooks/outbox.ts'
import { AGREEMENT, fillBooks } from '../ledger/books.ts'
import { testVault } from '../service/secret-key.ts'
import { testDatabase } from './harness.ts'

const ROWS = 1500

interface Forgotten {
  table: string
  /** Inserts a row for each number from $2 to $3, so many seconds old ($4). */
  insert: string
  /** The number of a row. */
  ordinal: string
  ageSeconds: number
  forget(transaction: Transaction): Promise<number>
}

const FORGOTTEN: readonly Forgotten[] = [
  {
    table: 'idempotency_key',
    insert: `INSERT INTO idempotency_key (agreement, app, key, request_hash, created_at)
             SELECT $1, a.app, n, '', now() - make_interval(secs => $4) FROM app a, generate_series($2::int, $3::int) AS n`,
    ordinal: 'key::int',
    ageSeconds: IDEMPOTENCY_SECONDS,
    forget: forgetOldAnswers,
  },
  {
    table: 'webhook_delivery',
    insert: `INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, state, occurred_at, due_at)
             SELECT $1, n, w.event_type, w.app, '{}', 'delivered', now() - make_interval(secs => $4), now()
             FROM webhook w, generate_series($2::int, $3::int) AS n`,
    ordinal: 'number',
    ageSeconds: LOG_DAYS * 24 * 3600,
    forget: (transaction) => new Outbox(transaction as unknown as Database, testVault, () => 0).forget(),
  },
]

test.for(FORGOTTEN)(
  'old rows of $table are read once, though the table was counted while it had one',
  async (forgotten) => {
    const { database, drop } = await testDatabase()
    const { table, insert, ordinal, ageSeconds } = forgotten
    const books = database.at(AGREEMENT)
    try {
      await fillBooks(database)
      await database.rows(`INSERT INTO app (name, secret_hash) VALUES ('test', '')`)
      await books.rows(
        `INSERT INTO webhook (agreement, event_type, name, url, content_type, app)
         SELECT $1, 'CUSTOMER_UPDATED', 'x', 'http://127.0.0.1/', 'application/json', a.app FROM app a`,
        [AGREEMENT],
      )
      // The last row stays, so the file stays as long: the planner expects one row in it until it is counted again.
      await books.rows(insert, [AGREEMENT, 1, ROWS, 0])
      await books.rows(`DELETE FROM ${table} WHERE agreement = $1 AND ${ordinal} < ${ROWS}`, [AGREEMENT])
      await database.rows(`VACUUM (ANALYZE) ${table}`)
      await books.rows(insert, [AGREEMENT, ROWS + 1, 2 * ROWS, ageSeconds])
      const read = await database.transaction(async (transaction) => {
        const rows = async (): Promise<number> => {
          const counted = `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables WHERE relname = $1`
          return (await transaction.rows<{ rows: number }>(counted, [table]))[0]!.rows
        }
        const before = await rows()
        expect(await forgotten.forget(transaction)).toBe(ROWS)
        return (await rows()) - before
      })
      expect(read).toBeLessThan(ROWS * 5)
    } finally {
      await drop()
    }
  },
)
