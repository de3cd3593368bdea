// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface Subscriber {
  /** The number that identifies the subscriber. */ number: number
  /** The subscription. It cannot be changed. */ subscriptionNumber: number
  /** The number of the customer. It cannot be changed. */ customerNumber: number
  /** A contact of the customer that is not deleted. */ yourRef: number | null
  /** A reference of your own, which documents print. */ otherRef: string | null
  /** The first day of the period that the next document invoices. A calendar day such as 2026-01-31; a time is refused. */ startDate: string
  /** The last day of the period that the next document invoices. A calendar day such as 2026-01-31; a time is refused. */ endDate: string
  /** Instead of every product’s price. */ specialPrice: number | null
  /** The discount in per cent. */ discountPercentage: number | null
  /** The last day on which a period can start and still get the discount. A calendar day such as 2026-01-31; a time is refused. */ discountExpiryDate: string | null
  /** Multiplies every quantity; not 0. */ quantityFactor: number | null
  /** Multiplies every price; 1 where left out. */ priceFactor: number | null
  /** With `collection` 1, days before it are not invoiced. A calendar day such as 2026-01-31; a time is refused. It cannot be changed. */ registrationDate: string | null
  /** The last day that is invoiced. A calendar day such as 2026-01-31; a time is refused. */ expiryDate: string | null
  /** The project. */ projectNumber: number | null
  /** The department, a value of dimension 1. */ departmentNumber: number | null
  /** The document of the period, once booked. */ bookedInvoiceId: number | null
  /** The document of the period, until booked. */ draftDocumentId: number | null
  /** A line at the top of the document, above the name of the subscription. */ extraTextForInvoice: string | null
  /** A remark for internal use; no document prints it. */ comments: string | null
  /** When the subscriber was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface SubscriberCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Subscriber[]
}

export type SubscriberCreate = Body<Subscriber, 'subscriptionNumber' | 'customerNumber' | 'startDate' | 'endDate', 'bookedInvoiceId' | 'draftDocumentId' | 'lastUpdated' | 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type SubscriberUpdate = Body<Subscriber, 'number' | 'subscriptionNumber' | 'customerNumber' | 'startDate' | 'endDate' | 'objectVersion', never>

export interface SubscriptionLine {
  /** The number that identifies the subscription line. */ number: number
  /** The subscription. */ subscriptionNumber: number
  /** A line without product is text. */ productNumber: string | null
  /** The product’s name as the document prints it. Needed where the line has a product. */ description: string | null
  /** How many units; needed, and not 0, where the line has a product. */ quantity: number | null
  /** The price of one unit, instead of the product’s. */ specialPrice: number | null
  /** The department, a value of dimension 1. */ departmentNumber: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface SubscriptionLineCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: SubscriptionLine[]
}

export type SubscriptionLineCreate = Body<SubscriptionLine, never, 'objectVersion'>

export type SubscriptionLineUpdate = Body<SubscriptionLine, 'number' | 'objectVersion', never>

