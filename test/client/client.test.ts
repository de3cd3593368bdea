import { createHmac, randomBytes } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { type customers, Daybook, DaybookError, verify } from '../../src/client/client.ts'
import { fillAgreement } from '../../src/templates/templates.ts'
import { sharedService } from '../service/shared.ts'

/**
 * What a proxy does with a request: passes it on, answers itself, or cuts the answer off after the service has carried
 * it out.
 */
type Fate = 'pass' | 'cutAfter' | { status: number; retryAfter: string }

let tokens: { app: string; grant: string }
let baseUrl: string
let daybook: Daybook
let proxy: Server
const fates: Fate[] = []
const seen: { method: string; key: string | undefined }[] = []

const throughProxy = (options: object = {}): Daybook =>
  new Daybook({ url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, ...tokens, ...options })

beforeAll(async () => {
  const service = await sharedService()
  baseUrl = service.baseUrl
  const client = await service.client()
  await service.database.transaction((transaction) => fillAgreement(transaction, client.agreement, 'danish'))
  tokens = { app: client.headers['x-appsecrettoken']!, grant: client.headers['x-agreementgranttoken']! }
  daybook = new Daybook({ url: baseUrl, ...tokens })
  proxy = createServer((incoming, outgoing) => {
    const fate = fates.shift() ?? 'pass'
    seen.push({ method: incoming.method!, key: incoming.headers['idempotency-key'] as string | undefined })
    if (typeof fate === 'object') {
      incoming.resume()
      outgoing.writeHead(fate.status, { 'retry-after': fate.retryAfter }).end()
      return
    }
    const { method, headers, url } = incoming
    const passed = request(baseUrl + url, { method, headers }, (answer) => {
      if (fate === 'cutAfter') answer.resume().on('end', () => incoming.socket.destroy())
      else answer.pipe(outgoing.writeHead(answer.statusCode!, answer.headers))
    })
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
})
afterAll(() => void proxy.close())

const group = (number: number) => ({ number, name: `Department ${number}` })

test('creates, reads, changes, counts, pages and deletes by name', async () => {
  const { departments } = daybook
  expect(await departments.create(group(11))).toEqual({ number: 11 })
  expect((await departments.get(11)).name).toBe('Department 11')
  await departments.update(11, { name: 'Shop' })
  await departments.update(11, (one) => {
    one.name += ' and store'
  })
  expect((await departments.get(11)).name).toBe('Shop and store')
  expect(await departments.count({ filter: 'number$eq:11' })).toBe(1)
  expect(await departments.page({ filter: 'number$eq:11', sort: '-number', pageSize: 5 })).toHaveLength(1)
  await departments.delete(11)
  expect(await departments.list({ filter: 'number$eq:11' }).toArray()).toEqual([])
})

test('bodies are read and written as the caller does, and a file is answered as the bytes that came', async () => {
  const seen: string[] = []
  const exact = new Daybook({
    ...{ url: baseUrl, ...tokens },
    json: {
      parse: (text) =>
        JSON.parse(
          text.replace(/("(?:[^"\\]|\\.)*")|(-?\d+\.\d+)/g, (_, said, number) => said ?? `"${number}"`),
        ) as unknown,
      stringify: (value) => (seen.push(JSON.stringify(value)), seen.at(-1)!),
    },
  })
  const path = '/daybookapi/v1.0.0/trial-balance'
  const days = { from: '2026-01-01', to: '2026-01-31' }
  expect(await exact.request('GET', path, { query: days })).toMatchObject({ totalDebit: '0.00' })
  await exact.departments.create(group(17))
  expect(seen).toEqual([JSON.stringify(group(17))])
  await exact.departments.delete(17)
  const file = await exact.request('GET', path, { query: { ...days, format: 'csv' }, as: 'blob' })
  expect(file).toBeInstanceOf(Blob)
  await expect(exact.request('GET', path, { query: { from: 'x' }, as: 'blob' })).rejects.toMatchObject({ status: 400 })
})

test('an answer that was lost is asked for again with the same key: nothing is done twice', async () => {
  seen.length = 0
  fates.push('cutAfter', 'cutAfter')
  expect(await throughProxy().departments.create(group(12))).toEqual({ number: 12 })
  expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST'])
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
  fates.push('cutAfter')
  const lost = throughProxy({ retries: 0 }).departments.create(group(13))
  await expect(lost).rejects.toMatchObject({ name: 'DaybookError', status: 0, code: 'NoAnswer' })
  expect((await daybook.departments.get(13)).name).toBe('Department 13')
})

test('429 and 503 are sent again after Retry-After, unless that is too long', async () => {
  seen.length = 0
  fates.push({ status: 503, retryAfter: '0' }, { status: 429, retryAfter: '0' })
  expect(await throughProxy().departments.create(group(14))).toEqual({ number: 14 })
  expect(seen).toHaveLength(3)
  fates.push({ status: 503, retryAfter: '3600' })
  await expect(throughProxy().departments.get(14)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3600 })
  fates.push({ status: 429, retryAfter: '3600' })
  const waiting = new AbortController()
  const waits = throughProxy({ longestWaitSeconds: 4000 }).departments.list({ signal: waiting.signal }).toArray()
  waiting.abort(new Error('enough'))
  await expect(waits).rejects.toThrow('enough')
  fates.length = 0
})

test('two clients that change an item at once both have their change', async () => {
  await daybook.departments.create({ ...group(15), name: '' + 0 })
  const raise = (client: Daybook) => client.departments.update(15, ({ name }) => ({ name: String(Number(name) + 1) }))
  const both = [daybook, new Daybook({ url: baseUrl, ...tokens })]
  await Promise.all([...both, ...both].map(raise))
  expect((await daybook.departments.get(15)).name).toBe('4')
})

test('lists go over all pages, one at a time', async () => {
  const many = Array.from({ length: 1001 }, (_, at) => ({
    journalNumber: 1,
    entryTypeNumber: 5,
    accountNumber: 3605,
    currency: 'DKK',
    amount: at + 1,
    date: `${new Date().getUTCFullYear()}-01-01`,
    text: 'many',
  }))
  const entries = daybook.draftEntries
  for (const from of [0, 500, 1000]) await entries.createMany(many.slice(from, from + 500) as never[])
  let pages = 0
  for await (const page of entries.list().pages()) pages += page.items.length > 0 ? 1 : 0
  expect(pages).toBe(2)
  const all = await entries.list().toArray()
  expect([all.length, new Set(all.map(({ entryNumber }) => entryNumber)).size]).toEqual([1001, 1001])
  expect(await entries.list().toArray(3)).toHaveLength(3)
})

test('an error has status, codes, property, hint and the id of the request', async () => {
  const wrong = daybook.customers.create({ number: 1, name: 'A', zoneNumber: 99 } as never)
  const error = await wrong.catch((thrown: unknown) => thrown as DaybookError)
  expect(error).toBeInstanceOf(DaybookError)
  if (!(error instanceof DaybookError)) return
  expect(error.status).toBe(400)
  expect(error.codes.length).toBeGreaterThan(0)
  expect(error.has(error.codes[0] as never)).toBe(true)
  expect([error.property, error.hint].every((one) => one !== '')).toBe(true)
  expect(error.requestId).toMatch(/^[0-9a-f]{32}$/)
  const old = await daybook.apis.projects.activities.get(99).catch((thrown: unknown) => thrown as DaybookError)
  expect(old).toMatchObject({ status: 403, code: 'ModuleMissing', hint: 'Add the module named to the agreement.' })
})

test('published resources have their own names, paths and keys', async () => {
  const { customers: published } = daybook.apis.customers
  const [term] = await daybook.paymentTerms.list().toArray(1)
  const [groupOf] = await daybook.customerGroups.list().toArray(1)
  const body = { customerNumber: 77, name: 'Nord', zone: 1, paymentTermId: term!.number }
  await published.create({ ...body, customerGroupNumber: groupOf!.number })
  await published.update(77, { name: 'Nordwind' })
  expect((await published.get(77)).name).toBe('Nordwind')
})

test('requests of any path: known ones are typed', async () => {
  const days = { from: '2026-01-01', to: '2026-12-31' }
  const balance = await daybook.request('GET', '/daybookapi/v1.0.0/trial-balance', { query: days })
  expectTypeOf(balance.totalDebit).toEqualTypeOf<number>()
  expect(balance.totalDebit).toBe(0)
  const { status, requestId } = await daybook.answer('GET', '/health')
  expect([status, requestId.length]).toEqual([200, 32])
  expectTypeOf<customers.Customer['name']>().toEqualTypeOf<string | null>()
  expectTypeOf<customers.Customer['objectVersion']>().toEqualTypeOf<string>()
  // @ts-expect-error the days are needed
  await expect(daybook.request('GET', '/daybookapi/v1.0.0/trial-balance', {})).rejects.toThrow('QueryParameterRequired')
})

test('webhooks are verified: body, time and secret', async () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const now = new Date()
  const at = String(Math.floor(now.getTime() / 1000))
  const body = '{"number": "æøå"}'
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')}`
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': `v1,AAAA ${signature}` }
  expect(await verify(body, headers, secret)).toMatchObject({ id: 'msg_1', body })
  expect((await verify(Buffer.from(body), new Headers(headers), ['whsec_AAAA', secret])).id).toBe('msg_1')
  await expect(verify(`${body} `, headers, secret)).rejects.toThrow('The signature is not that of the secret.')
  await expect(verify(body, {}, secret)).rejects.toThrow('no headers of a webhook')
  const later = new Date(now.getTime() + 301_000)
  await expect(verify(body, headers, secret, later)).rejects.toThrow('last five minutes')
})
