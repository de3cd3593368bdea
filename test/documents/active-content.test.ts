import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compose, inspect } from '../../src/documents/compose.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { isLong } from '../long.ts'
import { processorMilliseconds } from '../processor-time.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { acting, FIRST, hybrid, link, media, objectsOf, open, packed, PAGE, SCRIPT, updated, utf16 } from './acting.ts'
import { OTHERS, SCRIPT_LINKS, SCRIPTS, STRIPPED } from './acting-cases.ts'
import { pdf, png } from './files.ts'
import { actsBy, targetsOf, textOf } from './judge.ts'
import { attach, bytesAt, DAYBOOK, DOCUMENTS, withVouchers } from './uploading.ts'

let service: TestService
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
describe('a PDF is refused, with the sentence that says why', () => {
  let client: Client
  beforeAll(async () => void (client = await withVouchers(service)))

  test.each<[string, () => Buffer, RegExp]>([
    ...SCRIPTS.map(([what, file]): [string, () => Buffer, RegExp] => [`for JavaScript ${what}`, file, /JavaScript/]),
    ...OTHERS.map(([what, file, says]): [string, () => Buffer, RegExp] => [`for ${what}`, file, says]),
    ...SCRIPT_LINKS.map(([what, address, catalog = '']): [string, () => Buffer, RegExp] => [
      `for a javascript: link, ${what}`,
      () => acting({ catalog, annotations: [link(`/S /URI /URI ${address}`)], more: ['(javascript:x)'] }),
      /javascript:/,
    ]),
  ])('%s', async (_what, file, says) => {
    const reply = await attach(client, file())
    expect([codeOf(reply), reply.json.errors[0].message]).toEqual([
      [400, 'InvalidFileData', 'file'],
      expect.stringMatching(says),
    ])
    expect((await client.get(`${DOCUMENTS}/count`)).json).toBe(0)
  })
})

/** All of what takes a company of its own each in the long form, every fourth in the short one. */
const fourths = <One>(all: readonly One[]): readonly One[] => all.filter((_, at) => isLong || at % 4 === 0)

