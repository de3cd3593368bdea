import type { ComponentChildren } from 'preact'
import { explainedPath } from '../explained.ts'
import { cents } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import type { Headed } from '../parts/states.tsx'
import { capital, monthName, monthsName, periodName } from '../period.ts'
import {
  farthest,
  type Other,
  type ResultRead,
  type ResultRow,
  type ResultFigures,
  type Span,
  yearBefore,
} from '../reports.ts'
import { hrefOf, hrefWith, route, setQuery } from '../route.ts'
import { baseCurrency } from '../session.ts'
import { language } from '../settings.ts'
import { readings } from '../today.ts'
import { t } from '../words.ts'
import { Explain } from './explain.tsx'

interface HeadProps {
  spans: readonly Span[]
  year: string
  beside: readonly Other[]
}

interface TableProps {
  read: ResultRead
  year: string
  beside: readonly Other[]
}

/** The name of a column: a month, or the months from one to another. */
function spanName({ period, numbers }: Span): string {
  const { from, to } = period
  const isOne = numbers.length === 1
  return capital(isOne ? monthName(from, language.value, 'short') : monthsName(from, to, language.value))
}

/** Which sections are open: those that the address names, else the first. */
const openOf = (rows: readonly ResultRow[]): string[] => {
  const named = route.value.query.get('open')
  if (named !== null) return named.split(',').filter((one) => one !== '')
  return rows
    .filter(({ kind }) => kind === 'section')
    .map(({ number }) => String(number))
    .slice(0, 1)
}

const Head = ({ spans, year, beside }: HeadProps) => (
  <thead>
    <tr>
      <th>{baseCurrency()}</th>
      {spans.map((span, at) => (
        <th class={at === spans.length - 1 ? 'n' : 'n only-wide'} key={span.period.name}>
          {spanName(span)}
        </th>
      ))}
      <th class="n whole">{year}</th>
      {beside.includes('last') && <th class="n only-wide w1360">{Number(year) - 1}</th>}
      {beside.includes('budget') && <th class="n only-wide w1360">{t('budget')}</th>}
      {beside.length > 0 && <th class="n only-wide">{t('difference')}</th>}
    </tr>
  </thead>
)

const tableOf = (spans: readonly Span[]): string => (spans.length > 6 ? 'dense plt many' : 'dense plt')

/** The heads of the profit and loss while its lines are awaited. */
export const headedResult = ({ spans, year, beside }: HeadProps): Headed => ({
  table: tableOf(spans),
  head: <Head spans={spans} year={year} beside={beside} />,
  cells: [
    'w name',
    ...spans.map((_, at) => (at === spans.length - 1 ? 'n' : 'n only-wide')),
    'n whole',
    ...beside.map(() => 'n only-wide w1360'),
    ...(beside.length > 0 ? ['n only-wide'] : []),
  ],
})

