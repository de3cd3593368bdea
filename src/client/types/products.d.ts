// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface AccrualSettings {
  /** The account that holds sales of the group while they are spread over months; null: sales are not spread. */ accrualAccountId: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export type AccrualSettingsUpdate = Body<AccrualSettings, 'objectVersion', never>

export interface PriceGroup {
  /** The number that identifies the price group. */ number: number
  /** The name. */ name: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface PriceGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: PriceGroup[]
}

export type PriceGroupCreate = Body<PriceGroup, 'number' | 'name', 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type PriceGroupUpdate = Body<PriceGroup, 'number' | 'name' | 'objectVersion', never>

export interface ProductGroup {
  /** The number that identifies the product group. */ id: number
  /** The name. */ name: string
  /** The account that domestic sales are booked to: the same as the account of zone 1. */ domesticAccountId: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface ProductGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProductGroup[]
}

export type ProductGroupCreate = Body<ProductGroup, 'id' | 'name' | 'domesticAccountId', 'objectVersion'>

export interface ProductGroupCreatedResult {
  /** Identifies the item created. */ id: number
}

export type ProductGroupUpdate = Body<ProductGroup, 'id' | 'name' | 'domesticAccountId' | 'objectVersion', never>

export interface Product {
  /** The number that identifies the product: up to 25 letters and digits. No two differ in capitals alone. */ productNumber: string
  /** The product group: it says which account sales are booked to. */ productGroupId: number
  /** The name. */ name: string
  /** A description. */ description: string | null
  /** The bar code. */ barCode: string | null
  /** The net price of one unit, in base currency. */ salesPrice: number | null
  /** What one unit costs, in base currency. */ costPrice: number | null
  /** The recommended retail price. For information only. */ recommendedPrice: number | null
  /** The unit that quantities of the product are counted in. */ unitId: number | null
  /** A second unit that quantities of the product are counted in. */ unit2Id: number | null
  /** false: the product is barred. Left out when false. */ isAccessible?: boolean
  /** When the product was last changed, UTC. */ lastUpdated: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface ProductCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Product[]
}

export type ProductCreate = Body<Product, 'productNumber' | 'productGroupId' | 'name', 'lastUpdated' | 'objectVersion'>

export interface ProductCreatedResult {
  /** Identifies the item created. */ productNumber: string
}

export type ProductUpdate = Body<Product, 'productGroupId' | 'name' | 'objectVersion', never>

export interface ProductSalesPriceInCurrency {
  /** The product. */ productNumber: string | null
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The net price of one unit, in the currency. */ salesPrice: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export type ProductSalesPriceInCurrencyCreate = Body<ProductSalesPriceInCurrency, 'currency' | 'salesPrice', 'objectVersion'>

export interface ProductSalesPriceInCurrencyCreatedResult {
  /** Identifies the item created. */ currency: string
}

export type ProductSalesPriceInCurrencyUpdate = Body<ProductSalesPriceInCurrency, 'currency' | 'salesPrice' | 'objectVersion', never>

export interface ProductSalesPriceInCurrencyCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProductSalesPriceInCurrency[]
}

export interface ProductSpecialPrice {
  /** The number that identifies the product special price. */ number: number
  /** Cannot be changed: a value sent with PUT is ignored. It cannot be changed. */ productNumber: string
  /** The special net price of one unit, in base currency. It cannot be combined with discountPercentage. */ salesPriceBaseCurrency: number | null
  /** Setting it deletes the prices in currencies. */ discountPercentage: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface ProductSpecialPriceCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProductSpecialPrice[]
}

export type ProductSpecialPriceCreate = Body<ProductSpecialPrice, 'productNumber', 'number' | 'objectVersion'>

export type ProductSpecialPriceUpdate = Body<ProductSpecialPrice, 'number' | 'productNumber' | 'objectVersion', never>

export interface ProductSpecialPriceInCurrency {
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The net price of one unit, in the currency. */ salesPrice: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface ProductSpecialPriceInCurrencyCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProductSpecialPriceInCurrency[]
}

export type ProductSpecialPriceInCurrencyCreate = Body<ProductSpecialPriceInCurrency, 'currency' | 'salesPrice', 'objectVersion'>

export interface ProductSpecialPriceInCurrencyCreatedResult {
  /** Identifies the item created. */ currency: string
}

