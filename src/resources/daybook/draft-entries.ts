import { AMOUNT_DIGITS_MAX, NUMBER_MAX, QUANTITY_DECIMALS } from '../../limits.ts'
import { date, decimal, F1, Field, int32 } from '../../resource/fields.ts'
import { declareDraftEntries, draftEntryFields } from '../journals/draft-entries.ts'

const { objectVersion, ...published } = draftEntryFields

/** The same draft entries as the published ones, with what those have no properties for: dimensions, employees, assets. */
export const draftEntries = declareDraftEntries({
  ...published,
  departmentNumber: int32().references('department.number', 'JournalEntryDepartmentalDistributionNotFound').filter(F1),
  departmentalDistributionNumber: int32()
    .references('departmental_distribution.number', 'JournalEntryDepartmentalDistributionNotFound')
    .filter(F1)
    .describe('Shares the own side out among departments; goes neither with a contra account nor with a department'),
  unit1Number: int32().references('unit1.number', 'JournalEntryDimensionUnit1NotFound').filter(F1),
  quantity1: decimal(AMOUNT_DIGITS_MAX, QUANTITY_DECIMALS).describe('Of unit 1; takes the sign of the amount'),
  unit2Number: int32().references('unit2.number', 'JournalEntryDimensionUnit2NotFound').filter(F1),
  quantity2: decimal(AMOUNT_DIGITS_MAX, QUANTITY_DECIMALS).describe('Of unit 2; takes the sign of the amount'),
  employeeNumber: int32().references('employee.number', 'JournalEntryEmployeeNotFound').filter(F1),
  assetGroupNumber: int32()
    .references('asset_group.number', 'JournalEntryAssetGroupNotFound')
    .filter(F1)
    .describe('Of the asset that the entry buys'),
  assetNumber: int32(undefined, NUMBER_MAX).filter(F1).describe('Its number: one that no asset has'),
  assetStartDate: date().describe('When its life begins; left out, the date of the entry'),
  assetLifeTimeMonths: int32(),
  allowsRepeatedInvoice: new Field({ type: 'boolean' }).describe(
    "Of a supplier's invoice: true where its number may be that of an invoice booked before",
  ),
  objectVersion,
})
