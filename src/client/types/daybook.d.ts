// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface Currency {
  /** The three letters of ISO 4217, such as EUR. */ code: string
  /** The name. */ name: string
  /** When the currency was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface CurrencyCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Currency[]
}

export type CurrencyCreate = Body<Currency, 'code' | 'name', 'lastUpdated' | 'objectVersion'>

export interface CurrencyCreatedResult {
  /** Identifies the item created. */ code: string
}

export type CurrencyUpdate = Body<Currency, 'code' | 'name' | 'objectVersion', never>

export interface ExchangeRate {
  /** The number that identifies the exchange rate. */ number: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The first day of the rate; it holds until the next one. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Units of base currency for 100 units of the currency. */ rate: number
  /** When the exchange rate was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface ExchangeRateCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ExchangeRate[]
}

export type ExchangeRateCreate = Body<ExchangeRate, 'currency' | 'date' | 'rate', 'number' | 'lastUpdated' | 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type ExchangeRateUpdate = Body<ExchangeRate, 'number' | 'currency' | 'date' | 'rate' | 'objectVersion', never>

export interface VatCode {
  /** The VAT code, at most five characters, such as I25 or U25. */ code: string
  /** The name. */ name: string
  /** 1 sales, 2 purchase. */ type: 1 | 2
  /** The tax in per cent. */ rate: number
  /** The account that the tax is booked to. */ accountNumber: number
  /** The account that takes the opposite of the tax. It makes the code a reverse charge. */ contraAccountNumber: number | null
  /** How much of the tax is deducted, in per cent; 100 where left out. The rest is a cost on the account of the entry. It cannot change once the code was used. */ deductiblePercentage: number | null
  /** What an e-invoice calls the VAT of sales with the code (UNCL 5305): S, Z, E, AE reverse charge, K goods to the EU, G export, O outside of VAT; by rate and zone where left out. */ category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | null
  /** The box of a VAT return that its base counts in. */ report: 'aGoods' | 'aServices' | 'bGoods' | 'bGoodsNotListed' | 'bServices' | 'c' | null
  /** The box of a VAT return that its tax counts in; that of accountNumber where left out. */ box: 'salesTax' | 'goodsAbroadTax' | 'servicesAbroadTax' | 'purchaseTax' | 'oilDuty' | 'electricityDuty' | 'gasDuty' | 'coalDuty' | 'co2Duty' | 'waterDuty' | null
  /** The box that the other side of a reverse charge counts in; that of contraAccountNumber where left out. */ contraBox: 'salesTax' | 'goodsAbroadTax' | 'servicesAbroadTax' | 'purchaseTax' | 'oilDuty' | 'electricityDuty' | 'gasDuty' | 'coalDuty' | 'co2Duty' | 'waterDuty' | null
  /** When the vat code was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface VatCodeCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: VatCode[]
}

export type VatCodeCreate = Body<VatCode, 'code' | 'name' | 'type' | 'rate' | 'accountNumber', 'lastUpdated' | 'objectVersion'>

export interface VatCodeCreatedResult {
  /** Identifies the item created. */ code: string
}

export type VatCodeUpdate = Body<VatCode, 'code' | 'name' | 'type' | 'rate' | 'accountNumber' | 'objectVersion', never>

export interface Department {
  /** The number that identifies the department. */ number: number
  /** The name. */ name: string | null
  /** true: the department is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the department was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DepartmentCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Department[]
}

export type DepartmentCreate = Body<Department, 'number', 'lastUpdated' | 'objectVersion'>

export type DepartmentUpdate = Body<Department, 'number' | 'objectVersion', never>

export interface DepartmentalDistributionLines {
  /** The department, a value of dimension 1. */ departmentNumber: number
  /** The part of the department in per cent, above 0; all parts sum to 100. */ percent: number
}

export interface DepartmentalDistribution {
  /** The number that identifies the departmental distribution. */ number: number
  /** The name. */ name: string | null
  /** true: the departmental distribution is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** The departments and their parts. */ lines: DepartmentalDistributionLines[]
  /** When the departmental distribution was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DepartmentalDistributionCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DepartmentalDistribution[]
}

export type DepartmentalDistributionCreate = Body<DepartmentalDistribution, 'number' | 'lines', 'lastUpdated' | 'objectVersion'>

export type DepartmentalDistributionUpdate = Body<DepartmentalDistribution, 'number' | 'lines' | 'objectVersion', never>

export interface DimensionDistributionDistributions {
  /** The identifier of the item that changed; several parts are joined by ~. */ key: number
  /** Above 0; those of all parts sum to 100. */ percent: number
}

export interface DimensionDistribution {
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The identifier of the item that changed; several parts are joined by ~. */ key: number
  /** The name. */ name: string | null
  /** The dimension distribution is in use. Left out when false. */ active?: boolean
  /** The values that share an amount, each with its share in per cent; together 100. */ distributions: DimensionDistributionDistributions[]
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DimensionDistributionCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DimensionDistribution[]
}

export type DimensionDistributionCreate = Body<DimensionDistribution, 'dimensionNumber' | 'key' | 'distributions', 'objectVersion'>

export interface DimensionDistributionCreatedResult {
  /** Identifies the item created. */ key: number
}

export type DimensionDistributionUpdate = Body<DimensionDistribution, 'dimensionNumber' | 'key' | 'distributions' | 'objectVersion', never>

export interface DimensionTotalsItems {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** null: entries without a key of the dimension. */ dimensionKey?: number | null
  /** Of the other dimension, where two are crossed. */ byKey?: number | null
  /** The balance before the first day; debit is positive. */ openingBalance: number
  /** The sum of the debit entries. */ debit: number
  /** The sum of the credit entries, without sign. */ credit: number
  /** The balance at the end of the last day; debit is positive. */ closingBalance: number
}

export interface DimensionTotalsExplainedAccounts {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The name. */ name: string
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
}

export interface DimensionTotalsExplainedLargest {
  /** The number of the entry. */ entryNumber: number
  /** That it counts on: the account of the result, of results of open years before. */ accountNumber: number
  /** The day that the dimension totals explained largest is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The kind of the dimension totals explained largest. */ type: number
  /** The journal that the dimension totals explained largest belongs to. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** A text for people. */ text?: string | null
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What it adds to the figure. */ part: number
  /** Per cent of the sizes of all parts: that of it and the larger ones. */ share: number
}

export interface DimensionTotalsExplained {
  /** The number of the entry. */ entryNumber: number
  /** That it counts on: the account of the result, of results of open years before. */ accountNumber: number
  /** The day that the dimension totals explained is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The kind of the dimension totals explained. */ type: number
  /** The journal that the dimension totals explained belongs to. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** A text for people. */ text?: string | null
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What it adds to the figure. */ part: number
}

export interface DimensionTotals {
  /** The items. */ items: DimensionTotalsItems[]
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface DimensionValueImport {
  /** Of the dimension that the values are of. */ dimensionNumber: number
  /** Lines `key;name` or `index;key;name`; a header line with these words is skipped. */ csv: string
}

export interface PostDimensionValuesImportAnswer {
  /** How many values were created. */ created: number
  /** How many values existed and have the name of their line now. */ updated: number
}

export interface Unit1 {
  /** The number that identifies the unit1. */ number: number
  /** The name. */ name: string
  /** true: the unit1 is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the unit1 was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface Unit1CursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Unit1[]
}

export type Unit1Create = Body<Unit1, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type Unit1Update = Body<Unit1, 'number' | 'name' | 'objectVersion', never>

export interface Unit2 {
  /** The number that identifies the unit2. */ number: number
  /** The name. */ name: string
  /** true: the unit2 is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the unit2 was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface Unit2CursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Unit2[]
}

export type Unit2Create = Body<Unit2, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type Unit2Update = Body<Unit2, 'number' | 'name' | 'objectVersion', never>

export interface Employee {
  /** The number that identifies the employee. */ number: number
  /** The name. */ name: string
  /** true: the employee is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the employee was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface EmployeeCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Employee[]
}

export type EmployeeCreate = Body<Employee, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type EmployeeUpdate = Body<Employee, 'number' | 'name' | 'objectVersion', never>

export interface AssetGroup {
  /** The number that identifies the asset group. */ number: number
  /** The name. */ name: string
  /** true: the asset group is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** Of assets that are brought along and say none. */ lifeTimeMonths: number | null
  /** What its assets cost, on the balance sheet. */ assetAccountNumber: number | null
  /** What has been depreciated of them, on the balance sheet. */ depreciationAccountNumber: number | null
  /** The cost of depreciation. */ expenseAccountNumber: number | null
  /** What a disposal gains or loses. */ gainLossAccountNumber: number | null
  /** Where depreciation and disposals are drafted. */ journalNumber: number | null
  /** When the asset group was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface AssetGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: AssetGroup[]
}

export type AssetGroupCreate = Body<AssetGroup, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type AssetGroupUpdate = Body<AssetGroup, 'number' | 'name' | 'objectVersion', never>

export interface Asset {
  /** The number that identifies the asset. */ number: number
  /** The group of the asset. */ groupNumber: number
  /** The text of the entry that bought it. */ text: string | null
  /** The booked entry that bought it; the first, where a distribution made several; null: it was brought along. */ entryNumber: number | null
  /** The day from which the asset is used. A calendar day such as 2026-01-31; a time is refused. */ startDate: string
  /** How many months the asset is used for. */ lifeTimeMonths: number
  /** What it cost, in base currency; 0 once its purchase is reversed, or it is disposed of. */ purchaseAmount: number | null
  /** What has been booked as depreciated of it. */ depreciation: number | null
  /** Its cost less depreciation. */ bookValue: number | null
  /** The day on which it left the books: disposed of, or its purchase reversed. A calendar day such as 2026-01-31; a time is refused. */ goneOn: string | null
}

export interface AssetCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Asset[]
}

export interface OpeningAssetsAssets {
  /** No other asset may have it. */ number: number
  /** The group of the opening assets assets. */ groupNumber: number
  /** What it is. */ text?: string
  /** The first day of the opening assets assets. A calendar day such as 2026-01-31; a time is refused. */ startDate: string
  /** That of its group where left out. */ lifeTimeMonths?: number
  /** In base currency. */ cost: number
  /** What had been depreciated of the cost; none where left out. */ depreciation?: number
}

export interface OpeningAssets {
  /** At the end of this day they stood so. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The sum of all assets. */ assets: OpeningAssetsAssets[]
  /** true: tell what is wrong, and register nothing. Left out when false. */ preview?: boolean
}

export interface Depreciation {
  /** Months that have ended by this day. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** true: tell what would be drafted, and draft nothing. Left out when false. */ preview?: boolean
}

export interface PostDepreciationsAnswerItems {
  /** The number of the asset that the entry buys. */ assetNumber: number
  /** The group of the depreciations answer items. */ groupNumber: number
  /** The last day of the month. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The depreciation of the month. */ amount: number
  /** What the asset stands at after it. */ bookValue: number
}

export interface PostDepreciationsAnswerVouchers {
  /** The journal that the depreciations answer vouchers belongs to. */ journalNumber: number
  /** Of the draft entries; one voucher for each month and journal. */ voucherNumber?: number | null
  /** The day that the depreciations answer vouchers is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The sum of its lines. */ amount: number
}

export interface PostDepreciationsAnswer {
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The items. */ items: PostDepreciationsAnswerItems[]
  /** The vouchers that the booking wrote. */ vouchers: PostDepreciationsAnswerVouchers[]
  /** The sum of all. */ amount: number
}

export interface Disposal {
  /** On or after the day of its last entry. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** What the buyer pays, VAT included; left out or 0: it is scrapped. */ price?: number
  /** Of the sale. */ vatCode?: string
  /** Where the price is paid to, such as the bank. */ contraAccountNumber?: number
  /** Who owes the price, instead of an account. */ customerNumber?: number
  /** Of the entries. */ text?: string
  /** true: book the voucher at once; else it is drafted. Left out when false. */ book?: boolean
  /** true: tell what it would be, and write nothing. Left out when false. */ preview?: boolean
}

export interface PostAssetsDisposeAnswer {
  /** The number of the asset that the entry buys. */ assetNumber: number
  /** The day that the assets dispose answer is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** What the asset cost. */ cost: number
  /** What has been depreciated of it. */ depreciation: number
  /** Cost less depreciation. */ bookValue: number
  /** The price without VAT. */ netPrice: number
  /** The VAT of the price. */ vat: number
  /** Price without VAT less book value; a loss is negative. */ gain: number
  /** Of the voucher. */ journalNumber: number
  /** Of the voucher. */ voucherNumber?: number | null
  /** Its draft entries; none where it was booked. */ draftEntries: number[]
}

export interface DraftEntry {
  /** The number of the draft entry. */ entryNumber: number | null
  /** 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 10 manual customer invoice. */ entryTypeNumber: 2 | 3 | 4 | 5 | 10
  /** The number of the voucher; left out on create, the next free one of the journal. */ voucherNumber: number | null
  /** The journal that the draft entry belongs to. It cannot be changed. */ journalNumber: number
  /** The day that the entry will count on. It must lie in an open accounting year. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** The account that the amount is booked to. Of payments and invoices it follows from the group of the customer or supplier. */ accountNumber: number | null
  /** The VAT code of the account’s side: the amount includes its tax. */ vatCode: string | null
  /** The amount, VAT included, in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** The currency of the amount, by its ISO 4217 code; that of the customer or supplier where left out. */ currency: string
  /** Units of base currency for 100 units of the currency; the rate of the day where left out. */ exchangeRate: number | null
  /** An empty text says none, where leaving it out on create takes that of the journal, the party or the cost type. */ contraAccountNumber: number | null
  /** The VAT code of the contra account’s side. */ contraVatCode: string | null
  /** The text of the entry, at most 250 characters. */ text: string | null
  /** The project. */ projectNumber: number | null
  /** The cost type: what the money was spent on. */ costTypeNumber: number | null
  /** The number of the customer. */ customerNumber: number | null
  /** The number of the invoice to the customer that the entry is about; digits only. */ customerInvoiceNumber: string | null
  /** The number of the supplier. */ supplierNumber: number | null
  /** The number that the supplier gave the invoice. */ supplierInvoiceNumber: string | null
  /** How a supplier invoice is paid: -1 not at all, 1 payment slip +71, 2 payment slip +73, 5 payment slip +04, 7 bank transfer, 10 IBAN transfer, 17 payment slip +75. */ supplierPaymentType: -1 | 1 | 2 | 5 | 7 | 10 | 17 | null
  /** The account that the supplier is paid to, in the form of the payment type. */ supplierPaymentBank: string | null
  /** The payment reference or message to the supplier. */ supplierPaymentMessage: string | null
  /** The day by which an invoice is to be paid; left out, the payment term gives it. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dueDate: string | null
  /** The department, a value of dimension 1. */ departmentNumber: number | null
  /** A distribution that shares the own side among departments. It cannot be combined with a department or a contra account. */ departmentalDistributionNumber: number | null
  /** The unit of quantity1. */ unit1Number: number | null
  /** Of unit 1; takes the sign of the amount. */ quantity1: number | null
  /** The unit of quantity2. */ unit2Number: number | null
  /** Of unit 2; takes the sign of the amount. */ quantity2: number | null
  /** The number of an employee. */ employeeNumber: number | null
  /** Of the asset that the entry buys. */ assetGroupNumber: number | null
  /** The number of the new asset; no other asset may have it. */ assetNumber: number | null
  /** The day from which the asset is used; the date of the entry where left out. A calendar day such as 2026-01-31; a time is refused. */ assetStartDate: string | null
  /** How many months the asset is used for. */ assetLifeTimeMonths: number | null
  /** The day on the document; the date of the entry where left out. A calendar day such as 2026-01-31; a time is refused. */ documentDate: string | null
  /** Of an entry of a customer or supplier: the number that the invoice has in other books, as they write it. No payment settles by it. */ externalNumber: string | null
  /** Of a supplier's invoice: true where its number may be that of an invoice booked before. Left out when false. */ allowsRepeatedInvoice?: boolean | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DraftEntryCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DraftEntry[]
}

export type DraftEntryCreate = Body<DraftEntry, 'entryTypeNumber' | 'journalNumber' | 'date' | 'amount', 'entryNumber' | 'objectVersion'>

export interface DraftEntryCreatedResult {
  /** Identifies the item created. */ entryNumber: number
}

export type DraftEntryUpdate = Body<DraftEntry, 'entryNumber' | 'entryTypeNumber' | 'voucherNumber' | 'journalNumber' | 'date' | 'amount' | 'objectVersion', never>

export interface DraftEntries {
  /** The items, at most 500: all of them are written, or none. */ entries: DraftEntryCreate[]
}

export interface DraftEntryCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ entryNumbers: number[]
}

export interface DraftEntriesUpdate {
  /** The items, at most 500: all of them are written, or none. */ entries: DraftEntryUpdate[]
}

export interface VoucherCreateEntries {
  /** 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 10 manual customer invoice. */ entryTypeNumber: 2 | 3 | 4 | 5 | 10
  /** The day that the voucher create entries is dated. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** The number of an account in the chart of accounts. */ accountNumber?: number
  /** The VAT code, such as I25 (purchase) or U25 (sale). */ vatCode?: string
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** Units of base currency for 100 units of the currency; the rate of the day where left out. */ exchangeRate?: number
  /** An empty text says none, where leaving it out on create takes that of the journal, the party or the cost type. */ contraAccountNumber?: number
  /** The VAT code of the contra account’s side. */ contraVatCode?: string
  /** A text for people. */ text?: string
  /** The project. */ projectNumber?: number
  /** The cost type: what the money was spent on. */ costTypeNumber?: number
  /** The number of the customer. */ customerNumber?: number
  /** The number of the invoice to the customer that the entry is about; digits only. */ customerInvoiceNumber?: string
  /** The number of the supplier. */ supplierNumber?: number
  /** The number that the supplier gave the invoice. */ supplierInvoiceNumber?: string
  /** How a supplier invoice is paid: -1 not at all, 1 payment slip +71, 2 payment slip +73, 5 payment slip +04, 7 bank transfer, 10 IBAN transfer, 17 payment slip +75. */ supplierPaymentType?: -1 | 1 | 2 | 5 | 7 | 10 | 17
  /** The account that the supplier is paid to, in the form of the payment type. */ supplierPaymentBank?: string
  /** The payment reference or message to the supplier. */ supplierPaymentMessage?: string
  /** The day by which the amount is to be paid. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dueDate?: string
  /** The department, a value of dimension 1. */ departmentNumber?: number
  /** A distribution that shares the own side among departments. It cannot be combined with a department or a contra account. */ departmentalDistributionNumber?: number
  /** The unit of quantity1. */ unit1Number?: number
  /** Of unit 1; takes the sign of the amount. */ quantity1?: number
  /** The unit of quantity2. */ unit2Number?: number
  /** Of unit 2; takes the sign of the amount. */ quantity2?: number
  /** The number of an employee. */ employeeNumber?: number
  /** Of the asset that the entry buys. */ assetGroupNumber?: number
  /** The number of the new asset; no other asset may have it. */ assetNumber?: number
  /** The day from which the asset is used; the date of the entry where left out. A calendar day such as 2026-01-31; a time is refused. */ assetStartDate?: string
  /** How many months the asset is used for. */ assetLifeTimeMonths?: number
  /** The day on the document; the date of the entry where left out. A calendar day such as 2026-01-31; a time is refused. */ documentDate?: string
  /** Of an entry of a customer or supplier: the number that the invoice has in other books, as they write it. No payment settles by it. */ externalNumber?: string
  /** Of a supplier's invoice: true where its number may be that of an invoice booked before. Left out when false. */ allowsRepeatedInvoice?: boolean
}

export interface VoucherCreate {
  /** The draft entries, at most 500: all of them are written, or none. */ entries: VoucherCreateEntries[]
}

export interface PostJournalsVouchersAnswer {
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** Of the draft entries, in the order given. */ entryNumbers: number[]
}

export interface BookedEntry {
  /** The number of the booked entry: 1, 2, … in the agreement, without gaps. */ entryNumber: number
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The project. */ projectNumber: number | null
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** The currency of the amounts, by its ISO 4217 code. */ currencyCode: string | null
  /** The day that the entry counts on. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** The day by which the amount is to be paid. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dueDate: string | null
  /** The text of the entry. */ text: string | null
  /** 1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder, 7 opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice, 0 unknown. */ type: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
  /** The VAT code of the entry. The published contract gives it this name. */ vatAccountNumber: string | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number | null
  /** The number of the customer. */ customerNumber: number | null
  /** The number of the invoice to the customer that the entry is about; digits only. */ customerInvoiceNumber: number | null
  /** The number of the supplier. */ supplierNumber: number | null
  /** The number that the supplier gave the invoice. */ supplierInvoiceNumber: string | null
  /** How much is still open, in the currency of the entry; null for entries without customer or supplier. */ remainder: number | null
  /** The cost type: what the money was spent on. */ costTypeNumber: number | null
  /** As it is today: the data of dimensions of booked entries can change. */ departmentNumber: number | null
  /** The unit of quantity1. */ unit1Number: number | null
  /** Of unit 1, with the sign of the amount. */ quantity1: number | null
  /** The unit of quantity2. */ unit2Number: number | null
  /** Of unit 2, with the sign of the amount. */ quantity2: number | null
  /** The number of an employee. */ employeeNumber: number | null
  /** The number of the asset that the entry buys. */ assetNumber: number | null
  /** The VAT code whose tax this is the part of that is not deducted. It is a cost, and no base of the code. */ nonDeductibleVatCode: string | null
  /** That it was booked with: units of base currency for 100 of the currency. */ exchangeRate: number
  /** Of the journal that it was booked in; none of invoices, openings and other vouchers of no journal. */ journalNumber: number | null
  /** Of its booking, which is sealed. */ bookingNumber: number
  /** The day on the document; the date of the entry where none was given. A calendar day such as 2026-01-31; a time is refused. */ documentDate: string | null
  /** The number that the invoice has in other books. No payment settles by it. */ externalNumber: string | null
  /** Always the same: a booked entry never changes. */ objectVersion: string | null
}

export interface BookedEntryCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BookedEntry[]
}

export interface Project {
  /** The number that identifies the project. */ number: number
  /** The name. */ name: string
  /** The number of the customer. */ customerNumber: number | null
  /** true: the project is closed for good and takes no more entries. Left out when false. It cannot be changed. */ isClosed?: boolean
  /** true: the project is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** Sums up its sub-projects and takes no entries itself. Left out when false. */ isMainProject?: boolean
  /** The main project that sums this one up. */ mainProjectNumber: number | null
  /** When the project was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface ProjectCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Project[]
}

export type ProjectCreate = Body<Project, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type ProjectUpdate = Body<Project, 'number' | 'name' | 'objectVersion', never>

export interface ProjectClosing {
  /** The day of the closing, not before the last entry of the project. A calendar day such as 2026-01-31; a time is refused. */ date: string
}

export interface ProjectInvoice {
  /** The day of the draft invoice. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Its group says where the lines are booked, and with which VAT. */ productNumber: string
  /** Where the payment term of the customer is of type 5; not used otherwise. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string
}

export interface PostProjectsDraftInvoiceAnswer {
  /** The number by which paths name the draft invoice. */ number?: number | null
}

export interface ProjectsReport {
  /** The number that identifies the projects report. */ number: number
  /** The name. */ name: string
  /** What one unit costs, in base currency. */ costPrice: number
  /** The net price of one unit, in base currency. */ salesPrice: number
  /** How much of the project was invoiced, in base currency. */ invoicedTotal: number
  /** What the lines of invoices, drafts included, come to more than the registrations on them. */ roundingDifference: number
}

export interface ProjectStatus {
  /** The number that identifies the project status. */ number: number
  /** The name. */ name: string
  /** 1 quote sent, 2 realised. */ type: 1 | 2
  /** The order in which people see journals and statuses: lower comes first. */ priority: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface ProjectStatusCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProjectStatus[]
}

export type ProjectStatusCreate = Body<ProjectStatus, 'number' | 'name' | 'type' | 'priority', 'objectVersion'>

export type ProjectStatusUpdate = Body<ProjectStatus, 'number' | 'name' | 'type' | 'priority' | 'objectVersion', never>

export interface CostType {
  /** The number that identifies the cost type. */ number: number
  /** The name. */ name: string
  /** The group of the cost type: it says where expenses are booked. */ costGroupNumber: number | null
  /** The VAT code, such as I25 (purchase) or U25 (sale). */ vatCode: string | null
  /** true: the cost type is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the cost type was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface CostTypeCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: CostType[]
}

export type CostTypeCreate = Body<CostType, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type CostTypeUpdate = Body<CostType, 'number' | 'name' | 'objectVersion', never>

export interface CostTypeGroup {
  /** The number that identifies the cost type group. */ number: number
  /** The name. */ name: string
  /** 1 invoiceable, 2 not invoiceable. */ type: 1 | 2
  /** The price of an expense above its cost, in per cent. */ markup: number | null
  /** The account that expenses are booked to while the project runs. */ accountOnGoing: number
  /** The account that expenses are moved to when the project is closed. */ accountClosed: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface CostTypeGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: CostTypeGroup[]
}

export type CostTypeGroupCreate = Body<CostTypeGroup, 'number' | 'name' | 'type' | 'accountOnGoing' | 'accountClosed', 'objectVersion'>

export type CostTypeGroupUpdate = Body<CostTypeGroup, 'number' | 'name' | 'type' | 'accountOnGoing' | 'accountClosed' | 'objectVersion', never>

