import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useMaster, useTrial, useWhole } from '../reads.ts'
import { type Account, type Listed, paths } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { useLast } from '../last.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { PrintButton } from '../parts/report-buttons.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { dayAfter, dayInWords } from '../period.ts'
import { go, hrefOf } from '../route.ts'
import { isSuperUser } from '../sandbox.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { language } from '../settings.ts'
import { counted, t } from '../words.ts'
import { byYear, CHECKS, type Closing, openYear, yearPaths, type YearPeriod } from '../year-end.ts'
import { CheckList } from './year-checks.tsx'
import { CloseDialog } from './year-close.tsx'
import { Periods } from './year-periods.tsx'
import { RevalueDialog } from './year-revalue.tsx'

/** The end of a year: its months, what is to be looked at before it is closed, and what closing books. */
export function YearEndScreen({ year: asked }: { year: string | undefined }) {
  const periods = useWhole<Listed<YearPeriod>>(yearPaths.periods)
  const years = byYear(periods.data?.items ?? [])
  const year = asked ?? openYear(years)
  const own = years.find(([name]) => name === year)?.[1]
  if (periods.data && !own) {
    return (
      <Page title={t('yearEnd')}>
        <Nothing title={t('yeNoYear', { year: year ?? '' })} />
      </Page>
    )
  }
  return own ? (
    <Shown year={year!} own={own} years={years} key={year} />
  ) : (
    <Page title={t('yearEnd')}>{stateOf(periods, 10, 3)}</Page>
  )
}

interface ShownProps {
  year: string
  own: readonly YearPeriod[]
  years: readonly (readonly [string, readonly YearPeriod[]])[]
}

/** What the page says of the year in a few words. */
function saidOf(year: string, isClosed: boolean, closing: Closing | undefined): string | undefined {
  if (isClosed) return t('yeClosed', { year })
  if (!closing) return undefined
  const { faults, notes } = closing
  if (faults.length > 0) return counted('yeNotYetOne', 'yeNotYetMany', faults.length, { year })
  if (notes.length > 0) return counted('yeFirstOne', 'yeFirstMany', notes.length, { year })
  return t('yeReady', { year })
}

function Shown({ year, own, years }: ShownProps) {
  const [open, setOpen] = useState<'close' | 'revalue' | undefined>(undefined)
  const isClosed = own.every((one) => one.isClosed)
  const asked = isReadOnly() ? undefined : {}
  const trial = useTrial<Closing>('POST', yearPaths.preview(year), asked, String(api.generation.value))
  const closing = useLast(trial.data)
  const mayClose = isSuperUser() && !isReadOnly() && !isClosed && closing?.faults.length === 0
  const ask = (): unknown => {
    if (!mayClose) return false
    // The address names the year from now on: what is closed stays in sight.
    go(hrefOf(`/year-end/${year}`), { isReplacing: true })
    return setOpen('close')
  }
  useKeys({ 'Ctrl+Enter': ask })
  const close = (): void => setOpen(undefined)
  const last = own.at(-1)!.dateTo.slice(0, 10)
  return (
    <Page
      title={t('yearEnd')}
      sub={saidOf(year, isClosed, closing)}
      actions={
        <>
          <select
            class="chip on"
            aria-label={t('yeYear')}
            value={year}
            onChange={(event) => go(hrefOf(`/year-end/${event.currentTarget.value}`))}
          >
            {years.map(([name]) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <PrintButton />
          {!isClosed && (
            <button type="button" class="btn pri" disabled={!mayClose} onClick={ask}>
              {t('yeClose', { year })} <kbd>Ctrl ↵</kbd>
            </button>
          )}
        </>
      }
    >
      <div class="ye">
        <Periods years={years} />
        {isReadOnly() ? (
          <section class="card">
            <Nothing title={t('yeDemo')} text={t('yeDemoText')} />
          </section>
        ) : (
          <>
            {closing ? (
              <CheckList year={year} isClosed={isClosed} closing={closing} revalue={() => setOpen('revalue')} />
            ) : (
              <section class="card">{stateOf(trial, CHECKS.length, 2)}</section>
            )}
            {closing && <Books closing={closing} year={year} isClosed={isClosed} next={dayAfter(last)} />}
          </>
        )}
      </div>
      {open === 'close' && <CloseDialog year={year} close={close} />}
      {open === 'revalue' && <RevalueDialog day={last} close={close} />}
    </Page>
  )
}

interface BooksProps {
  closing: Closing
  year: string
  isClosed: boolean
  next: string
}

/** What closing books: the result, and the opening entries of the next year. */
function Books({ closing, year, isClosed, next }: BooksProps) {
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const { result, openingEntries } = closing
  const nameOf = (number: number): string => chart.find((one) => one.number === number)?.name ?? ''
  return (
    <section class="card yeb" aria-label={t('yeBooks')}>
      <header>
        <h2>{t(isClosed ? 'yeResult' : 'yeBooks')}</h2>
        {!isClosed && (
          <span class="m3 s only-wide">
            {t('yeOpening', { day: dayInWords(next, language.value, { year: 'numeric' }) })}
          </span>
        )}
      </header>
      <div class="in">
        <div class="s m2">{t('yeResultOf', { year })}</div>
        <div class="figure">
          <Figure amount={result} href={hrefOf('/reports/profit-and-loss', { year })} />
        </div>
        {!isClosed && <p class="s m3">{t('yeBooksNote', { zero: shown(0n) })}</p>}
      </div>
      {openingEntries.length > 0 && (
        <table class="t dense drl names" data-grid="opening">
          <thead>
            <tr>
              <th>{t('no')}</th>
              <th>{t('account')}</th>
              <th class="n">{t('amount')}</th>
            </tr>
          </thead>
          <tbody>
            {openingEntries.map(({ accountNumber, currency, amount, amountInBaseCurrency }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- an account has several lines that look alike
              <tr key={`${accountNumber} ${at}`}>
                <td class="id">{accountNumber}</td>
                <td class="w">{nameOf(accountNumber)}</td>
                <td class="n">
                  <Figure
                    amount={amountInBaseCurrency}
                    href={hrefOf(`/accounts/${accountNumber}`, { period: year })}
                    column="o"
                  />
                  {currency !== baseCurrency() && <div class="s m3">{`${currency} ${shown(amount)}`}</div>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
