import { NUMBER_MAX } from '../../limits.ts'
import {
  day,
  decimal,
  F1,
  F1L,
  F2,
  type Field,
  flag,
  int32,
  lastUpdated,
  objectVersion,
  text,
} from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { isOpenDepartment, WRITTEN } from '../../resource/rules.ts'
import { allowedProjects } from './allowed.ts'
import {
  closedDate,
  isClosed,
  NEVER,
  PROJECT_IN_USE,
  projectConstraints,
  projectRules,
  totalOf,
} from './project-rules.ts'
import { OF_PROJECTS } from './roles.ts'
import { FOR_SHARE, rowsOf, sql } from '../../resource/sql.ts'

const rules: Rule[] = [
  {
    property: 'customerNumber',
    code: 'ProjectCannotBeCreatedUpdatedCustomerNumberRequired',
    on: WRITTEN,
    always: true,
    brokenWhen: (r) => sql`${r.customer_number} IS NULL AND EXISTS (SELECT FROM ${rowsOf('project_group')} x
      WHERE x.agreement = $1 AND x.number = ${r.project_group_number} AND x.type IN (2, 3))`,
  },
  ...projectRules,
  isOpenDepartment('ProjectDepartmentDoesNotExist', { table: 'project', key: ['number'] }),
  {
    property: 'closedDate',
    code: 'ProjectCannotBeCreatedAsClosed',
    on: ['create'],
    brokenWhen: (r) => sql`${r.closed_date} IS NOT NULL`,
  },
  {
    property: 'contactPersonId',
    code: 'ProjectContactPersonInvalid',
    on: WRITTEN,
    brokenWhen: (r) => sql`NOT EXISTS (SELECT FROM ${rowsOf('customer_contact')} x WHERE x.agreement = $1
      AND x.number = ${r.contact_person_id}
      AND x.customer_number = ${r.customer_number} AND NOT x.is_deleted ${FOR_SHARE})`,
  },
  {
    property: 'deliveryLocationNumber',
    code: 'ProjectDeliveryLocationInvalid',
    on: WRITTEN,
    brokenWhen: (r) => sql`NOT EXISTS (SELECT FROM ${rowsOf('delivery_location')} x WHERE x.agreement = $1
      AND x.number = ${r.delivery_location_number} AND x.customer_number = ${r.customer_number})`,
  },
]

const responsible = (): Field => int32().references('employee.number', 'EmployeeDoesNotExist').filter(F1)

const fields = {
  number: int32(0, NUMBER_MAX)
    .codes({ range: 'ProjectCannotBeCreatedUpdatedNumberIsInvalid' })
    .countedUnlessGiven('ProjectCannotBeCreatedUpdatedNumberAlreadyExists')
    .filter(F1)
    .sortable(),
  name: text(100).required().filter(F1L),
  projectGroupNumber: int32(1)
    .required()
    .codes({ range: 'ProjectCannotBeCreatedUpdatedGroupNumberIsInvalid' })
    .references('project_group.number', 'ProjectCannotBeCreatedUpdatedGroupDoesNotExist')
    .filter(F1),
  customerNumber: int32(1, NUMBER_MAX)
    .codes({ range: 'ProjectCannotBeCreatedUpdatedInvalidCustomerNumber' })
    .references('customer.number', 'ProjectCannotBeCreatedUpdatedCustomerNotFound')
    .filter(F1),
  isClosed: isClosed(),
  mileage: decimal().measure().present().fallback('0').filter(F1).describe('The default distance in user interfaces'),
  isBarred: flag().filter(F2),
  isMainProject: flag().filter(F2).describe('Sums up its sub-projects and takes no entries itself'),
  isMileageInvoiced: flag().filter(F2),
  lastUpdated: lastUpdated().nullable().filter(F2),
  responsibleEmployeeNumber: responsible(),
  mainProjectNumber: int32().references('project.number').filter(F1),
  otherResponsibleEmployeeNumber: responsible(),
  status: int32().references('project_status.number', 'ProjectStatusDoesNotExist').filter(F1),
  description: text(2500),
  deliveryDate: day().filter(F2),
  departmentNumber: int32().references('department.number', 'ProjectDepartmentDoesNotExist').filter(F1),
  closedDate: closedDate(),
  fixedPrice: decimal().filter(F1).describe('Only reports use it'),
  costPrice: decimal().computed(totalOf('cost_price')).followsOthers().filter(F1),
  salesPrice: decimal().computed(totalOf('sales_price')).followsOthers().filter(F1),
  invoicedTotal: decimal().computed(totalOf('invoiced_total')).followsOthers().filter(F1),
  contactPersonId: int32().references('customer_contact.number').filter(F1),
  deliveryLocationNumber: int32().references('delivery_location.number').filter(F1),
  objectVersion: objectVersion(),
}

/** A reference of the customer's own, since 21.0.0. */
export const otherReference = text(250).filter(F2)

/** Projects for project managers (rule 14.6): another view of those under /daybookapi. */
export const projects = resource('Projects', {
  logsBodies: true,
  schema: 'Project',
  table: 'project',
  isPrivate: true,
  key: ['number'],
  ...OF_PROJECTS,
  fields,
  operations: [...standard('/projects', 'number'), allowedProjects('/projects/allowed')],
  rules,
  inUse: PROJECT_IN_USE,
  constraints: {
    ...projectConstraints,
    project_number_check: { code: 'ProjectCannotBeCreatedUpdatedNumberIsInvalid', property: 'number' },
    project_contact_person_id_fk: { code: 'ProjectContactPersonInvalid', property: 'contactPersonId' },
    project_delivery_location_number_fk: { code: 'ProjectDeliveryLocationInvalid', property: 'deliveryLocationNumber' },
  },
  codes: NEVER,
  emits: 'PROJECT_UPDATED',
})
