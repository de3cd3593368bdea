import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { seedBooks } from '../service/books.ts'
import { runs } from '../long.ts'
import { eventually } from '../patience.ts'
import { newClient } from '../service/harness.ts'
import { answerOf, command, serve, type Start, start } from './program.ts'

/** A run invoices fifty at a time: it is killed some time after the first parts. */
const SUBSCRIBERS = runs(200, 1_000)
const FIRST_PART = 100
const DATE = '2026-01-31'
const AGREEMENT = 9
/** Has three subscribers. */
const FEW = 10

let own: TestDatabase
let how: Start
beforeAll(async () => {
  own = await testDatabase()
  how = { environment: { DATABASE_URL: own.url } }
  for (const [agreement, subscribers] of [
    [AGREEMENT, SUBSCRIBERS],
    [FEW, 3],
  ] as const) {
    await own.database.rows(`INSERT INTO agreement (agreement, name) VALUES ($1, 'Killed')`, [agreement])
    await seedBooks(own.database, agreement)
    for (const statement of SUBSCRIBED) {
      await own.database.rows(statement, statement.includes('$2') ? [agreement, subscribers] : [agreement])
    }
  }
})
afterAll(() => own.drop())

const SUBSCRIBED = [
  `INSERT INTO layout (agreement, number, name) VALUES ($1, 1, 'Standard')`,
  `UPDATE account SET vat_code = 'U25' WHERE agreement = $1 AND number = 1010`,
  `INSERT INTO product_group (agreement, number, name, domestic_account_number) VALUES ($1, 1, 'Varer', 1010)`,
  `INSERT INTO product (agreement, number, product_group_number, name, sales_price) VALUES ($1, 'P-1', 1, 'Aftale', 200)`,
  `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number)
     SELECT $1, 1000 + n, 'Kunde ' || n, 1, 'DKK', 1 FROM generate_series(1, $2::int) AS n`,
  `INSERT INTO subscription (agreement, number, name, interval, is_calendar_based, collection, include_name, include_period,
     allow_more_than_one_per_customer, accrue, is_barred) VALUES ($1, 1, 'Aftale', 3, true, 0, true, true, true, false, false)`,
  `INSERT INTO subscription_line (agreement, subscription_number, number, product_number, description, quantity) VALUES ($1, 1, 1, 'P-1', 'Aftale', 1)`,
  `INSERT INTO subscriber (agreement, number, subscription_number, customer_number, start_date, end_date, quantity_factor, price_factor)
     SELECT $1, n, 1, 1000 + n, '2026-01-01', '2026-01-31', 1, 1 FROM generate_series(1, $2::int) AS n`,
]

/**
 * In one snapshot: subscribers of January with a draft, those of February, and drafts. A draft is dangling unless it
 * has one subscriber and two lines.
 */
async function state(agreement = AGREEMENT): Promise<Record<'invoiced' | 'next' | 'drafts' | 'dangling', number>> {
  const [found] = await own.database.rows<Record<'invoiced' | 'next' | 'drafts' | 'dangling', number>>(
    `SELECT count(*) FILTER (WHERE s.start_date = '2026-01-01' AND s.draft_document_id IS NOT NULL)::int AS invoiced,
       count(*) FILTER (WHERE s.start_date = '2026-02-01')::int AS next, count(DISTINCT s.draft_document_id)::int AS drafts,
       (SELECT count(*)::int FROM draft_invoice d WHERE d.agreement = $1 AND (
         (SELECT count(*) FROM subscriber x WHERE x.agreement = $1 AND x.draft_document_id = d.number) <> 1
         OR (SELECT count(*) FROM draft_invoice_line l WHERE l.agreement = $1 AND l.document_id = d.number) <> 2)) AS dangling
     FROM subscriber s WHERE s.agreement = $1`,
    [agreement],
  )
  return found!
}

