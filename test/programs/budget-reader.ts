import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Budgets 2.0.0, with pageSize on a cursor list. */
export const budgetReader: Program = {
  does: 'reads the budget of a year beside its accounts',
  async run({ all, read }) {
    const figures = await all('/budgetsapi/v2.0.0/budget-figures?pageSize=1000')
    expect(figures.length).toBe(await read('/budgetsapi/v2.0.0/budget-figures/count'))
    const accounts = new Set((await all('/accountsapi/v7.0.1/Accounts')).map(({ number }) => number))
    for (const { accountNumber } of figures) expect(accounts).toContain(accountNumber)
  },
}

/** Subscriptions 2.0.0. */
export const subscriptionListing: Program = {
  does: 'lists who subscribes to what, and until when',
  async run({ all }) {
    const subscriptions = new Set((await all('/subscriptionsapi/v2.0.0/Subscriptions')).map(({ number }) => number))
    const subscribers = await all('/subscriptionsapi/v2.0.0/Subscribers?skipPages=0')
    expect(subscribers.length).toBeGreaterThan(0)
    for (const { subscriptionNumber } of subscribers) expect(subscriptions).toContain(subscriptionNumber)
    for (const { productNumber } of await all('/subscriptionsapi/v2.0.0/subscriptionlines')) {
      expect(['number', 'undefined', 'object']).toContain(typeof productNumber)
    }
  },
}
