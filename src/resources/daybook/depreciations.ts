import { depreciate } from '../../ledger/years/depreciations.ts'
import { type Disposal, dispose } from '../../ledger/years/disposals.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { date, decimal, flag, int32, list, objects, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'
import { bookingCodes } from '../journals/booking.ts'
import { draftEntries } from './draft-entries.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const
const amount = () => decimal(24, 2).present()

const DEPRECIATED = {
  to: date().present(),
  items: objects({
    assetNumber: int32().present(),
    groupNumber: int32().present(),
    date: date().present().describe('The last day of the month'),
    amount: amount().describe('The depreciation of the month'),
    bookValue: amount().describe('What the asset stands at after it'),
  }).present(),
  vouchers: objects({
    journalNumber: int32().present(),
    voucherNumber: int32().describe('Of the draft entries; one voucher for each month and journal'),
    date: date().present(),
    amount: amount().describe('The sum of its lines'),
  }).present(),
  amount: amount().describe('The sum of all'),
}

const DISPOSED = {
  assetNumber: int32().present(),
  date: date().present(),
  cost: amount().describe('What the asset cost'),
  depreciation: amount().describe('What has been depreciated of it'),
  bookValue: amount().describe('Cost less depreciation'),
  netPrice: amount().describe('The price without VAT'),
  vat: amount().describe('The VAT of the price'),
  gain: amount().describe('Price without VAT less book value; a loss is negative'),
  journalNumber: int32().present().describe('Of the voucher'),
  voucherNumber: int32().describe('Of the voucher'),
  draftEntries: list(int32(), 1000).present().describe('Its draft entries; none where it was booked'),
}

/** Depreciating assets (MONTH.md 5). */
export const depreciations = operations('Depreciations', {
  logsBodies: true,
  roles: ROLES,
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/depreciations',
      status: 200,
      summary: 'Draft the depreciation of all assets for each month that has ended by a day, where it is not there yet',
      schema: 'Depreciation',
      body: {
        to: date().required().describe('Months that have ended by this day'),
        preview: flag().describe('true: tell what would be drafted, and draft nothing'),
      },
      answer: DEPRECIATED,
      given: ['vouchers.voucherNumber'],
      async run({ transaction, caller }, { body }) {
        return { status: 200, told: await depreciate(transaction, caller, body.to as string) }
      },
    },
  ],
  codes: [...new Set([...draftEntries.codes!, 'AssetGroupLacksAccounts', 'ValueOutOfRange'] as const)],
})

/** Taking assets out of the books (MONTH.md 5). */
export const disposals = operations('Disposals', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32().references('asset.number') },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/assets/{number}/dispose',
      status: 200,
      summary:
        'Take an asset out of the books: its cost and depreciation, its price with VAT, and what is gained or lost',
      schema: 'Disposal',
      body: {
        date: date().required().describe('On or after the day of its last entry'),
        price: decimal(18, 2)
          .between(0, 9_999_999_999_999)
          .describe('What the buyer pays, VAT included; left out or 0: it is scrapped'),
        vatCode: text(5).describe('Of the sale'),
        contraAccountNumber: int32(1, NUMBER_MAX).describe('Where the price is paid to, such as the bank'),
        customerNumber: int32(1, NUMBER_MAX).describe('Who owes the price, instead of an account'),
        text: text(250).describe('Of the entries'),
        book: flag().describe('true: book the voucher at once; else it is drafted'),
        preview: flag().describe('true: tell what it would be, and write nothing'),
      },
      answer: DISPOSED,
      given: ['voucherNumber', 'draftEntries'],
      async run({ transaction, caller }, { path, body }) {
        const context = { ...caller, mayApprove: caller.roles.includes('SuperUser') }
        const done = await dispose(transaction, context, path.number as number, body as unknown as Disposal)
        return { status: 200, told: done }
      },
    },
  ],
  codes: [
    ...new Set([
      ...draftEntries.codes!,
      ...bookingCodes,
      'AssetDisposalTooEarly',
      'AssetGroupLacksAccounts',
      'AssetHasDrafts',
      'AssetIsGone',
      'ValueNotAllowed',
      'ValueRequired',
    ] as const),
  ],
})
