import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { jpeg, pdf, png } from '../documents/files.ts'
import { bytesAt } from '../documents/uploading.ts'
import { bookkeeper, codeOf, DRAFTS, finance } from '../resources/bookkeeping.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DB, sendTo, sentOne, stateOf } from './sending.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await bookkeeper(service)
})
afterAll(() => service.stop())

let told = 0
/** A PDF that no other test sends. */
const receipt = (): Buffer => pdf(`Bilag ${(told += 1)}`)

test('a file waits in the inbox, and is there as it was sent', async () => {
  const bytes = receipt()
  const reply = await sendTo(client, [{ name: 'Kvittering æ.pdf', bytes }], { note: 'Fra postkassen' })
  const { number } = reply.json
  expect([reply.status, reply.json, reply.headers.get('location')]).toEqual([
    201,
    { number, numbers: [number] },
    `${DB}/inbox/${number}`,
  ])
  expect((await client.get(`${DB}/inbox/${number}`)).json).toMatchObject({
    kind: 'pdf',
    state: 'new',
    fileName: 'Kvittering æ.pdf',
    note: 'Fra postkassen',
    voucherNumber: null,
    wasDrafted: null,
  })
  for (const path of ['file', 'pdf']) {
    const kept = await bytesAt(service, client, `${DB}/inbox/${number}/${path}`)
    expect([path, kept.status, kept.bytes.equals(bytes)]).toEqual([path, 200, true])
  }
  expect((await bytesAt(service, client, `${DB}/inbox/${number}/attachments/1/pdf`)).status).toBe(404)
})

test('many files come at once, all of them or none', async () => {
  const before = (await client.get(`${DB}/inbox/count`)).json
  const files = [
    { name: 'a.pdf', bytes: receipt() },
    { name: 'b.jpg', bytes: jpeg('many') },
    { name: 'c.png', bytes: png(20, 30) },
  ]
  const reply = await sendTo(client, files)
  expect([reply.status, reply.json.numbers.length]).toEqual([201, 3])
  const [, second, third] = reply.json.numbers as number[]
  const kinds = await client.get(`${DB}/inbox?filter=number$in:[${second},${third}]`)
  expect(kinds.json.items).toMatchObject([{ kind: 'jpeg' }, { kind: 'png' }])
  const photo = await bytesAt(service, client, `${DB}/inbox/${second}/file`)
  expect(photo.bytes.equals(files[1]!.bytes)).toBe(true)
  const bad = await sendTo(client, [
    { name: 'd.pdf', bytes: receipt() },
    { name: 'e.txt', bytes: Buffer.from('Hello') },
    {
      name: 'f.pdf',
      bytes: pdf('Action', 1, '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>').subarray(0, 90),
    },
  ])
  expect(bad.json.errors.map(({ errorCode, property }: Record<string, string>) => [errorCode, property])).toEqual([
    ['InboxFileUnreadable', 'file[1]'],
    ['InboxFileUnreadable', 'file[2]'],
  ])
  const most = await sendTo(
    client,
    Array.from({ length: 51 }, () => ({ name: 'x.pdf', bytes: Buffer.from('x') })),
  )
  expect(codeOf(most)).toEqual([400, 'InboxFileUnreadable', 'file'])
  expect(codeOf(await sendTo(client, []))).toEqual([400, 'ValueRequired', 'file'])
  expect(codeOf(await sendTo(client, [{ name: 'x', bytes: Buffer.alloc(0) }]))).toEqual([
    400,
    'InboxFileUnreadable',
    'file',
  ])
  expect((await client.get(`${DB}/inbox/count`)).json).toBe(before + 3)
})

test('the same file is there once, until it is rejected', async () => {
  const bytes = receipt()
  const number = await sentOne(client, bytes)
  const again = await sendTo(client, [{ name: 'again.pdf', bytes }])
  expect([codeOf(again), again.json.errors[0].message]).toEqual([
    [409, 'InboxFileAlreadyThere', 'file'],
    `Document ${number} of the inbox has the same file.`,
  ])
  const twice = receipt()
  const both = await sendTo(client, [
    { name: 'one.pdf', bytes: twice },
    { name: 'two.pdf', bytes: twice },
  ])
  expect(codeOf(both)).toEqual([409, 'InboxFileAlreadyThere', 'file[1]'])
  expect((await client.post(`${DB}/inbox/${number}/reject`, { reason: 'Reklame' })).status).toBe(204)
  expect((await client.get(`${DB}/inbox/${number}`)).json).toMatchObject({
    state: 'rejected',
    rejectedReason: 'Reklame',
  })
  await sentOne(client, bytes)
  expect(codeOf(await client.post(`${DB}/inbox/${number}/reopen`, {}))).toEqual([
    409,
    'InboxFileAlreadyThere',
    'number',
  ])
})

