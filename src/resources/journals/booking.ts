import { BOOKED_AT_ONCE_MAX } from '../../limits.ts'
import { bookEntries, type Selection } from '../../ledger/booking/book.ts'
import { day, type Fields, int32, list } from '../../resource/fields.ts'
import type { ActionOperation, Item } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

interface Interval {
  fromDate?: string
  toDate?: string
}

/** Books the entries that `select` chooses in the journal of the path. Books nothing when the body is faulty. */
function booking(
  path: string,
  summary: string,
  select: (body: Item) => Selection,
  body?: Fields,
  schema?: string,
): ActionOperation {
  return {
    kind: 'action',
    method: 'POST',
    path,
    status: 204,
    summary,
    ...(body && { body }),
    ...(schema && { schema }),
    async run({ transaction, caller }, { path, body, faults }) {
      const { fromDate, toDate } = body as Interval
      if (fromDate !== undefined && toDate !== undefined && fromDate > toDate) {
        faults.push({ code: 'ValueOutOfRange', property: 'toDate', message: 'toDate must not be before fromDate.' })
        return { status: 204 }
      }
      await bookEntries(transaction, {
        agreement: caller.agreement,
        journalNumber: path.journalNumber as number,
        selection: select(body),
        mayApprove: caller.roles.includes('SuperUser'),
      })
      return { status: 204 }
    },
  }
}

const whole = (path: string): ActionOperation =>
  booking(path, 'Book every draft entry of the journal', () => ({ kind: 'all' }))

const byDates = (path: string): ActionOperation =>
  booking(
    path,
    'Book the vouchers of the journal whose days lie in a range',
    (body) => ({ kind: 'dates', from: body.fromDate as string, to: body.toDate as string }),
    { fromDate: day().required(), toDate: day().required() },
    'BookingParameters',
  )

const chosen = (path: string): ActionOperation =>
  booking(
    path,
    'Book the draft entries named',
    (body) => ({ kind: 'entries', entryNumbers: body.entryNumbers as number[] }),
    { entryNumbers: list(int32(), BOOKED_AT_ONCE_MAX).required('OneAPIEntriesListCannotBeEmpty') },
    'BookEntriesParameters',
  )

/** The codes of booking: its own, and those of what a draft entry refers to, which is checked again (rule 6.3). */
export const bookingCodes = [
  'BankDayIsReconciled',
  'ExchangeDifferenceAccountNotSet',
  'JournalBookingAccrualNotPossible',
  'JournalBookingNeedsApproval',
  'JournalBookingRoundingAccountNotSet',
  'JournalBookingVoucherNotInBalance',
  'JournalDoesNotExist',
  'JournalEntryAccountCurrencyMismatch',
  'JournalEntryAccountIsBlockedForDirectEntries',
  'JournalEntryAccountNotAccessible',
  'JournalEntryAmountExceedsDigitLimit',
  'JournalEntryAssetGroupNotFound',
  'JournalEntryAssetStartNotInAccountingYear',
  'JournalEntryAssetWrongEntryType',
  'JournalEntryContraAccountIsBlockedForDirectEntries',
  'JournalEntryContraAccountNotAccessible',
  'JournalEntryCostTypeNotAccessible',
  'JournalEntryCustomerNotAccessible',
  'JournalEntryDateAccountingYearPeriodBarred',
  'JournalEntryDepartmentalDistributionNotAccessible',
  'JournalEntryDimensionOrUnit1NotAccessible',
  'JournalEntryDimensionOrUnit2NotAccessible',
  'JournalEntryDoesNotExist',
  'JournalEntryEmployeeNotAccessible',
  'JournalEntryMultipleDimensionRequired',
  'JournalEntryProjectNotAccessible',
  'JournalEntryProjectSetIsClosed',
  'JournalEntryProjectSetIsMainProject',
  'JournalEntrySupplierInvoiceAlreadyBooked',
  'JournalEntrySupplierNotAccessible',
  'JournalEntryUnitAndQuantityNotSet',
  'JournalEntryVatCodeIsLocked',
  'JournalEntryWrongAccountType',
  'JournalEntryWrongContraAccountType',
  'JournalVoucherAccountingYearClosed',
  'JournalVoucherAccountingYearDoesNotExist',
  'JournalVoucherEntityAlreadyExistsError',
  'JournalVoucherNextNumberNotWithinBoundaries',
  'NumberAlreadyInUse',
  'OneAPIEntriesListCannotBeEmpty',
  'ValueNotAllowed',
] as const

/** Booking a journal: whole, by dates, or chosen entries (contract, JournalBooking). */
export const journalBooking = operations('JournalBooking', {
  logsBodies: true,
  roles: ROLES,
  parameters: { journalNumber: int32().references('journal.number') },
  codes: bookingCodes,
  operations: [
    whole('/journals/{journalNumber}/book'),
    byDates('/journals/{journalNumber}/bookWithDateInterval'),
    chosen('/journals/{journalNumber}/bookdraftentries'),
  ],
})

/** The deprecated twins of the booking paths (rule 6.10). */
export const draftEntriesController = operations('DraftEntriesController', {
  logsBodies: true,
  roles: ROLES,
  parameters: { journalNumber: int32().references('journal.number') },
  codes: bookingCodes,
  operations: [
    whole('/entries/draft/{journalNumber}/book'),
    byDates('/entries/draft/{journalNumber}/bookWithDateInterval'),
  ].map((operation) => ({ ...operation, deprecated: true })),
})
