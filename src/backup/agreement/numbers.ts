import type { Transaction } from '../../database/connection.ts'
import { SPREAD_DELIVERIES } from '../../database/distribution/delivery-positions.ts'
import { BACKUP_COUNTED_MAX } from '../../limits.ts'
import { type AgreementStart, BackupError, type MovedApp } from '../format.ts'
import { checkNoDemo } from './identity.ts'
import type { Transactions } from './transactions.ts'
import { type AgreementTable, APP, ITS_OWN } from './tables.ts'

/** An app that came with an agreement: the number that it has here. */
export interface AppHere {
  app: number
  name: string
  /** Its number where it comes from: what seals cover says that one. */
  appThere: number
  /** Whether it was not here before. */
  isNew: boolean
}

/**
 * So many numbers are drawn one by one: the sequence cannot fall behind others that draw meanwhile. Nobody draws as
 * many between two statements.
 */
const DRAWN_MAX = 100_000

/** What numbers that are counted across agreements are here; all as COPY's text has them. */
export class Numbers {
  /** Of each kind, by the number of the file. */
  private readonly known = new Map<string, Map<string, string>>()
  private readonly unnamed = new Map<string, Set<string>>()

  constructor(rows: readonly { kind: string; there: number; here: number }[]) {
    for (const { kind, there, here } of rows) {
      if (!this.known.has(kind)) this.known.set(kind, new Map())
      if (!this.unnamed.has(kind)) this.unnamed.set(kind, new Set())
      this.known.get(kind)!.set(String(there), String(here))
      this.unnamed.get(kind)!.add(String(there))
    }
  }

  /** @throws BackupError for a number that the file does not list: it may be that of another agreement's here. */
  here(kind: string, there: string, table: string): string {
    if (there === NULL) return there
    const here = this.known.get(kind)?.get(there)
    if (here === undefined) throw listed(`A row of ${table} names the ${kind} ${there}, which the file does not list`)
    this.unnamed.get(kind)!.delete(there)
    return here
  }

  /** @throws BackupError where the file lists a number that none of its rows names. */
  checkAllNamed(): void {
    for (const [kind, left] of this.unnamed) {
      for (const number of left) throw listed(`The file lists the ${kind} ${number}, which none of its rows names`)
    }
  }
}

/** Nothing, as COPY writes it. */
const NULL = '\\N'

const listed = (what: string): BackupError => new BackupError(`${what}: nothing is imported.`)

/** Takes numbers that are counted across agreements: the same where it is free, else the next one. */
export async function takeNumbers(
  transactions: Transactions,
  { apps, numbers }: AgreementStart,
  tables: readonly AgreementTable[],
): Promise<{ numbers: Numbers; apps: AppHere[] }> {
  const { there } = transactions
  await there.script('CREATE TEMPORARY TABLE moved_number (kind text, there int, here int) ON COMMIT DROP')
  const here = await takeApps(transactions, apps)
  for (const { name, renumbered } of tables) {
    for (const { column, kind } of renumbered) {
      if (kind === APP) continue
      await there.rows(
        `INSERT INTO moved_number (kind, there) SELECT $2, n::int FROM json_array_elements_text($1::json) n`,
        [JSON.stringify(numbers[kind] ?? []), kind],
      )
      await numberRest(transactions, kind, name, column)
    }
  }
  const rows = await there.rows<{ kind: string; there: number; here: number }>(
    'SELECT m.kind, m.there, m.here FROM moved_number m',
  )
  const seen = new Set<string>()
  for (const { kind, here: number } of rows) {
    const name = `${kind} ${number}`
    if (seen.has(name)) throw listed(`Two numbers of the file are the ${name} here`)
    seen.add(name)
  }
  return { numbers: new Numbers(rows), apps: here }
}

/**
 * Keeps each number that has none of here yet; draws another where it is taken, or far from what has been drawn here:
 * the sequence is raised to it, and nobody could be given a number once it is at its end.
 */
