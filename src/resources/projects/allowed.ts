import { EMPLOYEE_NUMBER_MAX, NUMBER_MAX } from '../../limits.ts'
import { itemSql } from '../../resource/columns.ts'
import { type Fields, int32 } from '../../resource/fields.ts'
import type { Parameter, QueryOperation } from '../../resource/operations.ts'
import type { Resource } from '../../resource/resource.ts'

const employee: Parameter = { name: 'employeeNumber', field: int32(1, EMPLOYEE_NUMBER_MAX), required: true }
const project: Parameter = { name: 'projectNumber', field: int32(1, NUMBER_MAX), required: true }

/** SQL: the employee `$2` of agreement `$1` may register at all. */
const IS_ACTIVE = 'EXISTS (SELECT FROM employee e WHERE e.agreement = $1 AND e.number = $2 AND NOT e.is_barred)'
/** SQL: the project takes entries. */
const TAKES_ENTRIES = (row: string): string => `NOT (${row}.is_main_project OR ${row}.is_closed OR ${row}.is_barred)`

const list = (fields: Fields): string =>
  `coalesce('[' || string_agg(${itemSql({ fields }, 'project')}, ',' ORDER BY t.number) || ']', '[]')`

/** The activities that an employee may register on for a project (rule 14.8); an empty list when there are none. */
export const allowedActivities = (path: string): QueryOperation => ({
  kind: 'query',
  method: 'GET',
  path,
  summary: 'The activities an employee may register on for a project',
  query: [employee, project],
  answer: 'items',
  statement: ({ agreement }, { query }, group) => ({
    text: `SELECT ${list((group as Resource).fields)} FROM activity t
      WHERE t.agreement = $1 AND t.is_accessible AND ${IS_ACTIVE}
        AND EXISTS (SELECT FROM project p WHERE p.agreement = $1 AND p.number = $3 AND ${TAKES_ENTRIES('p')})
        AND (NOT EXISTS (SELECT FROM project_activity a WHERE a.agreement = $1 AND a.project_number = $3)
          OR EXISTS (SELECT FROM project_activity a WHERE a.agreement = $1 AND a.project_number = $3
            AND a.activity_number = t.number AND NOT a.completed))
        AND NOT EXISTS (SELECT FROM recording_rule f WHERE f.agreement = $1 AND f.employee_number = $2
          AND coalesce(f.project_number, $3) = $3 AND coalesce(f.activity_number, t.number) = t.number)`,
    values: [agreement, query.employeeNumber as number, query.projectNumber as number],
  }),
})

/** The projects that an employee may register on. */
export const allowedProjects = (path: string): QueryOperation => ({
  kind: 'query',
  method: 'GET',
  path,
  summary: 'The projects an employee may register on',
  query: [employee],
  answer: 'items',
  statement: ({ agreement }, { query }, group) => ({
    text: `SELECT ${list((group as Resource).fields)} FROM project t
      WHERE t.agreement = $1 AND ${TAKES_ENTRIES('t')} AND ${IS_ACTIVE}
        AND NOT EXISTS (SELECT FROM recording_rule f WHERE f.agreement = $1 AND f.employee_number = $2
          AND f.project_number = t.number AND f.activity_number IS NULL)`,
    values: [agreement, query.employeeNumber as number],
  }),
})
