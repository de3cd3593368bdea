import type { Closing } from './closing.ts'
import { type Company, JOURNALS, journalsToBook, openCompany } from './company.ts'
import { type Ground, openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { post } from './request.ts'
import { median } from './sample.ts'

/** Draft entries of a booking: the most that one call books. */
const BOOKED = 10_000
const WARM_UP = 1000

const VALUES = [
  `INSERT INTO dimension (agreement, number, name, is_active) VALUES ($1, 2, 'Places', true)`,
  `INSERT INTO dimension_value (agreement, dimension_number, number, name) SELECT $1, 2, n, 'Place ' || n FROM generate_series(1, 5) AS n`,
]
/**
 * Both statements rewrite every row, so that they leave the table in the same state. The template has the departments 1
 * to 4.
 */
const KEYS = {
  without: 'UPDATE draft_entry SET department_number = NULL, dimension2_key = NULL WHERE agreement = $1',
  with: `UPDATE draft_entry SET department_number = 1 + entry_number % 4, dimension2_key = 1 + entry_number % 5 WHERE agreement = $1`,
}

/**
 * Books 10,000 draft entries in one call, in turns without dimensions and with keys of two dimensions on each. Prints
 * the ratio of the medians.
 */
export async function measureDimensions(rounds: number, closing: Closing): Promise<void> {
  const tell = (text: string): void => void process.stdout.write(`${text}\n`)
  const ground = await openGround(closing)
  const company = await openCompany(ground, 'Dimensions', 5000)
  for (const statement of VALUES) await ground.database.query(statement, [company.agreement])
  for (const kind of ['without', 'with'] as const) await bookOnce(ground, company, kind, WARM_UP)
  tell(`load before ${loadNow().toFixed(1)}`)
  const perSecond = { without: [] as number[], with: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    for (const kind of round % 2 === 1 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      const found = (BOOKED / (await bookOnce(ground, company, kind, BOOKED))) * 1000
      perSecond[kind].push(found)
      tell(`round ${round}, ${kind} two dimensions: ${Math.round(found)} draft entries/s`)
    }
  }
  const [without, withBoth] = [median(perSecond.without), median(perSecond.with)]
  const { rows } = await ground.database.query<{ entries: number; keyed: number }>(
    `SELECT count(*)::int AS entries, count(dimension2_key)::int AS keyed FROM booked_entry WHERE agreement = $1`,
    [company.agreement],
  )
  tell(`${rows[0]!.entries} booked entries, ${rows[0]!.keyed} of them with both`)
  tell(
    `medians: ${Math.round(without)}/s without, ${Math.round(withBoth)}/s with: ${(withBoth / without).toFixed(2)}; the goal is 0.80`,
  )
}

/** @returns milliseconds of the booking alone. */
async function bookOnce(ground: Ground, company: Company, kind: keyof typeof KEYS, size: number): Promise<number> {
  const [journal] = await journalsToBook(ground.port, company, 1, size)
  await ground.database.query(KEYS[kind], [company.agreement])
  await ground.database.query('VACUUM (ANALYZE)')
  const begun = performance.now()
  await post(ground.port, `${JOURNALS}/journals/${journal!}/book`, company.headers)
  return performance.now() - begun
}
