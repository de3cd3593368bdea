import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BODY_UNREAD_MAX_BYTES, DOCUMENT_FILE_BYTES_MAX, DOCUMENT_PARTS_MAX } from '../../src/limits.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'
import { heavyPdf, jpeg, pdf, pdfOf, png } from './files.ts'
import { attach, DOCUMENTS, formOf, withVouchers } from './uploading.ts'

let service: TestService
let client: Client
beforeAll(async () => void (service = await testService({ documentBytesMax: 60_000_000 })))
beforeEach(async () => void (client = await withVouchers(service, [501, 502, 503])))
afterAll(async () => {
  // A form that was cut leaves its connection half read.
  service.app.server.closeAllConnections()
  await service.stop()
})

const encrypted = async (userPassword: string): Promise<Buffer> => {
  const made = await PDF.load(pdf('secret'))
  made.setProtection({ userPassword, ownerPassword: 'owner' })
  return Buffer.from(await made.save())
}

/** The PNG with another depth and color type in its header. */
const kindOf = (image: Buffer, bitDepth: number, colorType: number): Buffer => {
  const other = Buffer.from(image)
  other.set([bitDepth, colorType], 24)
  other.writeUInt32BE(crc32(other.subarray(12, 29)), 29)
  return other
}

/** An object stream or a table of objects that unpacks to so many bytes. */
const bomb = (type: 'ObjStm' | 'XRef', bytes: number): Buffer => {
  const data = deflateSync(Buffer.alloc(bytes, ' '))
  const head = Buffer.from('%PDF-1.7\n')
  const facts = type === 'XRef' ? '/Size 5 /W [1 2 1] /Root 1 0 R' : '/N 1 /First 5'
  const start = `1 0 obj\n<< /Type /${type} ${facts} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`
  return Buffer.concat([
    head,
    Buffer.from(start),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF`),
  ])
}

const runs = (action: string): Buffer => pdf('x', 1, `/OpenAction << ${action} >>`)
/** Its action's name is an object of its own. */
const startsByReference = (): Buffer => {
  const said = pdf('x', 1, '/OpenAction << /S 99 0 R /F (calc.exe) >>', ['/Launch']).toString('latin1')
  const [, number] = /(\d+) 0 obj\n\/Launch/.exec(said)!
  return Buffer.from(said.replace('99 0 R', `${number} 0 R`.padEnd(6)), 'latin1')
}
const nested = (depth: number): Buffer => pdf('x', 1, `/X ${'['.repeat(depth)}${']'.repeat(depth)}`)

describe('a hostile file is refused with the reason', () => {
  const whole = pdf('whole', 3)
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['nine megabytes of zeros', () => Buffer.alloc(DOCUMENT_FILE_BYTES_MAX), /no PDF, JPEG or PNG/],
    [
      'one byte too many',
      () => heavyPdf('x', DOCUMENT_FILE_BYTES_MAX + 1, Buffer.alloc(DOCUMENT_FILE_BYTES_MAX)),
      /more than 9437184 bytes/,
    ],
    ['far too many', () => Buffer.alloc(30_000_000), /more than 9437184 bytes/],
    ['no byte', () => Buffer.alloc(0), /is empty/],
    ['a text called PDF', () => Buffer.from('MZ, not %PDF-'), /no PDF, JPEG or PNG/],
    [
      'a PDF of zeros',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_000_000), Buffer.from('%%EOF')]),
      /cannot be read/,
    ],
    ['half a PDF', () => whole.subarray(0, whole.length / 2), /ends too early/],
    ['a PDF without its last line', () => whole.subarray(0, -7), /ends too early/],
    ['one that wants a password', () => encrypted('user'), /encrypted/],
    ['one that only its owner may change', () => encrypted(''), /encrypted/],
    ['JavaScript', () => runs('/S /JavaScript /JS (app.alert\\(1\\))'), /JavaScript/],
    ['JavaScript by other letters', () => runs('/S /J#61vaScript /J#53 (1)'), /JavaScript/],
    [
      'JavaScript among names',
      () => pdf('x', 1, '/Names << /JavaScript << /Names [(a) 3 0 R] >> >>', ['<< >>']),
      /JavaScript/,
    ],
    ['a program to start', () => runs('/S /Launch /F (calc.exe)'), /Launch/],
    ['a program to start, named elsewhere', () => startsByReference(), /Launch/],
    ['a form that runs', () => pdf('x', 1, '/AcroForm << /XFA (x) /Fields [] >>'), /XFA/],
    ['a table that unpacks to eighty megabytes', () => bomb('XRef', 80_000_000), /cannot be read|too much/],
    ['objects that unpack to eighty megabytes', () => bomb('ObjStm', 80_000_000), /cannot be read|too much|no pages/],
    [
      'pages that are their own parents',
      () => pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>']),
      /no pages/,
    ],
    ['lists in lists', () => nested(200_000), /cannot be read/],
    [
      'an image of four billion pixels',
      () => png(60_000, 60_000, 0, deflateSync(Buffer.alloc(999))),
      /too many pixels/,
    ],
    [
      'an image that unpacks to more',
      () => png(900, 900, 0, deflateSync(Buffer.alloc(30_000_000))),
      /cannot be unpacked/,
    ],
    ['an image with too few pixels', () => png(90, 90, 0, deflateSync(Buffer.alloc(8_000))), /too few pixels/],
    ['an image of a kind that does not exist', () => kindOf(png(9, 9), 16, 3), /of a kind that no PNG has/],
    ['an image with a palette of nothing', () => kindOf(png(9, 9), 8, 3), /no palette/],
    ['half an image', () => png(99, 99).subarray(0, 60), /ends too early/],
    ['a damaged image', () => Buffer.from(png(9, 9)).fill(7, 45, 46), /damaged/],
    ['half a photograph', () => jpeg('x').subarray(0, -2), /ends too early/],
    ['a photograph of nothing', () => Buffer.from('ffd8ffe000044a46ffd9', 'hex'), /cannot be read/],
  ])('%s', async (_what, file, says) => {
    const reply = await attach(client, await file())
    expect(codeOf(reply)).toEqual([400, 'InvalidFileData', 'file'])
    expect(reply.json.errors[0].message).toMatch(says)
  })
})

test('a PDF whose table of objects is wrong is read as readers do', async () => {
  const shifted = Buffer.from(
    pdf('shifted')
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n77'),
    'latin1',
  )
  expect((await attach(client, shifted)).status).toBe(201)
  expect((await client.delete(`${DOCUMENTS}/1`)).status).toBe(204)
})

test('the largest file is taken, as often as the operator has room, and a document has so many files', async () => {
  const made = await attach(client, heavyPdf('largest', DOCUMENT_FILE_BYTES_MAX, randomBytes(DOCUMENT_FILE_BYTES_MAX)))
  expect(made.status, made.text).toBe(201)
  const { number } = made.json
  for (let part = 1; part < 4; part += 1) {
    const more = heavyPdf(`part ${part}`, DOCUMENT_FILE_BYTES_MAX, randomBytes(DOCUMENT_FILE_BYTES_MAX))
    expect((await attach(client, more)).json).toEqual({ number })
  }
  const over = await attach(client, pdf('over'))
  expect([codeOf(over), over.json.detail]).toEqual([
    [400, 'UnableToAttach', 'file'],
    expect.stringContaining('37748736 bytes'),
  ])
  const another = (what: string, voucherNumber: number): Promise<Reply> =>
    attach(client, heavyPdf(what, 8_000_000, randomBytes(8_000_000)), { voucherNumber })
  for (const what of ['fits', 'beyond']) expect((await another(what, 502)).status, what).toBe(201)
  for (const voucherNumber of [502, 503]) {
    const tooMuch = await another('too much', voucherNumber)
    expect([codeOf(tooMuch), tooMuch.json.detail]).toEqual([
      [400, 'UnableToAttach', 'file'],
      expect.stringContaining('may take 60000000 bytes'),
    ])
  }
  expect((await client.get(`${DOCUMENTS}/${number}/pdf`)).status).toBe(200)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('a document has a hundred files at most', async () => {
  const other = await withVouchers(service)
  await attach(other, pdf('a'))
  await service.database.rows(
    `INSERT INTO document_part SELECT p.agreement, 1, n, p.hash FROM document_part p, generate_series(2, $2) AS n WHERE p.agreement = $1`,
    [other.agreement, DOCUMENT_PARTS_MAX],
  )
  const reply = await attach(other, pdf('b'))
  expect([codeOf(reply), reply.json.detail]).toEqual([
    [400, 'UnableToAttach', 'file'],
    expect.stringContaining('100 files'),
  ])
})

test('a form that goes on and on is cut, and one that stops is nothing', async () => {
  const { raw, headers } = formOf([
    ['voucherNumber', 501],
    ['accountingYear', '2026'],
    ['file', pdf('x')],
  ])
  // Without a length, and three times as much as is taken.
  let left = 32
  const long = new ReadableStream<Uint8Array>({
    pull(controller) {
      if ((left -= 1) < 0) controller.close()
      else controller.enqueue(Buffer.alloc(1 << 20))
    },
  })
  const sent = await fetch(service.baseUrl + DOCUMENTS, {
    method: 'POST',
    headers: { ...client.headers, ...headers },
    body: long,
    duplex: 'half',
  } as RequestInit).then(
    (reply) => reply.status,
    () => 'cut',
  )
  expect([400, 'cut']).toContain(sent)
  const half = await client.call('POST', DOCUMENTS, { raw: raw.subarray(0, raw.length - 20), headers })
  expect(codeOf(half)).toEqual([400, 'RequestInvalid', 'body'])
})

test('who sends a form on and on, refused or too large, is cut off', async () => {
  const { hostname, port } = new URL(service.baseUrl)
  const head = `POST ${DOCUMENTS} HTTP/1.1\r\nHost: a\r\nContent-Length: ${10 * BODY_UNREAD_MAX_BYTES}\r\n`
  const chunk = Buffer.alloc(1 << 20, ' ')
  for (const tokens of [client.headers, (await service.client({ roles: ['Sales'] })).headers]) {
    const headers = Object.entries({ ...tokens, ...formOf([]).headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(Number(port), hostname).on('error', () => {})
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    let sent = 0
    const send = (): void => {
      while (!socket.destroyed && sent < 10 * BODY_UNREAD_MAX_BYTES) {
        sent += chunk.length
        if (!socket.write(chunk)) return void socket.once('drain', send)
      }
      socket.destroy()
    }
    socket.resume().write(`${head}${headers.join('')}\r\n`)
    send()
    await closed
    expect(sent).toBeLessThan(2 * BODY_UNREAD_MAX_BYTES)
  }
})

test('files under way at once take their turns', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => withVouchers(service, [501, 502, 503, 504])))
  const fill = randomBytes(4_000_000)
  const replies = await Promise.all(
    clients.flatMap((one, at) =>
      [501, 502, 503, 504].map((voucherNumber) => attach(one, heavyPdf(`${at}`, 4_000_000, fill), { voucherNumber })),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
})
