import { F1, int32, objectVersion } from '../../resource/fields.ts'
import { itemSql } from '../../resource/columns.ts'
import { type QueryOperation, standard } from '../../resource/operations.ts'
import { resource, type Resource } from '../../resource/resource.ts'
import { WRITTEN } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { accounts } from './accounts.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

const PATH = '/TotalIntervals'
const KEY = ['accountNumber', 'fromAccountNumber'] as const

/** The first interval of an account: one object, as in the contract. The list, filtered by account, has all of them. */
const first: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: `${PATH}/{number}`,
  summary: 'The first interval of an account',
  answer: 'item',
  statement: ({ agreement }, { path }) => ({
    text: `SELECT ${itemSql(totalIntervals, 'problem')} FROM total_interval t
      WHERE t.agreement = $1 AND t.account_number = $2 ORDER BY t.from_account_number LIMIT 1`,
    values: [agreement, path.accountNumber as number],
  }),
}

const account = int32(1, NUMBER_MAX)
/** The most characters that the account tells its intervals in. */
const TOLD_MAX = accounts.fields.totalIntervals!.facts.maxLength!
/** SQL: how many of them the new interval takes. */
const told = (r: Row): Sql => sql`length(${r.from_account_number} || '..' || ${r.to_account_number})`

/**
 * The intervals that accounts of type 6 sum: all accounts from one number to another, both included. The two accounts
 * need not exist.
 */
export const totalIntervals: Resource = resource('TotalIntervals', {
  logsBodies: true,
  schema: 'TotalInterval',
  table: 'total_interval',
  key: KEY,
  roles: ['SuperUser', 'Bookkeeping'],
  inPath: { number: 'accountNumber' },
  fields: {
    accountNumber: int32()
      .required()
      .references('account.number', 'AccountDoesNotExist', { cascades: true })
      .filter(F1)
      .sortable(),
    fromAccountNumber: account
      .required()
      .unique('TotalIntervalWithSameFromAccountAlreadySetOnAccount', 'accountNumber')
      .filter(F1)
      .sortable(),
    toAccountNumber: account.required().filter(F1).sortable(),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard(PATH, KEY).map((operation) =>
      operation.kind === 'create' ? { ...operation, answers: 'accountNumber' } : operation,
    ),
    first,
  ],
  rules: [
    {
      property: 'accountNumber',
      code: 'InvalidAccountType',
      message: 'Only an account of type 6 sums intervals',
      on: ['create'],
      brokenWhen: (r) =>
        sql`EXISTS (SELECT FROM ${rowsOf('account')} x WHERE x.agreement = $1 AND x.number = ${r.account_number}
          AND x.type <> 6)`,
    },
    {
      property: 'toAccountNumber',
      code: 'IntervalNotConstructedCorrectly',
      on: WRITTEN,
      brokenWhen: (r) => sql`${r.from_account_number} > ${r.to_account_number}`,
    },
    {
      property: 'fromAccountNumber',
      code: 'IntervalHasOverlappingValues',
      on: WRITTEN,
      brokenWhen: (r) => sql`EXISTS (SELECT FROM ${rowsOf('total_interval')} x
        WHERE x.agreement = $1 AND x.account_number = ${r.account_number}
          AND x.from_account_number <> ${r.from_account_number}
          AND x.from_account_number <= ${r.to_account_number} AND ${r.from_account_number} <= x.to_account_number)`,
    },
    {
      property: 'fromAccountNumber',
      code: 'ValueNotAllowed',
      message: `The account’s totalIntervals would have more than ${TOLD_MAX} characters: give wider intervals`,
      on: WRITTEN,
      brokenWhen: (
        r,
      ) => sql`${told(r)} + (SELECT coalesce(sum(1 + length(x.from_account_number || '..' || x.to_account_number)), 0)
        FROM ${rowsOf('total_interval')} x WHERE x.agreement = $1 AND x.account_number = ${r.account_number}
          AND x.from_account_number <> ${r.from_account_number}) > ${TOLD_MAX}`,
    },
  ],
  constraints: {
    total_interval_overlap: { code: 'IntervalHasOverlappingValues', property: 'fromAccountNumber' },
    total_interval_order: { code: 'IntervalNotConstructedCorrectly', property: 'toAccountNumber' },
  },
  // Never answered: intervals are numbers, so they cannot have invalid characters.
  codes: ['TotalIntervalsValueContainsInvalidChars'],
})
