import { EMPLOYEE_NUMBER_MAX } from '../../limits.ts'
import { EMPLOYEE_IN_USE } from '../projects/employees.ts'
import { numbered } from './numbered.ts'

/** Employees for bookkeepers, to name on entries. The project-related API shows the same employees. A new one is in group 1. */
export const employees = {
  ...numbered('Employees', {
    schema: 'Employee',
    table: 'employee',
    path: '/employees',
    name: 100,
    numberMax: EMPLOYEE_NUMBER_MAX,
  }),
  inUse: EMPLOYEE_IN_USE,
  constraints: {
    employee_group_number_fk: { code: 'EmployeeCannotBeCreatedUpdatedGroupNotFound', property: 'number' },
  } as const,
}
