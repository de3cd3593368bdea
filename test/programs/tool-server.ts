import { expect } from 'vitest'
import type { Program } from './program.ts'

/**
 * The first page of every service, the newest version of each as the program's author found it, with its trailing
 * slashes.
 */
const LISTS = [
  '/accountingyearsapi/v2.0.1/AccountingYears/paged',
  '/accountsapi/v7.0.0/Accounts/paged',
  '/bookedEntriesapi/v4.0.0/booked-entries/paged',
  '/budgetsapi/v2.0.0/budget-figures/paged',
  '/customersapi/v3.1.0/Customers/paged',
  '/dimensionsapi/v5.3.1/dimensions/paged',
  '/documentsapi/v4.0.1/AttachedDocuments/paged',
  '/journalsapi/v16.0.1/journals/paged',
  '/productsapi/v2.0.0/productspaged/paged',
  '/projectsapi/v1.1.0/Projects/paged',
  '/q2capi/v6.0.0/invoices/drafts/paged',
  '/subscriptionsapi/v6.0.3/Subscriptions/paged',
  '/suppliersapi/v2.0.0/Groups/paged',
  '/webhooksapi/v1.0.0/webhooks/paged',
]

/** Fourteen services behind one tool. */
export const toolServer: Program = {
  does: 'asks all fourteen services for a page and a count, and writes a journal with names in its own case',
  async run({ read, send, call }) {
    for (const path of LISTS) {
      const page = await read(`${path}?pageSize=5&skipPages=0`)
      expect([path, Array.isArray(page)]).toEqual([path, true])
      // Products have no count (contract, Products).
      if (path.includes('/productspaged/')) continue
      const counted = await read(`${path.replace(/(paged)?\/paged$/, '')}/count`)
      expect([path, counted >= page.length]).toEqual([path, true])
    }
    const made = await send('POST', '/journalsapi/v16.0.1/journals', { Name: 'Tool', BalancingBehavior: true })
    expect((await read(`/journalsapi/v16.0.1/journals/${made.json.number}`)).name).toBe('Tool')
    const twice = await call('POST', '/journalsapi/v16.0.1/journals', { body: { Name: 'A', name: 'B' } })
    expect(twice.status).toBe(400)
  },
}
