import type { Group, Operation } from '../resource/operations.ts'
import { isResource } from '../resource/resource.ts'
import type { ApiVersion } from '../resource/versions.ts'
import { pascal } from './names.ts'

/**
 * The published operationIds that do not follow from what an operation does, by its method and its path in lower case.
 * Generated clients name their functions by them. `test/openapi/published.test.ts` compares all ids with the contract.
 */
const PUBLISHED_IDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: {
    'GET /keyfigurecodes': 'GetAllKeyFigureCode',
    'GET /keyfigurecodes/paged': 'GetPageOfKeyFigureCode',
    'GET /keyfigurecodes/count': 'GetNumberOfKeyFigureCode',
    'GET /totalintervals/{accountnumber}/{fromaccountnumber}': 'GetSingleTotalInterval',
    'GET /totalintervals/{number}': 'GetAll',
  },
  'accounting-years': {
    'GET /accountingyears/periods/{number}': 'GetAccountingYearPeriodById',
    'GET /accountingyears/{year}': 'GetSingleAccountingYear',
    'DELETE /accountingyears/{year}': 'Delete',
  },
  'booked-entries': {
    'POST /booked-entries/match': 'MatchBookedEntries',
    'GET /booked-entries/matched-pairs': 'GetMatchedBookedEntries',
  },
  budgets: {},
  customers: {
    'GET /customers/{number}': 'GetOneCustomer',
    'GET /setup': 'GetCustomerSetup',
  },
  dimensions: {
    'GET /dimensions/{number}': 'GetDimension',
    'PUT /dimensions': 'UpdateDimension',
    'DELETE /dimensions/{number}': 'DeleteDimension',
    'GET /values/{dimensionnumber}/{key}': 'GetDimensionValue',
    'DELETE /values': 'DeleteDimensionValue',
    'GET /distributions/{dimensionnumber}/{key}': 'GetDimensionDistribution',
    'GET /dimension-data/accounts': 'GetDimensionDataOfAccounts',
    'GET /dimension-data/accounts/paged': 'GetDimensionDataOfAccountsPaged',
    'GET /dimension-data/accounts/count': 'GetDimensionDataOfAccountsCount',
    'POST /dimension-data/accounts': 'CreateAccountDimensionData',
    'PUT /dimension-data/accounts': 'UpdateAccountDimensionData',
    'POST /dimension-data/accounts/bulk': 'CreateAccountsDimensionData',
    'PUT /dimension-data/accounts/bulk': 'UpdateAccountsDimensionData',
    'GET /dimension-data/draft-entries': 'GetDimensionDataOfDraftEntries',
    'GET /dimension-data/draft-entries/paged': 'GetDimensionDataOfDraftEntriesPaged',
    'GET /dimension-data/draft-entries/count': 'GetDimensionDataOfDraftEntriesCount',
    'POST /dimension-data/draft-entries': 'CreateDraftEntryDimensionData',
    'PUT /dimension-data/draft-entries': 'UpdateDraftEntryDimensionData',
    'POST /dimension-data/draft-entries/bulk': 'CreateDraftEntriesDimensionData',
    'PUT /dimension-data/draft-entries/bulk': 'UpdateDraftEntriesDimensionData',
    'GET /dimension-data/booked-entries': 'GetDimensionDataOfBookedEntries',
    'GET /dimension-data/booked-entries/paged': 'GetDimensionDataOfBookedEntriesPaged',
    'GET /dimension-data/booked-entries/count': 'GetDimensionDataOfBookedEntriesCount',
    'POST /dimension-data/booked-entries': 'CreateBookedEntryDimensionData',
    'PUT /dimension-data/booked-entries': 'UpdateBookedEntryDimensionData',
    'POST /dimension-data/booked-entries/bulk': 'CreateBookedEntriesDimensionData',
    'PUT /dimension-data/booked-entries/bulk': 'UpdateBookedEntriesDimensionData',
    'GET /dimension-data/booked-entries/changelog': 'GetBookedEntryDimensionChangeLog',
    'GET /dimension-data/budget-figures': 'GetDimensionDataOfBudgetFigures',
    'GET /dimension-data/budget-figures/paged': 'GetDimensionDataOfBudgetFiguresPaged',
    'GET /dimension-data/budget-figures/count': 'GetDimensionDataOfBudgetFiguresCount',
    'POST /dimension-data/budget-figures': 'CreateBudgetFigureDimensionData',
    'PUT /dimension-data/budget-figures': 'UpdateBudgetFigureDimensionData',
    'POST /dimension-data/budget-figures/bulk': 'CreateBudgetFiguresDimensionData',
    'PUT /dimension-data/budget-figures/bulk': 'UpdateBudgetFiguresDimensionData',
    'GET /dimension-data/sales-document-lines': 'GetDimensionDataOfSalesDocumentLines',
    'GET /dimension-data/sales-document-lines/paged': 'GetDimensionDataOfSalesDocumentLinesPaged',
    'GET /dimension-data/sales-document-lines/count': 'GetDimensionDataOfSalesDocumentLinesCount',
    'POST /dimension-data/sales-document-lines': 'CreateSalesDocumentLineDimensionData',
    'PUT /dimension-data/sales-document-lines': 'UpdateSalesDocumentLineDimensionData',
    'POST /dimension-data/sales-document-lines/bulk': 'CreateSalesDocumentLinesDimensionData',
    'PUT /dimension-data/sales-document-lines/bulk': 'UpdateSalesDocumentLinesDimensionData',
    'GET /dimension-data/booked-invoice-lines': 'GetDimensionDataOfBookedInvoiceLines',
    'GET /dimension-data/booked-invoice-lines/paged': 'GetDimensionDataOfBookedInvoiceLinesPaged',
    'GET /dimension-data/booked-invoice-lines/count': 'GetDimensionDataOfBookedInvoiceLinesCount',
  },
  documents: {
    'POST /attacheddocuments': 'AttachPdfAsync',
    'GET /attacheddocuments/{number}/pdf': 'GetPdfForAttachedDocument',
    'DELETE /attacheddocuments/deletebulk': 'BulkDeleteAttachedDocumentsByIds',
  },
  journals: {
    'GET /accruals/{journalnumber}/{entrynumber}': 'GetSingleDraftEntryAccruals',
    'POST /accruals': 'CreateNewDraftEntryAccrual',
    'PUT /accruals': 'UpdateDraftEntryAccrual',
    'DELETE /accruals': 'DeleteDraftEntryAccrual',
    'GET /draft-entries/{entrynumber}': 'GetSingleDraftEntry',
    'POST /draft-entries': 'CreateNewDraftEntry',
    'PUT /draft-entries': 'UpdateDraftEntry',
    'DELETE /draft-entries/{entrynumber}': 'DeleteDraftEntry',
    'POST /draft-entries/bulk': 'CreateBulkDraftEntries',
    'PUT /draft-entries/bulk': 'UpdateBulkDraftEntries',
    'DELETE /draft-entries/delete/{journalnumber}': 'ClearJournal',
    'POST /entries/draft/{journalnumber}/book': 'Book',
    'POST /entries/draft/{journalnumber}/bookwithdateinterval': 'BookWithDateInterval',
    'POST /journals/{journalnumber}/book': 'BookEntriesWithinJournal',
    'POST /journals/{journalnumber}/bookwithdateinterval': 'BookEntriesWithinJournalWithDateInterval',
    'POST /journals/{journalnumber}/bookdraftentries': 'BookSpecificEntriesWithinJournal',
    'GET /journals/{number}': 'GetJournalByNumber',
    'PUT /journals': 'UpdateJournal',
    'DELETE /journals/{number}': 'DeleteJournal',
  },
  products: {
    'GET /productgroups/{productgroupnumber}/accrualsettings': 'GetAccrualSettings',
    'PUT /productgroups/{productgroupnumber}/accrualsettings': 'PutAccrualSettings',
    'GET /pricegroups/{number}': 'GetOnePriceGroup',
    'GET /products/{productnumber}': 'GetOneProduct',
    'GET /products/{productnumber}/salespriceincurrencies/{currency}': 'GetOneProductSalesPriceInCurrency',
    'GET /pricegroups/{pricegroupnumber}/specialprices/{number}': 'GetOneProductSpecialPrice',
    'GET /specialprices/{productspecialpricenumber}/specialpricesincurrency/{currency}':
      'GetOneProductSpecialPriceInCurrency',
    'GET /productgroups/{productgroupnumber}/projectsettings': 'GetProjectSettings',
    'PUT /productgroups/{productgroupnumber}/projectsettings': 'PutProjectSettings',
  },
  projects: {
    'GET /activities/allowed': 'GetAllowedActivities',
    'GET /mileageprices/paged': 'GetPageOfMileagePrices',
    'GET /mileageprices': 'GetAllMileagePrices',
    'GET /mileages/paged': 'GetPageOfMileages',
    'GET /mileages': 'GetAllMileages',
    'GET /mileages/count': 'GetNumberOfMileages',
    'POST /mileages/approve': 'ApproveMileageEntries',
    'GET /projects/allowed': 'GetAllowedProjects',
    'POST /timeentries/approve': 'ApproveTimeEntries',
  },
  sales: {
    'GET /invoices/booked/{documentid}/lines': 'GetBookedInvoiceLinesForBookedInvoice',
    'GET /invoices/drafts/{documentid}/lines': 'GetDraftInvoiceLinesForDraftInvoice',
    'POST /invoices/drafts/{documentid}/lines/bulk': 'PostBulkInvoiceLines',
    'GET /invoices/drafts/{number}': 'GetDraftInvoiceByDocumentId',
    'DELETE /invoices/drafts/{number}': 'DeleteDraftInvoiceByDocumentId',
    'GET /invoices/drafts': 'GetDraftInvoices',
    'GET /invoices/drafts/paged': 'GetDraftInvoicesPaged',
    'PUT /invoices/drafts/{number}': 'UpdateDraftInvoice',
    'PUT /invoices/drafts/{draftinvoicenumber}/sensitive-data': 'UpdateDraftInvoiceSensitiveData',
    'GET /orders/{documentstatus}/lines/paged': 'GetOrderLinesPage',
    'GET /orders/{documentstatus}/{documentid}/lines': 'GetOrderLinesForOrder',
    'GET /quotes/{documentstatus}/lines/paged': 'GetQuoteLinesPage',
    'GET /quotes/{documentstatus}/{documentid}/lines': 'GetQuoteLinesForQuote',
  },
  subscriptions: {
    'GET /subscribers/{number}': 'GetOneSubscriber',
    'GET /subscriptions/{subscriptionnumber}/lines/{number}': 'GetSubscriptionLine',
    'GET /subscriptions/{subscriptionnumber}/lines': 'GetSubscriptionLinesForSubscription',
    'GET /subscriptions/{number}': 'GetOneSubscription',
  },
  suppliers: {},
  webhooks: {
    'GET /eventtypes': 'GetAllEventTypes',
    'GET /webhooks/paged': 'GetWebhooksPaged',
    'GET /webhooks/{eventtype}': 'GetWebhook',
    'PUT /webhooks': 'UpdateWebhook',
    'DELETE /webhooks/{eventtype}': 'DeleteWebhook',
  },
}

