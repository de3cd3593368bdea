import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, Reply } from '../service/harness.ts'
import { faultNames } from '../conventions/replies.ts'
import { yearOf } from '../service/books.ts'
import { sharedService } from '../service/shared.ts'
import { API, bookkeeper, codeOf, finance, made } from './bookkeeping.ts'
import { DAYBOOK, WHOLE } from './dimension-books.ts'
import { danish } from './vat-books.ts'

const [FEES, INTEREST] = [1125, 4310]
const SETUP = {
  levels: 3,
  daysBetween: 10,
  fee: 100,
  compensation: 310,
  feeAccountNumber: FEES,
  interestAccountNumber: INTEREST,
  rates: [
    { from: '2025-07-01', rate: 9.75 },
    { from: '2025-01-01', rate: 10.75 },
  ],
  texts: [{ level: 2, title: 'Anden rykker', text: 'Betal nu.' }],
}

/** Small books of 2025 and 2026 that remind as the Danish template does: customer 201 is a person, 203 a business. */
async function world(): Promise<Client> {
  const service = await sharedService()
  const client = await bookkeeper(service)
  for (const statement of [
    `INSERT INTO account (agreement, number, name, type) VALUES ($1, ${FEES}, 'Rykkergebyrer', 1), ($1, ${INTEREST}, 'Renteindtægter', 1)`,
    `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number, contra_account_number, corporate_identification_number,
       address, postal_code, city) VALUES ($1, 203, 'Nørreport Cykler ApS', 1, 'DKK', 1, 1010, '12345678', 'Nørre Voldgade 4', '1358', 'København K')`,
    ...yearOf(2025),
  ])
    await service.database.rows(statement, [client.agreement])
  made(await client.put(`${DAYBOOK}/reminder-setup`, SETUP))
  return client
}

/** Books an invoice, a payment or a credit note of a customer. @returns its entry. */
async function owed(client: Client, amount: number, more: object = {}): Promise<number> {
  const entry = { entryTypeNumber: 10, accountNumber: undefined, customerNumber: 201, contraAccountNumber: 1010 }
  const due = { date: '2025-02-15', dueDate: '2025-02-23' }
  made(await client.post(WHOLE, finance({ ...entry, ...due, amount, ...more })))
  made(await client.post(`${API}/journals/1/book`))
  const { items } = (await client.get(`${DAYBOOK}/booked-entries?filter=customerNumber$gt:0`)).json
  return items.at(-1).entryNumber
}
const remind = (client: Client, date: string, more: object = {}): Promise<Reply> =>
  client.post(`${DAYBOOK}/reminders`, { date, ...more })
/** Customer, level, fee, compensation, interest, and what is asked for. */
const letters = ({ json }: Reply): unknown[] =>
  json.reminders.map((one: Record<string, unknown>) => [
    ...[one.customerNumber, one.level, one.fee, one.compensation, one.interest, one.amount],
  ])
const sound = async ({ agreement }: Client): Promise<void> =>
  expect(await verify((await sharedService()).database, agreement)).toMatchObject({ ok: true })