export interface RecordingRule {
  /** The number that identifies the recording rule. */ number: number
  /** The number of an employee. */ employeeNumber: number
  /** The project. */ projectNumber: number | null
  /** The activity: what was done. */ activityNumber: number | null
  /** When the recording rule was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface RecordingRuleCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: RecordingRule[]
}

export type RecordingRuleCreate = Body<RecordingRule, 'employeeNumber', 'number' | 'lastUpdated' | 'objectVersion'>

export type RecordingRuleUpdate = Body<RecordingRule, 'number' | 'employeeNumber' | 'objectVersion', never>

export interface MileageSetup {
  /** The last day of the rates before. A calendar day such as 2026-01-31; a time is refused. */ cutOffDate: string | null
  /** What a kilometre costs up to and including cutOffDate. */ costRateBefore: number | null
  /** What a kilometre costs after cutOffDate. */ costRateAfter: number | null
  /** What a kilometre is sold for up to and including cutOffDate. */ salesRateBefore: number | null
  /** What a kilometre is sold for after cutOffDate. */ salesRateAfter: number | null
  /** Whether approved mileages are booked. Left out when false. */ includeCostInFinance?: boolean
  /** 0 debit, 1 credit: the side of costAccount. */ costAccountType: 0 | 1 | null
  /** The account that the cost of mileages is booked to while the project runs. */ costAccount: number | null
  /** The account that takes the opposite of the cost. */ contraAccount: number | null
  /** The account that cost is moved to when the project is closed. */ costAccountClosed: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export type MileageSetupUpdate = Body<MileageSetup, 'objectVersion', never>

export interface PaymentTerm {
  /** The number that identifies the payment term. */ number: number
  /** The name. */ name: string
  /** 1 net, 2 end of month, 3 paid in cash, 4 prepaid, 5 due date given by the caller, 6 factoring, 7 from the next Sunday, 8 from the next Monday, 9 credit card. It cannot be changed. */ type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  /** How many days the customer has, counted from the date that `type` names. They do not count for types 3 and 4. It cannot be changed. */ days: number
  /** The account that settles an invoice paid in cash, or factored. */ contraAccountNumber: number | null
  /** Takes the rest of a factored invoice. */ contraAccount2Number: number | null
  /** The share of a factored invoice that contraAccountNumber takes, in per cent. */ contraAccountPercent: number | null
  /** The customer that stands for the card company. */ cardCustomerNumber: number | null
  /** true: the payment term is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the payment term was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface PaymentTermCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: PaymentTerm[]
}

export type PaymentTermCreate = Body<PaymentTerm, 'number' | 'name' | 'type', 'lastUpdated' | 'objectVersion'>

export type PaymentTermUpdate = Body<PaymentTerm, 'number' | 'name' | 'type' | 'objectVersion', never>

export interface CustomerGroup {
  /** The number that identifies the customer group. */ number: number
  /** The name. */ name: string
  /** The summary account: it sums up what the customers of the group owe. */ accountNumber: number
  /** When the customer group was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface CustomerGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: CustomerGroup[]
}

export type CustomerGroupCreate = Body<CustomerGroup, 'number' | 'name' | 'accountNumber', 'lastUpdated' | 'objectVersion'>

export type CustomerGroupUpdate = Body<CustomerGroup, 'number' | 'name' | 'accountNumber' | 'objectVersion', never>

export interface Customer {
  /** The number that identifies the customer. */ number: number
  /** The name. */ name: string
  /** The group of the customer. */ groupNumber: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The payment term: it gives the due date. */ paymentTermNumber: number | null
  /** The income account of manual invoices to the customer, where an entry names none. */ contraAccountNumber: number | null
  /** The company’s registration number, in Denmark the CVR number. */ corporateIdentificationNumber: string | null
  /** The VAT number. */ vatNumber: string | null
  /** The e-mail address. */ email: string | null
  /** The phone number. */ phone: string | null
  /** Street and house number. */ address: string | null
  /** The postal code. */ postalCode: string | null
  /** The town. */ city: string | null
  /** The country. */ country: string | null
  /** A second line of the address. */ address2: string | null
  /** true: the customer is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the customer was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface CustomerCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Customer[]
}

export type CustomerCreate = Body<Customer, 'number' | 'name' | 'groupNumber' | 'currency', 'lastUpdated' | 'objectVersion'>

export type CustomerUpdate = Body<Customer, 'number' | 'name' | 'groupNumber' | 'currency' | 'objectVersion', never>

export interface VatZone {
  /** 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects; 6 and 7 are reserved; from 8: a country. */ number: number
  /** The name. */ name: string
  /** When the vat zone was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface VatZoneCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: VatZone[]
}

export type VatZoneCreate = Body<VatZone, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type VatZoneUpdate = Body<VatZone, 'number' | 'name' | 'objectVersion', never>

export interface Layout {
  /** The number that identifies the layout. */ number: number
  /** The name. */ name: string
  /** true: the layout is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the layout was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface LayoutCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Layout[]
}

export type LayoutCreate = Body<Layout, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type LayoutUpdate = Body<Layout, 'number' | 'name' | 'objectVersion', never>

export interface Unit {
  /** The number that identifies the unit. */ number: number
  /** The name. */ name: string
  /** true: the unit is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the unit was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface UnitCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Unit[]
}

export type UnitCreate = Body<Unit, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type UnitUpdate = Body<Unit, 'number' | 'name' | 'objectVersion', never>

export interface DeliveryCondition {
  /** The number that identifies the delivery condition. */ number: number
  /** The name. */ name: string
  /** true: the delivery condition is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the delivery condition was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DeliveryConditionCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DeliveryCondition[]
}

export type DeliveryConditionCreate = Body<DeliveryCondition, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type DeliveryConditionUpdate = Body<DeliveryCondition, 'number' | 'name' | 'objectVersion', never>

export interface DiscountGroup {
  /** The number that identifies the discount group. */ number: number
  /** The name. */ name: string
  /** true: the discount group is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the discount group was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DiscountGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DiscountGroup[]
}

export type DiscountGroupCreate = Body<DiscountGroup, 'number' | 'name', 'lastUpdated' | 'objectVersion'>

export type DiscountGroupUpdate = Body<DiscountGroup, 'number' | 'name' | 'objectVersion', never>

export interface Discount {
  /** The discount group of customers. */ discountGroupNumber: number
  /** The product group: it says which account sales are booked to. */ productGroupNumber: number
  /** The discount in per cent. */ percent: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DiscountCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Discount[]
}

export type DiscountCreate = Body<Discount, 'discountGroupNumber' | 'productGroupNumber' | 'percent', 'objectVersion'>

export interface DiscountCreatedResult {
  /** Identifies the item created. */ productGroupNumber: number
}

export type DiscountUpdate = Body<Discount, 'discountGroupNumber' | 'productGroupNumber' | 'percent' | 'objectVersion', never>

export interface SalesSetup {
  /** The group of new customers that name none. */ defaultCustomerGroupNumber: number | null
  /** The layout of new documents, where the customer has none. */ defaultLayoutNumber: number | null
  /** What the next invoice or credit note gets. Any number above those used starts the series anew from there. */ nextInvoiceNumber: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export type SalesSetupUpdate = Body<SalesSetup, 'objectVersion', never>

export interface Company {
  /** The registered name. */ name: string
  /** Street and house number. */ address: string | null
  /** The postal code. */ postalCode: string | null
  /** The town. */ city: string | null
  /** ISO 3166. */ country: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XI' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW'
  /** CVR of a Danish company: 8 digits. */ corporateIdentificationNumber: string | null
  /** With the letters of its country. */ vatNumber: string | null
  /** Scheme and identifier, 0184:12345678; of a Danish company its CVR where left out. */ peppolId: string | null
  /** The e-mail address. */ email: string | null
  /** The phone number. */ phone: string | null
  /** The web site. */ homepage: string | null
  /** Of the bank, of a Danish account. */ bankRegistrationNumber: string | null
  /** Without the registration number. */ bankAccountNumber: string | null
  /** The bank account as IBAN. */ iban: string | null
  /** Of the bank, with the IBAN. */ bic: string | null
  /** Of the Danish payment service: 8 digits. Invoices in kroner then have a payment slip line, +71<. */ creditorNumber: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export type CompanyUpdate = Body<Company, 'name' | 'country' | 'objectVersion', never>

export interface DraftInvoice {
  /** The number of the document in paths, for life. */ number: number
  /** The number that people see; the next that is free where left out. */ draftInvoiceNumber: number
  /** The number of the customer. */ customerNumber: number
  /** The customer’s name, as the document prints it. */ customerName: string
  /** The day that the draft invoice is dated. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** The currency of the amounts, by its ISO 4217 code. */ currencyCode: string
  /** Set by the service; also when a line is written. */ lastUpdated: string
  /** The layout of the document. */ layoutNumber: number
  /** The payment term: it gives the due date. */ termOfPaymentNumber: number
  /** Follows from the payment term. Send it where the term is of type 5. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dueDate: string
  /** The VAT zone of the sale: 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects, from 8 the agreement’s own. */ vatZoneNumber: number
  /** true: prices of lines include VAT. Left out when false. */ isVatIncluded?: boolean
  /** The amount in base currency. Computed: a value sent is ignored. */ amountInBaseCurrency: number
  /** What the customer owes, VAT included. Computed from the lines: a value sent is ignored. */ amount: number
  /** The VAT in it. Computed: a value sent is ignored. */ vatAmount: number
  /** What rounding the parts in base currency leaves. Computed: a value sent is ignored. */ roundingAmount: number
  /** The project. */ projectNumber: number | null
  /** The customer’s street and house number, as the document prints it. */ customerAddress: string | null
  /** The customer’s postal code, as the document prints it. */ customerPostalCode: string | null
  /** The customer’s town, as the document prints it. */ customerCity: string | null
  /** The customer’s country, as the document prints it. */ customerCountry: string | null
  /** A reference of your own, which documents print. */ otherReference: string | null
  /** The heading of the document. */ heading: string | null
  /** A text of the document, after its heading. */ textLine1: string | null
  /** A second text of the document. */ textLine2: string | null
  /** The employee that the document names as our reference. */ ourReferenceNumber: number | null
  /** The delivery location of the customer. */ deliveryLocationNumber: number | null
  /** Street and house number of the delivery. */ deliveryAddress: string | null
  /** The postal code of the delivery. */ deliveryPostalCode: string | null
  /** The town of the delivery. */ deliveryCity: string | null
  /** The country of the delivery. */ deliveryCountry: string | null
  /** The terms of the delivery. */ deliveryTerms: string | null
  /** The day of the delivery. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ deliveryDate: string | null
  /** The contact that the document is addressed to. */ attentionNumber: number | null
  /** The contact that the document names as the customer’s reference. */ yourReferenceNumber: number | null
  /** A second employee that the document names. */ ourReference2Number: number | null
  /** The customer’s EAN location number, to which an e-invoice goes. */ debtorEan: string | null
  /** The order reference that a public customer asks for on its invoices. */ publicEntryNumber: string | null
  /** What the products cost. Computed: a value sent is ignored. */ totalCostPriceInBaseCurrency: number | null
  /** Units of base currency for 100 units of the currency; the rate of the day where left out. */ exchangeRate: number
  /** The customer’s CVR number, as the document has it. */ cvr: string | null
  /** The customer’s P-number, that of a place of production, as the document has it. */ pNr: string | null
  /** How e-invoices address the customer: 1 EAN, 2 CVR, 3 P-number, 4 Peppol. */ nemHandelReceiverType: number | null
  /** The customer’s mobile phone, as the document has it. */ debitorMobilePhone: string | null
  /** The number of the document in your own system. */ externalId: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The booked invoice that this credits. */ creditedDocumentId: number | null
  /** The amount without the VAT in it. */ netAmount: number | null
  /** In per cent, of all lines with an amount; null: they have several, or there is none. */ vatRate: number | null
  /** Of all lines that have a margin; null: none has one. */ marginInBaseCurrency: number | null
  /** The margin of the amount without VAT, in per cent; null: there is none. */ marginPercentage: number | null
}

export interface DraftInvoiceCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DraftInvoice[]
}

export interface BookedInvoice {
  /** The number that identifies the booked invoice. */ number: number
  /** The number of the customer. */ customerNumber: number
  /** The customer’s name, as the document prints it. */ customerName: string
  /** The day that the booked invoice is dated. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** The currency of the amounts, by its ISO 4217 code. */ currencyCode: string
  /** Set by the service; also when a line is written. */ lastUpdated: string
  /** The layout of the document. */ layoutNumber: number
  /** The payment term: it gives the due date. */ termOfPaymentNumber: number
  /** Follows from the payment term. Send it where the term is of type 5. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dueDate: string
  /** The VAT zone of the sale: 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects, from 8 the agreement’s own. */ vatZoneNumber: number
  /** true: prices of lines include VAT. Left out when false. */ isVatIncluded?: boolean
  /** The amount in base currency. Computed: a value sent is ignored. */ amountInBaseCurrency: number
  /** What the customer owes, VAT included. Computed: a value sent is ignored. */ amount: number
  /** The VAT in it. Computed: a value sent is ignored. */ vatAmount: number
  /** What rounding the parts in base currency leaves. Computed: a value sent is ignored. */ roundingAmount: number
  /** The project. */ projectNumber: number | null
  /** The customer’s street and house number, as the document prints it. */ customerAddress: string | null
  /** The customer’s postal code, as the document prints it. */ customerPostalCode: string | null
  /** The customer’s town, as the document prints it. */ customerCity: string | null
  /** The customer’s country, as the document prints it. */ customerCountry: string | null
  /** A reference of your own, which documents print. */ otherReference: string | null
  /** The heading of the document. */ heading: string | null
  /** A text of the document, after its heading. */ textLine1: string | null
  /** A second text of the document. */ textLine2: string | null
  /** The employee that the document names as our reference. */ ourReferenceNumber: number | null
  /** The delivery location of the customer. */ deliveryLocationNumber: number | null
  /** Street and house number of the delivery. */ deliveryAddress: string | null
  /** The postal code of the delivery. */ deliveryPostalCode: string | null
  /** The town of the delivery. */ deliveryCity: string | null
  /** The country of the delivery. */ deliveryCountry: string | null
  /** The terms of the delivery. */ deliveryTerms: string | null
  /** The day of the delivery. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ deliveryDate: string | null
  /** The contact that the document is addressed to. */ attentionNumber: number | null
  /** The contact that the document names as the customer’s reference. */ yourReferenceNumber: number | null
  /** A second employee that the document names. */ ourReference2Number: number | null
  /** The customer’s EAN location number, to which an e-invoice goes. */ debtorEan: string | null
  /** The order reference that a public customer asks for on its invoices. */ publicEntryNumber: string | null
  /** What the products cost. Computed: a value sent is ignored. */ totalCostPriceInBaseCurrency: number | null
  /** Units of base currency for 100; from the rate table where left out. */ exchangeRate: number
  /** The customer’s CVR number, as the document has it. */ cvr: string | null
  /** The customer’s P-number, that of a place of production, as the document has it. */ pNr: string | null
  /** How e-invoices address the customer: 1 EAN, 2 CVR, 3 P-number, 4 Peppol. */ nemHandelReceiverType: number | null
  /** The customer’s mobile phone, as the document has it. */ debitorMobilePhone: string | null
  /** The number of the document in your own system. */ externalId: string | null
  /** In the one series of invoices and credit notes. */ invoiceNumber: number
  /** The booked invoice that this credits. */ creditedDocumentId: number | null
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
  /** The booking of its entries. */ bookingNumber: number
  /** SHA-256 over the seal of the invoice before and all it holds, as hex. */ seal: string
}

export interface BookedInvoiceCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BookedInvoice[]
}

export interface BookedInvoicesLinesLines {
  /** Names the line in a credit. */ number: number
  /** The product. */ productNumber?: string | null
  /** A description. */ description?: string | null
  /** How many units; negative takes some back. */ quantity?: number | null
  /** Quantity times net price less discount, without VAT. */ totalNetAmount?: number | null
  /** The quantity that no credit note takes back, booked or open. */ remaining?: number | null
  /** What is left of quantity × price less discount, VAT included where the prices include it. */ remainingAmount?: number | null
}

export interface BookedInvoicesLines {
  /** The lines. Either all of them are written, or none. */ lines: BookedInvoicesLinesLines[]
}

export interface InvoicesLines {
  /** The lines. Either all of them are written, or none. */ lines: BookedInvoicesLinesLines[]
}

export interface InvoicesByNumberLines {
  /** The lines. Either all of them are written, or none. */ lines: BookedInvoicesLinesLines[]
}

export interface BookInvoicesRequest {
  /** The draft invoices to book, by their number in paths: all of them are booked, or none. */ numbers: number[]
}

export interface PostDraftInvoicesBulkBookAnswerInvoices {
  /** The number of the invoice, in the one series of invoices and credit notes. */ invoiceNumber: number
  /** The number of the document in paths; it stays the same from draft to booked invoice. */ documentId: number
}

export interface PostDraftInvoicesBulkBookAnswer {
  /** The invoices booked, in the order of the request. */ invoices: PostDraftInvoicesBulkBookAnswerInvoices[]
}

export interface PostDraftInvoicesBookAnswer {
  /** The number of the invoice, in the one series of invoices and credit notes. */ invoiceNumber: number
  /** The number of the document in paths; it stays the same from draft to booked invoice. */ documentId: number
}

export interface CreditRequestLines {
  /** Of the line, on the invoice. */ number: number
  /** With the sign that it has on the invoice; left out: what is left of it. */ quantity?: number
}

export interface CreditRequest {
  /** Not before the invoice’s. Left out: today, or the invoice’s if that is later. A calendar day such as 2026-01-31; a time is refused. */ date?: string
  /** What to take back; left out: all that is left. */ lines?: CreditRequestLines[]
}

export interface PostInvoicesCreditAnswer {
  /** The number that identifies the invoices credit answer. */ number: number
}

export interface PostInvoicesByNumberCreditAnswer {
  /** The number that identifies the invoices by number credit answer. */ number: number
}

export interface PostDraftInvoicesCreditAnswer {
  /** The number that identifies the draft invoices credit answer. */ number: number
}

export interface PostQuotesOrderAnswer {
  /** The number that identifies the quotes order answer. */ number: number
}

export interface PostOrdersDraftInvoiceAnswer {
  /** The number that identifies the orders draft invoice answer. */ number: number
}

export interface InvoiceRecipient {
  /** The EAN location number of 13 digits, to which e-invoices go. */ eanLocationNumber?: string
  /** The customer’s registration number, in Denmark the CVR number. */ cvrNo?: string
  /** The P-number of the customer, that of a place of production: 10 digits. */ pnr?: string
  /** The Peppol identifier of the customer, scheme and number, such as 0184:12345674. */ recipientPeppol?: string
  /** The VAT number. */ vatNumber?: string
  /** The country. */ country?: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XI' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW'
}

export interface Order {
  /** The number of the document in paths, for life. */ number: number
  /** The number that people see; the next that is free where left out. */ orderNumber: number
  /** The number of the customer. */ customerNumber: number
  /** The customer’s name, as the document prints it. */ customerName: string
  /** The day that the order is dated. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** The currency of the amounts, by its ISO 4217 code. */ currencyCode: string
  /** Set by the service; also when a line is written. */ lastUpdated: string
  /** The layout of the document. */ layoutNumber: number
  /** The payment term: it gives the due date. */ termOfPaymentNumber: number
  /** Follows from the payment term. Send it where the term is of type 5. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dueDate: string
  /** The VAT zone of the sale: 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects, from 8 the agreement’s own. */ vatZoneNumber: number
  /** true: prices of lines include VAT. Left out when false. */ isVatIncluded?: boolean
  /** The amount in base currency. Computed: a value sent is ignored. */ amountInBaseCurrency: number
  /** What the customer owes, VAT included. Computed: a value sent is ignored. */ amount: number
  /** The VAT in it. Computed: a value sent is ignored. */ vatAmount: number
  /** What rounding the parts in base currency leaves. Computed: a value sent is ignored. */ roundingAmount: number
  /** The project. */ projectNumber: number | null
  /** The customer’s street and house number, as the document prints it. */ customerAddress: string | null
  /** The customer’s postal code, as the document prints it. */ customerPostalCode: string | null
  /** The customer’s town, as the document prints it. */ customerCity: string | null
  /** The customer’s country, as the document prints it. */ customerCountry: string | null
  /** A reference of your own, which documents print. */ otherReference: string | null
  /** The heading of the document. */ heading: string | null
  /** A text of the document, after its heading. */ textLine1: string | null
  /** A second text of the document. */ textLine2: string | null
  /** The employee that the document names as our reference. */ ourReferenceNumber: number | null
  /** The delivery location of the customer. */ deliveryLocationNumber: number | null
  /** Street and house number of the delivery. */ deliveryAddress: string | null
  /** The postal code of the delivery. */ deliveryPostalCode: string | null
  /** The town of the delivery. */ deliveryCity: string | null
  /** The country of the delivery. */ deliveryCountry: string | null
  /** The terms of the delivery. */ deliveryTerms: string | null
  /** The day of the delivery. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ deliveryDate: string | null
  /** The contact that the document is addressed to. */ attentionNumber: number | null
  /** The contact that the document names as the customer’s reference. */ yourReferenceNumber: number | null
  /** A second employee that the document names. */ ourReference2Number: number | null
  /** The customer’s EAN location number, to which an e-invoice goes. */ debtorEan: string | null
  /** The order reference that a public customer asks for on its invoices. */ publicEntryNumber: string | null
  /** What the products cost. Computed: a value sent is ignored. */ totalCostPriceInBaseCurrency: number | null
  /** Units of base currency for 100; from the rate table where left out. */ exchangeRate: number
  /** The customer’s CVR number, as the document has it. */ cvr: string | null
  /** The customer’s P-number, that of a place of production, as the document has it. */ pNr: string | null
  /** How e-invoices address the customer: 1 EAN, 2 CVR, 3 P-number, 4 Peppol. */ nemHandelReceiverType: number | null
  /** The customer’s mobile phone, as the document has it. */ debitorMobilePhone: string | null
  /** The number of the document in your own system. */ externalId: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The state of the order: `drafts`, `sent` or `archived`. */ status: 'drafts' | 'sent' | 'archived'
}

export interface OrderCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Order[]
}

export type OrderCreate = Body<Order, 'customerNumber' | 'customerName' | 'date' | 'currencyCode' | 'layoutNumber' | 'termOfPaymentNumber' | 'vatZoneNumber', 'number' | 'objectVersion'>

export type OrderUpdate = Body<Order, 'number' | 'customerNumber' | 'customerName' | 'date' | 'currencyCode' | 'layoutNumber' | 'termOfPaymentNumber' | 'vatZoneNumber' | 'objectVersion', never>

export interface OrderLine {
  /** The number of the document in paths; it stays the same from draft to booked invoice. */ documentId: number
  /** The number of the document that people see; a value sent is ignored. */ orderNumber: number
  /** The number that identifies the order line. */ number: number
  /** 1, 2, … in the document, by number. */ userInterfaceNumber: number
  /** The product that the line sells; a line without one is text. */ productNumber: string | null
  /** What the line prints. Needed where it has a product. */ description: string | null
  /** How many units; negative takes some back. */ quantity: number | null
  /** The unit of the quantity. */ unitNumber: number | null
  /** The price of one unit, in the document’s currency; left out, it follows from product and customer. */ unitNetPrice: number | null
  /** What one unit costs, in the document’s currency; left out, it follows from the product. */ unitCostPrice: number | null
  /** The discount in per cent. */ discountPercentage: number | null
  /** The recommended retail price. For information only. */ recommendedPrice: number | null
  /** The department, a value of dimension 1. */ departmentNumber: number | null
  /** The quantity in the second unit. */ quantity2: number | null
  /** The unit of quantity2. */ unit2Number: number | null
  /** true: the amount is spread over the months from accrueStartDate to accrueEndDate. Left out when false. */ accrue?: boolean
  /** The first day of the months that the line is spread over. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ accrueStartDate: string | null
  /** The last day of the months that the line is spread over. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ accrueEndDate: string | null
  /** Net amount less cost, in base currency. */ marginInBaseCurrency: number | null
  /** Of the net. */ marginPercentage: number | null
  /** Quantity times net price less discount, without VAT. */ totalNetAmount: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface OrderLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: OrderLine[]
}

export type OrderLineCreate = Body<OrderLine, never, 'documentId' | 'number' | 'userInterfaceNumber' | 'marginInBaseCurrency' | 'marginPercentage' | 'totalNetAmount' | 'objectVersion'>

export type OrderLineUpdate = Body<OrderLine, 'number' | 'objectVersion', never>

export interface OrderLines {
  /** The items, at most 500: all of them are written, or none. */ lines: OrderLineCreate[]
}

export interface OrderLineCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ numbers: number[]
}

export interface OrderLinesUpdate {
  /** The items, at most 500: all of them are written, or none. */ lines: OrderLineUpdate[]
}

export interface Quote {
  /** The number of the document in paths, for life. */ number: number
  /** The number that people see; the next that is free where left out. */ quoteNumber: number
  /** The number of the customer. */ customerNumber: number
  /** The customer’s name, as the document prints it. */ customerName: string
  /** The day that the quote is dated. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** The currency of the amounts, by its ISO 4217 code. */ currencyCode: string
  /** Set by the service; also when a line is written. */ lastUpdated: string
  /** The layout of the document. */ layoutNumber: number
  /** The payment term: it gives the due date. */ termOfPaymentNumber: number
  /** Follows from the payment term. Send it where the term is of type 5. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dueDate: string
  /** The VAT zone of the sale: 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 5 projects, from 8 the agreement’s own. */ vatZoneNumber: number
  /** true: prices of lines include VAT. Left out when false. */ isVatIncluded?: boolean
  /** The amount in base currency. Computed: a value sent is ignored. */ amountInBaseCurrency: number
  /** What the customer owes, VAT included. Computed: a value sent is ignored. */ amount: number
  /** The VAT in it. Computed: a value sent is ignored. */ vatAmount: number
  /** What rounding the parts in base currency leaves. Computed: a value sent is ignored. */ roundingAmount: number
  /** The project. */ projectNumber: number | null
  /** The customer’s street and house number, as the document prints it. */ customerAddress: string | null
  /** The customer’s postal code, as the document prints it. */ customerPostalCode: string | null
  /** The customer’s town, as the document prints it. */ customerCity: string | null
  /** The customer’s country, as the document prints it. */ customerCountry: string | null
  /** A reference of your own, which documents print. */ otherReference: string | null
  /** The heading of the document. */ heading: string | null
  /** A text of the document, after its heading. */ textLine1: string | null
  /** A second text of the document. */ textLine2: string | null
  /** The employee that the document names as our reference. */ ourReferenceNumber: number | null
  /** The delivery location of the customer. */ deliveryLocationNumber: number | null
  /** Street and house number of the delivery. */ deliveryAddress: string | null
  /** The postal code of the delivery. */ deliveryPostalCode: string | null
  /** The town of the delivery. */ deliveryCity: string | null
  /** The country of the delivery. */ deliveryCountry: string | null
  /** The terms of the delivery. */ deliveryTerms: string | null
  /** The day of the delivery. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ deliveryDate: string | null
  /** The contact that the document is addressed to. */ attentionNumber: number | null
  /** The contact that the document names as the customer’s reference. */ yourReferenceNumber: number | null
  /** A second employee that the document names. */ ourReference2Number: number | null
  /** The customer’s EAN location number, to which an e-invoice goes. */ debtorEan: string | null
  /** The order reference that a public customer asks for on its invoices. */ publicEntryNumber: string | null
  /** What the products cost. Computed: a value sent is ignored. */ totalCostPriceInBaseCurrency: number | null
  /** Units of base currency for 100; from the rate table where left out. */ exchangeRate: number
  /** The customer’s CVR number, as the document has it. */ cvr: string | null
  /** The customer’s P-number, that of a place of production, as the document has it. */ pNr: string | null
  /** How e-invoices address the customer: 1 EAN, 2 CVR, 3 P-number, 4 Peppol. */ nemHandelReceiverType: number | null
  /** The customer’s mobile phone, as the document has it. */ debitorMobilePhone: string | null
  /** The number of the document in your own system. */ externalId: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The state of the quote: `drafts`, `sent` or `archived`. */ status: 'drafts' | 'sent' | 'archived'
}

export interface QuoteCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Quote[]
}

export type QuoteCreate = Body<Quote, 'customerNumber' | 'customerName' | 'date' | 'currencyCode' | 'layoutNumber' | 'termOfPaymentNumber' | 'vatZoneNumber', 'number' | 'objectVersion'>

export type QuoteUpdate = Body<Quote, 'number' | 'customerNumber' | 'customerName' | 'date' | 'currencyCode' | 'layoutNumber' | 'termOfPaymentNumber' | 'vatZoneNumber' | 'objectVersion', never>

export interface QuoteLine {
  /** The number of the document in paths; it stays the same from draft to booked invoice. */ documentId: number
  /** The number of the document that people see; a value sent is ignored. */ quoteNumber: number
  /** The number that identifies the quote line. */ number: number
  /** 1, 2, … in the document, by number. */ userInterfaceNumber: number
  /** The product that the line sells; a line without one is text. */ productNumber: string | null
  /** What the line prints. Needed where it has a product. */ description: string | null
  /** How many units; negative takes some back. */ quantity: number | null
  /** The unit of the quantity. */ unitNumber: number | null
  /** The price of one unit, in the document’s currency; left out, it follows from product and customer. */ unitNetPrice: number | null
  /** What one unit costs, in the document’s currency; left out, it follows from the product. */ unitCostPrice: number | null
  /** The discount in per cent. */ discountPercentage: number | null
  /** The recommended retail price. For information only. */ recommendedPrice: number | null
  /** The department, a value of dimension 1. */ departmentNumber: number | null
  /** The quantity in the second unit. */ quantity2: number | null
  /** The unit of quantity2. */ unit2Number: number | null
  /** true: the amount is spread over the months from accrueStartDate to accrueEndDate. Left out when false. */ accrue?: boolean
  /** The first day of the months that the line is spread over. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ accrueStartDate: string | null
  /** The last day of the months that the line is spread over. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ accrueEndDate: string | null
  /** Net amount less cost, in base currency. */ marginInBaseCurrency: number | null
  /** Of the net. */ marginPercentage: number | null
  /** Quantity times net price less discount, without VAT. */ totalNetAmount: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface QuoteLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: QuoteLine[]
}

export type QuoteLineCreate = Body<QuoteLine, never, 'documentId' | 'number' | 'userInterfaceNumber' | 'marginInBaseCurrency' | 'marginPercentage' | 'totalNetAmount' | 'objectVersion'>

export type QuoteLineUpdate = Body<QuoteLine, 'number' | 'objectVersion', never>

export interface QuoteLines {
  /** The items, at most 500: all of them are written, or none. */ lines: QuoteLineCreate[]
}

export interface QuoteLineCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ numbers: number[]
}

export interface QuoteLinesUpdate {
  /** The items, at most 500: all of them are written, or none. */ lines: QuoteLineUpdate[]
}

export interface SubscriptionRun {
  /** The run invoices everything that is due by this day, a hundred years ahead at the latest. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** true: only report what would be done; documents then have no number. Left out when false. */ preview?: boolean
  /** Of the documents; date where left out. A calendar day such as 2026-01-31; a time is refused. */ invoiceDate?: string
  /** The first subscription of the run; all where left out. */ fromSubscriptionNumber?: number
  /** The last subscription of the run; all where left out. */ toSubscriptionNumber?: number
  /** true: make orders instead of draft invoices. Left out when false. */ makesOrders?: boolean
  /** A customer’s subscriptions on one document. Left out when false. */ isCombined?: boolean
  /** A period is due when it starts, or when it ends. */ dueBy?: 'start' | 'end'
  /** Where a partial period shows: in the price or in the quantity of its lines. */ shareOn?: 'price' | 'quantity'
  /** Multiplies every price of this run. */ index?: number
  /** true: subscriptions that were barred go on with the first period that begins after date, and what they missed is not billed. Left out when false. */ skipMissed?: boolean
  /** The heading of the document. */ heading?: string
  /** A text of the document, after its heading. */ textLine1?: string
  /** A second text of the document. */ textLine2?: string
}

export interface PostSubscriptionRunsAnswerDocuments {
  /** Null in a preview. */ documentNumber?: number | null
  /** The number of the customer. */ customerNumber: number
  /** The subscribers whose periods the document invoices. */ subscriberNumbers: number[]
}

export interface PostSubscriptionRunsAnswerSkipped {
  /** The number of the subscriber. */ subscriberNumber: number
  /** The code of the reason. */ errorCode: string
  /** What went wrong, in words. */ message: string
}

export interface PostSubscriptionRunsAnswerMissed {
  /** The number of the subscriber. */ subscriberNumber: number
  /** The first day of the subscription runs answer missed. A calendar day such as 2026-01-31; a time is refused. */ startDate: string
  /** The last day of the subscription runs answer missed. A calendar day such as 2026-01-31; a time is refused. */ endDate: string
}

export interface PostSubscriptionRunsAnswer {
  /** Of the run; null in a preview. */ number?: number | null
  /** The documents made, or, in a preview, those that would be. */ documents: PostSubscriptionRunsAnswerDocuments[]
  /** The subscribers that got no document, each with the reason. */ skipped: PostSubscriptionRunsAnswerSkipped[]
  /** Periods that began while their subscription was barred: billed, or passed over by skipMissed. */ missed: PostSubscriptionRunsAnswerMissed[]
}

export interface PostSubscriptionRunsContinueAnswer {
  /** Of the run; null in a preview. */ number?: number | null
  /** The documents made, or, in a preview, those that would be. */ documents: PostSubscriptionRunsAnswerDocuments[]
  /** The subscribers that got no document, each with the reason. */ skipped: PostSubscriptionRunsAnswerSkipped[]
  /** Periods that began while their subscription was barred: billed, or passed over by skipMissed. */ missed: PostSubscriptionRunsAnswerMissed[]
}

export interface SubscriptionRuns {
  /** The number that identifies the subscription runs. */ number: number
  /** false: it is under way, or was cut off. Left out when false. */ isFinished?: boolean
  /** When the request was made, UTC. */ startedAt: string
  /** The documents made, or, in a preview, those that would be. */ documents: PostSubscriptionRunsAnswerDocuments[]
  /** The subscribers that got no document, each with the reason. */ skipped: PostSubscriptionRunsAnswerSkipped[]
  /** Periods that began while their subscription was barred: billed, or passed over by skipMissed. */ missed: PostSubscriptionRunsAnswerMissed[]
}

