import { readFileSync } from 'node:fs'
import { statementsOf } from '../../src/database/migrating/statements.ts'
import type { Schema, TableFile } from '../../src/database/migrating/schema.ts'

/** A column as its table's file has it. */
export interface Column {
  name: string
  /** With NULL, default and the like as people read them. */
  type: string
  comment: string
}

/** A foreign key: columns without the agreement, and the table that they name. */
export interface Reference {
  from: string
  columns: readonly string[]
  to: string
}

export interface Index {
  name: string
  isUnique: boolean
  /** What it is on, with its condition. */
  on: string
  columns: readonly string[]
  /** What the file says of it. */
  note: string
}

export interface Trigger {
  name: string
  when: string
  calls: string
}

/** A table as its file shows it. */
export interface Table {
  name: string
  room: string
  comment: string
  columns: readonly Column[]
  key: readonly string[]
  references: readonly Reference[]
  indexes: readonly Index[]
  triggers: readonly Trigger[]
  /** The resource that its changes are recorded as. */
  trail: string | undefined
}

/** A function or view. */
export interface Routine {
  name: string
  room: string
  isView: boolean
  comment: string
}

const roomOf = (file: string): string => file.slice(0, file.indexOf('/'))

/** The text of a COMMENT, from its literals. */
const textOf = (statement: string): string =>
  [...statement.slice(statement.indexOf(' IS')).matchAll(/'((?:[^']|'')*)'/g)]
    .map(([, text]) => text!.replaceAll("''", "'"))
    .join('')

/** Comments by what they are on: `TABLE x`, `COLUMN x.y`, `FUNCTION f(int)`. */
function commentsOf(statements: readonly string[]): ReadonlyMap<string, string> {
  const comments = statements.filter((one) => one.startsWith('COMMENT ON '))
  return new Map(comments.map((one) => [/^COMMENT ON (.*?)\s+IS\b/s.exec(one)![1]!, textOf(one)]))
}

/** What stands between the outermost brackets, at its commas outside of others. */
function itemsOf(statement: string): string[] {
  const items = ['']
  let depth = 0
  for (const [part] of statement.slice(statement.indexOf('(') + 1).matchAll(/'(?:[^']|'')*'|[(),]|[^'(),]+/g)) {
    if (part === ')' && depth === 0) break
    if (part === '(') depth++
    if (part === ')') depth--
    if (part === ',' && depth === 0) items.push('')
    else items[items.length - 1] += part
  }
  return items.map((item) => item.trim().replace(/\s+/g, ' '))
}

const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim())
const withoutAgreement = (names: readonly string[]): string[] => names.filter((name) => name !== 'agreement')

/** `int NOT NULL DEFAULT 1` as people read it. */
function typeOf(definition: string): string {
  const type = definition
    .replace(/ CHECK \(.*$/, '')
    .replace(/ (PRIMARY KEY|UNIQUE|REFERENCES \w+.*)$/, '')
    .replace(/ GENERATED ALWAYS AS IDENTITY/, ', drawn')
    .replace(/ GENERATED ALWAYS AS \(.*\) STORED/, ', computed')
    .replace(/ DEFAULT nextval\('\w+'\)/, ', drawn')
    .replace(/ DEFAULT ('drawn:'.*|encode.*)$/, ', drawn')
  const mayBeNull =
    !type.includes('NOT NULL') && !definition.includes('PRIMARY KEY') && !definition.includes('IDENTITY')
  return type.replace(/ NOT NULL/, '') + (mayBeNull ? ' or NULL' : '')
}

function referencesOf(table: string, items: readonly string[]): Reference[] {
  return items.flatMap((item) => {
    const key = /FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)/.exec(item)
    if (key) return [{ from: table, columns: withoutAgreement(namesIn(key[1]!)), to: key[2]! }]
    const inline = /^(\w+) .*REFERENCES (\w+)/.exec(item)
    return inline && inline[2] !== 'agreement' ? [{ from: table, columns: [inline[1]!], to: inline[2]! }] : []
  })
}

