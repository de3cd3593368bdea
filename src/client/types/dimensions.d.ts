// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface Dimension {
  /** The number that identifies the dimension. */ number: number
  /** The name. */ name: string
  /** The dimension is in use. Left out when false. */ active?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DimensionCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Dimension[]
}

export type DimensionCreate = Body<Dimension, 'name', 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type DimensionUpdate = Body<Dimension, 'number' | 'name' | 'objectVersion', never>

export interface DimensionValue {
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The identifier of the item that changed; several parts are joined by ~. */ key: number
  /** The name. */ name: string | null
  /** The dimension value is in use. Left out when false. */ active?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DimensionValueCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DimensionValue[]
}

export type DimensionValueCreate = Body<DimensionValue, 'dimensionNumber' | 'key', 'objectVersion'>

export interface DimensionValueCreatedResult {
  /** Identifies the item created. */ key: number
}

export type DimensionValueUpdate = Body<DimensionValue, 'dimensionNumber' | 'key' | 'objectVersion', never>

export interface Distribution {
  /** The identifier of the item that changed; several parts are joined by ~. */ key: number
  /** The part in per cent. */ percent: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface DimensionDistribution {
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The identifier of the item that changed; several parts are joined by ~. */ key: number
  /** The name. */ name: string | null
  /** The dimension distribution is in use. Left out when false. */ active?: boolean
  /** The values that share an amount, each with its share in per cent; together 100. */ distributions: Distribution[] | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DimensionDistributionCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DimensionDistribution[]
}

export interface Account {
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The key of the dimension: that of one of its values, or of a distribution among them. */ dimensionKey: number
  /** true: the key is that of a distribution; false: that of a value. Left out when false. */ isDistribution?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The number of an account in the chart of accounts. */ accountNumber: number
}

export interface AccountCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Account[]
}

export type AccountCreate = Body<Account, 'dimensionNumber' | 'dimensionKey' | 'accountNumber', 'objectVersion'>

export interface AccountCreatedResult {
  /** Identifies the item created. */ dimensionNumber: number
}

export type AccountUpdate = Body<Account, 'dimensionNumber' | 'dimensionKey' | 'objectVersion' | 'accountNumber', never>

export interface Accounts {
  /** The items, at most 500: all of them are written, or none. */ items: AccountCreate[]
}

export interface AccountCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ dimensionNumbers: number[]
}

export interface AccountsUpdate {
  /** The items, at most 500: all of them are written, or none. */ items: AccountUpdate[]
}

export interface DraftEntry {
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The key of the dimension: that of one of its values, or of a distribution among them. */ dimensionKey: number
  /** true: the key is that of a distribution; false: that of a value. Left out when false. */ isDistribution?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The journal that the draft entry belongs to. */ journalNumber: number
  /** The number of the draft entry. */ entryNumber: number
}

export interface DraftEntryCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DraftEntry[]
}

export type DraftEntryCreate = Body<DraftEntry, 'dimensionNumber' | 'dimensionKey' | 'journalNumber' | 'entryNumber', 'objectVersion'>

export interface DraftEntryCreatedResult {
  /** Identifies the item created. */ dimensionNumber: number
}

export type DraftEntryUpdate = Body<DraftEntry, 'dimensionNumber' | 'dimensionKey' | 'objectVersion' | 'journalNumber' | 'entryNumber', never>

export interface DraftEntries {
  /** The items, at most 500: all of them are written, or none. */ items: DraftEntryCreate[]
}

export interface DraftEntryCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ dimensionNumbers: number[]
}

export interface DraftEntriesUpdate {
  /** The items, at most 500: all of them are written, or none. */ items: DraftEntryUpdate[]
}

export interface BookedEntry {
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The key of the dimension: that of one of its values, or of a distribution among them. */ dimensionKey: number
  /** true: the key is that of a distribution; false: that of a value. Left out when false. */ isDistribution?: boolean
  /** Always the same: a booked entry never changes. */ objectVersion: string
  /** The number of the booked entry: 1, 2, … in the agreement, without gaps. */ entryNumber: number
}

export interface BookedEntryCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BookedEntry[]
}

export type BookedEntryCreate = Body<BookedEntry, 'dimensionNumber' | 'dimensionKey' | 'entryNumber', 'objectVersion'>

