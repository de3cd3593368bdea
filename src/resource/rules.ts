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

/** The stored rows that may keep what is not given any more: those of `table` with the new row's columns of `key`. */
export interface Keeper {
  table: string
  key: readonly string[]
}

/** SQL: the stored row has the new row's value of the column already. */
const hasAlready = ({ table, key }: Keeper, column: string): string =>
  `EXISTS (SELECT FROM ${table} o WHERE o.agreement = $1
    AND ${[...key, column].map((name) => `o.${name} = r.${name}`).join(' AND ')})`

/** SQL: what the column names in `table` is barred. */
const isBarred = (table: string, column: string): string => `EXISTS (SELECT FROM ${table} x
  WHERE x.agreement = $1 AND x.number = r.${column} AND x.is_barred ${BY_KEY})`

/** The row of `table` that `property` names is not barred; a keeper that has it keeps it. */
export function isNotBarred(property: string, table: string, code: ErrorCode, keeper?: Keeper): Rule {
  const column = columnName(property)
  const isKept = keeper ? ` AND NOT ${hasAlready(keeper, column)}` : ''
  return { property, code, on: WRITTEN, brokenWhen: `${isBarred(table, column)}${isKept}` }
}

/** The department that `departmentNumber` names is not barred, and dimension 1 is active (rule 15.1); a keeper that has it keeps it. */
export function isOpenDepartment(code: ErrorCode, keeper: Keeper): Rule {
  const isInactive = 'EXISTS (SELECT FROM dimension x WHERE x.agreement = $1 AND x.number = 1 AND NOT x.is_active)'
  return {
    property: 'departmentNumber',
    code,
    message: 'The department is barred, or dimension 1 is not active',
    on: WRITTEN,
    brokenWhen: `(${isBarred('department', 'department_number')} OR ${isInactive}) AND NOT ${hasAlready(keeper, 'department_number')}`,
  }
}
