import { faceOf, withProperties } from '../../resource/differences.ts'
import { F1, int32 } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import type { Rule } from '../../resource/resource.ts'
import { BY_KEY, WRITTEN } from '../../resource/rules.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'
import { accounts as published, typeOfMapped } from '../accounts/accounts.ts'

const NAME = 'Accounts'

/** SQL: the standard account that the item names, if there is one. */
const standardAccount = (r: Row): Sql => sql`SELECT FROM ${rowsOf('standard_account')} x
  WHERE x.agreement = $1 AND x.number = ${r.standard_account_number}`

const standardRules: readonly Rule[] = [
  {
    property: 'standardAccountNumber',
    code: 'InvalidStandardAccountId',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.standard_account_number} IS NOT NULL AND NOT EXISTS (${standardAccount(r)} ${BY_KEY})`,
  },
  {
    property: 'standardAccountNumber',
    code: 'StandardAccountIsSum',
    on: WRITTEN,
    brokenWhen: (r) => sql`EXISTS (${standardAccount(r)} AND x.is_sum ${BY_KEY})`,
  },
  {
    property: 'standardAccountNumber',
    code: 'StandardAccountOfOtherType',
    on: WRITTEN,
    brokenWhen: (r) => sql`EXISTS (${standardAccount(r)} AND NOT x.is_sum ${BY_KEY})
      AND ${r.type} <> CASE WHEN ${r.standard_account_number} < 5000 THEN 1 ELSE 2 END`,
  },
]

/**
 * The chart of accounts for bookkeepers: a face of the published one, with what each account is in the public standard
 * chart (MONTH.md 7).
 */
export const accounts = faceOf(
  published,
  {
    name: NAME,
    roles: ['SuperUser', 'Bookkeeping'],
    operations: standard('/accounts', 'number'),
    rules: [...published.rules.filter((rule) => rule !== typeOfMapped), ...standardRules],
    constraints: published.constraints,
  },
  withProperties(NAME, {
    standardAccountNumber: int32().filter(F1).sortable().describe('One of StandardAccounts; null: not mapped'),
  }),
)
