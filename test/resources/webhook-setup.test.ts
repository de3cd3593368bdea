import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilPasses } from '../patience.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { testVault } from '../service/secret-key.ts'
import { codeOf } from './bookkeeping.ts'
import { OURS, receiver, WEBHOOKS } from './webhooks.ts'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

describe('the secret', () => {
  const path = `${OURS}/webhook-secrets/CUSTOMER_UPDATED`
  const stored = async (client: Client): Promise<unknown> => {
    const [row] = await service.database.rows<{ secret: string; previous_secret: string; hours: number }>(
      `SELECT secret, previous_secret, round(extract(epoch FROM previous_secret_until - now()) / 3600)::int AS hours
       FROM webhook WHERE agreement = $1`,
      [client.agreement],
    )
    const open = (text: string): Promise<string> => testVault.open(client.agreement, text)
    return { ...row, secret: await open(row!.secret), previous_secret: await open(row!.previous_secret) }
  }

  test('is 32 random bytes after Standard Webhooks, of its own for each webhook', async () => {
    const [one, other] = [await receiver(service), await receiver(service)]
    const secrets = [(await one.get(path)).json, (await other.get(path)).json]
    for (const { eventType, secret } of secrets) {
      expect(eventType).toBe('CUSTOMER_UPDATED')
      expect(Buffer.from(/^whsec_([A-Za-z0-9+/]{43}=)$/.exec(secret)![1]!, 'base64')).toHaveLength(32)
    }
    expect(secrets[0]).not.toEqual(secrets[1])
  })

  test('is rotated: the previous one stays for 24 hours, the one before it does not', async () => {
    const client = await receiver(service)
    const first = (await client.get(path)).json.secret
    const item = (await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json
    const rotated = await client.post(`${path}/rotate`)
    expect([rotated.status, rotated.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect((await client.get(path)).json).toEqual(rotated.json)
    const second = rotated.json.secret
    expect(second).not.toBe(first)
    expect(await stored(client)).toEqual({ secret: second, previous_secret: first, hours: 24 })
    const third = (await client.post(`${path}/rotate`)).json.secret
    expect(await stored(client)).toEqual({ secret: third, previous_secret: second, hours: 24 })
    expect((await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json).toEqual(item)
  })

  test('is that of a webhook that exists', async () => {
    const client = await service.client()
    for (const reply of [await client.get(path), await client.post(`${path}/rotate`)]) {
      expect(codeOf(reply)).toEqual([404, 'NotFound', 'eventType'])
    }
  })

  test('stands in no log', async () => {
    const client = await receiver(service)
    const secrets = [
      (await client.get(path)).json.secret,
      (await client.post(`${path}/rotate`)).json.secret,
    ] as string[]
    const log = await untilPasses(() => {
      const lines = service.log.filter((line) => line.agreement === client.agreement)
      expect(lines.map((line) => line.path)).toContain(`${path}/rotate`)
      return JSON.stringify(lines)
    })
    for (const secret of secrets) expect(log).not.toContain(secret)
  })
})

describe('the order of an agreement', () => {
  test('is strict until it is set, and its webhooks are looked at when it is', async () => {
    const client = await receiver(service)
    const path = `${OURS}/webhook-setup`
    expect((await client.get(path)).json).toEqual({ order: 'strict' })
    expect((await client.put(path, { order: 'skipAfterFirst' })).status).toBe(204)
    const [due] = await service.database.rows<{ is_due: boolean }>(
      'SELECT due_at <= now() AS is_due FROM webhook_due WHERE agreement = $1',
      [client.agreement],
    )
    expect(due!.is_due).toBe(true)
    expect((await client.get(path)).json).toEqual({ order: 'skipAfterFirst' })
    expect(codeOf(await client.put(path, { order: 'loose' }))).toEqual([400, 'ValueNotAllowed', 'order'])
    expect((await client.put(path, { order: 'strict' })).status).toBe(204)
    expect((await client.get(path)).json).toEqual({ order: 'strict' })
  })
})
