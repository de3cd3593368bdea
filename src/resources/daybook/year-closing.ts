import { closeYear } from '../../ledger/years/close.ts'
import { setPeriodBarred } from '../../ledger/years/barring.ts'
import { int32, text } from '../../resource/fields.ts'
import type { ActionOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'

function barring(path: 'bar' | 'unbar', summary: string): ActionOperation {
  return {
    kind: 'action',
    method: 'POST',
    path: `/accounting-years/{year}/periods/{periodNumber}/${path}`,
    status: 204,
    summary,
    async run({ transaction, caller: { agreement } }, { path: { year, periodNumber } }) {
      const period = { agreement, year: year as string, periodNumber: periodNumber as number }
      await setPeriodBarred(transaction, period, path === 'bar')
      return { status: 204 }
    },
  }
}

/** Closing accounting years, and barring their periods (rule 8.2). */
export const yearClosing = operations('YearClosing', {
  roles: ['SuperUser', 'Bookkeeping'],
  parameters: {
    year: text(4).references('accounting_year.year'),
    periodNumber: int32(1).references('accounting_period.period_number', undefined, { alongside: { year: 'year' } }),
  },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/accounting-years/{year}/close',
      status: 204,
      summary: 'Close an accounting year for good and open the next one with its balances',
      async run({ transaction, caller }, { path }) {
        await closeYear(transaction, caller.agreement, path.year as string)
        return { status: 204 }
      },
    },
    barring('bar', 'Bar a period: it takes neither draft entries nor bookings'),
    barring('unbar', 'Unbar a period'),
  ],
  codes: [
    'AccountingYearHasDraftEntries',
    'AccountingYearIsClosed',
    'EarlierAccountingYearIsOpen',
    'NewPeriodCauseChangesToBlockedPeriods',
    'NextAccountingYearDoesNotExist',
    'ResultAccountNotSet',
  ],
})
