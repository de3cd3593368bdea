import { useMaster, useRead } from '../reads.ts'
import { type Account, type Listed, paths, type TrialBalance } from '../books.ts'
import { explainedPath } from '../explained.ts'
import { Page } from '../frame/page.tsx'
import { cents } from '../money.ts'
import { EmptyAccountsNote, isAllShown, useEmptyAccountsKey } from '../parts/empty-accounts.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { PeriodSelect } from '../parts/period-select.tsx'
import { ReportButtons } from '../parts/report-buttons.tsx'
import { type Headed, stateOf } from '../parts/states.tsx'
import { dayAfter, dayInWords, lastMonth, type Period, periodName, periodOf } from '../period.ts'
import { hrefOf, hrefWith, route } from '../route.ts'
import { language } from '../settings.ts'
import { type Column, type Interval, type Row, rowsOf } from '../sums.ts'
import { t } from '../words.ts'
import { useYears, yearOf } from '../years.ts'
import { Explain } from './explain.tsx'
import { type TrialAsked, TrialChoices, TrialChoicesOnPhone, trialPath, useTrialAsked } from './trial-balance-asked.tsx'

const COLUMNS: readonly Column[] = ['opening', 'debit', 'credit', 'closing']

/** What the screen is made of: the balance, the chart, and where the year begins. */
interface Read {
  period: Period
  asked: TrialAsked
  yearFrom: string
  /** Where the year begins of what it is compared with. */
  comparedYearFrom: string
  rows: readonly Row[]
  hidden: number
  balance: TrialBalance
}

function useTrialBalance(period: Period, asked: TrialAsked, isAll: boolean) {
  const balance = useRead<TrialBalance>(trialPath(period, asked))
  const chart = useMaster<Listed<Account>>(paths.accounts, true)
  const intervals = useMaster<Listed<Interval>>(paths.intervals, true)
  const years = useYears()
  const waits = [balance, chart, intervals].find(({ data }) => data === undefined)
  if (waits || !balance.data || !chart.data || !intervals.data) return { waits: waits ?? balance }
  const { rows, hidden } = rowsOf(chart.data.items, intervals.data.items, balance.data, isAll)
  const yearFrom = yearOf(years ?? [], period.from).fromDate
  const comparedYearFrom = yearOf(years ?? [], balance.data.comparedTo ?? period.to).fromDate
  return { read: { period, asked, yearFrom, comparedYearFrom, rows, hidden, balance: balance.data } satisfies Read }
}

/** Every account with its balance before, what moved, and its balance after. */
export function TrialBalanceScreen() {
  const { query } = route.value
  const period = periodOf(query.get('period')) ?? lastMonth()
  const asked = useTrialAsked()
  const { department, compare } = asked
  const { read, waits } = useTrialBalance(period, asked, isAllShown())
  useEmptyAccountsKey()
  return (
    <Page
      title={t('trialBalance')}
      sub={department && (department.name || String(department.number))}
      isFlush
      actions={
        <>
          <PeriodSelect period={period} />
          <TrialChoices {...asked} />
          <ReportButtons
            csv={`${trialPath(period, asked)}&format=csv`}
            name={['trial-balance', period.name, department?.number, compare].filter(Boolean).join('-')}
          />
        </>
      }
    >
      <TrialChoicesOnPhone {...asked} />
      {read ? <Table read={read} /> : stateOf(waits, 24, headedOf(period, asked))}
      {read && query.get('explain') && <Explained read={read} target={query.get('explain')!} />}
    </Page>
  )
}

/** Where the entries of a figure are. */
function entriesOf(number: number, column: Column, { period, yearFrom, comparedYearFrom, balance }: Read): string {
  if (column === 'compared') {
    return hrefOf(`/accounts/${number}`, { period: `${comparedYearFrom}..${balance.comparedTo!}` })
  }
  const before = dayAfter(period.from, -1)
  const name = {
    opening: `${yearFrom > before ? before : yearFrom}..${before}`,
    debit: period.name,
    credit: period.name,
    closing: `${yearFrom}..${period.to}`,
  }[column]
  return hrefOf(`/accounts/${number}`, { period: name })
}

