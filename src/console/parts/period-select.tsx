import { capital, type Period, periodName, periodOf, periodsUntil, today } from '../period.ts'
import { setQuery } from '../route.ts'
import { language } from '../settings.ts'
import { t } from '../words.ts'
import { periodOfYear, useYears } from '../years.ts'

/** The period of a report, as the URL has it. */
export function PeriodSelect({ period }: { period: Period }) {
  const known = usePeriods()
  return (
    <select
      class="chip on"
      aria-label={t('period')}
      value={period.name}
      onChange={(event) => setQuery({ period: event.currentTarget.value, explain: undefined, v: undefined })}
    >
      {!Object.values(known).flat().includes(period.name) && (
        <option value={period.name}>{capital(periodName(period, language.value))}</option>
      )}
      <PeriodOptions {...known} />
    </select>
  )
}

/** Periods to choose from, by their names. */
interface Periods {
  months: readonly string[]
  quarters: readonly string[]
  years: readonly string[]
}

/** Those that have begun, the newest first. */
export function usePeriods(): Periods {
  const begun = (useYears() ?? []).filter(({ fromDate }) => fromDate <= today())
  return { ...periodsUntil(), years: begun.map(periodOfYear).toReversed() }
}

/** Periods, as a choice lists them. */
export function PeriodOptions({ months, quarters, years }: Periods) {
  const option = (name: string) => (
    <option value={name} key={name}>
      {capital(periodName(periodOf(name)!, language.value))}
    </option>
  )
  return (
    <>
      <optgroup label={t('months')}>{months.map(option)}</optgroup>
      <optgroup label={t('quarters')}>{quarters.map(option)}</optgroup>
      <optgroup label={t('years')}>{years.map(option)}</optgroup>
    </>
  )
}
