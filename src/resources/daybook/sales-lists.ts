import { decimal, F1, F1L, F2, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { numbered } from '../../records/numbered.ts'
import { sql } from '../../resource/sql.ts'

const ROLES: Resource['roles'] = ['SuperUser', 'Bookkeeping', 'Sales']

/** VAT zones of customers: five that are the same everywhere, and the agreement's own from 8. */
export const vatZones = resource('VatZones', {
  logsBodies: true,
  schema: 'VatZone',
  table: 'vat_zone',
  key: ['number'],
  roles: ROLES,
  fields: {
    number: int32(1)
      .required()
      .unique('NumberAlreadyInUse')
      .filter(F1)
      .sortable()
      .describe(
        '1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects; 6 and 7 are reserved; from 8: a country',
      ),
    name: text(50).required().filter(F1L).sortable(),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/vat-zones', 'number'),
  rules: [
    { property: 'number', code: 'VatZoneStays', on: ['create'], brokenWhen: (r) => sql`${r.number} < 8` },
    { property: 'number', code: 'VatZoneStays', on: ['delete'], brokenWhen: (_, old) => sql`${old.number} < 8` },
  ],
})

/** How documents look when they are printed. */
export const layouts = numbered('Layouts', {
  schema: 'Layout',
  table: 'layout',
  path: '/layouts',
  roles: ROLES,
  name: 50,
})

/** Texts for the terms of delivery of documents. */
export const deliveryConditions = numbered('DeliveryConditions', {
  schema: 'DeliveryCondition',
  table: 'delivery_condition',
  path: '/delivery-conditions',
  roles: ROLES,
  name: 100,
})

/** Customers who get the same discounts. */
export const discountGroups = numbered('DiscountGroups', {
  schema: 'DiscountGroup',
  table: 'discount_group',
  path: '/discount-groups',
  roles: ROLES,
  name: 50,
})

/** The discount of a discount group on products of a product group. */
export const discounts = resource('Discounts', {
  logsBodies: true,
  schema: 'Discount',
  table: 'discount',
  key: ['discountGroupNumber', 'productGroupNumber'],
  roles: ROLES,
  fields: {
    discountGroupNumber: int32(1)
      .required()
      .references('discount_group.number', 'DiscountGroupDoesNotExist', { cascades: true })
      .filter(F1)
      .sortable(),
    productGroupNumber: int32(1)
      .required()
      .references('product_group.number', 'ProductGroupDoesNotExist', { cascades: true })
      .unique('NumberAlreadyInUse', 'discountGroupNumber')
      .filter(F1)
      .sortable(),
    percent: decimal(9, 6).measure().between(0, 100).required().filter(F2).sortable(),
    objectVersion: objectVersion(),
  },
  operations: standard('/discounts', ['discountGroupNumber', 'productGroupNumber']),
})