test('25,000.00 at 10.75 % for 97 days: 714.21, from the day that the last reminder counted to', async () => {
  const client = await world()
  const entry = await owed(client, 25_000, { customerInvoiceNumber: '5501' })
  const preview = made(await remind(client, '2025-05-31', { preview: true }))
  expect(preview.text).toContain(
    `{"reminders":[{"number":null,"customerNumber":201,"name":"Café Æblet","currency":"DKK","level":1,"items":[{"entryNumber":${entry},"invoiceNumber":"5501",` +
      '"dueDate":"2025-02-23","remainder":25000.00,"days":97,"interest":714.21}],"fee":100.00,"compensation":0.00,"interest":714.21,"amount":25814.21,"voucherNumber":null}]',
  )
  expect((await client.get(`${DAYBOOK}/reminders/count`)).text).toBe('0')
  // Of two at once, one reminds.
  const both = await Promise.all([1, 2].map(() => remind(client, '2025-05-31')))
  expect(both.map(made).flatMap(letters)).toEqual([[201, 1, 100, 0, 714.21, 25_814.21]])
  const [{ voucherNumber }] = both.flatMap(({ json }) => json.reminders)
  const { items } = (await client.get(`${DAYBOOK}/booked-entries?filter=voucherNumber$eq:${voucherNumber}`)).json
  expect(
    items.map((one: Record<string, unknown>) => [one.accountNumber, one.type, one.amount, one.dueDate, one.text]),
  ).toEqual([
    [5600, 6, 814.21, '2025-06-10T00:00:00Z', 'Rykker 1'],
    [FEES, 6, -100, null, 'Rykker 1'],
    [INTEREST, 6, -714.21, null, 'Rykker 1'],
  ])
  const { items: changes } = (await client.get(`${DAYBOOK}/changes?filter=resource$eq:Reminders`)).json
  expect(changes).toMatchObject([{ resource: 'Reminders' }])
  // Nobody is reminded within ten days. Then 40 days: 30 at 10.75 %, 10 at 9.75 %, on the item alone.
  expect(letters(await remind(client, '2025-06-09'))).toEqual([])
  expect(letters(await remind(client, '2025-07-10', { preview: true }))).toEqual([[201, 2, 100, 0, 287.67, 26_201.88]])
  await owed(client, -15_000, {
    entryTypeNumber: 2,
    date: '2025-06-20',
    contraAccountNumber: 5820,
    customerInvoiceNumber: '5501',
  })
  // 10,000.00: 88.36 + 26.71 = 115.07.
  expect(letters(await remind(client, '2025-07-10'))).toEqual([[201, 2, 100, 0, 115.07, 11_029.28]])
  expect(letters(await remind(client, '2025-07-20'))).toEqual([[201, 3, 100, 0, 26.71, 11_155.99]])
  // At most three.
  expect(letters(await remind(client, '2025-09-30'))).toEqual([])
  const kept = (await client.get(`${DAYBOOK}/reminders?filter=customerNumber$eq:201`)).json.items
  expect(kept.map((one: Record<string, unknown>) => [one.number, one.level, one.amount, one.dueDate])).toEqual([
    [1, 1, 25_814.21, '2025-06-10'],
    [2, 2, 11_029.28, '2025-07-20'],
    [3, 3, 11_155.99, '2025-07-30'],
  ])
  await sound(client)
})

