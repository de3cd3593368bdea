// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface BookedInvoiceLine {
  /** The number of the document in paths; it stays the same from draft to booked invoice. */ documentId: number
  /** The number that identifies the booked invoice line. */ number: number
  /** 1, 2, … in the document, by number. */ userInterfaceNumber: number
  /** The product. */ productNumber: string | null
  /** What the line prints. */ description: string | null
  /** How many units; negative takes some back. */ quantity: number | null
  /** The unit of the quantity. */ unitNumber: number | null
  /** The price of one unit, in the document’s currency; left out, it follows from product and customer. */ unitNetPrice: number | null
  /** What one unit costs, in the document’s currency; left out, it follows from the product. */ unitCostPrice: number | null
  /** The discount in per cent. */ discountPercentage: number | null
  /** The recommended retail price. For information only. */ recommendedPrice: number | null
  /** The department, a value of dimension 1. */ departmentNumber: number | null
  /** The quantity in the second unit. */ quantity2: number | null
  /** The unit of quantity2. */ unit2Number: number | null
  /** The account that was credited. */ bookedAccount: number | null
  /** Takes the net when the project closes. */ projectCloseAccount: number | null
  /** true: the amount is spread over the months from accrueStartDate to accrueEndDate. Left out when false. */ accrue?: boolean
  /** The first day of the months that the line is spread over. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ accrueStartDate: string | null
  /** The last day of the months that the line is spread over. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ accrueEndDate: string | null
  /** In per cent. */ vatRate: number
  /** The VAT. */ vatAmount: number | null
  /** Quantity times net price less discount, without VAT. */ totalNetAmount: number | null
}

export interface BookedInvoiceLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BookedInvoiceLine[]
}

export interface DraftInvoiceLine {
  /** The number of the document in paths; it stays the same from draft to booked invoice. */ documentId: number
  /** The number of the document that people see; a value sent is ignored. */ draftInvoiceNumber: number
  /** The number that identifies the draft invoice line. */ number: number
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

export type DraftInvoiceLineCreate = Body<DraftInvoiceLine, never, 'documentId' | 'number' | 'userInterfaceNumber' | 'marginInBaseCurrency' | 'marginPercentage' | 'totalNetAmount' | 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type DraftInvoiceLineUpdate = Body<DraftInvoiceLine, 'number' | 'objectVersion', never>

export interface DraftInvoiceLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DraftInvoiceLine[]
}

export interface DraftInvoiceLineBatchRequest {
  /** The items, at most 500: all of them are written, or none. */ lines: DraftInvoiceLineCreate[]
}

export interface DraftInvoiceLineCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ numbers: number[]
}

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
}

export interface DraftInvoiceCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DraftInvoice[]
}

export type DraftInvoiceCreate = Body<DraftInvoice, 'customerNumber' | 'customerName' | 'date' | 'currencyCode' | 'layoutNumber' | 'termOfPaymentNumber' | 'vatZoneNumber', 'number' | 'objectVersion'>

export type DraftInvoiceUpdate = Body<DraftInvoice, 'customerNumber' | 'customerName' | 'date' | 'currencyCode' | 'layoutNumber' | 'termOfPaymentNumber' | 'vatZoneNumber' | 'objectVersion', never>

export interface DraftInvoiceSensitiveData {
  /** 0 none, 1 common, 2 sensitive. */ sensitivityLevel?: number
  /** Ten digits, with a hyphen after the sixth or without; written, never read. */ serviceRecipientCpr?: string
}

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
  /** Net amount less cost, in base currency. */ marginInBaseCurrency: number | null
  /** Of the net. */ marginPercentage: number | null
  /** Quantity times net price less discount, without VAT. */ totalNetAmount: number | null
}

export interface OrderLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: OrderLine[]
}

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
  /** Net amount less cost, in base currency. */ marginInBaseCurrency: number | null
  /** Of the net. */ marginPercentage: number | null
  /** Quantity times net price less discount, without VAT. */ totalNetAmount: number | null
}