export interface SubscriptionSchedule {
  /** true: due subscriptions are invoiced every day, by the date in UTC. Left out when false. */ isActive?: boolean
  /** true: make orders instead of draft invoices. Left out when false. */ makesOrders?: boolean
  /** A customer’s subscriptions on one document. Left out when false. */ isCombined?: boolean
  /** A period is due when it starts, or when it ends. */ dueBy: 'start' | 'end'
  /** Where a partial period shows: in the price or in the quantity of its lines. */ shareOn: 'price' | 'quantity'
  /** The day of the last run. A calendar day such as 2026-01-31; a time is refused. */ lastRunDate: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export type SubscriptionScheduleUpdate = Body<SubscriptionSchedule, 'objectVersion', never>

export interface Supplier {
  /** The number that identifies the supplier. */ number: number
  /** The name. */ name: string
  /** The group of the supplier. */ groupNumber: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The payment term: it gives the due date. */ paymentTermNumber: number | null
  /** The cost account of invoices from the supplier, where an entry names none. */ contraAccountNumber: number | null
  /** The company’s registration number, in Denmark the CVR number. */ corporateIdentificationNumber: string | null
  /** The VAT number. */ vatNumber: string | null
  /** The e-mail address. */ email: string | null
  /** The phone number. */ phone: string | null
  /** Street and house number. */ address: string | null
  /** The postal code. */ postalCode: string | null
  /** The town. */ city: string | null
  /** The country. */ country: string | null
  /** Where it is paid: a Danish account, as 0040 0440116243, or an IBAN. */ bankAccount: string | null
  /** Where it is paid, without spaces; taken before bankAccount. */ iban: string | null
  /** Of the bank that the IBAN is at (ISO 9362). */ bic: string | null
  /** The supplier contact to address. */ attentionNumber: number | null
  /** The employee whom the supplier can contact. */ ourReferenceNumber: number | null
  /** true: the supplier is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the supplier was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface SupplierCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Supplier[]
}

export type SupplierCreate = Body<Supplier, 'number' | 'name' | 'groupNumber' | 'currency', 'lastUpdated' | 'objectVersion'>

export type SupplierUpdate = Body<Supplier, 'number' | 'name' | 'groupNumber' | 'currency' | 'objectVersion', never>

export interface TrialBalanceItems {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The balance before the first day; debit is positive. */ openingBalance: number
  /** The sum of the debit entries. */ debit: number
  /** The sum of the credit entries, without sign. */ credit: number
  /** The balance at the end of the last day; debit is positive. */ closingBalance: number
  /** The name. */ name: string
  /** Debit less credit. */ movement: number
  /** With `compare`: of the days that it is compared with. */ comparedMovement?: number | null
  /** Movement less that. */ movementDifference?: number | null
  /** With `compare`: at the end of those days. */ comparedClosingBalance?: number | null
  /** Closing balance less that. */ closingDifference?: number | null
}

export interface TrialBalanceProvisional {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
}

export interface TrialBalance {
  /** The items. */ items: TrialBalanceItems[]
  /** What the sums of the chart (types 3 and 6) add up. In CSV they are left out. */ sums: TrialBalanceItems[]
  /** The sum of all debit entries; equal to `totalCredit`. */ totalDebit: number
  /** The sum of all credit entries; equal to `totalDebit`. */ totalCredit: number
  /** With `compare`: the first day that it is compared with. A calendar day such as 2026-01-31; a time is refused. */ comparedFrom?: string | null
  /** The last day of those. A calendar day such as 2026-01-31; a time is refused. */ comparedTo?: string | null
  /** The results of open years before, which the account of the result has already. Absent where there are none. */ provisional?: TrialBalanceProvisional[] | null
  /** The days lie in several years, so that results stay where they were booked. Left out when false. */ spansYears?: boolean
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface ProfitAndLossItems {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The name. */ name: string
  /** 1 an account, 3 and 6 a sum, 4 and 5 a heading, 7 nothing. */ type: number
  /** Debit less credit: income is negative. null for a heading and type 7. */ amount?: number | null
  /** With `by=month`: as 2026-03. */ month?: string | null
  /** With `by=department`; null: of no department. */ departmentNumber?: number | null
  /** With `by=department`. */ departmentName?: string | null
  /** With `compare=lastYear`: of the same days a year earlier. */ lastYear?: number | null
  /** With `compare=periodBefore`: of as many months or days just before. */ periodBefore?: number | null
  /** With `compare=budget`: by the budget figures. */ budget?: number | null
}

export interface ProfitAndLossTotals {
  /** With `by=month`. */ month?: string | null
  /** With `by=department`; null: of no department. */ departmentNumber?: number | null
  /** With `by=department`. */ departmentName?: string | null
  /** Which amounts. */ of: 'actual' | 'lastYear' | 'periodBefore' | 'budget'
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** Income less costs: a profit is positive. */ result: number
}

export interface ProfitAndLossExplainedAccounts {
  /** The number of an account in the chart of accounts. */ accountNumber?: number | null
  /** The name. */ name?: string | null
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
}

export interface ProfitAndLossExplainedLargest {
  /** The number of the entry. */ entryNumber?: number | null
  /** Instead of an entry; `date` is then the first day of the figure. */ budgetFigureNumber?: number | null
  /** That it counts on: the account of the result, of results of open years before. */ accountNumber?: number | null
  /** The day that the profit and loss explained largest is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The kind of the profit and loss explained largest. */ type?: number | null
  /** The journal that the profit and loss explained largest belongs to. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber?: number | null
  /** A text for people. */ text?: string | null
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What it adds to the figure. */ part: number
  /** Per cent of the sizes of all parts: that of it and the larger ones. */ share: number
}

export interface ProfitAndLossExplained {
  /** The number of the entry. */ entryNumber?: number | null
  /** Instead of an entry; `date` is then the first day of the figure. */ budgetFigureNumber?: number | null
  /** That it counts on: the account of the result, of results of open years before. */ accountNumber?: number | null
  /** The day that the profit and loss explained is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The kind of the profit and loss explained. */ type?: number | null
  /** The journal that the profit and loss explained belongs to. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber?: number | null
  /** A text for people. */ text?: string | null
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What it adds to the figure. */ part: number
}

export interface ProfitAndLoss {
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The items. */ items: ProfitAndLossItems[]
  /** Income less costs: a profit is positive. With `by` or `compare` among the `totals`. */ result?: number | null
  /** With `by` or `compare`: the days of the amounts, and what they come to. */ totals?: ProfitAndLossTotals[] | null
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: ProfitAndLossExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: ProfitAndLossExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: ProfitAndLossExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface BalanceSheetItems {
  /** null for the result not yet closed. */ accountNumber?: number | null
  /** The name. */ name: string
  /** 2 an account, 3 and 6 a sum, 4 and 5 a heading, 7 nothing. */ type?: number | null
  /** Of an account; equity is among the liabilities. */ side?: 'asset' | 'liability' | null
  /** Debit positive. null for a heading and type 7. */ amount?: number | null
  /** With `by=month`: as 2026-03. */ month?: string | null
  /** With `by=department`; null: of no department. */ departmentNumber?: number | null
  /** With `by=department`. */ departmentName?: string | null
  /** With `compare=lastYear`: of the same days a year earlier. */ lastYear?: number | null
  /** With `compare=periodBefore`: of as many months or days just before. */ periodBefore?: number | null
  /** With `compare=budget`: by the budget figures. */ budget?: number | null
}

export interface BalanceSheetTotals {
  /** With `by=month`. */ month?: string | null
  /** With `by=department`; null: of no department. */ departmentNumber?: number | null
  /** With `by=department`. */ departmentName?: string | null
  /** Which amounts. */ of: 'actual' | 'lastYear' | 'periodBefore' | 'budget'
  /** The day that the balance sheet totals is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The sum of all assets. */ assets: number
  /** The sum of all liabilities and equity; negative, as they are credit. */ liabilities: number
  /** The result: a profit is positive. */ result: number
}

export interface BalanceSheet {
  /** The day at whose end the balances are read. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The items. */ items: BalanceSheetItems[]
  /** With `by` or `compare` among the `totals`, as the next two. */ assets?: number | null
  /** Negative, as credit is. */ liabilities?: number | null
  /** Not yet closed; a profit is positive. The sum of assets and liabilities. */ result?: number | null
  /** With `by` or `compare`: the days of the amounts, and what they come to. */ totals?: BalanceSheetTotals[] | null
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: ProfitAndLossExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: ProfitAndLossExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: ProfitAndLossExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
  /** The results of open years before, which the account of the result has already. Absent where there are none. */ provisional?: TrialBalanceProvisional[] | null
}

export interface KeyFiguresItems {
  /** The line of the key figures that the account counts in, by its number in KeyFigureCodes; 0 for none. */ keyFigureCodeNumber: number
  /** The name. */ name: string
  /** Of a sum: the first line that it adds up; the last is the line before the sum. */ sumFrom?: number | null
  /** Debit is positive. Lines 1 to 9: the movements; from 10 on: the balance at the end. */ amount: number
}

export interface KeyFigures {
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The items. */ items: KeyFiguresItems[]
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface UnusualMonthsItems {
  /** As 2026-03. */ month: string
  /** Income less costs: a profit is positive. */ result: number
  /** The result of a usual month: the middle of the other months that have anything. */ usual: number
  /** The result less that of a usual month. */ difference: number
  /** How many times that the result is; below zero: the other way. */ times: number
  /** The account that moved farthest from its usual month, to the side of the result. */ accountNumber: number
  /** The name. */ name: string
  /** What moved on it, debit less credit. */ amount: number
  /** What moves on it in a usual month, by the middle of the other months. */ usualAmount: number
}

export interface UnusualMonths {
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** Months whose result is at least twice that of a usual one, or less than a third of it. */ items: UnusualMonthsItems[]
}

export interface AccountLedgerAccounts {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The name. */ name: string
  /** The balance before the first day; debit is positive. */ openingBalance: number
  /** The balance at the end of the last day; debit is positive. */ closingBalance: number
  /** What it ends with less what it begins with: of all its entries of the days. */ movement: number
}

export interface AccountLedgerItems {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The number of the entry. */ entryNumber: number
  /** The day that the entry counts on. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** 1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder, 7 opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice, 0 unknown. */ type: number
  /** The journal that the entry came from; null for opening entries. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** The text of the entry. */ text?: string | null
  /** The VAT code, such as I25 (purchase) or U25 (sale). */ vatCode?: string | null
  /** The number of the customer. */ customerNumber?: number | null
  /** The number of the supplier. */ supplierNumber?: number | null
  /** In the currency of the entry. */ amount: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** Of the account after the entry, in base currency. */ balance: number
}

export interface AccountLedger {
  /** Absent when the end is reached. */ cursor?: string | null
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The accounts asked for, each with its balances. */ accounts: AccountLedgerAccounts[]
  /** The items. */ items: AccountLedgerItems[]
  /** The results of open years before, which the account of the result has already. Absent where there are none. */ provisional?: TrialBalanceProvisional[] | null
  /** The days lie in several years, so that results stay where they were booked. Left out when false. */ spansYears?: boolean
}

export interface DailyBalancesItems {
  /** The day that the daily balances items is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The sum of the debit entries. */ debit: number
  /** The sum of the credit entries, without sign. */ credit: number
  /** At the end of the day. */ balance: number
}

export interface DailyBalances {
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The balance before the first day; debit is positive. */ openingBalance: number
  /** Days on which anything moved. */ items: DailyBalancesItems[]
  /** The balance at the end of the last day; debit is positive. */ closingBalance: number
  /** The results of open years before, which the account of the result has already. Absent where there are none. */ provisional?: TrialBalanceProvisional[] | null
  /** The days lie in several years, so that results stay where they were booked. Left out when false. */ spansYears?: boolean
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface DeadlinesItems {
  /** `customers`: their open items that are due from `date` on, none that is late. `suppliers`: their open items, also late ones. `vatSettled`: what the account of settlement has, of settled returns. `vatReturn`: the next return, as it would be now, if its period has ended. */ kind: 'customers' | 'suppliers' | 'vatSettled' | 'vatReturn'
  /** What comes in is positive. */ amount: number
  /** How many open items, or entries of the return. */ count?: number | null
  /** The earliest day on which an item is due; the deadline of the return. A calendar day such as 2026-01-31; a time is refused. */ date?: string | null
  /** Of the return: 2026-07, 2026-Q3 or 2026-H2; of `vatSettled` the last one. */ period?: string | null
}

export interface Deadlines {
  /** The day that the deadlines is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The last day of what is due. A calendar day such as 2026-01-31; a time is refused. */ until: string
  /** Of the accounts, at the end of `date`. */ openingBalance: number
  /** What is due by `until`. Kinds that come to nothing are left out. */ items: DeadlinesItems[]
  /** The accounts with all items: what is expected at the end of `until`. */ closingBalance: number
}

export interface VatStatementItems {
  /** The VAT code, such as I25 (purchase) or U25 (sale). */ vatCode: string
  /** The name. */ name: string
  /** 1 sales, 2 purchase. */ type: number
  /** The tax in per cent. */ rate: number
  /** What the tax is reckoned from, in base currency. */ base: number
  /** The tax, in base currency. */ tax: number
  /** The tax that is owed because of reverse charges. */ reverseChargeTax: number
}

export interface VatStatementUnexplained {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The name. */ name: string
  /** Debit is positive. */ amount: number
}

export interface VatStatement {
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The items. */ items: VatStatementItems[]
  /** The tax on sales, which is owed. */ salesTax: number
  /** The tax on purchases, which can be deducted. */ purchaseTax: number
  /** What is owed because of reverse charges. */ reverseChargeTax: number
  /** Sales tax and reverse charge less purchase tax. */ payable: number
  /** Other amounts on the accounts of the VAT codes; positive is owed. */ otherPostings: number
  /** What no code explains, by the accounts of all codes. Accounts that come to nothing are left out. */ unexplained: VatStatementUnexplained[]
  /** What vouchers moved that clear VAT accounts: against other accounts of the balance sheet alone, without VAT codes and parties. */ settlements: VatStatementUnexplained[]
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface AgedCustomersItems {
  /** The number of the customer. */ customerNumber: number
  /** The name. */ name: string
  /** The amount that is not due yet. */ notDue: number
  /** The amount overdue by 1 to 30 days. */ overdue1To30: number
  /** The amount overdue by 31 to 60 days. */ overdue31To60: number
  /** The amount overdue by 61 to 90 days. */ overdue61To90: number
  /** The amount overdue by more than 90 days. */ overdueOver90: number
  /** The sum of all ages. */ total: number
  /** Of all ages that are overdue. */ overdue: number
  /** The first day on which any of what it owes was, or is, due; null: it is nothing. A calendar day such as 2026-01-31; a time is refused. */ oldestDue?: string | null
  /** How many days before the day of the report that was; 0: it was not before. */ daysLate: number
}

export interface AgedCustomers {
  /** The day at whose end ages are counted. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The items. */ items: AgedCustomersItems[]
  /** The amount that is not due yet. */ notDue: number
  /** The amount overdue by 1 to 30 days. */ overdue1To30: number
  /** The amount overdue by 31 to 60 days. */ overdue31To60: number
  /** The amount overdue by 61 to 90 days. */ overdue61To90: number
  /** The amount overdue by more than 90 days. */ overdueOver90: number
  /** The sum of all ages. */ total: number
  /** Of all ages that are overdue. */ overdue: number
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface AgedSuppliersItems {
  /** The number of the supplier. */ supplierNumber: number
  /** The name. */ name: string
  /** The amount that is not due yet. */ notDue: number
  /** The amount overdue by 1 to 30 days. */ overdue1To30: number
  /** The amount overdue by 31 to 60 days. */ overdue31To60: number
  /** The amount overdue by 61 to 90 days. */ overdue61To90: number
  /** The amount overdue by more than 90 days. */ overdueOver90: number
  /** The sum of all ages. */ total: number
  /** Of all ages that are overdue. */ overdue: number
  /** The first day on which any of what it is owed was, or is, due; null: it is nothing. A calendar day such as 2026-01-31; a time is refused. */ oldestDue?: string | null
  /** How many days before the day of the report that was; 0: it was not before. */ daysLate: number
}

export interface AgedSuppliers {
  /** The day at whose end ages are counted. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The items. */ items: AgedSuppliersItems[]
  /** The amount that is not due yet. */ notDue: number
  /** The amount overdue by 1 to 30 days. */ overdue1To30: number
  /** The amount overdue by 31 to 60 days. */ overdue31To60: number
  /** The amount overdue by 61 to 90 days. */ overdue61To90: number
  /** The amount overdue by more than 90 days. */ overdueOver90: number
  /** The sum of all ages. */ total: number
  /** Of all ages that are overdue. */ overdue: number
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface AssetRegisterItems {
  /** The number of the asset that the entry buys. */ assetNumber: number
  /** The group of the asset register items. */ groupNumber: number
  /** Of the entry that bought it. */ text?: string | null
  /** The first day of the asset register items. A calendar day such as 2026-01-31; a time is refused. */ startDate: string
  /** How many months the asset is used for. */ lifeTimeMonths: number
  /** What it cost, in base currency. */ cost: number
  /** What has been depreciated of the cost. */ depreciation: number
  /** Cost less depreciation. */ bookValue: number
}

export interface AssetRegisterAccounts {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The name. */ name: string
  /** What its assets come to; debit is positive. */ register: number
  /** Its balance. */ ledger: number
  /** What is on the account and of no asset: 0 where the register is right. */ difference: number
}

export interface AssetRegisterExplainedAccounts {
  /** The number of an account in the chart of accounts. */ accountNumber?: number | null
  /** The name. */ name?: string | null
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
}

export interface AssetRegisterExplainedLargest {
  /** The number of the entry. */ entryNumber?: number | null
  /** Instead of an entry: what the asset was brought along with. */ openingAssetNumber?: number | null
  /** That it counts on: the account of the result, of results of open years before. */ accountNumber?: number | null
  /** The day that the asset register explained largest is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The kind of the asset register explained largest. */ type?: number | null
  /** The journal that the asset register explained largest belongs to. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber?: number | null
  /** A text for people. */ text?: string | null
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What it adds to the figure. */ part: number
  /** Per cent of the sizes of all parts: that of it and the larger ones. */ share: number
}

export interface AssetRegisterExplained {
  /** The number of the entry. */ entryNumber?: number | null
  /** Instead of an entry: what the asset was brought along with. */ openingAssetNumber?: number | null
  /** That it counts on: the account of the result, of results of open years before. */ accountNumber?: number | null
  /** The day that the asset register explained is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The kind of the asset register explained. */ type?: number | null
  /** The journal that the asset register explained belongs to. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber?: number | null
  /** A text for people. */ text?: string | null
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What it adds to the figure. */ part: number
}

export interface AssetRegister {
  /** The day that the asset register is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** What is not gone. */ items: AssetRegisterItems[]
  /** The sum of all. */ cost: number
  /** The sum of all. */ depreciation: number
  /** The sum of all. */ bookValue: number
  /** The accounts of assets and of depreciation of all groups. */ accounts: AssetRegisterAccounts[]
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: AssetRegisterExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: AssetRegisterExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: AssetRegisterExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface OpenItemsItems {
  /** The number of the customer. */ customerNumber?: number | null
  /** The number of the supplier. */ supplierNumber?: number | null
  /** The name. */ name: string
  /** The number of the entry. */ entryNumber: number
  /** The day that the entry counts on. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The day by which the amount is to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string | null
  /** 1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder, 7 opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice, 0 unknown. */ type: number
  /** The journal that the entry came from; null for opening entries. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** The number of the invoice to the customer that the entry is about; digits only. */ customerInvoiceNumber?: number | null
  /** The number that the supplier gave the invoice. */ supplierInvoiceNumber?: string | null
  /** The number that the invoice has in other books. */ externalNumber?: string | null
  /** A text for people. */ text?: string | null
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** In the currency of the entry. */ amount: number
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What was open at the end of the last day, in the currency of the entry. */ remainderInCurrency: number
  /** What is open, in base currency. */ remainderInBaseCurrency: number
}

export interface OpenItemsCurrencies {
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** How much is still open, in the currency of the entry; null for entries without customer or supplier. */ remainder: number
}

export interface OpenItems {
  /** The day at whose end the items were open. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The items. */ items: OpenItemsItems[]
  /** The sums by currency. */ currencies: OpenItemsCurrencies[]
  /** What is open, in base currency. */ remainderInBaseCurrency: number
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface OpenCustomerItemsItems {
  /** The number of the customer. */ customerNumber: number
  /** The name. */ name: string
  /** The number of the entry. */ entryNumber: number
  /** The day that the entry counts on. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The day by which the amount is to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string | null
  /** 1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder, 7 opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice, 0 unknown. */ type: number
  /** The journal that the entry came from; null for opening entries. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** The number of the invoice to the customer that the entry is about; digits only. */ customerInvoiceNumber?: number | null
  /** The number that the invoice has in other books. */ externalNumber?: string | null
  /** A text for people. */ text?: string | null
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** In the currency of the entry. */ amount: number
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What was open at the end of the last day, in the currency of the entry. */ remainderInCurrency: number
  /** What is open, in base currency. */ remainderInBaseCurrency: number
}

export interface OpenCustomerItemsCurrencies {
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** What is open in the currency. */ remainder: number
}

export interface OpenCustomerItems {
  /** The day at whose end the items were open. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The items. */ items: OpenCustomerItemsItems[]
  /** The sums by currency. */ currencies: OpenCustomerItemsCurrencies[]
  /** What is open, in base currency. */ remainderInBaseCurrency: number
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface OpenSupplierItemsItems {
  /** The number of the supplier. */ supplierNumber: number
  /** The name. */ name: string
  /** The number of the entry. */ entryNumber: number
  /** The day that the entry counts on. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The day by which the amount is to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string | null
  /** 1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder, 7 opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice, 0 unknown. */ type: number
  /** The journal that the entry came from; null for opening entries. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** The number that the supplier gave the invoice. */ supplierInvoiceNumber?: string | null
  /** The number that the invoice has in other books. */ externalNumber?: string | null
  /** A text for people. */ text?: string | null
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** In the currency of the entry. */ amount: number
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** What was open at the end of the last day, in the currency of the entry. */ remainderInCurrency: number
  /** What is open, in base currency. */ remainderInBaseCurrency: number
}

export interface OpenSupplierItemsCurrencies {
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** What is open in the currency. */ remainder: number
}

export interface OpenSupplierItems {
  /** The day at whose end the items were open. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The items. */ items: OpenSupplierItemsItems[]
  /** The sums by currency. */ currencies: OpenSupplierItemsCurrencies[]
  /** What is open, in base currency. */ remainderInBaseCurrency: number
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface StatementsCustomersItems {
  /** The number of the entry. */ entryNumber: number
  /** The day that the entry counts on. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The day by which the amount is to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string | null
  /** 1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder, 7 opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice, 0 unknown. */ type: number
  /** The journal that the entry came from; null for opening entries. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** The number of the invoice to the customer that the entry is about; digits only. */ customerInvoiceNumber?: number | null
  /** The number that the invoice has in other books. */ externalNumber?: string | null
  /** A text for people. */ text?: string | null
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** In the currency of the entry. */ amount: number
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** Of the currency, after the entry. */ balance: number
  /** Of all, after the entry. */ balanceInBaseCurrency: number
  /** What was open at the end of the last day, in the currency of the entry. */ remainderInCurrency: number
  /** What is open, in base currency. */ remainderInBaseCurrency: number
}

export interface StatementsCustomersCurrencies {
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The balance before the first day; debit is positive. */ openingBalance: number
  /** The balance at the end of the last day; debit is positive. */ closingBalance: number
}

export interface StatementsCustomers {
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The number of the customer. */ customerNumber: number
  /** The name. */ name: string
  /** The balance of all currencies before the first day, in base currency. */ openingBalanceInBaseCurrency: number
  /** The items. */ items: StatementsCustomersItems[]
  /** The sums by currency. */ currencies: StatementsCustomersCurrencies[]
  /** The balance of all currencies at the end of the last day, in base currency. */ closingBalanceInBaseCurrency: number
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface StatementsSuppliersItems {
  /** The number of the entry. */ entryNumber: number
  /** The day that the entry counts on. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The day by which the amount is to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string | null
  /** 1 customer invoice, 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 6 reminder, 7 opening entry, 8 transferred opening entry, 9 system entry, 10 manual customer invoice, 0 unknown. */ type: number
  /** The journal that the entry came from; null for opening entries. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** The number that the supplier gave the invoice. */ supplierInvoiceNumber?: string | null
  /** The number that the invoice has in other books. */ externalNumber?: string | null
  /** A text for people. */ text?: string | null
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** In the currency of the entry. */ amount: number
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
  /** Of the currency, after the entry. */ balance: number
  /** Of all, after the entry. */ balanceInBaseCurrency: number
  /** What was open at the end of the last day, in the currency of the entry. */ remainderInCurrency: number
  /** What is open, in base currency. */ remainderInBaseCurrency: number
}

export interface StatementsSuppliersCurrencies {
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The balance before the first day; debit is positive. */ openingBalance: number
  /** The balance at the end of the last day; debit is positive. */ closingBalance: number
}

export interface StatementsSuppliers {
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The number of the supplier. */ supplierNumber: number
  /** The name. */ name: string
  /** The balance of all currencies before the first day, in base currency. */ openingBalanceInBaseCurrency: number
  /** The items. */ items: StatementsSuppliersItems[]
  /** The sums by currency. */ currencies: StatementsSuppliersCurrencies[]
  /** The balance of all currencies at the end of the last day, in base currency. */ closingBalanceInBaseCurrency: number
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: DimensionTotalsExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: DimensionTotalsExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: DimensionTotalsExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface BudgetSpread {
  /** The account to budget for. */ accountNumber: number
  /** An accounting year. */ year: string
  /** The amount of the whole year, in base currency; sales are negative. */ amount: number
}

export interface PostBudgetFiguresSpreadAnswer {
  /** The numbers of the budget figures made, one for each month. */ numbers: number[]
}

export interface BudgetReportItems {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The name. */ name: string
  /** 1 and 2 an account, 3 and 6 a sum. */ type: number
  /** The number of the period in its accounting year, from 1. */ periodNumber: number
  /** What was booked; debit positive. */ actual: number
  /** What was budgeted, in base currency. */ budget: number
  /** Actual less budget. */ difference: number
  /** What was booked in the period of the same number a year earlier. */ lastYear: number
  /** With `by`: the last period that is added up; `periodNumber` is the first. */ periodTo?: number | null
  /** With `by`: actual less last year. */ lastYearDifference?: number | null
}

export interface BudgetReport {
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The items. */ items: BudgetReportItems[]
  /** With `explain`: the figure, added up from its entries. */ explainedAmount?: number | null
  /** With `explain`: what each account adds to the figure. */ explainedAccounts?: ProfitAndLossExplainedAccounts[] | null
  /** With `explain`: how many entries make the figure. */ explainedCount?: number | null
  /** With `explain`: the entries with the largest parts, five at most, the largest first. */ explainedLargest?: ProfitAndLossExplainedLargest[] | null
  /** With `explain`: the entries that make the figure, a thousand at most. */ explained?: ProfitAndLossExplained[] | null
  /** Where there are more entries: give it as `explainAfter`. */ explainedNext?: number | null
}

export interface BookingVouchers {
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
}

export interface BookingDocuments {
  /** The row of the document log. */ logNumber: number
  /** true: the document was removed. Left out when false. */ isDetached?: boolean
  /** The number of the document made; null in a preview. */ documentNumber: number
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** SHA-256 of the file, as hex. */ hash?: string | null
  /** Until when the removed document can be read in the log. */ keptUntil?: string | null
}

export interface Booking {
  /** The number that identifies the booking. */ number: number
  /** When it happened, UTC. */ time: string
  /** The app it was made for; null where a command made it. */ app: number | null
  /** The grant of that app; null where a command made it. */ grant: number | null
  /** Who did it, by initials; null where nobody was named. */ person: string | null
  /** true: the app said who it was; false: the grant is theirs. Left out when false. */ isPersonClaimed?: boolean
  /** The name of that app; null where a command made it. */ appName: string | null
  /** The name of that person now; null where nobody was named. */ personName: string | null
  /** Null for vouchers of no journal: invoices, projects, exchange differences and opening entries. */ journalNumber: number | null
  /** The vouchers that the booking wrote. */ vouchers: BookingVouchers[]
  /** What was attached to its vouchers and removed from them, as in the document log. */ documents: BookingDocuments[]
  /** The number of the first entry that the booking wrote. */ firstEntry: number
  /** The number of the last entry that the booking wrote. */ lastEntry: number
  /** How many entries the booking wrote. */ entries: number
  /** The sum of the debits of its entries, in base currency: what it moved. */ amount: number
  /** Of the booking before, as hex. */ previousSeal: string
  /** SHA-256 over the seal before and all it holds, as hex. */ seal: string
}

export interface BookingCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Booking[]
}

export interface Document {
  /** The number that identifies the document. */ number: number
  /** A remark on the document. */ note: string | null
  /** Of all the files that it is made of. */ pageCount: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
  /** Where the voucher is from. */ source: 'journal' | 'invoice' | 'opening' | 'system'
  /** The journal of the voucher; null for vouchers of no journal. */ journalNumber: number | null
}

export interface DocumentCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Document[]
}

export interface DocumentCreate {
  /** The service numbers documents; a value sent is ignored. */ number?: number
  /** A remark on the document; left out, the remark stays as it is. */ note?: string
  /** The service counts the pages; a value sent is ignored. */ pageCount?: number
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
  /** Where the voucher is from; needed where several have the number. */ source?: 'journal' | 'invoice' | 'opening' | 'system'
  /** The journal of the voucher; needed where several journals have the number. */ journalNumber?: number
  /** If the voucher has a document already: 0 adds the pages to it, 1 refuses. */ onConflict?: 0 | 1
  /** At most 9437184 bytes. */ file: Blob
}

export interface DocumentDetaching {
  /** Why it is taken off; the log tells it, and is sealed. */ reason: string
}

export interface LoggedDocument {
  /** The number that identifies the logged document. */ number: number
  /** When it happened, UTC. */ time: string
  /** The app that asked for it; null for a command. */ app: number | null
  /** The grant of that app; null where a command made it. */ grant: number | null
  /** Who did it, by initials; null where nobody was named. */ person: string | null
  /** true: the app said who it was; false: the grant is theirs. Left out when false. */ isPersonClaimed?: boolean
  /** true: the document was removed from its voucher. Left out when false. */ isDetached?: boolean
  /** The number of the document made; null in a preview. */ documentNumber: number
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
  /** Where the voucher is from; null of what was logged before that was asked. */ source: 'journal' | 'invoice' | 'opening' | 'system' | null
  /** The journal that the logged document belongs to. */ journalNumber: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** Why a document was removed from its voucher. */ reason: string | null
  /** SHA-256 of the file that was attached, as hex. */ hash: string | null
  /** `pdf`, `jpeg` or `png`. */ kind: string | null
  /** Of the file that was attached. */ bytes: number | null
  /** Of the file that was attached. */ pages: number | null
  /** Until when a document removed from a booked voucher can be read here. A calendar day such as 2026-01-31; a time is refused. */ keptUntil: string | null
}

export interface LoggedDocumentCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: LoggedDocument[]
}

export interface InboxItem {
  /** The number that identifies the inbox item. */ number: number
  /** `pdf`, `jpeg`, `png` or `einvoice`. */ kind: string
  /** `new`, `drafted` (a voucher was made of it), `attached` (to a voucher that was there), or `rejected`. */ state: string | null
  /** As it was sent. */ fileName: string | null
  /** SHA-256 of the file as it was sent, as hex. */ fileHash: string | null
  /** What was said of it when it was sent. */ note: string | null
  /** When it came. */ receivedAt: string
  /** The app that sent it; null where a command took it from a folder. */ app: number | null
  /** The grant of that app; null where a command made it. */ grant: number | null
  /** Who did it, by initials; null where nobody was named. */ person: string | null
  /** true: the app said who it was; false: the grant is theirs. Left out when false. */ isPersonClaimed?: boolean
  /** Of an e-invoice: who sends it. */ supplierName: string | null
  /** Of an e-invoice: the number that its supplier gave it. */ invoiceNumber: string | null
  /** Of an e-invoice: its day. A calendar day such as 2026-01-31; a time is refused. */ invoiceDate: string | null
  /** Of an e-invoice: when it is to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate: string | null
  /** Of an e-invoice: the currency of its amounts. */ currency: string | null
  /** Of an e-invoice: what it comes to, before what is paid already; of a credit note negative. */ amount: number | null
  /** Why it becomes no voucher. */ rejectedReason: string | null
  /** Of its voucher. */ accountingYear: string | null
  /** Where its voucher is from: `journal`, `invoice`, `opening` or `system`. */ source: string | null
  /** The journal of its voucher; null for vouchers of no journal. */ journalNumber: number | null
  /** Of the voucher that was made of it, or that it was attached to. */ voucherNumber: number | null
  /** true: its voucher was made of it; false: it was attached to it. Left out when false. */ wasDrafted?: boolean | null
}

export interface InboxItemCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: InboxItem[]
}

export interface InboxCreate {
  /** What is to be said of them. */ note?: string
  /** One file, or many; together at most 37748736 bytes. */ file: Blob[]
}

export interface InboxDraftLines {
  /** The identifier of the line in the e-invoice. */ line?: string
  /** Of a document that is no e-invoice: the part of the amount, VAT included. */ amount?: number
  /** Where it is posted. */ accountNumber?: number
  /** Its VAT code. */ vatCode?: string
  /** Its department. */ departmentNumber?: number
  /** Of the entry. */ text?: string
}

export interface InboxDraft {
  /** Where the voucher is drafted. */ journalNumber: number
  /** Whose invoice it is. An e-invoice says it; of other documents, without it the voucher is a finance voucher. */ supplierNumber?: number
  /** Of the voucher; the day of an e-invoice where left out. A calendar day such as 2026-01-31; a time is refused. */ date?: string
  /** What the document comes to, VAT included; negative for a credit note. An e-invoice says it. */ amount?: number
  /** Of the amount; where left out the base currency. An e-invoice says it. */ currency?: string
  /** The supplier's number of the invoice. An e-invoice says it. */ invoiceNumber?: string
  /** When it is to be paid; where left out, as an e-invoice says, or the terms of the supplier. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string
  /** Of the entries; where left out, the supplier and the number of an e-invoice, or the name of the file. */ text?: string
  /** Where it is posted; where left out, as the supplier was last. */ accountNumber?: number
  /** Of what is posted; where left out, as the supplier was last. */ vatCode?: string
  /** Of what is posted. */ departmentNumber?: number
  /** Of a finance voucher: what it was paid from. */ contraAccountNumber?: number
  /** Where parts of it are posted elsewhere. */ lines?: InboxDraftLines[]
  /** Of an e-invoice that is paid in part: the account that was paid from. Where left out, all of it is owed until the payments are matched. */ prepaidAccountNumber?: number
  /** Where the rounding of an e-invoice is posted; the system account for rounding where left out. */ roundingAccountNumber?: number
  /** true: says what would be drafted, and writes nothing, as Daybook-Dry-Run does. Left out when false. */ preview?: boolean
}

export interface PostInboxDraftAnswer {
  /** Of the voucher. */ accountingYear: string
  /** Of the voucher. */ journalNumber: number
  /** The voucher. */ voucherNumber: number
  /** Of its draft entries. */ entryNumbers: number[]
  /** Of its document. */ documentNumber: number
  /** Whose invoice it is. */ supplierNumber?: number | null
  /** What to look at before it is booked. */ notes: string[]
}

export interface InboxAttach {
  /** The voucher. */ voucherNumber: number
  /** The year of the voucher. */ accountingYear: string
  /** Where the voucher is from; needed where several have the number. */ source?: 'journal' | 'invoice' | 'opening' | 'system'
  /** The journal of the voucher; needed where several journals have the number. */ journalNumber?: number
  /** A remark on the voucher's document. */ note?: string
  /** If the voucher has a document already: 0 adds the pages to it, 1 refuses. */ onConflict?: 0 | 1
}

export interface PostInboxAttachAnswer {
  /** Of the voucher's document. */ documentNumber: number
}

export interface InboxReject {
  /** Why it becomes no voucher. */ reason: string
}

export interface VoucherWithoutDocument {
  /** Of the voucher. */ accountingYear: string
  /** Of the voucher. */ journalNumber: number
  /** The voucher. */ voucherNumber: number
  /** The first day of its entries. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Of its first entry. */ text?: string | null
  /** What it comes to in the base currency. */ amount: number
  /** false: it is a draft. Left out when false. */ isBooked?: boolean
}

export interface VoucherApproval {
  /** The number that identifies the voucher approval. */ number: number
  /** `submitted`, `approved` or `rejected`. */ state: string
  /** Of the draft voucher. */ accountingYear: string
  /** Of the draft voucher. */ journalNumber: number
  /** The draft voucher. */ voucherNumber: number
  /** Who was asked, by initials; one of them decides. */ people: string[]
  /** What was said to them. */ note: string | null
  /** When they were asked. */ submittedAt: string
  /** The app that asked. */ app: number | null
  /** The grant of that app; null where a command made it. */ grant: number | null
  /** Who did it, by initials; null where nobody was named. */ person: string | null
  /** true: the app said who it was; false: the grant is theirs. Left out when false. */ isPersonClaimed?: boolean
  /** When it was approved or rejected. */ decidedAt: string | null
  /** Who decided, by initials. */ decidedBy: string | null
  /** true: the app said who decided; false: the grant was theirs. Left out when false. */ isDecidedByClaimed?: boolean
  /** What who decided says of it; of a rejection always there. */ reason: string | null
  /** true: a standing journal has booked the voucher by it, and needs another for the next time. Left out when false. */ isUsed?: boolean
  /** true: the draft is as it was submitted; false: it was changed, booked or deleted since. Left out when false. */ isCurrent?: boolean
}

export interface VoucherApprovalCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: VoucherApproval[]
}

export type VoucherApprovalCreate = Body<VoucherApproval, 'journalNumber' | 'voucherNumber' | 'people', 'number' | 'state' | 'submittedAt' | 'app' | 'grant' | 'person' | 'isPersonClaimed' | 'decidedAt' | 'decidedBy' | 'isDecidedByClaimed' | 'reason' | 'isUsed' | 'isCurrent'>

export interface PostVoucherApprovalsAnswer {
  /** Of the approval. */ number: number
}

export interface VoucherApprove {
  /** What is to be said of it. */ reason?: string
}

export interface VoucherReject {
  /** Why it is not to be booked. */ reason: string
}

export interface JournalApproval {
  /** The journal. */ journalNumber: number
  /** true: it books only vouchers that were approved as they are. Left out when false. */ isDemanded?: boolean
  /** When the journal approval was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface JournalApprovalCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: JournalApproval[]
}

export type JournalApprovalCreate = Body<JournalApproval, 'journalNumber', 'lastUpdated' | 'objectVersion'>

export interface JournalApprovalCreatedResult {
  /** Identifies the item created. */ journalNumber: number
}

export type JournalApprovalUpdate = Body<JournalApproval, 'journalNumber' | 'objectVersion', never>

export interface BankAccount {
  /** The number that identifies the bank account. */ number: number
  /** The account of the ledger: of balance type, in the currency of the bank account. */ accountNumber: number
  /** The name. */ name: string
  /** That of the account of the ledger, else the base currency. */ currency: string | null
  /** Without spaces; statements are known by it. */ iban: string | null
  /** Of the bank (ISO 9362). */ bic: string | null
  /** Of the bank, where accounts have one beside their number. */ registrationNumber: string | null
  /** The number of the account at the bank, without that of the bank. */ bankAccountNumber: string | null
  /** Where vouchers of its lines are drafted. */ journalNumber: number | null
  /** sure: a line that is surely of an entry or a draft is matched with it as soon as its statement is read. */ autoAcceptEntries: 'sure' | null
  /** sure: a line that surely pays an open item is matched with it as soon as its statement is read. */ autoAcceptItems: 'sure' | null
  /** What the latest statement closes with. */ lastStatementBalance: number | null
  /** The last day of the latest statement. A calendar day such as 2026-01-31; a time is refused. */ lastStatementDate: string | null
  /** When the bank account was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface BankAccountCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BankAccount[]
}

export type BankAccountCreate = Body<BankAccount, 'accountNumber' | 'name', 'currency' | 'lastStatementBalance' | 'lastStatementDate' | 'lastUpdated' | 'objectVersion'>

export type BankAccountUpdate = Body<BankAccount, 'number' | 'accountNumber' | 'name' | 'objectVersion', never>

export interface BankStatement {
  /** The number that identifies the bank statement. */ number: number
  /** The bank account that it is of. */ bankAccountNumber: number
  /** Its first day. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** Its last day. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** Absent where the file has no balances. */ openingBalance: number | null
  /** Absent where the file has no balances. */ closingBalance: number | null
  /** Lines that came with it and were not there before. */ lines: number
  /** Lines that other statements had brought before. */ alreadyThere: number
  /** Lines that the bank had not carried out, and that were left out. */ waiting: number
  /** true: its opening balance does not follow from the lines before it, and that was accepted. Left out when false. */ followsGap?: boolean
  /** SHA-256 of the file that it came in, as hex. */ fileHash: string | null
  /** When its file was sent. */ receivedAt: string
}

export interface BankStatementCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BankStatement[]
}

export interface BankStatementCreate {
  /** Of a file that does not say which account it is of, as CSV. */ bankAccountNumber?: number
  /** How a CSV file is read whose headings are not known. */ csvProfileNumber?: number
  /** true: the opening balance need not follow from the lines before it. Left out when false. */ acceptGap?: boolean
  /** true: a dry run, answered 200: says what the file would become, and writes nothing; of at most 1 MiB. Left out when false. */ preview?: boolean
  /** At most 67108864 bytes. */ file: Blob
}

export interface BankStatementCreatePreviewStatements {
  /** The bank account that it is of. */ bankAccountNumber: number
  /** Its first day. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** Its last day. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** Absent where the file has no balances. */ openingBalance?: number | null
  /** Absent where the file has no balances. */ closingBalance?: number | null
  /** Lines that came with it and were not there before. */ lines: number
  /** Lines that other statements had brought before. */ alreadyThere: number
  /** Lines that the bank had not carried out, and that were left out. */ waiting: number
}

export interface BankStatementCreatePreview {
  /** `camt.053`, `MT940` or `CSV`. */ format: string
  /** The profile by which CSV was read. */ profile?: string | null
  /** What each would become, with its first lines. */ statements?: BankStatementCreatePreviewStatements[] | null
}

export interface CsvProfile {
  /** The number that identifies the csv profile. */ number: number
  /** The name. */ name: string
  /** `auto`: UTF-8 where the bytes are that, else Windows. */ encoding: 'auto' | 'utf-8' | 'iso-8859-1' | 'windows-1252' | 'utf-16'
  /** What stands between two cells. */ delimiter: ';' | ',' | '|' | 'tab'
  /** true: a comma stands before the decimals; false: a point. Left out when false. */ decimalComma?: boolean
  /** The order of day, month and year. */ dateFormat: 'DMY' | 'MDY' | 'YMD'
  /** Rows before that of the headings. */ skipRows: number | null
  /** The heading of the column with the day of booking. */ dateColumn: string
  /** The heading of the column with the value day. */ valueDateColumn: string | null
  /** The heading of the column with the amount, negative where money went out; beside a debitColumn what came in. */ amountColumn: string
  /** The heading of the column with what went out, where that has a column of its own. */ debitColumn: string | null
  /** The heading of the column with the balance after the line; each must follow from the one before. */ balanceColumn: string | null
  /** The heading of the column with the text. */ textColumn: string | null
  /** The heading of the column with the other party's name. */ counterpartyNameColumn: string | null
  /** The heading of the column with the other party's account. */ counterpartyAccountColumn: string | null
  /** The heading of the column with the reference that was asked for. */ referenceColumn: string | null
  /** The heading of the column with the bank's own reference of the line. */ bankReferenceColumn: string | null
  /** The heading of the column with whether the line is carried out. */ stateColumn: string | null
  /** In the column of the state or of the day: the line is not carried out yet, and left out. */ waitingWord: string | null
  /** The heading of the column with the currency. */ currencyColumn: string | null
  /** When the csv profile was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface CsvProfileCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: CsvProfile[]
}

export type CsvProfileCreate = Body<CsvProfile, 'name' | 'encoding' | 'delimiter' | 'dateFormat' | 'dateColumn' | 'amountColumn', 'lastUpdated' | 'objectVersion'>

export type CsvProfileUpdate = Body<CsvProfile, 'number' | 'name' | 'encoding' | 'delimiter' | 'dateFormat' | 'dateColumn' | 'amountColumn' | 'objectVersion', never>

export interface BankLine {
  /** The number that identifies the bank line. */ number: number
  /** The bank account that it is of. */ bankAccountNumber: number
  /** The statement that brought it. */ statementNumber: number
  /** Of the line in its statement. */ place: number
  /** The day it was booked at the bank. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The day from which interest counts. A calendar day such as 2026-01-31; a time is refused. */ valueDate: string
  /** In the account's currency; what came in is positive. */ amount: number
  /** What the bank or the payer wrote. */ text: string
  /** The other party's name. */ counterpartyName: string | null
  /** The IBAN or number of the account at the other end. */ counterpartyAccount: string | null
  /** What the payer was asked to give. */ reference: string | null
  /** What the payer calls the payment. */ endToEndId: string | null
  /** The bank's own reference of this line alone. */ bankReference: string | null
  /** What was paid in another currency. */ originalAmount: number | null
  /** The currency of originalAmount. */ originalCurrency: string | null
  /** How many payments it holds, where the bank gave one amount for all. */ payments: number | null
  /** `open`, `matched` (its voucher is drafted), `booked`, or `ignored`. */ state: string | null
  /** Why it belongs to nothing in the ledger. */ ignoredReason: string | null
  /** The match that says what it belongs to in the ledger. */ matchNumber: number | null
}

export interface BankLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BankLine[]
}

export interface BankLineIgnored {
  /** Why it belongs to nothing in the ledger. */ reason: string
}

export interface BankMatch {
  /** The number that identifies the bank match. */ number: number
  /** The bank account of its lines. */ bankAccountNumber: number
  /** When it was asked for. */ matchedAt: string
  /** The app that asked for it. */ app: number | null
  /** Of its voucher. */ accountingYear: string | null
  /** The journal of its voucher. */ journalNumber: number | null
  /** The voucher that was made for it; absent where entries that were there are all of it. */ voucherNumber: number | null
  /** true: the voucher was drafted before, and stays when the match is undone. Left out when false. */ wasThere?: boolean
}

export interface BankMatchCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BankMatch[]
}

export interface BankMatchCreateMatchesItems {
  /** Whose item it is; else give supplierNumber. */ customerNumber?: number
  /** Whose item it is; else give customerNumber. */ supplierNumber?: number
  /** Of an open item. */ invoiceNumber: string
  /** How much of it; left out, all that is open. What is owed to the company is positive. */ amount?: number
}

export interface BankMatchCreateMatchesLines {
  /** The account of the other side. */ accountNumber: number
  /** As the bank has it: what came in is positive. */ amount: number
  /** A VAT code of that side. */ vatCode?: string
  /** The department of that side. */ departmentNumber?: number
  /** Left out, the text of the line. */ text?: string
}

export interface BankMatchCreateMatches {
  /** Open lines of one bank account. */ bankLines: number[]
  /** Booked entries of its account in the ledger. */ entries?: number[]
  /** Draft entries of one voucher on that account. */ drafts?: number[]
  /** Open items that the lines pay. */ items?: BankMatchCreateMatchesItems[]
  /** What else the lines are, posted on accounts. */ lines?: BankMatchCreateMatchesLines[]
  /** true: the last item is paid in part where less came than is open. Left out when false. */ leaveOpen?: boolean
  /** Where the difference between items and lines is posted, as a fee; the items are paid whole. */ differenceAccountNumber?: number
  /** The same for what is written off, a discount or a loss: with the VAT of the items in proportion. */ writeOffAccountNumber?: number
}

export interface BankMatchCreate {
  /** Each is one or more lines, and what they come to. */ matches: BankMatchCreateMatches[]
  /** true: the vouchers are booked at once. Left out when false. */ book?: boolean
  /** true: a dry run, answered 200: says what would become of it, and writes nothing. Left out when false. */ preview?: boolean
}

export interface PostBankMatchesAnswerMatchesPostings {
  /** 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 10 manual customer invoice. */ entryTypeNumber: number
  /** The number of an account in the chart of accounts. */ accountNumber?: number | null
  /** The number of the customer. */ customerNumber?: number | null
  /** The number of the supplier. */ supplierNumber?: number | null
  /** The number of the invoice, in the one series of invoices and credit notes. */ invoiceNumber?: string | null
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The VAT code, such as I25 (purchase) or U25 (sale). */ vatCode?: string | null
}

export interface PostBankMatchesAnswerMatches {
  /** Of the match; null in a preview. */ number?: number | null
  /** The lines. */ bankLines: number[]
  /** Booked entries that the lines belong to. */ entries: number[]
  /** The journal of its voucher. */ journalNumber?: number | null
  /** Its voucher. */ voucherNumber?: number | null
  /** Of its voucher, until they are booked. */ draftEntries: number[]
  /** The lines of its voucher, but for that of the bank. */ postings: PostBankMatchesAnswerMatchesPostings[]
}

export interface PostBankMatchesAnswerPostings {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
}

export interface PostBankMatchesAnswer {
  /** Of the first match; null in a preview. */ number?: number | null
  /** What became of each. */ matches: PostBankMatchesAnswerMatches[]
  /** Of a preview: what the booking would do to each account; debit is positive. */ postings?: PostBankMatchesAnswerPostings[] | null
}

export interface BankRule {
  /** The number that identifies the bank rule. */ number: number
  /** The first rule that fits a line counts. */ order: number | null
  /** What the text, name or references of a line are like; `*` stands for anything. */ textLike: string
  /** The least amount; what went out is negative. */ amountFrom: number | null
  /** The greatest amount. */ amountTo: number | null
  /** Where the other side is posted; with a customer or a supplier, what pays none of its items. */ accountNumber: number
  /** Of the other side. */ vatCode: string | null
  /** Of the other side. */ departmentNumber: number | null
  /** Left out, the text of the line. */ text: string | null
  /** Whose open items such lines pay, whatever name stands on them; or supplierNumber. */ customerNumber: number | null
  /** Whose open items such lines pay, whatever name stands on them. */ supplierNumber: number | null
  /** true: the account takes what a payout is less than its invoices. Left out when false. */ isFee?: boolean
  /** sure: a line that the rule fits, and nothing else, is posted by it as soon as its statement is read. */ autoAccept: 'sure' | null
  /** When the bank rule was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface BankRuleCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BankRule[]
}

export type BankRuleCreate = Body<BankRule, 'textLike' | 'accountNumber', 'lastUpdated' | 'objectVersion'>

export type BankRuleUpdate = Body<BankRule, 'number' | 'textLike' | 'accountNumber' | 'objectVersion', never>

export interface PaymentProposalTotals {
  /** Of the payments. */ currency: string
  /** What they come to. */ amount: number
  /** How many there are. */ payments: number
}

export interface PaymentProposal {
  /** The number that identifies the payment proposal. */ number: number
  /** The bank account that pays. */ bankAccountNumber: number
  /** The day on which the bank is to pay. A calendar day such as 2026-01-31; a time is refused. */ paymentDate: string
  /** `waiting` while the bank may still carry a payment out, `settled`, or `cancelled`. */ state: string | null
  /** How many payments it has. */ payments: number | null
  /** What its payments come to, by currency, in the order of their codes; those that were cancelled, too. */ totals: PaymentProposalTotals[]
  /** What its file is called at the bank. */ messageId: string
  /** The company, as the file has it. */ payerName: string
  /** The IBAN that pays, or the 14 digits of a Danish account. */ payerAccount: string
  /** Of the bank of that account. */ payerBic: string | null
  /** Of that account. */ payerCurrency: string
  /** When it was made. */ proposedAt: string
  /** The app that asked for it. */ app: number | null
  /** The grant of that app; null where a command made it. */ grant: number | null
  /** Who did it, by initials; null where nobody was named. */ person: string | null
  /** true: the app said who it was; false: the grant is theirs. Left out when false. */ isPersonClaimed?: boolean
  /** When all of it was cancelled that was not settled. */ cancelledAt: string | null
}

export interface PaymentProposalCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: PaymentProposal[]
}

export interface PaymentProposalCreateItems {
  /** Whose item it is. */ supplierNumber: number
  /** Of an open item. */ invoiceNumber: string
}

export interface PaymentProposalCreate {
  /** The bank account that pays. */ bankAccountNumber: number
  /** The day on which the bank is to pay: today or later. A calendar day such as 2026-01-31; a time is refused. */ paymentDate: string
  /** Items that are due up to this day; not needed where items are named. A calendar day such as 2026-01-31; a time is refused. */ dueTo?: string
  /** Items of this supplier alone. */ supplierNumber?: number
  /** These items, whenever they are due, all or none. */ items?: PaymentProposalCreateItems[]
  /** true: a dry run, answered 200: says what would be paid, and writes nothing. Left out when false. */ preview?: boolean
}

export interface PostPaymentProposalsAnswerPayments {
  /** Whose item it is. */ supplierNumber: number
  /** Of that supplier. */ name: string
  /** Of the open item. */ invoiceNumber: string
  /** When it is due. A calendar day such as 2026-01-31; a time is refused. */ dueDate: string
  /** Of the item. */ currency: string
  /** What is open of it. */ amount: number
  /** How it is paid, as supplierPaymentType of a draft entry. */ paymentType: number
  /** An IBAN, the 14 digits of a Danish account, or the creditor number of a payment slip. */ account: string
  /** Of the bank that the IBAN is at. */ bic?: string | null
  /** What the payee is told: a payment id where it is a payment slip. */ message?: string | null
  /** The supplier, in letters that banks take. */ payeeName: string
}

export interface PostPaymentProposalsAnswerSkipped {
  /** Whose item it is. */ supplierNumber: number
  /** Of that supplier. */ name: string
  /** Of the open item. */ invoiceNumber: string
  /** When it is due. A calendar day such as 2026-01-31; a time is refused. */ dueDate: string
  /** Of the item. */ currency: string
  /** What is open of it. */ amount: number
  /** Why it is not paid. */ reason: 'credit' | 'currencyNeedsIban' | 'drafted' | 'noAccount' | 'notToBePaid' | 'paymentIdInvalid' | 'severalCurrencies' | 'supplierBarred' | 'waiting'
  /** The same as a sentence. */ message: string
}

export interface PostPaymentProposalsAnswerTotals {
  /** Of the payments. */ currency: string
  /** What they come to. */ amount: number
  /** How many there are. */ payments: number
}

export interface PostPaymentProposalsAnswer {
  /** Of the proposal. */ number: number
  /** What is paid, the first due first. */ payments: PostPaymentProposalsAnswerPayments[]
  /** What is due and not paid. */ skipped: PostPaymentProposalsAnswerSkipped[]
  /** By currency. */ totals: PostPaymentProposalsAnswerTotals[]
}

export interface Payment {
  /** The number that identifies the payment. */ number: number
  /** The proposal whose file asks for it. */ proposalNumber: number
  /** `waiting` for the bank, `settled` by a match of its line or because nothing is open of the item, or `cancelled`. */ state: string | null
  /** Who is paid. */ supplierNumber: number
  /** The invoice that is paid. */ invoiceNumber: string
  /** When the invoice is due. A calendar day such as 2026-01-31; a time is refused. */ dueDate: string
  /** Of the amount. */ currency: string
  /** What is paid. */ amount: number
  /** What the payment is called at both banks, and on their statements. */ endToEndId: string
  /** How it is paid, as supplierPaymentType of a draft entry. */ paymentType: number
  /** An IBAN, the 14 digits of a Danish account, or the creditor number of a payment slip. */ account: string
  /** Of the bank that the IBAN is at. */ bic: string | null
  /** What the payee is told: a payment id where it is a payment slip. */ message: string | null
  /** The supplier, in letters that banks take. */ payeeName: string
  /** The match of the line that settled it. */ matchNumber: number | null
  /** When it was cancelled. */ cancelledAt: string | null
}

export interface PaymentCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Payment[]
}

export interface VoucherSuggestionsItemsLines {
  /** The account. */ accountNumber: number
  /** Its VAT code. */ vatCode?: string | null
  /** Its department. */ departmentNumber?: number | null
  /** Its text. */ text?: string | null
  /** Without tax; debit is positive. */ amount: number
}

export interface VoucherSuggestionsItems {
  /** What is alike: supplier, text, amount. */ reason: string
  /** Of the voucher that it comes from. */ accountingYear: string
  /** Of the voucher that it comes from. */ journalNumber?: number | null
  /** Of the voucher that it comes from. */ voucherNumber: number
  /** Of the voucher that it comes from. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Of the entry that is alike. */ text?: string | null
  /** Of the entry that is alike, in its currency. */ amount: number
  /** What somebody wrote: neither what the party owes, nor tax. */ lines: VoucherSuggestionsItemsLines[]
}

export interface VoucherSuggestions {
  /** The most alike first, and of those the latest. */ items: VoucherSuggestionsItems[]
}

export interface MatchCreate {
  /** Booked entries of one customer or supplier. */ entries: number[]
  /** Where what is left is posted, such as losses or discounts; left out, it stays open. */ writeOffAccountNumber?: number
  /** The journal of the voucher; needed where something is written off. */ journalNumber?: number
  /** The day of the voucher; needed where something is written off. A calendar day such as 2026-01-31; a time is refused. */ date?: string
  /** Of the voucher. */ text?: string
}

export interface PostMatchesAnswer {
  /** Of the voucher; null: nothing was written off. */ accountingYear?: string | null
  /** Of the voucher. */ journalNumber?: number | null
  /** Of the voucher. */ voucherNumber?: number | null
  /** What was left, with the sign of what is owed to the company. */ amount?: number | null
}

export interface WriteOffSetup {
  /** null: there is no limit. */ limit?: number | null
}

export interface WriteOffSetupParameters {
  /** The most that one match may write off, in its currency and with its VAT. */ limit: number
}

export interface SearchGroupsItems {
  /** The number that people see. */ number: string
  /** Name or text. */ text?: string | null
  /** Of an entry, a voucher or an invoice. A calendar day such as 2026-01-31; a time is refused. */ date?: string | null
  /** Of an entry in its currency; of a voucher its debits in base currency; in base currency what a customer owes or a supplier is owed, null where the grant may not read the reports. */ amount?: number | null
  /** Where it is read. */ path: string
}

export interface SearchGroups {
  /** What they are. */ kind: 'customers' | 'suppliers' | 'accounts' | 'products' | 'invoices' | 'vouchers' | 'entries' | 'documents'
  /** Those whose number it is first. */ items: SearchGroupsItems[]
}

export interface Search {
  /** Kinds of which something was found. */ groups: SearchGroups[]
}

export interface ReminderSetupRates {
  /** The first day of the rate. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** Interest of a year in per cent. */ rate: number
}

export interface ReminderSetupTexts {
  /** 1 the first reminder. */ level: number
  /** The heading of the letter. */ title: string
  /** What it says above the list of items. */ text: string
}

export interface ReminderSetup {
  /** How often an item is reminded of at most. */ levels: number
  /** Between two reminders of a customer, at least; and until a reminder is due. */ daysBetween: number
  /** Of each reminder, in base currency; no VAT is added. */ fee: number
  /** Of businesses, with the first reminder of an item. */ compensation: number
  /** Where fee and compensation are posted. */ feeAccountNumber?: number | null
  /** Where interest is posted. */ interestAccountNumber?: number | null
  /** Days before the first have no interest. */ rates?: ReminderSetupRates[] | null
  /** What letters say; a level without a text has that of the one before, else a text of ours. */ texts?: ReminderSetupTexts[] | null
}

export interface ReminderSetupParameters {
  /** How often an item is reminded of at most. */ levels: number
  /** Between two reminders of a customer, at least; and until a reminder is due. */ daysBetween: number
  /** Of each reminder, in base currency; no VAT is added. */ fee: number
  /** Of businesses, with the first reminder of an item. */ compensation: number
  /** Where fee and compensation are posted. */ feeAccountNumber?: number
  /** Where interest is posted. */ interestAccountNumber?: number
  /** Days before the first have no interest. */ rates?: ReminderSetupRates[]
  /** What letters say; a level without a text has that of the one before, else a text of ours. */ texts?: ReminderSetupTexts[]
}

export interface DisputedItem {
  /** The entry of the customer that is open. */ entryNumber: number
  /** Why it is disputed. */ reason: string | null
  /** When it was marked. */ disputedAt: string
}

export interface DisputedItemCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DisputedItem[]
}

export interface DisputedItemParameters {
  /** Why it is disputed. */ reason?: string
}

export interface Reminder {
  /** The number that identifies the reminder. */ number: number
  /** The day of the letter. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The number of the customer. */ customerNumber: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** 1 the first reminder: that of its item that was reminded of most. */ level: number
  /** What the reminder costs. */ fee: number
  /** Of a business, once for an item. */ compensation: number
  /** Of all items. */ interest: number
  /** What the letter asks for. */ amount: number
  /** By when it asks to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate: string
  /** Of its voucher; null: it charged nothing. */ accountingYear: string | null
  /** Of its voucher, of entries of type 6. */ voucherNumber: number | null
  /** When it was made. */ remindedAt: string
  /** The day on which its charges were reversed; null: it counts. A calendar day such as 2026-01-31; a time is refused. */ takenBackOn: string | null
}

export interface ReminderCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Reminder[]
}

export interface Reminding {
  /** The day of the letters. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Only these; left out, all who are to be reminded. */ customers?: number[]
  /** true: tell who would be reminded of what, and book nothing. Left out when false. */ preview?: boolean
}

export interface PostRemindersAnswerRemindersItems {
  /** The number of the entry. */ entryNumber: number
  /** Of the item. */ invoiceNumber?: string | null
  /** The day by which the amount is to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string | null
  /** What is open of it. */ remainder: number
  /** How many days of interest are charged. */ days: number
  /** For those days. */ interest: number
}

export interface PostRemindersAnswerReminders {
  /** Of the reminder. */ number?: number | null
  /** The number of the customer. */ customerNumber: number
  /** Of the customer. */ name: string
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** 1 the first reminder. */ level: number
  /** What it reminds of. */ items: PostRemindersAnswerRemindersItems[]
  /** What the reminder costs. */ fee: number
  /** Of a business, once for an item. */ compensation: number
  /** Of all items. */ interest: number
  /** What the letter asks for: all that is due, charges of before, and those of this letter, less credits. */ amount: number
  /** Of the voucher of its charges. */ voucherNumber?: number | null
}

export interface PostRemindersAnswer {
  /** The first thousand customers; call again for those that are left. */ reminders: PostRemindersAnswerReminders[]
  /** Of a preview: what the booking would do to each account; debit is positive. */ postings?: PostBankMatchesAnswerPostings[] | null
}

export interface ReminderTakeBack {
  /** The day on which its charges are reversed. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Of the entries; one that says what it is where left out. */ text?: string
}

export interface PostRemindersTakeBackAnswer {
  /** The day that the reminders take back answer is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Of the voucher that reverses its charges. */ accountingYear: string
  /** Of that voucher. */ voucherNumber?: number | null
  /** See `voucher-reversals`. */ reversalNumber?: number | null
}

export interface ReconciliationExplained {
  /** `inLedgerNotAtBank` (its number is that of an entry), `atBankNotInLedger` and `ignored` (of a line), `drafted` and `matchedOnOtherDays` (of a match), `beforeFirstStatement`. */ kind: string
  /** By how much it makes the bank’s balance larger than that of the ledger. */ amount: number
  /** How many there are. */ count: number
}

export interface ReconciliationItems {
  /** `inLedgerNotAtBank` (its number is that of an entry), `atBankNotInLedger` and `ignored` (of a line), `drafted` and `matchedOnOtherDays` (of a match), `beforeFirstStatement`. */ kind: string
  /** By how much it makes the bank’s balance larger than that of the ledger. */ amount: number
  /** Of the entry, line or match. */ number?: number | null
  /** Of the entry or line. A calendar day such as 2026-01-31; a time is refused. */ date?: string | null
  /** Of the entry or line. */ text?: string | null
}

export interface Reconciliation {
  /** The bank account asked for. */ bankAccountNumber: number
  /** Its account in the ledger. */ accountNumber: number
  /** Of all amounts. */ currency: string
  /** The day asked for. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** null where no statement has a balance. */ bankBalance?: number | null
  /** Without openings of later years and revaluations. */ ledgerBalance: number
  /** What the bank has more. */ difference?: number | null
  /** What nothing explains: 0 unless statements are missing. */ unexplained?: number | null
  /** By kind. */ explained?: ReconciliationExplained[] | null
  /** One by one, the first thousand. */ items?: ReconciliationItems[] | null
}

export interface ReconciliationsReport {
  /** The bank account asked for. */ bankAccountNumber: number
  /** Its account in the ledger. */ accountNumber: number
  /** Of all amounts. */ currency: string
  /** The day asked for. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** null where no statement has a balance. */ bankBalance?: number | null
  /** Without openings of later years and revaluations. */ ledgerBalance: number
  /** What the bank has more. */ difference?: number | null
  /** What nothing explains: 0 unless statements are missing. */ unexplained?: number | null
  /** By kind. */ explained?: ReconciliationExplained[] | null
  /** One by one, the first thousand. */ items?: ReconciliationItems[] | null
}

export type ReconciliationCreate = Body<Reconciliation, 'bankAccountNumber' | 'date', 'accountNumber' | 'currency' | 'bankBalance' | 'ledgerBalance' | 'difference' | 'unexplained' | 'explained' | 'items'>

export interface PostReconciliationsAnswer {
  /** Of the reconciliation. */ number: number
}

export interface ReconciledDay {
  /** The number that identifies the reconciled day. */ number: number
  /** The bank account that is reconciled. */ bankAccountNumber: number
  /** Nothing up to this day changes any more. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** What the bank says at the end of the day. */ bankBalance: number
  /** What the ledger says at the end of the day. */ ledgerBalance: number
  /** When it was reconciled. */ reconciledAt: string
  /** The app that asked for it. */ app: number | null
}

export interface ReconciledDayCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ReconciledDay[]
}

export interface ChangeProperties {
  /** The number that identifies the change properties. */ number: number
  /** The property that was changed. */ property: string
  /** As text; null where it had no value. */ before?: string | null
  /** As text; null where it has no value. */ after?: string | null
  /** SHA-256 over the seal before and this row, as hex. */ seal: string
}

export interface Change {
  /** Of its first property. */ number: number
  /** The kind of item: Accounts, VatCodes, …. */ resource: string
  /** Its identifier; of several parts joined by ~. */ key: string
  /** What it was called then; of a deleted item before. null: it has no name. */ name: string | null
  /** When it happened, UTC. */ time: string
  /** The app it was made for; null where a command made it. */ app: number | null
  /** The grant of that app; null where a command made it. */ grant: number | null
  /** Who did it, by initials; null where nobody was named. */ person: string | null
  /** true: the app said who it was; false: the grant is theirs. Left out when false. */ isPersonClaimed?: boolean
  /** The name of that app; null where a command made it. */ appName: string | null
  /** The name of that person now; null where nobody was named. */ personName: string | null
  /** What the write changed of the item. */ properties: ChangeProperties[]
}

export interface ChangeCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Change[]
}

