// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

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
  /** Always the same: a booked entry never changes. */ objectVersion: string | null
}

export interface BookedEntryCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BookedEntry[]
}

export interface MatchBookedEntries {
  /** The numbers of the booked entries to settle against each other. */ entryIds: number[]
}

export interface MatchedBookedEntriesPair {
  /** The debit. */ fromEntry: number
  /** The day of the debit entry. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ fromEntryDate: string
  /** The entry's whole amount, in its currency. */ fromEntryAmount: number
  /** In base currency. */ fromEntryAmountDKK: number
  /** The credit. */ toEntry: number
  /** The day of the credit entry. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ toEntryDate: string
  /** The entry's whole amount, in its currency. */ toEntryAmount: number
  /** In base currency. */ toEntryAmountDKK: number
}

export interface MatchedBookedEntriesPairCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: MatchedBookedEntriesPair[]
}

export interface Resources {
  bookedEntries: Of<{ item: BookedEntry; key: void }, 'list' | 'page' | 'count'>
  matchedBookedEntriesPairs: Of<{ item: MatchedBookedEntriesPair; key: void }, 'list'>
}

export interface Calls {
  /** List booked entries by cursor */ 'GET /bookedEntriesapi/v4.0.0/booked-entries': { query: { cursor?: string; filter?: string }; answer: BookedEntryCursorResults }
  /** List booked entries by pages */ 'GET /bookedEntriesapi/v4.0.0/booked-entries/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BookedEntry[] }
  /** Count booked entries */ 'GET /bookedEntriesapi/v4.0.0/booked-entries/count': { query: { filter?: string }; answer: number }
  /** Match booked entries of one party: debits with credits, the oldest first */ 'POST /bookedEntriesapi/v4.0.0/booked-entries/match': { body: MatchBookedEntries; answer: undefined }
  /** List matched booked entries pairs by cursor */ 'GET /bookedEntriesapi/v4.0.0/booked-entries/matched-pairs': { query: { cursor?: string; filter?: string }; answer: MatchedBookedEntriesPairCursorResults }
}
