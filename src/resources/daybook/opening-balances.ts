import { closeBooks, openBooks, type OpeningRequest } from '../../ledger/years/opening-balances.ts'
import { IMPORTED_VALUES_MAX, NUMBER_MAX } from '../../limits.ts'
import { date, decimal, flag, int32, itemList, objects, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

const amounts = {
  currency: text(3).describe('The base currency where left out'),
  amount: decimal(24, 2).required().describe('In the currency; debit positive'),
  amountInBaseCurrency: decimal(24, 2).describe('Of another currency: what it is in base currency'),
}
const told = () => decimal(24, 2).present()

const OPENED = {
  journalNumber: int32().present(),
  accountingYear: text(4).present(),
  voucherNumber: int32().present().describe('0: nothing would be booked'),
  lines: int32().present(),
  debit: told(),
  credit: told(),
  differences: objects({
    accountNumber: int32().describe('null: all balances together'),
    given: told().describe('What was given as the balance of the account'),
    items: told().describe('What the items of the account are together'),
    difference: told(),
  })
    .present()
    .describe('What does not add up'),
}

/** The balances that books begin with, from other books (MONTH.md 7). */
export const openingBalances = operations('OpeningBalances', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/opening-balances',
      status: 200,
      summary: 'Open the books with balances of accounts and open items from other books, as one voucher',
      schema: 'OpeningBalances',
      body: {
        date: date().required().describe('The first day of the books'),
        journalNumber: int32(1, NUMBER_MAX).required(),
        text: text(250),
        accounts: itemList(
          { accountNumber: int32(1, NUMBER_MAX).required(), ...amounts },
          IMPORTED_VALUES_MAX,
        ).describe('What each account has. A summary account is compared with its items, and may be left out'),
        items: itemList(
          {
            customerNumber: int32(1, NUMBER_MAX),
            supplierNumber: int32(1, NUMBER_MAX),
            invoiceNumber: text(30).required().describe('As the invoice has it'),
            dueDate: date(),
            ...amounts,
          },
          IMPORTED_VALUES_MAX,
        ).describe('What customers and suppliers owe and are owed, invoice by invoice'),
        nextInvoiceNumber: int32(1, NUMBER_MAX).describe('Where the series of invoices goes on'),
        preview: flag().describe('true: tell what would be booked and what does not add up, and book nothing'),
      },
      answer: OPENED,
      async run({ transaction, caller: { agreement } }, { body }) {
        const request = { accounts: [], items: [], ...body } as unknown as OpeningRequest
        return { status: 200, told: await openBooks(transaction, agreement, request) }
      },
    },
    {
      kind: 'action',
      method: 'DELETE',
      path: '/opening-balances',
      status: 204,
      summary: 'Take the opening balances back: their voucher is reversed, as long as nothing else was booked since',
      async run({ transaction, caller: { agreement } }) {
        await closeBooks(transaction, agreement)
        return { status: 204 }
      },
    },
  ],
  codes: [
    'AccountNotFound',
    'CustomerDoesNotExist',
    'CustomerIsBarred',
    'JournalDoesNotExist',
    'JournalEntryDateAccountingYearClosed',
    'JournalEntryDateAccountingYearDoesNotExist',
    'JournalEntryDateAccountingYearPeriodBarred',
    'JournalVoucherNextNumberNotWithinBoundaries',
    'OpeningBalancesAreThere',
    'OpeningBalancesDoNotAddUp',
    'OpeningBalancesDoNotExist',
    'OpeningBalancesHaveSuccessors',
    'SupplierDoesNotExist',
    'ValueNotAllowed',
    'ValueOutOfRange',
    'ValueRequired',
  ],
})
