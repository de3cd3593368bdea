import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** Contact persons of suppliers (rule 9.4). Deleted ones stay readable, for history. */
export const contacts = resource('Contacts', {
  logsBodies: true,
  schema: 'Contact',
  table: 'supplier_contact',
  isPrivate: true,
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().counted().filter(F1).sortable(),
    supplierNumber: int32(1, NUMBER_MAX)
      .required()
      .references('supplier.number', 'SupplierDoesNotExist')
      .fixed('SupplierNumberMismatch')
      .filter(F1)
      .sortable(),
    userInterfaceNumber: int32()
      .counted('supplierNumber')
      .filter(F1)
      .describe('The number shown in the web interface, counted from 1 per supplier.'),
    name: text(255)
      .required('SupplierContactNameNullOrEmpty')
      .unique('SupplierContactNameAlreadyExists', 'supplierNumber')
      .filter(F1L),
    email: text(255).filter(F1L),
    phone: text(50),
    notes: text(2000),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
    isDeleted: flag().readOnly().filter(F2),
    active: flag().readOnly().readAs('(t.active AND NOT t.is_deleted)').filter(F2),
  },
  operations: standard('/Contacts', 'number'),
  softDelete: 'isDeleted',
  inUse: 'SupplierContactIsInUse',
})
