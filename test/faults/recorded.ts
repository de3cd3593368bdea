import type { Database, Executor, Pool, Transaction } from '../../src/database/connection.ts'

/** A database that keeps the text of every statement sent through it. */
export function recorded(database: Database, texts: Set<string>): Database {
  const executor = (inner: Executor): Executor => ({
    rows: (text, values) => {
      texts.add(text)
      return inner.rows(text, values)
    },
    bytes: (statement) => {
      texts.add(statement.text)
      return inner.bytes(statement)
    },
  })
  const transaction = (inner: Transaction): Transaction => ({
    ...inner,
    ...executor(inner),
    look: (text, values) => {
      texts.add(text)
      return inner.look(text, values)
    },
    script: (text) => {
      texts.add(text)
      return inner.script(text)
    },
    at: (agreement) => transaction(inner.at(agreement)),
    everywhere: (text, values) => {
      texts.add(text)
      return inner.everywhere(text, values)
    },
    savepoint: (work) => inner.savepoint((nested) => work(transaction(nested))),
  })
  const pool = (inner: Pool): Pool => ({
    ...executor(inner),
    transaction: (work) => inner.transaction((begun) => work({ ...transaction(begun), end: begun.end })),
    snapshot: (work) => inner.snapshot((begun) => work(transaction(begun))),
    at: (agreement) => pool(inner.at(agreement)),
  })
  return {
    ...database,
    ...pool(database),
    of: (holder) => pool(database.of(holder)),
    everywhere: (text, values) => {
      texts.add(text)
      return database.everywhere(text, values)
    },
  }
}

const KEYWORDS = new Set(
  'where set on order group limit using returning select values join left inner cross union for default conflict do as'.split(
    ' ',
  ),
)

/**
 * The tables of `tables` that a statement uses without binding the agreement. To read, change or remove rows, it needs
 * `alias.agreement =` (on either side, or within a row or a USING). To insert rows, it needs the agreement as first
 * column.
 */
export function unboundTables(text: string, tables: readonly string[]): string[] {
  const names = tables.join('|')
  const unbound: string[] = []
  for (const match of text.matchAll(
    new RegExp(`\\b(from|join|update|using)\\s+(?:only\\s+)?(${names})\\b(?!\\s*\\()(?:\\s+as)?(?:\\s+(\\w+))?`, 'gi'),
  )) {
    const table = match[2]!
    const alias = match[3] && !KEYWORDS.has(match[3].toLowerCase()) ? match[3] : undefined
    const column = alias ? `\\b${alias}\\.agreement\\b` : `(?:\\b${table}\\.|[^.\\w])agreement\\b`
    const bound = new RegExp(`${column}\\s*(=|IN\\b|,)|=\\s*${column}|\\(${column}`, 'i')
    if (!bound.test(text) && !/using \(agreement/i.test(text)) unbound.push(`${table} ${alias ?? ''}`.trim())
  }
  for (const match of text.matchAll(
    new RegExp(`\\binsert\\s+into\\s+(${names})\\b(?:\\s+as\\s+\\w+)?\\s*\\(\\s*(\\w+)`, 'gi'),
  )) {
    if (match[2] !== 'agreement') unbound.push(match[1]!)
  }
  return unbound
}
