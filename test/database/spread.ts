import { inject } from 'vitest'
import type { Database, Executor, Pool, Statement, Transaction } from '../../src/database/connection.ts'

/** Below it there are none: that of a `companyDatabase`. */
const FIRST_AGREEMENT = 90_000

/**
 * Statements that do not run at an agreement though they name one: apps and grants are on every server, lines of
 * sandboxes on the coordinator.
 */
const NOWHERE =
  /^\s*(SELECT nextval|INSERT INTO sandbox_line|SELECT [^;]*FROM sandbox_line|INSERT INTO app|((INSERT INTO|DELETE FROM) |UPDATE |SELECT 1 FROM )(access_grant|console_(link|passkey|session))|SELECT a?\.?agreement FROM)/

/** The agreement that a statement of a test names: the first of its values that can be one, or a number in it. */
function named(text: string, values: Statement['values'] = []): number | undefined {
  if (NOWHERE.test(text)) return undefined
  const written = /\b1000\d\d\b/.exec(text)?.[0]
  if (written !== undefined) return Number(written)
  const given = values.find((value) => Number.isInteger(Number(value)) && Number(value) >= FIRST_AGREEMENT)
  return given === undefined ? undefined : Number(given)
}

/**
 * Statements that change rows without naming an agreement: they mean the one named last. Whoever waits, waits on its
 * server.
 */
const CHANGES =
  /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) (?!app\b|sandbox_line\b|access_grant\b|console_\w+\b|agreement\b|secret_key\b|migration\b|service_address\b)/

/**
 * The database for the statements of a test itself, which name an agreement but not its server. Where rows are spread
 * over servers, each statement runs at the agreement that it names. The service under test never gets this.
 */
export function asTestsUse(database: Database): Database {
  if (inject('databaseWorkers').length === 0) return database
  let last: number | undefined
  const executor = <E extends Executor & { at(agreement: number): Executor }>(inner: E): Executor => {
    const place = (text: string, values: Statement['values'] | undefined): Executor => {
      const agreement =
        named(text, values) ?? (CHANGES.test(text) || text.includes('pg_stat_activity') ? last : undefined)
      last = agreement ?? last
      return agreement === undefined ? inner : inner.at(agreement)
    }
    return {
      rows: (text, values) => place(text, values).rows(text, values),
      bytes: (statement) => place(statement.text, statement.values).bytes(statement),
    }
  }
  const transaction = (inner: Transaction): Transaction => ({
    ...inner,
    ...executor(inner),
    savepoint: (work) => inner.savepoint((nested) => work(transaction(nested))),
  })
  const pool = (inner: Pool): Pool => ({
    ...executor(inner),
    at: (agreement) => inner.at(agreement),
    transaction: (work) => inner.transaction((begun) => work({ ...transaction(begun), end: begun.end })),
    snapshot: (work) => inner.snapshot((begun) => work(transaction(begun))),
  })
  return { ...database, ...pool(database) }
}
