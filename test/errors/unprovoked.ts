const OF_RUNS = 'a run of subscriptions tells it of one that it skips, and is answered all the same'
/** Provoked by chance: a run may lose the race or not. */
export const RACE = 'only a constraint that no resource declares, in a race; rules are looked up first'

const KEPT = 'what an entry names stays as long as the entry: DELETE is refused'

/** Error codes that no request can provoke yet, each with the reason. */
export const unprovoked: Readonly<Record<string, string>> = {
  Conflict: RACE,
  ReferenceInUse: RACE,
  CannotBeApprovedActivityNotFound: KEPT,
  CannotBeApprovedEmployeeNotFound: KEPT,
  ERROR_BOUNDCOWORKERACCOUNTCOWORKERISREFMANFORNUMBEROFPURCHASEORDERS: 'there are no purchase orders',
  MileageApprovalFailedBaseCurrencyIsNotSet: 'every agreement has a base currency',
  ProjectCannotBeDeletedHasExpenses: 'expenses are draft and booked entries, which are told before',
  TimeEntryApprovalFailedBaseCurrencyIsNotSet: 'every agreement has a base currency',
  AccountIdChangeNotAllowed: 'a PUT names the account by its number, so it cannot change it',
  BOOKEDINVOICELINENOTFOUND: 'no path of the contract names a single line',
  BOOKEDINVOICENOTFOUND: 'no path of the contract names a single line',
  DeliveryLocationNumberAlreadyExists: 'delivery locations are numbered by the database',
  CannotAttachToElectronicInvoice: 'no voucher is of an e-invoice yet: none is received, and those sent have no mark',
  DepartmentNumberDoesNotExist: 'an account has no department in the published schema',
  SubscriptionAccountMissing: OF_RUNS,
  SubscriptionHasNoProducts: OF_RUNS,
  SubscriptionRunPeriodsLeft: OF_RUNS,
  TotalIntervalsValueContainsInvalidChars: 'an interval is two numbers, and no text',
  NumberSeriesAreUnbroken: 'a year can only be deleted while it has no entries, and so no numbers of any series',
  SubscriberHasExpired: 'runs tell it of what they skipped, in their answers; nothing is refused with it',
  JournalVoucherEntriesEmptyOrNull: 'nothing creates vouchers as such: OneAPIEntriesListCannotBeEmpty says it of lists',
}
