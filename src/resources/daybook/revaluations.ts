import { type RevaluationRequest, revalue } from '../../ledger/years/revaluations.ts'
import { EXCHANGE_RATE_DECIMALS, EXTERNAL_NUMBER_MAX } from '../../limits.ts'
import { date, decimal, flag, int32, itemList, objects, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

/** Rates of a request: there are fewer currencies in the world. */
const RATES_MAX = 200

const body = {
  date: date().required().describe('At the end of this day'),
  rates: itemList(
    {
      currency: text(3).required().describe('Of the agreement; not its base currency'),
      rate: decimal(18, EXCHANGE_RATE_DECIMALS)
        .required()
        .between(0.000_001, 1_000_000_000)
        .describe('Units of base currency for 100 of the currency'),
    },
    RATES_MAX,
  ).describe('Of the day; other currencies have the latest of the rate table on or before it'),
  preview: flag().describe('true: tell what would be booked, and book nothing'),
}

const amount = () => decimal(24, 2).present()
const answer = {
  date: date().present(),
  voucherNumber: int32().describe('null: nothing was booked'),
  reversingVoucherNumber: int32().describe(
    'Of the voucher that takes back what was booked on open items, the day after',
  ),
  items: objects({
    accountNumber: int32().present(),
    customerNumber: int32(),
    customerInvoiceNumber: int32(),
    supplierNumber: int32(),
    supplierInvoiceNumber: text(250),
    externalNumber: text(EXTERNAL_NUMBER_MAX).describe('The number that the invoice has in other books'),
    currency: text(3).present(),
    amount: amount().describe('The balance of the account, or what is open of the invoice, in the currency'),
    rate: decimal(18, EXCHANGE_RATE_DECIMALS).present(),
    bookedAmount: amount().describe('What it stands at in the books, in base currency'),
    amountInBaseCurrency: amount().describe('What it is worth at the rate'),
    difference: amount().describe('What is booked; positive is a gain'),
  })
    .present()
    .describe('What does not stand at its worth'),
  gain: amount().describe('The sum of the differences'),
}

/** Revaluing what is in other currencies (MONTH.md 5). */
export const revaluations = operations('Revaluations', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/revaluations',
      status: 200,
      summary:
        'Book accounts kept in a currency and open items at the rates of a day; items are taken back the day after',
      schema: 'Revaluation',
      body,
      answer,
      async run({ transaction, caller }, { body: sent }) {
        const revaluation = await revalue(transaction, caller.agreement, sent as unknown as RevaluationRequest)
        return { status: 200, told: revaluation }
      },
    },
  ],
  codes: [
    'ExchangeDifferenceAccountNotSet',
    'ItemRepeated',
    'JournalEntryAccountCurrencyMismatch',
    'JournalEntryCurrencyNotFound',
    'JournalEntryDateAccountingYearClosed',
    'JournalEntryDateAccountingYearDoesNotExist',
    'JournalEntryDateAccountingYearPeriodBarred',
    'JournalEntryExchangeRateError',
    'ValueNotAllowed',
  ],
})
