import type { ErrorCode } from '../../errors/catalogue.ts'
import { F1, F2, type Fields, flag, int32 } from '../../resource/fields.ts'
import { columnName, type Rule } from '../../resource/resource.ts'
import { isBookable, isNotBarred } from '../../resource/rules.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { joined, type Row, sql, type Sql } from '../../resource/sql.ts'

type Part = 'cost' | 'sales'
type GroupKind = 'ActivityGroup' | 'ProjectGroup'

interface Codes {
  costData: ErrorCode
  salesData: ErrorCode
  missing: ErrorCode
  barred: ErrorCode
  wrongType: ErrorCode
}

const CODES: Readonly<Record<GroupKind, Codes>> = {
  ActivityGroup: {
    costData: 'ActivityGroupCannotBeCreatedUpdatedCostDataInvalid',
    salesData: 'ActivityGroupCannotBeCreatedUpdatedSalesDataInvalid',
    missing: 'ActivityGroupCannotBeCreatedUpdatedAccountDoesNotExist',
    barred: 'ActivityGroupCannotBeCreatedUpdatedAccountIsBarred',
    wrongType: 'ActivityGroupCannotBeCreatedUpdatedAccountIsOfWrongType',
  },
  ProjectGroup: {
    costData: 'ProjectGroupCannotBeCreatedUpdatedCostDataInvalid',
    salesData: 'ProjectGroupCannotBeCreatedUpdatedSalesDataInvalid',
    missing: 'ProjectGroupCannotBeCreatedUpdatedAccountDoesNotExist',
    barred: 'ProjectGroupCannotBeCreatedUpdatedAccountIsBarred',
    wrongType: 'ProjectGroupCannotBeCreatedUpdatedAccountIsOfWrongType',
  },
}

const CAPITAL = { cost: 'Cost', sales: 'Sales' } as const
const flagOf = (part: Part) => `include${CAPITAL[part]}PriceInFinance`
const accountsOf = (part: Part): string[] => [
  `${part}AccountOngoing`,
  `${part}ContraAccountOngoing`,
  `${part}AccountClosed`,
]

/** Whether cost or sales of a group are booked, and where (rule 14.1). */
export function postingFields(kind: GroupKind, part: Part): Fields {
  const accounts = accountsOf(part).map((name) => [
    name,
    int32().references('account.number', CODES[kind].missing).filter(F1),
  ])
  return {
    [`${part}AccountOngoingType`]: int32().oneOf([0, 1]).describe('0 debit, 1 credit: the side of the ongoing account'),
    ...Object.fromEntries(accounts),
    // After the accounts, so that their faults come first.
    [flagOf(part)]: flag().filter(F2),
  }
}

/**
 * All four properties are required when the part is booked, and forbidden when not. The accounts must be bookable (rule
 * 14.1).
 */
export function postingRules(kind: GroupKind, part: Part): Rule[] {
  const accounts = accountsOf(part)
  const four = (r: Row): Sql =>
    joined(
      [`${part}AccountOngoingType`, ...accounts].map((name) => r[columnName(name)]!),
      ', ',
    )
  const isIncluded = (r: Row): Sql => sql`coalesce(${r[columnName(flagOf(part))]}, false)`
  return [
    {
      property: flagOf(part),
      code: CODES[kind][`${part}Data`],
      on: ['create', 'update'],
      always: true,
      brokenWhen: (r) =>
        sql`CASE WHEN ${isIncluded(r)} THEN num_nulls(${four(r)}) ELSE num_nonnulls(${four(r)}) END > 0`,
    },
    ...accounts.flatMap((name) => [
      isBookable(name, CODES[kind].wrongType),
      isNotSummary(name, CODES[kind].wrongType),
      isNotBarred(name, 'account', CODES[kind].barred),
    ]),
  ]
}
