import type { ErrorCode } from '../errors/catalogue.ts'
import { columnName, type Rule } from './resource.ts'

/**
 * SQL: ends the subquery of an EXISTS that is run for each row, by the key. Without it PostgreSQL may read all rows of the agreement for a single one: it
 * believes that an agreement has a two-hundredth of the table.
 */
export const BY_KEY = 'OFFSET 0'

/** When most rules are asked: at each write that leaves a row. */
export const WRITTEN = ['create', 'update'] as const

/** The account that `property` names is of balance or profit-and-loss type: the types that can be booked on. */
export function isBookable(property: string, code: ErrorCode = 'AccountIsNotBalanceOrProfitAndLossType'): Rule {
  const brokenWhen = `EXISTS (SELECT FROM account x
    WHERE x.agreement = $1 AND x.number = r.${columnName(property)} AND x.type NOT IN (1, 2) ${BY_KEY})`
  return { property, code, on: WRITTEN, brokenWhen }
}

/** The row of `table` that `property` names is not barred. */
export function isNotBarred(property: string, table: string, code: ErrorCode): Rule {
  const brokenWhen = `EXISTS (SELECT FROM ${table} x
    WHERE x.agreement = $1 AND x.number = r.${columnName(property)} AND x.is_barred ${BY_KEY})`
  return { property, code, on: WRITTEN, brokenWhen }
}
