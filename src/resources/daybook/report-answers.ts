import { AGES } from '../../ledger/reports/aged.ts'
import { DUE } from '../../ledger/vat-returns/deadlines.ts'
import { CURSOR_MAX_LENGTH, EXTERNAL_NUMBER_MAX } from '../../limits.ts'
import { date, decimal, Field, type Fields, flag, int32, text } from '../../resource/fields.ts'

// The bodies of the reports, as the documents describe them.

/** An amount of a report: with two decimals, and more digits than a single entry has. */
const amount = (): Field => decimal(24, 2).required()
const items = (fields: Fields): Field => new Field({ type: 'list', items: fields, nullable: false })
const name = text(255).required()
const number = int32().required()
const days = { from: date().required(), to: date().required() }

/** The results of open years before, where there are any. */
const provisional = new Field({ type: 'list', items: { accountNumber: number, amount: amount() } }).describe(
  'The results of open years before, which the account of the result has already. Absent where there are none.',
)
const spansYears = flag().describe('The days lie in several years, so that results stay where they were booked.')

/** What a divided and compared report adds to its items. */
const shaped: Fields = {
  month: text(7).describe('With `by=month`: as 2026-03'),
  departmentNumber: int32().describe('With `by=department`; null: of no department'),
  departmentName: text(255).describe('With `by=department`'),
  lastYear: decimal(24, 2).describe('With `compare=lastYear`: of the same days a year earlier'),
  periodBefore: decimal(24, 2).describe('With `compare=periodBefore`: of as many months or days just before'),
  budget: decimal(24, 2).describe('With `compare=budget`: by the budget figures'),
}

/** The totals of each part and comparison. */
const totalsOf = (fields: Fields): Field =>
  new Field({
    type: 'list',
    items: {
      month: text(7).describe('With `by=month`'),
      departmentNumber: int32().describe('With `by=department`; null: of no department'),
      departmentName: text(255).describe('With `by=department`'),
      of: text(12).oneOf(['actual', 'lastYear', 'periodBefore', 'budget']).required().describe('Which amounts'),
      ...fields,
    },
  }).describe('With `by` or `compare`: the days of the amounts, and what they come to.')

/** What an explained figure adds; `others` say what makes it beside entries. */
const explainedBy = (others: Fields = {}): Fields => {
  const own = Object.keys(others).length === 0 ? number : int32()
  const part: Fields = {
    entryNumber: own,
    ...others,
    accountNumber: own.describe('That it counts on: the account of the result, of results of open years before'),
    date: date().required(),
    type: own,
    journalNumber: int32(),
    voucherNumber: own,
    text: text(250),
    amountInBaseCurrency: amount(),
    part: amount().describe('What it adds to the figure'),
  }
  const share = decimal(4, 1).required().describe('Per cent of the sizes of all parts: that of it and the larger ones')
  return {
    explainedAmount: decimal(24, 2).describe('With `explain`: the figure, added up from its entries'),
    explainedAccounts: new Field({
      type: 'list',
      items: { accountNumber: own, name: own === number ? name : text(255), amount: amount() },
    }).describe('With `explain`: what each account adds to the figure'),
    explainedCount: int32().describe('With `explain`: how many entries make the figure'),
    explainedLargest: new Field({ type: 'list', items: { ...part, share } }).describe(
      'With `explain`: the entries with the largest parts, five at most, the largest first',
    ),
    explained: new Field({ type: 'list', items: part }).describe(
      'With `explain`: the entries that make the figure, a thousand at most',
    ),
    explainedNext: int32().describe('Where there are more entries: give it as `explainAfter`.'),
  }
}
const explained = explainedBy()
const explainedByBudget = explainedBy({
  budgetFigureNumber: int32().describe('Instead of an entry; `date` is then the first day of the figure'),
})
const explainedByOpenings = explainedBy({
  openingAssetNumber: int32().describe('Instead of an entry: what the asset was brought along with'),
})

