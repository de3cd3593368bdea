import { EMPLOYEE_NUMBER_MAX, NUMBER_MAX } from '../../limits.ts'
import { date, decimal, F1, F1L, F2, type Field, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Resource } from '../../resource/resource.ts'
import { isAtLeast } from '../../resource/rules.ts'
import { OF_PROJECTS } from './roles.ts'

const number = (): Field =>
  int32(1, EMPLOYEE_NUMBER_MAX)
    .required()
    .unique('EmployeeCannotBeCreatedUpdatedNumberAlreadyExists')
    .filter(F1)
    .sortable()
const groupNumber = (): Field =>
  int32().required().references('employee_group.number', 'EmployeeCannotBeCreatedUpdatedGroupNotFound').filter(F1)
const name = (): Field => text(100).required('EmployeeCannotBeCreatedUpdatedNameNullOrEmpty').filter(F1L)

/** The references that prevent deleting an employee, in the order of reporting (rule 14.7). */
export const EMPLOYEE_IN_USE = {
  draft_entry: 'ERROR_BOUNDCOWORKERTHEREISNUMBEROFPOSTSONDRAFTS',
  time_entry: 'ERROR_BOUNDCOWORKERACCOUNTNUMBEROFTIMEREGISTERINGONCOWORKER',
  booked_entry: 'ERROR_BOUNDCOWORKERACCOUNTNUMBEROFEXPENSEREGISTERINGONCOWORKER',
  mileage: 'ERROR_BOUNDCOWORKERACCOUNTNUMBEROFMILEAGEENTRIESONCOWORKER',
  project: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERRESPONSIBLENUMBEROFCASES',
  project_activity: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERRESPONSIBLENUMBEROFCASES',
  recording_rule: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERISBOUNDEDTOUSERSACCESSOFTIMEREGISTERING',
  customer: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERISSALESMANFORNUMBEROFDEBITORS',
  supplier: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERISOURREFFORNUMBEROFCREDITORS',
  booked_invoice: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERISSALESMANFORNUMBEROFINVOICES',
  draft_invoice: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERISSALESMANFORNUMBEROFDRAFTS',
  sales_order: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERISSALESMANFORNUMBEROFDRAFTS',
  sales_quote: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERISSALESMANFORNUMBEROFDRAFTS',
} as const satisfies Resource['inUse']

/** The code of purchase orders, which do not exist here. */
const LATER = ['ERROR_BOUNDCOWORKERACCOUNTCOWORKERISREFMANFORNUMBEROFPURCHASEORDERS'] as const

/** Employees for sales. */
export const employees = resource('Employees', {
  logsBodies: true,
  schema: 'Employee',
  table: 'employee',
  isPrivate: true,
  key: ['number'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    number: number(),
    groupNumber: groupNumber(),
    name: name(),
    access: flag()
      .column('is_barred')
      .inverted()
      .filter(F2)
      .describe('false: the employee is barred. Left out when false.'),
    phone: text(20).filter(F1),
    email: text(50).filter(F1),
    objectVersion: objectVersion(),
  },
  operations: standard('/employees', 'number'),
  inUse: EMPLOYEE_IN_USE,
  codes: LATER,
})

const PRICES = ['salesPriceBefore', 'salesPriceAfter', 'costPriceBefore', 'costPriceAfter']
const rate = (): Field => decimal().filter(F1).sortable()

/** The same employees for project managers: with the cost of an hour, and their address. */
export const projectEmployees = resource('Project employees', {
  logsBodies: true,
  schema: 'ProjectEmployee',
  table: 'employee',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: number(),
    groupNumber: groupNumber(),
    name: name(),
    isUser: flag().computed('(t.employee_type <> 0)').filter(F2),
    userId: text(100).readOnly().filter(F1),
    canApprove: flag(),
    employeeType: int32()
      .readOnly()
      .present()
      .oneOf([0, 1, 2, 3])
      .named({ noUser: 0, timeLogger: 1, projectManager: 2, mobileLogger: 3 })
      .filter(['eq', 'ne'])
      .describe('0 no user, 1 time logger, 2 project manager, 3 mobile logger'),
    canInvoice: flag().filter(F2),
    isBarred: flag().filter(F2),
    address: text(100).filter(F1),
    city: text(50).filter(F1),
    zipCode: text(50).filter(F1),
    cutOffDate: date().filter(F2).sortable().describe('The last day of the prices before'),
    salesPriceBefore: rate(),
    salesPriceAfter: rate(),
    costPriceBefore: rate(),
    costPriceAfter: rate(),
    objectVersion: objectVersion(),
  },
  operations: standard('/project-employees', 'number'),
  rules: PRICES.map((property) => isAtLeast(property, 0, { table: 'employee', key: ['number'] })),
  inUse: EMPLOYEE_IN_USE,
  codes: LATER,
})

const groupFields = {
  number: int32(1, NUMBER_MAX).required().unique('EmployeeGroupNumberAlreadyExists').filter(F1).sortable(),
  name: text(100).required().filter(F1L),
  objectVersion: objectVersion(),
}
const group = {
  table: 'employee_group',
  key: ['number'],
  fields: groupFields,
  inUse: 'ERROR_BOUNDCOWORKERACCOUNTCOWORKERINCHOSENGROUP',
} as const satisfies Partial<Resource>

/** Groups of employees. */
export const employeeGroups = resource('Employee groups', {
  logsBodies: true,
  ...group,
  schema: 'EmployeeGroup',
  roles: ['Sales', 'SuperUser'],
  operations: standard('/employeegroups', 'number'),
})

/** The same groups for project managers. */
export const projectEmployeeGroups = resource('Project employee groups', {
  logsBodies: true,
  ...group,
  schema: 'ProjectEmployeeGroup',
  ...OF_PROJECTS,
  operations: standard('/project-employeegroups', 'number'),
})
