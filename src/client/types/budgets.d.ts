// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface BudgetFigure {
  /** The number that identifies the budget figure. */ number: number
  /** The account that the figure budgets for, of type 1 or 2. */ accountNumber: number
  /** The first day. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ fromDate: string
  /** The last day. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ toDate: string
  /** In base currency; sales are negative and costs positive, as in the ledger. */ amountDefaultCurrency: number
  /** What the figure is for. */ text: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface BudgetFigureCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: BudgetFigure[]
}

export type BudgetFigureCreate = Body<BudgetFigure, 'accountNumber' | 'fromDate' | 'toDate' | 'amountDefaultCurrency', 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type BudgetFigureUpdate = Body<BudgetFigure, 'number' | 'accountNumber' | 'fromDate' | 'toDate' | 'amountDefaultCurrency' | 'objectVersion', never>

export interface Resources {
  budgetFigures: Of<{ item: BudgetFigure; key: number; create: BudgetFigureCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
}

export interface Calls {
  /** List budget figures by cursor */ 'GET /budgetsapi/v2.0.0/budget-figures': { query: { cursor?: string; filter?: string }; answer: BudgetFigureCursorResults }
  /** Create a budget figure */ 'POST /budgetsapi/v2.0.0/budget-figures': { body: BudgetFigureCreate; answer: CreatedResult }
  /** Update a budget figure */ 'PUT /budgetsapi/v2.0.0/budget-figures': { body: BudgetFigureUpdate; answer: undefined }
  /** List budget figures by pages */ 'GET /budgetsapi/v2.0.0/budget-figures/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: BudgetFigure[] }
  /** Count budget figures */ 'GET /budgetsapi/v2.0.0/budget-figures/count': { query: { filter?: string }; answer: number }
  /** Read a budget figure */ 'GET /budgetsapi/v2.0.0/budget-figures/{number}': { path: { number: number }; answer: BudgetFigure }
  /** Delete a budget figure */ 'DELETE /budgetsapi/v2.0.0/budget-figures/{number}': { path: { number: number }; answer: undefined }
}
