// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface AttachedDocument {
  /** The number that identifies the attached document. */ number: number
  /** A remark on the document. */ note: string | null
  /** Of all the files that it is made of. */ pageCount: number | null
  /** The number of the voucher: entries of one voucher belong together and sum to zero. */ voucherNumber: number
  /** An accounting year by its name, such as 2026 or 2026a. */ accountingYear: string
}

export interface AttachedDocumentCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: AttachedDocument[]
}

export interface AttachedDocumentCreate {
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

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export interface AttachedDocuments {
  /** The numbers of the documents. */ documentNumbers: number[]
}

export interface Resources {
  attachedDocuments: Of<{ item: AttachedDocument; key: number }, 'list' | 'page' | 'count' | 'get' | 'delete'>
}

export interface Calls {
  /** List attached documents by cursor */ 'GET /documentsapi/v4.0.1/AttachedDocuments': { query: { cursor?: string; filter?: string }; answer: AttachedDocumentCursorResults }
  /** Attach a PDF, JPEG or PNG to a voucher */ 'POST /documentsapi/v4.0.1/AttachedDocuments': { body: FormData; answer: CreatedResult }
  /** List attached documents by pages */ 'GET /documentsapi/v4.0.1/AttachedDocuments/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: AttachedDocument[] }
  /** Count attached documents */ 'GET /documentsapi/v4.0.1/AttachedDocuments/count': { query: { filter?: string }; answer: number }
  /** Read an attached document */ 'GET /documentsapi/v4.0.1/AttachedDocuments/{number}': { path: { number: number }; answer: AttachedDocument }
  /** Delete an attached document */ 'DELETE /documentsapi/v4.0.1/AttachedDocuments/{number}': { path: { number: number }; answer: undefined }
  /** The document as one PDF; an image is a page of it */ 'GET /documentsapi/v4.0.1/AttachedDocuments/{number}/pdf': { path: { number: number }; answer: Blob }
  /** Delete several documents, all or none */ 'DELETE /documentsapi/v4.0.1/AttachedDocuments/deletebulk': { body: AttachedDocuments; answer: undefined }
}
