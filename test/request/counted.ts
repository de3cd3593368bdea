import type { Database, Executor, Transaction } from '../../src/database/connection.ts'

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
    savepoint: (work) => {
      calls.count++
      return inner.savepoint((nested) => work(transaction(nested)))
    },
  })
  const whole: Database = {
    ...executor(database),
    transaction: (work) => {
      calls.count += 2
      return database.transaction((inner) => work({ ...transaction(inner), end: inner.end }))
    },
    of: () => whole,
    apart: database.apart,
    way: () => database.way(),
    check: () => database.check(),
    usage: () => database.usage(),
    close: () => database.close(),
  }
  return whole
}
