import { F1, F2, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { exists, isBookable, isUnused } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

const WITHIN = 'coalesce(r.minimum_voucher_number, 1) AND coalesce(r.maximum_voucher_number, 999999999)'

/** Journals: what draft entries are kept in until they are booked (spec document 3, Journal; contract notes 4 and 5). */
export const journals = resource('Journals', {
  schema: 'Journal',
  table: 'journal',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().assigned(`take_numbers($1, 'journal', 1)`).filter(F1).sortable(),
    balancingBehavior: flag().filter(F2).describe('false: vouchers balance by date; true: by month'),
    autoApprove: flag(),
    isStandingJournal: flag().filter(F2).describe('Draft entries stay when they are booked'),
    requireAdminApproval: flag(),
    lockVatCodes: flag(),
    nextVoucherNumber: int32(0, NUMBER_MAX).fallback('coalesce(r.minimum_voucher_number, 1)', 't.next_voucher_number'),
    minimumVoucherNumber: int32(0, NUMBER_MAX).fallback('1'),
    maximumVoucherNumber: int32(0, NUMBER_MAX).fallback(String(NUMBER_MAX)),
    customerContraAccount: int32(),
    supplierContraAccount: int32(),
    customerPaymentText: text(250),
    supplierPaymentText: text(250),
    name: text(50, 1).required(),
    priority: int32(),
    allowPartialBooking: flag().describe('Vouchers that do not balance stay behind instead of stopping a booking'),
    requireBalancePerVoucherId: flag(),
    repeatText: flag(),
    paymentMessageText: text(250),
    defaultDepartment: int32(),
    entryTypeRestrictedTo: int32().oneOf([0, 2, 3, 4, 5, 10]).fallback('0').describe('0: all types'),
    objectVersion: objectVersion(),
  },
  operations: standard('/journals', 'number'),
  missing: 'JournalDoesNotExist',
  rules: [
    {
      property: 'maximumVoucherNumber',
      code: 'ValueOutOfRange',
      on: ['create', 'update'],
      brokenWhen: 'r.maximum_voucher_number < coalesce(r.minimum_voucher_number, 1)',
    },
    {
      property: 'nextVoucherNumber',
      code: 'JournalVoucherNextNumberNotWithinBoundaries',
      on: ['create', 'update'],
      brokenWhen: `r.next_voucher_number NOT BETWEEN ${WITHIN}`,
    },
    ...(['customerContraAccount', 'supplierContraAccount'] as const).flatMap((property) => [
      exists(property, 'account', 'number', 'JournalEntryContraAccountNotFound'),
      isBookable(property, 'JournalEntryWrongContraAccountType'),
    ]),
    exists('defaultDepartment', 'department', 'number', 'JournalEntryDepartmentalDistributionNotFound'),
    isUnused('number', ['draft_entry.journal_number'], 'JournalMustBeEmptyBeforeDeleting'),
  ],
  constraints: { draft_entry_journal_fk: { code: 'JournalMustBeEmptyBeforeDeleting', property: 'number' } },
})
