import { day, F1, int32, objectVersion } from '../../resource/fields.ts'
import { resource, type Rule, standard } from '../../resource/resource.ts'
import { exists, isBookable } from '../../resource/rules.ts'

const WRITTEN = ['create', 'update'] as const

/** The draft entry that carries the accrual. */
const ENTRY = `SELECT FROM draft_entry x
  WHERE x.agreement = $1 AND x.journal_number = r.journal_number AND x.entry_number = r.entry_number`

const rules: Rule[] = [
  { property: 'entryNumber', code: 'JournalEntryDoesNotExist', on: ['create'], brokenWhen: `NOT EXISTS (${ENTRY})` },
  {
    property: 'entryNumber',
    code: 'JournalEntryAccrualWrongEntryType',
    on: WRITTEN,
    brokenWhen: `EXISTS (${ENTRY} AND x.entry_type_number NOT IN (3, 5, 10))`,
  },
  {
    property: 'entryNumber',
    code: 'OneAPIDraftEntryAccrualAlreadyExist',
    on: ['create'],
    brokenWhen: `EXISTS (SELECT FROM draft_entry_accrual x
      WHERE x.agreement = $1 AND x.journal_number = r.journal_number AND x.entry_number = r.entry_number)`,
  },
  {
    property: 'entryNumber',
    code: 'JournalEntryAssetAccrualError',
    on: WRITTEN,
    brokenWhen: `EXISTS (${ENTRY} AND x.asset_number IS NOT NULL)`,
  },
  exists('accountNumber', 'account', 'number', 'JournalEntryAccrualAccountNotFound'),
  isBookable('accountNumber', 'JournalEntryWrongAccountType'),
  {
    property: 'accountNumber',
    code: 'JournalEntryAccountNotAccessible',
    on: WRITTEN,
    brokenWhen: 'EXISTS (SELECT FROM account x WHERE x.agreement = $1 AND x.number = r.account_number AND x.is_barred)',
  },
  {
    property: 'startDate',
    code: 'JournalEntryAccrualsStartDateNotInValidAccountingYear',
    on: WRITTEN,
    brokenWhen: `NOT EXISTS (SELECT FROM accounting_year x
      WHERE x.agreement = $1 AND r.start_date BETWEEN x.date_from AND x.date_to AND NOT x.is_closed)`,
  },
  {
    property: 'endDate',
    code: 'JournalEntryAccrualEndBeforeStart',
    on: WRITTEN,
    brokenWhen: 'r.end_date < r.start_date',
  },
]

/** Accruals of draft entries: at most one each, identified by journal and entry (spec document 3, Draft entry accrual). */
export const accruals = resource('DraftEntryAccruals', {
  schema: 'DraftEntryAccrual',
  table: 'draft_entry_accrual',
  key: ['journalNumber', 'entryNumber'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    entryNumber: int32().required().filter(F1).sortable(),
    journalNumber: int32().required().filter(F1).sortable(),
    accountNumber: int32().required().filter(F1).sortable(),
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
  constraints: {
    draft_entry_accrual_pkey: { code: 'OneAPIDraftEntryAccrualAlreadyExist', property: 'entryNumber' },
    draft_entry_accrual_entry_fk: { code: 'JournalEntryDoesNotExist', property: 'entryNumber' },
    draft_entry_accrual_account_fk: { code: 'JournalEntryAccrualAccountNotFound', property: 'accountNumber' },
  },
})
