/** What projects begin with in every agreement with the Danish chart: plain rows, named as the columns. */

/**
 * The accounts of projects: cost and value while they are open, the contra accounts of both, and the account of the
 * cost when they are closed.
 */
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

/**
 * Table `project_group`, whose first row every agreement has: 1 internal, 2 external and invoiceable, 3 external and
 * not.
 */
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
