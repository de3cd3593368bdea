import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { pdf } from '../documents/files.ts'
import { bytesAt } from '../documents/uploading.ts'
import { bookkeeper, codeOf, DRAFTS } from '../resources/bookkeeping.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DB, sendTo, sentOne, stateOf } from './sending.ts'
import { type Told, ubl } from './ubl.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await bookkeeper(service, ['Dimension'])
  // Those that tests make have lower numbers: a supplier who is proposed gets the one after the highest.
  const supplier = {
    number: 601,
    name: 'Kontorhuset ApS',
    groupNumber: 1,
    currency: 'DKK',
    vatNumber: 'DK 10 10 10 10',
  }
  const made = await client.post(`${DB}/suppliers`, supplier)
  if (made.status !== 201) throw new Error(made.text)
})
afterAll(() => service.stop())

let last = 7000
/** An e-invoice with a number of its own. */
const invoice = (told: Told = {}): Told => ({ number: String((last += 1)), ...told })
const send = (told: Told): Promise<Reply> => sendTo(client, [{ name: 'faktura.xml', bytes: ubl(told) }])
const received = (told: Told): Promise<number> => sentOne(client, ubl(told), 'faktura.xml')

interface Entry {
  amount: number
  contraAccountNumber: number
  contraVatCode: string | null
  [name: string]: unknown
}

async function draftOf(number: number, more: object = {}): Promise<{ reply: Reply; entries: Entry[] }> {
  const reply = await client.post(`${DB}/inbox/${number}/draft`, { journalNumber: 1, accountNumber: 2210, ...more })
  if (reply.status !== 201) return { reply, entries: [] }
  const list = await client.get(`${DRAFTS}?filter=voucherNumber$eq:${reply.json.voucherNumber}`)
  return { reply, entries: list.json.items as Entry[] }
}

/** What each entry of a draft comes to, where it is posted, and its VAT code. */
const postings = (entries: readonly Entry[]): unknown[] =>
  entries.map(({ amount, contraAccountNumber, contraVatCode }) => [amount, contraAccountNumber, contraVatCode])

test('an e-invoice is taken in as what it says, and shown as a PDF with the files that were in it', async () => {
  const bytes = ubl(
    invoice({
      number: 'A 1',
      lines: [{ net: '1000.00' }, { net: '50.00', category: 'E' }],
      files: [
        { name: 'timer.pdf', type: 'application/pdf', bytes: pdf('Timer') },
        { name: 'timer.csv', type: 'text/csv', bytes: Buffer.from('a;b') },
      ],
      external: 'http://127.0.0.1:1/never.pdf',
    }),
  )
  const number = await sentOne(client, bytes, 'faktura.xml')
  expect((await client.get(`${DB}/inbox/${number}`)).json).toMatchObject({
    kind: 'einvoice',
    state: 'new',
    supplierName: 'Kontorhuset ApS',
    invoiceNumber: 'A 1',
    invoiceDate: '2026-03-10',
    dueDate: '2026-04-09',
    currency: 'DKK',
    amount: 1300,
  })
  const read = await client.get(`${DB}/inbox/${number}/einvoice`)
  expect(read.json).toMatchObject({
    number: 'A 1',
    totals: { net: 1050, vat: 250, gross: 1300, payable: 1300 },
    vat: [{ category: 'S', rate: 25, taxable: 1000, tax: 250 }, { category: 'E' }],
    supplier: { supplierNumber: 601, foundBy: 'vatNumber' },
    proposedSupplier: null,
    files: [
      { name: 'timer.pdf', reason: null },
      { name: 'timer.csv', mimeType: 'text/csv', reason: 'It is no PDF, JPEG or PNG.' },
    ],
    external: [{ uri: 'http://127.0.0.1:1/never.pdf' }],
  })
  const at = (path: string) => bytesAt(service, client, `${DB}/inbox/${number}/${path}`)
  const sent = await at('file')
  expect([sent.headers.get('content-type'), sent.bytes.equals(bytes)]).toEqual(['application/octet-stream', true])
  expect((await at('attachments/1/pdf')).bytes.equals(pdf('Timer'))).toBe(true)
  expect((await at('attachments/2/pdf')).status).toBe(404)
  const shown = await at('pdf')
  expect([shown.status, shown.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await at('pdf')).bytes.equals(shown.bytes)).toBe(true)
  expect((await client.get(`${DB}/inbox/99999/einvoice`)).status).toBe(404)
})

