import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { statementsOf } from './statements.ts'

/**
 * A table or a sequence: what is done once, where it is missing, and what is done anew whenever it says something else.
 */
export interface TableFile {
  /** Its path below `schema/`: the room and the name. */
  file: string
  name: string
  /** Makes it, empty and without what needs other tables. */
  shape: string[]
  /** Keys of tables that refer to each other, indexes, rights. */
  once: string[]
  /** Triggers and comments: whatever can be run again. */
  again: string[]
}

/** A function, an aggregate or a view, with its comment, rights and triggers; all of it can be run again. */
export interface Routine {
  file: string
  name: string
  text: string
}

/** A change of a table that some databases have in an older form, or of its rows. */
export interface Migration {
  file: string
  /**
   * The table that it changes. A database that gets the table only now gets it as it is, so there is nothing to change.
   */
  table: string
  text: string
  /** The table as it was, for backups from before. */
  before: TableFile
}

/** Everything of a program's schema, as it is, and how older databases get there. */
export interface Schema {
  tables: readonly TableFile[]
  /** Each after those that it needs. */
  routines: readonly Routine[]
  /** In order. */
  migrations: readonly Migration[]
}

/** What runs anew when its text has changed, with the hash of that text. */
export interface Repeatable {
  file: string
  hash: string
  statements: string
}

const MIGRATION = /^\d{4}_\w+\.sql$/
const BEFORE = '.before.sql'
/** The first line of a migration. */
const CHANGES = /^-- Changes (\w+)[.:, ]/
/**
 * What a statement of a table file has to begin with to make the table. Citus takes no statistics of a table that is
 * spread.
 */
const SHAPE =
  /^CREATE (UNLOGGED )?(TABLE|SEQUENCE)\b|^ALTER TABLE \w+ (ATTACH PARTITION|ALTER agreement SET STATISTICS)\b/
const AGAIN = /^(CREATE OR REPLACE|DROP TRIGGER IF EXISTS|CREATE CONSTRAINT TRIGGER|COMMENT ON|SELECT)\b/
/** The body of a function that PostgreSQL reads only when it is called. */
const READ_LATER = /\bAS (\$\w*\$)[\s\S]*\1/

/** Reads the files of a schema. @throws when a migration does not say what it changes, or how that was. */
export async function readSchema(schema: URL, changes: URL): Promise<Schema> {
  const files = (await readdir(schema, { recursive: true })).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, schema), 'utf8')))
  const all = files.map((file, at) => ({ file, name: nameOf(file), text: texts[at]! }))
  const isRoutine = ({ file }: { file: string }): boolean => /\/(functions|views)\//.test(file)
  return {
    tables: tablesInOrder(all.filter((one) => !isRoutine(one)).map(({ file, text }) => tableFile(file, text))),
    routines: inOrder(all.filter(isRoutine), ({ text }) => headOf(text).matchAll(/\b(\w+)\b/g)),
    migrations: await readMigrations(changes),
  }
}

const nameOf = (file: string): string => /(\w+)\.sql$/.exec(file)![1]!

/** A table file by what its statements do. */
export function tableFile(file: string, text: string): TableFile {
  const statements = statementsOf(text)
  return {
    file,
    name: nameOf(file),
    shape: statements.filter((one) => SHAPE.test(one)),
    once: statements.filter((one) => !SHAPE.test(one) && !AGAIN.test(one)),
    again: statements.filter((one) => AGAIN.test(one)),
  }
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((file) => MIGRATION.test(file)).sort()
  return await Promise.all(
    names.map(async (file) => {
      const text = await readFile(new URL(file, directory), 'utf8')
      const table = CHANGES.exec(text)?.[1]
      if (table === undefined) throw new Error(`${file} begins with no line that says "-- Changes TABLE."`)
      const before = await readFile(new URL(file.replace(/\.sql$/, BEFORE), directory), 'utf8')
      return { file, table, text, before: tableFile(`${table}.sql`, before) }
    }),
  )
}

/** What PostgreSQL reads of a routine when it is made: of most functions only what is before the body. */
const headOf = (text: string): string =>
  statementsOf(text.replace(READ_LATER, ''))
    .filter((one) => !one.startsWith('COMMENT'))
    .join('\n')

/** Tables, each behind those that it refers to or is a part of, and behind the sequences that it draws from. */
export const tablesInOrder = (tables: readonly TableFile[]): readonly TableFile[] =>
  inOrder(tables, ({ shape }) =>
    shape.join('\n').matchAll(/\b(?:REFERENCES |PARTITION OF |ALTER TABLE |nextval\(')(\w+)/g),
  )

/** Each behind those that it names. */
function inOrder<T extends { name: string }>(
  all: readonly T[],
  named: (one: T) => Iterable<RegExpExecArray>,
): readonly T[] {
  const byName = new Map(all.map((one) => [one.name, one]))
  const ordered = new Set<T>()
  const begun = new Set<T>()
  const add = (one: T): void => {
    if (begun.has(one)) return
    begun.add(one)
    for (const [, name] of named(one)) {
      const other = byName.get(name!)
      if (other) add(other)
    }
    ordered.add(one)
  }
  all.forEach(add)
  return [...ordered]
}

/** The functions that making the tables calls, each after those that it calls itself. */
export function neededBy(tables: readonly TableFile[], { routines }: Schema): Routine[] {
  const needed = new Set<Routine>()
  const add = (text: string): void => {
    for (const routine of routines) {
      if (needed.has(routine) || !new RegExp(`\\b${routine.name}\\(`).test(text)) continue
      add(headOf(routine.text).replace(`${routine.name}(`, ''))
      needed.add(routine)
    }
  }
  for (const { shape, once } of tables) add([...shape, ...once].join('\n'))
  return [...needed]
}

/**
 * All that is run again when it has changed: routines, then what belongs to tables. What a table has made by a
 * function, by `SELECT keep_trail(…)` for one, has changed where that function has, or the columns that it looks at.
 */
export function repeatablesOf({ tables, routines }: Schema): Repeatable[] {
  return [
    ...routines.map(({ file, text }) => ({ file, hash: hashOf(text), statements: text })),
    ...tables.map(({ file, shape, again }) => {
      const called = new Set(again.flatMap((one) => /^SELECT (\w+)\(/.exec(one)?.[1] ?? []))
      const makers = routines.filter(({ name }) => called.has(name)).map(({ text }) => text)
      const statements = again.map((one) => `${one};\n`).join('')
      return { file, hash: hashOf(...again, ...shape, ...makers), statements }
    }),
  ]
}

const hashOf = (...texts: readonly string[]): string => createHash('sha256').update(texts.join('\n')).digest('hex')
