import { vouchersWithoutDocumentStatement } from '../../inbox/without-document.ts'
import { date, decimal, flag, int32, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'
import { daysFaults } from './report-parameters.ts'

/** What a bookkeeper still needs papers for (MONTH.md 3). */
export const vouchersWithoutDocument = operations('VouchersWithoutDocument', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/vouchers-without-document',
      summary: 'Vouchers of journals, booked or drafted, that have no document; at most 10,000, the first in time',
      query: [
        { name: 'from', field: date().describe('The first day'), required: true },
        { name: 'to', field: date().describe('The last day'), required: true },
      ],
      check: ({ query }) => daysFaults(query, ['from', 'to']),
      answer: {
        isList: true,
        schema: 'VoucherWithoutDocument',
        items: {
          accountingYear: text(4).present().describe('Of the voucher'),
          journalNumber: int32().present().describe('Of the voucher'),
          voucherNumber: int32().present().describe('The voucher'),
          date: date().present().describe('The first day of its entries'),
          text: text(250).describe('Of its first entry'),
          amount: decimal(18, 2).present().describe('What it comes to in the base currency'),
          isBooked: flag().describe('false: it is a draft'),
        },
      },
      statement: ({ agreement }, { query }) =>
        vouchersWithoutDocumentStatement(agreement, query.from as string, query.to as string),
    },
  ],
})
