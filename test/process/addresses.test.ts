import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteAddress, runningService } from '../../src/cli/addresses.ts'
import type { TestDatabase } from '../database/harness.ts'
import { testDatabase } from '../database/harness.ts'
import { command, endProcess, serve, type Start } from './program.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(async () => {
  await base.drop()
})

const place = (settings: Record<string, string> = {}): Start => ({
  environment: { DATABASE_URL: base.url, PORT: '0', ...settings },
})

test('where services listen is known while they do: also on a free port, and not after one was killed', async () => {
  const first = await serve(place())
  expect(await runningService(base.database)).toBe(first.url)
  const second = await serve(place())
  expect(await runningService(base.database)).toBe(second.url)
  endProcess(second.pid)
  await second.ended
  expect(await runningService(base.database)).toBe(first.url)
  await base.database.rows("UPDATE service_address SET machine = 'elsewhere'")
  expect(await runningService(base.database)).toBeUndefined()
  // A service of another machine that has the same loopback.
  await noteAddress(base.database, first.url)
  expect(await base.database.rows('SELECT FROM service_address')).toHaveLength(2)
  expect(await runningService(base.database)).toBe(first.url)
  await base.database.rows("DELETE FROM service_address WHERE machine = 'elsewhere'")
  first.child.kill('SIGTERM')
  await first.ended
  expect(await base.database.rows('SELECT address FROM service_address')).toEqual([])
  expect(await runningService(base.database)).toBeUndefined()
})

test('a service that is busy is waited for, and stays known', async () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'
  const busy = createServer((socket) => void socket.once('data', () => setTimeout(() => socket.end(answer), 1500)))
  busy.listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const url = `http://127.0.0.1:${(busy.address() as { port: number }).port}`
  await noteAddress(base.database, url)
  expect(await runningService(base.database)).toBe(url)
  busy.close()
  await once(busy, 'close')
  expect(await runningService(base.database)).toBeUndefined()
  expect(await base.database.rows('SELECT FROM service_address')).toEqual([])
})

test('a service that cannot listen says why in a sentence, and is not noted as one that does', async () => {
  const linkLocal = await command(['serve'], place({ HOST: 'fe80::1' }))
  expect([linkLocal.code, linkLocal.stderr]).toEqual([
    1,
    'daybook: fe80::1 is not an address of this machine; give another in HOST.\n',
  ])
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const taken = await command(['serve'], place({ DAYBOOK_METRICS_PORT: String(port) }))
  holder.close()
  expect([taken.code, taken.stderr]).toEqual([
    1,
    `daybook: Port ${port} of 127.0.0.1 is taken; give another in DAYBOOK_METRICS_PORT.\n`,
  ])
  expect(await base.database.rows('SELECT address FROM service_address')).toEqual([])
})
