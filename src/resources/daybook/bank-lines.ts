import { ofBankAccount } from './bank-accounts.ts'
import { ignoreLine, reopenLine } from '../../bank/lines.ts'
import { date, decimal, F1, F1L, F2, int32, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { LINE_STATE } from '../../bank/line-state.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

/** What banks have carried out, line by line (MONTH.md 1). */
export const bankLines = resource('BankLines', {
  logsBodies: true,
  schema: 'BankLine',
  table: 'bank_line',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    bankAccountNumber: ofBankAccount('The bank account that it is of'),
    statementNumber: int32()
      .present()
      .references('bank_statement.number')
      .filter(F1)
      .sortable()
      .describe('The statement that brought it'),
    place: int32().present().describe('Of the line in its statement'),
    date: date().present().filter(F2).sortable().describe('The day it was booked at the bank'),
    valueDate: date().present().describe('The day from which interest counts'),
    amount: decimal().present().filter(F2).sortable().describe("In the account's currency; what came in is positive"),
    text: text(500).present().filter(F1L).describe('What the bank or the payer wrote'),
    counterpartyName: text(140).filter(F1L).describe("The other party's name"),
    counterpartyAccount: text(140).describe('The IBAN or number of the account at the other end'),
    reference: text(140).filter(F1).describe('What the payer was asked to give'),
    endToEndId: text(140).describe('What the payer calls the payment'),
    bankReference: text(140).describe("The bank's own reference of this line alone"),
    originalAmount: decimal().describe('What was paid in another currency'),
    originalCurrency: text(3).describe('The currency of originalAmount'),
    payments: int32().describe('How many payments it holds, where the bank gave one amount for all'),
    state: text(10)
      .computed(LINE_STATE)
      .filter(F1)
      .describe('`open`, `matched` (its voucher is drafted), `booked`, or `ignored`'),
    ignoredReason: text(250).describe('Why it belongs to nothing in the ledger'),
    matchNumber: int32()
      .references('bank_match.number')
      .filter(F1)
      .describe('The match that says what it belongs to in the ledger'),
  },
  operations: reads('/bank-lines', 'number'),
})

/** Lines that belong to nothing in the ledger. */
export const bankLineStates = operations('BankLineStates', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32().references('bank_line.number', 'BankLineDoesNotExist') },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/bank-lines/{number}/ignore',
      status: 204,
      schema: 'BankLineIgnored',
      body: { reason: text(250).required().describe('Why it belongs to nothing in the ledger') },
      summary: 'Say that an open line belongs to nothing in the ledger',
      run: ignoreLine,
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/bank-lines/{number}/reopen',
      status: 204,
      summary: 'Take back that a line is ignored',
      run: reopenLine,
    },
  ],
  codes: ['BankLineDoesNotExist', 'BankLineIsMatched', 'BankLineIsNotIgnored'],
})
