import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { type Answered, RawConnection } from './raw-connection.ts'

/** What libraries of programs write on the wire, byte by byte: nothing of Node's stands between. */

let service: TestService
let client: Client
beforeAll(async () => {
  service = await companyService()
  client = await service.client({ agreement: COMPANY })
})
afterAll(() => service.stop())

const CUSTOMERS = '/customersapi/v3.1.0/Customers'
const JOURNALS = '/journalsapi/v15.0.1/journals'
const DRAFTS = '/journalsapi/v15.0.1/draft-entries'

const TOKENS = ['X-AppSecretToken', 'X-AgreementGrantToken']

/**
 * A request: its first line, its headers with the tokens, its body as it is. `names` says how the program spells the
 * tokens' names.
 */
function requestOf(
  line: string,
  headers: readonly string[],
  body: string | Buffer = '',
  names: readonly string[] = TOKENS,
): Buffer {
  const [secret, grant] = [client.headers['x-appsecrettoken'], client.headers['x-agreementgranttoken']]
  const host = line.endsWith('HTTP/1.0') ? [] : ['Host: books.example']
  const lines = [line, ...host, `${names[0]}: ${secret}`, `${names[1]}: ${grant}`, ...headers]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

/** Sends a request on a connection of its own. */
async function ask(...request: Parameters<typeof requestOf>): Promise<Answered> {
  const wire = await RawConnection.open(service.baseUrl)
  wire.write(requestOf(...request))
  const answer = await wire.answer(!request[0].startsWith('HEAD'))
  wire.end()
  return answer
}

/** The headers of a JSON body. */
const json = (body: string | Buffer, type = 'application/json'): string[] => [
  `Content-Type: ${type}`,
  `Content-Length: ${Buffer.byteLength(body)}`,
]

const named = (name: string): string => JSON.stringify({ name })
const nameOf = async ({ json: made }: Answered): Promise<unknown> =>
  (await client.get(`${JOURNALS}/${made.number}`)).json.name

describe('a body', () => {
  test.each([
    ['C#, HttpClient with StringContent', 'application/json; charset=utf-8'],
    ['Java, OkHttp', 'application/json; charset=UTF-8'],
    ['PowerShell', 'application/json;charset=utf-8;'],
    ['Apache HttpClient', 'Application/JSON; Charset="UTF-8"'],
    ['an OData library', 'application/json; odata.metadata=minimal; charset=utf-8'],
    ['an old one', 'text/json'],
  ])('of %s may be called %s', async (who, type) => {
    const body = named(`Journal of ${who}`)
    const made = await ask(`POST ${JOURNALS} HTTP/1.1`, json(body, type), body)
    expect([made.status, await nameOf(made)]).toEqual([201, `Journal of ${who}`])
  })

  test.each([
    ['curl -d', 'application/x-www-form-urlencoded'],
    ['fetch with a text', 'text/plain;charset=UTF-8'],
    ['a program of Latin-1', 'application/json; charset=iso-8859-1'],
  ])('of %s, called %s, is refused with what is read', async (_, type) => {
    const body = named('Never')
    const { status, json: problem } = await ask(`POST ${JOURNALS} HTTP/1.1`, json(body, type), body)
    expect([status, problem.errorCode, problem.errors[0].property]).toEqual([
      415,
      'MediaTypeNotSupported',
      'Content-Type',
    ])
  })

  test('of .NET has no length: JsonContent sends it in chunks', async () => {
    const body = named('In chunks, æ')
    const [first, rest] = [Buffer.from(body).subarray(0, 21), Buffer.from(body).subarray(21)]
    const chunk = (bytes: Buffer): Buffer =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
    const chunks = Buffer.concat([chunk(first), chunk(rest), Buffer.from('0\r\n\r\n')])
    const headers = ['Content-Type: application/json; charset=utf-8', 'Transfer-Encoding: chunked']
    const made = await ask(`POST ${JOURNALS} HTTP/1.1`, headers, chunks)
    expect([made.status, await nameOf(made)]).toEqual([201, 'In chunks, æ'])
  })

  test('of .NET Framework, and of curl where it is long, waits for 100 Continue', async () => {
    const body = named('Expected')
    const wire = await RawConnection.open(service.baseUrl)
    wire.write(requestOf(`POST ${JOURNALS} HTTP/1.1`, ['Expect: 100-continue', ...json(body)]))
    await wire.goesOn()
    wire.write(body)
    const made = await wire.answer()
    expect([made.status, await nameOf(made)]).toEqual([201, 'Expected'])
    wire.end()
  })

  test('of a program of Windows begins with a byte order mark', async () => {
    const body = `\ufeff${named('Marked')}`
    const made = await ask(`POST ${JOURNALS} HTTP/1.1`, json(body), body)
    expect([made.status, await nameOf(made)]).toEqual([201, 'Marked'])
  })

  test('of Python or PHP has its letters escaped, and slashes', async () => {
    const body = '{"name":"Caf\\u00e9 \\ud83d\\ude00 a\\/b"}\n'
    const made = await ask(`POST ${JOURNALS} HTTP/1.1`, json(body), body)
    expect([made.status, await nameOf(made)]).toEqual([201, 'Café 😀 a/b'])
  })

  test('that is packed is refused with what is read', async () => {
    const body = Buffer.from([0x1f, 0x8b, 0x08, 0x00])
    const headers = ['Content-Encoding: gzip', ...json(body)]
    const { status, json: problem } = await ask(`POST ${JOURNALS} HTTP/1.1`, headers, body)
    expect([status, problem.errors[0].property]).toEqual([415, 'Content-Encoding'])
  })
})

describe('a request without a body', () => {
  const made = async (): Promise<number> => (await client.post(JOURNALS, { name: 'Empty' })).json.number as number

  test.each([
    ['nothing', [], ''],
    ['a length of 0', ['Content-Length: 0'], ''],
    ['the type of one, as generated clients send', ['Content-Type: application/json', 'Content-Length: 0'], ''],
    ['the type of a form', ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 0'], ''],
    ['no chunks', ['Content-Type: application/json; charset=utf-8', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['an empty object', json('{}'), '{}'],
    ['null, as PostAsJsonAsync sends nothing', json('null'), 'null'],
    ['an empty array, as PHP writes an empty object', json('[]'), '[]'],
    ['an empty text', json('""'), '""'],
  ] as const)('may have %s: DELETE and a booking', async (_, headers, body) => {
    const number = await made()
    const booked = await ask(`POST ${JOURNALS}/${number}/book HTTP/1.1`, headers, body)
    expect([booked.status, booked.body.length]).toEqual([204, 0])
    const isNothing = /null|\[\]|""/.test(body)
    expect(booked.headers.get('daybook-notice')).toBe(isNothing ? 'body is ignored' : null)
    const gone = await ask(`DELETE ${JOURNALS}/${number} HTTP/1.1`, headers, body)
    expect([gone.status, gone.body.length]).toEqual([204, 0])
  })

  test('has none at all where an app is strict', async () => {
    const strict = await service.client({ agreement: COMPANY, compatibility: 'strict' })
    for (const raw of ['null', '[]', '""']) {
      const { status, text } = await strict.call('POST', `${JOURNALS}/1/book`, { raw })
      expect([raw, status], text).toEqual([raw, 400])
    }
  })

  test('is not what has one: a property there is refused', async () => {
    const number = await made()
    const body = '{"number":1}'
    const { status, json: problem } = await ask(`DELETE ${JOURNALS}/${number} HTTP/1.1`, json(body), body)
    expect([status, problem.errorCode]).toEqual([400, 'PropertyUnknown'])
  })

  test.each(['GET', 'HEAD'])('%s may have the type of one, and one that nobody reads', async (method) => {
    const list = `${method} ${JOURNALS}/count HTTP/1.1`
    const headers = ['Content-Type: application/json', 'Accept: application/json']
    expect((await ask(list, headers)).status).toBe(200)
    if (method === 'GET') expect((await ask(list, [...headers, 'Content-Length: 2'], '{}')).status).toBe(200)
  })
})

describe('headers', () => {
  test.each([
    ['Go', ['X-Appsecrettoken', 'X-Agreementgranttoken']],
    ['JavaScript', ['x-appsecrettoken', 'x-agreementgranttoken']],
    ['COBOL', ['X-APPSECRETTOKEN', 'X-AGREEMENTGRANTTOKEN']],
  ])('of the tokens are spelt by %s as it likes', async (_, names) => {
    expect((await ask(`GET ${CUSTOMERS}/count HTTP/1.1`, [], '', names)).status).toBe(200)
  })

  test.each([
    ['curl, PHP and Python', '*/*'],
    ['axios', 'application/json, text/plain, */*'],
    ['jQuery', 'application/json, text/javascript, */*; q=0.01'],
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['RestSharp', 'application/json, text/json, text/x-json, text/javascript, application/xml, text/xml'],
    ['Java', 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'],
    ['a generated client', 'application/json, application/problem+json'],
    ['a client of errors', 'application/problem+json'],
    ['Power Query', 'application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9'],
  ])('Accept of %s takes JSON', async (_, accept) => {
    const answered = await ask(`GET ${CUSTOMERS}/count HTTP/1.1`, [`Accept: ${accept}`])
    expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  })

  test('that programs and proxies add mean nothing here', async () => {
    const headers = [
      'Authorization: Bearer something',
      'Cookie: a=b',
      'Cache-Control: no-cache',
      'Pragma: no-cache',
      'If-Modified-Since: Mon, 20 Jul 2026 00:00:00 GMT',
      'If-None-Match: "a"',
      'X-Requested-With: XMLHttpRequest',
      'X-Forwarded-For: 10.0.0.1, 10.0.0.2',
      'Origin: https://books.example',
      'TE: trailers',
      'DNT: 1',
    ]
    expect((await ask(`GET ${CUSTOMERS}/count HTTP/1.1`, headers)).status).toBe(200)
  })

  test('of Java ask for HTTP/2 at first, and go on with what is spoken', async () => {
    const headers = [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
    ]
    expect((await ask(`GET ${CUSTOMERS}/count HTTP/1.1`, headers)).status).toBe(200)
    const body = named('Upgraded')
    const made = await ask(`POST ${JOURNALS} HTTP/1.1`, [...headers, ...json(body)], body)
    expect([made.status, await nameOf(made)]).toEqual([201, 'Upgraded'])
  })
})

describe('a path or a query', () => {
  const counted = async (query: string): Promise<unknown> => {
    const { status, json: count } = await ask(`GET ${CUSTOMERS}/count?${query} HTTP/1.1`, [])
    return status === 200 ? count : count.errorCode
  }

  test('has filters as they are, or with their signs encoded, once', async () => {
    const all = await counted('')
    const encoded = (text: string): string => text.replaceAll('$', '%24').replaceAll(':', '%3a')
    for (const write of [(text: string) => text, encoded]) {
      expect(await counted(`filter=${write('customerNumber$gt:0')}`)).toBe(all)
      expect(await counted(`Filter=${write('customerNumber$gt:0$and:customerNumber$lt:0')}`)).toBe(0)
    }
    expect(await counted('filter=customerNumber%2524gt:0')).toBe('FilterSyntax')
  })

  test('has blanks as forms or as addresses write them', async () => {
    const groups = '/suppliersapi/v2.0.0/Groups'
    const [group] = (await client.get(`${groups}/paged?pageSize=1`)).json
    expect((await client.post(groups, { ...group, number: 987, name: 'Blank and blank' })).status).toBe(201)
    for (const blank of ['+', '%20']) {
      const filter = `name$eq:Blank${blank}and${blank}blank`
      expect((await ask(`GET ${groups}/count?filter=${filter} HTTP/1.1`, [])).json).toBe(1)
    }
    expect((await ask(`GET ${groups}/count?filter=name$eq:Blank%2Band%2Bblank HTTP/1.1`, [])).json).toBe(0)
  })

  test('has parameters without a value where a program has none', async () => {
    const { status, json: page } = await ask(
      `GET ${CUSTOMERS}/paged?filter=&sort=&pageSize=&skipPages=&&demo HTTP/1.1`,
      [],
    )
    expect([status, page.length]).toEqual([200, 20])
    expect((await ask(`GET ${CUSTOMERS}?cursor=&filter= HTTP/1.1`, [])).status).toBe(200)
    expect((await ask(`GET ${CUSTOMERS}? HTTP/1.1`, [])).status).toBe(200)
    expect(await counted('filter=null')).toBe('FilterSyntax')
  })

  test('is in any case, with a slash at its end, with any escapes', async () => {
    for (const path of [
      '/CustomersAPI/V3.1.0/CUSTOMERS/Count',
      `${CUSTOMERS}/count/`,
      `${CUSTOMERS}/count/?pageSize=1`,
      '/customersapi/v3%2E1%2e0/%43ustomers/count',
    ]) {
      expect([path, (await ask(`GET ${path} HTTP/1.1`, [])).status]).toEqual([path, 200])
    }
  })

  test('with two slashes, without a version or with a part of one says what there is', async () => {
    for (const path of [
      `/${CUSTOMERS}`,
      '/customersapi/v3.1.0//Customers',
      '/customersapi/Customers',
      '/customersapi/v3/Customers',
    ]) {
      const { status, json: problem } = await ask(`GET ${path} HTTP/1.1`, [])
      expect([path, status, /PathNotFound|VersionNotFound/.test(problem.errorCode)]).toEqual([path, 404, true])
      expect(problem.detail).toMatch(/\/customersapi|\/openapi/)
    }
  })
})

describe('a connection', () => {
  test('of HTTP/1.0 ends after its answer, of which the length is known', async () => {
    const wire = await RawConnection.open(service.baseUrl)
    wire.write(requestOf(`GET ${CUSTOMERS} HTTP/1.0`, []))
    const answered = await wire.answer()
    expect([answered.status, answered.json.items.length > 0]).toEqual([200, true])
    expect(await wire.closes()).toBe(true)
    const [document] = (await client.get('/documentsapi/v4.0.1/AttachedDocuments/paged?pageSize=1')).json
    const file = await ask(`GET /documentsapi/v4.0.1/AttachedDocuments/${document.number}/pdf HTTP/1.0`, [])
    expect([file.status, file.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  test('of HTTP/1.0 stays open where it is asked to, as ab and old proxies do', async () => {
    const wire = await RawConnection.open(service.baseUrl)
    for (let times = 0; times < 2; times += 1) {
      wire.write(requestOf(`GET ${CUSTOMERS}/count HTTP/1.0`, ['Connection: keep-alive']))
      const { status, headers } = await wire.answer()
      expect([status, headers.get('connection')]).toEqual([200, 'keep-alive'])
    }
    wire.end()
  })

  test('carries requests one after the other, also sent before the answers', async () => {
    const wire = await RawConnection.open(service.baseUrl)
    const body = named('Piped')
    wire.write(
      Buffer.concat([
        requestOf(`POST ${JOURNALS} HTTP/1.1`, json(body), body),
        requestOf(`GET ${DRAFTS}/count HTTP/1.1`, ['Accept-Encoding: gzip']),
        requestOf(`GET ${CUSTOMERS} HTTP/1.1`, ['Accept-Encoding: gzip, deflate, br']),
        requestOf(`DELETE ${JOURNALS}/999999 HTTP/1.1`, ['Connection: close']),
      ]),
    )
    const answers = [await wire.answer(), await wire.answer(), await wire.answer(), await wire.answer()]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 404])
    expect(answers[2]!.headers.get('content-encoding')).toBe('gzip')
    expect(await wire.closes()).toBe(true)
  })
})
