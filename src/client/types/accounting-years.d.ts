// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface AccountingYearPeriod {
  /** The number of the period in its accounting year, from 1. */ periodNumber: number
  /** The name of the accounting year, such as 2026 or 2026a. */ year: string | null
  /** The first day of the accounting year period. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dateFrom: string
  /** The last day of the accounting year period. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dateTo: string
  /** The accounting year period is closed: nothing can be booked in it any more, for good. Left out when false. */ isClosed?: boolean
  /** true: the accounting year period is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface AccountingYearPeriodCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of `dateFrom`. */ items: AccountingYearPeriod[]
}

export interface AccountingYear {
  /** The name of the accounting year, such as 2026 or 2026a. */ year: string | null
  /** The first day of the accounting year. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dateFrom: string
  /** The last day of the accounting year. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dateTo: string
  /** The accounting year is closed: nothing can be booked in it any more, for good. Left out when false. */ isClosed?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export type AccountingYearCreate = Body<AccountingYear, 'dateFrom' | 'dateTo', 'year' | 'objectVersion'>

export interface AccountingYearCreatedResult {
  /** Identifies the item created. */ year: string
}

export interface Resources {
  accountingYearPeriods: Of<{ item: AccountingYearPeriod; key: number }, 'list' | 'page' | 'count' | 'get'>
  accountingYears: Of<{ item: AccountingYear; key: string; create: AccountingYearCreate; created: AccountingYearCreatedResult }, 'get' | 'page' | 'count' | 'create'>
}

export interface Calls {
  /** List accounting year periods by cursor */ 'GET /accountingyearsapi/v2.0.1/accountingYears/periods': { query: { cursor?: string; filter?: string }; answer: AccountingYearPeriodCursorResults }
  /** List accounting year periods by pages */ 'GET /accountingyearsapi/v2.0.1/accountingYears/periods/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: AccountingYearPeriod[] }
  /** Count accounting year periods */ 'GET /accountingyearsapi/v2.0.1/accountingYears/periods/count': { query: { filter?: string }; answer: number }
  /** Read a period by its number */ 'GET /accountingyearsapi/v2.0.1/accountingYears/periods/{number}': { path: { number: number }; answer: AccountingYearPeriod }
  /** Read an accounting year */ 'GET /accountingyearsapi/v2.0.1/AccountingYears/{year}': { path: { year: string }; answer: AccountingYear }
  /** Delete an accounting year that has no entries */ 'DELETE /accountingyearsapi/v2.0.1/AccountingYears/{year}': { path: { year: string }; answer: undefined }
  /** List accounting years by pages */ 'GET /accountingyearsapi/v2.0.1/AccountingYears/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: AccountingYear[] }
  /** Count accounting years */ 'GET /accountingyearsapi/v2.0.1/AccountingYears/count': { query: { filter?: string }; answer: number }
  /** Create an accounting year */ 'POST /accountingyearsapi/v2.0.1/AccountingYears': { body: AccountingYearCreate; answer: AccountingYearCreatedResult }
}
