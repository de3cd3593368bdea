import type { Department } from '../reports.ts'
import { setQuery } from '../route.ts'
import { t } from '../words.ts'

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