test('what is rejected can be taken up again, and what is not cannot', async () => {
  const number = await sentOne(client, receipt())
  expect(codeOf(await client.post(`${DB}/inbox/${number}/reopen`, {}))).toEqual([
    409,
    'InboxItemIsNotRejected',
    'number',
  ])
  expect(codeOf(await client.post(`${DB}/inbox/${number}/reject`, {}))).toEqual([400, 'ValueRequired', 'reason'])
  await client.post(`${DB}/inbox/${number}/reject`, { reason: 'Privat' })
  expect(codeOf(await client.post(`${DB}/inbox/${number}/reject`, { reason: 'Igen' }))).toEqual([
    409,
    'InboxItemIsUsed',
    'number',
  ])
  expect((await client.post(`${DB}/inbox/${number}/reopen`, {})).status).toBe(204)
  expect(await stateOf(client, number)).toEqual(['new', null])
  expect(codeOf(await client.post(`${DB}/inbox/99999/reopen`, {}))).toEqual([404, 'InboxItemDoesNotExist', 'number'])
  const superUser = await service.client({ agreement: client.agreement })
  const trail = await superUser.get(`${DB}/changes?filter=resource$eq:Inbox$and:key$eq:${number}`)
  expect(trail.json.items.length).toBe(3)
})

const RECEIPT = { journalNumber: 1, date: '2026-03-15', amount: 125, accountNumber: 2210, contraAccountNumber: 5820 }

describe('drafted', () => {
  test('a receipt becomes a finance voucher of what was typed, with its file', async () => {
    const bytes = receipt()
    const number = await sentOne(client, bytes, 'Husleje marts.pdf')
    const made = await client.post(`${DB}/inbox/${number}/draft`, { ...RECEIPT, vatCode: 'I25' })
    expect([made.status, made.json]).toMatchObject([201, { accountingYear: '2026', journalNumber: 1, notes: [] }])
    const { voucherNumber, entryNumbers, documentNumber } = made.json
    expect((await client.get(`${DRAFTS}/${entryNumbers[0]}`)).json).toMatchObject({
      entryTypeNumber: 5,
      accountNumber: 2210,
      contraAccountNumber: 5820,
      amount: 125,
      currency: 'DKK',
      vatCode: 'I25',
      voucherNumber,
      text: 'Husleje marts.pdf',
    })
    const kept = await bytesAt(service, client, `${DB}/documents/${documentNumber}/pdf`)
    expect(kept.bytes.equals(bytes)).toBe(true)
    expect(await stateOf(client, number)).toEqual(['drafted', voucherNumber])
    expect(codeOf(await client.post(`${DB}/inbox/${number}/draft`, RECEIPT))).toEqual([
      409,
      'InboxItemIsUsed',
      'number',
    ])
    await client.delete(`${DRAFTS}/${entryNumbers[0]}`)
    expect(await stateOf(client, number)).toEqual(['new', voucherNumber])
  })

  test("a photo becomes a supplier's invoice of lines that sum to its amount, posted as the last one was", async () => {
    const number = await sentOne(client, jpeg('photo'), 'foto.jpg')
    const body = {
      journalNumber: 1,
      supplierNumber: 501,
      invoiceNumber: 'A-1',
      date: '2026-03-16',
      dueDate: '2026-04-15',
    }
    const lines = [
      { amount: 100, accountNumber: 2210, vatCode: 'I25' },
      { amount: 50, accountNumber: 2210, text: 'Porto' },
    ]
    const wrong = await client.post(`${DB}/inbox/${number}/draft`, { ...body, amount: 151, lines })
    expect([codeOf(wrong), wrong.json.errors[0].message]).toEqual([
      [400, 'InboxLinesDoNotAddUp', 'lines'],
      'The lines come to 150.00, and the amount is 151.00.',
    ])
    const preview = await client.post(`${DB}/inbox/${number}/draft`, { ...body, amount: 150, lines, preview: true })
    expect([preview.status, await stateOf(client, number)]).toEqual([201, ['new', null]])
    const made = await client.post(`${DB}/inbox/${number}/draft`, { ...body, amount: 150, lines })
    expect(made.status).toBe(201)
    const drafts = (await client.get(`${DRAFTS}?filter=voucherNumber$eq:${made.json.voucherNumber}`)).json.items
    expect(drafts).toMatchObject([
      {
        entryTypeNumber: 3,
        supplierNumber: 501,
        supplierInvoiceNumber: 'A-1',
        amount: -100,
        contraAccountNumber: 2210,
        contraVatCode: 'I25',
        dueDate: '2026-04-15T00:00:00Z',
      },
      { entryTypeNumber: 3, amount: -50, contraAccountNumber: 2210, contraVatCode: null, text: 'Porto' },
    ])
    const booked = await client.post(`/journalsapi/v15.0.1/journals/1/bookdraftentries`, {
      entryNumbers: made.json.entryNumbers,
    })
    expect(booked.status).toBe(204)
    expect(await stateOf(client, number)).toEqual(['drafted', made.json.voucherNumber])
    const next = await sentOne(client, receipt())
    const alike = await client.post(`${DB}/inbox/${next}/draft`, { ...body, invoiceNumber: 'A-2', amount: 80 })
    expect(alike.json.notes).toEqual([`Posted as voucher ${made.json.voucherNumber}, the last of the supplier.`])
    expect((await client.get(`${DRAFTS}/${alike.json.entryNumbers[0]}`)).json).toMatchObject({
      amount: -80,
      contraAccountNumber: 2210,
      contraVatCode: 'I25',
    })
  })

  test('what is not typed is asked for, and every fault of the voucher is told by the property of the body', async () => {
    const number = await sentOne(client, receipt())
    const draft = (body: object) => client.post(`${DB}/inbox/${number}/draft`, { journalNumber: 1, ...body })
    const nothing = await draft({ prepaidAccountNumber: 2210, lines: [{ line: '1' }] })
    expect(nothing.json.errors.map(({ errorCode, property }: Record<string, string>) => [errorCode, property])).toEqual(
      [
        ['ValueRequired', 'date'],
        ['ValueRequired', 'amount'],
        ['ValueNotAllowed', 'prepaidAccountNumber'],
      ],
    )
    const noLine = await draft({ date: '2026-03-15', amount: 1, lines: [{ line: '1' }] })
    expect(noLine.json.errors.map(({ property }: Record<string, string>) => property)).toEqual([
      'lines[0].line',
      'lines[0].amount',
    ])
    const faulty = await draft({
      ...RECEIPT,
      supplierNumber: 501,
      invoiceNumber: 'X',
      accountNumber: 9,
      vatCode: 'NIX',
      contraAccountNumber: undefined,
    })
    expect(faulty.json.errors.map(({ property }: Record<string, string>) => property).sort()).toEqual([
      'accountNumber',
      'vatCode',
    ])
    const placed = await draft({ ...RECEIPT, lines: [{ amount: 125, accountNumber: 9 }] })
    expect(placed.json.errors[0].property).toBe('lines[0].accountNumber')
    expect(codeOf(await draft({ ...RECEIPT, journalNumber: 99 }))).toEqual([
      404,
      'JournalDoesNotExist',
      'journalNumber',
    ])
    expect(await stateOf(client, number)).toEqual(['new', null])
  })
})

