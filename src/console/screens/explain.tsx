import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { useRead, useWhole } from '../reads.ts'
import { type Booking, type Ledger, type Listed, paths } from '../books.ts'
import type { Explained, Part } from '../explained.ts'
import { useFocusWithin } from '../frame/dialog.tsx'
import { useKeys } from '../keys.ts'
import { cents } from '../money.ts'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { stateOf } from '../parts/states.tsx'
import { capital, dayName, monthName, type Period } from '../period.ts'
import { go, setQuery, voucherHref } from '../route.ts'
import { language } from '../settings.ts'
import { byMonth, largestFew, type Month, timesUsual } from '../unusual.ts'
import { counted, t } from '../words.ts'

/** A figure that is explained: what the page shows, and what the API says it is made of. */
export interface ExplainProps {
  /** As the page names it (`data-explain`). */
  target: string
  title: string
  /** As the page shows it, in cents. */
  amount: bigint
  /** -1 where the page turns the sign that the API gives. */
  sign: 1n | -1n
  /** The report that explains it. */
  path: string
  /** Where its entries are; a sum of accounts has no place of its own. */
  href?: string | undefined
  /** Where those of an account are. */
  accountHref: (account: number) => string
  /** Of a figure of one account: the months that it is compared with. */
  months?: { account: number; from: string; period: Period; side?: 'debit' | 'credit' } | undefined
}

/** How wide the side bar is. */
const SIDE_PIXELS = 212

/** Puts the box beside its figure, within the window; on a phone the style puts it below. */
function useBeside(box: { current: HTMLElement | null }, target: string, isReady: boolean): void {
  useLayoutEffect(() => {
    const figure = document.querySelector(`[data-explain="${CSS.escape(target)}"]`)
    const own = box.current
    if (!own || !figure) return
    figure.scrollIntoView({ block: 'nearest' })
    const { left, right, bottom, top } = figure.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = own
    const below = bottom + 12 + height < innerHeight - 40
    const place = below ? bottom + 10 : Math.max(8, Math.min(top - height / 2, innerHeight - height - 40))
    // Left of it, where the side bar stays in sight; else right of it.
    const isLeft = left - width - 14 >= SIDE_PIXELS
    own.style.setProperty('left', `${isLeft ? left - width - 14 : Math.min(right + 14, innerWidth - width - 8)}px`)
    own.style.setProperty('top', `${place}px`)
  }, [target, isReady])
}

/** What a figure is made of, as the API says it: entries or accounts and their sum, what is unusual, the seal. */
export function Explain(props: ExplainProps) {
  const { target, title, amount, path, href } = props
  const { box, turn } = useFocusWithin()
  const reading = useRead<Explained>(path)
  const close = (): void => {
    setQuery({ explain: undefined })
    document.querySelector<HTMLElement>(`[data-explain="${CSS.escape(target)}"]`)?.focus()
  }
  useKeys({ Escape: close, Space: close, Enter: () => href !== undefined && go(href) }, true)
  useBeside(box, target, reading.data !== undefined)
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
        <div class="figure">{shown(amount)}</div>
        {reading.data ? <Made {...props} told={reading.data} /> : stateOf(reading, 6, 3)}
      </div>
    </>
  )
}

type MadeProps = ExplainProps & { told: Explained }

function Made(props: MadeProps) {
  const { told, href, months } = props
  if (told.explainedAccounts.length > 1) return <OfAccounts {...props} />
  return (
    <>
      {months ? <Beside {...props} months={months} /> : <Unusual told={told} />}
      <OfEntries {...props} />
      <Sealed parts={told.explained} href={href} />
    </>
  )
}

/** The largest entries: all of them where they are few. */
const largestOf = ({ explainedCount, explainedLargest }: Explained) =>
  explainedCount > explainedLargest.length ? explainedLargest.slice(0, -1) : explainedLargest

