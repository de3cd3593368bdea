import { NUMBER_MAX } from '../../limits.ts'
import { day, decimal, F1, F2, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isBookable } from '../../resource/rules.ts'
import { sql } from '../../resource/sql.ts'

/** Amounts expected to be booked on an account in a range of days; figures of the same days add up. */
export const budgetFigures = resource('BudgetFigures', {
  logsBodies: true,
  schema: 'BudgetFigure',
  table: 'budget_figure',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).countedUnlessGiven('NumberAlreadyInUse').filter(F1).sortable(),
    accountNumber: int32().required().references('account.number', 'AccountNotFound').filter(F1),
    fromDate: day().required().filter(F2),
    toDate: day().required().filter(F2),
    amountDefaultCurrency: decimal(18, 2)
      .required()
      .column('amount')
      .filter(F1)
      .describe('In base currency; sales are negative and costs positive, as in the ledger'),
    text: text(250),
    objectVersion: objectVersion(),
  },
  operations: standard('/budget-figures', 'number'),
  rules: [
    isBookable('accountNumber', 'AccountNotFound'),
    {
      property: 'toDate',
      code: 'ToDateBeforeFromDate',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.to_date} < ${r.from_date}`,
    },
  ],
  constraints: { budget_figure_days: { code: 'ToDateBeforeFromDate', property: 'toDate' } },
})
