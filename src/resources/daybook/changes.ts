import { F1, F2, int32, instant, objects, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { actingFields, actingNames } from './acting.ts'

const PROPERTIES = `(
  SELECT json_agg(json_build_object('number', p.number, 'property', p.property, 'before', p.before, 'after', p.after,
    'seal', encode(p.seal, 'hex'))
    ORDER BY p.number)
  FROM change p WHERE p.agreement = t.agreement AND p.number BETWEEN t.number AND t.last_number)`

/** What the item was called when the write was done: the last name that the trail has of it until then. */
const NAME = `(
  SELECT (array_agg(coalesce(n.after, n.before) ORDER BY n.number DESC))[1]
  FROM change n WHERE n.agreement = t.agreement AND fold(n.resource) = fold(t.resource) AND fold(n.key) = fold(t.key)
    AND n.resource = t.resource AND n.key = t.key AND n.property = 'name' AND n.number <= t.last_number)`

/**
 * Every change of master data, written by triggers on the tables: what one write did to one item, property by property.
 * A created item has each value it begins with, a deleted one each value it had. Rows are never changed or removed, and
 * sealed in a chain.
 */
export const changes = resource('Changes', {
  logsBodies: true,
  schema: 'Change',
  table: 'item_change',
  isView: true,
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().present().filter(F1).sortable().describe('Of its first property'),
    resource: text(50).present().filter(F1).sortable().describe('The kind of item: Accounts, VatCodes, …'),
    key: text(100).present().filter(F1).sortable().describe('Its identifier; of several parts joined by ~'),
    name: text(255).computed(NAME).describe('What it was called then; of a deleted item before. null: it has no name'),
    time: instant().present().column('changed_at').filter(F2).sortable(),
    app: int32().filter(F1).describe('The app it was made for; null where a command made it'),
    ...actingFields(true),
    ...actingNames,
    properties: objects({
      number: int32().present(),
      property: text(50).present(),
      before: text(4000).describe('As text; null where it had no value'),
      after: text(4000).describe('As text; null where it has no value'),
      seal: text(64).present().describe('SHA-256 over the seal before and this row, as hex'),
    })
      .present()
      .computed(PROPERTIES)
      .describe('What the write changed of the item'),
  },
  operations: reads('/changes', 'number'),
})
