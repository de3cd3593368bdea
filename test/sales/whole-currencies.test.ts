import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE_CURRENCIES } from '../../src/ledger/currency.ts'
import { INVOICE_CHECKS } from '../../src/ledger/proof/invoice-checks.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { make, OURS } from '../resources/sales.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, draft, drafted, DRAFTS } from './selling.ts'
import { sellingAbroad } from './sold-abroad.ts'
import { brokenRules } from './ubl-rules.ts'
import { treeOf } from './ubl-tree.ts'

/* SALES.md, Currencies. */

const ENTRIES = `${OURS}/draft-entries`
/** As SALES.md has it, at 24 %. */
const LINES = [
  { quantity: 1, unitNetPrice: 1127 },
  { quantity: 3, unitNetPrice: 333 },
]
const JAPANESE = { customerNumber: 305, vatZoneNumber: 1, currencyCode: 'JPY' }

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await sellingAbroad(service)
  for (const [code, rate] of [
    ['JPY', 4.4321],
    ['KWD', 2210.5],
  ] as const) {
    await make(client, `${OURS}/currencies`, { code, name: code })
    await make(client, `${OURS}/exchange-rates`, { currency: code, date: '2026-01-01', rate })
  }
  await sql(`UPDATE vat_code SET rate = 24 WHERE agreement = $1 AND code = 'U25'`)
})
afterAll(() => service.stop())

const sql = (text: string): Promise<unknown[]> => service.database.rows(text, [client.agreement])
const amountsOf = async (path: string): Promise<unknown> => {
  const { amount, vatAmount } = (await client.get(path)).json as { amount: number; vatAmount: number }
  return { amount, vatAmount }
}
const booked = async (lines: object[], more: object = {}): Promise<number> => {
  const number = await drafted(client, lines, { ...JAPANESE, ...more })
  const reply = await book(client, number)
  if (reply.status !== 201) throw new Error(reply.text)
  return number
}

test('the program and the database know the same currencies without decimals', async () => {
  const codes = [...WHOLE_CURRENCIES, 'DKK', 'EUR', 'KWD']
  const rows = await service.database.rows<{ code: string }>(
    'SELECT c AS code FROM unnest($1::text[]) AS c WHERE decimals_of(c) = 0',
    [`{${codes.join(',')}}`],
  )
  expect(rows.map(({ code }) => code)).toEqual([...WHOLE_CURRENCIES])
})

test('an invoice in JPY is whole: net 2126, VAT 510, gross 2636; and so is its e-invoice', async () => {
  const number = await booked(LINES)
  expect(await amountsOf(`${OURS}/booked-invoices/${number}`)).toEqual({ amount: 2636, vatAmount: 510 })
  const { text } = await client.get(`${OURS}/invoices/${number}/ubl`)
  expect(brokenRules(treeOf(text))).toEqual([])
  expect(text).toContain('<cbc:PayableAmount currencyID="JPY">2636.00</cbc:PayableAmount>')
  expect(
    await sql(
      `SELECT DISTINCT o.remainder_in_currency::text AS left FROM open_item o WHERE o.agreement = $1 AND o.currency = 'JPY' AND o.remainder_in_currency = 2636`,
    ),
  ).toEqual([{ left: '2636.00' }])
})

test('in KWD and in kroner it has 2 decimals', async () => {
  for (const currencyCode of ['KWD', 'DKK']) {
    const number = await drafted(client, LINES, { ...JAPANESE, currencyCode })
    expect(await amountsOf(`${DRAFTS}/${number}`)).toEqual({ amount: 2636.24, vatAmount: 510.24 })
  }
})

test('lines round by themselves, gross prices too, and discounts keep the rules of e-invoices', async () => {
  const lines = [
    { quantity: 1, unitNetPrice: 1001, discountPercentage: 10 },
    { quantity: 3, unitNetPrice: 33.5 },
    { quantity: 1, unitNetPrice: 0.4 },
  ]
  const net = await booked(lines)
  // 900.9 + 100.5 + 0.4 = 901 + 101 + 0; 24 % of 1002 is 240.48.
  expect(await amountsOf(`${OURS}/booked-invoices/${net}`)).toEqual({ amount: 1242, vatAmount: 240 })
  const gross = await booked(lines, { isVatIncluded: true })
  // 1002 / 1.24 = 808.06.
  expect(await amountsOf(`${OURS}/booked-invoices/${gross}`)).toEqual({ amount: 1002, vatAmount: 194 })
  for (const number of [net, gross]) {
    const { text } = await client.get(`${OURS}/invoices/${number}/ubl`)
    expect(brokenRules(treeOf(text))).toEqual([])
  }
})

test.each(['orders', 'quotes'])('%s are whole too', async (kind) => {
  const path = `${OURS}/${kind}`
  const { number } = (await make(client, path, draft(JAPANESE))) as { number: number }
  const lines = LINES.map((line) => ({ productNumber: 'P-1', description: 'Øl', ...line }))
  await make(client, `${path}/${number}/lines/bulk`, { lines })
  expect(await amountsOf(`${path}/${number}`)).toEqual({ amount: 2636, vatAmount: 510 })
})

