// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type * as accounts from './accounts.d.ts'
import type * as accountingYears from './accounting-years.d.ts'
import type * as accountingYearLinks from './accounting-year-links.d.ts'
import type * as bookedEntries from './booked-entries.d.ts'
import type * as budgets from './budgets.d.ts'
import type * as customers from './customers.d.ts'
import type * as daybook from './daybook.d.ts'
import type * as dimensions from './dimensions.d.ts'
import type * as documents from './documents.d.ts'
import type * as journals from './journals.d.ts'
import type * as products from './products.d.ts'
import type * as projects from './projects.d.ts'
import type * as projectResources from './project-resources.d.ts'
import type * as sales from './sales.d.ts'
import type * as subscriptions from './subscriptions.d.ts'
import type * as suppliers from './suppliers.d.ts'
import type * as webhooks from './webhooks.d.ts'

/** The resources of each API. */
export interface Apis {
  accounts: accounts.Resources
  accountingYears: accountingYears.Resources
  accountingYearLinks: accountingYearLinks.Resources
  bookedEntries: bookedEntries.Resources
  budgets: budgets.Resources
  customers: customers.Resources
  daybook: daybook.Resources
  dimensions: dimensions.Resources
  documents: documents.Resources
  journals: journals.Resources
  products: products.Resources
  projects: projects.Resources
  projectResources: projectResources.Resources
  sales: sales.Resources
  subscriptions: subscriptions.Resources
  suppliers: suppliers.Resources
  webhooks: webhooks.Resources
}

/** What each operation takes and answers. */
export interface Calls extends accounts.Calls, accountingYears.Calls, accountingYearLinks.Calls, bookedEntries.Calls, budgets.Calls, customers.Calls, daybook.Calls, dimensions.Calls, documents.Calls, journals.Calls, products.Calls, projects.Calls, projectResources.Calls, sales.Calls, subscriptions.Calls, suppliers.Calls, webhooks.Calls {}


export type { accounts, accountingYears, accountingYearLinks, bookedEntries, budgets, customers, daybook, dimensions, documents, journals, products, projects, projectResources, sales, subscriptions, suppliers, webhooks }
