import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { exists, isFree, isUnused, referred } from '../../resource/rules.ts'
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
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(100).required().filter(F1L),
    customerNumber: int32(1, NUMBER_MAX).filter(F1),
    isClosed: flag().filter(F2).describe('A new project is open; PUT closes it, and opens it again'),
    isBarred: flag().filter(F2),
    isMainProject: flag().filter(F2).describe('Sums up its sub-projects and takes no entries itself'),
    mainProjectNumber: int32(1, NUMBER_MAX).filter(F1),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/projects', 'number'),
  rules: [
    isFree('number', 'project', 'ProjectCannotBeCreatedUpdatedNumberAlreadyExists'),
    exists('customerNumber', 'customer', 'number', 'ProjectCannotBeCreatedUpdatedCustomerNotFound'),
    { property: 'isClosed', code: 'ProjectCannotBeCreatedAsClosed', on: ['create'], brokenWhen: 'r.is_closed' },
    {
      property: 'isMainProject',
      code: 'ProjectCannotBeMadeSubprojectHasSubProjects',
      on: ['update'],
      always: true,
      brokenWhen: `NOT coalesce(r.is_main_project, false) AND ${referred('number', ['project.main_project_number'])}`,
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
    isUnused('number', ['project.main_project_number'], 'ProjectCannotBeDeletedHasSubProjects'),
    isUnused('number', ['draft_entry.project_number'], 'ProjectCannotBeDeletedHasDraftEntries'),
    isUnused('number', ['booked_entry.project_number'], 'ProjectCannotBeDeletedHasBookedEntries'),
  ],
  constraints: {
    project_pkey: { code: 'ProjectCannotBeCreatedUpdatedNumberAlreadyExists', property: 'number' },
    project_customer_fk: { code: 'ProjectCannotBeCreatedUpdatedCustomerNotFound', property: 'customerNumber' },
    project_main_project_fk: {
      code: 'ProjectCannotBeCreatedUpdatedMainProjectNumberDoesNotExistOrInvalid',
      property: 'mainProjectNumber',
    },
    draft_entry_project_fk: { code: 'ProjectCannotBeDeletedHasDraftEntries', property: 'number' },
    booked_entry_project_fk: { code: 'ProjectCannotBeDeletedHasBookedEntries', property: 'number' },
  },
})
