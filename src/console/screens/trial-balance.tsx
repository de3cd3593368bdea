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

const COLUMNS: readonly Column[] = ['opening', 'debit', 'credit', 'closing']

/** What the screen is made of: the balance, the chart, and where the year begins. */
interface Read {
  period: Period
  yearFrom: string
  rows: readonly Row[]
  hidden: number
  balance: TrialBalance
}

function useTrialBalance(period: Period, isAll: boolean) {
  const balance = useRead<TrialBalance>(paths.trialBalance(period.from, period.to))
  const chart = useMaster<Listed<Account>>(paths.accounts, true)
  const intervals = useMaster<Listed<Interval>>(paths.intervals, true)
  const years = useYears()
  const waits = [balance, chart, intervals].find(({ data }) => data === undefined)
  if (waits || !balance.data || !chart.data || !intervals.data) return { waits: waits ?? balance }
  const { rows, hidden } = rowsOf(chart.data.items, intervals.data.items, balance.data, isAll)
  const yearFrom = yearOf(years ?? [], period.from).fromDate
  return { read: { period, yearFrom, rows, hidden, balance: balance.data } satisfies Read }
}

/** Every account with its balance before, what moved, and its balance after. */
export function TrialBalanceScreen() {
  const { query } = route.value
  const period = periodOf(query.get('period')) ?? lastMonth()
  const { read, waits } = useTrialBalance(period, isAllShown())
  useEmptyAccountsKey()
  return (
    <Page
      title={t('trialBalance')}
      isFlush
      actions={
        <>
          <PeriodSelect period={period} />
          <ReportButtons
            csv={`${paths.trialBalance(period.from, period.to)}&format=csv`}
            name={`trial-balance-${period.name}`}
          />
        </>
      }
    >
      {read ? <Table read={read} /> : stateOf(waits, 24, headedOf(period))}
      {read && query.get('explain') && <Explained read={read} target={query.get('explain')!} />}
    </Page>
  )
}

/** Where the entries of a figure are. */
function entriesOf(number: number, column: Column, { period, yearFrom }: Read): string {
  const before = dayAfter(period.from, -1)
  const name = {
    opening: `${yearFrom > before ? before : yearFrom}..${before}`,
    debit: period.name,
    credit: period.name,
    closing: `${yearFrom}..${period.to}`,
  }[column]
  return hrefOf(`/accounts/${number}`, { period: name })
}

function Amounts({ row, read }: { row: Row; read: Read }) {
  return (
    <>
      {COLUMNS.map((column) => (
        <td class={column === 'closing' ? 'n' : 'n only-wide'} key={column}>
          <Figure
            amount={row[column]}
            column={column}
            explain={`${row.number}.${column}`}
            what={`${row.name}, ${t(column === 'opening' || column === 'closing' ? 'balance' : column)}`}
            isBlankZero={column === 'debit' || column === 'credit'}
            href={
              row.kind === 'account'
                ? entriesOf(row.number, column, read)
                : hrefWith({ explain: `${row.number}.${column}` })
            }
          />
        </td>
      ))}
    </>
  )
}

function Line({ row, read, isOn }: { row: Row; read: Read; isOn: boolean }) {
  if (row.kind === 'heading') {
    return (
      <tr class="h">
        <td />
        <th scope="rowgroup" colSpan={5}>
          {row.name}
        </th>
      </tr>
    )
  }
  return (
    <tr class={`${row.kind === 'sum' ? 'sum' : ''}${isOn ? ' on' : ''}`}>
      <td class="id">{row.number}</td>
      <td class="w">
        {row.kind === 'account' ? <a href={entriesOf(row.number, 'debit', read)}>{row.name}</a> : row.name}
      </td>
      <Amounts row={row} read={read} />
    </tr>
  )
}

function Head({ period }: { period: Period }) {
  const day = (iso: string): string => dayInWords(iso, language.value)
  return (
    <thead>
      <tr>
        <th class="c-no">{t('no')}</th>
        <th>{t('account')}</th>
        <th class="n only-wide">{t('toDay', { day: day(dayAfter(period.from, -1)) })}</th>
        <th class="n only-wide">{t('debit')}</th>
        <th class="n only-wide">{t('credit')}</th>
        <th class="n">{day(period.to)}</th>
      </tr>
    </thead>
  )
}

const headedOf = (period: Period): Headed => ({
  table: 'dense tb',
  head: <Head period={period} />,
  cells: ['id', 'w', 'n only-wide', 'n only-wide', 'n only-wide', 'n'],
})

function Table({ read }: { read: Read }) {
  const { period, rows, hidden, balance } = read
  const on = Number(route.value.query.get('explain')?.split('.')[0])
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t dense tb" data-grid="main">
        <Head period={period} />
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
            <Totals row={totalOf(read)} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The figures of the last line. Nothing in the API is what the balances of all accounts come to. */
function Totals({ row }: { row: Row }) {
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
      <td class="n only-wide">{shown(row.opening)}</td>
      {side('debit')}
      {side('credit')}
      <td class="n">{shown(row.closing)}</td>
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
  }
}

/** The figures of a line of the trial balance, and of its end, as the API names them. */
const NAMED: Readonly<Record<Column, string>> = {
  opening: 'openingBalance',
  debit: 'debit',
  credit: 'credit',
  closing: 'closingBalance',
}
const NAMED_AT_END: Readonly<Partial<Record<Column, string>>> = { debit: 'totalDebit', credit: 'totalCredit' }

function Explained({ read, target }: { read: Read; target: string }) {
  const [number, column] = target.split('.') as [string, Column]
  const isEnd = number === '0'
  const row = isEnd ? totalOf(read) : read.rows.find((one) => one.number === Number(number) && one.kind !== 'heading')
  const figure = isEnd ? NAMED_AT_END[column] : `${number}.${NAMED[column]}`
  if (!row || !COLUMNS.includes(column) || figure === undefined) return null
  const { period, yearFrom } = read
  const isAccount = row.kind === 'account'
  const isSide = column === 'debit' || column === 'credit'
  const side = {
    opening: t('explainOpening', { day: dayInWords(dayAfter(period.from, -1), language.value) }),
    debit: t('explainDebit'),
    credit: t('explainCredit'),
    closing: t('explainClosing', { day: dayInWords(period.to, language.value) }),
  }[column]
  const from = yearFrom < period.from ? yearFrom : period.from
  return (
    <Explain
      target={target}
      title={`${row.name}, ${isSide ? `${periodName(period, language.value)}, ` : ''}${side}`}
      amount={row[column]}
      sign={1n}
      path={explainedPath(paths.trialBalance(period.from, period.to), figure)}
      href={isAccount ? entriesOf(row.number, column, read) : undefined}
      accountHref={(account) => entriesOf(account, column, read)}
      months={isAccount ? { account: row.number, from, period, ...(isSide ? { side: column } : {}) } : undefined}
    />
  )
}
