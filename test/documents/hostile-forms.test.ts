import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { pdf } from './files.ts'
import { DOCUMENTS, formOf, withVouchers } from './uploading.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await withVouchers(service)
})
afterAll(() => service.stop())

const BOUNDARY = '----daybook-form'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const MEBIBYTE = 2 ** 20
const whole = formOf([
  ['voucherNumber', 501],
  ['accountingYear', '2026'],
  ['file', pdf('x')],
]).raw

/** A part by its header lines. */
const part = (headers: string, content = 'x'): string => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`
const named = (name: string, more = ''): string => `Content-Disposition: form-data; name="${name}"${more}`
const END = `--${BOUNDARY}--\r\n`
const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

/** A form that no program sends: what it is, its bytes, and its Content-Type. */
type Hostile = [what: string, form: () => string | Buffer, type?: string]

const FORMS: readonly Hostile[] = [
  ['thousands of parts', () => times(5000, (at) => part(named(`n${at}`))) + END],
  ['thousands of parts of one name', () => times(5000, () => part(named('voucherNumber'))) + END],
  ['thousands of parts without a name', () => times(5000, () => part('X-Nothing: 1')) + END],
  ['thousands of parts without a header', () => times(5000, () => `--${BOUNDARY}\r\n\r\n`) + END],
  ['thousands of files', () => times(5000, (at) => part(named('file', `; filename="${at}.pdf"`), '%PDF-1.7')) + END],
  ['a header of four megabytes', () => part(named('x'.repeat(4 * MEBIBYTE))) + END],
  ['headers that never end', () => `--${BOUNDARY}\r\n${'X-More: 1\r\n'.repeat(400_000)}`],
  ['ten thousand headers of a part', () => part(`${times(10_000, (at) => `X-${at}: 1\r\n`)}${named('file')}`) + END],
  ['a name with a NUL', () => part(named('a\0b')) + END],
  ['the name of a prototype', () => part(named('__proto__')) + part(named('constructor')) + END],
  [
    'an unknown charset',
    () => part(`${named('voucherNumber')}\r\nContent-Type: text/plain; charset=klingon`, '501') + END,
  ],
  ['a name in an unknown charset', () => part(`Content-Disposition: form-data; name*=klingon'da'%E6%F8`) + END],
  ['a name with half an escape', () => part(`Content-Disposition: form-data; name*=UTF-8''%E`) + END],
  [
    'a file in base64',
    () => part(`${named('file', '; filename="a"')}\r\nContent-Transfer-Encoding: base64`, 'JVBERi0=') + END,
  ],
  [
    'a form in a form',
    () => part(`${named('file')}\r\nContent-Type: multipart/mixed; boundary=in`, '--in\r\n\r\nx\r\n--in--') + END,
  ],
  [
    'forms in forms',
    () => times(500, (at) => `--${BOUNDARY}\r\nContent-Type: multipart/form-data; boundary=b${at}\r\n\r\n--b${at}\r\n`),
  ],
  ['nothing', () => ''],
  ['only its end', () => END],
  ['only a beginning', () => `--${BOUNDARY}`],
  ['bytes without a boundary', () => Buffer.alloc(MEBIBYTE, 'x')],
  ['boundaries alone', () => `--${BOUNDARY}\r\n`.repeat(100_000)],
  ['dashes alone', () => '-'.repeat(4 * MEBIBYTE)],
  ['beginnings of boundaries', () => `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(200_000)],
  ['no boundary in its type', () => whole, 'multipart/form-data'],
  ['an empty boundary', () => whole, 'multipart/form-data; boundary='],
  ['another boundary', () => whole, 'multipart/form-data; boundary=other'],
  ['a boundary of ten thousand characters', () => whole, `multipart/form-data; boundary=${'b'.repeat(10_000)}`],
  ['two boundaries', () => whole, `multipart/form-data; boundary=other; boundary=${BOUNDARY}x`],
  ['another kind of multipart', () => whole, `multipart/mixed; boundary=${BOUNDARY}`],
]

const send = (raw: string | Buffer, type = TYPE) =>
  client.call('POST', DOCUMENTS, { raw, headers: { 'content-type': type } })

test.each(FORMS)('a form of %s is refused, and takes no memory', async (_what, form, type) => {
  const bytes = form()
  const before = process.memoryUsage()
  const reply = await send(bytes, type)
  expect([400, 413, 415], reply.text).toContain(reply.status)
  expect(reply.json.errors.length).toBeLessThanOrEqual(100)
  expect(reply.text.length).toBeLessThan(64 * 1024)
  const after = process.memoryUsage()
  expect(after.rss - before.rss).toBeLessThan(200 * MEBIBYTE)
  expect((await service.call('GET', '/live')).status).toBe(200)
})

test('a form that is cut at any byte is refused, and leaves the voucher free', async () => {
  const head = whole.indexOf('%PDF')
  const last = whole.length
  const cuts = [
    ...Array.from({ length: 40 }, (_, at) => Math.floor((at * head) / 40)),
    head,
    head + 9,
    last - 30,
    last - 5,
  ]
  for (const cut of cuts) {
    const reply = await send(whole.subarray(0, cut))
    expect([cut, reply.status], reply.text).toEqual([cut, 400])
  }
  expect((await send(whole)).status).toBe(201)
})
