import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultNames } from '../conventions/replies.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { changeWebhook, WEBHOOKS, webhook } from './webhooks.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

describe('a merge field one or two letters off', () => {
  const near = {
    url: 'https://receiver.example/[NEWNUMER]',
    postData: '["[oldnumbr]", "[CUSTOMER]", "[NEWNUMBER]", "[a]"]',
  }

  test('stays as it is, and is told with the nearest; others are not', async () => {
    const client = await service.client()
    const made = await client.post(WEBHOOKS, webhook(near))
    expect([made.status, made.headers.get('daybook-notice')]).toEqual([
      201,
      '[NEWNUMER] is no merge field: did you mean [NEWNUMBER]?; [oldnumbr] is no merge field: did you mean [OLDNUMBER]?',
    ])
    expect((await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json).toMatchObject(near)
    const mended = await changeWebhook(client, { url: 'https://receiver.example/', postData: '[CUSTOMER]' })
    expect([mended.status, mended.headers.get('daybook-notice')]).toEqual([204, null])
  })

  test('is refused where the app is read strictly', async () => {
    const client = await service.client({ compatibility: 'strict' })
    const refused = await client.post(WEBHOOKS, webhook(near))
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(
      'postData has [oldnumbr], which is no merge field of CUSTOMER_UPDATED. Did you mean [OLDNUMBER]?',
    )
    expect(faultNames(refused)).toEqual(['url: WebhookMergeFieldUnknown', 'postData: WebhookMergeFieldUnknown'])
    expect((await client.post(WEBHOOKS, webhook({ postData: '[CUSTOMER]' }))).status).toBe(201)
  })
})
