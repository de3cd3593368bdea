/** What projects begin with in every agreement with the Danish chart, and the projects of the demo company: plain rows, named as the columns. */

import type { DemoDays } from './calendar.ts'
import type { CustomerRow } from './parties.ts'

/** The accounts of projects: cost and value while they are open, the contra accounts of both, and the account of the cost when they are closed. */
export const PROJECT_ACCOUNT = {
  cost: 5520,
  value: 5530,
  costContra: 2240,
  valueContra: 1130,
  costClosed: 1395,
} as const

/** Table `employee_group`, whose first row every agreement has. */
export const employeeGroups = [
  { number: 1, name: 'Medarbejdere' },
  { number: 2, name: 'Timelønnede' },
] as const

const notInFinance = {
  include_cost_price_in_finance: false,
  cost_account_ongoing_type: null,
  cost_account_ongoing: null,
  cost_contra_account_ongoing: null,
  cost_account_closed: null,
  include_sales_price_in_finance: false,
  sales_account_ongoing_type: null,
  sales_account_ongoing: null,
  sales_contra_account_ongoing: null,
  sales_account_closed: null,
}
const inFinance = {
  include_cost_price_in_finance: true,
  cost_account_ongoing_type: 0,
  cost_account_ongoing: PROJECT_ACCOUNT.cost,
  cost_contra_account_ongoing: PROJECT_ACCOUNT.costContra,
  cost_account_closed: PROJECT_ACCOUNT.costClosed,
  include_sales_price_in_finance: true,
  sales_account_ongoing_type: 0,
  sales_account_ongoing: PROJECT_ACCOUNT.value,
  sales_contra_account_ongoing: PROJECT_ACCOUNT.valueContra,
  sales_account_closed: PROJECT_ACCOUNT.valueContra,
}

/** Table `project_group`, whose first row every agreement has: 1 internal, 2 external and invoiceable, 3 external and not. */
export const projectGroups = [
  { number: 1, name: 'Interne sager', type: 1, ...notInFinance },
  { number: 2, name: 'Kunder, efter regning', type: 2, ...notInFinance },
  { number: 3, name: 'Kunder, garanti', type: 3, ...notInFinance },
  { number: 4, name: 'Entrepriser', type: 2, ...inFinance },
] as const

/** Table `activity_group`: 1 invoiceable, 2 productive and not invoiceable, 3 unproductive. */
export const activityGroups = [
  { number: 1, name: 'Fakturerbar tid', type: 1 },
  { number: 2, name: 'Ikke-fakturerbar tid', type: 2 },
  { number: 3, name: 'Fravær', type: 3 },
] as const

/** Table `project_status`: 1 quote sent, 2 realised. */
export const projectStatuses = [
  { number: 1, name: 'Tilbud sendt', type: 1, priority: 1 },
  { number: 2, name: 'Ordre', type: 2, priority: 2 },
] as const

/** Table `cost_type_group`: 1 invoiceable, 2 not. */
export const costTypeGroups = [
  { number: 1, name: 'Viderefaktureres', type: 1, markup: '10' },
  { number: 2, name: 'Egne omkostninger', type: 2, markup: null },
].map((group) => ({
  ...group,
  account_on_going: PROJECT_ACCOUNT.cost,
  account_closed: PROJECT_ACCOUNT.costClosed,
}))

/** Table `cost_type`. */
export const costTypes = [
  { number: 1, name: 'Materialer', cost_group_number: 1, vat_code: 'I25' },
  { number: 2, name: 'Rejser', cost_group_number: 1, vat_code: null },
  { number: 3, name: 'Underleverandører', cost_group_number: 1, vat_code: 'I25' },
  { number: 4, name: 'Småanskaffelser', cost_group_number: 2, vat_code: 'I25' },
] as const

/** The row of table `mileage_setup`: rates of a kilometre until the end of last year and from this year on. */
export const mileageSetup = (cutOff: string) => ({
  cut_off_date: cutOff,
  cost_rate_before: '3.81',
  cost_rate_after: '3.94',
  sales_rate_before: '5',
  sales_rate_after: '5.25',
  include_cost_in_finance: true,
  cost_account_type: 0,
  cost_account: PROJECT_ACCOUNT.cost,
  contra_account: PROJECT_ACCOUNT.costContra,
  cost_account_closed: PROJECT_ACCOUNT.costClosed,
})

/** The employees of the demo company. One left in February of the last year. */
const people = [
  { number: 1, name: 'Freja Lindholm', cost: [385, 398], sales: [875, 910], employee_type: 2 },
  { number: 2, name: 'Søren Ærø Madsen', cost: [342, 356], sales: [795, 825], employee_type: 1 },
  { number: 3, name: 'Åse Kragh', cost: [318, 330], sales: [745, 775], employee_type: 1 },
  { number: 4, name: 'Bjørn Holst', cost: [264, 275], sales: [640, 665], employee_type: 3 },
  { number: 5, name: 'Camilla Thygesen', cost: [251, 251], sales: [620, 620], employee_type: 1 },
]

/** Numbers of the demo company's employees. */
export const demoEmployeeNumbers = people.map(({ number }) => number)

