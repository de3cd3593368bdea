import type { Rule } from '../../resource/resource.ts'
import { BY_KEY, WRITTEN } from '../../resource/rules.ts'

/** Sales are booked on accounts of type 1 or 2 that are neither barred nor summary accounts (rule 11.3). `column` has the account. */
export function salesAccount(property: string, column: string): Rule[] {
  const ofAccount = (condition: string): string =>
    `EXISTS (SELECT FROM account x WHERE x.agreement = $1 AND x.number = r.${column} AND ${condition} ${BY_KEY})`
  const isSummaryOf = (table: string): string =>
    `EXISTS (SELECT FROM ${table} x WHERE x.agreement = $1 AND x.account_number = r.${column})`
  return [
    {
      property,
      code: 'AccountIsNotBalanceOrProfitAndLossType',
      on: WRITTEN,
      brokenWhen: ofAccount('x.type NOT IN (1, 2)'),
    },
    { property, code: 'AccountIsBarred', on: WRITTEN, brokenWhen: ofAccount('x.is_barred') },
    {
      property,
      code: 'AccountIsSummaryAccount',
      on: WRITTEN,
      brokenWhen: `${isSummaryOf('customer_group')} OR ${isSummaryOf('supplier_group')}`,
    },
  ]
}
