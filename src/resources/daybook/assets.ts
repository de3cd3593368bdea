import { date, decimal, F1, F1L, F2, int32, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { numbered } from '../../records/numbered.ts'

/** Asset groups: kinds of things the company keeps for years, such as vehicles. */
export const assetGroups = numbered('AssetGroups', {
  schema: 'AssetGroup',
  table: 'asset_group',
  path: '/asset-groups',
  name: 255,
})

/** SQL: an expression over the booked entries with the asset. */
const ofEntries = (sql: string): string =>
  `(SELECT ${sql} FROM booked_entry e WHERE e.agreement = t.agreement AND e.asset_number = t.number)`

/** Assets: registered by booking the entries that bought them, and never changed. */
export const assets = resource('Assets', {
  logsBodies: true,
  schema: 'Asset',
  table: 'asset',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    groupNumber: int32().references('asset_group.number').present().filter(F1).sortable(),
    text: text(250).filter(F1L),
    entryNumber: int32()
      .computed(ofEntries('min(e.entry_number)'))
      .filter(F1)
      .sortable()
      .describe('The booked entry that bought it; the first, where a distribution made several'),
    startDate: date().present().filter(F2).sortable(),
    lifeTimeMonths: int32().present().filter(F1).sortable(),
    purchaseAmount: decimal()
      .computed(ofEntries('sum(e.amount_in_base_currency)'))
      .filter(F2)
      .sortable()
      .describe('The sum of its entries in base currency; 0 once they are reversed'),
  },
  operations: reads('/assets', 'number'),
})
