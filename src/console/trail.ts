import { PATHS, paths } from './books.ts'
import { escaped, filterOf } from './filter.ts'
import { invoicePaths } from './invoices.ts'
import { capital } from './period.ts'
import { t } from './words.ts'
import type { Word } from './words/en.ts'

/** A write as the trail has it: what each property was, and what it is. */
export interface Change {
  number: number
  resource: string
  key: string
  /** What it was called then. */
  name: string | null
  time: string
  app: number | null
  grant: number | null
  person: string | null
  appName: string | null
  personName: string | null
  properties: { number: number; property: string; before: string | null; after: string | null; seal: string }[]
}

/** How the log of requests calls the items of resources, where one number names them. */
export const TOUCHED: Readonly<Record<string, string>> = {
  Accounts: 'account',
  CustomerGroups: 'customerGroup',
  Customers: 'customer',
  Departments: 'department',
  Employees: 'employee',
  Groups: 'supplierGroup',
  Journals: 'journal',
  PaymentTerms: 'paymentTerm',
  ProductGroups: 'productGroup',
  Products: 'product',
  Projects: 'project',
  Subscriptions: 'subscription',
  Suppliers: 'supplier',
}

/** What properties name by a number: a list that says what it is called. */
export const NAMED: Readonly<Record<string, string>> = {
  accountNumber: paths.accounts,
  contraAccountNumber: paths.accounts,
  departmentNumber: paths.departments,
  journalNumber: paths.journals,
  paymentTermNumber: invoicePaths.terms,
  vatZoneNumber: invoicePaths.zones,
}

/** Who did something, as the trail has it. */
interface Doer {
  person: string | null
  app?: number | null
  personName?: string | null
  appName?: string | null
}

/** An app by its name. */
const appOf = ({ app, appName }: Doer): string | undefined => (app ? (appName ?? t('appOf', { n: app })) : undefined)

/** Who did what the trail tells: a person, else an app, else a command. */
export const whoOf = (one: Doer): string => one.personName ?? one.person ?? appOf(one) ?? 'Daybook'

/** The same in full: the person by name and initials, and the app. */
export const whoInFull = (one: Doer): string => {
  const { person, personName } = one
  const named = person && (personName ? `${personName} (${person})` : person)
  return [named, appOf(one)].filter(Boolean).join(', ') || 'Daybook'
}

