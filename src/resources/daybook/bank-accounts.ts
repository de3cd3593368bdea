import { isIban } from '../../bank/iban.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { date, decimal, F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { WRITTEN } from '../../resource/rules.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

const last = (column: string): string => `(SELECT ${column} FROM bank_statement s
  WHERE s.agreement = t.agreement AND s.bank_account_number = t.number AND s.closing_balance IS NOT NULL
  ORDER BY s.to_date DESC, s.number DESC LIMIT 1)`

const CURRENCY = `(SELECT coalesce(a.currency, g.base_currency) FROM account a JOIN agreement g
  ON g.agreement = a.agreement
  WHERE a.agreement = t.agreement AND a.number = t.account_number)`

/** The bank account that an item is of. */
export const ofBankAccount = (description: string) =>
  int32().present().references('bank_account.number').filter(F1).sortable().describe(description)

/** Accounts at banks, each with its account in the ledger (MONTH.md 1). */
export const bankAccounts = resource('BankAccounts', {
  logsBodies: true,
  schema: 'BankAccount',
  table: 'bank_account',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).countedUnlessGiven('NumberAlreadyInUse').filter(F1).sortable(),
    accountNumber: int32(1, NUMBER_MAX)
      .required()
      .references('account.number', 'BankAccountAccountDoesNotExist')
      .unique('BankAccountAccountTaken')
      .filter(F1)
      .sortable()
      .describe('The account of the ledger: of balance type, in the currency of the bank account'),
    name: text(100).required().filter(F1L).sortable(),
    currency: text(3).computed(CURRENCY).describe('That of the account of the ledger, else the base currency'),
    iban: text(34).unique('BankAccountIbanTaken').filter(F1).describe('Without spaces; statements are known by it'),
    bic: text(11).describe('Of the bank (ISO 9362)'),
    registrationNumber: text(10).describe('Of the bank, where accounts have one beside their number'),
    bankAccountNumber: text(34).describe('The number of the account at the bank, without that of the bank'),
    journalNumber: int32(1, NUMBER_MAX)
      .references('journal.number', 'BankAccountJournalDoesNotExist')
      .filter(F1)
      .describe('Where vouchers of its lines are drafted'),
    autoAcceptEntries: text(4)
      .oneOf(['sure'])
      .describe(
        'sure: a line that is surely of an entry or a draft is matched with it as soon as its statement is read',
      ),
    autoAcceptItems: text(4)
      .oneOf(['sure'])
      .describe('sure: a line that surely pays an open item is matched with it as soon as its statement is read'),
    lastStatementBalance: decimal()
      .computed(last('s.closing_balance'))
      .describe('What the latest statement closes with'),
    lastStatementDate: date().computed(last('s.to_date')).describe('The last day of the latest statement'),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  check({ iban }) {
    if (typeof iban !== 'string' || isIban(iban)) return []
    return [{ code: 'IbanInvalid', property: 'iban' }]
  },
  rules: [
    {
      property: 'accountNumber',
      code: 'BankAccountAccountNotBalance',
      on: WRITTEN,
      brokenWhen: (r) =>
        sql`EXISTS (SELECT FROM ${rowsOf('account')} x WHERE x.agreement = $1 AND x.number = ${r.account_number}
          AND x.type <> 2)`,
    },
    isNotSummary('accountNumber'),
    {
      property: 'accountNumber',
      code: 'BankAccountHasStatements',
      on: ['update'],
      brokenWhen: (
        r,
        old,
      ) => sql`${r.account_number} <> ${old.account_number} AND EXISTS (SELECT FROM ${rowsOf('bank_statement')} s
        WHERE s.agreement = $1 AND s.bank_account_number = ${old.number})`,
    },
  ],
  codes: ['IbanInvalid'],
  operations: standard('/bank-accounts', 'number'),
})