const heldBy = (table: string, again: readonly string[]): Reference[] =>
  again
    .filter((one) => one.startsWith(`SELECT hold_references('${table}'`))
    .flatMap((one) => [...one.matchAll(/'(\w+) (\w+)\.\w+[^']*'/g)])
    .map(([, column, to]) => ({ from: table, columns: [column!], to: to! }))

function indexesOf(statements: readonly string[], text: string): Index[] {
  return statements.flatMap((statement) => {
    const found = /^CREATE (UNIQUE )?INDEX (\w+)\s+ON \w+ (.*)$/s.exec(statement)
    if (!found) return []
    const [, unique, name, on] = found
    const note = new RegExp(`((?:^-- [^\\n]*\\n)+)CREATE (?:UNIQUE )?INDEX ${name}\\b`, 'm').exec(text)?.[1] ?? ''
    return [
      {
        name: name!,
        isUnique: unique !== undefined,
        on: on!.replace(/\s+/g, ' '),
        columns: itemsOf(on!).map((item) => /^\(*(?:\w+\()*(\w+)/.exec(item)?.[1] ?? item),
        note: note.replaceAll(/^-- /gm, '').replace(/\s+/g, ' ').trim(),
      },
    ]
  })
}

function triggersOf(statements: readonly string[]): Trigger[] {
  return statements.flatMap((statement) => {
    const found = /^CREATE (?:OR REPLACE |CONSTRAINT )TRIGGER ("\w+"|\w+)\s+(.*?)\s+EXECUTE FUNCTION (\w+)/s.exec(
      statement,
    )
    if (!found) return []
    const when = found[2]!
      .replace(/\s+/g, ' ')
      .replace(/ ON \w+/, '')
      .replace(/ REFERENCING .*? FOR EACH/, ' FOR EACH')
      .replace(/ FOR EACH STATEMENT/, ', a statement')
      .replace(/ FOR EACH ROW/, ', a row')
    return [{ name: found[1]!.replaceAll('"', ''), when: when.toLowerCase(), calls: found[3]! }]
  })
}

function tableOf(file: TableFile, text: string): Table {
  const { name, shape, once, again } = file
  const create = shape.find((one) => / TABLE /.test(one) && one.startsWith('CREATE'))!
  const comments = commentsOf(again)
  const items = /PARTITION OF/.test(create) ? [] : itemsOf(create)
  const isColumn = (item: string): boolean => !/^(CONSTRAINT|PRIMARY KEY|UNIQUE|CHECK)\b/.test(item)
  const later = once
    .filter((one) => one.startsWith('ALTER TABLE'))
    .flatMap((one) => one.replace(/\s+/g, ' ').split(', ADD '))
  const inlineKey = items.find((item) => isColumn(item) && item.includes(' PRIMARY KEY'))
  const key = /PRIMARY KEY \(([^)]*)\)/.exec(items.find((item) => item.includes('PRIMARY KEY (')) ?? '')
  return {
    name,
    room: roomOf(file.file),
    comment: comments.get(`TABLE ${name}`) ?? '',
    columns: items.filter(isColumn).map((item) => {
      const [, column, definition] = /^(\w+) (.*)$/.exec(item)!
      return { name: column!, type: typeOf(definition!), comment: comments.get(`COLUMN ${name}.${column}`) ?? '' }
    }),
    key: key ? namesIn(key[1]!) : inlineKey ? [inlineKey.split(' ')[0]!] : [],
    references: [...referencesOf(name, [...items, ...later]), ...heldBy(name, again)],
    indexes: indexesOf(once, text),
    triggers: triggersOf(again),
    trail: again.map((one) => /^SELECT keep_trail\('\w+', '(\w+)'/.exec(one)?.[1]).find((one) => one !== undefined),
  }
}

/** The tables and routines of a schema, as its files in `directory` show them. */
export function partsOf(schema: Schema, directory: URL): { tables: readonly Table[]; routines: readonly Routine[] } {
  const tables = schema.tables
    .filter(({ shape }) => shape.some((one) => /^CREATE (UNLOGGED )?TABLE/.test(one)))
    .map((file) => tableOf(file, readFileSync(new URL(file.file, directory), 'utf8')))
  const routines = schema.routines.map(({ file, name, text }) => {
    const comments = commentsOf(statementsOf(text))
    return { name, room: roomOf(file), isView: file.includes('/views/'), comment: [...comments.values()].join(' ') }
  })
  const byName = <T extends { name: string }>(all: readonly T[]): T[] =>
    all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { tables: byName(tables), routines: byName(routines) }
}