export interface ClockNext {
  /** When, by the clock: a day as the moment that it begins with. */ at: string
  /** What falls due. */ kind: 'subscriptionRun' | 'subscriptionDue' | 'webhookAttempt' | 'invoiceDue' | 'billDue' | 'reminderDue' | 'bookedAhead' | 'vatPeriodEnd' | 'vatDeadline'
  /** Of the delivery, or of the entry of the invoice, the first of several. */ number?: number | null
  /** Of the delivery. */ eventType?: string | null
  /** Which attempt of the delivery it is. */ attempt?: number | null
  /** Of the VAT return. */ period?: string | null
  /** How many do so on that day: invoices, subscriptions, customers to remind, entries. */ count?: number | null
  /** What is open of these invoices, in base currency. */ amount?: number | null
  /** Of the invoice, where it is one. */ invoiceNumber?: string | null
}

export interface Clock {
  /** The time that the clock of the sandbox shows, UTC. */ now: string
  /** true: it stands still until it is set or advanced. Left out when false. */ frozen?: boolean
  /** The day that it shows, in UTC: what the books take for today. A calendar day such as 2026-01-31; a time is refused. */ today: string
  /** Where an advance that is under way goes to; left out where none is. */ advancingTo?: string | null
  /** What falls due next: one of each kind, the first to come first. To a grant with SuperUser alone. */ next?: ClockNext[] | null
}

export type ClockUpdate = Body<Clock, never, 'today' | 'advancingTo' | 'next'>

export interface PutClockAnswer {
  /** The time that the clock of the sandbox shows, UTC. */ now: string
  /** true: it stands still until it is set or advanced. Left out when false. */ frozen?: boolean
  /** The day that it shows, in UTC: what the books take for today. A calendar day such as 2026-01-31; a time is refused. */ today: string
}

export interface ClockAdvance {
  /** So many days. */ days?: number
  /** So many months, to the last day of a shorter one. */ months?: number
  /** To this moment. */ to?: string
}

export interface PostClockAdvanceAnswerHappened {
  /** When, by the clock. */ at: string
  /** What was done. */ kind: 'subscriptionRun' | 'webhookAttempt' | 'keysForgotten' | 'deliveriesForgotten' | 'filesForgotten'
  /** Of the run of subscriptions, or of the delivery. */ number?: number | null
  /** Documents that the run made. */ documents?: number | null
  /** Subscribers that the run left out. */ skipped?: number | null
  /** Of the delivery. */ eventType?: string | null
  /** Which attempt of the delivery it was. */ attempt?: number | null
  /** What the receiver answered; left out where there was no answer. */ statusCode?: number | null
  /** What became of the delivery. */ state?: string | null
  /** true: its webhook is disabled since then, as it has failed for too long. Left out when false. */ isDisabled?: boolean
  /** How many were forgotten, as their time was over. */ count?: number | null
}

export interface PostClockAdvanceAnswer {
  /** The time that the clock of the sandbox shows, UTC. */ now: string
  /** true: it stands still until it is set or advanced. Left out when false. */ frozen?: boolean
  /** The day that it shows, in UTC: what the books take for today. A calendar day such as 2026-01-31; a time is refused. */ today: string
  /** true: it did as much as one advance does. Advance again, from where the clock stands. Left out when false. */ stoppedShort?: boolean
  /** What was done on the way, in order. */ happened: PostClockAdvanceAnswerHappened[]
}

export interface Person {
  /** Letters A to Z, digits, - and _; they never change. */ initials: string
  /** The name. */ name: string
  /** The e-mail address. */ email: string | null
  /** Not active any more: gets no grant, and no app can say that they act. Left out when false. */ isBarred?: boolean
  /** When the person was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface PersonCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Person[]
}

export type PersonCreate = Body<Person, 'initials' | 'name', 'lastUpdated' | 'objectVersion'>

export interface PersonCreatedResult {
  /** Identifies the item created. */ initials: string
}

export type PersonUpdate = Body<Person, 'initials' | 'name' | 'objectVersion', never>

export interface Grant {
  /** The number that identifies the grant. */ number: number
  /** The number of the app that asked for it; null where a command did. */ app: number
  /** The name of that app. */ appName: string | null
  /** What it may do. */ roles: ('SuperUser' | 'Bookkeeping' | 'Sales' | 'ProjectEmployee')[]
  /** Whose it is, by initials. */ person: string | null
  /** The app may say who acts (Daybook-Actor). Left out when false. */ mayNameActor?: boolean
  /** When it was made. */ createdAt: string
  /** Since when it opens nothing any more. */ revokedAt: string | null
  /** Until when the token before the last rotation opens, too. */ previousTokenUntil: string | null
}

export interface GrantCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Grant[]
}

export type GrantCreate = Body<Grant, 'app' | 'roles', 'number' | 'appName' | 'createdAt' | 'revokedAt' | 'previousTokenUntil'>

export interface PostGrantsAnswer {
  /** The number of the grant. */ grantNumber: number
  /** Shown once: it is stored as a hash only. */ agreementGrantToken: string
}

export interface PostGrantsRotateAnswer {
  /** The number of the grant. */ grantNumber: number
  /** Shown once: it is stored as a hash only. */ agreementGrantToken: string
}

export interface GrantAppsItems {
  /** The number of the app that asked for it; null where a command did. */ app: number
  /** The name. */ name: string
}

export interface GrantApps {
  /** The items. */ items: GrantAppsItems[]
}

export interface ConsolePasskey {
  /** The number that identifies the console passkey. */ number: number
  /** The number of the grant that it ends with. */ grantNumber: number
  /** Whose the grant is, by initials. */ person: string | null
  /** What its owner calls it. */ name: string | null
  /** When it was enrolled. */ enrolledAt: string
  /** When it signed in last. */ lastUsedAt: string | null
}

export interface ConsolePasskeyCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ConsolePasskey[]
}

export interface ConsoleSession {
  /** The number that identifies the console session. */ number: number
  /** The number of the grant that it ends with. */ grantNumber: number
  /** Whose the grant is, by initials. */ person: string | null
  /** When the browser was signed in. */ signedInAt: string
  /** When it was used last, to five minutes; 12 hours later it ends. */ lastUsedAt: string
  /** When it ends, however much it is used. */ endsAt: string
  /** What the browser calls itself. */ browser: string | null
}

export interface ConsoleSessionCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ConsoleSession[]
}

export interface Request {
  /** In the order in which requests were logged; with gaps. */ number: number
  /** X-Request-Id of its answer. */ requestId: string
  /** The trace that its traceparent names. */ traceId: string | null
  /** When it came. */ time: string
  /** Until it was answered. */ milliseconds: number
  /** GET, HEAD, POST, PUT or DELETE. */ method: string
  /** As it was sent. */ path: string
  /** Names without values, where faults alone are logged. */ query: string | null
  /** Method and path as documented; null where there is no such path. */ operation: string | null
  /** As in /openapi/{api}.json. */ api: string | null
  /** The version of that API. */ apiVersion: string | null
  /** The state of the request. */ status: number
  /** Of its first fault. */ errorCode: string | null
  /** Of its first twenty faults. */ errorCodes: string[]
  /** The number of the app that asked for it; null where a command did. */ app: number
  /** The grant that it was made with. */ grantNumber: number
  /** Who acted, by initials. */ person: string | null
  /** Its Idempotency-Key. */ idempotencyKey: string | null
  /** The answer was kept for its Idempotency-Key. Left out when false. */ isReplayed?: boolean
  /** The request that it repeats. */ replayOf: string | null
  /** Daybook-Notice of its answer. */ notice: string | null
  /** The fault that the sandbox ordered for it (Daybook-Fault). */ orderedFault: string | null
  /** Length of its body. */ requestBytes: number
  /** Length of the body answered. */ answerBytes: number
  /** A body is longer than the 64 KiB that are kept of it. Left out when false. */ isCut?: boolean
  /** The log was too full for its bodies. Left out when false. */ hasDroppedBody?: boolean
}

export interface RequestCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Request[]
}

export interface RequestsFaultsItems {
  /** Method and path as documented; null where there is no such path. */ operation?: string | null
  /** The code of the reason. */ errorCode: string
  /** The property that was changed. */ property: string
  /** The number of the app that asked for it; null where a command did. */ app: number
  /** How many. */ count: number
  /** Of these, those that the sandbox ordered (Daybook-Fault). */ ordered: number
  /** When it happened first. */ first: string
  /** When it happened last. */ last: string
  /** How often in each of 24 equal parts of the time. */ counts: number[]
  /** The last request of the group. */ latestRequestId: string
  /** What the code means. */ message?: string | null
  /** What to do. */ hint?: string | null
}

export interface RequestsFaults {
  /** The first day of the report. */ from: string
  /** The last day of the report. */ to: string
  /** Requests of that time that were logged. */ requests: number
  /** Of these, those that were answered 400 or above. */ failed: number
  /** In which half of them were answered; null where there is none. */ p50Milliseconds?: number | null
  /** In which 99 of 100 of them were answered; null where there is none. */ p99Milliseconds?: number | null
  /** The items. */ items: RequestsFaultsItems[]
}

export interface RequestsTouched {
  /** The kind of item. */ resource: string
  /** Its identifier; several parts are joined by ~. */ key: string
}

export interface RequestsRequestHeaders {
  /** The name. */ name: string
  /** The value. */ value: string
}

export interface Requests {
  /** In the order in which requests were logged; with gaps. */ number: number
  /** X-Request-Id of its answer. */ requestId: string
  /** The trace that its traceparent names. */ traceId?: string | null
  /** When it came. */ time: string
  /** Until it was answered. */ milliseconds: number
  /** GET, HEAD, POST, PUT or DELETE. */ method: string
  /** As it was sent. */ path: string
  /** Names without values, where faults alone are logged. */ query?: string | null
  /** Method and path as documented; null where there is no such path. */ operation?: string | null
  /** As in /openapi/{api}.json. */ api?: string | null
  /** The version of that API. */ apiVersion?: string | null
  /** The state of the requests. */ status: number
  /** Of its first fault. */ errorCode?: string | null
  /** Of its first twenty faults. */ errorCodes: string[]
  /** The number of the app that asked for it; null where a command did. */ app: number
  /** The grant that it was made with. */ grantNumber: number
  /** Who acted, by initials. */ person?: string | null
  /** Its Idempotency-Key. */ idempotencyKey?: string | null
  /** The answer was kept for its Idempotency-Key. Left out when false. */ isReplayed?: boolean
  /** The request that it repeats. */ replayOf?: string | null
  /** Daybook-Notice of its answer. */ notice?: string | null
  /** The fault that the sandbox ordered for it (Daybook-Fault). */ orderedFault?: string | null
  /** Length of its body. */ requestBytes: number
  /** Length of the body answered. */ answerBytes: number
  /** A body is longer than the 64 KiB that are kept of it. Left out when false. */ isCut?: boolean
  /** The log was too full for its bodies. Left out when false. */ hasDroppedBody?: boolean
  /** The first twenty. */ faults: RequestsFaults[]
  /** The items that it named. */ touched: RequestsTouched[]
  /** Without tokens. */ requestHeaders?: RequestsRequestHeaders[] | null
  /** Its first 64 KiB; null where bodies are not logged. */ requestBody?: string | null
  /** SHA-256 of the file that came with it. */ fileHash?: string | null
  /** Without tokens. */ answerHeaders?: RequestsRequestHeaders[] | null
  /** Its first 64 KiB; null where bodies are not logged. */ answerBody?: string | null
}