export interface QuoteLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: QuoteLine[]
}

export interface Resources {
  bookedInvoiceLines: Of<{ item: BookedInvoiceLine; key: { documentId: number; number: number } }, 'page' | 'list' | 'count' | 'get'>
  draftInvoiceLines: Of<{ item: DraftInvoiceLine; key: { documentId: number; number: number }; create: DraftInvoiceLineCreate; created: CreatedResult; made: DraftInvoiceLineCreatedResultArray }, 'get' | 'delete' | 'create' | 'update' | 'list' | 'page' | 'count' | 'createMany'>
  draftInvoices: Of<{ item: DraftInvoice; key: number; create: DraftInvoiceCreate; created: CreatedResult }, 'get' | 'delete' | 'list' | 'create' | 'count' | 'page' | 'update'>
  orderLines: Of<{ item: OrderLine; key: { documentStatus: 'drafts' | 'sent' | 'archived'; documentId: number; number: number }; within: { documentStatus: 'drafts' | 'sent' | 'archived' } }, 'page' | 'list' | 'count' | 'get'>
  quoteLines: Of<{ item: QuoteLine; key: { documentStatus: 'drafts' | 'sent' | 'archived'; documentId: number; number: number }; within: { documentStatus: 'drafts' | 'sent' | 'archived' } }, 'page' | 'list' | 'count' | 'get'>
}