async function numberRest({ whole, there }: Transactions, kind: string, table: string, column: string): Promise<void> {
  const [drawing] = await whole.rows<{ sequence: string; last: string }>(
    `SELECT s.name AS sequence, coalesce(pg_sequence_last_value(s.name::regclass), 0)::text AS last
     FROM pg_get_serial_sequence($1, $2) AS s(name)`,
    [table, column],
  )
  const { sequence, last } = drawing!
  await there.rows(
    `UPDATE moved_number m SET here = m.there WHERE m.kind = $1 AND m.here IS NULL AND m.there <= $2::bigint
     AND NOT EXISTS (SELECT FROM ${table} t WHERE t.${column} = m.there)`,
    [kind, Number(last) + DRAWN_MAX],
  )
  const taken = await there.rows<{ there: number }>(
    'SELECT m.there FROM moved_number m WHERE m.kind = $1 AND m.here IS NULL',
    [kind],
  )
  if (taken.length === 0) return
  const [kept] = await there.rows<{ highest: string | null }>(
    'SELECT max(m.here)::text AS highest FROM moved_number m WHERE m.kind = $1',
    [kind],
  )
  // None of those that are kept is drawn.
  if (kept!.highest !== null) await raise(whole, sequence, kept!.highest)
  const drawn = await whole.rows<{ here: number }>(
    'SELECT nextval($1::regclass)::int AS here FROM generate_series(1, $2::int)',
    [sequence, taken.length],
  )
  await there.rows(
    `UPDATE moved_number m SET here = n.here FROM json_to_recordset($2::json) AS n(there int, here int)
      WHERE m.kind = $1 AND m.there = n.there`,
    [kind, JSON.stringify(taken.map((one, at) => ({ ...one, ...drawn[at]! })))],
  )
}

/** Apps that one statement makes: it may have 65,535 values. */
const APPS_AT_ONCE = 1000

/** An app is the same where one of its secrets is: what is here of it stays. */
async function takeApps(transactions: Transactions, apps: readonly MovedApp[]): Promise<AppHere[]> {
  const { there, stored } = transactions
  await there.rows(
    `INSERT INTO moved_number (kind, there, here)
     SELECT '${APP}', n.app, (
       SELECT p.app FROM app p WHERE encode(p.secret_hash, 'hex') IN (n."secretHash", n."previousSecretHash")
         OR encode(p.previous_secret_hash, 'hex') IN (n."secretHash", n."previousSecretHash") ORDER BY p.app LIMIT 1)
     FROM json_to_recordset($1::json) AS n(app int, "secretHash" text, "previousSecretHash" text)`,
    [JSON.stringify(apps)],
  )
  const found = new Set(
    (await there.rows<{ there: number }>(`SELECT m.there FROM moved_number m WHERE m.here IS NOT NULL`)).map(
      (row) => row.there,
    ),
  )
  await numberRest(transactions, APP, 'app', 'app')
  const here = await there.rows<{ there: number; here: number }>('SELECT m.there, m.here FROM moved_number m')
  const numberOf = new Map(here.map((row) => [row.there, row.here]))
  const missing = apps.filter(({ app }) => !found.has(app)).map((one) => ({ ...one, app: numberOf.get(one.app)! }))
  checkNoDemo(missing)
  for (let at = 0; at < missing.length; at += APPS_AT_ONCE) {
    const some = missing.slice(at, at + APPS_AT_ONCE)
    const values = some.flatMap((one) => [
      ...[one.app, one.name, one.secretHash, one.previousSecretHash],
      ...[one.previousSecretUntil, one.createdAt, one.isSandbox ?? false, one.compatibility ?? null],
    ])
    const row = (at: number): string =>
      `($${at + 1}::int, $${at + 2}, decode($${at + 3}, 'hex'), decode($${at + 4}, 'hex'), $${at + 5}::timestamptz, $${at + 6}::timestamptz, $${at + 7}::boolean, $${at + 8})`
    await there.rows(
      `INSERT INTO ${stored('app')} (app, name, secret_hash, previous_secret_hash, previous_secret_until, created_at,
        is_sandbox, compatibility) OVERRIDING SYSTEM VALUE
       VALUES ${some.map((_, place) => row(8 * place)).join(', ')}`,
      values,
    )
  }
  return apps.map(({ app, name }) => ({ app: numberOf.get(app)!, name, appThere: app, isNew: !found.has(app) }))
}

