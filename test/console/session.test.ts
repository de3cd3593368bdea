import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLink, findSession } from '../../src/access/console.ts'
import { GrantCache } from '../../src/access/grant.ts'
import { revokeGrant, rotateSecret } from '../../src/access/issue.ts'
import { hashToken } from '../../src/access/tokens.ts'
import { eventually } from '../patience.ts'
import { answerOf } from '../process/program.ts'
import { type Client, type Reply, type TestService, testNode, testService } from '../service/harness.ts'

const SUPPLIERS = '/daybookapi/v1.0.0/suppliers'
const SESSION = '/app/session'
const CONSOLE = { 'daybook-console': '1' }

let service: TestService
let [company, other]: Client[] = []
let origin: string
beforeAll(async () => {
  service = await testService({ hasDemo: false })
  origin = service.baseUrl
  company = await service.client()
  other = await service.client()
  await company.post('/daybookapi/v1.0.0/people', { initials: 'MJ', name: 'Mette Juhl' })
})
afterAll(() => service.stop())

const link = async (request: Partial<Parameters<typeof createLink>[1]> = {}) =>
  await service.database.transaction((transaction) =>
    createLink(transaction, { agreement: company!.agreement, ...request }),
  )

type Headers = Record<string, string>

const signIn = async (code: string, headers: Headers = {}, from: Pick<TestService, 'call'> = service): Promise<Reply> =>
  await from.call('POST', SESSION, { body: { code }, headers: { ...CONSOLE, origin, ...headers } })

/** What the browser sends back of the cookie that an answer sets. */
const cookieOf = (reply: Reply): string => reply.headers.get('set-cookie')!.split(';')[0]!

/** A browser that is signed in. */
async function browser(request: Partial<Parameters<typeof createLink>[1]> = {}) {
  const made = await link(request)
  const reply = await signIn(made.code)
  expect(reply.status).toBe(201)
  const cookie = cookieOf(reply)
  const headers = { ...CONSOLE, cookie, origin, 'daybook-agreement': String(company!.agreement) }
  return { ...made, reply, cookie, headers, token: cookie.split('=')[1]! }
}

const get = async (headers: Headers, path = SUPPLIERS): Promise<[number, string?, string?]> =>
  told(await service.call('GET', path, { headers }))

const told = ({ status, json }: Reply): [number, string?, string?] =>
  status < 400 ? [status] : [status, json.errors[0].errorCode, json.errors[0].property]