export interface Calls {
  /** List booked invoice lines by pages */ 'GET /q2capi/v5.3.0/invoices/booked/lines/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BookedInvoiceLine[] }
  /** List booked invoice lines by cursor */ 'GET /q2capi/v5.3.0/invoices/booked/lines': { query: { cursor?: string; filter?: string }; answer: BookedInvoiceLineCursorResults }
  /** Count booked invoice lines */ 'GET /q2capi/v5.3.0/invoices/booked/lines/count': { query: { filter?: string }; answer: number }
  /** Read a booked invoice line */ 'GET /q2capi/v5.3.0/invoices/booked/{documentId}/lines/{number}': { path: { documentId: number; number: number }; answer: BookedInvoiceLine }
  /** Every line of the document, in order */ 'GET /q2capi/v5.3.0/invoices/booked/{documentId}/lines': { path: { documentId: number }; answer: BookedInvoiceLine[] }
  /** Read a draft invoice line */ 'GET /q2capi/v5.3.0/invoices/drafts/{documentId}/lines/{number}': { path: { documentId: number; number: number }; answer: DraftInvoiceLine }
  /** Delete a draft invoice line */ 'DELETE /q2capi/v5.3.0/invoices/drafts/{documentId}/lines/{number}': { path: { documentId: number; number: number }; answer: undefined }
  /** Create a draft invoice line */ 'POST /q2capi/v5.3.0/invoices/drafts/{documentId}/lines': { path: { documentId: number }; body: DraftInvoiceLineCreate; answer: CreatedResult }
  /** Update a draft invoice line */ 'PUT /q2capi/v5.3.0/invoices/drafts/{documentId}/lines': { path: { documentId: number }; body: DraftInvoiceLineUpdate; answer: undefined }
  /** Every line of the document, in order */ 'GET /q2capi/v5.3.0/invoices/drafts/{documentId}/lines': { path: { documentId: number }; answer: DraftInvoiceLine[] }
  /** List draft invoice lines by cursor */ 'GET /q2capi/v5.3.0/invoices/drafts/lines': { query: { cursor?: string; filter?: string }; answer: DraftInvoiceLineCursorResults }
  /** List draft invoice lines by pages */ 'GET /q2capi/v5.3.0/invoices/drafts/lines/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DraftInvoiceLine[] }
  /** Count draft invoice lines */ 'GET /q2capi/v5.3.0/invoices/drafts/lines/count': { query: { filter?: string }; answer: number }
  /** Create several draft invoice lines, all or none */ 'POST /q2capi/v5.3.0/invoices/drafts/{documentId}/lines/bulk': { path: { documentId: number }; body: DraftInvoiceLineBatchRequest; answer: DraftInvoiceLineCreatedResultArray }
  /** Read a draft invoice */ 'GET /q2capi/v5.3.0/invoices/drafts/{number}': { path: { number: number }; answer: DraftInvoice }
  /** Delete a draft invoice */ 'DELETE /q2capi/v5.3.0/invoices/drafts/{number}': { path: { number: number }; answer: undefined }
  /** Update a draft invoice */ 'PUT /q2capi/v5.3.0/invoices/drafts/{number}': { path: { number: number }; body: DraftInvoiceUpdate; answer: undefined }
  /** List draft invoices by cursor */ 'GET /q2capi/v5.3.0/invoices/drafts': { query: { cursor?: string; filter?: string }; answer: DraftInvoiceCursorResults }
  /** Create a draft invoice */ 'POST /q2capi/v5.3.0/invoices/drafts': { body: DraftInvoiceCreate; answer: CreatedResult }
  /** Count draft invoices */ 'GET /q2capi/v5.3.0/invoices/drafts/count': { query: { filter?: string }; answer: number }
  /** List draft invoices by pages */ 'GET /q2capi/v5.3.0/invoices/drafts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DraftInvoice[] }
  /** Store the CPR number of the person who receives the service, encrypted; the path has the number that people see */ 'PUT /q2capi/v5.3.0/invoices/drafts/{draftInvoiceNumber}/sensitive-data': { path: { draftInvoiceNumber: number }; body: DraftInvoiceSensitiveData; answer: undefined }
  /** List order lines by pages */ 'GET /q2capi/v5.3.0/orders/{documentStatus}/lines/paged': { path: { documentStatus: 'drafts' | 'sent' | 'archived' }; query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: OrderLine[] }
  /** List order lines by cursor */ 'GET /q2capi/v5.3.0/orders/{documentStatus}/lines': { path: { documentStatus: 'drafts' | 'sent' | 'archived' }; query: { cursor?: string; filter?: string }; answer: OrderLineCursorResults }
  /** Count order lines */ 'GET /q2capi/v5.3.0/orders/{documentStatus}/lines/count': { path: { documentStatus: 'drafts' | 'sent' | 'archived' }; query: { filter?: string }; answer: number }
  /** Read an order line */ 'GET /q2capi/v5.3.0/orders/{documentStatus}/{documentId}/lines/{number}': { path: { documentStatus: 'drafts' | 'sent' | 'archived'; documentId: number; number: number }; answer: OrderLine }
  /** Every line of the document, in order */ 'GET /q2capi/v5.3.0/orders/{documentStatus}/{documentId}/lines': { path: { documentStatus: 'drafts' | 'sent' | 'archived'; documentId: number }; answer: OrderLine[] }
  /** List quote lines by pages */ 'GET /q2capi/v5.3.0/quotes/{documentStatus}/lines/paged': { path: { documentStatus: 'drafts' | 'sent' | 'archived' }; query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: QuoteLine[] }
  /** List quote lines by cursor */ 'GET /q2capi/v5.3.0/quotes/{documentStatus}/lines': { path: { documentStatus: 'drafts' | 'sent' | 'archived' }; query: { cursor?: string; filter?: string }; answer: QuoteLineCursorResults }
  /** Count quote lines */ 'GET /q2capi/v5.3.0/quotes/{documentStatus}/lines/count': { path: { documentStatus: 'drafts' | 'sent' | 'archived' }; query: { filter?: string }; answer: number }
  /** Read a quote line */ 'GET /q2capi/v5.3.0/quotes/{documentStatus}/{documentId}/lines/{number}': { path: { documentStatus: 'drafts' | 'sent' | 'archived'; documentId: number; number: number }; answer: QuoteLine }
  /** Every line of the document, in order */ 'GET /q2capi/v5.3.0/quotes/{documentStatus}/{documentId}/lines': { path: { documentStatus: 'drafts' | 'sent' | 'archived'; documentId: number }; answer: QuoteLine[] }
}
