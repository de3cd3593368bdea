import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'
import { type Json, resolve } from './conforms.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService({ rateLimit: { calls: 10_000, seconds: 60 } })
  client = await service.client()
})
afterAll(() => service.stop())

/** Headers that say something of this service, by their name in answers. */
const OURS = [
  'location',
  'x-resultfromcache',
  'x-callcost',
  'x-ratelimiting',
  'retry-after',
  'etag',
  'content-disposition',
  'content-range',
  'deprecation',
  'link',
]

describe.each(['1.0.0', '2.0.0'])('answers of suppliers %s', (version) => {
  const path = `/suppliersapi/v${version}/Groups`
  let document: Json

  beforeAll(async () => void (document = (await service.call('GET', `/openapi/suppliers/${version}.json`)).json))

  /** Headers of an answer that its document does not tell of. */
  const untold = (method: string, template: string, reply: Reply): string[] => {
    const { headers = {} } = resolve(document, document.paths[template][method].responses[reply.status])
    const told = Object.keys(headers).map((name) => name.toLowerCase())
    return OURS.filter((name) => reply.headers.has(name) && !told.includes(name))
  }

  test('have no headers that the document does not tell of, whatever their status', async () => {
    const stranger = await service.client({ agreement: client.agreement, roles: ['Sales'] })
    const key = { headers: { 'idempotency-key': `a refusal of ${version}` } }
    await client.delete(`${path}/78`, key)
    const refused = await client.delete(`${path}/78`, key)
    expect([refused.status, refused.headers.get('x-resultfromcache')]).toEqual([404, 'true'])
    const replies: [string, string, Reply][] = [
      ['get', '/Groups', await client.get(path)],
      ['get', '/Groups', await client.get(`${path}?filter=x`)],
      ['get', '/Groups', await stranger.get(path)],
      ['get', '/Groups', await service.call('GET', path)],
      ['get', '/Groups', await client.get(path, { headers: { accept: 'text/csv' } })],
      ['get', '/Groups/{number}', await client.get(`${path}/77`)],
      ['delete', '/Groups/{number}', await client.delete(`${path}/77`)],
      ['delete', '/Groups/{number}', refused],
    ]
    expect(replies.map(([, , { status }]) => status)).toEqual([200, 400, 403, 401, 415, 404, 404, 404])
    expect(replies.map((reply) => untold(...reply))).toEqual(replies.map(() => []))
  })

  test('tell that there is a newer version exactly where there is one', async () => {
    const reply = await client.get(path)
    const { headers } = document.paths['/Groups'].get.responses['200']
    expect(reply.headers.has('deprecation')).toBe(version !== '2.0.0')
    expect('Deprecation' in headers).toBe(version !== '2.0.0')
  })
})
