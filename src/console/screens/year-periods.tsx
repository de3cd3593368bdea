import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { capital, dayName, monthName, today } from '../period.ts'
import { isReadOnly } from '../session.ts'
import { language } from '../settings.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { yearPaths, type YearPeriod } from '../year-end.ts'

/** The months of all years: barred ones take no entries and can be opened again; a closed year cannot. */
export function Periods({ years }: { years: readonly (readonly [string, readonly YearPeriod[]])[] }) {
  const writing = useWriting()
  const turn = (period: YearPeriod): void => void writing.send('POST', yearPaths.bar(period))
  return (
    <section class="card yep" aria-label={t('periods')}>
      <header>
        <h2>{t('periods')}</h2>
        <span class="m3 s only-wide">{t('yePeriodsText')}</span>
      </header>
      <div class="in">
        {years.map(([year, periods]) => (
          <div class="yer" key={year}>
            <b class="b">{year}</b>
            {periods.map((period) => (
              <Month key={period.periodNumber} period={period} isOff={writing.isSending} turn={() => turn(period)} />
            ))}
          </div>
        ))}
        <Faults messages={writing.messages} />
      </div>
    </section>
  )
}

function Month({ period, isOff, turn }: { period: YearPeriod; isOff: boolean; turn: () => void }) {
  const { dateFrom, dateTo, isClosed = false, isBarred = false } = period
  const state = isClosed ? 'closed' : isBarred ? 'barred' : dateFrom.slice(0, 10) <= today() ? 'open' : 'later'
  const days = `${dayName(dateFrom)}–${dayName(dateTo)}`
  const said = t(isClosed ? 'yeMonthClosed' : isBarred ? 'yeMonthBarred' : 'yeMonthOpen', { days })
  return (
    <button
      type="button"
      class="yem"
      data-state={state}
      title={said}
      aria-label={said}
      aria-pressed={isClosed || isBarred}
      disabled={isClosed || isReadOnly() || isOff}
      onClick={turn}
    >
      {capital(monthName(dateFrom, language.value, 'narrow'))}
      {(isClosed || isBarred) && <Icon name="lock" />}
    </button>
  )
}
