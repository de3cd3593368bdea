// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface Contact {
  /** The number that identifies the contact. */ number: number
  /** The number of the customer. It cannot be changed. */ customerNumber: number
  /** The number people see, counted from 1 per customer. */ userInterfaceNumber: number
  /** The name. */ name: string
  /** The e-mail address. */ email: string | null
  /** The phone number. */ phone: string | null
  /** A remark. */ notes: string | null
  /** The identifier that e-invoices carry for the contact. */ eInvoiceId: string | null
  /** When the contact was last changed, UTC. */ lastUpdated: string
  /** The contact gets a copy of quotes by e-mail. Left out when false. */ receiveQuotes?: boolean
  /** The contact gets a copy of orders by e-mail. Left out when false. */ receiveOrders?: boolean
  /** The contact gets a copy of invoices by e-mail. Left out when false. */ receiveInvoices?: boolean
  /** true: e-invoices name the contact. Left out when false. */ receiveEInvoices?: boolean
  /** The contact gets a copy of statements by e-mail. Left out when false. */ receiveStatementOfAccounts?: boolean
  /** The contact gets a copy of reminders by e-mail. Left out when false. */ receiveReminders?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
  /** The contact was deleted; it stays for the documents that name it. Left out when false. */ isDeleted?: boolean
  /** The contact is in use. Left out when false. */ active?: boolean
}

export interface ContactCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Contact[]
}

export type ContactCreate = Body<Contact, 'customerNumber' | 'name', 'number' | 'userInterfaceNumber' | 'lastUpdated' | 'objectVersion' | 'isDeleted' | 'active'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type ContactUpdate = Body<Contact, 'number' | 'customerNumber' | 'name' | 'objectVersion', never>

export interface Customer {
  /** The number of the customer. */ customerNumber: number
  /** The group of the customer: its account sums up what the customer owes. The Setup’s group where left out. */ customerGroupNumber: number
  /** 1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 8 and up: zones of the agreement. */ zone: number
  /** The base currency where left out. */ currency: string | null
  /** false: the customer is barred. Left out when false. */ access?: boolean
  /** The name. */ name: string | null
  /** Street and house number. */ address1: string | null
  /** A second line of the address. */ address2: string | null
  /** The postal code. */ postCode: string | null
  /** The town. */ city: string | null
  /** The country. */ country: string | null
  /** The name of the person to talk to. */ contactPerson: string | null
  /** The phone number. */ phone: string | null
  /** Addresses, separated by blanks. */ email: string | null
  /** Days of credit. For information: due dates follow from the payment term. */ paymentDays: number | null
  /** The bank account. */ bankAccount: string | null
  /** The customer’s registration number, in Denmark the CVR number. */ cvrNo: string | null
  /** The employee that documents name as our reference. */ ourRef: number | null
  /** The layout of documents that are sent. */ layoutGroup: number | null
  /** The payment term: it gives the due date. */ paymentTermId: number | null
  /** The web site. */ homepage: string | null
  /** The contact that documents name as the customer’s reference. */ defaultTheirRef: number | null
  /** The contact that documents are addressed to. */ defaultAttention: number | null
  /** The layout of documents that are printed. */ layoutGroupPrint: number | null
  /** 1 Danish, 2 English, 3 Norwegian, 4 Swedish, 5 German. */ language: number | null
  /** The discount group of customers. */ discountGroupNumber: number | null
  /** The price group: its special prices hold for the customer. */ priceGroupNumber: number | null
  /** The delivery location of new documents, unless it is barred. */ defaultDeliveryLocation: number | null
  /** The EAN location number of 13 digits, to which e-invoices go. */ eanLocationNumber: string | null
  /** The order reference that a public customer asks for on its invoices. */ voucherNumber: string | null
  /** The county or region. */ county: string | null
  /** The VAT number. */ vatNo: string | null
  /** Blocks nothing; 0: none. */ creditMaximum: number | null
  /** The Peppol identifier of the customer, scheme and number, such as 0184:12345674. */ recipientPeppol: string | null
  /** The discount of the customer on every product, in per cent. */ defaultDiscountPct: number | null
  /** The giro number. */ bankGiroNumber: string | null
  /** The bank account as IBAN. */ iban: string | null
  /** The SWIFT code (BIC) of the bank. */ swift: string | null
  /** The day of the mandate for direct debits. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ directDebitMandateDate: string | null
  /** The P-number of the customer, that of a place of production: 10 digits. */ pnr: string | null
  /** 1 EAN, 2 CVR, 3 P-number, 4 Peppol. */ nemHandelReceiverType: number | null
  /** The mobile phone. */ mobilePhone: string | null
  /** 0 that of the document, else as language. */ emailAttachmentLanguage: number
  /** true: invoices go by e-mail, even if the customer can receive e-invoices. Left out when false. */ defaultDisableEInvoicing?: boolean
  /** Who gets invoices: e-mail addresses, separated by blanks. */ defaultInvoiceRecipient: string | null
  /** The number of the e-mail template for invoices. */ defaultInvoiceTemplate: number | null
  /** Who gets orders: e-mail addresses, separated by blanks. */ defaultOrderRecipient: string | null
  /** The number of the e-mail template for orders. */ defaultOrderTemplate: number | null
  /** Who gets quotes: e-mail addresses, separated by blanks. */ defaultQuoteRecipient: string | null
  /** The number of the e-mail template for quotes. */ defaultQuoteTemplate: number | null
  /** Who gets reminders: e-mail addresses, separated by blanks. */ defaultReminderRecipient: string | null
  /** The number of the e-mail template for reminders. */ defaultReminderTemplate: number | null
  /** Who gets statements: e-mail addresses, separated by blanks. */ defaultStatementOfAccountRecipient: string | null
  /** The number of the e-mail template for statements. */ defaultStatementOfAccountTemplate: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface CustomerCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Customer[]
}

