export const SUBSCRIPTIONS = '/subscriptionsapi/v6.0.3/Subscriptions'
export const SUBSCRIBERS = '/subscriptionsapi/v6.0.3/Subscribers'

/** A monthly subscription as a client creates it. */
export const subscription = (more: object = {}): object => ({ name: 'Service', interval: 3, collection: 0, ...more })

/** A subscriber of January 2026 as a client creates it, of the customer that the tests of sales have. */
export const subscriber = (subscriptionNumber: number, more: object = {}): object => ({
  subscriptionNumber,
  customerNumber: 1000,
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  ...more,
})
