import type { Api } from '../../resource/resource.ts'
import { priceGroups, salesPrices, specialPrices, specialPricesInCurrency } from './prices.ts'
import { accrualSettings, productGroups, projectSettings, zones } from './product-groups.ts'
import { products } from './products.ts'

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
}
