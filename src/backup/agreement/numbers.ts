import type { Transaction } from '../../database/connection.ts'
import type { AgreementStart, MovedApp } from '../format.ts'
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

/** By kind, what a number of the file is here; all as COPY's text has them. */
export type Numbers = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Numbers for what is counted across agreements: the same where nobody has it, else the next one. */
export async function takeNumbers(
  transaction: Transaction,
  { apps, numbers }: AgreementStart,
  tables: readonly AgreementTable[],
): Promise<{ numbers: Numbers; apps: AppHere[] }> {
  await transaction.script('CREATE TEMPORARY TABLE moved_number (kind text, there int, here int) ON COMMIT DROP')
  const here = await takeApps(transaction, apps)
  for (const { name, renumbered } of tables) {
    for (const { column, kind } of renumbered) {
      if (kind === APP) continue
      await transaction.rows(
        `INSERT INTO moved_number (kind, there, here)
         SELECT $2, n::int, CASE WHEN EXISTS (SELECT FROM ${name} t WHERE t.${column} = n::int)
           THEN nextval(pg_get_serial_sequence($3, $4))::int ELSE n::int END
         FROM json_array_elements_text($1::json) n`,
        [JSON.stringify(numbers[kind] ?? []), kind, name, column],
      )
    }
  }
  const rows = await transaction.rows<{ kind: string; there: number; here: number }>(
    'SELECT m.kind, m.there, m.here FROM moved_number m',
  )
  const byKind = new Map<string, Map<string, string>>()
  for (const row of rows) {
    const known = byKind.get(row.kind) ?? new Map<string, string>()
    byKind.set(row.kind, known.set(String(row.there), String(row.here)))
  }
  return { numbers: byKind, apps: here }
}

/** An app is the same where one of its secrets is: what is here of it stays. */
async function takeApps(transaction: Transaction, apps: readonly MovedApp[]): Promise<AppHere[]> {
  const given = JSON.stringify(apps)
  const there = `json_to_recordset($1::json) AS n(app int, name text, "secretHash" text, "previousSecretHash" text, "previousSecretUntil" text, "createdAt" text)`
  await transaction.rows(
    `INSERT INTO moved_number (kind, there, here)
     SELECT '${APP}', n.app, (
       SELECT p.app FROM app p WHERE encode(p.secret_hash, 'hex') IN (n."secretHash", n."previousSecretHash")
         OR encode(p.previous_secret_hash, 'hex') IN (n."secretHash", n."previousSecretHash") ORDER BY p.app LIMIT 1)
     FROM ${there}`,
    [given],
  )
  const found = await transaction.rows<{ there: number }>(`SELECT m.there FROM moved_number m WHERE m.here IS NOT NULL`)
  await transaction.rows(
    `UPDATE moved_number m SET here = CASE WHEN EXISTS (SELECT FROM app p WHERE p.app = m.there)
       THEN nextval(pg_get_serial_sequence('app', 'app'))::int ELSE m.there END
     WHERE m.here IS NULL`,
  )
  const made = await transaction.rows<{ app: number }>(
    `INSERT INTO app (app, name, secret_hash, previous_secret_hash, previous_secret_until, created_at) OVERRIDING SYSTEM VALUE
     SELECT m.here, n.name, decode(n."secretHash", 'hex'), decode(n."previousSecretHash", 'hex'), n."previousSecretUntil"::timestamptz, n."createdAt"::timestamptz
     FROM ${there} JOIN moved_number m ON m.kind = '${APP}' AND m.there = n.app
     WHERE NOT EXISTS (SELECT FROM app p WHERE p.app = m.here)
     RETURNING app`,
    [given],
  )
  const here = await transaction.rows<{ there: number; here: number }>('SELECT m.there, m.here FROM moved_number m')
  const numberOf = new Map(here.map((row) => [row.there, row.here]))
  if (made.length + found.length !== apps.length) throw new Error('an app is neither here nor made')
  return apps.map(({ app, name }) => ({
    app: numberOf.get(app)!,
    name,
    appThere: app,
    isNew: !found.some((one) => one.there === app),
  }))
}

/** Sequences that columns of an agreement's rows, and of apps, draw from: as their own, or by a default. */
const SEQUENCES = `
  WITH drawing AS (
    SELECT d.objid AS sequence, d.refobjid AS relation, d.refobjsubid::int2 AS place FROM pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')
    UNION
    SELECT d.refobjid, f.adrelid, f.adnum FROM pg_depend d JOIN pg_attrdef f ON f.oid = d.objid
    WHERE d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_class'::regclass)
  SELECT quote_ident(s.relname) AS sequence, json_agg(json_build_array(quote_ident(t.relname), quote_ident(a.attname), t.relname <> 'app')) AS columns
  FROM pg_class s JOIN drawing d ON d.sequence = s.oid JOIN pg_class t ON t.oid = d.relation
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.place
  WHERE s.relnamespace = current_schema()::regnamespace AND s.relkind = 'S' AND t.relkind = 'r' AND (t.relname = 'app'
    OR EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'agreement' AND NOT o.attisdropped))
  GROUP BY s.relname`

/** So many numbers are drawn one by one: whoever draws meanwhile cannot be overtaken. Nobody draws as many between two statements. */
const DRAWN_MAX = 100_000

/** Has every sequence go on behind what the agreement has of it: no number and no version is given twice. */
export async function raiseSequences(transaction: Transaction): Promise<void> {
  const sequences = await transaction.rows<{ sequence: string; columns: string }>(SEQUENCES)
  for (const { sequence, columns } of sequences) {
    const highest = (JSON.parse(columns) as [string, string, boolean][]).map(
      ([table, column, isItsOwn]) =>
        `SELECT max(t.${column})::bigint FROM ${table} t${isItsOwn ? ` WHERE t.agreement = ${ITS_OWN}` : ''}`,
    )
    const [gap] = await transaction.rows<{ numbers: string; highest: string }>(
      `SELECT max(n) - coalesce((SELECT s.last_value FROM pg_sequences s WHERE s.schemaname = current_schema() AND quote_ident(s.sequencename) = $1), 0) AS numbers,
         max(n) AS highest
       FROM (${highest.join(' UNION ALL ')}) AS m(n)`,
      [sequence],
    )
    const missing = Number(gap!.numbers)
    if (missing > DRAWN_MAX) await transaction.rows('SELECT setval($1::regclass, $2::bigint)', [sequence, gap!.highest])
    else if (missing > 0) {
      await transaction.rows('SELECT count(nextval($1::regclass)) FROM generate_series(1, $2::int)', [
        sequence,
        missing,
      ])
    }
  }
}
