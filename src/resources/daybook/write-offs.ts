import type { Fault } from '../../errors/catalogue.ts'
import { lockLedger } from '../../ledger/lock.ts'
import { matchAndWriteOff, type WriteOff } from '../../ledger/matching/write-off.ts'
import { BOOKED_AT_ONCE_MAX, NUMBER_MAX } from '../../limits.ts'
import { date, decimal, int32, list, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'
import { CODES as matchingCodes } from '../booked-entries/matching.ts'
import { bookingCodes } from '../journals/booking.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

const setup = {
  limit: decimal(18, 2)
    .required()
    .between(0, 1_000_000_000)
    .describe('The most that one match may write off, in its currency and with its VAT'),
}

/** How much may be written off where items are matched (MONTH.md 4). */
export const writeOffSetup = operations('WriteOffSetup', {
  roles: ROLES,
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/write-off-setup',
      summary: 'How much a match may write off',
      answer: { limit: decimal().describe('null: there is no limit') },
      statement: ({ agreement }) => ({
        text: `SELECT json_build_object('limit', (SELECT s.amount_max FROM write_off_setup s
          WHERE s.agreement = $1))::text`,
        values: [agreement],
      }),
    },
    {
      kind: 'action',
      method: 'PUT',
      path: '/write-off-setup',
      status: 204,
      summary: 'Set how much a match may write off',
      schema: 'WriteOffSetupParameters',
      body: setup,
      async run({ caller: { agreement }, transaction }, { body }) {
        await lockLedger(transaction, agreement)
        await transaction.rows(
          `INSERT INTO write_off_setup (agreement, amount_max) VALUES ($1, $2)
           ON CONFLICT (agreement) DO UPDATE SET amount_max = excluded.amount_max`,
          [agreement, body.limit as string],
        )
        return { status: 204 }
      },
    },
  ],
})

interface Asked {
  entries: number[]
  writeOffAccountNumber?: number
  journalNumber?: number
  date?: string
  text?: string
}

/** The write-off that is asked for; its journal and day must be given. */
function writeOffOf(
  { writeOffAccountNumber, journalNumber, date: day, text: why }: Asked,
  faults: Fault[],
): WriteOff | undefined {
  if (writeOffAccountNumber === undefined) return undefined
  if (journalNumber === undefined) faults.push({ code: 'ValueRequired', property: 'journalNumber' })
  if (day === undefined) faults.push({ code: 'ValueRequired', property: 'date' })
  if (journalNumber === undefined || day === undefined) return undefined
  return { accountNumber: writeOffAccountNumber, journalNumber, date: day, ...(why !== undefined && { text: why }) }
}

/** Matching booked entries, and writing off what is left of them (MONTH.md 4). */
export const matchMaking = operations('MatchMaking', {
  roles: ROLES,
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/matches',
      status: 200,
      summary:
        'Match booked entries of one party; what is left may be written off by a voucher, with the VAT of the items in proportion',
      schema: 'MatchCreate',
      body: {
        entries: list(int32(1, NUMBER_MAX), BOOKED_AT_ONCE_MAX)
          .required()
          .describe('Booked entries of one customer or supplier'),
        writeOffAccountNumber: int32(1, NUMBER_MAX).describe(
          'Where what is left is posted, such as losses or discounts; left out, it stays open',
        ),
        journalNumber: int32(1, NUMBER_MAX).describe(
          'The journal of the voucher; needed where something is written off',
        ),
        date: date().describe('The day of the voucher; needed where something is written off'),
        text: text(250).describe('Of the voucher'),
      },
      answer: {
        accountingYear: text(4).describe('Of the voucher; null: nothing was written off'),
        journalNumber: int32().describe('Of the voucher'),
        voucherNumber: int32().describe('Of the voucher'),
        amount: decimal().describe('What was left, with the sign of what is owed to the company'),
      },
      given: ['voucherNumber'],
      async run({ transaction, caller }, { body, faults }) {
        const asked = body as unknown as Asked
        const writeOff = writeOffOf(asked, faults)
        if (faults.length > 0) return { status: 200, body: '{}' }
        const context = { ...caller, mayApprove: caller.roles.includes('SuperUser') }
        const { amount = null, ...voucher } = (await matchAndWriteOff(
          transaction,
          context,
          asked.entries,
          writeOff,
        )) ?? {
          accountingYear: null,
          journalNumber: null,
          voucherNumber: null,
        }
        return { status: 200, body: `${JSON.stringify(voucher).slice(0, -1)},"amount":${amount}}` }
      },
    },
  ],
  codes: [
    ...new Set([...bookingCodes, ...matchingCodes, 'WriteOffExceedsLimit', 'WriteOffOfSeveralCurrencies'] as const),
  ],
})
