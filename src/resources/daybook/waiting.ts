import { LINE_STATE } from '../../bank/line-state.ts'
import type { Statement } from '../../database/connection.ts'
import { INBOX_STATE } from '../../inbox/state.ts'
import { NEXT_RETURN, periodsAround } from '../../ledger/vat-returns/next.ts'
import { date, decimal, flag, int32, objects, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'
import { hasRoleOf } from '../../resource/roles.ts'
import { bankLines } from './bank-lines.ts'
import { draftEntries } from './draft-entries.ts'
import { inbox } from './inbox.ts'
import { draftInvoices } from './invoicing.ts'
import { vatReturns } from './vat-returns.ts'

/** What is counted, in the order in which it is answered: of which list, and which rows of its table `t`. */
const COUNTED = {
  draftEntries: { of: draftEntries, from: 'draft_entry t', where: 'true' },
  inbox: { of: inbox, from: 'inbox_item t', where: `${INBOX_STATE} = 'new'` },
  bankLines: { of: bankLines, from: 'bank_line t', where: `${LINE_STATE} = 'open'` },
  draftInvoices: { of: draftInvoices, from: 'draft_invoice t', where: 'true' },
} as const

/** The accounts at banks that have open lines. */
const BANK_ACCOUNTS = `(SELECT coalesce(json_agg(json_build_object('number', a.number,
    'accountNumber', a.account_number, 'name', a.name, 'bankLines', n.count) ORDER BY a.account_number), '[]'::json)
  FROM (SELECT t.bank_account_number, count(*) FROM ${COUNTED.bankLines.from}
    WHERE t.agreement = $1 AND ${COUNTED.bankLines.where} GROUP BY 1) AS n
  JOIN bank_account a ON a.agreement = $1 AND a.number = n.bank_account_number)`

/** Counts what a grant of these roles may list, for the agreement `$1`; what it may not is null. */
function waits(agreement: number, day: string, roles: readonly string[]): Statement {
  const mayList = (list: { roles: readonly string[] }): boolean => hasRoleOf(list.roles, roles)
  const counts = Object.entries(COUNTED).map(
    ([name, { of, from, where }]) =>
      `'${name}', ${mayList(of) ? `(SELECT count(*) FROM ${from} WHERE t.agreement = $1 AND ${where})` : 'NULL'}`,
  )
  const invoices = mayList(draftInvoices)
    ? '(SELECT coalesce(sum(t.amount_in_base_currency), 0.00) FROM draft_invoice t WHERE t.agreement = $1)'
    : 'NULL'
  const bankAccounts = mayList(bankLines) ? BANK_ACCOUNTS : 'NULL'
  const mayReadVat = String(mayList(vatReturns))
  return {
    text: `WITH ${NEXT_RETURN}
      SELECT json_build_object('date', $2::date, ${counts.join(', ')}, 'draftInvoicesAmount', ${invoices},
        'bankAccounts', ${bankAccounts}, 'vatPeriod', n.period, 'vatState', n.state,
        'vatDeadline', n.deadline, 'hasEntries', EXISTS (SELECT FROM booking b WHERE b.agreement = $1))::text
      FROM (VALUES (true)) AS one LEFT JOIN next_return n ON $4::boolean`,
    values: [agreement, day, periodsAround(day), mayReadVat],
  }
}

const counted = (what: string) => int32().describe(`${what}; null: the grant may not list them`)

/** What waits for somebody, in one answer: counts of lists, and the VAT return that comes next. */
export const waiting = operations('Waiting', {
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/waiting',
      summary:
        'What waits for somebody: how many drafts, documents and bank lines, and which VAT return is to be reported next',
      query: [{ name: 'date', field: date().describe('The day from which periods are seen.'), required: true }],
      answer: {
        date: date().required(),
        draftEntries: counted('Entries in the journals that are not booked'),
        inbox: counted('Documents of the inbox that are `new`'),
        bankLines: counted('Bank lines that are `open`'),
        bankAccounts: objects({
          number: int32().present().describe('The account at the bank'),
          accountNumber: int32().present().describe('Its account in the ledger'),
          name: text(250).present().describe('Its name'),
          bankLines: int32().present().describe('How many of its lines are `open`'),
        }).describe('The accounts at banks that have any; null: the grant may not list their lines'),
        draftInvoices: counted('Invoices that are not booked'),
        draftInvoicesAmount: decimal(24, 2).describe(
          'What those come to with VAT, in base currency; null: the grant may not list them',
        ),
        vatPeriod: text(7).describe(
          'Of the first VAT return that is not reported; null: nothing was booked by the end of a period, or the grant may not read returns',
        ),
        vatState: text(10).oneOf(['preview', 'settled']).describe('Of that return'),
        vatDeadline: date().describe('The day by which that return is due; null: more than five years ago'),
        hasEntries: flag().describe('Whether anything is booked'),
      },
      statement: ({ agreement, roles }, { query }) => waits(agreement, query.date as string, roles),
    },
  ],
})
