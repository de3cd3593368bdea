import { F1, F2, int32, instant, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

/**
 * Every change of master data, one row per property, written by triggers on the tables. A created item has a row for each value it begins with; a
 * deleted item has one for each value it had. Rows are never changed or removed, and sealed in a chain.
 */
export const changes = resource('Changes', {
  schema: 'Change',
  table: 'change',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    resource: text(50).present().filter(F1).sortable().describe('The kind of item: Accounts, VatCodes, …'),
    key: text(100).present().filter(F1).sortable().describe('Its identifier; of several parts joined by ~'),
    time: instant().present().column('changed_at').filter(F2).sortable(),
    app: int32().filter(F1).describe('The app it was made for; null where a command made it'),
    property: text(50).present().filter(F1).sortable(),
    before: text(4000).describe('As text; null where it had no value'),
    after: text(4000).describe('As text; null where it has no value'),
    seal: text(64)
      .present()
      .readAs(`encode(t.seal, 'hex')`)
      .describe('SHA-256 over the seal before and this change, as hex'),
  },
  operations: reads('/changes', 'number'),
})
