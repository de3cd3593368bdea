import { reverseVoucher } from '../../ledger/booking/reverse.ts'
import { date, F1, F2, int32, instant, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

/** The answer of a reversal: its number, the reversing voucher, and the reversed booking. */
const REVERSED = {
  number: int32().present(),
  journalNumber: int32().present(),
  accountingYear: text(4).present(),
  voucherNumber: int32().present(),
  reversedBooking: int32().present(),
}

/** Reversing a booked voucher. This is how to correct the books, because booked entries never change (rule 5.1). */
export const vouchers = operations('Vouchers', {
  logsBodies: true,
  roles: ROLES,
  parameters: {
    journalNumber: int32().references('journal.number'),
    accountingYear: text(4).references('accounting_year.year'),
    voucherNumber: int32(),
  },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/vouchers/{journalNumber}/{accountingYear}/{voucherNumber}/reverse',
      status: 201,
      summary: 'Reverse a booked voucher: book every entry of it with the opposite amounts on the date given',
      body: {
        date: date().required().describe('The day the reversing voucher is booked on'),
        booking: int32().describe('The booking; needed where the voucher was booked in several'),
        text: text(250).describe('Text of the reversing entries; left out, each keeps that of the entry it reverses'),
      },
      schema: 'VoucherReversalRequest',
      answer: REVERSED,
      given: ['number', 'voucherNumber'],
      async run({ transaction, caller: { agreement } }, { path, body }) {
        const reversal = await reverseVoucher(transaction, {
          agreement,
          journalNumber: path.journalNumber as number,
          accountingYear: path.accountingYear as string,
          voucherNumber: path.voucherNumber as number,
          booking: body.booking as number | undefined,
          date: body.date as string,
          text: body.text as string | undefined,
        })
        return { status: 201, body: JSON.stringify(reversal), location: `/voucher-reversals/${reversal.number}` }
      },
    },
  ],
  codes: [
    'ExchangeDifferenceAccountNotSet',
    'JournalDoesNotExist',
    'JournalEntryDateAccountingYearClosed',
    'JournalEntryDateAccountingYearDoesNotExist',
    'JournalEntryDateAccountingYearPeriodBarred',
    'JournalVoucherNextNumberNotWithinBoundaries',
    'VoucherAlreadyReversed',
    'VoucherDoesNotExist',
    'VoucherHasSeveralBookings',
  ],
})

/** Vouchers that were reversed, each with the voucher that reverses it. */
export const voucherReversals = resource('VoucherReversals', {
  logsBodies: true,
  schema: 'VoucherReversal',
  table: 'voucher_reversal',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    journalNumber: int32().filter(F1).sortable().describe('The journal of both vouchers; null: they are of none'),
    accountingYear: text(4).present().filter(F1).sortable().describe('Of the voucher that was reversed'),
    voucherNumber: int32().present().filter(F1).sortable().describe('Of the voucher that was reversed'),
    booking: int32().filter(F1).sortable().describe('The booking of the voucher that was reversed'),
    reversingAccountingYear: text(4).present().filter(F1).sortable(),
    reversingVoucherNumber: int32().present().filter(F1).sortable(),
    date: date().present().filter(F2).sortable().describe('The day the reversing voucher is booked on'),
    reversedAt: instant().present().filter(F2).sortable(),
  },
  operations: reads('/voucher-reversals', 'number'),
})

/** Which booked entry reverses which. */
export const entryReversals = resource('EntryReversals', {
  logsBodies: true,
  schema: 'EntryReversal',
  table: 'entry_reversal',
  key: ['reversedEntry'],
  roles: ROLES,
  fields: {
    reversedEntry: int32().present().filter(F1).sortable(),
    reversingEntry: int32().present().filter(F1).sortable(),
    reversalNumber: int32().present().filter(F1).sortable(),
  },
  operations: reads('/entry-reversals', 'reversedEntry'),
})