const ofTrial: Fields = {
  accountNumber: number,
  openingBalance: amount(),
  debit: amount(),
  credit: amount(),
  closingBalance: amount(),
  name,
  movement: amount().describe('Debit less credit'),
  comparedMovement: decimal(24, 2).describe('With `compare`: of the days that it is compared with'),
  movementDifference: decimal(24, 2).describe('Movement less that'),
  comparedClosingBalance: decimal(24, 2).describe('With `compare`: at the end of those days'),
  closingDifference: decimal(24, 2).describe('Closing balance less that'),
}

/** The body of the trial balance. */
export const trialBalance: Fields = {
  items: items(ofTrial),
  sums: items(ofTrial).describe('What the sums of the chart (types 3 and 6) add up. In CSV they are left out.'),
  totalDebit: amount(),
  totalCredit: amount(),
  comparedFrom: date().describe('With `compare`: the first day that it is compared with'),
  comparedTo: date().describe('The last day of those'),
  provisional,
  spansYears,
  ...explained,
}

/** The body of the totals by dimension. */
export const dimensionTotals: Fields = {
  items: items({
    accountNumber: number,
    dimensionKey: int32().describe('null: entries without a key of the dimension.'),
    byKey: int32().describe('Of the other dimension, where two are crossed.'),
    openingBalance: amount(),
    debit: amount(),
    credit: amount(),
    closingBalance: amount(),
  }),
  ...explained,
}

/** The body of the profit and loss. */
export const profitAndLoss: Fields = {
  ...days,
  items: items({
    accountNumber: number,
    name,
    type: number.describe('1 an account, 3 and 6 a sum, 4 and 5 a heading, 7 nothing'),
    amount: decimal(24, 2).describe('Debit less credit: income is negative. null for a heading and type 7.'),
    ...shaped,
  }),
  result: decimal(24, 2).describe(
    'Income less costs: a profit is positive. With `by` or `compare` among the `totals`.',
  ),
  totals: totalsOf({ ...days, result: amount().describe('Income less costs: a profit is positive.') }),
  ...explainedByBudget,
}

/** The body of the budget report. */
export const budget: Fields = {
  ...days,
  items: items({
    accountNumber: number,
    name,
    type: number.describe('1 and 2 an account, 3 and 6 a sum'),
    periodNumber: number,
    actual: amount().describe('What was booked; debit positive.'),
    budget: amount(),
    difference: amount().describe('Actual less budget.'),
    lastYear: amount().describe('What was booked in the period of the same number a year earlier.'),
    periodTo: int32().describe('With `by`: the last period that is added up; `periodNumber` is the first.'),
    lastYearDifference: decimal(24, 2).describe('With `by`: actual less last year.'),
  }),
  ...explainedByBudget,
}

/** The body of the key figures. */
export const keyFigures: Fields = {
  ...days,
  items: items({
    keyFigureCodeNumber: number,
    name,
    sumFrom: int32().describe('Of a sum: the first line that it adds up; the last is the line before the sum'),
    amount: amount().describe('Debit is positive. Lines 1 to 9: the movements; from 10 on: the balance at the end'),
  }),
  ...explained,
}

/** The body of the months that are far from a usual one. */
export const unusualMonths: Fields = {
  ...days,
  items: items({
    month: text(7).required().describe('As 2026-03.'),
    result: amount().describe('Income less costs: a profit is positive.'),
    usual: amount().describe('The result of a usual month: the middle of the other months that have anything.'),
    difference: amount().describe('The result less that of a usual month.'),
    times: decimal(24, 1).required().describe('How many times that the result is; below zero: the other way.'),
    accountNumber: number.describe('The account that moved farthest from its usual month, to the side of the result.'),
    name,
    amount: amount().describe('What moved on it, debit less credit.'),
    usualAmount: amount().describe('What moves on it in a usual month, by the middle of the other months.'),
  }).describe('Months whose result is at least twice that of a usual one, or less than a third of it.'),
}

