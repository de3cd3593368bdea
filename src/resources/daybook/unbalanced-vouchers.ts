import { unbalancedVouchers as statement } from '../../ledger/reports/unbalanced.ts'
import { BULK_ENTRIES_MAX, UNBALANCED_MAX } from '../../limits.ts'
import { date, decimal, int32, itemList, objects, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

/** Draft vouchers that do not balance, and what their rates have to do with it. */
export const unbalancedVouchers = operations('UnbalancedVouchers', {
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/unbalanced-vouchers',
      summary: 'Draft vouchers of all journals that do not balance, by how much, and at which rates their lines are',
      answer: {
        journals: objects({
          journalNumber: int32().present().describe('The journal'),
          name: text(250).present().describe('Its name'),
          count: int32().present().describe('How many of its vouchers do not balance'),
        })
          .present()
          .describe('The journals that have any'),
        items: itemList(
          {
            journalNumber: int32().present().describe('The journal'),
            accountingYear: text(4).present().describe('The year of the voucher'),
            voucherNumber: int32().present().describe('The voucher'),
            date: date()
              .present()
              .describe('The first day of what does not balance: a voucher balances on each, or in each month'),
            difference: decimal(24, 2).present().describe('By how much, in base currency; debit is positive'),
            rates: itemList(
              {
                entryNumber: int32().present().describe('The draft entry'),
                accountNumber: int32().describe('Its account; null where a party or the contra account stands for it'),
                currency: text(3).present().describe('Its currency'),
                amount: decimal(24, 2).present().describe('Its amount'),
                exchangeRate: decimal(24, 6).present().describe('Its rate'),
                amountInBaseCurrency: decimal(24, 2).present().describe('What it comes to at that rate'),
                tableDate: date().describe('The day of the rate that the table has for it; null: the table has none'),
                tableRate: decimal(24, 6).describe('The rate of the table'),
                amountAtTableRate: decimal(24, 2).describe('What it comes to at the rate of the table'),
                balancingRate: decimal(24, 6).describe('The rate at which the voucher balances; null: none does'),
              },
              BULK_ENTRIES_MAX,
            )
              .present()
              .describe('Its lines in other currencies that have one side'),
          },
          UNBALANCED_MAX,
        )
          .present()
          .describe('The first of them, by journal and voucher'),
      },
      statement: ({ agreement }) => statement(agreement),
    },
  ],
})
