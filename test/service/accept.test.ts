import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HTML_ANSWER, JSON_ANSWER, wishFor } from '../../src/request/protocol/accept.ts'
import { checkContentType } from '../../src/request/protocol/media-types.ts'
import { everyVersion, operationsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { processorMilliseconds } from '../processor-time.ts'
import { OURS } from '../resources/sales.ts'
import { book, drafted } from '../sales/selling.ts'
import { sellingAbroad } from '../sales/sold-abroad.ts'
import { type Client, type Reply, type TestService, testService } from './harness.ts'

let service: TestService
let client: Client
let invoice: number

beforeAll(async () => {
  service = await testService()
  client = await sellingAbroad(service)
  invoice = await drafted(client, [{ description: 'Porto', quantity: 1, unitNetPrice: 65, productNumber: 'NUL' }], {
    ...{ customerNumber: 311, vatZoneNumber: 2, currencyCode: 'EUR', customerName: 'Køber' },
  })
  expect((await book(client, invoice)).status).toBe(201)
})
afterAll(() => service.stop())

const REPORTS = operationsOf(everyVersion(apis)).filter(
  ({ operation }) => operation.kind === 'query' && operation.formats !== undefined,
)
const FILES = operationsOf(everyVersion(apis)).flatMap((served) =>
  served.operation.kind === 'file'
    ? [
        {
          path: `${served.path}${served.operation.query ? '?from=2026-01-01&to=2026-01-31' : ''}`,
          type: served.operation.contentType.split(';')[0]!,
        },
      ]
    : [],
)

/** Headers that want a type, whatever else they say; TYPE stands for it, GROUP for what is before its slash. */
const WANTING = [
  'TYPE',
  'TYPE; charset=utf-8',
  'TYPE;charset="UTF-8";q=0.1',
  'TYPE;version=1;profile="a,b;q=0"',
  'TYPE ; Q=0.001',
  'image/avif, TYPE;q=0.5',
  'TYPE;q=0;version=2, TYPE',
  'GROUP/*',
  'GROUP/*;q=0.2, image/png',
  '*/*',
  '*',
  '*/*;q=0.1, image/*;q=0',
  'image/png, , TYPE,',
  '',
  ',',
]
/** Headers that rule it out. */
const REFUSING = [
  'image/png',
  'image/*, audio/*;q=0.5',
  'TYPE;q=0',
  'TYPE;charset=utf-8;q=0.000',
  'TYPE;q=0, */*',
  'TYPE;q=0, GROUP/*;q=0.5',
  'GROUP/*;q=0, */*',
  '*/*;q=0',
  'image/png;profile="TYPE, */*"',
  'nonsense',
]

const asked = (header: string, type: string): string =>
  header.replaceAll('TYPE', type).replaceAll('GROUP', type.split('/')[0]!)

const get = async (path: string, accept: string): Promise<Reply> => await client.get(path, { headers: { accept } })
const typeOf = ({ headers }: Reply): string => headers.get('content-type') ?? ''

/** Browsers, programs and libraries as they come. */
const BROWSER =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'
const OF_PROGRAMS = [
  'application/json, text/plain, */*',
  'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'application/json, text/javascript, */*; q=0.01',
  'application/json, application/*+json',
  BROWSER,
]

describe('a file', () => {
  test.each(FILES)('$path is answered to who takes $type', async (file) => {
    const path = file.path.replace(/\{\w+\}/g, '99')
    for (const header of [...WANTING, ...OF_PROGRAMS, 'application/json', 'application/octet-stream']) {
      const { status } = await get(path, asked(header, file.type))
      expect([header, status]).toEqual([header, 404])
    }
    for (const header of [...REFUSING, `${file.type};q=0, application/json`]) {
      const { status, json } = await get(path, asked(header, file.type))
      expect([header, status, json.errors?.[0].property ?? 'Accept']).toEqual([header, 415, 'Accept'])
    }
  })

  test('is what its type says', async () => {
    for (const accept of ['application/xml', 'text/xml', 'application/xml; charset=utf-8', 'application/*', '*/*']) {
      const { status, text, headers } = await get(`${OURS}/invoices/${invoice}/ubl`, accept)
      expect([accept, status, headers.get('content-type'), text.slice(0, 5)]).toEqual([
        ...[accept, 200, 'application/xml; charset=utf-8', '<?xml'],
      ])
    }
    const printed = await get(`${OURS}/invoices/${invoice}/pdf`, 'application/pdf;version=1.7')
    expect([printed.status, typeOf(printed), printed.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  })
})

