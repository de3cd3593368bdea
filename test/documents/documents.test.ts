import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSchedules } from '../../src/cli/schedules.ts'
import { inspect } from '../../src/documents/compose.ts'
import { sweepKeptFiles } from '../../src/documents/sweep.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { jpeg, pdf, png } from './files.ts'
import { attach, bytesAt, DAYBOOK, DOCUMENTS, formOf, withVouchers } from './uploading.ts'

let service: TestService
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const holds = (client: Client) => verify(service.database, client.agreement)

test('a PDF is attached to a voucher and read as it was sent', async () => {
  const client = await withVouchers(service)
  const sent = pdf('Receipt', 3)
  const made = await attach(client, sent, { NOTE: 'Paper', Number: 77, pageCount: 'many' })
  expect([made.status, made.json, made.headers.get('location')]).toEqual([201, { number: 1 }, `${DOCUMENTS}/1`])
  expect((await client.get(`${DOCUMENTS}/1`)).json).toEqual({
    number: 1,
    note: 'Paper',
    pageCount: 3,
    voucherNumber: 501,
    accountingYear: '2026',
  })
  const read = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)
  expect(read.bytes.equals(sent)).toBe(true)
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(sent.length),
    'content-disposition': 'inline; filename="1.pdf"',
    'x-content-type-options': 'nosniff',
    etag: `"${hashOf(sent)}"`,
  })
  expect(await holds(client)).toMatchObject({ ok: true })
})

test('images become pages, and files of a voucher one document, the same bytes each time', async () => {
  const client = await withVouchers(service, [501, 502])
  expect((await attach(client, png(30, 20, 9), { note: 'First' })).status).toBe(201)
  const one = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)
  expect(await inspect(one.bytes)).toMatchObject({ kind: 'pdf', pages: 1 })
  expect((await attach(client, jpeg('second'))).json).toEqual({ number: 1 })
  expect((await attach(client, pdf('Third', 2), { onConflict: 0, note: 'Last' })).json).toEqual({ number: 1 })
  expect((await client.get(`${DOCUMENTS}/1`)).json).toMatchObject({ pageCount: 4, note: 'Last' })
  const [all, again] = [
    await bytesAt(service, client, `${DOCUMENTS}/1/pdf`),
    await bytesAt(service, client, `${DAYBOOK}/documents/1/pdf`),
  ]
  expect(await inspect(all.bytes)).toMatchObject({ kind: 'pdf', pages: 4 })
  expect(again.bytes.equals(all.bytes)).toBe(true)
  expect(all.headers.get('etag')).not.toBe(one.headers.get('etag'))
  expect(codeOf(await attach(client, pdf('Fourth'), { onConflict: 1 }))).toEqual([
    400,
    'DocumentAlreadyAttachedToVoucher',
    'voucherNumber',
  ])
  expect((await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)).bytes.equals(all.bytes)).toBe(true)
  expect((await attach(client, pdf('Other'), { voucherNumber: 502, onConflict: 1 })).json).toEqual({ number: 2 })
  expect(await holds(client)).toMatchObject({ ok: true })
})