export interface RequestsAlike {
  /** How many are alike, this one among them. */ count: number
  /** Which of them this one is; 1 is the newest. */ place: number
  /** The one before it. */ earlierRequestId?: string | null
  /** The one after it. */ laterRequestId?: string | null
  /** When the first of all that are kept came, whatever `from` says. */ firstAt: string
  /** How often it was sent again: with its Idempotency-Key, or to the same path with the same body, or by replay. */ sentAgain: number
  /** The last of those. */ sentAgainRequestId?: string | null
  /** What that was answered. */ sentAgainStatus?: number | null
  /** When that came. */ sentAgainAt?: string | null
}

export interface PostRequestsReplayAnswer {
  /** The id of the repeat. */ requestId: string
  /** What the repeat was answered. */ status: number
  /** The body that it was answered, as text. */ body: string
}

export interface FaultPlanRules {
  /** Its place in the plan; Daybook-Fault of an answer names it. */ number: number
  /** 429 answers RateLimitExceeded, 503 answers Unavailable, 500 answers Internal, and nothing is carried out; slow waits; cut drops the connection before the request is carried out, cutAfter drops it then; stale answers an update 409. Of webhooks: duplicate sends twice, reorder sends a newer event first, delay sends later, fail has an attempt fail. */ kind: '429' | '503' | '500' | 'slow' | 'cut' | 'cutAfter' | 'stale' | 'duplicate' | 'reorder' | 'delay' | 'fail'
  /** Only requests of this operation, as the log of requests has it: PUT /customers. */ operation?: string | null
  /** Only requests of this path, in which * stands for any signs: /customersapi/*. */ path?: string | null
  /** Only deliveries of this event, such as CUSTOMER_UPDATED. */ eventType?: string | null
  /** Only requests, or webhooks, of this app. */ app?: number | null
  /** Only requests that write. Left out when false. */ onlyWrites?: boolean
  /** Every how manieth of what the rule matches is hit: 5 is the fifth, tenth…; each where left out. */ every?: number | null
  /** How often it hits at most; without end where left out, once for stale. */ times?: number | null
  /** How long slow and delay wait; of reorder, how long a newer event is waited for. */ milliseconds?: number | null
  /** How often something matched it. */ matched: number
  /** How often it hit. */ hits: number
  /** When it hit last. */ lastHitAt?: string | null
}

export interface FaultPlan {
  /** Of those that are due, the first acts. */ rules: FaultPlanRules[]
}

export interface FaultPlanUpdateRules {
  /** 429 answers RateLimitExceeded, 503 answers Unavailable, 500 answers Internal, and nothing is carried out; slow waits; cut drops the connection before the request is carried out, cutAfter drops it then; stale answers an update 409. Of webhooks: duplicate sends twice, reorder sends a newer event first, delay sends later, fail has an attempt fail. */ kind: '429' | '503' | '500' | 'slow' | 'cut' | 'cutAfter' | 'stale' | 'duplicate' | 'reorder' | 'delay' | 'fail'
  /** Only requests of this operation, as the log of requests has it: PUT /customers. */ operation?: string
  /** Only requests of this path, in which * stands for any signs: /customersapi/*. */ path?: string
  /** Only deliveries of this event, such as CUSTOMER_UPDATED. */ eventType?: string
  /** Only requests, or webhooks, of this app. */ app?: number
  /** Only requests that write. Left out when false. */ onlyWrites?: boolean
  /** Every how manieth of what the rule matches is hit: 5 is the fifth, tenth…; each where left out. */ every?: number
  /** How often it hits at most; without end where left out, once for stale. */ times?: number
  /** How long slow and delay wait; of reorder, how long a newer event is waited for. */ milliseconds?: number
}

export interface FaultPlanUpdate {
  /** Of those that are due, the first acts; an empty list takes all back. */ rules?: FaultPlanUpdateRules[]
}

export interface SnapshotsItems {
  /** The number of the snapshot. */ number: number
  /** What it was called. */ name: string
  /** The moment that it shows, UTC. */ madeAt: string
  /** How many booked entries there were. */ entries: number
  /** What it takes. */ kilobytes: number
  /** How many sandboxes were made of it. */ branches: number
  /** When it was brought back last, UTC. */ restoredAt?: string | null
}

export interface Snapshots {
  /** The newest first. */ items: SnapshotsItems[]
}

export interface SnapshotCreate {
  /** What to call it. */ name: string
}

export interface PostSnapshotsAnswer {
  /** The number of the snapshot. */ number: number
}

export interface PostSnapshotsBranchAnswer {
  /** The number of the new sandbox. */ agreementNumber: number
  /** Shown once: it is stored as a hash only. */ appSecretToken: string
  /** Shown once: it is stored as a hash only. */ agreementGrantToken: string
}

export interface SandboxReset {
  /** What it begins with; the demo company where left out. */ template?: 'danish' | 'demo' | 'empty'
}

export interface PostSandboxResetAnswer {
  /** The number of the new sandbox. */ agreementNumber: number
  /** The number that it had. */ previousAgreementNumber: number
}

export interface RequestLogHours {
  /** Its beginning, UTC. */ hour: string
  /** Requests that were logged. */ requests: number
  /** What they take. */ kilobytes: number
  /** Of them, those whose bodies the log was too full for. */ droppedBodies: number
  /** Requests that it was too full for. */ droppedRequests: number
}

export interface RequestLog {
  /** off, faults or all. */ requestLog: 'off' | 'faults' | 'all'
  /** The newest first. */ hours: RequestLogHours[]
}

export type RequestLogUpdate = Body<RequestLog, 'requestLog', 'hours'>

export interface CoverageItemsStatuses {
  /** The state of the coverage items statuses. */ status: number
  /** How many. */ count: number
}

export interface CoverageItemsCodes {
  /** The code of the reason. */ errorCode: string
  /** How many. */ count: number
}

export interface CoverageItemsSituations {
  /** success, refused, replay, 404, 409 or page; of the whole, 429 and 503 on reads and writes, and webhooks. */ name: string
  /** Whether a program has met it. Left out when false. */ isMet?: boolean
  /** How to meet it. */ hint: string
}

export interface CoverageItems {
  /** Method and path as documented. */ operation: string
  /** As in /openapi/{api}.json. */ api: string
  /** The version of that API. */ version: string
  /** How often it was called. */ calls: number
  /** What it answered. */ statuses: CoverageItemsStatuses[]
  /** Codes that were met. */ codes: CoverageItemsCodes[]
  /** Codes that it can give, and never gave. */ codesNeverMet: string[]
  /** Pages beyond the first; null where there are no pages. */ laterPages?: number | null
  /** Answers that were kept for an Idempotency-Key; null of a read. */ replays?: number | null
  /** What its callers have to handle. */ situations: CoverageItemsSituations[]
}

export interface CoverageVersions {
  /** As in /openapi/{api}.json. */ api: string
  /** The version of that API. */ version: string
  /** It is the newest one. Left out when false. */ isNewest?: boolean
  /** How often it was called. */ calls: number
}

export interface CoverageWebhooks {
  /** The type of event, such as CUSTOMER_UPDATED; GET /EventTypes lists them. */ eventType: string
  /** Deliveries that arrived. */ delivered: number
  /** Deliveries of several attempts. */ retried: number
  /** Deliveries that did not arrive. */ failed: number
}

export interface Coverage {
  /** The first day of the report. */ from: string
  /** The app that it is of; null for all. */ app?: number | null
  /** Situations that were met, of all. */ percent: number
  /** At least min percent were met; left out where no min is given. Left out when false. */ isEnough?: boolean
  /** How many situations were met. */ situationsMet: number
  /** What callers of these operations have to handle, in another way each. */ situations: number
  /** Operations that were called, those of older versions apart. */ operationsCalled: number
  /** Operations of the newest versions. */ operationsServed: number
  /** Error codes that were met. */ codesMet: number
  /** Error codes that these operations can give. */ codes: number
  /** Answers that were kept for an Idempotency-Key: lost answers survived. */ replays: number
  /** Answers of 429 and 503. */ refused: number
  /** Of these, calls that were sent again. */ sentAgain: number
  /** Of these, those that waited for Retry-After. */ waited: number
  /** The items. */ items: CoverageItems[]
  /** Versions that were called. */ versions: CoverageVersions[]
  /** Events that the apps asked for. */ webhooks: CoverageWebhooks[]
  /** Situations of no single operation. */ whole: CoverageItemsSituations[]
  /** How to meet what was never met; and which versions are not the newest. */ hints: string[]
}

export interface VoucherReversalRequest {
  /** The day the reversing voucher is booked on. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The booking; needed where the voucher was booked in several. */ booking?: number
  /** Text of the reversing entries; left out, each keeps that of the entry it reverses. */ text?: string
}

export interface PostVouchersReverseAnswer {
  /** The number that identifies the vouchers reverse answer. */ number: number
  /** The journal that the vouchers reverse answer belongs to. */ journalNumber: number
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** The number of the booking that was reversed. */ reversedBooking: number
}

export interface VoucherReversal {
  /** The number that identifies the voucher reversal. */ number: number
  /** The journal of both vouchers; null: they are of none. */ journalNumber: number | null
  /** Of the voucher that was reversed. */ accountingYear: string
  /** Of the voucher that was reversed. */ voucherNumber: number
  /** The booking of the voucher that was reversed. */ booking: number | null
  /** The accounting year of the reversing voucher. */ reversingAccountingYear: string
  /** The number of the reversing voucher. */ reversingVoucherNumber: number
  /** The day that the reversing voucher counts on. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** When the reversal was written, UTC. */ reversedAt: string
}

export interface VoucherReversalCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: VoucherReversal[]
}

export interface EntryReversal {
  /** The number of the entry that was reversed. */ reversedEntry: number
  /** The number of the entry that reverses it. */ reversingEntry: number
  /** The number of the reversal. */ reversalNumber: number
}

export interface EntryReversalCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: EntryReversal[]
}

export interface Match {
  /** The number that identifies the match. */ number: number
  /** The day it counts from. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The number of the debit entry. */ debitEntry: number
  /** The number of the credit entry. */ creditEntry: number
  /** How much was settled, in base currency; negative where a match is taken back. */ amountInBaseCurrency: number
  /** In the currency of the debit. */ debitAmount: number
  /** In the currency of the credit. */ creditAmount: number
  /** The booking that made the match; null where it was asked for. */ bookingNumber: number | null
  /** The match whose exchange difference or transfer it settles. */ belongsTo: number | null
  /** The match that it takes back. */ takesBack: number | null
  /** The match that takes this one back. */ takenBackBy: number | null
  /** When the match was written, UTC. */ matchedAt: string
}

export interface MatchCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Match[]
}

export interface PostAccountingYearsClosePreviewAnswerOpeningEntries {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** The amount in base currency: debit is positive, credit negative. */ amountInBaseCurrency: number
}

export interface PostAccountingYearsClosePreviewAnswerFaults {
  /** The code of the reason. */ errorCode: string
  /** What went wrong, in words. */ message: string
}

export interface PostAccountingYearsClosePreviewAnswerNotes {
  /** A remark on the account. The service does not use it. */ note: string
  /** How many. */ count: number
  /** What went wrong, in words. */ message: string
}

export interface PostAccountingYearsClosePreviewAnswer {
  /** Income less costs: a profit is positive. */ result: number
  /** What the next year would be opened with; empty where the year is closed already. */ openingEntries: PostAccountingYearsClosePreviewAnswerOpeningEntries[]
  /** Why it cannot be closed, as closing would say; empty where it can. */ faults: PostAccountingYearsClosePreviewAnswerFaults[]
  /** The check list: what is to be looked at before it is closed, though it keeps nobody from it: `UnmatchedBankLines`, `UnreconciledBank`, `UnsettledVat`, `DepreciationNotDrafted`, `NotRevalued`, `AssetsDifferFromLedger`, `VouchersWithoutDocument`. */ notes: PostAccountingYearsClosePreviewAnswerNotes[]
}

export interface CurrencyCorrection {
  /** A day of the first open year; left out, its first day. A calendar day such as 2026-01-31; a time is refused. */ date?: string
}

export interface PostCurrencyCorrectionsAnswerItems {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** What the account gets in its currency. */ amount: number
  /** The base currency of that. A second entry takes it away in base currency. */ amountInBaseCurrency: number
}

export interface PostCurrencyCorrectionsAnswer {
  /** null: nothing was to be corrected. */ accountingYear?: string | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber?: number | null
  /** The day that the currency corrections answer is dated. A calendar day such as 2026-01-31; a time is refused. */ date?: string | null
  /** The items. */ items: PostCurrencyCorrectionsAnswerItems[]
  /** Accounts whose first opening was in base currency alone: how much of their currency it was, nothing tells. */ unknown: number[]
}

export interface RevaluationRates {
  /** Of the agreement; not its base currency. */ currency: string
  /** Units of base currency for 100 of the currency. */ rate: number
}

export interface Revaluation {
  /** At the end of this day. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Of the day; other currencies have the latest of the rate table on or before it. */ rates?: RevaluationRates[]
  /** true: tell what would be booked, and book nothing. Left out when false. */ preview?: boolean
}

export interface PostRevaluationsAnswerItems {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The number of the customer. */ customerNumber?: number | null
  /** The number of the invoice to the customer that the entry is about; digits only. */ customerInvoiceNumber?: number | null
  /** The number of the supplier. */ supplierNumber?: number | null
  /** The number that the supplier gave the invoice. */ supplierInvoiceNumber?: string | null
  /** The number that the invoice has in other books. */ externalNumber?: string | null
  /** A currency by its ISO 4217 code, such as DKK. */ currency: string
  /** The balance of the account, or what is open of the invoice, in the currency. */ amount: number
  /** The rate. */ rate: number
  /** What it stands at in the books, in base currency. */ bookedAmount: number
  /** What it is worth at the rate. */ amountInBaseCurrency: number
  /** What is booked; positive is a gain. */ difference: number
}

export interface PostRevaluationsAnswer {
  /** The day that the revaluations answer is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** null: nothing was booked. */ voucherNumber?: number | null
  /** Of the voucher that takes back what was booked on open items, the day after. */ reversingVoucherNumber?: number | null
  /** What does not stand at its worth. */ items: PostRevaluationsAnswerItems[]
  /** The sum of the differences. */ gain: number
}

export interface OpeningBalancesAccounts {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The base currency where left out. */ currency?: string
  /** In the currency; debit positive. */ amount: number
  /** Of another currency: what it is in base currency. */ amountInBaseCurrency?: number
}

export interface OpeningBalancesItems {
  /** The number of the customer. */ customerNumber?: number
  /** The number of the supplier. */ supplierNumber?: number
  /** As the invoice has it. */ invoiceNumber: string
  /** The day by which the amount is to be paid. A calendar day such as 2026-01-31; a time is refused. */ dueDate?: string
  /** The base currency where left out. */ currency?: string
  /** In the currency; debit positive. */ amount: number
  /** Of another currency: what it is in base currency. */ amountInBaseCurrency?: number
}

export interface OpeningBalances {
  /** The first day of the books. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The journal that the opening balances belongs to. */ journalNumber: number
  /** A text for people. */ text?: string
  /** What each account has. A summary account is compared with its items, and may be left out. */ accounts?: OpeningBalancesAccounts[]
  /** What customers and suppliers owe and are owed, invoice by invoice. */ items?: OpeningBalancesItems[]
  /** The register of assets at the end of the day. Books nothing: the accounts of their groups have what they come to. */ assets?: OpeningAssetsAssets[]
  /** Instead of the lists: a line that names the columns, then one for each account, item or asset (`assetNumber`). Faults name the line. */ csv?: string
  /** Where the series of invoices goes on. */ nextInvoiceNumber?: number
  /** true: tell what would be booked and what does not add up, and book nothing. Left out when false. */ preview?: boolean
}

export interface PostOpeningBalancesAnswerDifferences {
  /** null: all balances together. */ accountNumber?: number | null
  /** What was given as the balance of the account. */ given: number
  /** What the items of the account are together. */ items: number
  /** What was booked, minus what was budgeted. */ difference: number
}

export interface PostOpeningBalancesAnswer {
  /** The journal that the opening balances answer belongs to. */ journalNumber: number
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
  /** 0: nothing would be booked. */ voucherNumber: number
  /** The lines. Either all of them are written, or none. */ lines: number
  /** The sum of the debit entries. */ debit: number
  /** The sum of the credit entries, without sign. */ credit: number
  /** What does not add up. */ differences: PostOpeningBalancesAnswerDifferences[]
}

export interface NamedSystemAccount {
  /** What the account is for: `rounding` takes the cents that rounding leaves, `result` the result of a closed year, `exchangeDifference` gains and losses by exchange rates. */ purpose?: 'rounding' | 'result' | 'exchangeDifference' | 'vatSettlement' | null
  /** The account that has the purpose. */ accountNumber?: number | null
}

export interface SystemAccount {
  /** The account that is to have the purpose. */ accountNumber: number
}

export interface Account {
  /** The number that identifies the account. */ number: number
  /** The name. */ name: string | null
  /** true: the account is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** 1 profit and loss, 2 status (balance sheet), 3 sum from totalFromAccountNumber, 4 heading, 5 heading of a page, 6 sum of its intervals, 7 line that sums nothing. Only 1 and 2 take entries. */ type: 1 | 2 | 3 | 4 | 5 | 6 | 7
  /** The account that the VAT of this account is booked to. */ vatAccountNumber: number | null
  /** The contra account that user interfaces suggest for entries on this account. */ contraAccountNumber: number | null
  /** Of an account of type 3: the first account that it adds up; the last is the account before the sum. */ totalFromAccountNumber: number | null
  /** The account that takes the balance when the next year opens; the same account where left out. */ openingAccountNumber: number | null
  /** The account for realised exchange rate differences of this account. */ realisationAccountNumber: number | null
  /** Of an account of type 6: the intervals that it adds up, such as `1000..4990;6100..6198`. Change them with TotalIntervals. */ totalIntervals: string | null
  /** true: draft entries cannot name the account; only VAT, groups and closing post to it. Left out when false. */ isBlockedForDirectEntries?: boolean
  /** null: no default; false: debit; true: credit. Left out when false. */ isCredit?: boolean | null
  /** The only currency that the account takes. Left out: it takes any. */ currency: string | null
  /** The asset group. Of a draft entry: the group of the asset that the entry buys. */ assetGroupNumber: number | null
  /** The account number as printed, if it differs from `number`. */ displayNumber: string | null
  /** Every entry on the account must have a department. Left out when false. */ isDepartmentMandatory?: boolean
  /** Every entry on the account must have a unit. Left out when false. */ isUnitMandatory?: boolean
  /** One of KeyFigureCodes; 0 none. */ keyFigureCodeNumber: number | null
  /** The VAT code of new entries on the account. */ vatCode: string | null
  /** When the account was last changed, UTC. */ lastUpdated: string | null
  /** A remark on the account. The service does not use it. */ note: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** One of StandardAccounts; null: not mapped. */ standardAccountNumber: number | null
}

export interface AccountCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Account[]
}

export type AccountCreate = Body<Account, 'number' | 'name' | 'type', 'totalIntervals' | 'lastUpdated' | 'objectVersion'>

export type AccountUpdate = Body<Account, 'number' | 'name' | 'type' | 'objectVersion', never>

export interface StandardAccount {
  /** The number that identifies the standard account. */ number: number
  /** The name. */ name: string
  /** true: it sums lines above it, and no account is mapped to it. Left out when false. */ isSum?: boolean
}

export interface StandardAccountCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: StandardAccount[]
}

export interface UnmappedAccount {
  /** The number that identifies the unmapped account. */ number?: number | null
  /** The name. */ name?: string | null
  /** The kind of the unmapped account. */ type?: number | null
  /** Whether anything is booked on it. Left out when false. */ hasEntries?: boolean
}

export interface PostStandardAccountsDanishAnswer {
  /** Accounts that are mapped now. */ accounts: number[]
}

export interface NamedVatAccount {
  /** The number of an account in the chart of accounts. */ accountNumber?: number | null
  /** null: none yet, though it is the account of a VAT code with tax. */ box?: 'salesTax' | 'goodsAbroadTax' | 'servicesAbroadTax' | 'purchaseTax' | 'oilDuty' | 'electricityDuty' | 'gasDuty' | 'coalDuty' | 'co2Duty' | 'waterDuty' | null
}

export interface VatAccount {
  /** Left out: it is no VAT account. */ box?: 'salesTax' | 'goodsAbroadTax' | 'servicesAbroadTax' | 'purchaseTax' | 'oilDuty' | 'electricityDuty' | 'gasDuty' | 'coalDuty' | 'co2Duty' | 'waterDuty'
}

export interface PostVatAccountsDanishAnswer {
  /** Accounts that declare a box now. */ accounts: number[]
  /** VAT codes that declare a report now. */ codes: string[]
}

export interface VatSetup {
  /** How often VAT is reported. */ frequency?: 'month' | 'quarter' | 'halfYear' | null
  /** Of entries dated in a settled period: next, they count in the next return; refuse, those with a VAT code are not booked. */ lateEntries?: 'next' | 'refuse' | null
}

export interface VatSetupParameters {
  /** How often VAT is reported. */ frequency: 'month' | 'quarter' | 'halfYear'
  /** Of entries dated in a settled period: next, they count in the next return; refuse, those with a VAT code are not booked. */ lateEntries: 'next' | 'refuse'
}

export interface UnbalancedVouchersJournals {
  /** The journal. */ journalNumber: number
  /** Its name. */ name: string
  /** How many of its vouchers do not balance. */ count: number
}

export interface UnbalancedVouchersItemsRates {
  /** The draft entry. */ entryNumber: number
  /** Its account; null where a party or the contra account stands for it. */ accountNumber?: number | null
  /** Its currency. */ currency: string
  /** Its amount. */ amount: number
  /** Its rate. */ exchangeRate: number
  /** What it comes to at that rate. */ amountInBaseCurrency: number
  /** The day of the rate that the table has for it; null: the table has none. A calendar day such as 2026-01-31; a time is refused. */ tableDate?: string | null
  /** The rate of the table. */ tableRate?: number | null
  /** What it comes to at the rate of the table. */ amountAtTableRate?: number | null
  /** The rate at which the voucher balances; null: none does. */ balancingRate?: number | null
}

export interface UnbalancedVouchersItems {
  /** The journal. */ journalNumber: number
  /** The year of the voucher. */ accountingYear: string
  /** The voucher. */ voucherNumber: number
  /** The first day of what does not balance: a voucher balances on each, or in each month. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** By how much, in base currency; debit is positive. */ difference: number
  /** Its lines in other currencies that have one side. */ rates: UnbalancedVouchersItemsRates[]
}

export interface UnbalancedVouchers {
  /** The journals that have any. */ journals: UnbalancedVouchersJournals[]
  /** The first of them, by journal and voucher. */ items: UnbalancedVouchersItems[]
}

export interface SettledVatReturn {
  /** A period of VAT: 2026-07, 2026-Q3 or 2026-H2. */ period?: string | null
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from?: string | null
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to?: string | null
  /** In whole kroner; negative: to be received. */ payable?: number | null
  /** When it was settled. */ settledAt?: string | null
  /** null: it is not reported. A calendar day such as 2026-01-31; a time is refused. */ reportedOn?: string | null
  /** Of the authority. */ reference?: string | null
}

export interface VatReturnsBoxes {
  /** A box of the return. */ code: 'salesTax' | 'goodsAbroadTax' | 'servicesAbroadTax' | 'purchaseTax' | 'oilDuty' | 'electricityDuty' | 'gasDuty' | 'coalDuty' | 'co2Duty' | 'waterDuty' | 'aGoods' | 'aServices' | 'bGoods' | 'bGoodsNotListed' | 'bServices' | 'c'
  /** Exact, with the sign of a return. */ amount: number
  /** In whole kroner. */ rounded: number
  /** How many entries count in the box. */ entries: number
}

export interface VatReturnsSettlement {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
}

export interface VatReturnsCodes {
  /** The VAT code, such as I25 (purchase) or U25 (sale). */ vatCode: string
  /** The draft entries, at most 500: all of them are written, or none. */ entries: number
  /** What the tax is reckoned from, in base currency. */ base: number
  /** The tax, in base currency. */ tax: number
  /** The base times the rate, as far as it is deducted. */ expected: number
}

export interface VatReturnsLate {
  /** A period of VAT: 2026-07, 2026-Q3 or 2026-H2. */ period: string
  /** The side of the balance sheet: `asset`, or `liability`, equity included. */ side: 'sales' | 'purchases'
  /** A box of the return. */ box: 'salesTax' | 'goodsAbroadTax' | 'servicesAbroadTax' | 'purchaseTax' | 'oilDuty' | 'electricityDuty' | 'gasDuty' | 'coalDuty' | 'co2Duty' | 'waterDuty' | 'aGoods' | 'aServices' | 'bGoods' | 'bGoodsNotListed' | 'bServices' | 'c'
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** The draft entries, at most 500: all of them are written, or none. */ entries: number
}

export interface VatReturnsUnexplained {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** A box of the return. */ box?: 'salesTax' | 'goodsAbroadTax' | 'servicesAbroadTax' | 'purchaseTax' | 'oilDuty' | 'electricityDuty' | 'gasDuty' | 'coalDuty' | 'co2Duty' | 'waterDuty' | 'aGoods' | 'aServices' | 'bGoods' | 'bGoodsNotListed' | 'bServices' | 'c' | null
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** The draft entries, at most 500: all of them are written, or none. */ entries: number
}

export interface VatReturnsSettledByHand {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
}

export interface VatReturnsRemaining {
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
}

export interface VatReturnsWithoutVatNumber {
  /** null: the voucher has no customer, or several. */ customerNumber?: number | null
  /** The amount in the currency of the entry: debit is positive, credit negative. */ amount: number
}

export interface VatReturnsLacking {
  /** The VAT code, such as I25 (purchase) or U25 (sale). */ vatCode: string
  /** The number of an account in the chart of accounts. */ accountNumber: number
}

export interface VatReturnsChecks {
  /** What is checked: nothing that fails keeps it from being settled but boxesDeclared. */ check: string
  /** Whether there is nothing to look at. Left out when false. */ isPassed?: boolean
  /** How many are to be looked at. */ count: number
}

export interface VatReturns {
  /** A period of VAT: 2026-07, 2026-Q3 or 2026-H2. */ period: string
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** `pending`: attempts are left; `delivered`; `failed`: no attempt is left; `skipped`: the webhook was disabled when the event happened, or somebody skipped it. */ state: 'preview' | 'settled'
  /** The day by which it is due. A calendar day such as 2026-01-31; a time is refused. */ deadline: string
  /** All boxes of the return, in its order. */ boxes: VatReturnsBoxes[]
  /** In whole kroner; negative: to be received. */ payable: number
  /** What goes to the account of rounding: payable less the exact sum. */ rounding: number
  /** The exact sum. Absent from returns that were settled before it was said. */ exact?: number | null
  /** What the voucher posts to each VAT account. */ settlement: VatReturnsSettlement[]
  /** Of the voucher; null: there is none. */ accountingYear?: string | null
  /** Of the voucher that settles it, which has no journal; null: nothing is to be settled, or not yet. */ voucherNumber?: number | null
  /** The VAT codes that entries of the return have. */ codes: VatReturnsCodes[]
  /** Entries of settled periods that were booked after, by their period. */ late: VatReturnsLate[]
  /** What no VAT code explains, as in the ledger: debit is positive. */ unexplained: VatReturnsUnexplained[]
  /** What vouchers by hand moved to the account of settlement. It counts in no box. */ settledByHand: VatReturnsSettledByHand[]
  /** VAT accounts that are not 0.00 after settlement. */ remaining: VatReturnsRemaining[]
  /** Sales to the EU whose customer has no VAT number. */ withoutVatNumber: VatReturnsWithoutVatNumber[]
  /** Accounts of VAT codes that declare no box. It cannot be settled before they do. */ lacking: VatReturnsLacking[]
  /** What is to be looked at before it is settled. */ checks: VatReturnsChecks[]
}

export interface VatReturnsEntriesItems {
  /** The number of the entry. */ entryNumber: number
  /** The day that the vat returns entries items is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** The number of an account in the chart of accounts. */ accountNumber: number
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
  /** The journal that the vat returns entries items belongs to. */ journalNumber?: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** A text for people. */ text?: string | null
  /** The code that it is the base or the tax of; null: none explains it. */ vatCode?: string | null
  /** With the sign of a return. */ amount: number
  /** The settled period that it is dated in; null: it is not late. */ late?: string | null
  /** Of the entry. */ currency: string
  /** In the currency of the entry, with the sign of a return. */ amountInCurrency: number
  /** Of its voucher; null: it has no customer, or several. */ customerNumber?: number | null
  /** Of its voucher; null: it has no supplier, or several, or a customer. */ supplierNumber?: number | null
  /** Of that customer or supplier. */ name?: string | null
  /** Of that customer or supplier. */ vatNumber?: string | null
}

export interface VatReturnsEntries {
  /** The items. */ items: VatReturnsEntriesItems[]
  /** For the next page; null: there is none. */ cursor?: number | null
}

export interface EuSalesListItems {
  /** With the letters of its country. */ vatNumber: string
  /** Goods, in whole kroner. */ goods: number
  /** Services, in whole kroner. */ services: number
  /** Both, exact. */ amount: number
}

export interface EuSalesListMissing {
  /** null: the voucher has no customer, or several. */ customerNumber?: number | null
  /** Goods, in whole kroner. */ goods: number
  /** Services, in whole kroner. */ services: number
  /** Both, exact. */ amount: number
}

export interface EuSalesList {
  /** A period of VAT: 2026-07, 2026-Q3 or 2026-H2. */ period: string
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** The day by which it is due. A calendar day such as 2026-01-31; a time is refused. */ deadline: string
  /** The items. */ items: EuSalesListItems[]
  /** Sales without a VAT number. There is no file until they have one. */ missing: EuSalesListMissing[]
  /** In whole kroner: box bGoods of the return. */ goods: number
  /** In whole kroner: box bServices of the return. */ services: number
}

export interface VatReturnRequest {
  /** A period of VAT: 2026-07, 2026-Q3 or 2026-H2. */ period: string
  /** true: a dry run, answered 200: says what would be settled, and writes nothing. Left out when false. */ preview?: boolean
}

export interface PostVatReturnsAnswer {
  /** A period of VAT: 2026-07, 2026-Q3 or 2026-H2. */ period: string
  /** The first day of the report. A calendar day such as 2026-01-31; a time is refused. */ from: string
  /** The last day of the report. A calendar day such as 2026-01-31; a time is refused. */ to: string
  /** `pending`: attempts are left; `delivered`; `failed`: no attempt is left; `skipped`: the webhook was disabled when the event happened, or somebody skipped it. */ state: 'preview' | 'settled'
  /** The day by which it is due. A calendar day such as 2026-01-31; a time is refused. */ deadline: string
  /** All boxes of the return, in its order. */ boxes: VatReturnsBoxes[]
  /** In whole kroner; negative: to be received. */ payable: number
  /** What goes to the account of rounding: payable less the exact sum. */ rounding: number
  /** The exact sum. Absent from returns that were settled before it was said. */ exact?: number | null
  /** What the voucher posts to each VAT account. */ settlement: VatReturnsSettlement[]
  /** Of the voucher; null: there is none. */ accountingYear?: string | null
  /** Of the voucher that settles it, which has no journal; null: nothing is to be settled, or not yet. */ voucherNumber?: number | null
  /** The VAT codes that entries of the return have. */ codes: VatReturnsCodes[]
  /** Entries of settled periods that were booked after, by their period. */ late: VatReturnsLate[]
  /** What no VAT code explains, as in the ledger: debit is positive. */ unexplained: VatReturnsUnexplained[]
  /** What vouchers by hand moved to the account of settlement. It counts in no box. */ settledByHand: VatReturnsSettledByHand[]
  /** VAT accounts that are not 0.00 after settlement. */ remaining: VatReturnsRemaining[]
  /** Sales to the EU whose customer has no VAT number. */ withoutVatNumber: VatReturnsWithoutVatNumber[]
  /** Accounts of VAT codes that declare no box. It cannot be settled before they do. */ lacking: VatReturnsLacking[]
  /** What is to be looked at before it is settled. */ checks: VatReturnsChecks[]
  /** Of a preview: what the booking would do to each account; debit is positive. */ postings?: PostBankMatchesAnswerPostings[] | null
}

export interface VatReturnReported {
  /** The day it was reported. A calendar day such as 2026-01-31; a time is refused. */ reportedOn: string
  /** What the authority calls the receipt. */ reference?: string
}

export interface PostVerificationsAnswer {
  /** Whether the books are right. Left out when false. */ ok?: boolean
  /** How many booked entries were read. */ entries: number
  /** The first thing that is wrong; null where nothing is. */ fault?: string | null
  /** What is to be known though nothing is wrong. */ notes: string[]
}

export interface PostVerifyAnswer {
  /** Whether the books are right. Left out when false. */ ok?: boolean
  /** How many booked entries were read. */ entries: number
  /** The first thing that is wrong; null where nothing is. */ fault?: string | null
  /** What is to be known though nothing is wrong. */ notes: string[]
}

export interface WaitingBankAccounts {
  /** The account at the bank. */ number: number
  /** Its account in the ledger. */ accountNumber: number
  /** Its name. */ name: string
  /** How many of its lines are `open`. */ bankLines: number
}