/** Whether a column is of what moved; the others are balances. */
const isSide = (column: Column): column is 'debit' | 'credit' => column === 'debit' || column === 'credit'

function Amounts({ row, read }: { row: Row; read: Read }) {
  const { department, compare } = read.asked
  const columns: readonly Column[] = compare === undefined ? COLUMNS : [...COLUMNS, 'compared']
  // The entries of a department have no page of their own: what explains a figure names them.
  const hasPage = row.kind === 'account' && !department
  return (
    <>
      {columns.map((column) => (
        <td class={column === 'closing' || column === 'compared' ? 'n' : 'n only-wide'} key={column}>
          <Figure
            amount={row[column]}
            column={column}
            explain={`${row.number}.${column}`}
            what={`${row.name}, ${t(isSide(column) ? column : 'balance')}`}
            isBlankZero={isSide(column)}
            href={hasPage ? entriesOf(row.number, column, read) : hrefWith({ explain: `${row.number}.${column}` })}
          />
        </td>
      ))}
      {compare !== undefined && <td class="n m2 only-wide">{shown(row.difference)}</td>}
    </>
  )
}

function Line({ row, read, isOn }: { row: Row; read: Read; isOn: boolean }) {
  if (row.kind === 'heading') {
    return (
      <tr class="h">
        <td />
        <th scope="rowgroup" colSpan={read.asked.compare === undefined ? 5 : 7}>
          {row.name}
        </th>
      </tr>
    )
  }
  return (
    <tr class={`${row.kind === 'sum' ? 'sum' : ''}${isOn ? ' on' : ''}`}>
      <td class="id">{row.number}</td>
      <td class="w">
        {row.kind === 'account' && !read.asked.department ? (
          <a href={entriesOf(row.number, 'debit', read)}>{row.name}</a>
        ) : (
          row.name
        )}
      </td>
      <Amounts row={row} read={read} />
    </tr>
  )
}

/** The heads; of what it is compared with as soon as it is known which days that are. */
function Head({ period, asked, comparedTo }: { period: Period; asked: TrialAsked; comparedTo?: string | undefined }) {
  const { department, compare } = asked
  const day = (iso: string): string => dayInWords(iso, language.value)
  return (
    <thead>
      <tr>
        <th class="c-no">{t('no')}</th>
        <th>
          {t('account')}
          {department && <span class="only-phone">{department.name || department.number}</span>}
        </th>
        <th class="n only-wide">{t('toDay', { day: day(dayAfter(period.from, -1)) })}</th>
        <th class="n only-wide">{t('debit')}</th>
        <th class="n only-wide">{t('credit')}</th>
        <th class="n">{day(period.to)}</th>
        {compare !== undefined && (
          <>
            <th class="n">{comparedTo && dayInWords(comparedTo, language.value, { year: 'numeric' })}</th>
            <th class="n only-wide">{t('difference')}</th>
          </>
        )}
      </tr>
    </thead>
  )
}

const CELLS = ['id', 'w', 'n only-wide', 'n only-wide', 'n only-wide', 'n']

const headedOf = (period: Period, asked: TrialAsked): Headed => ({
  table: 'dense tb',
  head: <Head period={period} asked={asked} />,
  cells: asked.compare !== undefined ? [...CELLS, 'n', 'n only-wide'] : CELLS,
})

