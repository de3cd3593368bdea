import type { ErrorCode } from '../errors/catalogue.ts'
import { columnName, type Rule } from './resource.ts'
import { joined, type Row, rowsOf, sql, type Sql } from './sql.ts'

/**
 * SQL: ends the subquery of an EXISTS that is run for each row, by the key. Without it PostgreSQL may read all rows of
 * the agreement for a single one: it believes that an agreement has a two-hundredth of the table.
 */
export const BY_KEY = 'OFFSET 0'

/** When most rules are asked: at each write that leaves a row. */
export const WRITTEN = ['create', 'update'] as const

/** The account that `property` names is of balance or profit-and-loss type: the types that can be booked on. */
export function isBookable(property: string, code: ErrorCode = 'AccountIsNotBalanceOrProfitAndLossType'): Rule {
  const brokenWhen = (r: Row) => sql`EXISTS (SELECT FROM ${rowsOf('account')} x
    WHERE x.agreement = $1 AND x.number = ${r[columnName(property)]} AND x.type NOT IN (1, 2) ${BY_KEY})`
  return { property, code, on: WRITTEN, brokenWhen }
}

/** SQL: what the item's column names in `table` is barred. */
const isBarred = (r: Row, table: string, column: string): Sql => sql`EXISTS (SELECT FROM ${rowsOf(table)} x
  WHERE x.agreement = $1 AND x.number = ${r[column]} AND x.is_barred ${BY_KEY})`

/** The row of `table` that `property` names is not barred. */
export function isNotBarred(property: string, table: string, code: ErrorCode): Rule {
  return { property, code, on: WRITTEN, brokenWhen: (r) => isBarred(r, table, columnName(property)) }
}

/** SQL: a currency is the base currency of the agreement. */
export const isBaseCurrency = (code: Sql): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf('agreement')} x WHERE x.agreement = $1 AND x.base_currency = ${code})`

/** SQL: the agreement lacks the module. */
export const lacksModule = (module: string): Sql =>
  sql`NOT EXISTS (SELECT FROM ${rowsOf('agreement')} x WHERE x.agreement = $1 AND '${module}' = ANY (x.modules))`

/** Where rows are stored: the table, and the columns of its key besides the agreement. */
export interface Keeper {
  table: string
  key: readonly string[]
}

/**
 * The rule, for values that are given anew: a stored row that has the value of the property keeps it, as long as it has
 * the values of the columns `alongside`, too.
 */
export function unlessKept(rule: Rule, { table, key }: Keeper, ...alongside: string[]): Rule {
  const same = [...key, columnName(rule.property), ...alongside]
  const isKept = (r: Row): Sql =>
    sql`EXISTS (SELECT FROM ${rowsOf(table)} o WHERE o.agreement = $1 AND ${joined(
      same.map((name) => sql`o.${name} = ${r[name]}`),
      ' AND ',
    )})`
  return { ...rule, brokenWhen: (r, old, isInUse) => sql`(${rule.brokenWhen(r, old, isInUse)}) AND NOT ${isKept(r)}` }
}

/** The number of `property` is not below `least`; a keeper that has such a one keeps it. */
export function isAtLeast(property: string, least: number, keeper: Keeper): Rule {
  const brokenWhen = (r: Row) => sql`${r[columnName(property)]} < ${least}`
  return unlessKept(
    { property, code: 'ValueOutOfRange', message: `It is at least ${least}`, on: WRITTEN, brokenWhen },
    keeper,
  )
}

/** SQL: dimension 1 is not active, so that nothing can be given a department. */
export const HAS_NO_DEPARTMENTS = sql`EXISTS (SELECT FROM ${rowsOf('dimension')} x WHERE x.agreement = $1
  AND x.number = 1 AND NOT x.is_active)`

/**
 * The department that `departmentNumber` names is not barred, and dimension 1 is active (rule 15.1); a keeper that has
 * it keeps it.
 */
export function isOpenDepartment(code: ErrorCode, keeper: Keeper): Rule {
  const rule: Rule = {
    property: 'departmentNumber',
    code,
    message: 'The department is barred, or dimension 1 is not active',
    on: WRITTEN,
    brokenWhen: (r) => sql`${isBarred(r, 'department', 'department_number')} OR ${HAS_NO_DEPARTMENTS}`,
  }
  return unlessKept(rule, keeper)
}
