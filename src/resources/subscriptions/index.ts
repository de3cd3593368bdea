import { changed, changedAll, withoutFilter, without, withoutLocation } from '../../resource/differences.ts'
import { day, int32 } from '../../resource/fields.ts'
import { type Api, aliases } from '../../resource/versions.ts'
import { subscriptionLines } from './lines.ts'
import { subscribers } from './subscribers.ts'
import { subscriptions } from './subscriptions.ts'

/** Days of subscribers. They had a time before 6.0.0, which is dropped. */
const DAYS = ['startDate', 'endDate', 'discountExpiryDate', 'registrationDate', 'expiryDate'] as const

/** Subscriptions, their lines and their subscribers. */
export const subscriptionsApi: Api = {
  name: 'subscriptions',
  title: 'Subscriptions',
  prefix: '/subscriptionsapi',
  version: '6.0.3',
  style: 'problem',
  groups: [subscribers, subscriptionLines, subscriptions],
  // The lengths before 5.0.0 are unknown, so today's apply.
  older: [
    ...aliases('6.0.2', '6.0.1', '6.0.0'),
    { version: '5.0.1', differences: changedAll('Subscribers', DAYS, (date) => date.retyped(day())) },
    ...aliases('5.0.0', '4.0.2'),
    { version: '4.0.1', differences: [changed('SubscriptionLines', 'description', (text) => text.atMost(100))] },
    { version: '4.0.0', differences: [withoutFilter('Subscribers', 'extraTextForInvoice')] },
    {
      version: '3.0.2',
      differences: [
        changed('SubscriptionLines', 'quantity', (it) => it.retyped(int32()).narrowedTo('trunc(t.quantity)')),
      ],
    },
    { version: '3.0.1', differences: [changed('Subscribers', 'comments', (comments) => comments.atMost(255))] },
    {
      version: '3.0.0',
      differences: ['Subscribers', 'SubscriptionLines', 'Subscriptions'].map((group) => withoutLocation(group)),
    },
    {
      version: '2.0.0',
      differences: [changed('SubscriptionLines', 'productNumber', (it) => it.asNumber().filter(['eq', 'ne']))],
    },
    {
      version: '1.0.0',
      differences: [without('Subscribers', 'draftDocumentId'), without('Subscribers', 'bookedInvoiceId')],
    },
  ],
}
