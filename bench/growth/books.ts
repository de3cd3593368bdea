import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { makeJournal } from '../company.ts'
import type { Ground } from '../ground.ts'
import { newAgreement, sealBookings, SUPERUSER } from '../product.ts'
import type { Tokens } from '../request.ts'
import { INSERT_BOOKED, INSERT_DRAFTS, INSERT_PARTIES, INSERT_TOTALS } from './statements.ts'

/** An agreement whose books SQL statements wrote, many rows at a time. */
export interface Books {
  agreement: number
  headers: Tokens
  /** Booked entries, numbered from 1. */
  entries: number
  /** Draft entries, numbered from 1. */
  drafts: number
}

const CHECKOUT = new URL('../../', import.meta.url)
const JOURNALS = 10
/** The most draft entries: nobody keeps more waiting. */
const DRAFTS_MAX = 1_000_000
const ENTRIES_OF_A_BOOKING = 10_000
const ENTRIES_OF_A_STEP = 500_000
/** One customer and one supplier per this many entries, within bounds. */
const ENTRIES_OF_A_PARTY = 100
const [PARTIES_MIN, PARTIES_MAX] = [10, 10_000]

/**
 * Makes an agreement with this many booked entries, and as many draft entries, up to a million or `draftsMax`. Triggers
 * and foreign keys are off while it writes entries; only the superuser can do that. Bookings, seals, numbers, open
 * items and totals fit the entries, so the books verify. Triggers write the trail of the parties.
 */
export async function fillBooks(
  ground: Ground,
  entries: number,
  tell: (done: string) => void,
  draftsMax = DRAFTS_MAX,
): Promise<Books> {
  const { address, port } = ground
  const name = `Growth ${entries}`
  const { agreement, headers } = await newAgreement(address, name)
  const journals: number[] = []
  for (let index = 1; index <= JOURNALS; index++) journals.push(await makeJournal(port, { headers }, { name }))
  const drafts = Math.min(entries, draftsMax)
  const parties = Math.min(PARTIES_MAX, Math.max(PARTIES_MIN, Math.ceil(entries / ENTRIES_OF_A_PARTY)))
  for (const statement of INSERT_PARTIES) await ground.database.query(statement, [agreement, parties])
  const bookings = Array.from({ length: Math.ceil(entries / ENTRIES_OF_A_BOOKING) }, (_, index) => ({
    number: index + 1,
    journalNumber: journals[index % JOURNALS]!,
    firstEntry: index * ENTRIES_OF_A_BOOKING + 1,
    lastEntry: Math.min((index + 1) * ENTRIES_OF_A_BOOKING, entries),
  }))
  // Seals entries while the next are written: sealing uses this process, writing the database.
  let sealing: Promise<Buffer | undefined> = Promise.resolve(undefined)
  for (let done = 0; done < entries; done += ENTRIES_OF_A_STEP) {
    const last = Math.min(done + ENTRIES_OF_A_STEP, entries)
    const span = [done / 2 + 1, last / 2, entries / 2]
    await withoutTriggers(ground, INSERT_BOOKED, [agreement, ...span, journals[0]!, parties, ENTRIES_OF_A_BOOKING])
    tell(`${last} booked entries`)
    const written = bookings.filter(({ firstEntry }) => firstEntry > done && firstEntry <= last)
    sealing = sealing.then((seal) => sealBookings({ ...address, user: SUPERUSER }, agreement, written, seal))
    // A failure is thrown later, where the sealing is awaited.
    sealing.catch(() => {})
  }
  for (let done = 0; done < drafts; done += ENTRIES_OF_A_STEP) {
    const last = Math.min(done + ENTRIES_OF_A_STEP, drafts)
    await withoutTriggers(ground, INSERT_DRAFTS, [agreement, done + 1, last, drafts, journals[0]!, parties])
    tell(`${last} draft entries`)
  }
  for (const statement of INSERT_TOTALS) await withoutTriggers(ground, statement, [agreement])
  await sealing
  tell(`${bookings.length} bookings sealed`)
  for (const [counter, value] of Object.entries({
    booked_entry: entries,
    booking: bookings.length,
    draft_entry: drafts,
  })) {
    await ground.database.query('INSERT INTO counter (agreement, name, value) VALUES ($1, $2, $3)', [
      agreement,
      counter,
      value,
    ])
  }
  return { agreement, headers, entries, drafts }
}

