import { NUMBER_MAX } from '../../limits.ts'
import { int32, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

const PURPOSES = ['rounding', 'result', 'exchangeDifference', 'vatSettlement'] as const

/**
 * The accounts of postings that the service makes itself: rounding differences, exchange differences, the result of a
 * closed year, and settled VAT. The Danish templates name them. An agreement created empty names its own.
 */
export const systemAccounts = operations('SystemAccounts', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  parameters: { purpose: text(20).oneOf(PURPOSES) },
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/system-accounts',
      summary: 'The accounts of postings that the service makes by itself',
      answer: {
        isList: true,
        schema: 'NamedSystemAccount',
        items: { purpose: text(20).oneOf(PURPOSES), accountNumber: int32(1, NUMBER_MAX) },
      },
      statement: ({ agreement }) => ({
        text: `SELECT coalesce(json_agg(json_build_object('purpose', s.purpose, 'accountNumber', s.account_number)
          ORDER BY s.purpose), '[]')::text
          FROM system_account s WHERE s.agreement = $1`,
        values: [agreement],
      }),
    },
    {
      kind: 'action',
      method: 'PUT',
      path: '/system-accounts/{purpose}',
      status: 204,
      summary: 'Set the account for a purpose',
      schema: 'SystemAccount',
      body: { accountNumber: int32(1, NUMBER_MAX).required() },
      async run({ caller, transaction }, { path, body, faults }) {
        if (!PURPOSES.some((purpose) => purpose === path.purpose)) {
          faults.push({ code: 'NotFound', property: 'purpose', message: `The purposes are ${PURPOSES.join(', ')}.` })
          return { status: 204 }
        }
        const [account] = await transaction.rows<{
          type: number
          isBarred: boolean
          isForeign: boolean
          isSummary: boolean
        }>(
          `SELECT a.type, a.is_barred AS "isBarred",
             coalesce(a.currency <> (SELECT g.base_currency FROM agreement g WHERE g.agreement = $1), false)
               AS "isForeign",
             EXISTS (SELECT FROM summary_account s WHERE s.agreement = $1 AND s.account_number = a.number)
               AS "isSummary"
           FROM account a WHERE a.agreement = $1 AND a.number = $2 FOR KEY SHARE OF a`,
          [caller.agreement, body.accountNumber as number],
        )
        const types = path.purpose === 'result' || path.purpose === 'vatSettlement' ? [2] : [1, 2]
        if (!account) faults.push({ code: 'AccountDoesNotExist', property: 'accountNumber' })
        else if (!types.includes(account.type)) {
          const message = `The account of ${path.purpose} must be of type ${types.join(' or ')}.`
          faults.push({ code: 'AccountIsNotBalanceOrProfitAndLossType', property: 'accountNumber', message })
        } else if (account.isSummary) {
          faults.push({ code: 'AccountIsSummaryAccount', property: 'accountNumber' })
        } else if (account.isBarred) {
          faults.push({ code: 'AccountIsBarred', property: 'accountNumber' })
        } else if (account.isForeign) {
          faults.push({ code: 'JournalEntryAccountCurrencyMismatch', property: 'accountNumber' })
        } else {
          await transaction.rows(
            `INSERT INTO system_account (agreement, purpose, account_number) VALUES ($1, $2, $3)
             ON CONFLICT (agreement, purpose) DO UPDATE SET account_number = excluded.account_number`,
            [caller.agreement, path.purpose as string, body.accountNumber as number],
          )
        }
        return { status: 204 }
      },
    },
  ],
  codes: [
    'AccountDoesNotExist',
    'AccountIsBarred',
    'AccountIsNotBalanceOrProfitAndLossType',
    'AccountIsSummaryAccount',
    'JournalEntryAccountCurrencyMismatch',
  ],
})
