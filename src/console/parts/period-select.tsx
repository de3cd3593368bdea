import { capital, type Period, periodName, periodOf, periodsUntil, today } from '../period.ts'
import { setQuery } from '../route.ts'
import { language } from '../settings.ts'
import { t } from '../words.ts'
import { periodOfYear, useYears } from '../years.ts'

/** The period of a report, as the URL has it. */
export function PeriodSelect({ period }: { period: Period }) {
  const { months, quarters } = periodsUntil()
  const begun = (useYears() ?? []).filter(({ fromDate }) => fromDate <= today())
  const years = begun.map(periodOfYear).toReversed()
  const known = [...months, ...quarters, ...years]
  const option = (name: string) => (
    <option value={name} key={name}>
      {capital(periodName(periodOf(name)!, language.value))}
    </option>
  )
  return (
    <select
      class="chip on"
      aria-label={t('period')}
      value={period.name}
      onChange={(event) => setQuery({ period: event.currentTarget.value, explain: undefined, v: undefined })}
    >
      {!known.includes(period.name) && (
        <option value={period.name}>{capital(periodName(period, language.value))}</option>
      )}
      <optgroup label={t('months')}>{months.map(option)}</optgroup>
      <optgroup label={t('quarters')}>{quarters.map(option)}</optgroup>
      <optgroup label={t('years')}>{years.map(option)}</optgroup>
    </select>
  )
}