/** Sequences that columns of an agreement's rows, and of apps, draw from: as their own, or by a default. */
const SEQUENCES = `
  WITH drawing AS (
    SELECT d.objid AS sequence, d.refobjid AS relation, d.refobjsubid::int2 AS place FROM pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0
      AND d.deptype IN ('a', 'i')
    UNION
    SELECT d.refobjid, f.adrelid, f.adnum FROM pg_depend d JOIN pg_attrdef f ON f.oid = d.objid
    WHERE d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_class'::regclass)
  SELECT quote_ident(s.relname) AS sequence, quote_ident(current_schema()) AS schema,
    json_agg(json_build_array(quote_ident(t.relname), quote_ident(a.attname), t.relname <> 'app')) AS columns
  FROM pg_class s JOIN drawing d ON d.sequence = s.oid JOIN pg_class t ON t.oid = d.relation
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.place
  WHERE s.relnamespace = current_schema()::regnamespace AND s.relkind = 'S' AND t.relkind = 'r' AND (t.relname = 'app'
    OR EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'agreement' AND NOT o.attisdropped))
  GROUP BY s.relname`

/**
 * The number that nobody counts beyond, where an agreement has. Deliveries of an installation that spreads agreements
 * begin behind all that are counted elsewhere, at the microseconds of their time (`order_deliveries` of
 * src/database/distribution/shard-functions.ts).
 */
function boundBelow(number: bigint, drawing: readonly (readonly [string, string, boolean])[]): bigint | undefined {
  // Named as SQL quotes it.
  const isOfDeliveries = drawing.some(([table, column]) => table === 'webhook_delivery' && column === '"position"')
  const isSpread = isOfDeliveries && number >= SPREAD_DELIVERIES.from
  const bound = isSpread ? SPREAD_DELIVERIES.to - 1n : BigInt(BACKUP_COUNTED_MAX)
  return number > bound ? bound : undefined
}

/** Raises every sequence to the agreement's highest number: no number and no version is given twice. */
export async function raiseSequences({ whole, there }: Transactions): Promise<void> {
  const sequences = await whole.rows<{ sequence: string; schema: string; columns: string }>(SEQUENCES)
  for (const { sequence, schema, columns } of sequences) {
    const drawing = JSON.parse(columns) as [string, string, boolean][]
    const highest = drawing.map(
      ([table, column, isItsOwn]) =>
        `SELECT max(t.${column})::bigint FROM ${table} t${isItsOwn ? ` WHERE t.agreement = ${ITS_OWN}` : ''}`,
    )
    const [{ number }] = (await there.rows<{ number: string | null }>(
      `SELECT max(n)::text AS number FROM (${highest.join(' UNION ALL ')}) AS m(n)`,
    )) as [{ number: string | null }]
    if (number === null) continue
    const bound = boundBelow(BigInt(number), drawing)
    if (bound !== undefined) {
      const columns = drawing.map(([table, column]) => `${table}.${column}`)
      throw listed(
        `The agreement has counted to ${number} in ${columns[0]}, and no installation counts beyond ${bound}`,
      )
    }
    await raise(whole, `${schema}.${sequence}`, number)
    if (there === whole) continue
    await raise(there, `${schema}.${sequence}`, number)
    // Where a shard draws from one of its own, the path finds that.
    await raise(there, sequence, number)
  }
}

/** Raises one sequence. Citus gives each server a range of numbers; those outside it are given elsewhere. */
async function raise(side: Transaction, sequence: string, highest: string): Promise<void> {
  const [gap] = await side.rows<{ numbers: string }>(
    `SELECT CASE WHEN $2::bigint < s.seqmax THEN $2::bigint - coalesce(pg_sequence_last_value(s.seqrelid), s.seqmin - 1)
      ELSE 0 END AS numbers
     FROM pg_sequence s WHERE s.seqrelid = $1::regclass`,
    [sequence, highest],
  )
  const missing = Number(gap!.numbers)
  if (missing > DRAWN_MAX) await side.rows('SELECT setval($1::regclass, $2::bigint)', [sequence, highest])
  else if (missing > 0) {
    await side.rows('SELECT count(nextval($1::regclass)) FROM generate_series(1, $2::int)', [sequence, missing])
  }
}
