import type { Api } from '../../resource/versions.ts'
import { eventTypes } from './event-types.ts'
import { webhooks } from './webhooks.ts'

export const webhooksApi: Api = {
  name: 'webhooks',
  title: 'Webhooks',
  prefix: '/webhooksapi',
  version: '1.0.0',
  style: 'problem',
  groups: [eventTypes, webhooks],
}