export type CustomerCreate = Body<Customer, 'customerNumber' | 'zone' | 'name' | 'paymentTermId', 'objectVersion'>

export interface CustomerCreatedResult {
  /** Identifies the item created. */ customerNumber: number
}

export type CustomerUpdate = Body<Customer, 'zone' | 'name' | 'paymentTermId' | 'objectVersion', never>

export interface DeliveryLocation {
  /** The number that identifies the delivery location. */ number: number
  /** The number of the customer. It cannot be changed. */ customerNumber: number
  /** The number people see, counted from 1 per customer. */ userInterfaceNumber: number
  /** Street and house number. */ address: string | null
  /** The town. */ city: string | null
  /** The country. */ country: string | null
  /** The postal code. */ postalCode: string | null
  /** The terms of deliveries to the location. */ termsOfDelivery: string | null
  /** The identifier that e-invoices carry for the delivery location. */ eInvoiceId: string | null
  /** true: the delivery location is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the delivery location was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DeliveryLocationCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DeliveryLocation[]
}

export type DeliveryLocationCreate = Body<DeliveryLocation, 'customerNumber', 'number' | 'userInterfaceNumber' | 'lastUpdated' | 'objectVersion'>

export type DeliveryLocationUpdate = Body<DeliveryLocation, 'number' | 'customerNumber' | 'objectVersion', never>

export interface Setup {
  /** The group of new customers that name none. */ defaultCustomerGroupNumber: number | null
  /** The layout of new documents, where the customer has none. */ defaultLayoutNumber: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface Resources {
  contacts: Of<{ item: Contact; key: number; create: ContactCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  customers: Of<{ item: Customer; key: number; create: CustomerCreate; created: CustomerCreatedResult }, 'page' | 'list' | 'create' | 'count' | 'get' | 'delete' | 'update'>
  deliveryLocations: Of<{ item: DeliveryLocation; key: number; create: DeliveryLocationCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  setup: Of<{ item: Setup; key: void }, 'get'>
}

export interface Calls {
  /** List contacts by cursor */ 'GET /customersapi/v3.1.0/Contacts': { query: { cursor?: string; filter?: string }; answer: ContactCursorResults }
  /** Create a contact */ 'POST /customersapi/v3.1.0/Contacts': { body: ContactCreate; answer: CreatedResult }
  /** Update a contact */ 'PUT /customersapi/v3.1.0/Contacts': { body: ContactUpdate; answer: undefined }
  /** List contacts by pages */ 'GET /customersapi/v3.1.0/Contacts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Contact[] }
  /** Count contacts */ 'GET /customersapi/v3.1.0/Contacts/count': { query: { filter?: string }; answer: number }
  /** Read a contact */ 'GET /customersapi/v3.1.0/Contacts/{number}': { path: { number: number }; answer: Contact }
  /** Delete a contact */ 'DELETE /customersapi/v3.1.0/Contacts/{number}': { path: { number: number }; answer: undefined }
  /** List customers by pages */ 'GET /customersapi/v3.1.0/Customers/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Customer[] }
  /** List customers by cursor */ 'GET /customersapi/v3.1.0/Customers': { query: { cursor?: string; filter?: string }; answer: CustomerCursorResults }
  /** Create a customer */ 'POST /customersapi/v3.1.0/Customers': { body: CustomerCreate; answer: CustomerCreatedResult }
  /** Count customers */ 'GET /customersapi/v3.1.0/Customers/count': { query: { filter?: string }; answer: number }
  /** Read a customer */ 'GET /customersapi/v3.1.0/Customers/{number}': { path: { number: number }; answer: Customer }
  /** Delete a customer */ 'DELETE /customersapi/v3.1.0/Customers/{number}': { path: { number: number }; answer: undefined }
  /** Update a customer */ 'PUT /customersapi/v3.1.0/Customers/{number}': { path: { number: number }; body: CustomerUpdate; answer: undefined }
  /** List delivery locations by cursor */ 'GET /customersapi/v3.1.0/DeliveryLocations': { query: { cursor?: string; filter?: string }; answer: DeliveryLocationCursorResults }
  /** Create a delivery location */ 'POST /customersapi/v3.1.0/DeliveryLocations': { body: DeliveryLocationCreate; answer: CreatedResult }
  /** Update a delivery location */ 'PUT /customersapi/v3.1.0/DeliveryLocations': { body: DeliveryLocationUpdate; answer: undefined }
  /** List delivery locations by pages */ 'GET /customersapi/v3.1.0/DeliveryLocations/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DeliveryLocation[] }
  /** Count delivery locations */ 'GET /customersapi/v3.1.0/DeliveryLocations/count': { query: { filter?: string }; answer: number }
  /** Read a delivery location */ 'GET /customersapi/v3.1.0/DeliveryLocations/{number}': { path: { number: number }; answer: DeliveryLocation }
  /** Delete a delivery location */ 'DELETE /customersapi/v3.1.0/DeliveryLocations/{number}': { path: { number: number }; answer: undefined }
  /** Read a setup */ 'GET /customersapi/v3.1.0/Setup': { answer: Setup }
}
