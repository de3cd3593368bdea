import { F1, F1L, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

/** Statuses of projects: created here, and read in the project-related API. */
export const projectStatuses = resource('ProjectStatuses', {
  logsBodies: true,
  schema: 'ProjectStatus',
  table: 'project_status',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'ProjectEmployee'],
  fields: {
    number: int32(1).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(100).required().filter(F1L),
    type: int32().required().oneOf([1, 2]).filter(['eq', 'ne']).describe('1 quote sent, 2 realised'),
    priority: int32().required().filter(F1),
    objectVersion: objectVersion(),
  },
  operations: standard('/project-statuses', 'number'),
})