function OfAccounts(props: MadeProps) {
  const { told, sign, accountHref } = props
  const all = told.explainedAccounts
  const named = largestFew(all, ({ amount }) => amount, 9)
  return (
    <>
      <p class="m2">{t('explainAccounts', { n: all.length })}</p>
      <List {...props} label={t('explainSumAccounts')} others={all.length - named.length}>
        {named.map((one) => (
          <tr key={one.accountNumber}>
            <td class="id">{one.accountNumber}</td>
            <td class="w">{one.name}</td>
            <td class="n">
              <a class="fig" href={accountHref(one.accountNumber)}>
                {shown(sign * cents(one.amount))}
              </a>
            </td>
          </tr>
        ))}
      </List>
    </>
  )
}

function OfEntries(props: MadeProps) {
  const { told, sign } = props
  const largest = largestOf(told)
  return (
    <List {...props} label={t('explainSum')} others={told.explainedCount - largest.length}>
      {largest.map((one) => (
        <tr key={one.entryNumber}>
          <td class="id" title={dayName(one.date)}>
            {one.voucherNumber}
          </td>
          <td class="w">{one.text}</td>
          <td class="n">
            <a class="fig" href={voucherHref(one.journalNumber, one.date, one.voucherNumber)}>
              {shown(sign * cents(one.part))}
            </a>
          </td>
        </tr>
      ))}
    </List>
  )
}

/** The largest parts, how many others there are, and what the API says that all come to. */
function List({
  told,
  sign,
  amount,
  label,
  others,
  children,
}: MadeProps & { label: string; others: number; children: ComponentChildren }) {
  const sum = sign * cents(told.explainedAmount)
  const off = sum - amount
  return (
    <table class="t ext">
      <tbody>
        {children}
        {others > 0 && (
          <tr>
            <td />
            <td class="w m2" colSpan={2}>
              {t('explainOthers', { n: others })}
            </td>
          </tr>
        )}
        <tr class="tot">
          <td />
          <td class="w">
            {label}
            {off !== 0n && <span class="neg"> · {t('explainOff', { amount: shown(off) })}</span>}
          </td>
          <td class="n">{shown(sum)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** What is unusual beside the other months of the year, and a column for each. */
function Beside({ told, months: { account, from, period, side } }: MadeProps & { months: Months }) {
  const { data: ledger } = useWhole<Ledger>(paths.ledger(account, from, period.to))
  const all = ledger?.items.filter(
    ({ amountInBaseCurrency: amount }) => side === undefined || cents(amount) > 0n === (side === 'debit'),
  )
  const months = byMonth(all ?? [], from, period.to)
  const isMonth = side !== undefined && period.from.slice(0, 7) === period.to.slice(0, 7)
  return (
    <>
      <Unusual told={told} months={months} month={isMonth ? period.to.slice(0, 7) : undefined} />
      {months.length > 2 && <Bars months={months} from={period.from} to={period.to} isAll={side === undefined} />}
    </>
  )
}

type Months = NonNullable<ExplainProps['months']>

interface UnusualProps {
  told: Explained
  months?: readonly Month[]
  month?: string | undefined
}

/** One sentence of what is unusual in a figure. */
function Unusual({ told, months = [], month }: UnusualProps) {
  const { explainedCount: count } = told
  const largest = largestOf(told)
  const share = Math.round(Number(largest.at(-1)?.share ?? 0))
  const times = month === undefined ? undefined : timesUsual(months, month)
  const name = month === undefined ? '' : capital(monthName(`${month}-01`, language.value))
  return (
    <p class="m2">
      {count === 0 ? t('explainNone') : `${counted('entryOne', 'entryMany', count)}. `}
      {count > largest.length && <b>{counted('explainLargest', 'explainLargestMany', largest.length, { share })} </b>}
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
              {capital(monthName(`${one.month}-01`, language.value, months.length > 12 ? 'narrow' : 'short'))}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** Which bookings the entries came by: what was booked at once has one seal. */
function Sealed({ parts, href }: { parts: readonly Part[]; href: string | undefined }) {
  const numbers = parts.map(({ entryNumber }) => entryNumber)
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
      {href !== undefined && (
        <a class="l s" href={href}>
          {t('explainOpen')} <kbd>↵</kbd>
        </a>
      )}
    </footer>
  )
}
