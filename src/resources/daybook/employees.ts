import { numbered } from './numbered.ts'

/** Employees: who an entry is about, as its wages or travel. */
export const employees = numbered('Employees', {
  schema: 'Employee',
  table: 'employee',
  path: '/employees',
  nameMax: 100,
  usedBy: {
    draft_entry_employee_fk: 'draft_entry.employee_number',
    booked_entry_employee_fk: 'booked_entry.employee_number',
  },
})
