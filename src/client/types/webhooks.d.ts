// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface EventTypeMergeField {
  /** The name of the merge field: `[NAME]` in the address and the body stands for its value. */ fieldName?: string | null
  /** A description. */ description?: string | null
}

export interface EventType {
  /** The name. */ name?: string | null
  /** A description. */ description?: string | null
  /** The merge fields of the event, with their values or what they stand for. */ mergeFields?: EventTypeMergeField[] | null
}

export interface StringStringKeyValuePair {
  /** The name of the header. */ key: string
  /** The value of the header. */ value: string
}

export interface Webhook {
  /** One of CUSTOMER_UPDATED, INVOICE_BOOKED, JOURNAL_BOOKED, ORDER_UPDATED, PRODUCT_UPDATED, PROJECT_UPDATED, QUOTATION_UPDATED. */ eventType: string
  /** The name. */ name: string
  /** https, by RFC 3986, to the public internet; merge fields such as [NEWNUMBER] in path and query. */ url: string
  /** The Content-Type of the request. */ contentType: string
  /** The body of the request, with merge fields; none: an empty body. */ postData: string | null
  /** At most 1000 characters as JSON. */ customHeaders: StringStringKeyValuePair[] | null
  /** true: nothing is sent to the webhook. Left out when false. */ isDisabled?: boolean
  /** When the webhook was last disabled, UTC. */ lastDisabledDate: string | null
  /** When the webhook was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface WebhookCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Webhook[]
}

export type WebhookCreate = Body<Webhook, 'eventType' | 'name' | 'url' | 'contentType', 'lastDisabledDate' | 'lastUpdated' | 'objectVersion'>

export interface WebhookCreatedResult {
  /** Identifies the item created. */ eventType: string
}

export type WebhookUpdate = Body<Webhook, 'eventType' | 'name' | 'url' | 'contentType' | 'objectVersion', never>

export interface Resources {
  webhooks: Of<{ item: Webhook; key: string; create: WebhookCreate; created: WebhookCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
}

export interface Calls {
  /** Every event type with its merge fields */ 'GET /webhooksapi/v1.0.0/EventTypes': { answer: EventType[] }
  /** List webhooks by cursor */ 'GET /webhooksapi/v1.0.0/webhooks': { query: { cursor?: string; filter?: string }; answer: WebhookCursorResults }
  /** Create a webhook */ 'POST /webhooksapi/v1.0.0/webhooks': { body: WebhookCreate; answer: WebhookCreatedResult }
  /** Update a webhook */ 'PUT /webhooksapi/v1.0.0/webhooks': { body: WebhookUpdate; answer: undefined }
  /** List webhooks by pages */ 'GET /webhooksapi/v1.0.0/webhooks/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Webhook[] }
  /** Count webhooks */ 'GET /webhooksapi/v1.0.0/webhooks/count': { query: { filter?: string }; answer: number }
  /** Read a webhook */ 'GET /webhooksapi/v1.0.0/webhooks/{eventType}': { path: { eventType: string }; answer: Webhook }
  /** Delete a webhook */ 'DELETE /webhooksapi/v1.0.0/webhooks/{eventType}': { path: { eventType: string }; answer: undefined }
}
