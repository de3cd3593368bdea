import type { ErrorCode } from '../../src/errors/catalogue.ts'

/** What can be wrong with a row that is there: items may not name it. */
export type StateName =
  | 'a heading'
  | 'the account of a group'
  | 'a contra account'
  | 'barred'
  | 'closed'
  | 'a main project'
  | 'a barred value'
  | 'a barred distribution'

/**
 * One property or several that may not name a row in the state, and the code that says so; `new`: stored items are not
 * asked.
 */
export type Forbidden = readonly [
  properties: string | readonly string[],
  state: StateName,
  code: ErrorCode,
  when?: 'new',
]

/** Accounts that something is booked on by itself. */
const booked = (...properties: string[]): Forbidden[] => [
  [properties, 'a heading', 'AccountIsNotBalanceOrProfitAndLossType'],
  [properties, 'the account of a group', 'AccountIsSummaryAccount'],
  [properties, 'barred', 'AccountIsBarred'],
]
const POSTED = ['cost', 'sales'].flatMap((part) =>
  ['AccountOngoing', 'ContraAccountOngoing', 'AccountClosed'].map((name) => part + name),
)
const DOCUMENT: readonly Forbidden[] = [
  ['customerNumber', 'barred', 'CustomerIsBarred'],
  ['termOfPaymentNumber', 'barred', 'PaymentTermIsBarred'],
  ['layoutNumber', 'barred', 'LayoutIsBarred'],
  ['projectNumber', 'closed', 'ProjectIsClosedOrBarred'],
  ['projectNumber', 'barred', 'ProjectIsClosedOrBarred'],
]
const LINE: readonly Forbidden[] = [
  ['productNumber', 'barred', 'ProductIsBarred'],
  ['departmentNumber', 'barred', 'DepartmentIsBarred'],
]
const KEYS: readonly Forbidden[] = [
  ['dimensionKey', 'a barred value', 'CONTAINSBARREDDIMENSIONVALUE'],
  ['dimensionKey', 'a barred distribution', 'CONTAINSBARREDDISTRIBUTIONKEY'],
]

/**
 * What the items of each resource may not name, though it is there: by the specification, not by the declarations. A
 * rule that a declaration loses fails the suite; one that it gets and that does not stand here is told after a whole
 * run (`test/errors`).
 */
