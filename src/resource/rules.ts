import type { ErrorCode } from '../errors/catalogue.ts'
import { columnName, type Rule } from './resource.ts'

const WRITTEN = ['create', 'update'] as const

/** `property` names an existing row of `table`. */
export function exists(property: string, table: string, column: string, code: ErrorCode): Rule {
  const brokenWhen = `NOT EXISTS (SELECT FROM ${table} x WHERE x.agreement = $1 AND x.${column} = r.${columnName(property)})`
  return { property, code, on: WRITTEN, brokenWhen }
}

/** No other row of `table` has the identifier yet. Text is compared without case. */
export function isFree(property: string, table: string, code: ErrorCode, isText = false): Rule {
  const column = columnName(property)
  const same = isText ? `fold(x.${column}) = fold(r.${column})` : `x.${column} = r.${column}`
  return {
    property,
    code,
    on: ['create'],
    brokenWhen: `EXISTS (SELECT FROM ${table} x WHERE x.agreement = $1 AND ${same})`,
  }
}

/** The account that `property` names is of balance or profit-and-loss type: the types that can be booked on. */
export function isBookable(property: string, code: ErrorCode = 'AccountIsNotBalanceOrProfitAndLossType'): Rule {
  const brokenWhen = `EXISTS (SELECT FROM account x
    WHERE x.agreement = $1 AND x.number = r.${columnName(property)} AND x.type NOT IN (1, 2))`
  return { property, code, on: WRITTEN, brokenWhen }
}

/** SQL: whether any of the columns named (`table.column`) refers to the stored row's `key`. */
export function referred(key: string, columns: readonly string[]): string {
  const conditions = columns.map((name) => {
    const [table, column] = name.split('.')
    return `EXISTS (SELECT FROM ${table} x WHERE x.agreement = $1 AND x.${column} = old.${key})`
  })
  return `(${conditions.join(' OR ')})`
}

/** The item cannot be deleted while any of the columns named (`table.column`) refers to it. */
export function isUnused(key: string, columns: readonly string[], code: ErrorCode = 'ItemInUse'): Rule {
  return { property: key, code, on: ['delete'], brokenWhen: referred(columnName(key), columns) }
}