/** The words for the resources that have a trail. */
export const RESOURCES: Readonly<Record<string, Word>> = {
  Account: 'ofAccount',
  AccountingPeriods: 'ofAccountingPeriods',
  AccountingYears: 'ofAccountingYears',
  Accounts: 'ofAccounts',
  Activities: 'ofActivities',
  ActivityGroups: 'ofActivityGroups',
  Agreements: 'ofAgreements',
  AssetGroups: 'ofAssetGroups',
  BankAccounts: 'ofBankAccounts',
  BankRules: 'ofBankRules',
  BudgetFigure: 'ofBudgetFigure',
  BudgetFigures: 'ofBudgetFigures',
  Company: 'ofCompany',
  Contacts: 'ofContacts',
  CostTypeGroups: 'ofCostTypeGroups',
  CostTypes: 'ofCostTypes',
  CsvProfiles: 'ofCsvProfiles',
  Currencies: 'ofCurrencies',
  CustomerContacts: 'ofCustomerContacts',
  CustomerGroups: 'ofCustomerGroups',
  Customers: 'ofCustomers',
  DeliveryConditions: 'ofDeliveryConditions',
  DeliveryLocations: 'ofDeliveryLocations',
  DepartmentalDistributions: 'ofDepartmentalDistributions',
  Departments: 'ofDepartments',
  DimensionDistributions: 'ofDimensionDistributions',
  DimensionValues: 'ofDimensionValues',
  Dimensions: 'ofDimensions',
  DiscountGroups: 'ofDiscountGroups',
  Discounts: 'ofDiscounts',
  DisputedItems: 'ofDisputedItems',
  EmployeeGroups: 'ofEmployeeGroups',
  Employees: 'ofEmployees',
  ExchangeRates: 'ofExchangeRates',
  Grants: 'ofGrants',
  Groups: 'ofGroups',
  Inbox: 'ofInbox',
  JournalApprovals: 'ofJournalApprovals',
  Journals: 'ofJournals',
  Layouts: 'ofLayouts',
  MileageSetup: 'ofMileageSetup',
  OpeningAssets: 'ofOpeningAssets',
  PaymentProposals: 'ofPaymentProposals',
  PaymentTerms: 'ofPaymentTerms',
  Payments: 'ofPayments',
  People: 'ofPeople',
  PriceGroups: 'ofPriceGroups',
  ProductGroups: 'ofProductGroups',
  ProductSalesPriceInCurrencies: 'ofProductSalesPriceInCurrencies',
  ProductSpecialPrices: 'ofProductSpecialPrices',
  ProductSpecialPricesInCurrency: 'ofProductSpecialPricesInCurrency',
  Products: 'ofProducts',
  ProjectActivities: 'ofProjectActivities',
  ProjectGroups: 'ofProjectGroups',
  ProjectStatuses: 'ofProjectStatuses',
  Projects: 'ofProjects',
  Reconciliations: 'ofReconciliations',
  RecordingRules: 'ofRecordingRules',
  ReminderSetup: 'ofReminderSetup',
  Reminders: 'ofReminders',
  SalesSetup: 'ofSalesSetup',
  Subscribers: 'ofSubscribers',
  SubscriptionLines: 'ofSubscriptionLines',
  SubscriptionSchedule: 'ofSubscriptionSchedule',
  Subscriptions: 'ofSubscriptions',
  Suppliers: 'ofSuppliers',
  SystemAccounts: 'ofSystemAccounts',
  TotalIntervals: 'ofTotalIntervals',
  Units: 'ofUnits',
  Units1: 'ofUnits1',
  Units2: 'ofUnits2',
  VatCodes: 'ofVatCodes',
  VatReturns: 'ofVatReturns',
  VatSetup: 'ofVatSetup',
  VatZones: 'ofVatZones',
  VoucherApprovals: 'ofVoucherApprovals',
  WebhookSetup: 'ofWebhookSetup',
  WriteOffSetup: 'ofWriteOffSetup',
  Zones: 'ofZones',
}

/** A name of the API in words, as amid a sentence: "payment terms" of paymentTerms. */
export const inWords = (name: string): string =>
  name.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)

/** A resource as people say it. */
export const resourceWords = (name: string): string => (RESOURCES[name] ? t(RESOURCES[name]) : capital(inWords(name)))

/** What a write was about: its kind, its key, and what it is called, as people say it. */
export const itemWords = ({ resource, key, name }: Pick<Change, 'resource' | 'key' | 'name'>): string =>
  [resourceWords(resource), key, name].filter((part) => part !== null && part !== '').join(' ')

/** How the address names what no person and no app did: commands of an operator, and the service itself. */
export const BY_COMMANDS = 'command'

/** The parts of a filter for who did it, as the address has it: `person:MJ`, `app:3`, `command`. */
export function whoParts(who: string | null): string[] {
  if (who === BY_COMMANDS) return ['app$eq:$null:', 'person$eq:$null:']
  const [, by, name] = /^(person|app):(.+)$/.exec(who ?? '') ?? []
  return by === undefined ? [] : [`${by}$eq:${escaped(name!)}`]
}

/** The address of the newest writes or bookings that all parts of a filter hold for, at most so many. */
export const newestPath = (of: 'changes' | 'bookings', many: number, parts: readonly string[]): string =>
  `${PATHS.daybook}/${of}/paged?sort=-number&pageSize=${many}${filterOf(parts)}`
