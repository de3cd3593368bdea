import { NUMBER_MAX } from '../limits.ts'
import { F1, F1L, F2, type Field, flag, int32, lastUpdated, objectVersion, text } from '../resource/fields.ts'
import { standard } from '../resource/operations.ts'
import { type Resource, resource } from '../resource/resource.ts'

/** The differences between kinds of master data that have a number, a name, and a flag that bars new entries. */
interface Numbered {
  schema: string
  table: string
  path: string
  roles?: Resource['roles']
  /** The longest name; or the field, when the name is optional. */
  name: number | Field
  /** Further differences. */
  more?: Partial<Pick<Resource, 'rules' | 'constraints' | 'alsoIn'>>
}

/** Declares master data that is numbered by the client, named, barred, and deleted while nothing refers to it. */
export function numbered(name: string, particulars: Numbered): Resource {
  const { schema, table, path, name: named, roles = ['SuperUser', 'Bookkeeping'], more } = particulars
  return resource(name, {
    logsBodies: true,
    schema,
    table,
    key: ['number'],
    roles,
    fields: {
      number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
      name: (typeof named === 'number' ? text(named).required() : named).filter(F1L).sortable(),
      isBarred: flag().filter(F2),
      lastUpdated: lastUpdated().filter(F2),
      objectVersion: objectVersion(),
    },
    operations: standard(path, 'number'),
    ...more,
  })
}
