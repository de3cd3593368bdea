import { type Reading, useMaster, useRead } from '../reads.ts'
import { type Listed, paths } from '../books.ts'
import { cents } from '../money.ts'
import { Page } from '../frame/page.tsx'
import { departmentAsked, DepartmentSelect } from '../parts/department-select.tsx'
import { isAllShown, useEmptyAccountsKey } from '../parts/empty-accounts.tsx'
import { Icon } from '../parts/icon.tsx'
import { ReportButtons } from '../parts/report-buttons.tsx'
import { stateOf } from '../parts/states.tsx'
import { capital, lastMonth, monthsName, today } from '../period.ts'
import { type Department, figuresOf, type Other, type ResultRead, sectionsOf, type Span, spansOf } from '../reports.ts'
import { hrefWith, route, setQuery } from '../route.ts'
import { language } from '../settings.ts'
import { type BudgetLine, readings, type StatementLine } from '../today.ts'
import { t } from '../words.ts'
import { useYears, yearNamed, yearNameOf } from '../years.ts'
import { ExplainedResult, headedResult, ResultTable } from './profit-and-loss-table.tsx'

const BYS = ['month', 'quarter', 'year'] as const
const BY_WORDS = { month: 'months', quarter: 'quarters', year: 'years' } as const
type By = (typeof BYS)[number]

const OTHERS: readonly Other[] = ['last', 'budget']

/** What the address asks for. */
function asked() {
  const { query } = route.value
  const year = /^\d{4}$/.exec(query.get('year') ?? '')?.[0] ?? yearNameOf(lastMonth().from)
  const by = BYS.find((one) => one === query.get('by')) ?? 'month'
  const others = query.get('with')?.split(',') ?? OTHERS
  const department = departmentAsked()
  return { year, by, department, beside: OTHERS.filter((one) => others.includes(one)) }
}

interface Result {
  read?: ResultRead
  waits?: Reading<unknown>
  /** The columns. */
  spans: readonly Span[]
}

function useResult(year: string, by: By, department: Department | undefined): Result {
  const of = department?.number
  const years = useYears()
  const own = yearNamed(years ?? [], year)
  const until = lastMonth().to
  const to = until > own.fromDate && until < own.toDate ? until : own.toDate
  const spans = by === 'year' ? [] : spansOf(own.fromDate, to, by)
  const result = useRead<{ items: StatementLine[] }>(years && readings.result(own.fromDate, to))
  const whole = years && spansOf(own.fromDate, to, 'year')[0]
  const last = whole?.numbers.at(-1)
  const inAll = useRead<{ items: BudgetLine[] }>(
    last === undefined ? undefined : readings.budgetBy(year, 'year', last, of),
  )
  const bySpan = by === 'quarter' && last !== undefined ? readings.budgetBy(year, by, last, of) : undefined
  const budget = useRead<{ items: BudgetLine[] }>(by === 'month' ? readings.budget(year, of) : bySpan)
  const waits = [result, inAll, ...(by === 'year' ? [] : [budget])].find(({ data }) => data === undefined)
  if (waits || !whole || !result.data || !inAll.data) return { waits: waits ?? result, spans }
  const moved = new Set(inAll.data.items.map(({ accountNumber }) => accountNumber))
  // A department has its own amounts of the lines that the statement has.
  const actual = new Map(inAll.data.items.map((line) => [line.accountNumber, line.actual]))
  const lines = result.data.items.map((line) =>
    department && line.amount !== null ? { ...line, amount: actual.get(line.accountNumber!) ?? 0 } : line,
  )
  const rows = sectionsOf(lines, (account) => isAllShown() || moved.has(account))
  const [figures, all] = [figuresOf(budget.data?.items ?? []), figuresOf(inAll.data.items)]
  const totals = new Map(lines.map((line) => [line.accountNumber!, line.amount]))
  return {
    read: {
      rows,
      whole,
      totals,
      accounts: new Set(result.data.items.filter(({ type }) => type === 1).map((line) => line.accountNumber!)),
      names: new Map(result.data.items.map((line) => [line.accountNumber!, line.name])),
      spans,
      department,
      hasBudget: inAll.data.items.some(({ budget: planned }) => cents(planned) !== 0n),
      figures: (number, span) => figures(number, span.numbers[0]!),
      inAll: (number) => all(number, whole.numbers[0]!),
    },
    spans,
  }
}

