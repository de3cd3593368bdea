import { changed, faceOf, only, withProperties } from '../../resource/differences.ts'
import { F1L, F2, lastUpdated, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { EMPLOYEE_IN_USE, projectEmployees } from '../projects/employees.ts'

const NAME = 'Employees'

/** Employees for bookkeepers, to name on entries: a face of those of projects. A new one is in group 1. */
export const employees = faceOf(
  projectEmployees,
  {
    name: NAME,
    schema: 'Employee',
    roles: ['SuperUser', 'Bookkeeping'],
    operations: standard('/employees', 'number'),
    inUse: EMPLOYEE_IN_USE,
    constraints: {
      employee_group_number_fk: { code: 'EmployeeCannotBeCreatedUpdatedGroupNotFound', property: 'number' },
    },
  },
  changed(NAME, 'number', (number) => number.unique('NumberAlreadyInUse')),
  withProperties(NAME, {
    name: text(100).required().filter(F1L).sortable(),
    lastUpdated: lastUpdated().filter(F2),
  }),
  only(NAME, 'number', 'name', 'isBarred', 'lastUpdated', 'objectVersion'),
)