describe('what acts is stored, and not served', () => {
  // All are put together with other pages, below.
  test.each(fourths(STRIPPED))('%s', async (_what, file) => {
    const client = await withVouchers(service)
    const sent = file()
    expect(actsBy(sent), 'the judge sees it in the original').not.toEqual([])
    const made = await attach(client, sent)
    expect(made.status, made.text).toBe(201)
    const [served, logged] = [
      await bytesAt(service, client, `${DOCUMENTS}/1/pdf`),
      await bytesAt(service, client, `${DAYBOOK}/document-log/1/pdf`),
    ]
    expect([served.status, actsBy(served.bytes)]).toEqual([200, []])
    expect(textOf(served.bytes)).toContain('(Faktura 4711) Tj')
    expect(logged.bytes.equals(served.bytes)).toBe(true)
    expect(served.headers.get('etag')).not.toBe(`"${hashOf(sent)}"`)
    expect(await storedHash(client)).toBe(hashOf(sent))
    expect(Buffer.from(await compose([sent])).equals(served.bytes), 'the same bytes each time').toBe(true)
    expect(await inspect(served.bytes)).toMatchObject({ pages: 1, hasActiveContent: false })
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  })

  test('by ranges, and to HEAD, as the same file', async () => {
    const client = await withVouchers(service)
    await attach(client, hybrid())
    const path = `${DOCUMENTS}/1/pdf`
    const whole = await bytesAt(service, client, path)
    const [tag, size] = [whole.headers.get('etag')!, whole.bytes.length]
    expect(whole.headers.get('content-length')).toBe(String(size))
    const part = await bytesAt(service, client, path, { range: 'bytes=9-', 'if-range': tag })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 9-${size - 1}/${size}`])
    expect(part.bytes.equals(whole.bytes.subarray(9))).toBe(true)
    expect((await bytesAt(service, client, path, { 'if-none-match': tag })).status).toBe(304)
    const head = await client.call('HEAD', path)
    expect([head.headers.get('etag'), head.headers.get('content-length')]).toEqual([tag, String(size)])
  })

  test('nor put together with other pages', async () => {
    for (const [what, file] of STRIPPED) {
      const together = await compose([png(3, 3), file(), pdf('Last')])
      expect([what, actsBy(together), (await inspect(together)).pages]).toEqual([what, [], 3])
    }
  })
})

const storedHash = async (client: Client): Promise<string> => {
  const [file] = await service.database.rows<{ hash: string }>(
    `SELECT encode(sha256(string_agg(p.bytes, '' ORDER BY p.place)), 'hex') AS hash FROM document_piece p WHERE p.agreement = $1`,
    [client.agreement],
  )
  return file!.hash
}

describe('a PDF that does nothing is served as it was sent', () => {
  test.each<[what: string, sent: Buffer, says?: string[]]>([
    [
      'with links',
      acting({
        annotations: ['http://a.example', 'HTTPS://a.example', 'mailto:a@a.example', 'tel:+45'].map((to) =>
          link(`/S /URI /URI (${to})`),
        ),
      }),
    ],
    ['with a link in UTF-16', acting({ annotations: [link(`/S /URI /URI ${utf16('https://a.example/æ')}`)] })],
    ['that begins at a place', acting({ catalog: '/OpenAction [3 0 R /XYZ null null 0]' })],
    ['with jumps', acting({ annotations: ['<< /Subtype /Link /Rect [1 1 9 9] /Dest [3 0 R /Fit] >>'] })],
    [
      'with an outline',
      acting({
        catalog: '/Outlines 5 0 R',
        more: [
          '<< /First 6 0 R /Last 7 0 R /Count 2 >>',
          '<< /Title (a) /Dest [3 0 R /Fit] /Next 7 0 R >>',
          '<< /Title (b) /Dest [3 0 R /Fit] /Prev 6 0 R >>',
        ],
      }),
    ],
    [
      'with structure',
      acting({
        catalog:
          '/StructTreeRoot << /K << /Type /StructElem /S /Movie /P 1 0 R /A << /O /Layout /Placement /Block >> >> >>',
      }),
      ['/Movie'],
    ],
    ['with a form', acting({ catalog: '/AcroForm << /Fields [<< /T (a) /FT /Tx /V (JavaScript) >>] >>' })],
    [
      'that only says so',
      acting({ more: [{ dictionary: '<< >>', data: Buffer.from('BT (/JavaScript 1 0 obj) Tj ET') }] }),
      ['/JavaScript'],
    ],
    ['that is packed', packed(objectsOf({ annotations: ['5 0 R'], more: [link('/S /URI /URI (https://a.example)')] }))],
    ['that was updated', updated(acting({}), { [PAGE]: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>' })],
  ])('%s', async (_what, sent, says = []) => {
    expect(actsBy(sent)).toEqual(says)
    const client = await withVouchers(service)
    expect((await attach(client, sent)).status).toBe(201)
    const served = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)
    expect([served.bytes.equals(sent), served.headers.get('etag')]).toEqual([true, `"${hashOf(sent)}"`])
  })
})

test('a link relative to a base on the web stays, and a font may have any name', async () => {
  const sent = acting({
    catalog: '/URI << /Base (https://a.example/) >>',
    page: '/Own << /DR << /Font << /AA << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >> >> >>',
    annotations: [link('/S /URI /URI (/b.html)')],
  })
  const served = textOf(await compose([sent]))
  expect([targetsOf(served), served.includes('/Courier')]).toEqual([['https://a.example/', '/b.html'], true])
})

test('jumps within the document stay where other things are taken away', async () => {
  const jump = link('/S /GoTo /D [3 0 R /Fit]')
  const outline = '/Outlines << /First << /Title (a) /A << /S /GoTo /D (named) >> >> >>'
  const served = textOf(await compose([acting({ catalog: outline, annotations: [jump] })]))
  expect(actsBy(Buffer.from(served, 'latin1'))).toEqual([])
  expect([...served.matchAll(/\/Dest\s*(?:\[\d+ 0 R \/Fit\]|\(named\))/g)]).toHaveLength(2)
})

test.each<[string, Parameters<typeof acting>[0]]>([
  [
    'a link after a link',
    { annotations: [link('/S /URI /URI (https://a.example) /Next [<< /S /URI /URI (https://b.example) >>]')] },
  ],
  ['data of a stream', { page: '/Own 5 0 R', more: [{ dictionary: '<< /F (b.example) >>', data: Buffer.from('') }] }],
  ['a file at a URL', { page: '/Own << /Type /Filespec /FS /URL /F (https://b.example) >>' }],
  ['a page of another file', { page: '/Own << /Subtype /Form /Ref << /F (b.example) /Page 0 >> >>' }],
])('what is elsewhere is not reached: %s', async (_what, parts) => {
  const sent = acting(parts)
  expect(await inspect(sent)).toMatchObject({ hasActiveContent: true })
  expect(textOf(await compose([sent]))).not.toContain('b.example')
})

test('an annotation of media keeps its looks', async () => {
  const looks = { dictionary: '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] >>', data: Buffer.from('0 0 9 9 re f') }
  const sent = acting({ annotations: [media('Screen', '/AP << /N 5 0 R >> /A << /S /Rendition >>')], more: [looks] })
  const served = textOf(await compose([sent]))
  expect(served).toContain('0 0 9 9 re f')
  expect(served).toMatch(/\/Subtype \/Stamp/)
})

describe('a file that was stored before', () => {
  /** Stores a file as it was stored before anything was known of it; it is refused today, perhaps. */
  const stored = async (sent: Buffer): Promise<Client> => {
    const client = await withVouchers(service)
    await attach(client, pdf('Before'))
    const hex = sent.toString('hex')
    await service.database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      for (const table of ['document_file', 'document_piece', 'document_part', 'document_log'])
        await transaction.rows(
          `UPDATE ${table} SET hash = sha256(decode($2, 'hex')) WHERE agreement = $1${table === 'document_log' ? ' AND hash IS NOT NULL' : ''}`,
          [client.agreement, hex],
        )
      await transaction.rows(
        `UPDATE document_file SET bytes = length(decode($2, 'hex')), has_active_content = NULL WHERE agreement = $1`,
        [client.agreement, hex],
      )
      await transaction.rows(`UPDATE document_piece SET bytes = decode($2, 'hex') WHERE agreement = $1`, [
        client.agreement,
        hex,
      ])
    })
    return client
  }
  const known = async (client: Client) =>
    (
      await service.database.rows('SELECT has_active_content FROM document_file WHERE agreement = $1', [
        client.agreement,
      ])
    )[0]!.has_active_content

  const acts = [
    ...SCRIPTS.map(([what, file]) => [`with JavaScript ${what}`, file] as const),
    ...OTHERS.map(([what, file]) => [`with ${what}`, file] as const),
    ['with a script as a link', () => acting({ annotations: [link('/S /URI /URI (javascript:x)')] })] as const,
  ]
  test.each(fourths(acts))('%s is served without', async (_what, file) => {
    const client = await stored(file())
    const path = `${DOCUMENTS}/1/pdf`
    const [first, second] = [await bytesAt(service, client, path), await bytesAt(service, client, path)]
    expect([first.status, actsBy(first.bytes), textOf(first.bytes).includes('Faktura')]).toEqual([200, [], true])
    expect([second.bytes.equals(first.bytes), second.headers.get('etag')]).toEqual([true, first.headers.get('etag')])
    expect(await known(client)).toBe(true)
  })

  test('is served as it was sent where it does nothing, and the next read does not look', async () => {
    const sent = acting({ annotations: [link('/S /URI /URI (https://a.example)')] })
    const client = await stored(sent)
    const first = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)
    expect([first.bytes.equals(sent), await known(client)]).toEqual([true, false])
    const second = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)
    expect([second.bytes.equals(sent), second.headers.get('etag')]).toEqual([true, `"${hashOf(sent)}"`])
  })

  test('is the same for all who ask at the same time', async () => {
    const client = await stored(hybrid())
    const reads = await Promise.all(Array.from({ length: 6 }, () => bytesAt(service, client, `${DOCUMENTS}/1/pdf`)))
    expect(new Set(reads.map(({ status, bytes }) => `${status} ${hashOf(bytes)}`)).size).toBe(1)
    expect(actsBy(reads[0]!.bytes)).toEqual([])
  })

  test('is served without also where pages are added to it', async () => {
    const client = await stored(open(SCRIPT))
    expect((await attach(client, png(3, 3))).status).toBe(201)
    const served = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)
    expect([served.status, actsBy(served.bytes), (await inspect(served.bytes)).pages]).toEqual([200, [], 2])
  })
})

test('a file is never taken for a page that may load, run or send anything', async () => {
  const client = await withVouchers(service)
  await attach(client, pdf('a'))
  const { headers } = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="1.pdf"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*base-uri 'none'; form-action 'none'/),
  })
})

describe('a file that is made to take long takes no longer than its size', () => {
  const large = (piece: string): Buffer =>
    acting({ more: [{ dictionary: '<< >>', data: Buffer.alloc(8_000_000, piece) }] })
  const pieces = ['obj ', 'obj(', '1 0 obj', 'obj%', 'obj[', 'obj<<', 'trailer', '/URI(', 'obj/JS', 'obj '.padEnd(4000)]
  test.each(pieces.filter((_, at) => isLong || at % 3 === 0))('%j', async (piece) => {
    const file = large(piece)
    const worked = await processorMilliseconds(async () => expect(await inspect(file)).toMatchObject({ pages: 1 }))
    // A reader that begins anew at each piece works for hours.
    expect(worked).toBeLessThan(20_000)
  })

  test('one with very many actions is stripped', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `<< /S /Hide /Next ${FIRST + ((at + 1) % 20_000)} 0 R >>`)
    const served = await compose([acting({ catalog: `/OpenAction ${FIRST} 0 R`, more: many })])
    expect([actsBy(served), (await PDF.load(served)).getPageCount()]).toEqual([[], 1])
  })
})
