import type { Statement } from '../../database/connection.ts'
import { BALANCES, MOVEMENTS, PROVISIONAL, PROVISIONAL_BALANCES, SPANS_YEARS } from './balances.ts'
import { ASKED, daysValues, type ReportDays } from './range.ts'
import { renderings, type ReportFormat, reportStatement } from './render.ts'

/**
 * The trial balance of some days: `{items: [{accountNumber, openingBalance, debit, credit, closingBalance}], totalDebit,
 * totalCredit}` in base currency, every account of type 1 or 2 in order. No row when there is no such year or period.
 * Within a year, the results of open years before it are on the account of the result (`provisional`), unless they are wanted `asBooked`.
 */
export function trialBalanceReport(
  agreement: number,
  days: ReportDays,
  format: ReportFormat,
  asBooked = false,
): Statement {
  return reportStatement(asBooked ? AS_BOOKED : TEXTS, format, [agreement, ...daysValues(days)])
}

/** The trial balance of the days `from` to `to` (ISO, both included), as the JSON of the report. */
export const trialBalance = (agreement: number, from: string, to: string): Statement =>
  trialBalanceReport(agreement, { from, to }, 'json')

const textsOf = (balances: string): ReturnType<typeof renderings> =>
  renderings({
    with: `${ASKED}, ${MOVEMENTS}, ${balances}, item AS (
    SELECT l.number, l.opening, l.debit, l.credit, l.opening + l.debit - l.credit AS closing FROM line l
  )`,
    columns: [
      { name: 'accountNumber', column: 'number' },
      { name: 'openingBalance', column: 'opening' },
      { name: 'debit', column: 'debit' },
      { name: 'credit', column: 'credit' },
      { name: 'closingBalance', column: 'closing' },
    ],
    order: 'x.number',
    after: {
      totalDebit: '(SELECT coalesce(sum(l.debit), 0.00) FROM line l)',
      totalCredit: '(SELECT coalesce(sum(l.credit), 0.00) FROM line l)',
    },
    optional: { provisional: PROVISIONAL, spansYears: SPANS_YEARS },
  })
const [TEXTS, AS_BOOKED] = [textsOf(PROVISIONAL_BALANCES), textsOf(BALANCES)]
