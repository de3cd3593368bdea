import { numbered } from './numbered.ts'

/** Employees: who an entry is about, as its wages or travel. */
export const employees = numbered('Employees', {
  schema: 'Employee',
  table: 'employee',
  path: '/employees',
  nameMax: 100,
})