export interface Waiting {
  /** The day that the waiting is dated. A calendar day such as 2026-01-31; a time is refused. */ date: string
  /** Entries in the journals that are not booked; null: the grant may not list them. */ draftEntries?: number | null
  /** Documents of the inbox that are `new`; null: the grant may not list them. */ inbox?: number | null
  /** Bank lines that are `open`; null: the grant may not list them. */ bankLines?: number | null
  /** The accounts at banks that have any; null: the grant may not list their lines. */ bankAccounts?: WaitingBankAccounts[] | null
  /** Invoices that are not booked; null: the grant may not list them. */ draftInvoices?: number | null
  /** What those come to with VAT, in base currency; null: the grant may not list them. */ draftInvoicesAmount?: number | null
  /** Of the first VAT return that is not reported; null: nothing was booked by the end of a period, or the grant may not read returns. */ vatPeriod?: string | null
  /** Of that return. */ vatState?: 'preview' | 'settled' | null
  /** The day by which that return is due; null: more than five years ago. A calendar day such as 2026-01-31; a time is refused. */ vatDeadline?: string | null
  /** Whether anything is booked. Left out when false. */ hasEntries?: boolean
}

export interface AgreementWebhook {
  /** The type of event, such as CUSTOMER_UPDATED; GET /EventTypes lists them. */ eventType: string
  /** The name. */ name: string
  /** The app that made it, and alone can change it. */ app: number
  /** The name of that app. */ appName: string
  /** The https address that is called, on the public internet. Merge fields such as [NEWNUMBER] may stand in path and query. */ url: string
  /** The Content-Type of the request. */ contentType: string
  /** The names of its own headers. */ customHeaderNames: string[]
  /** true: nothing is sent to the webhook. Left out when false. */ isDisabled?: boolean
  /** When the webhook was last disabled, UTC. */ lastDisabledDate: string | null
  /** Since when every attempt has failed; null after a success. */ failingSince: string | null
  /** When its secret was changed last; null where it is the first. */ secretChangedAt: string | null
  /** How many of its deliveries are pending. */ pendingCount: number
  /** How many events it had in the last 24 hours. */ lastDayEvents: number
  /** How many of these are delivered. */ lastDayDelivered: number
  /** When the agreement webhook was last changed, UTC. */ lastUpdated: string
}

export interface AgreementWebhookCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: AgreementWebhook[]
}

export interface WebhookSetup {
  /** strict where nothing was set. */ order: 'strict' | 'skipAfterFirst'
}

export interface WebhookSetupParameters {
  /** strict: a delivery that fails delays those after it until it succeeds or is given up; skipAfterFirst: after its first failed attempt those after it go first. */ order: 'strict' | 'skipAfterFirst'
}

export interface WebhookDeliveryMergeFields {
  /** The name of the merge field: `[NAME]` in the address and the body stands for its value. */ fieldName: string
  /** The value. */ value: string
}

export interface WebhookDeliveryAttempts {
  /** When the request was made, UTC. */ startedAt: string
  /** How long the request took. */ durationMilliseconds: number
  /** null when nothing was answered. */ statusCode?: number | null
  /** Why nothing was answered; else null. */ error?: string | null
  /** The beginning of the answer. */ answer?: string | null
}

export interface WebhookDeliverySentHeaders {
  /** The name. */ name: string
  /** The value. */ value: string
}

export interface WebhookDelivery {
  /** The number that identifies the webhook delivery. */ number: number
  /** The type of event, such as CUSTOMER_UPDATED; GET /EventTypes lists them. */ eventType: string
  /** The name of the webhook that it is for. */ webhookName: string
  /** The app whose webhook it is for. */ app: number
  /** The name of that app. */ appName: string
  /** The webhook-id of every request for it. By it the receiver recognises a repeat. */ webhookId: string
  /** failed: no attempt is left; skipped: the webhook was disabled when it happened, or somebody skipped it. */ state: 'pending' | 'delivered' | 'failed' | 'skipped'
  /** Why it ended without success, and those after it went on: attempts, none is left; gone, the receiver answered 410; request, it was skipped; disabled, the webhook was. */ endedBy: 'attempts' | 'gone' | 'request' | 'disabled' | null
  /** The request that caused the event, by its X-Request-Id. */ requestId: string | null
  /** true: the delivery is a test. Left out when false. */ isTest?: boolean
  /** When the event happened, UTC. */ occurredAt: string
  /** When the next attempt is due, while pending. */ dueAt: string | null
  /** How many requests were made for the delivery. */ attemptCount: number
  /** The fault that the sandbox ordered for it. */ orderedFault: string | null
  /** The merge fields of the event, with their values or what they stand for. */ mergeFields: WebhookDeliveryMergeFields[]
  /** Oldest first. */ attempts: WebhookDeliveryAttempts[]
  /** Where the last attempt sent it. */ sentUrl: string | null
  /** As the last attempt sent them; the values of custom headers and signatures are masked. */ sentHeaders: WebhookDeliverySentHeaders[] | null
  /** As the last attempt sent it: its first 16384 bytes. */ sentBody: string | null
  /** Which secret of its webhook the last attempt's signature is right for: the present one; previous, only the one before, which is still valid; former, one that no longer is. */ signedBy: 'present' | 'previous' | 'former' | null
  /** Of the body more was sent. Left out when false. */ isSentBodyCut?: boolean
}

export interface WebhookDeliveryCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: WebhookDelivery[]
}

export interface WebhookRedelivery {
  /** The type of event, such as CUSTOMER_UPDATED; GET /EventTypes lists them. */ eventType: string
  /** The first moment of the range, by occurredAt. */ from: string
  /** The last moment of the range, by occurredAt. */ to: string
  /** Only deliveries of these states; left out: of all. */ states?: ('delivered' | 'failed' | 'skipped')[]
}

export interface PostWebhookDeliveriesRedeliverAnswer {
  /** How many are sent again. */ count: number
}

export interface WebhookFailuresSince {
  /** The type of event, such as CUSTOMER_UPDATED; GET /EventTypes lists them. */ eventType: string
  /** The first moment, by occurredAt. */ since: string
}

export interface PostWebhookDeliveriesSendAllFailedSinceAnswer {
  /** How many are sent again. */ count: number
}

export interface WebhookSecret {
  /** The type of event, such as CUSTOMER_UPDATED; GET /EventTypes lists them. */ eventType: string
  /** What requests are signed with, after Standard Webhooks. */ secret: string
}

export interface PostWebhookSecretsRotateAnswer {
  /** The type of event, such as CUSTOMER_UPDATED; GET /EventTypes lists them. */ eventType: string
  /** What requests are signed with, after Standard Webhooks. */ secret: string
}

export interface PostWebhookTestsAnswer {
  /** The number that identifies the webhook tests answer. */ number: number
}

