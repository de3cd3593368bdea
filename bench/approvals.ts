import type { Closing } from './closing.ts'
import { openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { newAgreement } from './product.ts'

/** The most entries of one call. */
const ENTRIES = 1000
const ROUNDS = 7

/** From the Danish template: project group 4 includes cost and sales in finance. */
const FILL = [
  `INSERT INTO employee (agreement, number, name, group_number, cost_price_before, sales_price_before) VALUES ($1, 1, 'Ida', 1, 400, 900)`,
  `INSERT INTO activity (agreement, number, name, group_number, is_accessible) VALUES ($1, 10, 'Konsulent', 1, true)`,
  `INSERT INTO customer (agreement, number, name, group_number, currency) VALUES ($1, 201, 'Kunde', 1, 'DKK')`,
  `INSERT INTO project (agreement, number, name, project_group_number, customer_number) SELECT $1, 20 + n, 'Sag ' || n, 4, 201 FROM generate_series(1, 20) AS n`,
]
const REGISTERED = `
  INSERT INTO time_entry (agreement, number, employee_number, project_number, activity_number, date, number_of_hours)
  SELECT $1, n, 1, 21 + n % 20, 10, date_trunc('year', now())::date + n % 28, 1 + n % 8 FROM generate_series($2::int, $3::int) AS n`

/** Approves 1,000 time entries in one call, repeatedly, and prints how long a call takes and what it books. */
export async function measureApprovals(closing: Closing): Promise<void> {
  const ground = await openGround(closing)
  const { agreement, headers } = await newAgreement(ground.address, 'Approvals')
  for (const statement of FILL) await ground.database.query(statement, [agreement])
  const load = loadNow()
  const milliseconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const numbers = Array.from({ length: ENTRIES }, (_, at) => 1 + round * ENTRIES + at)
    await ground.database.query(REGISTERED, [agreement, numbers[0], numbers.at(-1)])
    const begun = performance.now()
    const reply = await fetch(`http://127.0.0.1:${ground.port}/api/v20.0.1/timeentries/approve`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ numbers }),
    })
    if (reply.status !== 204) throw new Error(`the approval was answered ${reply.status}: ${await reply.text()}`)
    milliseconds.push(performance.now() - begun)
  }
  const { rows } = await ground.database.query<{ entries: number; bookings: number }>(
    'SELECT count(*)::int AS entries, count(DISTINCT booking)::int AS bookings FROM booked_entry WHERE agreement = $1',
    [agreement],
  )
  const told = milliseconds.map((one) => Math.round(one))
  process.stdout.write(
    `${ENTRIES} approvals in one call: ${told.join(', ')} ms; ${rows[0]!.entries} entries in ${rows[0]!.bookings} bookings; load before ${load.toFixed(1)}\n`,
  )
}
