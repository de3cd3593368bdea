import { F2, F2L, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { price } from './prices.ts'

/**
 * Products: what the agreement sells. Prices are net, in base currency; a barred one takes no new lines (rule 11.4).
 */
export const products = resource('Products', {
  logsBodies: true,
  schema: 'Product',
  table: 'product',
  key: ['productNumber'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    productNumber: text(25, 1)
      .column('number')
      .required()
      .unique('ProductNumberAlreadyExists')
      .filter(F2L)
      .sortable()
      .describe('No two are equal but for case.'),
    productGroupId: int32(1)
      .column('product_group_number')
      .required()
      .references('product_group.number', 'ProductGroupDoesNotExist')
      .filter(F2)
      .sortable(),
    name: text(300, 1).required().filter(F2L).sortable(),
    description: text(500),
    barCode: text(50),
    salesPrice: price(),
    costPrice: price(),
    recommendedPrice: price(),
    unitId: int32(1).column('unit_number').references('unit.number', 'UnitDoesNotExist'),
    unit2Id: int32(1).column('unit2_number').references('unit.number', 'UnitDoesNotExist'),
    isAccessible: flag()
      .column('is_barred')
      .inverted()
      .filter(['eq', 'ne'])
      .describe('false: the product is barred. Left out when false.'),
    lastUpdated: lastUpdated().nullable().filter(F2).sortable(),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/products', 'productNumber', ['single', 'delete', 'cursor', 'create']),
    {
      kind: 'update',
      method: 'PUT',
      path: '/products/{productNumber}',
      differs: 'ProductNumberChangeSettingNotEnabled',
      renumbers: { allowedBy: 'allows_product_renumbering', keptBy: ['booked_invoice_line'] },
    },
    { kind: 'paged', method: 'GET', path: '/productspaged/paged' },
  ],
  constraints: {
    product_number_unique: { code: 'ProductNumberAlreadyExists', property: 'productNumber' },
  },
  inUse: {
    booked_invoice_line: 'ProductUsedOnInvoiceLines',
    draft_invoice_line: 'ProductUsedOnDraftInvoiceLines',
    subscription_line: 'ProductUsedInSubscriptions',
  },
  emits: 'PRODUCT_UPDATED',
})