test('parts of a line that are credited are whole, and add up to it', async () => {
  const invoice = await booked([{ quantity: 3, unitNetPrice: 33.5 }])
  const [line] = (await client.get(`${OURS}/booked-invoices/${invoice}/lines`)).json.lines as [{ number: number }]
  const amounts: unknown[] = []
  for (let at = 0; at < 3; at++) {
    const lines = [{ number: line.number, quantity: 1 }]
    const { number } = (await make(client, `${OURS}/draft-invoices/${invoice}/credit`, {
      date: '2026-02-01',
      lines,
    })) as {
      number: number
    }
    const [one] = (await client.get(`${DRAFTS}/${number}/lines`)).json as [{ totalNetAmount: number }]
    amounts.push(one.totalNetAmount)
  }
  expect(amounts).toEqual([-34, -34, -33])
})

/** Changes what was booked before documents were whole: no request can. */
const asBefore = (...statements: string[]): Promise<void> =>
  service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    for (const statement of statements) await transaction.rows(statement, [client.agreement])
  })

test('an invoice of before, with broken units, is credited in full', async () => {
  const invoice = await booked([{ quantity: 1, unitNetPrice: 100 }])
  const told = `SELECT l.unit_net_price::text, l.total_net_amount::text, l.vat_amount::text FROM booked_invoice_line l WHERE l.agreement = $1 AND l.document_id = ${invoice}`
  const [kept] = await sql(told)
  await asBefore(
    `UPDATE booked_invoice_line SET unit_net_price = 100.5, total_net_amount = 100.5, vat_amount = 24.12 WHERE agreement = $1 AND document_id = ${invoice}`,
  )
  const { number } = (await make(client, `${OURS}/draft-invoices/${invoice}/credit`, { date: '2026-02-01' })) as {
    number: number
  }
  expect(await amountsOf(`${DRAFTS}/${number}`)).toEqual({ amount: -124.62, vatAmount: -24.12 })
  // What verify recomputes of lines takes it as it was booked.
  for (const check of INVOICE_CHECKS.slice(1, 3)) expect(await sql(check)).toEqual([])
  await asBefore(
    `UPDATE booked_invoice_line l SET unit_net_price = k.unit_net_price, total_net_amount = k.total_net_amount, vat_amount = k.vat_amount
     FROM json_populate_record(NULL::booked_invoice_line, '${JSON.stringify(kept)}') k
     WHERE l.agreement = $1 AND l.document_id = ${invoice}`,
  )
})

const entry = (more: object): object => ({
  entryTypeNumber: 2,
  journalNumber: 1,
  date: '2026-03-15',
  customerNumber: 305,
  contraAccountNumber: 5820,
  amount: -100.5,
  currency: 'JPY',
  text: 'Betaling',
  ...more,
})
const told = ({ status, json }: Reply): unknown[] => {
  if (status < 300) return [status]
  const [fault] = json.errors as [{ errorCode: string; property: string; message: string }]
  return [status, fault.errorCode, fault.property, fault.message]
}
const TOO_FINE = [
  400,
  'AmountHasTooManyDecimals',
  'amount',
  'JPY has no decimals: send a whole amount, or all that is left of an open item.',
]

test('a draft entry of JPY 100.5 is refused, unless it is all that is left of an item', async () => {
  await booked(LINES)
  // The second time the process remembers what the entries name.
  for (let at = 0; at < 2; at++) {
    expect(told(await client.post(ENTRIES, entry({})))).toEqual(TOO_FINE)
    expect((await client.post(ENTRIES, entry({ amount: -100 }))).status).toBe(201)
  }
  await sql(`UPDATE customer SET currency = 'JPY' WHERE agreement = $1 AND number = 305`)
  expect(told(await client.post(ENTRIES, entry({ currency: undefined })))).toEqual(TOO_FINE)
  await asBefore(
    `UPDATE open_item SET remainder_in_currency = 100.5 WHERE agreement = $1 AND currency = 'JPY' AND remainder_in_currency = 2636`,
  )
  for (const more of [{}, { currency: undefined }, { voucherNumber: 77 }]) {
    expect((await client.post(ENTRIES, entry(more))).status).toBe(201)
  }
  expect(told(await client.post(ENTRIES, entry({ amount: -100.4 })))).toEqual(TOO_FINE)
  const [voucher] = [
    await client.post(`${OURS}/journals/1/vouchers`, { entries: [entry({ journalNumber: undefined })] }),
  ]
  expect(voucher!.status).toBe(201)
  await asBefore(
    `UPDATE open_item SET remainder_in_currency = 2636 WHERE agreement = $1 AND currency = 'JPY' AND remainder_in_currency = 100.5`,
  )
})

test('KWD is kept with 2 decimals, and the refusal says so', async () => {
  expect((await client.post(ENTRIES, entry({ currency: 'KWD', amount: -1.25 }))).status).toBe(201)
  expect(told(await client.post(ENTRIES, entry({ currency: 'KWD', amount: -1.125 })))).toEqual([
    400,
    'AmountHasTooManyDecimals',
    'amount',
    'amount must have at most 2 decimals.',
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})
