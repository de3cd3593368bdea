import type { Transaction } from '../database/connection.ts'
import { wasBeforeBaseline } from '../database/migrating/baseline.ts'
import type { Schema } from '../database/migrating/schema.ts'
import { appliedMigrations, knownMigrations, ownSchema } from '../database/migrate.ts'
import { BackupError } from './format.ts'

/** The statements that drop what a schema has. */
const DROPS = `
  SELECT format('DROP %s IF EXISTS %I CASCADE', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE'
    ELSE 'TABLE' END, c.relname) AS drop
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
    AND NOT (c.relkind = 'S' AND EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
      AND d.objid = c.oid AND d.refobjsubid > 0))
  UNION ALL
  SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid
      AND d.deptype = 'e')`

/** Agreements and apps that are not those of the demo company, which every service makes. */
const CONTENT = `
  SELECT (SELECT count(*)::int FROM agreement a WHERE a.agreement IS NOT NULL AND NOT a.is_demo) AS agreements,
    (SELECT count(*)::int FROM app p WHERE NOT EXISTS (
      SELECT FROM access_grant g JOIN agreement a ON a.agreement = g.agreement WHERE g.app = p.app AND a.is_demo))
        AS apps`

/** Tables and views, by name. */
const RELATIONS = `
  SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  ORDER BY c.relname`

/**
 * Empties the schema: a database in which nothing was done yet has at most the demo company, which goes.
 * @throws BackupError when there is content, which no restore takes away.
 */
export async function makeRoom(transaction: Transaction): Promise<void> {
  const drops = await transaction.rows<{ drop: string }>(DROPS)
  if (drops.length === 0) return
  const [made] = await transaction.rows<{ isOurs: boolean }>(
    `SELECT count(*) = 3 AS "isOurs" FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relname IN ('migration', 'agreement', 'app')`,
  )
  if (!made!.isOurs) throw hasContent('tables that are not of Daybook')
  await transaction.script('LOCK TABLE agreement, app IN ACCESS EXCLUSIVE MODE')
  const [content] = await transaction.rows<{ agreements: number; apps: number }>(CONTENT)
  const { agreements, apps } = content!
  if (agreements > 0) throw hasContent(`${agreements} agreement${agreements === 1 ? '' : 's'}`)
  if (apps > 0) throw hasContent(`${apps} app${apps === 1 ? '' : 's'}`)
  await removeOurs(transaction)
}

/** Names that a refusal gives at most. */
const NAMED_MAX = 5

/** Removes what the migrations of the schema have made. @throws BackupError where anything else is there, too. */
async function removeOurs(transaction: Transaction): Promise<void> {
  const applied = await appliedMigrations(transaction)
  const known = await knownMigrations([])
  if (applied.some((file) => !known.includes(file) && !wasBeforeBaseline(file)))
    throw hasContent('tables of a newer Daybook')
  const ours = relationsOf(await ownSchema())
  const all = await transaction.rows<{ name: string }>(RELATIONS)
  const others = all.filter(({ name }) => !ours.has(name)).map(({ name }) => name)
  if (others.length > 0) throw hasContent(`${others.slice(0, NAMED_MAX).join(', ')}: not of Daybook`)
  await dropAll(transaction)
}

/** The names of tables and views, also of tables that are no more. */
const relationsOf = ({ tables, routines, migrations }: Schema): ReadonlySet<string> =>
  new Set([...tables, ...routines].map(({ name }) => name).concat(migrations.map(({ table }) => table)))

async function dropAll(transaction: Transaction): Promise<void> {
  const drops = await transaction.rows<{ drop: string }>(DROPS)
  await transaction.script(drops.map(({ drop }) => drop).join(';\n'))
}

const hasContent = (what: string): BackupError =>
  new BackupError(
    `The database has content (${what}), and a restore takes nothing away: give an empty one in DAYBOOK_DATA or DATABASE_URL.`,
  )