function Table({ read }: { read: Read }) {
  const { period, asked, rows, hidden, balance } = read
  const on = Number(route.value.query.get('explain')?.split('.')[0])
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t dense tb" data-grid="main">
        <Head period={period} asked={asked} comparedTo={balance.comparedTo} />
        <tbody>
          {rows.map((row) => (
            <Line row={row} read={read} key={`${row.kind}${row.number}`} isOn={row.number === on} />
          ))}
        </tbody>
        <tfoot>
          <tr class="tot">
            <td />
            <td class="w">
              {t('total')}
              <EmptyAccountsNote hidden={hidden} provisional={balance.provisional} />
            </td>
            <Totals row={totalOf(read)} asked={asked} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/**
 * The figures of the last line. Nothing in the API is what the balances of all accounts come to; of a department they
 * come to something, and nothing is shown.
 */
function Totals({ row, asked: { department, compare } }: { row: Row; asked: TrialAsked }) {
  const balance = (column: 'opening' | 'closing' | 'compared'): string => (department ? '' : shown(row[column]))
  const side = (column: 'debit' | 'credit') => (
    <td class="n only-wide">
      <Figure
        amount={row[column]}
        column={column}
        explain={`0.${column}`}
        what={`${row.name}, ${t(column)}`}
        href={hrefWith({ explain: `0.${column}` })}
      />
    </td>
  )
  return (
    <>
      <td class="n only-wide">{balance('opening')}</td>
      {side('debit')}
      {side('credit')}
      <td class="n">{balance('closing')}</td>
      {compare !== undefined && (
        <>
          <td class="n">{balance('compared')}</td>
          <td class="only-wide" />
        </>
      )}
    </>
  )
}

/** The line of the totals: debit and credit as the API says them; the balances of all accounts come to nothing. */
function totalOf({ rows, balance }: Read): Row {
  const accounts = rows.filter(({ kind }) => kind === 'account')
  const all = (column: Column): bigint => accounts.reduce((sum, row) => sum + row[column], 0n)
  return {
    kind: 'sum',
    number: 0,
    name: t('total'),
    opening: all('opening'),
    debit: cents(balance.totalDebit),
    credit: cents(balance.totalCredit),
    closing: all('closing'),
    compared: all('compared'),
    difference: 0n,
  }
}

/** The figures of a line of the trial balance, and of its end, as the API names them. */
const NAMED: Readonly<Record<Column, string>> = {
  opening: 'openingBalance',
  debit: 'debit',
  credit: 'credit',
  closing: 'closingBalance',
  compared: 'closingBalance',
}
const NAMED_AT_END: Readonly<Partial<Record<Column, string>>> = { debit: 'totalDebit', credit: 'totalCredit' }

function Explained({ read, target }: { read: Read; target: string }) {
  const [number, column] = target.split('.') as [string, Column]
  const isEnd = number === '0'
  const row = isEnd ? totalOf(read) : read.rows.find((one) => one.number === Number(number) && one.kind !== 'heading')
  const figure = isEnd ? NAMED_AT_END[column] : `${number}.${NAMED[column]}`
  const isCompared = column === 'compared' && read.balance.comparedTo !== undefined
  if (!row || !(COLUMNS.includes(column) || isCompared) || figure === undefined) return null
  const { yearFrom, balance, asked } = read
  const { department } = asked
  // What it is compared with is explained by the trial balance of those days.
  const period = isCompared ? { name: '', from: balance.comparedFrom!, to: balance.comparedTo! } : read.period
  const isAccount = row.kind === 'account' && !department
  const side = {
    opening: t('explainOpening', { day: dayInWords(dayAfter(period.from, -1), language.value) }),
    debit: t('explainDebit'),
    credit: t('explainCredit'),
    closing: t('explainClosing', { day: dayInWords(period.to, language.value) }),
    compared: t('explainClosing', { day: dayInWords(period.to, language.value, { year: 'numeric' }) }),
  }[column]
  const name = [row.name, department?.name].filter(Boolean).join(', ')
  const from = yearFrom < period.from ? yearFrom : period.from
  return (
    <Explain
      target={target}
      title={`${name}, ${isSide(column) ? `${periodName(period, language.value)}, ` : ''}${side}`}
      amount={row[column]}
      sign={1n}
      path={explainedPath(trialPath(period, { department, compare: undefined }), figure)}
      href={isAccount ? entriesOf(row.number, column, read) : undefined}
      accountHref={(account) => entriesOf(account, column, read)}
      months={
        isAccount && !isCompared
          ? { account: row.number, from, period, ...(isSide(column) ? { side: column } : {}) }
          : undefined
      }
    />
  )
}
