import type { Difference } from './compare.ts'

/** A fact on which a declaration differs from the contract on purpose, and why. */
export interface Exception extends Difference {
  reason: string
}

const INT32 = { min: '-2147483648', max: '2147483647' }

/** A number that the contract leaves unbounded and we do not. */
const bounded = (at: string, min: number, max: number, reason: string): Exception[] => [
  { at: `${at} min`, ours: String(min), contract: INT32.min, reason },
  { at: `${at} max`, ours: String(max), contract: INT32.max, reason },
]

const NUMBERED = 'what a client may give goes on from 1, as every number that people see'

/** A code of ours that the contract does not list with the group. */
const ownCodes = (at: string, codes: readonly string[], reason: string): Exception[] =>
  codes.map((code) => ({ at: `${at} errorCode ${code}`, ours: 'declared', contract: 'absent', reason }))

const VOUCHER_NUMBERS = 'voucher numbers are 0 to 999999999 (spec 1, Versioning, Journals 11.0.4; contract, DraftEntry)'

export const exceptions: readonly Exception[] = [
  ...ownCodes(
    'webhooks Webhooks',
    ['WebhookMergeFieldUnknown'],
    'WORKSHOP.md 3: the strict are refused a merge field that is nearly one of the event',
  ),
  ...['projects Time entries', 'projects Mileage entries'].flatMap((at) =>
    ownCodes(at, ['TimeEntryTooManyHours'], 'SALES.md, Project invoices: an entry has at most 999.99 h and 99,999 km'),
  ),
  {
    at: 'journals Journal.allowedEntryType',
    ours: 'declared',
    contract: 'absent',
    reason:
      'the published schema has this name and the changelog entryTypeRestrictedTo: both are answered (VERSIONS.md)',
  },
  {
    at: 'accounts version',
    ours: '7.0.1',
    contract: '7.0.0',
    reason: 'VERSIONS.md, Supporting APIs: programs name 7.0.1, which differs in nothing that they tell',
  },
  {
    at: 'journals Journal.allowedEntryType',
    ours: 'declared',
    contract: 'absent',
    reason: 'the schema calls entryTypeRestrictedTo so: VERSIONS.md has both names taken and answered',
  },
  ...['ProjectActivity.lastUpdated', 'Project.otherReference'].map((property) => ({
    at: `projects ${property}`,
    ours: 'absent',
    contract: 'declared',
    reason: 'the contract is that of 22.0.0; VERSIONS.md: an answer of 20.0.1 has no property of a later version',
  })),
  {
    at: 'api project-resources',
    ours: 'declared',
    contract: 'absent',
    reason: 'VERSIONS.md: the newer name of the project-related API, with the same operations and rows',
  },
  ...[
    ['nullable', 'true', 'false'],
    ['required', 'false', 'true'],
  ].map(([fact, ours, published]) => ({
    at: `projects CostType.costGroupNumber ${fact}`,
    ours: ours!,
    contract: published!,
    reason: 'a cost type of an agreement without projects has no group; what is absent is left out, and never null',
  })),
  ...['Accounts', 'BookedEntries', 'BudgetFigures', 'DraftEntries', 'SalesDocumentLines'].flatMap((schema) =>
    [
      ['nullable', 'false', 'true'],
      ['required', 'true', 'false'],
    ].map(([fact, ours, published]) => ({
      at: `dimensions ${schema}.items ${fact}`,
      ours: ours!,
      contract: published!,
      reason: 'a call without items would do nothing; as with the entries of journals',
    })),
  ),
  ...['dimensionNumber', 'key'].map((part) => ({
    at: `dimensions DimensionValue.${part} required`,
    ours: 'true',
    contract: 'false',
    reason: 'it identifies the value, and nothing else says which one is meant',
  })),
  ...bounded('accounts Account.number', 1, 999_999_999, 'what is not such a number is what InvalidAccountId is for'),
  ...bounded('accounts Account.keyFigureCodeNumber', 0, 21, 'there are key figure codes 1 to 21; 0 is none'),
  ...bounded('accounts TotalInterval.fromAccountNumber', 1, 999_999_999, 'ends are account numbers'),
  ...bounded('accounts TotalInterval.toAccountNumber', 1, 999_999_999, 'ends are account numbers'),
  ...ownCodes(
    'accounts TotalIntervals',
    ['AccountDoesNotExist', 'IntervalHasOverlappingValues', 'IntervalNotConstructedCorrectly', 'InvalidAccountType'],
    'published with accounts, and told of their intervals (SURFACE.md, Chart of accounts)',
  ),
  ...bounded('budgets BudgetFigure.number', 1, 999_999_999, NUMBERED),
  ...ownCodes('budgets BudgetFigures', ['NumberAlreadyInUse'], 'no published code says that a number is taken'),
  ...ownCodes(
    'accounts Accounts',
    ['CurrencyDoesNotExist', 'VatCodeDoesNotExist'],
    'no published code says that an account names a currency or VAT code that does not exist',
  ),
  ...ownCodes(
    'accounts Accounts',
    ['AccountIsSummaryAccount'],
    'no published code says that nothing but its parties posts to a summary account',
  ),
  ...ownCodes(
    'customers Customers',
    ['PartyHasOpenItems'],
    'no published code says that a customer with open items keeps its group',
  ),
  ...ownCodes(
    'journals Journals',
    [
      'JournalEntryContraAccountIsBlockedForDirectEntries',
      'JournalEntryContraAccountNotFound',
      'JournalEntryDepartmentalDistributionNotFound',
      'JournalEntryWrongContraAccountType',
      'JournalVoucherNextNumberNotWithinBoundaries',
    ],
    "spec 3 does not show the codes of journals; those published for draft entries say the same of a journal's defaults",
  ),
  ...ownCodes(
    'journals DraftEntries',
    ['JournalDoesNotExist'],
    'no code published for draft entries says that the journal does not exist; the one of journals does',
  ),
  ...ownCodes(
    'journals DraftEntries',
    ['JournalEntryVatCodeIsLocked'],
    "spec 3 has a journal's lockVatCodes, and no published code says that it is in the way",
  ),
  ...ownCodes(
    'booked-entries BookedEntriesMatching',
    ['ExchangeDifferenceAccountNotSet'],
    'a match may realise an exchange difference, and no published code says that it has no account to go to',
  ),
  ...ownCodes(
    'journals DraftEntries',
    ['JournalEntryAccountCurrencyMismatch', 'JournalEntrySupplierInvoiceAlreadyBooked'],
    'the books refuse another currency than the account has, and an invoice booked twice; no published code says so',
  ),
  ...ownCodes(
    'journals DraftEntries',
    ['JournalEntryAccrualWrongEntryType', 'JournalEntryAssetAccrualError', 'NumberAlreadyInUse'],
    'an update keeps a type that suits the accrual and the asset of the entry; the first two are published for accruals',
  ),
  ...ownCodes(
    'journals DraftEntryAccruals',
    ['JournalEntryAccountNotAccessible', 'JournalEntryDoesNotExist', 'JournalEntryWrongAccountType'],
    'no published code of accruals says that the entry does not exist, or why its account cannot be used; those of draft entries do',
  ),
  ...['source', 'journalNumber'].map((part) => ({
    at: `documents AttachedDocumentCreate.${part}`,
    ours: 'declared',
    contract: 'absent',
    reason: 'ACCOUNTING.md, Numbers that cannot meet: they name the voucher where several have the number',
  })),
  {
    at: 'documents AttachedDocument.number readOnly',
    ours: 'true',
    contract: 'false',
    reason: 'SURFACE.md, Documents: a number that is sent is ignored, the service counts them',
  },
  ...(['nullable', 'required'] as const).map((fact) => ({
    at: `documents AttachedDocuments.documentNumbers ${fact}`,
    ours: String(fact === 'required'),
    contract: String(fact === 'nullable'),
    reason: 'SURFACE.md, Documents: a list of 1 to 500 numbers; of none there is nothing to delete',
  })),
  {
    at: 'journals DraftEntries.entries nullable',
    ours: 'false',
    contract: 'true',
    reason: 'spec 3: OneAPIEntriesListCannotBeEmpty',
  },
  {
    at: 'journals DraftEntries.entries required',
    ours: 'true',
    contract: 'false',
    reason: 'spec 3: OneAPIEntriesListCannotBeEmpty',
  },
  {
    at: 'booked-entries MatchBookedEntries.entryIds readOnly',
    ours: 'false',
    contract: 'true',
    reason:
      'the contract has it read-only and required; what a client must send cannot be read-only (spec 1, Shared property rules 5)',
  },
  ...['key', 'value'].flatMap((part) => {
    const at = `webhooks Webhook.customHeaders[].${part}`
    const reason = 'spec 2 has {key: string, value: string}: a header has both, and neither is empty'
    return [
      { at: `${at} minLength`, ours: '1', contract: '0', reason },
      { at: `${at} nullable`, ours: 'false', contract: 'true', reason },
      { at: `${at} required`, ours: 'true', contract: 'false', reason },
    ]
  }),
  ...ownCodes(
    'customers Customers',
    ['CurrencyDoesNotExist', 'CustomerInvalidDefaultDeliveryLocation', 'EmployeeDoesNotExist', 'LayoutDoesNotExist'],
    'no published code says that a customer names a currency, layout, employee or delivery location that does not exist',
  ),
  ...ownCodes(
    'products Products',
    ['UnitDoesNotExist'],
    'no published code says that a product names a unit that does not exist',
  ),
  {
    at: 'products Product.lastUpdated readOnly',
    ours: 'true',
    contract: 'false',
    reason: 'spec 1, Shared property rules 8: it is the time of the last change, so nobody else can say it',
  },
  {
    at: 'products ProductSpecialPrice.number readOnly',
    ours: 'true',
    contract: 'false',
    reason: 'creates answer the number and do not require it; two ways to get one would take each other’s',
  },
  {
    at: 'products Zone.id enum',
    ours: 'none',
    contract: '["pattern (?!(6|7)$).*"]',
    reason: 'zones 6 and 7 never exist, so VatZoneDoesNotExist says it',
  },
  ...bounded('subscriptions Subscriber.number', 1, 999_999_999, NUMBERED),
  ...bounded('subscriptions Subscription.number', 1, 999_999_999, NUMBERED),
  ...bounded('subscriptions SubscriptionLine.number', 1, 999_999_999, NUMBERED),
  ...ownCodes(
    'subscriptions Subscribers',
    ['NumberAlreadyInUse', 'SubscriberPeriodAlreadyExists'],
    'no published code says that a number is taken, or that a period was invoiced before',
  ),
  ...ownCodes(
    'subscriptions SubscriptionLines',
    ['NumberAlreadyInUse', 'SubscriptionCannotChangeNumbers'],
    'no published code of lines says that a number is taken; that of another subscription is published with subscriptions',
  ),
  ...['orders', 'quotes'].flatMap((path) =>
    ['lines/paged', 'lines', 'lines/count', '{documentId}/lines/{number}', '{documentId}/lines'].map((rest) => ({
      at: `sales GET /${path}/{documentStatus}/${rest} parameter documentStatus`,
      ours: 'string',
      contract: 'object',
      reason: 'the contract gives the name of an enumeration: one of three texts',
    })),
  ),
  ...['DraftInvoiceLine.number', 'DraftInvoiceLineBatchRequest.lines[].number'].map((at) => ({
    at: `sales ${at} readOnly`,
    ours: 'true',
    contract: 'false',
    reason: 'creates answer the number and do not require it; two ways to get one would take each other’s',
  })),
  ...[
    ['nullable', 'false', 'true'],
    ['required', 'true', 'false'],
  ].map(([fact, ours, published]) => ({
    at: `sales DraftInvoiceLineBatchRequest.lines ${fact}`,
    ours: ours!,
    contract: published!,
    reason: 'a call without lines would do nothing; as with the entries of journals',
  })),
  {
    at: 'sales DraftInvoice.draftInvoiceNumber min',
    ours: '1',
    contract: INT32.min,
    reason: 'people count from 1, and the next free number must be one',
  },
  {
    at: 'projects Employee.number min',
    ours: '1',
    contract: '0',
    reason: 'the same people are project employees, whose numbers begin with 1 (PROJECTS.md, Conflicts, decided)',
  },
  {
    at: 'projects Employee.number nullable',
    ours: 'false',
    contract: 'true',
    reason: 'it is required, and identifies the employee',
  },
  ...['ProjectActivity', 'TimeEntry'].map((schema) => ({
    at: `projects ${schema}.number readOnly`,
    ours: 'true',
    contract: 'false',
    reason: 'creates answer the number and do not require it; two ways to get one would take each other’s',
  })),
  ...['ActivityGroup', 'ProjectGroup'].flatMap((schema) =>
    ['cost', 'sales'].map((part) => ({
      at: `projects ${schema}.${part}AccountOngoingType nullable`,
      ours: 'true',
      contract: 'false',
      reason: 'spec 3, Activity group: it must be omitted where nothing is included in finance',
    })),
  ),
  {
    at: 'projects TimeEntry.isReconciled nullable',
    ours: 'false',
    contract: 'true',
    reason: 'it is on a booked invoice or not; false is left out (spec 1, Shared property rules 3)',
  },
  {
    at: 'projects Project.isClosed readOnly',
    ours: 'false',
    contract: 'true',
    reason: 'a create that sends it is told ProjectCannotBeCreatedAsClosed; an update that changes it PropertyReadOnly',
  },
  ...['ActivityGroup', 'ProjectGroup'].map((schema) => ({
    at: `projects ${schema}.number min`,
    ours: '1',
    contract: INT32.min,
    reason: NUMBERED,
  })),
  {
    at: 'projects Project.projectGroupNumber min',
    ours: '1',
    contract: INT32.min,
    reason: 'what is not such a number is what ProjectCannotBeCreatedUpdatedGroupNumberIsInvalid is for',
  },
  ...ownCodes(
    'projects Projects',
    [
      'EmployeeDoesNotExist',
      'ProjectContactPersonInvalid',
      'ProjectDeliveryLocationInvalid',
      'ProjectDepartmentDoesNotExist',
      'ProjectStatusDoesNotExist',
    ],
    'no published code says that a project names an employee, status, department, contact or delivery location that it cannot',
  ),
  ...bounded(
    'journals Journal.nextVoucherNumber',
    0,
    1_000_000_000,
    `${VOUCHER_NUMBERS}; the next is one more where all are taken`,
  ),
  ...bounded('journals Journal.minimumVoucherNumber', 0, 999_999_999, VOUCHER_NUMBERS),
  ...bounded('journals Journal.maximumVoucherNumber', 0, 999_999_999, VOUCHER_NUMBERS),
]