test('a document is attached to a voucher that is there, and is new again once it is taken off', async () => {
  await client.post(DRAFTS, finance({ voucherNumber: 801 }))
  const bytes = receipt()
  const number = await sentOne(client, bytes)
  const voucher = { voucherNumber: 801, accountingYear: '2026' }
  expect(codeOf(await client.post(`${DB}/inbox/${number}/attach`, { ...voucher, voucherNumber: 802 }))).toEqual([
    400,
    'InvalidVoucherNumber',
    'voucherNumber',
  ])
  const attached = await client.post(`${DB}/inbox/${number}/attach`, voucher)
  expect(attached.status).toBe(200)
  expect(await stateOf(client, number)).toEqual(['attached', 801])
  const { documentNumber } = attached.json
  expect((await bytesAt(service, client, `${DB}/documents/${documentNumber}/pdf`)).bytes.equals(bytes)).toBe(true)
  const other = await sentOne(client, receipt())
  const refused = await client.post(`${DB}/inbox/${other}/attach`, { ...voucher, onConflict: 1 })
  expect(codeOf(refused)).toEqual([400, 'DocumentAlreadyAttachedToVoucher', 'voucherNumber'])
  await client.call('DELETE', `${DB}/documents/${documentNumber}`, { body: { reason: 'Forkert bilag' } })
  expect(await stateOf(client, number)).toEqual(['new', 801])
  // The inbox keeps the file that no document has any more.
  expect((await bytesAt(service, client, `${DB}/inbox/${number}/file`)).bytes.equals(bytes)).toBe(true)
})

test('vouchers without a document are told until they have one', async () => {
  const own = await bookkeeper(service)
  await own.post(DRAFTS, finance({ voucherNumber: 901, date: '2026-02-01' }))
  await own.post(DRAFTS, finance({ voucherNumber: 902, date: '2026-02-03', text: 'Porto', amount: 31 }))
  await own.post(`/journalsapi/v15.0.1/journals/1/bookdraftentries`, { entryNumbers: [1] })
  const list = `${DB}/vouchers-without-document?from=2026-02-01&to=2026-02-28`
  const first = {
    accountingYear: '2026',
    journalNumber: 1,
    voucherNumber: 901,
    date: '2026-02-01',
    amount: 125,
    isBooked: true,
  }
  const second = { voucherNumber: 902, date: '2026-02-03', text: 'Porto', amount: 31, isBooked: false }
  expect((await own.get(list)).json).toMatchObject([first, second])
  const number = await sentOne(own, receipt())
  await own.post(`${DB}/inbox/${number}/attach`, { voucherNumber: 901, accountingYear: '2026' })
  expect((await own.get(list)).json).toMatchObject([second])
  expect((await own.get(`${DB}/vouchers-without-document?from=2026-02-28&to=2026-02-01`)).status).toBe(400)
  expect(await verify(service.database, own.agreement)).toMatchObject({ ok: true })
})

test('a role without bookkeeping has no inbox', async () => {
  const sales = await service.client({ agreement: client.agreement, roles: ['Sales'] })
  expect((await sales.get(`${DB}/inbox`)).status).toBe(403)
})
