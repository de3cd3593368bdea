import { takeBackMatch } from '../../ledger/matching/take-back.ts'
import { date, decimal, F1, F2, int32, instant } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

const TAKEN_BACK_BY = `(SELECT b.number FROM entry_match b WHERE b.agreement = t.agreement AND b.takes_back = t.number)`

/** The log of matches and their reversals. Rows are only added to it. */
export const matches = resource('Matches', {
  logsBodies: true,
  schema: 'Match',
  table: 'entry_match',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    date: date().present().filter(F2).sortable().describe('The day it counts from'),
    debitEntry: int32().present().references('open_item.entry_number').filter(F1).sortable(),
    creditEntry: int32().present().references('open_item.entry_number').filter(F1).sortable(),
    amountInBaseCurrency: decimal().column('amount').present().describe('Negative where it undoes a match'),
    debitAmount: decimal().present().describe('In the currency of the debit'),
    creditAmount: decimal().present().describe('In the currency of the credit'),
    bookingNumber: int32().column('booking').describe('The booking that made it; null where a request did'),
    belongsTo: int32()
      .references('entry_match.number')
      .filter(F1)
      .describe('The match whose exchange difference or transfer it settles'),
    takesBack: int32().references('entry_match.number').filter(F1).describe('The match that it takes back'),
    takenBackBy: int32().computed(TAKEN_BACK_BY),
    matchedAt: instant().present(),
  },
  operations: reads('/matches', 'number'),
})

/** Taking back a match (rule 9.2). */
export const matchTakeBack = operations('MatchTakeBack', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32() },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/matches/{number}/take-back',
      status: 204,
      summary: 'Undo a match: its entries are open again, from the day it counted from',
      async run({ transaction, caller }, { path }) {
        await takeBackMatch(transaction, caller.agreement, path.number as number)
        return { status: 204 }
      },
    },
  ],
  codes: [
    'ENTRYMATCHING_ERROR_BARREDPERIODS_CUSTOMERS',
    'ENTRYMATCHING_ERROR_BARREDPERIODS_SUPPLIERS',
    'ENTRYMATCHING_ERROR_CLOSEDPERIODS_CUSTOMERS',
    'ENTRYMATCHING_ERROR_CLOSEDPERIODS_SUPPLIERS',
    'ENTRYMATCHING_ERROR_CLOSED_ACCOUNTING_YEAR',
    'MatchAlreadyTakenBack',
    'MatchCannotBeTakenBack',
    'MatchDoesNotExist',
  ],
})
