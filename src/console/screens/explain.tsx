import { useLayoutEffect } from 'preact/hooks'
import { useRead, useWhole } from '../reads.ts'
import { type Booking, type Ledger, type LedgerEntry, type Listed, paths } from '../books.ts'
import { useFocusWithin } from '../frame/dialog.tsx'
import { useKeys } from '../keys.ts'
import { cents, sizeOf, sumOf } from '../money.ts'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Skeleton } from '../parts/states.tsx'
import { capital, dayAfter, dayInWords, dayName, monthName, type Period, periodName } from '../period.ts'
import { go, setQuery, voucherHref } from '../route.ts'
import { language } from '../settings.ts'
import type { Column, Row } from '../sums.ts'
import { byMonth, largestOf, type Month, timesUsual } from '../unusual.ts'
import { counted, t } from '../words.ts'

/** The figure that is explained: which row and column of which period. */
export interface ExplainProps {
  target: string
  row: Row
  column: Column
  period: Period
  yearFrom: string
  /** Of a sum: the accounts that it adds up. */
  parts: readonly Row[]
  /** Where the entries of a row's figure are. */
  href: (row: Row) => string
}

/** Puts the box beside its figure, within the window; on a phone the style puts it below. */
function useBeside(box: { current: HTMLElement | null }, target: string, isReady: boolean): void {
  useLayoutEffect(() => {
    const figure = document.querySelector(`[data-explain="${CSS.escape(target)}"]`)
    const own = box.current
    if (!own || !figure) return
    figure.scrollIntoView({ block: 'nearest' })
    const { left, bottom, top } = figure.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = own
    const below = bottom + 12 + height < innerHeight - 40
    const place = below ? bottom + 10 : Math.max(8, Math.min(top - height / 2, innerHeight - height - 40))
    own.style.setProperty('left', `${Math.max(8, Math.min(left - width - 14, innerWidth - width - 8))}px`)
    own.style.setProperty('top', `${place}px`)
  }, [target, isReady])
}

/** What a figure is made of: its entries and their sum, what is unusual, and where it is sealed. */
export function Explain(props: ExplainProps) {
  const { target, row, column, period, href, parts } = props
  const { box, turn } = useFocusWithin()
  const close = (): void => {
    setQuery({ explain: undefined })
    document.querySelector<HTMLElement>(`[data-explain="${CSS.escape(target)}"]`)?.focus()
  }
  useKeys({ Escape: close, Space: close, Enter: () => row.kind === 'account' && go(href(row)) }, true)
  const side = {
    opening: t('explainOpening', { day: dayInWords(dayAfter(period.from, -1), language.value) }),
    debit: t('explainDebit'),
    credit: t('explainCredit'),
    closing: t('explainClosing', { day: dayInWords(period.to, language.value) }),
  }[column]
  const title = `${row.name}, ${column === 'debit' || column === 'credit' ? `${periodName(period, language.value)}, ` : ''}${side}`
  return (
    <>
      <div class="shade" onClick={close} />
      <div
        class="pop ex"
        role="dialog"
        aria-modal="true"
        aria-label={title}
        ref={box}
        onKeyDown={turn}
        tabIndex={-1}
        data-first
      >
        <header class="row">
          <h2 class="grow">{title}</h2>
          <button type="button" class="esc" title={t('close')} onClick={close}>
            <kbd>Esc</kbd>
          </button>
        </header>
        <div class="figure">{shown(row[column])}</div>
        {row.kind === 'sum' ? <OfAccounts {...props} parts={parts} box={box} /> : <OfEntries {...props} box={box} />}
      </div>
    </>
  )
}

type Boxed = ExplainProps & { box: { current: HTMLElement | null } }

