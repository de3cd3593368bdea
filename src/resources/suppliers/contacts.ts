import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { exists, isUnused } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'

/** Contact persons of suppliers (spec document 2, Supplier contact). Deleted ones stay readable, for history. */
export const contacts = resource('Contacts', {
  schema: 'Contact',
  table: 'supplier_contact',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().assigned(`take_numbers($1, 'supplier_contact', 1)`).filter(F1).sortable(),
    supplierNumber: int32(1, NUMBER_MAX).required().fixed('SupplierNumberMismatch').filter(F1).sortable(),
    userInterfaceNumber: int32()
      .assigned(`take_numbers($1, 'supplier_contact of ' || r.supplier_number, 1)`)
      .filter(F1)
      .describe('The number shown in the web interface, counted from 1 per supplier.'),
    name: text(255).required('SupplierContactNameNullOrEmpty').filter(F1L),
    email: text(255).filter(F1L),
    phone: text(50),
    notes: text(2000),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
    isDeleted: flag().readOnly().filter(F2),
    active: flag().readOnly().filter(F2),
  },
  operations: standard('/Contacts', 'number'),
  softDelete: 'isDeleted',
  rules: [
    exists('supplierNumber', 'supplier', 'number', 'SupplierDoesNotExist'),
    {
      property: 'name',
      code: 'SupplierContactNameAlreadyExists',
      on: ['create', 'update'],
      brokenWhen: `EXISTS (SELECT FROM supplier_contact x WHERE x.agreement = $1 AND x.supplier_number = r.supplier_number
        AND fold(x.name) = fold(r.name) AND NOT x.is_deleted AND x.number IS DISTINCT FROM r.number)`,
    },
    isUnused('number', ['supplier.attention_number'], 'SupplierContactIsInUse'),
  ],
  constraints: {
    supplier_contact_supplier_fk: { code: 'SupplierDoesNotExist', property: 'supplierNumber' },
    supplier_contact_name: { code: 'SupplierContactNameAlreadyExists', property: 'name' },
  },
})
