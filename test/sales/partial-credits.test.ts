import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { change, make, OURS, product, PRODUCTS } from '../resources/sales.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, drafted, DRAFTS, selling } from './selling.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await selling(service)
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'P-2', salesPrice: 10 }))
})
afterAll(() => service.stop())

type Line = { number: number; remaining: number | null; remainingAmount: number | null }

const sql = (text: string): Promise<unknown[]> => service.database.rows(text, [client.agreement])
const credit = (invoice: number, body: object = {}): Promise<Reply> =>
  client.post(`${OURS}/draft-invoices/${invoice}/credit`, { date: '2026-02-01', ...body })
const credited = async (invoice: number, body: object = {}): Promise<number> => {
  const reply = await credit(invoice, body)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.json.number as number
}
const linesOf = async (invoice: number): Promise<Line[]> =>
  (await client.get(`${OURS}/booked-invoices/${invoice}/lines`)).json.lines as Line[]
const left = async (invoice: number): Promise<unknown[]> =>
  (await linesOf(invoice)).map(({ remaining, remainingAmount }) => [remaining, remainingAmount])
const soldOn = async (note: number): Promise<unknown[]> =>
  ((await client.get(`${DRAFTS}/${note}/lines`)).json as Record<string, unknown>[]).map((line) =>
    ['description', 'quantity', 'unitNetPrice', 'totalNetAmount'].map((name) => line[name]),
  )
const faults = ({ status, json }: Reply): unknown[] => [
  status,
  ...(json.errors as { errorCode: string; propertyName?: string; property?: string }[]).map(
    (one) => `${one.errorCode} ${one.propertyName ?? one.property}`,
  ),
]
const booked = async (note: number): Promise<void> => {
  const reply = await book(client, note)
  if (reply.status !== 201) throw new Error(reply.text)
}

/** An invoice of 10 at 100.00, a text, and 3 at 33.335, booked. */
let invoice: number
let first: number
let text: number
let last: number
beforeEach(async () => {
  invoice = await drafted(client, [
    { quantity: 10 },
    { description: 'Som aftalt' },
    { quantity: 3, unitNetPrice: 33.335, quantity2: 6, productNumber: 'P-2' },
  ])
  await booked(invoice)
  ;[first, text, last] = (await linesOf(invoice)).map(({ number }) => number) as [number, number, number]
})

test('a list of no lines takes nothing back, and makes no draft', async () => {
  const count = async () => (await client.get(`${DRAFTS}/count`)).json as number
  const before = await count()
  expect(faults(await credit(invoice, { lines: [] }))).toEqual([400, 'ValueRequired lines'])
  expect(await count()).toBe(before)
})

test('a credit note is of today, or of the day of its invoice if that is later, or of the day asked for', async () => {
  const reply = await client.post(`${OURS}/draft-invoices/${invoice}/credit`, {
    lines: [{ number: first, quantity: 1 }],
  })
  const day = async (note: number) => String((await client.get(`${DRAFTS}/${note}`)).json.date).slice(0, 10)
  const [now] = (await sql(`SELECT (now() AT TIME ZONE 'UTC')::date::text AS day WHERE $1 > 0`)) as [{ day: string }]
  expect(await day(reply.json.number as number)).toBe(now.day)
  expect(await day(await credited(invoice, { date: '2026-01-15', lines: [{ number: first, quantity: 1 }] }))).toBe(
    '2026-01-15',
  )
  const early = await credit(invoice, { date: '2026-01-14' })
  expect(faults(early)).toEqual([400, 'ValueOutOfRange date'])
  const others = await selling(service)
  for (const text of [
    'DELETE FROM accounting_period WHERE agreement = $1',
    `UPDATE accounting_year SET date_from = '2099-01-01', date_to = '2099-12-31' WHERE agreement = $1`,
    `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to) VALUES ($1, '2026', 1, '2099-01-01', '2099-12-31')`,
  ]) {
    await service.database.rows(text, [others.agreement])
  }
  const later = await drafted(others, [{}], { date: '2099-05-01' })
  expect((await book(others, later)).status).toBe(201)
  const { number } = (await make(others, `${OURS}/draft-invoices/${later}/credit`, {})) as { number: number }
  expect((await others.get(`${DRAFTS}/${number}`)).json.date).toBe('2099-05-01T00:00:00Z')
})

test('an invoice has several credit notes, up to what was invoiced on each line', async () => {
  expect(await left(invoice)).toEqual([
    [10, 1000],
    [null, null],
    [3, 100.01],
  ])
  const some = await credited(invoice, { lines: [{ number: first, quantity: 4 }] })
  expect(await soldOn(some)).toEqual([['Øl', -4, 100, -400]])
  await booked(some)
  expect((await left(invoice))[0]).toEqual([6, 600])
  const tooMuch = await credit(invoice, {
    lines: [
      { number: first, quantity: 6.000001 },
      { number: last, quantity: 4 },
    ],
  })
  expect(faults(tooMuch)).toEqual([
    409,
    'CreditExceedsInvoice lines[0].quantity',
    'CreditExceedsInvoice lines[1].quantity',
  ])
  expect(tooMuch.text).toContain('Of line')
  // What is left, with the texts; the open note counts as the booked one.
  const rest = await credited(invoice)
  expect(await soldOn(rest)).toEqual([
    ['Øl', -6, 100, -600],
    ['Som aftalt', null, null, null],
    ['Øl', -3, 33.335, -100.01],
  ])
  expect((await left(invoice)).flat()).toEqual([0, 0, null, null, 0, 0])
  expect(faults(await credit(invoice))).toEqual([409, 'InvoiceAlreadyCredited number'])
  expect(faults(await credit(invoice, { lines: [{ number: first }] }))).toEqual([409, 'InvoiceAlreadyCredited number'])
  expect((await client.delete(`${DRAFTS}/${rest}`)).status).toBe(204)
  expect((await left(invoice))[0]).toEqual([6, 600])
  await booked(await credited(invoice, { lines: [{ number: first }] }))
  expect(faults(await credit(invoice, { lines: [{ number: first }] }))).toEqual([
    409,
    'CreditExceedsInvoice lines[0].quantity',
  ])
  expect(await verify(service.database, client.agreement)).toEqual({ ok: true, entries: expect.any(Number) })
})