test('a composed document is made anew as the same bytes', async () => {
  const client = await withVouchers(service)
  for (const file of [png(3, 3), pdf('Page')]) await attach(client, file)
  const first = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`)
  // Another agreement has the same files, and nothing of what was composed.
  const other = await withVouchers(service)
  for (const file of [png(3, 3), pdf('Page')]) await attach(other, file)
  const second = await bytesAt(service, other, `${DOCUMENTS}/1/pdf`)
  expect(second.bytes.equals(first.bytes)).toBe(true)
})

describe('a file', () => {
  const read = async (headers: Record<string, string>) => {
    const { status, headers: told, bytes } = await bytesAt(service, client, `${DOCUMENTS}/1/pdf`, headers)
    return [status, told.get('content-range'), bytes.toString('latin1')]
  }
  const sent = pdf('Ranges', 2)
  const part = (from: number, to: number): string => sent.subarray(from, to).toString('latin1')
  const size = sent.length
  let client: Client
  beforeAll(async () => {
    client = await withVouchers(service)
    await attach(client, sent)
  })

  test('is answered in ranges', async () => {
    expect(await read({ range: 'bytes=0-99' })).toEqual([206, `bytes 0-99/${size}`, part(0, 100)])
    expect(await read({ range: 'bytes=100-' })).toEqual([206, `bytes 100-${size - 1}/${size}`, part(100, size)])
    expect(await read({ range: 'bytes=-7' })).toEqual([
      206,
      `bytes ${size - 7}-${size - 1}/${size}`,
      part(size - 7, size),
    ])
    expect(await read({ range: `bytes=5-${size + 5}` })).toEqual([206, `bytes 5-${size - 1}/${size}`, part(5, size)])
    for (const range of ['bytes=0-1,3-4', 'bytes=9-5', 'lines=1-2', 'bytes=-']) {
      expect(await read({ range })).toEqual([200, null, part(0, size)])
    }
    expect(await read({ range: 'bytes=0-1', 'if-range': '"other"' })).toEqual([200, null, part(0, size)])
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const reply = await client.get(`${DOCUMENTS}/1/pdf`, { headers: { range } })
      expect([codeOf(reply), reply.headers.get('content-range')]).toEqual([
        [416, 'RangeNotSatisfiable', 'Range'],
        `bytes */${size}`,
      ])
    }
  })

  test('is not answered to who has it already, nor its bytes to HEAD', async () => {
    const tag = `"${hashOf(sent)}"`
    for (const known of [tag, `"a", W/${tag}`, '*'])
      expect(await read({ 'if-none-match': known })).toEqual([304, null, ''])
    expect((await read({ 'if-none-match': '"a"' }))[0]).toBe(200)
    const head = await client.call('HEAD', `${DOCUMENTS}/1/pdf`)
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, String(size), ''])
  })

  test('is told to who takes PDF, JSON or anything', async () => {
    const status = async (accept: string) => (await bytesAt(service, client, `${DOCUMENTS}/1/pdf`, { accept })).status
    const [taken, refused] = [['application/pdf', 'application/json', '*/*', 'application/octet-stream'], ['image/png']]
    for (const accept of taken) expect(await status(accept)).toBe(200)
    for (const accept of refused) expect(await status(accept)).toBe(415)
  })
})

test('names of parts are read in any case, and a number or count of pages is read over', async () => {
  const client = await withVouchers(service)
  const form = formOf([
    ['VoucherNumber', 501],
    ['ACCOUNTINGYEAR', '2026'],
    ['Note', 'Seen'],
    ['number', 77],
    ['PageCount', 99],
    ['FILE', pdf('x', 2)],
  ])
  const made = await client.call('POST', DOCUMENTS, { raw: form.raw, headers: form.headers })
  expect([made.status, made.json], made.text).toEqual([201, { number: 1 }])
  expect((await client.get(`${DOCUMENTS}/1`)).json).toMatchObject({ number: 1, pageCount: 2, note: 'Seen' })
})

test('a wrong voucher or year is told', async () => {
  const client = await withVouchers(service)
  const wrong = async (more: Record<string, string | number>) => codeOf(await attach(client, pdf('x'), more))
  expect(await wrong({ voucherNumber: 777 })).toEqual([400, 'InvalidVoucherNumber', 'voucherNumber'])
  expect(await wrong({ accountingYear: '1925' })).toEqual([400, 'AccountingYearNotFound', 'accountingYear'])
  expect(await wrong({ voucherNumber: 'x' })).toEqual([400, 'ValueTypeInvalid', 'voucherNumber'])
  expect(await wrong({ voucherNumber: '' })).toEqual([400, 'ValueRequired', 'voucherNumber'])
  expect(await wrong({ voucherNumber: 1_000_000_000 })).toEqual([400, 'ValueOutOfRange', 'voucherNumber'])
  expect(await wrong({ note: 'x'.repeat(251) })).toEqual([400, 'ValueTooLong', 'note'])
  expect(await wrong({ onConflict: 2 })).toEqual([400, 'ValueNotAllowed', 'onConflict'])
  expect(await wrong({ nosuch: 2 })).toEqual([400, 'PropertyUnknown', 'nosuch'])
})

test('a document of a draft goes with its bytes; that of a booked voucher stays in the log', async () => {
  const client = await withVouchers(service, [501, 502, 503])
  const [kept, shared] = [pdf('Kept'), pdf('Shared')]
  await attach(client, kept, { voucherNumber: 501 })
  await attach(client, shared, { voucherNumber: 502 })
  await attach(client, shared, { voucherNumber: 503 })
  const files = async () =>
    Number(
      (
        await service.database.rows('SELECT count(*)::int AS n FROM document_file WHERE agreement = $1', [
          client.agreement,
        ])
      )[0]!.n,
    )
  expect(await files()).toBe(2)
  expect((await client.delete(`${DOCUMENTS}/3`)).status).toBe(204)
  expect(await files()).toBe(2)
  expect((await client.delete(`${DOCUMENTS}/2`)).status).toBe(204)
  expect(await files()).toBe(1)
  expect((await client.get(`${DAYBOOK}/document-log/2/pdf`)).status).toBe(404)
  expect((await client.post('/journalsapi/v15.0.1/journals/1/book')).status).toBe(204)
  expect((await client.delete(`${DOCUMENTS}/deletebulk`, { body: { documentNumbers: [1] } })).status).toBe(204)
  expect((await client.get(`${DOCUMENTS}/1/pdf`)).status).toBe(404)
  expect((await bytesAt(service, client, `${DAYBOOK}/document-log/1/pdf`)).bytes.equals(kept)).toBe(true)
  const { items } = (await client.get(`${DAYBOOK}/bookings`)).json
  expect(
    items.at(-1).documents.filter(({ voucherNumber }: { voucherNumber: number }) => voucherNumber === 501),
  ).toEqual([
    { logNumber: 1, documentNumber: 1, voucherNumber: 501, hash: hashOf(kept) },
    { logNumber: 6, isDetached: true, documentNumber: 1, voucherNumber: 501, keptUntil: '2031-12-31' },
  ])
  expect((await client.get(`${DAYBOOK}/document-log/6`)).json).toMatchObject({
    source: 'journal',
    reason: expect.stringMatching(/^deleted by app \d+$/) as string,
  })
  expect(await holds(client)).toMatchObject({ ok: true })
})

test('a file that was kept goes once its five years are over, its log stays; one that is needed otherwise stays', async () => {
  const client = await withVouchers(service, [501, 502, 503, 504])
  const [over, shared, kept] = [pdf('Over'), pdf('Shared'), pdf('Still kept')]
  await attach(client, over, { voucherNumber: 501 })
  await attach(client, shared, { voucherNumber: 502 })
  await attach(client, shared, { voucherNumber: 503 })
  await attach(client, kept, { voucherNumber: 504 })
  expect((await client.post('/journalsapi/v15.0.1/journals/1/book')).status).toBe(204)
  for (const number of [1, 2, 4]) expect((await client.delete(`${DOCUMENTS}/${number}`)).status).toBe(204)
  const endOn = (day: string) =>
    service.database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      await transaction.rows(
        `UPDATE document_log SET kept_until = ${day} WHERE agreement = $1 AND is_detached AND document_number < 4`,
        [client.agreement],
      )
    })
  const read = async (log: number) => (await bytesAt(service, client, `${DAYBOOK}/document-log/${log}/pdf`)).status
  const hashes = async () =>
    (
      await service.database.rows<{ hash: string }>(
        `SELECT encode(f.hash, 'hex') AS hash FROM document_file f WHERE f.agreement = $1`,
        [client.agreement],
      )
    ).map(({ hash }) => hash)
  await endOn('current_date')
  await sweepKeptFiles(service.database)
  expect([await read(1), (await hashes()).length]).toEqual([200, 3])
  await endOn('current_date - 1')
  const stop = startSchedules({ database: service.database, log: pino({ level: 'silent' }) }, { keptMilliseconds: 10 })
  while ((await hashes()).length > 2);
  await stop()
  expect((await hashes()).sort()).toEqual([hashOf(shared), hashOf(kept)].sort())
  expect([await read(1), await read(4)]).toEqual([404, 200])
  expect((await client.get(`${DAYBOOK}/document-log/1`)).json).toMatchObject({ hash: hashOf(over) })
  expect((await client.get(`${DOCUMENTS}/3/pdf`)).status).toBe(200)
  expect(await sweepKeptFiles(service.database)).toBe(0)
  expect(await holds(client)).toMatchObject({ ok: true })
})

test('many are deleted, all or none', async () => {
  const client = await withVouchers(service, [501, 502])
  for (const voucherNumber of [501, 502]) await attach(client, pdf(`${voucherNumber}`), { voucherNumber })
  const deleted = async (documentNumbers: unknown) =>
    codeOf(await client.delete(`${DOCUMENTS}/deletebulk`, { body: { documentNumbers } }))
  expect(await deleted([1, 7])).toEqual([400, 'ValueNotAllowed', 'documentNumbers[1]'])
  expect(await deleted([])).toEqual([400, 'ValueRequired', 'documentNumbers'])
  expect(await deleted(Array.from({ length: 501 }, () => 1))).toEqual([400, 'ValueOutOfRange', 'documentNumbers'])
  expect((await client.get(`${DOCUMENTS}/count`)).json).toBe(2)
  expect((await deleted([2, 1]))[0]).toBe(204)
  expect((await client.get(`${DOCUMENTS}/count`)).json).toBe(0)
})

test('many that are deleted at once get numbers of the log without a gap, however the rows are joined', async () => {
  const client = await withVouchers(service, [501, 502, 503])
  for (const voucherNumber of [501, 502, 503]) await attach(client, pdf(`${voucherNumber}`), { voucherNumber })
  await service.database.at(client.agreement).transaction(async (transaction) => {
    for (const way of ['hashjoin', 'mergejoin', 'material']) await transaction.rows(`SET LOCAL enable_${way} = off`)
    await transaction.rows('DELETE FROM attached_document WHERE agreement = $1', [client.agreement])
  })
  const { items } = (await client.get(`${DAYBOOK}/document-log`)).json
  expect(items.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await holds(client)).toMatchObject({ ok: true })
})

test('a repeated upload attaches nothing twice', async () => {
  const client = await withVouchers(service)
  const key = { 'idempotency-key': 'scan-1' }
  const [first, again] = [
    await attach(client, pdf('a'), {}, DOCUMENTS, key),
    await attach(client, pdf('a'), {}, DOCUMENTS, key),
  ]
  expect([again.status, again.text, again.headers.get('x-resultfromcache')]).toEqual([201, first.text, 'true'])
  expect((await client.get(`${DOCUMENTS}/1`)).json.pageCount).toBe(1)
  expect(codeOf(await attach(client, pdf('b'), {}, DOCUMENTS, key))[1]).toBe('IdempotencyKeyReused')
})

test('uploads to one voucher at once all become its pages', async () => {
  const client = await withVouchers(service)
  const replies = await Promise.all(Array.from({ length: 8 }, (_, page) => attach(client, pdf(`p${page}`))))
  expect(replies.map(({ json }) => json)).toEqual(Array.from({ length: 8 }, () => ({ number: 1 })))
  expect((await client.get(`${DOCUMENTS}/1`)).json.pageCount).toBe(8)
  expect(await holds(client)).toMatchObject({ ok: true })
})

describe('verify', () => {
  const tampered = async (statement: string): Promise<string | undefined> => {
    const client = await withVouchers(service)
    await attach(client, pdf('a', 2))
    await client.post('/journalsapi/v15.0.1/journals/1/book')
    await service.database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      await transaction.rows(statement, [client.agreement])
    })
    const found = await holds(client)
    return found.ok ? undefined : found.fault
  }

  test.each([
    ['UPDATE document_piece SET bytes = set_byte(bytes, 99, 1) WHERE agreement = $1', /is not what was sent/],
    ['DELETE FROM document_part WHERE agreement = $1', /belongs to no document/],
    ['DELETE FROM attached_document WHERE agreement = $1', /is not what the log says/],
    ['UPDATE attached_document SET voucher_number = 7 WHERE agreement = $1', /is not what the log says/],
    ['UPDATE attached_document SET page_count = 7 WHERE agreement = $1', /has 7 pages/],
    ["UPDATE document_log SET hash = sha256('x') WHERE agreement = $1", /seal does not fit/],
    ['DELETE FROM document_log WHERE agreement = $1', /seal does not fit/],
    ["UPDATE counter SET value = 7 WHERE agreement = $1 AND name = 'document_log'", /and 7 were given out/],
  ])('finds what %s did', async (statement, fault) => {
    expect(await tampered(statement)).toMatch(fault)
  })

  test('a number that was left out is told until a booking seals the rows around it', async () => {
    const client = await withVouchers(service)
    await attach(client, pdf('a'))
    await service.database.rows(`SELECT take_numbers($1, 'document_log', 1)`, [client.agreement])
    await attach(client, pdf('b'))
    expect(await holds(client)).toMatchObject({
      fault: expect.stringMatching(/2 rows after row 0.*its last is 3, and 3/),
    })
    await client.post('/journalsapi/v15.0.1/journals/1/book')
    expect(await holds(client)).toMatchObject({ ok: true })
    await service.database.rows(`SELECT take_numbers($1, 'document_log', 1)`, [client.agreement])
    expect(await holds(client)).toMatchObject({
      fault: expect.stringMatching(/0 rows after row 3.*its last is 3, and 4/),
    })
  })
})

test('a form without its parts, or that is none, is refused', async () => {
  const client = await withVouchers(service)
  const sent = async (parts: Parameters<typeof formOf>[0], headers: Record<string, string> = {}) => {
    const form = formOf(parts)
    return codeOf(await client.call('POST', DOCUMENTS, { raw: form.raw, headers: { ...form.headers, ...headers } }))
  }
  const texts = [
    ['voucherNumber', 501],
    ['accountingYear', '2026'],
  ] as const
  const file = ['file', pdf('x')] as const
  expect(await sent(texts)).toEqual([400, 'ValueRequired', 'file'])
  expect(await sent([file])).toEqual([400, 'ValueRequired', 'voucherNumber'])
  expect(await sent([...texts, ...texts, file])).toEqual([400, 'ValueNotAllowed', 'voucherNumber'])
  expect(await sent([...texts, file, file])).toEqual([400, 'InvalidFileData', 'file'])
  for (const name of ['nosuch', 'constructor', '__proto__']) {
    expect(await sent([...texts, file, [name, 'x']])).toEqual([400, 'PropertyUnknown', name])
  }
  const hundred = Array.from({ length: 100 }, (_, at) => [`part${at}`, 'x'] as const)
  expect(await sent([...hundred, ...texts, file])).toEqual([400, 'RequestInvalid', 'body'])
  expect(await sent([...texts, file], { 'content-type': 'multipart/form-data' })).toEqual([
    400,
    'RequestInvalid',
    'Content-Type',
  ])
  expect(await sent([...texts, file], { 'content-type': 'multipart/form-data; boundary=other' })).toEqual([
    400,
    'RequestInvalid',
    'body',
  ])
  expect(await sent([...texts, file], { 'content-type': 'application/json' })).toEqual([
    415,
    'MediaTypeNotSupported',
    'Content-Type',
  ])
  expect((await client.get(`${DOCUMENTS}/count`)).json).toBe(0)
})
