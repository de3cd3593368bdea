import { withoutGroups, withoutKinds } from '../../resource/differences.ts'
import { type Api, aliases } from '../../resource/versions.ts'
import { priceGroups, salesPrices, specialPrices, specialPricesInCurrency } from './prices.ts'
import { accrualSettings, productGroups, projectSettings, zones } from './product-groups.ts'
import { products } from './products.ts'

/** The groups with counts since 1.1.0. */
const COUNTED = [
  'PriceGroups',
  'ProductGroups',
  'ProductSalesPriceInCurrencies',
  'ProductSpecialPrices',
  'Zones',
] as const

/** Products and their prices. */
export const productsApi: Api = {
  name: 'products',
  title: 'Products',
  prefix: '/productsapi',
  version: '2.0.0',
  style: 'problem',
  groups: [
    accrualSettings,
    priceGroups,
    productGroups,
    products,
    salesPrices,
    specialPrices,
    specialPricesInCurrency,
    projectSettings,
    zones,
  ],
  older: [
    {
      version: '1.1.1',
      differences: [withoutGroups('Products', 'ProductSpecialPricesInCurrency')],
    },
    ...aliases('1.1.0'),
    { version: '1.0.0', differences: COUNTED.map((group) => withoutKinds(group, 'count')) },
  ],
}
