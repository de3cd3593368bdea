import type { ErrorCode } from '../../errors/catalogue.ts'
import { F1, type Field, int32 } from '../../resource/fields.ts'
import type { Resource, Rule } from '../../resource/resource.ts'
import { BY_KEY, isNotBarred, WRITTEN } from '../../resource/rules.ts'
import { FOR_KEY_SHARE, type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** The employee who did the work. */
export const employeeNumber = (): Field =>
  int32().required().references('employee.number', 'EntriesNotAllowedEmployeeNotFound').filter(F1)
/** The project of the work. */
export const projectNumber = (): Field =>
  int32().required().references('project.number', 'EntriesNotAllowedProjectNotFound').filter(F1)

const projectIs = (code: ErrorCode, column: string): Rule => ({
  property: 'projectNumber',
  code,
  on: WRITTEN,
  brokenWhen: (r) =>
    sql`EXISTS (SELECT FROM ${rowsOf('project')} x WHERE x.agreement = $1 AND x.number = ${r.project_number}
      AND x.${column} ${BY_KEY})`,
})

/** Rules of the employee, then of the project (rule 14.3). Rules of the activity and the date follow them. */
export const registeringRules: readonly Rule[] = [
  isNotBarred('employeeNumber', 'employee', 'EntriesNotAllowedEmployeeIsBarred'),
  projectIs('EntriesNotAllowedProjectIsMain', 'is_main_project'),
  projectIs('EntriesNotAllowedProjectIsClosed', 'is_closed'),
  projectIs('EntriesNotAllowedProjectIsBarred', 'is_barred'),
  {
    property: 'projectNumber',
    code: 'EmployeeHasNoAccessToProject',
    on: WRITTEN,
    brokenWhen: (r) => sql`EXISTS (SELECT FROM ${rowsOf('recording_rule')} x WHERE x.agreement = $1
      AND x.employee_number = ${r.employee_number}
      AND x.project_number = ${r.project_number} AND x.activity_number IS NULL)`,
  },
]

/** SQL: the condition holds for the period `x` of the item's date; `y` is its year. */
const periodIs = (r: Row, condition: string): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf('accounting_period')} x JOIN ${rowsOf('accounting_year')} y ON y.agreement = $1
    AND y.year = x.year
    WHERE x.agreement = $1 AND ${r.date} BETWEEN x.date_from AND x.date_to AND (${condition}))`

/** The codes of a date on which nothing can be registered. Closed and barred periods may share a code. */
interface DateCodes {
  notSet: ErrorCode
  noYear: ErrorCode
  barred: ErrorCode
  closed: ErrorCode
}

/**
 * The day of a registration must be in 1900 or later, in an accounting year, which is not deleted meanwhile, and in an
 * open period.
 */
export const dateRules = ({ notSet, noYear, barred, closed }: DateCodes): Rule[] => [
  { property: 'date', code: notSet, on: WRITTEN, brokenWhen: (r) => sql`${r.date} < '1900-01-01'` },
  {
    property: 'date',
    code: noYear,
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.date} >= '1900-01-01' AND NOT EXISTS (SELECT FROM ${rowsOf('accounting_year')} x
      WHERE x.agreement = $1 AND ${r.date} BETWEEN x.date_from AND x.date_to ${FOR_KEY_SHARE})`,
  },
  {
    property: 'date',
    code: barred,
    on: WRITTEN,
    brokenWhen: (r) => periodIs(r, 'x.is_barred AND NOT x.is_closed AND NOT y.is_closed'),
  },
  { property: 'date', code: closed, on: WRITTEN, brokenWhen: (r) => periodIs(r, 'x.is_closed OR y.is_closed') },
]

/** What an entry has at most, either way, so that what it comes to stays under 18 digits. */
export const withinBounds = (property: string, column: string, most: number): Rule => ({
  property,
  code: 'TimeEntryTooManyHours',
  on: WRITTEN,
  brokenWhen: (r) => sql`abs(${r[column]}) > ${most}`,
})

/** An approved registration cannot be changed or deleted. */
export const keptOnceApproved = (code: ErrorCode): Rule => ({
  property: 'number',
  code,
  on: ['update', 'delete'],
  brokenWhen: (_, old) => sql`${old.is_approved}`,
})

/** The constraint that enforces the rules when a project is closed meanwhile. */
export const registeringConstraints = (table: 'time_entry' | 'mileage'): Resource['constraints'] => ({
  [`${table}_project_is_open`]: { code: 'EntriesNotAllowedProjectIsClosed', property: 'projectNumber' },
})
