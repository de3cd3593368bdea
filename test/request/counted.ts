import type { Database, Executor, Pool, Transaction } from '../../src/database/connection.ts'

/** A database that counts what is sent through it besides looking for grants: statements, begins, commits, savepoints. */
export function counted(database: Database, calls: { count: number }): Database {
  const executor = (inner: Executor): Executor => ({
    rows: (text, values) => {
      if (!text.includes('FROM access_grant')) calls.count++
      return inner.rows(text, values)
    },
    bytes: (statement) => {
      calls.count++
      return inner.bytes(statement)
    },
  })
  const transaction = (inner: Transaction): Transaction => ({
    ...executor(inner),
    look: (text, values) => {
      calls.count++
      return inner.look(text, values)
    },
    script: (text) => inner.script(text),
    copyOut: (text) => inner.copyOut(text),
    copyIn: (text) => inner.copyIn(text),
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
    at: (agreement) => pool(inner.at(agreement)),
  })
  const whole: Database = {
    ...pool(database),
    of: (holder) => pool(database.of(holder)),
    isSpread: () => database.isSpread(),
    everywhere: (text, values) => database.everywhere(text, values),
    apart: database.apart,
    way: () => database.way(),
    check: () => database.check(),
    usage: () => database.usage(),
    close: () => database.close(),
  }
  return whole
}
