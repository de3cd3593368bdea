import type { Fault } from '../../errors/catalogue.ts'
import {
  atPaths,
  changed,
  changedItems,
  otherCode,
  required,
  renamed,
  withGroups,
  withoutGroups,
  without,
  withOperations,
  withoutOperation,
  withProperties,
} from '../../resource/differences.ts'
import { flag, int32 } from '../../resource/fields.ts'
import type { Item, Operation } from '../../resource/operations.ts'
import { aliases, type Difference, type OtherVersion } from '../../resource/versions.ts'
import { movedData } from '../dimensions/data.ts'
import { draftEntryData } from '../dimensions/owners.ts'
import { bookedEntries, bookedEntryDimensions, INVOICE_NUMBER } from '../booked-entries/booked-entries.ts'
import { draftEntriesController } from './booking.ts'
import { draftEntryDimensions } from './draft-entries.ts'
import { NAME_UNBOUNDED } from './journals.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

const PAYMENT_DETAILS = ['supplierPaymentType', 'supplierPaymentBank', 'supplierPaymentMessage'] as const

/** A customer's payment had to name the account. Today the customer's group gives it. */
function withAccountOfPayment(item: Item, faults: Fault[]): Item {
  if (item.entryTypeNumber === 2 && item.accountNumber === undefined)
    faults.push({ code: 'JournalEntryCustomerAndAccountNotSet', property: 'accountNumber' })
  return item
}

/** Payment type 14, the joint giro card +15, which is no longer in use. */
const JOINT_GIRO = 14

/** An entry with `isCredit` is a credit, whatever the sign of its amount. */
function asCredit({ isCredit, ...item }: Item): Item {
  const { amount } = item as { amount?: string }
  return isCredit === true && amount !== undefined && !amount.startsWith('-') && Number(amount) !== 0
    ? { ...item, amount: `-${amount}` }
    : item
}

/** The path of an update with the number of the item. */
const withNumber = ({ kind, path }: Operation): string => (kind === 'update' ? `${path}/{number}` : path)

/** An update of a draft entry whose path has its number. */
const updateByNumber: Operation = { kind: 'update', method: 'PUT', path: '/draft-entries/{entryNumber}' }

/** The keys of draft entries, which `/dimensionsapi` has today. */
const ENTRY_DIMENSIONS = 'DraftEntryDimensions'

/** Default days of accruals: from the entry's date to the end of its year. Their account has no default. */
const ofEntry = (r: Row): Sql =>
  sql`x.agreement = $1 AND x.journal_number = ${r.journal_number} AND x.entry_number = ${r.entry_number}`
const yearEnd = (
  r: Row,
): Sql => sql`(SELECT y.date_to FROM ${rowsOf('draft_entry')} x JOIN ${rowsOf('accounting_year')} y ON y.agreement = $1
  AND y.year = x.accounting_year
  WHERE ${ofEntry(r)})`
const entryDate = (r: Row): Sql => sql`(SELECT x.date FROM ${rowsOf('draft_entry')} x WHERE ${ofEntry(r)})`

/** Booked entries below the journals, and booking by the path of their entries alone. */
const withBookedEntries: Difference[] = [
  withoutGroups('JournalBooking', 'DraftEntriesController'),
  withGroups(notDeprecated()),
  withGroups(bookedEntries),
  atPaths('BookedEntries', ({ path }) => path.replace('/booked-entries', '/entries/booked')),
  withProperties('BookedEntries', bookedEntryDimensions),
  renamed('BookedEntries', 'customerInvoiceNumber', INVOICE_NUMBER),
  ...['supplierInvoiceNumber', 'supplierNumber', 'dueDate', 'text', 'remainder'].map((property) =>
    without('BookedEntries', property),
  ),
]

/** The versions after the newest that is stated. That a create which fails uses no number holds in all. */
export const laterJournals: readonly OtherVersion[] = [
  {
    version: '16.0.0',
    differences: [
      otherCode(
        'DraftEntries',
        'JournalVoucherNextNumberNotWithinBoundaries',
        'JournalEntryVoucherNumberCannotBeGenerated',
      ),
    ],
  },
  ...aliases('16.0.1'),
]

