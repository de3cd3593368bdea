import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Metrics, serveMetrics } from '../../src/cli/metrics.ts'
import { readConfig } from '../../src/config.ts'
import { withVouchers } from '../documents/uploading.ts'
import { freePort } from '../faults/lasting-port.ts'
import { API, DRAFTS } from '../resources/bookkeeping.ts'
import { buildApp } from '../../src/app.ts'
import { type TestService, testService } from '../service/harness.ts'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const log = pino({ level: 'silent' })

test('requests are counted by operation and status, with how long they took, on a port of their own', async () => {
  const config = { ...readConfig({}), metricsPort: await freePort() }
  const metrics = new Metrics()
  const app = buildApp({ database: service.database, config, log, observe: (seen) => metrics.note(seen) })
  const close = await serveMetrics(config, metrics, { database: service.database, standby: undefined }, log)
  const client = await withVouchers(service)
  const drafts = (await client.get(DRAFTS)).json.items as { entryNumber: number }[]
  const entryNumbers = drafts.map(({ entryNumber }) => entryNumber)
  expect((await client.post(`${API}/journals/1/bookdraftentries`, { entryNumbers })).status).toBeLessThan(300)
  const asked = ['/suppliersapi/v2.0.0/Contacts/7', '/suppliersapi/v2.0.0/contacts/8', '/health', '/nothing']
  for (const url of asked) await app.inject({ method: 'GET', url })
  const base = `http://127.0.0.1:${config.metricsPort}`
  const reply = await fetch(`${base}/metrics`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = (await reply.text()).split('\n')
  const single = 'method="GET",operation="/suppliersapi/v2.0.0/Contacts/{number}"'
  expect(lines).toEqual(
    expect.arrayContaining([
      `daybook_requests_total{${single},status="401"} 2`,
      `daybook_request_seconds_count{${single}} 2`,
      `daybook_request_seconds_bucket{${single},le="+Inf"} 2`,
      'daybook_requests_total{method="GET",operation="/health",status="200"} 1',
      'daybook_requests_total{method="GET",operation="none",status="404"} 1',
      'daybook_deliveries_pending 0',
      'daybook_database_waiting 0',
      'daybook_workers 1',
      'daybook_bookings_total 1',
      'daybook_entries_total 2',
    ]),
  )
  const commits = Number(lines.find((line) => line.startsWith('daybook_commit_seconds_count '))?.split(' ')[1])
  expect(commits).toBeGreaterThan(0)
  expect(lines).toContain(`daybook_commit_seconds_bucket{le="+Inf"} ${commits}`)
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#'))
  expect(samples.filter((line) => !/^daybook_[a-z_]+(\{(?:[a-z_]+="[^"]*",?)+\})? [\d.e+-]+$/.test(line))).toEqual([])
  expect((await fetch(base)).status).toBe(404)
  await expect(serveMetrics(config, metrics, { database: service.database, standby: undefined }, log)).rejects.toThrow(
    'DAYBOOK_METRICS_PORT',
  )
  await close()
  await app.close()
})

test('a request that is part of a trace has its id, and another one of its own', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceIdFor = async (traceparent: string): Promise<string> =>
    (await service.call('GET', '/nothing', { headers: { traceparent } })).json.traceId
  for (const given of [`00-${trace}-00f067aa0ba902b7-01`, `01-${trace}-00f067aa0ba902b7-01-more`]) {
    expect(await traceIdFor(given), given).toBe(trace)
  }
  for (const given of [
    '',
    'x',
    `00-${trace}-00f067aa0ba902b7`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${trace}-00f067aa0ba902b7-01-more`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
  ]) {
    expect(await traceIdFor(given), given).toMatch(/^(?!4bf92f)[0-9a-f]{32}$/)
  }
})
