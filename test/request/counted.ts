import type { Database, Executor, Pool, Transaction } from '../../src/database/connection.ts'

/** Statements that look up a grant and its agreement. They are repeated now and then, whatever is requested. */
const LOOKS_FOR_GRANT = /FROM access_grant|^SELECT a\.base_currency, array_to_json\(a\.modules\) AS modules, a\.is_demo/

/** What was sent: how many calls, and the texts of statements where somebody wants them. */
export interface Calls {
  count: number
  texts?: string[]
}

/**
 * A database that counts what is sent through it: statements, begins, commits, savepoints. It does not count looking
 * for grants.
 */
export function counted(database: Database, calls: Calls): Database {
  const executor = (inner: Executor): Executor => ({
    rows: (text, values) => {
      if (!LOOKS_FOR_GRANT.test(text)) note(calls, text)
      return inner.rows(text, values)
    },
    bytes: (statement) => {
      note(calls, statement.text)
      return inner.bytes(statement)
    },
  })
  const transaction = (inner: Transaction): Transaction => ({
    ...inner,
    ...executor(inner),
    look: (text, values) => {
      note(calls, text)
      return inner.look(text, values)
    },
    at: (agreement) => transaction(inner.at(agreement)),
    savepoint: (work) => {
      calls.count++
      return inner.savepoint((nested) => work(transaction(nested)))
    },
  })
  const pool = (inner: Pool): Pool => ({
    ...executor(inner),
    transaction: (work) => {
      calls.count += 2
      return inner.transaction((begun) => work({ ...transaction(begun), end: begun.end }))
    },
    snapshot: (work) => {
      calls.count += 2
      return inner.snapshot((begun) => work(transaction(begun)))
    },
    at: (agreement) => pool(inner.at(agreement)),
  })
  return { ...database, ...pool(database), of: (holder) => pool(database.of(holder)) }
}

function note(calls: Calls, text: string): void {
  calls.count++
  calls.texts?.push(text)
}