export interface Subscription {
  /** The number that identifies the subscription. */ number: number
  /** The name. */ name: string
  /** A description. */ description: string | null
  /** 1 week, 2 two weeks, 3 month, 4 quarter, 5 six months, 6 year, 7 two months, 8 two years, 9 three years, 10 four years, 11 five years, 12 four weeks, 13 eight weeks. */ interval: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13
  /** Periods end with the calendar’s month, quarter, half year or year. Left out when false. */ isCalendarBased?: boolean
  /** 0 the whole price, 1 the share of the days invoiced. */ collection: 0 | 1
  /** The name stands on the document. Also understood: addName. Left out when false. */ includeName?: boolean
  /** The period stands on the document. Also understood: addPeriod. Left out when false. */ includePeriod?: boolean
  /** A customer may have several subscribers of the subscription. Left out when false. */ allowMoreThanOnePerCustomer?: boolean
  /** true: the amount is spread over the months of the period. Left out when false. */ accrue?: boolean
  /** true: the subscription is barred, and runs skip it. Left out when false. */ isBarred?: boolean
  /** When the subscription was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface SubscriptionCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Subscription[]
}

export type SubscriptionCreate = Body<Subscription, 'name' | 'interval' | 'collection', 'lastUpdated' | 'objectVersion'>

export type SubscriptionUpdate = Body<Subscription, 'number' | 'name' | 'interval' | 'collection' | 'objectVersion', never>

export interface Resources {
  subscribers: Of<{ item: Subscriber; key: number; create: SubscriberCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  subscriptionLines: Of<{ item: SubscriptionLine; key: { subscriptionNumber: number; number: number }; create: SubscriptionLineCreate; created: CreatedResult }, 'page' | 'list' | 'count' | 'get' | 'delete' | 'create' | 'update'>
  subscriptions: Of<{ item: Subscription; key: number; create: SubscriptionCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
}

export interface Calls {
  /** List subscribers by cursor */ 'GET /subscriptionsapi/v6.0.3/Subscribers': { query: { cursor?: string; filter?: string }; answer: SubscriberCursorResults }
  /** Create a subscriber */ 'POST /subscriptionsapi/v6.0.3/Subscribers': { body: SubscriberCreate; answer: CreatedResult }
  /** Update a subscriber */ 'PUT /subscriptionsapi/v6.0.3/Subscribers': { body: SubscriberUpdate; answer: undefined }
  /** List subscribers by pages */ 'GET /subscriptionsapi/v6.0.3/Subscribers/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Subscriber[] }
  /** Count subscribers */ 'GET /subscriptionsapi/v6.0.3/Subscribers/count': { query: { filter?: string }; answer: number }
  /** Read a subscriber */ 'GET /subscriptionsapi/v6.0.3/Subscribers/{number}': { path: { number: number }; answer: Subscriber }
  /** Delete a subscriber */ 'DELETE /subscriptionsapi/v6.0.3/Subscribers/{number}': { path: { number: number }; answer: undefined }
  /** List subscription lines by pages */ 'GET /subscriptionsapi/v6.0.3/subscriptionlines/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: SubscriptionLine[] }
  /** List subscription lines by cursor */ 'GET /subscriptionsapi/v6.0.3/subscriptionlines': { query: { cursor?: string; filter?: string }; answer: SubscriptionLineCursorResults }
  /** Count subscription lines */ 'GET /subscriptionsapi/v6.0.3/subscriptionlines/count': { query: { filter?: string }; answer: number }
  /** Read a subscription line */ 'GET /subscriptionsapi/v6.0.3/subscriptions/{subscriptionNumber}/lines/{number}': { path: { subscriptionNumber: number; number: number }; answer: SubscriptionLine }
  /** Delete a subscription line */ 'DELETE /subscriptionsapi/v6.0.3/subscriptions/{subscriptionNumber}/lines/{number}': { path: { subscriptionNumber: number; number: number }; answer: undefined }
  /** Create a subscription line */ 'POST /subscriptionsapi/v6.0.3/subscriptions/{subscriptionNumber}/lines': { path: { subscriptionNumber: number }; body: SubscriptionLineCreate; answer: CreatedResult }
  /** Update a subscription line */ 'PUT /subscriptionsapi/v6.0.3/subscriptions/{subscriptionNumber}/lines': { path: { subscriptionNumber: number }; body: SubscriptionLineUpdate; answer: undefined }
  /** The lines of a subscription, by number */ 'GET /subscriptionsapi/v6.0.3/subscriptions/{subscriptionNumber}/lines': { path: { subscriptionNumber: number }; answer: SubscriptionLine[] }
  /** List subscriptions by cursor */ 'GET /subscriptionsapi/v6.0.3/Subscriptions': { query: { cursor?: string; filter?: string }; answer: SubscriptionCursorResults }
  /** Create a subscription */ 'POST /subscriptionsapi/v6.0.3/Subscriptions': { body: SubscriptionCreate; answer: CreatedResult }
  /** Update a subscription */ 'PUT /subscriptionsapi/v6.0.3/Subscriptions': { body: SubscriptionUpdate; answer: undefined }
  /** List subscriptions by pages */ 'GET /subscriptionsapi/v6.0.3/Subscriptions/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Subscription[] }
  /** Count subscriptions */ 'GET /subscriptionsapi/v6.0.3/Subscriptions/count': { query: { filter?: string }; answer: number }
  /** Read a subscription */ 'GET /subscriptionsapi/v6.0.3/Subscriptions/{number}': { path: { number: number }; answer: Subscription }
  /** Delete a subscription */ 'DELETE /subscriptionsapi/v6.0.3/Subscriptions/{number}': { path: { number: number }; answer: undefined }
}
