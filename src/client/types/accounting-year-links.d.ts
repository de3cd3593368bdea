// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface Resources {

}

export interface Calls {
  /** One accounting year */ 'GET /accounting-years/{accountingYear}': { path: { accountingYear: string }; answer: { year: string; fromDate: string; toDate: string; closed?: boolean; periods: string; totals: string; self: string } }
  /** The chart of accounts with the totals of the year */ 'GET /accounting-years/{accountingYear}/totals': { path: { accountingYear: string }; query: { skipPages?: number; pageSize?: number }; answer: { collection: { account: { accountNumber: number; name: string; self: string }; openingInBaseCurrency: number; debitInBaseCurrency: number; creditInBaseCurrency: number; totalInBaseCurrency: number }[]; pagination: { pageSize: number; skipPages: number; maxPageSizeAllowed: number; results: number; firstPage: string; lastPage: string }; self: string } }
  /** The periods of an accounting year */ 'GET /accounting-years/{accountingYear}/periods': { path: { accountingYear: string }; query: { skipPages?: number; pageSize?: number }; answer: { collection: { periodNumber: number; accountingYear: { year: string; self: string }; fromDate: string; toDate: string; closed?: boolean; entries: string; totals: string; self: string }[]; pagination: { pageSize: number; skipPages: number; maxPageSizeAllowed: number; results: number; firstPage: string; lastPage: string }; self: string } }
  /** One period */ 'GET /accounting-years/{accountingYear}/periods/{accountingYearPeriod}': { path: { accountingYear: string; accountingYearPeriod: number }; answer: { periodNumber: number; accountingYear: { year: string; self: string }; fromDate: string; toDate: string; closed?: boolean; entries: string; totals: string; self: string } }
  /** All entries booked in the period */ 'GET /accounting-years/{accountingYear}/periods/{accountingYearPeriod}/entries': { path: { accountingYear: string; accountingYearPeriod: number }; query: { skipPages?: number; pageSize?: number }; answer: { collection: Record<string, unknown>[]; pagination: { pageSize: number; skipPages: number; maxPageSizeAllowed: number; results: number; firstPage: string; lastPage: string }; self: string } }
  /** The chart of accounts with the totals of the period */ 'GET /accounting-years/{accountingYear}/periods/{accountingYearPeriod}/totals': { path: { accountingYear: string; accountingYearPeriod: number }; query: { skipPages?: number; pageSize?: number }; answer: { collection: { account: { accountNumber: number; name: string; self: string }; openingInBaseCurrency: number; debitInBaseCurrency: number; creditInBaseCurrency: number; totalInBaseCurrency: number }[]; pagination: { pageSize: number; skipPages: number; maxPageSizeAllowed: number; results: number; firstPage: string; lastPage: string }; self: string } }
}
