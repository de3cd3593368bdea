import { useRead } from '../reads.ts'
import { explainedPath } from '../explained.ts'
import { Page } from '../frame/page.tsx'
import { cents } from '../money.ts'
import { EmptyAccountsNote, isAllShown, useEmptyAccountsKey } from '../parts/empty-accounts.tsx'
import { Figure } from '../parts/figure.tsx'
import { PeriodSelect } from '../parts/period-select.tsx'
import { ReportButtons } from '../parts/report-buttons.tsx'
import { type Headed, stateOf } from '../parts/states.tsx'
import { dayAfter, dayName, lastMonth, type Period, periodOf } from '../period.ts'
import { hrefOf, route } from '../route.ts'
import { type BalanceSheet, readings } from '../today.ts'
import { t } from '../words.ts'
import { periodOfYear, useYears, yearNameOf, yearOf } from '../years.ts'
import { Explain } from './explain.tsx'

/** A row of the balance sheet: now, and as the year began; liabilities are positive where they are owed. */
interface Row {
  kind: 'part' | 'heading' | 'account' | 'sum'
  number: number
  name: string
  now: bigint
  before: bigint
}

/** Everything up to the first liability is on the assets' side; sums have no side of their own. */
function rowsOf(now: BalanceSheet, before: BalanceSheet | undefined, isAll: boolean): { rows: Row[]; hidden: number } {
  const earlier = new Map(before?.items.map((line) => [line.accountNumber, line.amount]))
  const rows: Row[] = []
  let hidden = 0
  let waiting: Row[] = []
  let [sign, hasAccounts] = [1n, false]
  now.items.forEach(({ accountNumber: number, name, type, amount, side }, at) => {
    if (number === null || type > 6) return
    if (side === null && type > 3 && type < 6) sign = signAfter(now, at) ?? sign
    if (side !== null) sign = side === 'asset' ? 1n : -1n
    const values = { number, name, now: sign * cents(amount), before: sign * cents(earlier.get(number)) }
    if (type === 4) waiting = [...waiting.filter(({ kind }) => kind === 'part').slice(-1), { ...values, kind: 'part' }]
    else if (type === 5) waiting = [...waiting.filter(({ kind }) => kind === 'part'), { ...values, kind: 'heading' }]
    else if (type === 1 || type === 2) {
      if (!isAll && values.now === 0n && values.before === 0n) hidden++
      else {
        rows.push(...waiting.filter(({ kind }, i) => kind !== 'part' || waiting[i + 1]?.kind !== 'part'))
        rows.push({ ...values, kind: 'account' })
        ;[waiting, hasAccounts] = [[], true]
      }
    } else {
      if (isAll || hasAccounts || values.now !== 0n || values.before !== 0n) rows.push({ ...values, kind: 'sum' })
      waiting = waiting.filter(({ kind }) => kind === 'part')
      hasAccounts = waiting.length === 0 && rows.length > 0 && rows.at(-1)!.number === number
    }
  })
  return { rows, hidden }
}

/** The side of the first account after a heading. */
function signAfter({ items }: BalanceSheet, at: number): bigint | undefined {
  const next = items.slice(at).find(({ side }) => side !== null)
  return next && (next.side === 'asset' ? 1n : -1n)
}

/** What the company has and what it owes, at the end of a day and as the year began. */
export function BalanceSheetScreen() {
  const period = periodOf(route.value.query.get('period')) ?? lastMonth()
  const yearFrom = yearOf(useYears() ?? [], period.to).fromDate
  const now = useRead<BalanceSheet>(readings.balance(period.to))
  const before = useRead<BalanceSheet>(readings.balance(dayAfter(yearFrom, -1)))
  useEmptyAccountsKey()
  const waits = [now, before].find(({ isLoading }) => isLoading)
  return (
    <Page
      title={t('balanceSheet')}
      sub={dayName(period.to)}
      isFlush
      actions={
        <>
          <PeriodSelect period={period} />
          <ReportButtons csv={`${readings.balance(period.to)}&format=csv`} name={`balance-sheet-${period.to}`} />
        </>
      }
    >
      {now.data && !waits ? (
        <>
          <Answer sheet={now.data} period={period} yearFrom={yearFrom} />
          <Table now={now.data} before={before.data} period={period} yearFrom={yearFrom} />
          <Explained now={now.data} before={before.data} period={period} yearFrom={yearFrom} />
        </>
      ) : (
        <>
          {waits && <AnswerAwaited />}
          {stateOf(waits ?? now, 24, headedOf(period.to, dayAfter(yearFrom, -1)))}
        </>
      )}
    </Page>
  )
}

const resultHref = (yearFrom: string): string => hrefOf('/reports/profit-and-loss', { year: yearNameOf(yearFrom) })

function Answer({ sheet, period, yearFrom }: { sheet: BalanceSheet; period: Period; yearFrom: string }) {
  const href = hrefOf('/reports/trial-balance', { period: `${yearFrom}..${period.to}` })
  return (
    <div class="says">
      <span>
        <span class="m3">{t('assets')}</span>
        <b class="figure" data-said="assets">
          <Figure amount={sheet.assets} href={href} explain="assets" what={t('assets')} />
        </b>
      </span>
      <span>
        <span class="m3">{t('liabilities')}</span>
        <b data-said="liabilities">
          <Figure amount={-cents(sheet.liabilities)} href={href} explain="liabilities" what={t('liabilities')} />
        </b>
      </span>
      <span>
        <span class="m3">{t('resultNotClosed')}</span>
        <b data-said="result">
          <Figure amount={sheet.result} href={resultHref(yearFrom)} explain="result" what={t('resultNotClosed')} />
        </b>
      </span>
    </div>
  )
}

