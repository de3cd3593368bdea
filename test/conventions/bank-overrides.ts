import { eachItsOwn, given, naming, never, type Overrides, stored } from './override.ts'
import { dayAfter } from './values.ts'

/** An IBAN of Denmark: its check digits follow from the account. */
export function iban(n: number): string {
  const account = String(40_000_000_000_000 + n)
  const rest = BigInt(`${account}132000`) % 97n
  return `DK${String(98n - rest).padStart(2, '0')}${account}`
}

/** What rules of the bank's resources demand. */
export const bankOverrides: Overrides = {
  'daybook/BankAccounts': {
    properties: {
      accountNumber: { ...eachItsOwn('each bank account is on a balance account of its own'), named: { type: 2 } },
      iban: given('its check digits are right', iban),
    },
  },
  'daybook/CsvProfiles': {
    properties: {
      skipRows: given('at most a hundred', (n: number) => n % 100),
    },
  },
  'daybook/BankRules': {
    properties: {
      accountNumber: naming('only accounts of types 1 and 2 are booked on', { type: 1 }),
      amountFrom: given('not above the greatest', (n: number) => n),
      amountTo: given('not below the least', (n: number) => n + 100),
      supplierNumber: { ...never('a rule names a customer or a supplier'), row: () => null },
    },
  },
  'daybook/BankLines': {
    properties: {
      originalCurrency: given('a currency has three capitals', 'EUR'),
      payments: given('two payments or more', (n: number) => 2 + n),
    },
  },
  'daybook/Reconciliations': {
    properties: { date: stored('a day is reconciled once', (n: number) => dayAfter(n)) },
  },
  'daybook/BankMatches': {
    properties: { voucherNumber: stored('a voucher is of one match', (n: number) => n) },
    together: { because: 'a voucher is told whole', properties: ['accountingYear', 'journalNumber', 'voucherNumber'] },
  },
  'daybook/PaymentProposals': {
    properties: {
      messageId: stored('letters and digits', (n: number) => `DB1F${n}`),
      payerCurrency: stored('a currency has three capitals', 'DKK'),
      payerBic: stored('six capitals, and two or five more', 'DABADKKK'),
      payerAccount: stored('digits or capitals', (n: number) => String(40_000_000_000_000 + n)),
    },
  },
  'daybook/Payments': {
    properties: {
      endToEndId: stored('letters and digits', (n: number) => `DB1P${n}`),
      paymentType: stored('one of the ways to pay', 7),
      account: stored('digits or capitals', (n: number) => String(40_000_000_000_000 + n)),
      bic: stored('six capitals, and two or five more', 'DABADKKK'),
      amount: stored('what is paid is above nothing', (n: number) => 1 + n),
      invoiceNumber: stored('an item is paid once', (n: number) => `F-${n}`),
    },
  },
  'daybook/BankStatements': {
    properties: {
      to: stored('not before its first day', (n: number) => dayAfter((n % 300) + 30)),
      from: stored('not after its last day', (n: number) => dayAfter(n % 300)),
    },
  },
  reminder_setup: {
    properties: {
      levels: stored('at most nine reminders', 3),
      days_between: stored('at most a year between two', 10),
    },
  },
  bank_file: {
    properties: {
      hash: stored('a hash has 32 bytes', (n: number) => `\\x${String(n).padStart(64, '0')}`),
      format: stored('one of three kinds of files', 'CSV'),
    },
  },
}