export const forbidden: Readonly<Record<string, readonly Forbidden[]>> = {
  'accounts/Accounts': [
    [
      ['openingAccountNumber', 'realisationAccountNumber', 'vatAccountNumber', 'contraAccountNumber'],
      'a heading',
      'AccountIsNotBalanceOrProfitAndLossType',
    ],
    ['contraAccountNumber', 'the account of a group', 'AccountIsSummaryAccount'],
    ['contraAccountNumber', 'barred', 'ContraAccountIsBarred'],
    [['openingAccountNumber', 'realisationAccountNumber'], 'barred', 'ValueNotAllowed'],
  ],
  'budgets/BudgetFigures': [['accountNumber', 'a heading', 'AccountNotFound']],
  'customers/Customers': [['paymentTermId', 'barred', 'CustomerBarredPaymentTerm']],
  'customers/DeliveryLocations': [['customerNumber', 'barred', 'CustomerIsBarred']],
  'daybook/VatCodes': booked('accountNumber', 'contraAccountNumber'),
  'daybook/CostTypeGroups': booked('accountOnGoing', 'accountClosed'),
  'daybook/MileageSetup': booked('costAccount', 'contraAccount', 'costAccountClosed'),
  'daybook/CustomerGroups': [
    ['accountNumber', 'a heading', 'AccountIsNotBalanceOrProfitAndLossType'],
    ['accountNumber', 'a contra account', 'AccountCannotBeSummaryAccount'],
  ],
  'daybook/Customers': [
    ['contraAccountNumber', 'a heading', 'AccountIsNotBalanceOrProfitAndLossType'],
    ['contraAccountNumber', 'the account of a group', 'AccountIsSummaryAccount'],
    ['paymentTermNumber', 'barred', 'PaymentTermIsBarred'],
  ],
  'daybook/Orders': DOCUMENT,
  'daybook/OrderLines': LINE,
  'daybook/Quotes': DOCUMENT,
  'daybook/QuoteLines': LINE,
  'daybook/Suppliers': [
    ['contraAccountNumber', 'a heading', 'AccountIsNotBalanceOrProfitAndLossType'],
    ['contraAccountNumber', 'the account of a group', 'AccountIsSummaryAccount'],
  ],
  'dimensions/Account': KEYS,
  'dimensions/DraftEntry': KEYS,
  'dimensions/BookedEntry': KEYS,
  'dimensions/BudgetFigure': KEYS,
  'journals/DraftEntryAccruals': [
    ['accountNumber', 'a heading', 'JournalEntryWrongAccountType'],
    ['accountNumber', 'the account of a group', 'JournalEntryWrongAccountType'],
    ['accountNumber', 'barred', 'JournalEntryAccountNotAccessible'],
  ],
  'journals/Journals': [
    [['customerContraAccount', 'supplierContraAccount'], 'a heading', 'JournalEntryWrongContraAccountType'],
    [
      ['customerContraAccount', 'supplierContraAccount'],
      'the account of a group',
      'JournalEntryContraAccountIsBlockedForDirectEntries',
    ],
  ],
  'products/AccrualSettings': booked('accrualAccountId'),
  'products/ProductGroups': booked('domesticAccountId'),
  'products/ProjectSettings': booked('projectAccountId'),
  'products/Zones': booked('accountId'),
  'projects/Activity Groups': [
    [POSTED, 'a heading', 'ActivityGroupCannotBeCreatedUpdatedAccountIsOfWrongType'],
    [POSTED, 'the account of a group', 'ActivityGroupCannotBeCreatedUpdatedAccountIsOfWrongType'],
    [POSTED, 'barred', 'ActivityGroupCannotBeCreatedUpdatedAccountIsBarred'],
  ],
  'projects/Mileage entries': [
    ['employeeNumber', 'barred', 'EntriesNotAllowedEmployeeIsBarred'],
    ['projectNumber', 'a main project', 'EntriesNotAllowedProjectIsMain'],
    ['projectNumber', 'closed', 'EntriesNotAllowedProjectIsClosed'],
    ['projectNumber', 'barred', 'EntriesNotAllowedProjectIsBarred'],
  ],
  'projects/Project Activities': [
    ['projectNumber', 'a main project', 'ProjectActivityCannotBeCreatedProjectIsMain', 'new'],
    ['projectNumber', 'closed', 'ProjectActivityCannotBeCreatedProjectIsClosed', 'new'],
    ['projectNumber', 'barred', 'ProjectActivityCannotBeCreatedProjectIsBarred', 'new'],
    ['activityNumber', 'barred', 'ProjectActivityCannotBeCreatedActivityIsBarred', 'new'],
    ['responsibleEmployeeNumber', 'barred', 'EntriesNotAllowedEmployeeIsBarred'],
  ],
  'projects/Project Groups': [
    [POSTED, 'a heading', 'ProjectGroupCannotBeCreatedUpdatedAccountIsOfWrongType'],
    [POSTED, 'the account of a group', 'ProjectGroupCannotBeCreatedUpdatedAccountIsOfWrongType'],
    [POSTED, 'barred', 'ProjectGroupCannotBeCreatedUpdatedAccountIsBarred'],
  ],
  'projects/Projects': [['departmentNumber', 'barred', 'ProjectDepartmentDoesNotExist']],
  'projects/Time entries': [
    ['employeeNumber', 'barred', 'EntriesNotAllowedEmployeeIsBarred'],
    ['projectNumber', 'a main project', 'EntriesNotAllowedProjectIsMain'],
    ['projectNumber', 'closed', 'EntriesNotAllowedProjectIsClosed'],
    ['projectNumber', 'barred', 'EntriesNotAllowedProjectIsBarred'],
    ['activityNumber', 'barred', 'CannotCreateUpdateActivityIsBarred'],
  ],
  'projects/Delivery Locations': [['customerNumber', 'barred', 'CustomerIsBarred']],
  'sales/DraftInvoiceLines': LINE,
  'sales/DraftInvoices': DOCUMENT,
  'subscriptions/Subscribers': [
    ['customerNumber', 'barred', 'SubscriberCustomerIsBarred', 'new'],
    ['projectNumber', 'closed', 'SubscriberProjectIsClosed'],
    ['departmentNumber', 'barred', 'SubscriberInvalidDepartment'],
  ],
  'subscriptions/SubscriptionLines': [
    ['productNumber', 'barred', 'SubscriptionLineProductIsBarred'],
    ['departmentNumber', 'barred', 'SubscriptionLineInvalidDepartment'],
  ],
  'suppliers/Groups': [
    ['accountNumber', 'a heading', 'ERROR_CODE_AccountIsNotBalanceOrProfitAndLossType'],
    ['accountNumber', 'a contra account', 'SupplierGroupDoesNotContainsRequiredAccounts'],
  ],
}
