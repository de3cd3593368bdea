import { factsStatement } from '../../bank/suggesting/facts.ts'
import { suggestionsOf } from '../../bank/suggest.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { F1, F2, decimal, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { type Item, type SchemaAnswer, standard } from '../../resource/operations.ts'
import { operations, resource } from '../../resource/resource.ts'
import { isBookable } from '../../resource/rules.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { sql } from '../../resource/sql.ts'

const ROLES = ['SuperUser', 'Bookkeeping'] as const

/** Where lines are posted whose text is like another (MONTH.md 1). */
export const bankRules = resource('BankRules', {
  logsBodies: true,
  schema: 'BankRule',
  table: 'bank_rule',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32(1, NUMBER_MAX).countedUnlessGiven('NumberAlreadyInUse').filter(F1).sortable(),
    order: int32(0, NUMBER_MAX)
      .column('position')
      .fallback('0')
      .filter(F2)
      .sortable()
      .describe('The first rule that fits a line counts'),
    textLike: text(250)
      .required()
      .describe('What the text, name or references of a line are like; `*` stands for anything'),
    amountFrom: decimal(18, 2).describe('The least amount; what went out is negative'),
    amountTo: decimal(18, 2).describe('The greatest amount'),
    accountNumber: int32(1, NUMBER_MAX)
      .required()
      .references('account.number', 'BankRuleAccountDoesNotExist')
      .filter(F1)
      .describe('Where the other side is posted; with a customer or a supplier, what pays none of its items'),
    vatCode: text(5).references('vat_code.code', 'BankRuleVatCodeDoesNotExist').describe('Of the other side'),
    departmentNumber: int32(1, NUMBER_MAX)
      .references('department.number', 'BankRuleDepartmentDoesNotExist')
      .describe('Of the other side'),
    text: text(250).describe('Left out, the text of the line'),
    customerNumber: int32(1, NUMBER_MAX)
      .references('customer.number', 'BankRuleCustomerDoesNotExist')
      .filter(F1)
      .describe('Whose open items such lines pay, whatever name stands on them; or supplierNumber'),
    supplierNumber: int32(1, NUMBER_MAX)
      .references('supplier.number', 'BankRuleSupplierDoesNotExist')
      .filter(F1)
      .describe('Whose open items such lines pay, whatever name stands on them'),
    isFee: flag().describe('true: the account takes what a payout is less than its invoices'),
    autoAccept: text(4)
      .oneOf(['sure'])
      .describe('sure: a line that the rule fits, and nothing else, is posted by it as soon as its statement is read'),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  rules: [
    isBookable('accountNumber'),
    isNotSummary('accountNumber'),
    {
      property: 'amountTo',
      code: 'BankRuleAmountsNotInOrder',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.amount_to} < ${r.amount_from}`,
    },
    {
      property: 'supplierNumber',
      code: 'BankRuleOfTwoParties',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.customer_number} IS NOT NULL AND ${r.supplier_number} IS NOT NULL`,
    },
  ],
  operations: standard('/bank-rules', 'number'),
})

const said = (type: 'string' | 'number' | 'boolean', description: string) => ({ type, description })

const SUGGESTION_FACTS = {
  type: 'object',
  description: 'What the reason names, as far as there is something of the kind.',
  properties: {
    name: said('string', 'Whose items they are.'),
    date: { type: 'string', format: 'date', description: 'The day of the entry or draft.' },
    openAmount: said('number', 'What is open of the items.'),
    openCurrency: said('string', 'Of openAmount, where it is not the currency of the account.'),
    lessAmount: said('number', 'What the line comes to less than that.'),
    moreAmount: said('number', 'What the line comes to more than that.'),
    shared: said('string', 'What both the line and the entry name.'),
    isDrafted: said('boolean', 'true: a draft pays the item already.'),
    payer: said('string', 'Who pays, where it is not whose item it is.'),
    ruleNumber: { type: 'integer', format: 'int32', description: 'The rule.' },
    textLike: said('string', 'What the rule looks for.'),
    count: { type: 'integer', format: 'int32', description: 'How many lines of this text were booked so.' },
  },
}

const SUGGESTIONS: SchemaAnswer = {
  isSchema: true,
  schema: {
    type: 'array',
    description: 'Open lines, the oldest first.',
    items: {
      type: 'object',
      required: ['bankLine', 'suggestions'],
      properties: {
        bankLine: { type: 'integer', format: 'int32', description: 'The line.' },
        suggestions: {
          type: 'array',
          description: 'The best first; at most five.',
          items: {
            type: 'object',
            required: ['kind', 'confidence', 'code', 'reason', 'facts', 'match'],
            properties: {
              kind: {
                type: 'string',
                enum: ['entry', 'draft', 'item', 'items', 'rule', 'alike', 'amount'],
                description: 'What it may belong to.',
              },
              confidence: {
                type: 'string',
                enum: ['sure', 'likely', 'possible'],
                description: 'How much it can be relied on.',
              },
              code: { type: 'string', description: 'The reason, for programs.' },
              reason: { type: 'string', description: 'The reason in words.' },
              facts: SUGGESTION_FACTS,
              match: { type: 'object', description: 'What to send to `POST /bank-matches` in `matches`.' },
            },
          },
        },
      },
    },
  },
}

/** The fault of a report of a bank account that is not there. */
export const noBankAccount = ({ bankAccountNumber }: Item): Fault => ({
  code: 'QueryParameterInvalid',
  property: 'bankAccountNumber',
  message: `There is no bank account ${String(bankAccountNumber)}.`,
})

/** What open lines may belong to. Nothing of it is carried out by itself, but for what `autoAccept` names. */
export const bankSuggestions = operations('BankSuggestions', {
  logsBodies: true,
  roles: ROLES,
  parameters: { number: int32().references('bank_line.number', 'BankLineDoesNotExist') },
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/bank-suggestions',
      summary: 'What the open lines of a bank account may belong to, with reasons and the requests that would say so',
      query: [{ name: 'bankAccountNumber', field: int32(1, NUMBER_MAX).describe('The bank account.'), required: true }],
      answer: SUGGESTIONS,
      none: ({ query }) => noBankAccount(query),
      statement: ({ agreement }, { query }) =>
        factsStatement(agreement, { bankAccount: query.bankAccountNumber as number }),
      compose: ({ agreement }, facts) => suggestionsOf(agreement, facts),
    },
    {
      kind: 'query',
      method: 'GET',
      path: '/bank-lines/{number}/suggestions',
      summary: 'What a line may belong to; nothing where it is not open',
      answer: SUGGESTIONS,
      statement: ({ agreement }, { path }) => factsStatement(agreement, { line: path.number as number }),
      compose: ({ agreement }, facts) => suggestionsOf(agreement, facts),
    },
  ],
  codes: ['BankLineDoesNotExist'],
})
