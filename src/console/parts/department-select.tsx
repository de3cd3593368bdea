import type { Department } from '../reports.ts'
import { numberIn, route, setQuery } from '../route.ts'
import { t } from '../words.ts'

/** The number of the department that the address asks for; undefined for all. */
export const departmentAsked = (): number | undefined =>
  numberIn(route.value.query.get('department') ?? undefined) || undefined

interface DepartmentSelectProps {
  departments: readonly Department[]
  own: Department | undefined
}

/** The department that a report is of, or all; a company without any has no choice. */
export function DepartmentSelect({ departments, own }: DepartmentSelectProps) {
  if (departments.length === 0) return null
  return (
    <select
      class={own ? 'chip on' : 'chip'}
      aria-label={t('ofDepartments')}
      value={own ? String(own.number) : ''}
      onChange={(event) => setQuery({ department: event.currentTarget.value || undefined, explain: undefined })}
    >
      <option value="">{t('allDepartments')}</option>
      {departments.map(({ number, name }) => (
        <option value={String(number)} key={number}>
          {number} {name}
        </option>
      ))}
    </select>
  )
}
