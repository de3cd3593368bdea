import { NUMBER_MAX } from '../../limits.ts'
import { decimal, F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { isBookable, isNotBarred } from '../../resource/rules.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { type Row, sql, type Sql } from '../../resource/sql.ts'

const TYPES = [
  'net',
  'end of month',
  'paid in cash',
  'prepaid',
  'due date given by the caller',
  'factoring',
  'from the next Sunday',
  'from the next Monday',
  'credit card',
]

/**
 * SQL: the values do not fit the type. Cash needs an account, factoring two accounts and a percentage, a credit card
 * its company. Other types take none.
 */
const isIncomplete = (r: Row): Sql => sql`CASE ${r.type}
  WHEN 3 THEN ${r.contra_account_number} IS NULL
    OR num_nonnulls(${r.contra_account2_number}, ${r.contra_account_percent}, ${r.card_customer_number}) > 0
  WHEN 6 THEN num_nulls(${r.contra_account_number}, ${r.contra_account2_number}, ${r.contra_account_percent}) > 0
    OR ${r.card_customer_number} IS NOT NULL
  WHEN 9 THEN ${r.card_customer_number} IS NULL
    OR num_nonnulls(${r.contra_account_number}, ${r.contra_account2_number}, ${r.contra_account_percent}) > 0
  ELSE num_nonnulls(${r.contra_account_number}, ${r.contra_account2_number}, ${r.contra_account_percent},
    ${r.card_customer_number}) > 0 END`

/** The rule, for payment terms that documents can be given. */
const whileOpen = (rule: Rule): Rule => ({
  ...rule,
  brokenWhen: (r, old, isInUse) => sql`(${rule.brokenWhen(r, old, isInUse)}) AND NOT coalesce(${r.is_barred}, false)`,
})

/**
 * When an invoice falls due, or how it is settled at once (rule 11.2). Type and days cannot change, because documents
 * use them.
 */
export const paymentTerms = resource('PaymentTerms', {
  logsBodies: true,
  schema: 'PaymentTerm',
  table: 'payment_term',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(50).required().filter(F1L).sortable(),
    type: int32()
      .required()
      .oneOf(TYPES.map((_, at) => at + 1))
      .fixed('PaymentTermChanged')
      .filter(F1)
      .describe(TYPES.map((type, at) => `${at + 1} ${type}`).join(', ')),
    days: int32(0, 365).present().fallback('0').fixed('PaymentTermChanged').filter(F1).sortable(),
    contraAccountNumber: int32(1, NUMBER_MAX)
      .references('account.number', 'AccountDoesNotExist')
      .filter(F1)
      .describe('The account that settles an invoice paid in cash, or factored'),
    contraAccount2Number: int32(1, NUMBER_MAX)
      .column('contra_account2_number')
      .references('account.number', 'AccountDoesNotExist')
      .filter(F1)
      .describe('Takes the rest of a factored invoice'),
    contraAccountPercent: decimal(9, 6)
      .measure()
      .between(0, 100)
      .describe('The share of a factored invoice that contraAccountNumber takes, in per cent'),
    cardCustomerNumber: int32(1, NUMBER_MAX)
      .references('customer.number', 'CustomerDoesNotExist')
      .filter(F1)
      .describe('The customer that stands for the card company'),
    isBarred: flag().filter(F2),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/payment-terms', 'number'),
  rules: [
    { property: 'type', code: 'PaymentTermIncomplete', on: ['create', 'update'], brokenWhen: isIncomplete },
    {
      property: 'contraAccountPercent',
      code: 'ValueOutOfRange',
      message: 'Both accounts take something: the percentage is above 0 and below 100',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.contra_account_percent} IN (0, 100)`,
    },
    isBookable('contraAccountNumber'),
    isNotSummary('contraAccountNumber'),
    whileOpen(isNotBarred('contraAccountNumber', 'account', 'AccountIsBarred')),
    isBookable('contraAccount2Number'),
    isNotSummary('contraAccount2Number'),
    whileOpen(isNotBarred('contraAccount2Number', 'account', 'AccountIsBarred')),
  ],
})
