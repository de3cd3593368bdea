import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MODULES } from '../../src/access/roles.ts'
import { apis } from '../../src/resources/index.ts'
import type { Item } from '../../src/resource/operations.ts'
import { apiPath, everyVersion, operationsOf, versionsOf } from '../../src/resource/versions.ts'
import { isLong, someOf } from '../long.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectProblem } from './replies.ts'

let service: SharedService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await service.client({ modules: [...MODULES] })
})
afterAll(() => service.stop())

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

/** Those that take and answer JSON, with codes in their errors; files have tests of their own (test/documents). */
const routes = operationsOf(everyVersion(apis)).filter(
  ({ api: { hasPlainErrors }, operation: { kind } }) => kind !== 'file' && !hasPlainErrors,
)

/**
 * One path of each kind: those that take the same methods, with or without parameters, in one style. test/openapi
 * checks that every other path takes what its document says, and nothing without tokens.
 */
const paths = [...new Set(routes.map((route) => route.path))]
  .map((path) => {
    const same = routes.filter((route) => route.path === path)
    const { style, isNewest } = same[0]!.api
    const methods = METHODS.filter((method) => same.some(({ operation }) => operation.method === method))
    const kind = [style, isNewest, ...methods, /\{\w+\}/.test(path)].join()
    return { path: path.replace(/\{\w+\}/g, '1'), style, methods, kind }
  })
  .filter(({ kind }, at, all) => all.findIndex((one) => one.kind === kind) === at)

const NOT_ACCEPTED = ['text/html', 'application/xml, text/*', 'application/json;q=0', 'application/json; q=0, */*']
const NOT_SENT = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=latin1', 'json']
const SENT = ['application/json; charset=UTF-8', 'application/merge-patch+json', 'APPLICATION/JSON']

describe.each(paths.map((path, at) => ({ ...path, at })))('$path', ({ path, style, methods, at }) => {
  test('answers other methods with 405, and says which it takes', async () => {
    for (const method of METHODS.filter((candidate) => !methods.includes(candidate))) {
      const reply = await client.call(method, path)
      await expectProblem(service, reply, { status: 405, code: 'MethodNotAllowed', says: methods.join(' or '), style })
      expect(reply.headers.get('allow')).toBe(methods.join(', ').replace('GET', 'GET, HEAD'))
    }
    // HEAD is answered where GET is, and as GET is.
    const head = await client.call('HEAD', path)
    const expected = methods.includes('GET') ? [(await client.get(path)).status, null] : [405, methods.join(', ')]
    expect([head.status, head.headers.get('allow'), head.text]).toEqual([...expected, ''])
  })

  test('speaks JSON only', async () => {
    const refused = { status: 415, code: 'MediaTypeNotSupported', style }
    for (const [nth, method] of methods.entries()) {
      const body = method === 'GET' ? {} : { raw: '{}' }
      const place = at + nth
      for (const accept of someOf(NOT_ACCEPTED, place, 1)) {
        const reply = await client.call(method, path, {
          ...body,
          headers: { accept, 'content-type': 'application/json' },
        })
        await expectProblem(service, reply, { ...refused, property: 'Accept' })
      }
      if (method === 'GET') continue
      for (const type of someOf(NOT_SENT, place, 1)) {
        const reply = await client.call(method, path, { ...body, headers: { 'content-type': type } })
        await expectProblem(service, reply, { ...refused, property: 'Content-Type' })
      }
      for (const coding of someOf(['gzip', 'br, identity'], place, 1)) {
        const reply = await client.call(method, path, { ...body, headers: { 'content-encoding': coding } })
        await expectProblem(service, reply, { ...refused, property: 'Content-Encoding' })
      }
      for (const type of someOf(SENT, place, 1)) {
        const reply = await client.call(method, path, {
          ...body,
          headers: { accept: 'text/html;q=0.2, application/*', 'content-type': type },
        })
        expect(reply.status).not.toBe(415)
      }
    }
  })

  test('takes tokens only', async () => {
    for (const method of methods) {
      await expectProblem(service, await service.call(method, path), { status: 401, code: 'Unauthorized', style })
    }
  })
})

describe.each(apis.filter(({ version }) => version !== ''))('$prefix', (api) => {
  const { style } = api

  test('answers a version it does not have with 404, and says which it has', async () => {
    for (const version of ['v0.0.1', 'v99.0.0', 'v1', 'latest', 'V', '']) {
      const reply = await client.get(`${api.prefix}/${version}/${api.groups[0]!.name}`)
      await expectProblem(service, reply, { status: 404, code: 'VersionNotFound', says: apiPath(api), style })
    }
  })

  test('lists its versions to anybody, newest first', async () => {
    const { status, json } = await service.call('GET', api.prefix)
    const versions = versionsOf(api).map((one) => ({ version: one.version, path: apiPath(one) }))
    expect([status, json.versions.map(({ version, path }: Item) => ({ version, path }))]).toEqual([200, versions])
  })

  test('tells of each older version that it is one, whatever it answers, and of the others nothing', async () => {
    // At length each of them.
    const versions = versionsOf(api)
    const asked = isLong ? versions : new Set([...versions.slice(0, 2), ...versions.slice(-1)])
    for (const version of asked) {
      const operation = version.groups[0]!.operations.find(({ method }) => method === 'GET')!
      const path = (apiPath(version) + operation.path).replace(/\{\w+\}/g, '1')
      const elsewhere = [await client.get(`${apiPath(version)}/nosuch`), await client.call('PATCH', path)]
      for (const reply of [await client.get(path), await service.call('GET', path), ...elsewhere]) {
        const told = [reply.headers.get('deprecation'), reply.headers.get('link'), reply.headers.get('sunset')]
        expect(told, path).toEqual(
          !version.headers ? [null, null, null] : ['@0', `<${apiPath(api)}>; rel="successor-version"`, null],
        )
      }
    }
  })

  test('answers a path it does not have with 404, and says where they are listed', async () => {
    const known = `/openapi/${api.name}.json`
    for (const rest of ['/nosuch', '', '/a/b/c/d/e/f']) {
      const reply = await client.post(apiPath(api) + rest, {})
      await expectProblem(service, reply, { status: 404, code: 'PathNotFound', says: known, style })
    }
  })
})

describe('any other path', () => {
  test('is 404, and says which APIs there are', async () => {
    for (const path of ['/nosuch', '/suppliersap/v2.0.0/Contacts', '/%2e%2e/etc/passwd', '/openapi/nosuch.json']) {
      const reply = await client.get(path)
      await expectProblem(service, reply, { status: 404, code: 'PathNotFound', says: '/suppliersapi/v2.0.0' })
    }
  })

  test('that cannot be decoded is 404', async () => {
    for (const path of ['/%zz', '/suppliersapi/v2.0.0/Contacts/%E0%A4%A', '/suppliersapi/v2.0.0/%']) {
      await expectProblem(service, await client.get(path), { status: 404 })
    }
  })

  test('outside the APIs takes its own method only', async () => {
    for (const path of ['/health', '/openapi/suppliers.json']) {
      expect((await service.call('GET', path)).status).toBe(200)
      for (const method of ['POST', 'DELETE']) {
        const reply = await service.call(method, path)
        await expectProblem(service, reply, { status: 405, code: 'MethodNotAllowed' })
        expect(reply.headers.get('allow')).toBe('GET, HEAD')
      }
    }
  })
})