/**
 * The versions before the newest (rule 4.5). Bulk was atomic only from 11.0.3 on; here it is atomic in all. Before
 * 11.0.4, voucher numbers over 999999999 were accepted. Here they are refused. Only supplier invoices keep payment
 * details. Those of other entries are dropped, as today. Before 8.0.0 draft entries had to have an exchange rate, says
 * the specification. Programs of 6.0.0 leave it out, so here it is optional in all.
 */
export const olderJournals: readonly OtherVersion[] = [
  ...aliases('15.0.0'),
  { version: '14.0.1', differences: [required('DraftEntries', 'voucherNumber', 'JournalVoucherNull')] },
  { version: '14.0.0', differences: [changed('Journals', 'name', (name) => name.atMost(NAME_UNBOUNDED))] },
  {
    version: '13.0.1',
    differences: [without('Journals', 'entryTypeRestrictedTo'), without('Journals', 'allowedEntryType')],
  },
  { version: '12.0.2', differences: [changedItems('DraftEntries', withAccountOfPayment)] },
  ...aliases('12.0.1', '12.0.0'),
  {
    version: '11.1.1',
    differences: [withProperties('Journals', { type: int32().present().ignored('0').describe('0 for every journal') })],
  },
  {
    version: '11.1.0',
    differences: [
      changed('DraftEntries', 'supplierPaymentType', (type) => type.oneOf([...type.facts.values!, JOINT_GIRO])),
    ],
  },
  {
    version: '11.0.6',
    differences: [withoutOperation('JournalBooking', 'POST', '/journals/{journalNumber}/bookdraftentries')],
  },
  ...aliases('11.0.5', '11.0.4', '11.0.3', '11.0.2', '11.0.1', '11.0.0'),
  {
    version: '10.0.0',
    differences: [
      withProperties('DraftEntries', {
        isCredit: flag()
          .ignored('(t.amount < 0)')
          .describe('Whether the amount is below zero. Sent with an amount above, it turns the sign'),
      }),
      changedItems('DraftEntries', asCredit),
    ],
  },
  { version: '9.0.0', differences: PAYMENT_DETAILS.map((property) => without('DraftEntries', property)) },
  {
    version: '8.0.0',
    differences: [
      withProperties('DraftEntries', draftEntryDimensions),
      withGroups(movedData(draftEntryData, ENTRY_DIMENSIONS, '/draft-entries')),
    ],
  },
  { version: '7.0.0', differences: [atPaths('Journals', withNumber)] },
  {
    version: '6.0.0',
    differences: [
      changed('DraftEntryAccruals', 'startDate', (field) => field.optional().fallback(entryDate)),
      changed('DraftEntryAccruals', 'endDate', (field) => field.optional().fallback(yearEnd)),
      withOperations('DraftEntries', updateByNumber),
    ],
  },
  { version: '5.2.0', differences: [withoutOperation('DraftEntries', 'PUT', '/draft-entries')] },
  { version: '5.1.1', differences: [withoutGroups('DraftEntryAccruals')] },
  ...aliases('5.1.0'),
  {
    version: '5.0.0',
    differences: [withoutOperation('DraftEntries', 'DELETE', '/draft-entries/delete/{journalNumber}')],
  },
  ...aliases('4.0.0', '3.2.0', '3.1.1', '3.1.0', '3.0.0'),
  { version: '2.0.0', differences: [withoutGroups(ENTRY_DIMENSIONS), ...withBookedEntries] },
  ...aliases('1.1.2', '1.1.1', '1.1.0', '1.0.0'),
]

/** Booking by its paths before those below the journals. */
function notDeprecated(): typeof draftEntriesController {
  const operations = draftEntriesController.operations.map(({ deprecated: _, ...operation }) => operation)
  return { ...draftEntriesController, operations: operations as typeof draftEntriesController.operations }
}
