import { type Listed, paths } from '../books.ts'
import { departmentAsked, DepartmentSelect } from '../parts/department-select.tsx'
import { PeriodOptions, usePeriods } from '../parts/period-select.tsx'
import { type Period, periodName, periodOf } from '../period.ts'
import { useMaster } from '../reads.ts'
import type { Department } from '../reports.ts'
import { route, setQuery } from '../route.ts'
import { language } from '../settings.ts'
import { t } from '../words.ts'

/** Days that the API finds by those of the report. */
const FOUND = ['lastYear', 'periodBefore'] as const
const FOUND_WORDS = { lastYear: 'besideLast', periodBefore: 'periodBefore' } as const

/** What a trial balance is asked for beside its period, as the address has it. */
export interface TrialAsked {
  department: Department | undefined
  /** As the address names it: what the API finds, or a period. */
  compare: string | undefined
}

/** What the address asks for; a department that is not there has no name. */
export function useTrialAsked(): TrialAsked & { departments: readonly Department[] } {
  const { query } = route.value
  const known = useMaster<Listed<Department>>(paths.departments, true).data?.items ?? []
  const number = departmentAsked()
  const department =
    number === undefined ? undefined : (known.find((one) => one.number === number) ?? { number, name: '' })
  const departments = department && !known.includes(department) ? [department, ...known] : known
  const asked = query.get('compare')
  const isKnown = FOUND.some((one) => one === asked) || periodOf(asked) !== undefined
  return { department, departments, compare: isKnown ? asked! : undefined }
}

/** The path of the trial balance that is asked for. */
export function trialPath({ from, to }: Period, { department, compare }: TrialAsked): string {
  const days = periodOf(compare ?? null)
  return paths.trialBalance(from, to, department?.number, days ? `${days.from}..${days.to}` : compare)
}

type Choices = ReturnType<typeof useTrialAsked>

/** Of which department, and beside which other days: in the bar of the page. */
export const TrialChoices = (choices: Choices) => (
  <span class="row only-wide opt">
    <Selects {...choices} />
  </span>
)

/** The same on a phone, above the table. */
export const TrialChoicesOnPhone = (choices: Choices) => (
  <div class="tool wraps only-phone noprint">
    <Selects {...choices} />
  </div>
)

function Selects({ departments, department, compare }: Choices) {
  const known = usePeriods()
  const isListed = compare === undefined || [...FOUND, ...Object.values(known).flat()].includes(compare)
  return (
    <>
      <DepartmentSelect departments={departments} own={department} />
      <select
        class={compare === undefined ? 'chip add' : 'chip on'}
        aria-label={t('compareWith')}
        value={compare ?? ''}
        onChange={(event) => setQuery({ compare: event.currentTarget.value || undefined, explain: undefined })}
      >
        <option value="">{t(compare === undefined ? 'compareWith' : 'compareNothing')}</option>
        {FOUND.map((one) => (
          <option value={one} key={one}>
            {t(FOUND_WORDS[one])}
          </option>
        ))}
        {!isListed && <option value={compare}>{periodName(periodOf(compare)!, language.value)}</option>}
        <PeriodOptions {...known} />
      </select>
    </>
  )
}