test('a reminder that was a mistake is taken back: its charges are reversed, and it counts no more', async () => {
  const client = await world()
  const due = { customerNumber: 203, date: '2025-03-01', dueDate: '2025-03-11' }
  const paid = await owed(client, 1000, { ...due, customerInvoiceNumber: '5503' })
  // 1,000.00 for 10 days: 2.95.
  expect(letters(await remind(client, '2025-03-21'))).toEqual([[203, 1, 100, 310, 2.95, 1412.95]])
  const takeBack = (number: number, body: object = {}): Promise<Reply> =>
    client.post(`${DAYBOOK}/reminders/${number}/take-back`, { date: '2025-03-25', ...body })
  expect(codeOf(await takeBack(1, { date: '2024-03-25' }))).toEqual([
    ...[400, 'JournalEntryDateAccountingYearDoesNotExist', 'date'],
  ])
  expect((await takeBack(9)).status).toBe(404)
  // Of two at once, one takes it back.
  const both = await Promise.all([takeBack(1), takeBack(1)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(codeOf(both.find(({ status }) => status === 409)!)).toEqual([409, 'VoucherAlreadyReversed', 'voucherNumber'])
  const { voucherNumber, reversalNumber } = both.find(({ status }) => status === 200)!.json
  const { items } = (await client.get(`${DAYBOOK}/booked-entries?filter=voucherNumber$eq:${voucherNumber}`)).json
  expect(items.map((one: Record<string, unknown>) => [one.accountNumber, one.type, one.amount, one.text])).toEqual([
    [5600, 6, -412.95, 'Rykker 1, tilbageført'],
    [FEES, 6, 410, 'Rykker 1, tilbageført'],
    [INTEREST, 6, 2.95, 'Rykker 1, tilbageført'],
  ])
  expect((await client.get(`${DAYBOOK}/voucher-reversals/${reversalNumber}`)).json).toMatchObject({
    ...{ journalNumber: null, reversingVoucherNumber: voucherNumber, date: '2025-03-25' },
  })
  const open = (await client.get(`${DAYBOOK}/open-customer-items?date=2025-03-25`)).json.items
  expect(open.map((one: Record<string, unknown>) => [one.entryNumber, one.remainderInCurrency])).toEqual([[paid, 1000]])
  expect((await client.get(`${DAYBOOK}/reminders/1`)).json).toMatchObject({ level: 1, takenBackOn: '2025-03-25' })
  // The next letter is the first: within ten days, with the compensation, and interest of 15 days.
  expect(letters(await remind(client, '2025-03-26'))).toEqual([[203, 1, 100, 310, 4.42, 1414.42]])
  // What was paid of it is to the customer's credit.
  await owed(client, -414.42, { ...due, entryTypeNumber: 2, date: '2025-03-28', contraAccountNumber: 5820 })
  const [fee] = (await client.get(`${DAYBOOK}/open-customer-items?date=2025-03-28`)).json.items.filter(
    ({ type }: { type: number }) => type === 6,
  )
  const [payment] = (await client.get(`${DAYBOOK}/booked-entries?filter=type$eq:2`)).json.items
  const entryIds = [fee.entryNumber, payment.entryNumber]
  made(await client.post('/bookedEntriesapi/v4.0.0/booked-entries/match', { entryIds }))
  made(await takeBack(2, { date: '2025-03-31', text: 'Vores fejl' }))
  const left = (await client.get(`${DAYBOOK}/open-customer-items?date=2025-03-31`)).json
  expect([left.remainderInBaseCurrency, left.items.length]).toEqual([585.58, 2])
  await sound(client)
})

test('a business pays a compensation once; what is disputed, credited or not due is left out', async () => {
  const client = await world()
  const due = { customerNumber: 203, date: '2025-03-01', dueDate: '2025-03-11' }
  const disputed = await owed(client, 500, { ...due, customerInvoiceNumber: '5502' })
  made(await client.put(`${DAYBOOK}/disputed-items/${disputed}`, { reason: 'Aldrig leveret' }))
  expect(letters(await remind(client, '2025-03-21'))).toEqual([])
  await owed(client, 1000, { ...due, customerInvoiceNumber: '5503' })
  await owed(client, 700, { ...due, customerInvoiceNumber: '5504', dueDate: '2025-03-21' })
  await owed(client, -200, { ...due, entryTypeNumber: 2, contraAccountNumber: 5820 })
  await owed(client, 300, { date: '2025-03-01', dueDate: '2025-03-11' })
  await owed(client, -300, { entryTypeNumber: 2, date: '2025-03-15', contraAccountNumber: 5820 })
  // 1,000.00 for 10 days: 2.95. Customer 201 has paid as much as is due.
  const first = made(await remind(client, '2025-03-21', { customers: [203, 201] }))
  expect(letters(first)).toEqual([[203, 1, 100, 310, 2.95, 1212.95]])
  expect(letters(await remind(client, '2025-03-31', { customers: [201] }))).toEqual([])
  // Item 5504 joins, with its own days; it was never reminded of, so there is a compensation for it.
  expect(letters(await remind(client, '2025-03-31'))).toEqual([[203, 2, 100, 310, 5.01, 2327.96]])
  expect((await client.get(`${DAYBOOK}/disputed-items`)).json.items).toMatchObject([{ reason: 'Aldrig leveret' }])
  made(await client.delete(`${DAYBOOK}/disputed-items/${disputed}`))
  expect(letters(await remind(client, '2025-04-10'))).toEqual([[203, 3, 100, 310, 9.43, 3247.39]])
  expect(letters(await remind(client, '2025-04-20'))).toEqual([[203, 3, 100, 0, 3.53, 2350.92]])
  await sound(client)
})

test('a letter is a PDF of the same bytes each time, in the language of both', async () => {
  const client = await world()
  const { database } = await sharedService()
  await database.rows(
    `UPDATE company SET name = 'Havnens Værksted ApS', address = 'Kajen 7', postal_code = '8000', city = 'Aarhus C', country = 'DK',
       corporate_identification_number = '87654321', bank_registration_number = '1234', bank_account_number = '0001234567', email = 'post@example.dk' WHERE agreement = $1`,
    [client.agreement],
  )
  await owed(client, 12_500, { customerNumber: 203, customerInvoiceNumber: '5510' })
  await owed(client, 825.5, { customerNumber: 203, customerInvoiceNumber: '5511', dueDate: '2025-03-31' })
  made(await remind(client, '2025-05-31'))
  made(await remind(client, '2025-06-30'))
  const printed = async (number: number): Promise<{ bytes: Buffer; text: string }> => {
    const { baseUrl } = await sharedService()
    const reply = await fetch(`${baseUrl}${DAYBOOK}/reminders/${number}/pdf`, { headers: client.headers })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const bytes = Buffer.from(await reply.arrayBuffer())
    const pages = (await PDF.load(bytes)).getPages()
    return { bytes, text: pages.map((page) => page.extractText().text).join('\n') }
  }
  const [first, second] = [await printed(1), await printed(2)]
  if (process.env.DAYBOOK_PDF !== undefined) {
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${process.env.DAYBOOK_PDF}/reminder-1.pdf`, first.bytes)
    writeFileSync(`${process.env.DAYBOOK_PDF}/reminder-2.pdf`, second.bytes)
  }
  expect((await printed(1)).bytes).toEqual(first.bytes)
  for (const said of [
    'Rykker 1',
    'Nørreport Cykler ApS',
    '5510',
    '12.500,00',
    '31.05.2025',
    'Rykkergebyr',
    'Kompensationsbeløb',
  ])
    expect(first.text).toContain(said)
  expect(first.text).toContain('1234 0001234567')
  for (const said of ['Anden rykker', 'Betal nu.', 'Rykker 1']) expect(second.text).toContain(said)
  expect((await client.get(`${DAYBOOK}/reminders/9/pdf`)).status).toBe(404)
})

test('the Danish template reminds three times, ten days apart, for 100.00 and 310.00 of businesses', async () => {
  const client = await danish(await sharedService())
  expect((await client.get(`${DAYBOOK}/reminder-setup`)).json).toEqual({
    ...{ levels: 3, daysBetween: 10, fee: 100, compensation: 310, rates: [], texts: [] },
    ...{ feeAccountNumber: FEES, interestAccountNumber: INTEREST },
  })
})

test('what is in the way is said', async () => {
  const service = await sharedService()
  const bare = await bookkeeper(service)
  expect(codeOf(await remind(bare, '2026-05-31'))).toEqual([409, 'ReminderSetupMissing', 'date'])
  expect((await bare.get(`${DAYBOOK}/reminder-setup`)).status).toBe(404)
  const client = await world()
  expect((await client.get(`${DAYBOOK}/reminder-setup`)).json).toEqual({ ...SETUP, rates: SETUP.rates.toReversed() })
  const bad = { ...SETUP, feeAccountNumber: 5000, interestAccountNumber: 5600, rates: [SETUP.rates[0], SETUP.rates[0]] }
  const refused = await client.put(`${DAYBOOK}/reminder-setup`, { ...bad, texts: [SETUP.texts[0], SETUP.texts[0]] })
  expect(faultNames(refused).sort()).toEqual([
    ...['feeAccountNumber: AccountNotFound', 'interestAccountNumber: AccountNotFound'],
    ...['rates[1].from: ItemRepeated', 'texts[1].level: ItemRepeated'],
  ])
  await owed(client, 100)
  await owed(client, 100, { customerNumber: 202, currency: 'EUR', exchangeRate: 746 })
  // There is no rate of EUR in 2025.
  expect(codeOf(await remind(client, '2025-05-31'))).toEqual([400, 'JournalEntryExchangeRateError', 'date'])
  expect(letters(await remind(client, '2026-01-31', { customers: [202], preview: true }))).toEqual([
    [202, 1, 0, 0, 9.48, 109.48],
  ])
  const bare202 = { ...SETUP, rates: [], fee: 0 }
  made(await client.put(`${DAYBOOK}/reminder-setup`, bare202))
  const [free] = made(await remind(client, '2026-01-31', { customers: [202] })).json.reminders
  expect(codeOf(await client.post(`${DAYBOOK}/reminders/${free.number}/take-back`, { date: '2026-02-01' }))).toEqual([
    ...[409, 'ReminderChargesNothing', 'number'],
  ])
  made(await client.put(`${DAYBOOK}/reminder-setup`, SETUP))
  expect(codeOf(await remind(client, '2027-05-31'))).toEqual([400, 'JournalVoucherAccountingYearDoesNotExist', 'date'])
  const noAccounts = { ...SETUP, feeAccountNumber: undefined, interestAccountNumber: undefined }
  made(await client.put(`${DAYBOOK}/reminder-setup`, noAccounts))
  const lacking = await remind(client, '2025-05-31', { customers: [201] })
  expect(lacking.json.errors).toHaveLength(2)
  for (const entry of [2, 99]) {
    const path = `${DAYBOOK}/disputed-items/${entry}`
    expect(codeOf(await client.put(path, {}))).toEqual([404, 'DisputedItemDoesNotExist', 'entryNumber'])
    expect(codeOf(await client.delete(path))).toEqual([404, 'DisputedItemDoesNotExist', 'entryNumber'])
  }
})
