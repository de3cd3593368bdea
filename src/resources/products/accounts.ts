import type { Rule } from '../../resource/resource.ts'
import { BY_KEY, WRITTEN } from '../../resource/rules.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/**
 * Sales are booked on accounts of type 1 or 2 that are neither barred nor summary accounts (rule 11.3). `column` has
 * the account.
 */
export function salesAccount(property: string, column: string): Rule[] {
  const ofAccount = (r: Row, condition: string): Sql =>
    sql`EXISTS (SELECT FROM ${rowsOf('account')} x WHERE x.agreement = $1 AND x.number = ${r[column]}
      AND ${condition} ${BY_KEY})`
  const isSummaryOf = (r: Row, table: string): Sql =>
    sql`EXISTS (SELECT FROM ${rowsOf(table)} x WHERE x.agreement = $1 AND x.account_number = ${r[column]})`
  return [
    {
      property,
      code: 'AccountIsNotBalanceOrProfitAndLossType',
      on: WRITTEN,
      brokenWhen: (r) => ofAccount(r, 'x.type NOT IN (1, 2)'),
    },
    { property, code: 'AccountIsBarred', on: WRITTEN, brokenWhen: (r) => ofAccount(r, 'x.is_barred') },
    {
      property,
      code: 'AccountIsSummaryAccount',
      on: WRITTEN,
      brokenWhen: (r) => sql`${isSummaryOf(r, 'customer_group')} OR ${isSummaryOf(r, 'supplier_group')}`,
    },
  ]
}
