/** What a piece of SQL looks at. */
export interface Looks {
  /** Columns of the item. */
  readonly columns: ReadonlySet<string>
  /** Tables that it asks. */
  readonly tables: ReadonlySet<string>
  /** Whether it looks at the stored row. */
  readonly isOfStored: boolean
  /** Whether it locks rows of others, so that they stay as it saw them. */
  readonly locks: boolean
  /** Whether it asks who refers to the stored row. */
  readonly asksUse: boolean
}

const NOTHING: Looks = { columns: new Set(), tables: new Set(), isOfStored: false, locks: false, asksUse: false }

/** A piece of SQL that knows what it looks at. Pieces are put together by `sql` alone. */
export class Sql {
  readonly text: string
  readonly looks: Looks

  constructor(text: string, looks: Partial<Looks> = {}) {
    this.text = text
    this.looks = { ...NOTHING, ...looks }
  }

  toString(): never {
    throw new Error(`Put pieces of SQL together by sql, not as text: ${this.text}`)
  }
}

/** A row of a statement, by the names of its columns: `row.due_on`. */
export type Row = Readonly<Record<string, Sql>>

const rowOf = (column: (name: string) => Sql): Row =>
  new Proxy<Row>({}, { get: (_, name) => column(name as string), has: () => true })

/** The item of a write, under the name that it has in its statement. */
export const itemRow = (name: string): Row =>
  rowOf((column) => new Sql(`${name}.${column}`, { columns: new Set([column]) }))

/** The stored row of an item, under the name that it has in its statement. */
export const storedRow = (name: string): Row => rowOf((column) => new Sql(`${name}.${column}`, { isOfStored: true }))

/** A row of a table that a subquery looks through, by its alias. */
export const rowNamed = (alias: string): Row => rowOf((column) => new Sql(`${alias}.${column}`))

/** A table that a rule asks, to stand behind FROM or JOIN. */
export const rowsOf = (name: string): Sql => new Sql(name, { tables: new Set([name]) })

const locking = (text: string): Sql => new Sql(text, { locks: true })

/** Keep the rows found as they are until the transaction ends: `FOR SHARE` as a whole, `FOR KEY SHARE` their keys. */
export const FOR_SHARE = locking('FOR SHARE')
export const FOR_KEY_SHARE = locking('FOR KEY SHARE')

/** A table whose name stands in the text, where nobody sees it. */
const UNSEEN_TABLE = /\b(?:FROM|JOIN) [a-z]\w*\b(?!\()/

/** What `sql` is put together from: pieces, and names and numbers, which look at nothing. */
type Part = Sql | string | number | undefined

/**
 * SQL from pieces: columns of rows, tables, other SQL, and texts that name neither. Nothing of a request may be a part:
 * values are parameters.
 * @throws Error for a table that is no piece.
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  const looks = { ...NOTHING }
  let text = ''
  for (const [at, own] of texts.entries()) {
    text += seen(own)
    const part = parts[at]
    if (part === undefined) continue
    text += part instanceof Sql ? part.text : seen(String(part))
    if (part instanceof Sql) add(looks, part.looks)
  }
  return new Sql(text, looks)
}

function seen(text: string): string {
  if (UNSEEN_TABLE.test(text)) throw new Error(`A table of SQL is a piece of its own, rowsOf('…'): ${text}`)
  return text
}

function add(looks: { -readonly [Part in keyof Looks]: Looks[Part] }, more: Looks): void {
  if (more.columns.size > 0) looks.columns = new Set([...looks.columns, ...more.columns])
  if (more.tables.size > 0) looks.tables = new Set([...looks.tables, ...more.tables])
  looks.isOfStored ||= more.isOfStored
  looks.locks ||= more.locks
  looks.asksUse ||= more.asksUse
}

/** Pieces with a word between them: `, ` or ` AND `. */
export const joined = (pieces: readonly Sql[], between: string): Sql =>
  pieces.reduce((all, piece, at) => (at === 0 ? piece : sql`${all}${between}${piece}`), new Sql(''))

/** Columns of one row, as a list. */
export const columnsOf = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${name}`).join(', ')
