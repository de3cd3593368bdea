import { parseArgs } from 'node:util'
import type { Database } from '../src/database/connection.ts'
import { closeYear } from '../src/ledger/years/close.ts'
import { createYear } from '../src/ledger/years/years.ts'
import { Closing } from './closing.ts'
import { openCompany } from './company.ts'
import { openGround } from './ground.ts'
import { describeMachine, loadNow } from './machine.ts'
import { machineText } from './report.ts'

/**
 * Reads of totals and trial balances over one agreement with millions of booked entries, through the service, one client:
 * `node --import tsx bench/totals-at-scale.ts [--entries 10000000] [--reads 200]`.
 *
 * The entries are written by the database itself, in sets, its triggers off as only the owner can have them: bookings,
 * numbers and totals fit the entries, the seals are no real ones. Years are closed and opened by the product.
 */
const ENTRIES_OF_A_BOOKING = 10_000
const ENTRIES_OF_A_STEP = 500_000
/** Years of 12 months; the entries spread evenly over them, and those before the last two are closed. */
const YEARS = 5
const WARM_UP_READS = 20

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

/** Vouchers of two entries between accounts that take entries, by date, with amounts from 0.01 to 9,999.99. */
const INSERT_ENTRIES = `
  WITH account_list AS MATERIALIZED (
    SELECT array_agg(a.number ORDER BY a.number) AS numbers FROM account a WHERE a.agreement = $1 AND a.type IN (1, 2)
  ), span AS MATERIALIZED (
    SELECT min(y.date_from) AS first, max(y.date_to) - min(y.date_from) + 1 AS days FROM accounting_year y WHERE y.agreement = $1
  ), voucher AS (
    SELECT v, span.first + (v::bigint * 2 * span.days / ($4::bigint + 2))::int AS date,
      (1 + abs(hashint8extended(v, 3)) % 999999) / 100.0 AS amount,
      numbers[1 + abs(hashint8extended(v, 1)) % cardinality(numbers)] AS debit,
      numbers[1 + abs(hashint8extended(v, 2)) % cardinality(numbers)] AS credit
    FROM generate_series($2::bigint, $3::bigint) v, account_list, span
  )
  INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year, journal_number,
    voucher_number, amount, amount_in_base_currency, currency, exchange_rate, text)
  SELECT $1, number, (number - 1) / ${ENTRIES_OF_A_BOOKING} + 1, 5, account, date, y.year, 1, v, amount, amount, 'DKK', 100,
    'Bilag ' || v
  FROM (SELECT v, date, 2 * v - 1 AS number, debit AS account, amount FROM voucher
        UNION ALL SELECT v, date, 2 * v, credit, -amount FROM voucher) AS entry
  JOIN accounting_year y ON y.agreement = $1 AND entry.date BETWEEN y.date_from AND y.date_to
  ORDER BY number`

const INSERT_BOOKINGS = `
  INSERT INTO booking (agreement, number, journal_number, first_entry, last_entry, previous_seal, seal, booked_at)
  SELECT $1, n, 1, (n - 1) * ${ENTRIES_OF_A_BOOKING} + 1, least(n * ${ENTRIES_OF_A_BOOKING}, $2::int),
    CASE n WHEN 1 THEN decode(repeat('00', 32), 'hex') ELSE sha256((n - 1)::text::bytea) END, sha256(n::text::bytea), now()
  FROM generate_series(1, ($2::int - 1) / ${ENTRIES_OF_A_BOOKING} + 1) n`

const INSERT_TOTALS = `
  INSERT INTO period_total (agreement, accounting_year, period_number, account_number, debit, credit)
  SELECT $1, p.year, p.period_number, e.account_number, sum(greatest(e.amount_in_base_currency, 0)),
    sum(greatest(-e.amount_in_base_currency, 0))
  FROM booked_entry e
  JOIN accounting_period p ON p.agreement = $1 AND p.year = e.accounting_year AND e.date BETWEEN p.date_from AND p.date_to
  WHERE e.agreement = $1 GROUP BY 2, 3, 4`

const INSERT_DAY_TOTALS = `
  INSERT INTO day_total (agreement, date, account_number, debit, credit)
  SELECT $1, e.date, e.account_number, sum(greatest(e.amount_in_base_currency, 0)),
    sum(greatest(-e.amount_in_base_currency, 0))
  FROM booked_entry e WHERE e.agreement = $1 GROUP BY 2, 3`

