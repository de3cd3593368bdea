import { expect } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'

export const WEBHOOKS = '/webhooksapi/v1.0.0/webhooks'
export const OURS = '/daybookapi/v1.0.0'
export const DELIVERIES = `${OURS}/webhook-deliveries`

/** A webhook as a client registers it. */
export const webhook = (more: object = {}): object => ({
  eventType: 'CUSTOMER_UPDATED',
  name: 'CRM',
  url: 'https://receiver.example/hook',
  contentType: 'application/json',
  ...more,
})

/** A client whose agreement has a webhook for the event type. */
export async function receiver(service: Pick<TestService, 'client'>, more: object = {}): Promise<Client> {
  const client = await service.client()
  const made = await client.post(WEBHOOKS, webhook(more))
  expect(made.status, made.text).toBe(201)
  return client
}

/** Changes the webhook as it is now. @returns the answer of the PUT. */
export async function changeWebhook(client: Client, more: object, eventType = 'CUSTOMER_UPDATED') {
  const item = (await client.get(`${WEBHOOKS}/${eventType}`)).json as Record<string, unknown>
  const given = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
  return await client.put(WEBHOOKS, { ...given, ...more })
}
