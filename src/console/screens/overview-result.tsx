import { useRead } from '../reads.ts'
import { cents } from '../money.ts'
import { MonthChart, type MonthOf } from '../parts/month-chart.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { stateOf } from '../parts/states.tsx'
import { lastMonth, monthsName, today, monthAfter } from '../period.ts'
import { yearBefore } from '../reports.ts'
import { hrefOf } from '../route.ts'
import { language } from '../settings.ts'
import { type BudgetLine, readings, type StatementLine } from '../today.ts'
import { baseCurrency } from '../session.ts'
import { t } from '../words.ts'
import { useYears, yearNameOf, yearOf } from '../years.ts'

/** The line under all others of the profit and loss: its last sum. */
const lastSum = (items: readonly StatementLine[]): StatementLine | undefined =>
  items.findLast(({ type }) => type === 3 || type === 6)

/** The months of a year, each by its first day. */
function monthsOf(lines: readonly BudgetLine[], sum: number, from: string): MonthOf[] {
  return lines
    .filter(({ accountNumber, periodNumber }) => accountNumber === sum && periodNumber <= 12)
    .map(({ periodNumber, actual, budget, lastYear }) => ({
      month: monthAfter(from, periodNumber - 1),
      actual: -cents(actual),
      budget: -cents(budget),
      last: -cents(lastYear),
    }))
}

/** The result of the year so far, and of each month beside last year and the budget. */
export function ResultCard() {
  const until = lastMonth(today())
  const own = yearOf(useYears() ?? [], until.to)
  const { year, fromDate: from } = own
  const result = useRead<{ items: StatementLine[]; result: string }>(readings.result(from, until.to))
  const budget = useRead<{ items: BudgetLine[] }>(readings.budget(year))
  const past = yearBefore({ name: '', from, to: until.to })
  const before = yearNameOf(past.from)
  const last = useRead<{ result: string }>(readings.result(past.from, past.to))
  const sum = result.data && lastSum(result.data.items)
  const months = sum && budget.data ? monthsOf(budget.data.items, sum.accountNumber!, from) : []
  const names = monthsName(from, until.from, language.value)
  const href = hrefOf('/reports/trial-balance', { period: `${from}..${until.to}` })
  return (
    <section class="card">
      <header>
        <h2>{t('resultByMonth')}</h2>
        <span class="grow" />
        <div class="leg only-wide">
          <span>
            <i class="la" />
            {year}
          </span>
          <span>
            <i class="ll" />
            {before}
          </span>
          <span>
            <i class="lb" />
            {t('budget')}
          </span>
        </div>
      </header>
      <div class="in">
        {result.data ? (
          <div class="row-b wraps">
            <span class="figure">
              <Figure amount={result.data.result} isWhole href={href} /> <small>{`${names} ${year}`}</small>
            </span>
            {last.data && (
              <span class="m2">
                <span class="m3">{t('lastYear')}</span> <b class="n">{shown(last.data.result, true)}</b>
              </span>
            )}
          </div>
        ) : (
          stateOf(result, 2, 2)
        )}
        <div class="chart only-wide">
          {months.length > 0 && <MonthChart months={months} width={680} currency={baseCurrency()} />}
        </div>
        <div class="chart only-phone">
          {months.length > 0 && <MonthChart months={months} width={330} currency={baseCurrency()} />}
        </div>
      </div>
    </section>
  )
}