test('parts that are rounded each add up to what was invoiced', async () => {
  // 33.34 a piece would be 100.02: a cent more than the line.
  const parts = []
  for (const _ of [1, 2, 3]) {
    const note = await credited(invoice, { lines: [{ number: last, quantity: 1 }] })
    parts.push(...(await soldOn(note)))
    await booked(note)
  }
  expect(parts).toEqual([
    ['Øl', -1, 33.335, -33.34],
    ['Øl', -1, 33.335, -33.34],
    ['Øl', -1, 33.33, -33.33],
  ])
  expect((await left(invoice))[2]).toEqual([0, 0])
})

test('of two that take back the same at once, one is refused', async () => {
  const body = { lines: [{ number: first, quantity: 6 }] }
  const replies = await Promise.all([credit(invoice, body), credit(invoice, body)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(faults(replies.find(({ status }) => status === 409)!)).toEqual([409, 'CreditExceedsInvoice lines[0].quantity'])
})

test('notes that were made larger by hand are not booked, nor two at once', async () => {
  const notes = [
    await credited(invoice, { lines: [{ number: first, quantity: 5 }] }),
    await credited(invoice, { lines: [{ number: first, quantity: 5 }] }),
  ]
  const rewrite = async (note: number, more: object): Promise<void> => {
    const lines = `${DRAFTS}/${note}/lines`
    const [line] = (await client.get(lines)).json as { number: number }[]
    expect((await change(client, `${lines}/${line!.number}`, more, lines)).status).toBe(204)
  }
  await rewrite(notes[0]!, { quantity: -5.5 })
  const both = await Promise.all(notes.map((note) => book(client, note)))
  expect(both.map(faults)).toEqual([
    [409, 'CreditExceedsInvoice lines'],
    [409, 'CreditExceedsInvoice lines'],
  ])
  // By what it comes to, too.
  await rewrite(notes[0]!, { quantity: -5, unitNetPrice: 100.01 })
  expect(faults(await book(client, notes[0]!))).toEqual([409, 'CreditExceedsInvoice lines'])
  // A line that was added by hand counts against that of its product.
  await rewrite(notes[0]!, { unitNetPrice: 100 })
  await make(client, `${DRAFTS}/${notes[0]!}/lines`, { productNumber: 'P-1', description: 'Mere', quantity: -1 })
  expect(faults(await book(client, notes[0]!))).toEqual([409, 'CreditExceedsInvoice lines'])
  await rewrite(notes[1]!, { quantity: -4 })
  await booked(notes[0]!)
  await booked(notes[1]!)
  expect((await left(invoice))[0]).toEqual([0, 0])
})

test('lines of before 0270_lines_that_credit.sql and 0271_booked_lines_that_credit.sql count in the order of their product', async () => {
  const same = await drafted(client, [{ quantity: 2 }, { quantity: 3 }])
  await booked(same)
  const note = await credited(same)
  await sql(`UPDATE draft_invoice_line SET credited_line = NULL WHERE agreement = $1 AND document_id = ${note}`)
  expect((await left(same)).flat()).toEqual([0, 0, 0, 0])
  await booked(note)
  expect((await left(same)).flat()).toEqual([0, 0, 0, 0])
  expect(await verify(service.database, client.agreement)).toEqual({ ok: true, entries: expect.any(Number) })
})

test('a discount of the invoice is taken back with its sign, and prices with VAT by what they come to', async () => {
  const number = await drafted(
    client,
    [
      { quantity: 3, unitNetPrice: 33.33 },
      { quantity: -1, unitNetPrice: 10 },
      { quantity: 1, unitNetPrice: 33.33 },
    ],
    { isVatIncluded: true },
  )
  await booked(number)
  const [sold, off, other] = (await linesOf(number)).map((line) => line.number) as [number, number, number]
  expect(await left(number)).toEqual([
    [3, 99.99],
    [-1, -10],
    [1, 33.33],
  ])
  expect(faults(await credit(number, { lines: [{ number: off, quantity: 1 }] }))).toEqual([
    400,
    'ValueOutOfRange lines[0].quantity',
  ])
  await booked(await credited(number, { lines: [{ number: off, quantity: -1 }, { number: other }] }))
  await booked(await credited(number, { lines: [{ number: sold, quantity: 1 }] }))
  await booked(await credited(number))
  expect((await left(number)).flat()).toEqual([0, 0, 0, 0, 0, 0])
})

test('what is asked for wrongly is said at once', async () => {
  const lines = [
    { number: 999999 },
    { number: first, quantity: 0 },
    { number: first, quantity: 1 },
    { number: text, quantity: 1 },
  ]
  expect(faults(await credit(invoice, { lines }))).toEqual([
    400,
    'CreditedLineDoesNotExist lines[0].number',
    'ValueOutOfRange lines[1].quantity',
    'ItemRepeated lines[2].number',
    'LineWithoutProduct lines[3].quantity',
  ])
  const other = await selling(service)
  expect((await other.get(`${OURS}/booked-invoices/${invoice}/lines`)).status).toBe(404)
  // A note by hand, without an invoice, has no bound.
  await booked(await drafted(client, [{ quantity: -1000 }]))
})
