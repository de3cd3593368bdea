import { decimal, F1, F2, int32 } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { bookedEntryFields } from '../booked-entries/booked-entries.ts'

const { objectVersion, ...published } = bookedEntryFields

/** The same booked entries as the published ones, with what those have no properties for. */
export const bookedEntries = resource('BookedEntries', {
  schema: 'BookedEntry',
  table: 'booked_entry',
  key: ['entryNumber'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    ...published,
    costTypeNumber: int32().references('cost_type.number').filter(F1).sortable(),
    departmentNumber: int32().references('department.number').filter(F1).sortable(),
    unit1Number: int32().references('unit1.number').filter(F1).sortable(),
    quantity1: decimal().filter(F2).sortable().describe('Of unit 1, with the sign of the amount'),
    unit2Number: int32().references('unit2.number').filter(F1).sortable(),
    quantity2: decimal().filter(F2).sortable().describe('Of unit 2, with the sign of the amount'),
    employeeNumber: int32().references('employee.number').filter(F1).sortable(),
    assetNumber: int32().references('asset.number').filter(F1).sortable(),
    objectVersion,
  },
  operations: reads('/booked-entries', 'entryNumber'),
})