const idsOf = ({ name }: ApiVersion): Readonly<Record<string, string>> | undefined =>
  PUBLISHED_IDS[name === 'project-resources' ? 'projects' : name]

/** Whether the contract has the API: its documents have the published names. */
export const isPublished = (api: ApiVersion): boolean => idsOf(api) !== undefined

/** The operationId of an operation in the contract; undefined where there is none. */
export function publishedId(api: ApiVersion, group: Group, operation: Operation): string | undefined {
  const ids = idsOf(api)
  return ids && (ids[`${operation.method} ${operation.path.toLowerCase()}`] ?? usualId(group, operation))
}

function usualId(group: Group, { kind }: Operation): string | undefined {
  const items = pascal(group.name)
  const item = isResource(group) ? group.schema : items
  switch (kind) {
    case 'cursor':
      return `GetAll${items}`
    case 'paged':
      return `GetPageOf${items}`
    case 'count':
      return `GetNumberOf${items}`
    case 'single':
      return `Get${item}ById`
    case 'create':
      return `Create${item}`
    case 'update':
      return `Update${item}ById`
    case 'delete':
      return `Delete${item}ById`
    default:
      return undefined
  }
}

/** The published names of the values that a property has, by the name of its schema and its own. */
export const NAMED_VALUES: Readonly<Record<string, string>> = {
  'ActivityGroup.type': 'ActivityGroupType',
  'ActivityGroup.costAccountOngoingType': 'OngoingAccountType',
  'ActivityGroup.salesAccountOngoingType': 'OngoingAccountType',
  'AttachedDocumentCreate.onConflict': 'VoucherDocumentConflictAction',
  'BookedEntry.type': 'EntryTypeNames',
  'CostTypeGroup.type': 'CostGroupType',
  'ProjectEmployee.employeeType': 'EmployeeType',
  'ProjectGroup.type': 'ProjectGroupType',
  'ProjectGroup.costAccountOngoingType': 'OngoingAccountType',
  'ProjectGroup.salesAccountOngoingType': 'OngoingAccountType',
  'ProjectStatus.type': 'ProjectStatusType',
  'Subscription.collection': 'SubscriptionCollectionPeriod',
  'Subscription.interval': 'SubscriptionIntervalType',
  'TimeEntryNumbersCollection.bookOn': 'TimeEntryBookOn',
}