const AnswerAwaited = () => (
  <div class="says">
    <span>
      <span class="m3">{t('assets')}</span>
      <b class="figure">&nbsp;</b>
    </span>
  </div>
)

interface TableProps {
  now: BalanceSheet
  before: BalanceSheet | undefined
  period: Period
  yearFrom: string
}

const Head = ({ day, opening }: { day: string; opening: string }) => (
  <thead>
    <tr>
      <th class="c-no">{t('no')}</th>
      <th>{t('account')}</th>
      <th class="n">{dayName(day)}</th>
      <th class="n only-wide">{dayName(opening)}</th>
    </tr>
  </thead>
)

const headedOf = (day: string, opening: string): Headed => ({
  table: 'dense bs',
  head: <Head day={day} opening={opening} />,
  cells: ['id', 'w', 'n', 'n only-wide'],
})

function Table({ now, before, period, yearFrom }: TableProps) {
  const { rows, hidden } = rowsOf(now, before, isAllShown())
  const opening = dayAfter(yearFrom, -1)
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t dense bs" data-grid="main">
        <Head day={period.to} opening={opening} />
        <tbody>
          {rows.map((row) => (
            <Line row={row} period={period} yearFrom={yearFrom} hasBefore={before !== undefined} key={row.number} />
          ))}
        </tbody>
        <tfoot>
          <tr class="tot">
            <td />
            <td class="w">
              {t('resultNotClosed')}
              <EmptyAccountsNote hidden={hidden} provisional={now.provisional} />
            </td>
            <td class="n">
              <Figure amount={now.result} href={resultHref(yearFrom)} />
            </td>
            <td class="n only-wide">
              <Figure amount={before?.result} href={resultHref(opening)} column="b" />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** What a figure of the balance sheet is made of, at the end of the day or as the year began. */
function Explained({ now, before, period, yearFrom }: TableProps) {
  const target = route.value.query.get('explain')
  if (target === null) return null
  const [number, column] = target.split('.') as [string, string?]
  const day = column === 'before' ? dayAfter(yearFrom, -1) : period.to
  const shared = {
    target,
    accountHref: (account: number) => hrefOf(`/accounts/${account}`, { period: `${yearFrom}..${period.to}` }),
  }
  const title = (name: string): string => `${name}, ${dayName(day)}`
  const end = ENDS.find(([name]) => name === target)
  if (end) {
    const [name, word, sign] = end
    const path = explainedPath(readings.balance(day), name)
    return <Explain {...shared} title={title(t(word))} amount={sign * cents(now[name])} sign={sign} path={path} />
  }
  const row = rowsOf(now, before, true).rows.find((one) => one.number === Number(number))
  const said = (column === 'before' ? before : now)?.items.find((one) => one.accountNumber === Number(number))
  if (!row || !said || row.kind === 'part' || row.kind === 'heading') return null
  const amount = column === 'before' ? row.before : row.now
  const path = explainedPath(readings.balance(day), `${number}.amount`)
  const sign = amount === cents(said.amount) ? 1n : -1n
  const href = row.kind === 'account' ? shared.accountHref(row.number) : undefined
  return <Explain {...shared} title={title(row.name)} amount={amount} sign={sign} path={path} href={href} />
}

/** The figures at the end of the balance sheet, and which of them the page turns. */
const ENDS = [
  ['assets', 'assets', 1n],
  ['liabilities', 'liabilities', -1n],
  ['result', 'resultNotClosed', 1n],
] as const

interface LineProps {
  row: Row
  period: Period
  yearFrom: string
  hasBefore: boolean
}

function Line({ row, period, yearFrom, hasBefore }: LineProps) {
  const { kind, number, name } = row
  const years = useYears() ?? []
  if (kind === 'part' || kind === 'heading') {
    return (
      <tr class={kind === 'part' ? 'h top1' : 'h'}>
        <td />
        <th scope="rowgroup" colSpan={3}>
          {name}
        </th>
      </tr>
    )
  }
  const days = `${yearFrom}..${period.to}`
  const opening = dayAfter(yearFrom, -1)
  const place = (name: string): string =>
    kind === 'sum'
      ? hrefOf('/reports/trial-balance', { period: name })
      : hrefOf(`/accounts/${number}`, { period: name })
  return (
    <tr class={kind === 'sum' ? 'sum' : ''}>
      <td class="id">{number}</td>
      <td class="w">{kind === 'sum' ? name : <a href={place(days)}>{name}</a>}</td>
      <td class="n" data-of={number}>
        <Figure amount={row.now} href={place(days)} explain={`${number}.now`} what={name} />
      </td>
      <td class="n m2 only-wide" data-before={number}>
        {hasBefore && (
          <Figure
            amount={row.before}
            href={place(periodOfYear(yearOf(years, opening)))}
            column="b"
            explain={`${number}.before`}
            what={name}
          />
        )}
      </td>
    </tr>
  )
}