export type ProductSpecialPriceInCurrencyUpdate = Body<ProductSpecialPriceInCurrency, 'currency' | 'salesPrice' | 'objectVersion', never>

export interface ProjectSettings {
  /** Projects can sell products of the group; projectAccountId must then be given. Left out when false. */ isInProject?: boolean
  /** The account that sales of the group on projects are booked to: the same as the account of zone 5. */ projectAccountId: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export type ProjectSettingsUpdate = Body<ProjectSettings, 'objectVersion', never>

export interface Zone {
  /** The number of the VAT zone: 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects, from 8 the agreement’s own. */ id: number
  /** The account that sales of the group in this zone are booked to. */ accountId: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface ZoneCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Zone[]
}

export type ZoneCreate = Body<Zone, 'id' | 'accountId', 'objectVersion'>

export interface ZoneCreatedResult {
  /** Identifies the item created. */ id: number
}

export type ZoneUpdate = Body<Zone, 'id' | 'accountId' | 'objectVersion', never>

export interface Resources {
  accrualSettings: Of<{ item: AccrualSettings; key: number }, 'get' | 'update'>
  priceGroups: Of<{ item: PriceGroup; key: number; create: PriceGroupCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  productGroups: Of<{ item: ProductGroup; key: number; create: ProductGroupCreate; created: ProductGroupCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  products: Of<{ item: Product; key: string; create: ProductCreate; created: ProductCreatedResult }, 'get' | 'delete' | 'list' | 'create' | 'update' | 'page'>
  productSalesPriceInCurrencies: Of<{ item: ProductSalesPriceInCurrency; key: { productNumber: string; currency: string }; create: ProductSalesPriceInCurrencyCreate; created: ProductSalesPriceInCurrencyCreatedResult }, 'get' | 'delete' | 'create' | 'update' | 'list' | 'page' | 'count'>
  productSpecialPrices: Of<{ item: ProductSpecialPrice; key: { priceGroupNumber: number; number: number }; within: { priceGroupNumber: number }; create: ProductSpecialPriceCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  productSpecialPricesInCurrency: Of<{ item: ProductSpecialPriceInCurrency; key: { productSpecialPriceNumber: number; currency: string }; within: { productSpecialPriceNumber: number }; create: ProductSpecialPriceInCurrencyCreate; created: ProductSpecialPriceInCurrencyCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  projectSettings: Of<{ item: ProjectSettings; key: number }, 'get' | 'update'>
  zones: Of<{ item: Zone; key: { productGroupNumber: number; number: number }; within: { productGroupNumber: number }; create: ZoneCreate; created: ZoneCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
}

export interface Calls {
  /** Read an accrual settings */ 'GET /productsapi/v2.0.0/productgroups/{productGroupNumber}/accrualsettings': { path: { productGroupNumber: number }; answer: AccrualSettings }
  /** Update an accrual settings */ 'PUT /productsapi/v2.0.0/productgroups/{productGroupNumber}/accrualsettings': { path: { productGroupNumber: number }; body: AccrualSettingsUpdate; answer: undefined }
  /** List price groups by cursor */ 'GET /productsapi/v2.0.0/pricegroups': { query: { cursor?: string; filter?: string }; answer: PriceGroupCursorResults }
  /** Create a price group */ 'POST /productsapi/v2.0.0/pricegroups': { body: PriceGroupCreate; answer: CreatedResult }
  /** Update a price group */ 'PUT /productsapi/v2.0.0/pricegroups': { body: PriceGroupUpdate; answer: undefined }
  /** List price groups by pages */ 'GET /productsapi/v2.0.0/pricegroups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: PriceGroup[] }
  /** Count price groups */ 'GET /productsapi/v2.0.0/pricegroups/count': { query: { filter?: string }; answer: number }
  /** Read a price group */ 'GET /productsapi/v2.0.0/pricegroups/{number}': { path: { number: number }; answer: PriceGroup }
  /** Delete a price group */ 'DELETE /productsapi/v2.0.0/pricegroups/{number}': { path: { number: number }; answer: undefined }
  /** List product groups by cursor */ 'GET /productsapi/v2.0.0/productgroups': { query: { cursor?: string; filter?: string }; answer: ProductGroupCursorResults }
  /** Create a product group */ 'POST /productsapi/v2.0.0/productgroups': { body: ProductGroupCreate; answer: ProductGroupCreatedResult }
  /** Update a product group */ 'PUT /productsapi/v2.0.0/productgroups': { body: ProductGroupUpdate; answer: undefined }
  /** List product groups by pages */ 'GET /productsapi/v2.0.0/productgroups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProductGroup[] }
  /** Count product groups */ 'GET /productsapi/v2.0.0/productgroups/count': { query: { filter?: string }; answer: number }
  /** Read a product group */ 'GET /productsapi/v2.0.0/productgroups/{number}': { path: { number: number }; answer: ProductGroup }
  /** Delete a product group */ 'DELETE /productsapi/v2.0.0/productgroups/{number}': { path: { number: number }; answer: undefined }
  /** Read a product */ 'GET /productsapi/v2.0.0/products/{productNumber}': { path: { productNumber: string }; answer: Product }
  /** Delete a product */ 'DELETE /productsapi/v2.0.0/products/{productNumber}': { path: { productNumber: string }; answer: undefined }
  /** Update a product */ 'PUT /productsapi/v2.0.0/products/{productNumber}': { path: { productNumber: string }; body: ProductUpdate; answer: undefined }
  /** List products by cursor */ 'GET /productsapi/v2.0.0/products': { query: { cursor?: string; filter?: string }; answer: ProductCursorResults }
  /** Create a product */ 'POST /productsapi/v2.0.0/products': { body: ProductCreate; answer: ProductCreatedResult }
  /** List products by pages */ 'GET /productsapi/v2.0.0/productspaged/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Product[] }
  /** Read a product sales price in currency */ 'GET /productsapi/v2.0.0/products/{productNumber}/salespriceincurrencies/{currency}': { path: { productNumber: string; currency: string }; answer: ProductSalesPriceInCurrency }
  /** Delete a product sales price in currency */ 'DELETE /productsapi/v2.0.0/products/{productNumber}/salespriceincurrencies/{currency}': { path: { productNumber: string; currency: string }; answer: undefined }
  /** Create a product sales price in currency */ 'POST /productsapi/v2.0.0/products/{productNumber}/salespriceincurrencies': { path: { productNumber: string }; body: ProductSalesPriceInCurrencyCreate; answer: ProductSalesPriceInCurrencyCreatedResult }
  /** Update a product sales price in currency */ 'PUT /productsapi/v2.0.0/products/{productNumber}/salespriceincurrencies': { path: { productNumber: string }; body: ProductSalesPriceInCurrencyUpdate; answer: undefined }
  /** List product sales price in currencies by cursor */ 'GET /productsapi/v2.0.0/salespriceincurrencies': { query: { cursor?: string; filter?: string }; answer: ProductSalesPriceInCurrencyCursorResults }
  /** List product sales price in currencies by pages */ 'GET /productsapi/v2.0.0/salespriceincurrencies/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProductSalesPriceInCurrency[] }
  /** Count product sales price in currencies */ 'GET /productsapi/v2.0.0/salespriceincurrencies/count': { query: { filter?: string }; answer: number }
  /** List product special prices by cursor */ 'GET /productsapi/v2.0.0/pricegroups/{priceGroupNumber}/specialprices': { path: { priceGroupNumber: number }; query: { cursor?: string; filter?: string }; answer: ProductSpecialPriceCursorResults }
  /** Create a product special price */ 'POST /productsapi/v2.0.0/pricegroups/{priceGroupNumber}/specialprices': { path: { priceGroupNumber: number }; body: ProductSpecialPriceCreate; answer: CreatedResult }
  /** Update a product special price */ 'PUT /productsapi/v2.0.0/pricegroups/{priceGroupNumber}/specialprices': { path: { priceGroupNumber: number }; body: ProductSpecialPriceUpdate; answer: undefined }
  /** List product special prices by pages */ 'GET /productsapi/v2.0.0/pricegroups/{priceGroupNumber}/specialprices/paged': { path: { priceGroupNumber: number }; query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProductSpecialPrice[] }
  /** Count product special prices */ 'GET /productsapi/v2.0.0/pricegroups/{priceGroupNumber}/specialprices/count': { path: { priceGroupNumber: number }; query: { filter?: string }; answer: number }
  /** Read a product special price */ 'GET /productsapi/v2.0.0/pricegroups/{priceGroupNumber}/specialprices/{number}': { path: { priceGroupNumber: number; number: number }; answer: ProductSpecialPrice }
  /** Delete a product special price */ 'DELETE /productsapi/v2.0.0/pricegroups/{priceGroupNumber}/specialprices/{number}': { path: { priceGroupNumber: number; number: number }; answer: undefined }
  /** List product special prices in currency by cursor */ 'GET /productsapi/v2.0.0/specialprices/{productSpecialPriceNumber}/specialpricesincurrency': { path: { productSpecialPriceNumber: number }; query: { cursor?: string; filter?: string }; answer: ProductSpecialPriceInCurrencyCursorResults }
  /** Create a product special price in currency */ 'POST /productsapi/v2.0.0/specialprices/{productSpecialPriceNumber}/specialpricesincurrency': { path: { productSpecialPriceNumber: number }; body: ProductSpecialPriceInCurrencyCreate; answer: ProductSpecialPriceInCurrencyCreatedResult }
  /** Update a product special price in currency */ 'PUT /productsapi/v2.0.0/specialprices/{productSpecialPriceNumber}/specialpricesincurrency': { path: { productSpecialPriceNumber: number }; body: ProductSpecialPriceInCurrencyUpdate; answer: undefined }
  /** List product special prices in currency by pages */ 'GET /productsapi/v2.0.0/specialprices/{productSpecialPriceNumber}/specialpricesincurrency/paged': { path: { productSpecialPriceNumber: number }; query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProductSpecialPriceInCurrency[] }
  /** Count product special prices in currency */ 'GET /productsapi/v2.0.0/specialprices/{productSpecialPriceNumber}/specialpricesincurrency/count': { path: { productSpecialPriceNumber: number }; query: { filter?: string }; answer: number }
  /** Read a product special price in currency */ 'GET /productsapi/v2.0.0/specialprices/{productSpecialPriceNumber}/specialpricesincurrency/{currency}': { path: { productSpecialPriceNumber: number; currency: string }; answer: ProductSpecialPriceInCurrency }
  /** Delete a product special price in currency */ 'DELETE /productsapi/v2.0.0/specialprices/{productSpecialPriceNumber}/specialpricesincurrency/{currency}': { path: { productSpecialPriceNumber: number; currency: string }; answer: undefined }
  /** Read a project settings */ 'GET /productsapi/v2.0.0/productgroups/{productGroupNumber}/projectsettings': { path: { productGroupNumber: number }; answer: ProjectSettings }
  /** Update a project settings */ 'PUT /productsapi/v2.0.0/productgroups/{productGroupNumber}/projectsettings': { path: { productGroupNumber: number }; body: ProjectSettingsUpdate; answer: undefined }
  /** List zones by cursor */ 'GET /productsapi/v2.0.0/productgroups/{productGroupNumber}/zones': { path: { productGroupNumber: number }; query: { cursor?: string; filter?: string }; answer: ZoneCursorResults }
  /** Create a zone */ 'POST /productsapi/v2.0.0/productgroups/{productGroupNumber}/zones': { path: { productGroupNumber: number }; body: ZoneCreate; answer: ZoneCreatedResult }
  /** Update a zone */ 'PUT /productsapi/v2.0.0/productgroups/{productGroupNumber}/zones': { path: { productGroupNumber: number }; body: ZoneUpdate; answer: undefined }
  /** List zones by pages */ 'GET /productsapi/v2.0.0/productgroups/{productGroupNumber}/zones/paged': { path: { productGroupNumber: number }; query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Zone[] }
  /** Count zones */ 'GET /productsapi/v2.0.0/productgroups/{productGroupNumber}/zones/count': { path: { productGroupNumber: number }; query: { filter?: string }; answer: number }
  /** Read a zone */ 'GET /productsapi/v2.0.0/productgroups/{productGroupNumber}/zones/{number}': { path: { productGroupNumber: number; number: number }; answer: Zone }
  /** Delete a zone */ 'DELETE /productsapi/v2.0.0/productgroups/{productGroupNumber}/zones/{number}': { path: { productGroupNumber: number; number: number }; answer: undefined }
}