/**
 * Booleans that the published documents demand. Here one that is left out is false, so this is its default: generated
 * clients have a value of it.
 */
export const DEMANDED_FLAGS: ReadonlySet<string> = new Set([
  'Account.isBarred',
  'Account.isBlockedForDirectEntries',
  'Account.isDepartmentMandatory',
  'Account.isUnitMandatory',
  'AccountingYear.isClosed',
  'AccountingYearPeriod.isBarred',
  'AccountingYearPeriod.isClosed',
  'Dimension.active',
  'Employee.access',
  'Journal.allowPartialBooking',
  'Journal.autoApprove',
  'Journal.balancingBehavior',
  'Journal.isStandingJournal',
  'Journal.lockVatCodes',
  'Journal.repeatText',
  'Journal.requireAdminApproval',
  'Journal.requireBalancePerVoucherId',
  'KeyFigureCode.isBalance',
  'Product.isAccessible',
  'ProjectEmployee.canApprove',
  'ProjectEmployee.canInvoice',
  'ProjectEmployee.isBarred',
  'ProjectSettings.isInProject',
])

/**
 * Where the published documents say something else of a property than ours: whether it may be null, and whether it must
 * be there. Programs were compiled with what they say.
 */
export const SAID: Readonly<Record<string, { isNullable?: boolean; isDemanded?: boolean }>> = {
  'ActivityGroup.costAccountOngoingType': { isNullable: false },
  'ActivityGroup.salesAccountOngoingType': { isNullable: false },
  'AttachedDocuments.documentNumbers': { isNullable: true, isDemanded: false },
  'CostType.costGroupNumber': { isNullable: false, isDemanded: true },
  'DimensionValue.dimensionNumber': { isDemanded: false },
  'DimensionValue.key': { isDemanded: false },
  'DraftInvoice.exchangeRate': { isNullable: true },
  'Employee.number': { isNullable: true },
  'ProjectGroup.costAccountOngoingType': { isNullable: false },
  'ProjectGroup.salesAccountOngoingType': { isNullable: false },
  'StringStringKeyValuePair.key': { isNullable: true, isDemanded: false },
  'StringStringKeyValuePair.value': { isNullable: true, isDemanded: false },
}

/** The published names of the items of a list, likewise. */
export const NAMED_ITEMS: Readonly<Record<string, string>> = {
  'DimensionDistribution.distributions': 'Distribution',
  'EventType.mergeFields': 'EventTypeMergeField',
  'Webhook.customHeaders': 'StringStringKeyValuePair',
}
