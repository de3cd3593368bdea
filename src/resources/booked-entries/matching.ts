import type { ErrorCode } from '../../errors/catalogue.ts'
import { BOOKED_AT_ONCE_MAX } from '../../limits.ts'
import { matchEntries } from '../../ledger/matching/match.ts'
import { day, decimal, F1, F2, int32, list } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

/** The codes of matching entries. */
export const CODES: readonly ErrorCode[] = [
  'ENTRYMATCHING_ERROR_BARREDPERIODS_CUSTOMERS',
  'ENTRYMATCHING_ERROR_BARREDPERIODS_SUPPLIERS',
  'ENTRYMATCHING_ERROR_CLOSEDPERIODS_CUSTOMERS',
  'ENTRYMATCHING_ERROR_CLOSEDPERIODS_SUPPLIERS',
  'ENTRYMATCHING_ERROR_CLOSED_ACCOUNTING_YEAR',
  'ENTRYMATCHING_ERROR_ENTRIESNOTFOUND',
  'ENTRYMATCHING_ERROR_NO_CUSTOMER_OR_SUPPLIER_ENTRIES',
  'ENTRYMATCHING_ERROR_NO_MATCHES',
  'ENTRYMATCHING_ERROR_SELECTATLEASTONEENTRY',
  'ENTRYMATCHING_ERROR_SUPPLIER_CUSTOMER_MIXED',
]

/** Matching booked entries of one party (contract, BookedEntriesMatching). */
export const matching = operations('BookedEntriesMatching', {
  logsBodies: true,
  roles: ROLES,
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/booked-entries/match',
      status: 204,
      summary: 'Match booked entries of one party: debits with credits, the oldest first',
      body: {
        entryIds: list(int32(), BOOKED_AT_ONCE_MAX).required('ENTRYMATCHING_ERROR_SELECTATLEASTONEENTRY'),
      },
      schema: 'MatchBookedEntries',
      async run({ transaction, caller }, { body }) {
        await matchEntries(transaction, caller.agreement, body.entryIds as number[])
        return { status: 204 }
      },
    },
  ],
  codes: [...CODES, 'ExchangeDifferenceAccountNotSet'],
})

/**
 * Pairs of entries that settled each other, from the debit to the credit. Both have their whole amount (contract,
 * MatchedBookedEntriesPair).
 */
export const matchedPairs = resource('MatchedBookedEntriesPairs', {
  logsBodies: true,
  schema: 'MatchedBookedEntriesPair',
  table: 'matched_entry_pair',
  key: ['fromEntry', 'toEntry'],
  roles: ROLES,
  fields: {
    fromEntry: int32().present().filter(F1).sortable().describe('The debit'),
    fromEntryDate: day().present().filter(F2),
    fromEntryAmount: decimal().present().describe("The entry's whole amount, in its currency"),
    fromEntryAmountDKK: decimal().column('from_entry_base_amount').present().describe('In base currency'),
    toEntry: int32().present().filter(F1).sortable().describe('The credit'),
    toEntryDate: day().present().filter(F2),
    toEntryAmount: decimal().present().describe("The entry's whole amount, in its currency"),
    toEntryAmountDKK: decimal().column('to_entry_base_amount').present().describe('In base currency'),
  },
  operations: standard('/booked-entries/matched-pairs', ['fromEntry', 'toEntry'], ['cursor']),
  codes: CODES,
})
