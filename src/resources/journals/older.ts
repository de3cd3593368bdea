import type { Fault } from '../../errors/catalogue.ts'
import {
  atPaths,
  changed,
  changedItems,
  required,
  renamed,
  withGroups,
  withoutGroups,
  without,
  withoutOperation,
  withProperties,
} from '../../resource/differences.ts'
import { flag, int32 } from '../../resource/fields.ts'
import type { Item } from '../../resource/operations.ts'
import { aliases, type Difference, type OlderVersion } from '../../resource/versions.ts'
import { bookedEntries, bookedEntryDimensions, INVOICE_NUMBER } from '../booked-entries/booked-entries.ts'
import { draftEntriesController } from './booking.ts'
import { draftEntryDimensions } from './draft-entries.ts'
import { NAME_UNBOUNDED } from './journals.ts'

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

const bookingPath = ({ kind, path }: { kind: string; path: string }): string =>
  kind === 'update' ? `${path}/{number}` : path

/** Default days of accruals: from the entry's date to the end of its year. Their account has no default. */
const ENTRY = 'x.agreement = $1 AND x.journal_number = r.journal_number AND x.entry_number = r.entry_number'
const YEAR_END = `(SELECT y.date_to FROM draft_entry x JOIN accounting_year y ON y.agreement = $1 AND y.year = x.accounting_year
  WHERE ${ENTRY})`
const ENTRY_DATE = `(SELECT x.date FROM draft_entry x WHERE ${ENTRY})`

/** Booked entries of the first version, below the journals. */
const withBookedEntries: Difference[] = [
  withGroups(bookedEntries),
  atPaths('BookedEntries', ({ path }) => path.replace('/booked-entries', '/entries/booked')),
  withProperties('BookedEntries', bookedEntryDimensions),
  renamed('BookedEntries', 'customerInvoiceNumber', INVOICE_NUMBER),
  ...['supplierInvoiceNumber', 'supplierNumber', 'dueDate', 'text', 'remainder'].map((property) =>
    without('BookedEntries', property),
  ),
]

/**
 * The versions before the newest (rule 4.5). Bulk was atomic only from 11.0.3 on; here it is atomic in all. Before 11.0.4, voucher numbers over
 * 999999999 were accepted. Here they are refused. Only supplier invoices keep payment details. Those of other entries are dropped, as today.
 */
export const olderJournals: readonly OlderVersion[] = [
  ...aliases('15.0.0'),
  { version: '14.0.1', differences: [required('DraftEntries', 'voucherNumber', 'JournalVoucherNull')] },
  { version: '14.0.0', differences: [changed('Journals', 'name', (name) => name.atMost(NAME_UNBOUNDED))] },
  {
    version: '13.0.1',
    differences: [without('Journals', 'entryTypeRestrictedTo'), without('Journals', 'allowedEntryType')],
  },
  { version: '12.0.2', differences: [changedItems('DraftEntries', withAccountOfPayment)] },
  ...aliases('12.0.0'),
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
    version: '11.0.5',
    differences: [withoutGroups('JournalBooking', 'DraftEntriesController'), withGroups(notDeprecated())],
  },
  ...aliases('11.0.4', '11.0.3', '11.0.0'),
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
  { version: '8.0.0', differences: [withProperties('DraftEntries', draftEntryDimensions)] },
  {
    version: '7.0.0',
    differences: [atPaths('Journals', bookingPath), required('DraftEntries', 'exchangeRate')],
  },
  {
    version: '6.0.0',
    differences: [
      changed('DraftEntryAccruals', 'startDate', (field) => field.optional().fallback(ENTRY_DATE)),
      changed('DraftEntryAccruals', 'endDate', (field) => field.optional().fallback(YEAR_END)),
    ],
  },
  ...aliases('5.2.0'),
  { version: '5.1.0', differences: [withoutGroups('DraftEntryAccruals')] },
  {
    version: '5.0.0',
    differences: [withoutOperation('DraftEntries', 'DELETE', '/draft-entries/delete/{journalNumber}')],
  },
  ...aliases('3.0.0'),
  { version: '1.0.0', differences: withBookedEntries },
]

/** Booking by its paths before those below the journals. */
function notDeprecated(): typeof draftEntriesController {
  const operations = draftEntriesController.operations.map(({ deprecated: _, ...operation }) => operation)
  return { ...draftEntriesController, operations: operations as typeof draftEntriesController.operations }
}