/** The body of the balance sheet. */
export const balanceSheet: Fields = {
  date: date().required(),
  items: items({
    accountNumber: int32().describe('null for the result not yet closed'),
    name,
    type: int32().describe('2 an account, 3 and 6 a sum, 4 and 5 a heading, 7 nothing'),
    side: text(9).oneOf(['asset', 'liability']).describe('Of an account; equity is among the liabilities.'),
    amount: decimal(24, 2).describe('Debit positive. null for a heading and type 7.'),
    ...shaped,
  }),
  assets: decimal(24, 2).describe('With `by` or `compare` among the `totals`, as the next two.'),
  liabilities: decimal(24, 2).describe('Negative, as credit is.'),
  result: decimal(24, 2).describe('Not yet closed; a profit is positive. The sum of assets and liabilities.'),
  totals: totalsOf({ date: date().required(), assets: amount(), liabilities: amount(), result: amount() }),
  ...explainedByBudget,
  provisional,
}

/** The body of the register of assets. */
export const assetRegister: Fields = {
  date: date().required(),
  items: items({
    assetNumber: number,
    groupNumber: number,
    text: text(250).describe('Of the entry that bought it'),
    startDate: date().required(),
    lifeTimeMonths: int32().required(),
    cost: amount().describe('What it cost, in base currency'),
    depreciation: amount().describe('What has been depreciated of the cost'),
    bookValue: amount().describe('Cost less depreciation'),
  }).describe('What is not gone'),
  cost: amount().describe('The sum of all'),
  depreciation: amount().describe('The sum of all'),
  bookValue: amount().describe('The sum of all'),
  accounts: items({
    accountNumber: number,
    name,
    register: amount().describe('What its assets come to; debit is positive'),
    ledger: amount().describe('Its balance'),
    difference: amount().describe('What is on the account and of no asset: 0 where the register is right'),
  }).describe('The accounts of assets and of depreciation of all groups'),
  ...explainedByOpenings,
}

/** The body of the balances by day. */
export const dailyBalances: Fields = {
  ...days,
  openingBalance: amount(),
  items: items({
    date: date().required(),
    debit: amount(),
    credit: amount(),
    balance: amount().describe('At the end of the day.'),
  }).describe('Days on which anything moved.'),
  closingBalance: amount(),
  provisional,
  spansYears,
  ...explained,
}

/** The body of what falls due. */
export const deadlines: Fields = {
  date: date().required(),
  until: date().required().describe('The last day of what is due'),
  openingBalance: amount().describe('Of the accounts, at the end of `date`'),
  items: items({
    kind: text(20)
      .required()
      .oneOf(DUE)
      .describe(
        '`customers`: their open items that are due from `date` on, none that is late. `suppliers`: their open items, also late ones. `vatSettled`: what the account of settlement has, of settled returns. `vatReturn`: the next return, as it would be now, if its period has ended',
      ),
    amount: amount().describe('What comes in is positive'),
    count: int32().describe('How many open items, or entries of the return'),
    date: date().describe('The earliest day on which an item is due; the deadline of the return'),
    period: text(7).describe('Of the return: 2026-07, 2026-Q3 or 2026-H2; of `vatSettled` the last one'),
  }).describe('What is due by `until`. Kinds that come to nothing are left out.'),
  closingBalance: amount().describe('The accounts with all items: what is expected at the end of `until`'),
}

/** The body of the account ledger. */
export const accountLedger: Fields = {
  cursor: text(CURSOR_MAX_LENGTH).describe('Absent when the end is reached.'),
  ...days,
  accounts: items({
    accountNumber: number,
    name,
    openingBalance: amount(),
    closingBalance: amount(),
    movement: amount().describe('What it ends with less what it begins with: of all its entries of the days'),
  }),
  items: items({
    accountNumber: number,
    entryNumber: number,
    date: date().required(),
    type: number,
    journalNumber: int32(),
    voucherNumber: number,
    text: text(250),
    vatCode: text(5),
    customerNumber: int32(),
    supplierNumber: int32(),
    amount: amount().describe('In the currency of the entry.'),
    currency: text(3).required(),
    amountInBaseCurrency: amount(),
    balance: amount().describe('Of the account after the entry, in base currency.'),
  }),
  provisional,
  spansYears,
}