/** The profit and loss: sections that open, months side by side, what the year comes to. */
export function ResultTable(props: TableProps) {
  const { read, year, beside } = props
  const open = openOf(read.rows)
  const [first, last] = [read.rows[0], read.rows.at(-1)]
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('profitAndLoss')}>
      <table class={`t ${tableOf(read.spans)}`} data-grid="main">
        <Head spans={read.spans} year={year} beside={beside} />
        <tbody>
          {read.rows.map((row) => (
            <Section
              {...props}
              row={row}
              open={open}
              isLast={row === last}
              hasUnder={row === first || row === last}
              key={row.number}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SectionProps extends TableProps {
  row: ResultRow
  open: readonly string[]
  isLast: boolean
  hasUnder: boolean
}

function Section(props: SectionProps) {
  const { row, open, isLast, hasUnder, read, beside } = props
  const number = row.sum ?? row.number
  if (row.kind !== 'section') {
    const kind = isLast ? 'tot' : row.kind === 'sum' ? 'sum' : ''
    return (
      <>
        <Line {...props} number={number} kind={kind} name={<span class="in1">{row.name}</span>} />
        {hasUnder && <Under {...props} number={number} />}
      </>
    )
  }
  const own = String(row.number)
  const isOpen = open.includes(own)
  const turn = (): void => setQuery({ open: (isOpen ? open.filter((one) => one !== own) : [...open, own]).join() })
  const button = (
    <button type="button" class="fold" aria-expanded={isOpen} onClick={turn} title={row.name}>
      <span class="m3" aria-hidden="true">
        {isOpen ? '▾' : '▸'}
      </span>
      {row.name}
    </button>
  )
  if (!isOpen) return <Line {...props} number={number} kind="" name={button} />
  const columns = 2 + read.spans.length + beside.length + (beside.length > 0 ? 1 : 0)
  return (
    <>
      <tr class="h">
        <th scope="rowgroup" colSpan={columns}>
          {button}
        </th>
      </tr>
      {row.parts.map((part) => (
        <Line
          {...props}
          number={part.number}
          kind="part"
          hasUnder={false}
          key={part.number}
          name={
            <a class="in2" href={hrefOf(`/accounts/${part.number}`, { period: read.whole.period.name })}>
              <span class="id m3">{part.number}</span> {part.name}
            </a>
          }
        />
      ))}
      <Line {...props} number={number} kind="sum" name={<span class="in1">{sumName(row, read)}</span>} />
      {hasUnder && <Under {...props} number={number} />}
    </>
  )
}

const sumName = (row: ResultRow, { names }: ResultRead): string => names.get(row.sum!) ?? t('total')

/** Where the entries of a figure are: the ledger of the account, or for a sum the accounts that it adds up. */
const entriesOf = (number: number, period: string, isSum: boolean): string =>
  isSum ? hrefOf('/reports/trial-balance', { period }) : hrefOf(`/accounts/${number}`, { period })

interface LineProps extends TableProps {
  number: number
  kind: '' | 'part' | 'sum' | 'tot'
  hasUnder: boolean
  name: ComponentChildren
}

function Line({ read, beside, number, kind, name, hasUnder }: LineProps) {
  const isSum = kind !== 'part'
  const columns = read.spans.map((span) => read.figures(number, span))
  const far = kind !== '' && hasUnder && beside.includes('budget') ? farthest(columns) : undefined
  const { period } = read.whole
  const whole = read.inAll(number)
  // The entries of a department have no page of their own: what explains a figure names them.
  const hrefOfFigure = (days: string, column: string): string =>
    read.department ? hrefWith({ explain: `${number}.${column}` }) : entriesOf(number, days, isSum)
  const total = -cents(read.totals.get(number))
  const what = read.names.get(number) ?? ''
  return (
    <tr class={kind === 'part' ? '' : kind} data-of={number}>
      <td class="w name">{name}</td>
      {columns.map(({ actual }, at) => (
        <td class={`n${at === columns.length - 1 ? '' : ' only-wide'}${at === far ? ' far' : ''}`} key={at}>
          <Figure
            amount={actual}
            isWhole
            column={String(at)}
            href={hrefOfFigure(read.spans[at]!.period.name, String(at))}
            explain={`${number}.${at}`}
            what={what}
          />
        </td>
      ))}
      <td class="n whole">
        <Figure
          amount={total}
          isWhole
          column="whole"
          href={hrefOfFigure(period.name, 'whole')}
          explain={`${number}.whole`}
          what={what}
        />
      </td>
      {beside.includes('last') && (
        <td class="n m2 thin only-wide w1360">
          <Figure
            amount={whole.last}
            isWhole
            column="last"
            href={hrefOfFigure(yearBefore(period).name, 'last')}
            explain={`${number}.last`}
            what={what}
          />
        </td>
      )}
      {beside.includes('budget') && (
        <td class="n m2 thin only-wide w1360">
          {read.department ? (
            shown(whole.budget, true)
          ) : (
            <Figure amount={whole.budget} isWhole column="budget" href={entriesOf(number, period.name, isSum)} />
          )}
        </td>
      )}
      {beside.length > 0 && <Difference figures={whole} beside={beside} />}
    </tr>
  )
}

/** How much better or worse than the budget, or than last year where no budget is shown. */
function Difference({ figures, beside }: { figures: ResultFigures; beside: readonly Other[] }) {
  const by = beside.includes('budget') ? figures.offBudget : figures.offLast
  const isOver = by > 0n
  return (
    <td class={`n only-wide${by < 0n && beside.includes('budget') ? ' neg' : ''}`}>
      {isOver && '+'}
      {shown(by, true)}
    </td>
  )
}

/** Last year and the budget of a sum, month by month under it. */
function Under({ read, beside, number }: TableProps & { number: number }) {
  const words = { last: 'lastYear', budget: 'besideBudget' } as const
  const all = read.inAll(number)
  return (
    <>
      {beside.map((other) => (
        <tr class="subl only-wide" key={other}>
          <td class="name">
            <span class="in2">{t(words[other])}</span>
          </td>
          {read.spans.map((span) => {
            const period = other === 'last' ? yearBefore(span.period).name : span.period.name
            const amount = read.figures(number, span)[other]
            return (
              <td class="n" key={span.period.name}>
                {read.department ? (
                  shown(amount, true)
                ) : (
                  <Figure amount={amount} isWhole href={entriesOf(number, period, true)} />
                )}
              </td>
            )
          })}
          <td class="n whole">{shown(all[other], true)}</td>
          <td colSpan={beside.length + 1} />
        </tr>
      ))}
    </>
  )
}

/** What a figure of the profit and loss is made of: that of a month or quarter, of the year, or of the year before. */
export function ExplainedResult({ read }: { read: ResultRead }) {
  const target = route.value.query.get('explain')
  const [account, column = ''] = (target ?? '').split('.')
  const number = Number(account)
  const span = column === 'whole' || column === 'last' ? read.whole : read.spans[Number(column)]
  const name = read.names.get(number)
  if (target === null || span === undefined || name === undefined) return null
  const period = column === 'last' ? yearBefore(span.period) : span.period
  const figures = span === read.whole ? read.inAll(number) : read.figures(number, span)
  const amount = column === 'whole' ? -cents(read.totals.get(number)) : figures[column === 'last' ? 'last' : 'actual']
  const accountHref = (of: number): string => entriesOf(of, period.name, false)
  return (
    <Explain
      target={target}
      title={[name, read.department?.name, periodName(period, language.value)].filter(Boolean).join(', ')}
      amount={amount}
      sign={-1n}
      path={
        read.department
          ? explainedPath(
              `${readings.result(period.from, period.to)}&by=department`,
              `${read.department.number}/${number}.amount`,
            )
          : explainedPath(readings.result(period.from, period.to), `${number}.amount`)
      }
      href={!read.department && read.accounts.has(number) ? accountHref(number) : undefined}
      accountHref={accountHref}
    />
  )
}
