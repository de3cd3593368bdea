import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MODULES } from '../../src/access/roles.ts'
import { fillAgreement } from '../../src/templates/templates.ts'
import { apiPath, everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { API, bookkeeper, change, DRAFTS, finance } from '../resources/bookkeeping.ts'
import { type Client, inProcess, type TestService } from '../service/harness.ts'
import { isLong, someOf } from '../long.ts'
import { sharedService } from '../service/shared.ts'
import { type Json, misfits, operationsOf, resolve, violations } from './conforms.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await service.client({ modules: [...MODULES] })
  await service.database.transaction((transaction) => fillAgreement(transaction, client.agreement, 'danish'))
})
afterAll(() => service.stop())

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

const documentOf = async (name: string): Promise<Json> => (await service.call('GET', `/openapi/${name}.json`)).json

/** Path parameters replaced by a number that a year could be, too. */
const concrete = (path: string): string => path.replace('{documentStatus}', 'drafts').replace(/\{\w+\}/g, '2017')

/** Whether a path is one of a template: `/Contacts/count` is one of `/Contacts/{number}`, too. */
const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(path)

test('every version of every API is listed with its document', async () => {
  const { documents } = (await service.call('GET', '/openapi')).json as { documents: Record<string, string>[] }
  expect(documents.map(({ path }) => path)).toEqual(everyVersion(apis).map(apiPath))
  // All of them at length: of each API the newest and the oldest here.
  const isEnd = ({ api }: Record<string, string>, at: number): boolean =>
    documents[at - 1]?.api !== api || documents[at + 1]?.api !== api
  for (const { api, version, document } of isLong ? documents : documents.filter(isEnd)) {
    const { info } = (await service.call('GET', document!)).json as { info: Json }
    expect(info, api).toMatchObject(version === '' ? {} : { version })
  }
})

test('a document is served without tokens, whatever the case of its path', async () => {
  const plain = await service.call('GET', '/openapi/suppliers.json')
  expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(plain.json.openapi).toBe('3.1.0')
  expect((await service.call('GET', '/OpenAPI/Suppliers.JSON')).text).toBe(plain.text)
  expect((await service.call('GET', '/openapi/nothing.json')).status).toBe(404)
})

test('a document is served in OpenAPI 3.0 to who asks for it', async () => {
  const asked = async (version: string): Promise<Json> =>
    (await service.call('GET', `/openapi/suppliers.json?version=${version}`)).json
  const versions = await Promise.all(['3.0', '3.0.3', '3.1', '3.1.0'].map(asked))
  expect(versions.map(({ openapi }) => openapi)).toEqual(['3.0.3', '3.0.3', '3.1.0', '3.1.0'])
  expect((await service.call('GET', '/openapi/suppliers/1.0.0.json?version=3.0')).json.openapi).toBe('3.0.3')
  expect(await asked('2.0')).toMatchObject({ status: 400, errorCode: 'QueryParameterInvalid' })
})

describe.each(apis)('$name', ({ name }) => {
  /** Without a network between: many requests are made, and none is about it. */
  let nobody: Client
  let insider: Client
  beforeAll(() => {
    insider = inProcess(service, client)
    nobody = inProcess(service, { ...client, headers: {} })
  })

  test('every operation documented is there, and asks for the tokens in the documented shape', async () => {
    const document = await documentOf(name)
    for (const { method, path, operation } of operationsOf(document)) {
      const reply = await nobody.call(method, concrete(path))
      expect([reply.status, misfits(document, operation, reply)], `${method} ${path}`).toEqual([401, []])
    }
  })

  test('no method is there that is not documented', async () => {
    const operations = operationsOf(await documentOf(name))
    for (const template of new Set(operations.map((one) => one.path))) {
      const path = concrete(template)
      // A path without parameters is itself, though `/Contacts/paged` looks like an item's.
      const isMeant = (one: string): boolean =>
        one === template ||
        (template.includes('{') && one.endsWith('}') === template.endsWith('}') && matches(one, path))
      const isThere = (method: string): boolean => operations.some((one) => one.method === method && isMeant(one.path))
      // HEAD is answered where GET is.
      const documented = METHODS.filter(isThere).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      const reply = await nobody.call('PATCH', path)
      expect([reply.status, reply.headers.get('allow')], path).toEqual([405, documented.join(', ')])
    }
  })

  test('reads answer what is documented', async () => {
    const document = await documentOf(name)
    for (const { method, path, operation } of operationsOf(document)) {
      const isList = operation.parameters?.some(({ $ref }: Json) => $ref === '#/components/parameters/filter')
      if (method !== 'GET' || !isList) continue
      const reply = await insider.get(concrete(path))
      expect([reply.status, misfits(document, operation, reply)], path).toEqual([200, []])
      const refused = await insider.get(`${concrete(path)}?filter=nothing$eq:1`)
      expect([refused.status, misfits(document, operation, refused)], path).toEqual([400, []])
      expect(responseCodes(document, operation, 400)).toContain(refused.json.errorCode)
    }
  })

  test('a grant without the roles documented is refused', async () => {
    const document = await documentOf(name)
    const outsider = inProcess(service, await service.client({ roles: [] }))
    for (const { method, path, operation } of operationsOf(document)) {
      const roles: string[] = operation['x-required-roles']
      const reply = await outsider.call(method, concrete(path))
      expect([reply.status, misfits(document, operation, reply)], `${method} ${path}`).toEqual([403, []])
      for (const role of roles) expect(reply.json.detail ?? reply.json.message).toContain(role)
    }
  })
})

