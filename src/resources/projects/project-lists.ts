import { NUMBER_MAX } from '../../limits.ts'
import { F1, F1L, int32, objectVersion, text } from '../../resource/fields.ts'
import { reads, standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { postingFields, postingRules } from './posting-accounts.ts'
import { OF_PROJECTS } from './roles.ts'

/** Groups of projects: for whom they are, and the accounts of their time. */
export const projectGroups = resource('Project Groups', {
  logsBodies: true,
  schema: 'ProjectGroup',
  table: 'project_group',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32(1).countedUnlessGiven('ProjectGroupCannotBeCreatedUpdatedNumberAlreadyExists').filter(F1).sortable(),
    name: text(100).required().filter(F1L),
    type: int32()
      .required()
      .oneOf([1, 2, 3])
      .named({ internal: 1, externalInvoiceable: 2, externalNotInvoiceable: 3 })
      .filter(['eq', 'ne'])
      .describe('1 internal, 2 external and invoiceable, 3 external and not invoiceable'),
    ...postingFields('ProjectGroup', 'cost'),
    ...postingFields('ProjectGroup', 'sales'),
    objectVersion: objectVersion(),
  },
  operations: standard('/projectgroups', 'number', ['paged', 'cursor', 'create', 'count', 'single']),
  rules: [...postingRules('ProjectGroup', 'cost'), ...postingRules('ProjectGroup', 'sales')],
})

/** Statuses of projects; created under /daybookapi. */
export const projectStatuses = resource('Project Statuses', {
  logsBodies: true,
  schema: 'ProjectStatus',
  table: 'project_status',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32().present().filter(F1).sortable(),
    name: text(100).filter(F1L),
    type: int32()
      .present()
      .oneOf([1, 2])
      .named({ quoteSent: 1, realised: 2 })
      .filter(['eq', 'ne'])
      .describe('1 quote sent, 2 realised'),
    priority: int32().present().filter(F1),
    objectVersion: objectVersion(),
  },
  operations: reads('/projectstatuses', 'number'),
})

/** The customers that projects can be for: those not barred. */
export const projectCustomers = resource('Project Customers', {
  logsBodies: true,
  schema: 'ProjectCustomer',
  table: 'project_customer',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32(1, NUMBER_MAX).required().filter(F1).sortable(),
    name: text(255).required().filter(F1L).sortable(),
    objectVersion: objectVersion(),
  },
  operations: reads('/project-customers', 'number'),
})
