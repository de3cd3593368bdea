import { EXTERNAL_NUMBER_MAX, NUMBER_MAX } from '../../limits.ts'
import { date, F1, F1L, Field, int32, text } from '../../resource/fields.ts'
import { declareDraftEntries, draftEntryDimensions, draftEntryFields } from '../journals/draft-entries.ts'

const { objectVersion, ...published } = draftEntryFields

const fields = {
  ...published,
  ...draftEntryDimensions,
  contraAccountNumber: published
    .contraAccountNumber!.emptyIsNone()
    .describe(
      'An empty text says none, where leaving it out on create takes that of the journal, the party or the cost type',
    ),
  text: published.text!.filter(F1L),
  employeeNumber: int32().references('employee.number', 'JournalEntryEmployeeNotFound').filter(F1),
  assetGroupNumber: int32()
    .references('asset_group.number', 'JournalEntryAssetGroupNotFound')
    .filter(F1)
    .describe('Of the asset that the entry buys'),
  assetNumber: int32(undefined, NUMBER_MAX)
    .filter(F1)
    .describe('The number of the new asset; no other asset may have it'),
  assetStartDate: date().describe('The day from which the asset is used; the date of the entry where left out'),
  assetLifeTimeMonths: int32(),
  documentDate: date()
    .readAs('coalesce(t.document_date, t.date)')
    .suggested('NULL')
    .describe('The day on the document; the date of the entry where left out'),
  externalNumber: text(EXTERNAL_NUMBER_MAX).describe(
    'Of an entry of a customer or supplier: the number that the invoice has in other books, as they write it. No payment settles by it',
  ),
  allowsRepeatedInvoice: new Field({ type: 'boolean' }).describe(
    "Of a supplier's invoice: true where its number may be that of an invoice booked before",
  ),
  objectVersion,
}

/** The published draft entries, with additional properties: dimensions, employees, assets. */
export const draftEntries = declareDraftEntries(fields, ['ONLYONEDISTRIBUTIONALLOWED'])