describe('a report', () => {
  const report = `${OURS}/trial-balance?year=2026`

  test.each(REPORTS.map(({ path }) => path))('%s is answered to who takes CSV or JSON', async (path) => {
    const url = path.replace(/\{\w+\}/g, '99')
    for (const type of ['text/csv', 'application/json'])
      for (const header of [...WANTING, ...OF_PROGRAMS]) expect((await get(url, asked(header, type))).status).toBe(400)
    for (const type of ['text/csv', 'application/json']) {
      // What rules one of the two out and says nothing of the other is refused; so is what rules out everything else,
      // too.
      const header = `${type};q=0, image/*`
      expect([header, (await get(url, header)).status]).toEqual([header, 415])
    }
    for (const header of ['image/png', '*/*;q=0', 'text/html', 'application/xml', 'application/pdf, image/*'])
      expect([header, (await get(url, header)).status]).toEqual([header, 415])
  })

  test.each([
    ['text/csv', 'text/csv'],
    ['text/csv; charset=utf-8; header=present', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv, application/json;q=0.9', 'text/csv'],
    ['text/csv;q=0.1, application/json;q=0', 'text/csv'],
    ['application/json;q=0, */*', 'text/csv'],
    ['text/csv, application/json', 'application/json'],
    ['text/csv;q=0.5, */*', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    ['*/*', 'application/json'],
    ['', 'application/json'],
    [BROWSER, 'application/json'],
  ])('is to `Accept: %s` %s, and says that Accept decided', async (accept, type) => {
    const reply = await get(report, accept)
    const told = [reply.status, typeOf(reply), reply.headers.get('vary')?.split(', ')[0]]
    expect(told).toEqual([200, `${type}; charset=utf-8`, 'Accept'])
    expect(reply.text.startsWith('{')).toBe(type === 'application/json')
  })

  test('is in the format that its address names', async () => {
    for (const accept of ['application/json', 'text/csv', '*/*', BROWSER])
      expect([accept, typeOf(await get(`${report}&format=csv`, accept))]).toEqual([accept, 'text/csv; charset=utf-8'])
    for (const [format, accept] of [
      ['json', 'text/csv'],
      ['csv', 'text/csv;q=0, */*'],
    ]) {
      const { status, json } = await get(`${report}&format=${format}`, accept!)
      expect([status, json.errors[0].property]).toEqual([415, 'Accept'])
    }
  })
})

test('the pages of error codes are HTML to who wants it more than JSON', async () => {
  const html = ['text/html', BROWSER, 'text/*', 'text/html;charset=utf-8', 'text/html, application/json;q=0.9']
  const json = ['*/*', 'application/json', 'text/html;q=0', 'text/html;q=0.5, application/json', 'a/b;x="text/html"']
  for (const accept of html)
    for (const path of ['/errors', '/errors/NotFound'])
      expect([accept, typeOf(await get(path, accept))]).toEqual([accept, 'text/html; charset=utf-8'])
  for (const accept of json)
    for (const path of ['/errors', '/errors/NotFound'])
      expect([accept, typeOf(await get(path, accept))]).toEqual([accept, 'application/json; charset=utf-8'])
})

test('what there is in one form only, for anybody, is answered whatever Accept says', async () => {
  for (const path of ['/', '/health', '/live', '/openapi', '/docs', '/docs/search.json', '/webhooksapi'])
    for (const accept of ['image/png', 'application/json', 'text/html;q=0', '*/*;q=0'])
      expect([path, (await get(path, accept)).status]).toEqual([path, 200])
})

describe('a type', () => {
  test.each(WANTING)('is wanted by `%s`', (header) => {
    for (const [type, answered] of [['application/json', JSON_ANSWER] as const, ['text/html', HTML_ANSWER] as const])
      expect(wishFor(asked(header, type), answered)).toBeGreaterThan(0)
  })

  test.each(REFUSING)('is not wanted by `%s`', (header) => {
    for (const [type, answered] of [['application/json', JSON_ANSWER] as const, ['text/html', HTML_ANSWER] as const])
      expect(wishFor(asked(header, type), answered) ?? 0).toBe(0)
  })

  test('that is long and quoted without end takes no time', async () => {
    const headers = ['"'.repeat(60_000), '"\\'.repeat(30_000), `a/b;${'q="'.repeat(20_000)}`, ','.repeat(60_000)]
    const worked = await processorMilliseconds(() => headers.forEach((header) => wishFor(header, JSON_ANSWER)))
    expect(worked).toBeLessThan(500)
  })

  test.each([
    ['application/json; charset="UTF-8"', true],
    ['application/json;charset = utf-8', true],
    ['application/json; profile="x; charset=latin1"', true],
    ['application/json; version=2; charset=utf8', true],
    ['application/json; charset=iso-8859-1', false],
    ['application/json; version=1; charset="latin1"', false],
  ])('of a body, %s: read %s', (type, isRead) => {
    const check = (): void => checkContentType({ 'content-type': type })
    if (isRead) check()
    else expect(check).toThrow(/./)
  })
})
