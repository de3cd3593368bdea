import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { NUMBER_MAX } from '../../limits.ts'

/**
 * Projects: what entries are gathered on across accounts (ACCOUNTING.md, Projects; contract, Project). A main project sums up
 * its sub-projects, one level deep, and takes no entries itself; a closed or barred one takes none any more.
 */
export const projects = resource('Projects', {
  schema: 'Project',
  table: 'project',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'ProjectEmployee'],
  fields: {
    number: int32(1, NUMBER_MAX)
      .required()
      .unique('ProjectCannotBeCreatedUpdatedNumberAlreadyExists')
      .filter(F1)
      .sortable(),
    name: text(100).required().filter(F1L),
    customerNumber: int32(1, NUMBER_MAX)
      .references('customer.number', 'ProjectCannotBeCreatedUpdatedCustomerNotFound')
      .filter(F1),
    isClosed: flag().filter(F2).describe('A new project is open; PUT closes it, and opens it again'),
    isBarred: flag().filter(F2),
    isMainProject: flag().filter(F2).describe('Sums up its sub-projects and takes no entries itself'),
    mainProjectNumber: int32(1, NUMBER_MAX).references('project.number').filter(F1),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/projects', 'number'),
  rules: [
    { property: 'isClosed', code: 'ProjectCannotBeCreatedAsClosed', on: ['create'], brokenWhen: 'r.is_closed' },
    {
      property: 'isMainProject',
      code: 'ProjectCannotBeMadeSubprojectHasSubProjects',
      on: ['update'],
      always: true,
      brokenWhen: `NOT coalesce(r.is_main_project, false)
        AND EXISTS (SELECT FROM project x WHERE x.agreement = $1 AND x.main_project_number = old.number)`,
    },
    {
      property: 'mainProjectNumber',
      code: 'ProjectCannotBeCreatedUpdatedMainProjectNumberCannotBeSet',
      on: ['create', 'update'],
      brokenWhen: 'r.is_main_project',
    },
    {
      property: 'mainProjectNumber',
      code: 'ProjectCannotBeCreatedUpdatedMainProjectNumberDoesNotExistOrInvalid',
      on: ['create', 'update'],
      brokenWhen: `r.main_project_number = r.number OR NOT EXISTS (SELECT FROM project x
        WHERE x.agreement = $1 AND x.number = r.main_project_number AND x.is_main_project)`,
    },
  ],
  inUse: {
    project: 'ProjectCannotBeDeletedHasSubProjects',
    draft_entry: 'ProjectCannotBeDeletedHasDraftEntries',
    booked_entry: 'ProjectCannotBeDeletedHasBookedEntries',
  },
  emits: 'PROJECT_UPDATED',
  constraints: {
    project_main_project_number_fk: {
      code: 'ProjectCannotBeCreatedUpdatedMainProjectNumberDoesNotExistOrInvalid',
      property: 'mainProjectNumber',
    },
  },
})
