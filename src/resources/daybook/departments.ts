import { keysOfDepartments } from '../dimensions/keys.ts'
import { text } from '../../resource/fields.ts'
import { numbered } from '../../records/numbered.ts'

/**
 * Departments: parts of the company that entries belong to. They are the values of dimension 1, for clients that know
 * no other dimensions.
 */
export const departments = numbered('Departments', {
  schema: 'Department',
  table: 'department',
  path: '/departments',
  name: text(255).fallback(`''`),
  more: keysOfDepartments('dimension_value'),
})
