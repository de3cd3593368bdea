import { numbered } from './numbered.ts'

/** Departments: where in the company an entry belongs. */
export const departments = numbered('Departments', {
  schema: 'Department',
  table: 'department',
  path: '/departments',
  nameMax: 255,
})
