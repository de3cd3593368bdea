import { faceOf, only, withProperties } from '../../resource/differences.ts'
import { EXTERNAL_NUMBER_MAX } from '../../limits.ts'
import { date, decimal, F1, type Fields, int32, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { bookedEntries as published, bookedEntryDimensions } from '../booked-entries/booked-entries.ts'

const NAME = 'BookedEntries'

/** What the published entry does not show. */
const MORE: Fields = {
  costTypeNumber: int32().references('cost_type.number').filter(F1).sortable().indexed(),
  ...bookedEntryDimensions,
  employeeNumber: int32().references('employee.number').filter(F1).sortable().indexed(),
  assetNumber: int32().references('asset.number').filter(F1).sortable().indexed(),
  nonDeductibleVatCode: text(5),
  exchangeRate: decimal().present().describe('That it was booked with: units of base currency for 100 of the currency'),
  journalNumber: int32().describe(
    'Of the journal that it was booked in; none of invoices, openings and other vouchers of no journal',
  ),
  bookingNumber: int32().column('booking').present().describe('Of its booking, which is sealed'),
  documentDate: date()
    .readAs('coalesce(t.document_date, t.date)')
    .describe('The day on the document; the date of the entry where none was given'),
  externalNumber: text(EXTERNAL_NUMBER_MAX).describe(
    'The number that the invoice has in other books. No payment settles by it',
  ),
}

const { objectVersion: _, ...shown } = published.fields

/** The published booked entries, with additional properties. */
export const bookedEntries = faceOf(
  published,
  { name: NAME, roles: ['SuperUser', 'Bookkeeping'], operations: reads('/booked-entries', 'entryNumber') },
  withProperties(NAME, MORE),
  only(NAME, ...Object.keys(shown), ...Object.keys(MORE), 'objectVersion'),
)
