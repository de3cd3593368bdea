import { HOURS_MAX } from '../../limits.ts'
import { day, decimal, F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { BY_KEY, WRITTEN } from '../../resource/rules.ts'
import {
  dateRules,
  employeeNumber,
  keptOnceApproved,
  projectNumber,
  registeringConstraints,
  registeringRules,
  withinBounds,
} from './registering.ts'
import { OF_PROJECTS } from './roles.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** SQL: the project has the activity `x`, and the condition holds for it. */
const ofProject = (r: Row, condition: Sql): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf('project_activity')} x WHERE x.agreement = $1
    AND x.project_number = ${r.project_number}
    AND x.activity_number = ${r.activity_number} AND (${condition}))`

const activityRules: Rule[] = [
  {
    property: 'activityNumber',
    code: 'CannotCreateUpdateActivityIsBarred',
    on: WRITTEN,
    brokenWhen: (r) => sql`EXISTS (SELECT FROM ${rowsOf('activity')} x
      WHERE x.agreement = $1 AND x.number = ${r.activity_number} AND NOT x.is_accessible ${BY_KEY})`,
  },
  {
    property: 'activityNumber',
    code: 'CannotCreateUpdateActivityNotPartOfProject',
    on: WRITTEN,
    brokenWhen: (r) => sql`EXISTS (SELECT FROM ${rowsOf('project_activity')} x WHERE x.agreement = $1
      AND x.project_number = ${r.project_number})
      AND NOT ${ofProject(r, sql`true`)}`,
  },
  {
    property: 'activityNumber',
    code: 'EmployeeHasNoAccessToActivity',
    on: WRITTEN,
    brokenWhen: (r) => sql`EXISTS (SELECT FROM ${rowsOf('recording_rule')} x WHERE x.agreement = $1
      AND x.employee_number = ${r.employee_number}
      AND x.activity_number = ${r.activity_number}
        AND coalesce(x.project_number, ${r.project_number}) = ${r.project_number})`,
  },
  {
    property: 'date',
    code: 'TimeEntryCannotBeCreatedUpdatedForActivityThatHasntStarted',
    on: WRITTEN,
    brokenWhen: (r) => ofProject(r, sql`${r.date} < x.start_date`),
  },
  {
    property: 'date',
    code: 'TimeEntryCannotBeCreatedUpdatedForCompletedActivity',
    on: WRITTEN,
    brokenWhen: (r) => ofProject(r, sql`x.completed OR ${r.date} > x.end_date`),
  },
]

/** The hours of an employee on a day, with those of the entry, are more than the day has. */
const longDay: Rule = {
  property: 'numberOfHours',
  code: 'TimeEntryTooManyHours',
  message: 'The employee has more than 24 hours on that day',
  notice: 'makes more than 24 hours of the employee on that day',
  on: WRITTEN,
  brokenWhen: (r) => sql`${r.number_of_hours} > 0
    AND ${r.number_of_hours} + coalesce((SELECT sum(x.number_of_hours) FROM ${rowsOf('time_entry')} x
    WHERE x.agreement = $1
    AND x.employee_number = ${r.employee_number} AND x.date = ${r.date} AND x.number IS DISTINCT FROM ${r.number}),
      0) > 24`,
}

/** Hours that employees have worked on projects. The properties are in the order of their checks (rule 14.3). */
export const timeEntries = resource('Time entries', {
  logsBodies: true,
  schema: 'TimeEntry',
  table: 'time_entry',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32().counted().filter(F1).sortable(),
    employeeNumber: employeeNumber(),
    projectNumber: projectNumber(),
    activityNumber: int32().required().references('activity.number', 'CannotCreateUpdateActivityNotFound').filter(F1),
    date: day().required('TimeEntryCannotBeCreatedUpdatedDateIsNotSet').filter(F2),
    text: text(250).filter(F1L),
    numberOfHours: decimal(18, 6)
      .measure()
      .filter(F1)
      .describe('0 where left out; negative hours correct what is approved'),
    isApproved: flag().readOnly().filter(F2),
    isReconciled: flag()
      .computed('EXISTS (SELECT FROM booked_invoice x WHERE x.agreement = t.agreement AND x.number = t.document_id)')
      .filter(F2)
      .describe('It is on a booked invoice'),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/timeentries', 'number', ['single', 'delete', 'paged', 'cursor', 'create', 'update', 'count']),
  rules: [
    keptOnceApproved('TimeEntryCannotBeUpdatedAlreadyApproved'),
    ...registeringRules,
    ...activityRules,
    ...dateRules({
      notSet: 'TimeEntryCannotBeCreatedUpdatedDateIsNotSet',
      noYear: 'TimeEntryIsNotInAccountingPeriod',
      barred: 'TimeEntryCannotBeCreatedUpdatedOrApprovedAccountingPeriodIsBarredOrClosed',
      closed: 'TimeEntryCannotBeCreatedUpdatedOrApprovedAccountingPeriodIsClosed',
    }),
    withinBounds('numberOfHours', 'number_of_hours', HOURS_MAX),
    longDay,
  ],
  constraints: registeringConstraints('time_entry'),
  // Codes of the approval.
  codes: [
    'CannotBeApprovedActivityIsBarred',
    'CannotBeApprovedActivityNotFound',
    'CannotBeApprovedActivityNotPartOfProject',
    'CannotBeApprovedEmployeeIsBarred',
    'CannotBeApprovedEmployeeNotFound',
    'CannotBeApprovedForCompletedActivity',
    'TimeEntryApprovalFailedBaseCurrencyIsNotSet',
    'TimeEntryCannotBeApprovedNotFound',
    'TimeEntryIsApproved',
    'TimeEntryNumberListCannotBeEmpty',
    'TimeEntryOnBarredProjectCannotBeApproved',
  ],
})

/** Cost and sales price of time entries: by the current prices, or after approval by the prices of that time. */
export const timeEntryPrices = resource('Time entry prices', {
  logsBodies: true,
  schema: 'TimeEntryPrices',
  table: 'time_entry',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32().present().filter(F1).sortable(),
    costPrice: decimal().readOnly(),
    salesPrice: decimal().readOnly(),
  },
  operations: standard('/timeentryprices', 'number', ['single', 'paged', 'cursor']),
})