export interface BookedEntryCreatedResult {
  /** Identifies the item created. */ dimensionNumber: number
}

export type BookedEntryUpdate = Body<BookedEntry, 'dimensionNumber' | 'dimensionKey' | 'objectVersion' | 'entryNumber', never>

export interface BookedEntries {
  /** The items, at most 500: all of them are written, or none. */ items: BookedEntryCreate[]
}

export interface BookedEntryCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ dimensionNumbers: number[]
}

export interface BookedEntriesUpdate {
  /** The items, at most 500: all of them are written, or none. */ items: BookedEntryUpdate[]
}

export interface BookedEntryDimensionChangeLog {
  /** The number of the entry. */ entryNumber: number
  /** The dimension whose key changed. */ dimension: number
  /** The key before; null: there was none. */ dimensionKeyFrom: number | null
  /** The key after; null: there is none any more. */ dimensionKeyTo: number | null
  /** When it was changed. */ timestamp: string
}

export interface BudgetFigure {
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The key of the dimension: that of one of its values, or of a distribution among them. */ dimensionKey: number
  /** true: the key is that of a distribution; false: that of a value. Left out when false. */ isDistribution?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The budget figure. */ budgetFigureNumber: number
}

export interface BudgetFigureCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BudgetFigure[]
}

export type BudgetFigureCreate = Body<BudgetFigure, 'dimensionNumber' | 'dimensionKey' | 'budgetFigureNumber', 'objectVersion'>

export interface BudgetFigureCreatedResult {
  /** Identifies the item created. */ dimensionNumber: number
}

export type BudgetFigureUpdate = Body<BudgetFigure, 'dimensionNumber' | 'dimensionKey' | 'objectVersion' | 'budgetFigureNumber', never>

export interface BudgetFigures {
  /** The items, at most 500: all of them are written, or none. */ items: BudgetFigureCreate[]
}

export interface BudgetFigureCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ dimensionNumbers: number[]
}

export interface BudgetFiguresUpdate {
  /** The items, at most 500: all of them are written, or none. */ items: BudgetFigureUpdate[]
}

export interface SalesDocumentLine {
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The key of the dimension: that of one of its values, or of a distribution among them. */ dimensionKey: number
  /** true: the key is that of a distribution; false: that of a value. Left out when false. */ isDistribution?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The number of the document made; null in a preview. */ documentNumber: number
  /** The line of the document. */ lineNumber: number
}

export interface SalesDocumentLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: SalesDocumentLine[]
}

export type SalesDocumentLineCreate = Body<SalesDocumentLine, 'dimensionNumber' | 'dimensionKey' | 'documentNumber' | 'lineNumber', 'objectVersion'>

export interface SalesDocumentLineCreatedResult {
  /** Identifies the item created. */ dimensionNumber: number
}

export type SalesDocumentLineUpdate = Body<SalesDocumentLine, 'dimensionNumber' | 'dimensionKey' | 'objectVersion' | 'documentNumber' | 'lineNumber', never>

export interface SalesDocumentLines {
  /** The items, at most 500: all of them are written, or none. */ items: SalesDocumentLineCreate[]
}

export interface SalesDocumentLineCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ dimensionNumbers: number[]
}

export interface SalesDocumentLinesUpdate {
  /** The items, at most 500: all of them are written, or none. */ items: SalesDocumentLineUpdate[]
}

export interface BookedInvoiceLine {
  /** The number of the invoice, in the one series of invoices and credit notes. */ invoiceNumber: number
  /** The line of the booked invoice. */ lineNumber: number
  /** The dimension: 1 is departments, 2 and 3 are dimensions of your own. */ dimensionNumber: number
  /** The key of the dimension: that of one of its values, or of a distribution among them. */ dimensionKey: number
  /** true: the key is that of a distribution; false: that of a value. Left out when false. */ isDistribution?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface BookedInvoiceLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BookedInvoiceLine[]
}

