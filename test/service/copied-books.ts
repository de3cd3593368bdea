import { inject } from 'vitest'
import type { Database, Transaction } from '../../src/database/connection.ts'

/** What an agreement had once it was filled, and the statement that gives it to another. */
interface Kept {
  statement: string
  rows: string[]
}

/** By name: those of SQL alone, which are the same in every test database, and those that hold for one database. */
const kept = new Map<string, Kept>()
const keptIn = new WeakMap<Database, Map<string, Kept>>()

const booksIn = (database: Database): Map<string, Kept> => {
  const known = keptIn.get(database) ?? new Map<string, Kept>()
  keptIn.set(database, known)
  return known
}

/**
 * Fills an agreement that is not there yet, in a test database. `fill` does it for the first of this name; those after
 * it have its rows as it had them then, with its trail, which takes a fifth of the time. So the demo company is copied,
 * too (`clone_pristine`).
 */
export async function filledOrCopied(
  database: Database,
  agreement: number,
  name: string,
  fill: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const known = kept.get(name)
  await database.transaction(async (transaction) => {
    if (known) return await copy(transaction, agreement, known)
    await fill(transaction)
    if (!isSpread()) kept.set(name, await keep(transaction, agreement))
  })
}

/** Keeps what an agreement has at this moment, but for its grants, for `copyOfKept`. */
export async function keepIn(database: Database, agreement: number, name: string): Promise<void> {
  if (isSpread()) return
  booksIn(database).set(name, await database.transaction((transaction) => keep(transaction, agreement)))
}

/** A new agreement that has what was kept by the name in this database; undefined where nothing was. */
export async function copyOfKept(database: Database, name: string): Promise<number | undefined> {
  const known = booksIn(database).get(name)
  if (!known) return undefined
  const agreement = await nextAgreement(database)
  await database.transaction((transaction) => copy(transaction, agreement, known))
  return agreement
}

/** The number of an agreement to be made. */
export async function nextAgreement(database: Database): Promise<number> {
  const [row] = await database.rows<{ agreement: number }>(`SELECT nextval('agreement_number')::int AS agreement`)
  return row!.agreement
}

/** Where agreements are spread over servers, each is filled. */
const isSpread = (): boolean => inject('databaseWorkers').length > 0

/** What lets somebody in, and what was answered to whom. */
const OF_GRANTS = "'access_grant', 'console_link', 'console_session', 'console_passkey', 'idempotency_key'"

/** All but versions, which each database numbers. */
async function keep(transaction: Transaction, agreement: number): Promise<Kept> {
  const tables = await transaction.rows<{ name: string; columns: string }>(
    `SELECT quote_ident(c.relname) AS name, string_agg(quote_ident(a.attname), ' ' ORDER BY a.attnum)
         FILTER (WHERE a.attname NOT IN ('agreement', 'object_version') AND a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname NOT IN (${OF_GRANTS})
     GROUP BY c.relname HAVING bool_or(a.attname = 'agreement') ORDER BY 1`,
  )
  const lists = tables.map(
    ({ name }) => `SELECT (SELECT json_agg(t)::text FROM ${name} t WHERE t.agreement = $1) AS list`,
  )
  const found = await transaction.rows<{ list: string | null }>(lists.join('\n UNION ALL '), [agreement])
  const rows: string[] = []
  const inserts: string[] = []
  for (const [at, { list }] of found.entries()) {
    if (list === null) continue
    rows.push(list)
    const { name, columns } = tables[at]!
    const place = rows.length + 1
    const own = columns.split(' ')
    inserts.push(`c${place} AS (INSERT INTO ${name} (${['agreement', ...own].join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${['$1::int', ...own.map((column) => `r.${column}`)].join(', ')}
      FROM json_populate_recordset(NULL::${name}, $${place}::json) AS r)`)
  }
  return { statement: `WITH ${inserts.join(', ')} SELECT 1`, rows }
}

/** Triggers have made what follows from the rows, and foreign keys hold as they held. */
async function copy(transaction: Transaction, agreement: number, { statement, rows }: Kept): Promise<void> {
  await transaction.rows(`SET LOCAL session_replication_role = 'replica'`)
  await transaction.rows(statement, [agreement, ...rows])
  await transaction.rows(`SET LOCAL session_replication_role = 'origin'`)
}