const unnamed = (number: number): Department => ({ number, name: '' })

/** Income and costs by month, of all or of a department, beside last year and the budget. */
export function ProfitAndLossScreen() {
  const { year, by, department, beside: wanted } = asked()
  const known = useMaster<Listed<Department>>(paths.departments, true).data?.items ?? []
  const own =
    department === undefined ? undefined : (known.find(({ number }) => number === department) ?? unnamed(department))
  const { read, waits, spans } = useResult(year, by, own)
  // Departments need not have a budget: then last year is what there is to compare with.
  const offered = OTHERS.filter((one) => one !== 'budget' || !own || read?.hasBudget !== false)
  const beside = wanted.filter((one) => offered.includes(one))
  useEmptyAccountsKey()
  const { from, to } = read?.whole.period ?? { from: '', to: '' }
  return (
    <Page
      title={t('profitAndLoss')}
      sub={own ? `${own.name}, ${t('wholeUnits')}` : t('wholeUnits')}
      isFlush
      actions={
        <>
          <YearSelect year={year} span={read && `${capital(monthsName(from, to, language.value))} ${year}`} />
          <nav class="seg only-wide" aria-label={t('columns')}>
            {BYS.map((one) => (
              <a
                class={one === by ? 'on' : ''}
                href={hrefWith({ by: one })}
                key={one}
                aria-current={one === by ? 'true' : undefined}
              >
                {t(BY_WORDS[one])}
              </a>
            ))}
          </nav>
          <ReportButtons csv={`${readings.budget(year, department)}&format=csv`} name={`profit-and-loss-${year}`} />
        </>
      }
    >
      <Beside
        offered={offered}
        beside={beside}
        departments={own && !known.includes(own) ? [own, ...known] : known}
        own={own}
      />
      {read ? (
        <ResultTable read={read} year={year} beside={beside} />
      ) : (
        waits && stateOf(waits, 24, headedResult({ spans, year, beside }))
      )}
      {read && <ExplainedResult read={read} />}
    </Page>
  )
}

function YearSelect({ year, span }: { year: string; span: string | undefined }) {
  const begun = (useYears() ?? []).filter(({ fromDate }) => fromDate <= today()).map((one) => one.year)
  const years = [...new Set([year, ...begun])].sort().reverse()
  return (
    <select
      class="chip on"
      aria-label={t('period')}
      value={year}
      onChange={(event) => setQuery({ year: event.currentTarget.value })}
    >
      {years.map((one) => (
        <option value={one} key={one}>
          {one === year && span ? span : one}
        </option>
      ))}
    </select>
  )
}

interface BesideProps {
  offered: readonly Other[]
  beside: readonly Other[]
  departments: readonly Department[]
  own: Department | undefined
}

function Beside({ offered, beside, departments, own }: BesideProps) {
  const hrefOfOther = (other: Other): string =>
    hrefWith({ with: OTHERS.filter((one) => beside.includes(one) !== (one === other)).join() })
  return (
    <div class={departments.length > 0 ? 'tool noprint' : 'tool only-wide noprint'}>
      {offered.map((other) => {
        const isOn = beside.includes(other)
        return (
          <a
            class={isOn ? 'chip on only-wide' : 'chip only-wide'}
            href={hrefOfOther(other)}
            key={other}
            aria-current={isOn}
          >
            {isOn && <Icon name="check" />}
            {t(other === 'last' ? 'besideLast' : 'budget')}
          </a>
        )
      })}
      <DepartmentSelect departments={departments} own={own} />
      <span class="grow" />
      {beside.includes('budget') && (
        <span class="s m3 row only-wide">
          <i class="far" />
          {t('farFromBudget')}
        </span>
      )}
    </div>
  )
}
