import { day, F1, int32, objectVersion } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { isBookable, isNotBarred, WRITTEN } from '../../resource/rules.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** The draft entry that carries the accrual. */
const ofEntry = (r: Row): Sql => sql`SELECT FROM ${rowsOf('draft_entry')} x
  WHERE x.agreement = $1 AND x.journal_number = ${r.journal_number} AND x.entry_number = ${r.entry_number}`

const rules: Rule[] = [
  {
    property: 'entryNumber',
    code: 'JournalEntryAccrualWrongEntryType',
    on: WRITTEN,
    brokenWhen: (r) => sql`EXISTS (${ofEntry(r)} AND x.entry_type_number NOT IN (3, 5, 10))`,
  },
  {
    property: 'entryNumber',
    code: 'JournalEntryAssetAccrualError',
    on: WRITTEN,
    brokenWhen: (r) => sql`EXISTS (${ofEntry(r)} AND x.asset_number IS NOT NULL)`,
  },
  isBookable('accountNumber', 'JournalEntryWrongAccountType'),
  isNotBarred('accountNumber', 'account', 'JournalEntryAccountNotAccessible'),
  {
    ...isNotSummary('accountNumber', 'JournalEntryWrongAccountType'),
    message: 'A summary account takes only what its customers or suppliers owe or are owed',
  },
  {
    property: 'startDate',
    code: 'JournalEntryAccrualsStartDateNotInValidAccountingYear',
    on: WRITTEN,
    brokenWhen: (r) => sql`NOT EXISTS (SELECT FROM ${rowsOf('accounting_year')} x
      WHERE x.agreement = $1 AND ${r.start_date} BETWEEN x.date_from AND x.date_to AND NOT x.is_closed)`,
  },
  {
    property: 'endDate',
    code: 'JournalEntryAccrualEndBeforeStart',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.end_date} < ${r.start_date}`,
  },
]

/** Accruals of draft entries: at most one each, identified by journal and entry (rule 7.4). */
export const accruals = resource('DraftEntryAccruals', {
  logsBodies: true,
  schema: 'DraftEntryAccrual',
  table: 'draft_entry_accrual',
  key: ['journalNumber', 'entryNumber'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    entryNumber: int32()
      .required()
      .references('draft_entry.entry_number', 'JournalEntryDoesNotExist', {
        alongside: { journalNumber: 'journal_number' },
        cascades: true,
      })
      .unique('OneAPIDraftEntryAccrualAlreadyExist', 'journalNumber')
      .filter(F1)
      .sortable(),
    journalNumber: int32().required().filter(F1).sortable(),
    accountNumber: int32()
      .required()
      .references('account.number', 'JournalEntryAccrualAccountNotFound')
      .filter(F1)
      .sortable(),
    startDate: day().required(),
    endDate: day().required(),
    months: int32().computed('t.months').describe('Calendar months touched'),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard(
      '/accruals',
      ['journalNumber', 'entryNumber'],
      ['single', 'cursor', 'paged', 'count', 'create', 'update'],
    ),
    { kind: 'delete', method: 'DELETE', path: '/accruals', keyInBody: true },
  ],
  rules,
})
