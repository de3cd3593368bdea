import { NUMBER_MAX } from '../limits.ts'
import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../resource/fields.ts'
import { standard } from '../resource/operations.ts'
import { resource } from '../resource/resource.ts'

/** Units in which products are counted. Invoices of projects make those that they need. */
export const units = resource('Units', {
  schema: 'Unit',
  table: 'unit',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(50).required().filter(F1L).sortable(),
    isBarred: flag().filter(F2),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/units', 'number'),
})
