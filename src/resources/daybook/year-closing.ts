import { closeYear, previewClose } from '../../ledger/years/close.ts'
import { correctCurrencies } from '../../ledger/years/currency-corrections.ts'
import { setPeriodBarred } from '../../ledger/years/barring.ts'
import { date, decimal, Field, int32, objects, text } from '../../resource/fields.ts'
import type { ActionOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'

const line = { accountNumber: int32().required() }
const PREVIEW = {
  result: decimal(24, 2).required().describe('Income less costs: a profit is positive.'),
  openingEntries: objects({
    ...line,
    currency: text(3).required(),
    amount: decimal(24, 2).required(),
    amountInBaseCurrency: decimal(24, 2).required(),
  })
    .present()
    .describe('What the next year would be opened with; empty where the year is closed already.'),
  faults: objects({ errorCode: text(100).present(), message: text(1000).present() })
    .present()
    .describe('Why it cannot be closed, as closing would say; empty where it can.'),
  notes: objects({ note: text(100).present(), count: int32().present(), message: text(1000).present() })
    .present()
    .describe(
      'The check list: what is to be looked at before it is closed, though it keeps nobody from it: `UnmatchedBankLines`, `UnreconciledBank`, `UnsettledVat`, `DepreciationNotDrafted`, `NotRevalued`, `AssetsDifferFromLedger`, `VouchersWithoutDocument`.',
    ),
}

function barring(path: 'bar' | 'unbar', summary: string): ActionOperation {
  return {
    kind: 'action',
    method: 'POST',
    path: `/accounting-years/{year}/periods/{periodNumber}/${path}`,
    status: 204,
    summary,
    async run({ transaction, caller: { agreement } }, { path: { year, periodNumber } }) {
      const period = { agreement, year: year as string, periodNumber: periodNumber as number }
      await setPeriodBarred(transaction, period, path === 'bar')
      return { status: 204 }
    },
  }
}

/** Closing accounting years, and barring their periods (rule 8.2). */
export const yearClosing = operations('YearClosing', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  parameters: {
    year: text(4).references('accounting_year.year'),
    periodNumber: int32(1).references('accounting_period.period_number', undefined, { alongside: { year: 'year' } }),
  },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/accounting-years/{year}/close',
      roles: ['SuperUser'],
      status: 204,
      summary: 'Close an accounting year for good and open the next one with its balances',
      async run({ transaction, caller }, { path }) {
        await closeYear(transaction, caller.agreement, path.year as string)
        return { status: 204 }
      },
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/accounting-years/{year}/close/preview',
      status: 200,
      summary: 'What closing an accounting year would do, and what keeps it from being closed; nothing is written',
      answer: PREVIEW,
      async run({ transaction, caller }, { path }) {
        const preview = await previewClose(transaction, caller.agreement, path.year as string)
        return { status: 200, told: preview }
      },
    },
    barring('bar', 'Bar a period: it takes neither draft entries nor bookings'),
    barring('unbar', 'Unbar a period'),
  ],
  codes: [
    'AccountingYearHasDraftEntries',
    'AccountingYearIsClosed',
    'EarlierAccountingYearIsOpen',
    'NewPeriodCauseChangesToBlockedPeriods',
    'NextAccountingYearDoesNotExist',
    'ResultAccountNotSet',
  ],
})

const CORRECTED = {
  accountingYear: text(4).describe('null: nothing was to be corrected.'),
  voucherNumber: int32(),
  date: date(),
  items: new Field({
    type: 'list',
    nullable: false,
    items: {
      accountNumber: int32().required(),
      currency: text(3).required(),
      amount: decimal(24, 2).required().describe('What the account gets in its currency.'),
      amountInBaseCurrency: decimal(24, 2)
        .required()
        .describe('The base currency of that. A second entry takes it away in base currency.'),
    },
  }),
  unknown: new Field({ type: 'list', nullable: false, items: int32() }).describe(
    'Accounts whose first opening was in base currency alone: how much of their currency it was, nothing tells.',
  ),
}

/** Bringing accounts that were once opened in base currency alone to their currency. */
export const currencyCorrections = operations('CurrencyCorrections', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/currency-corrections',
      status: 200,
      summary: 'Give accounts kept in a currency what their opening lacks of it; their balances stay',
      schema: 'CurrencyCorrection',
      body: { date: date().describe('A day of the first open year; left out, its first day') },
      answer: CORRECTED,
      given: ['voucherNumber'],
      async run({ transaction, caller }, { body }) {
        const corrected = await correctCurrencies(transaction, caller.agreement, body.date as string | undefined)
        return { status: 200, told: corrected }
      },
    },
  ],
  codes: ['JournalEntryDateAccountingYearPeriodBarred', 'ValueOutOfRange'],
})
