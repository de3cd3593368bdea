import { ofBankAccount } from './bank-accounts.ts'
import { printedReconciliation } from '../../bank/printed-reconciliation.ts'
import { keptReport, reconcile, reconciliationStatement, unlock } from '../../bank/reconciliation.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { date, decimal, F1, F2, instant, int32, itemList, text } from '../../resource/fields.ts'
import { type FileOperation, reads } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { noBankAccount } from './bank-suggestions.ts'
import { printedFile } from './printed-file.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

/** Days on which accounts at banks were reconciled (MONTH.md 1). */
export const reconciliations = resource('Reconciliations', {
  logsBodies: true,
  schema: 'ReconciledDay',
  table: 'bank_reconciliation',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32().present().filter(F1).sortable(),
    bankAccountNumber: ofBankAccount('The bank account that is reconciled'),
    date: date().present().filter(F2).sortable().describe('Nothing up to this day changes any more'),
    bankBalance: decimal().present().describe('What the bank says at the end of the day'),
    ledgerBalance: decimal().present().describe('What the ledger says at the end of the day'),
    reconciledAt: instant().present().describe('When it was reconciled'),
    app: int32().describe('The app that asked for it'),
  },
  operations: reads('/reconciliations', 'number'),
})

const ITEM = {
  kind: text(20)
    .present()
    .describe(
      '`inLedgerNotAtBank` (its number is that of an entry), `atBankNotInLedger` and `ignored` (of a line), `drafted` and `matchedOnOtherDays` (of a match), `beforeFirstStatement`',
    ),
  amount: decimal().present().describe('By how much it makes the bank’s balance larger than that of the ledger'),
}

/** What a bank account and its account in the ledger come to. */
const REPORT = {
  bankAccountNumber: int32().present().describe('The bank account asked for'),
  accountNumber: int32().present().describe('Its account in the ledger'),
  currency: text(3).present().describe('Of all amounts'),
  date: date().present().describe('The day asked for'),
  bankBalance: decimal().describe('null where no statement has a balance'),
  ledgerBalance: decimal().present().describe('Without openings of later years and revaluations'),
  difference: decimal().describe('What the bank has more'),
  unexplained: decimal().describe('What nothing explains: 0 unless statements are missing'),
  explained: itemList({ ...ITEM, count: int32().present().describe('How many there are') }, 6).describe('By kind'),
  items: itemList(
    {
      ...ITEM,
      number: int32().describe('Of the entry, line or match'),
      date: date().describe('Of the entry or line'),
      text: text(500).describe('Of the entry or line'),
    },
    1000,
  ).describe('One by one, the first thousand'),
}

const pdf: FileOperation = {
  kind: 'file',
  method: 'GET',
  path: '/reconciliations/{number}/pdf',
  summary: 'A locked day to be printed and kept: both balances, and what explained the difference',
  contentType: 'application/pdf',
  async find({ agreement }, database, { number }) {
    const found = await printedReconciliation(database, agreement, number as number)
    if (found === undefined) return undefined
    return printedFile(`reconciliation-${number as number}.pdf`, found, async () => {
      const { reconciliationPdf } = await import('../../bank/reconciliation-pdf.ts')
      return await reconciliationPdf(found)
    })
  },
}

/** The report, and locking a day by it. */
export const reconciling = operations('Reconciling', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32().references('bank_reconciliation.number', 'ReconciliationDoesNotExist') },
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/reconciliation',
      summary:
        'What a bank account and its account in the ledger come to at the end of a day, and what explains the difference',
      query: [
        { name: 'bankAccountNumber', field: int32(1, NUMBER_MAX).describe('The bank account.'), required: true },
        { name: 'date', field: date().describe('The day at whose end it is read.'), required: true },
      ],
      answer: REPORT,
      none: ({ query }) => noBankAccount(query),
      statement: ({ agreement }, { query }) =>
        reconciliationStatement(agreement, query.bankAccountNumber as number, query.date as string),
    },
    {
      kind: 'query',
      method: 'GET',
      path: '/reconciliations/{number}/report',
      summary: 'What explained the difference of a day when it was locked, as it was then',
      answer: REPORT,
      statement: ({ agreement }, { path }) => keptReport(agreement, path.number as number),
    },
    pdf,
    {
      kind: 'action',
      method: 'POST',
      path: '/reconciliations',
      status: 201,
      schema: 'ReconciliationCreate',
      summary: 'Lock a bank account up to a day: what would change it is refused',
      body: {
        bankAccountNumber: int32(1, NUMBER_MAX).required().describe('The bank account to reconcile'),
        date: date().required().describe('The last day that is locked; today at the latest'),
      },
      answer: { number: int32().present().describe('Of the reconciliation') },
      given: ['number'],
      run: reconcile,
    },
    {
      kind: 'action',
      method: 'DELETE',
      path: '/reconciliations/{number}',
      status: 204,
      summary: 'Unlock the latest day of a bank account; the trail keeps it',
      run: unlock,
    },
  ],
  codes: [
    'BankAccountDoesNotExist',
    'BankAccountHasNoBalance',
    'BankDayIsReconciled',
    'ReconciliationDoesNotExist',
    'ReconciliationIsNotLatest',
    'ReconciliationUnexplained',
  ],
})