async function withoutTriggers({ superuser }: Ground, text: string, values: readonly (number | null)[]): Promise<void> {
  const client = await superuser.connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(text, [...values])
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

/** Agreements copied in one statement, and statements at a time. */
const COPIES_OF_A_STEP = 250
const STEPS_AT_ONCE = 2
/** Draft entries that each copy keeps. */
const DRAFTS_OF_A_COPY = 100

/**
 * Copies an agreement's rows of every table a number of times. The copies are in the same database. Without the trail
 * of its master data, which takes most of their room, they get no requests: their books do not verify.
 */
export async function addNeighbours(
  ground: Ground,
  { agreement }: Books,
  { count, hasTrail }: { count: number; hasTrail: boolean },
  tell: (done: string) => void,
): Promise<void> {
  const { database } = ground
  const all = await tablesOfAgreements(ground)
  const tables = hasTrail ? all : all.filter(({ name }) => name !== 'change')
  const { rows } = await database.query<{ last: number }>('SELECT max(agreement) AS last FROM agreement')
  const last = rows[0]!.last
  const copy = async (first: number, to: number): Promise<void> => {
    for (const { name, columns } of tables) {
      const some = name === 'draft_entry' ? `AND t.entry_number <= ${DRAFTS_OF_A_COPY}` : ''
      const text = `INSERT INTO ${name} (agreement${columns.map((column) => `, ${column}`).join('')})
        SELECT n${columns.map((column) => `, t.${column}`).join('')}
        FROM generate_series($2::int, $3::int) n, ${name} t WHERE t.agreement = $1 ${some}`
      await withoutTriggers(ground, text, [agreement, last + first, last + to])
    }
  }
  for (let done = 0; done < count;) {
    const steps: Promise<void>[] = []
    for (let step = 0; step < STEPS_AT_ONCE && done < count; step++) {
      const to = Math.min(done + COPIES_OF_A_STEP, count)
      steps.push(copy(done + 1, to))
      done = to
    }
    await Promise.all(steps)
    tell(`${done} neighbours`)
  }
  await database.query(`SELECT setval('agreement_number', max(agreement)) FROM agreement`)
}

/**
 * The tables whose key begins with the agreement, each with its other columns that are not given by the database;
 * without the grants, whose tokens differ.
 */
async function tablesOfAgreements({ database }: Ground): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await database.query<{ name: string; columns: string[] | null }>(
    `SELECT c.oid::regclass::text AS name,
       array_agg(quote_ident(a.attname)) FILTER (WHERE a.attname <> 'agreement' AND a.attgenerated = '' AND a.attidentity = '') AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'access_grant'
     GROUP BY c.oid
     HAVING bool_or(a.attname = 'agreement')`,
  )
  return rows.map(({ name, columns }) => ({ name, columns: columns ?? [] }))
}

/**
 * Runs the product's own check that an agreement's books are right. @returns their entries. @throws Error with what is
 * off.
 */
export async function verify({ environment }: Ground, agreement: number): Promise<number> {
  const words = ['build/start.js', 'verify', '--json', '--agreement', String(agreement)]
  const options = { cwd: CHECKOUT, env: environment as NodeJS.ProcessEnv }
  const { stdout } = await promisify(execFile)(process.execPath, words, options).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`The books of agreement ${agreement} are not right: ${error.stdout}${error.stderr}`)
    },
  )
  return (JSON.parse(stdout) as { entries: number }).entries
}

/** Applies the settings for loading, or resets them to those with which the service starts its database. */
export async function setLoading({ superuser }: Ground, isLoading: boolean): Promise<void> {
  const settings = { max_wal_size: '8GB', checkpoint_timeout: '1h' }
  for (const [name, value] of Object.entries(settings)) {
    await superuser.query(isLoading ? `ALTER SYSTEM SET ${name} = '${value}'` : `ALTER SYSTEM RESET ${name}`)
  }
  await superuser.query('SELECT pg_reload_conf()')
  if (isLoading) return
  // Does the work that autovacuum would do within minutes, and the disk during the measurement.
  await superuser.query('VACUUM (ANALYZE)')
  await superuser.query('CHECKPOINT')
}
