import { lockLedger } from '../../ledger/lock.ts'
import { TAX_BOXES } from '../../ledger/vat-returns/boxes.ts'
import { declareDanishBoxes } from '../../ledger/vat-returns/danish.ts'
import { FREQUENCIES } from '../../ledger/vat-returns/periods.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { Field, int32, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const
const box = () => text(20).oneOf(TAX_BOXES)

/** VAT accounts: each declares the box of a VAT return that what is posted to it counts in (MONTH.md 2). */
export const vatAccounts = operations('VatAccounts', {
  logsBodies: true,
  roles: ROLES,
  parameters: { accountNumber: int32(1, NUMBER_MAX) },
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/vat-accounts',
      summary: 'The accounts that declare a box of the VAT return, and those of VAT codes that declare none',
      answer: {
        isList: true,
        schema: 'NamedVatAccount',
        items: {
          accountNumber: int32(1, NUMBER_MAX),
          box: box().describe('null: none yet, though it is the account of a VAT code with tax.'),
        },
      },
      statement: ({ agreement }) => ({
        text: `SELECT coalesce(json_agg(json_build_object('accountNumber', a.number, 'box', a.vat_box)
          ORDER BY a.number), '[]')::text
          FROM account a WHERE a.agreement = $1 AND (a.vat_box IS NOT NULL OR EXISTS (SELECT FROM vat_code v
            WHERE v.agreement = $1 AND v.rate > 0 AND a.number IN (v.account_number, v.contra_account_number)))`,
        values: [agreement],
      }),
    },
    {
      kind: 'action',
      method: 'PUT',
      path: '/vat-accounts/{accountNumber}',
      status: 204,
      summary: 'Declare the box of the VAT return that what is posted to the account counts in',
      schema: 'VatAccount',
      body: { box: box().describe('Left out: it is no VAT account') },
      async run({ caller: { agreement }, transaction }, { path, body, faults }) {
        await lockLedger(transaction, agreement)
        const [account] = await transaction.rows<{ type: number; box: string | null; isSettled: boolean }>(
          `SELECT a.type, a.vat_box AS box, EXISTS (SELECT FROM vat_return r JOIN booked_entry e
               ON e.agreement = $1 AND e.account_number = a.number AND e.date <= r.date_to
               WHERE r.agreement = $1 AND NOT r.undone) AS "isSettled"
           FROM account a WHERE a.agreement = $1 AND a.number = $2`,
          [agreement, path.accountNumber as number],
        )
        const given = (body.box as string | null | undefined) ?? null
        if (!account) faults.push({ code: 'NotFound', property: 'accountNumber' })
        else if (account.type > 2) {
          faults.push({ code: 'AccountIsNotBalanceOrProfitAndLossType', property: 'accountNumber' })
        } else if (account.isSettled && account.box !== given) {
          faults.push({ code: 'VatAccountIsSettled', property: 'box' })
        } else {
          await transaction.rows(
            `UPDATE account SET vat_box = $3, object_version = nextval('object_version'), last_updated = now()
             WHERE agreement = $1 AND number = $2 AND vat_box IS DISTINCT FROM $3`,
            [agreement, path.accountNumber as number, given],
          )
        }
        return { status: 204 }
      },
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/vat-accounts/danish',
      status: 200,
      summary:
        'Declare the boxes of accounts and VAT codes that are as the Danish template made them, and declare none yet',
      schema: 'DanishVatBoxes',
      answer: {
        accounts: new Field({ type: 'list', nullable: false, items: int32() }).describe(
          'Accounts that declare a box now.',
        ),
        codes: new Field({ type: 'list', nullable: false, items: text(5) }).describe(
          'VAT codes that declare a report now.',
        ),
      },
      async run({ caller: { agreement }, transaction }) {
        return { status: 200, body: JSON.stringify(await declareDanishBoxes(transaction, agreement)) }
      },
    },
  ],
  codes: ['AccountIsNotBalanceOrProfitAndLossType', 'VatAccountIsSettled'],
})

const frequency = () => text(20).oneOf(FREQUENCIES).describe('How often VAT is reported')
const lateEntries = () =>
  text(20)
    .oneOf(['next', 'refuse'])
    .describe(
      'Of entries dated in a settled period: next, they count in the next return; refuse, those with a VAT code are not booked',
    )

/** How VAT is reported: one row each agreement. */
export const vatSetup = operations('VatSetup', {
  logsBodies: true,
  roles: ROLES,
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/vat-setup',
      summary: 'How often VAT is reported, and what becomes of late entries',
      answer: { frequency: frequency(), lateEntries: lateEntries() },
      statement: ({ agreement }) => ({
        text: `SELECT json_build_object('frequency', coalesce(s.frequency, 'quarter'), 'lateEntries',
          coalesce(s.late_entries, 'next'))::text
          FROM agreement a LEFT JOIN vat_setup s ON s.agreement = $1 WHERE a.agreement = $1`,
        values: [agreement],
      }),
    },
    {
      kind: 'action',
      method: 'PUT',
      path: '/vat-setup',
      status: 204,
      summary: 'Set how often VAT is reported, and what becomes of late entries',
      schema: 'VatSetupParameters',
      body: {
        frequency: frequency().required(),
        lateEntries: lateEntries().required(),
      },
      async run({ caller: { agreement }, transaction }, { body }) {
        await lockLedger(transaction, agreement)
        await transaction.rows(
          `INSERT INTO vat_setup (agreement, frequency, late_entries) VALUES ($1, $2, $3)
           ON CONFLICT (agreement) DO UPDATE SET frequency = excluded.frequency, late_entries = excluded.late_entries`,
          [agreement, body.frequency as string, body.lateEntries as string],
        )
        return { status: 204 }
      },
    },
  ],
})
