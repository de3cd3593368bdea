import { type VoucherLike, vouchersAlike } from '../../ledger/reports/alike.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { date, decimal, int32, itemList, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

/** What a new voucher may be like, from those that were booked before (MONTH.md 4). */
export const voucherSuggestions = operations('VoucherSuggestions', {
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/voucher-suggestions',
      summary: 'Accounts, VAT codes and departments for a voucher, from the last that were alike',
      query: [
        { name: 'text', field: text(250).describe('Of the voucher; digits and signs may differ for a supplier.') },
        { name: 'supplierNumber', field: int32(1, NUMBER_MAX).describe('The supplier whose invoice it is.') },
        { name: 'amount', field: decimal(18, 2).describe('Of all of it, on either side.') },
      ],
      answer: {
        items: itemList(
          {
            reason: text(50).present().describe('What is alike: supplier, text, amount'),
            accountingYear: text(4).present().describe('Of the voucher that it comes from'),
            journalNumber: int32().describe('Of the voucher that it comes from'),
            voucherNumber: int32().present().describe('Of the voucher that it comes from'),
            date: date().present().describe('Of the voucher that it comes from'),
            text: text(250).describe('Of the entry that is alike'),
            amount: decimal().present().describe('Of the entry that is alike, in its currency'),
            lines: itemList(
              {
                accountNumber: int32().present().describe('The account'),
                vatCode: text(5).describe('Its VAT code'),
                departmentNumber: int32().describe('Its department'),
                text: text(250).describe('Its text'),
                amount: decimal().present().describe('Without tax; debit is positive'),
              },
              1000,
            )
              .present()
              .describe('What somebody wrote: neither what the party owes, nor tax'),
          },
          5,
        )
          .present()
          .describe('The most alike first, and of those the latest'),
      },
      check: ({ query }) =>
        query.text === undefined && query.supplierNumber === undefined && query.amount === undefined
          ? [{ code: 'QueryParameterRequired', property: 'text', message: 'Give text, supplierNumber or amount.' }]
          : [],
      statement: ({ agreement }, { query }) => vouchersAlike(agreement, query as unknown as VoucherLike),
    },
  ],
})
