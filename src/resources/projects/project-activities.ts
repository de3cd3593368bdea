import { day, F1, F2, flag, int32, lastUpdated, objectVersion } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { OF_PROJECTS } from './roles.ts'
import { BY_KEY, isNotBarred, unlessKept } from '../../resource/rules.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** SQL: the condition holds for the item's project. */
const projectIs = (r: Row, condition: string): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf('project')} x WHERE x.agreement = $1 AND x.number = ${r.project_number}
    AND ${condition} ${BY_KEY})`

const ofProject = (code: Rule['code'], condition: string): Rule => ({
  property: 'projectNumber',
  code,
  on: ['create'],
  brokenWhen: (r) => projectIs(r, condition),
})

/** When the activity of a project was last changed, since 22.0.0. */
export const activityUpdated = lastUpdated().nullable().filter(F2)

/** Activities of projects, with their first and last day (contract, ProjectActivity). */
export const projectActivities = resource('Project Activities', {
  logsBodies: true,
  schema: 'ProjectActivity',
  table: 'project_activity',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32().counted().filter(F1).sortable(),
    projectNumber: int32()
      .required()
      .references('project.number', 'ProjectActivityCannotBeCreatedProjectNotFound', { cascades: true })
      .fixed('ProjectActivityCannotBeUpdatedReadonlyProperties')
      .filter(F1),
    activityNumber: int32()
      .required()
      .references('activity.number', 'ProjectActivityCannotBeCreatedActivityNotFound')
      .unique('ProjectActivityCannotBeCreatedActivityAlreadyExists', 'projectNumber')
      .fixed('ProjectActivityCannotBeUpdatedReadonlyProperties')
      .filter(F1),
    startDate: day().filter(F2),
    endDate: day().filter(F2),
    responsibleEmployeeNumber: int32().references('employee.number', 'EntriesNotAllowedEmployeeNotFound').filter(F1),
    completed: flag().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/project-activities', 'number'),
  rules: [
    ofProject('ProjectActivityCannotBeCreatedProjectIsMain', 'x.is_main_project'),
    ofProject('ProjectActivityCannotBeCreatedProjectIsClosed', 'x.is_closed'),
    ofProject('ProjectActivityCannotBeCreatedProjectIsBarred', 'x.is_barred'),
    {
      property: 'activityNumber',
      code: 'ProjectActivityCannotBeCreatedActivityIsBarred',
      on: ['create'],
      brokenWhen: (r) => sql`EXISTS (SELECT FROM ${rowsOf('activity')} x
        WHERE x.agreement = $1 AND x.number = ${r.activity_number} AND NOT x.is_accessible ${BY_KEY})`,
    },
    {
      property: 'endDate',
      code: 'ProjectActivityCannotBeCreatedUpdatedInvalidDates',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.start_date} >= ${r.end_date}`,
    },
    unlessKept(isNotBarred('responsibleEmployeeNumber', 'employee', 'EntriesNotAllowedEmployeeIsBarred'), {
      table: 'project_activity',
      key: ['number'],
    }),
  ],
})