function OfAccounts({ row, column, parts, href, target, box }: Boxed) {
  useBeside(box, target, true)
  const filled = parts.filter((one) => one[column] !== 0n)
  const sorted = [...filled].sort((a, b) => Number(sizeOf(b[column]) - sizeOf(a[column])))
  const named = sorted.slice(0, sorted.length <= 9 ? 9 : 8)
  const others = sorted.slice(named.length)
  return (
    <>
      <p class="m2">{t('explainAccounts', { n: filled.length })}</p>
      <table class="t ext">
        <tbody>
          {named.map((one) => (
            <tr key={one.number}>
              <td class="id">{one.number}</td>
              <td class="w">{one.name}</td>
              <td class="n">
                <a class="fig" href={href(one)}>
                  {shown(one[column])}
                </a>
              </td>
            </tr>
          ))}
          {others.length > 0 && <Others n={others.length} sum={others.reduce((sum, one) => sum + one[column], 0n)} />}
          <Sum
            label={t('explainSumAccounts')}
            sum={filled.reduce((sum, one) => sum + one[column], 0n)}
            is={row[column]}
          />
        </tbody>
      </table>
    </>
  )
}

const Others = ({ n, sum }: { n: number; sum: bigint }) => (
  <tr>
    <td />
    <td class="w m2">{t('explainOthers', { n })}</td>
    <td class="n">{shown(sum)}</td>
  </tr>
)

function Sum({ label, sum, is }: { label: string; sum: bigint; is: bigint }) {
  const credit = sum === -is && sum !== is
  const off = credit ? 0n : sum - is
  return (
    <tr class="tot">
      <td />
      <td class="w">
        {label}
        {off !== 0n && <span class="neg"> · {t('explainOff', { amount: shown(off) })}</span>}
      </td>
      <td class="n">{shown(credit ? is : sum)}</td>
    </tr>
  )
}

/** The entries that make a figure: those of its days, and of its side. */
function entriesOf({ items }: Ledger, column: Column, period: Period): LedgerEntry[] {
  const isOpening = (type: number): boolean => type === 7 || type === 8
  if (column === 'opening') return items.filter(({ date }) => date < period.from)
  if (column === 'closing') return items
  return items.filter(({ date, type, amountInBaseCurrency }) => {
    const amount = cents(amountInBaseCurrency)
    return date >= period.from && !isOpening(type) && (column === 'debit' ? amount > 0n : amount < 0n)
  })
}

function OfEntries(props: Boxed) {
  const { row, column, period, yearFrom, target, box } = props
  const from = yearFrom < period.from ? yearFrom : period.from
  const { data: ledger } = useWhole<Ledger>(paths.ledger(row.number, from, period.to))
  useBeside(box, target, ledger !== undefined)
  if (!ledger) return <Skeleton rows={6} columns={3} />
  const entries = entriesOf(ledger, column, period)
  const isSide = column === 'debit' || column === 'credit'
  const forward = isSide ? 0n : cents(ledger.accounts[0]?.openingBalance)
  const ofSide = isSide
    ? ledger.items.filter((one) => cents(one.amountInBaseCurrency) > 0n === (column === 'debit'))
    : ledger.items
  const months = byMonth(ofSide, from, period.to)
  const isMonth = period.from.slice(0, 7) === period.to.slice(0, 7)
  return (
    <>
      <Unusual entries={entries} months={months} month={isMonth && isSide ? period.to.slice(0, 7) : undefined} />
      {months.length > 2 && <Bars months={months} from={period.from} to={period.to} isAll={!isSide} />}
      <Entries {...props} entries={entries} forward={forward} from={from} />
      <Sealed {...props} entries={entries} />
    </>
  )
}

/** One sentence of what is unusual in a figure. */
function Unusual({
  entries,
  months,
  month,
}: {
  entries: readonly LedgerEntry[]
  months: readonly Month[]
  month: string | undefined
}) {
  const { largest, share } = largestOf(entries)
  const times = month === undefined ? undefined : timesUsual(months, month)
  const name = month === undefined ? '' : capital(monthName(`${month}-01`, language.value))
  return (
    <p class="m2">
      {entries.length === 0 ? t('explainNone') : `${counted('entryOne', 'entryMany', entries.length)}. `}
      {entries.length > largest.length && (
        <b>{counted('explainLargest', 'explainLargestMany', largest.length, { share })} </b>
      )}
      {times !== undefined && times >= 2 && t('explainOutlier', { month: name, times: Math.round(times) })}
      {times !== undefined && times < 0.33 && t('explainSmall', { month: name })}
    </p>
  )
}

