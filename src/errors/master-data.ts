import { type ErrorEntry, MAKE_YEAR } from './entry.ts'

/** Codes of accounts, accounting years and the master data under /daybookapi. */
export const masterDataErrors = {
  // Accounts
  AccountDoesNotExist: {
    status: 400,
    message: 'The account does not exist.',
    hint: 'Give the number of an existing account.',
  },
  AccountIdAlreadyInUse: {
    status: 400,
    message: 'An account with that number exists.',
    hint: 'Give a number that is free.',
  },
  AccountIdChangeNotAllowed: {
    status: 400,
    message: 'The number of an account cannot be changed.',
    hint: 'Create a new account and bar the old one.',
  },
  AccountInUse: {
    status: 400,
    message: 'The account is in use.',
    hint: 'Bar the account instead, or remove what refers to it.',
  },
  AccountIsNotBalanceOrProfitAndLossType: {
    status: 400,
    message: 'The account is not of balance or profit-and-loss type.',
    hint: 'Give an account of type 1 or 2.',
  },
  AccountShouldBeHigherThanTotalFrom: {
    status: 400,
    message: 'A total comes after the account it sums from.',
    hint: 'Give a totalFromAccountNumber lower than number.',
  },
  BarredAccountUsedByProductGroups: {
    status: 400,
    message: 'Product groups use the account, so it cannot be barred.',
    hint: 'Give the product groups another account first.',
  },
  BarredAccountUsedByVatAccounts: {
    status: 400,
    message: 'VAT codes use the account, so it cannot be barred.',
    hint: 'Give the VAT codes another account first.',
  },
  CashAccountIsBarred: {
    status: 400,
    message: 'Payment terms settle invoices against the account, so it cannot be barred.',
    hint: 'Bar those payment terms, or give them another account, first.',
  },
  ContraAccountDoesNotExist: {
    status: 400,
    message: 'The contra account does not exist.',
    hint: 'Give the number of an existing account.',
  },
  ContraAccountIsBarred: {
    status: 400,
    message: 'The contra account is barred.',
    hint: 'Give an account that is not barred.',
  },
  DepartmentNumberDoesNotExist: {
    status: 400,
    message: 'The department does not exist.',
    hint: 'Give the number of an existing department.',
  },
  AccountNotFound: {
    status: 400,
    message: 'The account does not exist, or takes no entries.',
    hint: 'Give an account of type 1 or 2.',
  },
  ToDateBeforeFromDate: {
    status: 400,
    message: 'The last day is before the first.',
    hint: 'Give a toDate on or after fromDate.',
  },
  TotalIntervalWithSameFromAccountAlreadySetOnAccount: {
    status: 400,
    message: 'The account has an interval that begins there.',
    hint: 'Change that one, or begin elsewhere.',
  },
  TotalIntervalsValueContainsInvalidChars: {
    status: 400,
    message: 'An interval is two account numbers.',
    hint: 'Give whole numbers.',
  },
  IntervalHasOverlappingValues: {
    status: 400,
    message: 'The intervals overlap.',
    hint: 'Give intervals that do not overlap.',
  },
  IntervalNotConstructedCorrectly: {
    status: 400,
    message: 'The interval ends before it begins.',
    hint: 'Give a toAccountNumber that is not below fromAccountNumber.',
  },
  InvalidAccountId: {
    status: 400,
    message: 'An account number is from 1 to 999999999.',
    hint: 'Give a number in that range.',
  },
  InvalidAccountName: { status: 400, message: 'An account needs a name of 1 to 125 characters.', hint: 'Give a name.' },
  InvalidAccountType: {
    status: 400,
    message: 'An account type is from 1 to 7.',
    hint: '1 profit and loss, 2 status, 3 total from, 4 heading, 5 heading start, 6 sum interval, 7 sum alpha.',
  },
  InvalidStandardAccountId: {
    status: 400,
    message: 'The standard account does not exist.',
    hint: 'Give a number of /daybookapi/v1.0.0/standard-accounts, or leave it out.',
  },
  StandardAccountIsSum: {
    status: 400,
    message: 'The standard account is a sum of others.',
    hint: 'Give one of standard-accounts with isSum false.',
  },
  StandardAccountOfOtherType: {
    status: 400,
    message: 'The standard account is of the other statement.',
    hint: 'Give a number below 5000 for an account of type 1, from 5000 on for one of type 2, and none for others.',
  },
  OpeningAccountDoesNotExist: {
    status: 400,
    message: 'The opening account does not exist.',
    hint: 'Give the number of an existing account.',
  },
  RealisationAccountDoesNotExist: {
    status: 400,
    message: 'The realisation account does not exist.',
    hint: 'Give the number of an existing account.',
  },
  Reference1Maximum100Chars: {
    status: 400,
    message: 'The note has at most 100 characters.',
    hint: 'Shorten the note.',
  },
  TotalFromAccountDoesNotExist: {
    status: 400,
    message: 'The account to total from does not exist.',
    hint: 'Give the number of an existing account.',
  },
  // Accounting years
  AccountingYearNotFound: {
    status: 400,
    message: 'The accounting year does not exist.',
    hint: `Give one that exists, or make it by ${MAKE_YEAR}.`,
  },
  AccountingYearCanNotBeDividedIntoTwo: {
    status: 400,
    message: 'The accounting year cannot be divided.',
    hint: 'Leave the year as it is.',
  },
  AccountingYearExists: {
    status: 400,
    message: 'The dates lie in an accounting year that exists.',
    hint: 'Begin on the day after the last year.',
  },
  AccountingYearInUse: {
    status: 400,
    message: 'The accounting year is in use: it has entries or documents, or is closed.',
    hint: 'A year with entries stays.',
  },
  AccountingYearNeededToAvoidGapInAccountingYearSeries: {
    status: 400,
    message: 'Without the accounting year there would be a gap between the others.',
    hint: 'Only the first or the last year can be deleted.',
  },
  InvalidAccountingYearDates: {
    status: 400,
    message: 'These dates make no accounting year.',
    hint: 'Give 1 to 18 months, dateFrom before dateTo.',
  },
  LaterAccountingYearIsClosed: {
    status: 400,
    message: 'A later accounting year is closed.',
    hint: 'Years before a closed one cannot be changed.',
  },
  NewPeriodCauseChangesToBlockedPeriods: {
    status: 400,
    message: 'The new period would change a barred one.',
    hint: 'Unbar the period first.',
  },
  NumberSeriesAreUnbroken: {
    status: 400,
    message: 'The number series are unbroken, so the year stays as it is.',
    hint: 'Leave the year as it is.',
  },
  PeriodCanNotBeDividedIntoTwo: {
    status: 400,
    message: 'The period cannot be divided.',
    hint: 'Leave the period as it is.',
  },
  PeriodOverlapExistingClosedAccountingYear: {
    status: 400,
    message: 'The dates lie in a closed accounting year.',
    hint: 'Begin on the day after the last year.',
  },
  ThereAreGapsBetweenAccountingYears: {
    status: 400,
    message: 'Accounting years follow each other without a gap.',
    hint: 'Begin on the day after the last year, or end before the first.',
  },
  // Closing accounting years, under /daybookapi
  AccountingYearIsClosed: {
    status: 400,
    message: 'The accounting year is closed, and stays closed.',
    hint: 'Work in an open accounting year.',
  },
  EarlierAccountingYearIsOpen: {
    status: 400,
    message: 'An earlier accounting year is still open.',
    hint: 'Close the years in their order.',
  },
  NextAccountingYearDoesNotExist: {
    status: 400,
    message: 'There is no accounting year that follows, to take the opening entries.',
    hint: `Make it first, by ${MAKE_YEAR}.`,
  },
  ResultAccountNotSet: {
    status: 400,
    message: 'The agreement has no status account for the result.',
    hint: "Set the agreement's result account, of type 2.",
  },
  AccountingYearHasDraftEntries: {
    status: 400,
    message: 'The accounting year has draft entries.',
    hint: 'Book them, delete them, or move them to another year.',
  },
  // What was booked stays what it was
  AccountIsSummaryAccount: {
    status: 400,
    message: 'The account is a summary account: only entries of its own customers or suppliers go there.',
    hint: 'Give an account that no customer or supplier group has.',
  },
  AccountCannotBeSummaryAccount: {
    status: 400,
    message: 'The account cannot be a summary account: something else posts to it.',
    hint: 'Give an account of type 2 that no VAT code, system account or default contra account names and nothing but parties was booked on.',
  },
  GroupHasOpenItems: {
    status: 400,
    message: 'The group has open items, so its account cannot change.',
    hint: 'Settle the open items of its customers or suppliers first, or make another group.',
  },
  PartyHasOpenItems: {
    status: 400,
    message: 'The customer or supplier has open items, so its group cannot change.',
    hint: 'Settle its open items first.',
  },
  VatCodeInUse: {
    status: 400,
    message: 'The VAT code has booked entries, so its type, rate and accounts cannot change.',
    hint: 'Make a new VAT code; a new rate is a new code.',
  },
  // Master data under /daybookapi
  NumberAlreadyInUse: { status: 400, message: 'The number is already in use.', hint: 'Give a number that is free.' },
  CodeAlreadyInUse: { status: 400, message: 'The code is already in use.', hint: 'Give a code that is free.' },
  GroupDoesNotExist: {
    status: 400,
    message: 'The group does not exist.',
    hint: 'Give the number of an existing group.',
  },
  CurrencyDoesNotExist: {
    status: 400,
    message: 'The currency does not exist.',
    hint: 'Give the code of an existing currency.',
  },
  CurrencyCodeInvalid: {
    status: 400,
    message: 'A currency code is three capital letters.',
    hint: 'Give an ISO 4217 code such as EUR.',
  },
  CurrencyIsBaseCurrency: {
    status: 400,
    message: 'The base currency has no rates and stays: its rate is 100.',
    hint: 'Give another currency.',
  },
  ExchangeRateAlreadyExists: {
    status: 400,
    message: 'The currency has a rate on that date.',
    hint: 'Update that rate.',
  },
  ExchangeRateNotPositive: {
    status: 400,
    message: 'An exchange rate is above zero.',
    hint: 'Give units of base currency for 100 of the currency.',
  },
  PaymentTermDoesNotExist: {
    status: 400,
    message: 'The payment term does not exist.',
    hint: 'Give the number of an existing payment term.',
  },
  VatCodeDoesNotExist: { status: 400, message: 'The VAT code does not exist.', hint: 'Give an existing VAT code.' },
  ContactDoesNotBelongToSupplier: {
    status: 400,
    message: 'The contact is not one of this supplier.',
    hint: 'Give the number of a contact of this supplier that is not deleted.',
  },
  DistributionDepartmentDoesNotExist: {
    status: 400,
    message: 'A line names a department that does not exist.',
    hint: 'Give numbers of existing departments.',
  },
  DistributionDepartmentRepeated: {
    status: 400,
    message: 'Two lines name the same department.',
    hint: 'Give each department one line.',
  },
  DistributionNotWhole: {
    status: 400,
    message: 'The percentages are not a whole: each is above 0, and together they are 100.',
    hint: 'Mend the percentages.',
  },
  CompanyCreditorNumberInvalid: {
    status: 400,
    message: 'The creditor number is not one of the Danish payment service.',
    hint: 'Give its 8 digits.',
  },
  VatCodeCategoryUnfit: {
    status: 400,
    message: 'The category does not fit the VAT code.',
    hint: 'Give a category to codes of sales alone: S where the rate is above 0, another where it is 0 or reverse charge.',
  },
  AssetGroupLacksAccounts: {
    status: 400,
    message: 'The asset group does not say where that is booked.',
    hint: 'Set the accounts and the journal of the group: PUT /daybookapi/v1.0.0/asset-groups.',
  },
  AssetGroupHasEntries: {
    status: 400,
    message: 'Assets of the group have been booked, so its accounts of assets and of depreciation stay.',
    hint: 'Make another group for new assets.',
  },
  AssetHasDrafts: {
    status: 409,
    message: 'Draft entries are of the asset.',
    hint: 'Book or delete the drafts that name it first: GET /daybookapi/v1.0.0/draft-entries?filter=assetNumber$eq:….',
  },
  AssetIsGone: {
    status: 409,
    message: 'The asset is not in the books any more.',
    hint: 'It was disposed of, or its purchase was reversed.',
  },
  AssetDisposalTooEarly: {
    status: 400,
    message: 'The asset has entries after that day.',
    hint: 'Give a day on or after that of its last entry, or reverse the entries.',
  },
} satisfies Record<string, ErrorEntry>