test('operations of webhooks of their own answer what is documented', async () => {
  const [webhooks, ours] = [await documentOf('webhooks'), await documentOf('daybook')]
  const body = {
    eventType: 'ORDER_UPDATED',
    name: 'Orders',
    url: 'https://receiver.example/',
    contentType: 'text/plain',
  }
  const range = { eventType: 'ORDER_UPDATED', from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
  const calls: [Json, string, string, object?][] = [
    [webhooks, 'POST', '/webhooks', { ...body, customHeaders: [{ key: 'X-A', value: 'b' }] }],
    [webhooks, 'GET', '/webhooks/{eventType}'],
    [webhooks, 'GET', '/EventTypes'],
    [ours, 'GET', '/webhook-secrets/{eventType}'],
    [ours, 'POST', '/webhook-secrets/{eventType}/rotate'],
    [ours, 'POST', '/webhook-tests/{eventType}'],
    [ours, 'GET', '/webhook-deliveries/{number}'],
    [ours, 'POST', '/webhook-deliveries/{number}/redeliver'],
    [ours, 'POST', '/webhook-deliveries/redeliver', range],
    [webhooks, 'DELETE', '/webhooks/{eventType}'],
    [ours, 'POST', '/webhook-deliveries/redeliver', range],
  ]
  const statuses: number[] = []
  for (const [document, method, path, sent] of calls) {
    const filled = path.replace('{eventType}', 'ORDER_UPDATED').replace('{number}', '1')
    const reply = await client.call(method, document.servers[0].url + filled, sent ? { body: sent } : {})
    expect(misfits(document, document.paths[path][method.toLowerCase()], reply), `${method} ${path}`).toEqual([])
    statuses.push(reply.status)
  }
  expect(statuses).toEqual([201, 200, 200, 200, 200, 201, 200, 204, 200, 204, 404])
})

test('whatever is wrong with a body, the code and status answered are documented', async () => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    '{"nothing":1}',
    '{"nothing":null,"nothing":2}',
    '['.repeat(40) + ']'.repeat(40),
  ]
  const wrong: string[] = []
  const local = inProcess(service, client)
  for (const { name } of apis) {
    const document = await documentOf(name)
    for (const [at, { method, path, operation }] of operationsOf(document).entries()) {
      if (method === 'GET') continue
      for (const raw of someOf(bodies, at)) {
        const reply = await local.call(method, concrete(path), {
          raw,
          headers: { 'content-type': 'application/json' },
        })
        if (reply.status < 400) continue
        const codes = resolve(document, operation.responses[reply.status])?.['x-error-codes'] ?? []
        const undeclared = (reply.json.errors ?? [reply.json])
          .map(({ errorCode }: Json) => errorCode)
          .filter((code: string) => !codes.includes(code))
        if (undeclared.length > 0) wrong.push(`${method} ${path} ${raw.slice(0, 20)}: ${reply.status} ${undeclared}`)
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([])
})

const responseCodes = (document: Json, operation: Json, status: number): string[] =>
  resolve(document, operation.responses[status])['x-error-codes']

describe('what keeps drafts from being booked is documented', () => {
  const table = (name: string, change: string): string => `UPDATE ${name} SET ${change} WHERE agreement = $1`
  test.each([
    ['JournalEntryContraAccountNotAccessible', table('account', 'is_barred = number = 5820')],
    ['JournalEntryCustomerNotAccessible', table('customer', 'is_barred = true')],
    ['JournalEntryDateAccountingYearPeriodBarred', table('accounting_period', 'is_barred = true')],
    ['JournalEntryMultipleDimensionRequired', table('account', 'is_department_mandatory = number = 5820')],
  ])('%s', async (code, statement) => {
    const bookkeeping = await bookkeeper(service)
    const invoice = { entryTypeNumber: 10, customerNumber: 201, dueDate: '2026-03-20', accountNumber: undefined }
    expect((await bookkeeping.post(DRAFTS, finance(invoice))).status).toBe(201)
    await service.database.rows(statement, [bookkeeping.agreement])
    const document = await documentOf('journals')
    for (const path of ['/journals/{journalNumber}/book', '/entries/draft/{journalNumber}/book']) {
      const reply = await bookkeeping.post(`${API}${path.replace('{journalNumber}', '1')}`)
      expect([reply.status, reply.json.errorCode]).toEqual([400, code])
      expect(responseCodes(document, document.paths[path].post, 400)).toContain(code)
    }
  })

  test('as is what keeps a draft with an accrual from changing its type', async () => {
    const bookkeeping = await bookkeeper(service)
    const { entryNumber } = (await bookkeeping.post(DRAFTS, finance())).json
    const days = { startDate: '2026-03-01', endDate: '2026-05-31' }
    await bookkeeping.post(`${API}/accruals`, { journalNumber: 1, entryNumber, accountNumber: 6500, ...days })
    const code = 'JournalEntryAccrualWrongEntryType'
    const payment = { entryTypeNumber: 2, customerNumber: 201 }
    expect((await change(bookkeeping, DRAFTS, entryNumber, payment))[1]).toBe(code)
    const document = await documentOf('journals')
    expect(responseCodes(document, document.paths['/draft-entries'].put, 400)).toContain(code)
  })
})

describe('writes of supplier groups answer what is documented', () => {
  const GROUPS = '/suppliersapi/v2.0.0/Groups'
  let document: Json

  beforeAll(async () => void (document = await documentOf('suppliers')))

  const operation = (method: string, path = '/Groups'): Json => document.paths[path][method]

  async function accountNumber(): Promise<number> {
    const { json } = await client.get('/accountsapi/v7.0.0/Accounts')
    return json.items.find(({ type }: Json) => type === 2).number
  }

  test('create, read, update, delete', async () => {
    const body = { number: 77, name: 'Udenlandske', accountNumber: await accountNumber() }
    const create = resolve(document, operation('post').requestBody.content['application/json'].schema)
    expect(create.required).toEqual(Object.keys(body))
    const made = await client.post(GROUPS, body)
    expect([made.status, misfits(document, operation('post'), made)]).toEqual([201, []])
    expect(made.headers.get('location')).toContain(`${document.servers[0].url}/Groups/77`)
    const read = await client.get(`${GROUPS}/77`)
    expect([read.status, misfits(document, operation('get', '/Groups/{number}'), read)]).toEqual([200, []])
    const put = await client.put(GROUPS, { ...read.json, name: 'Nordiske' })
    expect([put.status, misfits(document, operation('put'), put)]).toEqual([204, []])
    const stale = await client.put(GROUPS, read.json)
    expect([stale.status, misfits(document, operation('put'), stale)]).toEqual([409, []])
    const update = operation('put').requestBody.content['application/json'].schema
    const { objectVersion: _, ...incomplete } = read.json
    expect(violations(document, update, read.json)).toEqual([])
    expect(violations(document, update, incomplete)).toEqual(['$.objectVersion is missing'])
    const refused = await client.put(GROUPS, incomplete)
    expect(refused.json.errorCode).toBe('ObjectVersionRequired')
    expect(responseCodes(document, operation('put'), 400)).toContain('ObjectVersionRequired')
    const gone = await client.delete(`${GROUPS}/77`)
    expect([gone.status, misfits(document, operation('delete', '/Groups/{number}'), gone)]).toEqual([204, []])
    const none = await client.get(`${GROUPS}/77`)
    expect([none.status, misfits(document, operation('get', '/Groups/{number}'), none)]).toEqual([404, []])
  })

  test('the Idempotency-Key is taken, and its mark is documented', async () => {
    const body = { number: 78, name: 'Øvrige', accountNumber: await accountNumber() }
    const headers = { 'idempotency-key': 'a-key-of-the-test' }
    await client.post(GROUPS, body, { headers })
    const again = await client.post(GROUPS, body, { headers })
    expect([again.status, misfits(document, operation('post'), again)]).toEqual([201, []])
    const marked = Object.entries<Json>(operation('post').responses['201'].headers).filter(([name, header]) => {
      const { schema } = resolve(document, header)
      return schema.const !== undefined && again.headers.get(name) === schema.const
    })
    expect(marked.map(([name]) => name)).toEqual(['X-ResultFromCache'])
  })
})
