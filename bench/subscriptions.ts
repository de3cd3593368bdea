import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Closing } from './closing.ts'
import { openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { readSubscribers } from './options.ts'
import { processTrees } from './process-tree.ts'
import { newAgreement } from './product.ts'
import { measureRunBeside } from './run-beside.ts'

const CHECKOUT = new URL('../', import.meta.url)

/** From the Danish template: product group 3 is subscriptions. A third of the customers pays in euro. */
const FILL = [
  `INSERT INTO product (agreement, number, product_group_number, name, sales_price)
     SELECT $1, 'A-' || n, 3, 'Aftale ' || n, 50 + n FROM generate_series(1, 20) AS n WHERE $2::int > 0`,
  `INSERT INTO customer (agreement, number, name, group_number, zone, currency, payment_term_number, address, postal_code, city, country)
     SELECT $1, 10000 + n, 'Kunde ' || n, 1 + (n % 3 = 0)::int, 1 + (n % 3 = 0)::int, CASE WHEN n % 3 = 0 THEN 'EUR' ELSE 'DKK' END, 2, 'Vej ' || n, '8000',
       'Aarhus', 'DK' FROM generate_series(1, $2::int) AS n`,
  `INSERT INTO subscription (agreement, number, name, interval, is_calendar_based, collection, include_name, include_period,
       allow_more_than_one_per_customer, accrue, is_barred)
     SELECT $1, n, 'Abonnement ' || n, 3 + n % 2, true, n % 2, true, true, true, false, false FROM generate_series(1, 20) AS n WHERE $2::int > 0`,
  `INSERT INTO subscription_line (agreement, subscription_number, number, product_number, description, quantity)
     SELECT $1, n, m, CASE WHEN m < 3 THEN 'A-' || 1 + (n + m) % 20 END, 'Linje ' || m, CASE WHEN m < 3 THEN m END
     FROM generate_series(1, 20) AS n CROSS JOIN generate_series(1, 3) AS m WHERE $2::int > 0`,
  `INSERT INTO subscriber (agreement, number, subscription_number, customer_number, start_date, end_date, registration_date, quantity_factor, price_factor,
       discount_percentage)
     SELECT $1, n, 1 + n % 20, 10000 + n, '2026-01-01', CASE WHEN (1 + n % 20) % 2 = 0 THEN '2026-01-31' ELSE '2026-03-31' END::date,
       CASE WHEN n % 5 = 0 THEN '2026-01-11'::date END, 1 + n % 3, 1.05, CASE WHEN n % 4 = 0 THEN 10 END
     FROM generate_series(1, $2::int) AS n`,
]

const TICKS_A_SECOND = 100

/** Processor seconds of this process and all below it: commands, the service and its PostgreSQL. */
const processorSeconds = async (): Promise<number> =>
  (await processTrees())(process.pid).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_A_SECOND

/**
 * Runs the subscriptions of many subscribers with the real command, and prints its progress, how long it takes and what
 * of the processors. Then those of another company by a request, beside others of it that write.
 */
export async function measureRun(words: readonly string[], closing: Closing): Promise<void> {
  const subscribers = readSubscribers(words)
  const ground = await openGround(closing)
  const filled = async (name: string) => {
    const made = await newAgreement(ground.address, name)
    for (const statement of FILL) await ground.database.query(statement, [made.agreement, subscribers])
    return made
  }
  const { agreement } = await filled('Subscriptions')
  const load = loadNow()
  for (const what of ['a run', 'the same again']) {
    const begun = performance.now()
    const spent = await processorSeconds()
    const args = ['build/start.js', 'subscriptions', 'run', '--agreement', String(agreement), '--date', '2026-01-31']
    const child = spawn(process.execPath, args, {
      cwd: CHECKOUT,
      env: ground.environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    closing.child(child)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`the run has ended with ${code}: ${said}`)
    const seconds = (performance.now() - begun) / 1000
    const processor = (await processorSeconds()) - spent
    process.stdout.write(
      `${what} of ${subscribers} subscribers: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processors, ${said.trim()}; load before ${load.toFixed(1)}\n`,
    )
  }
  const { headers } = await filled('Beside')
  await measureRunBeside(ground.port, headers, '2026-01-31')
}