describe('refused when it comes', () => {
  test('what breaks rules, with each of them and its figures', async () => {
    const reply = await send(invoice({ totals: { LineExtensionAmount: '999.00', PayableAmount: '1.00' } }))
    const told = reply.json.errors as { errorCode: string; property: string; message: string }[]
    expect(told.map(({ errorCode, property }) => [errorCode, property])).toEqual(
      Array(3).fill(['EInvoiceInBreaksRule', 'file']),
    )
    expect(told.map(({ message }) => message.split(':')[0])).toEqual(['BR-CO-10', 'BR-CO-13', 'BR-CO-16'])
  })

  test('what is no e-invoice, and what tries to reach out', async () => {
    const cases: (readonly [bytes: Buffer, message: RegExp])[] = [
      [Buffer.from('<html/>'), /^It is XML of html; an e-invoice is an Invoice or CreditNote of UBL 2\.1\.$/],
      [
        ubl({ prolog: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>' }),
        /^Line 1: a DOCTYPE is not allowed\.$/,
      ],
      [Buffer.from('\ufeff<?xml version="1.0"?><a>'), /^It is XML of a; /],
    ]
    for (const [bytes, message] of cases) {
      const reply = await sendTo(client, [{ name: 'x.xml', bytes }])
      expect(codeOf(reply)).toEqual([400, 'InboxFileUnreadable', 'file'])
      expect(reply.json.errors[0].message).toMatch(message)
    }
  })

  test('the same invoice again, though the file is another; a credit note of that number is none', async () => {
    const told = invoice()
    const number = await received(told)
    const again = await send({ ...told, paymentId: 'X', number: told.number! })
    expect([codeOf(again), again.json.errors[0].message]).toEqual([
      [409, 'EInvoiceAlreadyThere', 'file'],
      `Document ${number} of the inbox is invoice '${told.number}' of Kontorhuset ApS.`,
    ])
    expect((await send({ ...told, root: 'CreditNote' })).status).toBe(201)
    await client.post(`${DB}/inbox/${number}/reject`, { reason: 'Forkert modtager' })
    expect((await send({ ...told, paymentId: 'X' })).status).toBe(201)
    expect(codeOf(await client.post(`${DB}/inbox/${number}/reopen`, {}))).toEqual([
      409,
      'EInvoiceAlreadyThere',
      'number',
    ])
  })
})

describe('drafted', () => {
  test('one entry for each VAT category, with due date, number and the file', async () => {
    const number = await received(
      invoice({
        number: 'B-1',
        lines: [{ net: '1000.00' }, { net: '200.00' }, { net: '50.00', category: 'E' }],
        adjustments: [
          { isCharge: true, amount: '40.00' },
          { isCharge: false, amount: '100.00' },
        ],
      }),
    )
    const { reply, entries } = await draftOf(number)
    expect([reply.status, reply.json.supplierNumber, reply.json.notes]).toEqual([201, 601, []])
    // 1,000.00 + 200.00 + 40.00 - 100.00 = 1,140.00; 285.00 VAT.
    expect(postings(entries)).toEqual([
      [-1425, 2210, 'I25'],
      [-50, 2210, null],
    ])
    expect(entries[0]).toMatchObject({
      entryTypeNumber: 3,
      supplierNumber: 601,
      supplierInvoiceNumber: 'B-1',
      date: '2026-03-10T00:00:00Z',
      dueDate: '2026-04-09T00:00:00Z',
      currency: 'DKK',
      text: 'Kontorhuset ApS, B-1',
    })
    expect(await stateOf(client, number)).toEqual(['drafted', reply.json.voucherNumber])
    const document = await bytesAt(service, client, `${DB}/documents/${reply.json.documentNumber}/pdf`)
    const shown = await bytesAt(service, client, `${DB}/inbox/${number}/pdf`)
    expect(document.bytes.equals(shown.bytes)).toBe(true)
  })

  test('lines on other accounts, to the cent', async () => {
    const lines = [
      { net: '0.10', id: 'a' },
      { net: '0.10', id: 'b' },
      { net: '0.10', id: 'c' },
    ]
    // 25 % of 0.30 is 0.08; of each line it would be 0.03.
    const number = await received(invoice({ lines }))
    const { entries } = await draftOf(number, {
      lines: [
        { line: 'a', accountNumber: 1310 },
        { line: 'b', accountNumber: 1310, text: 'Blyanter' },
      ],
    })
    const total = entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    expect([total, entries.length >= 3]).toEqual([-38, true])
    const booked = await client.post('/journalsapi/v15.0.1/journals/1/bookdraftentries', {
      entryNumbers: entries.map(({ entryNumber }) => entryNumber),
    })
    expect(booked.status).toBe(204)
    const vat = await client.get(
      `/bookedEntriesapi/v4.0.0/booked-entries?filter=voucherNumber$eq:${(entries[0] as { voucherNumber?: number }).voucherNumber}$and:accountNumber$eq:6903`,
    )
    const tax = (vat.json.items as { amount: number }[]).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    expect(tax).toBe(8)
  })

  test('rounding, what is paid already, and VAT that is some cents off its rate', async () => {
    const totals = { PayableRoundingAmount: '-0.20', PrepaidAmount: '100.00' }
    const told = invoice({ lines: [{ net: '100.15' }], vat: [{ taxable: '100.15', tax: '25.30' }], totals })
    const number = await received(told)
    const preview = await client.post(`${DB}/inbox/${number}/draft`, {
      journalNumber: 1,
      accountNumber: 2210,
      preview: true,
    })
    expect(preview.json.notes).toEqual([
      '100.00 of it is paid already: match that payment with the invoice once it is booked.',
    ])
    const { entries } = await draftOf(number, { prepaidAccountNumber: 5820 })
    // 126.50 has exactly 25.30 of VAT; 100.15 + 25.30 is 1.05 less.
    expect(postings(entries)).toEqual([
      [-126.5, 2210, 'I25'],
      [1.05, 2210, null],
      [0.2, 4900, null],
      [100, 5820, null],
    ])
  })

  test('a credit note is owed the other way, and may bear the number of its invoice', async () => {
    const told = invoice()
    const { reply } = await draftOf(await received(told))
    expect(reply.status).toBe(201)
    const { entries } = await draftOf(await received({ ...told, root: 'CreditNote' }))
    expect(postings(entries)).toEqual([[1250, 2210, 'I25']])
    const negative = invoice({ lines: [{ net: '-80.00', price: '80.00', quantity: '-1' }] })
    expect(postings((await draftOf(await received(negative))).entries)).toEqual([[100, 2210, 'I25']])
  })

  test('another currency; VAT of another country is a cost, and reverse charge takes the code of what is bought', async () => {
    const swedish = { name: 'Skog AB', vat: 'SE556677889901', cvr: '5566778899', country: 'SE' }
    await client.post(`${DB}/suppliers`, {
      number: 552,
      name: 'Skog AB',
      groupNumber: 1,
      currency: 'EUR',
      corporateIdentificationNumber: '5566778899',
    })
    const goods = await draftOf(
      await received(invoice({ seller: swedish, currency: 'EUR', lines: [{ net: '100.00' }] })),
    )
    expect([goods.reply.json.supplierNumber, goods.reply.json.notes]).toEqual([
      552,
      ['VAT S 25 % is of another country: it is a part of the cost.'],
    ])
    expect(goods.entries).toMatchObject([{ amount: -125, currency: 'EUR', contraVatCode: null }])
    const reverse = await received(
      invoice({ seller: swedish, currency: 'EUR', lines: [{ net: '100.00', category: 'AE' }] }),
    )
    const none = await client.post(`${DB}/inbox/${reverse}/draft`, {
      journalNumber: 1,
      accountNumber: 2210,
      preview: true,
    })
    expect(none.json.notes).toEqual(['VAT AE 0 %: no VAT code of purchases fits. Give vatCode.'])
    const given = await draftOf(reverse, { vatCode: 'IV25' })
    expect(postings(given.entries)).toEqual([[-100, 2210, 'IV25']])
  })

  test('as the supplier was last posted', async () => {
    const seller = { name: 'Strøm A/S', vat: 'DK20202020', cvr: '20202020' }
    await client.post(`${DB}/suppliers`, {
      number: 553,
      name: 'Strøm',
      groupNumber: 1,
      currency: 'DKK',
      vatNumber: '20202020',
    })
    const first = await draftOf(await received(invoice({ seller })), { accountNumber: 1310, departmentNumber: 1 })
    await client.post('/journalsapi/v15.0.1/journals/1/bookdraftentries', {
      entryNumbers: first.reply.json.entryNumbers,
    })
    const next = await draftOf(await received(invoice({ seller })), { accountNumber: undefined })
    expect(next.reply.json.notes).toEqual([
      `Posted as voucher ${first.reply.json.voucherNumber}, one of the last of the supplier.`,
    ])
    const [entry] = next.reply.json.entryNumbers as number[]
    expect((await client.get(`${DB}/draft-entries/${entry}`)).json).toMatchObject({
      contraAccountNumber: 1310,
      contraVatCode: 'I25',
      departmentNumber: 1,
    })
  })
})

describe('refused when it is drafted', () => {
  test('an invoice that is drafted or booked already, whoever typed it', async () => {
    const told = invoice()
    const number = await received(told)
    await client.post(DRAFTS, {
      entryTypeNumber: 3,
      journalNumber: 1,
      date: '2026-03-11',
      amount: -1250,
      currency: 'DKK',
      supplierNumber: 601,
      supplierInvoiceNumber: told.number,
      contraAccountNumber: 2210,
      dueDate: '2026-04-11',
    })
    const { reply } = await draftOf(number)
    expect(codeOf(reply)).toEqual([409, 'InboxInvoiceIsThere', 'number'])
    expect(reply.json.errors[0].message).toMatch(/^Invoice '\d+' of supplier 601 is drafted as voucher \d+\.$/)
  })

  test('a sender that is no supplier, whom it proposes whole; and is then known by', async () => {
    const seller = { name: 'Nyt Firma ApS', vat: 'DK30303030', cvr: '30303030' }
    const number = await received(invoice({ seller }))
    const { reply } = await draftOf(number)
    expect([codeOf(reply), reply.json.errors[0].message]).toEqual([
      [400, 'InboxSupplierUnknown', 'supplierNumber'],
      'No supplier is Nyt Firma ApS.',
    ])
    const { supplier, proposedSupplier } = (await client.get(`${DB}/inbox/${number}/einvoice`)).json
    expect(supplier).toBeNull()
    expect(proposedSupplier).toMatchObject({
      name: 'Nyt Firma ApS',
      groupNumber: 1,
      currency: 'DKK',
      vatNumber: 'DK30303030',
      corporateIdentificationNumber: '30303030',
      address: 'Nygade 3',
      city: 'Aarhus C',
      country: 'DK',
    })
    expect((await client.post(`${DB}/suppliers`, proposedSupplier)).status).toBe(201)
    const drafted = await draftOf(number)
    expect(drafted.reply.json.supplierNumber).toBe(proposedSupplier.number)
  })

  test('several suppliers with one number, one of whom is meant; and a sender that is known by what was drafted before', async () => {
    for (const number of [561, 562])
      await client.post(`${DB}/suppliers`, {
        number,
        name: `Filial ${number}`,
        groupNumber: 1,
        currency: 'DKK',
        vatNumber: 'DK40404040',
      })
    const seller = { name: 'Filial', vat: 'DK40404040', cvr: '40404040' }
    const number = await received(invoice({ seller }))
    expect((await client.get(`${DB}/inbox/${number}/einvoice`)).json).toMatchObject({
      supplier: null,
      proposedSupplier: null,
      candidates: [{ supplierNumber: 561 }, { supplierNumber: 562 }],
    })
    expect((await draftOf(number)).reply.json.errors[0].message).toBe('Suppliers 561, 562 have the number of Filial.')
    expect((await draftOf(number, { supplierNumber: 562 })).reply.status).toBe(201)
    const byGln = { name: 'Uden CVR', vat: '', cvr: '', gln: '5790000436101', endpoint: '5790000436101' }
    await draftOf(await received(invoice({ seller: byGln })), { supplierNumber: 501 })
    const next = await received(invoice({ seller: byGln }))
    expect((await client.get(`${DB}/inbox/${next}/einvoice`)).json.supplier).toMatchObject({
      supplierNumber: 501,
      foundBy: 'earlierDocument',
    })
    await client.post(`${DB}/suppliers`, {
      number: 563,
      name: 'Med GLN',
      groupNumber: 1,
      currency: 'DKK',
      corporateIdentificationNumber: '5790000436118',
    })
    const known = await received(invoice({ seller: { ...byGln, gln: '5790000436118' } }))
    expect((await client.get(`${DB}/inbox/${known}/einvoice`)).json.supplier).toMatchObject({
      supplierNumber: 563,
      foundBy: 'gln',
    })
  })

  test('what the e-invoice says, lines that it has not, and one that comes to nothing', async () => {
    const number = await received(invoice())
    const { reply } = await draftOf(number, {
      amount: 1,
      dueDate: '2026-05-01',
      lines: [{ line: '9' }, { accountNumber: 2210 }, { line: '1', amount: 5 }],
    })
    expect(reply.json.errors.map(({ property }: { property: string }) => property)).toEqual([
      'amount',
      'dueDate',
      'lines[0].line',
      'lines[1].line',
      'lines[2].amount',
    ])
    const nothing = await received(invoice({ lines: [{ net: '0.00' }] }))
    expect(codeOf((await draftOf(nothing)).reply)).toEqual([400, 'InboxItemComesToNothing', 'number'])
  })
})

test('books with an inbox verify', async () => {
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})
