import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { isFree, isUnused } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** Departments: where in the company an entry belongs. */
export const departments = resource('Departments', {
  schema: 'Department',
  table: 'department',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(255).required().filter(F1L).sortable(),
    isBarred: flag().filter(F2),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/departments', 'number'),
  rules: [
    isFree('number', 'department', 'NumberAlreadyInUse'),
    isUnused('number', [
      'journal.default_department',
      'draft_entry.department_number',
      'booked_entry.department_number',
    ]),
  ],
  constraints: { department_pkey: { code: 'NumberAlreadyInUse', property: 'number' } },
})
