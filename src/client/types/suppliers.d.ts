// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface Contact {
  /** The number that identifies the contact. */ number: number
  /** The number of the supplier. It cannot be changed. */ supplierNumber: number
  /** The number shown in the web interface, counted from 1 per supplier. */ userInterfaceNumber: number
  /** The name. */ name: string
  /** The e-mail address. */ email: string | null
  /** The phone number. */ phone: string | null
  /** A remark. */ notes: string | null
  /** When the contact was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The contact was deleted; it stays for the documents that name it. Left out when false. */ isDeleted?: boolean
  /** The contact is in use. Left out when false. */ active?: boolean
}

export interface ContactCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Contact[]
}

export type ContactCreate = Body<Contact, 'supplierNumber' | 'name', 'number' | 'userInterfaceNumber' | 'lastUpdated' | 'objectVersion' | 'isDeleted' | 'active'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type ContactUpdate = Body<Contact, 'number' | 'supplierNumber' | 'name' | 'objectVersion', never>

export interface Group {
  /** The number that identifies the group. */ number: number
  /** The name. */ name: string
  /** The summary account: it sums up what is owed to the suppliers of the group. */ accountNumber: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface GroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Group[]
}

export type GroupCreate = Body<Group, 'number' | 'name' | 'accountNumber', 'objectVersion'>

export type GroupUpdate = Body<Group, 'number' | 'name' | 'accountNumber' | 'objectVersion', never>

export interface Resources {
  contacts: Of<{ item: Contact; key: number; create: ContactCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  groups: Of<{ item: Group; key: number; create: GroupCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
}

export interface Calls {
  /** List contacts by cursor */ 'GET /suppliersapi/v2.0.0/Contacts': { query: { cursor?: string; filter?: string }; answer: ContactCursorResults }
  /** Create a contact */ 'POST /suppliersapi/v2.0.0/Contacts': { body: ContactCreate; answer: CreatedResult }
  /** Update a contact */ 'PUT /suppliersapi/v2.0.0/Contacts': { body: ContactUpdate; answer: undefined }
  /** List contacts by pages */ 'GET /suppliersapi/v2.0.0/Contacts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Contact[] }
  /** Count contacts */ 'GET /suppliersapi/v2.0.0/Contacts/count': { query: { filter?: string }; answer: number }
  /** Read a contact */ 'GET /suppliersapi/v2.0.0/Contacts/{number}': { path: { number: number }; answer: Contact }
  /** Delete a contact */ 'DELETE /suppliersapi/v2.0.0/Contacts/{number}': { path: { number: number }; answer: undefined }
  /** List groups by cursor */ 'GET /suppliersapi/v2.0.0/Groups': { query: { cursor?: string; filter?: string }; answer: GroupCursorResults }
  /** Create a group */ 'POST /suppliersapi/v2.0.0/Groups': { body: GroupCreate; answer: CreatedResult }
  /** Update a group */ 'PUT /suppliersapi/v2.0.0/Groups': { body: GroupUpdate; answer: undefined }
  /** List groups by pages */ 'GET /suppliersapi/v2.0.0/Groups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Group[] }
  /** Count groups */ 'GET /suppliersapi/v2.0.0/Groups/count': { query: { filter?: string }; answer: number }
  /** Read a group */ 'GET /suppliersapi/v2.0.0/Groups/{number}': { path: { number: number }; answer: Group }
  /** Delete a group */ 'DELETE /suppliersapi/v2.0.0/Groups/{number}': { path: { number: number }; answer: undefined }
}
