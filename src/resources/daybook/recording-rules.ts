import { EMPLOYEE_NUMBER_MAX, NUMBER_MAX } from '../../limits.ts'
import { F1, F2, int32, lastUpdated, objectVersion } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { sql } from '../../resource/sql.ts'

/**
 * Forbids an employee to register on a project, an activity, or an activity of a project. Without rules everything is
 * allowed.
 */
export const recordingRules = resource('RecordingRules', {
  logsBodies: true,
  schema: 'RecordingRule',
  table: 'recording_rule',
  key: ['number'],
  roles: ['SuperUser', 'ProjectEmployee'],
  module: 'Projects',
  fields: {
    number: int32().counted().filter(F1).sortable(),
    employeeNumber: int32(1, EMPLOYEE_NUMBER_MAX)
      .required()
      .references('employee.number', 'EntriesNotAllowedEmployeeNotFound')
      .filter(F1),
    projectNumber: int32(0, NUMBER_MAX)
      .references('project.number', 'EntriesNotAllowedProjectNotFound', { cascades: true })
      .filter(F1),
    activityNumber: int32(1, NUMBER_MAX).references('activity.number', 'CannotCreateUpdateActivityNotFound').filter(F1),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/recording-rules', 'number'),
  rules: [
    {
      property: 'projectNumber',
      code: 'RecordingRuleForbidsNothing',
      on: ['create', 'update'],
      always: true,
      brokenWhen: (r) => sql`num_nonnulls(${r.project_number}, ${r.activity_number}) = 0`,
    },
  ],
})
