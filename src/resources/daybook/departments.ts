import { keysOfDepartments } from '../dimensions/keys.ts'
import { text } from '../../resource/fields.ts'
import { numbered } from './numbered.ts'

/** Departments: where in the company an entry belongs. They are the values of dimension 1, as those who know no other dimensions see them. */
export const departments = numbered('Departments', {
  schema: 'Department',
  table: 'department',
  path: '/departments',
  name: text(255).fallback(`''`),
  more: keysOfDepartments('dimension_value'),
})