test('a preview tells what a run would do, and does nothing', async () => {
  const words = ['subscriptions', 'run', '--agreement', String(FEW), '--date', DATE]
  const told = await command([...words, '--preview'], how)
  expect([told.code, told.stdout]).toEqual([0, '3 documents, 0 skipped\n'])
  expect(await state(FEW)).toEqual({ invoiced: 0, next: 0, drafts: 0, dangling: 0 })
  const { documents } = await answerOf([...words, '--preview'], how)
  expect(documents).toMatchObject(
    [1001, 1002, 1003].map((customerNumber) => ({ documentNumber: null, customerNumber })),
  )
  const run = await command(words, how)
  expect([run.code, run.stdout]).toEqual([0, '3 documents, 0 skipped\n'])
  expect(run.stderr).toMatch(/^(subscribers: \d+ %\n)*subscribers: 100 %\n$/)
  expect(await state(FEW)).toEqual({ invoiced: 3, next: 3, drafts: 3, dangling: 0 })
})

test('a run that is killed has invoiced each subscriber once or not at all, and goes on when it is repeated', async () => {
  const words = ['subscriptions', 'run', '--agreement', String(AGREEMENT), '--date', DATE]
  await own.database.at(AGREEMENT).transaction(async (transaction) => {
    // However late the kill comes, the run has not come to its end.
    const last = 'SELECT FROM subscriber s WHERE s.agreement = $1 AND s.number = $2 FOR UPDATE'
    expect(await transaction.rows(last, [AGREEMENT, SUBSCRIBERS])).toHaveLength(1)
    const killed = start(words, how)
    await eventually(async () => (await state()).invoiced >= FIRST_PART)
    killed.child.kill('SIGKILL')
    expect((await killed.ended).signal).toBe('SIGKILL')
  })
  const left = await state()
  expect(left.dangling).toBe(0)
  expect(left).toMatchObject({ drafts: left.invoiced, next: left.invoiced })
  const { documents, skipped } = await answerOf(words, how)
  expect([(documents as unknown[]).length + left.invoiced, skipped]).toEqual([SUBSCRIBERS, []])
  expect(await state()).toEqual({ invoiced: SUBSCRIBERS, next: SUBSCRIBERS, drafts: SUBSCRIBERS, dangling: 0 })
  expect(await answerOf(words, how)).toMatchObject({ documents: [], skipped: [] })
})

test('a run by a request that is killed between its transactions goes on with the same key, and answers all of it', async () => {
  const node = await serve(how)
  const client = await newClient(own.database, node.url)
  const { agreement, headers } = client
  await seedBooks(own.database, agreement)
  for (const statement of SUBSCRIBED) {
    await own.database.rows(statement, statement.includes('$2') ? [agreement, SUBSCRIBERS] : [agreement])
  }
  const run = (url: string): Promise<Response> =>
    fetch(`${url}/daybookapi/v1.0.0/subscription-runs`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'januar' },
      body: JSON.stringify({ date: DATE }),
    })
  await own.database.at(agreement).transaction(async (transaction) => {
    const last = 'SELECT FROM subscriber s WHERE s.agreement = $1 AND s.number = $2 FOR UPDATE'
    expect(await transaction.rows(last, [agreement, SUBSCRIBERS])).toHaveLength(1)
    const cut = run(node.url).catch(() => undefined)
    await eventually(async () => (await state(agreement)).invoiced >= FIRST_PART)
    node.child.kill('SIGKILL')
    await node.ended
    await cut
  })
  const left = await state(agreement)
  expect(left.dangling).toBe(0)
  expect(left.invoiced).toBeLessThan(SUBSCRIBERS)
  const other = await serve(how)
  try {
    const [answered, repeated] = [await run(other.url), await run(other.url)]
    const whole = (await answered.json()) as { number: number; documents: { subscriberNumbers: number[] }[] }
    const invoiced = whole.documents.flatMap(({ subscriberNumbers }) => subscriberNumbers)
    expect([answered.status, invoiced.length, new Set(invoiced).size]).toEqual([200, SUBSCRIBERS, SUBSCRIBERS])
    expect(await repeated.json()).toEqual(whole)
    const at = `${other.url}/daybookapi/v1.0.0/subscription-runs/${whole.number}`
    const continued = await fetch(`${at}/continue`, { method: 'POST', headers })
    expect(await continued.json()).toEqual(whole)
    expect(await (await fetch(at, { headers })).json()).toMatchObject({ number: whole.number, isFinished: true })
    expect(await state(agreement)).toEqual({
      invoiced: SUBSCRIBERS,
      next: SUBSCRIBERS,
      drafts: SUBSCRIBERS,
      dangling: 0,
    })
  } finally {
    other.child.kill('SIGKILL')
    await other.ended
  }
})
