import { describe, expect, test } from 'vitest'
import { CALL_COST } from '../../src/limits.ts'
import { RateLimiter } from '../../src/request/protocol/rate-limit.ts'
import { type TestService, testService } from '../service/harness.ts'
import { expectProblem } from './replies.ts'

const GROUPS = '/suppliersapi/v2.0.0/Groups'

/** A limiter with a clock that the test moves. */
function limiterAt(setting: { calls: number; seconds: number }) {
  const clock = { milliseconds: 1_000_000 }
  const limiter = new RateLimiter(setting, () => clock.milliseconds)
  const left = (agreement = 1): string => limiter.take(agreement).headers['x-ratelimiting']!.split(': ')[1]!
  return { limiter, clock, left }
}

describe('RateLimiter', () => {
  test('tells what is left, in calls of their cost', () => {
    const { limiter, left } = limiterAt({ calls: 10_000, seconds: 60 })
    for (let call = 1; call < 49; call++) limiter.take(7)
    expect(limiter.take(7)).toEqual({
      headers: { 'x-callcost': '3', 'x-ratelimiting': 'token-limit-10000-per-60-seconds: 9853/10000' },
      retryAfterSeconds: undefined,
    })
    expect(left(8)).toBe('9997/10000')
  })

  test('refuses when too little is left, and says when enough will be', () => {
    const { limiter, clock } = limiterAt({ calls: 10, seconds: 100 })
    const verdicts = Array.from({ length: 5 }, () => limiter.take(1))
    expect(verdicts.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([
      undefined,
      undefined,
      undefined,
      20,
      20,
    ])
    expect(verdicts.map(({ headers }) => headers['x-ratelimiting']!.split(': ')[1])).toEqual([
      '7/10',
      '4/10',
      '1/10',
      '1/10',
      '1/10',
    ])
    clock.milliseconds += 19_999
    expect(limiter.take(1).retryAfterSeconds).toBe(1)
    clock.milliseconds += 1
    expect(limiter.take(1)).toMatchObject({ retryAfterSeconds: undefined })
    expect(limiter.take(1).retryAfterSeconds).toBe(30)
  })

  test('fills up evenly, and never beyond full', () => {
    const { clock, left } = limiterAt({ calls: 60, seconds: 60 })
    expect([left(), left()]).toEqual(['57/60', '54/60'])
    clock.milliseconds += 2_000
    expect(left()).toBe('53/60')
    clock.milliseconds += 3_600_000
    expect(left()).toBe('57/60')
  })

  test('lets through within any window at most a full bucket and what flows in meanwhile', () => {
    const { limiter, clock } = limiterAt({ calls: 30, seconds: 10 })
    let passed = 0
    for (let tick = 0; tick < 1_000; tick++) {
      clock.milliseconds += 10
      if (limiter.take(1).retryAfterSeconds === undefined) passed++
    }
    // 30 tokens at first, and 29.97 more in the 9.99 s between the first take and the last.
    expect(passed).toBe(Math.floor((30 + 29.97) / CALL_COST))
  })
})

describe('the service', () => {
  const withService = async (settings: object, work: (service: TestService) => Promise<void>): Promise<void> => {
    const service = await testService(settings)
    try {
      await work(service)
    } finally {
      await service.stop()
    }
  }

  test('limits nobody by default, and says nothing of it', async () => {
    await withService({}, async (service) => {
      const reply = await (await service.client()).get(GROUPS)
      expect([reply.headers.get('x-callcost'), reply.headers.get('x-ratelimiting')]).toEqual([null, null])
    })
  })

  test('tells the cost on every response, and what the agreement has left', async () => {
    await withService({ rateLimit: { calls: 10_000, seconds: 86_400 } }, async (service) => {
      const client = await service.client()
      const colleague = await service.client({ agreement: client.agreement })
      const replies = [
        await client.get(GROUPS),
        await client.get(`${GROUPS}/77`),
        await client.post(GROUPS, {}),
        await client.delete(`${GROUPS}/77`),
        await client.get(`${GROUPS}?filter=x`),
        await colleague.get(GROUPS),
      ]
      expect(replies.map(({ status }) => status)).toEqual([200, 404, 400, 404, 400, 200])
      expect(replies.map(({ headers }) => headers.get('x-callcost'))).toEqual(replies.map(() => '3'))
      expect(replies.map(({ headers }) => headers.get('x-ratelimiting'))).toEqual(
        replies.map((_, at) => `token-limit-10000-per-86400-seconds: ${10_000 - 3 * (at + 1)}/10000`),
      )
      expect((await (await service.client()).get(GROUPS)).headers.get('x-ratelimiting')).toMatch(/: 9997\/10000$/)
    })
  })

  test('refuses past the limit with 429 and Retry-After, each agreement for itself', async () => {
    await withService({ rateLimit: { calls: 6, seconds: 86_400 } }, async (service) => {
      const [client, other] = [await service.client(), await service.client()]
      expect([(await client.get(GROUPS)).status, (await client.get(GROUPS)).status]).toEqual([200, 200])
      const before = service.log.length
      const refused = await client.post(GROUPS, { number: 1 }, { headers: { 'idempotency-key': 'refused' } })
      await expectProblem(service, refused, { status: 429, code: 'RateLimitExceeded' })
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(86_400 / 2 - 60)
      expect(seconds).toBeLessThanOrEqual(86_400 / 2)
      expect(refused.headers.get('x-ratelimiting')).toBe('token-limit-6-per-86400-seconds: 0/6')
      expect(service.log.length).toBeGreaterThan(before)
      expect(await service.database.rows('SELECT 1 FROM idempotency_key')).toEqual([])
      expect((await other.get(GROUPS)).status).toBe(200)
    })
  })
})
