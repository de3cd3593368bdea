import { F1, F2, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { isBookable } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { isNotSummary } from '../summary-accounts.ts'
import { type Row, rowNamed, sql, type Sql } from '../../resource/sql.ts'

/** Our own limit for names of journals in versions without one. */
export const NAME_UNBOUNDED = 250

const ENTRY_TYPES = [0, 2, 3, 4, 5, 10]

const least = (r: Row): Sql => sql`coalesce(${r.minimum_voucher_number}, 1)`
const greatest = (r: Row): Sql => sql`coalesce(${r.maximum_voucher_number}, ${NUMBER_MAX})`
const isOutside = (r: Row): Sql => sql`${r.next_voucher_number} NOT BETWEEN ${least(r)} AND ${greatest(r)}`
/**
 * SQL: what the next voucher without a number gets, of a row of `journal`: numbers given by hand are passed, and change
 * nothing stored (rule 6.4).
 */
const nextFree = (row: Row, agreement: string): Sql =>
  sql`next_free_voucher(${agreement}, ${row.number}, greatest(${row.next_voucher_number}, ${row.minimum_voucher_number}), ${row.maximum_voucher_number})`
/** SQL: the series is sent back as it was read. Once it is used up, its next number is above its maximum. */
const isAsRead = (
  r: Row,
  old: Row,
): Sql => sql`((${least(r)}, ${greatest(r)}) = (${old.minimum_voucher_number}, ${old.maximum_voucher_number})
  AND ${r.next_voucher_number} IN (${old.next_voucher_number}, ${nextFree(old, '$1')}))`

/**
 * What a program means that sends both names of the entry types with different values: it read both, and changed one of
 * them. So the one that is not as stored counts. Where neither is, it is unknown which one is meant. A stale version is
 * for the write to refuse.
 */
const byChangedName: Resource['aroundUpdate'] = async (transaction, requests, write) => {
  for (const { caller, items } of requests) {
    for (const { item, faults } of items) {
      const { number, objectVersion, entryTypeRestrictedTo: one, allowedEntryType: other } = item
      if (one === undefined || other === undefined || one === other) continue
      // It is unknown which journal is meant: the write says what is wrong.
      if (number === undefined || objectVersion === undefined) continue
      const [stored] = await transaction.rows<{ type: number }>(
        `SELECT t.entry_type_restricted_to AS type FROM journal t
         WHERE t.agreement = $1 AND t.number = $2 AND t.object_version::text = $3 FOR UPDATE`,
        [caller.agreement, number as number, objectVersion as string],
      )
      if (stored?.type === one) item.entryTypeRestrictedTo = other
      else if (stored && stored.type !== other) faults.push(UNDECIDED)
    }
  }
  return await write()
}

const UNDECIDED = {
  code: 'ValueNotAllowed',
  property: 'entryTypeRestrictedTo',
  message: 'allowedEntryType is entryTypeRestrictedTo, and has another value; the journal has neither.',
} as const

/** Journals hold draft entries until they are booked (rule 6.4). */
export const journals = resource('Journals', {
  logsBodies: true,
  schema: 'Journal',
  table: 'journal',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().counted().filter(F1).sortable(),
    balancingBehavior: flag().filter(F2).describe('false: vouchers balance by date; true: by month'),
    autoApprove: flag(),
    isStandingJournal: flag().filter(F2).describe('Draft entries stay when they are booked'),
    requireAdminApproval: flag(),
    lockVatCodes: flag(),
    // Above the maximum when all numbers are taken.
    nextVoucherNumber: int32(0, NUMBER_MAX + 1)
      .fallback((r) => sql`coalesce(${r.minimum_voucher_number}, 1)`, 't.next_voucher_number')
      .readAs(nextFree(rowNamed('t'), 't.agreement').text),
    minimumVoucherNumber: int32(0, NUMBER_MAX).fallback('1'),
    maximumVoucherNumber: int32(0, NUMBER_MAX).fallback(String(NUMBER_MAX)),
    customerContraAccount: int32().references('account.number', 'JournalEntryContraAccountNotFound'),
    supplierContraAccount: int32().references('account.number', 'JournalEntryContraAccountNotFound'),
    customerPaymentText: text(250),
    supplierPaymentText: text(250),
    name: text(50, 1).required().answeredUpTo(NAME_UNBOUNDED),
    priority: int32(),
    allowPartialBooking: flag().describe('Vouchers that do not balance stay behind instead of stopping a booking'),
    requireBalancePerVoucherId: flag(),
    repeatText: flag(),
    paymentMessageText: text(250),
    defaultDepartment: int32().references('department.number', 'JournalEntryDepartmentalDistributionNotFound'),
    entryTypeRestrictedTo: int32().oneOf(ENTRY_TYPES).fallback('0').describe('0: all types'),
    allowedEntryType: int32().oneOf(ENTRY_TYPES).present().ignored('t.entry_type_restricted_to'),
    objectVersion: objectVersion(),
  },
  operations: standard('/journals', 'number'),
  alsoNamed: { allowedEntryType: 'entryTypeRestrictedTo' },
  missing: 'JournalDoesNotExist',
  rules: [
    {
      property: 'maximumVoucherNumber',
      code: 'ValueOutOfRange',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.maximum_voucher_number} < coalesce(${r.minimum_voucher_number}, 1)`,
    },
    {
      property: 'nextVoucherNumber',
      code: 'JournalVoucherNextNumberNotWithinBoundaries',
      on: ['create'],
      brokenWhen: isOutside,
    },
    {
      property: 'nextVoucherNumber',
      code: 'JournalVoucherNextNumberNotWithinBoundaries',
      on: ['update'],
      brokenWhen: (r, old) => sql`${isOutside(r)} AND NOT ${isAsRead(r, old)}`,
    },
    {
      property: 'nextVoucherNumber',
      code: 'JournalVoucherNextNumberNotWithinBoundaries',
      message: 'The next voucher number cannot go back: vouchers have the numbers before it',
      on: ['update'],
      // Vouchers may have taken numbers since the client read this version. The table's trigger then keeps the current
      // number (rule 6.4).
      brokenWhen: (r, old) => sql`${r.next_voucher_number} < ${old.first_of_version}`,
    },
    isBookable('customerContraAccount', 'JournalEntryWrongContraAccountType'),
    isBookable('supplierContraAccount', 'JournalEntryWrongContraAccountType'),
    isNotSummary('customerContraAccount', 'JournalEntryContraAccountIsBlockedForDirectEntries'),
    isNotSummary('supplierContraAccount', 'JournalEntryContraAccountIsBlockedForDirectEntries'),
  ],
  inUse: 'JournalMustBeEmptyBeforeDeleting',
  aroundUpdate: byChangedName,
})
