import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPRESSED_MIN_BYTES, COMPRESSING_MAX } from '../../src/limits.ts'
import { type Client, companyService, type TestService } from './harness.ts'
import { COMPANY } from '../database/harness.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await companyService()
  client = await service.client({ agreement: COMPANY })
})
afterAll(() => service.stop())

const LIST = '/accountsapi/v7.0.1/Accounts'
const FILE = '/documentsapi/v4.0.1/AttachedDocuments'

interface Raw {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}

/** An answer as it is on the wire: `fetch` would unpack it. */
function wire(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(service.baseUrl + path, { method, headers: { ...client.headers, ...headers } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers as Raw['headers'], body: Buffer.concat(pieces) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

const asked = (coding: string): { 'accept-encoding': string } => ({ 'accept-encoding': coding })

test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'gzip'],
  ['gzip;q=0.5, br', 'br'],
  ['x-gzip', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['gzip;q=0', undefined],
  ['deflate', undefined],
  ['identity', undefined],
  ['', undefined],
])('an answer to `Accept-Encoding: %s` is %s, and the same once unpacked', async (coding, expected) => {
  const plain = await wire(LIST)
  const packed = await wire(LIST, asked(coding))
  expect([packed.status, packed.headers['content-encoding']]).toEqual([200, expected])
  expect([plain.headers.vary, packed.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding'])
  expect(packed.headers['content-length']).toBe(String(packed.body.length))
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync }
  const body = expected === undefined ? packed.body : unpack[expected as 'gzip'](packed.body)
  expect(body.equals(plain.body)).toBe(true)
  if (expected !== undefined) expect(packed.body.length).toBeLessThan(plain.body.length / 3)
})

test('HEAD has the headers of GET', async () => {
  const [get, head] = [await wire(LIST, asked('gzip')), await wire(LIST, asked('gzip'), 'HEAD')]
  for (const name of ['content-encoding', 'content-length', 'vary']) expect(head.headers[name]).toBe(get.headers[name])
  expect(head.body.length).toBe(0)
})

test(`from ${COMPRESSED_MIN_BYTES} bytes on`, async () => {
  // The body of the error has the path.
  const path = (length: number): string => `${LIST}/${'a'.repeat(length)}`
  const { body } = await wire(path(100))
  const edge = 100 + COMPRESSED_MIN_BYTES - body.length
  for (const [length, coding, vary] of [
    [edge - 1, undefined, undefined],
    [edge, 'gzip', 'Accept-Encoding'],
  ] as const) {
    const [plain, packed] = [await wire(path(length)), await wire(path(length), asked('gzip'))]
    expect(plain.body.length).toBe(COMPRESSED_MIN_BYTES - edge + length)
    expect([plain.status, packed.headers['content-encoding'], packed.headers.vary]).toEqual([404, coding, vary])
  }
  const document = await wire('/openapi/suppliers.json', asked('br'))
  expect(document.headers['content-encoding']).toBe('br')
})

test('files stay as they are: whole, in ranges, and by their tag', async () => {
  const [document] = (await client.get(`${FILE}/paged?pageSize=1`)).json as { number: number }[]
  const path = `${FILE}/${document!.number}/pdf`
  const whole = await wire(path, asked('gzip, br'))
  const range = await wire(path, { ...asked('gzip, br'), range: 'bytes=0-2047' })
  for (const { headers } of [whole, range]) expect(headers['content-encoding']).toBeUndefined()
  expect([range.status, range.body.equals(whole.body.subarray(0, 2048))]).toEqual([206, true])
  expect(whole.headers.etag).toMatch(/^"/)
})

test('more at once than are compressed are answered as they are', async () => {
  const many = await Promise.all(Array.from({ length: COMPRESSING_MAX * 4 }, () => wire(LIST, asked('br'))))
  const plain = await wire(LIST)
  for (const { status, headers, body } of many) {
    expect(status).toBe(200)
    const unpacked = headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body
    expect(unpacked.equals(plain.body)).toBe(true)
  }
})