function Bars({ months, from, to, isAll }: { months: readonly Month[]; from: string; to: string; isAll: boolean }) {
  const size = (value: bigint): number => Math.abs(Number(value))
  const most = Math.max(1, ...months.map(({ amount }) => size(amount)))
  const width = 360 / months.length
  const isOn = ({ month }: Month): boolean => isAll || (month >= from.slice(0, 7) && month <= to.slice(0, 7))
  return (
    <svg class="ch bars" viewBox="0 0 360 52" aria-hidden="true">
      {months.map((one, at) => {
        const height = Math.max(1, (size(one.amount) / most) * 32)
        return (
          <g key={one.month}>
            <rect
              class={isOn(one) ? 'act' : 'rest'}
              x={at * width + width * 0.2}
              width={width * 0.6}
              y={34 - height}
              height={height}
              rx={1.5}
            />
            <text x={(at + 0.5) * width} y={48} text-anchor="middle" class={isOn(one) && !isAll ? 'on' : ''}>
              {monthName(`${one.month}-01`, language.value, months.length > 12 ? 'narrow' : 'short')}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function Entries({
  row,
  column,
  entries,
  forward,
  from,
}: Boxed & { entries: readonly LedgerEntry[]; forward: bigint; from: string }) {
  const { largest } = largestOf(entries)
  const others = entries.filter((one) => !largest.includes(one))
  const sum = (list: readonly LedgerEntry[]): bigint => sumOf(list.map((one) => one.amountInBaseCurrency))
  const turn = column === 'credit' ? -1n : 1n
  return (
    <table class="t ext">
      <tbody>
        {forward !== 0n && (
          <tr>
            <td />
            <td class="w m2">{t('explainBroughtForward', { day: dayName(from) })}</td>
            <td class="n">{shown(forward)}</td>
          </tr>
        )}
        {largest.map((one) => (
          <tr key={one.entryNumber}>
            <td class="id">{dayName(one.date, true)}</td>
            <td class="w">{one.text}</td>
            <td class="n">
              <a class="fig" href={voucherHref(one.journalNumber, one.date, one.voucherNumber)}>
                {shown(turn * cents(one.amountInBaseCurrency))}
              </a>
            </td>
          </tr>
        ))}
        {others.length > 0 && <Others n={others.length} sum={turn * sum(others)} />}
        <Sum label={t('explainSum')} sum={forward + turn * sum(entries)} is={row[column]} />
      </tbody>
    </table>
  )
}

/** Which bookings the entries came by: what was booked at once has one seal. */
function Sealed({ row, href, entries }: Boxed & { entries: readonly LedgerEntry[] }) {
  const numbers = entries.map(({ entryNumber }) => entryNumber)
  const path = numbers.length === 0 ? undefined : paths.bookings(Math.min(...numbers), Math.max(...numbers))
  const bookings = useRead<Listed<Booking>>(path).data?.items ?? []
  const own = bookings.filter(({ firstEntry, lastEntry }) =>
    numbers.some((one) => one >= firstEntry && one <= lastEntry),
  )
  const named = own.slice(0, 4).map(({ number }) => number)
  const list = `${named.join(', ')}${own.length > named.length ? ' …' : ''}`
  return (
    <footer class="row">
      {named.length > 0 && (
        <>
          <span class="pos">
            <Icon name="seal" />
          </span>
          <span class="s m3 grow">{counted('bookingOne', 'bookingMany', named.length, { n: list })}</span>
        </>
      )}
      <a class="l s" href={href(row)}>
        {t('explainOpen')} <kbd>↵</kbd>
      </a>
    </footer>
  )
}
