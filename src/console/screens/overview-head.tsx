import { useState } from 'preact/hooks'
import type { Year } from '../books.ts'
import { Dialog } from '../frame/dialog.tsx'
import { useKeys } from '../keys.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { lastMonth, today } from '../period.ts'
import { hrefOf, route, setQuery } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { useYears, yearOf } from '../years.ts'

/** The year that the overview is of, and its last day that is shown: today's, of the present one. */
export interface Shown {
  year: Year
  day: string
  /** The last day of its months that have ended. */
  until: string
  isPresent: boolean
}

/** The years that one can choose: those with a month that has ended, the newest first. */
function useYearsToShow(): Year[] {
  const until = lastMonth().to
  const years = useYears() ?? []
  const present = yearOf(years, until)
  return [present, ...years.filter(({ toDate }) => toDate < present.fromDate).toReversed()]
}

/** The year that the address asks for, else the present one. */
export function useShown(): Shown {
  const [present, ...past] = useYearsToShow() as [Year, ...Year[]]
  const own = past.find(({ year }) => year === route.value.query.get('year'))
  if (own) return { year: own, day: own.toDate, until: own.toDate, isPresent: false }
  return { year: present, day: today(), until: lastMonth().to, isPresent: true }
}

/** The year that is shown, to choose another. */
export function YearSelect() {
  const years = useYearsToShow()
  const { year } = useShown()
  return (
    <select
      class="chip on only-wide"
      aria-label={t('period')}
      value={year.year}
      onChange={(event) => {
        const { value } = event.currentTarget
        setQuery({ year: value === years[0]!.year ? undefined : value })
      }}
    >
      {years.map((one, at) => (
        <option value={one.year} key={one.year}>
          {at === 0 ? t('yearToToday', { year: one.year }) : one.year}
        </option>
      ))}
    </select>
  )
}

interface Begun {
  icon: IconName
  word: Word
  path: string
  query?: Record<string, string>
  /** What a phone has no room for. */
  isWide?: boolean
}

const BEGUN: readonly Begun[] = [
  { icon: 'journal', word: 'writeVoucher', path: '/journals', query: { line: 'new' }, isWide: true },
  { icon: 'invoice', word: 'writeInvoice', path: '/invoices/new' },
  { icon: 'send', word: 'payNew', path: '/payments/new' },
  { icon: 'camera', word: 'captureTake', path: '/capture' },
]

/** What can be begun. */
export function New() {
  const [isOpen, setOpen] = useState(false)
  const open = (): unknown => (isReadOnly() ? false : setOpen(true))
  useKeys({ n: open })
  return (
    <>
      <button type="button" class="btn" disabled={isReadOnly()} onClick={open}>
        <Icon name="plus" />
        <span class="only-wide">
          {t('new')} <kbd>N</kbd>
        </span>
        <span class="only-phone hide">{t('new')}</span>
      </button>
      {isOpen && (
        <Dialog title={t('new')} close={() => setOpen(false)}>
          <ul class="cos begun">
            {BEGUN.map(({ icon, word, path, query = {}, isWide = false }, at) => (
              <li key={word} class={isWide ? 'only-wide' : ''}>
                <a class="nav" href={hrefOf(path, query)} data-first={at === 0 ? '' : undefined}>
                  <Icon name={icon} /> {t(word)}
                </a>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