export interface Resources {
  dimensions: Of<{ item: Dimension; key: number; create: DimensionCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  dimensionValues: Of<{ item: DimensionValue; key: { dimensionNumber: number; key: number }; create: DimensionValueCreate; created: DimensionValueCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  dimensionDistributions: Of<{ item: DimensionDistribution; key: { dimensionNumber: number; key: number } }, 'list' | 'page' | 'count' | 'get'>
  account: Of<{ item: Account; key: { accountNumber: number; dimensionNumber: number; dimensionKey?: number }; create: AccountCreate; created: AccountCreatedResult; made: AccountCreatedResultArray }, 'list' | 'page' | 'count' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  draftEntry: Of<{ item: DraftEntry; key: { journalNumber: number; entryNumber: number; dimensionNumber: number; dimensionKey?: number }; create: DraftEntryCreate; created: DraftEntryCreatedResult; made: DraftEntryCreatedResultArray }, 'list' | 'page' | 'count' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  bookedEntry: Of<{ item: BookedEntry; key: { entryNumber: number; dimensionNumber: number; dimensionKey?: number }; create: BookedEntryCreate; created: BookedEntryCreatedResult; made: BookedEntryCreatedResultArray }, 'list' | 'page' | 'count' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  budgetFigure: Of<{ item: BudgetFigure; key: { budgetFigureNumber: number; dimensionNumber: number; dimensionKey?: number }; create: BudgetFigureCreate; created: BudgetFigureCreatedResult; made: BudgetFigureCreatedResultArray }, 'list' | 'page' | 'count' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  salesDocumentLine: Of<{ item: SalesDocumentLine; key: { documentNumber: number; lineNumber: number; dimensionNumber: number; dimensionKey?: number }; create: SalesDocumentLineCreate; created: SalesDocumentLineCreatedResult; made: SalesDocumentLineCreatedResultArray }, 'list' | 'page' | 'count' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  bookedInvoiceLine: Of<{ item: BookedInvoiceLine; key: void }, 'list' | 'page' | 'count'>
}

export interface Calls {
  /** List dimensions by cursor */ 'GET /dimensionsapi/v5.3.1/dimensions': { query: { cursor?: string; filter?: string }; answer: DimensionCursorResults }
  /** Create a dimension */ 'POST /dimensionsapi/v5.3.1/dimensions': { body: DimensionCreate; answer: CreatedResult }
  /** Update a dimension */ 'PUT /dimensionsapi/v5.3.1/dimensions': { body: DimensionUpdate; answer: undefined }
  /** List dimensions by pages */ 'GET /dimensionsapi/v5.3.1/dimensions/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Dimension[] }
  /** Count dimensions */ 'GET /dimensionsapi/v5.3.1/dimensions/count': { query: { filter?: string }; answer: number }
  /** Read a dimension */ 'GET /dimensionsapi/v5.3.1/dimensions/{number}': { path: { number: number }; answer: Dimension }
  /** Delete a dimension */ 'DELETE /dimensionsapi/v5.3.1/dimensions/{number}': { path: { number: number }; answer: undefined }
  /** List dimension values by cursor */ 'GET /dimensionsapi/v5.3.1/values': { query: { cursor?: string; filter?: string }; answer: DimensionValueCursorResults }
  /** Create a dimension value */ 'POST /dimensionsapi/v5.3.1/values': { body: DimensionValueCreate; answer: DimensionValueCreatedResult }
  /** Update a dimension value */ 'PUT /dimensionsapi/v5.3.1/values': { body: DimensionValueUpdate; answer: undefined }
  /** Delete a dimension value */ 'DELETE /dimensionsapi/v5.3.1/values': { body: { dimensionNumber: number; key: number }; answer: undefined }
  /** List dimension values by pages */ 'GET /dimensionsapi/v5.3.1/values/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DimensionValue[] }
  /** Count dimension values */ 'GET /dimensionsapi/v5.3.1/values/count': { query: { filter?: string }; answer: number }
  /** Read a dimension value */ 'GET /dimensionsapi/v5.3.1/values/{dimensionNumber}/{key}': { path: { dimensionNumber: number; key: number }; answer: DimensionValue }
  /** List dimension distributions by cursor */ 'GET /dimensionsapi/v5.3.1/distributions': { query: { cursor?: string; filter?: string }; answer: DimensionDistributionCursorResults }
  /** List dimension distributions by pages */ 'GET /dimensionsapi/v5.3.1/distributions/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DimensionDistribution[] }
  /** Count dimension distributions */ 'GET /dimensionsapi/v5.3.1/distributions/count': { query: { filter?: string }; answer: number }
  /** Read a dimension distribution */ 'GET /dimensionsapi/v5.3.1/distributions/{dimensionNumber}/{key}': { path: { dimensionNumber: number; key: number }; answer: DimensionDistribution }
  /** List account by cursor */ 'GET /dimensionsapi/v5.3.1/dimension-data/accounts': { query: { cursor?: string; filter?: string }; answer: AccountCursorResults }
  /** Create an account */ 'POST /dimensionsapi/v5.3.1/dimension-data/accounts': { body: AccountCreate; answer: AccountCreatedResult }
  /** Update an account */ 'PUT /dimensionsapi/v5.3.1/dimension-data/accounts': { body: AccountUpdate; answer: undefined }
  /** Delete an account */ 'DELETE /dimensionsapi/v5.3.1/dimension-data/accounts': { body: { accountNumber: number; dimensionNumber: number; dimensionKey?: number }; answer: undefined }
  /** List account by pages */ 'GET /dimensionsapi/v5.3.1/dimension-data/accounts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Account[] }
  /** Count account */ 'GET /dimensionsapi/v5.3.1/dimension-data/accounts/count': { query: { filter?: string }; answer: number }
  /** Create several account, all or none */ 'POST /dimensionsapi/v5.3.1/dimension-data/accounts/bulk': { body: Accounts; answer: AccountCreatedResultArray }
  /** Update several account, all or none */ 'PUT /dimensionsapi/v5.3.1/dimension-data/accounts/bulk': { body: AccountsUpdate; answer: undefined }
  /** List draft entry by cursor */ 'GET /dimensionsapi/v5.3.1/dimension-data/draft-entries': { query: { cursor?: string; filter?: string }; answer: DraftEntryCursorResults }
  /** Create a draft entry */ 'POST /dimensionsapi/v5.3.1/dimension-data/draft-entries': { body: DraftEntryCreate; answer: DraftEntryCreatedResult }
  /** Update a draft entry */ 'PUT /dimensionsapi/v5.3.1/dimension-data/draft-entries': { body: DraftEntryUpdate; answer: undefined }
  /** Delete a draft entry */ 'DELETE /dimensionsapi/v5.3.1/dimension-data/draft-entries': { body: { journalNumber: number; entryNumber: number; dimensionNumber: number; dimensionKey?: number }; answer: undefined }
  /** List draft entry by pages */ 'GET /dimensionsapi/v5.3.1/dimension-data/draft-entries/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DraftEntry[] }
  /** Count draft entry */ 'GET /dimensionsapi/v5.3.1/dimension-data/draft-entries/count': { query: { filter?: string }; answer: number }
  /** Create several draft entry, all or none */ 'POST /dimensionsapi/v5.3.1/dimension-data/draft-entries/bulk': { body: DraftEntries; answer: DraftEntryCreatedResultArray }
  /** Update several draft entry, all or none */ 'PUT /dimensionsapi/v5.3.1/dimension-data/draft-entries/bulk': { body: DraftEntriesUpdate; answer: undefined }
  /** List booked entry by cursor */ 'GET /dimensionsapi/v5.3.1/dimension-data/booked-entries': { query: { cursor?: string; filter?: string }; answer: BookedEntryCursorResults }
  /** Create a booked entry */ 'POST /dimensionsapi/v5.3.1/dimension-data/booked-entries': { body: BookedEntryCreate; answer: BookedEntryCreatedResult }
  /** Update a booked entry */ 'PUT /dimensionsapi/v5.3.1/dimension-data/booked-entries': { body: BookedEntryUpdate; answer: undefined }
  /** Delete a booked entry */ 'DELETE /dimensionsapi/v5.3.1/dimension-data/booked-entries': { body: { entryNumber: number; dimensionNumber: number; dimensionKey?: number }; answer: undefined }
  /** List booked entry by pages */ 'GET /dimensionsapi/v5.3.1/dimension-data/booked-entries/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BookedEntry[] }
  /** Count booked entry */ 'GET /dimensionsapi/v5.3.1/dimension-data/booked-entries/count': { query: { filter?: string }; answer: number }
  /** Create several booked entry, all or none */ 'POST /dimensionsapi/v5.3.1/dimension-data/booked-entries/bulk': { body: BookedEntries; answer: BookedEntryCreatedResultArray }
  /** Update several booked entry, all or none */ 'PUT /dimensionsapi/v5.3.1/dimension-data/booked-entries/bulk': { body: BookedEntriesUpdate; answer: undefined }
  /** List booked entry by pages */ 'GET /dimensionsapi/v5.3.1/dimension-data/booked-entries/changelog': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BookedEntryDimensionChangeLog[] }
  /** List budget figure by cursor */ 'GET /dimensionsapi/v5.3.1/dimension-data/budget-figures': { query: { cursor?: string; filter?: string }; answer: BudgetFigureCursorResults }
  /** Create a budget figure */ 'POST /dimensionsapi/v5.3.1/dimension-data/budget-figures': { body: BudgetFigureCreate; answer: BudgetFigureCreatedResult }
  /** Update a budget figure */ 'PUT /dimensionsapi/v5.3.1/dimension-data/budget-figures': { body: BudgetFigureUpdate; answer: undefined }
  /** Delete a budget figure */ 'DELETE /dimensionsapi/v5.3.1/dimension-data/budget-figures': { body: { budgetFigureNumber: number; dimensionNumber: number; dimensionKey?: number }; answer: undefined }
  /** List budget figure by pages */ 'GET /dimensionsapi/v5.3.1/dimension-data/budget-figures/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BudgetFigure[] }
  /** Count budget figure */ 'GET /dimensionsapi/v5.3.1/dimension-data/budget-figures/count': { query: { filter?: string }; answer: number }
  /** Create several budget figure, all or none */ 'POST /dimensionsapi/v5.3.1/dimension-data/budget-figures/bulk': { body: BudgetFigures; answer: BudgetFigureCreatedResultArray }
  /** Update several budget figure, all or none */ 'PUT /dimensionsapi/v5.3.1/dimension-data/budget-figures/bulk': { body: BudgetFiguresUpdate; answer: undefined }
  /** List sales document line by cursor */ 'GET /dimensionsapi/v5.3.1/dimension-data/sales-document-lines': { query: { cursor?: string; filter?: string }; answer: SalesDocumentLineCursorResults }
  /** Create a sales document line */ 'POST /dimensionsapi/v5.3.1/dimension-data/sales-document-lines': { body: SalesDocumentLineCreate; answer: SalesDocumentLineCreatedResult }
  /** Update a sales document line */ 'PUT /dimensionsapi/v5.3.1/dimension-data/sales-document-lines': { body: SalesDocumentLineUpdate; answer: undefined }
  /** Delete a sales document line */ 'DELETE /dimensionsapi/v5.3.1/dimension-data/sales-document-lines': { body: { documentNumber: number; lineNumber: number; dimensionNumber: number; dimensionKey?: number }; answer: undefined }
  /** List sales document line by pages */ 'GET /dimensionsapi/v5.3.1/dimension-data/sales-document-lines/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: SalesDocumentLine[] }
  /** Count sales document line */ 'GET /dimensionsapi/v5.3.1/dimension-data/sales-document-lines/count': { query: { filter?: string }; answer: number }
  /** Create several sales document line, all or none */ 'POST /dimensionsapi/v5.3.1/dimension-data/sales-document-lines/bulk': { body: SalesDocumentLines; answer: SalesDocumentLineCreatedResultArray }
  /** Update several sales document line, all or none */ 'PUT /dimensionsapi/v5.3.1/dimension-data/sales-document-lines/bulk': { body: SalesDocumentLinesUpdate; answer: undefined }
  /** List booked invoice line by cursor */ 'GET /dimensionsapi/v5.3.1/dimension-data/booked-invoice-lines': { query: { cursor?: string; filter?: string }; answer: BookedInvoiceLineCursorResults }
  /** List booked invoice line by pages */ 'GET /dimensionsapi/v5.3.1/dimension-data/booked-invoice-lines/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BookedInvoiceLine[] }
  /** Count booked invoice line */ 'GET /dimensionsapi/v5.3.1/dimension-data/booked-invoice-lines/count': { query: { filter?: string }; answer: number }
}