async function fill(database: Database, agreement: number, entries: number): Promise<void> {
  const withoutTriggers = (text: string, values: (number | string)[]) =>
    database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      await transaction.rows(text, values)
    })
  for (let done = 0; done < entries; done += ENTRIES_OF_A_STEP) {
    const last = Math.min(done + ENTRIES_OF_A_STEP, entries)
    await withoutTriggers(INSERT_ENTRIES, [agreement, done / 2 + 1, last / 2, entries])
    tell(`${last} entries`)
  }
  await withoutTriggers(INSERT_BOOKINGS, [agreement, entries])
  await withoutTriggers(INSERT_TOTALS, [agreement])
  await withoutTriggers(INSERT_DAY_TOTALS, [agreement])
  await database.rows(
    `INSERT INTO counter (agreement, name, value) VALUES ($1, 'booked_entry', $2), ($1, 'booking', ($2::int - 1) / $3 + 1)`,
    [agreement, entries, ENTRIES_OF_A_BOOKING],
  )
  await database.rows('VACUUM (ANALYZE) booked_entry, booking, period_total, day_total')
}

/** Makes the years before those the template has, and answers the first days of all. */
async function openYears(database: Database, agreement: number): Promise<number[]> {
  const known = await database.rows<{ year: string }>(
    'SELECT y.year FROM accounting_year y WHERE y.agreement = $1 ORDER BY y.date_from',
    [agreement],
  )
  const last = Number(known.at(-1)!.year)
  for (let year = Number(known[0]!.year) - 1; year > last - YEARS; year -= 1) {
    await database.transaction((transaction) =>
      createYear(transaction, agreement, `${year}-01-01`, `${year}-12-31`, []),
    )
  }
  return Array.from({ length: YEARS }, (_, index) => last - YEARS + 1 + index)
}

function readsOf(years: readonly number[]): [title: string, path: string][] {
  const [first, closed, open, last] = [years[0]!, years.at(-3)!, years.at(-2)!, years.at(-1)!]
  const balance = (from: string, to: string) => `/daybookapi/v1.0.0/trial-balance?from=${from}&to=${to}`
  return [
    ['totals of a year', `/accounting-years/${open}/totals?pageSize=1000`],
    ['totals of a period', `/accounting-years/${open}/periods/7/totals?pageSize=1000`],
    ['trial balance: open year', balance(`${open}-01-01`, `${open}-12-31`)],
    ['trial balance: month', balance(`${open}-07-01`, `${open}-07-31`)],
    ['trial balance: closed year', balance(`${closed}-01-01`, `${closed}-12-31`)],
    ['trial balance: all years', balance(`${first}-01-01`, `${last}-12-31`)],
    ['trial balance: one day', balance(`${open}-07-16`, `${open}-07-16`)],
    ['trial balance: cuts 2 months', balance(`${open}-03-15`, `${last}-09-16`)],
  ]
}

async function measure(url: string, headers: Record<string, string>, reads: number): Promise<string> {
  const times: number[] = []
  let bytes = 0
  for (let read = -WARM_UP_READS; read < reads; read++) {
    const began = performance.now()
    const response = await fetch(url, { headers })
    bytes = (await response.arrayBuffer()).byteLength
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`)
    if (read >= 0) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(2)
  return [at(0.5), at(0.99), String(bytes)].map((text) => text.padStart(10)).join('')
}

async function bench(entries: number, reads: number, closing: Closing): Promise<void> {
  const loadBefore = loadNow()
  const ground = await openGround(closing)
  const { database, port } = ground
  say(machineText(await describeMachine(ground, undefined, loadBefore)))
  const { agreement, headers } = await openCompany(database, 'Totals', 1)
  const years = await openYears(database, agreement)
  let began = performance.now()
  await fill(database, agreement, entries)
  say(`${entries} entries of ${YEARS} years, written in ${Math.round((performance.now() - began) / 1000)} s`)
  for (const year of years.slice(0, -2)) {
    began = performance.now()
    await database.transaction((transaction) => closeYear(transaction, agreement, String(year)))
    say(`${year} closed in ${(performance.now() - began).toFixed(1)} ms`)
  }
  say(`\n${'milliseconds'.padEnd(30)}${['p50', 'p99', 'bytes'].map((name) => name.padStart(10)).join('')}`)
  for (const [title, path] of readsOf(years)) {
    say(`${title.padEnd(30)}${await measure(`http://127.0.0.1:${port}${path}`, headers, reads)}`)
  }
}

const { values } = parseArgs({ options: { entries: { type: 'string' }, reads: { type: 'string' } }, strict: true })
const closing = new Closing()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void closing.close().then(() => process.exit(signal === 'SIGINT' ? 130 : 143)))
}
try {
  await bench(Number(values.entries ?? 10_000_000), Number(values.reads ?? 200), closing)
} catch (error) {
  process.exitCode = 1
  tell(String((error as Error).stack))
}
await closing.close()
process.exit()
