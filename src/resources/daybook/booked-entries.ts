import { decimal, F1, F2, int32 } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { bookedEntryFields } from '../booked-entries/booked-entries.ts'

const { objectVersion, ...published } = bookedEntryFields

/** SQL: the value of dimension 1 that the entry `t` has, whatever it was booked with. */
const TODAY = `CASE WHEN EXISTS (SELECT FROM changed_dimension c
    WHERE c.agreement = t.agreement AND c.entry_number = t.entry_number AND c.dimension_number = 1)
  THEN (SELECT c.dimension_key FROM changed_dimension c
    JOIN department d ON d.agreement = t.agreement AND d.number = c.dimension_key
    WHERE c.agreement = t.agreement AND c.entry_number = t.entry_number AND c.dimension_number = 1)
  ELSE t.department_number END`

/** The same booked entries as the published ones, with what those have no properties for. */
export const bookedEntries = resource('BookedEntries', {
  schema: 'BookedEntry',
  table: 'booked_entry',
  key: ['entryNumber'],
  roles: ['SuperUser', 'Bookkeeping'],
  isGapless: true,
  fields: {
    ...published,
    costTypeNumber: int32().references('cost_type.number').filter(F1).sortable().indexed(),
    departmentNumber: int32()
      .references('department.number')
      .readAs(TODAY)
      .filter(F1)
      .sortable()
      .describe('As it is today: the data of dimensions of booked entries can change'),
    unit1Number: int32().references('unit1.number').filter(F1).sortable().indexed(),
    quantity1: decimal().filter(F2).sortable().indexed().describe('Of unit 1, with the sign of the amount'),
    unit2Number: int32().references('unit2.number').filter(F1).sortable().indexed(),
    quantity2: decimal().filter(F2).sortable().indexed().describe('Of unit 2, with the sign of the amount'),
    employeeNumber: int32().references('employee.number').filter(F1).sortable().indexed(),
    assetNumber: int32().references('asset.number').filter(F1).sortable().indexed(),
    objectVersion,
  },
  operations: reads('/booked-entries', 'entryNumber'),
})