/** Table `employee`, with the prices until the end of last year and from this year on. */
export const demoEmployees = (cutOff: string) =>
  people.map(({ cost, sales, name, ...employee }) => ({
    ...employee,
    name,
    group_number: employee.number === 4 ? 2 : 1,
    email: `medarbejder${employee.number}@daybook.example`,
    can_approve: employee.number === 1,
    can_invoice: employee.number === 1,
    cut_off_date: cutOff,
    cost_price_before: cost[0],
    cost_price_after: cost[1],
    sales_price_before: sales[0],
    sales_price_after: sales[1],
  }))

/** Activities of the demo company by what they are for. */
export const ACTIVITY = { advice: 10, management: 20, montage: 30, complaint: 40, office: 50, absence: 90 } as const

const activities = [
  { number: ACTIVITY.advice, name: 'Rådgivning', group_number: 1, sales: [925, 960], markup: null },
  { number: ACTIVITY.management, name: 'Projektledelse', group_number: 1, sales: [1050, 1095], markup: '10' },
  { number: ACTIVITY.montage, name: 'Montage', group_number: 1, sales: [null, null], markup: '5' },
  { number: ACTIVITY.complaint, name: 'Reklamation', group_number: 2, sales: [null, null], markup: null },
  { number: ACTIVITY.office, name: 'Administration', group_number: 2, sales: [null, null], markup: null },
  { number: ACTIVITY.absence, name: 'Ferie og fravær', group_number: 3, sales: [null, null], markup: null },
]

/** Table `activity`. One without a price is sold for the price of the employee. */
export const demoActivities = (cutOff: string) =>
  activities.map(({ sales: [before, after], markup, ...activity }) => ({
    ...activity,
    is_accessible: true,
    cutoff_date: before === null ? null : cutOff,
    sales_price_before: before,
    sales_price_after: after,
    cost_price_markup_percentage: markup,
  }))

/** A project of the demo company, named as the columns of its table. */
export interface DemoProject {
  number: number
  name: string
  project_group_number: number
  customer_number: number | null
  is_main_project: boolean
  main_project_number: number | null
  is_mileage_invoiced: boolean
  responsible_employee_number: number
  department_number: number
  status: number | null
  fixed_price: number | null
}

/** Projects that other places name. */
export const PROJECT = { office: 100, harbour: 1001, pier: 1002, warehouse: 1003, finished: 1012 } as const

/** Projects whose work is invoiced, among them the one with sub-projects; and one with a draft invoice. */
export const INVOICED_PROJECTS: readonly number[] = [PROJECT.harbour, 1004, 1006, 1009]
export const DRAFTED_PROJECT = 1008

/** The projects of the demo company: at home, of customers, one with two sub-projects, and one that is finished. */
export function demoProjects(customers: readonly CustomerRow[]): DemoProject[] {
  const buying = customers.filter((customer) => customer.group_number === 1 && !customer.is_barred)
  const project = (number: number, name: string, group: number, more: Partial<DemoProject> = {}): DemoProject => ({
    number,
    name,
    project_group_number: group,
    is_main_project: false,
    main_project_number: null,
    customer_number: group === 1 ? null : buying[(number * 7) % buying.length]!.number,
    is_mileage_invoiced: group === 2,
    responsible_employee_number: 1 + (number % 3),
    department_number: group === 1 ? 1 : 4,
    status: group === 1 ? null : 2,
    fixed_price: null,
    ...more,
  })
  const ofHarbour = buying[0]!.number
  const isSub = { customer_number: ofHarbour, main_project_number: PROJECT.harbour }
  return [
    project(PROJECT.office, 'Administration', 1),
    project(101, 'Udvikling af lagersystem', 1),
    project(PROJECT.harbour, 'Havnens ombygning', 4, { customer_number: ofHarbour, is_main_project: true }),
    project(PROJECT.pier, 'Havnens ombygning, mole', 4, { ...isSub, fixed_price: 485_000 }),
    project(PROJECT.warehouse, 'Havnens ombygning, pakhus', 4, isSub),
    project(1004, 'Serviceaftale, kølerum', 2),
    project(1005, 'Ny butiksindretning', 2),
    project(1006, 'Energigennemgang', 2),
    project(1007, 'Flytning af lager', 2),
    project(1008, 'Kassesystem, indkøring', 2),
    project(1009, 'Uddannelse af personale', 2),
    project(1010, 'Garanti, kølerum', 3),
    project(1011, 'Tilbud, tagterrasse', 2, { status: 1 }),
    project(PROJECT.finished, 'Udskiftning af reoler', 4),
  ]
}

/** Table `project_activity`: the activities that a project takes time on. */
export function demoProjectActivities({ inFirst, inLast }: DemoDays) {
  const start_date = inFirst('11-01')
  return [
    { project_number: PROJECT.pier, activity_number: ACTIVITY.management, start_date, end_date: null },
    { project_number: PROJECT.pier, activity_number: ACTIVITY.montage, start_date, end_date: inLast('12-31') },
    { project_number: PROJECT.office, activity_number: ACTIVITY.office, start_date: null, end_date: null },
    { project_number: PROJECT.office, activity_number: ACTIVITY.absence, start_date: null, end_date: null },
  ].map((row, at) => ({ number: at + 1, responsible_employee_number: 1, ...row }))
}
