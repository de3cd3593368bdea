import { int32, text } from '../../resource/fields.ts'
import { resource, standard } from '../../resource/resource.ts'
import { isUnused } from '../../resource/rules.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { party, partyEnd, partyRules } from './party.ts'

/** Suppliers: whom the agreement buys from. Contacts and groups are in the suppliers API. */
export const suppliers = resource('Suppliers', {
  schema: 'Supplier',
  table: 'supplier',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    ...party,
    bankAccount: text(50),
    attentionNumber: int32(1, NUMBER_MAX).describe('The supplier contact to address.'),
    ...partyEnd,
  },
  operations: standard('/suppliers', 'number'),
  rules: [
    ...partyRules('supplier', 'supplier_group'),
    {
      property: 'attentionNumber',
      code: 'ContactDoesNotBelongToSupplier',
      on: ['create', 'update'],
      brokenWhen: `NOT EXISTS (SELECT FROM supplier_contact x WHERE x.agreement = $1 AND x.number = r.attention_number
        AND x.supplier_number = r.number AND NOT x.is_deleted)`,
    },
    isUnused('number', [
      'supplier_contact.supplier_number',
      'draft_entry.supplier_number',
      'booked_entry.supplier_number',
    ]),
  ],
  constraints: {
    supplier_pkey: { code: 'NumberAlreadyInUse', property: 'number' },
    supplier_group_fk: { code: 'GroupDoesNotExist', property: 'groupNumber' },
    supplier_currency_fk: { code: 'CurrencyDoesNotExist', property: 'currency' },
    supplier_contact_supplier_fk: { code: 'ItemInUse', property: 'number' },
    draft_entry_supplier_fk: { code: 'ItemInUse', property: 'number' },
    booked_entry_supplier_fk: { code: 'ItemInUse', property: 'number' },
  },
})
