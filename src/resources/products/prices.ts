import { PRICE_DECIMALS } from '../../limits.ts'
import { decimal, F1, type Field, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { isBaseCurrency } from '../../resource/rules.ts'
import { FOR_SHARE, rowsOf, sql } from '../../resource/sql.ts'

/** A price of one unit. */
export const price = (): Field => decimal(18, PRICE_DECIMALS)

/** Refuses the base currency: the product itself has the price in it (rule 11.4). */
const isBase = (code: Rule['code']): Rule => ({
  property: 'currency',
  code,
  on: ['create'],
  brokenWhen: (r) => isBaseCurrency(r.currency!),
})

/** Prices of products in other currencies. */
export const salesPrices = resource('ProductSalesPriceInCurrencies', {
  logsBodies: true,
  schema: 'ProductSalesPriceInCurrency',
  table: 'product_sales_price',
  key: ['productNumber', 'currency'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    productNumber: text(25)
      .references('product.number', 'ProductDoesNotExist', { cascades: true })
      .filter(F1)
      .sortable(),
    currency: text(3)
      .required()
      .references('currency.code', 'InvalidCurrency')
      .unique('ProductPriceInCurrencyAlreadyExists', 'productNumber')
      .filter(F1)
      .sortable(),
    salesPrice: price().required(),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/products/{productNumber}/salespriceincurrencies', 'currency', [
      'single',
      'delete',
      'create',
      'update',
    ]),
    ...standard('/salespriceincurrencies', '', ['cursor', 'paged', 'count']),
  ],
  rules: [isBase('InvalidCurrency')],
})

/** Price groups: customers who get the same special prices. */
export const priceGroups = resource('PriceGroups', {
  logsBodies: true,
  schema: 'PriceGroup',
  table: 'price_group',
  key: ['number'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    number: int32(1)
      .required()
      .codes({ range: 'PriceGroupInvalidPriceGroupId' })
      .unique('PriceGroupIdExists')
      .filter(F1)
      .sortable(),
    name: text(50)
      .required('PriceGroupNameIsRequired')
      .codes({ tooLong: 'PriceGroupNameCanBe50CharMax' })
      .filter(F1)
      .sortable(),
    objectVersion: objectVersion(),
  },
  operations: standard('/pricegroups', 'number'),
  inUse: {
    customer: 'PriceGroupUsedByOneOrMoreCustomers',
    product_special_price: 'PriceGroupUsedByProductSpecialPrice',
  },
})

/** The price of a product for a price group: an amount in base currency, or a percentage off the usual price. */
export const specialPrices = resource('ProductSpecialPrices', {
  logsBodies: true,
  schema: 'ProductSpecialPrice',
  table: 'product_special_price',
  key: ['number'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    number: int32().counted().filter(F1).sortable(),
    priceGroupNumber: int32()
      .required()
      .references('price_group.number', 'ProductSpecialPriceCreatePriceGroupDoesNotExist')
      .hidden(),
    productNumber: text(25, 1)
      .required()
      .references('product.number', 'ProductSpecialPriceCreateProductDoesNotExist', { cascades: true })
      .unique('ProductSpecialPriceCreateProductAlreadyHasSpecialPriceInPriceGroup', 'priceGroupNumber')
      .fixed()
      .filter(F1)
      .describe('Cannot be changed: a value sent with PUT is ignored.'),
    salesPriceBaseCurrency: price(),
    discountPercentage: decimal(9, 6)
      .measure()
      .between(0, 100)
      .codes({ range: 'ProductSpecialPriceCreateDiscountPercentageOutOfRange' })
      .describe('Setting it deletes the prices in currencies.'),
    objectVersion: objectVersion(),
  },
  operations: standard('/pricegroups/{priceGroupNumber}/specialprices', 'number'),
  rules: [
    {
      property: 'discountPercentage',
      code: 'ProductSpecialPriceCreateSalesPriceBaseCurrencyAndDiscountPercentageSpecified',
      on: ['create', 'update'],
      brokenWhen: (r) => sql`${r.sales_price_base_currency} IS NOT NULL`,
    },
  ],
  inUse: {
    product_special_price_in_currency: 'ProductSpecialPriceDeleteSpecialPriceUsedBySpecialPriceInCurrency',
  },
})

/** The price of a product for a price group in other currencies. */
export const specialPricesInCurrency = resource('ProductSpecialPricesInCurrency', {
  logsBodies: true,
  schema: 'ProductSpecialPriceInCurrency',
  table: 'product_special_price_in_currency',
  key: ['productSpecialPriceNumber', 'currency'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    productSpecialPriceNumber: int32()
      .column('special_price_number')
      .required()
      .references('product_special_price.number', 'ProductSpecialPriceCurrencyCreateProductSpecialPriceDoesNotExist')
      .hidden(),
    currency: text(3)
      .required()
      .references('currency.code', 'ProductSpecialPriceCurrencyCreateCurrencyDoesNotExist')
      .unique('ProductSpecialPriceCurrencyCreateSpecialPriceInCurrencyAlreadyExists', 'productSpecialPriceNumber')
      .filter(F1)
      .sortable(),
    salesPrice: price().required(),
    objectVersion: objectVersion(),
  },
  operations: standard('/specialprices/{productSpecialPriceNumber}/specialpricesincurrency', 'currency'),
  rules: [
    isBase('ProductSpecialPriceCurrencyCreateCurrencyDoesNotExist'),
    {
      property: 'currency',
      code: 'ProductSpecialPriceCurrencyCreateDiscountPercentageSpecified',
      on: ['create', 'update'],
      // The lock waits for a PUT that is setting a percentage, and then sees it.
      brokenWhen: (r) => sql`(SELECT x.discount_percentage IS NOT NULL FROM ${rowsOf('product_special_price')} x
        WHERE x.agreement = $1 AND x.number = ${r.special_price_number} ${FOR_SHARE})`,
    },
  ],
})
