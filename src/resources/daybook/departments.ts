import { numbered } from './numbered.ts'

/** Departments: where in the company an entry belongs. */
export const departments = numbered('Departments', {
  schema: 'Department',
  table: 'department',
  path: '/departments',
  nameMax: 255,
  usedBy: {
    journal_default_department_fk: 'journal.default_department',
    departmental_distribution_department_fk: 'departmental_distribution_department.department_number',
    draft_entry_department_fk: 'draft_entry.department_number',
    booked_entry_department_fk: 'booked_entry.department_number',
  },
})
