import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { cents, minus, of, over, plus, type Rational, text, times } from './rational.ts'
import { runs } from '../long.ts'
import { seedOf } from '../chance.ts'

/*
 * The judge of invoices: nets, VAT and totals of random documents, against fractions. `DAYBOOK_INVOICES` sets how many
 * are judged, instead of 4000. `DAYBOOK_INVOICES_SEED` repeats those of a seed that a failure has named.
 */
const INVOICES = runs(4_000, 1_000_000, process.env.DAYBOOK_INVOICES)
const SEED = seedOf('DAYBOOK_INVOICES_SEED')
const BATCH = 2000

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

interface Line {
  document: number
  code: string
  rate: string
  included: boolean
  /** Of its document: 2, or none in a currency without. */
  decimals: number
  quantity: string
  price: string
  discount: string | null
}

/** Mulberry32. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const RATES = ['25', '0', '12', '6.5', '33.3333', '100', '0.0001']
const decimalOf = (next: (below: number) => number, whole: number): string => {
  const decimals = next(7)
  const sign = next(8) === 0 ? '-' : ''
  return `${sign}${next(whole)}${decimals === 0 ? '' : `.${String(next(10 ** decimals)).padStart(decimals, '0')}`}`
}

function linesOf(document: number, next: (below: number) => number): Line[] {
  const [included, decimals] = [next(3) === 0, next(4) === 0 ? 0 : 2]
  const codes = [next(RATES.length), next(RATES.length)]
  return Array.from({ length: 1 + next(6) }, () => {
    const code = codes[next(2)]!
    const discount = next(2) === 0 ? null : next(5) === 0 ? '100' : decimalOf(next, 100).replace('-', '')
    const [quantity, price] = [decimalOf(next, 1000), decimalOf(next, 100_000)]
    return { document, code: `V${code}`, rate: RATES[code]!, included, decimals, quantity, price, discount }
  })
}

const HUNDRED = of('100')

/** Net and VAT of each line of one document, by SALES.md, in fractions. */
function judged(lines: readonly Line[]): string[] {
  const sums = new Map<string, Rational>()
  const rounded = (value: Rational): Rational =>
    lines[0]!.decimals === 2 ? cents(value) : times(cents(over(value, HUNDRED)), HUNDRED)
  const dueOf = (sum: Rational, { rate, included }: Line): Rational =>
    rounded(included ? over(times(sum, HUNDRED), plus(HUNDRED, of(rate))) : over(times(sum, of(rate)), HUNDRED))
  return lines.map((line) => {
    const share = over(minus(HUNDRED, of(line.discount ?? '0')), HUNDRED)
    const total = rounded(times(times(of(line.quantity), of(line.price)), share))
    const before = sums.get(line.code) ?? of('0')
    const sum = plus(before, total)
    sums.set(line.code, { n: cents(sum).n, d: 100n })
    const part = minus(dueOf(sum, line), dueOf(before, line))
    const [net, vat] = line.included ? [part, minus(total, part)] : [total, part]
    return `${text(net)} ${text(vat)}`
  })
}

const AMOUNTS = `
  WITH line AS (
    SELECT l.*, row_number() OVER () AS place FROM json_to_recordset($1::json)
      AS l(document int, code text, rate numeric, included boolean, quantity numeric, price numeric, discount numeric, decimals int)
  ), listed AS (
    SELECT array_agg(document ORDER BY place) AS documents, array_agg(code ORDER BY place) AS codes, array_agg(rate ORDER BY place) AS rates,
      array_agg(included ORDER BY place) AS included, array_agg(decimals ORDER BY place) AS decimals,
      array_agg(line_total(quantity, price, discount, decimals) ORDER BY place) AS totals FROM line
  )
  SELECT string_agg(to_char(a.net, 'FM999999999999990.00') || ' ' || to_char(a.vat, 'FM999999999999990.00'), ',' ORDER BY a.place) AS told
  FROM listed l CROSS JOIN LATERAL amounts_of_lines(l.documents, l.codes, l.rates, l.included, l.decimals, l.totals) AS a`

test(`net and VAT of ${INVOICES} random invoices are those of fractions`, { timeout: 3_600_000 }, async () => {
  const next = random(SEED)
  for (let first = 0; first < INVOICES; first += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, INVOICES - first) }, (_, at) => linesOf(first + at, next))
    const [row] = await database.database.rows<{ told: string }>(AMOUNTS, [JSON.stringify(documents.flat())])
    const expected = documents.flatMap(judged)
    const told = row!.told.split(',').map((one) => one.replaceAll('-0.00', '0.00'))
    const wrong = expected.findIndex((one, at) => one !== told[at])
    if (wrong >= 0) {
      const line = documents.flat()[wrong]!
      expect({ seed: SEED, lines: documents[line.document - first], told: told[wrong] }).toBe(expected[wrong])
    }
    expect(told).toHaveLength(expected.length)
  }
})

test('the figures of SALES.md', async () => {
  const [row] = await database.database.rows(
    `SELECT line_total(-2, 100.005, 10, 2)::text AS discounted, line_total(-3, 33.5, NULL, 0)::text AS whole, from_base(200, 746.0525)::text AS euro, in_base(125, 746.0525)::text AS base,
       rounded_ratio(100 * 300, 900)::text AS margin, rounded_ratio(-1, 200)::text AS half,
       due_date_of(1, 14, '2026-01-15', NULL) AS net, due_date_of(2, 30, '2026-01-15', NULL) AS month, due_date_of(7, 0, '2026-01-15', NULL) AS sunday,
       due_date_of(8, 7, '2026-01-15', NULL) AS monday, due_date_of(7, 0, '2026-01-18', NULL) AS next, due_date_of(2, 8, '9999-12-24', NULL) AS last, due_date_of(5, 0, '2026-01-18', NULL) AS ungiven`,
  )
  expect(row).toEqual({
    discounted: '-180.01',
    whole: '-101.00',
    euro: '26.81',
    base: '932.57',
    margin: '33.33',
    half: '-0.01',
    net: '2026-01-29',
    month: '2026-03-02',
    sunday: '2026-01-18',
    last: '9999-12-31',
    ungiven: null,
    monday: '2026-01-26',
    next: '2026-01-25',
  })
})
