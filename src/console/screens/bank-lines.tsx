import { Component } from 'preact'
import { type Bank, type BankLine, type BankMatch, certaintyOf, type Certainty, type Suggestion } from '../bank.ts'
import type { Account } from '../books.ts'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Nothing } from '../parts/states.tsx'
import { capital, dayName, monthName } from '../period.ts'
import { hrefWith, route, setQuery } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { language } from '../settings.ts'
import { counted, t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { type Acts, chosenLine } from './bank-actions.tsx'
import { saidOf } from './bank-said.ts'

const LOOKS: Readonly<Record<Certainty, { icon: IconName; tone: string; word: Word }>> = {
  sure: { icon: 'check', tone: 'pos', word: 'bankSure' },
  likely: { icon: 'check', tone: 'm3', word: 'bankLikely' },
  odd: { icon: 'warn', tone: 'warn', word: 'bankOdd' },
  none: { icon: 'search', tone: 'm3', word: 'bankUnknown' },
}

/** The keys of the list: accept or go into the pane, and undo. */
function useLineKeys(bank: Bank, acts: Acts): void {
  const rowOf = (): BankLine | undefined =>
    document.activeElement?.closest('tr[data-line]') ? chosenLine(bank) : undefined
  const into = (): boolean => {
    if (!rowOf()) return false
    document.querySelector<HTMLElement>('.bkp input:checked, .bkp input, .bkp button:not(:disabled)')?.focus()
    return true
  }
  useKeys({
    Enter: () => {
      const line = rowOf()
      if (!line) return false
      const own = bank.suggestions.get(line.number) ?? []
      const isTaken = line.state === 'open' && ['sure', 'likely'].includes(certaintyOf(own)) && !isReadOnly()
      return isTaken ? void acts.match([own[0]!.match], [line.number]) : into()
    },
    ArrowRight: into,
    u: () => {
      const line = chosenLine(bank)
      if (isReadOnly()) return false
      return void acts.undo(line?.matchNumber === null || line?.state === 'open' ? undefined : line)
    },
  })
}

const STATES = [
  ['matched', 'bankMatchedHead'],
  ['booked', 'bankBookedHead'],
  ['ignored', 'bankIgnoredHead'],
] as const

/** What waits, with what it may belong to, and below what has its place. */
export function Lines({ bank, acts, chosen }: { bank: Bank; acts: Acts; chosen: number }) {
  const { open, done, suggestions, isSuggested, matches, chart } = bank
  useLineKeys(bank, acts)
  return (
    <section class="pane" aria-label={t('bankLines')}>
      <div class="ph">
        <h2>{counted('bankWaitOne', 'bankWaitMany', open.length)}</h2>
        <span class="m3 s">{t('bankMatchedOf', { n: done.length, all: open.length + done.length })}</span>
        <span class="grow" />
        <span class="s pos told-in" role="status">
          {acts.told}
        </span>
        <Dates dates={bank.dates} />
      </div>
      <Faults messages={acts.messages} />
      <div class="scroll" tabIndex={-1}>
        {open.length + done.length === 0 && <Nothing title={t('bankEmpty')} text={t('bankEmptyText')} />}
        <table class="t bkt" data-grid="main">
          <colgroup>
            <col class="b-day" />
            <col />
            <col class="b-amt" />
          </colgroup>
          <thead class="hide">
            <tr>
              <th>{t('date')}</th>
              <th>{t('text')}</th>
              <th>{t('amount')}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((line) => (
              <OpenLine
                key={line.number}
                line={line}
                suggestions={isSuggested ? (suggestions.get(line.number) ?? []) : undefined}
                chart={chart}
                isOn={line.number === chosen}
              />
            ))}
            {STATES.map(([state, word]) => (
              <Done
                key={state}
                lines={done.filter((line) => line.state === state)}
                word={word}
                matches={matches}
                chosen={chosen}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const dateName = (date: string): string =>
  date.length === '2026-11'.length ? capital(monthName(`${date}-01`, language.value, 'long', true)) : dayName(date)

/** The month or day whose lines are shown, or all dates. */
function Dates({ dates }: { dates: readonly string[] }) {
  const chosen = dates.find((one) => one === route.value.query.get('dates'))
  if (dates.length < 2) return null
  return (
    <select
      class={chosen === undefined ? 'chip' : 'chip on'}
      aria-label={t('date')}
      value={chosen ?? ''}
      onChange={(event) => setQuery({ dates: event.currentTarget.value || undefined, line: undefined })}
    >
      <option value="">{t('allDates')}</option>
      {dates.map((one) => (
        <option value={one} key={one}>
          {dateName(one)}
        </option>
      ))}
    </select>
  )
}

const choose = (line: BankLine) => (): void => setQuery({ line: String(line.number) })

interface OpenProps {
  line: BankLine
  suggestions: readonly Suggestion[] | undefined
  chart: readonly Account[]
  isOn: boolean
}

/** A line that waits, and under it what it may be. Only what changes is drawn again. */
class OpenLine extends Component<OpenProps> {
  override shouldComponentUpdate(next: OpenProps): boolean {
    const { line, suggestions, chart, isOn } = this.props
    return (
      next.isOn !== isOn ||
      next.line !== line ||
      next.chart.length !== chart.length ||
      JSON.stringify(next.suggestions) !== JSON.stringify(suggestions)
    )
  }

  override render({ line, suggestions, chart, isOn }: OpenProps) {
    const certainty = certaintyOf(suggestions ?? [])
    const { icon, tone, word } = LOOKS[certainty]
    const first = suggestions?.[0]
    const said = first ? saidOf(first, chart) : { what: t(suggestions ? 'bankUnknown' : 'bankNotRead'), why: '' }
    return (
      <tr class={isOn ? 'on open' : 'open'} data-line={line.number} onClick={choose(line)}>
        <td class="id">{dayName(line.date, true)}</td>
        <td class="w">
          <a class="tr" data-stop="l" href={hrefWith({ line: String(line.number) })} onFocus={choose(line)}>
            {line.text}
          </a>
          <span class="bs">
            <span class={tone} title={t(word)}>
              <Icon name={icon} />
            </span>
            <span class="hide">{t(word)}: </span>
            <span class="tr">
              {said.what} <span class="m3">{said.why}</span>
            </span>
          </span>
        </td>
        <td class="n">
          <b class="b">{shown(line.amount)}</b>
          <span class="bs only-wide">
            <kbd>{certainty === 'sure' || certainty === 'likely' ? '↵' : '→'}</kbd>
          </span>
        </td>
      </tr>
    )
  }
}

interface DoneProps {
  lines: readonly BankLine[]
  word: Word
  matches: ReadonlyMap<number, BankMatch>
  chosen: number
}

function Done({ lines, word, matches, chosen }: DoneProps) {
  if (lines.length === 0) return null
  const asideOf = ({ matchNumber, ignoredReason }: BankLine): string => {
    if (ignoredReason !== null) return ignoredReason
    const voucher = matches.get(matchNumber ?? 0)?.voucherNumber
    return voucher ? t('bankVoucher', { n: voucher }) : ''
  }
  return (
    <>
      <tr class="h bh">
        <td />
        <th scope="rowgroup">{t(word)}</th>
        <td class="n s m3">
          <span class="only-wide">
            <kbd>U</kbd> {t('bankUndo')}
          </span>
        </td>
      </tr>
      {lines.map((line) => (
        <tr
          key={line.number}
          class={line.number === chosen ? 'on done' : 'done'}
          data-line={line.number}
          onClick={choose(line)}
        >
          <td class="id">{dayName(line.date, true)}</td>
          <td class="w">
            <a class="tr" data-stop="l" href={hrefWith({ line: String(line.number) })} onFocus={choose(line)}>
              {line.text} <span class="m3 s">{asideOf(line) && `· ${asideOf(line)}`}</span>
            </a>
          </td>
          <td class="n">{shown(line.amount)}</td>
        </tr>
      ))}
    </>
  )
}
