// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface Account {
  /** The number that identifies the account. */ number: number
  /** The name. */ name: string | null
  /** true: the account is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** 1 profit and loss, 2 status (balance sheet), 3 sum from totalFromAccountNumber, 4 heading, 5 heading of a page, 6 sum of its intervals, 7 line that sums nothing. Only 1 and 2 take entries. */ type: 1 | 2 | 3 | 4 | 5 | 6 | 7
  /** The account that the VAT of this account is booked to. */ vatAccountNumber: number | null
  /** The contra account that user interfaces suggest for entries on this account. */ contraAccountNumber: number | null
  /** Of an account of type 3: the first account that it adds up; the last is the account before the sum. */ totalFromAccountNumber: number | null
  /** The account that takes the balance when the next year opens; the same account where left out. */ openingAccountNumber: number | null
  /** The account for realised exchange rate differences of this account. */ realisationAccountNumber: number | null
  /** Of an account of type 6: the intervals that it adds up, such as `1000..4990;6100..6198`. Change them with TotalIntervals. */ totalIntervals: string | null
  /** true: draft entries cannot name the account; only VAT, groups and closing post to it. Left out when false. */ isBlockedForDirectEntries?: boolean
  /** null: no default; false: debit; true: credit. Left out when false. */ isCredit?: boolean | null
  /** The only currency that the account takes. Left out: it takes any. */ currency: string | null
  /** The asset group. Of a draft entry: the group of the asset that the entry buys. */ assetGroupNumber: number | null
  /** The account number as printed, if it differs from `number`. */ displayNumber: string | null
  /** Every entry on the account must have a department. Left out when false. */ isDepartmentMandatory?: boolean
  /** Every entry on the account must have a unit. Left out when false. */ isUnitMandatory?: boolean
  /** One of KeyFigureCodes; 0 none. */ keyFigureCodeNumber: number | null
  /** The VAT code of new entries on the account. */ vatCode: string | null
  /** When the account was last changed, UTC. */ lastUpdated: string | null
  /** A remark on the account. The service does not use it. */ note: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface AccountCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Account[]
}

export type AccountCreate = Body<Account, 'number' | 'name' | 'type', 'totalIntervals' | 'lastUpdated' | 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type AccountUpdate = Body<Account, 'number' | 'name' | 'type' | 'objectVersion', never>

export interface KeyFigureCode {
  /** The number that identifies the key figure code. */ number: number
  /** The name. */ name: string
  /** The first line of a sum that is printed after this line; 0 for none. */ sumFrom1: number
  /** The name of the sum that is printed after this line. */ sum1Text: string
  /** The first line of a second sum after this one; 0 for none. */ sumFrom2: number
  /** The name of a second sum after this line. */ sum2Text: string
  /** true: the line belongs to the balance sheet (10 to 21); false: to the profit and loss (1 to 9). Left out when false. */ isBalance?: boolean
}

export interface KeyFigureCodeCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: KeyFigureCode[]
}

export interface TotalInterval {
  /** The account of type 6 that sums the interval. */ accountNumber: number
  /** The first account of the interval; it need not exist. */ fromAccountNumber: number
  /** The last account of the interval; it need not exist. */ toAccountNumber: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface TotalIntervalCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: TotalInterval[]
}

export type TotalIntervalCreate = Body<TotalInterval, 'accountNumber' | 'fromAccountNumber' | 'toAccountNumber', 'objectVersion'>

export interface TotalIntervalCreatedResult {
  /** Identifies the item created. */ accountNumber: number
}

export type TotalIntervalUpdate = Body<TotalInterval, 'accountNumber' | 'fromAccountNumber' | 'toAccountNumber' | 'objectVersion', never>

export interface Resources {
  accounts: Of<{ item: Account; key: number; create: AccountCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  keyFigureCodes: Of<{ item: KeyFigureCode; key: number }, 'list' | 'page' | 'count' | 'get'>
  totalIntervals: Of<{ item: TotalInterval; key: { accountNumber: number; fromAccountNumber: number }; create: TotalIntervalCreate; created: TotalIntervalCreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
}

export interface Calls {
  /** List accounts by cursor */ 'GET /accountsapi/v7.0.1/Accounts': { query: { cursor?: string; filter?: string }; answer: AccountCursorResults }
  /** Create an account */ 'POST /accountsapi/v7.0.1/Accounts': { body: AccountCreate; answer: CreatedResult }
  /** Update an account */ 'PUT /accountsapi/v7.0.1/Accounts': { body: AccountUpdate; answer: undefined }
  /** List accounts by pages */ 'GET /accountsapi/v7.0.1/Accounts/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Account[] }
  /** Count accounts */ 'GET /accountsapi/v7.0.1/Accounts/count': { query: { filter?: string }; answer: number }
  /** Read an account */ 'GET /accountsapi/v7.0.1/Accounts/{number}': { path: { number: number }; answer: Account }
  /** Delete an account */ 'DELETE /accountsapi/v7.0.1/Accounts/{number}': { path: { number: number }; answer: undefined }
  /** List key figure codes by cursor */ 'GET /accountsapi/v7.0.1/KeyFigureCodes': { query: { cursor?: string; filter?: string }; answer: KeyFigureCodeCursorResults }
  /** List key figure codes by pages */ 'GET /accountsapi/v7.0.1/KeyFigureCodes/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: KeyFigureCode[] }
  /** Count key figure codes */ 'GET /accountsapi/v7.0.1/KeyFigureCodes/count': { query: { filter?: string }; answer: number }
  /** Read a key figure code */ 'GET /accountsapi/v7.0.1/KeyFigureCodes/{number}': { path: { number: number }; answer: KeyFigureCode }
  /** List total intervals by cursor */ 'GET /accountsapi/v7.0.1/TotalIntervals': { query: { cursor?: string; filter?: string }; answer: TotalIntervalCursorResults }
  /** Create a total interval */ 'POST /accountsapi/v7.0.1/TotalIntervals': { body: TotalIntervalCreate; answer: TotalIntervalCreatedResult }
  /** Update a total interval */ 'PUT /accountsapi/v7.0.1/TotalIntervals': { body: TotalIntervalUpdate; answer: undefined }
  /** List total intervals by pages */ 'GET /accountsapi/v7.0.1/TotalIntervals/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: TotalInterval[] }
  /** Count total intervals */ 'GET /accountsapi/v7.0.1/TotalIntervals/count': { query: { filter?: string }; answer: number }
  /** Read a total interval */ 'GET /accountsapi/v7.0.1/TotalIntervals/{accountNumber}/{fromAccountNumber}': { path: { accountNumber: number; fromAccountNumber: number }; answer: TotalInterval }
  /** Delete a total interval */ 'DELETE /accountsapi/v7.0.1/TotalIntervals/{accountNumber}/{fromAccountNumber}': { path: { accountNumber: number; fromAccountNumber: number }; answer: undefined }
  /** The first interval of an account */ 'GET /accountsapi/v7.0.1/TotalIntervals/{number}': { path: { number: number }; answer: TotalInterval }
}
