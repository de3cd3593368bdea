import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { Chance, seedOf } from '../chance.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { type Program, serve } from '../process/program.ts'
import { seedBooks } from '../service/books.ts'
import { newClient } from '../service/harness.ts'
import { heavyPdf } from './files.ts'
import { attach, callOf, DOCUMENTS } from './uploading.ts'
import { runs } from '../long.ts'

const SEED = seedOf('DAYBOOK_KILL_SEED')
/** Each kills a node in the middle of uploads. */
const ROUNDS = runs(1, 10, process.env.DAYBOOK_KILL_ROUNDS)
const UPLOADS = 4
const BYTES = 2_000_000

let base: TestDatabase
let node: Program & { url: string }
beforeAll(async () => {
  base = await testDatabase()
})
afterEach(() => void node.child.kill('SIGKILL'))
afterAll(() => base.drop())

test('a node killed amid uploads leaves no document half there', async () => {
  const chance = new Chance(SEED)
  const { database } = base
  const how = { environment: { DATABASE_URL: base.url, DAYBOOK_DATABASE_CONNECTIONS: '8' } }
  node = await serve(how)
  const first = await newClient(database, node.url)
  await seedBooks(database, first.agreement)
  await database.rows(
    `INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year, date, amount, currency, exchange_rate)
     SELECT $1, n, 5, 1, n, '2026', '2026-03-01', 1, 'DKK', 100 FROM generate_series(1, $2) AS n`,
    [first.agreement, ROUNDS * UPLOADS],
  )
  await database.rows(`SELECT take_numbers($1, 'draft_entry', $2)`, [first.agreement, ROUNDS * UPLOADS])
  const fill = randomBytes(BYTES)
  const keyOf = (voucherNumber: number) => ({ 'idempotency-key': `upload ${voucherNumber}` })
  const upload = (voucherNumber: number) => {
    const client = { ...first, call: callOf(node.url, first.headers) }
    return attach(
      client,
      heavyPdf(`voucher ${voucherNumber}`, BYTES, fill),
      { voucherNumber },
      DOCUMENTS,
      keyOf(voucherNumber),
    )
  }
  const attached = async (): Promise<number[]> =>
    (
      await database.rows<{ number: number }>(
        'SELECT voucher_number AS number FROM attached_document WHERE agreement = $1 ORDER BY 1',
        [first.agreement],
      )
    ).map(({ number }) => number)
  let usual = 2000
  for (let round = 0; round < ROUNDS; round += 1) {
    const vouchers = Array.from({ length: UPLOADS }, (_, at) => round * UPLOADS + at + 1)
    const began = performance.now()
    const answers = vouchers.map((voucher) =>
      upload(voucher).then(
        ({ status }) => status,
        () => undefined,
      ),
    )
    await delay(chance.next() * usual)
    node.child.kill('SIGKILL')
    const statuses = await Promise.all(answers)
    usual = Math.min(usual, performance.now() - began + 200)
    const there = await attached()
    for (const [at, voucher] of vouchers.entries()) if (statuses[at] === 201) expect(there).toContain(voucher)
    expect(await verify(database, first.agreement), `DAYBOOK_KILL_SEED=${SEED}`).toMatchObject({ ok: true })
    node = await serve(how)
    // Sends everything again: what was answered gets the same answer, and what was not done is done now.
    for (const voucher of vouchers) expect((await upload(voucher)).status).toBe(201)
    expect(await attached()).toEqual(Array.from({ length: (round + 1) * UPLOADS }, (_, at) => at + 1))
    expect(await verify(database, first.agreement), `DAYBOOK_KILL_SEED=${SEED}`).toMatchObject({ ok: true })
  }
})
