import { type Kind, KINDS, searchStatement } from '../../ledger/reports/search.ts'
import { SEARCH_ITEMS_MAX } from '../../limits.ts'
import { date, decimal, itemList, text } from '../../resource/fields.ts'
import { operations, type Resource } from '../../resource/resource.ts'
import { hasRoleOf } from '../../resource/roles.ts'
import { accounts } from '../accounts/accounts.ts'
import { products } from '../products/products.ts'
import { bookedEntries } from './booked-entries.ts'
import { bookedInvoices } from './booked-invoices.ts'
import { customers } from './customers.ts'
import { documents } from './documents.ts'
import { reports } from './reports.ts'
import { suppliers } from './suppliers.ts'

/** What lists the things of a kind: who may list them finds them, too. */
const LISTED_BY: Readonly<Record<Kind, Pick<Resource, 'roles'>>> = {
  customers,
  suppliers,
  accounts,
  products,
  invoices: bookedInvoices,
  vouchers: bookedEntries,
  entries: bookedEntries,
  documents,
}

/** The kinds that a grant of these roles may list. */
const kindsFor = (roles: readonly string[]): Kind[] => KINDS.filter((kind) => hasRoleOf(LISTED_BY[kind].roles, roles))

/** Whether a grant of these roles may read what is owed. */
const mayReadReports = (roles: readonly string[]): boolean => hasRoleOf(reports.roles, roles)

/** One search over what a company has (MONTH.md 4). */
export const search = operations('Search', {
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/search',
      summary:
        'Customers, suppliers, accounts, products, invoices, vouchers, entries and documents by text, number or amount: those that the roles of the grant may list',
      query: [
        {
          name: 'q',
          field: text(100).describe(
            'A part of a name or text, a number, or an amount as 464676.56 or 464.676,56. Of entries the latest are found by a part of their text, older ones by all of it.',
          ),
          required: true,
        },
      ],
      answer: {
        groups: itemList(
          {
            kind: text(20).oneOf(KINDS).present().describe('What they are'),
            items: itemList(
              {
                number: text(30).present().describe('The number that people see'),
                text: text(255).describe('Name or text'),
                date: date().describe('Of an entry, a voucher or an invoice'),
                amount: decimal().describe(
                  'Of an entry in its currency; of a voucher its debits in base currency; in base currency what a customer owes or a supplier is owed, null where the grant may not read the reports',
                ),
                path: text(255).present().describe('Where it is read'),
              },
              SEARCH_ITEMS_MAX,
            )
              .present()
              .describe('Those whose number it is first'),
          },
          KINDS.length,
        )
          .present()
          .describe('Kinds of which something was found'),
      },
      check: ({ query }) =>
        typeof query.q === 'string' && query.q.trim() === ''
          ? [
              {
                code: 'QueryParameterInvalid',
                property: 'q',
                message: 'q is empty: give a text, a number or an amount.',
              },
            ]
          : [],
      statement: ({ agreement, roles }, { query }) =>
        searchStatement(agreement, (query.q as string).trim(), kindsFor(roles), mayReadReports(roles)),
    },
  ],
})
