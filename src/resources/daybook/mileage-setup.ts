import { date, decimal, flag, int32, objectVersion } from '../../resource/fields.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { isAtLeast, isBookable, isNotBarred, type Keeper, unlessKept } from '../../resource/rules.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { sql } from '../../resource/sql.ts'

const ACCOUNTS = ['costAccount', 'contraAccount', 'costAccountClosed']
const RATES = ['costRateBefore', 'costRateAfter', 'salesRateBefore', 'salesRateAfter']
const STORED: Keeper = { table: 'mileage_setup', key: [] }
const rate = () => decimal(18, 6)

const rules: Rule[] = [
  {
    property: 'includeCostInFinance',
    code: 'MileageSetupIncomplete',
    on: ['update'],
    always: true,
    brokenWhen: (r) => sql`CASE WHEN coalesce(${r.include_cost_in_finance}, false)
      THEN num_nulls(${r.cost_account_type}, ${r.cost_account}, ${r.contra_account}, ${r.cost_account_closed})
      ELSE num_nonnulls(${r.cost_account_type}, ${r.cost_account}, ${r.contra_account},
        ${r.cost_account_closed}) END > 0`,
  },
  ...ACCOUNTS.flatMap((property) => [
    isBookable(property),
    isNotSummary(property),
    unlessKept(isNotBarred(property, 'account', 'AccountIsBarred'), STORED),
  ]),
  ...RATES.map((property) => isAtLeast(property, 0, STORED)),
]

/** Cost and sales price of a kilometre, before and after a day, and the accounts of its cost: one row per agreement. */
export const mileageSetup = resource('MileageSetup', {
  logsBodies: true,
  schema: 'MileageSetup',
  table: 'mileage_setup',
  key: [],
  roles: ['ProjectEmployee', 'SuperUser'],
  module: 'Projects',
  fields: {
    cutOffDate: date().describe('The last day of the rates before'),
    costRateBefore: rate(),
    costRateAfter: rate(),
    salesRateBefore: rate(),
    salesRateAfter: rate(),
    includeCostInFinance: flag().describe('Whether approved mileages are booked'),
    costAccountType: int32().oneOf([0, 1]).describe('0 debit, 1 credit: the side of costAccount'),
    costAccount: int32().references('account.number', 'MileageSetupCannotBeCreatedUpdatedCostAccountNotExists'),
    contraAccount: int32().references('account.number', 'MileageSetupCannotBeCreatedUpdatedContraAccountNotExists'),
    costAccountClosed: int32().references(
      'account.number',
      'MileageSetupCannotBeCreatedUpdatedCostAccountClosedNotExists',
    ),
    objectVersion: objectVersion(),
  },
  operations: [
    { kind: 'single', method: 'GET', path: '/mileage-setup' },
    { kind: 'update', method: 'PUT', path: '/mileage-setup' },
  ],
  rules,
})
