import { ofBankAccount } from './bank-accounts.ts'
import { matchLines } from '../../bank/matching/match.ts'
import { undoMatch } from '../../bank/matching/undo.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { decimal, F1, F2, flag, instant, int32, itemList, list, objects, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { bookingCodes } from '../journals/booking.ts'
import { previewed } from './previewed.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const
/** Matches of one request, and what one of them names. */
const MATCHES_MAX = 500
const NAMED_MAX = 500

/** What bank lines belong to in the ledger (MONTH.md 1). */
export const bankMatches = resource('BankMatches', {
  logsBodies: true,
  schema: 'BankMatch',
  table: 'bank_match',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    bankAccountNumber: ofBankAccount('The bank account of its lines'),
    matchedAt: instant().present().filter(F2).describe('When it was asked for'),
    app: int32().describe('The app that asked for it'),
    accountingYear: text(4).references('accounting_year.year').describe('Of its voucher'),
    journalNumber: int32().references('journal.number').filter(F1).describe('The journal of its voucher'),
    voucherNumber: int32()
      .filter(F1)
      .describe('The voucher that was made for it; absent where entries that were there are all of it'),
    wasThere: flag().describe('true: the voucher was drafted before, and stays when the match is undone'),
  },
  operations: reads('/bank-matches', 'number'),
})

const match = {
  bankLines: list(int32(1, NUMBER_MAX), NAMED_MAX).required().describe('Open lines of one bank account'),
  entries: list(int32(1, NUMBER_MAX), NAMED_MAX).describe('Booked entries of its account in the ledger'),
  drafts: list(int32(1, NUMBER_MAX), NAMED_MAX).describe('Draft entries of one voucher on that account'),
  items: itemList(
    {
      customerNumber: int32(1, NUMBER_MAX).describe('Whose item it is; else give supplierNumber'),
      supplierNumber: int32(1, NUMBER_MAX).describe('Whose item it is; else give customerNumber'),
      invoiceNumber: text(30).required().describe('Of an open item'),
      amount: decimal(18, 2).describe(
        'How much of it; left out, all that is open. What is owed to the company is positive',
      ),
    },
    NAMED_MAX,
  ).describe('Open items that the lines pay'),
  lines: itemList(
    {
      accountNumber: int32(1, NUMBER_MAX).required().describe('The account of the other side'),
      amount: decimal(18, 2).required().describe('As the bank has it: what came in is positive'),
      vatCode: text(5).describe('A VAT code of that side'),
      departmentNumber: int32(1, NUMBER_MAX).describe('The department of that side'),
      text: text(250).describe('Left out, the text of the line'),
    },
    NAMED_MAX,
  ).describe('What else the lines are, posted on accounts'),
  leaveOpen: flag().describe('true: the last item is paid in part where less came than is open'),
  differenceAccountNumber: int32(1, NUMBER_MAX).describe(
    'Where the difference between items and lines is posted, as a fee; the items are paid whole',
  ),
  writeOffAccountNumber: int32(1, NUMBER_MAX).describe(
    'The same for what is written off, a discount or a loss: with the VAT of the items in proportion',
  ),
}

/** Matching lines, and taking that back. */
export const bankMatching = operations('BankMatching', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32().references('bank_match.number', 'BankMatchDoesNotExist') },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/bank-matches',
      status: 201,
      answersPreview: true,
      schema: 'BankMatchCreate',
      summary:
        'Say what bank lines belong to in the ledger, all or nothing; a voucher is drafted for what is not there yet',
      body: {
        matches: itemList(match, MATCHES_MAX).required().describe('Each is one or more lines, and what they come to'),
        book: flag().describe('true: the vouchers are booked at once'),
        preview: flag().describe('true: a dry run, answered 200: says what would become of it, and writes nothing'),
      },
      answer: {
        number: int32().describe('Of the first match; null in a preview'),
        matches: itemList(
          {
            number: int32().describe('Of the match; null in a preview'),
            bankLines: list(int32(), NAMED_MAX).present().describe('The lines'),
            entries: list(int32(), NAMED_MAX).present().describe('Booked entries that the lines belong to'),
            journalNumber: int32().describe('The journal of its voucher'),
            voucherNumber: int32().describe('Its voucher'),
            draftEntries: list(int32(), NAMED_MAX).present().describe('Of its voucher, until they are booked'),
            postings: objects({
              entryTypeNumber: int32().present(),
              accountNumber: int32(),
              customerNumber: int32(),
              supplierNumber: int32(),
              invoiceNumber: text(250),
              amount: decimal(18, 2).present(),
              currency: text(3).present(),
              vatCode: text(5),
            })
              .present()
              .describe('The lines of its voucher, but for that of the bank'),
          },
          MATCHES_MAX,
        )
          .present()
          .describe('What became of each'),
        ...previewed,
      },
      given: ['number', 'matches.number', 'matches.voucherNumber', 'matches.draftEntries'],
      run: matchLines,
    },
    {
      kind: 'action',
      method: 'DELETE',
      path: '/bank-matches/{number}',
      status: 204,
      summary:
        'Undo a match: its lines are open again; a voucher that was made for it is deleted, or reversed where it is booked',
      run: undoMatch,
    },
  ],
  codes: [
    ...new Set([
      ...bookingCodes,
      'BankAccountHasNoJournal',
      'BankDayIsReconciled',
      'BankLineIsIgnored',
      'BankLineIsMatched',
      'BankLineNotFound',
      'BankLinesOfSeveralAccounts',
      'BankMatchDoesNotAddUp',
      'BankMatchDoesNotExist',
      'BankMatchEntryNotOnAccount',
      'BankMatchEntryTaken',
      'BankMatchItemInOtherCurrency',
      'BankMatchItemNotOpen',
      'BankMatchNamesTwice',
      'BankMatchOfDraftsAndMore',
      'WriteOffExceedsLimit',
    ] as const),
  ],
})