test('a link signs in once, and the browser then reads and writes as the person of its grant', async () => {
  const { headers, reply, grantNumber } = await browser({ person: 'mj', roles: ['bookkeeping', 'SuperUser'] })
  expect(reply.headers.get('set-cookie')).toMatch(
    /^daybook-\d+=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
  expect(reply.headers.get('cache-control')).toBe('no-store')
  const { agreement } = company!
  expect(reply.json).toMatchObject({
    opened: agreement,
    demo: null,
    agreements: [
      {
        agreementNumber: agreement,
        name: 'Test',
        baseCurrency: 'DKK',
        person: { initials: 'MJ', name: 'Mette Juhl' },
        roles: ['SuperUser', 'Bookkeeping'],
        grantNumber,
        mayEnrol: true,
      },
    ],
  })
  expect((await service.call('GET', SESSION, { headers })).json.agreements).toEqual(reply.json.agreements)
  const named = await service.call('POST', '/daybookapi/v1.0.0/people', {
    headers,
    body: { initials: 'B', name: 'Bo' },
  })
  expect(named.status).toBe(201)
  const { json } = await company!.get('/daybookapi/v1.0.0/changes?filter=resource$eq:People$and:key$eq:B')
  expect(json.items[0]).toMatchObject({ person: 'MJ' })
})

test('the same person and roles share a grant; other roles and people have their own, and the app Console has no secret', async () => {
  const one = await link({ person: 'MJ', roles: ['Sales'] })
  expect((await link({ person: 'mj', roles: ['sales'] })).grantNumber).toBe(one.grantNumber)
  expect((await link({ roles: ['sales'] })).grantNumber).not.toBe(one.grantNumber)
  await expect(link({ roles: ['Boss'] })).rejects.toThrow("There is no role 'Boss'")
  await expect(link({ person: 'NN' })).rejects.toThrow("There is no active person 'NN'")
  await expect(link({ agreement: 1 })).rejects.toThrow('There is no agreement 1')
  const [app] = await service.database.rows<{ app: number }>(`SELECT app FROM app WHERE name = 'Console'`)
  await expect(rotateSecret(service.database, app!.app)).rejects.toThrow('The console has no secret')
})

describe('what does not sign in', () => {
  const refused = async (code: string): Promise<string> => {
    const reply = await signIn(code)
    expect([...told(reply), reply.headers.get('set-cookie')]).toEqual([401, 'ConsoleLinkInvalid', 'code', null])
    return reply.json.errors[0].message as string
  }

  test('a used code, also of two that use it at once', async () => {
    const { code } = await link()
    const both = await Promise.all([signIn(code), signIn(code)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401])
    expect(await refused(code)).toContain('used before')
  })

  test('an expired code, one of a revoked grant, and one that nobody made', async () => {
    const { code } = await link()
    await service.database.rows(
      `UPDATE console_link SET expires_at = now() - interval '1 second' WHERE code_hash = decode($1, 'hex')`,
      [hashToken(code)],
    )
    expect(await refused(code)).toContain('too old')
    const revoked = await link({ roles: ['ProjectEmployee'] })
    await revokeGrant(service.database, revoked.grantNumber)
    expect(await refused(revoked.code)).toContain('revoked')
    expect(await refused('x'.repeat(43))).toContain('no such link')
  })

  test('a body without a code, with more, or no JSON', async () => {
    const send = async (raw: string) =>
      told(await service.call('POST', SESSION, { raw, headers: { ...CONSOLE, origin } }))
    expect(await send('{}')).toEqual([400, 'ValueRequired', 'code'])
    expect(await send('{"code":1}')).toEqual([400, 'ValueTypeInvalid', 'code'])
    expect(await send('{"code":"a","agreement":1}')).toEqual([400, 'PropertyUnknown', 'agreement'])
    expect(await send('[')).toEqual([400, 'InvalidJson', 'body'])
  })

  test('another site, one that says nothing of where it is, and a form, which cannot send the header', async () => {
    const { code } = await link()
    const sent = async (headers: Headers): Promise<unknown> =>
      told(await service.call('POST', SESSION, { body: { code }, headers }))
    for (const from of ['https://evil.example', 'null', origin.replace('127.0.0.1', 'localhost')])
      expect(await sent({ ...CONSOLE, origin: from })).toEqual([403, 'ConsoleOriginRefused', 'Origin'])
    expect(await sent(CONSOLE)).toEqual([403, 'ConsoleOriginRefused', 'Origin'])
    expect(await sent({ origin })).toEqual([400, 'RequestHeaderInvalid', 'Daybook-Console'])
    expect((await signIn(code)).status).toBe(201)
  })
})

test('a request of the API with the cookie needs the header, the origin and the agreement', async () => {
  const { headers } = await browser()
  const without = (name: string): Headers => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
  expect(await get(headers)).toEqual([200])
  expect(await get(without('origin'))).toEqual([200])
  expect(await get(without('daybook-console'))).toEqual([401, 'Unauthorized', 'X-AppSecretToken'])
  expect(await get({ ...headers, 'daybook-console': 'yes' })).toEqual([401, 'Unauthorized', 'X-AppSecretToken'])
  expect(await get({ ...headers, origin: 'http://127.0.0.1:1' })).toEqual([403, 'ConsoleOriginRefused', 'Origin'])
  expect(await get({ ...without('origin'), 'sec-fetch-site': 'same-site' })).toEqual([
    403,
    'ConsoleOriginRefused',
    'Origin',
  ])
  expect(await get(without('daybook-agreement'))).toEqual([400, 'RequestHeaderInvalid', 'Daybook-Agreement'])
  const write = await service.call('POST', SUPPLIERS, { headers: without('origin'), body: {} })
  expect(told(write)).toEqual([403, 'ConsoleOriginRefused', 'Origin'])
})

test('a session opens no other agreement, and tokens open only the one that a request names', async () => {
  const { headers } = await browser()
  const ended = [401, 'ConsoleSessionEnded', 'Daybook-Agreement']
  expect(await get({ ...headers, 'daybook-agreement': String(other!.agreement) })).toEqual(ended)
  const tokens = { ...company!.headers, ...CONSOLE }
  expect(await get({ ...tokens, 'daybook-agreement': String(company!.agreement) })).toEqual([200])
  expect(await get({ ...tokens, 'daybook-agreement': String(other!.agreement) })).toEqual([
    400,
    'RequestHeaderInvalid',
    'Daybook-Agreement',
  ])
})

test('a session has the roles of its grant, and is away from the agreement with it', async () => {
  const { headers, grantNumber } = await browser({ roles: ['Sales'] })
  expect(await get(headers, '/daybookapi/v1.0.0/people')).toEqual([403, 'RoleMissing', 'X-AgreementGrantToken'])
  const path = '/customersapi/v3.1.0/Customers'
  const second = await testNode(service.own, { hasDemo: false })
  onTestFinished(() => second.app.close())
  const there = {
    ...headers,
    origin: second.baseUrl,
    cookie: headers.cookie.replace(/-\d+/, `-${new URL(second.baseUrl).port}`),
  }
  const onBoth = async (): Promise<number[]> => {
    const replies = [service.call('GET', path, { headers }), second.call('GET', path, { headers: there })]
    return (await Promise.all(replies)).map(({ status }) => status)
  }
  expect(await onBoth()).toEqual([200, 200])
  expect((await company!.delete(`/daybookapi/v1.0.0/grants/${grantNumber}`)).status).toBe(204)
  await eventually(async () => (await onBoth()).every((status) => status === 401))
  expect((await service.call('GET', SESSION, { headers })).json.agreements).toEqual([])
})

test('a second link adds its agreement, under a new cookie: who knew the old one is out', async () => {
  const first = await browser()
  const made = await link({ agreement: other!.agreement })
  const reply = await signIn(made.code, { cookie: first.cookie })
  expect(reply.json.agreements.map((one: { agreementNumber: number }) => one.agreementNumber)).toEqual(
    [company!.agreement, other!.agreement].sort((a, b) => a - b),
  )
  const cookie = cookieOf(reply)
  expect(cookie).not.toBe(first.cookie)
  for (const agreement of [company!.agreement, other!.agreement])
    expect(await get({ ...first.headers, cookie, 'daybook-agreement': String(agreement) })).toEqual([200])
  await eventually(async () => (await get(first.headers))[1] === 'ConsoleSessionEnded')
  const fixed = await signIn((await link()).code, { cookie: `${first.cookie.split('=')[0]}=${'A'.repeat(43)}` })
  expect(cookieOf(fixed)).not.toContain('A'.repeat(43))
})

test('signing out ends the session and has the browser forget the cookie', async () => {
  const { headers } = await browser()
  const reply = await service.call('DELETE', SESSION, { headers })
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([
    204,
    expect.stringMatching(/^daybook-\d+=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/),
  ])
  expect((await service.call('GET', SESSION, { headers })).json.agreements).toEqual([])
})

describe('the ends of a session', () => {
  const set = async (token: string, change: string): Promise<unknown> =>
    await service.database.rows(`UPDATE console_session SET ${change} WHERE token_hash = decode($1, 'hex')`, [
      hashToken(token),
    ])
  const open = async (token: string): Promise<boolean> =>
    (await findSession(service.database, token, String(company!.agreement))) !== undefined

  test('twelve hours without use, counted from the last', async () => {
    const { token } = await browser()
    await set(token, `last_used_at = now() - interval '11 hours 59 minutes'`)
    expect(await open(token)).toBe(true)
    const [{ used }] = (await service.database.rows<{ used: boolean }>(
      `SELECT last_used_at > now() - interval '1 minute' AS used FROM console_session WHERE token_hash = decode($1, 'hex')`,
      [hashToken(token)],
    )) as [{ used: boolean }]
    expect(used).toBe(true)
    await set(token, `last_used_at = now() - interval '12 hours'`)
    expect(await open(token)).toBe(false)
  })

  test('thirty days, however much it is used, also where another agreement is added', async () => {
    const { token, cookie } = await browser()
    await set(token, `signed_in_at = now() - interval '30 days', ends_at = now() + interval '1 minute'`)
    expect(await open(token)).toBe(true)
    const later = cookieOf(await signIn((await link({ agreement: other!.agreement })).code, { cookie })).split('=')[1]!
    const [row] = await service.database.rows<{ soon: boolean }>(
      `SELECT ends_at < now() + interval '1 hour' AS soon FROM console_session WHERE token_hash = decode($1, 'hex') AND agreement = $2`,
      [hashToken(later), company!.agreement],
    )
    expect(row!.soon).toBe(true)
    await set(later, 'ends_at = now()')
    expect(await open(later)).toBe(false)
  })

  test('revoked by the API, where it is listed', async () => {
    const { reply, headers } = await browser({ person: 'MJ', roles: ['Sales'] })
    const number = reply.json.agreements[0].sessionNumber as number
    const path = '/daybookapi/v1.0.0/console-sessions'
    const { json } = await company!.get(`${path}/${number}`)
    expect(json).toMatchObject({ number, person: 'MJ', browser: null })
    expect((await other!.get(`${path}/${number}`)).status).toBe(404)
    expect((await other!.delete(`${path}/${number}`)).status).toBe(404)
    expect((await company!.delete(`${path}/${number}`)).status).toBe(204)
    await eventually(async () => (await get(headers))[1] === 'ConsoleSessionEnded')
    expect((await company!.delete(`${path}/${number}`)).status).toBe(404)
  })
})

test('nobody signs in by plain http away from the machine itself, and a rebound name sends no cookie', async () => {
  const { headers } = await browser()
  const { code } = await link()
  for (const host of ['books.example', '192.168.1.5:8080', '127.0.0.1.evil.example']) {
    const far = { host, origin: `http://${host}` }
    expect(told(await signIn(code, far))).toEqual([403, 'ConsoleOriginRefused', 'Host'])
    expect(await get({ ...headers, ...far, cookie: headers.cookie.replace(/-\d+=/, '-80=') })).toEqual(
      host.includes(':') ? [401, 'Unauthorized', 'X-AppSecretToken'] : [403, 'ConsoleOriginRefused', 'Host'],
    )
  }
})

test('behind a proxy the cookie is for TLS and this host alone, and only the public origin is taken', async () => {
  const node = await testNode(service.own, { hasDemo: false, publicOrigin: 'https://books.example' })
  onTestFinished(() => node.app.close())
  const { code } = await link()
  expect(told(await signIn(code, {}, node))).toEqual([403, 'ConsoleOriginRefused', 'Origin'])
  const reply = await signIn(code, { origin: 'https://books.example' }, node)
  expect(reply.headers.get('set-cookie')).toMatch(
    /^__Host-daybook=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
  )
  const headers = { ...CONSOLE, cookie: cookieOf(reply), 'daybook-agreement': String(company!.agreement) }
  expect((await node.call('GET', SUPPLIERS, { headers })).status).toBe(200)
  expect(told(await node.call('GET', SUPPLIERS, { headers: { ...headers, origin: node.baseUrl } }))).toEqual([
    403,
    'ConsoleOriginRefused',
    'Origin',
  ])
})

test('the command prints a link of this database, which signs in', async () => {
  const how = { environment: { DATABASE_URL: service.databaseUrl, DAYBOOK_PUBLIC_URL: origin } }
  const args = ['console', '--agreement', String(company!.agreement), '--person', 'MJ', '--roles', 'Sales']
  const { url, ...made } = await answerOf(args, how)
  expect(made).toMatchObject({ agreementNumber: company!.agreement, expiresAt: expect.stringMatching(/Z$/) })
  const [, base, code] = /^(.*)\/app#code=([\w-]{43})$/.exec(String(url))!
  expect(base).toBe(origin)
  expect((await signIn(code!)).json.agreements[0]).toMatchObject({ roles: ['Sales'], person: { initials: 'MJ' } })
})

test('the demo company is told to everybody, and needs no link', async () => {
  await service.database.rows(`INSERT INTO agreement (agreement, name, is_demo) VALUES (100000, 'Demo', true)`)
  const node = await testNode(service.own)
  onTestFinished(() => node.app.close())
  const { json } = await node.call('GET', SESSION, { headers: CONSOLE })
  expect(json).toEqual({
    demo: { agreementNumber: 100_000, name: 'Demo', company: 'Demo' },
    agreements: [],
    hasPasskeys: false,
  })
  await expect(link({ agreement: 100_000 })).rejects.toThrow('The demo company needs no link')
})

test('neither codes nor tokens are in the log, nor anywhere in the database', async () => {
  const { code, token } = await browser()
  await signIn(code)
  const logged = JSON.stringify(service.log)
  expect(logged).toContain(SESSION)
  for (const secret of [code, token]) {
    expect(logged).not.toContain(secret)
    const [found] = await service.database.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM (SELECT k::text AS row FROM console_link k UNION ALL SELECT s::text FROM console_session s) t
       WHERE strpos(t.row, $1) > 0 OR strpos(t.row, encode(convert_to($1, 'UTF8'), 'hex')) > 0`,
      [secret],
    )
    expect(found!.count).toBe(0)
  }
})

test('a session that is used by many at once is looked up once', async () => {
  const { token } = await browser()
  let looked = 0
  const cache = new GrantCache(service.database, undefined, (executor, ...of) => {
    looked += 1
    return findSession(executor, ...of)
  })
  const found = await Promise.all([1, 2, 3].map(async () => await cache.find(token, String(company!.agreement))))
  expect([looked, new Set(found.map((grant) => grant?.agreement)).size]).toEqual([1, 1])
})

test('a node that revokes a grant knows its sessions no longer at once', async () => {
  const { headers, grantNumber } = await browser()
  expect(await get(headers)).toEqual([200])
  const revoked = await company!.delete(`/daybookapi/v1.0.0/grants/${grantNumber}`)
  expect(revoked.status).toBe(204)
  expect((await get(headers))[0]).toBe(401)
})
