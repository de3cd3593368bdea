import { useRead } from '../reads.ts'
import { type Amount, cents, sizeOf } from '../money.ts'
import { MonthChart, type MonthOf } from '../parts/month-chart.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { stateOf } from '../parts/states.tsx'
import { capital, monthAfter, monthName, monthsName } from '../period.ts'
import { yearBefore } from '../reports.ts'
import { hrefOf } from '../route.ts'
import { language } from '../settings.ts'
import { type BudgetLine, type ComparedResult, readings, type StatementLine, type UnusualMonth } from '../today.ts'
import { baseCurrency } from '../session.ts'
import { t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { yearNameOf } from '../years.ts'
import { useShown } from './overview-head.tsx'

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

/** What the result was a year before, or should be. */
const Beside = ({ word, amount }: { word: Word; amount: Amount }) => (
  <span class="m2">
    <span class="m3">{t(word)}</span> <b class="n">{shown(amount, true)}</b>
  </span>
)

/** The month that is farthest from a usual one, and what made it so. */
function Unusual({ months }: { months: readonly UnusualMonth[] }) {
  const off = ({ difference }: UnusualMonth): bigint => sizeOf(cents(difference))
  const [most] = months.toSorted((a, b) => Number(off(b) - off(a)))
  if (!most) return null
  const month = capital(monthName(`${most.month}-01`, language.value))
  const times = Math.round(Number(most.times))
  return (
    <p class="s m2 unusual">
      {Number(most.times) >= 2
        ? t('unusualTimes', { month, times })
        : t('unusualLess', { month, result: shown(most.result, true), usual: shown(most.usual, true) })}{' '}
      <a class="l" href={hrefOf(`/accounts/${most.accountNumber}`, { period: most.month })}>
        {most.accountNumber} {most.name}
      </a>{' '}
      {t('unusualAccount', {
        amount: shown(-cents(most.amount), true),
        usual: shown(-cents(most.usualAmount), true),
      })}
    </p>
  )
}

/** The result of the year so far, and of each month beside last year and the budget. */
export function ResultCard() {
  const { year: own, until } = useShown()
  const { year, fromDate: from } = own
  const result = useRead<ComparedResult>(readings.resultCompared(from, until))
  const budget = useRead<{ items: BudgetLine[] }>(readings.sumsByMonth(year))
  const unusual = useRead<{ items: UnusualMonth[] }>(readings.unusual(from, until))
  const before = yearNameOf(yearBefore({ name: '', from, to: until }).from)
  const waits = [result, budget, unusual].find(({ isLoading }) => isLoading) ?? (result.refusal && result)
  const sum = result.data && lastSum(result.data.items)
  const months = sum && budget.data ? monthsOf(budget.data.items, sum.accountNumber!, from) : []
  const inAll = (kind: 'actual' | 'lastYear' | 'budget'): Amount =>
    result.data!.totals.find(({ of }) => of === kind)!.result
  const names = monthsName(from, until, language.value)
  const href = hrefOf('/reports/trial-balance', { period: `${from}..${until}` })
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
          {months.some(({ last }) => last !== 0n) && (
            <span>
              <i class="ll" />
              {before}
            </span>
          )}
          {months.some(({ budget: planned }) => planned !== 0n) && (
            <span>
              <i class="lb" />
              {t('budget')}
            </span>
          )}
        </div>
      </header>
      <div class="in">
        {waits || !result.data ? (
          stateOf(waits ?? result, 2, 2)
        ) : (
          <div class="row-b wraps">
            <span class="figure">
              <Figure amount={inAll('actual')} isWhole href={href} /> <small>{`${names} ${year}`}</small>
            </span>
            {cents(inAll('lastYear')) !== 0n && <Beside word="lastYear" amount={inAll('lastYear')} />}
            {cents(inAll('budget')) !== 0n && <Beside word="besideBudget" amount={inAll('budget')} />}
          </div>
        )}
        {!waits && months.length > 0 && (
          <>
            <div class="chart only-wide">
              <MonthChart months={months} width={680} currency={baseCurrency()} />
            </div>
            <div class="chart only-phone">
              <MonthChart months={months} width={330} currency={baseCurrency()} />
            </div>
          </>
        )}
        {!waits && unusual.data && <Unusual months={unusual.data.items} />}
      </div>
    </section>
  )
}