export interface Resources {
  currencies: Of<{ item: Currency; key: string; create: CurrencyCreate; created: CurrencyCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  exchangeRates: Of<{ item: ExchangeRate; key: number; create: ExchangeRateCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  vatCodes: Of<{ item: VatCode; key: string; create: VatCodeCreate; created: VatCodeCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  departments: Of<{ item: Department; key: number; create: DepartmentCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  departmentalDistributions: Of<{ item: DepartmentalDistribution; key: number; create: DepartmentalDistributionCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  distributions: Of<{ item: DimensionDistribution; key: { dimensionNumber: number; key: number }; create: DimensionDistributionCreate; created: DimensionDistributionCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  units1: Of<{ item: Unit1; key: number; create: Unit1Create; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  units2: Of<{ item: Unit2; key: number; create: Unit2Create; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  employees: Of<{ item: Employee; key: number; create: EmployeeCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  assetGroups: Of<{ item: AssetGroup; key: number; create: AssetGroupCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  assets: Of<{ item: Asset; key: number }, 'list' | 'page' | 'count' | 'get'>
  draftEntries: Of<{ item: DraftEntry; key: number; create: DraftEntryCreate; created: DraftEntryCreatedResult; made: DraftEntryCreatedResultArray }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  bookedEntries: Of<{ item: BookedEntry; key: number }, 'list' | 'page' | 'count' | 'get'>
  projects: Of<{ item: Project; key: number; create: ProjectCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  projectStatuses: Of<{ item: ProjectStatus; key: number; create: ProjectStatusCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  costTypes: Of<{ item: CostType; key: number; create: CostTypeCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  costTypeGroups: Of<{ item: CostTypeGroup; key: number; create: CostTypeGroupCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  recordingRules: Of<{ item: RecordingRule; key: number; create: RecordingRuleCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  mileageSetup: Of<{ item: MileageSetup; key: void }, 'get' | 'update'>
  paymentTerms: Of<{ item: PaymentTerm; key: number; create: PaymentTermCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  customerGroups: Of<{ item: CustomerGroup; key: number; create: CustomerGroupCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  customers: Of<{ item: Customer; key: number; create: CustomerCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  vatZones: Of<{ item: VatZone; key: number; create: VatZoneCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  layouts: Of<{ item: Layout; key: number; create: LayoutCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  units: Of<{ item: Unit; key: number; create: UnitCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  deliveryConditions: Of<{ item: DeliveryCondition; key: number; create: DeliveryConditionCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  discountGroups: Of<{ item: DiscountGroup; key: number; create: DiscountGroupCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  discounts: Of<{ item: Discount; key: { discountGroupNumber: number; productGroupNumber: number }; create: DiscountCreate; created: DiscountCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  salesSetup: Of<{ item: SalesSetup; key: void }, 'get' | 'update'>
  company: Of<{ item: Company; key: void }, 'get' | 'update'>
  draftInvoices: Of<{ item: DraftInvoice; key: number }, 'list' | 'page' | 'count' | 'get'>
  bookedInvoices: Of<{ item: BookedInvoice; key: number }, 'list' | 'page' | 'count' | 'get'>
  orders: Of<{ item: Order; key: number; create: OrderCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  orderLines: Of<{ item: OrderLine; key: { documentId: number; number: number }; within: { documentId: number }; create: OrderLineCreate; created: CreatedResult; made: OrderLineCreatedResultArray }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  quotes: Of<{ item: Quote; key: number; create: QuoteCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  quoteLines: Of<{ item: QuoteLine; key: { documentId: number; number: number }; within: { documentId: number }; create: QuoteLineCreate; created: CreatedResult; made: QuoteLineCreatedResultArray }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  subscriptionSchedule: Of<{ item: SubscriptionSchedule; key: void }, 'get' | 'update'>
  suppliers: Of<{ item: Supplier; key: number; create: SupplierCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  bookings: Of<{ item: Booking; key: number }, 'list' | 'page' | 'count' | 'get'>
  documents: Of<{ item: Document; key: number }, 'list' | 'page' | 'count' | 'get'>
  documentLog: Of<{ item: LoggedDocument; key: number }, 'list' | 'page' | 'count' | 'get'>
  inbox: Of<{ item: InboxItem; key: number }, 'list' | 'page' | 'count' | 'get'>
  voucherApprovals: Of<{ item: VoucherApproval; key: number; within: { asked?: string } }, 'list' | 'page' | 'count' | 'get'>
  journalApprovals: Of<{ item: JournalApproval; key: number; create: JournalApprovalCreate; created: JournalApprovalCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  bankAccounts: Of<{ item: BankAccount; key: number; create: BankAccountCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  bankStatements: Of<{ item: BankStatement; key: number }, 'list' | 'page' | 'count' | 'get'>
  csvProfiles: Of<{ item: CsvProfile; key: number; create: CsvProfileCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  bankLines: Of<{ item: BankLine; key: number }, 'list' | 'page' | 'count' | 'get'>
  bankMatches: Of<{ item: BankMatch; key: number }, 'list' | 'page' | 'count' | 'get'>
  bankRules: Of<{ item: BankRule; key: number; create: BankRuleCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  paymentProposals: Of<{ item: PaymentProposal; key: number }, 'list' | 'page' | 'count' | 'get'>
  payments: Of<{ item: Payment; key: number }, 'list' | 'page' | 'count' | 'get'>
  disputedItems: Of<{ item: DisputedItem; key: number }, 'list' | 'page' | 'count' | 'get'>
  reminders: Of<{ item: Reminder; key: number }, 'list' | 'page' | 'count' | 'get'>
  reconciliations: Of<{ item: ReconciledDay; key: number }, 'list' | 'page' | 'count' | 'get'>
  changes: Of<{ item: Change; key: number }, 'list' | 'page' | 'count' | 'get'>
  people: Of<{ item: Person; key: string; create: PersonCreate; created: PersonCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update'>
  grants: Of<{ item: Grant; key: number }, 'list' | 'page' | 'count' | 'get'>
  consolePasskeys: Of<{ item: ConsolePasskey; key: number }, 'list' | 'page' | 'count' | 'get'>
  consoleSessions: Of<{ item: ConsoleSession; key: number }, 'list' | 'page' | 'count' | 'get'>
  requests: Of<{ item: Request; key: void; within: { touches?: string } }, 'list' | 'page' | 'count'>
  voucherReversals: Of<{ item: VoucherReversal; key: number }, 'list' | 'page' | 'count' | 'get'>
  entryReversals: Of<{ item: EntryReversal; key: number }, 'list' | 'page' | 'count' | 'get'>
  matches: Of<{ item: Match; key: number }, 'list' | 'page' | 'count' | 'get'>
  accounts: Of<{ item: Account; key: number; create: AccountCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  standardAccounts: Of<{ item: StandardAccount; key: number }, 'list' | 'page' | 'count' | 'get'>
  agreementWebhooks: Of<{ item: AgreementWebhook; key: string }, 'list' | 'page' | 'count' | 'get'>
  webhookDeliveries: Of<{ item: WebhookDelivery; key: number }, 'list' | 'page' | 'count' | 'get'>
  webhookSecrets: Of<{ item: WebhookSecret; key: string }, 'get'>
}

export interface Calls {
  /** List currencies by cursor */ 'GET /daybookapi/v1.0.0/currencies': { query: { cursor?: string; filter?: string }; answer: CurrencyCursorResults }
  /** Create a currency */ 'POST /daybookapi/v1.0.0/currencies': { body: CurrencyCreate; answer: CurrencyCreatedResult }
  /** Update a currency */ 'PUT /daybookapi/v1.0.0/currencies': { body: CurrencyUpdate; answer: undefined }
  /** List currencies by pages */ 'GET /daybookapi/v1.0.0/currencies/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Currency[] }
  /** Count currencies */ 'GET /daybookapi/v1.0.0/currencies/count': { query: { filter?: string }; answer: number }
  /** Read a currency */ 'GET /daybookapi/v1.0.0/currencies/{code}': { path: { code: string }; answer: Currency }
  /** Delete a currency */ 'DELETE /daybookapi/v1.0.0/currencies/{code}': { path: { code: string }; answer: undefined }
  /** List exchange rates by cursor */ 'GET /daybookapi/v1.0.0/exchange-rates': { query: { cursor?: string; filter?: string }; answer: ExchangeRateCursorResults }
  /** Create an exchange rate */ 'POST /daybookapi/v1.0.0/exchange-rates': { body: ExchangeRateCreate; answer: CreatedResult }
  /** Update an exchange rate */ 'PUT /daybookapi/v1.0.0/exchange-rates': { body: ExchangeRateUpdate; answer: undefined }
  /** List exchange rates by pages */ 'GET /daybookapi/v1.0.0/exchange-rates/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ExchangeRate[] }
  /** Count exchange rates */ 'GET /daybookapi/v1.0.0/exchange-rates/count': { query: { filter?: string }; answer: number }
  /** Read an exchange rate */ 'GET /daybookapi/v1.0.0/exchange-rates/{number}': { path: { number: number }; answer: ExchangeRate }
  /** Delete an exchange rate */ 'DELETE /daybookapi/v1.0.0/exchange-rates/{number}': { path: { number: number }; answer: undefined }
  /** List vat codes by cursor */ 'GET /daybookapi/v1.0.0/vat-codes': { query: { cursor?: string; filter?: string }; answer: VatCodeCursorResults }
  /** Create a vat code */ 'POST /daybookapi/v1.0.0/vat-codes': { body: VatCodeCreate; answer: VatCodeCreatedResult }
  /** Update a vat code */ 'PUT /daybookapi/v1.0.0/vat-codes': { body: VatCodeUpdate; answer: undefined }
  /** List vat codes by pages */ 'GET /daybookapi/v1.0.0/vat-codes/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: VatCode[] }
  /** Count vat codes */ 'GET /daybookapi/v1.0.0/vat-codes/count': { query: { filter?: string }; answer: number }
  /** Read a vat code */ 'GET /daybookapi/v1.0.0/vat-codes/{code}': { path: { code: string }; answer: VatCode }
  /** Delete a vat code */ 'DELETE /daybookapi/v1.0.0/vat-codes/{code}': { path: { code: string }; answer: undefined }
  /** List departments by cursor */ 'GET /daybookapi/v1.0.0/departments': { query: { cursor?: string; filter?: string }; answer: DepartmentCursorResults }
  /** Create a department */ 'POST /daybookapi/v1.0.0/departments': { body: DepartmentCreate; answer: CreatedResult }
  /** Update a department */ 'PUT /daybookapi/v1.0.0/departments': { body: DepartmentUpdate; answer: undefined }
  /** List departments by pages */ 'GET /daybookapi/v1.0.0/departments/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Department[] }
  /** Count departments */ 'GET /daybookapi/v1.0.0/departments/count': { query: { filter?: string }; answer: number }
  /** Read a department */ 'GET /daybookapi/v1.0.0/departments/{number}': { path: { number: number }; answer: Department }
  /** Delete a department */ 'DELETE /daybookapi/v1.0.0/departments/{number}': { path: { number: number }; answer: undefined }
  /** List departmental distributions by cursor */ 'GET /daybookapi/v1.0.0/departmental-distributions': { query: { cursor?: string; filter?: string }; answer: DepartmentalDistributionCursorResults }
  /** Create a departmental distribution */ 'POST /daybookapi/v1.0.0/departmental-distributions': { body: DepartmentalDistributionCreate; answer: CreatedResult }
  /** Update a departmental distribution */ 'PUT /daybookapi/v1.0.0/departmental-distributions': { body: DepartmentalDistributionUpdate; answer: undefined }
  /** List departmental distributions by pages */ 'GET /daybookapi/v1.0.0/departmental-distributions/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DepartmentalDistribution[] }
  /** Count departmental distributions */ 'GET /daybookapi/v1.0.0/departmental-distributions/count': { query: { filter?: string }; answer: number }
  /** Read a departmental distribution */ 'GET /daybookapi/v1.0.0/departmental-distributions/{number}': { path: { number: number }; answer: DepartmentalDistribution }
  /** Delete a departmental distribution */ 'DELETE /daybookapi/v1.0.0/departmental-distributions/{number}': { path: { number: number }; answer: undefined }
  /** List distributions by cursor */ 'GET /daybookapi/v1.0.0/distributions': { query: { cursor?: string; filter?: string }; answer: DimensionDistributionCursorResults }
  /** Create a dimension distribution */ 'POST /daybookapi/v1.0.0/distributions': { body: DimensionDistributionCreate; answer: DimensionDistributionCreatedResult }
  /** Update a dimension distribution */ 'PUT /daybookapi/v1.0.0/distributions': { body: DimensionDistributionUpdate; answer: undefined }
  /** Delete a dimension distribution */ 'DELETE /daybookapi/v1.0.0/distributions': { body: { dimensionNumber: number; key: number }; answer: undefined }
  /** List distributions by pages */ 'GET /daybookapi/v1.0.0/distributions/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DimensionDistribution[] }
  /** Count distributions */ 'GET /daybookapi/v1.0.0/distributions/count': { query: { filter?: string }; answer: number }
  /** Read a dimension distribution */ 'GET /daybookapi/v1.0.0/distributions/{dimensionNumber}/{key}': { path: { dimensionNumber: number; key: number }; answer: DimensionDistribution }
  /** Opening balance, debit, credit and closing balance of each key of a dimension, or of two crossed, and account */ 'GET /daybookapi/v1.0.0/dimension-totals': { query: { dimensionNumber: number; by?: number; accountNumber?: number; from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: DimensionTotals }
  /** Create and rename values of a dimension from CSV, all or none */ 'POST /daybookapi/v1.0.0/dimension-values/import': { body: DimensionValueImport; answer: PostDimensionValuesImportAnswer }
  /** List units1 by cursor */ 'GET /daybookapi/v1.0.0/units1': { query: { cursor?: string; filter?: string }; answer: Unit1CursorResults }
  /** Create a unit1 */ 'POST /daybookapi/v1.0.0/units1': { body: Unit1Create; answer: CreatedResult }
  /** Update a unit1 */ 'PUT /daybookapi/v1.0.0/units1': { body: Unit1Update; answer: undefined }
  /** List units1 by pages */ 'GET /daybookapi/v1.0.0/units1/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Unit1[] }
  /** Count units1 */ 'GET /daybookapi/v1.0.0/units1/count': { query: { filter?: string }; answer: number }
  /** Read a unit1 */ 'GET /daybookapi/v1.0.0/units1/{number}': { path: { number: number }; answer: Unit1 }
  /** Delete a unit1 */ 'DELETE /daybookapi/v1.0.0/units1/{number}': { path: { number: number }; answer: undefined }
  /** List units2 by cursor */ 'GET /daybookapi/v1.0.0/units2': { query: { cursor?: string; filter?: string }; answer: Unit2CursorResults }
  /** Create a unit2 */ 'POST /daybookapi/v1.0.0/units2': { body: Unit2Create; answer: CreatedResult }
  /** Update a unit2 */ 'PUT /daybookapi/v1.0.0/units2': { body: Unit2Update; answer: undefined }
  /** List units2 by pages */ 'GET /daybookapi/v1.0.0/units2/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Unit2[] }
  /** Count units2 */ 'GET /daybookapi/v1.0.0/units2/count': { query: { filter?: string }; answer: number }
  /** Read a unit2 */ 'GET /daybookapi/v1.0.0/units2/{number}': { path: { number: number }; answer: Unit2 }
  /** Delete a unit2 */ 'DELETE /daybookapi/v1.0.0/units2/{number}': { path: { number: number }; answer: undefined }
  /** List employees by cursor */ 'GET /daybookapi/v1.0.0/employees': { query: { cursor?: string; filter?: string }; answer: EmployeeCursorResults }
  /** Create an employee */ 'POST /daybookapi/v1.0.0/employees': { body: EmployeeCreate; answer: CreatedResult }
  /** Update an employee */ 'PUT /daybookapi/v1.0.0/employees': { body: EmployeeUpdate; answer: undefined }
  /** List employees by pages */ 'GET /daybookapi/v1.0.0/employees/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Employee[] }
  /** Count employees */ 'GET /daybookapi/v1.0.0/employees/count': { query: { filter?: string }; answer: number }
  /** Read an employee */ 'GET /daybookapi/v1.0.0/employees/{number}': { path: { number: number }; answer: Employee }
  /** Delete an employee */ 'DELETE /daybookapi/v1.0.0/employees/{number}': { path: { number: number }; answer: undefined }
  /** List asset groups by cursor */ 'GET /daybookapi/v1.0.0/asset-groups': { query: { cursor?: string; filter?: string }; answer: AssetGroupCursorResults }
  /** Create an asset group */ 'POST /daybookapi/v1.0.0/asset-groups': { body: AssetGroupCreate; answer: CreatedResult }
  /** Update an asset group */ 'PUT /daybookapi/v1.0.0/asset-groups': { body: AssetGroupUpdate; answer: undefined }
  /** List asset groups by pages */ 'GET /daybookapi/v1.0.0/asset-groups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: AssetGroup[] }
  /** Count asset groups */ 'GET /daybookapi/v1.0.0/asset-groups/count': { query: { filter?: string }; answer: number }
  /** Read an asset group */ 'GET /daybookapi/v1.0.0/asset-groups/{number}': { path: { number: number }; answer: AssetGroup }
  /** Delete an asset group */ 'DELETE /daybookapi/v1.0.0/asset-groups/{number}': { path: { number: number }; answer: undefined }
  /** List assets by cursor */ 'GET /daybookapi/v1.0.0/assets': { query: { cursor?: string; filter?: string }; answer: AssetCursorResults }
  /** List assets by pages */ 'GET /daybookapi/v1.0.0/assets/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Asset[] }
  /** Count assets */ 'GET /daybookapi/v1.0.0/assets/count': { query: { filter?: string }; answer: number }
  /** Read an asset */ 'GET /daybookapi/v1.0.0/assets/{number}': { path: { number: number }; answer: Asset }
  /** Register assets of another register, all or none; books nothing: they are in the opening balances */ 'POST /daybookapi/v1.0.0/opening-assets': { body: OpeningAssets; answer: undefined }
  /** Draft the depreciation of all assets for each month that has ended by a day, where it is not there yet */ 'POST /daybookapi/v1.0.0/depreciations': { body: Depreciation; answer: PostDepreciationsAnswer }
  /** Take an asset out of the books: its cost and depreciation, its price with VAT, and what is gained or lost */ 'POST /daybookapi/v1.0.0/assets/{number}/dispose': { path: { number: number }; body: Disposal; answer: PostAssetsDisposeAnswer }
  /** List draft entries by cursor */ 'GET /daybookapi/v1.0.0/draft-entries': { query: { cursor?: string; filter?: string }; answer: DraftEntryCursorResults }
  /** Create a draft entry */ 'POST /daybookapi/v1.0.0/draft-entries': { body: DraftEntryCreate; answer: DraftEntryCreatedResult }
  /** Update a draft entry */ 'PUT /daybookapi/v1.0.0/draft-entries': { body: DraftEntryUpdate; answer: undefined }
  /** List draft entries by pages */ 'GET /daybookapi/v1.0.0/draft-entries/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DraftEntry[] }
  /** Count draft entries */ 'GET /daybookapi/v1.0.0/draft-entries/count': { query: { filter?: string }; answer: number }
  /** Read a draft entry */ 'GET /daybookapi/v1.0.0/draft-entries/{entryNumber}': { path: { entryNumber: number }; answer: DraftEntry }
  /** Delete a draft entry */ 'DELETE /daybookapi/v1.0.0/draft-entries/{entryNumber}': { path: { entryNumber: number }; answer: undefined }
  /** Create several draft entries, all or none */ 'POST /daybookapi/v1.0.0/draft-entries/bulk': { body: DraftEntries; answer: DraftEntryCreatedResultArray }
  /** Update several draft entries, all or none */ 'PUT /daybookapi/v1.0.0/draft-entries/bulk': { body: DraftEntriesUpdate; answer: undefined }
  /** Delete every draft entry of a journal */ 'DELETE /daybookapi/v1.0.0/draft-entries/delete/{journalNumber}': { path: { journalNumber: number }; answer: undefined }
  /** Draft one voucher of several lines with the next number of its journal: all of them, or none */ 'POST /daybookapi/v1.0.0/journals/{journalNumber}/vouchers': { path: { journalNumber: number }; body: VoucherCreate; answer: PostJournalsVouchersAnswer }
  /** List booked entries by cursor */ 'GET /daybookapi/v1.0.0/booked-entries': { query: { cursor?: string; filter?: string }; answer: BookedEntryCursorResults }
  /** List booked entries by pages */ 'GET /daybookapi/v1.0.0/booked-entries/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BookedEntry[] }
  /** Count booked entries */ 'GET /daybookapi/v1.0.0/booked-entries/count': { query: { filter?: string }; answer: number }
  /** Read a booked entry */ 'GET /daybookapi/v1.0.0/booked-entries/{entryNumber}': { path: { entryNumber: number }; answer: BookedEntry }
  /** List projects by cursor */ 'GET /daybookapi/v1.0.0/projects': { query: { cursor?: string; filter?: string }; answer: ProjectCursorResults }
  /** Create a project */ 'POST /daybookapi/v1.0.0/projects': { body: ProjectCreate; answer: CreatedResult }
  /** Update a project */ 'PUT /daybookapi/v1.0.0/projects': { body: ProjectUpdate; answer: undefined }
  /** List projects by pages */ 'GET /daybookapi/v1.0.0/projects/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Project[] }
  /** Count projects */ 'GET /daybookapi/v1.0.0/projects/count': { query: { filter?: string }; answer: number }
  /** Read a project */ 'GET /daybookapi/v1.0.0/projects/{number}': { path: { number: number }; answer: Project }
  /** Delete a project */ 'DELETE /daybookapi/v1.0.0/projects/{number}': { path: { number: number }; answer: undefined }
  /** Close a project for good, and move its balances from ongoing to closed accounts */ 'POST /daybookapi/v1.0.0/projects/{number}/close': { path: { number: number }; body: ProjectClosing; answer: undefined }
  /** Make a draft invoice of what is approved and not invoiced yet */ 'POST /daybookapi/v1.0.0/projects/{number}/draft-invoice': { path: { number: number }; body: ProjectInvoice; answer: PostProjectsDraftInvoiceAnswer }
  /** Cost, sales and invoiced total of a project, a main one with its sub-projects */ 'GET /daybookapi/v1.0.0/projects/{number}/report': { path: { number: number }; answer: ProjectsReport }
  /** List project statuses by cursor */ 'GET /daybookapi/v1.0.0/project-statuses': { query: { cursor?: string; filter?: string }; answer: ProjectStatusCursorResults }
  /** Create a project status */ 'POST /daybookapi/v1.0.0/project-statuses': { body: ProjectStatusCreate; answer: CreatedResult }
  /** Update a project status */ 'PUT /daybookapi/v1.0.0/project-statuses': { body: ProjectStatusUpdate; answer: undefined }
  /** List project statuses by pages */ 'GET /daybookapi/v1.0.0/project-statuses/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProjectStatus[] }
  /** Count project statuses */ 'GET /daybookapi/v1.0.0/project-statuses/count': { query: { filter?: string }; answer: number }
  /** Read a project status */ 'GET /daybookapi/v1.0.0/project-statuses/{number}': { path: { number: number }; answer: ProjectStatus }
  /** Delete a project status */ 'DELETE /daybookapi/v1.0.0/project-statuses/{number}': { path: { number: number }; answer: undefined }
  /** List cost types by cursor */ 'GET /daybookapi/v1.0.0/cost-types': { query: { cursor?: string; filter?: string }; answer: CostTypeCursorResults }
  /** Create a cost type */ 'POST /daybookapi/v1.0.0/cost-types': { body: CostTypeCreate; answer: CreatedResult }
  /** Update a cost type */ 'PUT /daybookapi/v1.0.0/cost-types': { body: CostTypeUpdate; answer: undefined }
  /** List cost types by pages */ 'GET /daybookapi/v1.0.0/cost-types/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: CostType[] }
  /** Count cost types */ 'GET /daybookapi/v1.0.0/cost-types/count': { query: { filter?: string }; answer: number }
  /** Read a cost type */ 'GET /daybookapi/v1.0.0/cost-types/{number}': { path: { number: number }; answer: CostType }
  /** Delete a cost type */ 'DELETE /daybookapi/v1.0.0/cost-types/{number}': { path: { number: number }; answer: undefined }
  /** List cost type groups by cursor */ 'GET /daybookapi/v1.0.0/cost-type-groups': { query: { cursor?: string; filter?: string }; answer: CostTypeGroupCursorResults }
  /** Create a cost type group */ 'POST /daybookapi/v1.0.0/cost-type-groups': { body: CostTypeGroupCreate; answer: CreatedResult }
  /** Update a cost type group */ 'PUT /daybookapi/v1.0.0/cost-type-groups': { body: CostTypeGroupUpdate; answer: undefined }
  /** List cost type groups by pages */ 'GET /daybookapi/v1.0.0/cost-type-groups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: CostTypeGroup[] }
  /** Count cost type groups */ 'GET /daybookapi/v1.0.0/cost-type-groups/count': { query: { filter?: string }; answer: number }
  /** Read a cost type group */ 'GET /daybookapi/v1.0.0/cost-type-groups/{number}': { path: { number: number }; answer: CostTypeGroup }
  /** Delete a cost type group */ 'DELETE /daybookapi/v1.0.0/cost-type-groups/{number}': { path: { number: number }; answer: undefined }
  /** List recording rules by cursor */ 'GET /daybookapi/v1.0.0/recording-rules': { query: { cursor?: string; filter?: string }; answer: RecordingRuleCursorResults }
  /** Create a recording rule */ 'POST /daybookapi/v1.0.0/recording-rules': { body: RecordingRuleCreate; answer: CreatedResult }
  /** Update a recording rule */ 'PUT /daybookapi/v1.0.0/recording-rules': { body: RecordingRuleUpdate; answer: undefined }
  /** List recording rules by pages */ 'GET /daybookapi/v1.0.0/recording-rules/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: RecordingRule[] }
  /** Count recording rules */ 'GET /daybookapi/v1.0.0/recording-rules/count': { query: { filter?: string }; answer: number }
  /** Read a recording rule */ 'GET /daybookapi/v1.0.0/recording-rules/{number}': { path: { number: number }; answer: RecordingRule }
  /** Delete a recording rule */ 'DELETE /daybookapi/v1.0.0/recording-rules/{number}': { path: { number: number }; answer: undefined }
  /** Read a mileage setup */ 'GET /daybookapi/v1.0.0/mileage-setup': { answer: MileageSetup }
  /** Update a mileage setup */ 'PUT /daybookapi/v1.0.0/mileage-setup': { body: MileageSetupUpdate; answer: undefined }
  /** List payment terms by cursor */ 'GET /daybookapi/v1.0.0/payment-terms': { query: { cursor?: string; filter?: string }; answer: PaymentTermCursorResults }
  /** Create a payment term */ 'POST /daybookapi/v1.0.0/payment-terms': { body: PaymentTermCreate; answer: CreatedResult }
  /** Update a payment term */ 'PUT /daybookapi/v1.0.0/payment-terms': { body: PaymentTermUpdate; answer: undefined }
  /** List payment terms by pages */ 'GET /daybookapi/v1.0.0/payment-terms/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: PaymentTerm[] }
  /** Count payment terms */ 'GET /daybookapi/v1.0.0/payment-terms/count': { query: { filter?: string }; answer: number }
  /** Read a payment term */ 'GET /daybookapi/v1.0.0/payment-terms/{number}': { path: { number: number }; answer: PaymentTerm }
  /** Delete a payment term */ 'DELETE /daybookapi/v1.0.0/payment-terms/{number}': { path: { number: number }; answer: undefined }
  /** List customer groups by cursor */ 'GET /daybookapi/v1.0.0/customer-groups': { query: { cursor?: string; filter?: string }; answer: CustomerGroupCursorResults }
  /** Create a customer group */ 'POST /daybookapi/v1.0.0/customer-groups': { body: CustomerGroupCreate; answer: CreatedResult }
  /** Update a customer group */ 'PUT /daybookapi/v1.0.0/customer-groups': { body: CustomerGroupUpdate; answer: undefined }
  /** List customer groups by pages */ 'GET /daybookapi/v1.0.0/customer-groups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: CustomerGroup[] }
  /** Count customer groups */ 'GET /daybookapi/v1.0.0/customer-groups/count': { query: { filter?: string }; answer: number }
  /** Read a customer group */ 'GET /daybookapi/v1.0.0/customer-groups/{number}': { path: { number: number }; answer: CustomerGroup }
  /** Delete a customer group */ 'DELETE /daybookapi/v1.0.0/customer-groups/{number}': { path: { number: number }; answer: undefined }
  /** List customers by cursor */ 'GET /daybookapi/v1.0.0/customers': { query: { cursor?: string; filter?: string }; answer: CustomerCursorResults }
  /** Create a customer */ 'POST /daybookapi/v1.0.0/customers': { body: CustomerCreate; answer: CreatedResult }
  /** Update a customer */ 'PUT /daybookapi/v1.0.0/customers': { body: CustomerUpdate; answer: undefined }
  /** List customers by pages */ 'GET /daybookapi/v1.0.0/customers/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Customer[] }
  /** Count customers */ 'GET /daybookapi/v1.0.0/customers/count': { query: { filter?: string }; answer: number }
  /** Read a customer */ 'GET /daybookapi/v1.0.0/customers/{number}': { path: { number: number }; answer: Customer }
  /** Delete a customer */ 'DELETE /daybookapi/v1.0.0/customers/{number}': { path: { number: number }; answer: undefined }
  /** List vat zones by cursor */ 'GET /daybookapi/v1.0.0/vat-zones': { query: { cursor?: string; filter?: string }; answer: VatZoneCursorResults }
  /** Create a vat zone */ 'POST /daybookapi/v1.0.0/vat-zones': { body: VatZoneCreate; answer: CreatedResult }
  /** Update a vat zone */ 'PUT /daybookapi/v1.0.0/vat-zones': { body: VatZoneUpdate; answer: undefined }
  /** List vat zones by pages */ 'GET /daybookapi/v1.0.0/vat-zones/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: VatZone[] }
  /** Count vat zones */ 'GET /daybookapi/v1.0.0/vat-zones/count': { query: { filter?: string }; answer: number }
  /** Read a vat zone */ 'GET /daybookapi/v1.0.0/vat-zones/{number}': { path: { number: number }; answer: VatZone }
  /** Delete a vat zone */ 'DELETE /daybookapi/v1.0.0/vat-zones/{number}': { path: { number: number }; answer: undefined }
  /** List layouts by cursor */ 'GET /daybookapi/v1.0.0/layouts': { query: { cursor?: string; filter?: string }; answer: LayoutCursorResults }
  /** Create a layout */ 'POST /daybookapi/v1.0.0/layouts': { body: LayoutCreate; answer: CreatedResult }
  /** Update a layout */ 'PUT /daybookapi/v1.0.0/layouts': { body: LayoutUpdate; answer: undefined }
  /** List layouts by pages */ 'GET /daybookapi/v1.0.0/layouts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Layout[] }
  /** Count layouts */ 'GET /daybookapi/v1.0.0/layouts/count': { query: { filter?: string }; answer: number }
  /** Read a layout */ 'GET /daybookapi/v1.0.0/layouts/{number}': { path: { number: number }; answer: Layout }
  /** Delete a layout */ 'DELETE /daybookapi/v1.0.0/layouts/{number}': { path: { number: number }; answer: undefined }
  /** List units by cursor */ 'GET /daybookapi/v1.0.0/units': { query: { cursor?: string; filter?: string }; answer: UnitCursorResults }
  /** Create a unit */ 'POST /daybookapi/v1.0.0/units': { body: UnitCreate; answer: CreatedResult }
  /** Update a unit */ 'PUT /daybookapi/v1.0.0/units': { body: UnitUpdate; answer: undefined }
  /** List units by pages */ 'GET /daybookapi/v1.0.0/units/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Unit[] }
  /** Count units */ 'GET /daybookapi/v1.0.0/units/count': { query: { filter?: string }; answer: number }
  /** Read a unit */ 'GET /daybookapi/v1.0.0/units/{number}': { path: { number: number }; answer: Unit }
  /** Delete a unit */ 'DELETE /daybookapi/v1.0.0/units/{number}': { path: { number: number }; answer: undefined }
  /** List delivery conditions by cursor */ 'GET /daybookapi/v1.0.0/delivery-conditions': { query: { cursor?: string; filter?: string }; answer: DeliveryConditionCursorResults }
  /** Create a delivery condition */ 'POST /daybookapi/v1.0.0/delivery-conditions': { body: DeliveryConditionCreate; answer: CreatedResult }
  /** Update a delivery condition */ 'PUT /daybookapi/v1.0.0/delivery-conditions': { body: DeliveryConditionUpdate; answer: undefined }
  /** List delivery conditions by pages */ 'GET /daybookapi/v1.0.0/delivery-conditions/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DeliveryCondition[] }
  /** Count delivery conditions */ 'GET /daybookapi/v1.0.0/delivery-conditions/count': { query: { filter?: string }; answer: number }
  /** Read a delivery condition */ 'GET /daybookapi/v1.0.0/delivery-conditions/{number}': { path: { number: number }; answer: DeliveryCondition }
  /** Delete a delivery condition */ 'DELETE /daybookapi/v1.0.0/delivery-conditions/{number}': { path: { number: number }; answer: undefined }
  /** List discount groups by cursor */ 'GET /daybookapi/v1.0.0/discount-groups': { query: { cursor?: string; filter?: string }; answer: DiscountGroupCursorResults }
  /** Create a discount group */ 'POST /daybookapi/v1.0.0/discount-groups': { body: DiscountGroupCreate; answer: CreatedResult }
  /** Update a discount group */ 'PUT /daybookapi/v1.0.0/discount-groups': { body: DiscountGroupUpdate; answer: undefined }
  /** List discount groups by pages */ 'GET /daybookapi/v1.0.0/discount-groups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DiscountGroup[] }
  /** Count discount groups */ 'GET /daybookapi/v1.0.0/discount-groups/count': { query: { filter?: string }; answer: number }
  /** Read a discount group */ 'GET /daybookapi/v1.0.0/discount-groups/{number}': { path: { number: number }; answer: DiscountGroup }
  /** Delete a discount group */ 'DELETE /daybookapi/v1.0.0/discount-groups/{number}': { path: { number: number }; answer: undefined }
  /** List discounts by cursor */ 'GET /daybookapi/v1.0.0/discounts': { query: { cursor?: string; filter?: string }; answer: DiscountCursorResults }
  /** Create a discount */ 'POST /daybookapi/v1.0.0/discounts': { body: DiscountCreate; answer: DiscountCreatedResult }
  /** Update a discount */ 'PUT /daybookapi/v1.0.0/discounts': { body: DiscountUpdate; answer: undefined }
  /** List discounts by pages */ 'GET /daybookapi/v1.0.0/discounts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Discount[] }
  /** Count discounts */ 'GET /daybookapi/v1.0.0/discounts/count': { query: { filter?: string }; answer: number }
  /** Read a discount */ 'GET /daybookapi/v1.0.0/discounts/{discountGroupNumber}/{productGroupNumber}': { path: { discountGroupNumber: number; productGroupNumber: number }; answer: Discount }
  /** Delete a discount */ 'DELETE /daybookapi/v1.0.0/discounts/{discountGroupNumber}/{productGroupNumber}': { path: { discountGroupNumber: number; productGroupNumber: number }; answer: undefined }
  /** Read a sales setup */ 'GET /daybookapi/v1.0.0/sales-setup': { answer: SalesSetup }
  /** Update a sales setup */ 'PUT /daybookapi/v1.0.0/sales-setup': { body: SalesSetupUpdate; answer: undefined }
  /** Read a company */ 'GET /daybookapi/v1.0.0/company': { answer: Company }
  /** Update a company */ 'PUT /daybookapi/v1.0.0/company': { body: CompanyUpdate; answer: undefined }
  /** List draft invoices by cursor */ 'GET /daybookapi/v1.0.0/draft-invoices': { query: { cursor?: string; filter?: string }; answer: DraftInvoiceCursorResults }
  /** List draft invoices by pages */ 'GET /daybookapi/v1.0.0/draft-invoices/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DraftInvoice[] }
  /** Count draft invoices */ 'GET /daybookapi/v1.0.0/draft-invoices/count': { query: { filter?: string }; answer: number }
  /** Read a draft invoice */ 'GET /daybookapi/v1.0.0/draft-invoices/{number}': { path: { number: number }; answer: DraftInvoice }
  /** List booked invoices by cursor */ 'GET /daybookapi/v1.0.0/booked-invoices': { query: { cursor?: string; filter?: string }; answer: BookedInvoiceCursorResults }
  /** List booked invoices by pages */ 'GET /daybookapi/v1.0.0/booked-invoices/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BookedInvoice[] }
  /** Count booked invoices */ 'GET /daybookapi/v1.0.0/booked-invoices/count': { query: { filter?: string }; answer: number }
  /** Read a booked invoice */ 'GET /daybookapi/v1.0.0/booked-invoices/{number}': { path: { number: number }; answer: BookedInvoice }
  /** The lines of a booked invoice, and what of each no credit note takes back yet */ 'GET /daybookapi/v1.0.0/booked-invoices/{number}/lines': { path: { number: number }; answer: BookedInvoicesLines }
  /** Read a booked invoice */ 'GET /daybookapi/v1.0.0/invoices/{number}': { path: { number: number }; answer: BookedInvoice }
  /** Read a booked invoice */ 'GET /daybookapi/v1.0.0/invoices/by-number/{invoiceNumber}': { path: { invoiceNumber: number }; answer: BookedInvoice }
  /** The lines of a booked invoice, and what of each no credit note takes back yet */ 'GET /daybookapi/v1.0.0/invoices/{number}/lines': { path: { number: number }; answer: InvoicesLines }
  /** The lines of a booked invoice, and what of each no credit note takes back yet */ 'GET /daybookapi/v1.0.0/invoices/by-number/{invoiceNumber}/lines': { path: { invoiceNumber: number }; answer: InvoicesByNumberLines }
  /** Book several draft invoices, numbered in the order given: all of them, or none */ 'POST /daybookapi/v1.0.0/draft-invoices/bulk/book': { body: BookInvoicesRequest; answer: PostDraftInvoicesBulkBookAnswer }
  /** Book a draft invoice: the next invoice number, postings, open item; the draft is gone */ 'POST /daybookapi/v1.0.0/draft-invoices/{number}/book': { path: { number: number }; answer: PostDraftInvoicesBookAnswer }
  /** Make a draft credit note of what is left of a booked invoice, or of some lines of it; the path names its document */ 'POST /daybookapi/v1.0.0/invoices/{number}/credit': { path: { number: number }; body: CreditRequest; answer: PostInvoicesCreditAnswer }
  /** Make a draft credit note of what is left of a booked invoice, or of some lines of it; the path names its document */ 'POST /daybookapi/v1.0.0/invoices/by-number/{invoiceNumber}/credit': { path: { invoiceNumber: number }; body: CreditRequest; answer: PostInvoicesByNumberCreditAnswer }
  /** Make a draft credit note of what is left of a booked invoice, or of some lines of it; the path names its document */ 'POST /daybookapi/v1.0.0/draft-invoices/{number}/credit': { path: { number: number }; body: CreditRequest; answer: PostDraftInvoicesCreditAnswer }
  /** Make an order of a quote, under the same number; the quote is archived */ 'POST /daybookapi/v1.0.0/quotes/{number}/order': { path: { number: number }; answer: PostQuotesOrderAnswer }
  /** Make a draft invoice of an order, under the same number; the order is archived */ 'POST /daybookapi/v1.0.0/orders/{number}/draft-invoice': { path: { number: number }; answer: PostOrdersDraftInvoiceAnswer }
  /** As the UBL that booking it now would give, under the number DRAFT */ 'GET /daybookapi/v1.0.0/draft-invoices/{number}/ubl': { path: { number: number }; answer: Blob }
  /** As the PDF that booking it now would give, marked as a draft and without a number */ 'GET /daybookapi/v1.0.0/draft-invoices/{number}/pdf': { path: { number: number }; answer: Blob }
  /** As Peppol BIS Billing 3: UBL 2.1, EN 16931 */ 'GET /daybookapi/v1.0.0/invoices/{number}/ubl': { path: { number: number }; answer: Blob }
  /** As Peppol BIS Billing 3: UBL 2.1, EN 16931 */ 'GET /daybookapi/v1.0.0/invoices/by-number/{invoiceNumber}/ubl': { path: { invoiceNumber: number }; answer: Blob }
  /** As PDF */ 'GET /daybookapi/v1.0.0/invoices/{number}/pdf': { path: { number: number }; answer: Blob }
  /** As PDF */ 'GET /daybookapi/v1.0.0/invoices/by-number/{invoiceNumber}/pdf': { path: { invoiceNumber: number }; answer: Blob }
  /** Supply identifiers of the buyer that a booked invoice lacks, while no UBL of it is made; the PDF stays as it is */ 'POST /daybookapi/v1.0.0/invoices/{number}/recipient': { path: { number: number }; body: InvoiceRecipient; answer: undefined }
  /** List orders by cursor */ 'GET /daybookapi/v1.0.0/orders': { query: { cursor?: string; filter?: string }; answer: OrderCursorResults }
  /** Create an order */ 'POST /daybookapi/v1.0.0/orders': { body: OrderCreate; answer: CreatedResult }
  /** Update an order */ 'PUT /daybookapi/v1.0.0/orders': { body: OrderUpdate; answer: undefined }
  /** List orders by pages */ 'GET /daybookapi/v1.0.0/orders/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Order[] }
  /** Count orders */ 'GET /daybookapi/v1.0.0/orders/count': { query: { filter?: string }; answer: number }
  /** Read an order */ 'GET /daybookapi/v1.0.0/orders/{number}': { path: { number: number }; answer: Order }
  /** Delete an order */ 'DELETE /daybookapi/v1.0.0/orders/{number}': { path: { number: number }; answer: undefined }
  /** List order lines by cursor */ 'GET /daybookapi/v1.0.0/orders/{documentId}/lines': { path: { documentId: number }; query: { cursor?: string; filter?: string }; answer: OrderLineCursorResults }
  /** Create an order line */ 'POST /daybookapi/v1.0.0/orders/{documentId}/lines': { path: { documentId: number }; body: OrderLineCreate; answer: CreatedResult }
  /** Update an order line */ 'PUT /daybookapi/v1.0.0/orders/{documentId}/lines': { path: { documentId: number }; body: OrderLineUpdate; answer: undefined }
  /** List order lines by pages */ 'GET /daybookapi/v1.0.0/orders/{documentId}/lines/paged': { path: { documentId: number }; query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: OrderLine[] }
  /** Count order lines */ 'GET /daybookapi/v1.0.0/orders/{documentId}/lines/count': { path: { documentId: number }; query: { filter?: string }; answer: number }
  /** Read an order line */ 'GET /daybookapi/v1.0.0/orders/{documentId}/lines/{number}': { path: { documentId: number; number: number }; answer: OrderLine }
  /** Delete an order line */ 'DELETE /daybookapi/v1.0.0/orders/{documentId}/lines/{number}': { path: { documentId: number; number: number }; answer: undefined }
  /** Create several order lines, all or none */ 'POST /daybookapi/v1.0.0/orders/{documentId}/lines/bulk': { path: { documentId: number }; body: OrderLines; answer: OrderLineCreatedResultArray }
  /** Update several order lines, all or none */ 'PUT /daybookapi/v1.0.0/orders/{documentId}/lines/bulk': { path: { documentId: number }; body: OrderLinesUpdate; answer: undefined }
  /** List quotes by cursor */ 'GET /daybookapi/v1.0.0/quotes': { query: { cursor?: string; filter?: string }; answer: QuoteCursorResults }
  /** Create a quote */ 'POST /daybookapi/v1.0.0/quotes': { body: QuoteCreate; answer: CreatedResult }
  /** Update a quote */ 'PUT /daybookapi/v1.0.0/quotes': { body: QuoteUpdate; answer: undefined }
  /** List quotes by pages */ 'GET /daybookapi/v1.0.0/quotes/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Quote[] }
  /** Count quotes */ 'GET /daybookapi/v1.0.0/quotes/count': { query: { filter?: string }; answer: number }
  /** Read a quote */ 'GET /daybookapi/v1.0.0/quotes/{number}': { path: { number: number }; answer: Quote }
  /** Delete a quote */ 'DELETE /daybookapi/v1.0.0/quotes/{number}': { path: { number: number }; answer: undefined }
  /** List quote lines by cursor */ 'GET /daybookapi/v1.0.0/quotes/{documentId}/lines': { path: { documentId: number }; query: { cursor?: string; filter?: string }; answer: QuoteLineCursorResults }
  /** Create a quote line */ 'POST /daybookapi/v1.0.0/quotes/{documentId}/lines': { path: { documentId: number }; body: QuoteLineCreate; answer: CreatedResult }
  /** Update a quote line */ 'PUT /daybookapi/v1.0.0/quotes/{documentId}/lines': { path: { documentId: number }; body: QuoteLineUpdate; answer: undefined }
  /** List quote lines by pages */ 'GET /daybookapi/v1.0.0/quotes/{documentId}/lines/paged': { path: { documentId: number }; query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: QuoteLine[] }
  /** Count quote lines */ 'GET /daybookapi/v1.0.0/quotes/{documentId}/lines/count': { path: { documentId: number }; query: { filter?: string }; answer: number }
  /** Read a quote line */ 'GET /daybookapi/v1.0.0/quotes/{documentId}/lines/{number}': { path: { documentId: number; number: number }; answer: QuoteLine }
  /** Delete a quote line */ 'DELETE /daybookapi/v1.0.0/quotes/{documentId}/lines/{number}': { path: { documentId: number; number: number }; answer: undefined }
  /** Create several quote lines, all or none */ 'POST /daybookapi/v1.0.0/quotes/{documentId}/lines/bulk': { path: { documentId: number }; body: QuoteLines; answer: QuoteLineCreatedResultArray }
  /** Update several quote lines, all or none */ 'PUT /daybookapi/v1.0.0/quotes/{documentId}/lines/bulk': { path: { documentId: number }; body: QuoteLinesUpdate; answer: undefined }
  /** Make documents of every subscriber that is due; the same Idempotency-Key goes on with a run that was cut off */ 'POST /daybookapi/v1.0.0/subscription-runs': { body: SubscriptionRun; answer: PostSubscriptionRunsAnswer }
  /** Go on with a run that was cut off, and answer all that it has done */ 'POST /daybookapi/v1.0.0/subscription-runs/{number}/continue': { path: { number: number }; answer: PostSubscriptionRunsContinueAnswer }
  /** What a run has done so far */ 'GET /daybookapi/v1.0.0/subscription-runs/{number}': { path: { number: number }; answer: SubscriptionRuns }
  /** Read a subscription schedule */ 'GET /daybookapi/v1.0.0/subscription-schedule': { answer: SubscriptionSchedule }
  /** Update a subscription schedule */ 'PUT /daybookapi/v1.0.0/subscription-schedule': { body: SubscriptionScheduleUpdate; answer: undefined }
  /** List suppliers by cursor */ 'GET /daybookapi/v1.0.0/suppliers': { query: { cursor?: string; filter?: string }; answer: SupplierCursorResults }
  /** Create a supplier */ 'POST /daybookapi/v1.0.0/suppliers': { body: SupplierCreate; answer: CreatedResult }
  /** Update a supplier */ 'PUT /daybookapi/v1.0.0/suppliers': { body: SupplierUpdate; answer: undefined }
  /** List suppliers by pages */ 'GET /daybookapi/v1.0.0/suppliers/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Supplier[] }
  /** Count suppliers */ 'GET /daybookapi/v1.0.0/suppliers/count': { query: { filter?: string }; answer: number }
  /** Read a supplier */ 'GET /daybookapi/v1.0.0/suppliers/{number}': { path: { number: number }; answer: Supplier }
  /** Delete a supplier */ 'DELETE /daybookapi/v1.0.0/suppliers/{number}': { path: { number: number }; answer: undefined }
  /** Every account with its opening balance, debit, credit and closing balance */ 'GET /daybookapi/v1.0.0/trial-balance': { query: { from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; asBooked?: 'true' | 'false'; departmentNumber?: number; compare?: string; explain?: string; explainAfter?: number }; answer: TrialBalance }
  /** Income and costs, structured by the chart of accounts, and the result */ 'GET /daybookapi/v1.0.0/profit-and-loss': { query: { from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; by?: 'month' | 'department'; compare?: string; explain?: string; explainAfter?: number }; answer: ProfitAndLoss }
  /** Assets and liabilities at the end of a day, with the result not yet closed */ 'GET /daybookapi/v1.0.0/balance-sheet': { query: { date?: string; year?: string; period?: number; format?: 'json' | 'csv'; asBooked?: 'true' | 'false'; by?: 'month' | 'department'; compare?: string; explain?: string; explainAfter?: number }; answer: BalanceSheet }
  /** Key figures: accounts grouped by their key figure codes, with sums */ 'GET /daybookapi/v1.0.0/key-figures': { query: { from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: KeyFigures }
  /** The months whose result is far from that of a usual one, each with the account that is farthest off */ 'GET /daybookapi/v1.0.0/unusual-months': { query: { from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv' }; answer: UnusualMonths }
  /** The entries of an account, or of several, with the balance after each */ 'GET /daybookapi/v1.0.0/account-ledger': { query: { account?: number; accountFrom?: number; accountTo?: number; from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; asBooked?: 'true' | 'false'; cursor?: string }; answer: AccountLedger }
  /** The balance of an account, or of several together, at the end of each day on which anything moved */ 'GET /daybookapi/v1.0.0/daily-balances': { query: { account?: number; accountFrom?: number; accountTo?: number; from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; asBooked?: 'true' | 'false'; explain?: string; explainAfter?: number }; answer: DailyBalances }
  /** What falls due until a day, from customers, to suppliers and as VAT, and what some accounts then come to */ 'GET /daybookapi/v1.0.0/deadlines': { query: { date: string; until: string; account?: number; accountFrom?: number; accountTo?: number }; answer: Deadlines }
  /** Base and tax of every VAT code, and what is to be paid */ 'GET /daybookapi/v1.0.0/vat-statement': { query: { from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: VatStatement }
  /** What customers owe at the end of a day, by age */ 'GET /daybookapi/v1.0.0/aged-customers': { query: { date?: string; year?: string; period?: number; format?: 'json' | 'csv'; currency?: string; explain?: string; explainAfter?: number }; answer: AgedCustomers }
  /** What suppliers are owed at the end of a day, by age */ 'GET /daybookapi/v1.0.0/aged-suppliers': { query: { date?: string; year?: string; period?: number; format?: 'json' | 'csv'; currency?: string; explain?: string; explainAfter?: number }; answer: AgedSuppliers }
  /** Assets at the end of a day, and whether the accounts of their groups agree with them */ 'GET /daybookapi/v1.0.0/asset-register': { query: { date?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: AssetRegister }
  /** The open items of customers and suppliers at the end of a day, in their currency and in base currency */ 'GET /daybookapi/v1.0.0/open-items': { query: { customerNumber?: number; supplierNumber?: number; date?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: OpenItems }
  /** The open items of customers at the end of a day, in their currency and in base currency */ 'GET /daybookapi/v1.0.0/open-customer-items': { query: { customerNumber?: number; date?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: OpenCustomerItems }
  /** The open items of suppliers at the end of a day, in their currency and in base currency */ 'GET /daybookapi/v1.0.0/open-supplier-items': { query: { supplierNumber?: number; date?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: OpenSupplierItems }
  /** The entries of a customer, each with the balance after it and its remainder */ 'GET /daybookapi/v1.0.0/statements/customers/{number}': { path: { number: number }; query: { from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: StatementsCustomers }
  /** The entries of a supplier, each with the balance after it and its remainder */ 'GET /daybookapi/v1.0.0/statements/suppliers/{number}': { path: { number: number }; query: { from?: string; to?: string; year?: string; period?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: StatementsSuppliers }
  /** A customer's statement as a letter, with what is overdue at the end of the last day */ 'GET /daybookapi/v1.0.0/statements/customers/{number}/pdf': { path: { number: number }; query: { from?: string; to?: string; year?: string; period?: number }; answer: Blob }
  /** Make a budget figure for every period of an accounting year, equal parts of an amount */ 'POST /daybookapi/v1.0.0/budget-figures/spread': { body: BudgetSpread; answer: PostBudgetFiguresSpreadAnswer }
  /** Actual, budget, their difference and last year, of every account and period of an accounting year, with the sums of the chart */ 'GET /daybookapi/v1.0.0/budget-report': { query: { year: string; sumsOnly?: 'true' | 'false'; periodFrom?: number; periodTo?: number; by?: 'quarter' | 'year'; departmentNumber?: number; format?: 'json' | 'csv'; explain?: string; explainAfter?: number }; answer: BudgetReport }
  /** List bookings by cursor */ 'GET /daybookapi/v1.0.0/bookings': { query: { cursor?: string; filter?: string }; answer: BookingCursorResults }
  /** List bookings by pages */ 'GET /daybookapi/v1.0.0/bookings/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Booking[] }
  /** Count bookings */ 'GET /daybookapi/v1.0.0/bookings/count': { query: { filter?: string }; answer: number }
  /** Read a booking */ 'GET /daybookapi/v1.0.0/bookings/{number}': { path: { number: number }; answer: Booking }
  /** List documents by cursor */ 'GET /daybookapi/v1.0.0/documents': { query: { cursor?: string; filter?: string }; answer: DocumentCursorResults }
  /** Attach a PDF, JPEG or PNG to a voucher */ 'POST /daybookapi/v1.0.0/documents': { body: FormData; answer: CreatedResult }
  /** List documents by pages */ 'GET /daybookapi/v1.0.0/documents/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Document[] }
  /** Count documents */ 'GET /daybookapi/v1.0.0/documents/count': { query: { filter?: string }; answer: number }
  /** Read a document */ 'GET /daybookapi/v1.0.0/documents/{number}': { path: { number: number }; answer: Document }
  /** Take a document off its voucher, and say why; the log keeps what was on a booked voucher */ 'DELETE /daybookapi/v1.0.0/documents/{number}': { path: { number: number }; body: DocumentDetaching; answer: undefined }
  /** The document as one PDF; an image is a page of it */ 'GET /daybookapi/v1.0.0/documents/{number}/pdf': { path: { number: number }; answer: Blob }
  /** List document log by cursor */ 'GET /daybookapi/v1.0.0/document-log': { query: { cursor?: string; filter?: string }; answer: LoggedDocumentCursorResults }
  /** List document log by pages */ 'GET /daybookapi/v1.0.0/document-log/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: LoggedDocument[] }
  /** Count document log */ 'GET /daybookapi/v1.0.0/document-log/count': { query: { filter?: string }; answer: number }
  /** Read a logged document */ 'GET /daybookapi/v1.0.0/document-log/{number}': { path: { number: number }; answer: LoggedDocument }
  /** The attached file as a PDF, as long as it is kept */ 'GET /daybookapi/v1.0.0/document-log/{number}/pdf': { path: { number: number }; answer: Blob }
  /** List inbox by cursor */ 'GET /daybookapi/v1.0.0/inbox': { query: { cursor?: string; filter?: string }; answer: InboxItemCursorResults }
  /** Take files into the inbox, all of them or none: PDF, JPEG, PNG, or e-invoices (UBL, Peppol BIS Billing 3) */ 'POST /daybookapi/v1.0.0/inbox': { body: FormData; answer: CreatedResult }
  /** List inbox by pages */ 'GET /daybookapi/v1.0.0/inbox/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: InboxItem[] }
  /** Count inbox */ 'GET /daybookapi/v1.0.0/inbox/count': { query: { filter?: string }; answer: number }
  /** Read an inbox item */ 'GET /daybookapi/v1.0.0/inbox/{number}': { path: { number: number }; answer: InboxItem }
  /** The file as it was sent; a PDF without what acts in it */ 'GET /daybookapi/v1.0.0/inbox/{number}/file': { path: { number: number }; answer: Blob }
  /** The document as a PDF; of an e-invoice what it says, with the files that were in it */ 'GET /daybookapi/v1.0.0/inbox/{number}/pdf': { path: { number: number }; answer: Blob }
  /** A file that was in an e-invoice, as a PDF; places count from 1 */ 'GET /daybookapi/v1.0.0/inbox/{number}/attachments/{place}/pdf': { path: { number: number; place: number }; answer: Blob }
  /** What was read of an e-invoice, whose it is, or the supplier that its sender would be */ 'GET /daybookapi/v1.0.0/inbox/{number}/einvoice': { path: { number: number }; answer: { customization?: string | null; isCreditNote?: boolean; typeCode?: string | null; number: string | null; date: string | null; dueDate?: string | null; currency: string | null; taxCurrency?: string | null; taxInTaxCurrency?: number | null; note?: string | null; buyerReference?: string | null; orderReference?: string | null; accountingCost?: string | null; precedingInvoices?: string[]; seller: { name?: string | null; tradingName?: string | null; vatNumber?: string | null; legalId?: string | null; endpoint?: { scheme?: string | null; id?: string | null } | null; ids?: ({ scheme?: string | null; id?: string | null } | null)[]; address?: string | null; postalCode?: string | null; city?: string | null; country?: string | null; contact?: string | null; email?: string | null; phone?: string | null } | null; buyer?: { name?: string | null; tradingName?: string | null; vatNumber?: string | null; legalId?: string | null; endpoint?: { scheme?: string | null; id?: string | null } | null; ids?: ({ scheme?: string | null; id?: string | null } | null)[]; address?: string | null; postalCode?: string | null; city?: string | null; country?: string | null; contact?: string | null; email?: string | null; phone?: string | null } | null; terms?: string | null; payments?: ({ meansCode?: string | null; paymentId?: string | null; account?: string | null; bic?: string | null } | null)[]; lines: ({ id?: string | null; name?: string | null; description?: string | null; quantity?: number | null; unit?: string | null; price?: number | null; priceFor?: number | null; net?: number | null; accountingCost?: string | null; adjustments?: ({ isCharge?: boolean; amount?: number | null; reason?: string | null } | null)[]; category?: string | null; rate?: number | null } | null)[]; adjustments?: ({ isCharge?: boolean; amount?: number | null; reason?: string | null; category?: string | null; rate?: number | null } | null)[]; vat: ({ category?: string | null; rate?: number | null; taxable?: number | null; tax?: number | null; reason?: string | null } | null)[]; totals: { lines?: number | null; allowances?: number | null; charges?: number | null; net?: number | null; vat?: number | null; gross?: number | null; prepaid?: number | null; rounding?: number | null; payable?: number | null } | null; external?: ({ description?: string | null; uri?: string | null } | null)[]; files?: ({ name?: string | null; mimeType?: string | null; bytes?: number; reason?: string | null } | null)[]; supplier: { supplierNumber?: number | null; name?: string | null; foundBy?: string | null; isBarred?: boolean } | null; candidates?: ({ supplierNumber?: number | null; name?: string | null } | null)[]; proposedSupplier: Record<string, unknown> | null } }
  /** Make the draft voucher of a document, with its file; what an e-invoice says need not be typed */ 'POST /daybookapi/v1.0.0/inbox/{number}/draft': { path: { number: number }; body: InboxDraft; answer: PostInboxDraftAnswer }
  /** Attach the document to a voucher that is there, drafted or booked */ 'POST /daybookapi/v1.0.0/inbox/{number}/attach': { path: { number: number }; body: InboxAttach; answer: PostInboxAttachAnswer }
  /** Say that the document becomes no voucher, and why; it stays */ 'POST /daybookapi/v1.0.0/inbox/{number}/reject': { path: { number: number }; body: InboxReject; answer: undefined }
  /** Take up a document again that was rejected */ 'POST /daybookapi/v1.0.0/inbox/{number}/reopen': { path: { number: number }; answer: undefined }
  /** Vouchers of journals, booked or drafted, that have no document; at most 10,000, the first in time */ 'GET /daybookapi/v1.0.0/vouchers-without-document': { query: { from: string; to: string }; answer: VoucherWithoutDocument[] }
  /** List voucher approvals by cursor */ 'GET /daybookapi/v1.0.0/voucher-approvals': { query: { cursor?: string; filter?: string; asked?: string }; answer: VoucherApprovalCursorResults }
  /** Ask people to approve a draft voucher as it is now */ 'POST /daybookapi/v1.0.0/voucher-approvals': { body: VoucherApprovalCreate; answer: PostVoucherApprovalsAnswer }
  /** List voucher approvals by pages */ 'GET /daybookapi/v1.0.0/voucher-approvals/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string; asked?: string }; answer: VoucherApproval[] }
  /** Count voucher approvals */ 'GET /daybookapi/v1.0.0/voucher-approvals/count': { query: { filter?: string; asked?: string }; answer: number }
  /** Read a voucher approval */ 'GET /daybookapi/v1.0.0/voucher-approvals/{number}': { path: { number: number }; answer: VoucherApproval }
  /** Approve a draft voucher that is as it was submitted; only who was asked can */ 'POST /daybookapi/v1.0.0/voucher-approvals/{number}/approve': { path: { number: number }; body: VoucherApprove; answer: undefined }
  /** Reject a draft voucher; only who was asked can */ 'POST /daybookapi/v1.0.0/voucher-approvals/{number}/reject': { path: { number: number }; body: VoucherReject; answer: undefined }
  /** List journal approvals by cursor */ 'GET /daybookapi/v1.0.0/journal-approvals': { query: { cursor?: string; filter?: string }; answer: JournalApprovalCursorResults }
  /** Create a journal approval */ 'POST /daybookapi/v1.0.0/journal-approvals': { body: JournalApprovalCreate; answer: JournalApprovalCreatedResult }
  /** Update a journal approval */ 'PUT /daybookapi/v1.0.0/journal-approvals': { body: JournalApprovalUpdate; answer: undefined }
  /** List journal approvals by pages */ 'GET /daybookapi/v1.0.0/journal-approvals/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: JournalApproval[] }
  /** Count journal approvals */ 'GET /daybookapi/v1.0.0/journal-approvals/count': { query: { filter?: string }; answer: number }
  /** Read a journal approval */ 'GET /daybookapi/v1.0.0/journal-approvals/{journalNumber}': { path: { journalNumber: number }; answer: JournalApproval }
  /** Delete a journal approval */ 'DELETE /daybookapi/v1.0.0/journal-approvals/{journalNumber}': { path: { journalNumber: number }; answer: undefined }
  /** List bank accounts by cursor */ 'GET /daybookapi/v1.0.0/bank-accounts': { query: { cursor?: string; filter?: string }; answer: BankAccountCursorResults }
  /** Create a bank account */ 'POST /daybookapi/v1.0.0/bank-accounts': { body: BankAccountCreate; answer: CreatedResult }
  /** Update a bank account */ 'PUT /daybookapi/v1.0.0/bank-accounts': { body: BankAccountUpdate; answer: undefined }
  /** List bank accounts by pages */ 'GET /daybookapi/v1.0.0/bank-accounts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BankAccount[] }
  /** Count bank accounts */ 'GET /daybookapi/v1.0.0/bank-accounts/count': { query: { filter?: string }; answer: number }
  /** Read a bank account */ 'GET /daybookapi/v1.0.0/bank-accounts/{number}': { path: { number: number }; answer: BankAccount }
  /** Delete a bank account */ 'DELETE /daybookapi/v1.0.0/bank-accounts/{number}': { path: { number: number }; answer: undefined }
  /** List bank statements by cursor */ 'GET /daybookapi/v1.0.0/bank-statements': { query: { cursor?: string; filter?: string }; answer: BankStatementCursorResults }
  /** Read a file of bank statements (camt.053, MT940, CSV), all of it or nothing */ 'POST /daybookapi/v1.0.0/bank-statements': { body: FormData; answer: BankStatementCreatePreview }
  /** List bank statements by pages */ 'GET /daybookapi/v1.0.0/bank-statements/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BankStatement[] }
  /** Count bank statements */ 'GET /daybookapi/v1.0.0/bank-statements/count': { query: { filter?: string }; answer: number }
  /** Read a bank statement */ 'GET /daybookapi/v1.0.0/bank-statements/{number}': { path: { number: number }; answer: BankStatement }
  /** The file that it came in, as it was sent */ 'GET /daybookapi/v1.0.0/bank-statements/{number}/file': { path: { number: number }; answer: Blob }
  /** List csv profiles by cursor */ 'GET /daybookapi/v1.0.0/csv-profiles': { query: { cursor?: string; filter?: string }; answer: CsvProfileCursorResults }
  /** Create a csv profile */ 'POST /daybookapi/v1.0.0/csv-profiles': { body: CsvProfileCreate; answer: CreatedResult }
  /** Update a csv profile */ 'PUT /daybookapi/v1.0.0/csv-profiles': { body: CsvProfileUpdate; answer: undefined }
  /** List csv profiles by pages */ 'GET /daybookapi/v1.0.0/csv-profiles/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: CsvProfile[] }
  /** Count csv profiles */ 'GET /daybookapi/v1.0.0/csv-profiles/count': { query: { filter?: string }; answer: number }
  /** Read a csv profile */ 'GET /daybookapi/v1.0.0/csv-profiles/{number}': { path: { number: number }; answer: CsvProfile }
  /** Delete a csv profile */ 'DELETE /daybookapi/v1.0.0/csv-profiles/{number}': { path: { number: number }; answer: undefined }
  /** List bank lines by cursor */ 'GET /daybookapi/v1.0.0/bank-lines': { query: { cursor?: string; filter?: string }; answer: BankLineCursorResults }
  /** List bank lines by pages */ 'GET /daybookapi/v1.0.0/bank-lines/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BankLine[] }
  /** Count bank lines */ 'GET /daybookapi/v1.0.0/bank-lines/count': { query: { filter?: string }; answer: number }
  /** Read a bank line */ 'GET /daybookapi/v1.0.0/bank-lines/{number}': { path: { number: number }; answer: BankLine }
  /** Say that an open line belongs to nothing in the ledger */ 'POST /daybookapi/v1.0.0/bank-lines/{number}/ignore': { path: { number: number }; body: BankLineIgnored; answer: undefined }
  /** Take back that a line is ignored */ 'POST /daybookapi/v1.0.0/bank-lines/{number}/reopen': { path: { number: number }; answer: undefined }
  /** List bank matches by cursor */ 'GET /daybookapi/v1.0.0/bank-matches': { query: { cursor?: string; filter?: string }; answer: BankMatchCursorResults }
  /** Say what bank lines belong to in the ledger, all or nothing; a voucher is drafted for what is not there yet */ 'POST /daybookapi/v1.0.0/bank-matches': { body: BankMatchCreate; answer: PostBankMatchesAnswer }
  /** List bank matches by pages */ 'GET /daybookapi/v1.0.0/bank-matches/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BankMatch[] }
  /** Count bank matches */ 'GET /daybookapi/v1.0.0/bank-matches/count': { query: { filter?: string }; answer: number }
  /** Read a bank match */ 'GET /daybookapi/v1.0.0/bank-matches/{number}': { path: { number: number }; answer: BankMatch }
  /** Undo a match: its lines are open again; a voucher that was made for it is deleted, or reversed where it is booked */ 'DELETE /daybookapi/v1.0.0/bank-matches/{number}': { path: { number: number }; answer: undefined }
  /** List bank rules by cursor */ 'GET /daybookapi/v1.0.0/bank-rules': { query: { cursor?: string; filter?: string }; answer: BankRuleCursorResults }
  /** Create a bank rule */ 'POST /daybookapi/v1.0.0/bank-rules': { body: BankRuleCreate; answer: CreatedResult }
  /** Update a bank rule */ 'PUT /daybookapi/v1.0.0/bank-rules': { body: BankRuleUpdate; answer: undefined }
  /** List bank rules by pages */ 'GET /daybookapi/v1.0.0/bank-rules/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BankRule[] }
  /** Count bank rules */ 'GET /daybookapi/v1.0.0/bank-rules/count': { query: { filter?: string }; answer: number }
  /** Read a bank rule */ 'GET /daybookapi/v1.0.0/bank-rules/{number}': { path: { number: number }; answer: BankRule }
  /** Delete a bank rule */ 'DELETE /daybookapi/v1.0.0/bank-rules/{number}': { path: { number: number }; answer: undefined }
  /** What the open lines of a bank account may belong to, with reasons and the requests that would say so */ 'GET /daybookapi/v1.0.0/bank-suggestions': { query: { bankAccountNumber: number }; answer: ({ bankLine: number; suggestions: ({ kind: 'entry' | 'draft' | 'item' | 'items' | 'rule' | 'alike' | 'amount'; confidence: 'sure' | 'likely' | 'possible'; code: string; reason: string; facts: { name?: string; date?: string; openAmount?: number; openCurrency?: string; lessAmount?: number; moreAmount?: number; shared?: string; isDrafted?: boolean; payer?: string; ruleNumber?: number; textLike?: string; count?: number }; match: Record<string, unknown> })[] })[] }
  /** What a line may belong to; nothing where it is not open */ 'GET /daybookapi/v1.0.0/bank-lines/{number}/suggestions': { path: { number: number }; answer: ({ bankLine: number; suggestions: ({ kind: 'entry' | 'draft' | 'item' | 'items' | 'rule' | 'alike' | 'amount'; confidence: 'sure' | 'likely' | 'possible'; code: string; reason: string; facts: { name?: string; date?: string; openAmount?: number; openCurrency?: string; lessAmount?: number; moreAmount?: number; shared?: string; isDrafted?: boolean; payer?: string; ruleNumber?: number; textLike?: string; count?: number }; match: Record<string, unknown> })[] })[] }
  /** List payment proposals by cursor */ 'GET /daybookapi/v1.0.0/payment-proposals': { query: { cursor?: string; filter?: string }; answer: PaymentProposalCursorResults }
  /** Propose payments of what suppliers are owed: the items that are due, or those that are named, each in one proposal at a time */ 'POST /daybookapi/v1.0.0/payment-proposals': { body: PaymentProposalCreate; answer: PostPaymentProposalsAnswer }
  /** List payment proposals by pages */ 'GET /daybookapi/v1.0.0/payment-proposals/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: PaymentProposal[] }
  /** Count payment proposals */ 'GET /daybookapi/v1.0.0/payment-proposals/count': { query: { filter?: string }; answer: number }
  /** Read a payment proposal */ 'GET /daybookapi/v1.0.0/payment-proposals/{number}': { path: { number: number }; answer: PaymentProposal }
  /** The file for the bank, as pain.001.001.03 of ISO 20022: the same bytes each time */ 'GET /daybookapi/v1.0.0/payment-proposals/{number}/pain.001.001.03': { path: { number: number }; answer: Blob }
  /** The file for the bank, as pain.001.001.09 of ISO 20022: the same bytes each time */ 'GET /daybookapi/v1.0.0/payment-proposals/{number}/pain.001.001.09': { path: { number: number }; answer: Blob }
  /** Cancel the payments of a proposal that no line of the bank has settled: others may take their items */ 'POST /daybookapi/v1.0.0/payment-proposals/{number}/cancel': { path: { number: number }; answer: undefined }
  /** List payments by cursor */ 'GET /daybookapi/v1.0.0/payments': { query: { cursor?: string; filter?: string }; answer: PaymentCursorResults }
  /** List payments by pages */ 'GET /daybookapi/v1.0.0/payments/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Payment[] }
  /** Count payments */ 'GET /daybookapi/v1.0.0/payments/count': { query: { filter?: string }; answer: number }
  /** Read a payment */ 'GET /daybookapi/v1.0.0/payments/{number}': { path: { number: number }; answer: Payment }
  /** Cancel a payment, as one that the bank refused; it stays in the file of its proposal */ 'POST /daybookapi/v1.0.0/payments/{number}/cancel': { path: { number: number }; answer: undefined }
  /** Accounts, VAT codes and departments for a voucher, from the last that were alike */ 'GET /daybookapi/v1.0.0/voucher-suggestions': { query: { text?: string; supplierNumber?: number; amount?: number }; answer: VoucherSuggestions }
  /** Match booked entries of one party; what is left may be written off by a voucher, with the VAT of the items in proportion */ 'POST /daybookapi/v1.0.0/matches': { body: MatchCreate; answer: PostMatchesAnswer }
  /** List matches by cursor */ 'GET /daybookapi/v1.0.0/matches': { query: { cursor?: string; filter?: string }; answer: MatchCursorResults }
  /** How much a match may write off */ 'GET /daybookapi/v1.0.0/write-off-setup': { answer: WriteOffSetup }
  /** Set how much a match may write off */ 'PUT /daybookapi/v1.0.0/write-off-setup': { body: WriteOffSetupParameters; answer: undefined }
  /** Customers, suppliers, accounts, products, invoices, vouchers, entries and documents by text, number or amount: those that the roles of the grant may list */ 'GET /daybookapi/v1.0.0/search': { query: { q: string }; answer: Search }
  /** How customers are reminded of what they owe */ 'GET /daybookapi/v1.0.0/reminder-setup': { answer: ReminderSetup }
  /** Set how customers are reminded: how often, what it costs, the rates of interest, and what letters say */ 'PUT /daybookapi/v1.0.0/reminder-setup': { body: ReminderSetupParameters; answer: undefined }
  /** List disputed items by cursor */ 'GET /daybookapi/v1.0.0/disputed-items': { query: { cursor?: string; filter?: string }; answer: DisputedItemCursorResults }
  /** List disputed items by pages */ 'GET /daybookapi/v1.0.0/disputed-items/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DisputedItem[] }
  /** Count disputed items */ 'GET /daybookapi/v1.0.0/disputed-items/count': { query: { filter?: string }; answer: number }
  /** Read a disputed item */ 'GET /daybookapi/v1.0.0/disputed-items/{entryNumber}': { path: { entryNumber: number }; answer: DisputedItem }
  /** Mark an item as disputed: nobody is reminded of it */ 'PUT /daybookapi/v1.0.0/disputed-items/{entryNumber}': { path: { entryNumber: number }; body: DisputedItemParameters; answer: undefined }
  /** The item is disputed no longer */ 'DELETE /daybookapi/v1.0.0/disputed-items/{entryNumber}': { path: { entryNumber: number }; answer: undefined }
  /** List reminders by cursor */ 'GET /daybookapi/v1.0.0/reminders': { query: { cursor?: string; filter?: string }; answer: ReminderCursorResults }
  /** Remind customers of what is due at the end of a day: letters with fee and interest, booked at once */ 'POST /daybookapi/v1.0.0/reminders': { body: Reminding; answer: PostRemindersAnswer }
  /** List reminders by pages */ 'GET /daybookapi/v1.0.0/reminders/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Reminder[] }
  /** Count reminders */ 'GET /daybookapi/v1.0.0/reminders/count': { query: { filter?: string }; answer: number }
  /** Read a reminder */ 'GET /daybookapi/v1.0.0/reminders/{number}': { path: { number: number }; answer: Reminder }
  /** Take back a reminder that was a mistake: its charges are reversed, and it counts no more */ 'POST /daybookapi/v1.0.0/reminders/{number}/take-back': { path: { number: number }; body: ReminderTakeBack; answer: PostRemindersTakeBackAnswer }
  /** The letter as PDF */ 'GET /daybookapi/v1.0.0/reminders/{number}/pdf': { path: { number: number }; answer: Blob }
  /** What a bank account and its account in the ledger come to at the end of a day, and what explains the difference */ 'GET /daybookapi/v1.0.0/reconciliation': { query: { bankAccountNumber: number; date: string }; answer: Reconciliation }
  /** What explained the difference of a day when it was locked, as it was then */ 'GET /daybookapi/v1.0.0/reconciliations/{number}/report': { path: { number: number }; answer: ReconciliationsReport }
  /** A locked day to be printed and kept: both balances, and what explained the difference */ 'GET /daybookapi/v1.0.0/reconciliations/{number}/pdf': { path: { number: number }; answer: Blob }
  /** Lock a bank account up to a day: what would change it is refused */ 'POST /daybookapi/v1.0.0/reconciliations': { body: ReconciliationCreate; answer: PostReconciliationsAnswer }
  /** List reconciliations by cursor */ 'GET /daybookapi/v1.0.0/reconciliations': { query: { cursor?: string; filter?: string }; answer: ReconciledDayCursorResults }
  /** Unlock the latest day of a bank account; the trail keeps it */ 'DELETE /daybookapi/v1.0.0/reconciliations/{number}': { path: { number: number }; answer: undefined }
  /** Read a reconciled day */ 'GET /daybookapi/v1.0.0/reconciliations/{number}': { path: { number: number }; answer: ReconciledDay }
  /** List reconciliations by pages */ 'GET /daybookapi/v1.0.0/reconciliations/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ReconciledDay[] }
  /** Count reconciliations */ 'GET /daybookapi/v1.0.0/reconciliations/count': { query: { filter?: string }; answer: number }
  /** List changes by cursor */ 'GET /daybookapi/v1.0.0/changes': { query: { cursor?: string; filter?: string }; answer: ChangeCursorResults }
  /** List changes by pages */ 'GET /daybookapi/v1.0.0/changes/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Change[] }
  /** Count changes */ 'GET /daybookapi/v1.0.0/changes/count': { query: { filter?: string }; answer: number }
  /** Read a change */ 'GET /daybookapi/v1.0.0/changes/{number}': { path: { number: number }; answer: Change }
  /** What the clock of a sandbox shows, and to a SuperUser what falls due next */ 'GET /daybookapi/v1.0.0/clock': { answer: Clock }
  /** Set the clock of a sandbox, or stop it, or let it run; never back. What falls due on the way is late then */ 'PUT /daybookapi/v1.0.0/clock': { body: ClockUpdate; answer: PutClockAnswer }
  /** Let the clock of a sandbox go on, and carry out in order what falls due on the way */ 'POST /daybookapi/v1.0.0/clock/advance': { body: ClockAdvance; answer: PostClockAdvanceAnswer }
  /** List people by cursor */ 'GET /daybookapi/v1.0.0/people': { query: { cursor?: string; filter?: string }; answer: PersonCursorResults }
  /** Create a person */ 'POST /daybookapi/v1.0.0/people': { body: PersonCreate; answer: PersonCreatedResult }
  /** Update a person */ 'PUT /daybookapi/v1.0.0/people': { body: PersonUpdate; answer: undefined }
  /** List people by pages */ 'GET /daybookapi/v1.0.0/people/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Person[] }
  /** Count people */ 'GET /daybookapi/v1.0.0/people/count': { query: { filter?: string }; answer: number }
  /** Read a person */ 'GET /daybookapi/v1.0.0/people/{initials}': { path: { initials: string }; answer: Person }
  /** List grants by cursor */ 'GET /daybookapi/v1.0.0/grants': { query: { cursor?: string; filter?: string }; answer: GrantCursorResults }
  /** Let an app into the agreement; the token is shown once */ 'POST /daybookapi/v1.0.0/grants': { body: GrantCreate; answer: PostGrantsAnswer }
  /** List grants by pages */ 'GET /daybookapi/v1.0.0/grants/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Grant[] }
  /** Count grants */ 'GET /daybookapi/v1.0.0/grants/count': { query: { filter?: string }; answer: number }
  /** Read a grant */ 'GET /daybookapi/v1.0.0/grants/{number}': { path: { number: number }; answer: Grant }
  /** End a grant, on every node within a second */ 'DELETE /daybookapi/v1.0.0/grants/{number}': { path: { number: number }; answer: undefined }
  /** Give a grant another token, shown once; the previous one opens for 10 minutes more */ 'POST /daybookapi/v1.0.0/grants/{number}/rotate': { path: { number: number }; answer: PostGrantsRotateAnswer }
  /** The apps that grants can be made for */ 'GET /daybookapi/v1.0.0/grant-apps': { answer: GrantApps }
  /** List console passkeys by cursor */ 'GET /daybookapi/v1.0.0/console-passkeys': { query: { cursor?: string; filter?: string }; answer: ConsolePasskeyCursorResults }
  /** List console passkeys by pages */ 'GET /daybookapi/v1.0.0/console-passkeys/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ConsolePasskey[] }
  /** Count console passkeys */ 'GET /daybookapi/v1.0.0/console-passkeys/count': { query: { filter?: string }; answer: number }
  /** Read a console passkey */ 'GET /daybookapi/v1.0.0/console-passkeys/{number}': { path: { number: number }; answer: ConsolePasskey }
  /** Remove a passkey: it signs nobody in any more. Sessions that it began go on */ 'DELETE /daybookapi/v1.0.0/console-passkeys/{number}': { path: { number: number }; answer: undefined }
  /** List console sessions by cursor */ 'GET /daybookapi/v1.0.0/console-sessions': { query: { cursor?: string; filter?: string }; answer: ConsoleSessionCursorResults }
  /** List console sessions by pages */ 'GET /daybookapi/v1.0.0/console-sessions/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ConsoleSession[] }
  /** Count console sessions */ 'GET /daybookapi/v1.0.0/console-sessions/count': { query: { filter?: string }; answer: number }
  /** Read a console session */ 'GET /daybookapi/v1.0.0/console-sessions/{number}': { path: { number: number }; answer: ConsoleSession }
  /** Sign a browser out of the agreement, on every node within a second */ 'DELETE /daybookapi/v1.0.0/console-sessions/{number}': { path: { number: number }; answer: undefined }
  /** List requests by cursor */ 'GET /daybookapi/v1.0.0/requests': { query: { cursor?: string; filter?: string; touches?: string }; answer: RequestCursorResults }
  /** List requests by pages */ 'GET /daybookapi/v1.0.0/requests/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string; touches?: string }; answer: Request[] }
  /** Count requests */ 'GET /daybookapi/v1.0.0/requests/count': { query: { filter?: string; touches?: string }; answer: number }
  /** What went wrong, grouped by operation, code, property and app, the most frequent first; and how many requests there were, and how long they took */ 'GET /daybookapi/v1.0.0/requests/faults': { query: { from?: string; to?: string; app?: number; exceptApp?: number }; answer: RequestsFaults }
  /** One request with its headers and bodies, without tokens */ 'GET /daybookapi/v1.0.0/requests/{requestId}': { path: { requestId: string }; answer: Requests }
  /** How many requests are like one: of the same app, operation, status and first fault; the ones before and after; and whether it was sent again */ 'GET /daybookapi/v1.0.0/requests/{requestId}/alike': { path: { requestId: string }; query: { from?: string }; answer: RequestsAlike }
  /** Send a request of a sandbox again: now, by the grant that asks, and under a new Idempotency-Key */ 'POST /daybookapi/v1.0.0/requests/{requestId}/replay': { path: { requestId: string }; answer: PostRequestsReplayAnswer }
  /** The faults that the sandbox has ordered, and how often each has hit */ 'GET /daybookapi/v1.0.0/fault-plan': { answer: FaultPlan }
  /** Order faults in place of those ordered before; no rules take all back, and counts begin anew */ 'PUT /daybookapi/v1.0.0/fault-plan': { body: FaultPlanUpdate; answer: undefined }
  /** The snapshots of the sandbox */ 'GET /daybookapi/v1.0.0/snapshots': { answer: Snapshots }
  /** Keep the books of the sandbox as they are now */ 'POST /daybookapi/v1.0.0/snapshots': { body: SnapshotCreate; answer: PostSnapshotsAnswer }
  /** Bring the books of the sandbox back as they were. Grants, webhooks and what was sent stay as they are */ 'POST /daybookapi/v1.0.0/snapshots/{number}/restore': { path: { number: number }; answer: undefined }
  /** Make another sandbox of a snapshot, with tokens of its own and without webhooks */ 'POST /daybookapi/v1.0.0/snapshots/{number}/branch': { path: { number: number }; answer: PostSnapshotsBranchAnswer }
  /** Remove a snapshot; sandboxes that were made of it stay */ 'DELETE /daybookapi/v1.0.0/snapshots/{number}': { path: { number: number }; answer: undefined }
  /** Start the sandbox afresh: all its tokens and sessions lead to a new one, and nobody reaches the old */ 'POST /daybookapi/v1.0.0/sandbox/reset': { body: SandboxReset; answer: PostSandboxResetAnswer }
  /** Which requests are logged, and how much of them in each hour */ 'GET /daybookapi/v1.0.0/request-log': { answer: RequestLog }
  /** Say which requests are logged: off, faults (without bodies and values of parameters), or all with their bodies */ 'PUT /daybookapi/v1.0.0/request-log': { body: RequestLogUpdate; answer: undefined }
  /** What the programs of a sandbox have met of this service, and what they never met of that which their operations can give */ 'GET /daybookapi/v1.0.0/coverage': { query: { from?: string; app?: number; min?: number }; answer: Coverage }
  /** Reverse a booked voucher: book every entry of it with the opposite amounts on the date given */ 'POST /daybookapi/v1.0.0/vouchers/{journalNumber}/{accountingYear}/{voucherNumber}/reverse': { path: { journalNumber: number; accountingYear: string; voucherNumber: number }; body: VoucherReversalRequest; answer: PostVouchersReverseAnswer }
  /** List voucher reversals by cursor */ 'GET /daybookapi/v1.0.0/voucher-reversals': { query: { cursor?: string; filter?: string }; answer: VoucherReversalCursorResults }
  /** List voucher reversals by pages */ 'GET /daybookapi/v1.0.0/voucher-reversals/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: VoucherReversal[] }
  /** Count voucher reversals */ 'GET /daybookapi/v1.0.0/voucher-reversals/count': { query: { filter?: string }; answer: number }
  /** Read a voucher reversal */ 'GET /daybookapi/v1.0.0/voucher-reversals/{number}': { path: { number: number }; answer: VoucherReversal }
  /** List entry reversals by cursor */ 'GET /daybookapi/v1.0.0/entry-reversals': { query: { cursor?: string; filter?: string }; answer: EntryReversalCursorResults }
  /** List entry reversals by pages */ 'GET /daybookapi/v1.0.0/entry-reversals/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: EntryReversal[] }
  /** Count entry reversals */ 'GET /daybookapi/v1.0.0/entry-reversals/count': { query: { filter?: string }; answer: number }
  /** Read an entry reversal */ 'GET /daybookapi/v1.0.0/entry-reversals/{reversedEntry}': { path: { reversedEntry: number }; answer: EntryReversal }
  /** List matches by pages */ 'GET /daybookapi/v1.0.0/matches/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Match[] }
  /** Count matches */ 'GET /daybookapi/v1.0.0/matches/count': { query: { filter?: string }; answer: number }
  /** Read a match */ 'GET /daybookapi/v1.0.0/matches/{number}': { path: { number: number }; answer: Match }
  /** Undo a match: its entries are open again, from the day it counted from */ 'POST /daybookapi/v1.0.0/matches/{number}/take-back': { path: { number: number }; answer: undefined }
  /** Close an accounting year for good and open the next one with its balances */ 'POST /daybookapi/v1.0.0/accounting-years/{year}/close': { path: { year: string }; answer: undefined }
  /** What closing an accounting year would do, and what keeps it from being closed; nothing is written */ 'POST /daybookapi/v1.0.0/accounting-years/{year}/close/preview': { path: { year: string }; answer: PostAccountingYearsClosePreviewAnswer }
  /** Bar a period: it takes neither draft entries nor bookings */ 'POST /daybookapi/v1.0.0/accounting-years/{year}/periods/{periodNumber}/bar': { path: { year: string; periodNumber: number }; answer: undefined }
  /** Unbar a period */ 'POST /daybookapi/v1.0.0/accounting-years/{year}/periods/{periodNumber}/unbar': { path: { year: string; periodNumber: number }; answer: undefined }
  /** Give accounts kept in a currency what their opening lacks of it; their balances stay */ 'POST /daybookapi/v1.0.0/currency-corrections': { body: CurrencyCorrection; answer: PostCurrencyCorrectionsAnswer }
  /** Book accounts kept in a currency and open items at the rates of a day; items are taken back the day after */ 'POST /daybookapi/v1.0.0/revaluations': { body: Revaluation; answer: PostRevaluationsAnswer }
  /** Open the books with balances of accounts, open items and assets from other books, as one voucher */ 'POST /daybookapi/v1.0.0/opening-balances': { body: OpeningBalances; answer: PostOpeningBalancesAnswer }
  /** Take the opening balances back: their voucher is reversed, as long as nothing else was booked since */ 'DELETE /daybookapi/v1.0.0/opening-balances': { answer: undefined }
  /** The accounts of postings that the service makes by itself */ 'GET /daybookapi/v1.0.0/system-accounts': { answer: NamedSystemAccount[] }
  /** Set the account for a purpose */ 'PUT /daybookapi/v1.0.0/system-accounts/{purpose}': { path: { purpose: 'rounding' | 'result' | 'exchangeDifference' | 'vatSettlement' }; body: SystemAccount; answer: undefined }
  /** List accounts by cursor */ 'GET /daybookapi/v1.0.0/accounts': { query: { cursor?: string; filter?: string }; answer: AccountCursorResults }
  /** Create an account */ 'POST /daybookapi/v1.0.0/accounts': { body: AccountCreate; answer: CreatedResult }
  /** Update an account */ 'PUT /daybookapi/v1.0.0/accounts': { body: AccountUpdate; answer: undefined }
  /** List accounts by pages */ 'GET /daybookapi/v1.0.0/accounts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Account[] }
  /** Count accounts */ 'GET /daybookapi/v1.0.0/accounts/count': { query: { filter?: string }; answer: number }
  /** Read an account */ 'GET /daybookapi/v1.0.0/accounts/{number}': { path: { number: number }; answer: Account }
  /** Delete an account */ 'DELETE /daybookapi/v1.0.0/accounts/{number}': { path: { number: number }; answer: undefined }
  /** List standard accounts by cursor */ 'GET /daybookapi/v1.0.0/standard-accounts': { query: { cursor?: string; filter?: string }; answer: StandardAccountCursorResults }
  /** List standard accounts by pages */ 'GET /daybookapi/v1.0.0/standard-accounts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: StandardAccount[] }
  /** Count standard accounts */ 'GET /daybookapi/v1.0.0/standard-accounts/count': { query: { filter?: string }; answer: number }
  /** Read a standard account */ 'GET /daybookapi/v1.0.0/standard-accounts/{number}': { path: { number: number }; answer: StandardAccount }
  /** The accounts that take entries and have no number of the standard chart */ 'GET /daybookapi/v1.0.0/unmapped-accounts': { answer: UnmappedAccount[] }
  /** Map accounts that are as the Danish template made them, and are not mapped yet */ 'POST /daybookapi/v1.0.0/standard-accounts/danish': { answer: PostStandardAccountsDanishAnswer }
  /** The accounts that declare a box of the VAT return, and those of VAT codes that declare none */ 'GET /daybookapi/v1.0.0/vat-accounts': { answer: NamedVatAccount[] }
  /** Declare the box of the VAT return that what is posted to the account counts in */ 'PUT /daybookapi/v1.0.0/vat-accounts/{accountNumber}': { path: { accountNumber: number }; body: VatAccount; answer: undefined }
  /** Declare the boxes of accounts and VAT codes that are as the Danish template made them, and declare none yet */ 'POST /daybookapi/v1.0.0/vat-accounts/danish': { answer: PostVatAccountsDanishAnswer }
  /** How often VAT is reported, and what becomes of late entries */ 'GET /daybookapi/v1.0.0/vat-setup': { answer: VatSetup }
  /** Set how often VAT is reported, and what becomes of late entries */ 'PUT /daybookapi/v1.0.0/vat-setup': { body: VatSetupParameters; answer: undefined }
  /** Draft vouchers of all journals that do not balance, by how much, and at which rates their lines are */ 'GET /daybookapi/v1.0.0/unbalanced-vouchers': { answer: UnbalancedVouchers }
  /** The VAT returns that are settled, the last first */ 'GET /daybookapi/v1.0.0/vat-returns': { answer: SettledVatReturn[] }
  /** Settle the VAT of a period: book its voucher on the last day, and keep the return as it is */ 'POST /daybookapi/v1.0.0/vat-returns': { body: VatReturnRequest; answer: PostVatReturnsAnswer }
  /** The VAT return of a period: as it was settled, the same bytes for ever; else as it would be now */ 'GET /daybookapi/v1.0.0/vat-returns/{period}': { path: { period: string }; answer: VatReturns }
  /** Undo the last settled return, which is not reported: its voucher is reversed */ 'DELETE /daybookapi/v1.0.0/vat-returns/{period}': { path: { period: string }; answer: undefined }
  /** The entries that count in a box of a VAT return, 1000 at a time */ 'GET /daybookapi/v1.0.0/vat-returns/{period}/entries': { path: { period: string }; query: { box: 'salesTax' | 'goodsAbroadTax' | 'servicesAbroadTax' | 'purchaseTax' | 'oilDuty' | 'electricityDuty' | 'gasDuty' | 'coalDuty' | 'co2Duty' | 'waterDuty' | 'aGoods' | 'aServices' | 'bGoods' | 'bGoodsNotListed' | 'bServices' | 'c'; cursor?: number }; answer: VatReturnsEntries }
  /** Sales to the EU without VAT, by the VAT number of the customer; also as the file that the authority takes */ 'GET /daybookapi/v1.0.0/eu-sales-list': { query: { period: string; format?: 'json' | 'csv' }; answer: EuSalesList }
  /** Note that a settled return was reported to the authority */ 'PUT /daybookapi/v1.0.0/vat-returns/{period}/reported': { path: { period: string }; body: VatReturnReported; answer: undefined }
  /** Recompute the books from their entries and tell the first thing that is wrong, as daybook verify does */ 'POST /daybookapi/v1.0.0/verifications': { answer: PostVerificationsAnswer }
  /** Recompute the books from their entries and tell the first thing that is wrong, as daybook verify does */ 'POST /daybookapi/v1.0.0/verify': { answer: PostVerifyAnswer }
  /** What waits for somebody: how many drafts, documents and bank lines, and which VAT return is to be reported next */ 'GET /daybookapi/v1.0.0/waiting': { query: { date: string }; answer: Waiting }
  /** List agreement webhooks by cursor */ 'GET /daybookapi/v1.0.0/webhooks': { query: { cursor?: string; filter?: string }; answer: AgreementWebhookCursorResults }
  /** List agreement webhooks by pages */ 'GET /daybookapi/v1.0.0/webhooks/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: AgreementWebhook[] }
  /** Count agreement webhooks */ 'GET /daybookapi/v1.0.0/webhooks/count': { query: { filter?: string }; answer: number }
  /** Read an agreement webhook */ 'GET /daybookapi/v1.0.0/webhooks/{eventType}': { path: { eventType: string }; answer: AgreementWebhook }
  /** In which order the webhooks of the agreement deliver */ 'GET /daybookapi/v1.0.0/webhook-setup': { answer: WebhookSetup }
  /** Set in which order the webhooks of the agreement deliver */ 'PUT /daybookapi/v1.0.0/webhook-setup': { body: WebhookSetupParameters; answer: undefined }
  /** List webhook deliveries by cursor */ 'GET /daybookapi/v1.0.0/webhook-deliveries': { query: { cursor?: string; filter?: string }; answer: WebhookDeliveryCursorResults }
  /** List webhook deliveries by pages */ 'GET /daybookapi/v1.0.0/webhook-deliveries/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: WebhookDelivery[] }
  /** Count webhook deliveries */ 'GET /daybookapi/v1.0.0/webhook-deliveries/count': { query: { filter?: string }; answer: number }
  /** Read a webhook delivery */ 'GET /daybookapi/v1.0.0/webhook-deliveries/{number}': { path: { number: number }; answer: WebhookDelivery }
  /** Send the deliveries of a time range again, in their original order; tests are left out */ 'POST /daybookapi/v1.0.0/webhook-deliveries/redeliver': { body: WebhookRedelivery; answer: PostWebhookDeliveriesRedeliverAnswer }
  /** Send all deliveries of a webhook again that have failed, of events since a moment, in their original order */ 'POST /daybookapi/v1.0.0/webhook-deliveries/sendAllFailedSince': { body: WebhookFailuresSince; answer: PostWebhookDeliveriesSendAllFailedSinceAnswer }
  /** Send a delivery again, or at once if it waits for its next attempt */ 'POST /daybookapi/v1.0.0/webhook-deliveries/{number}/redeliver': { path: { number: number }; answer: undefined }
  /** Give up a delivery that is pending: those after it are sent without it */ 'POST /daybookapi/v1.0.0/webhook-deliveries/{number}/skip': { path: { number: number }; answer: undefined }
  /** Read a webhook secret */ 'GET /daybookapi/v1.0.0/webhook-secrets/{eventType}': { path: { eventType: string }; answer: WebhookSecret }
  /** Change the secret; the previous one stays valid for 24 hours */ 'POST /daybookapi/v1.0.0/webhook-secrets/{eventType}/rotate': { path: { eventType: string }; answer: PostWebhookSecretsRotateAnswer }
  /** Send a delivery with sample values of the merge fields */ 'POST /daybookapi/v1.0.0/webhook-tests/{eventType}': { path: { eventType: string }; answer: PostWebhookTestsAnswer }
}
