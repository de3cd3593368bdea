import type { Api } from '../../resource/resource.ts'
import { subscriptionLines } from './lines.ts'
import { subscribers } from './subscribers.ts'
import { subscriptions } from './subscriptions.ts'

/** Specification document 3, Subscriptions. */
export const subscriptionsApi: Api = {
  name: 'subscriptions',
  title: 'Subscriptions',
  prefix: '/subscriptionsapi',
  version: '6.0.3',
  style: 'problem',
  groups: [subscribers, subscriptionLines, subscriptions],
}