const ofVatAccount: Fields = { accountNumber: number, name, amount: amount().describe('Debit is positive.') }

/** The body of the VAT statement. */
export const vatStatement: Fields = {
  ...days,
  items: items({
    vatCode: text(5).required(),
    name,
    type: number.describe('1 sales, 2 purchase'),
    rate: decimal(9, 4).required(),
    base: amount(),
    tax: amount(),
    reverseChargeTax: amount().describe('The tax that is owed because of reverse charges.'),
  }),
  salesTax: amount(),
  purchaseTax: amount(),
  reverseChargeTax: amount(),
  payable: amount().describe('Sales tax and reverse charge less purchase tax.'),
  otherPostings: amount().describe('Other amounts on the accounts of the VAT codes; positive is owed.'),
  unexplained: items(ofVatAccount).describe(
    'What no code explains, by the accounts of all codes. Accounts that come to nothing are left out.',
  ),
  settlements: items(ofVatAccount).describe(
    'What vouchers moved that clear VAT accounts: against other accounts of the balance sheet alone, without VAT codes and parties.',
  ),
  ...explained,
}

type Party = 'customer' | 'supplier'

/** The body of an aged report. */
export function aged(party: Party): Fields {
  const ages = Object.fromEntries(
    AGES.map((age) => [age, age === 'overdue' ? amount().describe('Of all ages that are overdue.') : amount()]),
  )
  const owed = party === 'customer' ? 'what it owes' : 'what it is owed'
  const ofOne: Fields = {
    [`${party}Number`]: number,
    name,
    ...ages,
    oldestDue: date().describe(`The first day on which any of ${owed} was, or is, due; null: it is nothing.`),
    daysLate: number.describe('How many days before the day of the report that was; 0: it was not before.'),
  }
  return { date: date().required(), items: items(ofOne), ...ages, ...explained }
}

const INVOICE_NUMBERS: Readonly<Record<Party, Fields>> = {
  customer: { customerInvoiceNumber: int32() },
  supplier: { supplierInvoiceNumber: text(250) },
}

const entryOf = (...parties: Party[]): Fields => ({
  entryNumber: number,
  date: date().required(),
  dueDate: date(),
  type: number,
  journalNumber: int32(),
  voucherNumber: number,
  ...Object.assign({}, ...parties.map((party) => INVOICE_NUMBERS[party])),
  externalNumber: text(EXTERNAL_NUMBER_MAX).describe('The number that the invoice has in other books.'),
  text: text(250),
  currency: text(3).required(),
  amount: amount().describe('In the currency of the entry.'),
  amountInBaseCurrency: amount(),
})

const remainders: Fields = {
  remainderInCurrency: amount().describe('What was open at the end of the last day, in the currency of the entry.'),
  remainderInBaseCurrency: amount(),
}

/** The body of the open items of one kind of party, or of both. An item of both has two numbers, one of them null. */
export function openItems(...parties: Party[]): Fields {
  const numbers = parties.map((party) => [`${party}Number`, parties.length > 1 ? int32() : number])
  return {
    date: date().required(),
    items: items({ ...Object.fromEntries(numbers), name, ...entryOf(...parties), ...remainders }),
    currencies: items({ currency: text(3).required(), remainder: amount() }),
    remainderInBaseCurrency: amount(),
    ...explained,
  }
}

/** The body of a party's statement. */
export function partyStatement(party: Party): Fields {
  return {
    ...days,
    [`${party}Number`]: number,
    name,
    openingBalanceInBaseCurrency: amount(),
    items: items({
      ...entryOf(party),
      balance: amount().describe('Of the currency, after the entry.'),
      balanceInBaseCurrency: amount().describe('Of all, after the entry.'),
      ...remainders,
    }),
    currencies: items({ currency: text(3).required(), openingBalance: amount(), closingBalance: amount() }),
    closingBalanceInBaseCurrency: amount(),
    ...explained,
  }
}
